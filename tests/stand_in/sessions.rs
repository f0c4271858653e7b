//! Connections: lost, resumed, refused, several at once.

use std::time::Duration;

use emberhall::sandbox::{Fault, Options, World};
use poise::serenity_prelude::{ClientBuilder, GatewayIntents};

use super::bot;
use super::town::{SOON, Town};

#[tokio::test(flavor = "multi_thread")]
async fn after_a_lost_connection_the_missed_click_is_replayed() {
    let town = Town::with_bot(Options::default()).await;
    let board = town.board().await;
    for fault in [
        Fault::Cut,
        Fault::Reconnect,
        Fault::Close { code: 4000 },
        Fault::Invalid { resumable: true },
    ] {
        let before = town.world().resumed();
        town.fault(fault.clone());
        let acted = town.clicks(town.ben, board.id, "private").await;
        assert!(acted.ack.is_answered(), "{fault:?}: {:?}", acted.ack);
        assert_eq!(town.world().resumed(), before + 1, "{fault:?}");
    }
    assert_eq!(town.world().identified(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_is_over_is_begun_anew() {
    let town = Town::with_bot(Options::default()).await;
    let board = town.board().await;
    town.fault(Fault::Invalid { resumable: false });
    let lost =
        tokio::time::timeout(Duration::from_millis(100), town.click(town.ben, board.id, "private"));
    assert!(lost.await.is_err(), "nobody is there to answer");
    assert!(town.until(SOON, |world| world.identified() == 2).await);
    assert!(town.clicks(town.ben, board.id, "private").await.ack.is_answered());
    assert_eq!(town.private(town.ben, town.channel).len(), 1, "the first click is lost");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_shards_hear_of_their_own_guilds() {
    let town = Town::quiet(Options::default()).await;
    let (other, channel) = town.change(|world| {
        let other = world.add_guild("Other", town.anna);
        (other, world.add_channel(other, "hall"))
    });
    assert_ne!(other >> 22 & 1, town.guild >> 22 & 1, "they fall on different shards");
    let (_, task) = bot::connect(town.base(), town.token(), 2).await;
    assert!(town.connected(2).await);
    assert!(town.until(SOON, |world| !world.commands(None).is_empty()).await);
    for place in [town.channel, channel] {
        let acted = town.slash(town.anna, place, "board", vec![]).await.unwrap();
        assert!(acted.ack.is_answered());
        assert_eq!(town.messages(place).len(), 1);
    }
    assert_eq!(town.world().identified(), 2);
    task.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_hears_of_guilds_and_channels() {
    let town = Town::with_bot(Options::default()).await;
    let thread = town.change(|world| {
        let thread = world.add_thread(town.channel, town.anna, "camp", false);
        world.set_thread(thread, true, false);
        thread
    });
    town.change(|world| world.delete_channel(thread));
    town.change(|world| world.delete_channel(town.channel));
    town.change(|world| world.kick_bot(town.guild));
    let heard = |name: &str| town.seen.events().iter().any(|event| event == name);
    let expected = [
        "guild_create",
        "thread_create",
        "thread_update",
        "thread_delete",
        "channel_delete",
        "guild_delete",
    ];
    for _ in 0..100 {
        if expected.iter().all(|name| heard(name)) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for name in expected {
        assert!(heard(name), "{name} not in {:?}", town.seen.events());
    }
    let said = town.say(town.ben, town.channel, "hello");
    assert!(said.is_err(), "the channel is gone");
    assert!(!heard("message"), "nobody asked for messages");
}

#[tokio::test]
async fn a_stranger_is_not_let_in() {
    let town = Town::quiet(Options::default()).await;
    let stranger = bot::http(town.base(), "wrong.token");
    assert_eq!(bot::code(&stranger.get_current_user().await.unwrap_err()), 401);
    assert!(town.violations().iter().any(|what| what.contains("401")));
}

#[tokio::test(flavor = "multi_thread")]
async fn intents_that_were_not_granted_close_the_connection() {
    let town = Town::quiet(Options::default()).await;
    let connect = async |intents| {
        let http = bot::http(town.base(), town.token());
        let mut client = ClientBuilder::new_with_http(http, intents).await.unwrap();
        tokio::time::timeout(SOON, client.start()).await
    };
    let refused = connect(GatewayIntents::GUILDS | GatewayIntents::MESSAGE_CONTENT).await;
    assert!(refused.expect("it is refused at once").is_err());
    assert_eq!(town.world().identified(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_whose_heartbeats_are_not_heard_comes_back() {
    let heartbeat_every = Duration::from_millis(300);
    let town = Town::with_bot(Options { heartbeat_every, ..Options::default() }).await;
    let board = town.board().await;
    let deaf = town.fault(Fault::Deaf { times: 3 });
    let back = |world: &World| world.identified() + world.resumed() > 1 && world.connected() == 1;
    assert!(town.until(SOON, back).await);
    assert!(town.hits(deaf) > 0);
    town.clear_faults();
    assert!(town.until(SOON, |world| world.connected() == 1).await);
    assert!(town.clicks(town.ben, board.id, "private").await.ack.is_answered());
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_guild_it_was_thrown_out_of_the_bot_hears_nothing() {
    let ack_within = Duration::from_millis(200);
    let town = Town::with_bot(Options { ack_within, ..Options::default() }).await;
    let board = town.board().await;
    town.change(|world| world.kick_bot(town.guild));
    assert!(town.slash(town.anna, town.channel, "board", vec![]).await.is_err());
    let forged = town.forge(town.ben, town.channel, Some(board.id), "private", None).await;
    assert!(!forged.ack.is_answered());
    town.change(|world| world.invite_bot(town.guild));
    assert!(town.clicks(town.ben, board.id, "private").await.ack.is_answered());
}
