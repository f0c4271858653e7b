//! The street as it looks in a channel: a button below a card, one line for the Advisors, and a
//! line at the end.

use emberhall::council::view::CouncilView;
use emberhall::sandbox::{Id, ShownMessage};
use emberhall::store::CampaignId;
use serde_json::json;

use crate::kit::Scene;
use crate::players::Dice;

/// A card is before the table, and everybody beside it is asked what they would do.
fn at_a_card(panel: &CouncilView) -> bool {
    panel.questions.iter().any(|asked| asked.street.is_some())
}

/// The panel at the next card, and the number of its question.
async fn card(scene: &Scene, id: CampaignId, dice: &mut Dice) -> (ShownMessage, u32) {
    scene.until(id, dice, at_a_card).await;
    scene.settled().await;
    let panel = scene.look(id).await;
    let asked = panel.questions.iter().find(|asked| asked.street.is_some()).expect("a card");
    (scene.panel().expect("a panel"), asked.number)
}

/// The newest that somebody was told alone.
fn alone(scene: &Scene, user: Id) -> ShownMessage {
    scene.sandbox.private(user, scene.channel).pop().expect("they were told something")
}

/// Says what one would do, from the private page; which of the answers.
async fn speak(
    scene: &Scene,
    user: Id,
    panel: &ShownMessage,
    question: u32,
    which: usize,
) -> String {
    scene.click(user, panel, &format!(":st:{question}")).await;
    scene.settled().await;
    pick(scene, user, which).await
}

async fn pick(scene: &Scene, user: Id, which: usize) -> String {
    let page = alone(scene, user);
    let menu = page.components().find(|part| part["type"] == 3).expect("a menu").clone();
    let option = menu["options"][which].clone();
    let value = option["value"].as_str().expect("a value").to_owned();
    let menu = menu["custom_id"].as_str().expect("an id").to_owned();
    let acted = scene.sandbox.choose(user, page.id, &menu, vec![value]).await.expect("a choice");
    assert!(acted.ack.is_answered());
    scene.settled().await;
    option["label"].as_str().expect("a label").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_beside_the_table_has_a_button_and_the_advisors_read_one_line() {
    let mut scene = Scene::new(2).await;
    let (stranger, owner) = (scene.stranger, scene.owner);
    let id = scene.begin(31).await;
    let mut dice = Dice(31);
    let (panel, question) = card(&scene, id, &mut dice).await;
    assert!(!panel.text().contains("The street"), "nobody has spoken yet");
    let before = scene.messages().len();
    let first = speak(&scene, stranger, &panel, question, 0).await;
    let told = alone(&scene, stranger);
    assert_eq!(told.only, Some(stranger));
    assert!(told.text().contains(&format!("You would: **{first}**")), "{}", told.text());
    assert!(told.text().contains("You have been heard"), "{}", told.text());
    speak(&scene, owner, &panel, question, 0).await;
    let line = format!("The street: 2 for {first}");
    assert!(scene.again(&panel).text().contains(&line), "{}", scene.again(&panel).text());
    // They change their mind on the page they have.
    let second = pick(&scene, owner, 1).await;
    let line = format!("The street: 1 for {first}, 1 for {second}");
    assert!(scene.again(&panel).text().contains(&line), "{}", scene.again(&panel).text());
    scene.click(owner, &alone(&scene, owner), &format!(":sw:{question}")).await;
    scene.settled().await;
    let line = format!("The street: 1 for {first}");
    assert!(scene.again(&panel).text().contains(&line), "{}", scene.again(&panel).text());
    assert_eq!(scene.messages().len(), before, "it costs no message of its own");
    // An Advisor reads the same alone, and has no menu.
    scene.click(scene.people[0], &panel, &format!(":st:{question}")).await;
    scene.settled().await;
    let read = alone(&scene, scene.people[0]);
    assert!(read.text().contains(&line) && read.components().next().is_none(), "{}", read.text());
    // It binds nobody; the answer says what it was.
    scene.answer(id, scene.people[0], 1).await;
    scene.answer(id, scene.people[1], 1).await;
    scene.settled().await;
    let said = format!("the street: 1 for {first}");
    let text: String = scene.messages().iter().map(ShownMessage::text).collect();
    assert!(text.contains(&said), "{said}: {text}");
    let heard = scene.look(id).await.street_records;
    assert_eq!((heard.len(), heard[0].followed), (1, false));
    // Who comes too late is told so.
    let (last, unspeak) = (alone(&scene, stranger).id, format!("e1:{}:sw:{question}", id.0));
    let late = scene.sandbox.click(stranger, last, &unspeak).await.expect("an answer");
    assert!(late.ack.is_answered());
    scene.settled().await;
    assert!(alone(&scene, stranger).text().contains("decided already"));
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_it_is_set_so_an_advisor_votes_first() {
    let mut scene = Scene::new(2).await;
    let stranger = scene.stranger;
    let id = scene.begin(31).await;
    let late = scene.choice("campaign settings", "street", "morning cards; the");
    scene.set(vec![("street", late)]).await;
    let mut dice = Dice(31);
    let (panel, question) = card(&scene, id, &mut dice).await;
    let first = speak(&scene, stranger, &panel, question, 0).await;
    let said = format!("1 for {first}");
    for text in [scene.again(&panel).text(), alone(&scene, stranger).text()] {
        assert!(
            text.contains("One person beside the table has spoken") && !text.contains(&said),
            "{text}"
        );
    }
    let [ada, bela] = scene.people[..] else { panic!("two people") };
    let ask = async |user| {
        scene.click(user, &panel, &format!(":st:{question}")).await;
        scene.settled().await;
        alone(&scene, user).text()
    };
    assert!(ask(ada).await.contains("Vote first"));
    scene.answer(id, ada, 1).await;
    assert!(ask(ada).await.contains(&said));
    assert!(ask(bela).await.contains("Vote first"));
    assert!(!scene.again(&panel).text().contains(&said));
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ending_tells_how_often_the_advisors_went_with_the_street() {
    let mut scene = Scene::new(1).await;
    let stranger = scene.stranger;
    let id = scene.begin_with(33, vec![("pace", json!(0))]).await;
    let off = scene.choice("campaign settings", "people_vote", "off");
    scene.set(vec![("people_vote", off)]).await;
    let mut dice = Dice(33);
    let mut spoken = Vec::new();
    while scene.step(id, &mut dice).await {
        let panel = scene.look(id).await;
        let Some(asked) = panel.questions.iter().find(|asked| asked.street.is_some()) else {
            continue;
        };
        if !spoken.contains(&asked.number) {
            scene.settled().await;
            speak(&scene, stranger, &scene.panel().unwrap(), asked.number, 0).await;
            spoken.push(asked.number);
        }
    }
    scene.settled().await;
    let heard = scene.look(id).await.street_records;
    assert!(!heard.is_empty() && heard.len() <= spoken.len(), "{heard:?} of {spoken:?}");
    let with = heard.iter().filter(|one| one.followed).count();
    let end = scene.told("The street spoke").await.text();
    let line = match (heard.len(), with) {
        (1, 0) => "The street spoke once, and you did something else.".to_owned(),
        (1, _) => "The street spoke once, and you went with it.".to_owned(),
        (many, 0) => format!("The street spoke {many} times. You never went with it."),
        (many, 1) => format!("The street spoke {many} times. You went with it once."),
        (many, with) => format!("The street spoke {many} times. You went with it {with} times."),
    };
    assert!(end.contains(&line), "{line}: {end}");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_put_to_the_street_can_be_set_and_switched_off() {
    let mut scene = Scene::new(2).await;
    let id = scene.begin(31).await;
    assert_eq!(scene.look(id).await.settings.public_vote.street.as_deref(), Some("mornings"));
    let choice = |value: &str| scene.choice("campaign settings", "street", value);
    let both = vec![("street", choice("morning and dusk cards"))];
    let said = scene.command(scene.people[0], "campaign settings", both).await.text();
    assert!(said.contains("The street is asked about: **Morning and Dusk cards**"), "{said}");
    let off = vec![("street", choice("nothing"))];
    let said = scene.command(scene.people[0], "campaign settings", off).await.text();
    assert!(!said.contains("The street is asked"), "{said}");
    assert_eq!(scene.look(id).await.settings.public_vote.street.as_deref(), Some("off"));
    scene.assert_clean();
    scene.stop().await;
}
