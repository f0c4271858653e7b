//! `/card`, `/rules` and `/advise`: looking things up, and asking the house.
//!
//! May use: `given`, `completing`, `advice`, `piece`, `rulebook`, the boundary. Deliberately absent: what cards
//! and rules there are; the game lists them.

use super::autocomplete::{self, Candidate};
use super::invocation::{CommandReply, Invocation};
use super::spec::{CommandId, CommandSpec, ParamKind, Value, command, param};
use crate::discord::advice;
use crate::discord::localizer::Localizer;
use crate::discord::message::OutgoingMessage;
use crate::discord::piece;
use crate::discord::rulebook::{self, TopicEntry};
use crate::game::{Game, ListItem};

/// The commands.
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
    let value = |matter: TopicEntry| Value { id: matter.id, name: matter.name, also: matter.also };
    rulebook::matters(game).into_iter().map(value).collect()
}

/// Looks a card up.
pub async fn card(given: &Invocation<'_>) -> CommandReply {
    let id = given.value("name")?.unwrap_or_default();
    let page = piece::page(&given.host.easel, &given.tongue, id).await;
    page.map(|page| vec![page]).ok_or_else(|| given.no("command-not-listed"))
}

/// What somebody asks about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// A matter of the rules, by one of its names.
    Matter(String),
    /// A matter of the rules, as far as one can tell.
    Probably(String),
    /// A piece of the game.
    Piece(String),
    /// Perhaps one of these matters; nothing comes near if there are none.
    Perhaps(Vec<String>),
}

/// What somebody asks about: a word, part of one, or a whole question.
pub fn about(tongue: &Localizer, typed: &str) -> About {
    let matters = || known(tongue, topics(tongue.game.as_ref()));
    if let Some(best) = autocomplete::ranked(typed, matters()).into_iter().next() {
        return About::Matter(best.id);
    }
    let near = autocomplete::nearest(typed, matters(), &autocomplete::filler(tongue));
    let piece = autocomplete::mentioned(typed, titled(tongue));
    // One word may be the name of a card by chance.
    if let Some(piece) = piece.filter(|one| near.is_empty() || one.name.contains(' ')) {
        return About::Piece(piece.id);
    }
    let scores = [0, 1].map(|at| near.get(at).map_or(0, |(score, _)| *score));
    let mut ids = near.into_iter().map(|(_, one)| one.id);
    // Of a whole question one slip that looks like a word of ours says nothing.
    let sure = scores[0] > autocomplete::SLIP || !typed.trim().contains(char::is_whitespace);
    match ids.next() {
        Some(first) if sure && scores[0] > scores[1] => About::Probably(first),
        first => About::Perhaps(first.into_iter().chain(ids).collect()),
    }
}

/// Every piece by what is printed on it; in lists its kind stands beside that.
fn titled(tongue: &Localizer) -> Vec<Candidate> {
    let title = |named: ListItem| {
        let name = tongue.game.card(&named.id, &tongue.language)?.title;
        Some(Candidate { id: named.id, name, also: String::new() })
    };
    tongue.game.cards().into_iter().filter_map(title).collect()
}

fn known(tongue: &Localizer, values: Vec<Value>) -> Vec<Candidate> {
    values.iter().map(|value| autocomplete::known(tongue, value)).collect()
}

/// Looks a matter of the rules up; without one, shows which there are, and the one that
/// what is asked now is about.
pub async fn rules(given: &Invocation<'_>) -> CommandReply {
    let here = given.host.hall.campaign_in_channel(given.visitor.channel).await.ok().flatten();
    let campaign = here.map_or(0, |id| id.0);
    let tongue = &given.tongue;
    if let Some(typed) = given.text("topic") {
        let page = answered(tongue, campaign, typed);
        return page.map(|page| vec![page]).ok_or_else(|| given.no("command-not-listed"));
    }
    if let Some(id) = given.value("topic")? {
        let page = rulebook::topic(tongue, campaign, id);
        return page.map(|page| vec![page]).ok_or_else(|| given.no("command-not-listed"));
    }
    let now = rulebook::now(given.host, &given.visitor, campaign).await;
    Ok(vec![rulebook::index(tongue, campaign, now.as_deref())])
}

fn answered(tongue: &Localizer, campaign: i64, typed: &str) -> Option<OutgoingMessage> {
    match about(tongue, typed) {
        About::Matter(id) => rulebook::topic(tongue, campaign, &id),
        About::Probably(id) => {
            let text = rulebook::quoting(tongue, "rules-nearest", typed);
            Some(OutgoingMessage { text, ..rulebook::topic(tongue, campaign, &id)? })
        }
        About::Piece(id) => rulebook::of_piece(tongue, campaign, &id),
        About::Perhaps(near) => Some(rulebook::unknown(tongue, campaign, typed, near)),
    }
}

/// What the house would choose.
pub async fn advise(given: &Invocation<'_>) -> CommandReply {
    let id = given.campaign().await?;
    match advice::page(given.host, &given.visitor, id, None).await {
        Ok(page) => Ok(vec![page]),
        Err(why) => Err(given.refusal(id, &why).await),
    }
}
