//! What news makes of the messages of a channel.

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

fn tongue() -> Localizer {
    let game = Frostpunk::builtin().unwrap();
    let chair = |role| SeatState { role, holder: Holder::User(UserId(7)) };
    let chairs = game.roles().into_iter().map(chair).collect();
    Localizer { language: "en".to_owned(), game: Arc::new(game), chairs }
}

fn chapter(phase: &str) -> Progress {
    Progress { round: 2, phase: phase.to_owned() }
}

fn parcel(id: i64, call: &[u64], news: NoticeKind) -> OutboxItem {
    let call = call.iter().map(|user| UserId(*user)).collect();
    let notice = Notice { topic: "q".to_owned(), fleeting: false, ping: call, kind: news };
    let try_at = crate::council::Timestamp(0);
    OutboxItem { id, campaign: CampaignId(1), notice, attempts: 0, try_at }
}

fn asked(question: u32, ask: &str) -> NoticeKind {
    NoticeKind::Asked { question, ask: ask.to_owned(), private: None, due: None }
}

fn answered(label: &str, phase: &str, events: usize) -> NoticeKind {
    let told = PublicEvent {
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
        progress: chapter(phase),
        events: vec![told; events],
        street: Vec::new(),
    }
}

/// A desk whose panel opened with a turn in the Action Phase.
fn desk() -> MessageState {
    let asks = vec!["turn".to_owned()];
    let panel = Posted { message: 5, chapter: chapter("action"), asks, ..Posted::default() };
    MessageState { panel: Some(panel), chapter: chapter("action"), ..MessageState::default() }
}

fn take(desk: &mut MessageState, news: Vec<OutboxItem>) -> MessagePlan {
    desk.apply_notices(&news, &tongue())
}

#[test]
fn whoever_goes_on_with_a_turn_stays_on_the_same_message() {
    let mut desk = desk();
    let news =
        vec![parcel(1, &[], answered("gather", "action", 0)), parcel(2, &[], asked(2, "figure"))];
    let plan = take(&mut desk, news);
    assert_eq!((plan.anew, plan.panel), (None, true));
    assert_eq!(desk.panel.unwrap().decided.len(), 1);
}

#[test]
fn somebody_who_has_to_be_called_gets_a_new_message() {
    let plan = take(&mut desk(), vec![parcel(3, &[8], asked(2, "fuel"))]);
    assert_eq!((plan.anew, plan.call), (Some(3), vec![UserId(8)]));
}

#[test]
fn another_phase_or_the_next_turn_is_a_new_message() {
    let mut other = desk();
    let news = vec![parcel(1, &[], answered("end", "dusk", 1)), parcel(2, &[], asked(2, "fuel"))];
    assert_eq!(take(&mut other, news).anew, Some(2));
    let mut next = desk();
    let news = vec![
        parcel(1, &[], answered("snow", "action", 0)),
        parcel(2, &[], asked(2, "figure")),
        parcel(3, &[], answered("worker", "action", 1)),
        parcel(4, &[], asked(3, "turn")),
    ];
    assert_eq!(take(&mut next, news).anew, Some(4));
    assert_eq!(next.news().len(), 1, "what happened is told by it");
}

#[test]
fn the_same_question_again_and_again_is_one_message() {
    let mut desk = desk();
    for id in 0..9 {
        let news = vec![
            parcel(2 * id, &[], answered("worker", "action", 1)),
            parcel(2 * id + 1, &[], asked(2, "turn")),
        ];
        assert_eq!(take(&mut desk, news).anew, None);
    }
}

#[test]
fn the_same_news_again_with_more_behind_it_wants_the_same_message() {
    // After a crash: the nonce must be the one the message was sent with.
    let first = parcel(3, &[8], asked(2, "fuel"));
    let plan = take(&mut desk(), vec![first.clone()]);
    let more =
        vec![first, parcel(4, &[], answered("a", "action", 1)), parcel(5, &[9], asked(3, "law"))];
    let again = take(&mut desk(), more);
    assert_eq!(plan.anew, again.anew);
    assert_eq!(again.call, [UserId(9)], "whoever has answered is called no more");
}

#[test]
fn what_is_taken_back_was_never_decided() {
    let undone = |answers| NoticeKind::Undone {
        answers,
        words: Vec::new(),
        by: UserId(7),
        unanimous: false,
        progress: chapter("action"),
    };
    let mut desk = desk();
    let plan = take(
        &mut desk,
        vec![
            parcel(1, &[], answered("gather", "action", 1)),
            parcel(2, &[], answered("worker", "action", 1)),
            parcel(3, &[], undone(1)),
        ],
    );
    assert_eq!(plan.anew, None);
    assert_eq!(desk.news().len(), 1, "what came of it is not told");
    let plan = take(&mut desk, vec![parcel(4, &[], undone(2))]);
    assert_eq!(plan.anew, Some(4), "it goes back beyond this message");
    assert!(desk.news().is_empty());
}

#[test]
fn what_one_person_does_in_a_row_is_one_line() {
    let mut desk = desk();
    let news =
        ["gather", "worker", "worker"].map(|label| parcel(1, &[], answered(label, "action", 0)));
    take(&mut desk, news.to_vec());
    let lines = desk.panel.unwrap().lines(&tongue());
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("×2") && lines[0].contains("<@7>"), "{lines:?}");
}

#[test]
fn what_is_remembered_can_be_read_again_and_an_empty_memory_is_an_empty_desk() {
    let mut desk = desk();
    take(&mut desk, vec![parcel(1, &[], answered("gather", "action", 2))]);
    let kept = serde_json::to_value(&desk).unwrap();
    assert_eq!(serde_json::from_value::<MessageState>(kept).unwrap(), desk);
    assert_eq!(serde_json::from_str::<MessageState>("{}").unwrap(), MessageState::default());
}
