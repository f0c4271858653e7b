//! What is said in turns: menus, clicks of others, stale clicks, taking back.

use emberhall::council::view::CouncilView;
use emberhall::sandbox::{Ack, Id, ShownMessage};

use crate::book::Book;
use crate::kit::Scene;
use crate::players::{Dice, answers};
use crate::stage::turn;

/// Everybody but these.
fn others(scene: &Scene, of: &[Id]) -> Vec<Id> {
    scene.people.iter().copied().filter(|user| !of.contains(user)).collect()
}

fn has_long_menu(message: &ShownMessage) -> bool {
    let long =
        |part: &serde_json::Value| part["options"].as_array().is_some_and(|all| all.len() > 10);
    message.components().any(long)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_taken_step_by_step() {
    let mut scene = Scene::new(4).await;
    let id = scene.begin(7).await;
    let mut dice = Dice(7);
    let mut book = Book::open(&scene, "Turns: what can be done, and who may do it.");
    let panel = scene.until(id, &mut dice, turn).await;
    let active = panel.questions[0].waiting[0].0;
    let other = others(&scene, &[active])[0];
    let first = scene.panel().unwrap();
    book.page("A turn", &first);
    let offers = scene.offers(id).await;
    let not_yours = scene.take(other, &offers[0]).await;
    assert_eq!(not_yours.ack, Ack::Reply { ephemeral: true });
    book.page("Another Advisor clicks", &scene.reply(&not_yours).await);
    let not_here = scene.take(scene.stranger, &offers[0]).await;
    book.page("Somebody without a seat clicks", &scene.reply(&not_here).await);
    let hand = scene.click(active, &first, ":h").await;
    book.page("My hand", &scene.reply(&hand).await);
    let none = scene.click(scene.stranger, &first, ":h").await;
    book.page("The hand of somebody without a seat", &scene.reply(&none).await);
    let advice = first.custom_ids().into_iter().find(|id| id.contains(":i:")).unwrap().to_owned();
    let advice = scene.click(active, &first, &advice).await;
    book.page("Advice", &scene.reply(&advice).await);
    scene.answer(id, active, 0).await;
    book.page("After the first click of the turn", &scene.again(&first));
    let number = panel.questions[0].number;
    let stale =
        scene.sandbox.forge(active, scene.channel, Some(first.id), &offers[0].id, None).await;
    let stale = scene.reply(&stale).await;
    book.page("The same button again, late", &stale);
    let newest = scene.panel().unwrap();
    assert!(stale.text().contains(&newest.id.to_string()), "the link leads to what is open");
    assert!(answers(&newest, number).is_empty());
    let back = scene.click(active, &newest, ":b").await;
    scene.settled().await;
    assert!(matches!(back.ack, Ack::Update | Ack::DeferredUpdate), "{:?}", back.ack);
    book.page("Taken back", &scene.panel().unwrap());
    scene.until(id, &mut dice, |_| has_long_menu(&scene.panel().unwrap())).await;
    book.page("A long menu", &scene.panel().unwrap());
    let old = scene.panel().unwrap();
    scene.until(id, &mut dice, |_| scene.panel().unwrap().id != old.id).await;
    book.page("The same message when it is past", &scene.again(&old));
    book.close("turns");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_citizen_card_offers_itself_in_private() {
    let mut scene = Scene::new(2).await;
    let id = scene.begin(7).await;
    let mut dice = Dice(3);
    let mut book = Book::open(&scene, "A Citizen card that can be played now.");
    let offered =
        |panel: &CouncilView| panel.questions.iter().any(|asked| asked.ask == "play_card");
    let panel = scene.until(id, &mut dice, offered).await;
    book.page("The panel", &scene.panel().unwrap());
    let holder = panel.questions[0].waiting[0].0;
    book.page("Pushed to the holder", &scene.whispered(holder).await);
    let other = others(&scene, &[holder])[0];
    let looks = scene.click(other, &scene.panel().unwrap(), ":h").await;
    book.page("The other looks into their own hand", &scene.reply(&looks).await);
    let advice = scene.command(other, "advise", vec![]).await;
    book.page("And asks for advice", &advice);
    let advice = scene.command(holder, "advise", vec![]).await;
    book.page("The holder asks for advice", &advice);
    book.close("play-card");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn past_a_reveal_all_must_agree_to_take_back() {
    let mut scene = Scene::new(4).await;
    let id = scene.begin(7).await;
    let mut book = Book::open(&scene, "Taking back past a reveal: a motion.");
    let mut dice = Dice(7);
    // The openings are laid open together when the last is given: a reveal.
    scene.until(id, &mut dice, turn).await;
    let (ada, bela) = (scene.people[0], scene.people[1]);
    let panel = scene.panel().unwrap();
    let sure = scene.click(ada, &panel, ":b").await;
    let sure = scene.reply(&sure).await;
    book.page("Ada presses Take back", &sure);
    let ask = sure.custom_ids()[0].to_owned();
    scene.click(ada, &sure, &ask).await;
    scene.settled().await;
    book.page("She asks the others", &scene.again(&sure));
    let motion = scene.newest();
    book.page("The motion", &motion);
    let twice = scene.click(bela, &again_for(&scene, bela).await, &ask).await;
    book.page("Bela asks for the same", &scene.reply(&twice).await);
    let stranger = scene.click(scene.stranger, &motion, ":1").await;
    book.page("Somebody without a seat agrees", &scene.reply(&stranger).await);
    scene.click(bela, &motion, ":1").await;
    scene.settled().await;
    book.page("Bela agrees", &scene.again(&motion));
    scene.click(scene.people[2], &motion, ":0").await;
    scene.settled().await;
    book.page("Cleo does not", &scene.again(&motion));
    let sure = again_for(&scene, ada).await;
    scene.click(ada, &sure, &ask_of(&sure)).await;
    scene.settled().await;
    let motion = scene.newest();
    for user in scene.people.iter().skip(1) {
        scene.click(*user, &motion, ":1").await;
    }
    scene.settled().await;
    book.page("Asked anew, all agree", &scene.again(&motion));
    book.page("The panel then", &scene.panel().unwrap());
    book.close("undo");
    scene.assert_clean();
    scene.stop().await;
}

/// What would be taken back, as one person is shown it.
async fn again_for(scene: &Scene, user: Id) -> ShownMessage {
    let shown = scene.click(user, &scene.panel().unwrap(), ":b").await;
    scene.reply(&shown).await
}

fn ask_of(message: &ShownMessage) -> String {
    message.custom_ids()[0].to_owned()
}
