//! The boundary: all that a hall may know of any game.
//!
//! A hall seats people, collects votes, keeps deadlines, stores and announces.
//! It does so for games it knows nothing about: *Frostpunk* today; a shared
//! party with dice and combat, or rivals with hands and simultaneous choices,
//! tomorrow. So this module holds plain data and two traits, and nothing of
//! any game. May use: serde. Deliberately absent: card names, phases, tracks,
//! votes, storage, Discord, languages.
//!
//! * A [`Game`] is the box: it starts and loads tables and lends its words.
//! * A [`Table`] is one campaign: its open [`Decision`]s, `apply`, `view`, `save`.
//! * Everything said is a [`Message`]: a key and its arguments. The game's own
//!   [`Localize`] turns it into a sentence of a language.

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

/// A seat at the table, counted clockwise from 0. A seat is not a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seat(pub u8);

/// What is needed to begin a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// One role for each seat, in the game's own words.
    pub roles: Vec<String>,
    /// The scenario, in the game's own words.
    pub scenario: String,
    /// Everything else: society, difficulty, variant switches.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

impl Setup {
    /// The first roles of a game for so many seats, its usual scenario, and nothing set.
    pub fn usual(game: &dyn Game, seats: usize) -> Self {
        let scenario = game.scenarios().into_iter().next().map(|named| named.id);
        Setup {
            roles: game.roles().into_iter().take(seats).collect(),
            scenario: scenario.unwrap_or_default(),
            options: BTreeMap::new(),
        }
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// What kind of event it is; stable.
    pub kind: String,
    /// The form for everybody, if there is one.
    pub public: Option<Message>,
    /// The form for its owner only, where it is secret.
    pub secret: Option<(Seat, Message)>,
    /// It revealed something hidden or random: undo stops here.
    #[serde(rename = "wall")]
    pub undo_barrier: bool,
    /// Ids and numbers, in the game's own form; public ones only.
    pub data: Value,
}

/// Where a campaign stands, for logs and for keeping a copy now and then.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The round, or day; 0 before the first.
    pub round: u32,
    /// The part of it, in the game's own words.
    pub phase: String,
}

/// How a campaign ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The table won together.
    Won,
    /// The table lost together.
    Lost {
        /// The cause, in the game's own words.
        cause: String,
    },
    /// Rivals, best first; equal places share a list.
    Ranking(Vec<Vec<Seat>>),
}

/// Who is looking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// Anybody: only what is public.
    Public,
    /// The holder of a seat.
    Seat(Seat),
}

/// Why something was not done. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct GameError(pub String);

impl GameError {
    /// From anything that can say why.
    pub fn new(why: impl fmt::Display) -> Self {
        GameError(why.to_string())
    }
}

/// The longest reason that is passed on, in characters: with the words around it, a sentence
/// stays below 300.
const LONGEST_REASON: usize = 220;

/// A reason cut short: it may quote what a stranger has written, at any length. Where a mistake
/// is in a text stays.
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

/// A game in its box.
pub trait Game: Send + Sync {
    /// Its stable name.
    fn id(&self) -> &'static str;
    /// The hash of its content.
    fn content_hash(&self) -> &str;
    /// Its content as files, path to text: what a campaign must keep to go on.
    fn files(&self) -> BTreeMap<String, String>;
    /// The same game with the content of these files.
    fn with_content(&self, files: &BTreeMap<String, String>) -> Result<Box<dyn Game>, GameError>;
    /// Roles a seat can have, in order.
    fn roles(&self) -> Vec<String>;
    /// Begins a campaign.
    fn start(&self, setup: &Setup, seed: u64) -> Result<(Box<dyn Table>, Vec<Event>), GameError>;
    /// Loads a save; an unknown version or content is refused.
    fn load(&self, save: &Value) -> Result<Box<dyn Table>, GameError>;
    /// Its words in a language; English if the language is not there.
    fn localizer(&self, language: &str) -> &dyn Localize;
    /// The board as plain text, from a view.
    fn text_board(&self, view: &Value, language: &str) -> String;
    /// Plays one campaign to its end by a policy, checking the invariants.
    fn playout(&self, setup: &Setup, seed: u64, policy: Policy) -> Result<Playout, PlayoutError>;

    // What follows is for authors; a game nobody writes for leaves it out.

    /// As `play_out`, counting on the way what came up and what was chosen. One question in
    /// `weigh` about a piece is weighed too: each answer is tried, and the best noted; none if 0.
    fn playout_with_coverage(
        &self,
        setup: &Setup,
        seed: u64,
        policy: Policy,
        _weigh: u32,
        _tally: &mut Coverage,
    ) -> Result<Playout, PlayoutError> {
        self.playout(setup, seed, policy)
    }
    /// Everything that can be counted, nothing counted yet.
    fn empty_coverage(&self) -> Coverage {
        Coverage::default()
    }
    /// The stable words of all pieces an author can look at.
    fn piece_ids(&self) -> Vec<String> {
        Vec::new()
    }
    /// One of them with what it leads to.
    fn piece_report(&self, _id: &str, _language: &str) -> Option<PieceReport> {
        None
    }

    // What follows is for those who show it; a game that shows nothing leaves it out.

    /// The scenarios, the usual one first.
    fn scenarios(&self) -> Vec<ListItem> {
        Vec::new()
    }
    /// What can be set before it begins.
    fn options(&self) -> Vec<SetupOption> {
        Vec::new()
    }
    /// What a role is called.
    fn role_name(&self, role: &str) -> Message {
        Message::new(role)
    }
    /// What a role is responsible for, in a few words.
    fn role_duty(&self, _role: &str) -> Option<Message> {
        None
    }
    /// Where a campaign stands, as a heading.
    fn progress_name(&self, chapter: &Progress) -> Message {
        Message::new(chapter.phase.clone())
    }
    /// The kinds of questions whose decider people may want to set.
    fn asks(&self) -> Vec<ListItem> {
        Vec::new()
    }
    /// What happened, told briefly: what belongs together in one line. The roles are
    /// those of the seats, in order: people know each other by them.
    fn summarize(&self, events: &[PublicEvent], _roles: &[String], language: &str) -> Vec<String> {
        events.iter().map(|event| self.localizer(language).localize(&event.text)).collect()
    }
    /// What a seat holds in private, from the view of that seat; a line each.
    fn hand(&self, _view: &Value, _seat: Seat, _language: &str) -> Vec<String> {
        Vec::new()
    }
    /// How it stands in one line, from a view: what everybody asks first.
    fn status_line(&self, _view: &Value, _language: &str) -> String {
        String::new()
    }
    /// How it ended, as a story, from the last view.
    fn epilogue(&self, _outcome: &Outcome, _view: &Value, _language: &str) -> Vec<String> {
        Vec::new()
    }
    /// The board as a picture, from a view; what changed since another view is marked.
    fn picture(&self, _view: &Value, _since: Option<&Value>, _language: &str) -> Option<Picture> {
        None
    }
    /// The course of a campaign as a picture, from one public view a round.
    fn chart(&self, _views: &[Value], _language: &str) -> Option<Picture> {
        None
    }
    /// One of the pieces that can be looked up, as a picture.
    fn card_picture(&self, _id: &str, _language: &str) -> Option<Picture> {
        None
    }
    /// How it ended as a picture to keep.
    fn poster(&self, _ending: &PosterInput<'_>, _language: &str) -> Option<Picture> {
        None
    }
    /// A campaign as a film, a picture for each public view, in order.
    fn animation(
        &self,
        _views: &mut dyn Iterator<Item = Value>,
        _language: &str,
    ) -> Option<Animation> {
        None
    }
    /// Cards and other pieces that can be looked up.
    fn cards(&self) -> Vec<ListItem> {
        Vec::new()
    }
    /// One of them.
    fn card(&self, _id: &str, _language: &str) -> Option<Article> {
        None
    }
    /// What is put to the public. Of what is only heard, a table has one or none: the usual one
    /// is first.
    fn public_questions(&self) -> Vec<PublicQuestion> {
        Vec::new()
    }
    /// The piece that an answer to a kind of question puts on the table, if it can be looked up.
    fn piece_for_choice(&self, _ask: &str, _choice: &str) -> Option<String> {
        None
    }
    /// What an event comes of: the kind of question and the answer that brought it about, perhaps
    /// days before. None for what follows at once.
    fn cause_of(&self, _told: &PublicEvent) -> Option<(String, String)> {
        None
    }
    /// What newcomers are told when this kind of question is asked, by id and in order:
    /// each once in a campaign, one at a time.
    fn lessons_for_ask(&self, _ask: &str) -> Vec<String> {
        Vec::new()
    }
    /// One of them.
    fn lesson(&self, _id: &str, _language: &str) -> Option<Article> {
        None
    }
    /// Matters of the rules that can be looked up.
    fn topics(&self) -> Vec<ListItem> {
        Vec::new()
    }
    /// One of them.
    fn topic(&self, _id: &str, _language: &str) -> Option<Article> {
        None
    }
    /// Other words people look for it by, with commas between.
    fn topic_aliases(&self, _id: &str) -> Option<Message> {
        None
    }
    /// The one a kind of question is about.
    fn topic_for_ask(&self, _ask: &str) -> Option<String> {
        None
    }
}

/// One campaign.
pub trait Table: Send + Sync {
    /// The open decisions with their choices.
    fn decisions(&self) -> Vec<Decision>;
    /// Takes an answer: checks first, then writes. A refused answer changes nothing.
    fn apply(&mut self, answer: &Answer) -> Result<Vec<Event>, GameError>;
    /// All that this viewer may see, and nothing more.
    fn view(&self, viewer: Viewer) -> Value;
    /// The complete save.
    fn save(&self) -> Value;
    /// How it ended, if it did.
    fn outcome(&self) -> Option<Outcome>;
    /// The seat with the final say.
    fn leader(&self) -> Seat;
    /// Where the campaign stands.
    fn progress(&self) -> Progress;
    /// What the electorate would be asked if it were asked now: people may make up
    /// their minds ahead. The keys are those of the real question; whatever is open can still
    /// be chosen some day, and there is no petition once nothing can.
    fn standing_ballot(&self) -> Option<Decision>;
    /// The keys that are open in the petition, for those who need no words: it is asked
    /// after every answer. None where there is no petition.
    fn standing_ballot_keys(&self) -> Option<Vec<String>> {
        let open = |decision: Decision| {
            let open = decision.choices.into_iter().filter(|choice| choice.blocked.is_none());
            open.map(|choice| choice.key).collect()
        };
        self.standing_ballot().map(open)
    }
    /// The piece an open question of everybody's is about, if it can be looked up.
    fn subject(&self) -> Option<String> {
        None
    }
    /// The seat that put an open decision before the others, if one did.
    fn asked_by(&self, _decision: u32) -> Option<Seat> {
        None
    }
    /// A copy in which it is this seat's turn, to plan it; none where that means nothing.
    /// What is revealed in the copy is not to be shown.
    fn rehearse(&self, seat: Seat) -> Option<Box<dyn Table>>;
    /// The policy's answer to a decision, from what its answerer may see.
    fn choose(&self, decision: u32, policy: Policy, seed: u64) -> Option<String>;
    /// What the house would choose and why, from what the answerer may see.
    fn advice(&self, decision: u32, seed: u64) -> Option<Advice> {
        let choice = self.choose(decision, Policy::Greedy, seed)?;
        Some(Advice { choice, why: Message::new("counsel") })
    }
    /// A copy.
    fn clone_box(&self) -> Box<dyn Table>;
}
