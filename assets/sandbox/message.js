// A message: who said it, words, embeds, pictures, and what can be clicked.
import { el, avatar, cover } from "./dom.js";
import { inline, markdown } from "./markdown.js";
import { S, nameOf } from "./state.js";
import { rows } from "./components.js";
import { act } from "./api.js";

const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const TOGETHER = 7 * 60 * 1000;
/** The most room a picture takes in a message. */
const WIDEST = 600, HIGHEST = 480;

/** Addresses of files lead to this very server, whatever name it was opened by. */
const local = (url) => { try { return new URL(url).pathname; } catch { return ""; } };

export const isPrivate = (message) => (message.flags & EPHEMERAL) !== 0;
export const isHollow = (message) => (message.flags & LOADING) !== 0;

/** Whether a message stands under the name of the one before. */
export function follows(message, before) {
  if (!before || before.author.id !== message.author.id || message.interaction_metadata) return false;
  if (isPrivate(before) !== isPrivate(message) || message.message_reference) return false;
  return Date.parse(message.timestamp) - Date.parse(before.timestamp) < TOGETHER;
}

/** A message as a list item. */
export function render(message, before) {
  const called = message.pinged?.includes(S.me);
  const classes = ["message", follows(message, before) && "follows", called && "called", isPrivate(message) && "private"];
  const node = el("li." + classes.filter(Boolean).join("."), { id: "m" + message.id });
  node.append(used(message) ?? "", avatar(message.author), el("div.body", {}, head(message), body(message)));
  return node;
}

function used(message) {
  const by = message.interaction_metadata?.user ?? message.interaction?.user;
  const name = message.interaction?.name ?? message.interaction_metadata?.name;
  if (!by || !name) return null;
  return el("div.used", {}, el("b", {}, nameOf(by.id)), " used ", el("span.mention", {}, "/" + name));
}

function head(message) {
  const when = new Date(message.timestamp);
  const day = when.toDateString() === new Date().toDateString() ? "" : when.toLocaleDateString([], { day: "numeric", month: "short" }) + ", ";
  const time = day + when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return el("div.head", {},
    el("span.name", {}, message.author.global_name || message.author.username),
    message.author.bot ? el("span.tag", {}, "APP") : null,
    el("time", { dateTime: message.timestamp, title: when.toLocaleString() }, time));
}

function body(message) {
  if (isHollow(message)) {
    return [el("p.thinking", {}, el("span.dots", {}, el("i"), el("i"), el("i")), " ", nameOf(message.author.id), " is thinking…"), only(message)];
  }
  const inEmbeds = new Set((message.embeds || []).flatMap((e) => [e.image?.url, e.thumbnail?.url]).filter(Boolean).map(local));
  const files = (message.attachments || []).filter((file) => !inEmbeds.has(local(file.url)));
  const content = message.content ? el("div.content", {}, markdown(message.content)) : null;
  if (content && message.edited_timestamp && !message.embeds?.length) (content.lastChild ?? content).append(el("span.edited", {}, " (edited)"));
  return [
    content,
    ...files.map(attachment),
    ...(message.embeds || []).map((one) => embed(one, message.attachments || [])),
    rows(message),
    reactions(message),
    el("div.failed", { hidden: true }),
    only(message),
  ];
}

function reactions(message) {
  if (!message.reactions?.length) return null;
  return el("div.reactions", {}, message.reactions.map((one) => el("span.reaction", {}, one.emoji.name, " ", String(one.count))));
}

function only(message) {
  if (!isPrivate(message)) return null;
  const dismiss = () => act({ do: "dismiss", as: S.me, message: message.id });
  return el("div.only", {}, "👁 Only you can see this · ", el("button.plain", { onclick: dismiss }, "Dismiss message"));
}

function embed(one, attachments) {
  const colour = "#" + (one.color ?? 0x4e5058).toString(16).padStart(6, "0");
  const fields = (one.fields || []).map((field) =>
    el(field.inline ? "div.field.inline" : "div.field", {}, el("b", {}, inline(field.name)), el("div", {}, markdown(field.value))));
  return el("article.embed", { style: { borderLeftColor: colour } },
    one.author ? el("div.author", {}, one.author.name) : null,
    one.title ? el("div.title", {}, inline(one.title)) : null,
    one.description ? el("div.description", {}, markdown(one.description)) : null,
    fields.length ? el("div.fields", {}, fields) : null,
    one.image ? picture(one.image, about(one.image, attachments)) : null,
    one.footer ? el("div.footer", {}, one.footer.text) : null);
}

/** What is known of a picture: its words and its size stand with the attachment. */
function about(image, attachments) {
  return attachments.find((file) => local(file.url) === local(image.url)) ?? {};
}

function attachment(file) {
  if (file.content_type?.startsWith("image/") || file.width) return picture(file, file);
  return el("a.file", { href: local(file.url), download: file.filename },
    "📄 ", file.filename, el("small", {}, ` ${Math.ceil(file.size / 1024)} KB`));
}

function picture(image, file) {
  const alt = file.description || "";
  const width = file.width || image.width, height = file.height || image.height;
  // Its place is kept before it has come, and is no larger than the picture.
  const size = width && height ? { width, height, style: { width: Math.round(width * Math.min(1, WIDEST / width, HIGHEST / height)) + "px" } } : {};
  // The button says what is on it: a picture in it that says so as well would be read out twice.
  const shown = el("img", { src: local(image.url), alt: "", ...size });
  shown.onerror = () => frame.replaceChildren(el("span.lost", {}, "This picture is not kept any more."));
  const frame = el("button.picture", { "aria-label": alt ? `${alt} Enlarge` : "Enlarge the picture", onclick: () => enlarge(shown.src, alt) }, shown);
  return frame;
}

function enlarge(src, alt) {
  const big = el("img", { src, alt: "" });
  const box = el("div.frame", {}, big);
  const size = el("button.size", { type: "button", onclick: (event) => { event.stopPropagation(); turn(0.5, 0.5); } }, "Full size");
  const leave = el("button.leave", { type: "button", "aria-label": "Close the picture", onclick: () => close() }, "✕");
  /** The picture in its own size, around a point of it; or as much of it as there is room for. */
  const turn = (across, down) => {
    size.textContent = veil.classList.toggle("whole") ? "Fit" : "Full size";
    box.scrollTo(across * big.offsetWidth - box.clientWidth / 2, down * big.offsetHeight - box.clientHeight / 2);
  };
  big.onclick = (event) => {
    event.stopPropagation();
    turn(event.offsetX / big.offsetWidth, event.offsetY / big.offsetHeight);
  };
  const veil = el("div.veil.gallery", { role: "dialog", "aria-modal": "true", "aria-label": "The picture", onclick: () => close() },
    el("div.ends", {}, size, leave), box, alt ? el("p.alt", {}, alt) : null);
  const close = cover(veil);
  leave.focus();
}
