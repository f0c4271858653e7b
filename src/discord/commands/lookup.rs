//! `/card`, `/rules` and `/advise`: reference pages, and advice by the house.

use super::autocomplete::{self, Candidate};
use super::invocation::{CommandReply, Invocation};
use super::spec::{CommandId, CommandSpec, ParamKind, Value, command, param};
use crate::discord::advice;
use crate::discord::localizer::Localizer;
use crate::discord::message::OutgoingMessage;
use crate::discord::piece;
use crate::discord::rulebook::{self, TopicEntry};
use crate::game::{Game, ListItem};

/// Specs of the lookup commands.
pub fn listed(game: &dyn Game) -> Vec<CommandSpec> {
    let one_of = |all: Vec<ListItem>| ParamKind::OneOf(all.into_iter().map(Value::from).collect());
    let name = param("name", one_of(game.cards())).needed();
    let topic = param("topic", ParamKind::OneOf(topics(game)));
    vec![
        command("card", CommandId::Card, vec![name]),
        command("rules", CommandId::Rules, vec![topic]),
        command("advise", CommandId::Advise, Vec::new()),
    ]
}

fn topics(game: &dyn Game) -> Vec<Value> {
    let value = |entry: TopicEntry| Value { id: entry.id, name: entry.name, also: entry.also };
    rulebook::matters(game).into_iter().map(value).collect()
}

/// Shows the article about a card.
pub async fn card(invocation: &Invocation<'_>) -> CommandReply {
    let id = invocation.value("name")?.unwrap_or_default();
    let message = piece::page(&invocation.context.render_pool, &invocation.localizer, id).await;
    message.map(|message| vec![message]).ok_or_else(|| invocation.no("command-not-listed"))
}

/// Result of a search for a topic or a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// Topic that the text names.
    Matter(String),
    /// Best topic of a fuzzy search.
    Probably(String),
    /// Piece of the game whose title occurs in the text.
    Piece(String),
    /// Topics that may be meant, best first; empty if there is no near match.
    Perhaps(Vec<String>),
}

/// Finds the topic or piece of a text: a word, part of one, or a whole question.
pub fn about(localizer: &Localizer, typed: &str) -> About {
    let all = || candidates(localizer, topics(localizer.game.as_ref()));
    if let Some(best) = autocomplete::ranked(typed, all()).into_iter().next() {
        return About::Matter(best.id);
    }
    let near = autocomplete::nearest(typed, all(), &autocomplete::filler(localizer));
    let piece = autocomplete::mentioned(typed, pieces_by_title(localizer));
    // A single word can be the title of a card by chance.
    if let Some(piece) = piece.filter(|one| near.is_empty() || one.name.contains(' ')) {
        return About::Piece(piece.id);
    }
    let scores = [0, 1].map(|at| near.get(at).map_or(0, |(score, _)| *score));
    let mut ids = near.into_iter().map(|(_, one)| one.id);
    // In a whole question, a single misspelt word is not enough evidence.
    let sure = scores[0] > autocomplete::SLIP || !typed.trim().contains(char::is_whitespace);
    match ids.next() {
        Some(first) if sure && scores[0] > scores[1] => About::Probably(first),
        first => About::Perhaps(first.into_iter().chain(ids).collect()),
    }
}

/// Every piece by its printed title. The names in lists also say its kind.
fn pieces_by_title(localizer: &Localizer) -> Vec<Candidate> {
    let title = |item: ListItem| {
        let name = localizer.game.card(&item.id, &localizer.language)?.title;
        Some(Candidate { id: item.id, name, also: String::new() })
    };
    localizer.game.cards().into_iter().filter_map(title).collect()
}

fn candidates(localizer: &Localizer, values: Vec<Value>) -> Vec<Candidate> {
    values.iter().map(|value| autocomplete::known(localizer, value)).collect()
}

/// Shows a topic of the rules. Without an argument, lists the topics; the one about the current
/// question comes first.
pub async fn rules(invocation: &Invocation<'_>) -> CommandReply {
    let here = invocation
        .context
        .hall
        .campaign_in_channel(invocation.invoker.channel)
        .await
        .ok()
        .flatten();
    let campaign = here.map_or(0, |id| id.0);
    let localizer = &invocation.localizer;
    if let Some(typed) = invocation.text("topic") {
        let message = answer(localizer, campaign, typed);
        return message
            .map(|message| vec![message])
            .ok_or_else(|| invocation.no("command-not-listed"));
    }
    if let Some(id) = invocation.value("topic")? {
        let message = rulebook::topic(localizer, campaign, id);
        return message
            .map(|message| vec![message])
            .ok_or_else(|| invocation.no("command-not-listed"));
    }
    let now = rulebook::now(invocation.context, &invocation.invoker, campaign).await;
    Ok(vec![rulebook::index(localizer, campaign, now.as_deref())])
}

fn answer(localizer: &Localizer, campaign: i64, typed: &str) -> Option<OutgoingMessage> {
    match about(localizer, typed) {
        About::Matter(id) => rulebook::topic(localizer, campaign, &id),
        About::Probably(id) => {
            let text = rulebook::quoting(localizer, "rules-nearest", typed);
            Some(OutgoingMessage { text, ..rulebook::topic(localizer, campaign, &id)? })
        }
        About::Piece(id) => rulebook::of_piece(localizer, campaign, &id),
        About::Perhaps(near) => Some(rulebook::unknown(localizer, campaign, typed, near)),
    }
}

/// Shows what the house would choose.
pub async fn advise(invocation: &Invocation<'_>) -> CommandReply {
    let id = invocation.campaign().await?;
    match advice::page(invocation.context, &invocation.invoker, id, None).await {
        Ok(message) => Ok(vec![message]),
        Err(why) => Err(invocation.refusal(id, &why).await),
    }
}
