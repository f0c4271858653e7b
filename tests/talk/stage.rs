//! Ways to a situation: who clicks what until it is there.

use std::time::Duration;

use emberhall::council::question::Resolver;
use emberhall::council::view::{CouncilView, QuestionView};
use emberhall::council::{CampaignStatus, Span};
use emberhall::sandbox::{ActionResult, Id, ShownMessage};
use emberhall::store::CampaignId;
use serde_json::Value;

use crate::kit::Scene;
use crate::players::{Dice, Offer, answers};

/// Longer than any test should take to get anywhere.
const PATIENCE: Duration = Duration::from_secs(10);

fn is_called(choice: &Value, words: &str) -> bool {
    choice["name"].as_str().is_some_and(|name| name.to_lowercase().contains(words))
}

/// A question put to all Advisors.
pub fn is_vote(asked: &QuestionView) -> bool {
    asked.resolver == Resolver::Vote && asked.escalation.is_none()
}

/// Cards of Dusk.
pub const DUSK: &[&str] = &["option_dusk", "option_dusk_start", "option_dispute"];
/// Cards of the Morning.
pub const MORNING: &[&str] = &["option_morning"];
/// Does the Action Phase end?
pub const END: &[&str] = &["end_actions"];

/// A vote on one of these, with at least two answers.
pub fn vote_on(asks: &'static [&'static str]) -> impl Fn(&CouncilView) -> bool {
    move |panel| {
        let free = |asked: &QuestionView| {
            let decision = asked.decision.as_ref().unwrap();
            decision.choices.iter().filter(|choice| choice.blocked.is_none()).count()
        };
        panel
            .questions
            .iter()
            .any(|q| asks.contains(&q.ask.as_str()) && is_vote(q) && free(q) >= 2 && q.cast == 0)
    }
}

/// Somebody's turn.
pub fn turn(panel: &CouncilView) -> bool {
    panel.questions.iter().any(|asked| asked.ask == "turn")
}

impl Scene {
    /// People click at random until the table stands like this.
    pub async fn until(
        &self,
        id: CampaignId,
        dice: &mut Dice,
        wanted: impl Fn(&CouncilView) -> bool,
    ) -> CouncilView {
        for _ in 0..3000 {
            self.settled().await;
            let panel = self.look(id).await;
            assert_ne!(panel.status, CampaignStatus::Over, "it was over before");
            if wanted(&panel) {
                return panel;
            }
            self.step(id, dice).await;
        }
        panic!("it never came to that: {:#?}", self.look(id).await);
    }

    /// The open question everybody sees.
    pub async fn asked(&self, id: CampaignId) -> QuestionView {
        let panel = self.look(id).await;
        panel.questions.into_iter().find(|asked| asked.private.is_none()).expect("a question")
    }

    /// What everybody can answer to the open question.
    pub async fn offers(&self, id: CampaignId) -> Vec<Offer> {
        let number = self.asked(id).await.number;
        answers(&self.panel().expect("the table is shown"), number)
    }

    /// Takes one of the answers, counted from 0.
    pub async fn answer(&self, id: CampaignId, user: Id, which: usize) -> ActionResult {
        let offers = self.offers(id).await;
        let acted = self.take(user, &offers[which]).await;
        self.settled().await;
        acted
    }

    /// Gives a command; what is said first, to whoever gave it.
    pub async fn command(&self, user: Id, path: &str, options: Vec<(&str, Value)>) -> ShownMessage {
        let acted = self.slash(user, path, options).await;
        self.settled().await;
        self.reply(&acted).await
    }

    /// The first words of an answer, also if they came after a moment of thought.
    pub async fn reply(&self, acted: &ActionResult) -> ShownMessage {
        let of = acted.interaction;
        let said = |message: &ShownMessage| {
            !message.text().is_empty() || !message.attachments().is_empty()
        };
        let there = self.sandbox.until(PATIENCE, |world| world.said(of).iter().any(said)).await;
        assert!(there, "nothing was said: {acted:?}");
        let all = self.sandbox.world().said(of);
        all.into_iter().find(said).unwrap()
    }

    /// The newest private message of somebody that can be answered, once it is there.
    pub async fn whispered(&self, user: Id) -> ShownMessage {
        let asks =
            |message: &ShownMessage| message.custom_ids().iter().any(|id| id.contains(":a:"));
        let channel = self.channel;
        let there =
            |world: &emberhall::sandbox::World| world.private(user, channel).iter().any(asks);
        assert!(self.sandbox.until(PATIENCE, there).await, "nothing was whispered");
        self.sandbox.private(user, channel).into_iter().rev().find(asks).unwrap()
    }

    /// The newest message of the channel that reads like this, once it is there.
    pub async fn told(&self, words: &str) -> ShownMessage {
        let channel = self.channel;
        let there = |world: &emberhall::sandbox::World| {
            world.messages(channel).iter().any(|message| message.text().contains(words))
        };
        assert!(self.sandbox.until(PATIENCE, there).await, "nobody said “{words}”");
        let reads = |message: &ShownMessage| message.text().contains(words);
        self.messages().into_iter().rev().find(reads).unwrap()
    }

    /// The newest message, once it is newer than this one.
    pub async fn after(&self, message: &ShownMessage) -> ShownMessage {
        let (channel, id) = (self.channel, message.id);
        let newer = |world: &emberhall::sandbox::World| {
            world.messages(channel).last().is_some_and(|last| last.id > id)
        };
        assert!(self.sandbox.until(PATIENCE, newer).await, "nothing came after {id}");
        self.newest()
    }

    /// Time passes, and what comes of it is told.
    pub async fn wait(&self, span: Span) {
        self.clock.advance(span);
        // The alarm looks every few milliseconds; before it rings all is quiet, too.
        tokio::time::sleep(Duration::from_millis(100)).await;
        self.sandbox.quiet(Duration::from_millis(150)).await;
        self.settled().await;
    }

    /// A message as it is now.
    pub fn again(&self, message: &ShownMessage) -> ShownMessage {
        self.sandbox.message(message.id).expect("it is still there")
    }

    /// The people's ballot.
    pub fn ballot(&self) -> ShownMessage {
        let ballot = |m: &ShownMessage| m.custom_ids().iter().any(|id| id.contains(":p:"));
        self.messages().into_iter().rev().find(ballot).expect("a ballot")
    }

    /// Signs for the n-th Law of the ballot.
    pub async fn sign_for(&self, user: Id, which: usize) -> ActionResult {
        let ballot = self.ballot();
        let menu = ballot.components().find(|part| part["type"] == 3).unwrap();
        let value = menu["options"][which]["value"].as_str().unwrap().to_owned();
        let custom = menu["custom_id"].as_str().unwrap();
        let acted = self.sandbox.choose(user, ballot.id, custom, vec![value]).await.unwrap();
        assert!(acted.ack.is_answered(), "{:?}", acted.ack);
        self.settled().await;
        acted
    }
}

impl Scene {
    /// The value of a choice of a command, by the words people see.
    pub fn choice(&self, path: &str, option: &str, words: &str) -> Value {
        let commands = self.sandbox.world().commands(None);
        let mut level = Value::Null;
        let mut options: Vec<Value> = commands;
        for word in path.split(' ').chain([option]) {
            level = options.iter().find(|one| one["name"] == word).expect(word).clone();
            options = level["options"].as_array().cloned().unwrap_or_default();
        }
        let mut choices = level["choices"].as_array().expect("choices").iter();
        let found = choices.find(|one| is_called(one, words));
        found.unwrap_or_else(|| panic!("no {words} in {level}"))["value"].clone()
    }

    /// Sets something by `/campaign settings`, as who manages the server.
    pub async fn set(&self, options: Vec<(&str, Value)>) {
        let said = self.command(self.owner, "campaign settings", options).await;
        assert!(said.text().contains("changed"), "{}", said.text());
    }
}
