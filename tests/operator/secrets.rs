//! The log of the program, as loud as it can be, holds no token and no hand.

use std::collections::BTreeSet;
use std::io::Read;
use std::process::{Child, Stdio};
use std::time::Duration;

use emberhall::sandbox::{Id, Options, ShownMessage};
use serde_json::Value;

use crate::kit::Scene;
use crate::players::Dice;
use crate::program::{folder, program};

/// The program against a scene's stand-in, as loud as it can be.
fn serve(scene: &Scene, format: &str) -> Child {
    let folder = folder(&format!("log-{format}"));
    let set = [
        ("DISCORD_TOKEN", scene.sandbox.token()),
        ("DISCORD_API_URL", scene.sandbox.base()),
        ("EMBERHALL_LOG", "trace"),
        ("EMBERHALL_LOG_FORMAT", format),
        ("EMBERHALL_COMMANDS_PER_MINUTE", "0"),
        ("EMBERHALL_CLICKS_PER_MINUTE", "0"),
        ("EMBERHALL_REFUSED_CLICKS_PER_MINUTE", "0"),
    ];
    program(&folder, &set).arg("serve").stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// What a message offers to be answered.
fn offers(message: &ShownMessage) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    for part in message.components().filter(|part| part["disabled"] != true) {
        let id = part["custom_id"].as_str().unwrap_or_default();
        match id.split(':').nth(2) {
            Some("a") => found.push((id.to_owned(), None)),
            Some("m") => {
                let options = part["options"].as_array().into_iter().flatten();
                let values = options.filter_map(|one| one["value"].as_str());
                found.extend(values.map(|value| (id.to_owned(), Some(value.to_owned()))));
            }
            _ => {}
        }
    }
    found
}

/// Somebody answers something of a message, whether or not it is theirs to answer.
async fn answer(scene: &Scene, user: Id, message: &ShownMessage, dice: &mut Dice) {
    let offers = offers(message);
    if offers.is_empty() {
        return;
    }
    let (id, value) = dice.pick(&offers);
    let _ = match value {
        None => scene.sandbox.click(user, message.id, &id).await,
        Some(value) => scene.sandbox.choose(user, message.id, &id, vec![value]).await,
    };
}

/// Waits until the program, which may be slow, has shown something.
async fn shown(scene: &Scene, is_there: impl Fn(&Scene) -> bool) {
    for _ in 0..1000 {
        if is_there(scene) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it shows nothing");
}

/// A quick machine may see the end: there is a way to a new campaign.
fn is_over(scene: &Scene) -> bool {
    let again = |message: &ShownMessage| message.custom_ids().iter().any(|id| id.ends_with(":n"));
    scene.messages().iter().any(again)
}

/// A short campaign of people who look at the channel and at their hands, and click.
async fn play(scene: &Scene) {
    let (first, at) = (scene.people[0], scene.channel);
    let quiet = || scene.sandbox.quiet(Duration::from_millis(60));
    scene.sandbox.slash(first, at, "campaign new", Vec::new()).await.unwrap();
    shown(scene, |scene| !scene.messages().is_empty()).await;
    let lobby = scene.newest();
    scene.click(scene.people[1], &lobby, ":c:1").await;
    scene.click(first, &lobby, ":g").await;
    shown(scene, |scene| scene.panel().is_some()).await;
    let mut dice = Dice(9);
    for _ in 0..40 {
        quiet().await;
        // Between two panels there is none, for as long as a picture takes.
        shown(scene, |scene| scene.panel().is_some() || is_over(scene)).await;
        if is_over(scene) {
            break;
        }
        let asks = |message: &ShownMessage| !offers(message).is_empty();
        for user in scene.people.clone() {
            if let Some(panel) = scene.panel() {
                let ids = panel.custom_ids().into_iter();
                let hand = ids.filter(|id| id.ends_with(":h")).map(str::to_owned).next();
                // By now the panel may be another.
                let _ = scene.sandbox.click(user, panel.id, &hand.unwrap_or_default()).await;
            }
            let hand = scene.sandbox.private(user, at).into_iter().rev().find(asks);
            if let Some(hand) = hand {
                answer(scene, user, &hand, &mut dice).await;
            }
            if let Some(panel) = scene.messages().into_iter().rev().find(asks) {
                answer(scene, user, &panel, &mut dice).await;
            }
        }
    }
    quiet().await;
}

/// Everything of a message that can be read.
fn lines(message: &ShownMessage) -> BTreeSet<String> {
    let text = message.text();
    text.lines().map(|line| line.trim().to_owned()).filter(|line| line.len() > 15).collect()
}

/// The tokens of interactions, as they stood in requests.
fn tokens(scene: &Scene) -> BTreeSet<String> {
    let requests = scene.sandbox.requests();
    let of = |path: &str| {
        let words: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        match words.as_slice() {
            ["interactions" | "webhooks", _, token, ..] => Some((*token).to_owned()),
            _ => None,
        }
    };
    requests.iter().filter_map(|request| of(&request.path)).collect()
}

async fn logged(format: &str) -> String {
    let scene = Scene::without_bot(2, Options::default()).await;
    let mut bot = serve(&scene, format);
    let mut stderr = bot.stderr.take().unwrap();
    let reading = std::thread::spawn(move || {
        let mut said = String::new();
        stderr.read_to_string(&mut said).unwrap();
        said
    });
    assert!(scene.sandbox.connected(1).await, "it did not connect");
    play(&scene).await;
    let private: BTreeSet<String> = scene
        .people
        .iter()
        .flat_map(|user| scene.sandbox.private(*user, scene.channel))
        .flat_map(|message| lines(&message))
        .collect();
    let public: BTreeSet<String> = scene.messages().iter().flat_map(lines).collect();
    let told = std::process::Command::new("kill").args(["-TERM", &bot.id().to_string()]).status();
    assert!(told.unwrap().success());
    let said = tokio::task::spawn_blocking(move || reading.join().unwrap()).await.unwrap();
    assert_eq!(bot.wait().unwrap().code(), Some(0), "{said}");
    assert!(said.contains("connected; servers: 1"), "it logs something: {said}");
    assert!(!said.contains(scene.sandbox.token()), "the token");
    let tokens = tokens(&scene);
    assert!(tokens.len() > 40, "people clicked: {}", tokens.len());
    assert!(tokens.iter().all(|token| !said.contains(token)), "a token of an interaction");
    let hidden: Vec<&String> = private.difference(&public).collect();
    assert!(hidden.len() > 5, "there was something to hide: {hidden:?}");
    let leaked: Vec<&&String> = hidden.iter().filter(|line| said.contains(line.as_str())).collect();
    assert!(leaked.is_empty(), "{leaked:?}");
    said
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn the_log_of_a_campaign_holds_no_token_and_no_hand() {
    logged("text").await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_log_for_programs_is_one_object_a_line_and_as_silent() {
    let said = logged("json").await;
    for line in said.lines() {
        let one: Value = serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}"));
        for (field, fits) in [
            ("at", one["at"].is_u64()),
            ("level", one["level"].is_string()),
            ("target", one["target"].is_string()),
            ("message", one["message"].is_string()),
        ] {
            assert!(fits, "{field}: {line}");
        }
    }
}
