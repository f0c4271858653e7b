//! The people's ballot: everything on offer with what matters most of it, the tally, and
//! until when. Any admitted member may use it. It lies in the channel all the time, so it
//! stays short; all of a Law is on its card.
//!
//! May use: `page`, `press`, `tongue`, `question`. Deliberately absent: who is
//! admitted; the council knows at every click.

use super::question::{leaves, option, pager};
use crate::council::look::Matter;
use crate::council::settings::Admit;
use crate::discord::limits;
use crate::discord::page::{ASH, Button, Card, ICE, Look, Menu, MenuOption, Page, Row};
use crate::discord::press::{self, What};
use crate::discord::tongue::{Tongue, countdown};
use crate::game::{Choice, Message};

/// Characters that are said of one thing on offer.
const BRIEF: usize = 110;

/// A page of the ballot while it is open.
pub fn open(tongue: &Tongue, campaign: i64, matter: &Matter, at: usize) -> Page {
    let choices: Vec<Choice> =
        matter.decision.choices.iter().filter(|choice| choice.blocked.is_none()).cloned().collect();
    let leaves = leaves(&choices, |choice| brief(tongue, choice));
    let at = at.min(leaves.len().saturating_sub(1));
    let shown = leaves.get(at).map(Vec::as_slice).unwrap_or_default();
    let mut lines = vec![tongue.of_game(&matter.decision.prompt)];
    lines.extend([tongue.word("ballot-how"), String::new()]);
    lines.extend(shown.iter().map(|choice| line(tongue, matter, choice)));
    lines.push(String::new());
    lines.extend(state(tongue, matter));
    let card = Card {
        title: tongue.word("ballot-title"),
        text: lines.join("\n"),
        foot: String::new(),
        colour: ICE,
    };
    let options: Vec<MenuOption> = shown.iter().map(|choice| option(tongue, choice)).collect();
    let menu = Menu {
        id: press::id(campaign, What::Ballot { edition: matter.edition, page: at }),
        hint: tongue.word("ballot-menu"),
        options,
    };
    let mut rows = Vec::new();
    if !menu.options.is_empty() {
        rows.push(Row::Menu(menu));
    }
    let turn = |page| press::id(campaign, What::BallotTurn { edition: matter.edition, page });
    rows.extend(pager(tongue, at, leaves.len(), turn));
    let mine = Button {
        id: press::id(campaign, What::Mine { edition: matter.edition }),
        label: tongue.word("ballot-button-mine"),
        ..Button::default()
    };
    rows.push(Row::Buttons(vec![mine, unsign(tongue, campaign, matter, matter.cast > 0)]));
    Page { cards: vec![card], rows, ..Page::default() }
}

fn unsign(tongue: &Tongue, campaign: i64, matter: &Matter, can: bool) -> Button {
    Button {
        id: press::id(campaign, What::Unsign { edition: matter.edition }),
        label: tongue.word("ballot-button-unsign"),
        look: Look::Plain,
        grey: !can,
    }
}

/// What somebody alone is told of their vote, and the menu to change it; what has just been
/// done comes first.
pub fn mine(tongue: &Tongue, campaign: i64, matter: &Matter, done: Option<&str>) -> Page {
    let open: Vec<&Choice> =
        matter.decision.choices.iter().filter(|choice| choice.blocked.is_none()).collect();
    let voted = open.iter().find(|choice| Some(&choice.key) == matter.mine.as_ref());
    let mut lines: Vec<String> = done.iter().map(|done| tongue.word(done)).collect();
    lines.push(match voted {
        Some(choice) => {
            let label = tongue.of_game(&choice.label);
            tongue.say(&Message::new("ballot-mine").label("what", label))
        }
        None => tongue.word("ballot-mine-none"),
    });
    lines.push(others(tongue, matter));
    lines.extend(wanting(tongue, matter));
    lines.push(match matter.closes {
        Some(closes) => tongue.say(&Message::new("ballot-until").label("due", countdown(closes))),
        None => tongue.word("ballot-until-asked"),
    });
    let shown = open.iter().take(limits::OPTIONS);
    let options = shown.map(|choice| {
        let picked = Some(&choice.key) == matter.mine.as_ref();
        MenuOption { picked, ..option(tongue, choice) }
    });
    let menu = Menu {
        id: press::id(campaign, What::Ballot { edition: matter.edition, page: 0 }),
        hint: tongue.word("ballot-menu"),
        options: options.collect(),
    };
    let mut rows = vec![Row::Menu(menu)];
    if voted.is_some() {
        rows.push(Row::Buttons(vec![unsign(tongue, campaign, matter, true)]));
    }
    Page { text: lines.join("\n"), rows, ..Page::default() }
}

/// How many others have voted, and how many of them alike, unless that is a secret.
fn others(tongue: &Tongue, matter: &Matter) -> String {
    let own = usize::from(matter.mine.is_some());
    let others = matter.cast.saturating_sub(own) as i64;
    let alike = matter.tally.as_ref().zip(matter.mine.as_ref());
    let alike = alike.map(|(tally, mine)| tally.get(mine).copied().unwrap_or(0).saturating_sub(1));
    let key = match (alike, &matter.tally) {
        (Some(_), _) => "ballot-others-alike",
        (None, Some(_)) => "ballot-others",
        (None, None) => "ballot-others-sealed",
    };
    let line = Message::new(key).number("others", others);
    tongue.say(&line.number("alike", i64::from(alike.unwrap_or(0))))
}

/// How many more have to vote for the people's votes to count.
fn wanting(tongue: &Tongue, matter: &Matter) -> Option<String> {
    let more = (matter.turnout as usize).saturating_sub(matter.cast);
    (more > 0).then(|| tongue.say(&Message::new("ballot-wanting").number("more", more as i64)))
}

/// A ballot that is over.
pub fn closed(tongue: &Tongue, how: &str) -> Page {
    let card = Card {
        title: tongue.word("ballot-title"),
        text: tongue.word(how),
        colour: ASH,
        ..Card::default()
    };
    Page { cards: vec![card], ..Page::default() }
}

fn line(tongue: &Tongue, matter: &Matter, choice: &Choice) -> String {
    let line = brief(tongue, choice);
    let votes = matter.tally.as_ref().and_then(|tally| tally.get(&choice.key)).copied();
    match votes {
        Some(votes) => format!("{line}  🗳️ **{votes}**"),
        None => line,
    }
}

/// Something on offer in about two lines of a phone: whole notes, as many as fit.
fn brief(tongue: &Tongue, choice: &Choice) -> String {
    let label = tongue.of_game(&choice.label);
    let mut said = String::new();
    for note in &choice.notes {
        let more = tongue.of_game(note);
        let part = if said.is_empty() { more } else { format!("{said} · {more}") };
        if limits::length(&part) > BRIEF {
            let kept =
                if said.is_empty() { limits::shortened(&part, BRIEF) } else { said + " …" };
            return format!("▫️ **{label}** — {kept}");
        }
        said = part;
    }
    let dash = if said.is_empty() { "" } else { " — " };
    format!("▫️ **{label}**{dash}{said}")
}

fn state(tongue: &Tongue, matter: &Matter) -> Vec<String> {
    let cast = Message::new(if matter.tally.is_some() { "ballot-cast" } else { "ballot-sealed" })
        .number("cast", matter.cast as i64)
        .number("turnout", i64::from(matter.turnout));
    let admitted = match matter.admit {
        Admit::Everyone => tongue.word("ballot-everyone"),
        Admit::Role(role) => {
            tongue.say(&Message::new("ballot-role").label("role", format!("<@&{role}>")))
        }
    };
    let closes = match matter.closes {
        Some(closes) => tongue.say(&Message::new("ballot-closes").label("due", countdown(closes))),
        None => tongue.word("ballot-standing"),
    };
    let days = matter
        .days
        .map(|days| tongue.say(&Message::new("ballot-days").number("days", i64::from(days))));
    let who: Vec<String> =
        [Some(admitted), days, Some(tongue.say(&cast))].into_iter().flatten().collect();
    vec![who.join(" "), closes]
}
