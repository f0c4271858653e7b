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

let fading;
/** A sentence that goes away by itself. */
export function toast(text) {
  $("toast").textContent = text;
  $("toast").classList.add("shown");
  clearTimeout(fading);
  fading = setTimeout(() => $("toast").classList.remove("shown"), 4000);
}

/** It is not true any more. */
export function untoast() {
  clearTimeout(fading);
  $("toast").classList.remove("shown");
}
