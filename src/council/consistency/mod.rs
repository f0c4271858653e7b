//! Whether a campaign is one that this hall could have written: its own state against its
//! charter, its game and its log.
//!
//! May use: the words of `council`, the boundary. Deliberately absent: whether the log leads
//! to the game that is stored, which only a replay can tell; and mending anything. A file
//! comes from a stranger, and its checksum is one that anybody can put right: what is
//! checked here need not be feared anywhere else.

mod open;
mod past;

use std::collections::BTreeSet;

use super::campaign::Campaign;
use super::log::{Answered, Entry, effective_answers};
use super::orders::LONGEST_WORD;
use super::public_decision::PublicDecision;
use super::seating::Holder;
use super::settings::Settings;
use super::state::{CampaignStatus, Council, MAX_SUBSCRIBERS};
use super::street::StreetRecord;
use super::time::Timestamp;
use crate::game::{Game, Seat};

/// The last moment that is believed: the end of the year 9999. Any span can be added to it.
const LATEST_TIMESTAMP: Timestamp = Timestamp(253_402_300_799_999);
/// Numbers given out so far: far more than any campaign asks, far less than there are.
const MAX_NUMBERS: u32 = 1 << 30;
/// The longest name of a language, by the rules for such names.
const MAX_LANGUAGE_LEN: usize = 35;

/// What is wrong with a campaign, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Inconsistency {
    /// Roles that the game does not have, or has in another order or number.
    #[error("its chairs are not those of the game")]
    Seating,
    /// A chair without a holder after the beginning.
    #[error("it has begun, but nobody holds chair {0}")]
    EmptySeat(usize),
    /// Settings nobody could have set.
    #[error("its settings are not ones that can be set")]
    Settings,
    /// The game would not begin like this.
    #[error("it can never begin: {0}")]
    Setup(String),
    /// A moment before 1970 or after 9999.
    #[error("{0} is at a time that cannot be")]
    Timestamp(&'static str),
    /// A counter that does not fit what it counts.
    #[error("its count of {0} cannot be right")]
    Count(&'static str),
    /// The first entry of a log is that it began, and no other is.
    #[error("its log does not say once, and first, that it began")]
    Beginning,
    /// The last entry of a log is that it ended, if it did, and no other is.
    #[error("its log and its state do not agree on whether it is over")]
    Ending,
    /// It did not end like this.
    #[error("its log tells of another end than the game came to")]
    Outcome,
    /// An entry that nobody could have caused.
    #[error("entry {0} of its log cannot be true")]
    Entry(u64),
    /// Something is open though it has not begun, or is over.
    #[error("something is open in it though it is not being played")]
    NotPlayed,
    /// Nobody sits at the table, and the clocks run.
    #[error("nobody sits at its table, but its clocks run")]
    Deserted,
    /// The game stands elsewhere.
    #[error("it says that it stands elsewhere than its game does")]
    Progress,
    /// A question nobody asks.
    #[error("a question is open that the game does not ask")]
    NotAsked,
    /// The game asks something the table does not know of.
    #[error("the game asks a question that is not open")]
    NotOpen,
    /// A question that cannot be as it is.
    #[error("question {0} {1}")]
    Question(u32, QuestionFlaw),
    /// A turn, order, or answer for when away of a seat that cannot have it.
    #[error("seat {0} has {1} that it cannot have")]
    Seat(u8, &'static str),
    /// A motion that nobody could have moved.
    #[error("its motion is one that nobody could have moved")]
    Motion,
    /// A ballot that the people were never given.
    #[error("its ballot is one that the people were never given")]
    Ballot,
    /// More people to be called than can be.
    #[error("more people want to be called than can be")]
    Subscribers,
    /// The street was heard where nothing was answered.
    #[error("it says that people were heard where nothing was answered")]
    StreetRecord,
    /// A public decision that its log does not tell of.
    #[error("it says that the people decided what they did not")]
    PublicDecision,
}

/// What is wrong with a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionFlaw {
    /// Its number is taken.
    #[error("has a number that is not its own")]
    Number,
    /// Less than a minute, or longer than anybody can set.
    #[error("waits for a time that cannot be set")]
    Wait,
    /// It is not for those the game asks.
    #[error("is for somebody else than the game asks")]
    Resolver,
    /// A vote of nobody, or for nothing.
    #[error("has votes that nobody could give")]
    Votes,
    /// A tie between nothing, a ballot or a reminder that never was.
    #[error("has a past that cannot be")]
    Past,
}

/// Looks a campaign over; `entries` is its whole log.
pub fn check(campaign: &Campaign, entries: &[Entry]) -> Result<(), Inconsistency> {
    let council = campaign.council();
    settings(&council.settings, campaign.game())?;
    chairs(council, campaign.game(), past::has_begun(entries))?;
    counts(council, entries)?;
    moments(council)?;
    past::check(campaign, entries)?;
    decrees(council, entries)?;
    heard(council, entries)?;
    match council.status {
        CampaignStatus::Gathering => lobby(campaign),
        CampaignStatus::Running => open::check(campaign, entries),
        CampaignStatus::Over => over(campaign),
    }
}

/// It stands where its game ended, or was given up.
fn over(campaign: &Campaign) -> Result<(), Inconsistency> {
    let council = campaign.council();
    nothing_open(council)?;
    match campaign.table() {
        Some(table) if table.progress() != council.progress => Err(Inconsistency::Progress),
        _ => Ok(()),
    }
}

/// Plays its answers again, and holds each against what its log says of it.
pub fn answers(campaign: &Campaign, entries: &[Entry]) -> Result<(), Inconsistency> {
    if campaign.table().is_none() {
        return Ok(());
    }
    past::answers(campaign, entries)
}

fn settings(settings: &Settings, game: &dyn Game) -> Result<(), Inconsistency> {
    let asks = game.asks();
    let known = |ask: &String| match asks.as_slice() {
        // A game that names no kinds has some all the same.
        [] => ask.len() <= LONGEST_WORD,
        asks => asks.iter().any(|named| named.id == *ask),
    };
    let is_name = |name: &String| {
        let letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        name.len() <= MAX_LANGUAGE_LEN && name.bytes().all(letter)
    };
    let language = settings.language.as_ref().is_none_or(is_name);
    let sound = settings.check().is_ok() && settings.who.keys().all(known) && language;
    sound.then_some(()).ok_or(Inconsistency::Settings)
}

/// A lobby has a chair for every role; those nobody took are gone when it begins.
fn chairs(council: &Council, game: &dyn Game, begun: bool) -> Result<(), Inconsistency> {
    let (chairs, roles) = (&council.seating.0, game.roles());
    let mut left = roles.iter();
    let in_order = chairs.iter().all(|chair| left.any(|role| *role == chair.role));
    if !in_order || chairs.is_empty() || (!begun && chairs.len() != roles.len()) {
        return Err(Inconsistency::Seating);
    }
    match chairs.iter().position(|chair| begun && chair.holder == Holder::Nobody) {
        Some(empty) => Err(Inconsistency::EmptySeat(empty)),
        None => Ok(()),
    }
}

fn counts(council: &Council, entries: &[Entry]) -> Result<(), Inconsistency> {
    let ballot = council.public_ballot.as_ref().map_or(0, |ballot| ballot.edition);
    match council {
        _ if council.seq != entries.len() as u64 => Err(Inconsistency::Count("entries")),
        _ if council.snapshot_seq > council.seq => Err(Inconsistency::Count("kept entries")),
        _ if council.numbers > MAX_NUMBERS => Err(Inconsistency::Count("questions")),
        _ if council.editions > MAX_NUMBERS || ballot > council.editions => {
            Err(Inconsistency::Count("ballots"))
        }
        _ => Ok(()),
    }
}

/// What the people decided stands in the log, in order, and nobody saw it before it was decided.
fn decrees(council: &Council, entries: &[Entry]) -> Result<(), Inconsistency> {
    let mut answers = effective_answers(entries).into_iter();
    let is_told = |decree: &PublicDecision| {
        let told = answers.any(|(entry, answered)| {
            let same = (&answered.ask, &answered.choice) == (&decree.ask, &decree.choice);
            let how =
                (&answered.label, &answered.decided_by) == (&decree.label, &decree.decided_by);
            entry.seq == decree.seq && entry.progress.round == decree.round && same && how
        });
        let after = |seen: u64| seen > decree.seq && seen <= council.seq;
        told && decree.first_seen.is_none_or(after)
            && decree.edition.is_none_or(|edition| edition <= council.editions)
    };
    if council.ping_subscribers.len() > MAX_SUBSCRIBERS {
        return Err(Inconsistency::Subscribers);
    }
    if council.public_decisions.iter().all(is_told) {
        Ok(())
    } else {
        Err(Inconsistency::PublicDecision)
    }
}

/// The street was heard at answers that count, at each once.
fn heard(council: &Council, entries: &[Entry]) -> Result<(), Inconsistency> {
    let mut answers = effective_answers(entries).into_iter();
    let is_told = |heard: &StreetRecord| {
        let same = |(entry, answered): (&Entry, &Answered)| {
            entry.seq == heard.seq && answered.private.is_none()
        };
        answers.any(same)
    };
    if council.street_records.iter().all(is_told) {
        Ok(())
    } else {
        Err(Inconsistency::StreetRecord)
    }
}

/// Every moment of the hall's own state.
fn moments(council: &Council) -> Result<(), Inconsistency> {
    let questions = &council.questions;
    let covers = questions.iter().filter_map(|question| question.substitution);
    let closes = council.public_ballot.iter().filter_map(|ballot| ballot.closes);
    let mut all: Vec<(&'static str, Timestamp)> = vec![("its round", council.round_since)];
    all.extend(questions.iter().map(|question| ("a question", question.opened)));
    all.extend(questions.iter().filter_map(|q| Some(("a deadline", q.due?))));
    all.extend(covers.map(|cover| ("a window", cover.from)));
    all.extend(council.last_active.values().map(|seen| ("somebody's last deed", *seen)));
    all.extend(council.turn.map(|turn| ("a turn", turn.until)));
    all.extend(council.paused.map(|paused| ("its pause", paused)));
    all.extend(council.motion.iter().filter_map(|open| Some(("a motion", open.due?))));
    all.extend(closes.map(|closes| ("a ballot", closes)));
    let opened = council.public_ballot.iter().filter_map(|ballot| ballot.opened);
    all.extend(opened.map(|opened| ("the beginning of a ballot", opened)));
    match all.into_iter().find(|(_, at)| !is_possible(*at)) {
        Some((what, _)) => Err(Inconsistency::Timestamp(what)),
        None => Ok(()),
    }
}

fn is_possible(at: Timestamp) -> bool {
    (Timestamp(0)..=LATEST_TIMESTAMP).contains(&at)
}

/// A lobby: nothing is asked yet, and the game would begin with all of its chairs.
fn lobby(campaign: &Campaign) -> Result<(), Inconsistency> {
    let council = campaign.council();
    nothing_open(council)?;
    seats(council, council.last_active.keys(), "a last deed")?;
    if council.numbers > 0 || council.editions > 0 {
        return Err(Inconsistency::NotPlayed);
    }
    campaign.check_can_begin().map_err(Inconsistency::Setup)
}

fn nothing_open(council: &Council) -> Result<(), Inconsistency> {
    let open = !council.questions.is_empty()
        || council.motion.is_some()
        || council.public_ballot.is_some()
        || council.paused.is_some()
        || council.turn.is_some()
        || !council.orders.is_empty()
        || !council.ping_subscribers.is_empty()
        || !council.away.is_empty();
    if open { Err(Inconsistency::NotPlayed) } else { Ok(()) }
}

/// Are these seats of this table?
fn seats<'a>(
    council: &Council,
    mut seats: impl Iterator<Item = &'a Seat>,
    what: &'static str,
) -> Result<(), Inconsistency> {
    match seats.find(|seat| council.seating.get(**seat).is_none()) {
        Some(stranger) => Err(Inconsistency::Seat(stranger.0, what)),
        None => Ok(()),
    }
}

/// Is each of them there once?
fn are_distinct<T: Ord>(all: impl IntoIterator<Item = T>) -> bool {
    let mut seen = BTreeSet::new();
    all.into_iter().all(|one| seen.insert(one))
}
