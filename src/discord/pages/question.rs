//! A question: its answers with their full price, who answers, until when, and
//! the buttons or menus to do it with.
//!
//! May use: `page`, `press`, `tongue`. Deliberately absent: the rest of the
//! message it stands in.

use crate::council::UserId;
use crate::council::question::{Escalation, Resolver};
use crate::council::view::QuestionView;
use crate::discord::custom_id::{self, ButtonAction, ChoiceRef};
use crate::discord::limits;
use crate::discord::localizer::{Localizer, countdown, mention, mentions};
use crate::discord::message::{
    ActionRow, Button, ButtonStyle, EMBER, Embed, Menu, MenuOption, rows_of,
};
use crate::game::{Choice, Decision, Message, Seat};

/// Up to so many answers are buttons; more are a menu.
const MOST_BUTTONS: usize = 10;
/// Characters the answers of one page may take.
const ROOM: usize = 3000;

/// A page of the answers to a question.
pub struct Leaf {
    /// In words.
    pub card: Embed,
    /// Buttons or menus; at most three rows.
    pub rows: Vec<ActionRow>,
}

/// The answers that stand together on one page: as many as fit.
pub fn leaves(choices: &[Choice], line: impl Fn(&Choice) -> String) -> Vec<Vec<&Choice>> {
    let mut leaves: Vec<Vec<&Choice>> = Vec::new();
    let mut used = 0;
    for choice in choices {
        let length = limits::length(&line(choice)) + 1;
        match leaves.last_mut() {
            Some(leaf) if leaf.len() < limits::OPTIONS && used + length <= ROOM => {
                leaf.push(choice);
                used += length;
            }
            _ => {
                leaves.push(vec![choice]);
                used = length;
            }
        }
    }
    leaves
}

/// A question as everybody sees it, or as its answerer does.
pub fn leaf(
    tongue: &Localizer,
    campaign: i64,
    asked: &QuestionView,
    decision: &Decision,
    at: usize,
) -> Leaf {
    let choices = offered(asked, decision);
    let leaves = leaves(&choices, |choice| answer_line(tongue, choice, None));
    let at = at.min(leaves.len().saturating_sub(1));
    let shown = leaves.get(at).map(Vec::as_slice).unwrap_or_default();
    let as_buttons = shown.len() <= MOST_BUTTONS && leaves.len() == 1;
    let mut lines: Vec<String> = shown
        .iter()
        .filter(|choice| !(as_buttons && button_says_all(tongue, asked, choice)))
        .map(|choice| answer_line(tongue, choice, Some(&votes_for(asked, choice))))
        .collect();
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines.extend(who(tongue, asked));
    let title = tongue.of_game(&decision.prompt);
    let (title, lines) = headed(title, lines);
    let mut rows = if as_buttons {
        buttons(tongue, campaign, asked, shown)
    } else {
        menu(tongue, campaign, asked, shown, at)
    };
    rows.extend(turning(tongue, campaign, asked.number, at, leaves.len()));
    Leaf { card: Embed { title, text: lines.join("\n"), colour: EMBER, foot: String::new() }, rows }
}

/// A prompt that is too long for a heading stands above the answers.
fn headed(title: String, mut lines: Vec<String>) -> (String, Vec<String>) {
    if limits::length(&title) <= limits::TITLE {
        return (title, lines);
    }
    lines.insert(0, format!("**{title}**\n"));
    (String::new(), lines)
}

/// What can be taken: of tied answers only those; what the people decide is on their ballot.
fn offered(asked: &QuestionView, decision: &Decision) -> Vec<Choice> {
    if asked.resolver == Resolver::Public && asked.escalation.is_none() {
        return Vec::new();
    }
    let tied = match &asked.escalation {
        Some(Escalation::Tie(tied)) => Some(tied),
        _ => None,
    };
    let keep = |choice: &&Choice| tied.is_none_or(|tied| tied.contains(&choice.key));
    decision.choices.iter().filter(keep).cloned().collect()
}

fn votes_for(asked: &QuestionView, choice: &Choice) -> Vec<Seat> {
    let of = asked.votes.iter().filter(|(_, key)| **key == choice.key);
    of.map(|(seat, _)| *seat).collect()
}

/// An answer with all it costs and does; a blocked one with the reason.
pub fn answer_line(tongue: &Localizer, choice: &Choice, votes: Option<&[Seat]>) -> String {
    let label = tongue.of_game(&choice.label);
    if let Some(why) = &choice.blocked {
        return format!("🔒 {label} — *{}*", tongue.of_game(why));
    }
    let notes: Vec<String> = choice.notes.iter().map(|note| tongue.of_game(note)).collect();
    let mut line = format!("▫️ **{label}**");
    if !notes.is_empty() {
        line.push_str(" — ");
        line.push_str(&notes.join(" · "));
    }
    if let Some(votes) = votes.filter(|votes| !votes.is_empty()) {
        let seats: Vec<String> =
            votes.iter().map(|seat| tongue.of_game(&tongue.seat(*seat))).collect();
        let count = votes.len();
        line.extend(["  🗳️ ", &count.to_string(), " (", &seats.join(", "), ")"]);
    }
    line
}

/// Who answers, who has, and until when.
fn who(tongue: &Localizer, asked: &QuestionView) -> Vec<String> {
    let mut lines = vec![whose(tongue, asked)];
    if asked.resolver == Resolver::Vote && asked.escalation.is_none() {
        lines.push(voted(tongue, asked));
    }
    if let Some(due) = asked.due {
        lines.push(tongue.say(&Message::new("table-due").label("due", countdown(due))));
    }
    lines.retain(|line| !line.is_empty());
    lines
}

fn whose(tongue: &Localizer, asked: &QuestionView) -> String {
    let leader = |key: &str| tongue.say(&Message::new(key).label("users", names(&asked.waiting)));
    match (&asked.escalation, asked.resolver) {
        (Some(Escalation::Tie(_)), _) => leader("table-whose-tie"),
        (Some(Escalation::Late), _) => leader("table-whose-late"),
        (None, Resolver::Vote) => tongue.word("table-whose-vote"),
        (None, Resolver::Leader) => leader("table-whose-leader"),
        (None, Resolver::Anyone) => tongue.word("table-whose-anyone"),
        (None, Resolver::Public) => tongue.word("table-whose-people"),
        (None, Resolver::Turn(seat)) => of_seat(tongue, asked, seat, "table-whose-turn"),
        (None, Resolver::Responsible(seat) | Resolver::Private(seat)) => {
            of_seat(tongue, asked, seat, "table-whose-seat")
        }
    }
}

/// Whose it is; and if others may help, that they may.
fn of_seat(tongue: &Localizer, asked: &QuestionView, seat: Seat, key: &str) -> String {
    let line = tongue.say(&Message::new(key).label("seat", tongue.seat_held(seat)));
    let others = asked.waiting.len() > 1;
    if others { format!("{line} {}", tongue.word("table-whose-helped")) } else { line }
}

fn voted(tongue: &Localizer, asked: &QuestionView) -> String {
    let key = if asked.sealed { "table-voted-sealed" } else { "table-voted" };
    let line = Message::new(key)
        .number("cast", asked.cast as i64)
        .number("all", asked.voters as i64)
        .number("missing", asked.waiting.len() as i64)
        .label("users", names(&asked.waiting));
    tongue.say(&line)
}

fn names(users: &[UserId]) -> String {
    match users {
        [one] => mention(*one),
        many => mentions(many),
    }
}

fn buttons(
    tongue: &Localizer,
    campaign: i64,
    asked: &QuestionView,
    shown: &[&Choice],
) -> Vec<ActionRow> {
    let button = |choice: &&Choice| Button {
        id: custom_id::answer(campaign, asked.number, &choice.key),
        label: button_label(tongue, asked, choice),
        look: if choice.blocked.is_none() { ButtonStyle::Bright } else { ButtonStyle::Plain },
        grey: choice.blocked.is_some(),
    };
    rows_of(shown.iter().map(button).collect())
}

/// Is there nothing to say of an answer but what stands on its button?
fn button_says_all(tongue: &Localizer, asked: &QuestionView, choice: &Choice) -> bool {
    choice.notes.is_empty()
        && choice.blocked.is_none()
        && votes_for(asked, choice).is_empty()
        && limits::length(&tongue.of_game(&choice.label)) <= limits::LABEL
}

fn button_label(tongue: &Localizer, asked: &QuestionView, choice: &Choice) -> String {
    let label = tongue.of_game(&choice.label);
    match votes_for(asked, choice).len() {
        0 => label,
        votes => format!("{} · {votes}", limits::shortened(&label, limits::LABEL - 5)),
    }
}

fn menu(
    tongue: &Localizer,
    campaign: i64,
    asked: &QuestionView,
    shown: &[&Choice],
    page: usize,
) -> Vec<ActionRow> {
    let what = ButtonAction::Answers { question: asked.number, page };
    let options: Vec<MenuOption> = shown
        .iter()
        .filter(|choice| choice.blocked.is_none())
        .map(|choice| option(tongue, choice))
        .collect();
    if options.is_empty() {
        return Vec::new();
    }
    let hint = tongue.word("table-menu");
    vec![ActionRow::Menu(Menu { id: custom_id::id(campaign, what), hint, options })]
}

/// A choice in a menu.
pub fn option(tongue: &Localizer, choice: &Choice) -> MenuOption {
    let notes: Vec<String> = choice.notes.iter().map(|note| tongue.of_game(note)).collect();
    MenuOption {
        value: ChoiceRef::of(&choice.key, limits::OPTION).as_str().to_owned(),
        label: tongue.of_game(&choice.label),
        hint: notes.join(" · "),
        picked: false,
    }
}

/// Buttons to the pages before and after.
fn turning(
    tongue: &Localizer,
    campaign: i64,
    question: u32,
    at: usize,
    of: usize,
) -> Option<ActionRow> {
    let turn = |page: usize| custom_id::id(campaign, ButtonAction::Turn { question, page });
    pager(tongue, at, of, turn)
}

/// Buttons to the pages before and after, if there are any.
pub fn pager(
    tongue: &Localizer,
    at: usize,
    of: usize,
    id: impl Fn(usize) -> String,
) -> Option<ActionRow> {
    if of < 2 {
        return None;
    }
    let button = |key: &str, page: usize| Button {
        id: id(page),
        label: tongue
            .say(&Message::new(key).number("page", page as i64 + 1).number("of", of as i64)),
        ..Button::default()
    };
    let mut buttons = Vec::new();
    if at > 0 {
        buttons.push(button("table-page-before", at - 1));
    }
    if at + 1 < of {
        buttons.push(button("table-page-after", at + 1));
    }
    Some(ActionRow::Buttons(buttons))
}
