// The messages of the open channel: drawn, and changed where they stand.
import { el, $, gently, toast } from "./dom.js";
import { get } from "./api.js";
import { S } from "./state.js";
import { render, follows, isPrivate } from "./message.js";

/** Whoever reads the newest has no use for more; what is left out can be asked for. */
const MOST = 200, LEFT = 100;

const scroll = () => $("scroll");
const atBottom = () => scroll().scrollHeight - scroll().scrollTop - scroll().clientHeight < 120;
export const bottom = () => { scroll().scrollTop = scroll().scrollHeight; };
$("newer").onclick = () => bottom();
scroll().addEventListener("scroll", () => { if (atBottom()) $("newer").hidden = true; });

/** Shows the messages there are, and whether there were more before them. */
export function show({ messages, more }) {
  S.messages = new Map(messages.map((one) => [one.id, one]));
  S.more = more;
  draw();
}

function draw() {
  let before = null;
  const items = [...S.messages.values()].map((message) => {
    const item = render(message, before);
    before = message;
    return item;
  });
  const more = S.more ? [el("li.more", {}, el("button.plain", { onclick: older }, "Show what was said before"))] : [];
  $("messages").replaceChildren(...more, ...items);
}

async function older() {
  const channel = S.channel, first = [...S.messages.keys()][0];
  const found = await get("messages", { as: S.me, channel, before: first }).catch(() => ({ refused: "The sandbox does not answer." }));
  if (found.refused) return toast(found.refused);
  if (channel !== S.channel || first !== [...S.messages.keys()][0]) return;
  const height = scroll().scrollHeight, top = scroll().scrollTop;
  S.messages = new Map([...found.messages.map((one) => [one.id, one]), ...S.messages]);
  S.more = found.more;
  draw();
  scroll().scrollTop = top + scroll().scrollHeight - height;
}

/** Goes to a message. */
export function find(id) {
  const node = $("m" + id);
  if (!node) return toast("That message is not here any more");
  node.scrollIntoView({ block: "center" });
  node.classList.add("found");
  setTimeout(() => node.classList.remove("found"), 2000);
}

/** Goes to what is asked last: the focus is on its first answer. */
export function newest() {
  const asking = [...$("messages").querySelectorAll(".message")].filter((one) => one.querySelector(".rows button:not(:disabled)"));
  const node = asking.at(-1);
  if (!node) return bottom();
  node.querySelector(".rows button:not(:disabled)").focus({ preventScroll: true });
  node.scrollIntoView({ block: "end" });
}

/** A message is new, or another. */
export function arrive(message) {
  const stick = atBottom();
  const known = S.messages.get(message.id);
  const last = [...S.messages.keys()].at(-1);
  S.messages.set(message.id, message);
  if (!known && last && BigInt(last) > BigInt(message.id)) {
    S.messages = new Map([...S.messages].sort((a, b) => (BigInt(a[0]) < BigInt(b[0]) ? -1 : 1)));
    draw();
  } else place(message, known);
  if (!stick && (known || !mine(message))) {
    if (!known) $("newer").hidden = false;
    return;
  }
  if (S.messages.size > MOST) forget();
  bottom();
}

/** What one says oneself, and what is said to nobody else, is looked at. */
const mine = (message) => message.author.id === S.me || isPrivate(message) || message.interaction_metadata?.user?.id === S.me;

/** The oldest leave the page. */
function forget() {
  S.messages = new Map([...S.messages].slice(-LEFT));
  S.more = true;
  draw();
}

function place(message, known) {
  const ids = [...S.messages.keys()];
  const before = S.messages.get(ids[ids.indexOf(message.id) - 1]);
  const item = render(message, before);
  const old = known && $("m" + message.id);
  if (message.author.id !== S.me && words(item) !== (old ? words(old) : "")) $("spoken").textContent = words(item);
  if (!old) return $("messages").append(item);
  const had = old.contains(document.activeElement) ? document.activeElement : null;
  keepPictures(old, item);
  const now = renew(old, item, known.components || [], message.components || []);
  if (!had || now.contains(document.activeElement)) return;
  // The focus stays with the message, and on no other button: a second key press is no answer.
  now.tabIndex = -1;
  (now.contains(had) ? had : now).focus({ preventScroll: true });
}

/** What is read out of a message: who says it, and what it is about. */
function words(item) {
  const parts = [...item.querySelectorAll(".head .name, .content, .embed .title")];
  return parts.map((one) => one.textContent).join(": ").slice(0, 300);
}

/** A picture that stays is not loaded again. */
function keepPictures(old, item) {
  for (const image of item.querySelectorAll(".picture img")) {
    const same = [...old.querySelectorAll(".picture img")].find((one) => one.src === image.src);
    if (same) image.closest("button")?.replaceWith(same.closest("button"));
  }
}

/** Puts a message in the place of an older one; rows of buttons that are the same stay, and a menu in them open. */
function renew(old, item, were, are) {
  const kept = old.querySelector(".rows"), fresh = item.querySelector(".rows");
  if (!kept || !fresh) {
    old.replaceWith(item);
    return item;
  }
  const all = [...fresh.parentNode.childNodes], at = all.indexOf(fresh);
  const had = [...kept.children], has = [...fresh.children];
  [...kept.parentNode.childNodes].forEach((node) => { if (node !== kept) node.remove(); });
  kept.before(...all.slice(0, at));
  kept.after(...all.slice(at + 1));
  has.forEach((row, number) => {
    if (!had[number]) kept.append(row);
    else if (JSON.stringify(were[number]) !== JSON.stringify(are[number])) gently(had[number], () => had[number].replaceWith(row));
  });
  had.slice(has.length).forEach((row) => row.remove());
  old.className = item.className;
  return old;
}

/** A message is gone. */
export function depart(id) {
  S.messages.delete(id);
  const node = $("m" + id);
  const next = node?.nextElementSibling;
  node?.remove();
  const message = next && S.messages.get(next.id.slice(1));
  if (!message) return;
  const before = S.messages.get(next.previousElementSibling?.id.slice(1));
  next.classList.toggle("follows", follows(message, before));
}
