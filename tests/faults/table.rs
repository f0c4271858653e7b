//! More of the scene: a vote in the middle, panels counted, and waiting that
//! allows for things that fail.

use std::time::Duration;

use emberhall::council::log::EntryKind;
use emberhall::council::question::Resolver;
use emberhall::council::{CampaignStatus, Reply, Request, Requester, Span, UserId};
use emberhall::sandbox::{ActionResult, Fault, FaultTrigger, Id, ShownMessage};
use emberhall::store::CampaignId;
use serde_json::json;

use crate::kit::Scene;
use crate::players::{Dice, Offer, answers};

pub const POST: &str = "/channels/{channel_id}/messages";
pub const MESSAGE: &str = "/channels/{channel_id}/messages/{message_id}";
pub const CALLBACK: &str = "/interactions/{interaction_id}/{interaction_token}/callback";
pub const FOLLOW_UP: &str = "/webhooks/{webhook_id}/{webhook_token}";

/// A vote of four that is open, and votes that keep it open until the last is cast.
pub struct Vote {
    pub question: u32,
    /// Votes against the others, so that a tie is never theirs.
    pub leader: Id,
    /// The other three.
    pub others: Vec<Id>,
    /// What the others vote for, and what is taken.
    pub aye: Offer,
    /// What the leader votes for.
    pub nay: Offer,
}

/// So many requests to a route are answered with a status, and not done.
pub fn answered_with(method: &str, route: &str, status: u16, times: u32) -> Fault {
    let retry_after = Duration::from_millis(50);
    Fault::Answer { on: FaultTrigger::new(method, route), status, retry_after, times }
}

/// A panel as it is posted: its buttons work.
pub fn is_panel(message: &ShownMessage) -> bool {
    message.custom_ids().iter().any(|id| id.ends_with(":h"))
}

impl Scene {
    /// A campaign without deadlines: the clock can be moved without harm.
    pub async fn untimed(&self, seed: u64) -> CampaignId {
        self.begin_with(seed, vec![("pace", json!(3))]).await
    }

    /// Plays on until a vote of all is before the table.
    pub async fn to_vote(&self, id: CampaignId, dice: &mut Dice) -> Vote {
        for _ in 0..400 {
            self.settled().await;
            if let Some(vote) = self.vote(id).await {
                return vote;
            }
            assert!(self.step(id, dice).await, "it ended before a vote was held");
        }
        panic!("there is no vote");
    }

    async fn vote(&self, id: CampaignId) -> Option<Vote> {
        let panel = self.look(id).await;
        let open = |asked: &&emberhall::council::view::QuestionView| {
            asked.resolver == Resolver::Vote
                && asked.escalation.is_none()
                && asked.waiting.len() == 4
        };
        let asked = panel.questions.iter().find(open)?;
        let mut offers = answers(&self.panel()?, asked.number);
        if offers.len() < 2 {
            return None;
        }
        let (nay, aye) = (offers.remove(0), offers.remove(0));
        let chair = &panel.seats[usize::from(panel.leader.0)];
        let UserId(leader) = chair.holder.user()?;
        let others = self.people.iter().copied().filter(|user| *user != leader).collect();
        Some(Vote { question: asked.number, leader, others, aye, nay })
    }

    /// How often a question was answered.
    pub async fn times_answered(&self, id: CampaignId, question: u32) -> usize {
        let log = self.hall().log(id).await.unwrap();
        let of = |what: &EntryKind| matches!(what, EntryKind::Answer(a) if a.question == question);
        log.iter().filter(|entry| of(&entry.kind)).count()
    }

    /// Panels whose buttons work.
    pub fn panels(&self) -> Vec<ShownMessage> {
        self.messages().into_iter().filter(is_panel).collect()
    }

    /// The rest of a vote is cast; it was answered once, and there is one panel.
    pub async fn decide(&self, id: CampaignId, vote: &Vote, voters: &[Id]) {
        for user in voters {
            self.take(*user, &vote.aye).await;
        }
        self.settled().await;
        assert_eq!(self.times_answered(id, vote.question).await, 1);
        self.one_panel(id).await;
    }

    /// There is one panel, and what is asked of all can be answered there.
    pub async fn one_panel(&self, id: CampaignId) {
        let panels = self.panels();
        assert_eq!(
            panels.len(),
            1,
            "{:#?}",
            panels.iter().map(ShownMessage::text).collect::<Vec<_>>()
        );
        let panel = self.look(id).await;
        for asked in panel.questions.iter().filter(|asked| {
            asked.private.is_none() && asked.resolver != Resolver::Public && panel.paused.is_none()
        }) {
            let offers = answers(&panels[0], asked.number);
            assert!(!offers.is_empty(), "question {} has no button", asked.number);
        }
    }

    /// It can be played on.
    pub async fn goes_on(&self, id: CampaignId, dice: &mut Dice, clicks: u32) {
        for _ in 0..clicks {
            if !self.step(id, dice).await {
                break;
            }
        }
        self.settled().await;
        if self.look(id).await.status == CampaignStatus::Running {
            self.one_panel(id).await;
        }
    }

    /// What failed is tried again until everything is told.
    pub async fn told_at_last(&self) {
        for _ in 0..3000 {
            self.clock.advance(Span::seconds(30));
            tokio::time::sleep(Duration::from_millis(3)).await;
            let out = self.hall().outbox_is_empty();
            if out && self.hall().store().next_delivery().await.unwrap().is_none() {
                return;
            }
        }
        panic!("news is still on its way: {:?}", self.sandbox.violations());
    }

    /// Waits until a try to tell the news has failed.
    pub async fn told_in_vain(&self) {
        for _ in 0..3000 {
            let next = self.hall().store().next_delivery().await.unwrap();
            if self.hall().outbox_is_empty() && next.is_some_and(|at| at > self.now()) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(3)).await;
        }
        panic!("everything was told");
    }

    fn now(&self) -> emberhall::council::Timestamp {
        emberhall::hall::clock::Clock::now(self.clock.as_ref())
    }

    /// Something is done to the campaign, and nobody clicked.
    pub async fn behind_the_scenes(&self, id: CampaignId, number: &str, deed: Request) {
        let who = Requester { moderator: true, ..Requester::plain(UserId(self.owner)) };
        let reply = self.hall().request(id, number, who, deed).await;
        assert!(!matches!(reply, Reply::Refused(_)), "{reply:?}");
    }

    /// Waits until something holds of the campaign.
    pub async fn until_paused(&self, id: CampaignId) {
        for _ in 0..2000 {
            if self.look(id).await.paused.is_some() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(3)).await;
        }
        panic!("it is not paused");
    }

    /// Clicks as a client does that has not heard yet that the message is gone.
    pub async fn click_blindly(&self, user: Id, offer: &Offer) -> ActionResult {
        let values = offer.value.clone().map(|value| vec![value]);
        let forged =
            self.sandbox.forge(user, self.channel, Some(offer.message), &offer.id, values).await;
        assert!(forged.ack.is_answered(), "{offer:?}: {:?}", forged.ack);
        forged
    }

    /// Nothing was wrong but what was not allowed.
    pub fn assert_clean_but(&self, codes: &[&str]) {
        let mut wrong = self.sandbox.violations();
        wrong.retain(|what| !codes.iter().any(|code| what.contains(code)));
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
