//! What is said from the first command to the first turn, and at the end.

use emberhall::council::CampaignStatus;
use serde_json::json;

use crate::book::Book;
use crate::kit::Scene;
use crate::players::Dice;
use crate::stage::turn;

#[tokio::test(flavor = "multi_thread")]
async fn a_lobby_fills_and_begins() {
    let mut scene = Scene::new(4).await;
    let mut book = Book::open(&scene, "The lobby, from the first command to the first panel.");
    let (ada, bela) = (scene.people[0], scene.people[1]);
    let seed = vec![("seed", json!("7"))];
    let opened = scene.command(ada, "campaign new", seed).await;
    book.page("Ada opens a table", &opened);
    let lobby = scene.newest();
    book.page("The lobby", &lobby);
    scene.click(ada, &lobby, ":l").await;
    scene.settled().await;
    book.page("Ada left it: nobody sits", &scene.again(&lobby));
    scene.click(ada, &lobby, ":c:0").await;
    scene.click(bela, &lobby, ":c:1").await;
    let settings = scene.click(bela, &lobby, ":o").await;
    book.page("Bela looks at the settings", &scene.reply(&settings).await);
    for (at, user) in scene.people.iter().enumerate().skip(2) {
        scene.click(*user, &lobby, &format!(":c:{at}")).await;
    }
    scene.settled().await;
    book.page("The lobby is full", &scene.again(&lobby));
    scene.click(ada, &lobby, ":g").await;
    scene.settled().await;
    book.page("It has begun", &scene.again(&lobby));
    book.page("The first panel", &scene.panel().unwrap());
    book.close("lobby");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_opening_is_asked_in_private() {
    let mut scene = Scene::new(4).await;
    let id = scene.begin(7).await;
    let mut book = Book::open(&scene, "The opening: every Advisor gives up a card in private.");
    let mut dice = Dice(7);
    let secret = |panel: &emberhall::council::view::CouncilView| {
        panel.questions.iter().any(|asked| asked.private.is_some())
    };
    let panel = scene.until(id, &mut dice, secret).await;
    book.page("The panel", &scene.panel().unwrap());
    let waiting = panel.questions[0].waiting[0].0;
    let whispered = scene.whispered(waiting).await;
    book.page("Pushed to whoever is asked", &whispered);
    let hand = scene.command(waiting, "campaign hand", vec![]).await;
    book.page("The same, by /campaign hand", &hand);
    // It is asked in one place: what was pushed has lost its buttons.
    scene.sandbox.quiet(std::time::Duration::from_millis(300)).await;
    assert!(scene.again(&whispered).custom_ids().is_empty());
    scene.click(waiting, &hand, hand.custom_ids()[0]).await;
    scene.settled().await;
    book.page("Answered", &scene.again(&hand));
    book.page("The panel, then", &scene.panel().unwrap());
    scene.until(id, &mut dice, turn).await;
    book.page("The first turn", &scene.panel().unwrap());
    book.close("opening");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_ends_and_another_begins_from_its_button() {
    let mut scene = Scene::new(1).await;
    let id = scene.begin(11).await;
    let mut dice = Dice(11);
    let mut clicks = 0;
    while scene.step(id, &mut dice).await {
        clicks += 1;
        assert!(clicks < 5000, "it does not end");
    }
    scene.settled().await;
    let mut book = Book::open(&scene, "The end of a campaign, and the next one.");
    let ada = scene.people[0];
    assert_eq!(scene.look(id).await.status, CampaignStatus::Over);
    let messages = scene.messages();
    let ending = messages.last().unwrap();
    book.page("What happened last", &messages[messages.len() - 2]);
    book.page("The ending", ending);
    book.page("/campaign status", &scene.command(ada, "campaign status", vec![]).await);
    book.page("/campaign verify", &scene.command(ada, "campaign verify", vec![]).await);
    book.page("/campaign export", &scene.command(ada, "campaign export", vec![]).await);
    book.page("/campaign hand", &scene.command(ada, "campaign hand", vec![]).await);
    let old = messages[messages.len() - 3].clone();
    book.page("The last panel has lost its buttons", &old);
    assert!(old.custom_ids().is_empty(), "{:?}", old.custom_ids());
    let again = scene.click(ada, ending, ":n").await;
    scene.settled().await;
    book.page("A new campaign by the button", &scene.reply(&again).await);
    book.page("Its lobby", &scene.newest());
    let twice = scene.click(scene.stranger, ending, ":n").await;
    book.page("Somebody else presses it, too", &scene.reply(&twice).await);
    book.close("ending");
    scene.assert_clean();
    scene.stop().await;
}
