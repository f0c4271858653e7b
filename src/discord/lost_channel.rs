//! Handling of a campaign whose channel is lost: deleted, or no longer open to the bot.
//!
//! `events` and `publisher` detect the loss.

use crate::council::{CampaignStatus, Reply, Request, Requester, UserId};
use crate::hall::Hall;
use crate::store::CampaignId;

/// Pauses a campaign whose channel is lost, so that no deadline passes. A lobby is abandoned
/// instead: players cannot reach it, and it would count against its opener's limit for good.
pub async fn strand(hall: &Hall, id: CampaignId, request_id: &str, me: UserId) -> Reply {
    let who = Requester { moderator: true, ..Requester::plain(me) };
    let status = hall.view(id, None).await.map(|view| view.status);
    let is_lobby = status == Ok(CampaignStatus::Lobby);
    let request = if is_lobby { Request::Abandon } else { Request::Pause };
    hall.request(id, request_id, who, request).await
}
