//! Emberhall: a hall for cooperative survival campaigns.
//!
//! Dependencies point inward; `tests/architecture` keeps the walls.
//!
//! | folder | may use of ours | alone in knowing |
//! |---|---|---|
//! | `bounds` | nothing; everybody may use it | how much of a stranger's text is read |
//! | `game` | nothing | what a hall may know of any game |
//! | `frostpunk::rules` | nothing | the rules of Frostpunk |
//! | `frostpunk::atlas` | `rules` | where effects are written |
//! | `frostpunk::content` | `rules`, `atlas` | TOML |
//! | `frostpunk::view` | `rules`, `game` | what is public |
//! | `frostpunk::text` | types of `rules`, `atlas`, `game`, `words` | the words of Frostpunk |
//! | `frostpunk::desk` | `content`, `text`, `atlas`, `rules`, `game` | what an author wants to know |
//! | `frostpunk::policy` | `rules` | how a machine plays |
//! | `frostpunk::picture` | `view`, `canvas`, `game`, the map of `rules` | how the city looks |
//! | `frostpunk` (`table`) | its own folders, `game` | how they join |
//! | `canvas` | nothing | pixels, fonts, PNG |
//! | `words` | `game`; its `hall` also the words of `council` | languages, Fluent |
//! | `council` | `game` | how a table agrees |
//! | `store` | `council`, `game` | SQL |
//! | `hall` | `council`, `store`, `game` | time and tasks |
//! | `chores` | `hall` | an operator's commands at a hall that is open |
//! | `discord` | `hall`, `council`, `store`'s ids, `words`, `game` | Discord, serenity, poise |
//! | `simulate` | `game`, `council` | many campaigns at once |
//! | `sandbox` | nothing | how Discord behaves |
//! | `playground` | `sandbox`, `discord`, `hall`, `council`, `store`'s ids, `game` | the bot in the sandbox, ready to play |
//! | `cli` | `game`, `simulate`, `council`, `hall`, `store`, `chores`, `discord`, `sandbox`, `playground` | the terminal |
//!
//! Only `main` names a game. A second game is a new folder beside `frostpunk`.
//!
//! # What each layer may know
//!
//! * **A game** ([`frostpunk`] behind the traits of [`game`]) knows cards and rules and nobody who
//!   plays it: it is given a setup, a seed and answers, and gives back questions, events and views.
//!   The same seed and the same answers give the same campaign, byte for byte.
//! * **The council** knows seats, votes, deadlines and undo, of a game it has never heard of. It is
//!   a pure state machine: time comes in as a value, and what it wants to have stored and told comes
//!   out as effects.
//! * **The store** knows rows, and not what they mean. **The hall** knows when: it owns the clock,
//!   the tasks and the order of storing and telling.
//! * **Front ends** ([`discord`], [`cli`]) translate. They decide nothing: a button is a request to
//!   the hall, and rights are checked by the council at every one.
//! * **The sandbox** stands for Discord and knows nothing of the bot; **the playground** is where the
//!   two meet.
//!
//! # What is deliberately absent
//!
//! No state in a front end that a restart would lose: a button's id says all that is needed. No
//! timers in the rules or the council. No floats, hash maps or clocks where a replay has to come out
//! the same. No text in the rules; every sentence is a [`game::Message`], said in a language at the very
//! edge. No lock that is held while something is waited for: a campaign is owned, not shared. No
//! `unwrap`, `expect` or panic on anything a click, a file or a row can reach.
//!
//! # What a stranger may bring
//!
//! A file, an upload, a save or a line is measured on its bytes ([`bounds`]) before any parser that
//! recurses or builds a tree sees it. Cards and texts are only ever read from the program, the store
//! or a file that the operator names: an upload on Discord may name a pack, never bring one.
//!
//! # Where state lives
//!
//! | what | where | lost with the process? |
//! |---|---|---|
//! | charter (game, content, seed), council, log, kept copies of the game | SQLite, by [`store`] | no |
//! | what was answered to which request, for some days | SQLite | no |
//! | notices that are not told yet; which messages show a campaign | SQLite | no |
//! | the campaign as its task holds it | memory of its task in [`hall`] | yes, and read again |
//! | pictures, packs, who clicked lately | caches of [`discord`] and [`hall`] | yes, and made again |
//!
//! # One owner for each campaign
//!
//! A live campaign is a task with a letter box ([`hall`]'s registry and session). It handles one letter
//! at a time, so that two clicks are never worked out on the same state. It ends when nobody has
//! written for a while, and the next letter loads it again. One process owns a database; others may
//! read.
//!
//! # Store first, announce after
//!
//! A request is worked out on a copy. Entries of the log, the council, the answer and the notices are
//! stored in one transaction; only then does the copy become the campaign, and only then is anybody
//! told. Notices are rows of an outbox: after a crash they are told again, in order, and a message that
//! was already sent is found by its receipt and changed instead of sent twice.
//!
//! # The life of a click
//!
//! 1. Discord's gateway brings an interaction; `discord::events` starts a task for it, so that one that
//!    breaks harms no other. The doorman lets every interaction in once.
//! 2. `discord::clicks` reads the button's id ([`discord::press`]): version, campaign, question, choice.
//!    What cannot be read is answered with a friendly sentence.
//! 3. The click becomes a [`council::Request`], and a letter to the campaign: [`hall::Hall::request`], with
//!    the interaction's number. If that takes long, the click is acknowledged meanwhile.
//! 4. The task works it out: [`council::Campaign::request`] checks who may, counts votes and, if something
//!    is decided, applies the answer to the game's [`game::Table`].
//! 5. What came of it is stored in one transaction. A number that was answered before is answered the
//!    same way again, and nothing else happens.
//! 6. The reply goes back to whoever clicked; the postman takes the notices from the outbox, and
//!    `discord::courier` draws the table anew: new panel, old buttons off, people called who are waited for.
//!
//! How to change each part is in `.github/CONTRIBUTING.md`; content has its own guide, `data/README.md`.

pub mod bounds;
pub mod canvas;
pub mod chores;
pub mod cli;
pub mod council;
pub mod discord;
pub mod frostpunk;
pub mod game;
pub mod hall;
pub mod playground;
pub mod sandbox;
pub mod simulate;
pub mod store;
pub mod words;
