//! The people's ballot on a phone, for one of the public: vote, another mind, what came of it.

use emberhall::council::UserId;
use emberhall::council::view::BallotView;
use serde_json::json;

use crate::browser::Window;
use crate::crowd::until;
use crate::kit::Ground;

const PHONE: (u32, u32) = (400, 800);

/// The ballot as this person sees it.
async fn seen_by(ground: &Ground, user: u64) -> BallotView {
    let (id, _) = ground.look().await;
    let panel = ground.play().bot().hall().view(id, Some(UserId(user))).await.unwrap();
    panel.ballot.expect("the ballot is open")
}

/// Two clicks: the menu, and an option of it.
async fn choose(window: &Window, menu: &str, which: usize) {
    window.open_menu(menu).await;
    window.click(&format!(".options .option:nth-of-type({})", which + 1)).await;
}

async fn vote_is(ground: &Ground, user: u64, wanted: &str) {
    for _ in 0..500 {
        if seen_by(ground, user).await.mine.as_deref() == Some(wanted) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("the vote of {user} is {:?}", seen_by(ground, user).await.mine);
}

async fn reads(window: &Window, words: &str) {
    window.until(&format!("document.body.innerText.includes({})", json!(words))).await;
    let wide = "Math.max(document.documentElement.scrollWidth, \
                document.getElementById('scroll').scrollWidth)";
    assert!(window.eval(wide).await.as_u64().unwrap() <= 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_phone_one_of_the_public_votes_changes_their_mind_and_sees_what_came_of_it() {
    let Some(browser) = crate::browser() else { return };
    let mut ground = Ground::open().await;
    let scenery = ground.play().scenery().clone();
    let voter = scenery.public[0];
    assert!(ground.play().sandbox().pull("begin", scenery.advisors[0], ground.channel()));
    ground.begun().await;
    let opens = |matter: &BallotView| matter.closes.is_some();
    until(&ground, |panel| panel.ballot.as_ref().is_some_and(opens)).await;
    let matter = seen_by(&ground, voter).await;
    let (first, second) = (&matter.decision.choices[0], &matter.decision.choices[1]);
    let window = browser.open(&format!("{}/?as={voter}", ground.address()), PHONE).await;
    let id = ground.look().await.0;
    let menu = format!("[data-custom-id^='e1:{}:p:{}:']", id.0, matter.edition);
    choose(&window, &menu, 0).await;
    vote_is(&ground, voter, &first.key).await;
    reads(&window, "You voted for").await;
    window.screenshot("9-phone-voted").await;
    choose(&window, &format!(".message.private {menu}"), 1).await;
    vote_is(&ground, voter, &second.key).await;
    window.screenshot("10-phone-changed").await;
    let over = |edition: u32| edition > matter.edition;
    until(&ground, |panel| panel.ballot.as_ref().is_none_or(|m| over(m.edition))).await;
    reads(&window, "what came of it").await;
    window.screenshot("11-phone-result").await;
    drop(window);
    ground.close().await;
}
