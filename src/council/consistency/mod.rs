//! Consistency check of imported campaigns: the council's state against its charter, its game and
//! its log. Accepts only what this program could have written, and repairs nothing.
//!
//! An imported file is untrusted input, and its author can recompute the checksum. Code elsewhere
//! may rely on what is checked here. Whether the log leads to the stored game is not checked here:
//! that takes a replay, see [`Campaign::replayed`].

mod history;
mod open;

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

/// Latest accepted time: the end of the year 9999. Any deadline can be added to it.
const LATEST_TIMESTAMP: Timestamp = Timestamp(253_402_300_799_999);
/// Limit for counters: far more than any campaign uses, and far from overflow.
const MAX_NUMBERS: u32 = 1 << 30;
/// Longest language tag, by the rules for such tags (BCP 47).
const MAX_LANGUAGE_LEN: usize = 35;

/// What is wrong with a campaign. Displays as one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Inconsistency {
    /// The roles are not the game's, or differ from them in order or number.
    #[error("its chairs are not those of the game")]
    Seating,
    /// A seat is empty although the campaign has begun.
    #[error("it has begun, but nobody holds chair {0}")]
    EmptySeat(usize),
    /// A setting is out of range or unknown.
    #[error("its settings are not ones that can be set")]
    Settings,
    /// The game refuses this setup.
    #[error("it can never begin: {0}")]
    Setup(String),
    /// A time is before 1970 or after 9999.
    #[error("{0} is at a time that cannot be")]
    Timestamp(&'static str),
    /// A counter does not match what it counts.
    #[error("its count of {0} cannot be right")]
    Count(&'static str),
    /// The log must say that the campaign began in its first entry, and in no other.
    #[error("its log does not say once, and first, that it began")]
    Beginning,
    /// The log must say that the campaign ended in its last entry and in no other, if it ended.
    #[error("its log and its state do not agree on whether it is over")]
    Ending,
    /// The logged outcome differs from the game's.
    #[error("its log tells of another end than the game came to")]
    Outcome,
    /// No request could have caused this entry.
    #[error("entry {0} of its log cannot be true")]
    Entry(u64),
    /// Something is open although the campaign has not begun, or is over.
    #[error("something is open in it though it is not being played")]
    NotPlayed,
    /// No user holds a seat, but the clocks run.
    #[error("nobody sits at its table, but its clocks run")]
    Deserted,
    /// The stored progress differs from the game's.
    #[error("it says that it stands elsewhere than its game does")]
    Progress,
    /// The game does not ask this question.
    #[error("a question is open that the game does not ask")]
    NotAsked,
    /// The game asks a question that is not open.
    #[error("the game asks a question that is not open")]
    NotOpen,
    /// An open question, by number, has a flaw.
    #[error("question {0} {1}")]
    Question(u32, QuestionFlaw),
    /// A seat has a turn, planned turns, an away answer or a last activity that it cannot have.
    #[error("seat {0} has {1} that it cannot have")]
    Seat(u8, &'static str),
    /// No request could have led to the open motion.
    #[error("its motion is one that nobody could have moved")]
    Motion,
    /// The public ballot offers what the game does not, or has impossible votes or times.
    #[error("its ballot is one that the people were never given")]
    Ballot,
    /// More ping subscribers than [`MAX_SUBSCRIBERS`].
    #[error("more people want to be called than can be")]
    Subscribers,
    /// A street record belongs to no answer that counts.
    #[error("it says that people were heard where nothing was answered")]
    StreetRecord,
    /// A public decision does not match the log.
    #[error("it says that the people decided what they did not")]
    PublicDecision,
}

/// What is wrong with an open question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionFlaw {
    /// The number is taken or out of range.
    #[error("has a number that is not its own")]
    Number,
    /// The time until the deadline cannot be set.
    #[error("waits for a time that cannot be set")]
    Wait,
    /// The resolver does not fit the game's question.
    #[error("is for somebody else than the game asks")]
    Resolver,
    /// A vote is not from a seat, or not for an answer on offer.
    #[error("has votes that nobody could give")]
    Votes,
    /// A tie, a ballot or a reminder that cannot have occurred.
    #[error("has a past that cannot be")]
    History,
}

/// Checks a campaign. `entries` is its whole log.
pub fn check(campaign: &Campaign, entries: &[Entry]) -> Result<(), Inconsistency> {
    let council = campaign.council();
    settings(&council.settings, campaign.game())?;
    seating(council, campaign.game(), history::has_begun(entries))?;
    counts(council, entries)?;
    timestamps(council)?;
    history::check(campaign, entries)?;
    public_decisions(council, entries)?;
    street_records(council, entries)?;
    match council.status {
        CampaignStatus::Lobby => lobby(campaign),
        CampaignStatus::Running => open::check(campaign, entries),
        CampaignStatus::Over => over(campaign),
    }
}

/// Checks a campaign that is over: it stands where its game does.
fn over(campaign: &Campaign) -> Result<(), Inconsistency> {
    let council = campaign.council();
    nothing_open(council)?;
    match campaign.table() {
        Some(table) if table.progress() != council.progress => Err(Inconsistency::Progress),
        _ => Ok(()),
    }
}

/// Replays the answers and checks what the log says of each.
pub fn check_answers(campaign: &Campaign, entries: &[Entry]) -> Result<(), Inconsistency> {
    if campaign.table().is_none() {
        return Ok(());
    }
    history::answers(campaign, entries)
}

fn settings(settings: &Settings, game: &dyn Game) -> Result<(), Inconsistency> {
    let asks = game.asks();
    let known = |ask: &String| match asks.as_slice() {
        // A game that lists no kinds of questions still has some.
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

/// A lobby has a seat for every role. Empty seats are removed when the campaign begins.
fn seating(council: &Council, game: &dyn Game, begun: bool) -> Result<(), Inconsistency> {
    let (seats, roles) = (&council.seating.0, game.roles());
    let mut left = roles.iter();
    let in_order = seats.iter().all(|state| left.any(|role| *role == state.role));
    if !in_order || seats.is_empty() || (!begun && seats.len() != roles.len()) {
        return Err(Inconsistency::Seating);
    }
    match seats.iter().position(|state| begun && state.holder == Holder::Nobody) {
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

/// Checks that every public decision is in the log, in order, and that its effect was seen after
/// it.
fn public_decisions(council: &Council, entries: &[Entry]) -> Result<(), Inconsistency> {
    let mut answers = effective_answers(entries).into_iter();
    let is_sound = |made: &PublicDecision| {
        // `any` consumes the answers up to the match: the next decision has to come later.
        let logged = answers.any(|(entry, answered)| {
            let same_answer = (&answered.ask, &answered.choice) == (&made.ask, &made.choice);
            let same_record =
                (&answered.label, &answered.decided_by) == (&made.label, &made.decided_by);
            let same_time = entry.seq == made.seq && entry.progress.round == made.round;
            same_time && same_answer && same_record
        });
        let after = |seen: u64| seen > made.seq && seen <= council.seq;
        logged
            && made.first_seen.is_none_or(after)
            && made.edition.is_none_or(|edition| edition <= council.editions)
    };
    if council.ping_subscribers.len() > MAX_SUBSCRIBERS {
        return Err(Inconsistency::Subscribers);
    }
    if council.public_decisions.iter().all(is_sound) {
        Ok(())
    } else {
        Err(Inconsistency::PublicDecision)
    }
}

/// Checks that every street record belongs to a public answer that counts, one each, in order.
fn street_records(council: &Council, entries: &[Entry]) -> Result<(), Inconsistency> {
    let mut answers = effective_answers(entries).into_iter();
    let is_logged = |record: &StreetRecord| {
        let same = |(entry, answered): (&Entry, &Answered)| {
            entry.seq == record.seq && answered.private.is_none()
        };
        answers.any(same)
    };
    if council.street_records.iter().all(is_logged) {
        Ok(())
    } else {
        Err(Inconsistency::StreetRecord)
    }
}

/// Checks every time in the council's state.
fn timestamps(council: &Council) -> Result<(), Inconsistency> {
    let questions = &council.questions;
    let substitutions = questions.iter().filter_map(|question| question.substitution);
    let closes = council.public_ballot.iter().filter_map(|ballot| ballot.closes);
    let mut all: Vec<(&'static str, Timestamp)> = vec![("its round", council.round_since)];
    all.extend(questions.iter().map(|question| ("a question", question.opened)));
    all.extend(questions.iter().filter_map(|q| Some(("a deadline", q.due?))));
    all.extend(substitutions.map(|substitution| ("a window", substitution.from)));
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

/// Checks a lobby: nothing was asked yet, and the game can begin with some of its seats.
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

/// Checks that all these seats exist. `what` names what they have, for the error.
fn seats<'a>(
    council: &Council,
    mut seats: impl Iterator<Item = &'a Seat>,
    what: &'static str,
) -> Result<(), Inconsistency> {
    match seats.find(|seat| council.seating.get(**seat).is_none()) {
        Some(unknown) => Err(Inconsistency::Seat(unknown.0, what)),
        None => Ok(()),
    }
}

/// Whether no item occurs twice.
fn are_distinct<T: Ord>(all: impl IntoIterator<Item = T>) -> bool {
    let mut seen = BTreeSet::new();
    all.into_iter().all(|one| seen.insert(one))
}
