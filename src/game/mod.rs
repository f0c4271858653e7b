//! The boundary between the hall and a game.
//!
//! The hall seats people, collects votes, keeps deadlines, stores and announces. It does so for
//! games that it knows nothing about, so this module holds plain data and two traits, and nothing
//! of any one game: no card names, phases or tracks, and no votes, storage or languages either.
//!
//! * [`Game`] is the rules with their content: it starts and loads tables, and presents them.
//! * [`Table`] is one campaign: its open [`Decision`]s, `apply`, `view`, `save`.
//! * A [`Message`] is a sentence without a language: a key and its arguments. The game's own
//!   [`Localize`] turns it into a sentence.

mod authoring;
mod message;
mod policy;
mod presentation;
mod question;

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use authoring::{
    ContentReport, Coverage, CoverageGaps, DOMINANT_PERCENT, DominantOption, FEWEST_WEIGHED,
    OptionCount, PieceCount, PieceLink, PieceReport,
};
pub use message::{Arg, Localize, Message};
pub use policy::{Playout, PlayoutError, Policy};
pub use presentation::{
    Advice, Animation, Article, LONGEST_ALT, ListItem, Picture, PosterInput, PublicEvent,
    SetupOption, public_events,
};
pub use question::{
    Answer, Answerer, Audience, Choice, Decision, Importance, PublicQuestion, PublicVoteEffect,
};

/// Seat at the table, counted clockwise from 0. A seat is not a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seat(pub u8);

/// Input for a new campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Role of each seat, by id.
    pub roles: Vec<String>,
    /// Id of the scenario.
    pub scenario: String,
    /// Other options of the game by key, such as difficulty and variants.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

impl Setup {
    /// Returns the default setup: the first `seats` roles, the first scenario, no options.
    pub fn usual(game: &dyn Game, seats: usize) -> Self {
        let scenario = game.scenarios().into_iter().next().map(|named| named.id);
        Setup {
            roles: game.roles().into_iter().take(seats).collect(),
            scenario: scenario.unwrap_or_default(),
            options: BTreeMap::new(),
        }
    }
}

/// Event: something that happened in the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Stable kind of event.
    pub kind: String,
    /// Form for everybody; `None` if the event is secret.
    pub public: Option<Message>,
    /// Form for one seat only, if the event is secret.
    pub secret: Option<(Seat, Message)>,
    /// Whether it revealed something hidden or random, so that undo stops here.
    #[serde(rename = "wall")]
    pub undo_barrier: bool,
    /// Public ids and numbers, in the game's own format.
    pub data: Value,
}

/// Position of a campaign: round and phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Round or day; 0 before the first.
    pub round: u32,
    /// Id of the phase.
    pub phase: String,
}

/// Result of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// All players won together.
    Won,
    /// All players lost together.
    Lost {
        /// Id of the cause.
        cause: String,
    },
    /// Seats of rivals, best first; tied seats share a list.
    Ranking(Vec<Vec<Seat>>),
}

/// Viewer of a table, which decides what a view may show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// Anybody; sees only what is public.
    Public,
    /// Holder of a seat; also sees what is private to it.
    Seat(Seat),
}

/// Error of a game. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct GameError(pub String);

impl GameError {
    /// Creates an error from its reason.
    pub fn new(reason: impl fmt::Display) -> Self {
        GameError(reason.to_string())
    }
}

/// Maximum length of a reason, in characters. With the words around it a sentence stays below 300.
const LONGEST_REASON: usize = 220;

/// Truncates a reason, which may quote user input of any length. Keeps the position of a mistake
/// in a text ("at line 3") and the number of further lines.
pub fn shorten(why: &str) -> String {
    let first = why.lines().next().unwrap_or_default();
    let more = why.lines().skip(1).take(1000).count();
    let rest = if more > 0 { format!(" (and {more} more)") } else { String::new() };
    if first.chars().count() + rest.len() <= LONGEST_REASON {
        return format!("{first}{rest}");
    }
    let place = first.rfind(" at line ").map_or("", |at| &first[at..]);
    let place = if place.len() <= 50 { place } else { "" };
    let room = LONGEST_REASON - 1 - place.len() - rest.len();
    let short: String = first.chars().take(room).collect();
    format!("{short}…{place}{rest}")
}

/// A game: its rules with one version of its content.
pub trait Game: Send + Sync {
    /// Returns its stable id.
    fn id(&self) -> &'static str;
    /// Returns the hash of its content.
    fn content_hash(&self) -> &str;
    /// Returns its content as text by path. A campaign keeps it, to go on with the same content.
    fn files(&self) -> BTreeMap<String, String>;
    /// Returns the same game with other content.
    fn with_content(&self, files: &BTreeMap<String, String>) -> Result<Box<dyn Game>, GameError>;
    /// Returns the ids of the roles that a seat can have, in order.
    fn roles(&self) -> Vec<String>;
    /// Starts a campaign.
    fn start(&self, setup: &Setup, seed: u64) -> Result<(Box<dyn Table>, Vec<Event>), GameError>;
    /// Loads a save. Refuses one with an unknown version or other content.
    fn load(&self, save: &Value) -> Result<Box<dyn Table>, GameError>;
    /// Returns the localizer for a language, or the English one if there is none.
    fn localizer(&self, language: &str) -> &dyn Localize;
    /// Renders the board of a view as plain text.
    fn text_board(&self, view: &Value, language: &str) -> String;
    /// Plays one campaign to its end by a policy, and checks the invariants on the way.
    fn playout(&self, setup: &Setup, seed: u64, policy: Policy) -> Result<Playout, PlayoutError>;

    // Authoring tools, all optional.

    /// Plays one campaign like [`Game::playout`] and counts what came up and what was chosen. Of
    /// the questions about a piece, one in `weigh` is compared too: every option is tried, and the
    /// best counted. With `weigh` 0 none is.
    fn playout_with_coverage(
        &self,
        setup: &Setup,
        seed: u64,
        policy: Policy,
        _weigh: u32,
        _coverage: &mut Coverage,
    ) -> Result<Playout, PlayoutError> {
        self.playout(setup, seed, policy)
    }
    /// Returns every piece and option with a count of 0.
    fn empty_coverage(&self) -> Coverage {
        Coverage::default()
    }
    /// Returns the ids of all pieces that have a report.
    fn piece_ids(&self) -> Vec<String> {
        Vec::new()
    }
    /// Returns the report about a piece.
    fn piece_report(&self, _id: &str, _language: &str) -> Option<PieceReport> {
        None
    }

    // Presentation, all optional.

    /// Returns the scenarios, the default first.
    fn scenarios(&self) -> Vec<ListItem> {
        Vec::new()
    }
    /// Returns the options that can be set before a campaign starts.
    fn options(&self) -> Vec<SetupOption> {
        Vec::new()
    }
    /// Returns the name of a role.
    fn role_name(&self, role: &str) -> Message {
        Message::new(role)
    }
    /// Returns the responsibilities of a role, in a few words.
    fn role_duty(&self, _role: &str) -> Option<Message> {
        None
    }
    /// Returns the position of a campaign as a heading.
    fn progress_name(&self, progress: &Progress) -> Message {
        Message::new(progress.phase.clone())
    }
    /// Returns the asks whose decider can be set; see [`Decision::ask`].
    fn asks(&self) -> Vec<ListItem> {
        Vec::new()
    }
    /// Summarizes events, one line for each group that belongs together. `_roles` are the roles of
    /// the seats, in order, since players know each other by them.
    fn summarize(&self, events: &[PublicEvent], _roles: &[String], language: &str) -> Vec<String> {
        events.iter().map(|event| self.localizer(language).localize(&event.text)).collect()
    }
    /// Returns the private hand of a seat, one line each, from the view of that seat.
    fn hand(&self, _view: &Value, _seat: Seat, _language: &str) -> Vec<String> {
        Vec::new()
    }
    /// Returns the most important numbers of a view in one line.
    fn status_line(&self, _view: &Value, _language: &str) -> String {
        String::new()
    }
    /// Tells the end of a campaign as a story, from its last view.
    fn epilogue(&self, _outcome: &Outcome, _view: &Value, _language: &str) -> Vec<String> {
        Vec::new()
    }
    /// Draws the board of a view and marks the changes since an earlier view.
    fn picture(&self, _view: &Value, _since: Option<&Value>, _language: &str) -> Option<Picture> {
        None
    }
    /// Draws the history of a campaign as a chart, from one public view for each round.
    fn chart(&self, _views: &[Value], _language: &str) -> Option<Picture> {
        None
    }
    /// Draws a piece that [`Game::cards`] lists.
    fn card_picture(&self, _id: &str, _language: &str) -> Option<Picture> {
        None
    }
    /// Draws the poster of a finished campaign.
    fn poster(&self, _input: &PosterInput<'_>, _language: &str) -> Option<Picture> {
        None
    }
    /// Draws a campaign as an animation, one frame for each public view.
    fn animation(
        &self,
        _views: &mut dyn Iterator<Item = Value>,
        _language: &str,
    ) -> Option<Animation> {
        None
    }
    /// Returns the cards and other pieces that have an article.
    fn cards(&self) -> Vec<ListItem> {
        Vec::new()
    }
    /// Returns the article about a piece.
    fn card(&self, _id: &str, _language: &str) -> Option<Article> {
        None
    }
    /// Returns what the game puts to public votes. A table uses at most one of the advisory ones;
    /// the default is first.
    fn public_questions(&self) -> Vec<PublicQuestion> {
        Vec::new()
    }
    /// Returns the piece that a choice brings into play, if it has an article.
    fn piece_for_choice(&self, _ask: &str, _choice: &str) -> Option<String> {
        None
    }
    /// Returns the ask and the choice that caused an event, perhaps days before. Returns `None` for
    /// events that follow at once.
    fn cause_of(&self, _event: &PublicEvent) -> Option<(String, String)> {
        None
    }
    /// Returns the ids of the lessons for newcomers about an ask, in order. Each is shown once in a
    /// campaign, one at a time.
    fn lessons_for_ask(&self, _ask: &str) -> Vec<String> {
        Vec::new()
    }
    /// Returns a lesson.
    fn lesson(&self, _id: &str, _language: &str) -> Option<Article> {
        None
    }
    /// Returns the topics of the rules that have an article.
    fn topics(&self) -> Vec<ListItem> {
        Vec::new()
    }
    /// Returns the article about a topic.
    fn topic(&self, _id: &str, _language: &str) -> Option<Article> {
        None
    }
    /// Returns other search terms for a topic, separated by commas.
    fn topic_aliases(&self, _id: &str) -> Option<Message> {
        None
    }
    /// Returns the id of the topic that an ask is about.
    fn topic_for_ask(&self, _ask: &str) -> Option<String> {
        None
    }
}

/// Running campaign of a game.
pub trait Table: Send + Sync {
    /// Returns the open decisions with their choices.
    fn decisions(&self) -> Vec<Decision>;
    /// Applies an answer. A refused answer changes nothing.
    fn apply(&mut self, answer: &Answer) -> Result<Vec<Event>, GameError>;
    /// Returns everything that a viewer may see, and nothing more.
    fn view(&self, viewer: Viewer) -> Value;
    /// Returns the complete state as a save.
    fn save(&self) -> Value;
    /// Returns the result, or `None` while the campaign is running.
    fn outcome(&self) -> Option<Outcome>;
    /// Returns the seat that breaks ties.
    fn leader(&self) -> Seat;
    /// Returns the position of the campaign.
    fn progress(&self) -> Progress;
    /// Returns the public question as it would be asked now, so that people can vote ahead. Its
    /// keys are those of the real question. Returns `None` once none can be chosen any more.
    fn standing_ballot(&self) -> Option<Decision>;
    /// Returns the keys of the open choices of [`Table::standing_ballot`]. It is called after every
    /// answer, so a game can do it without building the sentences.
    fn standing_ballot_keys(&self) -> Option<Vec<String>> {
        let open = |decision: Decision| {
            let open = decision.choices.into_iter().filter(|choice| choice.blocked.is_none());
            open.map(|choice| choice.key).collect()
        };
        self.standing_ballot().map(open)
    }
    /// Returns the piece that an open decision is about, if everybody may see the decision and the
    /// piece has an article.
    fn subject(&self) -> Option<String> {
        None
    }
    /// Returns the seat that put an open decision to the others, if one did.
    fn asked_by(&self, _decision: u32) -> Option<Seat> {
        None
    }
    /// Returns a copy in which it is the turn of a seat, to plan that turn. Returns `None` if that
    /// makes no sense. The caller must not show what the copy reveals.
    fn rehearse(&self, seat: Seat) -> Option<Box<dyn Table>>;
    /// Returns the choice of a policy, which sees only what the answerer of the decision may see.
    fn choose(&self, decision: u32, policy: Policy, seed: u64) -> Option<String>;
    /// Returns the choice of the house with its reason, from what the answerer may see.
    fn advice(&self, decision: u32, seed: u64) -> Option<Advice> {
        let choice = self.choose(decision, Policy::Greedy, seed)?;
        Some(Advice { choice, why: Message::new("counsel") })
    }
    /// Clones the table.
    fn clone_box(&self) -> Box<dyn Table>;
}
