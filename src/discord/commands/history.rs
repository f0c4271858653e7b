//! Page of the decisions of one round, from the event log. Pure.
//!
//! Private answers of other seats appear without their content.

use crate::council::log::{Answered, Entry, EntryKind, effective_answers};
use crate::council::notice::NoticeKind;
use crate::discord::localizer::{Localizer, mention};
use crate::discord::message::{Embed, ICE, OutgoingMessage};
use crate::game::{Message, Outcome, Progress, Seat};
use crate::i18n::hall;

/// Log of `round`, or of the newest round. `own` are the reader's seats, whose private answers are
/// shown.
pub fn page(
    localizer: &Localizer,
    entries: &[Entry],
    round: Option<u32>,
    own: &[Seat],
) -> OutgoingMessage {
    let newest = entries.iter().map(|entry| entry.progress.round).max();
    let Some(newest) = newest else { return OutgoingMessage::line(localizer.word("log-nothing")) };
    let round = round.unwrap_or(newest);
    let lines = lines(localizer, entries, round, own);
    if lines.is_empty() {
        let none = Message::new("log-none").number("round", round).number("newest", newest);
        return OutgoingMessage::line(localizer.say(&none));
    }
    let title = Message::new("log-title").number("round", round).number("newest", newest);
    let embed = Embed {
        title: localizer.say(&title),
        text: lines.join("\n"),
        foot: if newest > 0 { localizer.word("log-foot") } else { String::new() },
        colour: ICE,
    };
    OutgoingMessage { embeds: vec![embed], ..OutgoingMessage::default() }
}

fn lines(localizer: &Localizer, entries: &[Entry], round: u32, own: &[Seat]) -> Vec<String> {
    let counting: Vec<u64> =
        effective_answers(entries).iter().map(|(entry, _)| entry.seq).collect();
    let mut lines = Vec::new();
    let mut phase: Option<&Progress> = None;
    for entry in entries.iter().filter(|entry| entry.progress.round == round) {
        let Some(line) = line(localizer, entry, own) else { continue };
        if phase != Some(&entry.progress) {
            phase = Some(&entry.progress);
            let name = localizer.game.progress_name(&entry.progress);
            lines.push(format!("**{}**", localizer.of_game(&name)));
        }
        let undone = matches!(entry.kind, EntryKind::Answer(_))
            && counting.binary_search(&entry.seq).is_err();
        lines.push(if undone { format!("~~{line}~~") } else { line });
    }
    lines
}

/// One line for a log entry. Returns `None` if the entry has none.
fn line(localizer: &Localizer, entry: &Entry, own: &[Seat]) -> Option<String> {
    let kind = match &entry.kind {
        EntryKind::Answer(answered) => return Some(answer(localizer, answered, own)),
        EntryKind::Began { .. } => return Some(localizer.word("log-began")),
        EntryKind::Ended { outcome, .. } => return Some(localizer.word(ended(outcome.as_ref()))),
        EntryKind::Extended { span, by, .. } => {
            let line = Message::new("log-extended").label("user", mention(*by));
            return Some(localizer.say(&line.label("span", span.to_string())));
        }
        EntryKind::VoteStruck { user, by, .. } => {
            let line = Message::new("log-struck").label("user", mention(*by));
            return Some(localizer.say(&line.label("voter", mention(*user))));
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
    localizer.named_if(|names| hall::notice(&kind, names))
}

fn answer(localizer: &Localizer, answered: &Answered, own: &[Seat]) -> String {
    let secret = answered.private.is_some_and(|seat| !own.contains(&seat));
    let what = if secret {
        Message::new("table-decided-private")
    } else {
        Message::new("table-decided-vote")
            .message("prompt", answered.prompt.clone())
            .message("label", answered.label.clone())
    };
    localizer.named(|names| {
        let decided_by = hall::decided_by(&answered.decided_by, names);
        Message::new("table-decided").message("what", what).message("how", decided_by)
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
