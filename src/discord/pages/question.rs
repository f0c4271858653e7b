//! A question: its answers with their full cost, who answers it, its deadline, and the buttons or
//! the menu to answer with. Part of the panel and of private messages.

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

/// Most answers shown as buttons. With more they are a menu.
const MOST_BUTTONS: usize = 10;
/// Most characters of the answers on one page.
const ROOM: usize = 3000;

/// One page of the answers to a question.
pub struct Leaf {
    /// Question and answers in words.
    pub card: Embed,
    /// Buttons or menu; at most three rows.
    pub rows: Vec<ActionRow>,
}

/// Splits the answers into pages, as many on each as fit. `line` formats an answer.
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

/// Returns one page of a question. An `at` past the end shows the last page.
pub fn leaf(
    localizer: &Localizer,
    campaign: i64,
    question: &QuestionView,
    decision: &Decision,
    at: usize,
) -> Leaf {
    let choices = available(question, decision);
    let leaves = leaves(&choices, |choice| answer_line(localizer, choice, None));
    let at = at.min(leaves.len().saturating_sub(1));
    let shown = leaves.get(at).map(Vec::as_slice).unwrap_or_default();
    let as_buttons = shown.len() <= MOST_BUTTONS && leaves.len() == 1;
    let mut lines: Vec<String> = shown
        .iter()
        .filter(|choice| !(as_buttons && button_says_all(localizer, question, choice)))
        .map(|choice| answer_line(localizer, choice, Some(&votes_for(question, choice))))
        .collect();
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines.extend(status_lines(localizer, question));
    let title = localizer.of_game(&decision.prompt);
    let (title, lines) = with_heading(title, lines);
    let mut rows = if as_buttons {
        buttons(localizer, campaign, question, shown)
    } else {
        menu(localizer, campaign, question, shown, at)
    };
    rows.extend(turn_buttons(localizer, campaign, question.number, at, leaves.len()));
    Leaf { card: Embed { title, text: lines.join("\n"), colour: EMBER, foot: String::new() }, rows }
}

/// Moves a prompt that is too long for an embed title into the text.
fn with_heading(title: String, mut lines: Vec<String>) -> (String, Vec<String>) {
    if limits::length(&title) <= limits::TITLE {
        return (title, lines);
    }
    lines.insert(0, format!("**{title}**\n"));
    (String::new(), lines)
}

/// Returns the answers to choose from. After a tie only the tied ones. Empty if the public decides,
/// since its ballot is a message of its own.
fn available(question: &QuestionView, decision: &Decision) -> Vec<Choice> {
    if question.resolver == Resolver::Public && question.escalation.is_none() {
        return Vec::new();
    }
    let tied = match &question.escalation {
        Some(Escalation::Tie(tied)) => Some(tied),
        _ => None,
    };
    let keep = |choice: &&Choice| tied.is_none_or(|tied| tied.contains(&choice.key));
    decision.choices.iter().filter(keep).cloned().collect()
}

fn votes_for(question: &QuestionView, choice: &Choice) -> Vec<Seat> {
    let of = question.votes.iter().filter(|(_, key)| **key == choice.key);
    of.map(|(seat, _)| *seat).collect()
}

/// Returns the line of an answer: its costs, effects and votes, or why it is blocked.
pub fn answer_line(localizer: &Localizer, choice: &Choice, votes: Option<&[Seat]>) -> String {
    let label = localizer.of_game(&choice.label);
    if let Some(reason) = &choice.blocked {
        return format!("🔒 {label} — *{}*", localizer.of_game(reason));
    }
    let notes: Vec<String> = choice.notes.iter().map(|note| localizer.of_game(note)).collect();
    let mut line = format!("▫️ **{label}**");
    if !notes.is_empty() {
        line.push_str(" — ");
        line.push_str(&notes.join(" · "));
    }
    if let Some(votes) = votes.filter(|votes| !votes.is_empty()) {
        let seats: Vec<String> =
            votes.iter().map(|seat| localizer.of_game(&localizer.seat(*seat))).collect();
        let count = votes.len();
        line.extend(["  🗳️ ", &count.to_string(), " (", &seats.join(", "), ")"]);
    }
    line
}

/// Returns who answers, who has voted, and the deadline.
fn status_lines(localizer: &Localizer, question: &QuestionView) -> Vec<String> {
    let mut lines = vec![resolver_line(localizer, question)];
    if question.resolver == Resolver::Vote && question.escalation.is_none() {
        lines.push(turnout_line(localizer, question));
    }
    if let Some(due) = question.due {
        lines.push(localizer.say(&Message::new("table-due").label("due", countdown(due))));
    }
    lines.retain(|line| !line.is_empty());
    lines
}

fn resolver_line(localizer: &Localizer, question: &QuestionView) -> String {
    let leader =
        |key: &str| localizer.say(&Message::new(key).label("users", names(&question.waiting)));
    match (&question.escalation, question.resolver) {
        (Some(Escalation::Tie(_)), _) => leader("table-whose-tie"),
        (Some(Escalation::Late), _) => leader("table-whose-late"),
        (None, Resolver::Vote) => localizer.word("table-whose-vote"),
        (None, Resolver::Leader) => leader("table-whose-leader"),
        (None, Resolver::Anyone) => localizer.word("table-whose-anyone"),
        (None, Resolver::Public) => localizer.word("table-whose-people"),
        (None, Resolver::Turn(seat)) => seat_line(localizer, question, seat, "table-whose-turn"),
        (None, Resolver::Responsible(seat) | Resolver::Private(seat)) => {
            seat_line(localizer, question, seat, "table-whose-seat")
        }
    }
}

/// Returns the seat that answers, and a note if others may answer for it.
fn seat_line(localizer: &Localizer, question: &QuestionView, seat: Seat, key: &str) -> String {
    let line = localizer.say(&Message::new(key).label("seat", localizer.seat_held(seat)));
    let others = question.waiting.len() > 1;
    if others { format!("{line} {}", localizer.word("table-whose-helped")) } else { line }
}

fn turnout_line(localizer: &Localizer, question: &QuestionView) -> String {
    let key = if question.sealed { "table-voted-sealed" } else { "table-voted" };
    let line = Message::new(key)
        .number("cast", question.cast as i64)
        .number("all", question.voters as i64)
        .number("missing", question.waiting.len() as i64)
        .label("users", names(&question.waiting));
    localizer.say(&line)
}

fn names(users: &[UserId]) -> String {
    match users {
        [one] => mention(*one),
        many => mentions(many),
    }
}

fn buttons(
    localizer: &Localizer,
    campaign: i64,
    question: &QuestionView,
    shown: &[&Choice],
) -> Vec<ActionRow> {
    let button = |choice: &&Choice| Button {
        id: custom_id::answer(campaign, question.number, &choice.key),
        label: button_label(localizer, question, choice),
        style: if choice.blocked.is_none() { ButtonStyle::Bright } else { ButtonStyle::Plain },
        grey: choice.blocked.is_some(),
    };
    rows_of(shown.iter().map(button).collect())
}

/// Whether the button of an answer shows all there is to know about it.
fn button_says_all(localizer: &Localizer, question: &QuestionView, choice: &Choice) -> bool {
    choice.notes.is_empty()
        && choice.blocked.is_none()
        && votes_for(question, choice).is_empty()
        && limits::length(&localizer.of_game(&choice.label)) <= limits::LABEL
}

fn button_label(localizer: &Localizer, question: &QuestionView, choice: &Choice) -> String {
    let label = localizer.of_game(&choice.label);
    match votes_for(question, choice).len() {
        0 => label,
        votes => format!("{} · {votes}", limits::shortened(&label, limits::LABEL - 5)),
    }
}

fn menu(
    localizer: &Localizer,
    campaign: i64,
    question: &QuestionView,
    shown: &[&Choice],
    page: usize,
) -> Vec<ActionRow> {
    let action = ButtonAction::Answers { question: question.number, page };
    let options: Vec<MenuOption> = shown
        .iter()
        .filter(|choice| choice.blocked.is_none())
        .map(|choice| option(localizer, choice))
        .collect();
    if options.is_empty() {
        return Vec::new();
    }
    let hint = localizer.word("table-menu");
    vec![ActionRow::Menu(Menu { id: custom_id::id(campaign, action), hint, options })]
}

/// Returns the menu option of an answer.
pub fn option(localizer: &Localizer, choice: &Choice) -> MenuOption {
    let notes: Vec<String> = choice.notes.iter().map(|note| localizer.of_game(note)).collect();
    MenuOption {
        value: ChoiceRef::of(&choice.key, limits::OPTION).as_str().to_owned(),
        label: localizer.of_game(&choice.label),
        hint: notes.join(" · "),
        picked: false,
    }
}

/// Returns the page buttons of a question.
fn turn_buttons(
    localizer: &Localizer,
    campaign: i64,
    question: u32,
    at: usize,
    of: usize,
) -> Option<ActionRow> {
    let turn = |page: usize| custom_id::id(campaign, ButtonAction::Turn { question, page });
    pager(localizer, at, of, turn)
}

/// Returns the buttons to the previous and the next page, or `None` if there is only one page.
pub fn pager(
    localizer: &Localizer,
    at: usize,
    of: usize,
    id: impl Fn(usize) -> String,
) -> Option<ActionRow> {
    if of < 2 {
        return None;
    }
    let button = |key: &str, page: usize| Button {
        id: id(page),
        label: localizer
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
