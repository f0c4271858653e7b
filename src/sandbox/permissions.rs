//! Permission bits, and the permissions of a user: guild roles, then channel overwrites.

use super::ids::Id;
use super::world::{Channel, Guild, World};

/// Grants every permission and ignores overwrites.
pub const ADMINISTRATOR: u64 = 1 << 3;
/// Change and delete channels.
pub const MANAGE_CHANNELS: u64 = 1 << 4;
/// Change the guild.
pub const MANAGE_GUILD: u64 = 1 << 5;
/// React to messages.
pub const ADD_REACTIONS: u64 = 1 << 6;
/// See a channel.
pub const VIEW_CHANNEL: u64 = 1 << 10;
/// Send messages in a channel.
pub const SEND_MESSAGES: u64 = 1 << 11;
/// Delete the messages of other users.
pub const MANAGE_MESSAGES: u64 = 1 << 13;
/// Send embeds.
pub const EMBED_LINKS: u64 = 1 << 14;
/// Send files.
pub const ATTACH_FILES: u64 = 1 << 15;
/// Read earlier messages.
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
/// Mention `@everyone`, and every role.
pub const MENTION_EVERYONE: u64 = 1 << 17;
/// Use emoji from other guilds.
pub const USE_EXTERNAL_EMOJIS: u64 = 1 << 18;
/// Assign and change roles.
pub const MANAGE_ROLES: u64 = 1 << 28;
/// Use the commands of bots.
pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
/// Archive, lock and see all threads.
pub const MANAGE_THREADS: u64 = 1 << 34;
/// Create public threads.
pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
/// Create private threads.
pub const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
/// Send messages in threads.
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
/// Pin messages.
pub const PIN_MESSAGES: u64 = 1 << 51;

/// Permissions of `@everyone` in a new guild.
pub const OF_EVERYONE: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | ADD_REACTIONS
    | USE_EXTERNAL_EMOJIS
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS;

/// Default permissions of a bot's own role.
pub const OF_A_BOT: u64 = OF_EVERYONE;

/// Every permission bit.
const ALL: u64 = (1 << 53) - 1;
/// Permissions that have no effect without the one to send messages.
const OF_SENDING: u64 = MENTION_EVERYONE | ATTACH_FILES | EMBED_LINKS | (1 << 12);

/// Permissions of a user in a guild; 0 if the user is not a member.
pub(super) fn in_guild(guild: &Guild, user: Id) -> u64 {
    let Some(member) = guild.members.get(&user) else {
        return 0;
    };
    if guild.owner == user {
        return ALL;
    }
    let everyone = guild.roles.get(&guild.id).map_or(0, |role| role.permissions);
    let own = member.roles.iter().filter_map(|id| guild.roles.get(id));
    let base = own.fold(everyone, |sum, role| sum | role.permissions);
    if base & ADMINISTRATOR == 0 { base } else { ALL }
}

/// Permissions of a user in a channel.
pub(super) fn in_channel(world: &World, user: Id, channel: &Channel) -> u64 {
    let Some(guild) = channel.guild.and_then(|id| world.guilds.get(&id)) else {
        return in_direct(world, user, channel);
    };
    let base = in_guild(guild, user);
    if base & ADMINISTRATOR != 0 {
        return base;
    }
    // A thread has no overwrites of its own: those of its parent apply.
    let governing = channel.parent.and_then(|id| world.channels.get(&id)).unwrap_or(channel);
    let bits = overwritten(guild, user, governing, base);
    without_implied(bits, user, channel)
}

/// Permissions in a direct message: fixed for its two users, 0 for others.
fn in_direct(world: &World, user: Id, channel: &Channel) -> u64 {
    let takes_part = channel.recipient == Some(user) || user == world.bot;
    if takes_part && channel.guild.is_none() { OF_EVERYONE | MENTION_EVERYONE } else { 0 }
}

/// Applies overwrites in Discord's order: `@everyone`, all roles together, the member.
fn overwritten(guild: &Guild, user: Id, channel: &Channel, base: u64) -> u64 {
    let find = |id: Id| channel.overwrites.iter().find(|over| over.id == id);
    let mut bits = base;
    if let Some(over) = find(guild.id) {
        bits = bits & !over.deny | over.allow;
    }
    let roles = guild.members.get(&user).map(|member| &member.roles);
    let (mut allow, mut deny) = (0, 0);
    for over in roles.into_iter().flatten().filter_map(|id| find(*id)) {
        allow |= over.allow;
        deny |= over.deny;
    }
    bits = bits & !deny | allow;
    match find(user) {
        Some(over) => bits & !over.deny | over.allow,
        None => bits,
    }
}

/// Applies implied denials: removes everything without the permission to view the channel, and
/// [`OF_SENDING`] without the one to send.
fn without_implied(bits: u64, user: Id, channel: &Channel) -> u64 {
    let can_see = channel.thread_members.contains(&user) || bits & MANAGE_THREADS != 0;
    if bits & VIEW_CHANNEL == 0 || channel.is_private_thread() && !can_see {
        return 0;
    }
    let send = sending(channel);
    if bits & send == 0 { bits & !OF_SENDING } else { bits }
}

/// The permission to send in this kind of channel.
pub(super) fn sending(channel: &Channel) -> u64 {
    if channel.is_thread() { SEND_MESSAGES_IN_THREADS } else { SEND_MESSAGES }
}
