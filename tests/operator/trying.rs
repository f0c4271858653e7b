//! `doctor --try`: the built program tries everything in a channel of the stand-in, and somebody
//! presses what it asks for, as a browser would.

use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use emberhall::sandbox::{Id, Options, ShownMessage, permissions as may};
use serde_json::{Value, json};

use crate::kit::Scene;
use crate::program::{Said, folder, program};

const SOON: Duration = Duration::from_secs(30);
const MARK: &str = "emberhall-try-kept";
const STEPS: [&str; 14] = [
    "channel", "post", "edit", "picture", "nonce", "gateway", "controls", "button 1", "button 2",
    "button 3", "menu", "thread", "history", "clean up",
];

/// A bot that may also archive and delete threads, in a Discord that counts edits of old messages.
fn options() -> Options {
    let bot_permissions = may::OF_A_BOT | may::MANAGE_THREADS;
    let old_edits = Some((3, Duration::from_secs(20)));
    Options { bot_permissions, old_edits, ..Options::default() }
}

/// A trial that is under way.
struct Trying(Child, PathBuf);

impl Trying {
    fn in_channel(scene: &Scene, folder: &Path, channel: Id, more: &[&str]) -> Trying {
        Trying::with(scene, folder, channel, scene.sandbox.token(), more)
    }

    fn with(scene: &Scene, folder: &Path, channel: Id, token: &str, more: &[&str]) -> Trying {
        let set = [("DISCORD_TOKEN", token), ("DISCORD_API_URL", scene.sandbox.base())];
        let mut command = program(folder, &set);
        command.args(["doctor", "--try", &channel.to_string()]).args(more);
        let (out, error) = (Stdio::piped(), Stdio::piped());
        let child = command.stdin(Stdio::null()).stdout(out).stderr(error).spawn().unwrap();
        Trying(child, folder.to_owned())
    }

    /// Its end, and the newest report.
    async fn ended(self) -> (Said, String) {
        let Trying(child, folder) = self;
        let ended = tokio::task::spawn_blocking(move || child.wait_with_output().unwrap());
        let output = tokio::time::timeout(Duration::from_secs(100), ended).await;
        let output = output.expect("it goes on for ever").unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let said = Said {
            out: text(output.stdout),
            error: text(output.stderr),
            code: output.status.code().unwrap(),
        };
        let newest = (1..9).rev().find_map(|number| {
            let number = if number == 1 { String::new() } else { format!("-{number}") };
            std::fs::read_to_string(folder.join(format!("emberhall-try{number}.txt"))).ok()
        });
        (said, newest.unwrap_or_default())
    }
}

/// The message that offers this, once it is there.
async fn offered(scene: &Scene, channel: Id, custom_id: &str) -> ShownMessage {
    let offers = |message: &ShownMessage| message.custom_ids().contains(&custom_id);
    let until = Instant::now() + SOON;
    loop {
        if let Some(message) = scene.sandbox.messages(channel).into_iter().find(offers) {
            return message;
        }
        assert!(Instant::now() < until, "{custom_id} is not offered");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Somebody does something on the page of the sandbox; how it was answered.
async fn act(scene: &Scene, what: Value) -> String {
    let at = format!("{}/sandbox/act", scene.sandbox.base());
    let asked = reqwest::Client::new().post(at).header("content-type", "application/json");
    let answer = asked.body(what.to_string()).send().await.unwrap();
    let body: Value = serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap();
    body["ack"].as_str().unwrap_or_else(|| panic!("{what}: {body}")).to_owned()
}

/// Somebody presses everything that is asked for, and one button twice.
async fn press_all(scene: &Scene, channel: Id) {
    let user = scene.stranger.to_string();
    let mut answers = Vec::new();
    for custom_id in ["etry:1", "etry:1", "etry:2", "etry:3"] {
        let message = offered(scene, channel, custom_id).await.id.to_string();
        let click =
            json!({ "do": "click", "as": user, "message": message, "custom_id": custom_id });
        answers.push(act(scene, click).await);
    }
    let message = offered(scene, channel, "etry:menu").await.id.to_string();
    let pick = json!({ "do": "choose", "as": user, "message": message,
        "custom_id": "etry:menu", "values": ["wood"] });
    answers.push(act(scene, pick).await);
    assert_eq!(answers, ["reply", "heard", "update", "heard", "update"]);
}

/// The lines about one step.
fn line<'a>(out: &'a str, step: &str) -> &'a str {
    let found = out.lines().find(|line| line.get(9..).is_some_and(|rest| rest.starts_with(step)));
    found.unwrap_or_else(|| panic!("nothing is said of {step}:\n{out}"))
}

/// Everything that is secret: the token, and those of interactions.
fn secrets(scene: &Scene) -> Vec<String> {
    let mut secrets = vec![scene.sandbox.token().to_owned()];
    for request in scene.sandbox.requests() {
        let words: Vec<&str> = request.path.trim_start_matches('/').split('/').collect();
        if let ["interactions" | "webhooks", _, token, ..] = words.as_slice() {
            secrets.push((*token).to_owned());
        }
    }
    secrets
}

fn is_silent(scene: &Scene, said: &Said, report: &str) {
    for secret in secrets(scene) {
        for text in [&said.out, &said.error, report] {
            assert!(!text.contains(&secret), "{secret}:\n{text}");
        }
    }
    for name in ["Stranger", "Owner", "New London"] {
        assert!(!report.contains(name), "{name}:\n{report}");
    }
}

/// Every request was as Discord wants it; some things the bot may not do, and it asks.
fn held(scene: &Scene) {
    let wrong = scene.sandbox.violations();
    let wrong: Vec<_> = wrong.iter().filter(|one| !one.contains(": 403 500")).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_is_tried_beside_a_bot_that_runs_and_nothing_is_left_but_one_message() {
    let scene = &mut Scene::with(1, options()).await;
    let (folder, channel) = (folder("try"), scene.channel);
    let places = scene.sandbox.world().channels(scene.guild).len();
    let trying = Trying::in_channel(scene, &folder, channel, &[]);
    press_all(scene, channel).await;
    let (said, report) = trying.ended().await;
    assert_eq!(said.code, 0, "{}{}", said.out, said.error);
    for step in STEPS {
        let line = line(&said.out, step);
        assert!(line.starts_with("ok ") && line.contains(" ms: "), "{line}");
        assert!(report.contains(line), "{line}\n{report}");
    }
    let old = line(&said.out, "old message");
    assert!(old.starts_with("warning") && old.contains("after an hour"), "{old}");
    assert!(said.error.contains("button 1, button 2, button 3, menu"), "{}", said.error);
    for answer in ["POST /channels/…/messages  200", "POST /interactions/…/callback  204", "50083"]
    {
        assert!(report.contains(answer), "{answer}\n{report}");
    }
    is_silent(scene, &said, &report);
    // Two private answers of the trial; the bot beside it said nothing.
    let private = scene.sandbox.private(scene.stranger, channel);
    assert_eq!(private.len(), 2, "{private:#?}");
    assert!(private.iter().all(|message| message.custom_ids().is_empty()), "its button is off");
    let refused: Vec<_> = scene.sandbox.requests();
    let refused: Vec<_> = refused.iter().filter(|one| one.status >= 400).collect();
    assert_eq!(refused.len(), 1, "only the change of an archived thread: {refused:#?}");
    let left = scene.messages();
    assert_eq!(left.len(), 1, "{left:#?}");
    assert!(left[0].content().contains(MARK), "{}", left[0].content());
    assert_eq!(scene.sandbox.world().channels(scene.guild).len(), places, "the thread is gone");
    assert!(
        scene.sandbox.until(SOON, |world| world.connected() == 1).await,
        "only the bot is left"
    );

    // An hour later the next one finds it, and changes it until Discord wants no more.
    scene.sandbox.change(|world| world.pass(Duration::from_mins(61)));
    let trying = Trying::in_channel(scene, &folder, channel, &["--json"]);
    press_all(scene, channel).await;
    let (said, report) = trying.ended().await;
    let told = said.json();
    assert_eq!((said.code, &told["ok"]), (0, &json!(true)), "{told}");
    assert_eq!(told["report"], "emberhall-try-2.txt");
    let steps = told["steps"].as_array().unwrap();
    let old = steps.iter().find(|step| step["check"] == "old message").unwrap();
    assert_eq!(old["verdict"], "ok", "{old}");
    assert!(old["text"].as_str().unwrap().contains("1 h old: Discord took 3 changes"), "{old}");
    let answers = old["answers"].as_array().unwrap();
    assert!(answers.iter().any(|one| one["code"] == 30_046 && one["status"] == 429), "{old}");
    assert!(report.contains("code 30046"), "{report}");
    let pressed = steps.iter().find(|step| step["check"] == "button 1").unwrap();
    assert_eq!(pressed["verdict"], "ok", "the hour is no delay: {pressed}");
    is_silent(scene, &said, &report);
    let after = scene.messages();
    assert_eq!((after.len(), after[0].id), (1, left[0].id), "{after:#?}");
    assert!(after[0].content().contains("Changed 3 times"), "{}", after[0].content());
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn if_nobody_presses_it_ends_and_says_so() {
    let scene = Scene::without_bot(1, Options::default()).await;
    let begun = Instant::now();
    let trying =
        Trying::in_channel(&scene, &folder("try-alone"), scene.channel, &["--patience", "1"]);
    let (said, report) = trying.ended().await;
    assert_eq!(said.code, 1, "{}", said.out);
    assert!(begun.elapsed() < Duration::from_secs(40));
    for step in ["button 1", "button 2", "button 3", "menu"] {
        let line = line(&said.out, step);
        assert!(line.starts_with("problem") && line.contains("within 1 s"), "{line}");
    }
    // Without the right to delete threads, that is left to the person.
    let swept = line(&said.out, "clean up");
    assert!(swept.starts_with("warning") && swept.contains("delete it by hand"), "{swept}");
    assert!(report.contains("problems: 4"), "{report}");
    assert_eq!(scene.messages().len(), 1, "{:#?}", scene.messages());
    held(&scene);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_where_it_cannot_work_is_named_with_what_to_do() {
    let scene = Scene::without_bot(1, Options::default()).await;
    let bot = scene.sandbox.world().bot();
    let deny =
        |right: u64| scene.sandbox.change(|world| world.overwrite(scene.channel, bot, 0, right));
    let tried = async |channel: Id| {
        let args = ["--patience", "1"];
        let (said, _) =
            Trying::in_channel(&scene, &folder("try-refused"), channel, &args).ended().await;
        assert_eq!(said.code, 1, "{}", said.out);
        said.out
    };
    let out = tried(4).await;
    assert!(line(&out, "channel").contains("no such channel"), "{out}");
    deny(may::VIEW_CHANNEL);
    assert!(line(&tried(scene.channel).await, "channel").contains("View Channel"));
    deny(may::ATTACH_FILES);
    let out = tried(scene.channel).await;
    assert!(line(&out, "post").contains("Attach Files"), "{out}");
    assert!(!out.contains("nobody"), "nobody is asked for anything: {out}");
    deny(may::READ_MESSAGE_HISTORY);
    let out = tried(scene.channel).await;
    assert!(line(&out, "history").contains("Read Message History"), "{out}");
    deny(may::CREATE_PUBLIC_THREADS);
    let thread = tried(scene.channel).await;
    assert!(line(&thread, "thread").starts_with("warning  thread       "), "{thread}");
    assert!(line(&thread, "thread").contains("number of a thread as CHANNEL"), "{thread}");
    assert_eq!(scene.messages().len(), 1, "{:#?}", scene.messages());
    held(&scene);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_nobody_knows_stops_it_before_it_posts() {
    let scene = Scene::without_bot(1, Options::default()).await;
    let folder = folder("try-token");
    let trying = Trying::with(&scene, &folder, scene.channel, "other.token", &[]);
    let (said, report) = trying.ended().await;
    assert_eq!(said.code, 1, "{}", said.out);
    assert!(line(&said.out, "token").contains("copy it again"), "{}", said.out);
    assert!(report.contains("copy it again") && !report.contains("other.token"), "{report}");
    let asked = scene.sandbox.requests();
    // It is the doctor that says so, and nothing is asked after that.
    assert_eq!(asked.len(), 1, "{asked:#?}");
    assert_eq!((asked[0].method.as_str(), asked[0].route.as_str()), ("GET", "/users/@me"));
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_are_used_up_are_a_sentence_and_the_rest_is_tried() {
    let scene = Scene::without_bot(1, Options { sessions: 0, ..options() }).await;
    let trying = Trying::in_channel(&scene, &folder("try-gateway"), scene.channel, &[]);
    let (said, _) = trying.ended().await;
    let gateway = line(&said.out, "gateway");
    assert!(said.code == 1 && gateway.starts_with("problem"), "{}", said.out);
    assert!(gateway.contains("too often today") && gateway.contains("24 h"), "{gateway}");
    assert!(!said.out.contains("button 1"), "nobody is asked to press: {}", said.out);
    assert!(line(&said.out, "thread").starts_with("ok "), "{}", said.out);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_sleeps_is_woken_and_tried_in() {
    let scene = Scene::without_bot(1, Options::default()).await;
    let thread = scene.sandbox.change(|world| {
        let thread = world.add_thread(scene.channel, scene.owner, "campaign", false);
        world.set_thread(thread, true, false);
        thread
    });
    let trying = Trying::in_channel(&scene, &folder("try-thread"), thread, &[]);
    press_all(&scene, thread).await;
    let (said, _) = trying.ended().await;
    assert_eq!(said.code, 0, "{}", said.out);
    assert!(line(&said.out, "channel").contains("woken now"), "{}", said.out);
    assert!(line(&said.out, "thread").contains("was woken"), "{}", said.out);
    assert_eq!(scene.sandbox.messages(thread).len(), 1);
    held(&scene);
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn told_to_stop_it_deletes_what_it_has_posted() {
    let scene = Scene::without_bot(1, options()).await;
    let trying = Trying::in_channel(&scene, &folder("try-stopped"), scene.channel, &[]);
    offered(&scene, scene.channel, "etry:1").await;
    let id = trying.0.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let (said, report) = trying.ended().await;
    assert_eq!(said.code, 1, "{}", said.out);
    assert!(line(&said.out, "stopped").starts_with("problem"), "{}", said.out);
    assert!(line(&said.out, "clean up").starts_with("ok"), "{}", said.out);
    assert!(report.contains("clean up"), "{report}");
    assert!(scene.messages().is_empty(), "{:#?}", scene.messages());
    held(&scene);
}
