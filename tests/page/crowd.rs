//! The public of the sandbox: enough for the turnout, and two hundred more on a button.

use std::time::Duration;

use emberhall::council::Request;
use emberhall::council::log::DecidedBy;
use emberhall::council::question::Resolver;
use emberhall::council::view::CouncilView;
use emberhall::sandbox::{ShownMessage, World};

use crate::kit::{Ground, open_choices};

const PATIENCE: Duration = Duration::from_secs(30);

/// Answers what is asked until the table stands like this.
pub async fn until(ground: &Ground, wanted: impl Fn(&CouncilView) -> bool) -> CouncilView {
    let hall = ground.play().bot().hall();
    for step in 0..600 {
        let (id, panel) = ground.look().await;
        if wanted(&panel) {
            return panel;
        }
        let waited = panel.questions.iter().find(|asked| !asked.waiting.is_empty());
        let Some(asked) = waited else {
            // The ballot is open, and its time is short.
            tokio::time::sleep(Duration::from_millis(200)).await;
            continue;
        };
        let user = asked.waiting[0];
        let seen = hall.view(id, Some(user)).await.unwrap();
        let asked = seen.questions.iter().find(|one| one.number == asked.number).unwrap();
        let advised = ground.counsel(id, user, asked.number).await;
        let preach = open_choices(asked).into_iter().find(|choice| choice.contains("platform"));
        let who = emberhall::council::Requester::plain(user);
        let choice = preach.or(advised).unwrap();
        let deed = match (&asked.resolver, &panel.ballot) {
            (Resolver::Public, Some(matter)) => {
                let choice = open_choices_of(&matter.decision).pop();
                Request::VotePublic { edition: None, choice }
            }
            _ => Request::Choose { question: asked.number, choice, seat: None },
        };
        hall.request(id, &format!("step-{step}"), who, deed).await;
    }
    panic!("it never came to that");
}

fn newest_ballot(ground: &Ground, edition: u32) -> Option<ShownMessage> {
    let all = ground.play().sandbox().messages(ground.channel());
    let mine = format!(":y:{edition}");
    all.into_iter().rev().find(|one| one.custom_ids().iter().any(|id| id.ends_with(&mine)))
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_vote_at_once_and_the_result_is_theirs() {
    let mut ground = Ground::open().await;
    let scenery = ground.play().scenery().clone();
    let (stage, channel) = (ground.play().sandbox(), ground.channel());
    let pull = |lever: &str| assert!(stage.pull(lever, scenery.advisors[0], channel));
    // Before there is anything to vote on, nothing happens but a word.
    pull("crowd");
    let said = |world: &World| {
        world
            .messages(channel)
            .iter()
            .any(|one| one.text().contains("The people are not asked anything"))
    };
    assert!(stage.until(PATIENCE, said).await);
    pull("begin");
    ground.begun().await;
    let panel = until(&ground, |panel| {
        panel.questions.iter().any(|asked| asked.ask == "turn") && panel.ballot.is_some()
    })
    .await;
    let matter = panel.ballot.unwrap();
    assert!(scenery.public.len() >= 8 && scenery.crowd.len() == 200);
    assert!(matter.turnout as usize <= scenery.public.len(), "{} are needed", matter.turnout);
    let edition = matter.edition;
    let shown = stage.until(PATIENCE, |world| {
        world
            .messages(channel)
            .iter()
            .any(|one| one.custom_ids().iter().any(|id| id.ends_with(&format!(":y:{edition}"))))
    });
    assert!(shown.await, "the ballot is there");
    let ballot = newest_ballot(&ground, edition).unwrap();
    pull("crowd");
    let all = stage.until(PATIENCE, |world| {
        world.message(ballot.id).is_some_and(|one| one.text().contains("200 have voted"))
    });
    assert!(all.await, "{}", stage.message(ballot.id).unwrap().text());
    let matter = ground.look().await.1.ballot.unwrap();
    assert_eq!(matter.cast, 200);
    let tally: Vec<u32> = matter.tally.unwrap().into_values().collect();
    assert!(tally.contains(&80) && tally.iter().sum::<u32>() == 200, "{tally:?}");
    // What each was told alone is swept away: the channel is for those who look.
    let swept = stage.until(PATIENCE, |world| {
        scenery.crowd.iter().all(|user| world.private(*user, channel).is_empty())
    });
    assert!(swept.await);
    // The Law they wanted is passed, and the ballot says so where it stood.
    let law = open_choices_of(&matter.decision)[0].clone();
    let asked = |panel: &CouncilView| panel.ballot.as_ref().is_some_and(|m| m.closes.is_some());
    let edition = until(&ground, asked).await.ballot.unwrap().edition;
    let mine = format!(":y:{edition}");
    let shown = stage.until(PATIENCE, |world| {
        let ids = |one: &ShownMessage| one.custom_ids().iter().any(|id| id.ends_with(&mine));
        world.messages(channel).iter().any(ids)
    });
    assert!(shown.await, "it opens as a message of its own");
    let ballot = newest_ballot(&ground, edition).unwrap();
    until(&ground, |panel| panel.ballot.as_ref().is_none_or(|m| m.edition > edition)).await;
    let told = stage.until(PATIENCE, |world| {
        world.message(ballot.id).is_some_and(|one| one.text().contains("what came of it"))
    });
    assert!(told.await);
    let text = stage.message(ballot.id).unwrap().text();
    assert!(text.contains("204 voted, and that was enough: the people decided"), "{text}");
    let (id, _) = ground.look().await;
    let log = ground.play().bot().hall().log(id).await.unwrap();
    let passed = emberhall::council::log::effective_answers(&log);
    let passed = passed
        .iter()
        .rev()
        .find(|(_, one)| matches!(one.decided_by, DecidedBy::Public { .. }))
        .unwrap();
    assert_eq!(passed.1.choice, law);
    the_street_speaks(&ground).await;
    ground.close().await;
}

/// At the next card they say what they would do, and the Advisors read it beside the question.
async fn the_street_speaks(ground: &Ground) {
    let scenery = ground.play().scenery().clone();
    let (stage, channel) = (ground.play().sandbox(), ground.channel());
    until(ground, |panel| panel.questions.iter().any(|asked| asked.street.is_some())).await;
    let shown = |world: &World, words: &str| {
        world.messages(channel).iter().any(|one| {
            one.custom_ids().iter().any(|id| id.contains(":st:")) && one.text().contains(words)
        })
    };
    assert!(stage.until(PATIENCE, |world| shown(world, "")).await, "the card has its button");
    assert!(stage.pull("crowd", scenery.advisors[0], channel));
    assert!(stage.until(PATIENCE, |world| shown(world, "The street: ")).await);
    let all = async {
        loop {
            let asked = ground.look().await.1.questions;
            let voices = asked.iter().find_map(|asked| asked.street.as_ref()).expect("a card");
            if voices.cast == 200 {
                return voices.tally.clone().expect("everybody reads it");
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let tally = tokio::time::timeout(PATIENCE, all).await.expect("everybody has spoken");
    assert_eq!(tally.values().sum::<u32>(), 200, "{tally:?}");
    let swept =
        |world: &World| scenery.crowd.iter().all(|user| world.private(*user, channel).is_empty());
    assert!(stage.until(PATIENCE, swept).await);
}

fn open_choices_of(decision: &emberhall::game::Decision) -> Vec<String> {
    let open = decision.choices.iter().filter(|choice| choice.blocked.is_none());
    open.map(|choice| choice.key.clone()).collect()
}
