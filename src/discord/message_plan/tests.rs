//! Tests of the message planner.

use std::sync::Arc;

use super::{MessagePlan, MessageState, Posted};
use crate::council::log::DecidedBy;
use crate::council::notice::{Notice, NoticeKind};
use crate::council::seating::SeatState;
use crate::council::{Holder, UserId};
use crate::discord::localizer::Localizer;
use crate::frostpunk::Frostpunk;
use crate::game::{Game as _, Message, Progress, PublicEvent, Seat};
use crate::store::{CampaignId, OutboxItem};

fn localizer() -> Localizer {
    let game = Frostpunk::builtin().unwrap();
    let chair = |role| SeatState { role, holder: Holder::User(UserId(7)) };
    let chairs = game.roles().into_iter().map(chair).collect();
    Localizer { language: "en".to_owned(), game: Arc::new(game), chairs }
}

fn progress(phase: &str) -> Progress {
    Progress { round: 2, phase: phase.to_owned() }
}

fn item(id: i64, ping: &[u64], kind: NoticeKind) -> OutboxItem {
    let ping = ping.iter().map(|user| UserId(*user)).collect();
    let notice = Notice { topic: "q".to_owned(), fleeting: false, ping, kind };
    let try_at = crate::council::Timestamp(0);
    OutboxItem { id, campaign: CampaignId(1), notice, attempts: 0, try_at }
}

fn asked(question: u32, ask: &str) -> NoticeKind {
    NoticeKind::Asked { question, ask: ask.to_owned(), private: None, due: None }
}

fn answered(label: &str, phase: &str, events: usize) -> NoticeKind {
    let event = PublicEvent {
        kind: "turn".to_owned(),
        text: Message::new("event-turn"),
        data: serde_json::Value::Null,
        by_public: false,
    };
    NoticeKind::Answered {
        question: 1,
        ask: "turn".to_owned(),
        words: Some((Message::new("ask"), Message::new(label))),
        decided_by: DecidedBy::Seat { seat: Seat(0), by: UserId(7) },
        progress: progress(phase),
        events: vec![event; events],
        street: Vec::new(),
    }
}

/// State whose panel opened with a turn in the Action Phase.
fn state() -> MessageState {
    let asks = vec!["turn".to_owned()];
    let panel = Posted { message: 5, chapter: progress("action"), asks, ..Posted::default() };
    MessageState { panel: Some(panel), chapter: progress("action"), ..MessageState::default() }
}

fn take(state: &mut MessageState, items: Vec<OutboxItem>) -> MessagePlan {
    state.apply_notices(&items, &localizer())
}

#[test]
fn whoever_goes_on_with_a_turn_stays_on_the_same_message() {
    let mut state = state();
    let items =
        vec![item(1, &[], answered("gather", "action", 0)), item(2, &[], asked(2, "figure"))];
    let plan = take(&mut state, items);
    assert_eq!((plan.anew, plan.panel), (None, true));
    assert_eq!(state.panel.unwrap().decided.len(), 1);
}

#[test]
fn somebody_who_has_to_be_called_gets_a_new_message() {
    let plan = take(&mut state(), vec![item(3, &[8], asked(2, "fuel"))]);
    assert_eq!((plan.anew, plan.ping), (Some(3), vec![UserId(8)]));
}

#[test]
fn another_phase_or_the_next_turn_is_a_new_message() {
    let mut other = state();
    let items = vec![item(1, &[], answered("end", "dusk", 1)), item(2, &[], asked(2, "fuel"))];
    assert_eq!(take(&mut other, items).anew, Some(2));
    let mut next = state();
    let items = vec![
        item(1, &[], answered("snow", "action", 0)),
        item(2, &[], asked(2, "figure")),
        item(3, &[], answered("worker", "action", 1)),
        item(4, &[], asked(3, "turn")),
    ];
    assert_eq!(take(&mut next, items).anew, Some(4));
    assert_eq!(next.news().len(), 1, "what happened is told by it");
}

#[test]
fn the_same_question_again_and_again_is_one_message() {
    let mut state = state();
    for id in 0..9 {
        let items = vec![
            item(2 * id, &[], answered("worker", "action", 1)),
            item(2 * id + 1, &[], asked(2, "turn")),
        ];
        assert_eq!(take(&mut state, items).anew, None);
    }
}

#[test]
fn the_same_news_again_with_more_behind_it_wants_the_same_message() {
    // After a crash: the nonce must be the one the message was sent with.
    let first = item(3, &[8], asked(2, "fuel"));
    let plan = take(&mut state(), vec![first.clone()]);
    let more =
        vec![first, item(4, &[], answered("a", "action", 1)), item(5, &[9], asked(3, "law"))];
    let again = take(&mut state(), more);
    assert_eq!(plan.anew, again.anew);
    assert_eq!(again.ping, [UserId(9)], "whoever has answered is called no more");
}

#[test]
fn what_is_taken_back_was_never_decided() {
    let undone = |answers| NoticeKind::Undone {
        answers,
        words: Vec::new(),
        by: UserId(7),
        unanimous: false,
        progress: progress("action"),
    };
    let mut state = state();
    let plan = take(
        &mut state,
        vec![
            item(1, &[], answered("gather", "action", 1)),
            item(2, &[], answered("worker", "action", 1)),
            item(3, &[], undone(1)),
        ],
    );
    assert_eq!(plan.anew, None);
    assert_eq!(state.news().len(), 1, "what came of it is not told");
    let plan = take(&mut state, vec![item(4, &[], undone(2))]);
    assert_eq!(plan.anew, Some(4), "it goes back beyond this message");
    assert!(state.news().is_empty());
}

#[test]
fn what_one_person_does_in_a_row_is_one_line() {
    let mut state = state();
    let items =
        ["gather", "worker", "worker"].map(|label| item(1, &[], answered(label, "action", 0)));
    take(&mut state, items.to_vec());
    let lines = state.panel.unwrap().lines(&localizer());
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("×2") && lines[0].contains("<@7>"), "{lines:?}");
}

#[test]
fn what_is_remembered_can_be_read_again_and_an_empty_memory_is_an_empty_desk() {
    let mut state = state();
    take(&mut state, vec![item(1, &[], answered("gather", "action", 2))]);
    let kept = serde_json::to_value(&state).unwrap();
    assert_eq!(serde_json::from_value::<MessageState>(kept).unwrap(), state);
    assert_eq!(serde_json::from_str::<MessageState>("{}").unwrap(), MessageState::default());
}
