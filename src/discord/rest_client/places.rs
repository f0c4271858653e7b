//! Reads of a server: its roles, its channels and the members of private threads.
//!
//! What follows from them for a user's rights is in `doors`.

use serde_json::Value;
use serenity::all::{ChannelId, GuildId, LightMethod, UserId};
use serenity::http::{Request, Route};

use super::{RestClient, SendError, channel_id};
use crate::discord::holds::Place;

impl RestClient {
    /// Returns a server with its owner and its roles.
    pub async fn server(&self, server: u64) -> Result<Value, SendError> {
        let guild_id = server_id(server)?;
        self.get(Place::Server(server), Route::Guild { guild_id }).await
    }

    /// Returns the channels of a server, without its threads.
    pub async fn channels(&self, server: u64) -> Result<Value, SendError> {
        let guild_id = server_id(server)?;
        self.get(Place::Server(server), Route::GuildChannels { guild_id }).await
    }

    /// Returns a channel or thread.
    pub async fn channel(&self, channel: u64) -> Result<Value, SendError> {
        let channel_id = channel_id(channel)?;
        self.get(Place::Channel(channel), Route::Channel { channel_id }).await
    }

    /// Whether a user was added to a thread. `false` if the request fails.
    pub async fn is_in_thread(&self, thread: u64, user: u64) -> bool {
        if thread == 0 || user == 0 {
            return false;
        }
        let (channel_id, user_id) = (ChannelId::new(thread), UserId::new(user));
        let route = Route::ChannelThreadMember { channel_id, user_id };
        self.get(Place::Channel(thread), route).await.is_ok()
    }

    async fn get(&self, place: Place, route: Route<'_>) -> Result<Value, SendError> {
        let request = Request::new(route, LightMethod::Get);
        self.requests.fetch(place, request).await.map_err(|why| self.send_error(&why))
    }
}

fn server_id(server: u64) -> Result<GuildId, SendError> {
    if server == 0 { Err(SendError::ChannelGone) } else { Ok(GuildId::new(server)) }
}
