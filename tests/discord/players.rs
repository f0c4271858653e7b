//! Players: they look at the channel, and click.

// Several test programs share this, and none uses all of it.
#![allow(dead_code)]

use std::time::Duration;

use emberhall::council::question::Resolver;
use emberhall::council::view::{CouncilView, QuestionView};
use emberhall::council::{CampaignStatus, UserId};
use emberhall::sandbox::{Ack, ActionResult, Id, ShownMessage};
use emberhall::store::CampaignId;

use crate::kit::Scene;

#[path = "../chance/mod.rs"]
mod chance;

pub use chance::Dice;

/// Something that can be clicked: a button, or an option of a menu.
#[derive(Clone, Debug)]
pub struct Offer {
    pub message: Id,
    pub id: String,
    pub value: Option<String>,
}

/// The answers a message offers to a question.
pub fn answers(message: &ShownMessage, question: u32) -> Vec<Offer> {
    let mut offers = Vec::new();
    for part in message.components() {
        let Some(id) = part["custom_id"].as_str() else { continue };
        if part["disabled"] == true {
            continue;
        }
        let words: Vec<&str> = id.splitn(5, ':').collect();
        let of_question = words.get(3) == Some(&question.to_string().as_str());
        let offer = |value| Offer { message: message.id, id: id.to_owned(), value };
        match words.get(2) {
            Some(&"a") if of_question => offers.push(offer(None)),
            Some(&"m") if of_question => {
                let options = part["options"].as_array().into_iter().flatten();
                let values = options.filter_map(|option| option["value"].as_str());
                offers.extend(values.map(|value| offer(Some(value.to_owned()))));
            }
            _ => {}
        }
    }
    offers
}

impl Scene {
    /// Takes an offer; it must be answered.
    pub async fn take(&self, user: Id, offer: &Offer) -> ActionResult {
        let acted = match &offer.value {
            None => self.sandbox.click(user, offer.message, &offer.id).await,
            Some(value) => {
                let values = vec![value.clone()];
                self.sandbox.choose(user, offer.message, &offer.id, values).await
            }
        };
        let acted = acted.unwrap_or_else(|why| panic!("{offer:?}: {why}"));
        assert!(acted.ack.is_answered(), "{offer:?}: {:?}", acted.ack);
        acted
    }

    /// The table as everybody sees it.
    pub async fn look(&self, id: CampaignId) -> CouncilView {
        self.hall().view(id, None).await.unwrap()
    }

    /// The answers somebody has before them, in the channel or in private.
    pub async fn before(&self, id: CampaignId, user: Id, asked: &QuestionView) -> Vec<Offer> {
        if asked.private.is_none() {
            let panel = self.panel().expect("the table is shown");
            return answers(&panel, asked.number);
        }
        let shown = |message: &ShownMessage| !answers(message, asked.number).is_empty();
        if let Some(message) =
            self.sandbox.private(user, self.channel).into_iter().rev().find(shown)
        {
            return answers(&message, asked.number);
        }
        // Nothing was pushed to them: they ask for their hand.
        let panel = self.panel().expect("the table is shown");
        self.click(user, &panel, &format!("{}:h", id.0)).await;
        for _ in 0..300 {
            let mut hands = self.sandbox.private(user, self.channel).into_iter().rev();
            if let Some(message) = hands.find(shown) {
                return answers(&message, asked.number);
            }
            // The click may have been acknowledged first.
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("question {} is not in the hand of its seat", asked.number);
    }

    /// One click of somebody who is waited for; false when it is over.
    pub async fn step(&self, id: CampaignId, dice: &mut Dice) -> bool {
        self.settled().await;
        let panel = self.look(id).await;
        if panel.status == CampaignStatus::Over {
            return false;
        }
        assert!(!panel.questions.is_empty(), "nothing is asked, and it is not over: {panel:#?}");
        let asked = dice.pick(&panel.questions);
        let polled = asked.resolver == Resolver::Public && asked.escalation.is_none();
        let Some(UserId(user)) = asked.waiting.first().copied() else {
            assert!(polled, "nobody is waited for: {asked:#?}");
            self.close_ballot(id).await;
            return true;
        };
        if polled {
            self.sign(id, user).await;
            return true;
        }
        let offers = self.before(id, user, &asked).await;
        assert!(!offers.is_empty(), "question {} cannot be answered: {asked:#?}", asked.number);
        self.take(user, &dice.pick(&offers)).await;
        true
    }

    /// The open ballot closes: its time goes by.
    pub async fn close_ballot(&self, id: CampaignId) {
        let matter = self.look(id).await.ballot.expect("a ballot");
        self.clock.advance(matter.closes.expect("one that closes") - self.hall().now());
        for _ in 0..1000 {
            let open = self.look(id).await.ballot;
            if open.is_none_or(|open| open.edition != matter.edition) {
                return self.settled().await;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the ballot does not close: {:#?}", self.look(id).await);
    }

    /// Somebody votes on the people's ballot.
    async fn sign(&self, id: CampaignId, user: Id) {
        let ballot = |m: &ShownMessage| m.custom_ids().iter().any(|c| c.contains(":p:"));
        let Some(message) = self.messages().into_iter().rev().find(ballot) else {
            panic!("the people decide, and have no ballot: {:#?}", self.look(id).await);
        };
        let menu = message.components().find(|part| part["type"] == 3).unwrap();
        let value = menu["options"][0]["value"].as_str().unwrap().to_owned();
        let custom = menu["custom_id"].as_str().unwrap();
        let acted = self.sandbox.choose(user, message.id, custom, vec![value]).await.unwrap();
        assert!(!matches!(acted.ack, Ack::Failed(_)));
    }
}
