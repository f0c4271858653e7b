//! `export`, `import`, `verify`: campaigns as files, and their verification by replay.
//!
//! Long work runs on background threads. Replay lives in `archive`.

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

/// Timeout of the download.
const FETCH_TIMEOUT: Duration = Duration::from_secs(30);

/// Specs of these commands.
pub fn listed() -> Vec<CommandSpec> {
    vec![
        command("export", CommandId::Export, Vec::new()),
        command("import", CommandId::Import, vec![param("file", ParamKind::File).needed()]),
        command("verify", CommandId::Verify, Vec::new()),
    ]
}

/// Sends the campaign as a file: to seat holders once it is over, to moderators at any time.
pub async fn export(invocation: &Invocation<'_>) -> CommandReply {
    let id = invocation.latest().await?;
    let view = invocation.sight(id).await?;
    let requester = &invocation.invoker.requester;
    let over = view.view.status == CampaignStatus::Over;
    let seated = view.view.seats.iter().any(|state| state.holder.user() == Some(requester.user));
    match (requester.moderator, seated, over) {
        (true, _, _) | (_, true, true) => {}
        (_, true, false) => return Err(invocation.no("export-not-yet")),
        _ => return Err(invocation.refused(&Refusal::NotAllowed)),
    }
    let exported = load_export(invocation, id).await?;
    let text =
        blocking(invocation, move || exported.to_text().map_err(|why| why.to_string())).await?;
    let bytes = text.map_err(|why| internal(invocation, &why))?.into_bytes();
    if bytes.len() > invocation.room {
        return Err(invocation.no("export-too-large"));
    }
    let key = if over { "export-done" } else { "export-secret" };
    let text = invocation.localizer.say(&Message::new(key).number("campaign", id));
    let name = format!("campaign-{id}.json");
    let file = Some(AttachedFile { name, bytes, alt: String::new() });
    Ok(vec![OutgoingMessage { text, file, ..OutgoingMessage::default() }])
}

/// Imports a campaign from a file into this channel.
pub async fn import(invocation: &Invocation<'_>) -> CommandReply {
    if !invocation.invoker.requester.moderator {
        return Err(invocation.refused(&Refusal::NotAllowed));
    }
    let (server, channel) = (invocation.invoker.server, invocation.invoker.channel);
    open_campaign::may_post(&invocation.localizer, &invocation.invoker)?;
    match invocation.context.hall.campaign_in_channel(channel).await {
        Ok(Some(CampaignId(id))) => return Err(invocation.refused(&Refusal::ChannelTaken(id))),
        Ok(None) => {}
        Err(why) => return Err(invocation.refused(&why)),
    }
    let file = invocation.file("file").ok_or_else(|| invocation.no("import-no-file"))?;
    check_capacity(invocation, server).await?;
    let hall = &invocation.context.hall;
    let permit = hall.import_permit().await.ok_or_else(|| invocation.no("import-busy"))?;
    let text = fetch(invocation, file).await?;
    let checked = hall.check_import(permit, text, (server, channel)).await;
    let checked = checked.map_err(|why| import_error(invocation, why))?;
    let openings = invocation.context.rate_limiter.openings.lock().await;
    check_capacity(invocation, server).await?;
    let imported = hall.import(checked).await;
    drop(openings);
    let CampaignId(id) = imported.map_err(|why| import_error(invocation, why))?;
    let view = invocation.sight(id).await?;
    if view.view.status != CampaignStatus::Over {
        // The import is done, even if the campaign cannot be shown yet.
        let _ = invocation.ask(id, "show", Request::Show).await;
    }
    Ok(invocation.say(&Message::new("import-done").number("campaign", id)))
}

/// Refuses if the server has no room for another campaign.
async fn check_capacity(invocation: &Invocation<'_>, server: u64) -> CommandReply<()> {
    let all = invocation.context.hall.campaigns_of_server(server).await;
    let all = all.map_err(|why| invocation.refused(&why))?;
    open_campaign::fits(invocation.context, &invocation.localizer, &all)
}

fn import_error(invocation: &Invocation<'_>, why: ImportError) -> Box<OutgoingMessage> {
    warn!("a campaign was not taken in: {}", plain(why.to_string().chars()));
    match why {
        ImportError::UnknownContent => invocation.no("import-other-cards"),
        ImportError::Refused(why) => {
            let line = Message::new("import-refused").label("why", why);
            Box::new(OutgoingMessage::line(invocation.localizer.say(&line)))
        }
    }
}

async fn fetch(invocation: &Invocation<'_>, file: &Attachment) -> CommandReply<String> {
    if file.size as usize > UPLOAD.bytes {
        return Err(invocation.no("import-too-large"));
    }
    let fetched = tokio::time::timeout(FETCH_TIMEOUT, body::file(&file.url, UPLOAD.bytes)).await;
    let bytes = fetched.unwrap_or(Err(NoBody::Broken)).map_err(|why| match why {
        NoBody::TooLong => invocation.no("import-too-large"),
        NoBody::Broken | NoBody::Unreadable => invocation.no("import-not-fetched"),
    })?;
    String::from_utf8(bytes).map_err(|_| invocation.no("import-no-file"))
}

/// Verifies this channel's campaign by replay from its seed.
pub async fn verify(invocation: &Invocation<'_>) -> CommandReply {
    let id = invocation.latest().await?;
    let view = invocation.sight(id).await?;
    if view.view.status == CampaignStatus::Lobby {
        return Err(invocation.refused(&Refusal::NotBegun));
    }
    let exported = load_export(invocation, id).await?;
    if !archive::has_begun(&exported) {
        // An abandoned lobby.
        return Err(invocation.refused(&Refusal::NotBegun));
    }
    let game = invocation.context.games.iter().find(|game| game.id() == exported.charter.game);
    let game = Arc::clone(game.ok_or_else(|| invocation.refused(&Refusal::NoSuchCampaign))?);
    let salt = exported.charter.salt.clone();
    match blocking(invocation, move || archive::verify(&exported, game.as_ref())).await? {
        Ok(verified) => Ok(invocation.say(&proof(id, &verified, salt))),
        Err(why) => {
            error!("campaign {id} does not verify: {why}");
            let line = Message::new("verify-failed").number("campaign", id).label("why", why);
            Ok(invocation.say(&line))
        }
    }
}

/// Result of a verification. The seed of a running campaign stays secret.
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

async fn load_export(invocation: &Invocation<'_>, id: i64) -> CommandReply<Exported> {
    match invocation.context.hall.store().export(CampaignId(id)).await {
        Ok(Some(exported)) => Ok(exported),
        Ok(None) => Err(invocation.refused(&Refusal::NoSuchCampaign)),
        Err(why) => {
            error!("campaign {id} cannot be read: {why}");
            Err(invocation.refused(&Refusal::Internal))
        }
    }
}

/// Runs blocking work outside of the async runtime.
async fn blocking<T: Send + 'static>(
    invocation: &Invocation<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> CommandReply<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|why| internal(invocation, &why.to_string()))
}

fn internal(invocation: &Invocation<'_>, why: &str) -> Box<OutgoingMessage> {
    error!("a campaign could not be moved: {why}");
    invocation.refused(&Refusal::Internal)
}
