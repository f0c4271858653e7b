//! Settings of a sandbox, fixed at its start.

use std::time::Duration;

use super::permissions as may;

/// Settings of a sandbox.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port on loopback; 0 takes any free one.
    pub port: u16,
    /// The time (Unix milliseconds) that ids carry until
    /// [`World::settle`](super::World::settle), so that every start yields the same ids. `None`
    /// uses the clock.
    pub built: Option<u64>,
    /// The bot's token.
    pub token: String,
    /// The name of the bot's user.
    pub bot_name: String,
    /// The permissions of the bot's own role in a guild it joins.
    pub bot_permissions: u64,
    /// How long the bot has to acknowledge an interaction.
    pub ack_within: Duration,
    /// How long an interaction's token is valid.
    pub token_for: Duration,
    /// The heartbeat interval given to shards.
    pub heartbeat_every: Duration,
    /// The recommended number of shards.
    pub shards: u32,
    /// The session starts per day that `GET /gateway/bot` reports.
    pub sessions: u32,
    /// The privileged intents granted. Identifying with any other closes the connection.
    pub privileged_intents: u64,
    /// Whether requests beyond a rate limit get a 429. If not, limits are only reported.
    pub rate_limits: bool,
    /// Edits of old messages allowed per channel, and the time window; `None` for no limit.
    pub old_edits: Option<(u32, Duration)>,
    /// The age at which a message counts as old.
    pub old_after: Duration,
    /// How many uploaded files are kept for download; the oldest are dropped first.
    pub files_kept: usize,
    /// How many requests are kept at least; the log is trimmed at twice as many.
    pub requests_kept: usize,
    /// How many messages are kept; the oldest are dropped first.
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
