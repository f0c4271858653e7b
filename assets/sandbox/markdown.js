// Discord's markdown, as nodes.
import { el } from "./dom.js";
import { S, nameOf, channelOf, roleOf, jump, turn } from "./state.js";

const INLINE = [
  [/^\\([\\*_~`|>#\-\[\]()<@])/, (m) => m[1]],
  [/^``(.+?)``|^`([^`\n]+)`/s, (m) => el("code", {}, m[1] ?? m[2])],
  [/^\*\*\*(?=\S)(.+?)\*\*\*/s, (m) => el("strong", {}, el("em", {}, inline(m[1])))],
  [/^\*\*(?=\S)(.+?)\*\*(?!\*)/s, (m) => el("strong", {}, inline(m[1]))],
  [/^__(?=\S)(.+?)__(?!_)/s, (m) => el("u", {}, inline(m[1]))],
  [/^~~(?=\S)(.+?)~~/s, (m) => el("s", {}, inline(m[1]))],
  [/^\|\|(.+?)\|\|/s, (m) => spoiler(m[1])],
  [/^\*(?=\S)((?:\*\*|[^*])+?)\*(?!\*)/s, (m) => el("em", {}, inline(m[1]))],
  [/^_(?=\S)((?:__|[^_])+?)_(?![_\w])/s, (m) => el("em", {}, inline(m[1])), true],
  [/^<@!?(\d+)>/, (m) => person(m[1])],
  [/^<@&(\d+)>/, (m) => mention("@" + roleOf(m[1]), S.user(S.me)?.roles.includes(m[1]))],
  [/^<#(\d+)>/, (m) => place(m[1])],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (m) => moment(Number(m[1]), m[2] || "f", m[0])],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m) => link(m[2], inline(m[1]))],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => link(m[1], m[1])],
  [/^https?:\/\/[^\s<]+[^\s<.,:;"')\]]/, (m) => link(m[0], m[0])],
];

/** A run of text, without blocks. */
export function inline(text) {
  const nodes = [];
  let plain = "";
  let at = 0;
  outer: while (at < text.length) {
    const rest = text.slice(at);
    if (/^[\\`*_~|<[h]/.test(rest)) {
      for (const [pattern, make, atWord] of INLINE) {
        if (atWord && /\w$/.test(text.slice(0, at))) continue;
        const found = rest.match(pattern);
        if (!found) continue;
        if (plain) nodes.push(plain);
        plain = "";
        nodes.push(make(found));
        at += found[0].length;
        continue outer;
      }
    }
    plain += text[at];
    at += 1;
  }
  if (plain) nodes.push(plain);
  return nodes.flat(9);
}

function mention(text, mine) {
  return el(mine ? "span.mention.mine" : "span.mention", {}, text);
}

/** Somebody: a click is a click on their name, for whoever plays them all. */
function person(id) {
  const name = "@" + nameOf(id);
  if (id === S.me || !S.user(id) || S.user(id).bot) return mention(name, id === S.me);
  return el("a.mention", { href: "#", role: "button", title: `Be ${nameOf(id)}`, onclick: (e) => { e.preventDefault(); turn(id); } }, name);
}

function place(id) {
  const channel = channelOf(id);
  if (!channel) return mention("#unknown");
  return el("a.mention", { href: "#", onclick: (e) => { e.preventDefault(); jump(id); } }, "#" + channel.name);
}

function spoiler(text) {
  const node = el("span.spoiler", { tabIndex: 0, role: "button", "aria-label": "Hidden: open" }, inline(text));
  node.onclick = () => { node.classList.add("open"); node.removeAttribute("aria-label"); };
  node.onkeydown = (event) => { if (event.key === "Enter") node.onclick(); };
  return node;
}

function link(url, children) {
  const inside = url.match(/^https:\/\/discord\.com\/channels\/\d+\/(\d+)(?:\/(\d+))?$/);
  if (inside) {
    const own = children === url ? "# " + (channelOf(inside[1])?.name ?? "channel") + " › 💬" : children;
    const go = (e) => { e.preventDefault(); jump(inside[1], inside[2]); };
    return el("a", { href: "#", onclick: go }, own);
  }
  return el("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, children);
}

const STYLES = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};

function moment(seconds, style, written) {
  const date = new Date(seconds * 1000);
  // There are numbers that are no moment; what was written stays.
  if (Number.isNaN(date.getTime())) return written;
  const node = el("time.moment", { dateTime: date.toISOString(), title: date.toLocaleString([], STYLES.F) });
  if (style === "R") node.dataset.until = seconds;
  node.textContent = style === "R" ? relative(seconds) : date.toLocaleString([], STYLES[style]);
  return node;
}

const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

export function relative(seconds) {
  const away = seconds - Date.now() / 1000;
  // As Discord rounds: a day that has just begun to run out is still a day.
  const [unit, length] = UNITS.find(([, length]) => Math.round(Math.abs(away) / length) >= 1) || UNITS[5];
  return new Intl.RelativeTimeFormat("en", { numeric: "always" }).format(Math.round(away / length), unit);
}

setInterval(() => {
  for (const node of document.querySelectorAll("[data-until]")) {
    const now = relative(Number(node.dataset.until));
    if (node.textContent !== now) node.textContent = now;
  }
}, 1000);

/** A whole text, with headings, lists, quotes and code. */
export function markdown(text) {
  const nodes = [];
  const parts = String(text).split(/```(?:([\w+-]+)\n)?([\s\S]*?)```/);
  for (let at = 0; at < parts.length; at += 3) {
    nodes.push(...blocks(parts[at]));
    if (at + 2 < parts.length) nodes.push(el("pre", {}, el("code", {}, parts[at + 2].replace(/^\n|\n$/g, ""))));
  }
  return nodes;
}

function blocks(text) {
  const nodes = [];
  let paragraph = [];
  const flush = () => {
    const lines = paragraph.join("\n").replace(/^\n+|\n+$/g, "");
    if (lines) nodes.push(el("p", {}, inline(lines)));
    paragraph = [];
  };
  for (const line of text.split("\n")) {
    const block = blockOf(line, nodes);
    if (!block) {
      if (line === "" && paragraph.length === 0) continue;
      paragraph.push(line);
      continue;
    }
    flush();
    block();
  }
  flush();
  return nodes;
}

/** What a line does if it is more than a line of a paragraph. */
function blockOf(line, nodes) {
  const heading = line.match(/^(#{1,3}) +(.+)/);
  if (heading) return () => nodes.push(el("h" + (heading[1].length + 2), {}, inline(heading[2])));
  const small = line.match(/^-# +(.+)/);
  if (small) return () => nodes.push(el("p.small", {}, inline(small[1])));
  const quote = line.match(/^> ?(.*)/);
  if (quote) return () => into(nodes, "blockquote", () => el("p", {}, inline(quote[1] || "\u00a0")));
  const bullet = line.match(/^( *)[-*] +(.+)/);
  if (bullet) return () => into(nodes, "ul", () => el(bullet[1].length > 1 ? "li.deep" : "li", {}, inline(bullet[2])));
  const counted = line.match(/^ *(\d+)\. +(.+)/);
  if (counted) return () => into(nodes, "ol", () => el("li", { value: Number(counted[1]) }, inline(counted[2])));
  return null;
}

function into(nodes, tag, make) {
  let last = nodes[nodes.length - 1];
  if (!(last instanceof Element) || last.localName !== tag) {
    last = el(tag);
    nodes.push(last);
  }
  last.append(make());
}
