// The room: the code that lets friends in, who is there, and a screen that stays awake.
import { el, $, avatar, cover, toast } from "./dom.js";
import { act } from "./api.js";
import { S, people, nameOf } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";
/** Light around a code, in its own dots. */
const MARGIN = 3;

/** A drawing of one path. */
function drawing(side, d, attributes) {
  const picture = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
  for (const [name, value] of Object.entries({ viewBox: `0 0 ${side} ${side}`, ...attributes })) picture.setAttribute(name, value);
  path.setAttribute("d", d);
  picture.append(path);
  return picture;
}

/** A code as a picture: a square for each dark dot. */
function code(rows) {
  const dots = rows.flatMap((row, y) => [...row].flatMap((dot, x) => (dot === "1" ? [`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`] : [])));
  return drawing(rows.length + 2 * MARGIN, dots.join(""), { role: "img", "aria-label": "The link as a code to scan" });
}

/** A phone, for those whose browser has no such letter. */
export const phoneSign = () => drawing(20, "M6 1h8a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2zm0 3v10h8v-10zm3 12v1h2v-1z", { "aria-hidden": "true" });

/** The way in, on the host's page. */
export function drawRoom() {
  const room = S.room;
  $("room").hidden = !room;
  if (!room) return $("room").replaceChildren();
  const [link] = room.links;
  const there = room.taken.length;
  $("room").replaceChildren(
    el("h3", {}, "Friends in this room"),
    code(room.code),
    el("a.address", { href: link, target: "_blank", rel: "noreferrer" }, link.replace("http://", "")),
    el("p", {}, there ? `${there} ${there === 1 ? "phone is" : "phones are"} in. Begin when everybody is.` : "Scan it on the same Wi-Fi: each phone takes a person. For friends in one room, not for the internet."));
}

/** Whether a phone is this person. */
export const isTaken = (user) => S.room?.taken.includes(user) ?? false;

/** What the host can do with a phone: somebody else, or nobody. */
export function movePhone(user) {
  const done = async (body) => {
    close();
    const answer = await act({ as: S.me, person: user, ...body });
    if (answer.refused) toast(answer.refused);
  };
  const line = (other) => el("button.person", { onclick: () => done({ do: "give", to: other.id }) },
    avatar(other), el("span.label", {}, other.global_name, isTaken(other.id) ? el("small", {}, "they change places") : null));
  const leave = el("button.button.danger", { type: "button", onclick: () => done({ do: "free" }) }, "Send it away");
  const box = el("div.modal.moving", { role: "dialog", "aria-modal": "true", "aria-label": `The phone of ${nameOf(user)}` },
    el("h3", {}, `The phone of ${nameOf(user)}`), el("p", {}, "Who shall it be?"),
    el("div.choices", {}, people().filter((other) => other.id !== user).map(line)),
    el("div.ends", {}, el("button.plain", { type: "button", onclick: () => close() }, "Cancel"), leave));
  const veil = el("div.veil", { onmousedown: (event) => { if (event.target === veil) close(); } }, box);
  const close = cover(veil);
  box.querySelector("button")?.focus();
}

/** A sentence instead of everything: who is not let in any more has nothing to click. */
export function out(why) {
  $("app").hidden = true;
  $("layer").replaceChildren();
  document.body.append(el("div.out", { role: "alert" }, el("h1", {}, "Emberhall"), el("p", {}, why)));
}

let lamp = null;
/** Keeps a guest's screen on, where the browser can. */
export async function stayAwake() {
  if (!S.guest || lamp || document.hidden || !navigator.wakeLock) return;
  try {
    lamp = await navigator.wakeLock.request("screen");
    lamp.addEventListener("release", () => { lamp = null; });
  } catch {
    // A battery that is nearly empty comes first.
    lamp = null;
  }
}
