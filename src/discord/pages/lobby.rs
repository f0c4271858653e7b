//! The lobby: who sits where, and a button for each chair.
//!
//! May use: `page`, `press`, `tongue`. Deliberately absent: any one game's roles.

use crate::council::seating::SeatState;
use crate::council::settings::Lessons;
use crate::council::view::CouncilView;
use crate::council::{Charter, Holder};
use crate::discord::custom_id::{self, ButtonAction};
use crate::discord::localizer::{Localizer, mention};
use crate::discord::message::{ASH, Button, ButtonStyle, EMBER, Embed, OutgoingMessage, rows_of};
use crate::game::Message;

use super::settings;

/// The lobby while it is open.
pub fn open(
    tongue: &Localizer,
    campaign: i64,
    charter: &Charter,
    panel: &CouncilView,
) -> OutgoingMessage {
    let mut lines = vec![tongue.word("lobby-welcome"), String::new()];
    lines.extend(panel.seats.iter().map(|chair| line(tongue, chair)));
    lines.push(String::new());
    lines.extend(chosen(tongue, charter));
    lines.push(settings::summary(tongue, &panel.settings));
    if panel.settings.lessons == Lessons::On {
        lines.push(tongue.word("lobby-lessons"));
    }
    let card = Embed {
        title: tongue.word("lobby-title"),
        text: lines.join("\n"),
        foot: tongue.word("lobby-foot"),
        colour: EMBER,
    };
    let rows = rows_of(buttons(tongue, campaign, panel));
    OutgoingMessage { cards: vec![card], rows, ..OutgoingMessage::default() }
}

/// The lobby when it has begun, or was given up.
pub fn closed(tongue: &Localizer, panel: &CouncilView, begun: bool) -> OutgoingMessage {
    let key = if begun { "lobby-begun" } else { "lobby-given-up" };
    let mut lines = vec![tongue.word(key), String::new()];
    lines.extend(panel.seats.iter().map(|chair| line(tongue, chair)));
    let title = tongue.word("lobby-title");
    let card = Embed { title, text: lines.join("\n"), colour: ASH, ..Embed::default() };
    OutgoingMessage { cards: vec![card], ..OutgoingMessage::default() }
}

fn line(tongue: &Localizer, chair: &SeatState) -> String {
    let role = tongue.of_game(&tongue.game.role_name(&chair.role));
    let duty = tongue.game.role_duty(&chair.role).map(|duty| tongue.of_game(&duty));
    let holder = match chair.holder {
        Holder::User(user) => mention(user),
        Holder::House { .. } => tongue.word("lobby-house"),
        Holder::Nobody => tongue.word("lobby-free"),
    };
    match duty {
        Some(duty) => format!("**{role}** · {holder}\n-# {duty}"),
        None => format!("**{role}** · {holder}"),
    }
}

/// What was chosen when it was opened; what is as usual need not be said.
fn chosen(tongue: &Localizer, charter: &Charter) -> Vec<String> {
    let scenarios = tongue.game.scenarios();
    let scenario = scenarios.iter().find(|named| named.id == charter.scenario);
    let mut parts: Vec<String> =
        scenario.map(|named| tongue.of_game(&named.name)).into_iter().collect();
    for option in tongue.game.options() {
        let value = charter.options.get(&option.key);
        let named = option.values.iter().skip(1).find(|named| Some(&named.id) == value);
        if let Some(named) = named {
            let name = tongue.of_game(&option.name);
            parts.push(format!("{name}: {}", tongue.of_game(&named.name)));
        }
    }
    if parts.is_empty() { Vec::new() } else { vec![parts.join(" · ")] }
}

fn buttons(tongue: &Localizer, campaign: i64, panel: &CouncilView) -> Vec<Button> {
    let chair = |(at, chair): (usize, &SeatState)| Button {
        id: custom_id::id(campaign, ButtonAction::Sit { chair: at }),
        label: tongue.of_game(&tongue.game.role_name(&chair.role)),
        look: ButtonStyle::Bright,
        grey: chair.holder != Holder::Nobody,
    };
    let mut buttons: Vec<Button> = panel.seats.iter().enumerate().map(chair).collect();
    let seated = panel.seats.iter().any(|chair| chair.holder.user().is_some());
    let other = |what: ButtonAction, key: &str, look: ButtonStyle, grey: bool| Button {
        id: custom_id::id(campaign, what),
        label: tongue.say(&Message::new(key)),
        look,
        grey,
    };
    buttons.push(other(ButtonAction::Leave, "lobby-button-leave", ButtonStyle::Plain, !seated));
    buttons.push(other(ButtonAction::Settings, "lobby-button-settings", ButtonStyle::Plain, false));
    buttons.push(other(ButtonAction::Begin, "lobby-button-begin", ButtonStyle::Good, !seated));
    buttons
}
