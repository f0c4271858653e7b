//! Rules reference: the index of topics, single topics, and links between them.
//!
//! A game brings its own topics. The topics of the table (votes, time, seats) are listed here;
//! their text is in the catalogs of `i18n`.

use std::sync::Arc;

use super::context::{BotContext, Invoker};
use super::custom_id::{self, ButtonAction};
use super::limits;
use super::localizer::Localizer;
use super::message::{
    ActionRow, Button, ButtonStyle, Embed, ICE, Menu, MenuOption, OutgoingMessage,
};
use super::piece;
use crate::game::{Article, Game, ListItem, Message};
use crate::i18n::hall::{hall_catalog, languages};

/// Topics of the table: id and related topics.
const OF_HALL: &[(&str, &[&str])] = &[
    ("hall-start", &["hall-advice", "hall-locked", "hall-length", "hall-seats"]),
    ("hall-advice", &["hall-locked", "hall-start"]),
    ("hall-locked", &["hall-advice", "hall-away"]),
    ("hall-votes", &["hall-leader", "hall-time", "hall-people"]),
    ("hall-leader", &["hall-votes", "hall-time"]),
    ("hall-time", &["hall-away", "hall-calls", "hall-length"]),
    ("hall-length", &["hall-time", "hall-quit"]),
    ("hall-calls", &["hall-time", "hall-away"]),
    ("hall-away", &["hall-time", "hall-seats"]),
    ("hall-back", &["hall-time", "hall-dice"]),
    ("hall-seats", &["hall-away", "hall-secrets"]),
    ("hall-quit", &["hall-seats", "hall-away"]),
    ("hall-people", &["hall-votes"]),
    ("hall-settings", &["hall-time", "hall-votes", "hall-people"]),
    ("hall-secrets", &["hall-seats", "hall-back"]),
    ("hall-dice", &["hall-back"]),
];

/// Most lines of a topic of the table.
const MOST: usize = 4;
/// Most topics suggested for an unknown one.
const MAX_SUGGESTIONS: usize = 4;

/// Topic of the rules reference.
pub struct TopicEntry {
    /// Stable id.
    pub id: String,
    /// Display name.
    pub name: Message,
    /// Aliases that the search also matches.
    pub also: Option<Message>,
}

/// Returns all topics: those of the game, then those of the table.
pub fn matters(game: &dyn Game) -> Vec<TopicEntry> {
    let of_game =
        |ListItem { id, name }: ListItem| TopicEntry { also: game.topic_aliases(&id), id, name };
    let of_hall = |(id, _): &(&str, &[&str])| TopicEntry {
        id: (*id).to_owned(),
        name: Message::new(*id),
        also: Some(Message::new(format!("{id}.also"))),
    };
    game.topics().into_iter().map(of_game).chain(OF_HALL.iter().map(of_hall)).collect()
}

/// Returns the name of a topic. Returns `None` if there is no such topic.
pub fn name(localizer: &Localizer, id: &str) -> Option<Message> {
    let topics = matters(localizer.game.as_ref());
    topics.into_iter().find(|topic| topic.id == id).map(|topic| topic.name)
}

/// Returns the article of a topic. Returns `None` if there is no such topic.
fn article(localizer: &Localizer, id: &str) -> Option<Article> {
    let Some((_, more)) = OF_HALL.iter().find(|(known, _)| *known == id) else {
        return localizer.game.topic(id, &localizer.language);
    };
    // English is complete; other languages may lack some lines.
    let lines = (1..=MOST).map(|at| format!("{id}.line{at}"));
    let lines = lines.filter(|key| hall_catalog("en").has(key));
    Some(Article {
        title: localizer.word(id),
        kind: localizer.word("rules-of-table"),
        story: None,
        lines: lines.map(|key| localizer.word(&key)).collect(),
        more: more.iter().map(|id| (*id).to_owned()).collect(),
    })
}

/// Returns the id of the topic that the current question is about, preferring a question the
/// invoker may answer. Returns `None` if the invoker cannot see the campaign, or if there is no
/// question or no topic for it.
pub async fn now(context: &Arc<BotContext>, invoker: &Invoker, campaign: i64) -> Option<String> {
    let view = context.load_view(invoker, campaign).await.ok()?;
    let questions = &view.view.questions;
    let question = questions.iter().find(|q| q.yours).or(questions.first())?;
    view.localizer.game.topic_for_ask(&question.ask)
}

/// Returns a topic with buttons to related topics and to the index. Returns `None` if there is no
/// such topic.
pub fn topic(localizer: &Localizer, campaign: i64, id: &str) -> Option<OutgoingMessage> {
    let article = article(localizer, id)?;
    let mut buttons: Vec<Button> = article
        .more
        .iter()
        .filter_map(|id| topic_button(localizer, campaign, id, ButtonStyle::Plain))
        .take(limits::BUTTONS - 1)
        .collect();
    buttons.push(index_button(localizer, campaign));
    Some(OutgoingMessage { rows: vec![ActionRow::Buttons(buttons)], ..piece::sheet(article) })
}

/// Returns a game piece, for a user who looked it up as a topic. Returns `None` if there is no
/// such piece.
pub fn of_piece(localizer: &Localizer, campaign: i64, id: &str) -> Option<OutgoingMessage> {
    let article = localizer.game.card(id, &localizer.language)?;
    let rows = vec![ActionRow::Buttons(vec![index_button(localizer, campaign)])];
    Some(OutgoingMessage { rows, ..piece::sheet(article) })
}

/// Returns the button to the index.
fn index_button(localizer: &Localizer, campaign: i64) -> Button {
    Button {
        id: custom_id::id(campaign, ButtonAction::Rules { topic: String::new() }),
        label: localizer.word("rules-all"),
        ..Button::default()
    }
}

fn topic_button(
    localizer: &Localizer,
    campaign: i64,
    id: &str,
    style: ButtonStyle,
) -> Option<Button> {
    let label = localizer.say(&name(localizer, id)?);
    let id = custom_id::id(campaign, ButtonAction::Rules { topic: id.to_owned() });
    Some(Button { id, label, style, grey: false })
}

/// Returns the index of all topics. The topic `now`, of the current question, comes first.
pub fn index(localizer: &Localizer, campaign: i64, now: Option<&str>) -> OutgoingMessage {
    let embed = Embed {
        title: localizer.word("rules-title"),
        text: topic_list(localizer, now),
        foot: localizer.word("rules-foot"),
        colour: ICE,
    };
    let now = now.and_then(|id| topic_button(localizer, campaign, id, ButtonStyle::Bright));
    let mut rows: Vec<ActionRow> =
        now.map(|button| ActionRow::Buttons(vec![button])).into_iter().collect();
    rows.extend(menus(localizer, campaign, limits::ROWS - rows.len()));
    OutgoingMessage { embeds: vec![embed], rows, ..OutgoingMessage::default() }
}

/// Returns the names of all topics, those of the game and those of the table.
fn topic_list(localizer: &Localizer, now: Option<&str>) -> String {
    let mut lines = Vec::new();
    if let Some(name) = now.and_then(|id| name(localizer, id)) {
        lines.push(localizer.say(&Message::new("rules-now").message("topic", name)));
    }
    let all = matters(localizer.game.as_ref());
    let (table, game): (Vec<&TopicEntry>, Vec<&TopicEntry>) =
        all.iter().partition(|topic| OF_HALL.iter().any(|(id, _)| *id == topic.id));
    for (key, topics) in [("rules-game", game), ("rules-table", table)] {
        let names: Vec<String> = topics.iter().map(|topic| localizer.say(&topic.name)).collect();
        if !names.is_empty() {
            lines.push(localizer.say(&Message::new(key).label("topics", names.join(" · "))));
        }
    }
    lines.join("\n\n")
}

/// Returns menus of all topics, at most `most` of them. Topics beyond these are left out.
fn menus(localizer: &Localizer, campaign: i64, most: usize) -> Vec<ActionRow> {
    let all = matters(localizer.game.as_ref());
    let option = |topic: &TopicEntry| MenuOption {
        value: topic.id.clone(),
        label: localizer.say(&topic.name),
        ..MenuOption::default()
    };
    let parts = all.chunks(limits::OPTIONS).take(most).enumerate();
    let menu = |(part, topics): (usize, &[TopicEntry])| {
        let options: Vec<MenuOption> = topics.iter().map(option).collect();
        let edge =
            |at: Option<&MenuOption>| at.map(|option| option.label.clone()).unwrap_or_default();
        let hint = Message::new("rules-menu")
            .label("first", edge(options.first()))
            .label("last", edge(options.last()));
        let id = custom_id::id(campaign, ButtonAction::Topics { part });
        ActionRow::Menu(Menu { id, hint: localizer.say(&hint), options })
    };
    parts.map(menu).collect()
}

/// Returns the reply to an unknown topic: suggestions from `near`, or the index if there are none.
pub fn unknown(
    localizer: &Localizer,
    campaign: i64,
    typed: &str,
    near: Vec<String>,
) -> OutgoingMessage {
    let near =
        near.iter().filter_map(|id| topic_button(localizer, campaign, id, ButtonStyle::Bright));
    let buttons: Vec<Button> = near.take(MAX_SUGGESTIONS).collect();
    if buttons.is_empty() {
        let key = if is_translated(localizer) { "rules-unknown" } else { "rules-unknown-english" };
        let text = quoting(localizer, key, typed);
        return OutgoingMessage { text, ..index(localizer, campaign, None) };
    }
    let text = quoting(localizer, "rules-did-you-mean", typed);
    OutgoingMessage { text, rows: vec![ActionRow::Buttons(buttons)], ..OutgoingMessage::default() }
}

/// Returns a sentence that quotes the user's input, without Discord's markup characters and
/// shortened to the length of a label.
pub fn quoting(localizer: &Localizer, key: &str, typed: &str) -> String {
    let typed = limits::shortened(&typed.replace(['`', '*', '_', '<', '@'], ""), limits::LABEL);
    localizer.say(&Message::new(key).label("typed", typed))
}

/// Whether the hall has a catalog in the user's language. If not, topics have English names.
fn is_translated(localizer: &Localizer) -> bool {
    let language = localizer.language.split('-').next().unwrap_or_default();
    languages().contains(&language)
}

#[cfg(test)]
mod tests {
    use super::{MOST, OF_HALL};
    use crate::i18n::hall::hall_catalog;

    #[test]
    fn every_matter_of_the_table_has_words_and_leads_on_to_others() {
        let english = hall_catalog("en");
        for (id, more) in OF_HALL {
            for key in ["", ".also", ".line1", ".line2"] {
                assert!(key.is_empty() || english.has(&format!("{id}{key}")), "{id}{key}");
            }
            assert!(!english.has(&format!("{id}.line{}", MOST + 1)), "{id} has too many lines");
            assert!((1..=4).contains(&more.len()), "{id}");
            for next in *more {
                assert!(next != id && OF_HALL.iter().any(|(known, _)| known == next), "{next}");
            }
        }
    }
}
