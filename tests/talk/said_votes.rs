//! What is said while the Advisors vote, and after.

use emberhall::council::Span;

use crate::book::Book;
use crate::kit::Scene;
use crate::players::Dice;
use crate::stage::{DUSK, MORNING, vote_on};

#[tokio::test(flavor = "multi_thread")]
async fn votes_of_dusk_and_morning_are_open_counted_and_decided() {
    let mut scene = Scene::new(4).await;
    let id = scene.begin(10).await;
    let mut dice = Dice(10);
    let mut book = Book::open(&scene, "Votes of the Advisors.");
    scene.until(id, &mut dice, vote_on(DUSK)).await;
    let panel = scene.panel().unwrap();
    book.page("A Dusk vote is open", &panel);
    let number = scene.asked(id).await.number;
    for user in &scene.people {
        if scene.asked(id).await.number == number {
            scene.answer(id, *user, 1).await;
        }
    }
    book.page("It is decided", &scene.again(&panel));
    book.page("What came of it", &scene.panel().unwrap());
    let table = scene.until(id, &mut dice, vote_on(MORNING)).await;
    let panel = scene.panel().unwrap();
    book.page("A Morning vote is open", &panel);
    let leader = table.seats[usize::from(table.leader.0)].holder.user().unwrap().0;
    let rest: Vec<u64> = scene.people.iter().copied().filter(|user| *user != leader).collect();
    scene.answer(id, rest[0], 0).await;
    scene.answer(id, rest[1], 1).await;
    book.page("Two have voted", &scene.again(&panel));
    scene.answer(id, rest[1], 0).await;
    book.page("One of them has changed the vote", &scene.again(&panel));
    scene.answer(id, rest[2], 0).await;
    book.page("Three agree: it is decided", &scene.again(&panel));
    book.close("votes");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tie_is_the_leaders_to_break() {
    let mut scene = Scene::new(4).await;
    let id = scene.begin(10).await;
    let mut dice = Dice(10);
    let mut book = Book::open(&scene, "Sealed votes, and a tie.");
    let sealed = vec![("votes", scene.choice("campaign settings", "votes", "sealed"))];
    let set = scene.command(scene.owner, "campaign settings", sealed).await;
    book.page("The owner has votes sealed", &set);
    let table = scene.until(id, &mut dice, vote_on(DUSK)).await;
    let leader = table.seats[usize::from(table.leader.0)].holder.user().unwrap().0;
    let rest: Vec<u64> = scene.people.iter().copied().filter(|user| *user != leader).collect();
    scene.answer(id, rest[0], 0).await;
    scene.answer(id, rest[1], 1).await;
    let sealed = scene.panel().unwrap();
    book.page("A sealed vote with two votes", &sealed);
    scene.answer(id, rest[2], 1).await;
    scene.answer(id, leader, 0).await;
    book.page("Two to two", &scene.again(&sealed));
    let table = scene.until(id, &mut dice, vote_on(MORNING)).await;
    let leader = table.seats[usize::from(table.leader.0)].holder.user().unwrap().0;
    let rest: Vec<u64> = scene.people.iter().copied().filter(|user| *user != leader).collect();
    scene.answer(id, rest[0], 0).await;
    scene.answer(id, rest[1], 1).await;
    scene.wait(Span::hours(25)).await;
    let tied = scene.panel().unwrap();
    book.page("One to one when the time is over: it passes to the leader", &tied);
    let not_yours = scene.answer(id, rest[0], 0).await;
    book.page("Another Advisor clicks", &scene.reply(&not_yours).await);
    scene.answer(id, leader, 1).await;
    book.page("The leader has decided", &scene.again(&tied));
    book.close("ties");
    scene.assert_clean();
    scene.stop().await;
}
