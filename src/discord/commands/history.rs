//! What was decided in a round, from the log. Pure.
//!
//! May use: the log of `council`, `tongue`. Deliberately absent: other seats'
//! secrets; that something was decided is told, what it was is not.

use crate::council::log::{Answered, Entry, EntryKind, effective_answers};
use crate::council::notice::NoticeKind;
use crate::discord::localizer::{Localizer, mention};
use crate::discord::message::{Embed, ICE, OutgoingMessage};
use crate::game::{Message, Outcome, Progress, Seat};
use crate::i18n::hall;

/// The log of a round, or of the newest; `own` are the seats of whoever reads it.
pub fn page(
    tongue: &Localizer,
    entries: &[Entry],
    round: Option<u32>,
    own: &[Seat],
) -> OutgoingMessage {
    let newest = entries.iter().map(|entry| entry.progress.round).max();
    let Some(newest) = newest else { return OutgoingMessage::line(tongue.word("log-nothing")) };
    let round = round.unwrap_or(newest);
    let lines = lines(tongue, entries, round, own);
    if lines.is_empty() {
        let none = Message::new("log-none").number("round", round).number("newest", newest);
        return OutgoingMessage::line(tongue.say(&none));
    }
    let title = Message::new("log-title").number("round", round).number("newest", newest);
    let card = Embed {
        title: tongue.say(&title),
        text: lines.join("\n"),
        foot: if newest > 0 { tongue.word("log-foot") } else { String::new() },
        colour: ICE,
    };
    OutgoingMessage { cards: vec![card], ..OutgoingMessage::default() }
}

fn lines(tongue: &Localizer, entries: &[Entry], round: u32, own: &[Seat]) -> Vec<String> {
    let counting: Vec<u64> =
        effective_answers(entries).iter().map(|(entry, _)| entry.seq).collect();
    let mut lines = Vec::new();
    let mut phase: Option<&Progress> = None;
    for entry in entries.iter().filter(|entry| entry.progress.round == round) {
        let Some(line) = line(tongue, entry, own) else { continue };
        if phase != Some(&entry.progress) {
            phase = Some(&entry.progress);
            let name = tongue.game.progress_name(&entry.progress);
            lines.push(format!("**{}**", tongue.of_game(&name)));
        }
        let taken_back = matches!(entry.kind, EntryKind::Answer(_))
            && counting.binary_search(&entry.seq).is_err();
        lines.push(if taken_back { format!("~~{line}~~") } else { line });
    }
    lines
}

/// An entry in one line; none where nothing was decided.
fn line(tongue: &Localizer, entry: &Entry, own: &[Seat]) -> Option<String> {
    let news = match &entry.kind {
        EntryKind::Answer(answered) => return Some(answer(tongue, answered, own)),
        EntryKind::Began { .. } => return Some(tongue.word("log-began")),
        EntryKind::Ended { outcome, .. } => return Some(tongue.word(ended(outcome.as_ref()))),
        EntryKind::Extended { span, by, .. } => {
            let line = Message::new("log-extended").label("user", mention(*by));
            return Some(tongue.say(&line.label("span", span.to_string())));
        }
        EntryKind::VoteStruck { user, by, .. } => {
            let line = Message::new("log-struck").label("user", mention(*by));
            return Some(tongue.say(&line.label("voter", mention(*user))));
        }
        EntryKind::Undo { answers, by, unanimous, .. } => NoticeKind::Undone {
            answers: *answers,
            words: Vec::new(),
            by: *by,
            unanimous: *unanimous,
            progress: entry.progress.clone(),
        },
        EntryKind::SeatChanged { seat, from, to, .. } => {
            NoticeKind::SeatChanged { seat: *seat, from: *from, to: *to }
        }
        EntryKind::Settings { settings, .. } => NoticeKind::Settings { settings: settings.clone() },
        EntryKind::Paused { by } => NoticeKind::Paused { by: Some(*by) },
        EntryKind::Resumed { by } => NoticeKind::Resumed { by: *by },
    };
    tongue.named_if(|names| hall::notice(&news, names))
}

fn answer(tongue: &Localizer, answered: &Answered, own: &[Seat]) -> String {
    let secret = answered.private.is_some_and(|seat| !own.contains(&seat));
    let what = if secret {
        Message::new("table-decided-private")
    } else {
        Message::new("table-decided-vote")
            .message("prompt", answered.prompt.clone())
            .message("label", answered.label.clone())
    };
    tongue.named(|names| {
        let how = hall::decided_by(&answered.decided_by, names);
        Message::new("table-decided").message("what", what).message("how", how)
    })
}

fn ended(outcome: Option<&Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Won) => "ending-won",
        Some(Outcome::Lost { .. }) => "ending-lost",
        Some(Outcome::Ranking(_)) => "ending-ranking",
        None => "ending-given-up",
    }
}
