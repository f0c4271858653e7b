//! Messages and pictures of a trial. Pure: nothing is sent here.

use crate::canvas::{Painter, Rect, Surface, TextStyle, rgb};
use crate::discord::custom_id;
use crate::discord::message::{
    ActionRow, AttachedFile, Button, ButtonStyle, EMBER, Embed, ICE, Menu, MenuOption,
    OutgoingMessage,
};
use crate::game::{Localize as _, Message};
use crate::i18n::hall::hall_catalog;

/// First line of the message that stays for the next trial. No other message of the bot has it.
pub(super) const MARK: &str = "-# emberhall-try-kept";
/// File names of the two pictures.
pub(super) const PICTURES: [&str; 2] = ["first.png", "second.png"];

/// A component of the trial. Each variant is answered in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Knob {
    /// A button answered with a private message.
    Private,
    /// A button answered by editing its message.
    Change,
    /// A button whose click is deferred; a private message follows.
    Later,
    /// A menu answered by editing its message.
    Menu,
}

impl Knob {
    pub(super) const ALL: [Knob; 4] = [Knob::Private, Knob::Change, Knob::Later, Knob::Menu];

    /// Name of the step in the report.
    pub(super) fn step(self) -> &'static str {
        match self {
            Knob::Private => "button 1",
            Knob::Change => "button 2",
            Knob::Later => "button 3",
            Knob::Menu => "menu",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Knob::Private => "1",
            Knob::Change => "2",
            Knob::Later => "3",
            Knob::Menu => "menu",
        }
    }

    fn label(self) -> &'static str {
        match self {
            Knob::Private => "try-button-private",
            Knob::Change => "try-button-change",
            Knob::Later => "try-button-later",
            Knob::Menu => "try-menu",
        }
    }

    /// The component with this `custom_id`. Returns `None` for any other id.
    pub(super) fn of(id: &str) -> Option<Knob> {
        let name = custom_id::in_trial(id)?;
        Knob::ALL.into_iter().find(|knob| knob.name() == name)
    }

    fn button(self, left: &[Knob]) -> Button {
        let grey = !left.contains(&self);
        let look = if grey { ButtonStyle::Plain } else { ButtonStyle::Bright };
        Button {
            id: custom_id::of_trial(self.name()),
            label: word(self.label()),
            style: look,
            grey,
        }
    }
}

fn word(key: &str) -> String {
    // No locale is known here.
    hall_catalog("en").localize(&Message::new(key))
}

/// Draws picture `which`. The two differ in their colours and number.
fn picture(which: usize) -> Option<AttachedFile> {
    let (ground, glow) = if which == 0 { (EMBER, ICE) } else { (ICE, EMBER) };
    let mut surface = Surface::new(320, 180, rgb(ground))?;
    let mut painter = Painter::new(&mut surface);
    painter.disc((160.0, 90.0), 70.0, rgb(glow));
    let frame = Rect { x: 90.0, y: 50.0, w: 140.0, h: 80.0 };
    painter.write(
        &(which + 1).to_string(),
        frame,
        TextStyle::new(64.0, rgb(0x00ff_ffff)).bold().centred(),
    );
    painter.finish()?;
    let alt = word("try-alt");
    let name = PICTURES.get(which).copied().unwrap_or_default().to_owned();
    Some(AttachedFile { name, bytes: surface.png()?, alt })
}

/// The first message: an embed and picture `which`. `None` leaves the picture as it is.
pub(super) fn posted(changed: bool, which: Option<usize>) -> OutgoingMessage {
    let text = word(if changed { "try-text-changed" } else { "try-text" });
    let foot = word("try-foot");
    let embed = Embed { title: word("try-title"), text, foot, colour: EMBER };
    OutgoingMessage {
        embeds: vec![embed],
        file: which.and_then(picture),
        ..OutgoingMessage::default()
    }
}

/// Buttons and a menu. Buttons not in `left` are disabled; the menu is removed once used.
pub(super) fn controls(left: &[Knob]) -> OutgoingMessage {
    let text = word(if left.is_empty() { "try-thanks" } else { "try-press" });
    let buttons = [Knob::Private, Knob::Change, Knob::Later].map(|knob| knob.button(left));
    let mut rows = vec![ActionRow::Buttons(buttons.to_vec())];
    if left.contains(&Knob::Menu) {
        rows.push(ActionRow::Menu(menu()));
    }
    OutgoingMessage { text, rows, ..OutgoingMessage::default() }
}

fn menu() -> Menu {
    let option = |value: &str, key: &str| MenuOption {
        value: value.to_owned(),
        label: word(key),
        ..MenuOption::default()
    };
    let options = vec![option("coal", "try-menu-coal"), option("wood", "try-menu-wood")];
    Menu { id: custom_id::of_trial(Knob::Menu.name()), hint: word("try-menu"), options }
}

/// The private answer, with a button that the trial removes at once.
pub(super) fn private() -> OutgoingMessage {
    let label = word("try-private-button");
    let button = Button { id: custom_id::of_trial("none"), label, ..Button::default() };
    OutgoingMessage {
        rows: vec![ActionRow::Buttons(vec![button])],
        ..OutgoingMessage::line(word("try-private"))
    }
}

/// The private message after a deferral.
pub(super) fn later() -> OutgoingMessage {
    OutgoingMessage::line(word("try-later"))
}

/// A message in a thread.
pub(super) fn threaded(changed: bool) -> OutgoingMessage {
    OutgoingMessage::line(word(if changed { "try-text-changed" } else { "try-text" }))
}

/// Name of the trial's own thread.
pub(super) fn thread_name() -> String {
    word("try-title")
}

/// The message that stays for the next trial, after `changes` edits.
pub(super) fn kept(changes: u32) -> OutgoingMessage {
    let message = Message::new("try-kept").number("changes", i64::from(changes));
    OutgoingMessage::line(format!("{MARK}\n{}", hall_catalog("en").localize(&message)))
}

#[cfg(test)]
mod tests {
    use super::{Knob, MARK, controls, kept, picture};

    #[test]
    fn the_two_pictures_are_small_and_differ() {
        let [first, second] = [0, 1].map(|which| picture(which).unwrap());
        assert!(first.bytes.starts_with(b"\x89PNG") && first.bytes.len() < 20_000);
        assert!(first.bytes != second.bytes && first.name != second.name);
    }

    #[test]
    fn what_was_pressed_is_grey_and_the_ids_lead_back() {
        let body = controls(&[Knob::Change, Knob::Menu]).json();
        let buttons = body["components"][0]["components"].as_array().unwrap();
        let grey: Vec<_> = buttons.iter().map(|one| one["disabled"] == true).collect();
        assert_eq!(grey, [true, false, true]);
        let id = |part: &serde_json::Value| part["custom_id"].as_str().and_then(Knob::of);
        assert_eq!(id(&buttons[0]), Some(Knob::Private));
        assert_eq!(id(&body["components"][1]["components"][0]), Some(Knob::Menu));
        assert_eq!(Knob::of("e1:1:h"), None);
        assert!(kept(3).text.starts_with(MARK));
    }
}
