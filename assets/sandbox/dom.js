// Elements, made in one line. Text is always text: nothing here reads HTML.

/** An element: `el("button.primary", { onclick }, "Go")`. */
export function el(what, attributes, ...children) {
  const [tag, ...classes] = what.split(".");
  const node = document.createElement(tag || "div");
  if (classes.length) node.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") Object.assign(node.style, value);
    else if (name in node && name !== "list") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(9).filter((child) => child !== undefined && child !== null && child !== false));
  return node;
}

export const $ = (id) => document.getElementById(id);

/** A colour that belongs to an id. */
export function hue(id) {
  // Neighbours are far apart: by the golden angle.
  return `hsl(${(Number(BigInt(id) % 360n) * 137) % 360} 45% 42%)`;
}

/** A round picture of somebody. */
export function avatar(user) {
  if (user.bot) return el("img.avatar", { src: "/sandbox/page/ember.svg", alt: "" });
  const letter = (user.global_name || user.username || "?").slice(0, 1).toUpperCase();
  return el("span.avatar", { style: { background: hue(user.id) }, "aria-hidden": "true" }, letter);
}

/** What a pointer or a key is down on, and what is to be drawn there when it is released. */
let pressed = null;
const waiting = new Map();

function release() {
  // The click comes right after the release, and needs what it is on.
  setTimeout(() => {
    pressed = null;
    const all = [...waiting.values()];
    waiting.clear();
    all.forEach((draw) => draw());
  });
}

document.addEventListener("pointerdown", (event) => { pressed = event.target; }, true);
document.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") pressed = event.target; }, true);
for (const end of ["pointerup", "pointercancel", "keyup"]) document.addEventListener(end, release, true);
addEventListener("blur", release);
// It may have been released where nobody tells us.
document.addEventListener("pointerenter", (event) => { if (pressed && event.buttons === 0) release(); });

/** Draws in a box; while something in it is held down, after that: a click on what is not there any more is lost. */
export function gently(box, draw) {
  if (pressed && box.contains(pressed)) waiting.set(box, draw);
  else draw();
}

/** What a button is known by when it is drawn anew. */
const known = (node) => (Object.keys(node.dataset).length ? JSON.stringify({ ...node.dataset }) : null);

/** Puts other children into a box; what had the focus, and is there again, keeps it. */
export function refill(box, nodes) {
  gently(box, () => {
    const had = box.contains(document.activeElement) ? known(document.activeElement) : null;
    box.replaceChildren(...nodes);
    if (had) [...box.querySelectorAll("button")].find((one) => known(one) === had)?.focus({ preventScroll: true });
  });
}

/** Puts something before everything else: what is behind it cannot be reached. Gives what closes it. */
export function cover(veil) {
  const before = document.activeElement;
  const close = () => {
    document.removeEventListener("keydown", key, true);
    veil.remove();
    $("app").inert = $("layer").children.length > 0;
    before?.focus?.({ preventScroll: true });
  };
  const key = (event) => { if (event.key === "Escape") { event.stopPropagation(); close(); } };
  document.addEventListener("keydown", key, true);
  $("layer").append(veil);
  $("app").inert = true;
  return close;
}

let fading;
/** A sentence that goes away by itself, when it can have been read. */
export function toast(text) {
  const box = $("toast");
  // Said again it is not read out again.
  if (box.textContent !== text || !box.classList.contains("shown")) box.textContent = text;
  box.classList.add("shown");
  clearTimeout(fading);
  fading = setTimeout(() => box.classList.remove("shown"), Math.max(4000, text.length * 70));
}

/** It is not true any more. */
export function untoast() {
  clearTimeout(fading);
  $("toast").classList.remove("shown");
}
