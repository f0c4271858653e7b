// The window: who you are, where you are, and what changes.
import { el, $, avatar, toast, untoast } from "./dom.js";
import { act, get, listen } from "./api.js";
import { S, take, takeMarks, people, nameOf, markOf, marksOf, onJump } from "./state.js";
import { render, follows } from "./message.js";
import { compose, refresh as refreshComposer, focus as focusComposer } from "./composer.js";

let stop = () => {};
let writing = new Map();
let working = 0;
/** What is heard while a channel is being read. */
let missed = null;

async function begin() {
  const as = new URLSearchParams(location.search).get("as") || sessionStorage.getItem("as") || "";
  compose($("composer"));
  // A sign that was drawn before its font had come would stay an empty box.
  await document.fonts.load('15px "Hall Emoji"', "🔥").catch(() => {});
  await become(as);
}

/** Looks at everything as somebody. */
async function become(as) {
  stop();
  take(await get("state", { as }));
  sessionStorage.setItem("as", S.me);
  const address = new URL(location.href);
  address.searchParams.set("as", nameOf(S.me));
  history.replaceState(null, "", address);
  document.title = `${nameOf(S.me)} · Emberhall`;
  if (!S.channels.has(S.channel)) S.channel = texts()[0]?.id ?? null;
  frame();
  const stream = listen(S.me, { hear, lost: () => toast("The sandbox is out of reach…"), back: () => { untoast(); become(S.me); } });
  stop = stream.stop;
  // Whatever comes after the stream has begun is heard; so the channel is read after that.
  await stream.begun;
  await enter(S.channel);
}

const texts = () => [...S.channels.values()].filter((channel) => channel.type === 0);
const threads = (parent) => [...S.channels.values()].filter((channel) => channel.parent_id === parent);

function frame() {
  $("guild").textContent = S.guild?.name ?? "";
  drawChannels();
  drawPeople();
  drawLevers();
}

function drawChannels() {
  const line = (channel, deep) => {
    const mark = markOf(S.me, channel.id);
    const classes = ["channel", deep && "thread", channel.id === S.channel && "open", mark.unread && "unread"].filter(Boolean);
    return el("button." + classes.join("."), { onclick: () => { enter(channel.id); fold(); }, "data-channel": channel.id },
      el("span.sign", {}, deep ? "🧵" : "#"), el("span.label", {}, channel.name),
      mark.pings ? el("i.pings", {}, String(mark.pings)) : null);
  };
  $("channels").replaceChildren(...texts().flatMap((channel) => [line(channel), ...threads(channel.id).map((one) => line(one, true))]));
  const open = S.channels.get(S.channel);
  $("title").textContent = open ? (open.type === 0 ? "# " : "🧵 ") + open.name : "";
}

function drawPeople() {
  const all = people();
  const line = (user, at) => {
    const { pings, unread } = marksOf(user.id);
    const roles = user.roles.map((id) => S.roles.get(id)?.name).filter(Boolean);
    const mine = user.id === S.me;
    return el(mine ? "button.person.me" : "button.person",
      { role: "radio", "aria-checked": String(mine), "data-person": user.id, title: `Be ${user.global_name} (key ${at + 1})`, onclick: () => { become(user.id); fold(); } },
      avatar(user), el("span.label", {}, user.global_name, el("small", {}, roles.join(", "))),
      !mine && unread && !pings ? el("i.dot", { title: "unread" }) : null,
      pings ? el("i.pings", {}, String(pings)) : null,
      el("kbd", {}, String(at + 1)));
  };
  $("people").replaceChildren(el("h3", {}, "You are"), ...all.map(line));
  const others = all.reduce((sum, user) => sum + marksOf(user.id).pings, 0);
  $("elsewhere").hidden = !others;
  $("elsewhere").textContent = String(others);
}

function drawLevers() {
  $("levers").replaceChildren(...S.levers.map((lever) =>
    el("button.lever", { role: "switch", "aria-checked": String(lever.on), title: lever.hint, "data-lever": lever.id,
      onclick: () => act({ do: "pull", as: S.me, channel: S.channel, lever: lever.id }) },
      el("span.label", {}, lever.label), el("span.knob"))));
}

/** Opens a channel. */
async function enter(channel, message) {
  S.channel = channel;
  drawChannels();
  refreshComposer();
  if (!channel) return;
  const heard = (missed = []);
  const found = await get("messages", { as: S.me, channel });
  if (missed !== heard || found.refused) return;
  S.messages = new Map(found.messages.map((one) => [one.id, one]));
  S.more = found.more;
  draw();
  missed = null;
  heard.forEach(hear);
  bottom();
  read();
  drawTyping();
  document.body.dataset.at = `${S.me} ${channel}`;
  if (message) show(message);
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
  const first = [...S.messages.keys()][0];
  const found = await get("messages", { as: S.me, channel: S.channel, before: first });
  const height = $("scroll").scrollHeight;
  S.messages = new Map([...found.messages.map((one) => [one.id, one]), ...S.messages]);
  S.more = found.more;
  draw();
  $("scroll").scrollTop += $("scroll").scrollHeight - height;
}

const scroll = () => $("scroll");
const atBottom = () => scroll().scrollHeight - scroll().scrollTop - scroll().clientHeight < 120;
const bottom = () => { scroll().scrollTop = scroll().scrollHeight; };

function show(id) {
  const node = $("m" + id);
  if (!node) return toast("That message is not here any more");
  node.scrollIntoView({ block: "center" });
  node.classList.add("found");
  setTimeout(() => node.classList.remove("found"), 2000);
}

function read() {
  if (document.hidden || !markOf(S.me, S.channel).unread) return;
  act({ do: "read", as: S.me, channel: S.channel });
}

function hear(news) {
  // While a channel is being read, what changes in it waits.
  if (missed && (news.t === "message" || news.t === "gone")) return missed.push(news);
  const turn = {
    message: () => arrive(news.message),
    gone: () => depart(news),
    typing: () => { writing.set(news.channel, { user: news.user, until: Date.now() + 10000 }); drawTyping(); },
    places: relist,
    reload: () => become(S.me),
    levers: () => { S.levers = news.levers; drawLevers(); },
    marks: () => { takeMarks(news.marks); drawChannels(); drawPeople(); read(); },
  }[news.t];
  turn?.();
}

/** Channels, people or roles are others now. */
async function relist() {
  const me = S.me;
  const state = await get("state", { as: me });
  if (me !== S.me) return;
  take(state);
  frame();
}

/** A message is new, or another. */
function arrive(message) {
  if (message.channel_id !== S.channel) return;
  const stick = atBottom();
  const known = S.messages.get(message.id);
  if (message.author.id === S.bot) { writing.delete(S.channel); drawTyping(); }
  S.messages.set(message.id, message);
  if (!known && [...S.messages.keys()].some((id) => BigInt(id) > BigInt(message.id))) {
    S.messages = new Map([...S.messages].sort((a, b) => (BigInt(a[0]) < BigInt(b[0]) ? -1 : 1)));
    draw();
  } else place(message, known);
  if (stick || message.author.id === S.me) bottom();
}

function place(message, known) {
  const ids = [...S.messages.keys()];
  const before = S.messages.get(ids[ids.indexOf(message.id) - 1]);
  const item = render(message, before);
  const old = known && $("m" + message.id);
  if (!old) return $("messages").append(item);
  // A menu that stands open stays open while the words above it change.
  if (JSON.stringify(known.components) === JSON.stringify(message.components)) {
    const rows = old.querySelector(".rows");
    if (rows) item.querySelector(".rows")?.replaceWith(rows);
  }
  // A picture that stays is not loaded again.
  for (const image of item.querySelectorAll(".picture img")) {
    const same = [...old.querySelectorAll(".picture img")].find((one) => one.src === image.src);
    if (same) image.closest("button")?.replaceWith(same.closest("button"));
  }
  old.replaceWith(item);
}

function depart({ id, channel }) {
  if (channel !== S.channel) return;
  S.messages.delete(id);
  const node = $("m" + id);
  const next = node?.nextElementSibling;
  node?.remove();
  const message = next && S.messages.get(next.id.slice(1));
  if (!message) return;
  const before = S.messages.get(next.previousElementSibling?.id.slice(1));
  next.classList.toggle("follows", follows(message, before));
}

function drawTyping() {
  const found = writing.get(S.channel);
  const who = found && found.until > Date.now() ? found.user : working > 0 ? S.bot : null;
  $("typing").replaceChildren(...(who ? [el("span.dots", {}, el("i"), el("i"), el("i")), el("b", {}, nameOf(who)), " is typing…"] : []));
}

function fold() {
  document.body.classList.remove("unfolded");
}

document.addEventListener("working", (event) => {
  working += event.detail;
  // A quick answer needs no hint.
  if (working > 0) setTimeout(drawTyping, 250);
  else drawTyping();
});
document.addEventListener("told", (event) => arrive(event.detail));
document.addEventListener("visibilitychange", read);
setInterval(drawTyping, 2000);
$("menu").onclick = () => document.body.classList.toggle("unfolded");
document.querySelector("main").addEventListener("click", (event) => { if (!event.target.closest("#menu")) fold(); });
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey || $("layer").children.length) return;
  const user = people()[Number(event.key) - 1];
  if (user) become(user.id);
  else if (event.key === "/") { event.preventDefault(); focusComposer("/"); }
});
onJump((channel, message) => (channel === S.channel && message ? show(message) : enter(channel, message)));
begin().catch((why) => toast(String(why.message || why)));
