//! A campaign that has lost its place: its channel is gone, or the bot was thrown out.
//!
//! May use: the hall. Deliberately absent: how that was noticed; `events` and `courier` do.

use crate::council::{CampaignStatus, Reply, Request, Requester, UserId};
use crate::hall::Hall;
use crate::store::CampaignId;

/// Its clocks stop, so that nobody loses anything meanwhile. A lobby is given up: nothing has
/// happened in it, nobody can come to it any more, not even to give it up, and for ever it
/// would be one of those somebody may open.
pub async fn strand(hall: &Hall, id: CampaignId, request: &str, me: UserId) -> Reply {
    let who = Requester { moderator: true, ..Requester::plain(me) };
    let stage = hall.view(id, None).await.map(|panel| panel.status);
    let deed = if stage == Ok(CampaignStatus::Lobby) { Request::Abandon } else { Request::Pause };
    hall.request(id, request, who, deed).await
}
