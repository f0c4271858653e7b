// Where one types: words, and commands with completion of names and options.
import { el, toast } from "./dom.js";
import { act, get } from "./api.js";
import { S, nameOf } from "./state.js";
import { after } from "./components.js";
import { Filling } from "./filling.js";

let box, input, list, filling = null;
let commands = { of: "", all: [] };
let items = [], at = 0;
const LONGEST = 2000;

export function compose(into) {
  box = into;
  list = el("div.suggestions", { id: "suggestions", role: "listbox", "aria-label": "Suggestions", hidden: true });
  input = el("textarea", { rows: 1, "aria-label": "Message", autocomplete: "off", enterKeyHint: "send",
    role: "combobox", "aria-autocomplete": "list", "aria-controls": "suggestions", "aria-expanded": "false" });
  input.addEventListener("input", typed);
  input.addEventListener("keydown", key);
  // Whoever goes on to a field of the command is offered things there.
  input.addEventListener("blur", () => setTimeout(() => { if (!filling && document.activeElement !== input) hide(); }, 150));
  plain();
}

function plain() {
  filling = null;
  box.replaceChildren(list, el("div.bar", {}, input));
  input.value = "";
  refresh();
}

/** Another channel, or somebody else; the commands may be others, too. */
export function refresh() {
  commands = { of: "", all: [] };
  if (filling) return plain();
  const channel = S.channels.get(S.channel);
  input.placeholder = channel ? `Write as ${nameOf(S.me)}, or type / for commands` : "";
  hide();
}

export function focus(text) {
  if (filling) return;
  input.value = text;
  input.focus();
  typed();
}

async function known() {
  const of = `${S.me} ${S.channel}`;
  if (commands.of === of) return commands.all;
  const all = await get("commands", { as: S.me, channel: S.channel }).catch(() => []);
  const found = all.flatMap((command) => flat(command, command.name));
  // A bot that has not come yet may have some later.
  if (found.length) commands = { of, all: found };
  return found;
}

/** Commands and the commands in them, by their whole names. */
function flat(command, path) {
  const inner = (command.options || []).filter((one) => one.type <= 2);
  if (!inner.length) return [{ path, description: command.description, options: command.options || [] }];
  return inner.flatMap((one) => flat(one, `${path} ${one.name}`));
}

async function typed() {
  input.style.height = "auto";
  input.style.height = Math.min(input.scrollHeight, 160) + "px";
  if (!input.value.startsWith("/")) return hide();
  const asked = input.value;
  const all = await known();
  if (filling || input.value !== asked) return;
  const whole = all.find((one) => asked.startsWith(`/${one.path} `));
  if (whole) return fill(whole, asked.slice(whole.path.length + 2));
  const wanted = asked.slice(1).toLowerCase().trim();
  const words = wanted.split(/\s+/);
  const fits = (one) => words.every((word) => one.path.includes(word));
  const rank = (one) => (one.path.startsWith(wanted) ? 0 : 1);
  const found = all.filter(fits).sort((a, b) => rank(a) - rank(b));
  offer(found.map((one) => ({
    face: [el("b", {}, "/" + one.path), " ", el("small", {}, one.description)],
    id: one.path,
    pick: () => fill(one),
  })));
}

/** Shows suggestions; the keys walk through them. */
export function offer(found) {
  items = found.slice(0, 25);
  at = 0;
  list.hidden = !items.length;
  list.replaceChildren(...items.map((item, index) => {
    const node = el("button.suggestion", { type: "button", role: "option", id: "suggestion" + index, tabIndex: -1, "data-suggestion": item.id }, item.face);
    node.onmousedown = (event) => { event.preventDefault(); item.pick(); };
    node.onmousemove = () => { at = index; mark(); };
    return node;
  }));
  mark();
}

export function hide() {
  items = [];
  list.hidden = true;
  mark();
}

/** Marks the suggestion that a key would take, for those who see and those who hear. */
function mark() {
  [...list.children].forEach((node, index) => node.setAttribute("aria-selected", index === at));
  if (items.length) list.children[at]?.scrollIntoView({ block: "nearest" });
  input.setAttribute("aria-expanded", String(items.length > 0));
  if (items.length) input.setAttribute("aria-activedescendant", "suggestion" + at);
  else input.removeAttribute("aria-activedescendant");
}

/** Whether a key was for the suggestions. */
export function walked(event) {
  if (!items.length) return false;
  if (event.key === "ArrowDown") at = (at + 1) % items.length;
  else if (event.key === "ArrowUp") at = (at + items.length - 1) % items.length;
  else if (event.key === "Escape") hide();
  else if (event.key === "Tab" || event.key === "Enter") {
    event.preventDefault();
    items[at].pick();
    return true;
  } else return false;
  event.preventDefault();
  mark();
  return true;
}

function key(event) {
  if (event.isComposing || walked(event)) return;
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    say();
  } else if (event.key === "Escape") input.blur();
}

async function say() {
  const text = input.value.trim();
  if (!text) return;
  if (text.startsWith("/")) return toast(S.ready ? "There is no such command: type / alone to see those there are." : "No commands yet: the bot is not connected.");
  if (text.length > LONGEST) return toast(`A message has at most ${LONGEST} characters; this has ${text.length}.`);
  input.value = "";
  typed();
  const done = await act({ do: "say", as: S.me, channel: S.channel, text });
  if (!done.refused) return;
  toast(done.refused);
  // What was not said is not lost.
  if (!input.value) { input.value = text; typed(); }
}

/** A command was picked: its options are asked for. */
function fill(command, text) {
  hide();
  filling = new Filling(command, { offer, hide, walked, send, cancel: () => { plain(); input.focus(); } });
  box.replaceChildren(list, filling.node);
  filling.begin(text);
}

async function send(path, options) {
  plain();
  input.focus();
  document.dispatchEvent(new CustomEvent("working", { detail: 1 }));
  const as = S.me;
  const done = await act({ do: "slash", as, channel: S.channel, path, options });
  document.dispatchEvent(new CustomEvent("working", { detail: -1 }));
  after(done, as);
}
