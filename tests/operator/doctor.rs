//! The doctor, before the stand-in for Discord and before broken settings.

use std::path::Path;

use emberhall::sandbox::{Fault, FaultTrigger, Options};
use serde_json::Value;

use crate::kit::Scene;
use crate::program::{Said, Set, folder, run};

/// The verdicts on something, with what was said.
fn about(found: &Value, check: &str) -> Vec<(String, String)> {
    let all = found["findings"].as_array().unwrap().iter().filter(|one| one["check"] == check);
    let text = |one: &Value, field: &str| one[field].as_str().unwrap().to_owned();
    all.map(|one| (text(one, "verdict"), text(one, "text"))).collect()
}

fn only(found: &Value, check: &str) -> (String, String) {
    let mut all = about(found, check);
    assert_eq!(all.len(), 1, "{check}: {found}");
    all.remove(0)
}

/// The doctor's word on a bot of this scene, from another thread than the one that answers.
async fn examined(scene: &Scene, database: &Path, token: &str) -> Said {
    let (base, token) = (scene.sandbox.base().to_owned(), token.to_owned());
    let database = database.to_str().unwrap().to_owned();
    let asked = tokio::task::spawn_blocking(move || {
        let set = [
            ("DISCORD_TOKEN", token.as_str()),
            ("DISCORD_API_URL", base.as_str()),
            ("DATABASE_URL", database.as_str()),
        ];
        run(&std::env::temp_dir(), &set, &["doctor", "--json"])
    });
    asked.await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_in_good_health_has_no_problem_while_it_runs() {
    let mut scene = Scene::new(2).await;
    scene.begin(3).await;
    let config = scene.config();
    let said = examined(&scene, &config.database, &config.token).await;
    let found = said.json();
    assert_eq!((said.code, &found["ok"]), (0, &Value::Bool(true)), "{found}");
    for check in
        ["settings", "token", "permissions", "clock", "commands", "database", "disk", "content"]
    {
        assert_eq!(only(&found, check).0, "ok", "{found}");
    }
    assert!(only(&found, "commands").1.contains("registered as they are here"), "{found}");
    let (_, database) = only(&found, "database");
    assert!(database.contains("1 campaign, 1 not over; a bot has it open"), "{database}");
    assert!(only(&found, "token").1.contains("accepted: emberhall"), "{found}");
    scene.stop().await;
    let said = examined(&scene, &config.database, &config.token).await;
    assert!(!only(&said.json(), "database").1.contains("open"), "{}", said.out);
}

/// A second bot, or one with a file that is none, against the same Discord.
async fn started(scene: &Scene, database: &Path) -> Said {
    let (base, token) = (scene.sandbox.base().to_owned(), scene.sandbox.token().to_owned());
    let database = database.to_str().unwrap().to_owned();
    let asked = tokio::task::spawn_blocking(move || {
        let set = [
            ("DISCORD_TOKEN", token.as_str()),
            ("DISCORD_API_URL", base.as_str()),
            ("DATABASE_URL", database.as_str()),
            ("EMBERHALL_LOG", "error"),
        ];
        run(&std::env::temp_dir(), &set, &["serve"])
    });
    asked.await.unwrap()
}

/// A service is started again after code 1, and not after 2.
#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_cannot_have_its_database_says_whether_to_try_again() {
    let mut scene = Scene::new(1).await;
    let config = scene.config();
    let said = started(&scene, &config.database).await;
    assert!(said.code == 1 && said.error.contains("stop that one first"), "{}", said.error);
    let other = config.database.with_file_name("other.sqlite");
    std::fs::write(&other, "some text that is no database").unwrap();
    for file in [other, config.database.join("in/no/folder.sqlite")] {
        let said = started(&scene, &file).await;
        assert_eq!((said.code, said.error.lines().count()), (2, 1), "{}", said.error);
        assert!(said.error.contains("name another file"), "{}", said.error);
    }
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_nobody_knows_is_a_problem() {
    let scene = Scene::without_bot(1, Options::default()).await;
    let said = examined(&scene, &scene.config().database, "other.token").await;
    let found = said.json();
    assert_eq!(said.code, 1, "{found}");
    let (verdict, text) = only(&found, "token");
    assert!(verdict == "problem" && text.contains("copy it again"), "{text}");
    assert!(!said.out.contains("other.token"), "{}", said.out);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_allows_too_little_is_named() {
    let options = Options { bot_permissions: 1 << 10 | 1 << 11, ..Options::default() };
    let scene = Scene::without_bot(1, options).await;
    let config = scene.config();
    // What everybody may do in a server, the bot may do too: nobody may attach files here.
    scene.sandbox.change(|world| {
        let everyone = scene.guild;
        world.set_role(scene.guild, everyone, 1 << 10);
    });
    let said = examined(&scene, &config.database, &config.token).await;
    let (verdict, text) = only(&said.json(), "permissions");
    assert_eq!((said.code, verdict.as_str()), (0, "warning"), "{text}");
    for part in ["New London", "Embed Links", "Attach Files", "emberhall invite"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("Send Messages,"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_discord_that_fails_is_said_to() {
    let scene = Scene::without_bot(1, Options::default()).await;
    let on = FaultTrigger::new("GET", "/users/@me");
    let retry_after = std::time::Duration::ZERO;
    scene.sandbox.fault(Fault::Answer { on, status: 502, retry_after, times: 1 });
    let config = scene.config();
    let said = examined(&scene, &config.database, &config.token).await;
    let (verdict, text) = only(&said.json(), "token");
    assert!(said.code == 1 && verdict == "problem" && text.contains("502"), "{text}");
}

const COMMANDS: &str = "/applications/{application_id}/commands";

fn answered(on: FaultTrigger, status: u16) -> Fault {
    Fault::Answer { on, status, retry_after: std::time::Duration::ZERO, times: 1 }
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_are_tried_where_no_bot_runs_and_what_is_wrong_with_them_is_named() {
    let mut scene = Scene::without_bot(1, Options::default()).await;
    let config = scene.config();
    let commands = |said: &Said| only(&said.json(), "commands");
    scene.sandbox.fault(answered(FaultTrigger::new("PUT", COMMANDS), 400));
    let said = examined(&scene, &config.database, &config.token).await;
    let (verdict, text) = commands(&said);
    assert_eq!((said.code, verdict.as_str()), (1, "problem"), "{text}");
    assert!(text.contains("400") && text.contains("injected: This is not"), "{text}");
    let said = examined(&scene, &config.database, &config.token).await;
    let (verdict, text) = commands(&said);
    assert!(verdict == "ok" && text.contains("taken by Discord"), "{text}");
    assert!(!scene.sandbox.world().commands(None).is_empty(), "as at the next start");
    let before = scene.sandbox.requests().len();
    let said = examined(&scene, &config.database, &config.token).await;
    assert!(commands(&said).1.contains("registered as they are here"), "{}", said.out);
    // While a bot runs nothing is registered, whatever is.
    scene.start().await;
    let (application, command) = {
        let world = scene.sandbox.world();
        (world.application(), world.commands(None)[0]["id"].as_str().unwrap().to_owned())
    };
    let at = format!(
        "{}/api/v10/applications/{application}/commands/{command}",
        config.api.as_ref().unwrap()
    );
    let gone =
        reqwest::Client::new().delete(at).header("authorization", format!("Bot {}", config.token));
    assert_eq!(gone.send().await.unwrap().status().as_u16(), 204);
    let said = examined(&scene, &config.database, &config.token).await;
    let (verdict, text) = commands(&said);
    assert!(verdict == "warning" && text.contains("differ"), "{text}");
    let after: Vec<_> = scene.sandbox.requests().split_off(before);
    let put = after.iter().filter(|one| one.method == "PUT" && one.route == COMMANDS).count();
    assert_eq!(put, 1, "the start of the bot");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_that_fails_at_the_commands_names_the_field() {
    let scene = Scene::without_bot(1, Options::default()).await;
    scene.sandbox.fault(answered(FaultTrigger::new("PUT", COMMANDS), 400));
    let said = started(&scene, &scene.config().database).await;
    assert_eq!(said.code, 1, "{}", said.error);
    let sentence = "registering the commands failed: Discord answered 400: Invalid Form Body \
                    (injected: This is not to Discord's liking)";
    assert!(said.error.contains(sentence), "{}", said.error);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_cannot_be_read_is_not_taken_for_no_connection() {
    let scene = Scene::without_bot(1, Options::default()).await;
    let garbled = |route: &str| Fault::Garble { on: FaultTrigger::new("GET", route), times: 1 };
    let config = scene.config();
    for route in ["/users/@me", "/applications/@me"] {
        scene.sandbox.fault(garbled(route));
        let said = examined(&scene, &config.database, &config.token).await;
        let (verdict, text) = only(&said.json(), "token");
        assert!(said.code == 1 && verdict == "problem", "{text}");
        assert!(text.contains("Discord answered, but not in a form"), "{text}");
    }
    scene.sandbox.fault(garbled("/users/@me/guilds"));
    let said = examined(&scene, &config.database, &config.token).await;
    let (verdict, text) = only(&said.json(), "permissions");
    assert!(verdict == "problem" && text.contains("not in a form"), "{text}");
    for route in ["/oauth2/applications/@me", "/users/@me"] {
        scene.sandbox.fault(garbled(route));
        let said = started(&scene, &config.database).await;
        assert!(said.code == 1 && said.error.contains("not in a form"), "{}", said.error);
        assert!(!said.error.contains("no connection"), "{}", said.error);
    }
}

#[test]
fn without_a_network_all_else_is_still_looked_at() {
    let folder = folder("offline");
    let set = [("DISCORD_TOKEN", "a.b"), ("DISCORD_API_URL", "http://127.0.0.1:9")];
    let said = run(&folder, &set, &["doctor", "--json"]);
    let found = said.json();
    let (verdict, text) = only(&found, "token");
    assert!(verdict == "problem" && text.contains("cannot be reached"), "{text}");
    assert_eq!(said.code, 1);
    assert!(about(&found, "clock").is_empty(), "nobody told the time");
    let (verdict, text) = only(&found, "database");
    assert!(verdict == "ok" && text.contains("first start"), "{text}");
    assert!(!folder.join("emberhall.sqlite").exists(), "looking does not create a database");
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
    assert!(left.is_empty(), "nothing is left behind: {left:?}");
}

#[test]
fn every_broken_setting_is_named_with_what_to_do() {
    let folder = folder("broken");
    std::fs::write(folder.join("not-ours.sqlite"), "some text that is no database").unwrap();
    let cases: [(Set<'_>, &str, &str); 8] = [
        (&[], "token", "DISCORD_TOKEN_FILE"),
        (&[("DISCORD_TOKEN_FILE", "gone")], "token", "gone"),
        (&[("DISCORD_TOKEN", "two words")], "token", "holds more than a token"),
        (&[("EMBERHALL_LOG", "loud")], "settings", "error, warn"),
        (&[("EMBERHALL_METRICS", "9090")], "settings", "127.0.0.1:9090"),
        (&[("DATABASE_URL", "not-ours.sqlite")], "database", "not a database"),
        (&[("DATABASE_URL", "no/such/folder/hall.sqlite")], "disk", "make it"),
        (&[("EMBERHALL_CONFIG", "none.toml")], "settings", "none.toml"),
    ];
    for (set, check, says) in cases {
        let said = run(&folder, set, &["doctor", "--json"]);
        let found = said.json();
        assert_eq!((said.code, &found["ok"]), (1, &Value::Bool(false)), "{set:?}: {found}");
        let hit =
            about(&found, check).iter().any(|(v, text)| v == "problem" && text.contains(says));
        assert!(hit, "{check} '{says}': {found}");
        let plain = run(&folder, set, &["doctor"]);
        assert!(plain.code == 1 && plain.out.contains("problem  "), "{}", plain.out);
    }
    let set = [("DISCORD_TOKEN", "a.b"), ("EMBERHALL_METRICS", "9090")];
    let (verdict, text) = only(&run(&folder, &set, &["doctor", "--json"]).json(), "token");
    assert!(verdict == "warning" && text.contains("settings right first"), "{text}");
    let said = run(&folder, &[("EMBERHALL_METRIC", "x")], &["doctor", "--json"]);
    let hints = about(&said.json(), "settings");
    assert!(hints.iter().any(|(v, text)| v == "warning" && text.contains("EMBERHALL_METRICS")));
}

#[cfg(unix)]
#[test]
fn a_token_others_may_read_is_a_warning() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder("open");
    let file = folder.join("token");
    std::fs::write(&file, "a.b").unwrap();
    let set = [("DISCORD_TOKEN_FILE", "token"), ("DISCORD_API_URL", "http://127.0.0.1:9")];
    let warned = |mode: u32| {
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        let said = run(&folder, &set, &["doctor", "--json"]);
        about(&said.json(), "settings").iter().any(|(_, text)| text.contains("chmod 600"))
    };
    assert!(warned(0o644));
    assert!(!warned(0o600));
    let said = run(&folder, &[("DISCORD_TOKEN_FILE", ".")], &["doctor"]);
    assert!(!said.out.contains("chmod"), "a folder holds no token: {}", said.out);
    assert_eq!(said.out.matches("cannot be read").count(), 1, "once is enough: {}", said.out);
}
