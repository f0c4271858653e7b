// What the window knows, and small questions about it.

export const S = {
  me: null,
  bot: null,
  /** Whether a bot is connected. */
  ready: false,
  channel: null,
  users: new Map(),
  roles: new Map(),
  channels: new Map(),
  guild: null,
  levers: [],
  /** Somebody who was let in by the link is one person, and stays it. */
  guest: false,
  /** On the host's page: the links into the room, their code, and who is taken. */
  room: null,
  /** "person channel" to { unread, pings }. */
  marks: new Map(),
  /** The messages of the open channel, by id, oldest first. */
  messages: new Map(),
  more: false,
  user: (id) => S.users.get(id),
};

export function take(state) {
  S.me = state.me;
  S.bot = state.bot;
  S.ready = state.ready;
  S.users = new Map(state.users.map((user) => [user.id, user]));
  S.guild = state.guilds[0];
  S.roles = new Map(state.guilds.flatMap((guild) => guild.roles).map((role) => [role.id, role]));
  S.channels = new Map(state.channels.map((channel) => [channel.id, channel]));
  S.levers = state.levers;
  S.guest = state.guest;
  S.room = state.room;
  takeMarks(state.marks);
}

export function takeMarks(marks) {
  S.marks = new Map(marks.map(([user, channel, unread, pings]) => [`${user} ${channel}`, { unread, pings }]));
}

export const people = () => [...S.users.values()].filter((user) => !user.bot);
export const nameOf = (id) => S.users.get(id)?.global_name ?? "unknown";
export const roleOf = (id) => S.roles.get(id)?.name ?? "unknown";
export const channelOf = (id) => S.channels.get(id);
export const markOf = (user, channel) => S.marks.get(`${user} ${channel}`) ?? { unread: 0, pings: 0 };

/** All pings of somebody, and whether anything is unread. */
export function marksOf(user) {
  let pings = 0, unread = 0;
  for (const [key, mark] of S.marks) {
    if (key.startsWith(user + " ")) { pings += mark.pings; unread += mark.unread; }
  }
  return { pings, unread };
}

let jumping = () => {};
export const onJump = (go) => { jumping = go; };
/** Goes to a channel, and to a message of it. */
export const jump = (channel, message) => jumping(channel, message);

let turning = () => {};
export const onTurn = (go) => { turning = go; };
/** Looks at everything as somebody else. */
export const turn = (user) => turning(user);
