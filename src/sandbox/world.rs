//! The world: guilds, channels, people, messages, and who is connected.
//!
//! May use: the parts of the sandbox that hold state. Deliberately absent: HTTP
//! and sockets; whoever answers a request or plays a person changes the world
//! under one lock, and what a bot has to hear is put into its sessions at once.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Instant;

use serde_json::{Map, Value};
use tokio::sync::oneshot;

use super::acting::Ack;
use super::buckets::Buckets;
use super::faults::Faults;
use super::files::Files;
use super::gateway::Session;
use super::ids::{Id, Ids};
use super::journal::Journal;
use super::options::Options;
use super::reactions::Reaction;
use super::recorder::Recorder;

/// Everything there is.
pub struct World {
    pub(super) options: Options,
    pub(super) base: String,
    pub(super) ids: Ids,
    pub(super) application: Id,
    pub(super) bot: Id,
    pub(super) users: BTreeMap<Id, User>,
    pub(super) guilds: BTreeMap<Id, Guild>,
    pub(super) channels: BTreeMap<Id, Channel>,
    pub(super) messages: BTreeMap<Id, Message>,
    /// By the guild they are registered in; 0 for everywhere.
    pub(super) commands: BTreeMap<Id, Vec<Value>>,
    pub(super) interactions: HashMap<Id, Interaction>,
    /// Messages by channel and nonce, with the time they were sent.
    pub(super) nonces: HashMap<(Id, String), (Id, u64)>,
    pub(super) old_edits: HashMap<Id, Vec<u64>>,
    pub(super) files: Files,
    /// Files people have picked for a command, as the command brings them.
    pub(super) picked: BTreeMap<Id, Value>,
    pub(super) sessions: Vec<Session>,
    pub(super) identified: u32,
    pub(super) resumed: u32,
    pub(super) buckets: Buckets,
    pub(super) faults: Faults,
    pub(super) recorder: Recorder,
    pub(super) journal: Journal,
}

/// Somebody, or the bot.
pub(super) struct User {
    pub(super) id: Id,
    pub(super) name: String,
    pub(super) bot: bool,
    pub(super) locale: String,
    /// Takes no direct messages from bots.
    pub(super) closed: bool,
    /// One of many: no window looks through their eyes.
    pub(super) crowd: bool,
}

/// A guild.
pub(super) struct Guild {
    pub(super) id: Id,
    pub(super) name: String,
    pub(super) owner: Id,
    pub(super) locale: String,
    pub(super) roles: BTreeMap<Id, Role>,
    pub(super) members: BTreeMap<Id, Member>,
    /// Taken away by an outage.
    pub(super) out: bool,
}

/// A role of a guild; the role of everybody has the guild's id.
pub(super) struct Role {
    pub(super) id: Id,
    pub(super) name: String,
    pub(super) permissions: u64,
    pub(super) mentionable: bool,
    /// Made for a bot when it joined.
    pub(super) of_bot: Option<Id>,
}

/// Somebody in a guild.
pub(super) struct Member {
    pub(super) roles: BTreeSet<Id>,
    pub(super) nick: Option<String>,
    pub(super) joined: u64,
}

/// An exception to the roles in one channel.
pub(super) struct Overwrite {
    pub(super) id: Id,
    /// For one member, not a role.
    pub(super) member: bool,
    pub(super) allow: u64,
    pub(super) deny: u64,
}

/// Text channels.
pub(super) const TEXT: u8 = 0;
/// Direct messages.
pub(super) const DIRECT: u8 = 1;
/// Threads for everybody.
pub(super) const PUBLIC_THREAD: u8 = 11;
/// Threads for some.
pub(super) const PRIVATE_THREAD: u8 = 12;

/// A channel, a thread or a direct conversation.
#[derive(Default)]
pub(super) struct Channel {
    pub(super) id: Id,
    pub(super) kind: u8,
    pub(super) guild: Option<Id>,
    pub(super) parent: Option<Id>,
    pub(super) owner: Option<Id>,
    /// The other side of a direct conversation.
    pub(super) recipient: Option<Id>,
    pub(super) name: String,
    pub(super) overwrites: Vec<Overwrite>,
    pub(super) archived: bool,
    pub(super) locked: bool,
    pub(super) auto_archive: u64,
    pub(super) archived_at: u64,
    pub(super) thread_members: BTreeSet<Id>,
    /// In the order they were sent; ephemeral ones are not among them.
    pub(super) messages: Vec<Id>,
    pub(super) last_pin: Option<u64>,
}

impl Channel {
    pub(super) fn is_thread(&self) -> bool {
        matches!(self.kind, PUBLIC_THREAD | PRIVATE_THREAD)
    }

    pub(super) fn is_private_thread(&self) -> bool {
        self.kind == PRIVATE_THREAD
    }
}

/// A message, as Discord would show it, and what only the sandbox knows of it.
pub(super) struct Message {
    pub(super) id: Id,
    pub(super) channel: Id,
    pub(super) author: Id,
    pub(super) body: Map<String, Value>,
    /// Ephemeral: only this user sees it.
    pub(super) only: Option<Id>,
    pub(super) pinged: Vec<Id>,
    pub(super) reactions: Vec<Reaction>,
}

/// Something a person did, and how the bot answered.
pub(super) struct Interaction {
    pub(super) id: Id,
    pub(super) token: String,
    pub(super) kind: u8,
    pub(super) user: Id,
    pub(super) channel: Id,
    pub(super) guild: Option<Id>,
    /// The message a component was on.
    pub(super) message: Option<Id>,
    /// The command, where it was one.
    pub(super) command: Option<String>,
    /// The interaction that opened the modal.
    pub(super) opened_by: Option<Id>,
    pub(super) since: Instant,
    pub(super) born: u64,
    pub(super) ack: Option<Ack>,
    pub(super) acked_after: Option<std::time::Duration>,
    /// What `@original` stands for.
    pub(super) original: Option<Id>,
    /// The answer and what followed it.
    pub(super) said: Vec<Id>,
    pub(super) waiter: Option<oneshot::Sender<()>>,
}

impl World {
    pub(super) fn new(options: Options, base: String) -> Self {
        let mut ids = Ids::default();
        ids.as_of(options.built);
        let (application, bot) = (ids.next_alone(), ids.next_alone());
        let name = options.bot_name.clone();
        let user = User {
            id: bot,
            name,
            bot: true,
            locale: "en-US".to_owned(),
            closed: false,
            crowd: false,
        };
        World {
            recorder: Recorder::keeping(options.requests_kept),
            files: Files::new(options.files_kept),
            options,
            base,
            ids,
            application,
            bot,
            users: BTreeMap::from([(bot, user)]),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            commands: BTreeMap::new(),
            interactions: HashMap::new(),
            nonces: HashMap::new(),
            old_edits: HashMap::new(),
            picked: BTreeMap::new(),
            sessions: Vec::new(),
            identified: 0,
            resumed: 0,
            buckets: Buckets::default(),
            faults: Faults::default(),
            journal: Journal::default(),
        }
    }

    /// The guild of a channel.
    pub(super) fn guild_of(&self, channel: Id) -> Option<&Guild> {
        self.guilds.get(&self.channels.get(&channel)?.guild?)
    }

    /// What a user may do in a channel, by its id.
    pub fn may(&self, user: Id, channel: Id) -> u64 {
        let channel = self.channels.get(&channel);
        channel.map_or(0, |channel| super::permissions::in_channel(self, user, channel))
    }

    /// The bot is a member of the guild.
    pub(super) fn has_bot(&self, guild: Id) -> bool {
        self.guilds.get(&guild).is_some_and(|guild| guild.members.contains_key(&self.bot))
    }
}
