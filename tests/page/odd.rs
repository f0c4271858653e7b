//! Odd states: texts that are no texts, somebody else in between, a server that goes and comes.

use serde_json::json;

use crate::kit::{DESK, Ground};

/// What went wrong in a window since it was looked at.
const ERRORS: &str = "window.wrong = []; window.onerror = (text) => { wrong.push(String(text)); };
     window.onunhandledrejection = (event) => { wrong.push(String(event.reason)); }; 0";

#[tokio::test(flavor = "multi_thread")]
async fn whatever_somebody_writes_the_channel_can_be_read() {
    let Some(browser) = crate::browser() else { return };
    let mut ground = Ground::open().await;
    let ada = ground.play().scenery().advisors[0];
    let (stars, signs) = ("*".repeat(2000), "_|~`*[(<@#".repeat(200));
    let odd = [
        "<t:99999999999999999> and <t:-99999999999999999:R>",
        "<img src=x onerror=alert(1)> <script>alert(1)</script>",
        "[click](javascript:alert(1)) <@1> <@&2> <#3> **__~~||`",
        &stars,
        &signs,
    ];
    for text in odd {
        ground.play().sandbox().say(ada, ground.channel(), text).unwrap();
    }
    let much = "x".repeat(2001);
    assert!(ground.play().sandbox().say(ada, ground.channel(), &much).is_err());
    let window = browser.open(&format!("{}/?as=Bela", ground.address()), DESK).await;
    window.until("document.querySelectorAll('.message').length === 6").await;
    assert!(window.text().await.contains("onerror=alert(1)"), "it is shown as it was written");
    assert!(!window.has(".message script, .message a[href^=javascript]").await);
    ground.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_that_was_asked_for_is_not_shown_to_who_comes_after() {
    let Some(browser) = crate::browser() else { return };
    let mut ground = Ground::open().await;
    let window = browser.open(&format!("{}/?as=Ada", ground.address()), DESK).await;
    window.until("!!document.querySelector('.message')").await;
    window.eval(ERRORS).await;
    window.click("[data-custom-id='begin']").await;
    window.until("!!document.querySelector('[data-custom-id$=\":h\"]')").await;
    // In one breath: Ada asks for her hand, and the window is Cleo's, Dora's, Bela's.
    window
        .eval(
            "[...document.querySelectorAll('[data-custom-id$=\":h\"]')].at(-1).click();
             for (const key of ['3', '4', '2']) {
               document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
             }",
        )
        .await;
    let bela = ground.play().scenery().advisors[1];
    window.until(&format!("document.body.dataset.at?.startsWith('{bela} ')")).await;
    // What is said now is heard once, by one stream, and nothing private before it.
    ground.play().sandbox().say(bela, ground.channel(), "a word").unwrap();
    window.until("document.body.innerText.includes('a word')").await;
    let ada = ground.play().scenery().advisors[0];
    let sandbox = ground.play().sandbox();
    let own = |world: &emberhall::sandbox::World| {
        let hands = world.private(ada, ground.channel());
        hands.iter().any(|one| one.text().contains("In the hands of"))
    };
    assert!(sandbox.until(std::time::Duration::from_secs(5), own).await, "Ada has her hand");
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert!(!window.has(".message.private").await, "{}", window.text().await);
    assert_eq!(window.eval("window.wrong").await, json!([]));
    ground.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_counts_whatever_is_said_between_press_and_release() {
    let Some(browser) = crate::browser() else { return };
    let mut ground = Ground::open().await;
    let advisors = ground.play().scenery().advisors.clone();
    let window = browser.open(&format!("{}/?as=Bela", ground.address()), DESK).await;
    window.until("document.querySelectorAll('.person').length === 12").await;
    window.until("!!document.querySelector('.message')").await;
    let say = async |text: &str| {
        ground.play().sandbox().say(advisors[2], ground.channel(), text).unwrap();
        window.until(&format!("document.body.innerText.includes('{text}')")).await;
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    };
    let is =
        |user: emberhall::sandbox::Id| format!("document.body.dataset.at?.startsWith('{user} ')");
    let name = |user| format!(".person[data-person='{user}']");
    let at = window.hold(&name(advisors[0])).await;
    say("one").await;
    window.let_go(&at).await;
    window.until(&is(advisors[0])).await;
    // What waited is drawn: four have not read it, and Bela is not who we are any more.
    window.until(&format!("!!document.querySelector({:?})", name(advisors[3]) + " .dot")).await;
    window.until(&format!("!document.querySelector({:?})", name(advisors[1]) + ".me")).await;
    // The same with a key.
    window.eval(&format!("document.querySelector({:?}).focus()", name(advisors[3]))).await;
    window.space("keyDown").await;
    say("two").await;
    window.space("keyUp").await;
    window.until(&is(advisors[3])).await;
    // And with a channel.
    let tavern = ground.play().scenery().channels[1];
    let at = window.hold(&format!(".channel[data-channel='{tavern}']")).await;
    say("three").await;
    window.let_go(&at).await;
    window.until(&format!("document.body.dataset.at === '{} {tavern}'", advisors[3])).await;
    ground.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reactions_are_seen_as_they_come_and_break_no_line() {
    let Some(browser) = crate::browser() else { return };
    let mut ground = Ground::open().await;
    let (advisors, channel) = (ground.play().scenery().advisors.clone(), ground.channel());
    let window = browser.open(&format!("{}/?as=Bela", ground.address()), DESK).await;
    window.until("!!document.querySelector('.message')").await;
    let sandbox = ground.play().sandbox();
    let said = sandbox.say(advisors[0], channel, "Coal has come!").unwrap();
    for user in &advisors {
        sandbox.change(|world| world.react(*user, said, "🔥"));
    }
    for emoji in ["❤️", "👍", "🎉", "😀", "⚖️", "🏭", "🧊", "🌨️", "🐻", "🍲", "🏥", "🪵", "🔧"]
    {
        sandbox.change(|world| world.react(advisors[1], said, emoji));
    }
    let row = "[...document.querySelectorAll('.reactions .reaction')].map((one) => one.innerText)";
    window.until(&format!("{row}.length === 14 && {row}[0].replace(/\\s/g, '') === '🔥4'")).await;
    window.screenshot("14-reactions").await;
    window.resize(400, 800).await;
    window.until("innerWidth === 400").await;
    let within = "document.documentElement.scrollWidth <= 400 && \
        document.querySelector('.reactions').getBoundingClientRect().right <= 400";
    window.until(within).await;
    // The lists fold away.
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    window.screenshot("15-reactions-phone").await;
    ground.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_keyboard_keeps_its_place_while_things_change() {
    let Some(browser) = crate::browser() else { return };
    let mut ground = Ground::open().await;
    let ada = ground.play().scenery().advisors[0];
    let window = browser.open(&format!("{}/?as=Bela", ground.address()), DESK).await;
    let scenery = ground.play().scenery();
    let everybody = scenery.advisors.len() + scenery.public.len();
    window.until(&format!("document.querySelectorAll('.person').length === {everybody}")).await;
    let place = format!("document.querySelector('.person[data-person=\"{ada}\"]')");
    window.eval(&format!("{place}.focus()")).await;
    // Marks are drawn anew at every word.
    ground.play().sandbox().say(ada, ground.channel(), "one").unwrap();
    window.until("document.body.innerText.includes('one')").await;
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    assert_eq!(window.eval(&format!("document.activeElement === {place}")).await, true);
    // A picture covers all, closes by its own button, and gives the focus back.
    window.click("[data-custom-id='begin']").await;
    window.until("document.querySelector('.picture img')?.naturalWidth > 0").await;
    ground.play().sandbox().quiet(std::time::Duration::from_millis(500)).await;
    window.eval("[...document.querySelectorAll('.picture')].at(-1).focus(), 0").await;
    window.press("Enter").await;
    window.until("document.activeElement?.className === 'leave'").await;
    assert_eq!(window.eval("document.getElementById('app').inert").await, true);
    window.press("Enter").await;
    window.until("document.activeElement?.classList.contains('picture')").await;
    // A command's name and a space are the command.
    window.type_in("/rules hea").await;
    window.until("!!document.querySelector('.filling input')").await;
    assert_eq!(window.eval("document.querySelector('.filling input').value").await, "hea");
    ground.close().await;
}
