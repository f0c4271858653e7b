//! Discord's JSON representation of the state.
//!
//! Who may see an object is checked by the caller.

use serde_json::{Map, Value, json};

use super::ids::{Id, born, stamp};
use super::permissions as may;
use super::world::{Channel, DIRECT, Guild, Member, Message, Role, User, World};

pub(super) fn user(user: &User) -> Value {
    json!({
        "id": user.id.to_string(),
        "username": user.name.to_lowercase(),
        "global_name": user.name,
        "discriminator": if user.bot { "4242" } else { "0" },
        "avatar": null,
        "bot": user.bot,
        "public_flags": 0,
        "avatar_decoration_data": null,
    })
}

/// A guild member with the user object.
pub(super) fn member(world: &World, member: &Member, of: Id) -> Value {
    let mut value = member_alone(member);
    value["user"] = world.users.get(&of).map_or(Value::Null, user);
    value
}

/// A guild member without the user object.
pub(super) fn member_alone(member: &Member) -> Value {
    let roles: Vec<String> = member.roles.iter().map(Id::to_string).collect();
    json!({
        "roles": roles,
        "nick": member.nick,
        "avatar": null,
        "banner": null,
        "joined_at": stamp(member.joined),
        "premium_since": null,
        "deaf": false,
        "mute": false,
        "pending": false,
        "flags": 0,
        "communication_disabled_until": null,
    })
}

pub(super) fn role(guild: &Guild, role: &Role) -> Value {
    let position = guild.roles.keys().position(|id| *id == role.id).unwrap_or(0);
    let mut value = json!({
        "id": role.id.to_string(),
        "name": role.name,
        "color": 0,
        "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
        "hoist": false,
        "icon": null,
        "unicode_emoji": null,
        "position": position,
        "permissions": role.permissions.to_string(),
        "managed": role.of_bot.is_some(),
        "mentionable": role.mentionable,
        "flags": 0,
    });
    if let Some(bot) = role.of_bot {
        value["tags"] = json!({ "bot_id": bot.to_string() });
    }
    value
}

/// A channel, thread or direct message channel.
pub(super) fn channel(world: &World, channel: &Channel) -> Value {
    let mut value = json!({
        "id": channel.id.to_string(),
        "type": channel.kind,
        "last_message_id": channel.messages.last().map(Id::to_string),
        "last_pin_timestamp": channel.last_pin.map(stamp),
        "flags": 0,
    });
    if channel.kind == DIRECT {
        let other = channel.recipient.and_then(|id| world.users.get(&id)).map(user);
        value["recipients"] = json!([other]);
        return value;
    }
    value["guild_id"] = json!(channel.guild.map(|id| id.to_string()));
    value["name"] = json!(channel.name);
    value["parent_id"] = json!(channel.parent.map(|id| id.to_string()));
    value["rate_limit_per_user"] = json!(0);
    if channel.is_thread() {
        thread_part(channel, &mut value);
    } else {
        text_part(channel, &mut value);
    }
    value
}

fn text_part(channel: &Channel, value: &mut Value) {
    let overwrites = channel.overwrites.iter().map(|overwrite| {
        json!({
            "id": overwrite.id.to_string(),
            "type": u8::from(overwrite.member),
            "allow": overwrite.allow.to_string(),
            "deny": overwrite.deny.to_string(),
        })
    });
    value["permission_overwrites"] = json!(overwrites.collect::<Vec<Value>>());
    value["position"] = json!(0);
    value["topic"] = Value::Null;
    value["nsfw"] = json!(false);
}

fn thread_part(channel: &Channel, value: &mut Value) {
    value["owner_id"] = json!(channel.owner.map(|id| id.to_string()));
    value["message_count"] = json!(channel.messages.len());
    value["total_message_sent"] = json!(channel.messages.len());
    value["member_count"] = json!(channel.thread_members.len().min(50));
    value["thread_metadata"] = json!({
        "archived": channel.archived,
        "locked": channel.locked,
        "auto_archive_duration": channel.auto_archive,
        "archive_timestamp": stamp(channel.archived_at),
        "create_timestamp": stamp(born(channel.id)),
    });
}

pub(super) fn thread_member(thread: Id, user: Id) -> Value {
    json!({
        "id": thread.to_string(),
        "user_id": user.to_string(),
        "join_timestamp": stamp(born(thread)),
        "flags": 0,
    })
}

/// A guild as REST returns it.
pub(super) fn guild(guild: &Guild) -> Value {
    let roles: Vec<Value> = guild.roles.values().map(|one| role(guild, one)).collect();
    json!({
        "id": guild.id.to_string(),
        "name": guild.name,
        "icon": null,
        "splash": null,
        "discovery_splash": null,
        "description": null,
        "banner": null,
        "owner_id": guild.owner.to_string(),
        "afk_channel_id": null,
        "afk_timeout": 300,
        "application_id": null,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "roles": roles,
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "system_channel_id": null,
        "system_channel_flags": 0,
        "rules_channel_id": null,
        "public_updates_channel_id": null,
        "safety_alerts_channel_id": null,
        "vanity_url_code": null,
        "max_members": 500_000,
        "max_presences": null,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": false,
        "preferred_locale": guild.locale,
        "nsfw_level": 0,
        "nsfw": false,
    })
}

/// The guild of `GUILD_CREATE`. Of the members it lists only the bot, which asks for no others.
pub(super) fn guild_created(world: &World, of: &Guild) -> Value {
    let mut value = guild(of);
    let here = |channel: &&Channel| channel.guild == Some(of.id);
    let list = |threads: bool| -> Vec<Value> {
        let all = world.channels.values().filter(here);
        let open = all.filter(|one| one.is_thread() == threads && !one.archived);
        let visible = open.filter(|one| {
            !threads || may::in_channel(world, world.bot, one) & may::VIEW_CHANNEL != 0
        });
        visible.map(|one| channel(world, one)).collect()
    };
    let me = of.members.get(&world.bot);
    value["joined_at"] = json!(stamp(me.map_or(0, |me| me.joined)));
    value["large"] = json!(false);
    value["unavailable"] = json!(false);
    value["member_count"] = json!(of.members.len());
    value["members"] = json!(me.map(|me| vec![member(world, me, world.bot)]).unwrap_or_default());
    value["channels"] = json!(list(false));
    value["threads"] = json!(list(true));
    for empty in ["voice_states", "presences", "stage_instances", "guild_scheduled_events"] {
        value[empty] = json!([]);
    }
    value
}

/// The message of a gateway event, with guild and member.
pub(super) fn message_event(world: &World, message: &Message) -> Map<String, Value> {
    let mut body = message.body.clone();
    if let Some(guild) = world.guild_of(message.channel) {
        body.insert("guild_id".to_owned(), json!(guild.id.to_string()));
        if let Some(member) = guild.members.get(&message.author) {
            body.insert("member".to_owned(), member_alone(member));
        }
    }
    body
}

/// Clears the fields of a message that need the `MESSAGE_CONTENT` intent.
pub(super) fn veiled(mut body: Map<String, Value>) -> Map<String, Value> {
    body.insert("content".to_owned(), json!(""));
    for list in ["embeds", "attachments", "components"] {
        body.insert(list.to_owned(), json!([]));
    }
    body
}
