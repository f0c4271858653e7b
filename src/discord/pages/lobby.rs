//! The lobby: the seats with their holders, and a button for each seat.
//!
//! Independent of any one game: roles come from the game.

use crate::council::seating::SeatState;
use crate::council::settings::Lessons;
use crate::council::view::CouncilView;
use crate::council::{Charter, Holder};
use crate::discord::custom_id::{self, ButtonAction};
use crate::discord::localizer::{Localizer, mention};
use crate::discord::message::{ASH, Button, ButtonStyle, EMBER, Embed, OutgoingMessage, rows_of};
use crate::game::Message;

use super::settings;

/// Returns the message of an open lobby.
pub fn open(
    localizer: &Localizer,
    campaign: i64,
    charter: &Charter,
    view: &CouncilView,
) -> OutgoingMessage {
    let mut lines = vec![localizer.word("lobby-welcome"), String::new()];
    lines.extend(view.seats.iter().map(|state| line(localizer, state)));
    lines.push(String::new());
    lines.extend(chosen(localizer, charter));
    lines.push(settings::summary(localizer, &view.settings));
    if view.settings.lessons == Lessons::On {
        lines.push(localizer.word("lobby-lessons"));
    }
    let embed = Embed {
        title: localizer.word("lobby-title"),
        text: lines.join("\n"),
        foot: localizer.word("lobby-foot"),
        colour: EMBER,
    };
    let rows = rows_of(buttons(localizer, campaign, view));
    OutgoingMessage { embeds: vec![embed], rows, ..OutgoingMessage::default() }
}

/// Returns the message of a lobby that has begun or was given up.
pub fn closed(localizer: &Localizer, view: &CouncilView, begun: bool) -> OutgoingMessage {
    let key = if begun { "lobby-begun" } else { "lobby-given-up" };
    let mut lines = vec![localizer.word(key), String::new()];
    lines.extend(view.seats.iter().map(|state| line(localizer, state)));
    let title = localizer.word("lobby-title");
    let embed = Embed { title, text: lines.join("\n"), colour: ASH, ..Embed::default() };
    OutgoingMessage { embeds: vec![embed], ..OutgoingMessage::default() }
}

fn line(localizer: &Localizer, state: &SeatState) -> String {
    let role = localizer.of_game(&localizer.game.role_name(&state.role));
    let duty = localizer.game.role_duty(&state.role).map(|duty| localizer.of_game(&duty));
    let holder = match state.holder {
        Holder::User(user) => mention(user),
        Holder::House { .. } => localizer.word("lobby-house"),
        Holder::Nobody => localizer.word("lobby-free"),
    };
    match duty {
        Some(duty) => format!("**{role}** · {holder}\n-# {duty}"),
        None => format!("**{role}** · {holder}"),
    }
}

/// Returns the scenario and the options chosen at opening. Options with their default are left
/// out.
fn chosen(localizer: &Localizer, charter: &Charter) -> Vec<String> {
    let scenarios = localizer.game.scenarios();
    let scenario = scenarios.iter().find(|named| named.id == charter.scenario);
    let mut parts: Vec<String> =
        scenario.map(|named| localizer.of_game(&named.name)).into_iter().collect();
    for option in localizer.game.options() {
        let value = charter.options.get(&option.key);
        let named = option.values.iter().skip(1).find(|named| Some(&named.id) == value);
        if let Some(named) = named {
            let name = localizer.of_game(&option.name);
            parts.push(format!("{name}: {}", localizer.of_game(&named.name)));
        }
    }
    if parts.is_empty() { Vec::new() } else { vec![parts.join(" · ")] }
}

fn buttons(localizer: &Localizer, campaign: i64, view: &CouncilView) -> Vec<Button> {
    let sit = |(at, state): (usize, &SeatState)| Button {
        id: custom_id::id(campaign, ButtonAction::Sit { chair: at }),
        label: localizer.of_game(&localizer.game.role_name(&state.role)),
        style: ButtonStyle::Bright,
        grey: state.holder != Holder::Nobody,
    };
    let mut buttons: Vec<Button> = view.seats.iter().enumerate().map(sit).collect();
    let seated = view.seats.iter().any(|state| state.holder.user().is_some());
    let other = |action: ButtonAction, key: &str, look: ButtonStyle, grey: bool| Button {
        id: custom_id::id(campaign, action),
        label: localizer.say(&Message::new(key)),
        style: look,
        grey,
    };
    buttons.push(other(ButtonAction::Leave, "lobby-button-leave", ButtonStyle::Plain, !seated));
    buttons.push(other(ButtonAction::Settings, "lobby-button-settings", ButtonStyle::Plain, false));
    buttons.push(other(ButtonAction::Begin, "lobby-button-begin", ButtonStyle::Good, !seated));
    buttons
}
