//! What a log says of each answer, and a state of its ballot: as the game asked, or it is refused.

use serde_json::{Value, json};

use crate::forgeries::{Forgery, forged};
use crate::sound::{Taker, export, finished, rich, verify};

/// The first answer of the log.
fn answer(value: &mut Value) -> &mut Value {
    let entries = value["entries"].as_array_mut().unwrap();
    entries.iter_mut().find_map(|entry| entry.pointer_mut("/what/answer")).unwrap()
}

fn entry(value: &mut Value) -> &mut Value {
    let entries = value["entries"].as_array_mut().unwrap();
    entries.iter_mut().find(|entry| entry.pointer("/what/answer").is_some()).unwrap()
}

const FORGERIES: &[Forgery] = &[
    ("another kind", |v| answer(v)["ask"] = json!("omen"), "cannot be true"),
    ("a secret told", |v| answer(v)["private"] = Value::Null, "cannot be true"),
    (
        "a vote for nothing",
        |v| answer(v)["how"] = json!({"vote": {"votes": {"0": "nonsense"}, "tie": false}}),
        "cannot be true",
    ),
    (
        "a vote of nobody",
        |v| answer(v)["how"] = json!({"vote": {"votes": {"77": "x"}, "tie": false}}),
        "cannot be true",
    ),
    (
        "people who were for nothing",
        |v| {
            let people = json!({"tally": {"nonsense": 3}, "advisors": false, "tie": false});
            answer(v)["how"] = json!({ "people": people });
        },
        "cannot be true",
    ),
    (
        "a seat of nobody",
        |v| answer(v)["how"] = json!({"seat": {"seat": 77, "by": 1}}),
        "cannot be true",
    ),
    ("another time", |v| entry(v)["chapter"]["round"] = json!(99), "cannot be true"),
    (
        "a ballot for what nobody offers",
        |v| {
            v["council"]["petition"]["offers"] = json!(["nonsense"]);
            v["votes"] = json!({});
        },
        "never given",
    ),
    (
        "a language that is none",
        |v| v["council"]["settings"]["language"] = json!("\u{202e}en"),
        "settings",
    ),
];

#[tokio::test]
async fn what_is_told_of_an_answer_is_what_was_asked() {
    let (mut taker, hall) = (Taker::new("told").await, rich());
    for (name, change, says) in FORGERIES {
        let out = forged(&hall, change);
        let why = verify(&out).map(|_| ()).expect_err(name);
        assert!(why.contains(says), "{name}: {why}");
        assert_eq!(taker.take(out).await.map(|_| ()).expect_err(name), why);
    }
}

#[test]
fn a_campaign_that_is_over_stands_where_its_game_ended() {
    let hall = finished();
    verify(&export(&hall)).unwrap();
    let out = forged(&hall, |v| v["council"]["chapter"]["phase"] = json!("x"));
    assert!(verify(&out).unwrap_err().contains("stands elsewhere"));
}
