//! Guilds, users, members and roles, as set up by the program that runs the sandbox.
//!
//! No permission checks: that program may change anything.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::api_json;
use super::gateway::{GUILD_MEMBERS, GUILDS};
use super::ids::Id;
use super::permissions as may;
use super::world::{Guild, Member, Role, User, World};

impl World {
    /// Adds a user who is in no guild yet.
    pub fn add_user(&mut self, name: &str) -> Id {
        self.insert_user(name, false)
    }

    /// Adds a user of the crowd. The chat client cannot act as them.
    pub fn add_to_crowd(&mut self, name: &str) -> Id {
        self.insert_user(name, true)
    }

    fn insert_user(&mut self, name: &str, crowd: bool) -> Id {
        let id = self.ids.next();
        let (name, locale) = (name.to_owned(), "en-US".to_owned());
        self.users.insert(id, User { id, name, bot: false, locale, closed: false, crowd });
        id
    }

    /// Marks a user as a bot, other than the one under test.
    pub fn set_bot(&mut self, user: Id) {
        if let Some(user) = self.users.get_mut(&user) {
            user.bot = true;
        }
    }

    /// Adds a guild. Its owner and the bot are members.
    pub fn add_guild(&mut self, name: &str, owner: Id) -> Id {
        let id = self.ids.next_alone();
        let everyone = Role {
            id,
            name: "@everyone".to_owned(),
            permissions: may::OF_EVERYONE,
            mentionable: false,
            of_bot: None,
        };
        let guild = Guild {
            id,
            name: name.to_owned(),
            owner,
            locale: "en-US".to_owned(),
            roles: BTreeMap::from([(id, everyone)]),
            members: BTreeMap::new(),
            out: false,
        };
        self.guilds.insert(id, guild);
        self.add_member(id, owner);
        self.invite_bot(id);
        id
    }

    /// Adds the bot to a guild, with a managed role of its own.
    pub fn invite_bot(&mut self, guild: Id) {
        let (bot, role_id, joined) = (self.bot, self.ids.next(), self.ids.now());
        let name = self.options.bot_name.clone();
        let permissions = self.options.bot_permissions;
        let of_bot = Some(bot);
        let role = Role { id: role_id, name, permissions, mentionable: false, of_bot };
        if let Some(guild) = self.guilds.get_mut(&guild) {
            guild.roles.insert(role_id, role);
            let roles = BTreeSet::from([role_id]);
            guild.members.insert(bot, Member { roles, nick: None, joined });
        }
        self.tell_guild(guild);
    }

    fn tell_guild(&mut self, guild: Id) {
        if let Some(value) = self.guilds.get(&guild).map(|one| api_json::guild_created(self, one)) {
            self.tell("GUILD_CREATE", Some(guild), GUILDS, value);
        }
    }

    /// Removes the bot from a guild.
    pub fn kick_bot(&mut self, guild: Id) {
        self.part(guild);
    }

    /// Removes the bot from a guild, with its managed role and its commands there.
    pub(super) fn part(&mut self, guild: Id) {
        let bot = self.bot;
        if let Some(guild) = self.guilds.get_mut(&guild) {
            guild.members.remove(&bot);
            guild.roles.retain(|_, role| role.of_bot.is_none());
        }
        self.commands.remove(&guild);
        self.tell("GUILD_DELETE", Some(guild), GUILDS, json!({ "id": guild.to_string() }));
    }

    /// Makes a guild unavailable, or available again.
    pub fn outage(&mut self, guild: Id, out: bool) {
        if let Some(guild) = self.guilds.get_mut(&guild) {
            guild.out = out;
        }
        if out {
            let data = json!({ "id": guild.to_string(), "unavailable": true });
            self.tell("GUILD_DELETE", Some(guild), GUILDS, data);
        } else {
            self.tell_guild(guild);
        }
    }

    /// Sets the language of a guild.
    pub fn set_guild_locale(&mut self, guild: Id, locale: &str) {
        if let Some(guild) = self.guilds.get_mut(&guild) {
            locale.clone_into(&mut guild.locale);
        }
    }

    /// Transfers a guild to another owner.
    pub fn set_owner(&mut self, guild: Id, owner: Id) {
        if let Some(guild) = self.guilds.get_mut(&guild) {
            guild.owner = owner;
        }
        if let Some(value) = self.guilds.get(&guild).map(api_json::guild) {
            self.tell("GUILD_UPDATE", Some(guild), GUILDS, value);
        }
    }

    /// Sets the language of a user's client.
    pub fn set_locale(&mut self, user: Id, locale: &str) {
        if let Some(user) = self.users.get_mut(&user) {
            locale.clone_into(&mut user.locale);
        }
    }

    /// Sets whether a user refuses direct messages from bots.
    pub fn close_direct(&mut self, user: Id, closed: bool) {
        if let Some(user) = self.users.get_mut(&user) {
            user.closed = closed;
        }
    }

    /// Adds a user to a guild.
    pub fn add_member(&mut self, guild: Id, user: Id) {
        let joined = self.ids.now();
        if let Some(guild) = self.guilds.get_mut(&guild) {
            guild.members.insert(user, Member { roles: BTreeSet::new(), nick: None, joined });
        }
        self.tell_member("GUILD_MEMBER_ADD", guild, user);
    }

    /// Removes a user from a guild, as when they leave or are kicked.
    pub fn remove_member(&mut self, guild: Id, user: Id) {
        if let Some(guild) = self.guilds.get_mut(&guild) {
            guild.members.remove(&user);
        }
        let value = self.users.get(&user).map(api_json::user);
        let data = json!({ "guild_id": guild.to_string(), "user": value });
        self.tell("GUILD_MEMBER_REMOVE", Some(guild), GUILD_MEMBERS, data);
    }

    /// Sets a member's nickname in a guild; `None` removes it.
    pub fn set_nick(&mut self, guild: Id, user: Id, nick: Option<&str>) {
        let member = self.guilds.get_mut(&guild).and_then(|guild| guild.members.get_mut(&user));
        if let Some(member) = member {
            member.nick = nick.map(str::to_owned);
        }
        self.tell_member("GUILD_MEMBER_UPDATE", guild, user);
    }

    /// Sends a member event. Events about the bot itself need no intent.
    fn tell_member(&mut self, event: &str, guild: Id, user: Id) {
        let member = self.guilds.get(&guild).and_then(|guild| guild.members.get(&user));
        let Some(mut value) = member.map(|member| api_json::member(self, member, user)) else {
            return;
        };
        value["guild_id"] = json!(guild.to_string());
        let intents = if user == self.bot { 0 } else { GUILD_MEMBERS };
        if self.has_bot(guild) {
            self.tell(event, Some(guild), intents, value);
        }
    }

    /// Adds a role to a guild.
    pub fn add_role(&mut self, guild: Id, name: &str, permissions: u64, mentionable: bool) -> Id {
        let id = self.ids.next();
        let role = Role { id, name: name.to_owned(), permissions, mentionable, of_bot: None };
        if let Some(guild) = self.guilds.get_mut(&guild) {
            guild.roles.insert(id, role);
        }
        self.tell_role("GUILD_ROLE_CREATE", guild, id);
        id
    }

    /// Sets the permissions of a role; `@everyone` has the guild's id.
    pub fn set_role(&mut self, guild: Id, role: Id, permissions: u64) {
        let found = self.guilds.get_mut(&guild).and_then(|guild| guild.roles.get_mut(&role));
        if let Some(role) = found {
            role.permissions = permissions;
        }
        self.tell_role("GUILD_ROLE_UPDATE", guild, role);
    }

    /// The bot's managed role in a guild.
    pub fn bot_role(&self, guild: Id) -> Option<Id> {
        let roles = &self.guilds.get(&guild)?.roles;
        roles.values().find(|role| role.of_bot == Some(self.bot)).map(|role| role.id)
    }

    fn tell_role(&mut self, event: &str, guild: Id, role: Id) {
        let found = self.guilds.get(&guild);
        let value =
            found.and_then(|one| one.roles.get(&role).map(|role| api_json::role(one, role)));
        if let Some(value) = value {
            let data = json!({ "guild_id": guild.to_string(), "role": value });
            self.tell(event, Some(guild), GUILDS, data);
        }
    }

    /// Gives a member a role.
    pub fn give_role(&mut self, guild: Id, user: Id, role: Id) {
        let member = self.guilds.get_mut(&guild).and_then(|guild| guild.members.get_mut(&user));
        if let Some(member) = member {
            member.roles.insert(role);
        }
        self.tell_member("GUILD_MEMBER_UPDATE", guild, user);
    }

    /// Takes a role from a member.
    pub fn take_role(&mut self, guild: Id, user: Id, role: Id) {
        let member = self.guilds.get_mut(&guild).and_then(|guild| guild.members.get_mut(&user));
        if let Some(member) = member {
            member.roles.remove(&role);
        }
        self.tell_member("GUILD_MEMBER_UPDATE", guild, user);
    }
}
