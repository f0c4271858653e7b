//! Channels, threads, permissions, mentions.

use emberhall::sandbox::{Options, permissions as may};
use poise::serenity_prelude::CreateAttachment;
use poise::serenity_prelude::MessagePagination::{After, Before};
use serde_json::json;

use super::bot::code;
use super::town::{SOON, Town};

#[tokio::test]
async fn the_bot_needs_the_right_to_do_what_it_does() {
    let town = Town::quiet(Options::default()).await;
    let role = town.world().bot_role(town.guild).unwrap();
    let deny = |bits: u64| town.change(|world| world.overwrite(town.channel, role, 0, bits));
    let text = || json!({ "content": "x" });
    let embed = || json!({ "embeds": [{ "title": "x" }] });
    assert!(town.send(town.channel, text()).await.is_ok());
    deny(may::VIEW_CHANNEL);
    assert_eq!(town.refused(text()).await, 50_001);
    deny(may::SEND_MESSAGES);
    assert_eq!(town.refused(text()).await, 50_013);
    deny(may::EMBED_LINKS);
    assert_eq!(town.refused(embed()).await, 50_013);
    assert!(town.send(town.channel, text()).await.is_ok());
    deny(0);
    assert!(town.send(town.channel, embed()).await.is_ok());
    assert_eq!(town.violations().len(), 3);
    town.change(|world| world.kick_bot(town.guild));
    assert_eq!(town.refused(text()).await, 50_001);
    assert_eq!(town.send(1, text()).await.map(|_| ()), Err(10_003));
}

#[tokio::test]
async fn overwrites_go_by_everybody_then_roles_then_the_member() {
    let town = Town::quiet(Options::default()).await;
    let sees = || town.world().permissions(town.ben, town.channel) & may::VIEW_CHANNEL != 0;
    let advisor = town.change(|world| world.add_role(town.guild, "Advisor", 0, true));
    assert!(sees());
    town.change(|world| world.overwrite(town.channel, town.guild, 0, may::VIEW_CHANNEL));
    assert!(!sees(), "the channel is closed to everybody");
    town.change(|world| world.overwrite(town.channel, advisor, may::VIEW_CHANNEL, 0));
    assert!(!sees());
    town.change(|world| world.give_role(town.guild, town.ben, advisor));
    assert!(sees(), "his role opens it");
    town.change(|world| world.overwrite(town.channel, town.ben, 0, may::VIEW_CHANNEL));
    assert!(!sees(), "he himself is kept out");
    let anna = town.world().permissions(town.anna, town.channel);
    assert!(anna & may::ADMINISTRATOR != 0, "an owner is never kept out");
}

#[tokio::test]
async fn only_the_author_edits_and_only_who_may_deletes() {
    let town = Town::quiet(Options::default()).await;
    let his = town.say(town.ben, town.channel, "hello").unwrap();
    assert_eq!(town.edit(town.channel, his, "mine").await, Err(50_005));
    let delete = async || {
        let done = town.http.delete_message(town.channel.into(), his.into(), None).await;
        done.map_err(|why| code(&why))
    };
    assert_eq!(delete().await, Err(50_013));
    let role = town.world().bot_role(town.guild).unwrap();
    town.change(|world| world.overwrite(town.channel, role, may::MANAGE_MESSAGES, 0));
    assert_eq!(delete().await, Ok(()));
    assert_eq!(delete().await, Err(10_008));
    assert_eq!(town.edit(town.channel, his, "gone").await, Err(10_008));
}

#[tokio::test]
async fn an_archived_thread_is_woken_by_a_message_and_by_a_click() {
    let town = Town::quiet(Options::default()).await;
    let thread = town.change(|world| world.add_thread(town.channel, town.anna, "camp", false));
    let body = json!({
        "content": "x",
        "components": [{ "type": 1, "components": [
            { "type": 2, "style": 1, "label": "a", "custom_id": "a" },
        ] }],
    });
    let id = town.send(thread, body).await.unwrap().id.get();
    let archive = |locked| town.change(|world| world.set_thread(thread, true, locked));
    archive(false);
    assert_eq!(town.edit(thread, id, "y").await, Err(50_083));
    assert!(town.send(thread, json!({ "content": "wake up" })).await.is_ok());
    assert_eq!(town.edit(thread, id, "y").await, Ok(()));
    archive(true);
    assert_eq!(town.send(thread, json!({ "content": "x" })).await.map(|_| ()), Err(50_083));
    assert!(town.click(town.ben, id, "a").await.is_err(), "the thread is locked");
    archive(false);
    let _ =
        tokio::time::timeout(std::time::Duration::from_millis(50), town.click(town.ben, id, "a"))
            .await;
    assert_eq!(town.edit(thread, id, "z").await, Ok(()), "his client has opened it");
}

#[tokio::test]
async fn the_bot_opens_and_archives_threads_of_its_own() {
    let town = Town::quiet(Options::default()).await;
    let body = json!({ "name": "camp", "type": 11 });
    let thread = town.http.create_thread(town.channel.into(), &body, None).await.unwrap();
    let change = async |body: serde_json::Value| {
        let done = town.http.edit_thread(thread.id, &body, None).await;
        done.map(|_| ()).map_err(|why| code(&why))
    };
    assert_eq!(change(json!({ "archived": true })).await, Ok(()));
    assert_eq!(change(json!({ "name": "other" })).await, Err(50_083));
    assert_eq!(change(json!({ "archived": false })).await, Ok(()));
    assert_eq!(change(json!({ "locked": true })).await, Err(50_013));
    assert_eq!(change(json!({ "name": "" })).await, Err(50_035));
}

#[tokio::test]
async fn a_private_thread_is_seen_by_its_members() {
    let town = Town::quiet(Options::default()).await;
    let thread = town.change(|world| world.add_thread(town.channel, town.anna, "secret", true));
    assert_eq!(town.send(thread, json!({ "content": "x" })).await.map(|_| ()), Err(50_001));
    assert!(town.say(town.ben, thread, "psst").is_err());
    assert!(town.say(town.anna, thread, "psst").is_ok());
}

#[tokio::test]
async fn only_allowed_mentions_call_and_edits_call_nobody() {
    let town = Town::quiet(Options::default()).await;
    let advisor = town.change(|world| world.add_role(town.guild, "Advisor", 0, true));
    town.change(|world| world.give_role(town.guild, town.anna, advisor));
    let text = format!("<@{}> <@&{advisor}> @everyone", town.ben);
    let send = async |allowed: serde_json::Value, flags: u64| {
        let body = json!({ "content": text, "allowed_mentions": allowed, "flags": flags });
        let id = town.send(town.channel, body).await.unwrap().id.get();
        let mut called = town.message(id).unwrap().pinged;
        called.sort_unstable();
        (id, called)
    };
    let (both, nobody) = (vec![town.anna, town.ben], Vec::<u64>::new());
    assert_eq!(send(json!(null), 0).await.1, both, "everybody would need a right");
    assert_eq!(send(json!({ "parse": [] }), 0).await.1, nobody);
    assert_eq!(send(json!({ "parse": ["users"] }), 0).await.1, vec![town.ben]);
    assert_eq!(send(json!({ "users": [town.anna.to_string()] }), 0).await.1, nobody);
    assert_eq!(send(json!({ "roles": [advisor.to_string()] }), 0).await.1, vec![town.anna]);
    assert_eq!(send(json!(null), 1 << 12).await.1, nobody, "silent");
    let (quiet, _) = send(json!({ "parse": [] }), 0).await;
    assert_eq!(town.edit(town.channel, quiet, &format!("<@{}>", town.ben)).await, Ok(()));
    let edited = town.message(quiet).unwrap();
    assert_eq!(edited.value["mentions"][0]["id"], town.ben.to_string());
    assert!(edited.pinged.is_empty());
}

#[tokio::test]
async fn a_nonce_sends_a_message_once() {
    let town = Town::quiet(Options::default()).await;
    let body = json!({ "content": "x", "nonce": "n1", "enforce_nonce": true });
    let first = town.send(town.channel, body.clone()).await.unwrap();
    let second = town.send(town.channel, body.clone()).await.unwrap();
    assert_eq!(first.id, second.id);
    assert_eq!(town.messages(town.channel).len(), 1);
    let loose = json!({ "content": "x", "nonce": "n1" });
    assert_ne!(town.send(town.channel, loose).await.unwrap().id, first.id);
    town.change(|world| world.pass(std::time::Duration::from_mins(10)));
    assert_ne!(town.send(town.channel, body).await.unwrap().id, first.id);
}

#[tokio::test]
async fn messages_are_listed_and_pinned() {
    let town = Town::quiet(Options::default()).await;
    let mut ids = Vec::new();
    for n in 0..5 {
        let body = json!({ "content": n.to_string() });
        ids.push(town.send(town.channel, body).await.unwrap().id);
    }
    let list = async |target| {
        let listed = town.http.get_messages(town.channel.into(), target, Some(2)).await.unwrap();
        listed.into_iter().map(|message| message.id).collect::<Vec<_>>()
    };
    assert_eq!(list(None).await, [ids[4], ids[3]]);
    assert_eq!(list(Some(Before(ids[3]))).await, [ids[2], ids[1]]);
    assert_eq!(list(Some(After(ids[0]))).await, [ids[2], ids[1]]);
    let pin = town.http.pin_message(town.channel.into(), ids[0], None).await;
    assert_eq!(code(&pin.unwrap_err()), 50_013, "pinning is a right of its own");
    let role = town.world().bot_role(town.guild).unwrap();
    town.change(|world| world.overwrite(town.channel, role, may::PIN_MESSAGES, 0));
    town.http.pin_message(town.channel.into(), ids[0], None).await.unwrap();
    let pins = town.http.get_pins(town.channel.into()).await.unwrap();
    assert_eq!(pins[0].id, ids[0]);
}

#[tokio::test]
async fn a_direct_message_may_find_closed_ears() {
    let town = Town::quiet(Options::default()).await;
    let body = json!({ "recipient_id": town.ben.to_string() });
    let channel = town.http.create_private_channel(&body).await.unwrap().id.get();
    assert!(town.send(channel, json!({ "content": "x" })).await.is_ok());
    town.change(|world| world.close_direct(town.ben, true));
    assert_eq!(town.send(channel, json!({ "content": "x" })).await.map(|_| ()), Err(50_007));
}

#[tokio::test]
async fn guilds_members_and_users_can_be_read() {
    let town = Town::quiet(Options::default()).await;
    let guild = town.http.get_guild(town.guild.into()).await.unwrap();
    assert_eq!((guild.name.as_str(), guild.owner_id.get()), ("Town", town.anna));
    let member = town.http.get_member(town.guild.into(), town.ben.into()).await.unwrap();
    assert_eq!(member.user.global_name.as_deref(), Some("Ben"));
    assert_eq!(town.http.get_guild_roles(town.guild.into()).await.unwrap().len(), 2);
    assert_eq!(town.http.get_channels(town.guild.into()).await.unwrap().len(), 1);
    let me = town.http.get_current_user().await.unwrap();
    let application = town.http.get_current_application_info().await.unwrap();
    assert_ne!(me.id.get(), application.id.get(), "the bot is not its application");
    town.http.leave_guild(town.guild.into()).await.unwrap();
    let gone = town.http.get_guild(town.guild.into()).await;
    assert_eq!(code(&gone.unwrap_err()), 50_001);
}

#[tokio::test]
async fn plain_requests_see_headers_files_and_whole_answers() {
    let town = Town::quiet(Options::default()).await;
    let gateway = town.raw("GET /api/v10/gateway", "").await;
    assert!(gateway.contains(&town.base().replace("http", "ws")), "{gateway}");
    let me = town.raw("GET /api/v10/users/@me", "").await;
    assert!(me.contains("x-ratelimit-remaining: "), "{me}");
    assert!(town.raw("GET /api/v9/users/@me", "").await.starts_with("HTTP/1.1 404"));
    assert!(town.raw("GET /api/v10/nowhere", "").await.starts_with("HTTP/1.1 404"));
    assert!(town.raw("POST /api/v10/users/@me", "{").await.contains("50109"));
    let file = CreateAttachment::bytes(b"picture".to_vec(), "my board.png");
    let sent = town.http.send_message(town.channel.into(), vec![file], &json!({})).await.unwrap();
    let place = sent.attachments[0].url.trim_start_matches(town.base()).to_owned();
    assert!(place.ends_with("/my_board.png"));
    assert!(town.raw(&format!("GET {place}"), "").await.ends_with("picture"));
    let (acted, told) = tokio::join!(town.forge(town.ben, town.channel, None, "x", None), async {
        town.until(SOON, |world| world.newest_token().is_some()).await;
        let token = town.world().newest_token().unwrap();
        let id = token.split('.').next().unwrap();
        let line = format!("POST /api/v10/interactions/{id}/{token}/callback?with_response=true");
        town.raw(&line, r#"{"type":4,"data":{"content":"whole","flags":64}}"#).await
    });
    assert!(told.contains(r#""content":"whole""#), "{told}");
    assert!(told.contains(r#""response_message_ephemeral":true"#));
    assert_eq!(acted.text(), "whole");
}
