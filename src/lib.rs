//! Emberhall hosts board game campaigns that people play asynchronously in a chat channel.
//!
//! # Glossary
//!
//! The code uses the words of the field (request, event log, outbox, snapshot, cache, retry) and,
//! inside a game, the words on its board. Four words are our own:
//!
//! | word | meaning |
//! |---|---|
//! | **hall** | the runtime that owns all running campaigns: tasks, clock, storing, announcing |
//! | **council** | the state machine by which the people at one table agree: seats, votes, deadlines, undo |
//! | **house** | the built-in player: it plays empty seats and answers what nobody answered in time |
//! | **street** | members of the server who hold no seat and say what they would do; it binds nobody |
//!
//! # Modules
//!
//! Dependencies point inward; `tests/architecture` checks this table.
//!
//! | module | may use | the only one that knows |
//! |---|---|---|
//! | `bounds` | nothing; everything may use it | how much user input is read |
//! | `game` | nothing | what a hall may know of any game |
//! | `frostpunk::rules` | nothing | the rules of Frostpunk |
//! | `frostpunk::atlas` | `rules` | where effects are written |
//! | `frostpunk::content` | `rules`, `atlas` | TOML |
//! | `frostpunk::view` | `rules`, `game` | what is public |
//! | `frostpunk::text` | types of `rules`, `atlas`, `game`, `i18n` | the sentences of Frostpunk |
//! | `frostpunk::desk` | `content`, `text`, `atlas`, `rules`, `game` | reports for authors |
//! | `frostpunk::policy` | `rules` | how a machine plays |
//! | `frostpunk::picture` | `view`, `canvas`, `game`, the map of `rules` | how the city is drawn |
//! | `frostpunk` (`table`) | its own folders, `game` | how they fit together |
//! | `canvas` | nothing | pixels, fonts, PNG |
//! | `i18n` | `game`; its `hall` also types of `council` | languages, Fluent |
//! | `council` | `game` | how a table agrees |
//! | `store` | `council`, `game` | SQL |
//! | `hall` | `council`, `store`, `game` | time and tasks |
//! | `chores` | `hall` | an operator's commands to an open hall |
//! | `discord` | `hall`, `council`, ids of `store`, `i18n`, `game` | Discord, serenity, poise |
//! | `simulate` | `game`, `council` | many campaigns at once |
//! | `sandbox` | nothing | how Discord behaves |
//! | `playground` | `sandbox`, `discord`, `hall`, `council`, ids of `store`, `game` | the bot in the sandbox, ready to play |
//! | `cli` | `game`, `simulate`, `council`, `hall`, `store`, `chores`, `discord`, `sandbox`, `playground` | the terminal |
//!
//! Only `main` names a game. A second game is a new folder beside `frostpunk`.
//!
//! # Layers
//!
//! * **A game** ([`frostpunk`] behind the traits of [`game`]) knows its cards and rules, and no
//!   people. It takes a setup, a seed and answers, and returns decisions, events and views. The same
//!   seed and the same answers give the same campaign, byte for byte.
//! * **The council** knows seats, votes, deadlines and undo, of a game that it knows nothing about.
//!   It is a pure state machine: time is an input, and what to store and announce is an output.
//! * **The store** keeps rows and does not interpret them. **The hall** decides when: it owns the
//!   clock, the tasks, and the order of storing and announcing.
//! * **Front ends** ([`discord`], [`cli`]) translate and decide nothing. A button is a request to the
//!   hall, and the council checks the rights of every request.
//! * **The sandbox** imitates Discord and knows nothing of the bot. **The playground** runs the bot in
//!   it.
//!
//! # Invariants
//!
//! * A front end has no state that a restart would lose: the id of a button says everything.
//! * Rules and council have no timers, and no floats, hash maps or clocks where a replay must give the
//!   same result.
//! * Rules have no text. A sentence is a [`game::Message`] until a front end localizes it.
//! * No lock is held across an await. A campaign is owned by one task, not shared.
//! * Nothing that a click, a file or a row can reach calls `unwrap` or `expect`, or panics.
//!
//! # User input
//!
//! The bytes of a file, an upload, a save or a line are checked ([`bounds`]) before a parser that
//! recurses or builds a tree sees them. Cards and texts are read from the program, the store, or a
//! file that the operator names. An upload on Discord can name a content pack but never bring one.
//!
//! # State
//!
//! | what | where | survives a restart |
//! |---|---|---|
//! | charter (game, content, seed), council, event log, snapshots of the game | SQLite, by [`store`] | yes |
//! | replies by request id, for some days | SQLite | yes |
//! | notices that are not delivered; which messages show a campaign | SQLite | yes |
//! | the campaign as its task holds it | memory of its task in [`hall`] | no, it is loaded again |
//! | pictures, content packs, recent clicks | caches of [`discord`] and [`hall`] | no, they are filled again |
//!
//! # One owner for each campaign
//!
//! A live campaign is a task with a mailbox (the registry and session of [`hall`]). It handles one
//! message at a time, so that two clicks never start from the same state. It ends after a while
//! without messages, and the next message loads it again. One process owns a database; others may
//! read it.
//!
//! # Store first, announce after
//!
//! A request is handled on a copy. Log entries, council, reply and notices are stored in one
//! transaction; only then does the copy replace the campaign, and only then is anything announced.
//! Notices are rows of an outbox with at-least-once delivery: after a crash they are delivered again,
//! in order, and a message that was already sent is found by its nonce and edited instead.
//!
//! # The life of a click
//!
//! 1. Discord's gateway delivers an interaction. `discord::events` starts a task for it, so that a
//!    panic harms no other, and drops duplicates.
//! 2. `discord::clicks` parses the button's id ([`discord::custom_id`]): version, campaign, question,
//!    choice. An unreadable id gets a friendly sentence.
//! 3. The click becomes a [`council::Request`] in the mailbox of the campaign
//!    ([`hall::Hall::request`]), with the number of the interaction. If that takes long, the click is
//!    acknowledged meanwhile.
//! 4. The task handles it: [`council::Campaign::request`] checks rights, counts votes and, once
//!    something is decided, applies the answer to the game's [`game::Table`].
//! 5. The result is stored in one transaction. The request is idempotent: a number that was answered
//!    before gets the same reply, and nothing else happens.
//! 6. The reply goes back to the user. The outbox worker takes the notices, and `discord::publisher`
//!    updates the channel: a new panel, no buttons on the old one, pings for the players it waits for.
//!
//! How to change each part is described in `.github/CONTRIBUTING.md`, and content in
//! `data/README.md`.

pub mod bounds;
pub mod canvas;
pub mod chores;
pub mod cli;
pub mod council;
pub mod discord;
pub mod frostpunk;
pub mod game;
pub mod hall;
pub mod i18n;
pub mod playground;
pub mod sandbox;
pub mod simulate;
pub mod store;
