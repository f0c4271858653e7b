//! Campaign settings: who decides what, how fast, and how votes are taken.
//!
//! Independent of any one game: kinds of question appear under the game's own keys.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::refusal::Refusal;
use super::time::Span;

/// Settings of a campaign. A missing field has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Time a question waits for an answer.
    pub pace: Pace,
    /// Who may act for the active seat.
    pub turns: TurnMode,
    /// Who may answer a small question for the seat responsible for it.
    #[serde(rename = "small")]
    pub small_questions: SmallQuestionMode,
    /// Time in which only the holder of a seat may act for it. Defaults to a share of the pace.
    pub window: Option<Span>,
    /// Time the leader has for a tie or an overdue question. Defaults to a share of the pace.
    pub tie_time: Option<Span>,
    /// Whether the players' votes are visible before the vote closes.
    #[serde(rename = "votes")]
    pub secrecy: BallotSecrecy,
    /// Who decides, by kind of question. Overrides the game's default.
    pub who: BTreeMap<String, Decider>,
    /// Public vote and street.
    #[serde(rename = "people")]
    pub public_vote: PublicVote,
    /// Language of the campaign's messages. `None` leaves it to the front end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Level of detail of the reports.
    pub verbosity: Verbosity,
    /// Whether lessons are shown to new players.
    #[serde(skip_serializing_if = "Lessons::is_off")]
    pub lessons: Lessons,
}

/// Whether lessons are shown. Stored here, applied by the front end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lessons {
    /// Each lesson once, beside the first question it helps with.
    On,
    /// None: the players know the game.
    #[default]
    Off,
}

impl Lessons {
    /// Whether no lessons are shown.
    pub fn is_off(&self) -> bool {
        *self == Lessons::Off
    }
}

/// Level of detail of the reports. Stored here, applied by the front end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verbosity {
    /// Everything that happened.
    #[default]
    Full,
    /// The essentials.
    Brief,
}

/// Time a question waits for an answer.
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
    /// No deadline.
    Untimed,
    /// A custom time, from a minute to a year.
    Every(Span),
}

impl Pace {
    /// Returns the time as a span, or `None` if there is no deadline.
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

/// Who may act for the active seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnMode {
    /// Only its holder; after the deadline also the leader.
    Strict,
    /// Its holder first, for a short window; then any player on its behalf.
    #[default]
    Relay,
    /// Any player at once.
    Open,
    /// Only the leader, who carries out what the players agreed.
    Leader,
}

/// Who may answer a small question for the seat responsible for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SmallQuestionMode {
    /// Only its holder; after the deadline also the leader.
    Strict,
    /// Its holder first, for a short window; then any player on its behalf.
    #[default]
    Relay,
    /// Any player at once.
    Open,
}

/// Whether votes are visible before the vote closes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BallotSecrecy {
    /// Visible as they are cast.
    #[default]
    Open,
    /// Only their number is visible until the vote closes.
    Sealed,
}

/// Who decides a kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decider {
    /// A vote of all players.
    Vote,
    /// The seat the game names: the responsible or the active one.
    Seat,
    /// The leader alone.
    Leader,
    /// Any player, at once.
    Anyone,
    /// The public, by its ballot.
    #[serde(rename = "people")]
    Public,
}

/// Settings of the public vote and of the street.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PublicVote {
    /// When the public may vote.
    pub mode: PublicVoteMode,
    /// Who may vote besides the seat holders; fixed when a ballot opens.
    #[serde(rename = "admit")]
    pub eligibility: VoterEligibility,
    /// Time a ballot is open once its question is asked. Defaults to a share of the pace.
    #[serde(rename = "lasts")]
    pub duration: Option<Span>,
    /// Quorum: with fewer votes only the players' votes count.
    pub turnout: u32,
    /// Whether the tally is visible before the ballot closes.
    #[serde(rename = "votes")]
    pub secrecy: BallotSecrecy,
    /// Days a member must have been in the server to vote; fixed when a ballot opens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "days")]
    pub membership_days: Option<u16>,
    /// Member count of the server when the campaign was opened. `None` if it is unknown, or once
    /// the mode was set explicitly. Small servers have the public vote off by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub members: Option<u32>,
    /// Whether a standing ballot stays open for a while once its question is asked. Campaigns of
    /// version 0.1 do not store it (`false`): their votes are counted at once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opens: bool,
    /// Server role pinged when a ballot opens, and shortly before it closes if the quorum is not
    /// reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "call")]
    pub ping_role: Option<u64>,
    /// Id of the game's public question that the street is asked. With `None`, or an id that the
    /// game does not know, the street is asked nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub street: Option<String>,
    /// When the players see what the street says.
    #[serde(default, skip_serializing_if = "StreetVisibility::is_at_once")]
    #[serde(rename = "street_seen")]
    pub street_visibility: StreetVisibility,
}

/// When the players see what the street says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StreetVisibility {
    /// As it comes in.
    #[default]
    AtOnce,
    /// Each player once they have voted.
    AfterVoting,
}

impl StreetVisibility {
    fn is_at_once(&self) -> bool {
        *self == StreetVisibility::AtOnce
    }
}

/// Lowest default quorum, also used if the server's size is unknown.
const MIN_TURNOUT: u32 = 3;
/// Highest default quorum.
const MAX_TURNOUT: u32 = 25;
/// Server members per vote of the default quorum.
const MEMBERS_PER_VOTE: u32 = 50;
/// Minimum number of members besides the seats. Below it the public vote is off by default.
const MIN_PUBLIC: u32 = 8;
/// Shortest default time of a ballot.
const SHORTEST_BALLOT: Span = Span::minutes(2);
/// Upper limit of [`PublicVote::membership_days`].
const MAX_MEMBERSHIP_DAYS: u16 = 3650;

impl PublicVote {
    /// Fits the values that still have their defaults to the member count of the server. `None`
    /// (unknown) counts as the smallest server.
    pub fn fit_to_members(&mut self, members: Option<u32>) {
        if self.turnout == turnout_for(self.members) {
            self.turnout = turnout_for(members);
        }
        if self.is_too_few() {
            self.mode = PublicVoteMode::default();
        }
        self.members = members;
    }

    /// Sets the mode explicitly: it then holds whatever the size of the server. Also enables
    /// [`opens`](Self::opens).
    pub fn set_mode(&mut self, mode: PublicVoteMode) {
        self.mode = mode;
        self.members = None;
        self.opens = true;
    }

    /// Whether a ballot stays open for a while once its question is asked.
    pub fn stays_open(&self) -> bool {
        match self.mode {
            PublicVoteMode::Off => false,
            PublicVoteMode::Standing => self.opens,
            PublicVoteMode::OnDemand => true,
        }
    }

    /// Turns the public vote off at the start of a campaign with `seats` seats if the server is
    /// too small and the mode was not set explicitly.
    pub(super) fn begin(&mut self, seats: usize) {
        if self.members.is_some_and(|members| (members as usize) < seats + MIN_PUBLIC as usize) {
            self.mode = PublicVoteMode::Off;
        }
    }

    /// Whether it is off only because the server is too small.
    pub fn is_too_few(&self) -> bool {
        self.members.is_some() && self.mode == PublicVoteMode::Off
    }
}

/// Default quorum for the member count of a server.
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

/// When the public may vote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PublicVoteMode {
    /// Never: the players vote instead.
    Off,
    /// Ahead of the question, on what the game has on offer, and while it is asked if
    /// [`PublicVote::opens`] is set.
    #[default]
    Standing,
    /// Once the question is asked, for [`Settings::ballot_time`].
    OnDemand,
}

/// Who may vote besides the seat holders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VoterEligibility {
    /// Every member of the server.
    #[default]
    Everyone,
    /// Members with this server role.
    Role(u64),
}

impl Settings {
    /// Whether the two differ at most in the lessons.
    pub fn differs_only_in_lessons(&self, other: &Settings) -> bool {
        *self == Settings { lessons: self.lessons, ..other.clone() }
    }

    /// Returns the time in which only the holder of a seat may act for it.
    pub fn window(&self) -> Span {
        let default = || match self.pace.span() {
            Some(span) => span.part(1, 24).max(Span::MINUTE),
            None => Span::hours(1),
        };
        self.window.unwrap_or_else(default)
    }

    /// Returns the time the leader has for a tie or an overdue question: at most the pace, and
    /// `None` if that is untimed.
    pub fn tie_time(&self) -> Option<Span> {
        let pace = self.pace.span()?;
        Some(self.tie_time.unwrap_or_else(|| pace.part(1, 4).max(Span::MINUTE)).min(pace))
    }

    /// Returns the time a ballot is open once its question is asked.
    pub fn ballot_time(&self) -> Span {
        let pace = self.pace.span().unwrap_or(Span::hours(24));
        let default =
            if self.public_vote.opens { pace.part(1, 6).max(SHORTEST_BALLOT) } else { pace };
        self.public_vote.duration.unwrap_or(default)
    }

    /// Checks that all times are in range: spans from a minute to a year, membership up to
    /// `MAX_MEMBERSHIP_DAYS`.
    pub fn check(&self) -> Result<(), Refusal> {
        let pace = match self.pace {
            Pace::Every(span) => Some(span),
            _ => None,
        };
        if self.public_vote.membership_days.is_some_and(|days| days > MAX_MEMBERSHIP_DAYS) {
            return Err(Refusal::TimeOutOfRange);
        }
        let times = [pace, self.window, self.tie_time, self.public_vote.duration];
        let out_of_range = |span: &Span| *span < Span::MINUTE || *span > Span::YEAR;
        match times.into_iter().flatten().find(out_of_range) {
            Some(_) => Err(Refusal::TimeOutOfRange),
            None => Ok(()),
        }
    }
}
