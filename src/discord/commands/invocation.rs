//! Slash command of a user: its arguments, the campaign it is about, and its reply.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serenity::all::{Attachment, Permissions, ResolvedOption, ResolvedValue};

use super::localize::{self, Task};
use super::spec::CommandId;
use super::{Context, autocomplete};
use crate::council::{Refusal, Reply, Request, UserId};
use crate::discord::context::{BotContext, Invoker, Told, log_lost_reply};
use crate::discord::localizer::Localizer;
use crate::discord::message::{OutgoingMessage, split_to_fit};
use crate::discord::publisher::CampaignView;
use crate::game::Message;
use crate::i18n::hall as words;
use crate::store::CampaignId;

/// Reply to a command: messages for the invoker, or one that says why the command failed.
pub type CommandReply<T = Vec<OutgoingMessage>> = Result<T, Box<OutgoingMessage>>;

/// Members that a role parameter stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holders {
    /// All members: the `@everyone` role, which is no limit.
    Everyone,
    /// Members with this role.
    Of(u64),
}

impl Holders {
    /// Returns the id of the role, or `None` for [`Holders::Everyone`].
    pub fn limit(self) -> Option<u64> {
        match self {
            Holders::Everyone => None,
            Holders::Of(role) => Some(role),
        }
    }
}

/// One slash command with its arguments.
pub struct Invocation<'a> {
    /// State of the bot.
    pub context: &'a Arc<BotContext>,
    /// User who sent the command.
    pub invoker: Invoker,
    /// Localizer for the invoker's language.
    pub localizer: Localizer,
    /// Maximum size of an attachment, in bytes.
    pub room: usize,
    args: &'a [ResolvedOption<'a>],
    task: &'a Task,
    /// Whether the reply was deferred; messages are then sent as follow-ups.
    thinking: AtomicBool,
    /// Campaign of the last accepted request; 0 for none.
    at: AtomicI64,
    /// Campaign whose private page the reply shows, and the question on that page, if any.
    aside: OnceLock<(i64, Option<u32>)>,
}

impl<'a> Invocation<'a> {
    /// Reads poise's context. Returns `None` outside of servers.
    pub fn of(ctx: &Context<'a>) -> Option<(Invocation<'a>, CommandId)> {
        let host = ctx.framework.user_data;
        let visitor = host.invoker_of_command(ctx.interaction)?;
        let tongue = host.localizer(&visitor)?;
        let task = localize::task(ctx)?;
        let room = ctx.interaction.attachment_size_limit as usize;
        let (thinking, at, aside) = (AtomicBool::new(false), AtomicI64::new(0), OnceLock::new());
        let args = ctx.args;
        let invocation = Invocation {
            context: host,
            invoker: visitor,
            localizer: tongue,
            room,
            args,
            task,
            thinking,
            at,
            aside,
        };
        Some((invocation, task.errand))
    }

    fn arg(&self, name: &str) -> Option<&ResolvedValue<'a>> {
        self.args.iter().find(|arg| arg.name == name).map(|arg| &arg.value)
    }

    /// Whether the command has no arguments other than `names`.
    pub fn only(&self, names: &[&str]) -> bool {
        self.args.iter().all(|arg| names.contains(&arg.name))
    }

    /// Returns a text argument, trimmed. `None` if it is absent or blank.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        match self.arg(name)? {
            ResolvedValue::String(text) => Some(text.trim()).filter(|text| !text.is_empty()),
            _ => None,
        }
    }

    /// Returns a boolean argument; `false` if it is absent.
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.arg(name), Some(ResolvedValue::Boolean(true)))
    }

    /// Returns an integer argument.
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.arg(name)? {
            ResolvedValue::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns a user argument if the user is a member of the server and no bot.
    pub fn member(&self, name: &str) -> Option<UserId> {
        match self.arg(name)? {
            ResolvedValue::User(user, Some(_)) if !user.bot => Some(UserId(user.id.get())),
            _ => None,
        }
    }

    /// Returns a user argument. The user may have left the server.
    pub fn user(&self, name: &str) -> Option<UserId> {
        match self.arg(name)? {
            ResolvedValue::User(user, _) => Some(UserId(user.id.get())),
            _ => None,
        }
    }

    /// Returns a role argument.
    pub fn role(&self, name: &str) -> Option<Holders> {
        match self.arg(name)? {
            ResolvedValue::Role(role) if role.id.get() == self.invoker.server => {
                Some(Holders::Everyone)
            }
            ResolvedValue::Role(role) => Some(Holders::Of(role.id.get())),
            _ => None,
        }
    }

    /// Whether the bot may ping the role argument. `true` if it is absent or if the permissions of
    /// the bot are unknown.
    pub fn may_call(&self, name: &str) -> bool {
        let Some(ResolvedValue::Role(role)) = self.arg(name) else { return true };
        if role.id.get() == self.invoker.server {
            // @everyone turns the pings off.
            return true;
        }
        let mention_any = Permissions::MENTION_EVERYONE | Permissions::ADMINISTRATOR;
        role.mentionable || self.invoker.ours.is_none_or(|ours| ours.intersects(mention_any))
    }

    /// Returns an attachment argument.
    pub fn file(&self, name: &str) -> Option<&'a Attachment> {
        match self.arg(name)? {
            ResolvedValue::Attachment(file) => Some(file),
            _ => None,
        }
    }

    /// Returns the id of the listed value that an argument chooses, by index or by typed text.
    /// `None` if the argument is absent or blank.
    pub fn value(&self, name: &str) -> CommandReply<Option<&'a str>> {
        let Some(arg) = self.arg(name) else { return Ok(None) };
        let values = self.task.values.get(name).map(Vec::as_slice).unwrap_or_default();
        let found = match arg {
            ResolvedValue::String(typed) if typed.trim().is_empty() => return Ok(None),
            ResolvedValue::Integer(at) => usize::try_from(*at).ok().and_then(|at| values.get(at)),
            ResolvedValue::String(typed) => {
                let all = values
                    .iter()
                    .map(|value| autocomplete::known(&self.localizer, value))
                    .collect();
                let best = autocomplete::ranked(typed, all).into_iter().next();
                best.and_then(|best| values.iter().find(|value| value.id == best.id))
            }
            _ => None,
        };
        let found = found.ok_or_else(|| self.no("command-not-listed"))?;
        Ok(Some(found.id.as_str()))
    }

    /// Reply of one localized sentence.
    pub fn say(&self, message: &Message) -> Vec<OutgoingMessage> {
        vec![OutgoingMessage::line(self.localizer.say(message))]
    }

    /// Error reply with the sentence `key`.
    pub fn no(&self, key: &str) -> Box<OutgoingMessage> {
        Box::new(OutgoingMessage::line(self.localizer.word(key)))
    }

    /// Error reply that says how long to wait.
    pub fn wait(&self, key: &str, wait: Duration) -> Box<OutgoingMessage> {
        Box::new(self.context.wait_page(&self.localizer, key, wait))
    }

    /// Error reply for a refusal outside of a campaign.
    pub fn refused(&self, refusal: &Refusal) -> Box<OutgoingMessage> {
        Box::new(OutgoingMessage::line(
            self.localizer.named(|names| words::refusal(refusal, names)),
        ))
    }

    /// Error reply for a refusal by a campaign.
    pub async fn refusal(&self, id: i64, refusal: &Refusal) -> Box<OutgoingMessage> {
        Box::new(self.context.refusal(&self.invoker, id, refusal).await)
    }

    /// Returns the live campaign of this channel.
    pub async fn campaign(&self) -> CommandReply<i64> {
        let found = self.context.hall.campaign_in_channel(self.invoker.channel).await;
        match found.map_err(|why| self.refused(&why))? {
            Some(CampaignId(id)) => Ok(id),
            None => Err(self.no("table-no-campaign")),
        }
    }

    /// Returns the live campaign of this channel, or its last one if none is live.
    pub async fn latest(&self) -> CommandReply<i64> {
        let all = self.context.hall.campaigns_of_server(self.invoker.server).await;
        let all = all.map_err(|why| self.refused(&why))?;
        let last = all.iter().rev().find(|one| one.channel == self.invoker.channel);
        match self.context.hall.campaign_in_channel(self.invoker.channel).await {
            Ok(Some(CampaignId(id))) => Ok(id),
            _ => last.map(|one| one.id.0).ok_or_else(|| self.no("table-no-campaign")),
        }
    }

    /// Loads a campaign as the invoker sees it.
    pub async fn sight(&self, id: i64) -> CommandReply<CampaignView> {
        self.context.load_view(&self.invoker, id).await.map_err(|why| self.refused(&why))
    }

    /// Sends a request to the hall in the invoker's name. `step` extends the idempotency key, for
    /// commands that send several requests.
    pub async fn ask(&self, id: i64, step: &str, request: Request) -> CommandReply<Reply> {
        match self.context.ask(&self.invoker, id, step, request).await {
            Reply::Refused(why) => Err(self.refusal(id, &why).await),
            reply => {
                self.at.store(id, Ordering::SeqCst);
                Ok(reply)
            }
        }
    }

    /// Notes that the reply shows the private page of a campaign, and the question on it, if any.
    pub fn asks_aside(&self, id: i64, question: Option<u32>) {
        // A command shows at most one private page.
        let _ = self.aside.set((id, question));
    }

    /// Defers the reply. Idempotent.
    pub async fn think(&self) {
        if !self.thinking.swap(true, Ordering::SeqCst) {
            let sent = self.context.rest.defer_reply(&self.invoker.token).await;
            self.context.metrics.acknowledged(self.invoker.came.elapsed());
            log_lost_reply(sent);
        }
    }

    /// Sends the reply; a message that is too long is split.
    pub async fn send(&self, messages: Vec<OutgoingMessage>) {
        let mut parts = messages.into_iter().flat_map(split_to_fit);
        let mut told = Told::Not;
        if !self.thinking.load(Ordering::SeqCst)
            && let Some(first) = parts.next()
        {
            told = self.context.answer(&self.invoker, &first).await;
        }
        for part in parts {
            told = self.context.tell_more(&self.invoker, &part).await;
        }
        if let Some((id, asks)) = self.aside.get() {
            // The last part has the buttons.
            self.context.asked_aside(&self.invoker, *id, told, *asks);
        }
        // Registered last: Discord accepts no follow-up before the first response.
        let (at, token) = (self.at.load(Ordering::SeqCst), self.invoker.token.clone());
        if at != 0 {
            self.context.pending_clicks.heard(at, self.invoker.requester.user, token);
        }
    }
}
