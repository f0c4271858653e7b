//! Clicks, choices, forms and commands no honest client would send, and those that come too late.

use std::sync::Arc;
use std::time::Instant;

use emberhall::council::CampaignStatus;
use tokio::task::JoinSet;

use crate::kit::Scene;
use crate::players::Dice;
use crate::tables::tables;

/// How many.
const MANY: usize = 10_000;
/// One in so many is a command of somebody whom it is none of the business.
const COMMANDS: usize = 25;
const MEDDLING: [&str; 10] = [
    "campaign undo",
    "campaign pause",
    "campaign resume",
    "campaign abandon",
    "campaign begin",
    "campaign leave",
    "campaign export",
    "campaign extend",
    "campaign hand",
    "advise",
];
/// So many at a time.
const AT_ONCE: usize = 32;

/// An id like a real one, and wrong.
fn forged(real: &[String], dice: &mut Dice) -> String {
    let id = dice.pick(real);
    let mut words: Vec<String> = id.split(':').map(str::to_owned).collect();
    match dice.below(12) {
        0 => return String::new(),
        1 => return "e0".to_owned() + &id[2..],
        2 => return id.repeat(1 + dice.below(12)),
        3 => return id.chars().take(dice.below(id.len())).collect(),
        4 => words[1] = (1 + dice.below(1000)).to_string(),
        5 => dice.pick(&["-1", "0", "99999999999999999999", "x", ""]).clone_into(&mut words[1]),
        6 => words[2] = char::from(b'a' + dice.below(26) as u8).to_string(),
        7 if words.len() > 3 => words[3] = dice.below(200).to_string(),
        8 if words.len() > 3 => "4294967296".clone_into(&mut words[3]),
        9 => words.push("🜂".repeat(dice.below(40))),
        10 => {
            let at = dice.below(words.len());
            words.remove(at);
        }
        // The id as it is, by somebody it is not for.
        _ => {}
    }
    words.join(":")
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_forged_or_stale_interactions_are_answered_and_change_nothing() {
    let scene = Scene::new(4).await;
    let id = scene.untimed(91).await;
    let mut dice = Dice(91);
    let mut real: Vec<String> = Vec::new();
    for _ in 0..25 {
        let all = scene.messages();
        real.extend(all.iter().flat_map(|one| one.custom_ids()).map(str::to_owned));
        scene.step(id, &mut dice).await;
    }
    scene.settled().await;
    assert_eq!(scene.look(id).await.status, CampaignStatus::Running);
    // Anybody may ask to be called when the people vote.
    real.retain(|id| !id.contains(":cm:"));
    real.sort_unstable();
    real.dedup();
    let file = scene.folder.0.join("hall.sqlite");
    let before = (scene.look(id).await, scene.hall().log(id).await.unwrap());
    let rows = tables(&file).await;
    let shown = scene.messages();
    let messages: Vec<u64> = shown.iter().map(|one| one.id).chain([1, u64::MAX >> 1]).collect();
    let since = Instant::now();
    let scene = Arc::new(scene);
    let mut clicks = JoinSet::new();
    for _ in 0..MANY {
        let (custom, message) = (forged(&real, &mut dice), dice.pick(&messages));
        let values = dice.one_in(3).then(|| vec![forged(&real, &mut dice)]);
        let command = dice.one_in(COMMANDS).then(|| dice.pick(&MEDDLING));
        let scene = Arc::clone(&scene);
        clicks.spawn(async move {
            let (user, channel) = (scene.stranger, scene.channel);
            if let Some(path) = command {
                scene.slash(user, path, Vec::new()).await;
                return;
            }
            let acted =
                scene.sandbox.forge(user, channel, Some(message), &custom, values.clone()).await;
            assert!(acted.ack.is_answered(), "{custom:?} {values:?}: {:?}", acted.ack);
        });
        if clicks.len() >= AT_ONCE {
            clicks.join_next().await.unwrap().unwrap();
        }
    }
    while let Some(done) = clicks.join_next().await {
        done.unwrap();
    }
    println!("{MANY} forged or stale interactions in {:?}", since.elapsed());
    let mut scene = Arc::into_inner(scene).unwrap();
    scene.settled().await;
    assert_eq!((scene.look(id).await, scene.hall().log(id).await.unwrap()), before);
    let after = tables(&file).await;
    // What was answered is remembered for a while, so that a repeated request is answered alike.
    let answered = after["request"].iter().filter(|row| !rows["request"].contains(row));
    answered.for_each(|row| assert!(row.contains("refused"), "{row}"));
    for (table, rows) in rows.iter().filter(|(table, _)| *table != "request") {
        let new: Vec<_> = after[table].iter().filter(|row| !rows.contains(row)).collect();
        assert!(new.is_empty() && &after[table] == rows, "rows of {table}: {new:#?}");
    }
    assert_eq!(scene.messages(), shown, "nothing that is shown has changed");
    assert_eq!(scene.hall().campaigns_of_server(scene.guild).await.unwrap().len(), 1);
    scene.goes_on(id, &mut dice, 4).await;
    scene.assert_clean();
    scene.stop().await;
}
