//! Whom the bot calls: those who are waited for, once for each question.

use emberhall::council::Span;

use crate::kit::Scene;
use crate::players::Dice;
use crate::stage::{END, turn, vote_on};
use crate::walk::all;

#[tokio::test(flavor = "multi_thread")]
async fn only_those_who_are_waited_for_are_called_and_once_for_each_question() {
    for seen in all().await {
        assert!(seen.calls.is_empty(), "{}: {:#?}", seen.about, &seen.calls);
        assert!(seen.players == 1 || seen.called > 0, "{}: nobody was called", seen.about);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_request_says_who_may_be_called() {
    for seen in all().await {
        assert!(seen.slips.is_empty(), "{}: {:#?}", seen.about, &seen.slips[..1]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn votes_changed_settings_and_looking_call_nobody() {
    let mut scene = Scene::new(4).await;
    let id = scene.begin(7).await;
    scene.until(id, &mut Dice(7), vote_on(END)).await;
    let called = scene.sandbox.pings();
    let messages = scene.messages().len();
    scene.answer(id, scene.people[0], 0).await;
    scene.answer(id, scene.people[0], 1).await;
    scene.answer(id, scene.people[1], 0).await;
    scene.command(scene.people[0], "campaign board", vec![]).await;
    scene.command(scene.people[1], "campaign pause", vec![]).await;
    scene.command(scene.people[1], "campaign resume", vec![]).await;
    scene.sign_for(scene.stranger, 0).await;
    assert_eq!(scene.messages().len(), messages, "nothing was posted");
    scene.command(scene.stranger, "campaign status", vec![]).await;
    assert_eq!(scene.messages().len(), messages + 1, "the table at the bottom again");
    assert_eq!(scene.sandbox.pings(), called, "and nobody was called");
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_calls_those_who_are_late_and_takes_the_place_of_the_one_before() {
    let mut scene = Scene::new(4).await;
    let id = scene.begin(7).await;
    scene.until(id, &mut Dice(7), vote_on(END)).await;
    scene.answer(id, scene.people[0], 0).await;
    let before = scene.messages().len();
    scene.wait(Span::hours(13)).await;
    let first = scene.told("🔔").await;
    let mut called = first.pinged.clone();
    called.sort_unstable();
    assert_eq!(called, scene.people[1..], "not whoever has voted");
    let panel = scene.panel().unwrap();
    let link = format!("{} shows {}", first.content(), panel.text());
    assert!(first.content().ends_with(&panel.id.to_string()), "{} is not in {link}", panel.id);
    scene.wait(Span::hours(7)).await;
    let second = scene.after(&first).await;
    assert!(second.content().contains("🔔"), "{}", second.text());
    scene.settled().await;
    assert!(scene.sandbox.message(first.id).is_none(), "one reminder is enough");
    assert_eq!(scene.messages().len(), before + 1);
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_acts_and_goes_on_is_not_called_again() {
    let mut scene = Scene::new(1).await;
    let id = scene.begin(7).await;
    let mut dice = Dice(7);
    scene.until(id, &mut dice, turn).await;
    let called = scene.sandbox.pings();
    for _ in 0..30 {
        scene.step(id, &mut dice).await;
    }
    scene.settled().await;
    assert_eq!(scene.sandbox.pings(), called, "one who plays alone and is there");
    scene.stop().await;
}
