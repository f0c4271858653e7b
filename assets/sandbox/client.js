// The window: who you are, where you are, and what changes.
import { el, $, avatar, refill, toast, untoast } from "./dom.js";
import { act, get, listen } from "./api.js";
import { S, take, takeMarks, people, nameOf, markOf, marksOf, onJump, onTurn } from "./state.js";
import { arrive, bottom, depart, find, newest, show } from "./timeline.js";
import { drawRoom, isTaken, movePhone, out, phoneSign, stayAwake } from "./room.js";
import { compose, refresh as refreshComposer, focus as focusComposer } from "./composer.js";

const AWAY = "The sandbox is out of reach. Is it still running?";
let stop = () => {};
/** Counts who one has been: whatever was asked for as somebody else comes too late. */
let turns = 0;
const writing = new Map();
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

/** Looks at everything as somebody; tries again until it can. */
async function become(as) {
  const turn = ++turns;
  const current = () => turn === turns;
  stop();
  try {
    const state = await get("state", { as });
    if (!current()) return;
    settle(state);
    const same = S.guest || [S.me, nameOf(S.me).toLowerCase(), ""].includes(as.toLowerCase());
    if (!same) toast(`Nobody here is called ${as}; you are ${nameOf(S.me)}.`);
    // Who may not come in again is told so; everybody else waits for the line.
    const lost = () => {
      toast(AWAY);
      get("state", { as: S.me }).catch((why) => { if (why.out && current()) { stop(); out(why.out); } });
    };
    const stream = listen(S.me, { hear, lost, back: () => { untoast(); become(S.me); } });
    stop = stream.stop;
    // Whatever comes after the stream has begun is heard; so the channel is read after that.
    await stream.begun;
    if (current()) await enter(S.channel);
  } catch (why) {
    if (!current()) return;
    if (why.out) return out(why.out);
    toast(AWAY);
    setTimeout(() => { if (current()) become(as); }, 1000);
  }
}

function settle(state) {
  take(state);
  sessionStorage.setItem("as", S.me);
  const address = new URL(location.href);
  address.searchParams.set("as", nameOf(S.me));
  history.replaceState(null, "", address);
  document.title = `${nameOf(S.me)} · Emberhall`;
  if (!S.channels.has(S.channel)) S.channel = texts()[0]?.id ?? null;
  frame();
  stayAwake();
}

const texts = () => [...S.channels.values()].filter((channel) => channel.type === 0);
const threads = (parent) => [...S.channels.values()].filter((channel) => channel.parent_id === parent);

function frame() {
  $("guild").textContent = S.guild?.name ?? "";
  $("absent").hidden = S.ready;
  $("absent").textContent = `${nameOf(S.bot)} is not connected: nobody answers buttons and commands until it is back.`;
  drawChannels();
  drawPeople();
  drawRoom();
  drawLevers();
}

function drawChannels() {
  const line = (channel, deep) => {
    const mark = markOf(S.me, channel.id), open = channel.id === S.channel;
    const classes = ["channel", deep && "thread", open && "open", mark.unread && "unread"].filter(Boolean);
    return el("button." + classes.join("."), { onclick: () => { enter(channel.id); fold(); }, "data-channel": channel.id, "aria-current": open ? "page" : null },
      el("span.sign", { "aria-hidden": "true" }, deep ? "🧵" : "#"), el("span.label", {}, channel.name), pings(mark.pings));
  };
  refill($("channels"), texts().flatMap((channel) => [line(channel), ...threads(channel.id).map((one) => line(one, true))]));
  const open = S.channels.get(S.channel);
  $("title").textContent = open ? (open.type === 0 ? "# " : "🧵 ") + open.name : "";
}

const pings = (count) => (count ? el("i.pings", { title: `called ${count} times, and not read` }, String(count)) : null);

function drawPeople() {
  const all = people();
  const key = (at) => (at < 9 && !S.guest ? el("kbd", {}, String(at + 1)) : null);
  const other = (user) => el("div.person", {}, avatar(user), el("span.label", {}, user.global_name, roles(user)));
  const roles = (user) => el("small", {}, user.roles.map((id) => S.roles.get(id)?.name).filter(Boolean).join(", "));
  const line = (user, at) => {
    if (S.guest && user.id !== S.me) return other(user);
    const { pings: called, unread } = marksOf(user.id);
    const mine = user.id === S.me;
    const person = el(mine ? "button.person.me" : "button.person",
      { "aria-pressed": String(mine), "data-person": user.id, title: at < 9 ? `Be ${user.global_name} (key ${at + 1})` : `Be ${user.global_name}`, onclick: () => { become(user.id); fold(); } },
      avatar(user), el("span.label", {}, user.global_name, roles(user)),
      !mine && unread && !called ? el("i.dot", { title: "unread" }) : null,
      pings(called),
      key(at));
    if (!isTaken(user.id)) return person;
    const phone = el("button.phone", { "data-phone": user.id, "aria-label": `The phone of ${user.global_name}`, title: "Somebody's phone: make it another person, or send it away", onclick: () => movePhone(user.id) }, phoneSign());
    return el("div.seat", {}, person, phone);
  };
  const mine = S.guest ? all.filter((user) => user.id === S.me) : all;
  const rest = S.guest ? [el("h3", {}, "Also here"), ...all.filter((user) => user.id !== S.me).map(line)] : [];
  refill($("people"), [el("h3", {}, "You are"), ...mine.map(line), ...rest]);
  const me = S.users.get(S.me);
  $("me").replaceChildren(...(me ? [avatar(me), nameOf(S.me)] : []));
  // Who is called beside oneself is no number to run after.
  const others = all.filter((user) => user.id !== S.me && marksOf(user.id).pings);
  $("elsewhere").hidden = !others.length;
  $("elsewhere").title = `The table calls ${others.map((user) => user.global_name).join(", ")}`;
}

function drawLevers() {
  const pull = async (lever) => {
    const done = await act({ do: "pull", as: S.me, channel: S.channel, lever: lever.id });
    if (done.refused) toast(done.refused);
  };
  refill($("levers"), S.levers.map((lever) =>
    el(lever.once ? "button.lever.once" : "button.lever",
      { ...(lever.once ? { disabled: lever.on || null } : { role: "switch", "aria-checked": String(lever.on) }),
        title: lever.hint, "data-lever": lever.id, onclick: () => pull(lever) },
      el("span.label", {}, lever.label), lever.once ? null : el("span.knob"))));
}

/** Opens a channel. */
async function enter(channel, message) {
  S.channel = channel;
  drawChannels();
  refreshComposer();
  if (!channel) return;
  const heard = (missed = []);
  const found = await get("messages", { as: S.me, channel }).catch(() => ({ refused: AWAY }));
  // Another channel, or somebody else, was quicker.
  if (missed !== heard) return;
  missed = null;
  if (found.refused) return toast(found.refused);
  show(found);
  heard.forEach(hear);
  bottom();
  read();
  drawTyping();
  document.body.dataset.at = `${S.me} ${channel}`;
  if (message) find(message);
}

function read() {
  if (document.hidden || !markOf(S.me, S.channel).unread) return;
  act({ do: "read", as: S.me, channel: S.channel });
}

function hear(news) {
  // While a channel is being read, what changes in it waits.
  if (missed && (news.t === "message" || news.t === "gone")) return missed.push(news);
  const turn = {
    message: () => told(news.message),
    gone: () => { if (news.channel === S.channel) depart(news.id); },
    typing: () => { writing.set(news.channel, { user: news.user, until: Date.now() + 10000 }); drawTyping(); },
    places: relist,
    reload: () => become(S.me),
    levers: () => { S.levers = news.levers; drawLevers(); },
    marks: () => { takeMarks(news.marks); drawChannels(); drawPeople(); read(); },
  }[news.t];
  turn?.();
}

function told(message) {
  if (message.channel_id !== S.channel) return;
  if (message.author.id === S.bot) { writing.delete(S.channel); drawTyping(); }
  arrive(message);
}

/** Channels, people or roles are others now, or the bot has come or gone. */
async function relist() {
  const turn = turns;
  const state = await get("state", { as: S.me }).catch(() => null);
  // Out of reach, the stream will say so.
  if (!state || turn !== turns) return;
  take(state);
  frame();
  if (!S.channels.has(S.channel)) enter(texts()[0]?.id ?? null);
}

function drawTyping() {
  const found = writing.get(S.channel);
  const who = found && found.until > Date.now() ? found.user : working > 0 ? S.bot : null;
  const text = who ? `${nameOf(who)} is typing…` : "";
  // What is there already is not said again.
  if ($("typing").textContent === text) return;
  $("typing").replaceChildren(...(who ? [el("span.dots", {}, el("i"), el("i"), el("i")), el("b", {}, nameOf(who)), " is typing…"] : []));
}

function fold(open = false) {
  document.body.classList.toggle("unfolded", open);
  $("menu").setAttribute("aria-expanded", String(open));
}

document.addEventListener("working", (event) => {
  working += event.detail;
  // A quick answer needs no hint.
  if (working > 0) setTimeout(drawTyping, 250);
  else drawTyping();
});
document.addEventListener("visibilitychange", () => { read(); stayAwake(); });
document.addEventListener("pointerdown", stayAwake);
$("skip").onclick = () => newest();
setInterval(drawTyping, 2000);
$("menu").onclick = () => fold(!document.body.classList.contains("unfolded"));
document.querySelector("main").addEventListener("click", (event) => { if (!event.target.closest("#menu")) fold(); });
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey || $("layer").children.length) return;
  const user = S.guest ? null : people()[Number(event.key) - 1];
  if (user) become(user.id);
  else if (event.key === "g") newest();
  else if (event.key === "/") { event.preventDefault(); focusComposer("/"); }
  else if (event.key === "Escape") fold();
});
onJump((channel, message) => (channel === S.channel && message ? find(message) : enter(channel, message)));
onTurn(become);
begin();
