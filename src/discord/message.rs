//! Outgoing messages and their conversion to Discord's JSON.
//!
//! Every message of the bot passes through here, so that one test can check all of them and
//! mentions are always explicit. Independent of serenity and the hall.

use serde_json::{Value, json};

use super::limits;
use crate::council::UserId;
use crate::game::Picture;

/// Embed colour of questions.
pub const EMBER: u32 = 0x00e0_7b39;
/// Embed colour of events and information.
pub const ICE: u32 = 0x006f_a8c9;
/// Embed colour of what is over.
pub const ASH: u32 = 0x0055_5a63;
/// Embed colour of lessons.
pub const MOSS: u32 = 0x006b_8f5e;
/// Flag `EPHEMERAL`: only the user of the interaction sees the message.
const EPHEMERAL: u64 = 1 << 6;
/// Flag `SUPPRESS_NOTIFICATIONS`: no push or desktop notifications.
const SILENT: u64 = 1 << 12;

/// A message to post, to edit in or to answer an interaction with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutgoingMessage {
    /// Text above the embeds.
    pub text: String,
    /// Users the message pings. It pings no others, whatever its text mentions.
    pub pings: Vec<UserId>,
    /// Server role the message pings.
    pub role: Option<u64>,
    /// Embeds.
    pub embeds: Vec<Embed>,
    /// Rows of buttons and menus.
    pub rows: Vec<ActionRow>,
    /// Attached file. At most 1: serenity sends no more with a JSON payload of ours.
    pub file: Option<AttachedFile>,
    /// Whether an edit without `file` removes the files the message had before.
    pub bare: bool,
}

/// An embed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Embed {
    /// Title.
    pub title: String,
    /// Description.
    pub text: String,
    /// Footer text.
    pub foot: String,
    /// Colour as `0xRRGGBB`.
    pub colour: u32,
}

/// A file attached to a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttachedFile {
    /// File name.
    pub name: String,
    /// Content.
    pub bytes: Vec<u8>,
    /// Alternative text of a picture.
    pub alt: String,
}

impl AttachedFile {
    /// Creates an attachment of a picture.
    pub fn picture(name: &str, picture: Picture) -> Self {
        AttachedFile { name: name.to_owned(), bytes: picture.png, alt: picture.alt }
    }
}

/// A row of buttons, or a select menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionRow {
    /// At most [`limits::BUTTONS`] buttons.
    Buttons(Vec<Button>),
    /// Menu of given options.
    Menu(Menu),
    /// Menu of the server's members.
    People {
        /// Custom id.
        id: String,
        /// Placeholder shown while nothing is picked.
        hint: String,
    },
    /// Menu of the server's roles.
    Roles {
        /// Custom id.
        id: String,
        /// Placeholder shown while nothing is picked.
        hint: String,
    },
}

/// Style of a button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ButtonStyle {
    /// Primary: the usual answer.
    Bright,
    /// Secondary: one of several answers.
    #[default]
    Plain,
    /// Success: continues.
    Good,
    /// Danger: hard to take back.
    Grave,
}

/// A button.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Button {
    /// Custom id, see [`custom_id`](super::custom_id).
    pub id: String,
    /// Displayed label.
    pub label: String,
    /// Style.
    pub style: ButtonStyle,
    /// Whether the button is disabled.
    pub grey: bool,
}

/// A select menu of given options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    /// Custom id, see [`custom_id`](super::custom_id).
    pub id: String,
    /// Placeholder shown while nothing is picked.
    pub hint: String,
    /// Options to pick from, at most [`limits::OPTIONS`].
    pub options: Vec<MenuOption>,
}

/// An option of a menu.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MenuOption {
    /// Value that Discord sends when the option is picked.
    pub value: String,
    /// Displayed label.
    pub label: String,
    /// Description below the label, empty for none.
    pub hint: String,
    /// Whether the option is preselected.
    pub picked: bool,
}

impl OutgoingMessage {
    /// Creates a message of text only.
    pub fn line(text: impl Into<String>) -> OutgoingMessage {
        OutgoingMessage { text: text.into(), ..OutgoingMessage::default() }
    }

    /// Returns the message as Discord's JSON. Empty parts are sent empty, so that an edit
    /// leaves nothing of the old message. Its files stay unless `file` or `bare` is set.
    pub fn json(&self) -> Value {
        let users: Vec<String> =
            self.pings.iter().take(limits::MENTIONS).map(|user| user.0.to_string()).collect();
        let roles: Vec<String> = self.role.iter().map(u64::to_string).collect();
        let mut body = json!({
            // A shortened text is better than a message that Discord refuses.
            "content": limits::shortened(&self.text, limits::CONTENT),
            "embeds": self.embeds.iter().map(Embed::json).collect::<Vec<_>>(),
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

    /// Returns the fallback forms to send if Discord refuses the message: without its file,
    /// then as plain text with its buttons and menus.
    pub fn plainer(&self) -> Vec<OutgoingMessage> {
        let without_file =
            self.file.is_some().then(|| OutgoingMessage { file: None, ..self.clone() });
        let text = self.as_text();
        let text = text.filter(|_| !self.embeds.is_empty()).map(|text| OutgoingMessage {
            text,
            pings: self.pings.clone(),
            role: self.role,
            rows: self.rows.clone(),
            bare: self.bare,
            ..OutgoingMessage::default()
        });
        without_file.filter(|message| message.as_text().is_some()).into_iter().chain(text).collect()
    }

    /// Returns the text of the message and its embeds as Markdown, or `None` if there is
    /// none. If it is too long, the first embeds are dropped: the question comes last.
    fn as_text(&self) -> Option<String> {
        let mut room = limits::CONTENT.saturating_sub(limits::length(&self.text));
        let mut parts: Vec<String> = Vec::new();
        for embed in self.embeds.iter().rev().map(Embed::as_text) {
            if room < 2 {
                break;
            }
            let embed = limits::shortened(&embed, room - 1);
            room = room.saturating_sub(limits::length(&embed) + 1);
            parts.push(embed);
        }
        parts.push(self.text.clone());
        parts.retain(|part| !part.is_empty());
        parts.reverse();
        Some(parts.join("\n")).filter(|text| !text.trim().is_empty())
    }

    /// Returns the JSON of the message as one that only the user of the interaction sees.
    pub fn private(&self) -> Value {
        with_flags(self.json(), EPHEMERAL)
    }

    /// Returns the JSON of the message to post in a channel, silent unless it pings a user or
    /// a role. `nonce` makes the post idempotent: Discord returns the message that was posted
    /// with it before.
    pub fn posted(&self, nonce: &str) -> Value {
        let pings = !self.pings.is_empty() || self.role.is_some();
        let flags = if pings { 0 } else { SILENT };
        let mut body = with_flags(self.json(), flags);
        body["nonce"] = nonce.into();
        body["enforce_nonce"] = true.into();
        body
    }
}

fn with_flags(mut body: Value, flags: u64) -> Value {
    if flags != 0 {
        body["flags"] = flags.into();
    }
    body
}

impl Embed {
    fn json(&self) -> Value {
        let mut embed = json!({ "color": self.colour });
        if !self.text.is_empty() {
            embed["description"] = limits::shortened(&self.text, limits::DESCRIPTION).into();
        }
        if !self.title.is_empty() {
            embed["title"] = limits::shortened(&self.title, limits::TITLE).into();
        }
        if !self.foot.is_empty() {
            embed["footer"] = json!({ "text": limits::shortened(&self.foot, limits::FOOTER) });
        }
        embed
    }

    /// Returns title, description and footer as Markdown.
    fn as_text(&self) -> String {
        let heading = Some(&self.title).filter(|title| !title.is_empty());
        let heading = heading.map(|title| format!("**{title}**"));
        let foot = Some(&self.foot).filter(|foot| !foot.is_empty());
        let foot = foot.map(|foot| format!("-# {foot}"));
        let text = Some(self.text.clone()).filter(|text| !text.is_empty());
        heading.into_iter().chain(text).chain(foot).collect::<Vec<_>>().join("\n")
    }

    /// Number of characters that count against [`limits::EMBEDS`].
    pub fn length(&self) -> usize {
        let title = limits::length(&self.title).min(limits::TITLE);
        title + limits::length(&self.text) + limits::length(&self.foot).min(limits::FOOTER)
    }
}

impl AttachedFile {
    fn json(&self) -> Value {
        let mut file = json!({ "id": 0, "filename": self.name });
        if !self.alt.is_empty() {
            let limit = crate::game::LONGEST_ALT;
            file["description"] = limits::shortened(&self.alt, limit).into();
        }
        file
    }
}

impl ActionRow {
    fn json(&self) -> Value {
        let components: Vec<Value> = match self {
            ActionRow::Buttons(buttons) => buttons.iter().map(Button::json).collect(),
            ActionRow::Menu(menu) => vec![menu.json()],
            ActionRow::People { id, hint } => vec![entity_menu(5, id, hint)],
            ActionRow::Roles { id, hint } => vec![entity_menu(6, id, hint)],
        };
        json!({ "type": 1, "components": components })
    }
}

/// A menu of members (5) or roles (6), which Discord fills itself.
fn entity_menu(kind: u8, id: &str, hint: &str) -> Value {
    let hint = limits::shortened(hint, limits::PLACEHOLDER);
    json!({ "type": kind, "custom_id": id, "placeholder": hint })
}

impl Button {
    fn json(&self) -> Value {
        let style = match self.style {
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

/// Arranges buttons in rows of at most [`limits::BUTTONS`].
pub fn rows_of(buttons: Vec<Button>) -> Vec<ActionRow> {
    let rows = buttons.chunks(limits::BUTTONS).map(|row| ActionRow::Buttons(row.to_vec()));
    rows.collect()
}

/// Splits a message whose embeds are too long for one into several. Embeds are split between
/// their lines. Everything else, such as the text and the buttons, goes with the last message.
pub fn split_to_fit(message: OutgoingMessage) -> Vec<OutgoingMessage> {
    let mut embeds: Vec<Embed> = Vec::new();
    for embed in &message.embeds {
        embeds.extend(split_embed(embed));
    }
    let mut messages: Vec<OutgoingMessage> = vec![OutgoingMessage::default()];
    for embed in embeds {
        let last = messages.len() - 1;
        let used: usize = messages[last].embeds.iter().map(Embed::length).sum();
        if used + embed.length() > limits::EMBEDS || messages[last].embeds.len() == 10 {
            messages.push(OutgoingMessage::default());
        }
        if let Some(open) = messages.last_mut() {
            open.embeds.push(embed);
        }
    }
    if let Some(last) = messages.last_mut() {
        *last = OutgoingMessage { embeds: std::mem::take(&mut last.embeds), ..message };
    }
    messages
}

/// Splits an embed into parts whose text fits.
fn split_embed(embed: &Embed) -> Vec<Embed> {
    if limits::length(&embed.text) <= limits::DESCRIPTION {
        return vec![embed.clone()];
    }
    let lines: Vec<String> = embed.text.lines().map(str::to_owned).collect();
    let texts = limits::parted(&lines, limits::DESCRIPTION - 96);
    let count = texts.len();
    let part = |(at, text): (usize, String)| Embed {
        title: if at == 0 { embed.title.clone() } else { String::new() },
        foot: if at + 1 == count { embed.foot.clone() } else { String::new() },
        text,
        colour: embed.colour,
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
            embeds: vec![card],
            ..OutgoingMessage::default()
        });
        assert!(pages.len() > 1);
        let mut seen = Vec::new();
        for page in &pages {
            let total: usize = page.embeds.iter().map(Embed::length).sum();
            assert!(total <= limits::EMBEDS);
            let texts = page.embeds.iter().flat_map(|card| card.text.lines());
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
            OutgoingMessage { text: long, embeds: vec![card], ..OutgoingMessage::default() }.json();
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
            pings: vec![UserId(2)],
            embeds: vec![
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
        assert!(plain.embeds.is_empty() && plain.file.is_none());
        assert_eq!((&plain.rows, &plain.pings), (&page.rows, &page.pings));
        assert!(limits::length(&plain.text) <= limits::CONTENT);
        assert!(plain.text.starts_with("<@2>\n**Story**\nIt snows."), "{}", plain.text);
        assert!(plain.text.ends_with("**Turn**\nWhat now?"), "{}", plain.text);
        assert!(
            OutgoingMessage::line("only words").plainer().is_empty(),
            "there is no plainer form"
        );
        let picture = OutgoingMessage { text: String::new(), embeds: Vec::new(), ..page };
        assert!(picture.plainer().is_empty(), "nothing would be left of it");
    }

    #[test]
    fn nobody_is_called_who_was_not_named() {
        let page = OutgoingMessage {
            text: "<@1> @everyone".to_owned(),
            pings: vec![UserId(2)],
            ..OutgoingMessage::default()
        };
        assert_eq!(page.json()["allowed_mentions"]["users"][0], "2");
        assert_eq!(page.json()["allowed_mentions"]["parse"].as_array().map(Vec::len), Some(0));
        assert_eq!(page.posted("n").get("flags"), None);
        assert_eq!(OutgoingMessage::line("quiet").posted("n")["flags"], 4096);
    }
}
