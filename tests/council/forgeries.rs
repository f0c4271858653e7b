//! Forged campaigns: each is refused, and what is wrong with it is named.

use emberhall::store::Exported;
use serde_json::{Value, json};

use crate::kit::{Hall, quietly};
use crate::sound::{Taker, export, finished, rich, verify};

/// The same file with something changed, and a checksum that fits.
pub fn forged(hall: &Hall, change: impl FnOnce(&mut Value)) -> Exported {
    let mut value = serde_json::to_value(export(hall)).unwrap();
    let before = value.clone();
    change(&mut value);
    assert_ne!(value, before, "nothing was changed");
    let mut out: Exported = serde_json::from_value(value).unwrap();
    out.update_checksum().unwrap();
    out
}

pub type Forgery = (&'static str, fn(&mut Value), &'static str);
type Wider<'a> = (&'a str, &'a dyn Fn(&mut Value), &'a str);

/// What can be forged in a campaign that is being played, and what is said to it.
const FORGERIES: &[Forgery] = &[
    (
        "a chair more",
        |v| push(v, "/council/chairs", json!({"role": "west", "holder": {"user": 9}})),
        "another state",
    ),
    ("a role twice", |v| v["council"]["chairs"][1]["role"] = json!("north"), ""),
    (
        "an empty chair",
        |v| v["council"]["chairs"][1]["holder"] = json!("nobody"),
        "nobody holds chair 1",
    ),
    ("a pace of no time", |v| v["council"]["settings"]["pace"] = json!({"every": 0}), "settings"),
    ("a window before it opens", |v| v["council"]["settings"]["window"] = json!(-1), "settings"),
    (
        "a language without end",
        |v| v["council"]["settings"]["language"] = json!("x".repeat(99)),
        "settings",
    ),
    (
        "a question that waits no time",
        |v| v["council"]["questions"][0]["due"] = v["council"]["questions"][0]["opened"].clone(),
        "waits for a time",
    ),
    (
        "a question that waits for ever",
        |v| v["council"]["questions"][0]["due"] = json!(250_000_000_000_000_i64),
        "waits for a time",
    ),
    (
        "a deadline past all time",
        |v| v["council"]["questions"][0]["due"] = json!(i64::MAX),
        "time that cannot be",
    ),
    (
        "a question asked before all time",
        |v| v["council"]["questions"][0]["opened"] = json!(i64::MIN),
        "time that cannot be",
    ),
    (
        "a question nobody asks",
        |v| v["council"]["questions"][0]["decision"] = json!(4711),
        "does not ask",
    ),
    (
        "a question of another kind",
        |v| v["council"]["questions"][0]["ask"] = json!("gift"),
        "does not ask",
    ),
    ("a question left out", |v| v["council"]["questions"] = json!([]), "is not open"),
    (
        "a question twice",
        |v| push(v, "/council/questions", v.pointer("/council/questions/0").unwrap().clone()),
        "number",
    ),
    (
        "a number of before",
        |v| v["council"]["questions"][0]["number"] = json!(1),
        "number that is not its own",
    ),
    (
        "a number to come",
        |v| v["council"]["questions"][0]["number"] = json!(999),
        "number that is not its own",
    ),
    (
        "a vote for nothing",
        |v| v["council"]["questions"][0]["votes"]["0"] = json!("nonsense"),
        "votes that nobody",
    ),
    (
        "a vote of no seat",
        |v| v["council"]["questions"][0]["votes"]["3"] = json!("sing"),
        "votes that nobody",
    ),
    (
        "a tie between nothing",
        |v| v["council"]["questions"][0]["leader"] = json!({"tie": []}),
        "past that cannot be",
    ),
    (
        "a ballot to come",
        |v| v["council"]["questions"][0]["ballot"] = json!(99),
        "past that cannot be",
    ),
    (
        "a question for one seat",
        |v| v["council"]["questions"][0]["way"] = json!({"own": 0}),
        "somebody else",
    ),
    (
        "a secret that is none",
        |v| v["council"]["questions"][0]["private"] = json!(1),
        "somebody else",
    ),
    ("a seat nobody has", |v| v["council"]["seen"]["77"] = json!(5), "seat 77"),
    (
        "a turn of no seat",
        |v| v["council"]["turn"] = json!({"seat": 9, "until": 5, "told": false}),
        "seat 9",
    ),
    (
        "an order of no seat",
        |v| v["council"]["orders"]["8"] = v["council"]["orders"]["1"].clone(),
        "an order",
    ),
    (
        "an order done and not gone",
        |v| v["council"]["orders"]["1"][0]["taken"] = json!(1),
        "an order",
    ),
    ("an order of nothing", |v| v["council"]["orders"]["1"] = json!([]), "an order"),
    (
        "an answer for a seat that is not there",
        |v| v["council"]["away"]["8"] = json!({"omen": "sing"}),
        "away",
    ),
    (
        "a motion to undo nothing",
        |v| v["council"]["proposal"]["motion"] = json!({"undo": {"back_to": 0}}),
        "motion",
    ),
    ("a voice of no seat", |v| v["council"]["proposal"]["voices"]["9"] = json!(true), "motion"),
    (
        "a motion past all time",
        |v| v["council"]["proposal"]["due"] = json!(i64::MAX),
        "time that cannot be",
    ),
    ("a people's vote for nothing", |v| v["votes"]["60"] = json!("nonsense"), "ballot"),
    ("a people's vote without a ballot", |v| v["council"]["petition"] = Value::Null, "ballot"),
    (
        "a ballot that comes after the last",
        |v| v["council"]["petition"]["edition"] = json!(4_294_967_295_u32),
        "ballots",
    ),
    ("ballots without end", |v| v["council"]["editions"] = json!(4_294_967_295_u32), "ballots"),
    ("questions without end", |v| v["council"]["numbers"] = json!(4_294_967_295_u32), "questions"),
    ("kept past its end", |v| v["council"]["kept"] = json!(9999), "kept"),
    ("another chapter", |v| v["council"]["chapter"]["round"] = json!(77), "stands elsewhere"),
    ("paused before all time", |v| v["council"]["paused"] = json!(i64::MIN), "time that cannot be"),
    ("over without an end", |v| v["council"]["stage"] = json!("over"), "whether it is over"),
    ("a lobby with a log", |v| v["council"]["stage"] = json!("gathering"), "that it began"),
    ("a beginning twice", |v| v["entries"][2]["what"] = v["entries"][0]["what"].clone(), ""),
    ("no beginning", |v| v["entries"][0]["what"] = json!({"paused": {"by": 1}}), ""),
    (
        "another hash",
        |v| v["entries"][0]["what"]["began"]["commitment"] = json!("0".repeat(64)),
        "does not fit the hash",
    ),
    ("another seed", |v| v["charter"]["seed"] = json!(99), "does not fit the hash"),
    (
        "an end in the middle",
        |v| v["entries"][2]["what"] = json!({"ended": {"outcome": "won", "by": null}}),
        "",
    ),
    (
        "another answer",
        |v| v["entries"][1]["what"]["answer"]["choice"] = json!("nonsense"),
        "entry 2",
    ),
    ("an entry past all time", |v| v["entries"][1]["at"] = json!(i64::MAX), "entry 2"),
    (
        "an undo of nothing",
        |v| {
            push_entry(
                v,
                json!({"undo": {"back_to": 1, "answers": 0, "by": 1, "unanimous": false}}),
            );
        },
        "another state",
    ),
    (
        "an undo of too much",
        |v| {
            push_entry(
                v,
                json!({"undo": {"back_to": 2, "answers": 900, "by": 1, "unanimous": false}}),
            );
        },
        "",
    ),
    (
        "a chair that is not there",
        |v| {
            push_entry(
                v,
                json!({"chair": {"seat": 44, "from": "nobody", "to": "nobody", "by": 1}}),
            );
        },
        "cannot be true",
    ),
    ("no copy of the game", |v| v["kept"] = Value::Null, "no copy"),
    ("another scenario", |v| v["charter"]["scenario"] = json!("picnic"), ""),
    ("another option", |v| v["charter"]["options"]["speed"] = json!("9"), ""),
];

fn push(value: &mut Value, at: &str, what: Value) {
    value.pointer_mut(at).unwrap().as_array_mut().unwrap().push(what);
}

/// One more entry, so that the numbers fit.
fn push_entry(value: &mut Value, what: Value) {
    let mut entry = value["entries"].as_array().unwrap().last().unwrap().clone();
    let seq = entry["seq"].as_u64().unwrap() + 1;
    entry["seq"] = json!(seq);
    entry["what"] = what;
    push(value, "/entries", entry);
    value["council"]["seq"] = json!(seq);
}

#[tokio::test]
async fn a_forged_campaign_is_refused_and_the_forgery_is_named() {
    let (mut taker, hall) = (Taker::new("forged").await, rich());
    taker.take(export(&hall)).await.expect("what is not forged is taken in");
    for (name, change, says) in FORGERIES {
        let out = forged(&hall, change);
        let why = verify(&out).map(|_| ()).expect_err(name);
        assert!(why.contains(says), "{name}: {why}");
        assert!(!why.contains("panicked"), "{name}: {why}");
        assert_eq!(taker.take(out).await.map(|_| ()).expect_err(name), why);
    }
}

#[tokio::test]
async fn a_finished_campaign_does_not_verify_with_other_answers_or_another_end() {
    let (mut taker, hall) = (Taker::new("finished").await, finished());
    verify(&export(&hall)).expect("it was played like this");
    let nonsense = |value: &mut Value| {
        for entry in value["entries"].as_array_mut().unwrap() {
            if let Some(answer) = entry["what"].get_mut("answer") {
                answer["choice"] = json!("nonsense");
            }
        }
    };
    let forgeries: [Wider<'_>; 7] = [
        ("nonsense", &nonsense, "there is no such answer"),
        (
            "nonsense, and no game",
            &|v| {
                nonsense(v);
                v["kept"] = Value::Null;
                v["council"]["kept"] = json!(0);
            },
            "no copy",
        ),
        ("no game", &|v| v["kept"] = Value::Null, "no copy"),
        (
            "won",
            &|v| last(v)["what"]["ended"]["outcome"] = json!({"lost": {"cause": "cold"}}),
            "another end",
        ),
        (
            "given up",
            &|v| last(v)["what"]["ended"] = json!({"outcome": null, "by": 1}),
            "another end",
        ),
        ("not over", &|v| v["council"]["stage"] = json!("running"), "whether it is over"),
        ("a question", &|v| v["council"]["paused"] = json!(5), "not being played"),
    ];
    for (name, change, says) in forgeries {
        let out = forged(&hall, change);
        let why = verify(&out).map(|_| ()).expect_err(name);
        assert!(why.contains(says), "{name}: {why}");
        taker.take(out).await.map(|_| ()).expect_err(name);
    }
}

fn last(value: &mut Value) -> &mut Value {
    value["entries"].as_array_mut().unwrap().last_mut().unwrap()
}

#[tokio::test]
async fn a_forged_lobby_is_refused() {
    let mut taker = Taker::new("forged-lobby").await;
    let hall = Hall::lobby(quietly(), 1, 4);
    let forgeries: [Forgery; 6] = [
        (
            "sixty chairs",
            |v| v["council"]["chairs"] = json!(vec![v["council"]["chairs"][0].clone(); 60]),
            "chairs",
        ),
        ("no chairs", |v| v["council"]["chairs"] = json!([]), "chairs"),
        ("a chair less", |v| drop(v["council"]["chairs"].as_array_mut().unwrap().pop()), "chairs"),
        ("a stranger's scenario", |v| v["charter"]["scenario"] = json!("picnic"), "never begin"),
        ("a stranger's option", |v| v["charter"]["options"]["speed"] = json!("9"), "never begin"),
        ("numbers given", |v| v["council"]["numbers"] = json!(7), "not being played"),
    ];
    for (name, change, says) in forgeries {
        let why = taker.take(forged(&hall, change)).await.map(|_| ()).expect_err(name);
        assert!(why.contains(says), "{name}: {why}");
    }
}
