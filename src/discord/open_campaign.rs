//! Opening a campaign: from a command, or from the end of another.
//!
//! May use: `host`, the hall. Deliberately absent: the lobby's looks.

use std::collections::BTreeMap;
use std::sync::Arc;

use serenity::all::Permissions;

use super::context::{BotContext, Invoker};
use super::localizer::Localizer;
use super::message::OutgoingMessage;
use super::rate_limit::has_room;
use crate::council::settings::{Lessons, PublicVote};
use crate::council::{CampaignStatus, Refusal, Reply, Request, Settings};
use crate::game::{Message, PublicVoteEffect};
use crate::hall::NewLobby;
use crate::i18n::hall as words;
use crate::store::{CampaignId, Summary};

/// What somebody wants to play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CampaignOptions {
    /// The scenario; the usual one, if it is left out.
    pub scenario: Option<String>,
    /// What else the game wants to know.
    pub options: BTreeMap<String, String>,
    /// What is set.
    pub settings: Settings,
    /// With lessons or without; if it is left out, the first campaign of a server has them.
    pub lessons: Option<Lessons>,
    /// The seed.
    pub seed: Option<u64>,
}

/// Opens a lobby in the visitor's channel, and seats them; or says why not.
pub async fn open(
    host: &Arc<BotContext>,
    visitor: &Invoker,
    wish: CampaignOptions,
) -> OutgoingMessage {
    match try_open(host, visitor, wish).await {
        Ok(page) | Err(page) => page,
    }
}

async fn try_open(
    host: &Arc<BotContext>,
    visitor: &Invoker,
    wish: CampaignOptions,
) -> Result<OutgoingMessage, OutgoingMessage> {
    let tongue = host.tongue(visitor).ok_or_else(OutgoingMessage::default)?;
    let refused =
        |why: &Refusal| OutgoingMessage::line(tongue.named(|names| words::refusal(why, names)));
    if !(visitor.person.moderator || host.rights.opens(visitor.server, &visitor.person.roles)) {
        return Err(refused(&Refusal::NotAllowed));
    }
    may_post(&tongue, visitor).map_err(|no| *no)?;
    let mut wish = wish;
    wish.settings.lessons = match wish.lessons {
        Some(lessons) => lessons,
        None => usual_lessons(host, visitor).await.map_err(|why| refused(&why))?,
    };
    // A request to Discord is large, and seldom needed.
    Box::pin(fit(host, visitor, &mut wish.settings.public_vote)).await;
    let people = &mut wish.settings.public_vote;
    people.street = people.street.take().or_else(|| usual_street(host));
    let invitation = invitation(host, visitor, wish).ok_or_else(|| refused(&Refusal::Internal))?;
    let roles = host.game().map(|game| game.roles()).unwrap_or_default();
    let one_by_one = host.gate.openings.lock().await;
    may_open(host, visitor, &tongue).await?;
    let opener = Some(visitor.person.user);
    let gathered = host.hall.open_lobby_by(opener, &visitor.request("new"), invitation).await;
    drop(one_by_one);
    let CampaignId(id) = gathered.map_err(|why| refused(&why))?;
    host.tickets.heard(id, visitor.person.user, visitor.call.clone());
    let seat = roles.into_iter().next().map(|role| Request::Sit { role, also: false });
    let seated = match seat {
        Some(sit) => !matches!(host.ask(visitor, id, "sit", sit).await, Reply::Refused(_)),
        None => false,
    };
    let key = if seated { "lobby-opened" } else { "lobby-opened-seatless" };
    Ok(OutgoingMessage::line(tongue.word(key)))
}

/// The people's vote fits the server, unless somebody has said when they may vote, and how.
async fn fit(host: &BotContext, visitor: &Invoker, people: &mut PublicVote) {
    if *people != PublicVote::default() && people.members.is_none() {
        return;
    }
    let server = visitor.server;
    if host.crowds.of(server).is_none()
        && let Some(members) = host.wire.members(server).await
    {
        host.crowds.note(server, members);
    }
    people.fit_to_members(host.crowds.of(server));
}

/// What the street is asked, unless somebody says otherwise.
fn usual_street(host: &BotContext) -> Option<String> {
    let matters = host.game()?.public_questions();
    let heard = matters.into_iter().find(|matter| matter.effect == PublicVoteEffect::Advisory);
    heard.map(|matter| matter.id)
}

/// Where nobody has played yet, somebody has to learn it. A lobby that was given up taught
/// nobody: it has logged no more than its end.
async fn usual_lessons(host: &BotContext, visitor: &Invoker) -> Result<Lessons, Refusal> {
    let before = host.hall.campaigns_of_server(visitor.server).await?;
    let played = before.iter().any(|one| one.stage == CampaignStatus::Running || one.seq > 1);
    Ok(if played { Lessons::Off } else { Lessons::On })
}

/// Is there room for one more lobby of this person, and in this server?
async fn may_open(
    host: &BotContext,
    visitor: &Invoker,
    tongue: &Localizer,
) -> Result<(), OutgoingMessage> {
    let refused =
        |why: Refusal| OutgoingMessage::line(tongue.named(|names| words::refusal(&why, names)));
    let limits = &host.gate.limits;
    let own = host.hall.open_lobbies_of(visitor.person.user).await.map_err(refused)?;
    if !has_room(own, limits.lobbies_per_user) {
        return Err(full(host, tongue, "lobbies-too-many", limits.lobbies_per_user));
    }
    let all = host.hall.campaigns_of_server(visitor.server).await.map_err(refused)?;
    let lobbies = all.iter().filter(|one| one.stage == CampaignStatus::Lobby).count();
    if !has_room(lobbies, limits.lobbies_per_server) {
        return Err(full(host, tongue, "lobbies-full", limits.lobbies_per_server));
    }
    fits(host, tongue, &all).map_err(|no| *no)
}

/// Is there room for one more campaign in a server?
pub fn fits(
    host: &BotContext,
    tongue: &Localizer,
    all: &[Summary],
) -> Result<(), Box<OutgoingMessage>> {
    let most = host.gate.limits.campaigns_per_server;
    let live = all.iter().filter(|one| one.stage != CampaignStatus::Over).count();
    if has_room(live, most) {
        return Ok(());
    }
    Err(Box::new(full(host, tongue, "campaigns-full", most)))
}

fn full(host: &BotContext, tongue: &Localizer, key: &str, most: u32) -> OutgoingMessage {
    host.metrics.turned_away();
    OutgoingMessage::line(tongue.say(&Message::new(key).number("most", i64::from(most))))
}

fn invitation(host: &BotContext, visitor: &Invoker, wish: CampaignOptions) -> Option<NewLobby> {
    let game = host.game()?;
    let usual = || game.scenarios().into_iter().next().map(|named| named.id);
    let mut options = wish.options;
    for option in game.options() {
        if let Some(first) = option.values.first() {
            options.entry(option.key).or_insert_with(|| first.id.clone());
        }
    }
    let mut settings = wish.settings;
    settings.language = settings.language.or_else(|| visitor.server_language.clone());
    Some(NewLobby {
        server: visitor.server,
        channel: visitor.channel,
        game: game.id().to_owned(),
        scenario: wish.scenario.or_else(usual)?,
        options,
        settings,
        seed: wish.seed,
    })
}

/// May we post in that channel at all? If not, which rights are missing?
pub fn may_post(tongue: &Localizer, visitor: &Invoker) -> Result<(), Box<OutgoingMessage>> {
    let Some(ours) = visitor.ours else { return Ok(()) };
    let (sends, sending) = if visitor.in_thread {
        (ours.contains(Permissions::SEND_MESSAGES_IN_THREADS), "table-right-thread")
    } else {
        (ours.send_messages(), "table-right-send")
    };
    let needed = [
        (ours.view_channel(), "table-right-view"),
        (sends, sending),
        (ours.embed_links(), "table-right-embed"),
        (ours.attach_files(), "table-right-files"),
    ];
    let missing: Vec<String> =
        needed.iter().filter(|(has, _)| !has).map(|(_, key)| tongue.word(key)).collect();
    if missing.is_empty() || ours.administrator() {
        return Ok(());
    }
    let line = Message::new("table-cannot-post").label("rights", missing.join(", "));
    Err(Box::new(OutgoingMessage::line(tongue.say(&line))))
}

/// Opens a new campaign like one that is over.
pub async fn again(host: &Arc<BotContext>, visitor: &Invoker, campaign: i64) -> OutgoingMessage {
    let like = |campaign: &crate::council::Campaign| {
        let charter = campaign.charter();
        let settings = campaign.council().settings.clone();
        (charter.server, charter.scenario.clone(), charter.options.clone(), settings)
    };
    let wish = match host.hall.read(CampaignId(campaign), like).await {
        Ok((server, scenario, options, settings)) if server == visitor.server => {
            let lessons = Some(Lessons::Off);
            CampaignOptions { scenario: Some(scenario), options, settings, lessons, seed: None }
        }
        _ => CampaignOptions::default(),
    };
    open(host, visitor, wish).await
}
