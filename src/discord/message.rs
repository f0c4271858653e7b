//! A message as we think of it, before it is Discord's JSON.
//!
//! May use: `limits`, `serde_json`. Deliberately absent: serenity, the hall. All
//! that the bot says passes through here, so that one test can look at all of
//! it, and mentions are always explicit.

use serde_json::{Value, json};

use super::limits;
use crate::council::UserId;
use crate::game::Picture;

/// The colour of an ember: something is asked.
pub const EMBER: u32 = 0x00e0_7b39;
/// The colour of ice: something happened.
pub const ICE: u32 = 0x006f_a8c9;
/// The colour of ash: it is over.
pub const ASH: u32 = 0x0055_5a63;
/// The colour of moss: something is taught.
pub const MOSS: u32 = 0x006b_8f5e;
/// Only the person who clicked sees it.
const EPHEMERAL: u64 = 1 << 6;
/// Nobody's device rings.
const SILENT: u64 = 1 << 12;

/// One message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutgoingMessage {
    /// The text above everything.
    pub text: String,
    /// Who is called by it; nobody else is, whatever the text says.
    pub call: Vec<UserId>,
    /// The server role that is called by it.
    pub role: Option<u64>,
    /// Boxes of text.
    pub cards: Vec<Embed>,
    /// Buttons and menus.
    pub rows: Vec<ActionRow>,
    /// A file; one is all that serenity sends with words of our own.
    pub file: Option<AttachedFile>,
    /// An edit takes the files of before away.
    pub bare: bool,
}

/// A box of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Embed {
    /// Its heading.
    pub title: String,
    /// Its text.
    pub text: String,
    /// What stands small below.
    pub foot: String,
    /// Its colour.
    pub colour: u32,
}

/// A file of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttachedFile {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// A picture in words.
    pub alt: String,
}

impl AttachedFile {
    /// A picture.
    pub fn picture(name: &str, picture: Picture) -> Self {
        AttachedFile { name: name.to_owned(), bytes: picture.png, alt: picture.alt }
    }
}

/// A row of buttons, or a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionRow {
    /// At most five buttons.
    Buttons(Vec<Button>),
    /// A menu to pick from.
    Menu(Menu),
    /// A menu of members.
    People {
        /// Its name.
        id: String,
        /// What stands in it before something is picked.
        hint: String,
    },
    /// A menu of roles.
    Roles {
        /// Its name.
        id: String,
        /// What stands in it before something is picked.
        hint: String,
    },
}

/// How a button looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ButtonStyle {
    /// The usual answer.
    Bright,
    /// One of several.
    #[default]
    Plain,
    /// Go on.
    Good,
    /// Think twice.
    Grave,
}

/// A button.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Button {
    /// Its name: see `press`.
    pub id: String,
    /// What stands on it.
    pub label: String,
    /// How it looks.
    pub look: ButtonStyle,
    /// It cannot be clicked.
    pub grey: bool,
}

/// A menu.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    /// Its name: see `press`.
    pub id: String,
    /// What stands in it before something is picked.
    pub hint: String,
    /// What can be picked.
    pub options: Vec<MenuOption>,
}

/// Something to pick from a menu.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MenuOption {
    /// What comes back.
    pub value: String,
    /// What it is.
    pub label: String,
    /// A little more about it.
    pub hint: String,
    /// It is picked already.
    pub picked: bool,
}

impl OutgoingMessage {
    /// A line of text and nothing else.
    pub fn line(text: impl Into<String>) -> OutgoingMessage {
        OutgoingMessage { text: text.into(), ..OutgoingMessage::default() }
    }

    /// The whole message as Discord wants it. What is not said is emptied, so that an
    /// edit leaves nothing of before; files stay unless new ones come.
    pub fn json(&self) -> Value {
        let users: Vec<String> =
            self.call.iter().take(limits::MENTIONS).map(|user| user.0.to_string()).collect();
        let roles: Vec<String> = self.role.iter().map(u64::to_string).collect();
        let mut body = json!({
            // A text that is cut is better than a message that Discord refuses.
            "content": limits::shortened(&self.text, limits::CONTENT),
            "embeds": self.cards.iter().map(Embed::json).collect::<Vec<_>>(),
            "components": self.rows.iter().map(ActionRow::json).collect::<Vec<_>>(),
            "allowed_mentions": { "parse": [], "users": users },
        });
        if !roles.is_empty() {
            body["allowed_mentions"]["roles"] = roles.into();
        }
        match &self.file {
            Some(file) => body["attachments"] = json!([file.json()]),
            None if self.bare => body["attachments"] = json!([]),
            None => {}
        }
        body
    }

    /// Plainer forms of it, for when Discord does not take it: without its file, then as
    /// text with what can be clicked.
    pub fn plainer(&self) -> Vec<OutgoingMessage> {
        let without_file =
            self.file.is_some().then(|| OutgoingMessage { file: None, ..self.clone() });
        let text = self.as_text();
        let text = text.filter(|_| !self.cards.is_empty()).map(|text| OutgoingMessage {
            text,
            call: self.call.clone(),
            role: self.role,
            rows: self.rows.clone(),
            bare: self.bare,
            ..OutgoingMessage::default()
        });
        without_file.filter(|page| page.as_text().is_some()).into_iter().chain(text).collect()
    }

    /// Its words without boxes, if it has any. If they are too long the first go: what is
    /// asked stands last.
    fn as_text(&self) -> Option<String> {
        let mut room = limits::CONTENT.saturating_sub(limits::length(&self.text));
        let mut said: Vec<String> = Vec::new();
        for card in self.cards.iter().rev().map(Embed::as_text) {
            if room < 2 {
                break;
            }
            let card = limits::shortened(&card, room - 1);
            room = room.saturating_sub(limits::length(&card) + 1);
            said.push(card);
        }
        said.push(self.text.clone());
        said.retain(|part| !part.is_empty());
        said.reverse();
        Some(said.join("\n")).filter(|text| !text.trim().is_empty())
    }

    /// The same, for one person only.
    pub fn private(&self) -> Value {
        flagged(self.json(), EPHEMERAL)
    }

    /// The same, so that no device rings but of those who are called.
    pub fn posted(&self, nonce: &str) -> Value {
        let calls = !self.call.is_empty() || self.role.is_some();
        let quiet = if calls { 0 } else { SILENT };
        let mut body = flagged(self.json(), quiet);
        body["nonce"] = nonce.into();
        body["enforce_nonce"] = true.into();
        body
    }
}

fn flagged(mut body: Value, flags: u64) -> Value {
    if flags != 0 {
        body["flags"] = flags.into();
    }
    body
}

impl Embed {
    fn json(&self) -> Value {
        let mut card = json!({ "color": self.colour });
        if !self.text.is_empty() {
            card["description"] = limits::shortened(&self.text, limits::DESCRIPTION).into();
        }
        if !self.title.is_empty() {
            card["title"] = limits::shortened(&self.title, limits::TITLE).into();
        }
        if !self.foot.is_empty() {
            card["footer"] = json!({ "text": limits::shortened(&self.foot, limits::FOOTER) });
        }
        card
    }

    /// Its words without the box.
    fn as_text(&self) -> String {
        let heading = Some(&self.title).filter(|title| !title.is_empty());
        let heading = heading.map(|title| format!("**{title}**"));
        let foot = Some(&self.foot).filter(|foot| !foot.is_empty());
        let foot = foot.map(|foot| format!("-# {foot}"));
        let text = Some(self.text.clone()).filter(|text| !text.is_empty());
        heading.into_iter().chain(text).chain(foot).collect::<Vec<_>>().join("\n")
    }

    /// How much of a message's room it takes.
    pub fn length(&self) -> usize {
        let title = limits::length(&self.title).min(limits::TITLE);
        title + limits::length(&self.text) + limits::length(&self.foot).min(limits::FOOTER)
    }
}

impl AttachedFile {
    fn json(&self) -> Value {
        let mut file = json!({ "id": 0, "filename": self.name });
        if !self.alt.is_empty() {
            let most = crate::game::LONGEST_ALT;
            file["description"] = limits::shortened(&self.alt, most).into();
        }
        file
    }
}

impl ActionRow {
    fn json(&self) -> Value {
        let parts: Vec<Value> = match self {
            ActionRow::Buttons(buttons) => buttons.iter().map(Button::json).collect(),
            ActionRow::Menu(menu) => vec![menu.json()],
            ActionRow::People { id, hint } => vec![picker(5, id, hint)],
            ActionRow::Roles { id, hint } => vec![picker(6, id, hint)],
        };
        json!({ "type": 1, "components": parts })
    }
}

fn picker(kind: u8, id: &str, hint: &str) -> Value {
    let hint = limits::shortened(hint, limits::PLACEHOLDER);
    json!({ "type": kind, "custom_id": id, "placeholder": hint })
}

impl Button {
    fn json(&self) -> Value {
        let style = match self.look {
            ButtonStyle::Bright => 1,
            ButtonStyle::Plain => 2,
            ButtonStyle::Good => 3,
            ButtonStyle::Grave => 4,
        };
        let label = limits::shortened(&self.label, limits::LABEL);
        json!({ "type": 2, "style": style, "label": label, "custom_id": self.id, "disabled": self.grey })
    }
}

impl Menu {
    fn json(&self) -> Value {
        json!({
            "type": 3,
            "custom_id": self.id,
            "placeholder": limits::shortened(&self.hint, limits::PLACEHOLDER),
            "options": self.options.iter().map(MenuOption::json).collect::<Vec<_>>(),
        })
    }
}

impl MenuOption {
    fn json(&self) -> Value {
        let label = limits::shortened(&self.label, limits::OPTION);
        let mut option = json!({ "label": label, "value": self.value, "default": self.picked });
        if !self.hint.is_empty() {
            option["description"] = limits::shortened(&self.hint, limits::OPTION).into();
        }
        option
    }
}

/// Buttons in as many rows as they need.
pub fn rows_of(buttons: Vec<Button>) -> Vec<ActionRow> {
    let rows = buttons.chunks(limits::BUTTONS).map(|row| ActionRow::Buttons(row.to_vec()));
    rows.collect()
}

/// The pages of what may be longer than one message: cards are parted at their lines,
/// and what belongs to the last part, such as buttons, stays with it.
pub fn split_to_fit(page: OutgoingMessage) -> Vec<OutgoingMessage> {
    let mut cards: Vec<Embed> = Vec::new();
    for card in &page.cards {
        cards.extend(parted(card));
    }
    let mut pages: Vec<OutgoingMessage> = vec![OutgoingMessage::default()];
    for card in cards {
        let last = pages.len() - 1;
        let used: usize = pages[last].cards.iter().map(Embed::length).sum();
        if used + card.length() > limits::EMBEDS || pages[last].cards.len() == 10 {
            pages.push(OutgoingMessage::default());
        }
        if let Some(open) = pages.last_mut() {
            open.cards.push(card);
        }
    }
    if let Some(last) = pages.last_mut() {
        *last = OutgoingMessage { cards: std::mem::take(&mut last.cards), ..page };
    }
    pages
}

/// A card in parts that fit.
fn parted(card: &Embed) -> Vec<Embed> {
    if limits::length(&card.text) <= limits::DESCRIPTION {
        return vec![card.clone()];
    }
    let lines: Vec<String> = card.text.lines().map(str::to_owned).collect();
    let texts = limits::parted(&lines, limits::DESCRIPTION - 96);
    let many = texts.len();
    let part = |(at, text): (usize, String)| Embed {
        title: if at == 0 { card.title.clone() } else { String::new() },
        foot: if at + 1 == many { card.foot.clone() } else { String::new() },
        text,
        colour: card.colour,
    };
    texts.into_iter().enumerate().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::{AttachedFile, Button, Embed, OutgoingMessage, rows_of, split_to_fit};
    use crate::council::UserId;
    use crate::discord::limits;

    #[test]
    fn what_is_too_long_for_one_message_is_several_and_nothing_is_lost() {
        let lines: Vec<String> = (0..400).map(|n| format!("Line {n} of a long winter.")).collect();
        let card = Embed { title: "Log".to_owned(), text: lines.join("\n"), ..Embed::default() };
        let pages = split_to_fit(OutgoingMessage {
            text: "hello".to_owned(),
            cards: vec![card],
            ..OutgoingMessage::default()
        });
        assert!(pages.len() > 1);
        let mut seen = Vec::new();
        for page in &pages {
            let total: usize = page.cards.iter().map(Embed::length).sum();
            assert!(total <= limits::EMBEDS);
            let texts = page.cards.iter().flat_map(|card| card.text.lines());
            seen.extend(texts.map(str::to_owned));
        }
        assert_eq!(seen, lines);
        assert_eq!(pages.last().map(|page| page.text.as_str()), Some("hello"));
    }

    #[test]
    fn whatever_is_said_fits_what_discord_takes() {
        let long = "word ".repeat(3000);
        let card = Embed { title: long.clone(), text: long.clone(), foot: long.clone(), colour: 0 };
        let json =
            OutgoingMessage { text: long, cards: vec![card], ..OutgoingMessage::default() }.json();
        let length = |text: &serde_json::Value| limits::length(text.as_str().unwrap());
        assert!(length(&json["content"]) <= limits::CONTENT);
        let embed = &json["embeds"][0];
        assert!(length(&embed["title"]) <= limits::TITLE);
        assert!(length(&embed["description"]) <= limits::DESCRIPTION);
        assert!(length(&embed["footer"]["text"]) <= limits::FOOTER);
    }

    #[test]
    fn a_plainer_page_keeps_its_buttons_and_what_is_asked() {
        let button = Button { id: "e1:1:h".to_owned(), ..Button::default() };
        let card =
            |title: &str, text: String| Embed { title: title.to_owned(), text, ..Embed::default() };
        let page = OutgoingMessage {
            text: "<@2>".to_owned(),
            call: vec![UserId(2)],
            cards: vec![
                card("Story", "It snows. ".repeat(400)),
                card("Turn", "What now?".to_owned()),
            ],
            rows: rows_of(vec![button]),
            file: Some(AttachedFile {
                name: "a.png".to_owned(),
                bytes: vec![1],
                alt: String::new(),
            }),
            ..OutgoingMessage::default()
        };
        let forms = page.plainer();
        assert_eq!(forms[0], OutgoingMessage { file: None, ..page.clone() });
        assert_eq!(forms.len(), 2);
        let plain = &forms[1];
        assert!(plain.cards.is_empty() && plain.file.is_none());
        assert_eq!((&plain.rows, &plain.call), (&page.rows, &page.call));
        assert!(limits::length(&plain.text) <= limits::CONTENT);
        assert!(plain.text.starts_with("<@2>\n**Story**\nIt snows."), "{}", plain.text);
        assert!(plain.text.ends_with("**Turn**\nWhat now?"), "{}", plain.text);
        assert!(
            OutgoingMessage::line("only words").plainer().is_empty(),
            "there is no plainer form"
        );
        let picture = OutgoingMessage { text: String::new(), cards: Vec::new(), ..page };
        assert!(picture.plainer().is_empty(), "nothing would be left of it");
    }

    #[test]
    fn nobody_is_called_who_was_not_named() {
        let page = OutgoingMessage {
            text: "<@1> @everyone".to_owned(),
            call: vec![UserId(2)],
            ..OutgoingMessage::default()
        };
        assert_eq!(page.json()["allowed_mentions"]["users"][0], "2");
        assert_eq!(page.json()["allowed_mentions"]["parse"].as_array().map(Vec::len), Some(0));
        assert_eq!(page.posted("n").get("flags"), None);
        assert_eq!(OutgoingMessage::line("quiet").posted("n")["flags"], 4096);
    }
}
