//! What a campaign can set: who decides what, how fast, and how votes are taken.
//!
//! May use: serde and `time`. Deliberately absent: any one game's questions;
//! they are named by the game's own words.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::refusal::Refusal;
use super::time::Span;

/// The settings of a campaign. What is left out has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// How long a question waits.
    pub pace: Pace,
    /// Who may click for the active seat.
    pub turns: TurnMode,
    /// Who may answer a small question for the seat responsible for it.
    #[serde(rename = "small")]
    pub small_questions: SmallQuestionMode,
    /// How long the holder of a seat comes first; by default a part of the pace.
    pub window: Option<Span>,
    /// How long the leader has to break a tie; by default a part of the pace.
    pub tie_time: Option<Span>,
    /// Are the advisors' votes seen before the vote closes?
    #[serde(rename = "votes")]
    pub secrecy: BallotSecrecy,
    /// Who decides, by kind of question, where it is not the game's own default.
    pub who: BTreeMap<String, Decider>,
    /// The people's vote on public matters.
    #[serde(rename = "people")]
    pub public_vote: PublicVote,
    /// The language the table is told in; the front end's own, if it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// How much of what happened is told.
    pub verbosity: Verbosity,
    /// Are newcomers told how things work, as they come up?
    #[serde(skip_serializing_if = "Lessons::is_off")]
    pub lessons: Lessons,
}

/// Are newcomers told how things work? The council keeps it; a front end obeys it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lessons {
    /// Each lesson once, beside the first question it helps with.
    On,
    /// Everybody knows.
    #[default]
    Off,
}

impl Lessons {
    /// Nobody needs them.
    pub fn is_off(&self) -> bool {
        *self == Lessons::Off
    }
}

/// How much of what happened is told. The council keeps it; a front end obeys it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verbosity {
    /// The whole story.
    #[default]
    Full,
    /// The heart of it.
    Brief,
}

/// How long a question waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// 10 minutes.
    Live,
    /// 24 hours.
    #[default]
    Daily,
    /// 72 hours.
    Relaxed,
    /// For ever.
    Untimed,
    /// Any time from a minute up.
    Every(Span),
}

impl Pace {
    /// How long that is.
    pub fn span(self) -> Option<Span> {
        match self {
            Pace::Live => Some(Span::minutes(10)),
            Pace::Daily => Some(Span::hours(24)),
            Pace::Relaxed => Some(Span::hours(72)),
            Pace::Untimed => None,
            Pace::Every(span) => Some(span),
        }
    }
}

/// Who may click for the active seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnMode {
    /// Only its holder.
    Strict,
    /// Its holder first, for a short window; then any advisor on its behalf.
    #[default]
    Relay,
    /// Any advisor at once.
    Open,
    /// The leader carries out what the table agreed.
    Leader,
}

/// Who may answer a small question for the seat responsible for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SmallQuestionMode {
    /// Only its holder; the leader after its deadline.
    Strict,
    /// Its holder first, for a short window; then any advisor on its behalf.
    #[default]
    Relay,
    /// Any advisor at once.
    Open,
}

/// Are votes seen before the vote closes?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BallotSecrecy {
    /// As they come in.
    #[default]
    Open,
    /// Only their number, until it closes.
    Sealed,
}

/// Who decides a kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decider {
    /// A vote of all advisors.
    Vote,
    /// The seat the game names: responsible, or active.
    Seat,
    /// The leader alone.
    Leader,
    /// Any advisor, at once.
    Anyone,
    /// The people.
    #[serde(rename = "people")]
    Public,
}

/// The people's vote on public matters, and what the street is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PublicVote {
    /// When it is open.
    pub mode: PublicVoteMode,
    /// Who may vote beside the advisors; fixed when a ballot opens.
    #[serde(rename = "admit")]
    pub eligibility: VoterEligibility,
    /// How long a ballot is open once the question is asked; by default a part of the pace.
    #[serde(rename = "lasts")]
    pub duration: Option<Span>,
    /// With fewer votes than this the advisors' votes alone decide.
    pub turnout: u32,
    /// Is the tally seen before it closes?
    #[serde(rename = "votes")]
    pub secrecy: BallotSecrecy,
    /// How many days somebody must have been in the server to vote; fixed when a ballot opens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "days")]
    pub membership_days: Option<u16>,
    /// How many people were in the server when the table opened, until somebody says when the
    /// people may vote: where few are, no ballot is shown of itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub members: Option<u32>,
    /// Once the question is asked a standing ballot stays open for a while, too. At tables of
    /// version 0.1, where this is not set, its votes are counted at once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opens: bool,
    /// The server role that is called when a ballot opens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "call")]
    pub ping_role: Option<u64>,
    /// What the street is asked, by the game's word for it; nothing, if the game has no such word
    /// or nobody has said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub street: Option<String>,
    /// When the advisors see what the street says.
    #[serde(default, skip_serializing_if = "StreetVisibility::is_at_once")]
    #[serde(rename = "street_seen")]
    pub street_visibility: StreetVisibility,
}

/// When the advisors see what the street says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StreetVisibility {
    /// As it comes in.
    #[default]
    AtOnce,
    /// Each once they have voted.
    AfterVoting,
}

impl StreetVisibility {
    fn is_at_once(&self) -> bool {
        *self == StreetVisibility::AtOnce
    }
}

/// Where nothing else is known or set, so many votes are enough.
const MIN_TURNOUT: u32 = 3;
/// In no server more are needed, unless somebody says so.
const MAX_TURNOUT: u32 = 25;
/// One vote for so many people of a server.
const MEMBERS_PER_VOTE: u32 = 50;
/// With fewer beside the table nobody is asked of itself.
const MIN_PUBLIC: u32 = 8;
/// Nobody is asked to hurry more than this, unless somebody says so.
const SHORTEST_BALLOT: Span = Span::minutes(2);
/// Days somebody may have to wait, at most.
const MAX_MEMBERSHIP_DAYS: u16 = 3650;

impl PublicVote {
    /// Fits what nobody has set to a server with so many people; if it is not known how many,
    /// to the smallest.
    pub fn fit_to_members(&mut self, members: Option<u32>) {
        if self.turnout == turnout_for(self.members) {
            self.turnout = turnout_for(members);
        }
        if self.is_too_few() {
            self.mode = PublicVoteMode::default();
        }
        self.members = members;
    }

    /// Somebody says when the people may vote: that holds, however few they are.
    pub fn set_mode(&mut self, mode: PublicVoteMode) {
        self.mode = mode;
        self.members = None;
        self.opens = true;
    }

    /// Does a ballot stay open for a while once the question is asked?
    pub fn stays_open(&self) -> bool {
        match self.mode {
            PublicVoteMode::Off => false,
            PublicVoteMode::Standing => self.opens,
            PublicVoteMode::OnDemand => true,
        }
    }

    /// The table begins with so many seats: are there enough people beside it?
    pub(super) fn begin(&mut self, seats: usize) {
        if self.members.is_some_and(|members| (members as usize) < seats + MIN_PUBLIC as usize) {
            self.mode = PublicVoteMode::Off;
        }
    }

    /// Is it off only because there are so few?
    pub fn is_too_few(&self) -> bool {
        self.members.is_some() && self.mode == PublicVoteMode::Off
    }
}

/// How many votes are enough in a server with so many people.
fn turnout_for(members: Option<u32>) -> u32 {
    members
        .map_or(MIN_TURNOUT, |members| members.div_ceil(MEMBERS_PER_VOTE))
        .clamp(MIN_TURNOUT, MAX_TURNOUT)
}

impl Default for PublicVote {
    fn default() -> Self {
        PublicVote {
            mode: PublicVoteMode::Standing,
            eligibility: VoterEligibility::Everyone,
            duration: None,
            turnout: MIN_TURNOUT,
            secrecy: BallotSecrecy::Open,
            membership_days: None,
            members: None,
            opens: true,
            ping_role: None,
            street: None,
            street_visibility: StreetVisibility::AtOnce,
        }
    }
}

/// When the people may vote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PublicVoteMode {
    /// Never: the advisors vote.
    Off,
    /// From the first day on; the tally counts at the moment it is needed.
    #[default]
    Standing,
    /// When the question is asked, for a set time.
    OnDemand,
}

/// Who may vote beside the advisors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VoterEligibility {
    /// Every member of the server.
    #[default]
    Everyone,
    /// Those who have this role.
    Role(u64),
}

impl Settings {
    /// Do they differ in nothing but the lessons?
    pub fn differs_only_in_lessons(&self, other: &Settings) -> bool {
        *self == Settings { lessons: self.lessons, ..other.clone() }
    }

    /// How long the holder of a seat comes first.
    pub fn window(&self) -> Span {
        let part = || match self.pace.span() {
            Some(span) => span.part(1, 24).max(Span::MINUTE),
            None => Span::hours(1),
        };
        self.window.unwrap_or_else(part)
    }

    /// How long the leader has for a tie, or for a question that waited too long.
    pub fn tie_time(&self) -> Option<Span> {
        let pace = self.pace.span()?;
        Some(self.tie_time.unwrap_or_else(|| pace.part(1, 4).max(Span::MINUTE)).min(pace))
    }

    /// How long a ballot is open once the question is asked.
    pub fn ballot_time(&self) -> Span {
        let pace = self.pace.span().unwrap_or(Span::hours(24));
        let usual =
            if self.public_vote.opens { pace.part(1, 6).max(SHORTEST_BALLOT) } else { pace };
        self.public_vote.duration.unwrap_or(usual)
    }

    /// Are all times within reason?
    pub fn check(&self) -> Result<(), Refusal> {
        let pace = match self.pace {
            Pace::Every(span) => Some(span),
            _ => None,
        };
        if self.public_vote.membership_days.is_some_and(|days| days > MAX_MEMBERSHIP_DAYS) {
            return Err(Refusal::TimeOutOfRange);
        }
        let times = [pace, self.window, self.tie_time, self.public_vote.duration];
        let wrong = |span: &Span| *span < Span::MINUTE || *span > Span::YEAR;
        match times.into_iter().flatten().find(wrong) {
            Some(_) => Err(Refusal::TimeOutOfRange),
            None => Ok(()),
        }
    }
}
