//! Commands by the keyboard, the house that plays on, and what does not answer.

use serde_json::json;

use crate::kit::{DESK, Ground};

#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_completed_by_keys_and_the_house_plays_on() {
    let Some(browser) = crate::browser() else { return };
    let mut ground = Ground::open().await;
    let window = browser.open(&format!("{}/?as=Cleo", ground.address()), DESK).await;
    window.until("!!document.querySelector('.message')").await;
    // A key makes you somebody else.
    window.press("2").await;
    window.until("document.querySelector('.person.me')?.innerText.includes('Bela')").await;
    window.type_in("/rul").await;
    window.until("!!document.querySelector('.suggestion')").await;
    window.screenshot("9-commands").await;
    window.press("Enter").await;
    window.until("!!document.querySelector('.filling')").await;
    // Once for what is offered, once for the command.
    window.until("!!document.querySelector('.suggestion')").await;
    window.press("Escape").await;
    window.press("Escape").await;
    window.until("!document.querySelector('.filling')").await;

    window.click("[data-lever='house']").await;
    window.until("document.querySelector('.lever').getAttribute('aria-checked') === 'true'").await;
    // A Law may be asked for, and its ballot stays open for half a minute.
    for _ in 0..1800 {
        let hall = ground.play().bot().hall();
        if let Ok(Some(id)) = hall.campaign_in_channel(ground.channel()).await
            && hall.view(id, None).await.is_ok_and(|panel| panel.progress.round >= 2)
        {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let (_, panel) = ground.look().await;
    assert!(panel.progress.round >= 2, "the house did not get far: {:?}", panel.progress);
    window.click("[data-lever='house']").await;
    window.until("document.querySelector('.lever').getAttribute('aria-checked') === 'false'").await;
    window.screenshot("10-the-house").await;
    let unread = format!(
        ".person[data-person='{}'] .pings, .person .dot",
        ground.play().scenery().advisors[0]
    );
    window.until(&format!("!!document.querySelector({})", json!(unread))).await;
    ground.close().await;
}
