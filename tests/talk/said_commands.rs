//! What every command answers.

use serde_json::{Value, json};

use crate::book::Book;
use crate::kit::Scene;
use crate::players::Dice;
use crate::stage::turn;

#[tokio::test(flavor = "multi_thread")]
async fn every_command_says_what_it_did() {
    let mut scene = Scene::new(2).await;
    let mut book =
        Book::open(&scene, "Every command, once. (Seats, pauses and the end: elsewhere.)");
    let (ada, bela) = (scene.people[0], scene.people[1]);
    let role = scene.sandbox.change(|world| world.add_role(scene.guild, "Players", 0, false));
    book.role(role, "Players");
    let none = scene.command(bela, "campaign status", vec![]).await;
    book.page("/campaign status, and there is none", &none);
    let none = scene.command(bela, "campaign begin", vec![]).await;
    book.page("/campaign begin, and there is none", &none);
    let wrong = scene.command(bela, "campaign new", vec![("seed", json!("seven"))]).await;
    book.page("/campaign new with a wrong seed", &wrong);
    let pace = scene.choice("campaign new", "pace", "relaxed");
    let new = vec![("pace", pace), ("seed", json!("7"))];
    book.page("/campaign new", &scene.command(ada, "campaign new", new).await);
    book.page("The lobby", &scene.newest());
    let refused = scene.command(scene.stranger, "campaign new", vec![]).await;
    book.page("/campaign new in the same channel", &refused);
    // What is costly is done once in a while for each: the owner spares the others their turn.
    let visitor = scene.owner;
    for (what, path) in [("status", "campaign status"), ("log", "campaign log")] {
        let said = scene.command(visitor, path, vec![]).await;
        book.page(&format!("/campaign {what}, before it began"), &said);
    }
    let board = scene.command(visitor, "campaign board", vec![]).await;
    book.page("/campaign board, before it began", &board);
    let chart = scene.command(visitor, "campaign chart", vec![]).await;
    book.page("/campaign chart, before it began", &chart);
    let hand = scene.command(bela, "campaign hand", vec![]).await;
    book.page("/campaign hand without a seat", &hand);
    let social = scene.choice("campaign join", "role", "social");
    let join = scene.command(bela, "campaign join", vec![("role", social)]).await;
    book.page("/campaign join", &join);
    book.page("/campaign leave", &scene.command(bela, "campaign leave", vec![]).await);
    let tables = scene.command(scene.stranger, "campaign tables", vec![]).await;
    book.page("/campaign tables", &tables);
    let health = scene.choice("campaign join", "role", "health");
    scene.command(bela, "campaign join", vec![("role", health)]).await;
    book.page("/campaign begin", &scene.command(ada, "campaign begin", vec![]).await);
    let id = scene.hall().campaign_in_channel(scene.channel).await.unwrap().unwrap();
    let mut dice = Dice(7);
    scene.until(id, &mut dice, turn).await;
    let here = |round: u32| {
        move |panel: &emberhall::council::view::CouncilView| {
            panel.progress.round >= round && turn(panel)
        }
    };
    let status = scene.command(scene.stranger, "campaign status", vec![]).await;
    book.page("/campaign status in the first turn", &status);
    let begun = scene.command(ada, "campaign begin", vec![]).await;
    book.page("/campaign begin again", &begun);
    scene.until(id, &mut dice, here(2)).await;
    looking(&scene, &mut book).await;
    asking(&scene, &mut book, role).await;
    let abandon = scene.command(ada, "campaign abandon", vec![]).await;
    book.page("/campaign abandon asks again", &abandon);
    scene.click(ada, &abandon, ":x").await;
    scene.settled().await;
    book.page("Yes, give it up", &scene.again(&abandon));
    let motion = scene.newest();
    book.page("The motion", &motion);
    scene.click(bela, &motion, ":1").await;
    scene.settled().await;
    book.page("Bela agrees: the ending", &scene.newest());
    book.page("The motion then", &scene.again(&motion));
    let status = scene.command(ada, "campaign status", vec![]).await;
    book.page("/campaign status of a campaign that was given up", &status);
    book.close("commands");
    scene.assert_clean();
    scene.stop().await;
}

/// Commands that show something.
async fn looking(scene: &Scene, book: &mut Book<'_>) {
    let (ada, bela) = (scene.people[0], scene.people[1]);
    let commands: [(&str, Vec<(&str, Value)>); 7] = [
        ("campaign board", vec![]),
        ("campaign log", vec![]),
        ("campaign chart", vec![]),
        ("campaign hand", vec![]),
        ("campaign verify", vec![]),
        ("campaign export", vec![]),
        ("campaign undo", vec![]),
    ];
    for (path, options) in commands {
        let said = scene.command(ada, path, options).await;
        book.page(&format!("/{path}"), &said);
    }
    let text = scene.slash(bela, "campaign board", vec![("text", json!(true))]).await;
    scene.settled().await;
    // It is longer than one message: the rest follows.
    scene.sandbox.quiet(std::time::Duration::from_millis(300)).await;
    for part in scene.sandbox.world().said(text.interaction) {
        book.page("/campaign board text", &part);
    }
    let log = scene.command(bela, "campaign log", vec![("round", json!(1))]).await;
    book.page("/campaign log round:1", &log);
    let log = scene.command(scene.stranger, "campaign log", vec![("round", json!(9))]).await;
    book.page("/campaign log round:9", &log);
    let export = scene.command(scene.owner, "campaign export", vec![]).await;
    book.page("/campaign export by who manages the server", &export);
    scene.command(scene.stranger, "campaign board", vec![]).await;
    let soon = scene.command(scene.stranger, "campaign board", vec![]).await;
    book.line(&format!("/campaign board once more at once: {}", soon.text()));
}

/// Commands that look something up, or set something.
async fn asking(scene: &Scene, book: &mut Book<'_>, role: u64) {
    let (ada, bela) = (scene.people[0], scene.people[1]);
    let card = scene.command(ada, "card", vec![("name", json!("child labour"))]).await;
    book.page("/card child labour", &card);
    let card = scene.command(ada, "card", vec![("name", json!("no such thing"))]).await;
    book.page("/card no such thing", &card);
    let topic = scene.rule("Hope");
    let hope = scene.command(ada, "rules", vec![("topic", topic)]).await;
    book.page("/rules Hope", &hope);
    scene.click(ada, &hope, ":r:losing").await;
    book.page("On to another topic", &scene.again(&hope));
    scene.click(ada, &hope, ":r:").await;
    book.page("All topics", &scene.again(&hope));
    for typed in ["how does a vote end", "generater", "xyzzy"] {
        let said = scene.command(ada, "rules", vec![("topic", json!(typed))]).await;
        book.page(&format!("/rules {typed}"), &said);
    }
    book.page("/rules", &scene.command(bela, "rules", vec![]).await);
    book.page("/advise", &scene.command(ada, "advise", vec![]).await);
    let shown = scene.command(bela, "campaign settings", vec![]).await;
    book.page("/campaign settings", &shown);
    let role = json!(role.to_string());
    let law = scene.choice("campaign settings", "people_vote", "role");
    let lacking =
        scene.command(scene.owner, "campaign settings", vec![("people_vote", law.clone())]);
    book.page("/campaign settings people_vote without a role", &lacking.await);
    let by = scene.choice("campaign settings", "by", "leader");
    let half = scene.command(scene.owner, "campaign settings", vec![("by", by)]).await;
    book.page("/campaign settings by without decide", &half);
    let law = vec![("people_vote", law), ("role", role.clone()), ("hours", json!(36))];
    let set = scene.command(scene.owner, "campaign settings", law).await;
    book.page("/campaign settings with a role, and 36 hours", &set);
    let small = scene.choice("campaign settings", "small", "only the");
    let cover = vec![("small", small), ("window", json!(90)), ("tie_time", json!(45))];
    let set = scene.command(scene.owner, "campaign settings", cover).await;
    book.page("/campaign settings: who may answer for whom", &set);
    let quiet = vec![("quiet_from", json!("22:30")), ("quiet_until", json!("7:00"))];
    book.page("/campaign settings quiet", &scene.command(ada, "campaign settings", quiet).await);
    let quiet = vec![("quiet_from", json!("noon"))];
    book.page(
        "/campaign settings quiet, wrong",
        &scene.command(ada, "campaign settings", quiet).await,
    );
    let quiet = vec![("quiet_off", json!(true))];
    book.page(
        "/campaign settings quiet_off",
        &scene.command(ada, "campaign settings", quiet).await,
    );
    let none = scene.command(ada, "campaign extend", vec![]).await;
    book.page("/campaign extend by nothing", &none);
    let server = scene.command(ada, "campaign server", vec![]).await;
    book.page("/campaign server by a player", &server);
    let server = scene.command(scene.owner, "campaign server", vec![]).await;
    book.page("/campaign server", &server);
    let roles = vec![("openers", role.clone()), ("moderators", role)];
    let server = scene.command(scene.owner, "campaign server", roles).await;
    book.page("/campaign server with roles", &server);
}

impl Scene {
    /// A topic, as it is given: a number if they are few, else a word.
    fn rule(&self, words: &str) -> Value {
        let commands = self.sandbox.world().commands(None);
        let rules = commands.iter().find(|one| one["name"] == "rules").unwrap();
        if rules["options"][0]["choices"].as_array().is_some_and(|all| !all.is_empty()) {
            return self.choice("rules", "topic", &words.to_lowercase());
        }
        json!(words)
    }
}
