//! Any single change of a file: it is refused, or harmless.

use std::panic::{AssertUnwindSafe, catch_unwind};

use emberhall::council::{CampaignStatus, Request, Span};
use emberhall::game::{Seat, Table};
use emberhall::store::Exported;
use serde_json::{Value, json};

use crate::kit::{Hall, MODERATOR};
use crate::sound::{Taker, export, rich};
use crate::toy::ROLES;
use crate::wander::{Dice, deed, pause, table, user};

/// All paths to values inside a value, files and copies of the game left out.
fn paths(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Object(map) => {
            for (name, inner) in map.iter().filter(|(name, _)| *name != "files") {
                paths(inner, &format!("{at}/{name}"), found);
            }
        }
        Value::Array(list) => {
            for (number, inner) in list.iter().enumerate() {
                paths(inner, &format!("{at}/{number}"), found);
            }
        }
        _ => {}
    }
}

fn other(value: &Value, dice: &mut Dice) -> Value {
    let numbers = [
        json!(0),
        json!(1),
        json!(-1),
        json!(2),
        json!(255),
        json!(65536),
        json!(i64::MAX),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(u32::MAX),
        json!(253_402_300_799_999_i64),
    ];
    let anything =
        [json!(null), json!(true), json!("x"), json!([]), json!({}), json!("sing"), json!("e1")];
    match value {
        Value::Number(number) if dice.one_in(3) => {
            json!(number.as_i64().unwrap_or(0).wrapping_add(dice.below(5) as i64 - 2))
        }
        Value::Number(_) => dice.pick(&numbers),
        Value::Bool(is) => json!(!is),
        Value::Array(list) if !list.is_empty() && dice.one_in(2) => {
            let (mut list, at) = (list.clone(), dice.below(list.len()));
            if dice.one_in(2) {
                drop(list.remove(at));
            } else {
                list.push(list[at].clone());
            }
            Value::Array(list)
        }
        Value::Null => dice.pick(&numbers),
        _ => dice.pick(&anything),
    }
}

#[tokio::test]
async fn any_one_change_of_a_file_is_refused_or_leaves_a_campaign_that_plays_to_its_end() {
    let mut taker = Taker::new("changes").await;
    let (mut taken, mut refused, mut malformed) = (0, 0, 0);
    for seed in 0..1500_u64 {
        let mut dice = Dice(90_000 + seed);
        let hall = if seed.is_multiple_of(5) { rich() } else { somewhere(&mut dice, seed % 40) };
        let mut value = serde_json::to_value(export(&hall)).unwrap();
        let mut all = Vec::new();
        let part =
            dice.pick(&["council", "council", "council", "charter", "entries", "votes", "kept"]);
        paths(&value[part], &format!("/{part}"), &mut all);
        let at = dice.pick(&all);
        let place = value.pointer_mut(&at).unwrap();
        *place = other(place, &mut dice);
        let Ok(mut out) = serde_json::from_value::<Exported>(value.clone()) else {
            malformed += 1;
            continue;
        };
        out.update_checksum().unwrap();
        match taker.take(out).await {
            Err(why) => {
                refused += 1;
                assert!(!why.contains("panicked"), "seed {seed}: {at}: {why}");
            }
            Ok(mut hall) => {
                taken += 1;
                let played = catch_unwind(AssertUnwindSafe(|| play_on(&mut hall, &mut dice)));
                let now = value.pointer(&at).cloned();
                assert!(played.is_ok(), "seed {seed}: {at} = {now:?}");
            }
        }
    }
    println!("{taken} taken in, {refused} refused, {malformed} malformed");
    assert!(taken > 100 && refused > 300, "{taken} taken in, {refused} refused");
}

/// After some random play.
fn somewhere(dice: &mut Dice, seed: u64) -> Hall {
    let mut hall = table(dice, seed);
    hall.check_every = 0;
    for _ in 0..dice.below(40) {
        let span = pause(dice, &hall);
        hall.wait(span);
        let _ = hall.ask(user(dice), deed(dice, &hall));
    }
    hall
}

/// Everybody looks, and answers what they may, until it is over.
fn play_on(hall: &mut Hall, dice: &mut Dice) {
    if hall.council().status == CampaignStatus::Lobby {
        let _ = hall.ask(1, Request::Sit { role: ROLES[0].to_owned(), also: true });
        hall.ok(MODERATOR, Request::Begin);
    }
    for step in 0..3000 {
        hall.campaign.view(None, hall.now);
        if hall.council().status == CampaignStatus::Over {
            return;
        }
        if hall.council().seating.users().is_empty() {
            hall.ok(MODERATOR, Request::Claim { seat: Seat(0) });
        }
        if hall.council().paused.is_some() {
            hall.ok(MODERATOR, Request::Resume);
        }
        if step % 50 == 49 {
            let _ = hall.ask(1, Request::PreviewUndo { back_to: None });
        }
        if !click(hall, dice) {
            hall.now += Span::hours(30);
            for _ in 0..20 {
                if !hall.wake() {
                    break;
                }
            }
        }
    }
    panic!("it does not end");
}

/// Somebody answers something.
pub fn click(hall: &mut Hall, dice: &mut Dice) -> bool {
    let decisions = hall.campaign.table().map_or_else(Vec::new, Table::decisions);
    for user in hall.council().seating.users() {
        let panel = hall.campaign.view(Some(user), hall.now);
        for asked in panel.questions.iter().filter(|asked| asked.yours) {
            let question = hall.council().questions.iter().find(|q| q.number == asked.number);
            let id = question.map(|question| question.decision);
            let Some(decision) = decisions.iter().find(|d| Some(d.id) == id) else { continue };
            let open = decision.choices.iter().filter(|choice| choice.blocked.is_none());
            let keys: Vec<String> = open.map(|choice| choice.key.clone()).collect();
            let choice = dice.pick(&keys);
            let before = hall.council().seq;
            let _ =
                hall.ask(user.0, Request::Choose { question: asked.number, choice, seat: None });
            if hall.council().seq > before {
                return true;
            }
        }
    }
    false
}
