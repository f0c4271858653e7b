//! A command somebody gave: what came with it, the campaign it is about, and
//! the answer to it.
//!
//! May use: `host`, serenity's interactions. Deliberately absent: what each
//! command does with it.

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

/// What a command comes to: pages for whoever gave it; or why not, which is a page too.
pub type CommandReply<T = Vec<OutgoingMessage>> = Result<T, Box<OutgoingMessage>>;

/// Those who have a role. The role everybody has is no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holders {
    /// Everybody.
    Everyone,
    /// Those who have this one.
    Of(u64),
}

impl Holders {
    /// The role, where it is a limit.
    pub fn limit(self) -> Option<u64> {
        match self {
            Holders::Everyone => None,
            Holders::Of(role) => Some(role),
        }
    }
}

/// A command somebody gave.
pub struct Invocation<'a> {
    /// The host.
    pub host: &'a Arc<BotContext>,
    /// Who gave it.
    pub visitor: Invoker,
    /// How to speak to them.
    pub tongue: Localizer,
    /// The largest file that may be sent there, in bytes.
    pub room: usize,
    args: &'a [ResolvedOption<'a>],
    task: &'a Task,
    /// It was acknowledged: what else is said follows.
    thinking: AtomicBool,
    /// The campaign in which something was done; 0 is none.
    at: AtomicI64,
    /// The campaign whose private question, if there is one, the answer shows.
    aside: OnceLock<(i64, Option<u32>)>,
}

impl<'a> Invocation<'a> {
    /// From poise's context; none outside of servers.
    pub fn of(ctx: &Context<'a>) -> Option<(Invocation<'a>, CommandId)> {
        let host = ctx.framework.user_data;
        let visitor = host.visitor_of_command(ctx.interaction)?;
        let tongue = host.tongue(&visitor)?;
        let task = localize::task(ctx)?;
        let room = ctx.interaction.attachment_size_limit as usize;
        let (thinking, at, aside) = (AtomicBool::new(false), AtomicI64::new(0), OnceLock::new());
        let args = ctx.args;
        let given = Invocation { host, visitor, tongue, room, args, task, thinking, at, aside };
        Some((given, task.errand))
    }

    fn arg(&self, name: &str) -> Option<&ResolvedValue<'a>> {
        self.args.iter().find(|given| given.name == name).map(|given| &given.value)
    }

    /// Was nothing else given than these?
    pub fn only(&self, names: &[&str]) -> bool {
        self.args.iter().all(|given| names.contains(&given.name))
    }

    /// Words.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        match self.arg(name)? {
            ResolvedValue::String(text) => Some(text.trim()).filter(|text| !text.is_empty()),
            _ => None,
        }
    }

    /// Yes, if it was given; no, if it was left out.
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.arg(name), Some(ResolvedValue::Boolean(true)))
    }

    /// A number.
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.arg(name)? {
            ResolvedValue::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// Somebody who is here and no program.
    pub fn member(&self, name: &str) -> Option<UserId> {
        match self.arg(name)? {
            ResolvedValue::User(user, Some(_)) if !user.bot => Some(UserId(user.id.get())),
            _ => None,
        }
    }

    /// Somebody, who may have left meanwhile.
    pub fn user(&self, name: &str) -> Option<UserId> {
        match self.arg(name)? {
            ResolvedValue::User(user, _) => Some(UserId(user.id.get())),
            _ => None,
        }
    }

    /// A role of the server, or all of it.
    pub fn role(&self, name: &str) -> Option<Holders> {
        match self.arg(name)? {
            ResolvedValue::Role(role) if role.id.get() == self.visitor.server => {
                Some(Holders::Everyone)
            }
            ResolvedValue::Role(role) => Some(Holders::Of(role.id.get())),
            _ => None,
        }
    }

    /// May we call those who have the role that was given?
    pub fn may_call(&self, name: &str) -> bool {
        let Some(ResolvedValue::Role(role)) = self.arg(name) else { return true };
        if role.id.get() == self.visitor.server {
            // @everyone, by which nobody is meant.
            return true;
        }
        let anybody = Permissions::MENTION_EVERYONE | Permissions::ADMINISTRATOR;
        role.mentionable || self.visitor.ours.is_none_or(|ours| ours.intersects(anybody))
    }

    /// A file.
    pub fn file(&self, name: &str) -> Option<&'a Attachment> {
        match self.arg(name)? {
            ResolvedValue::Attachment(file) => Some(file),
            _ => None,
        }
    }

    /// One of the values listed for it: by its number, or by what was typed.
    pub fn value(&self, name: &str) -> CommandReply<Option<&'a str>> {
        let Some(given) = self.arg(name) else { return Ok(None) };
        let values = self.task.values.get(name).map(Vec::as_slice).unwrap_or_default();
        let found = match given {
            ResolvedValue::String(typed) if typed.trim().is_empty() => return Ok(None),
            ResolvedValue::Integer(at) => usize::try_from(*at).ok().and_then(|at| values.get(at)),
            ResolvedValue::String(typed) => {
                let all =
                    values.iter().map(|value| autocomplete::known(&self.tongue, value)).collect();
                let best = autocomplete::ranked(typed, all).into_iter().next();
                best.and_then(|best| values.iter().find(|value| value.id == best.id))
            }
            _ => None,
        };
        let found = found.ok_or_else(|| self.no("command-not-listed"))?;
        Ok(Some(found.id.as_str()))
    }

    /// A sentence.
    pub fn say(&self, message: &Message) -> Vec<OutgoingMessage> {
        vec![OutgoingMessage::line(self.tongue.say(message))]
    }

    /// A sentence that says why not.
    pub fn no(&self, key: &str) -> Box<OutgoingMessage> {
        Box::new(OutgoingMessage::line(self.tongue.word(key)))
    }

    /// A sentence that says how long to wait.
    pub fn wait(&self, key: &str, wait: Duration) -> Box<OutgoingMessage> {
        Box::new(self.host.wait_page(&self.tongue, key, wait))
    }

    /// A refusal in words, where no campaign is in sight.
    pub fn refused(&self, refusal: &Refusal) -> Box<OutgoingMessage> {
        Box::new(OutgoingMessage::line(self.tongue.named(|names| words::refusal(refusal, names))))
    }

    /// A refusal in words, of a campaign.
    pub async fn refusal(&self, id: i64, refusal: &Refusal) -> Box<OutgoingMessage> {
        Box::new(self.host.refusal(&self.visitor, id, refusal).await)
    }

    /// The campaign that is being played in this channel.
    pub async fn campaign(&self) -> CommandReply<i64> {
        let found = self.host.hall.campaign_in_channel(self.visitor.channel).await;
        match found.map_err(|why| self.refused(&why))? {
            Some(CampaignId(id)) => Ok(id),
            None => Err(self.no("table-no-campaign")),
        }
    }

    /// The campaign of this channel: the one being played, or the last one.
    pub async fn latest(&self) -> CommandReply<i64> {
        let all = self.host.hall.campaigns_of_server(self.visitor.server).await;
        let all = all.map_err(|why| self.refused(&why))?;
        let last = all.iter().rev().find(|one| one.channel == self.visitor.channel);
        match self.host.hall.campaign_in_channel(self.visitor.channel).await {
            Ok(Some(CampaignId(id))) => Ok(id),
            _ => last.map(|one| one.id.0).ok_or_else(|| self.no("table-no-campaign")),
        }
    }

    /// A campaign as whoever gave the command sees it.
    pub async fn sight(&self, id: i64) -> CommandReply<CampaignView> {
        self.host.sight(&self.visitor, id).await.map_err(|why| self.refused(&why))
    }

    /// Asks something of the hall in their name.
    pub async fn ask(&self, id: i64, step: &str, deed: Request) -> CommandReply<Reply> {
        match self.host.ask(&self.visitor, id, step, deed).await {
            Reply::Refused(why) => Err(self.refusal(id, &why).await),
            reply => {
                self.at.store(id, Ordering::SeqCst);
                Ok(reply)
            }
        }
    }

    /// The answer shows what somebody alone is asked, if they are.
    pub fn asks_aside(&self, id: i64, question: Option<u32>) {
        // A command shows one page.
        let _ = self.aside.set((id, question));
    }

    /// Says that an answer will follow.
    pub async fn think(&self) {
        if !self.thinking.swap(true, Ordering::SeqCst) {
            let said = self.host.wire.defer_reply(&self.visitor.call).await;
            self.host.metrics.acknowledged(self.visitor.came.elapsed());
            log_lost_reply(said);
        }
    }

    /// Answers; what is too long for one message is several.
    pub async fn send(&self, pages: Vec<OutgoingMessage>) {
        let mut parts = pages.into_iter().flat_map(split_to_fit);
        let mut told = Told::Not;
        if !self.thinking.load(Ordering::SeqCst)
            && let Some(first) = parts.next()
        {
            told = self.host.answer(&self.visitor, &first).await;
        }
        for part in parts {
            told = self.host.tell_more(&self.visitor, &part).await;
        }
        if let Some((id, asks)) = self.aside.get() {
            // Buttons are on the last part.
            self.host.asked_aside(&self.visitor, *id, told, *asks);
        }
        // Only now: nothing can follow before the first answer.
        let (at, call) = (self.at.load(Ordering::SeqCst), self.visitor.call.clone());
        if at != 0 {
            self.host.tickets.heard(at, self.visitor.person.user, call);
        }
    }
}
