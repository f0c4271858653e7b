//! What Discord sends and the bot cannot read: counted, and its kind said, never its text.

use std::io::Read;
use std::process::Stdio;
use std::time::Duration;

use emberhall::sandbox::{Fault, Options};
use serde_json::Value;

use crate::kit::Scene;
use crate::program::{folder, program, run};

/// A port that nobody uses at the moment.
fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

async fn metrics(place: &str) -> String {
    let answer = reqwest::get(format!("http://{place}/metrics")).await.unwrap();
    answer.text().await.unwrap()
}

/// What the doctor says of the gateway.
async fn examined(scene: &Scene, place: Option<&str>) -> (String, String) {
    let (base, token) = (scene.sandbox.base().to_owned(), scene.sandbox.token().to_owned());
    let place = place.map(str::to_owned);
    let asked = tokio::task::spawn_blocking(move || {
        let mut set = vec![("DISCORD_TOKEN", token.as_str()), ("DISCORD_API_URL", base.as_str())];
        set.extend(place.iter().map(|place| ("EMBERHALL_METRICS", place.as_str())));
        run(&folder("unread-doctor"), &set, &["doctor", "--json"]).json()
    });
    let found = asked.await.unwrap();
    let findings = found["findings"].as_array().unwrap();
    let one = findings.iter().find(|one| one["check"] == "gateway").unwrap();
    let text = |field: &str| one[field].as_str().unwrap().to_owned();
    (text("verdict"), text("text"))
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_is_counted_and_named_and_its_text_is_nowhere() {
    let scene = Scene::without_bot(1, Options::default()).await;
    let place = format!("127.0.0.1:{}", free_port());
    let set = [
        ("DISCORD_TOKEN", scene.sandbox.token()),
        ("DISCORD_API_URL", scene.sandbox.base()),
        ("EMBERHALL_METRICS", place.as_str()),
        ("EMBERHALL_LOG", "trace"),
    ];
    let mut command = program(&folder("unread"), &set);
    let mut bot = command.arg("serve").stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = bot.stderr.take().unwrap();
    let reading = std::thread::spawn(move || {
        let mut said = String::new();
        stderr.read_to_string(&mut said).unwrap();
        said
    });
    assert!(scene.sandbox.connected(1).await, "it did not connect");
    assert!(metrics(&place).await.contains("\nemberhall_gateway_events_unread_total 0\n"));
    assert_eq!(examined(&scene, Some(&place)).await.0, "ok");
    // A form nobody knows, a kind nobody knows, an event without its number, and no JSON.
    for frame in [
        r#"{"op":0,"s":3,"t":"INTERACTION_CREATE","d":{"token":"the old king"}}"#,
        r#"{"op":0,"s":4,"t":"KINGS_UPDATE","d":{"name":"the old king"}}"#,
        r#"{"op":0,"t":"GUILD_CREATE","d":{"name":"the old king"}}"#,
        r#"{"op":"the old king","t":"READY","d":null}"#,
        "the old king",
    ] {
        scene.sandbox.fault(Fault::Say { frame: frame.to_owned() });
    }
    let mut text = String::new();
    for _ in 0..300 {
        text = metrics(&place).await;
        if text.contains("\nemberhall_gateway_events_unread_total 5\n") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let kinds = ["INTERACTION_CREATE", "KINGS_UPDATE", "GUILD_CREATE", "READY", "FRAME"];
    for kind in kinds {
        let line = format!("unread_by_kind_total{{kind=\"{kind}\"}} 1\n");
        assert!(text.contains(&line), "{kind}: {text}");
    }
    let (verdict, advice) = examined(&scene, Some(&place)).await;
    assert!(verdict == "warning" && advice.contains("5 events"), "{advice}");
    assert!(advice.contains("INTERACTION_CREATE") && !advice.contains("KINGS"), "{advice}");
    assert!(examined(&scene, None).await.1.contains("not known"));
    let nobody = format!("127.0.0.1:{}", free_port());
    assert!(examined(&scene, Some(&nobody)).await.1.contains("not known"));
    let told = std::process::Command::new("kill").args(["-TERM", &bot.id().to_string()]).status();
    assert!(told.unwrap().success());
    let said = tokio::task::spawn_blocking(move || reading.join().unwrap()).await.unwrap();
    assert_eq!(bot.wait().unwrap().code(), Some(0), "{said}");
    for kind in kinds {
        assert_eq!(said.matches(&format!("skipped: {kind}")).count(), 1, "{kind}: {said}");
    }
    assert!(!said.contains("old king"), "{said}");
    assert!(!said.contains("close frame"), "the stand-in answers a goodbye: {said}");
    assert!(!text.contains("old king"), "{text}");
}

#[test]
fn the_doctor_is_silent_of_the_gateway_where_no_bot_can_run() {
    let said = run(&folder("unread-nobody"), &[], &["doctor", "--json"]);
    let found = said.json();
    let all = found["findings"].as_array().unwrap().clone();
    assert!(all.iter().all(|one: &Value| one["check"] != "gateway"), "{found}");
}
