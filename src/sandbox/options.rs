//! What can be set before the doors open.
//!
//! May use: std. Deliberately absent: anything that changes while it runs;
//! that is the world's, or a fault.

use std::time::Duration;

use super::permissions as may;

/// How a sandbox behaves.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port on loopback; 0 takes any free one.
    pub port: u16,
    /// The world is built with ids as of this moment (milliseconds of Unix time), until
    /// [`World::settle`](super::World::settle): the same ids whenever it is started.
    pub built: Option<u64>,
    /// The bot's token.
    pub token: String,
    /// The name of the bot's user.
    pub bot_name: String,
    /// What the bot's own role allows in a guild it joins.
    pub bot_permissions: u64,
    /// How long an interaction waits for its first answer.
    pub ack_within: Duration,
    /// How long an interaction's token can be used.
    pub token_for: Duration,
    /// How often a shard is told to send a heartbeat.
    pub heartbeat_every: Duration,
    /// How many shards are recommended.
    pub shards: u32,
    /// How often a bot may connect in a day.
    pub sessions: u32,
    /// The privileged intents that are granted; asking for others closes the connection.
    pub privileged_intents: u64,
    /// Whether buckets that are empty are answered with 429.
    pub rate_limits: bool,
    /// Edits of old messages that are let through, and in what time; `None` for any number.
    pub old_edits: Option<(u32, Duration)>,
    /// From what age on a message is old.
    pub old_after: Duration,
    /// How many of the newest files are kept for download.
    pub files_kept: usize,
    /// How many of the newest requests are remembered.
    pub requests_kept: usize,
    /// How many messages are kept; beyond that the oldest go.
    pub messages_kept: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            port: 0,
            built: None,
            token: "sandbox.token".to_owned(),
            bot_name: "Emberhall".to_owned(),
            bot_permissions: may::OF_A_BOT,
            ack_within: Duration::from_secs(3),
            token_for: Duration::from_mins(15),
            heartbeat_every: Duration::from_millis(41_250),
            shards: 1,
            sessions: 1000,
            privileged_intents: 0,
            rate_limits: false,
            old_edits: None,
            old_after: Duration::from_hours(1),
            files_kept: 256,
            requests_kept: usize::MAX,
            messages_kept: usize::MAX,
        }
    }
}
