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
use super::decree::Decree;
use super::log::{Answered, Entry, effective};
use super::orders::LONGEST_WORD;
use super::people::Holder;
use super::settings::Settings;
use super::state::{Council, MOST_CALLERS, Stage};
use super::street::Heard;
use super::time::Moment;
use crate::game::{Game, Seat};

/// The last moment that is believed: the end of the year 9999. Any span can be added to it.
const LAST: Moment = Moment(253_402_300_799_999);
/// Numbers given out so far: far more than any campaign asks, far less than there are.
const MOST_NUMBERS: u32 = 1 << 30;
/// The longest name of a language, by the rules for such names.
const LONGEST_LANGUAGE: usize = 35;

/// What is wrong with a campaign, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsound {
    /// Roles that the game does not have, or has in another order or number.
    #[error("its chairs are not those of the game")]
    Chairs,
    /// A chair without a holder after the beginning.
    #[error("it has begun, but nobody holds chair {0}")]
    EmptyChair(usize),
    /// Settings nobody could have set.
    #[error("its settings are not ones that can be set")]
    Settings,
    /// The game would not begin like this.
    #[error("it can never begin: {0}")]
    Setup(String),
    /// A moment before 1970 or after 9999.
    #[error("{0} is at a time that cannot be")]
    Moment(&'static str),
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
    Chapter,
    /// A question nobody asks.
    #[error("a question is open that the game does not ask")]
    NotAsked,
    /// The game asks something the table does not know of.
    #[error("the game asks a question that is not open")]
    NotOpen,
    /// A question that cannot be as it is.
    #[error("question {0} {1}")]
    Question(u32, Flaw),
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
    Callers,
    /// The street was heard where nothing was answered.
    #[error("it says that people were heard where nothing was answered")]
    Heard,
    /// A public decision that its log does not tell of.
    #[error("it says that the people decided what they did not")]
    Decree,
}

/// What is wrong with a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// Its number is taken.
    #[error("has a number that is not its own")]
    Number,
    /// Less than a minute, or longer than anybody can set.
    #[error("waits for a time that cannot be set")]
    Wait,
    /// It is not for those the game asks.
    #[error("is for somebody else than the game asks")]
    Way,
    /// A vote of nobody, or for nothing.
    #[error("has votes that nobody could give")]
    Votes,
    /// A tie between nothing, a ballot or a reminder that never was.
    #[error("has a past that cannot be")]
    Past,
}

/// Looks a campaign over; `entries` is its whole log.
pub fn check(campaign: &Campaign, entries: &[Entry]) -> Result<(), Unsound> {
    let council = campaign.council();
    settings(&council.settings, campaign.game())?;
    chairs(council, campaign.game(), past::has_begun(entries))?;
    counts(council, entries)?;
    moments(council)?;
    past::check(campaign, entries)?;
    decrees(council, entries)?;
    heard(council, entries)?;
    match council.stage {
        Stage::Gathering => lobby(campaign),
        Stage::Running => open::check(campaign, entries),
        Stage::Over => over(campaign),
    }
}

/// It stands where its game ended, or was given up.
fn over(campaign: &Campaign) -> Result<(), Unsound> {
    let council = campaign.council();
    nothing_open(council)?;
    match campaign.table() {
        Some(table) if table.progress() != council.chapter => Err(Unsound::Chapter),
        _ => Ok(()),
    }
}

/// Plays its answers again, and holds each against what its log says of it.
pub fn answers(campaign: &Campaign, entries: &[Entry]) -> Result<(), Unsound> {
    if campaign.table().is_none() {
        return Ok(());
    }
    past::answers(campaign, entries)
}

fn settings(settings: &Settings, game: &dyn Game) -> Result<(), Unsound> {
    let asks = game.asks();
    let known = |ask: &String| match asks.as_slice() {
        // A game that names no kinds has some all the same.
        [] => ask.len() <= LONGEST_WORD,
        asks => asks.iter().any(|named| named.id == *ask),
    };
    let is_name = |name: &String| {
        let letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        name.len() <= LONGEST_LANGUAGE && name.bytes().all(letter)
    };
    let language = settings.language.as_ref().is_none_or(is_name);
    let sound = settings.check().is_ok() && settings.who.keys().all(known) && language;
    sound.then_some(()).ok_or(Unsound::Settings)
}

/// A lobby has a chair for every role; those nobody took are gone when it begins.
fn chairs(council: &Council, game: &dyn Game, begun: bool) -> Result<(), Unsound> {
    let (chairs, roles) = (&council.chairs.0, game.roles());
    let mut left = roles.iter();
    let in_order = chairs.iter().all(|chair| left.any(|role| *role == chair.role));
    if !in_order || chairs.is_empty() || (!begun && chairs.len() != roles.len()) {
        return Err(Unsound::Chairs);
    }
    match chairs.iter().position(|chair| begun && chair.holder == Holder::Nobody) {
        Some(empty) => Err(Unsound::EmptyChair(empty)),
        None => Ok(()),
    }
}

fn counts(council: &Council, entries: &[Entry]) -> Result<(), Unsound> {
    let ballot = council.petition.as_ref().map_or(0, |ballot| ballot.edition);
    match council {
        _ if council.seq != entries.len() as u64 => Err(Unsound::Count("entries")),
        _ if council.kept > council.seq => Err(Unsound::Count("kept entries")),
        _ if council.numbers > MOST_NUMBERS => Err(Unsound::Count("questions")),
        _ if council.editions > MOST_NUMBERS || ballot > council.editions => {
            Err(Unsound::Count("ballots"))
        }
        _ => Ok(()),
    }
}

/// What the people decided stands in the log, in order, and nobody saw it before it was decided.
fn decrees(council: &Council, entries: &[Entry]) -> Result<(), Unsound> {
    let mut answers = effective(entries).into_iter();
    let is_told = |decree: &Decree| {
        let told = answers.any(|(entry, answered)| {
            let same = (&answered.ask, &answered.choice) == (&decree.ask, &decree.choice);
            let how = (&answered.label, &answered.how) == (&decree.label, &decree.how);
            entry.seq == decree.seq && entry.chapter.round == decree.round && same && how
        });
        let after = |seen: u64| seen > decree.seq && seen <= council.seq;
        told && decree.seen.is_none_or(after)
            && decree.edition.is_none_or(|edition| edition <= council.editions)
    };
    if council.callers.len() > MOST_CALLERS {
        return Err(Unsound::Callers);
    }
    if council.decrees.iter().all(is_told) { Ok(()) } else { Err(Unsound::Decree) }
}

/// The street was heard at answers that count, at each once.
fn heard(council: &Council, entries: &[Entry]) -> Result<(), Unsound> {
    let mut answers = effective(entries).into_iter();
    let is_told = |heard: &Heard| {
        let same = |(entry, answered): (&Entry, &Answered)| {
            entry.seq == heard.seq && answered.private.is_none()
        };
        answers.any(same)
    };
    if council.heard.iter().all(is_told) { Ok(()) } else { Err(Unsound::Heard) }
}

/// Every moment of the hall's own state.
fn moments(council: &Council) -> Result<(), Unsound> {
    let questions = &council.questions;
    let covers = questions.iter().filter_map(|question| question.cover);
    let closes = council.petition.iter().filter_map(|ballot| ballot.closes);
    let mut all: Vec<(&'static str, Moment)> = vec![("its round", council.round_since)];
    all.extend(questions.iter().map(|question| ("a question", question.opened)));
    all.extend(questions.iter().filter_map(|q| Some(("a deadline", q.due?))));
    all.extend(covers.map(|cover| ("a window", cover.from)));
    all.extend(council.seen.values().map(|seen| ("somebody's last deed", *seen)));
    all.extend(council.turn.map(|turn| ("a turn", turn.until)));
    all.extend(council.paused.map(|paused| ("its pause", paused)));
    all.extend(council.proposal.iter().filter_map(|open| Some(("a motion", open.due?))));
    all.extend(closes.map(|closes| ("a ballot", closes)));
    let opened = council.petition.iter().filter_map(|ballot| ballot.opened);
    all.extend(opened.map(|opened| ("the beginning of a ballot", opened)));
    match all.into_iter().find(|(_, at)| !is_possible(*at)) {
        Some((what, _)) => Err(Unsound::Moment(what)),
        None => Ok(()),
    }
}

fn is_possible(at: Moment) -> bool {
    (Moment(0)..=LAST).contains(&at)
}

/// A lobby: nothing is asked yet, and the game would begin with all of its chairs.
fn lobby(campaign: &Campaign) -> Result<(), Unsound> {
    let council = campaign.council();
    nothing_open(council)?;
    seats(council, council.seen.keys(), "a last deed")?;
    if council.numbers > 0 || council.editions > 0 {
        return Err(Unsound::NotPlayed);
    }
    campaign.could_begin().map_err(Unsound::Setup)
}

fn nothing_open(council: &Council) -> Result<(), Unsound> {
    let open = !council.questions.is_empty()
        || council.proposal.is_some()
        || council.petition.is_some()
        || council.paused.is_some()
        || council.turn.is_some()
        || !council.orders.is_empty()
        || !council.callers.is_empty()
        || !council.away.is_empty();
    if open { Err(Unsound::NotPlayed) } else { Ok(()) }
}

/// Are these seats of this table?
fn seats<'a>(
    council: &Council,
    mut seats: impl Iterator<Item = &'a Seat>,
    what: &'static str,
) -> Result<(), Unsound> {
    match seats.find(|seat| council.chairs.get(**seat).is_none()) {
        Some(stranger) => Err(Unsound::Seat(stranger.0, what)),
        None => Ok(()),
    }
}

/// Is each of them there once?
fn are_distinct<T: Ord>(all: impl IntoIterator<Item = T>) -> bool {
    let mut seen = BTreeSet::new();
    all.into_iter().all(|one| seen.insert(one))
}
