//! A private question stands in one message: of an earlier one the buttons go, and if they
//! cannot be taken off any more, whoever presses one is shown what is open.

use std::time::Duration;

use emberhall::council::view::QuestionView;
use emberhall::council::{Reply, Request, Requester, UserId};
use emberhall::sandbox::{Id, ShownMessage};
use emberhall::store::CampaignId;

use crate::kit::Scene;
use crate::players::{Dice, answers};

impl Scene {
    /// Plays on until somebody is asked something in private.
    async fn to_private(&self, id: CampaignId, dice: &mut Dice) -> (Id, QuestionView) {
        for _ in 0..400 {
            self.settled().await;
            let open = self.look(id).await.questions;
            if let Some(asked) = open.into_iter().find(|asked| asked.private.is_some()) {
                // What was pushed to them, if anything was, is there.
                self.sandbox.quiet(Duration::from_millis(300)).await;
                return (asked.waiting[0].0, asked);
            }
            assert!(self.step(id, dice).await, "it ended before anything was asked in private");
        }
        panic!("nothing is asked in private");
    }

    /// Private messages of somebody that can be clicked.
    fn armed(&self, user: Id) -> Vec<ShownMessage> {
        let all = self.sandbox.private(user, self.channel);
        all.into_iter().filter(|one| !one.custom_ids().is_empty()).collect()
    }

    async fn quiet(&self) {
        self.settled().await;
        self.sandbox.quiet(Duration::from_millis(400)).await;
    }

    async fn opens_hand(&self, user: Id) {
        self.click(user, &self.panel().unwrap(), ":h").await;
        self.quiet().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_question_that_is_opened_again_keeps_buttons_in_the_newest_message_alone() {
    let mut scene = Scene::new(2).await;
    let id = scene.untimed(61).await;
    let (ada, asked) = scene.to_private(id, &mut Dice(61)).await;
    let mut seen = Vec::new();
    for by_command in [false, false, true, false] {
        if by_command {
            scene.slash(ada, "campaign hand", Vec::new()).await;
            scene.quiet().await;
        } else {
            scene.opens_hand(ada).await;
        }
        let armed = scene.armed(ada);
        assert_eq!(
            armed.len(),
            1,
            "{:#?}",
            armed.iter().map(ShownMessage::text).collect::<Vec<_>>()
        );
        assert!(!answers(&armed[0], asked.number).is_empty());
        assert!(!seen.contains(&armed[0].id), "the newest");
        seen.push(armed[0].id);
    }
    let first = scene.sandbox.message(seen[0]).unwrap();
    assert!(!first.embeds().is_empty(), "its words stay");
    let last = scene.armed(ada).remove(0);
    scene.take(ada, &answers(&last, asked.number)[0]).await;
    scene.quiet().await;
    assert!(scene.armed(ada).len() <= 1, "what is asked next is asked once");
    scene.goes_on(id, &mut Dice(61), 6).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_question_that_was_answered_elsewhere_loses_its_buttons() {
    let mut scene = Scene::new(2).await;
    let id = scene.untimed(62).await;
    let (ada, asked) = scene.to_private(id, &mut Dice(62)).await;
    scene.opens_hand(ada).await;
    let shown = scene.armed(ada).remove(0);
    let panel = scene.hall().view(id, Some(UserId(ada))).await.unwrap();
    let mine = panel.questions.iter().find(|one| one.number == asked.number).unwrap();
    let choices = &mine.decision.as_ref().unwrap().choices;
    let choice = choices.iter().find(|one| one.blocked.is_none()).unwrap().key.clone();
    let deed = Request::Choose { question: asked.number, choice, seat: None };
    let reply = scene.hall().request(id, "elsewhere", Requester::plain(UserId(ada)), deed).await;
    assert!(!matches!(reply, Reply::Refused(_)), "{reply:?}");
    scene.quiet().await;
    let after = scene.sandbox.message(shown.id).unwrap();
    assert!(after.custom_ids().is_empty(), "{}", after.text());
    scene.goes_on(id, &mut Dice(62), 4).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_private_button_is_answered_with_what_is_open_now() {
    let mut scene = Scene::new(2).await;
    let id = scene.untimed(63).await;
    let (ada, asked) = scene.to_private(id, &mut Dice(63)).await;
    scene.opens_hand(ada).await;
    let old = scene.armed(ada).remove(0);
    let offer = answers(&old, asked.number).remove(0);
    // Nobody can change it any more but with a click on it.
    scene.sandbox.change(|world| world.pass(Duration::from_mins(16)));
    scene.opens_hand(ada).await;
    let armed = scene.armed(ada);
    assert_eq!(armed.len(), 2, "the old one keeps its buttons");
    scene.take(ada, &answers(armed.last().unwrap(), asked.number)[0]).await;
    scene.quiet().await;
    let before = scene.sandbox.private(ada, scene.channel).len();
    scene.take(ada, &offer).await;
    scene.quiet().await;
    assert_eq!(scene.sandbox.private(ada, scene.channel).len(), before, "the message itself tells");
    let now = scene.sandbox.message(old.id).unwrap();
    assert!(answers(&now, asked.number).is_empty(), "{}", now.text());
    let open = scene.look(id).await.questions;
    let next = open.iter().find(|one| one.private.is_some() && one.waiting.contains(&UserId(ada)));
    match next {
        Some(next) => assert!(!answers(&now, next.number).is_empty(), "{}", now.text()),
        None => assert!(now.text().contains("Nothing else waits for you"), "{}", now.text()),
    }
    assert!(scene.armed(ada).len() <= 1, "and it is asked there alone");
    assert_eq!(scene.times_answered(id, asked.number).await, 1);
    scene.goes_on(id, &mut Dice(63), 4).await;
    scene.assert_clean();
    scene.stop().await;
}
