//! The public ballot: its message in the channel, the private pages with one answer each, and the
//! private message with the user's own vote.
//!
//! The council checks at every click whether the user may vote.

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

/// Characters of a bar in the tally.
const BAR: u32 = 8;
/// Most users pinged by one message.
pub const CALLED_AT_ONCE: usize = 40;

/// Private page with one answer on offer.
pub struct Leaf {
    /// Message with the answer, its vote button and the page buttons.
    pub page: OutgoingMessage,
    /// Id of the game piece that the answer is, if it is one. The caller may attach its picture.
    pub piece: Option<String>,
}

/// Returns the answers that can be voted for.
fn on_offer(ballot: &BallotView) -> Vec<&Choice> {
    ballot.decision.choices.iter().filter(|choice| choice.blocked.is_none()).collect()
}

/// Returns the message of an open or standing ballot.
pub fn open(
    localizer: &Localizer,
    campaign: i64,
    ballot: &BallotView,
    paused: bool,
) -> OutgoingMessage {
    let is_asked = ballot.closes.is_some();
    let mut lines = vec![localizer.of_game(&ballot.decision.prompt)];
    lines.extend(ballot.asker.map(|seat| {
        localizer.say(&Message::new("ballot-asker").label("seat", localizer.seat_held(seat)))
    }));
    lines.push(String::new());
    lines.extend(tally_lines(localizer, ballot));
    lines.push(String::new());
    lines.extend(status_lines(localizer, ballot, paused));
    if is_asked && !ballot.missing.is_empty() {
        let missing = Message::new("ballot-missing").label("users", mentions(&ballot.missing));
        lines.push(localizer.say(&missing));
    }
    let (title, colour) =
        if is_asked { ("ballot-title-asked", EMBER) } else { ("ballot-title", ICE) };
    let foot = localizer.word("ballot-how");
    let embed = Embed { title: localizer.word(title), text: lines.join("\n"), foot, colour };
    let mut rows = vec![ActionRow::Menu(menu(localizer, campaign, ballot))];
    rows.extend(button_rows(localizer, campaign, ballot));
    OutgoingMessage { embeds: vec![embed], rows, ..OutgoingMessage::default() }
}

/// Returns a bar for each answer with votes, most first, then the names of the others.
fn tally_lines(localizer: &Localizer, ballot: &BallotView) -> Vec<String> {
    let votes = |choice: &Choice| {
        ballot.tally.as_ref().and_then(|tally| tally.get(&choice.key)).copied().unwrap_or(0)
    };
    let (mut wanted, rest): (Vec<&Choice>, Vec<&Choice>) =
        on_offer(ballot).into_iter().partition(|choice| votes(choice) > 0);
    wanted.sort_by_key(|choice| std::cmp::Reverse(votes(choice)));
    let most = wanted.first().map_or(1, |choice| votes(choice));
    let entry = |choice: &&Choice| {
        format!(
            "**{}**\n{} {}",
            localizer.of_game(&choice.label),
            bar(votes(choice), most),
            votes(choice)
        )
    };
    let mut lines: Vec<String> = wanted.iter().map(entry).collect();
    if !rest.is_empty() {
        let names: Vec<String> =
            rest.iter().map(|choice| localizer.of_game(&choice.label)).collect();
        let key = if wanted.is_empty() { "ballot-on-offer" } else { "ballot-without-votes" };
        lines.push(localizer.say(&Message::new(key).label("names", names.join(" · "))));
    }
    lines
}

/// Draws votes as a bar. Rounds up, so that a single vote is visible.
fn bar(votes: u32, most: u32) -> String {
    let full = (votes * BAR).div_ceil(most.max(1)).min(BAR);
    "█".repeat(full as usize) + &"░".repeat((BAR - full) as usize)
}

fn menu(localizer: &Localizer, campaign: i64, ballot: &BallotView) -> Menu {
    let shown = on_offer(ballot).into_iter().take(limits::OPTIONS);
    let options = shown.map(|choice| {
        let picked = Some(&choice.key) == ballot.mine.as_ref();
        MenuOption { picked, ..option(localizer, choice) }
    });
    Menu {
        id: custom_id::id(campaign, ButtonAction::Ballot { edition: ballot.edition, page: 0 }),
        hint: localizer.word("ballot-menu"),
        options: options.collect(),
    }
}

/// Returns the buttons below the ballot, the leader's last.
fn button_rows(localizer: &Localizer, campaign: i64, ballot: &BallotView) -> Vec<ActionRow> {
    let edition = ballot.edition;
    let first = vec![
        button(
            localizer,
            campaign,
            leaf_action(ballot, 0),
            ("ballot-button-read", ButtonStyle::Bright),
        ),
        button(
            localizer,
            campaign,
            ButtonAction::Mine { edition },
            ("ballot-button-mine", ButtonStyle::Plain),
        ),
    ];
    let mut second = Vec::new();
    if ballot.opens {
        second.extend([true, false].map(|on| ping_button(localizer, campaign, on)));
    }
    if ballot.half_time.is_some() {
        let close = ("ballot-button-close", ButtonStyle::Plain);
        second.push(button(localizer, campaign, ButtonAction::Close { edition }, close));
    }
    let rows = [first, second].into_iter().filter(|row| !row.is_empty());
    rows.map(ActionRow::Buttons).collect()
}

fn button(
    localizer: &Localizer,
    campaign: i64,
    action: ButtonAction,
    (key, look): (&str, ButtonStyle),
) -> Button {
    Button {
        id: custom_id::id(campaign, action),
        label: localizer.word(key),
        style: look,
        grey: false,
    }
}

fn leaf_action(ballot: &BallotView, page: usize) -> ButtonAction {
    ButtonAction::BallotTurn { edition: ballot.edition, page }
}

/// Returns the button that turns the user's ballot pings on or off.
fn ping_button(localizer: &Localizer, campaign: i64, on: bool) -> Button {
    let key = if on { "ballot-button-call" } else { "ballot-button-call-off" };
    button(localizer, campaign, ButtonAction::CallMe { on }, (key, ButtonStyle::Plain))
}

fn unsign_button(localizer: &Localizer, campaign: i64, ballot: &BallotView) -> Button {
    let action = ButtonAction::Unsign { edition: ballot.edition };
    button(localizer, campaign, action, ("ballot-button-unsign", ButtonStyle::Plain))
}

/// Returns the page of one answer: its story, its effects, a vote button and the page buttons.
/// An `at` past the end shows the last answer.
pub fn leaf(localizer: &Localizer, campaign: i64, ballot: &BallotView, at: usize) -> Leaf {
    let offers = on_offer(ballot);
    let at = at.min(offers.len().saturating_sub(1));
    let Some(choice) = offers.get(at) else {
        return Leaf { page: OutgoingMessage::line(localizer.word("ballot-done")), piece: None };
    };
    let piece = localizer.game.piece_for_choice(&ballot.decision.ask, &choice.key);
    let article = piece.as_ref().and_then(|id| localizer.game.card(id, &localizer.language));
    let story = article.and_then(|article| article.story).map(|story| format!("*{story}*\n"));
    let notes = choice.notes.iter().map(|note| format!("• {}", localizer.of_game(note)));
    let mine = Some(&choice.key) == ballot.mine.as_ref();
    let mut lines: Vec<String> = story.into_iter().chain(notes).collect();
    if mine {
        lines.push(format!("\n{}", localizer.word("ballot-this-is-yours")));
    }
    let foot = Message::new("ballot-leaf").number("page", at as i64 + 1);
    let embed = Embed {
        title: localizer.of_game(&choice.label),
        text: lines.join("\n"),
        foot: localizer.say(&foot.number("of", offers.len() as i64)),
        colour: ICE,
    };
    let sign = Button {
        id: custom_id::sign(campaign, ballot.edition, &choice.key),
        label: localizer.word("ballot-button-sign"),
        style: ButtonStyle::Good,
        grey: mine,
    };
    let mut rows = vec![ActionRow::Buttons(vec![sign])];
    rows.extend(pager(localizer, at, offers.len(), |page| {
        custom_id::id(campaign, leaf_action(ballot, page))
    }));
    Leaf {
        page: OutgoingMessage { embeds: vec![embed], rows, ..OutgoingMessage::default() },
        piece,
    }
}

/// Returns the private confirmation that ballot pings were turned on or off.
pub fn called(localizer: &Localizer, campaign: i64, on: bool) -> OutgoingMessage {
    let text = localizer.word(if on { "ballot-called" } else { "ballot-called-off" });
    let rows = vec![ActionRow::Buttons(vec![ping_button(localizer, campaign, !on)])];
    OutgoingMessage { text, rows, ..OutgoingMessage::default() }
}

/// Returns a message that pings users, and possibly a server role, for the ballot.
pub fn call(
    localizer: &Localizer,
    campaign: i64,
    words: &Message,
    users: &[UserId],
    role: Option<u64>,
) -> OutgoingMessage {
    let role_said = role.map(|role| format!("<@&{role}> ")).unwrap_or_default();
    let words = localizer.say(words);
    let text = format!("{role_said}{} {words}", mentions(users));
    let rows = vec![ActionRow::Buttons(vec![ping_button(localizer, campaign, false)])];
    OutgoingMessage {
        text: text.trim().to_owned(),
        pings: users.to_vec(),
        role,
        rows,
        ..OutgoingMessage::default()
    }
}

/// Returns the private message with the user's vote and the menu to change it. `done` is the key
/// of a sentence that confirms a change and comes first.
pub fn mine(
    localizer: &Localizer,
    campaign: i64,
    ballot: &BallotView,
    done: Option<&str>,
) -> OutgoingMessage {
    let offers = on_offer(ballot);
    let voted = offers.iter().find(|choice| Some(&choice.key) == ballot.mine.as_ref());
    let mut lines: Vec<String> = done.iter().map(|done| localizer.word(done)).collect();
    lines.push(match voted {
        Some(choice) => {
            let label = localizer.of_game(&choice.label);
            localizer.say(&Message::new("ballot-mine").label("what", label))
        }
        None => localizer.word("ballot-mine-none"),
    });
    lines.push(others(localizer, ballot));
    lines.extend(votes_needed(localizer, ballot));
    lines.push(match ballot.closes {
        Some(closes) => {
            localizer.say(&Message::new("ballot-until").label("due", countdown(closes)))
        }
        None if ballot.opens => localizer.word("ballot-until-closed"),
        None => localizer.word("ballot-until-asked"),
    });
    let shown = offers.iter().take(limits::OPTIONS);
    let options = shown.map(|choice| {
        let picked = Some(&choice.key) == ballot.mine.as_ref();
        MenuOption { picked, ..option(localizer, choice) }
    });
    let menu = Menu {
        id: custom_id::id(campaign, ButtonAction::Ballot { edition: ballot.edition, page: 0 }),
        hint: localizer.word("ballot-menu"),
        options: options.collect(),
    };
    let unsign = voted.map(|_| unsign_button(localizer, campaign, ballot));
    let read = button(
        localizer,
        campaign,
        leaf_action(ballot, 0),
        ("ballot-button-read", ButtonStyle::Plain),
    );
    let ping = ping_button(localizer, campaign, !ballot.pinged);
    let ping = Some(ping).filter(|_| ballot.opens || ballot.pinged);
    let buttons = unsign.into_iter().chain([read]).chain(ping);
    let rows = vec![ActionRow::Menu(menu), ActionRow::Buttons(buttons.collect())];
    OutgoingMessage { text: lines.join("\n"), rows, ..OutgoingMessage::default() }
}

/// Returns how many others have voted and, unless votes are sealed, how many of them alike.
fn others(localizer: &Localizer, ballot: &BallotView) -> String {
    let own = usize::from(ballot.mine.is_some());
    let others = ballot.cast.saturating_sub(own) as i64;
    let alike = ballot.tally.as_ref().zip(ballot.mine.as_ref());
    let alike = alike.map(|(tally, mine)| tally.get(mine).copied().unwrap_or(0).saturating_sub(1));
    let key = match (alike, &ballot.tally) {
        (Some(_), _) => "ballot-others-alike",
        (None, Some(_)) => "ballot-others",
        (None, None) => "ballot-others-sealed",
    };
    let line = Message::new(key).number("others", others);
    localizer.say(&line.number("alike", i64::from(alike.unwrap_or(0))))
}

/// Returns how many votes the quorum lacks, or `None` if it is reached.
fn votes_needed(localizer: &Localizer, ballot: &BallotView) -> Option<String> {
    let more = (ballot.turnout as usize).saturating_sub(ballot.cast);
    (more > 0).then(|| localizer.say(&Message::new("ballot-wanting").number("more", more as i64)))
}

/// Returns the message of a closed ballot. `key` is the sentence that says why.
pub fn closed(localizer: &Localizer, key: &str) -> OutgoingMessage {
    let embed = Embed {
        title: localizer.word("ballot-title"),
        text: localizer.word(key),
        colour: ASH,
        ..Embed::default()
    };
    OutgoingMessage { embeds: vec![embed], ..OutgoingMessage::default() }
}

/// Returns who may vote, how many have, and when the ballot closes.
fn status_lines(localizer: &Localizer, ballot: &BallotView, paused: bool) -> Vec<String> {
    let cast = Message::new(if ballot.tally.is_some() { "ballot-cast" } else { "ballot-sealed" })
        .number("cast", ballot.cast as i64)
        .number("missing", (i64::from(ballot.turnout.max(1)) - ballot.cast as i64).max(0));
    let admitted = match ballot.eligibility {
        VoterEligibility::Everyone => localizer.word("ballot-everyone"),
        VoterEligibility::Role(role) => {
            localizer.say(&Message::new("ballot-role").label("role", format!("<@&{role}>")))
        }
    };
    let closes = match ballot.closes {
        // Discord's countdown would go on although the deadlines are paused.
        Some(_) if paused => localizer.word("ballot-paused"),
        Some(closes) => {
            localizer.say(&Message::new("ballot-closes").label("due", countdown(closes)))
        }
        None if ballot.opens => localizer.word("ballot-standing"),
        None => localizer.word("ballot-standing-counted"),
    };
    let days = ballot
        .membership_days
        .map(|days| localizer.say(&Message::new("ballot-days").number("days", i64::from(days))));
    let who: Vec<String> =
        [Some(admitted), days, Some(localizer.say(&cast))].into_iter().flatten().collect();
    vec![who.join(" "), closes]
}
