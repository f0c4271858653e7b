//! A campaign for four, by clicks alone.

use emberhall::council::UserId;
use emberhall::council::log::{DecidedBy, effective_answers};
use emberhall::council::question::Resolver;
use emberhall::council::view::CouncilView;
use serde_json::json;

use crate::browser::{Browser, Window};
use crate::kit::{DESK, Ground, median, open_choices};
use std::sync::Arc;

const ROUNDS: u32 = 2;
/// The panel stands below the ballot.
const BELOW: &str = "(() => { const all = [...document.querySelectorAll('.message')]; \
    const at = (part) => all.findLastIndex((one) => one.querySelector(part)); \
    return at('[data-custom-id$=\":h\"]') > at('[data-custom-id*=\":p:\"]'); })()";
/// What can be clicked on the people's ballot.
const BALLOT: &str = "[data-custom-id*=':p:'], [data-custom-id*=':s:']";
/// Nobody needs more clicks for two rounds.
const MOST_CLICKS: usize = 400;

/// What has happened on the way.
#[derive(Default)]
struct Seen {
    tied: bool,
    voted: bool,
    /// Milliseconds from each click to its effect.
    times: Vec<f64>,
}

#[tokio::test(flavor = "multi_thread")]
async fn four_people_play_two_rounds_in_a_browser() {
    let Some(browser) = crate::browser() else { return };
    let mut ground = Ground::open().await;
    let window = browser.open(&format!("{}/?as=Ada", ground.address()), DESK).await;
    window.until("!!document.querySelector('.message')").await;
    let load = window.eval("performance.now()").await.as_f64().unwrap();
    println!("page load to the first message: {load:.0} ms at most");
    assert!(load < 5000.0, "the page took {load} ms");
    window.screenshot("1-welcome").await;

    window.click("[data-custom-id='begin']").await;
    window.until("!!document.querySelector('.picture img') && document.querySelector('[data-custom-id$=\":h\"]')?.isConnected").await;
    window.screenshot("2-begun").await;
    a_hand_is_seen_by_its_owner(&browser, &ground, &window).await;
    let mut seen = Seen::default();
    play(&ground, &window, 1, &mut seen).await;
    window.screenshot("4-second-round").await;

    ground.restart().await;
    let (_, panel) = ground.look().await;
    let number = panel.questions[0].number;
    // The server has forgotten its messages: the welcome and the table are all there is.
    let few = "document.querySelectorAll('.message').length < 6";
    let again = json!(format!("[data-custom-id*=':{number}:'], [data-custom-id$=':h']"));
    window.until(&format!("{few} && !!document.querySelector({again})")).await;
    window.screenshot("5-after-a-restart").await;

    play(&ground, &window, ROUNDS, &mut seen).await;
    assert!(seen.tied, "there was no vote in which four could differ");
    assert!(seen.voted, "the people were never asked");
    window.screenshot("6-third-round").await;
    on_a_phone(&window).await;
    let count = seen.times.len();
    let middle = median(&mut seen.times);
    println!("{count} clicks; median from click to effect with pictures: {middle:.0} ms");
    assert!(middle < 1500.0, "a click takes {middle} ms");
    ground.close().await;
}

async fn a_hand_is_seen_by_its_owner(browser: &Arc<Browser>, ground: &Ground, window: &Window) {
    let other = browser.open(&format!("{}/?as=bela", ground.address()), DESK).await;
    other.until("!!document.querySelector('[data-custom-id$=\":h\"]')").await;
    window.click("[data-custom-id$=':h']").await;
    // The answer to the command that opened the table is private as well.
    let private = "document.querySelectorAll('.message.private').length";
    let hand = "[...document.querySelectorAll('.message.private')].at(-1)?.innerText";
    window.until(&format!("{hand}?.includes('In the hands of')")).await;
    window.until(&format!("{hand}?.includes('Only you can see this')")).await;
    let before = window.eval(private).await;
    window.screenshot("3-a-hand").await;
    // The other window hears of something else, and of nothing private.
    window.click("#composer textarea").await;
    window.type_in("hello").await;
    window.press("Enter").await;
    other.until("document.body.innerText.includes('hello')").await;
    assert!(!other.has(".message.private").await, "{}", other.text().await);
    window.click(".message.private .only button").await;
    window.until(&format!("{private} < {before}")).await;
}

/// Two of the public vote on the Law that is before the city.
async fn the_people_vote(ground: &Ground, window: &Window) {
    let (_, panel) = ground.look().await;
    let matter = panel.ballot.expect("a ballot is open from the first day");
    assert!(matter.mine.is_none() && matter.closes.is_none());
    let public = ground.play().scenery().public.clone();
    for user in &public[..2] {
        votes(ground, window, *user).await;
    }
    window.screenshot("3-the-people-vote").await;
}

/// Somebody votes for the first Law of the newest ballot.
async fn votes(ground: &Ground, window: &Window, user: u64) {
    window.be(user).await;
    window.open_menu(BALLOT).await;
    window.click(".options .option").await;
    assert!(has_voted(ground, user).await, "the vote of {user} was not counted");
}

/// All Advisors have voted on a Law: after half of the time the leader closes the ballot.
async fn the_leader_closes(ground: &Ground, window: &Window, panel: &CouncilView) {
    let matter = panel.ballot.as_ref().expect("nobody is waited for but the people");
    let hall = ground.play().bot().hall();
    let left = matter.half_time.expect("a ballot that closes") - hall.now();
    tokio::time::sleep(std::time::Duration::from_millis(left.0.max(0) as u64)).await;
    let leader = panel.seats[usize::from(panel.leader.0)].holder.user().expect("somebody leads");
    window.be(leader.0).await;
    window.click(&format!("[data-custom-id$=':cb:{}']", matter.edition)).await;
    for _ in 0..500 {
        if ground.look().await.1.seq > panel.seq {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the ballot was not closed: {:#?}", ground.look().await.1);
}

async fn has_voted(ground: &Ground, user: u64) -> bool {
    let hall = ground.play().bot().hall();
    let (id, _) = ground.look().await;
    for _ in 0..300 {
        let seen = hall.view(id, Some(UserId(user))).await.unwrap();
        if seen.ballot.is_some_and(|matter| matter.mine.is_some()) {
            return true;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    false
}

/// Everybody clicks what they are asked until a round is over; the first vote is a tie.
async fn play(ground: &Ground, window: &Window, last: u32, seen: &mut Seen) {
    for _ in 0..MOST_CLICKS {
        let (id, panel) = ground.look().await;
        if panel.progress.round > last {
            return;
        }
        if !seen.voted && window.has(BALLOT).await {
            // The table's question comes right after it, and moves what is to be clicked.
            window.until(BELOW).await;
            the_people_vote(ground, window).await;
            seen.voted = true;
            continue;
        }
        let Some(asked) = panel.questions.iter().find(|asked| !asked.waiting.is_empty()) else {
            the_leader_closes(ground, window, &panel).await;
            continue;
        };
        if asked.resolver == Resolver::Public && asked.escalation.is_none() {
            votes(ground, window, asked.waiting[0].0).await;
            continue;
        }
        let open = open_choices(asked);
        if !seen.tied && asked.resolver == Resolver::Vote && open.len() > 1 && asked.cast == 0 {
            tie(ground, window, asked.number, &open).await;
            seen.tied = true;
            continue;
        }
        let user = asked.waiting[0];
        let choice = ground.counsel(id, user, asked.number).await.expect("a choice");
        window.be(user.0).await;
        window.watch().await;
        window.answer(id, asked.number, &choice).await;
        seen.times.extend(window.effect().await);
        moved(ground, panel.seq, asked.number, asked.cast).await;
    }
    panic!("round {last} does not end");
}

/// Waits until a click has come through: the log goes on, or a vote is counted.
async fn moved(ground: &Ground, seq: u64, question: u32, cast: usize) {
    for _ in 0..1000 {
        let (_, panel) = ground.look().await;
        let same = panel.questions.iter().find(|asked| asked.number == question);
        if panel.seq > seq || same.is_none_or(|asked| asked.cast > cast) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    panic!("question {question} was clicked, and nothing came of it");
}

/// Two against two; the leader votes last, and that decides.
async fn tie(ground: &Ground, window: &Window, question: u32, open: &[String]) {
    let (id, panel) = ground.look().await;
    let leader = usize::from(panel.leader.0);
    let four = ground.play().scenery().advisors.clone();
    let others: Vec<usize> = (0..4).filter(|seat| *seat != leader).collect();
    let votes = [(others[0], 0), (others[1], 0), (others[2], 1), (leader, 1)];
    for (at, (seat, choice)) in votes.into_iter().enumerate() {
        let (_, panel) = ground.look().await;
        window.be(four[seat]).await;
        window.answer(id, question, &open[choice]).await;
        moved(ground, panel.seq, question, at).await;
        if at == 2 {
            window.screenshot("3-a-tie").await;
        }
    }
    let log = ground.play().bot().hall().log(id).await.unwrap();
    let log = effective_answers(&log);
    let (_, answered) = log.iter().find(|(_, one)| one.question == question).expect("decided");
    assert_eq!(answered.choice, open[1]);
    assert!(
        matches!(answered.decided_by, DecidedBy::Vote { tie: true, .. }),
        "{:?}",
        answered.decided_by
    );
}

async fn on_a_phone(window: &Window) {
    window.resize(400, 800).await;
    window.until("innerWidth === 400").await;
    window.eval("document.getElementById('scroll').scrollTop = 1e9").await;
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    let wide = window.eval("Math.max(document.documentElement.scrollWidth, document.getElementById('scroll').scrollWidth)").await;
    assert!(wide.as_u64().unwrap() <= 400, "{wide} wide");
    window.screenshot("7-phone").await;
    window.click("#menu").await;
    tokio::time::sleep(std::time::Duration::from_millis(400)).await;
    window.screenshot("8-phone-menu").await;
}
