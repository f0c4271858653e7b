//! The people's ballot: what is on offer, how the votes stand, and until when, for everybody; one
//! thing on offer with its story, and one's own vote, for each alone. Any admitted member may use it.
//!
//! May use: `page`, `press`, `tongue`, `question`. Deliberately absent: who is
//! admitted; the council knows at every click.

use super::question::{option, pager};
use crate::council::UserId;
use crate::council::settings::VoterEligibility;
use crate::council::view::BallotView;
use crate::discord::custom_id::{self, ButtonAction};
use crate::discord::limits;
use crate::discord::localizer::{Localizer, countdown, mentions};
use crate::discord::message::{
    ASH, ActionRow, Button, ButtonStyle, EMBER, Embed, ICE, Menu, MenuOption, OutgoingMessage,
};
use crate::game::{Choice, Message};

/// The length of the longest bar of a tally.
const BAR: u32 = 8;
/// Names that are called in one message.
pub const CALLED_AT_ONCE: usize = 40;

/// One thing on offer, for one person.
pub struct Leaf {
    /// In words, with the ways to vote and to go on.
    pub page: OutgoingMessage,
    /// The piece it is, if it can be shown as a picture.
    pub piece: Option<String>,
}

/// What can be voted for.
fn on_offer(matter: &BallotView) -> Vec<&Choice> {
    matter.decision.choices.iter().filter(|choice| choice.blocked.is_none()).collect()
}

/// The ballot while it is open.
pub fn open(
    tongue: &Localizer,
    campaign: i64,
    matter: &BallotView,
    paused: bool,
) -> OutgoingMessage {
    let asked = matter.closes.is_some();
    let mut lines = vec![tongue.of_game(&matter.decision.prompt)];
    lines.extend(matter.asker.map(|seat| {
        tongue.say(&Message::new("ballot-asker").label("seat", tongue.seat_held(seat)))
    }));
    lines.push(String::new());
    lines.extend(tallied(tongue, matter));
    lines.push(String::new());
    lines.extend(state(tongue, matter, paused));
    if asked && !matter.missing.is_empty() {
        let missing = Message::new("ballot-missing").label("users", mentions(&matter.missing));
        lines.push(tongue.say(&missing));
    }
    let (title, colour) = if asked { ("ballot-title-asked", EMBER) } else { ("ballot-title", ICE) };
    let foot = tongue.word("ballot-how");
    let card = Embed { title: tongue.word(title), text: lines.join("\n"), foot, colour };
    let mut rows = vec![ActionRow::Menu(menu(tongue, campaign, matter))];
    rows.extend(ways(tongue, campaign, matter));
    OutgoingMessage { cards: vec![card], rows, ..OutgoingMessage::default() }
}

/// A bar for everything that has votes, most first; the rest by name.
fn tallied(tongue: &Localizer, matter: &BallotView) -> Vec<String> {
    let votes = |choice: &Choice| {
        matter.tally.as_ref().and_then(|tally| tally.get(&choice.key)).copied().unwrap_or(0)
    };
    let (mut wanted, rest): (Vec<&Choice>, Vec<&Choice>) =
        on_offer(matter).into_iter().partition(|choice| votes(choice) > 0);
    wanted.sort_by_key(|choice| std::cmp::Reverse(votes(choice)));
    let most = wanted.first().map_or(1, |choice| votes(choice));
    let bar = |choice: &&Choice| {
        format!(
            "**{}**\n{} {}",
            tongue.of_game(&choice.label),
            bar(votes(choice), most),
            votes(choice)
        )
    };
    let mut lines: Vec<String> = wanted.iter().map(bar).collect();
    if !rest.is_empty() {
        let names: Vec<String> = rest.iter().map(|choice| tongue.of_game(&choice.label)).collect();
        let key = if wanted.is_empty() { "ballot-on-offer" } else { "ballot-without-votes" };
        lines.push(tongue.say(&Message::new(key).label("names", names.join(" · "))));
    }
    lines
}

/// Votes as a bar; whatever has one shows something.
fn bar(votes: u32, most: u32) -> String {
    let full = (votes * BAR).div_ceil(most.max(1)).min(BAR);
    "█".repeat(full as usize) + &"░".repeat((BAR - full) as usize)
}

fn menu(tongue: &Localizer, campaign: i64, matter: &BallotView) -> Menu {
    let shown = on_offer(matter).into_iter().take(limits::OPTIONS);
    let options = shown.map(|choice| {
        let picked = Some(&choice.key) == matter.mine.as_ref();
        MenuOption { picked, ..option(tongue, choice) }
    });
    Menu {
        id: custom_id::id(campaign, ButtonAction::Ballot { edition: matter.edition, page: 0 }),
        hint: tongue.word("ballot-menu"),
        options: options.collect(),
    }
}

/// The buttons everybody has; the leader's last.
fn ways(tongue: &Localizer, campaign: i64, matter: &BallotView) -> Vec<ActionRow> {
    let edition = matter.edition;
    let first = vec![
        button(tongue, campaign, read(matter, 0), ("ballot-button-read", ButtonStyle::Bright)),
        button(
            tongue,
            campaign,
            ButtonAction::Mine { edition },
            ("ballot-button-mine", ButtonStyle::Plain),
        ),
    ];
    let mut second = Vec::new();
    if matter.opens {
        second.extend([true, false].map(|on| calls(tongue, campaign, on)));
    }
    if matter.half_time.is_some() {
        let close = ("ballot-button-close", ButtonStyle::Plain);
        second.push(button(tongue, campaign, ButtonAction::Close { edition }, close));
    }
    let rows = [first, second].into_iter().filter(|row| !row.is_empty());
    rows.map(ActionRow::Buttons).collect()
}

fn button(
    tongue: &Localizer,
    campaign: i64,
    what: ButtonAction,
    (key, look): (&str, ButtonStyle),
) -> Button {
    Button { id: custom_id::id(campaign, what), label: tongue.word(key), look, grey: false }
}

fn read(matter: &BallotView, page: usize) -> ButtonAction {
    ButtonAction::BallotTurn { edition: matter.edition, page }
}

/// To be called when a ballot opens, or no more.
fn calls(tongue: &Localizer, campaign: i64, on: bool) -> Button {
    let key = if on { "ballot-button-call" } else { "ballot-button-call-off" };
    button(tongue, campaign, ButtonAction::CallMe { on }, (key, ButtonStyle::Plain))
}

fn unsign(tongue: &Localizer, campaign: i64, matter: &BallotView) -> Button {
    let what = ButtonAction::Unsign { edition: matter.edition };
    button(tongue, campaign, what, ("ballot-button-unsign", ButtonStyle::Plain))
}

/// One thing on offer: its story, what it does, and the ways to vote for it and to the next.
pub fn leaf(tongue: &Localizer, campaign: i64, matter: &BallotView, at: usize) -> Leaf {
    let open = on_offer(matter);
    let at = at.min(open.len().saturating_sub(1));
    let Some(choice) = open.get(at) else {
        return Leaf { page: OutgoingMessage::line(tongue.word("ballot-done")), piece: None };
    };
    let piece = tongue.game.piece_for_choice(&matter.decision.ask, &choice.key);
    let sheet = piece.as_ref().and_then(|id| tongue.game.card(id, &tongue.language));
    let story = sheet.and_then(|sheet| sheet.story).map(|story| format!("*{story}*\n"));
    let notes = choice.notes.iter().map(|note| format!("• {}", tongue.of_game(note)));
    let mine = Some(&choice.key) == matter.mine.as_ref();
    let mut lines: Vec<String> = story.into_iter().chain(notes).collect();
    if mine {
        lines.push(format!("\n{}", tongue.word("ballot-this-is-yours")));
    }
    let foot = Message::new("ballot-leaf").number("page", at as i64 + 1);
    let card = Embed {
        title: tongue.of_game(&choice.label),
        text: lines.join("\n"),
        foot: tongue.say(&foot.number("of", open.len() as i64)),
        colour: ICE,
    };
    let sign = Button {
        id: custom_id::sign(campaign, matter.edition, &choice.key),
        label: tongue.word("ballot-button-sign"),
        look: ButtonStyle::Good,
        grey: mine,
    };
    let mut rows = vec![ActionRow::Buttons(vec![sign])];
    rows.extend(pager(tongue, at, open.len(), |page| custom_id::id(campaign, read(matter, page))));
    Leaf { page: OutgoingMessage { cards: vec![card], rows, ..OutgoingMessage::default() }, piece }
}

/// Somebody wants to be called, or no more.
pub fn called(tongue: &Localizer, campaign: i64, on: bool) -> OutgoingMessage {
    let text = tongue.word(if on { "ballot-called" } else { "ballot-called-off" });
    let rows = vec![ActionRow::Buttons(vec![calls(tongue, campaign, !on)])];
    OutgoingMessage { text, rows, ..OutgoingMessage::default() }
}

/// A message that calls people to the ballot.
pub fn call(
    tongue: &Localizer,
    campaign: i64,
    words: &Message,
    call: &[UserId],
    role: Option<u64>,
) -> OutgoingMessage {
    let role_said = role.map(|role| format!("<@&{role}> ")).unwrap_or_default();
    let words = tongue.say(words);
    let text = format!("{role_said}{} {words}", mentions(call));
    let rows = vec![ActionRow::Buttons(vec![calls(tongue, campaign, false)])];
    OutgoingMessage {
        text: text.trim().to_owned(),
        call: call.to_vec(),
        role,
        rows,
        ..OutgoingMessage::default()
    }
}

/// What somebody alone is told of their vote, and the menu to change it; what has just been
/// done comes first.
pub fn mine(
    tongue: &Localizer,
    campaign: i64,
    matter: &BallotView,
    done: Option<&str>,
) -> OutgoingMessage {
    let open = on_offer(matter);
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
        None if matter.opens => tongue.word("ballot-until-closed"),
        None => tongue.word("ballot-until-asked"),
    });
    let shown = open.iter().take(limits::OPTIONS);
    let options = shown.map(|choice| {
        let picked = Some(&choice.key) == matter.mine.as_ref();
        MenuOption { picked, ..option(tongue, choice) }
    });
    let menu = Menu {
        id: custom_id::id(campaign, ButtonAction::Ballot { edition: matter.edition, page: 0 }),
        hint: tongue.word("ballot-menu"),
        options: options.collect(),
    };
    let unsign = voted.map(|_| unsign(tongue, campaign, matter));
    let read =
        button(tongue, campaign, read(matter, 0), ("ballot-button-read", ButtonStyle::Plain));
    let call = calls(tongue, campaign, !matter.pinged);
    let call = Some(call).filter(|_| matter.opens || matter.pinged);
    let buttons = unsign.into_iter().chain([read]).chain(call);
    let rows = vec![ActionRow::Menu(menu), ActionRow::Buttons(buttons.collect())];
    OutgoingMessage { text: lines.join("\n"), rows, ..OutgoingMessage::default() }
}

/// How many others have voted, and how many of them alike, unless that is a secret.
fn others(tongue: &Localizer, matter: &BallotView) -> String {
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
fn wanting(tongue: &Localizer, matter: &BallotView) -> Option<String> {
    let more = (matter.turnout as usize).saturating_sub(matter.cast);
    (more > 0).then(|| tongue.say(&Message::new("ballot-wanting").number("more", more as i64)))
}

/// A ballot that is over.
pub fn closed(tongue: &Localizer, how: &str) -> OutgoingMessage {
    let card = Embed {
        title: tongue.word("ballot-title"),
        text: tongue.word(how),
        colour: ASH,
        ..Embed::default()
    };
    OutgoingMessage { cards: vec![card], ..OutgoingMessage::default() }
}

fn state(tongue: &Localizer, matter: &BallotView, paused: bool) -> Vec<String> {
    let cast = Message::new(if matter.tally.is_some() { "ballot-cast" } else { "ballot-sealed" })
        .number("cast", matter.cast as i64)
        .number("missing", (i64::from(matter.turnout.max(1)) - matter.cast as i64).max(0));
    let admitted = match matter.eligibility {
        VoterEligibility::Everyone => tongue.word("ballot-everyone"),
        VoterEligibility::Role(role) => {
            tongue.say(&Message::new("ballot-role").label("role", format!("<@&{role}>")))
        }
    };
    let closes = match matter.closes {
        // Discord would count down although the clocks stand.
        Some(_) if paused => tongue.word("ballot-paused"),
        Some(closes) => tongue.say(&Message::new("ballot-closes").label("due", countdown(closes))),
        None if matter.opens => tongue.word("ballot-standing"),
        None => tongue.word("ballot-standing-counted"),
    };
    let days = matter
        .membership_days
        .map(|days| tongue.say(&Message::new("ballot-days").number("days", i64::from(days))));
    let who: Vec<String> =
        [Some(admitted), days, Some(tongue.say(&cast))].into_iter().flatten().collect();
    vec![who.join(" "), closes]
}
