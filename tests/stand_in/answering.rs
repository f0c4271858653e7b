//! People act, the bot answers.

use std::time::Duration;

use emberhall::sandbox::{Ack, Options};
use serde_json::json;

use super::bot::code;
use super::town::{SOON, Town};

#[tokio::test(flavor = "multi_thread")]
async fn a_typed_command_is_answered_in_the_channel() {
    let town = Town::with_bot(Options::default()).await;
    town.change(|world| world.set_locale(town.ben, "de"));
    let options = vec![("text", json!("hi")), ("whom", json!(town.anna))];
    let acted = town.slash(town.ben, town.channel, "echo", options).await.unwrap();
    assert_eq!(acted.ack, Ack::Reply { ephemeral: false });
    assert!(acted.after < Duration::from_secs(1));
    let said = acted.said.unwrap();
    assert_eq!(said.content(), format!("hi <@{}> [de]", town.anna));
    assert_eq!(town.messages(town.channel).len(), 1);
    assert_eq!(town.pings(), [(said.id, vec![town.anna])]);
    town.blameless();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_offered_only_as_it_was_registered() {
    let town = Town::with_bot(Options::default()).await;
    let slash = async |user, path, options| town.slash(user, town.channel, path, options).await;
    assert!(slash(town.anna, "nothing", vec![]).await.is_err());
    assert!(slash(town.anna, "echo", vec![]).await.is_err(), "text is required");
    assert!(slash(town.anna, "echo", vec![("text", json!(7))]).await.is_err());
    let surplus = vec![("text", json!("a")), ("more", json!("b"))];
    assert!(slash(town.anna, "echo", surplus).await.is_err());
    assert!(slash(town.anna, "campaign", vec![]).await.is_err(), "it has subcommands");
    assert!(slash(town.anna, "campaign begin", vec![("seats", json!(5))]).await.is_err());
    let acted = slash(town.anna, "campaign begin", vec![("seats", json!(3))]).await.unwrap();
    assert_eq!(acted.text(), "3 seats");
    let refused = slash(town.ben, "campaign begin", vec![("seats", json!(3))]).await;
    assert!(refused.is_err(), "only those who manage the guild are offered it");
}

#[tokio::test(flavor = "multi_thread")]
async fn choices_are_offered_while_somebody_types() {
    let town = Town::with_bot(Options::default()).await;
    let acted = town.autocomplete(town.ben, town.channel, "find", "town", "Te").await.unwrap();
    let Ack::Autocomplete(choices) = acted.ack else { panic!("{:?}", acted.ack) };
    assert_eq!(choices.len(), 1);
    assert_eq!(choices[0]["value"], "Tesla City");
    assert!(town.autocomplete(town.ben, town.channel, "echo", "text", "a").await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_changes_the_message_it_is_on() {
    let town = Town::with_bot(Options::default()).await;
    let board = town.board().await;
    assert_eq!(board.attachments()[0]["description"], "a board");
    let url = board.embeds()[0]["image"]["url"].as_str().unwrap();
    assert_eq!(url, board.attachments()[0]["url"]);
    let picture: u64 = board.attachments()[0]["id"].as_str().unwrap().parse().unwrap();
    assert_eq!(town.world().file(picture).unwrap(), b"picture");
    let acted = town.clicks(town.ben, board.id, "count").await;
    assert_eq!(acted.ack, Ack::Update);
    assert_eq!(acted.said.unwrap().content(), "1");
    let changed = town.message(board.id).unwrap();
    assert_eq!(changed.content(), "1");
    assert!(changed.attachments().is_empty(), "the bot listed none, so none is kept");
    assert_eq!(town.messages(town.channel).len(), 1);
    town.blameless();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ephemeral_answer_is_seen_by_one_user_only() {
    let town = Town::with_bot(Options::default()).await;
    let board = town.board().await;
    let acted = town.clicks(town.ben, board.id, "private").await;
    assert_eq!(acted.ack, Ack::Reply { ephemeral: true });
    let seen = town.private(town.ben, town.channel);
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].content(), "for ben only");
    assert_eq!(seen[0].flags() & 64, 64);
    assert!(town.private(town.anna, town.channel).is_empty());
    assert_eq!(town.messages(town.channel).len(), 1, "it is no message of the channel");
    let read = town.http.get_message(town.channel.into(), seen[0].id.into()).await;
    assert_eq!(code(&read.unwrap_err()), 10_008);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_select_takes_what_it_offers() {
    let town = Town::with_bot(Options::default()).await;
    let board = town.board().await;
    let values = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
    let acted = town.choose(town.ben, board.id, "store", values(&["food"])).await.unwrap();
    assert_eq!(acted.text(), "food");
    for wrong in [&["steel"][..], &[], &["food", "coal"], &["food", "food"]] {
        assert!(town.choose(town.ben, board.id, "store", values(wrong)).await.is_err());
    }
    let ids = vec![town.anna.to_string()];
    assert_eq!(town.choose(town.ben, board.id, "who", ids).await.unwrap().text(), "anna");
    let forged = town
        .forge(town.ben, town.channel, Some(board.id), "store", Some(values(&["steel", "wood"])))
        .await;
    assert_eq!(forged.text(), "steel+wood", "a forger sends what he likes");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_clicks_what_they_cannot_see() {
    let town = Town::with_bot(Options::default()).await;
    let board = town.board().await;
    assert!(town.click(town.ben, board.id, "off").await.is_err(), "it is disabled");
    assert!(town.click(town.ben, board.id, "nothing").await.is_err());
    assert!(town.click(town.ben, board.id, "store").await.is_err(), "a select is no button");
    let carl = town.change(|world| world.add_user("Carl"));
    assert!(town.click(carl, board.id, "count").await.is_err(), "he is no member");
    let secret = town.clicks(town.ben, board.id, "private").await.said.unwrap();
    assert!(town.click(town.anna, secret.id, "count").await.is_err(), "it is not for her");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_opens_and_is_sent() {
    let town = Town::with_bot(Options::default()).await;
    let board = town.board().await;
    let acted = town.clicks(town.ben, board.id, "form").await;
    let modal = acted.modal().unwrap();
    assert_eq!(modal.title, "Who");
    assert!(town.submit(town.ben, modal, vec![("name", "Al")]).await.is_err(), "too short");
    assert!(town.submit(town.ben, modal, vec![("age", "99")]).await.is_err());
    assert!(town.submit(town.anna, modal, vec![("name", "Anna")]).await.is_err());
    let sent = town.submit(town.ben, modal, vec![("name", "Benedict")]).await.unwrap();
    assert_eq!(sent.ack, Ack::Update);
    assert_eq!(town.message(board.id).unwrap().content(), "named Benedict");
    town.blameless();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deferral_is_filled_by_what_follows() {
    let town = Town::with_bot(Options::default()).await;
    let acted = town.slash(town.ben, town.channel, "later", vec![]).await.unwrap();
    assert_eq!(acted.ack, Ack::DeferredReply { ephemeral: true });
    assert_eq!(acted.said, None);
    let both = town.until(SOON, |world| world.said(acted.interaction).len() == 2).await;
    assert!(both);
    let texts: Vec<String> =
        town.private(town.ben, town.channel).iter().map(|one| one.content().to_owned()).collect();
    assert_eq!(texts[0], "thought about it");
    assert!(town.world().unfinished_deferrals().is_empty());
    assert!(town.messages(town.channel).len() <= 1);
    town.blameless();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_can_be_given_once() {
    let town = Town::with_bot(Options::default()).await;
    let board = town.board().await;
    let acted = town.clicks(town.ben, board.id, "twice").await;
    assert_eq!(acted.text(), "once");
    assert!(town.until(SOON, |_| !town.seen.errors().is_empty()).await);
    assert_eq!(town.seen.errors(), [40_060]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_can_be_deleted_by_the_click_on_it() {
    let town = Town::with_bot(Options::default()).await;
    let board = town.board().await;
    let acted = town.clicks(town.ben, board.id, "gone").await;
    assert_eq!(acted.ack, Ack::DeferredUpdate);
    assert!(town.until(SOON, |world| world.message(board.id).is_none()).await);
    assert!(town.click(town.ben, board.id, "count").await.is_err());
    let forged = town.forge(town.ben, town.channel, Some(board.id), "private", None).await;
    assert!(forged.ack.is_answered(), "a click that was on its way still arrives");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_answers_too_late_finds_no_interaction() {
    let options = Options { ack_within: Duration::from_millis(300), ..Options::default() };
    let town = Town::with_bot(options).await;
    let acted = town.slash(town.ben, town.channel, "slow", vec![]).await.unwrap();
    assert!(!acted.ack.is_answered());
    assert!(acted.after >= Duration::from_millis(300));
    assert!(town.until(SOON, |_| !town.seen.errors().is_empty()).await);
    assert_eq!(town.seen.errors(), [10_062]);
    assert!(town.messages(town.channel).is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_runs_out_after_a_quarter_of_an_hour() {
    let town = Town::with_bot(Options::default()).await;
    let acted = town.slash(town.ben, town.channel, "later", vec![]).await.unwrap();
    assert!(town.until(SOON, |world| world.said(acted.interaction).len() == 2).await);
    let token = town.requests().iter().find_map(|one| {
        let path = one.path.strip_prefix("/interactions/")?;
        path.split('/').nth(1).map(str::to_owned)
    });
    let (token, body) = (token.unwrap(), json!({ "content": "late" }));
    let edit = async || town.http.edit_original_interaction_response(&token, &body, vec![]).await;
    assert!(edit().await.is_ok());
    town.change(|world| world.pass(Duration::from_mins(14)));
    assert!(edit().await.is_ok());
    town.change(|world| world.pass(Duration::from_secs(70)));
    assert_eq!(code(&edit().await.unwrap_err()), 50_027);
}

#[tokio::test]
async fn nothing_follows_before_the_first_answer() {
    let town =
        Town::quiet(Options { ack_within: Duration::from_millis(200), ..Options::default() }).await;
    let (acted, early) = tokio::join!(town.forge(town.ben, town.channel, None, "x", None), async {
        town.until(SOON, |world| world.newest_token().is_some()).await;
        let token = town.world().newest_token().unwrap();
        let body = json!({ "content": "early" });
        town.http.create_followup_message(&token, &body, vec![]).await
    });
    assert_eq!(code(&early.unwrap_err()), 10_015);
    assert!(!acted.ack.is_answered());
}

#[tokio::test]
async fn an_answer_fits_the_interaction() {
    let town = Town::quiet(Options::default()).await;
    let (acted, ()) = tokio::join!(town.forge(town.ben, town.channel, None, "x", None), async {
        let hello = || json!({ "content": "hello" });
        assert_eq!(town.answer(8, hello()).await, Err(50_035), "nobody is typing");
        assert_eq!(town.answer(4, hello()).await, Ok(()));
        assert_eq!(town.answer(4, hello()).await, Err(40_060));
    });
    assert_eq!(acted.text(), "hello");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_play_in_threads_and_alone_with_the_bot() {
    let town = Town::with_bot(Options::default()).await;
    let thread = town.change(|world| world.add_thread(town.channel, town.anna, "camp", false));
    let direct = town.change(|world| world.direct_channel(town.ben));
    for place in [thread, direct] {
        let acted = town.slash(town.ben, place, "board", vec![]).await.unwrap();
        let board = acted.said.unwrap();
        assert_eq!(board.channel, place);
        assert_eq!(town.clicks(town.ben, board.id, "count").await.ack, Ack::Update);
        let form = town.clicks(town.ben, board.id, "form").await;
        let sent = town.submit(town.ben, form.modal().unwrap(), vec![("name", "Ben")]).await;
        assert_eq!(sent.unwrap().ack, Ack::Update);
    }
    assert!(town.slash(town.anna, direct, "board", vec![]).await.is_err(), "it is not hers");
    town.blameless();
}
