//! The state of the sandbox: guilds, channels, users, messages and gateway sessions.
//!
//! Pure state: no HTTP and no sockets. Requests and user actions change it under one lock, and the
//! resulting events are queued in the bot's sessions under the same lock.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Instant;

use serde_json::{Map, Value};
use tokio::sync::oneshot;

use super::action_result::Ack;
use super::faults::Faults;
use super::files::UploadedFiles;
use super::gateway::GatewaySession;
use super::ids::{Id, IdGenerator};
use super::journal::Journal;
use super::options::Options;
use super::rate_limits::RateLimits;
use super::reactions::Reaction;
use super::recorder::Recorder;

/// The whole state of a sandbox.
pub struct World {
    pub(super) options: Options,
    pub(super) base: String,
    pub(super) ids: IdGenerator,
    pub(super) application: Id,
    pub(super) bot: Id,
    pub(super) users: BTreeMap<Id, User>,
    pub(super) guilds: BTreeMap<Id, Guild>,
    pub(super) channels: BTreeMap<Id, Channel>,
    pub(super) messages: BTreeMap<Id, Message>,
    /// Registered commands by guild; 0 for global ones.
    pub(super) commands: BTreeMap<Id, Vec<Value>>,
    pub(super) interactions: HashMap<Id, Interaction>,
    /// Messages by channel and nonce, with the time they were sent in milliseconds.
    pub(super) nonces: HashMap<(Id, String), (Id, u64)>,
    /// Times of recent edits of old messages, by channel.
    pub(super) old_edits: HashMap<Id, Vec<u64>>,
    pub(super) files: UploadedFiles,
    /// Files users have picked for command options, as attachment objects.
    pub(super) picked: BTreeMap<Id, Value>,
    pub(super) sessions: Vec<GatewaySession>,
    pub(super) identified: u32,
    pub(super) resumed: u32,
    pub(super) buckets: RateLimits,
    pub(super) faults: Faults,
    pub(super) recorder: Recorder,
    pub(super) journal: Journal,
}

/// A user; the bot is one as well.
pub(super) struct User {
    pub(super) id: Id,
    pub(super) name: String,
    pub(super) bot: bool,
    pub(super) locale: String,
    /// Whether direct messages from bots are refused.
    pub(super) closed: bool,
    /// Part of the crowd: not offered as a user of the chat client, and without unread counts.
    pub(super) crowd: bool,
}

pub(super) struct Guild {
    pub(super) id: Id,
    pub(super) name: String,
    pub(super) owner: Id,
    pub(super) locale: String,
    pub(super) roles: BTreeMap<Id, Role>,
    pub(super) members: BTreeMap<Id, Member>,
    /// Whether an outage makes it unavailable.
    pub(super) out: bool,
}

/// A role of a guild; `@everyone` has the guild's id.
pub(super) struct Role {
    pub(super) id: Id,
    pub(super) name: String,
    pub(super) permissions: u64,
    pub(super) mentionable: bool,
    /// The bot it was created for, if it is a managed role.
    pub(super) of_bot: Option<Id>,
}

/// A user's membership in a guild.
pub(super) struct Member {
    pub(super) roles: BTreeSet<Id>,
    pub(super) nick: Option<String>,
    pub(super) joined: u64,
}

/// A permission overwrite of a channel.
pub(super) struct Overwrite {
    pub(super) id: Id,
    /// Whether the target is a member, not a role.
    pub(super) member: bool,
    pub(super) allow: u64,
    pub(super) deny: u64,
}

/// Channel type: text channel of a guild.
pub(super) const TEXT: u8 = 0;
/// Channel type: direct messages.
pub(super) const DIRECT: u8 = 1;
/// Channel type: public thread.
pub(super) const PUBLIC_THREAD: u8 = 11;
/// Channel type: private thread.
pub(super) const PRIVATE_THREAD: u8 = 12;

/// A text channel, a thread or a direct message channel.
#[derive(Default)]
pub(super) struct Channel {
    pub(super) id: Id,
    pub(super) kind: u8,
    pub(super) guild: Option<Id>,
    pub(super) parent: Option<Id>,
    pub(super) owner: Option<Id>,
    /// The user of a direct message channel.
    pub(super) recipient: Option<Id>,
    pub(super) name: String,
    pub(super) overwrites: Vec<Overwrite>,
    pub(super) archived: bool,
    pub(super) locked: bool,
    pub(super) auto_archive: u64,
    pub(super) archived_at: u64,
    pub(super) thread_members: BTreeSet<Id>,
    /// In the order they were sent, without ephemeral ones.
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

/// A message: its JSON as Discord returns it, and the sandbox's own data.
pub(super) struct Message {
    pub(super) id: Id,
    pub(super) channel: Id,
    pub(super) author: Id,
    pub(super) body: Map<String, Value>,
    /// The only user who sees it, if it is ephemeral.
    pub(super) only: Option<Id>,
    pub(super) pinged: Vec<Id>,
    pub(super) reactions: Vec<Reaction>,
}

/// A user's interaction and the bot's response.
pub(super) struct Interaction {
    pub(super) id: Id,
    pub(super) token: String,
    pub(super) kind: u8,
    pub(super) user: Id,
    pub(super) channel: Id,
    pub(super) guild: Option<Id>,
    /// The message of the component.
    pub(super) message: Option<Id>,
    /// The command's name, if it is a command.
    pub(super) command: Option<String>,
    /// The interaction that opened the modal.
    pub(super) opened_by: Option<Id>,
    pub(super) since: Instant,
    pub(super) born: u64,
    pub(super) ack: Option<Ack>,
    pub(super) acked_after: Option<std::time::Duration>,
    /// The message `@original` refers to.
    pub(super) original: Option<Id>,
    /// The response and its follow-ups.
    pub(super) said: Vec<Id>,
    pub(super) waiter: Option<oneshot::Sender<()>>,
}

impl World {
    pub(super) fn new(options: Options, base: String) -> Self {
        let mut ids = IdGenerator::default();
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
            files: UploadedFiles::new(options.files_kept),
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
            buckets: RateLimits::default(),
            faults: Faults::default(),
            journal: Journal::default(),
        }
    }

    pub(super) fn guild_of(&self, channel: Id) -> Option<&Guild> {
        self.guilds.get(&self.channels.get(&channel)?.guild?)
    }

    /// Permissions of a user in a channel; 0 if the channel does not exist.
    pub fn may(&self, user: Id, channel: Id) -> u64 {
        let channel = self.channels.get(&channel);
        channel.map_or(0, |channel| super::permissions::in_channel(self, user, channel))
    }

    /// Whether the bot is a member of the guild.
    pub(super) fn has_bot(&self, guild: Id) -> bool {
        self.guilds.get(&guild).is_some_and(|guild| guild.members.contains_key(&self.bot))
    }
}
