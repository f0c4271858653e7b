//! `export`, `import`, `verify`: a campaign as a file, and whether it is true.
//!
//! May use: `given`, the hall's archive and store. Deliberately absent: SQL, and
//! how a campaign is replayed. What takes long is done beside the event loop.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::Attachment;
use tracing::{error, warn};

use super::invocation::{CommandReply, Invocation};
use super::spec::{CommandId, CommandSpec, ParamKind, command, param};
use crate::bounds::{UPLOAD, plain};
use crate::council::{CampaignStatus, Refusal, Request};
use crate::discord::body::{self, NoBody};
use crate::discord::message::{AttachedFile, OutgoingMessage};
use crate::discord::open_campaign;
use crate::game::Message;
use crate::hall::ImportError;
use crate::hall::archive::{self, Verified};
use crate::store::{CampaignId, Exported};

/// How long it may take to fetch it.
const PATIENCE: Duration = Duration::from_secs(30);

/// The commands.
pub fn listed() -> Vec<CommandSpec> {
    vec![
        command("export", CommandId::Export, Vec::new()),
        command("import", CommandId::Import, vec![param("file", ParamKind::File).needed()]),
        command("verify", CommandId::Verify, Vec::new()),
    ]
}

/// Sends the campaign as a file: to its advisors once it is over, to moderators always.
pub async fn export(given: &Invocation<'_>) -> CommandReply {
    let id = given.latest().await?;
    let seen = given.sight(id).await?;
    let person = &given.visitor.person;
    let over = seen.panel.status == CampaignStatus::Over;
    let advisor = seen.panel.seats.iter().any(|chair| chair.holder.user() == Some(person.user));
    match (person.moderator, advisor, over) {
        (true, _, _) | (_, true, true) => {}
        (_, true, false) => return Err(given.no("export-not-yet")),
        _ => return Err(given.refused(&Refusal::NotAllowed)),
    }
    let taken = taken_out(given, id).await?;
    let text = blocking(given, move || taken.to_text().map_err(|why| why.to_string())).await?;
    let bytes = text.map_err(|why| internal(given, &why))?.into_bytes();
    if bytes.len() > given.room {
        return Err(given.no("export-too-large"));
    }
    let key = if over { "export-done" } else { "export-secret" };
    let text = given.tongue.say(&Message::new(key).number("campaign", id));
    let name = format!("campaign-{id}.json");
    let file = Some(AttachedFile { name, bytes, alt: String::new() });
    Ok(vec![OutgoingMessage { text, file, ..OutgoingMessage::default() }])
}

/// Takes a campaign in from a file, into this channel.
pub async fn import(given: &Invocation<'_>) -> CommandReply {
    if !given.visitor.person.moderator {
        return Err(given.refused(&Refusal::NotAllowed));
    }
    let (server, channel) = (given.visitor.server, given.visitor.channel);
    open_campaign::may_post(&given.tongue, &given.visitor)?;
    match given.host.hall.campaign_in_channel(channel).await {
        Ok(Some(CampaignId(id))) => return Err(given.refused(&Refusal::ChannelTaken(id))),
        Ok(None) => {}
        Err(why) => return Err(given.refused(&why)),
    }
    let file = given.file("file").ok_or_else(|| given.no("import-no-file"))?;
    has_room(given, server).await?;
    let hall = &given.host.hall;
    let turn = hall.import_permit().await.ok_or_else(|| given.no("import-busy"))?;
    let text = fetched(given, file).await?;
    let examined = hall.check_import(turn, text, (server, channel)).await;
    let examined = examined.map_err(|why| not_taken(given, why))?;
    let one_by_one = given.host.gate.openings.lock().await;
    has_room(given, server).await?;
    let taken = hall.import(examined).await;
    drop(one_by_one);
    let CampaignId(id) = taken.map_err(|why| not_taken(given, why))?;
    let seen = given.sight(id).await?;
    if seen.panel.status != CampaignStatus::Over {
        // It is taken in, whether it can be shown at once or not.
        let _ = given.ask(id, "show", Request::Show).await;
    }
    Ok(given.say(&Message::new("import-done").number("campaign", id)))
}

/// Is there room for one more campaign in the server?
async fn has_room(given: &Invocation<'_>, server: u64) -> CommandReply<()> {
    let all =
        given.host.hall.campaigns_of_server(server).await.map_err(|why| given.refused(&why))?;
    open_campaign::fits(given.host, &given.tongue, &all)
}

fn not_taken(given: &Invocation<'_>, why: ImportError) -> Box<OutgoingMessage> {
    warn!("a campaign was not taken in: {}", plain(why.to_string().chars()));
    match why {
        ImportError::UnknownContent => given.no("import-other-cards"),
        ImportError::Refused(why) => {
            let line = Message::new("import-refused").label("why", why);
            Box::new(OutgoingMessage::line(given.tongue.say(&line)))
        }
    }
}

async fn fetched(given: &Invocation<'_>, file: &Attachment) -> CommandReply<String> {
    if file.size as usize > UPLOAD.bytes {
        return Err(given.no("import-too-large"));
    }
    let fetched = tokio::time::timeout(PATIENCE, body::file(&file.url, UPLOAD.bytes)).await;
    let bytes = fetched.unwrap_or(Err(NoBody::Broken)).map_err(|why| match why {
        NoBody::TooLong => given.no("import-too-large"),
        NoBody::Broken | NoBody::Unreadable => given.no("import-not-fetched"),
    })?;
    String::from_utf8(bytes).map_err(|_| given.no("import-no-file"))
}

/// Plays this channel's campaign again from its seed, and compares.
pub async fn verify(given: &Invocation<'_>) -> CommandReply {
    let id = given.latest().await?;
    let seen = given.sight(id).await?;
    if seen.panel.status == CampaignStatus::Lobby {
        return Err(given.refused(&Refusal::NotBegun));
    }
    let taken = taken_out(given, id).await?;
    if !archive::has_begun(&taken) {
        // A lobby that was given up.
        return Err(given.refused(&Refusal::NotBegun));
    }
    let game = given.host.games.iter().find(|game| game.id() == taken.charter.game);
    let game = Arc::clone(game.ok_or_else(|| given.refused(&Refusal::NoSuchCampaign))?);
    let salt = taken.charter.salt.clone();
    match blocking(given, move || archive::verify(&taken, game.as_ref())).await? {
        Ok(verified) => Ok(given.say(&proof(id, &verified, salt))),
        Err(why) => {
            error!("campaign {id} does not verify: {why}");
            let line = Message::new("verify-failed").number("campaign", id).label("why", why);
            Ok(given.say(&line))
        }
    }
}

/// The seed of a campaign that is being played stays a secret.
fn proof(id: i64, verified: &Verified, salt: String) -> Message {
    let key = if verified.over { "verify-over" } else { "verify-running" };
    let line = Message::new(key)
        .number("campaign", id)
        .number("answers", verified.answers as i64)
        .label("commitment", verified.commitment.clone());
    if verified.over {
        line.label("seed", verified.seed.to_string()).label("salt", salt)
    } else {
        line
    }
}

async fn taken_out(given: &Invocation<'_>, id: i64) -> CommandReply<Exported> {
    match given.host.hall.store().export(CampaignId(id)).await {
        Ok(Some(taken)) => Ok(taken),
        Ok(None) => Err(given.refused(&Refusal::NoSuchCampaign)),
        Err(why) => {
            error!("campaign {id} cannot be read: {why}");
            Err(given.refused(&Refusal::Internal))
        }
    }
}

/// Does something long beside the event loop.
async fn blocking<T: Send + 'static>(
    given: &Invocation<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> CommandReply<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|why| internal(given, &why.to_string()))
}

fn internal(given: &Invocation<'_>, why: &str) -> Box<OutgoingMessage> {
    error!("a campaign could not be moved: {why}");
    given.refused(&Refusal::Internal)
}
