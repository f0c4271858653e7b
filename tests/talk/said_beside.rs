//! What is said beside the panel: the petition, reminders, pauses, seats.

use emberhall::council::Span;
use serde_json::json;

use crate::book::Book;
use crate::kit::Scene;
use crate::players::Dice;
use crate::stage::turn;

#[tokio::test(flavor = "multi_thread")]
async fn the_people_have_a_petition() {
    let mut scene = Scene::new(4).await;
    let id = scene.begin(7).await;
    let mut dice = Dice(7);
    let mut book = Book::open(&scene, "The people's petition.");
    scene.until(id, &mut dice, turn).await;
    let ballot = scene.ballot();
    book.page("It is posted when the Laws are known", &ballot);
    scene.sign_for(scene.stranger, 0).await;
    scene.sign_for(scene.people[0], 0).await;
    scene.sign_for(scene.people[1], 1).await;
    book.page("Three have signed", &scene.again(&ballot));
    let edition = scene.look(id).await.ballot.unwrap().edition;
    let newer = move |panel: &emberhall::council::view::CouncilView| {
        panel.ballot.as_ref().is_some_and(|matter| matter.edition > edition)
    };
    scene.until(id, &mut dice, newer).await;
    book.page("The Laws on offer have changed: the old one", &scene.again(&ballot));
    book.page("The new one", &scene.ballot());
    book.page("The panel", &scene.panel().unwrap());
    book.close("petition");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_are_waited_for_are_reminded() {
    let mut scene = Scene::new(4).await;
    let id = scene.begin(7).await;
    let mut dice = Dice(7);
    let mut book = Book::open(&scene, "Waiting: relay, reminders, pause, more time.");
    let table = scene.until(id, &mut dice, turn).await;
    let active = table.questions[0].waiting[0].0;
    scene.wait(Span::hours(2)).await;
    book.page("Two hours later", &scene.told("any Advisor may answer now").await);
    book.page("The panel", &scene.panel().unwrap());
    scene.wait(Span::hours(11)).await;
    book.page("Half of the time is over", &scene.told("🔔").await);
    let paused = scene.command(active, "campaign pause", vec![]).await;
    book.page("/campaign pause", &paused);
    book.page("The panel, paused", &scene.panel().unwrap());
    let offers = scene.offers(id).await;
    let refused = scene.take(active, &offers[0]).await;
    book.page("A click while it is paused", &scene.reply(&refused).await);
    scene.wait(Span::hours(48)).await;
    let resumed = scene.command(active, "campaign resume", vec![]).await;
    book.page("/campaign resume", &resumed);
    book.page("The panel, resumed", &scene.panel().unwrap());
    let extended = scene.command(active, "campaign extend", vec![("hours", json!(12))]).await;
    book.page("/campaign extend", &extended);
    book.page("The panel with more time", &scene.panel().unwrap());
    let helper = scene.people.iter().copied().find(|user| *user != active).unwrap();
    let panel = scene.panel().unwrap();
    scene.answer(id, helper, 0).await;
    book.page("Another Advisor acts for the seat", &scene.again(&panel));
    book.close("waiting");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_change_hands() {
    let mut scene = Scene::new(4).await;
    let id = scene.begin(7).await;
    let mut dice = Dice(7);
    let mut book = Book::open(&scene, "Seats that change hands.");
    scene.until(id, &mut dice, turn).await;
    let (ada, bela) = (scene.people[0], scene.people[1]);
    let named = |seat: &str| ("seat", json!(seat));
    let said = scene.command(ada, "campaign seat house", vec![]).await;
    book.page("Ada lets the house play", &said);
    book.page("The panel", &scene.panel().unwrap());
    let said = scene.command(scene.stranger, "campaign seat claim", vec![]).await;
    book.page("A stranger wants it, unnamed", &said);
    let said = scene.command(scene.stranger, "campaign seat claim", vec![named("Generator")]).await;
    book.page("A stranger wants it by name", &said);
    let said = scene.command(ada, "campaign seat back", vec![]).await;
    book.page("Ada takes it back", &said);
    let to = ("user", json!(scene.stranger.to_string()));
    let said =
        scene.command(bela, "campaign seat give", vec![named("Generator"), to.clone()]).await;
    book.page("Bela gives away what is not hers", &said);
    let said = scene.command(bela, "campaign seat give", vec![named("Health"), to]).await;
    book.page("Bela gives her own", &said);
    book.page("The panel then", &scene.panel().unwrap());
    let said = scene.command(bela, "campaign leave", vec![]).await;
    book.page("Bela leaves, though she has no seat", &said);
    let said = scene.command(scene.stranger, "campaign leave", vec![]).await;
    book.page("The stranger leaves again", &said);
    let said = scene.command(bela, "campaign seat claim", vec![]).await;
    book.page("Bela claims what the house plays", &said);
    book.page("The panel at last", &scene.panel().unwrap());
    book.close("seats");
    scene.assert_clean();
    scene.stop().await;
}
