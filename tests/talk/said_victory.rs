//! What is said when the city survives.
//!
//! People who click at random do not survive fifteen rounds. Here the goal of the
//! scenario is reached earlier: its first card wins after the second Night.

use std::sync::Arc;

use emberhall::council::CampaignStatus;
use emberhall::frostpunk::Frostpunk;
use emberhall::game::{Game, Outcome};
use emberhall::sandbox::Options;

use crate::book::Book;
use crate::kit::{Scene, games};
use crate::players::Dice;

const EARLY: &str = "
[[hook]]
when = \"end_of_night\"
effects = [{ if = { test = [{ round_from = 2 }], then = [\"win\"] } }]
";

fn soon_won() -> Arc<dyn Game> {
    let mut files = games().remove(0).files();
    let first = files.iter_mut().find(|(path, _)| path.ends_with("scenario/S01.toml"));
    first.expect("the first card of the scenario").1.push_str(EARLY);
    Arc::new(Frostpunk::from_files(files).expect("the content still loads"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_is_won_and_the_channel_is_told() {
    let mut scene = Scene::without_bot(2, Options::default()).await;
    scene.games = vec![soon_won()];
    scene.start().await;
    let id = scene.begin(12).await;
    let mut dice = Dice(12);
    while scene.step(id, &mut dice).await {}
    scene.settled().await;
    let panel = scene.look(id).await;
    assert_eq!((panel.status, panel.outcome), (CampaignStatus::Over, Some(Outcome::Won)));
    let mut book = Book::open(&scene, "A campaign that is won.");
    let ada = scene.people[0];
    let messages = scene.messages();
    let [.., last, ending] = messages.as_slice() else { panic!("there is no ending") };
    book.page("What happened last", last);
    book.page("The ending", ending);
    book.page("/campaign status", &scene.command(ada, "campaign status", vec![]).await);
    book.page("/campaign verify", &scene.command(ada, "campaign verify", vec![]).await);
    let log = scene.command(ada, "campaign log", vec![]).await;
    assert!(log.text().contains("The city stands"), "{}", log.text());
    assert!(scene.panel().is_none(), "nothing can be answered any more");
    let again = scene.click(ada, ending, ":n").await;
    scene.settled().await;
    book.page("A new campaign by the button", &scene.reply(&again).await);
    book.close("victory");
    scene.assert_clean();
    scene.stop().await;
}
