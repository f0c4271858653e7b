// Where one types: words, and commands with completion of names and options.
import { el, toast } from "./dom.js";
import { act, get } from "./api.js";
import { S } from "./state.js";
import { after } from "./components.js";
import { Filling } from "./filling.js";

let box, input, list, filling = null;
let commands = { of: "", all: [] };
let items = [], at = 0;

export function compose(into) {
  box = into;
  list = el("div.suggestions", { role: "listbox", hidden: true });
  input = el("textarea", { rows: 1, "aria-label": "Message", autocomplete: "off" });
  input.addEventListener("input", typed);
  input.addEventListener("keydown", key);
  input.addEventListener("blur", () => setTimeout(hide, 150));
  plain();
}

function plain() {
  filling = null;
  box.replaceChildren(list, el("div.bar", {}, input));
  input.value = "";
  refresh();
}

/** Another channel, or somebody else. */
export function refresh() {
  if (filling) return plain();
  const channel = S.channels.get(S.channel);
  input.placeholder = channel ? `Message #${channel.name}, or / for a command` : "";
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
  if (commands.of !== of) {
    const all = await get("commands", { as: S.me, channel: S.channel });
    commands = { of, all: all.flatMap((command) => flat(command, command.name)) };
  }
  return commands.all;
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
  const wanted = input.value.slice(1).toLowerCase().trim();
  const all = await known();
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
    const node = el("button.suggestion", { type: "button", role: "option", tabIndex: -1, "data-suggestion": item.id }, item.face);
    node.onmousedown = (event) => { event.preventDefault(); item.pick(); };
    node.onmousemove = () => { at = index; mark(); };
    return node;
  }));
  mark();
}

export function hide() {
  items = [];
  list.hidden = true;
}

function mark() {
  [...list.children].forEach((node, index) => node.setAttribute("aria-selected", index === at));
  list.children[at]?.scrollIntoView({ block: "nearest" });
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
  if (text.startsWith("/")) return toast("There is no such command");
  input.value = "";
  typed();
  const done = await act({ do: "say", as: S.me, channel: S.channel, text });
  if (done.refused) toast(done.refused);
}

/** A command was picked: its options are asked for. */
function fill(command) {
  hide();
  filling = new Filling(command, { offer, hide, walked, send, cancel: () => { plain(); input.focus(); } });
  box.replaceChildren(list, filling.node);
  filling.begin();
}

async function send(path, options) {
  plain();
  input.focus();
  document.dispatchEvent(new CustomEvent("working", { detail: 1 }));
  const done = await act({ do: "slash", as: S.me, channel: S.channel, path, options });
  document.dispatchEvent(new CustomEvent("working", { detail: -1 }));
  after(done);
}
