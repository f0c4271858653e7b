//! Faults on order.

use std::time::{Duration, Instant};

use emberhall::sandbox::{Fault, FaultTrigger, Options};
use serde_json::json;

use super::town::{SOON, Town};

const SEND: &str = "/channels/{channel_id}/messages";
const CALLBACK: &str = "/interactions/{interaction_id}/{interaction_token}/callback";

#[tokio::test]
async fn a_request_fails_as_often_as_was_ordered() {
    let town = Town::quiet(Options::default()).await;
    for (status, times) in [(500, 2), (429, 1), (502, 1)] {
        let retry_after = Duration::from_millis(300);
        let on = FaultTrigger::new("POST", SEND);
        let fault = town.fault(Fault::Answer { on, status, retry_after, times });
        for _ in 0..times {
            let code = town.refused(json!({ "content": "x" })).await;
            assert_eq!(code, isize::try_from(status).unwrap());
        }
        assert_eq!(town.hits(fault), times);
        assert!(town.send(town.channel, json!({ "content": "x" })).await.is_ok());
        assert_eq!(town.hits(fault), times);
    }
    assert_eq!(town.messages(town.channel).len(), 3);
    let faulted = town.requests().iter().filter(|one| one.faulted).count();
    assert_eq!(faulted, 4);
    town.blameless();
}

#[tokio::test]
async fn a_connection_breaks_before_or_after_the_deed() {
    let town = Town::quiet(Options::default()).await;
    let on = || FaultTrigger::new("POST", SEND);
    town.fault(Fault::DropBefore { on: on(), times: 1 });
    assert_eq!(town.refused(json!({ "content": "before" })).await, -1);
    assert!(town.messages(town.channel).is_empty());
    town.fault(Fault::DropAfter { on: on(), times: 1 });
    assert_eq!(town.refused(json!({ "content": "after" })).await, -1);
    assert_eq!(town.messages(town.channel).len(), 1, "done, and nobody was told");
    assert!(town.send(town.channel, json!({ "content": "x" })).await.is_ok());
    let statuses: Vec<u16> = town.requests().iter().map(|one| one.status).collect();
    assert_eq!(statuses, [0, 0, 200]);
}

#[tokio::test]
async fn an_answer_can_take_its_time_and_is_waited_for() {
    let town = Town::quiet(Options::default()).await;
    let by = Duration::from_millis(200);
    town.fault(Fault::Delay { on: FaultTrigger::any(), by, times: 1 });
    let since = Instant::now();
    let body = json!({ "content": "x" });
    let (sent, ()) = tokio::join!(town.send(town.channel, body), async {
        tokio::time::sleep(Duration::from_millis(20)).await;
        town.sandbox.quiet(Duration::from_millis(50)).await;
        assert!(since.elapsed() >= by, "it was not quiet while a request was open");
    });
    assert!(sent.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_answer_leaves_the_user_without_one() {
    let ack_within = Duration::from_millis(400);
    let town = Town::with_bot(Options { ack_within, ..Options::default() }).await;
    let board = town.board().await;
    let fault = |times| Fault::Answer {
        on: FaultTrigger::new("POST", CALLBACK),
        status: 500,
        retry_after: Duration::ZERO,
        times,
    };
    town.fault(fault(1));
    let acted = town.clicks(town.ben, board.id, "private").await;
    assert!(!acted.ack.is_answered());
    assert!(town.private(town.ben, town.channel).is_empty());
    assert!(town.clicks(town.ben, board.id, "private").await.ack.is_answered());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interaction_may_come_twice() {
    let town = Town::with_bot(Options::default()).await;
    let board = town.board().await;
    town.fault(Fault::Twice { times: 1 });
    let acted = town.clicks(town.ben, board.id, "private").await;
    assert!(acted.ack.is_answered());
    assert!(town.until(SOON, |_| !town.seen.errors().is_empty()).await);
    assert_eq!(town.seen.errors(), [40_060]);
    assert_eq!(town.private(town.ben, town.channel).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn interactions_are_held_back_until_they_are_released() {
    let town = Town::with_bot(Options::default()).await;
    let board = town.board().await;
    let hold = town.fault(Fault::Hold { times: 2 });
    let first = town.click(town.ben, board.id, "private");
    let second = town.click(town.anna, board.id, "private");
    let wait = Duration::from_millis(100);
    let (first, second, ()) = tokio::join!(first, second, async {
        while town.hits(hold) < 2 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        tokio::time::sleep(wait).await;
        town.fault(Fault::Release { backwards: true });
    });
    // A bot may answer in any order; in which one it was told is looked at in the gateway.
    for acted in [first.unwrap(), second.unwrap()] {
        assert!(acted.ack.is_answered() && acted.after >= wait, "{acted:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_may_be_lost_for_good() {
    let ack_within = Duration::from_millis(200);
    let town = Town::with_bot(Options { ack_within, ..Options::default() }).await;
    let board = town.board().await;
    town.fault(Fault::Lose { event: "INTERACTION_CREATE".to_owned(), times: 1 });
    assert!(!town.clicks(town.ben, board.id, "private").await.ack.is_answered());
    assert!(town.clicks(town.ben, board.id, "private").await.ack.is_answered());
}
