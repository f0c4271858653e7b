// Buttons and menus under a message.
import { el, toast } from "./dom.js";
import { S, people } from "./state.js";
import { act } from "./api.js";
import { open } from "./modal.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const FAILED = "This interaction failed";

export function rows(message) {
  const all = message.components || [];
  if (!all.length) return null;
  return el("div.rows", {}, all.map((row) =>
    el("div.row", {}, (row.components || []).map((part) => (part.type === 2 ? button(message, part) : select(message, part))))));
}

const emoji = (one) => (one?.name ? el("span.emoji", {}, one.name) : null);

function button(message, part) {
  const style = STYLES[part.style] || "secondary";
  if (style === "link") {
    return el("a.button.link", { href: part.url, target: "_blank", rel: "noreferrer noopener" }, emoji(part.emoji), part.label, " ↗");
  }
  const node = el("button.button." + style, { disabled: part.disabled === true, "data-custom-id": part.custom_id },
    emoji(part.emoji), part.label ? el("span", {}, part.label) : null);
  node.onclick = () => perform(message, node, { do: "click", message: message.id, custom_id: part.custom_id });
  return node;
}

/** Does something on a message; what comes of it arrives by the stream, or opens a form. */
export async function perform(message, node, deed) {
  const place = document.querySelector(`#m${message.id} .failed`);
  if (place) place.hidden = true;
  node?.classList.add("busy");
  document.dispatchEvent(new CustomEvent("working", { detail: 1 }));
  const as = S.me;
  const done = await act({ as, ...deed });
  document.dispatchEvent(new CustomEvent("working", { detail: -1 }));
  node?.classList.remove("busy");
  const failed = document.querySelector(`#m${message.id} .failed`);
  if (done.ack === "failed" && failed && as === S.me) {
    failed.textContent = FAILED;
    failed.hidden = false;
  } else after(done, as);
}

/** What came of a deed, wherever it was done; who is somebody else by now does not hear of it. */
export function after(done, as) {
  if (as !== S.me) return;
  if (done.refused) toast(done.refused);
  else if (done.ack === "failed") toast("The application did not respond");
  else if (done.ack === "modal") open(done.modal);
}

/** What a menu offers; users and roles are those there are. */
function offered(part) {
  const users = () => people().concat(S.user(S.bot) ?? []).map((user) => ({ value: user.id, label: user.global_name }));
  const roles = () => [...S.roles.values()].filter((role) => role.name !== "@everyone").map((role) => ({ value: role.id, label: "@" + role.name }));
  const channels = () => [...S.channels.values()].map((channel) => ({ value: channel.id, label: "#" + channel.name }));
  switch (part.type) {
    case 3: return part.options || [];
    case 5: return users();
    case 6: return roles();
    case 7: return users().concat(roles());
    default: return channels();
  }
}

function select(message, part) {
  const options = offered(part);
  const chosen = new Set(options.filter((one) => one.default).map((one) => one.value));
  const most = part.max_values ?? 1, least = part.min_values ?? 1;
  const shown = options.filter((one) => chosen.has(one.value)).map((one) => one.label).join(", ");
  const face = el("button.select", { disabled: part.disabled === true, "aria-haspopup": "listbox", "aria-expanded": "false", "data-custom-id": part.custom_id },
    el(shown ? "span" : "span.placeholder", {}, shown || part.placeholder || "Make a selection"), el("span.arrow", {}, "⌄"));
  const send = () => perform(message, face, { do: "choose", message: message.id, custom_id: part.custom_id, values: [...chosen] });
  const box = el("div.selectbox", {}, face);
  face.onclick = () => (box.querySelector(".options") ? close(box) : unfold());
  function unfold() {
    const pick = (one, item) => {
      if (most === 1) {
        chosen.clear();
        chosen.add(one.value);
        close(box);
        face.focus({ preventScroll: true });
        send();
      } else {
        if (!chosen.delete(one.value) && chosen.size < most) chosen.add(one.value);
        item.setAttribute("aria-selected", chosen.has(one.value));
        done.disabled = chosen.size < least;
      }
    };
    const items = options.map((one) => {
      const item = el("button.option", { role: "option", "data-value": one.value, "aria-selected": String(chosen.has(one.value)) },
        emoji(one.emoji), el("span", {}, el("b", {}, one.label), one.description ? el("small", {}, one.description) : null));
      item.onclick = () => pick(one, item);
      return item;
    });
    const done = el("button.button.primary", { hidden: most === 1, disabled: chosen.size < least, onclick: () => { close(box); send(); } }, "Done");
    const list = el("div.options", { role: "listbox", "aria-label": part.placeholder || "Make a selection", "aria-multiselectable": String(most > 1) }, items, done);
    list.onkeydown = (event) => walk(event, items, () => { close(box); face.focus(); });
    list.addEventListener("focusout", (event) => { if (event.relatedTarget && !box.contains(event.relatedTarget)) close(box); });
    face.setAttribute("aria-expanded", "true");
    box.append(list);
    (items.find((item) => item.getAttribute("aria-selected") === "true") ?? items[0])?.focus({ preventScroll: true });
    list.scrollIntoView({ block: "nearest" });
    setTimeout(() => document.addEventListener("click", outside), 0);
    function outside(event) {
      if (box.contains(event.target)) return;
      document.removeEventListener("click", outside);
      close(box);
    }
  }
  return box;
}

function close(box) {
  box.querySelector(".options")?.remove();
  box.querySelector(".select").setAttribute("aria-expanded", "false");
}

function walk(event, items, leave) {
  const at = items.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (event.key === "Escape") leave();
  else if (to !== undefined) items[(to + items.length) % items.length]?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
