//! A room: each phone is one person, and nothing else of this machine can be reached from there.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use emberhall::council::settings::PublicVoteMode;
use emberhall::council::{Request, Requester, UserId};
use emberhall::sandbox::{Id, World};
use serde_json::{Value, json};

use crate::door::{ask, body_of, is, whole};
use crate::kit::Ground;

const PHONE: (u32, u32) = (360, 740);
const PATIENCE: Duration = Duration::from_secs(20);

/// Another address of this machine, as a phone would see it; only Linux has more than one of these.
const HERE: &str = if cfg!(target_os = "linux") { "127.0.0.2" } else { "127.0.0.1" };

/// The address of a room, and the path of its link.
fn link(ground: &Ground) -> (String, String) {
    let links = ground.play().sandbox().room().expect("a room").links().to_vec();
    let link = links[0].strip_prefix("http://").expect("a link").to_owned();
    let (at, path) = link.split_once('/').expect("a path");
    (at.to_owned(), format!("/{path}"))
}

/// A phone that has opened the link: its cookie.
fn join(at: &str, path: &str) -> String {
    let answer = ask(at, &format!("GET {path}"), &[("host", at)]);
    assert!(is(&answer, "303"), "{answer}");
    let line = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
    assert!(line.contains("HttpOnly") && line.contains("SameSite=Lax"), "{line}");
    line.split(';').next().expect("a value").to_owned()
}

fn state(at: &str, cookie: &str, query: &str) -> Value {
    let answer =
        whole(at, &format!("GET /sandbox/state{query}"), &[("host", at), ("cookie", cookie)], "");
    serde_json::from_str(body_of(&answer)).unwrap_or_else(|why| panic!("{why}: {answer}"))
}

fn act(at: &str, cookie: &str, body: &Value) -> Value {
    let body = body.to_string();
    let length = body.len().to_string();
    let headers = [
        ("host", at),
        ("cookie", cookie),
        ("content-type", "application/json"),
        ("content-length", &length),
    ];
    let answer = whole(at, "POST /sandbox/act", &headers, &body);
    serde_json::from_str(body_of(&answer)).unwrap_or_else(|why| panic!("{why}: {answer}"))
}

fn me(at: &str, cookie: &str) -> Id {
    state(at, cookie, "")["me"].as_str().and_then(|id| id.parse().ok()).expect("somebody")
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_link_nothing_is_answered_and_with_it_one_is_one_person() {
    let mut ground = Ground::with_room(HERE).await;
    let (at, path) = link(&ground);
    let people = ground.play().scenery().clone();
    let host = ("host", at.as_str());
    for wanted in [
        "GET /",
        "GET /sandbox/state",
        "GET /sandbox/page/client.js",
        "GET /join/",
        "POST /sandbox/act",
    ] {
        let answer = ask(&at, wanted, &[host, ("content-length", "0")]);
        assert!(is(&answer, "403"), "{wanted}: {answer}");
    }
    assert!(is(&ask(&at, "GET /", &[host, ("cookie", "room=guessed")]), "403"));
    // No name but the one that was reached, and no other page.
    for (name, value) in [("host", "evil.example"), ("origin", "http://evil.example")] {
        let headers = if name == "host" { vec![(name, value)] } else { vec![host, (name, value)] };
        assert!(is(&ask(&at, &format!("GET {path}"), &headers), "403"), "{name}");
    }
    let (ada, bela) = (join(&at, &path), join(&at, &path));
    assert_ne!(ada, bela);
    assert_eq!([me(&at, &ada), me(&at, &bela)], people.advisors[..2]);
    // Who comes back is who they were, whatever they ask for.
    let again = ask(&at, &format!("GET {path}"), &[host, ("cookie", &ada)]);
    assert!(again.contains(&ada), "{again}");
    let asked = state(&at, &ada, &format!("?as={}", people.advisors[3]));
    assert_eq!(asked["me"], json!(people.advisors[0].to_string()));
    assert_eq!(
        (&asked["guest"], &asked["room"], &asked["levers"]),
        (&json!(true), &Value::Null, &json!([]))
    );
    // The API and the gateway are for this machine.
    let headers = [host, ("cookie", &ada), ("authorization", "Bot sandbox.token")];
    let api = format!("GET /api/v10/channels/{}/messages", ground.channel());
    assert!(is(&ask(&at, &api, &headers), "404"));
    let socket = [
        host,
        ("cookie", &ada),
        ("connection", "upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA=="),
    ];
    assert!(!is(&ask(&at, "GET /?v=10", &socket), "101"));
    // Nor can a guest do what is the host's.
    for what in ["pull", "free", "give"] {
        let body = json!({ "do": what, "lever": "house", "channel": ground.channel().to_string(),
            "person": people.advisors[1].to_string(), "to": people.advisors[0].to_string() });
        assert!(act(&at, &ada, &body)["refused"].is_string(), "{what}");
    }
    assert_eq!(me(&at, &bela), people.advisors[1]);
    ground.close().await;
}

/// The bot says something to one person alone.
async fn tell_alone(ground: &Ground, user: Id) {
    let said = ground.play().sandbox().slash(user, ground.channel(), "rules", vec![]).await;
    assert!(said.unwrap().ack.is_answered());
}

/// Sends a phone away, as the host's page does.
fn send_away(ground: &Ground, person: Id) {
    let base = ground.address();
    let own = base.strip_prefix("http://").expect("an address");
    let free = json!({ "do": "free", "person": person.to_string() });
    assert_eq!(act(own, "", &free)["ack"], "done");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_says_and_does_everything_as_themselves_and_reads_nothing_of_others() {
    let mut ground = Ground::with_room(HERE).await;
    let (at, path) = link(&ground);
    let people = ground.play().scenery().clone();
    let (ada, bela) = (join(&at, &path), join(&at, &path));
    let channel = ground.channel().to_string();
    let body = json!({ "do": "say", "as": people.advisors[0].to_string(), "channel": channel, "text": "I am Ada" });
    assert_eq!(act(&at, &bela, &body)["ack"], "done");
    let said = ground.play().sandbox().messages(ground.channel());
    let said = said.iter().find(|one| one.text().contains("I am Ada")).expect("it was said");
    assert_eq!(said.value["author"]["id"], json!(people.advisors[1].to_string()));
    // What the bot tells one alone, the other can neither read nor fetch.
    tell_alone(&ground, people.advisors[0]).await;
    let told = |world: &World| !world.private(people.advisors[0], ground.channel()).is_empty();
    assert!(ground.play().sandbox().until(PATIENCE, told).await);
    let read = |cookie: &str| {
        let path = format!("GET /sandbox/messages?as={}&channel={channel}", people.advisors[0]);
        let answer = whole(&at, &path, &[("host", &at), ("cookie", cookie)], "");
        let told: Value = serde_json::from_str(body_of(&answer)).unwrap();
        let all = told["messages"].as_array().unwrap().clone();
        all.iter().filter(|one| one["flags"].as_u64().unwrap_or(0) & 64 != 0).count()
    };
    assert_eq!((read(&ada), read(&bela)), (1, 0));
    // Nor does the other get the picture that was for one alone.
    let card = vec![("name", json!("M001"))];
    ground
        .play()
        .sandbox()
        .slash(people.advisors[0], ground.channel(), "card", card)
        .await
        .unwrap();
    let picture = |world: &World| {
        let told = world.private(people.advisors[0], ground.channel());
        let url = told
            .iter()
            .find_map(|one| one.value["attachments"][0]["url"].as_str().map(str::to_owned));
        url.and_then(|url| Some(url.splitn(4, '/').nth(3)?.to_owned()))
    };
    assert!(ground.play().sandbox().until(PATIENCE, |world| picture(world).is_some()).await);
    let path = format!("GET /{}", picture(&ground.play().sandbox().world()).unwrap());
    let fetch = |cookie: &str| ask(&at, &path, &[("host", &at), ("cookie", cookie)]);
    assert!(is(&fetch(&ada), "200") && is(&fetch(&bela), "404"), "{path}: {}", fetch(&bela));
    assert!(is(&ask(&at, &path, &[("host", &at)]), "403"));
    ground.close().await;
}

/// What came over a line until it was closed, or for so long.
fn heard(line: &mut TcpStream, most: Duration) -> (String, bool) {
    let (since, mut all, mut piece) = (Instant::now(), Vec::new(), [0; 4096]);
    line.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
    while since.elapsed() < most {
        match line.read(&mut piece) {
            Ok(0) => return (String::from_utf8_lossy(&all).into_owned(), true),
            Ok(count) => all.extend(&piece[..count]),
            Err(_) => {}
        }
    }
    (String::from_utf8_lossy(&all).into_owned(), false)
}

/// A line that does not leave by itself, as the page would.
#[tokio::test(flavor = "multi_thread")]
async fn who_was_sent_away_hears_nothing_more() {
    let mut ground = Ground::with_room(HERE).await;
    let (at, path) = link(&ground);
    let people = ground.play().scenery().clone();
    let ada = join(&at, &path);
    let mut line = TcpStream::connect(&at).unwrap();
    let knock = format!(
        "GET /sandbox/stream HTTP/1.1\r\nhost: {at}\r\ncookie: {ada}\r\nconnection: upgrade\r\n\
         upgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    );
    line.write_all(knock.as_bytes()).unwrap();
    let said = heard(&mut line, Duration::from_millis(500));
    assert!(said.0.contains("hello") && !said.1, "{said:?}");
    send_away(&ground, people.advisors[0]);
    tell_alone(&ground, people.advisors[0]).await;
    let said = heard(&mut line, PATIENCE);
    assert!(said.1, "the line is closed");
    assert!(said.0.contains("reload") && !said.0.contains("flags"), "{}", said.0);
    // A preview of the link takes nobody's place.
    let preview = [("host", at.as_str()), ("user-agent", "WhatsApp/2.2"), ("accept", "*/*")];
    let shown = ask(&at, &format!("GET {path}"), &preview);
    assert!(is(&shown, "200") && !shown.contains("set-cookie"), "{shown}");
    assert_eq!(me(&at, &join(&at, &path)), people.advisors[0]);
    ground.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_ten_wrong_links_an_address_is_not_heard_for_a_while() {
    let mut ground = Ground::with_room(HERE).await;
    let (at, path) = link(&ground);
    let inside = join(&at, &path);
    let wrong = "GET /join/00000000000000000000000000000000";
    let mut answers: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..12 {
        let answer = ask(&at, wrong, &[("host", &at)]);
        *answers.entry(answer.lines().next().unwrap().to_owned()).or_default() += 1;
    }
    let of = |status: &str| answers.iter().find(|(line, _)| line.contains(status)).map(|(_, n)| *n);
    assert_eq!((of("403"), of("429")), (Some(10), Some(2)), "{answers:?}");
    assert!(is(&ask(&at, &format!("GET {path}"), &[("host", &at)]), "429"), "the right one, too");
    assert!(
        is(&ask(&at, "GET /", &[("host", &at), ("cookie", &inside)]), "200"),
        "who is in stays in"
    );
    ground.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn phones_are_who_they_were_after_the_sandbox_was_closed_and_opened() {
    let mut ground = Ground::with_room(HERE).await;
    let (at, path) = link(&ground);
    let cookies: Vec<String> = (0..3).map(|_| join(&at, &path)).collect();
    let before: Vec<Id> = cookies.iter().map(|cookie| me(&at, cookie)).collect();
    ground.restart().await;
    let (at, again) = link(&ground);
    assert_eq!(again, path, "the link is the same");
    let after: Vec<Id> = cookies.iter().map(|cookie| me(&at, cookie)).collect();
    assert_eq!(after, before);
    ground.close().await;
}

/// Two phones and the host, in a real browser.
#[tokio::test(flavor = "multi_thread")]
async fn two_phones_play_and_the_host_makes_one_of_them_somebody_else() {
    let Some(browser) = crate::browser() else { return };
    let mut ground = Ground::with_room(HERE).await;
    let people = ground.play().scenery().clone();
    let (at, path) = link(&ground);
    let url = format!("http://{at}{path}");
    let host = browser.open(&ground.address(), crate::kit::DESK).await;
    host.until("!!document.querySelector('#room svg path')").await;
    // Two browsers share no cookies; neither do two windows that are private.
    let ada = browser.open_private(&url, PHONE).await;
    ada.until("document.title.startsWith('Ada')").await;
    let bela = browser.open_private(&url, PHONE).await;
    bela.until("document.title.startsWith('Bela')").await;
    host.until("document.querySelector('#room').innerText.includes('2 phones are in')").await;
    host.screenshot("12-room-host").await;
    // Whose phones are here sit down, and nobody else.
    bela.click("[data-custom-id='begin']").await;
    ada.until("!!document.querySelector(\"[data-custom-id$=':h']\")").await;
    let (id, panel) = ground.look().await;
    let seated = panel.seats.iter().filter_map(|chair| chair.holder.user()).count();
    assert_eq!(seated, 2, "{:?}", panel.seats);
    let wide = "Math.max(document.documentElement.scrollWidth, document.getElementById('scroll').scrollWidth)";
    assert!(ada.eval(wide).await.as_u64().unwrap() <= 360);
    ada.screenshot("13-room-phone").await;
    ada.click("#menu").await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    ada.screenshot("14-room-phone-menu").await;
    assert!(!ada.has("button.person:not(.me)").await, "nobody else can be clicked");
    ada.press("Escape").await;
    // The host gives Ada's phone to Cleo.
    host.click(&format!("[data-phone='{}']", people.advisors[0])).await;
    host.until("!!document.querySelector('.moving')").await;
    host.screenshot("15-room-moving").await;
    host.click(".moving .choices button:nth-child(2)").await;
    ada.until("document.title.startsWith('Cleo')").await;
    // And sends the other away.
    host.click(&format!("[data-phone='{}']", people.advisors[1])).await;
    host.click(".moving .danger").await;
    bela.until("document.body.innerText.includes('friends in one room')").await;
    bela.screenshot("16-room-out").await;
    assert_eq!(ground.look().await.0, id);
    drop((host, ada, bela));
    ground.close().await;
}

/// Lines that can die as they do on a phone that sleeps: silently.
const MORTAL: &str = "(() => {
    window.lines = [];
    window.WebSocket = class extends WebSocket {
        constructor(...all) { super(...all); lines.push(this); }
        set onmessage(hear) { super.onmessage = (event) => { if (!this.dead) hear(event); }; }
    };
})()";

/// A phone slept, or changed its network: the page notices by itself, and catches up.
#[tokio::test(flavor = "multi_thread")]
async fn a_phone_whose_line_died_silently_goes_on() {
    let Some(browser) = crate::browser() else { return };
    let mut ground = Ground::with_room(HERE).await;
    let (at, path) = link(&ground);
    let phone = browser.open_private(&format!("http://{at}{path}"), PHONE).await;
    phone.until("document.title.startsWith('Ada')").await;
    phone.load_after(MORTAL).await;
    let (stage, channel) = (ground.play().sandbox(), ground.channel());
    let bela = ground.play().scenery().advisors[1];
    let woken = "Date.now = ((now) => () => now() + 60000)(Date.now), \
                 document.dispatchEvent(new Event('visibilitychange')), 0";
    let network = "dispatchEvent(new Event('online')), 0";
    for (said, wakes) in
        [("said while there was no network", network), ("said in the night", woken)]
    {
        phone.until("window.lines?.length > 0 && document.body.dataset.at?.length > 0").await;
        stage.say(bela, channel, "heard").unwrap();
        phone
            .until("[...document.querySelectorAll('.message')].at(-1)?.innerText.includes('heard')")
            .await;
        phone.eval("lines.forEach((line) => { line.dead = true; }), 0").await;
        stage.say(bela, channel, said).unwrap();
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert!(!phone.text().await.contains(said), "the line is not dead");
        phone.eval(wakes).await;
        phone.until(&format!("document.body.innerText.includes({})", json!(said))).await;
    }
    // Sent away while it slept, it is told why nothing answers.
    phone.until("document.body.dataset.at?.length > 0").await;
    phone.eval("lines.forEach((line) => { line.dead = true; }), 0").await;
    send_away(&ground, ground.play().scenery().advisors[0]);
    phone.eval(network).await;
    phone.until("document.querySelector('.out')?.innerText.includes('friends in one room')").await;
    drop(phone);
    ground.close().await;
}

/// From a fresh page: one key to skip, one to go there.
#[tokio::test(flavor = "multi_thread")]
async fn the_newest_answer_is_two_keys_away() {
    let Some(browser) = crate::browser() else { return };
    let mut ground = Ground::open().await;
    let scenery = ground.play().scenery().clone();
    assert!(ground.play().sandbox().pull("begin", scenery.advisors[0], ground.channel()));
    ground.begun().await;
    let window = browser.open(&ground.address(), crate::kit::DESK).await;
    window.until("!!document.querySelector(\"[data-custom-id$=':h']\")").await;
    window.press("Tab").await;
    window.until("document.activeElement.id === 'skip'").await;
    window.screenshot("17-skip").await;
    window.press("Enter").await;
    window.until("!!document.activeElement.closest('.rows')").await;
    let last = "[...document.querySelectorAll('.message')].filter((one) => one.querySelector('.rows button:not(:disabled)')).at(-1)";
    let there = format!("{last}.contains(document.activeElement)");
    assert_eq!(window.eval(&there).await, true);
    // A picture says once what is on it.
    window.until("!!document.querySelector('.picture img')").await;
    let twice = "[...document.querySelectorAll('.picture img')].filter((one) => one.alt || one.title).length";
    assert_eq!(window.eval(twice).await, 0);
    drop(window);
    ground.close().await;
}

/// The levers as the host's page shows them: which is on.
fn lever(ground: &Ground, id: &str) -> (String, bool) {
    let base = ground.address();
    let at = base.strip_prefix("http://").expect("an address");
    let answer = whole(at, "GET /sandbox/state", &[("host", at)], "");
    let state: Value = serde_json::from_str(body_of(&answer)).expect("a state");
    let levers = state["levers"].as_array().expect("levers");
    let lever = levers.iter().find(|lever| lever["id"] == id).expect("a lever");
    (lever["label"].as_str().unwrap_or_default().to_owned(), lever["on"] == true)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_house_plays_one_round_as_fast_as_one_likes_and_stops() {
    let mut ground = Ground::open().await;
    let (stage, first) = (ground.play().sandbox(), ground.play().scenery().advisors[0]);
    let speed = |ground: &Ground| lever(ground, "speed").0;
    let mut seen = vec![speed(&ground)];
    for _ in 0..3 {
        assert!(stage.pull("speed", first, ground.channel()));
        let before = seen.last().cloned();
        let turned = async {
            while Some(speed(&ground)) == before {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(PATIENCE, turned).await.expect("another speed");
        seen.push(speed(&ground));
    }
    assert_eq!(seen, ["Speed: normal", "Speed: fast", "Speed: slow", "Speed: normal"]);
    let faster_twice = || (0..2).all(|_| stage.pull("speed", first, ground.channel()));
    // Slow, so that no round ends between two levers.
    assert!(faster_twice());
    assert!(stage.pull("begin", first, ground.channel()));
    ground.begun().await;
    // A ballot would take its minute.
    let (id, panel) = ground.look().await;
    let mut settings = panel.settings;
    settings.public_vote.set_mode(PublicVoteMode::Off);
    let (who, deed) =
        (Requester::plain(UserId(first)), Request::ChangeSettings(Box::new(settings)));
    ground.play().bot().hall().request(id, "off", who, deed).await;
    // Both switches belong to one player: each changes what the other began.
    for (pulled, wanted) in [
        ("house", (true, false)),
        ("round", (false, true)),
        ("round", (false, true)),
        ("house", (true, false)),
        ("house", (false, false)),
    ] {
        assert!(stage.pull(pulled, first, ground.channel()));
        let is_so = || (lever(&ground, "house").1, lever(&ground, "round").1) == wanted;
        let turned = async {
            while !is_so() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(PATIENCE, turned).await.unwrap_or_else(|_| panic!("{pulled}"));
        // A lever that is pulled in vain changes nothing a moment later either.
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert!(is_so(), "{pulled}: {wanted:?}");
    }
    assert!(faster_twice());
    let round = ground.look().await.1.progress.round;
    assert!(stage.pull("round", first, ground.channel()));
    let over = async {
        while ground.look().await.1.progress.round <= round || lever(&ground, "round").1 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(150), over).await.expect("one round ends");
    let panel = ground.look().await.1;
    assert_eq!(panel.progress.round, round + 1);
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(ground.look().await.1.seq, panel.seq, "the house has stopped");
    ground.close().await;
}
