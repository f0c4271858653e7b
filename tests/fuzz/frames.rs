//! The gateway: the sandbox hears broken frames of a bot, the bot broken ones of Discord.

use std::time::Duration;

use emberhall::sandbox::{Fault, Options, Sandbox, World};
use emberhall::store::CampaignId;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::chance::Chance;
use crate::kit::Scene;
use crate::players::Dice;
use crate::socket::Socket;
use crate::spoil;
use crate::target::{Input, target};

/// What a bot says, good as it is.
fn said_by_bots(token: &str) -> Vec<Value> {
    vec![
        json!({ "op": 1, "d": 7 }),
        json!({ "op": 2, "d": { "token": token, "intents": 1, "shard": [0, 1],
                                "properties": { "os": "x" } } }),
        json!({ "op": 6, "d": { "token": token, "session_id": "session1", "seq": 3 } }),
        json!({ "op": 3, "d": { "status": "online", "activities": [] } }),
        json!({ "op": 8, "d": { "guild_id": "1", "query": "", "limit": 0 } }),
    ]
}

fn wounded(good: &Value, chance: &mut Chance<'_>) -> Vec<u8> {
    if chance.one_in(2) {
        return spoil::bytes(good.to_string().as_bytes(), chance);
    }
    let mut value = good.clone();
    spoil::json(&mut value, chance);
    value.to_string().into_bytes()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sandbox_outlives_every_broken_frame_of_a_bot() {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let good = said_by_bots(sandbox.token());
    for number in 0..300 {
        let mut chance = Chance::new(number as u64);
        let mut socket = Socket::open(sandbox.base()).await;
        for _ in 0..=chance.below(6) {
            let one = &good[chance.below(good.len())];
            match chance.below(8) {
                0 => socket.send(1, one.to_string().as_bytes()).await,
                1 => socket.send(chance.below(16) as u8, &wounded(one, &mut chance)).await,
                2 => {
                    let noise: Vec<u8> = (0..chance.below(200)).map(|_| chance.byte()).collect();
                    socket.raw(&noise).await;
                }
                // A frame that promises more than anybody has.
                3 => {
                    socket.raw(&[0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]).await;
                }
                _ => socket.send(1, &wounded(one, &mut chance)).await,
            }
        }
        if chance.one_in(4) {
            socket.rest().await;
        }
    }
    let gone = sandbox.until(Duration::from_secs(10), |world| world.connected() == 0).await;
    assert!(gone, "somebody who left still counts as connected");
    let mut socket = Socket::open(sandbox.base()).await;
    socket.send(1, good[1].to_string().as_bytes()).await;
    let heard = String::from_utf8_lossy(&socket.rest().await).into_owned();
    assert!(heard.contains("READY"), "{heard}");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_sessions_that_were_left_behind_are_not_kept_for_ever() {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let token = sandbox.token().to_owned();
    for shard in 0..200_u32 {
        let mut socket = Socket::open(sandbox.base()).await;
        let hello =
            json!({ "op": 2, "d": { "token": token, "intents": 1, "shard": [shard, 4_000_000] } });
        socket.send(1, hello.to_string().as_bytes()).await;
        socket.rest().await;
    }
    let few = |world: &World| world.sessions_kept() <= 65;
    assert!(
        sandbox.until(Duration::from_secs(5), few).await,
        "{}",
        sandbox.world().sessions_kept()
    );
}

/// What Discord says, good as it is; clicks are a stranger's.
fn said_by_discord(scene: &Scene, custom_id: &str) -> Vec<Value> {
    let (guild, channel) = (scene.guild.to_string(), scene.channel.to_string());
    let user = json!({ "id": scene.stranger.to_string(), "username": "Stranger", "discriminator": "0",
                       "avatar": null, "global_name": null });
    let member = json!({ "user": user, "roles": [], "joined_at": "2024-01-01T00:00:00Z", "deaf": false,
                         "mute": false, "flags": 0, "permissions": "2048" });
    let message = json!({ "id": "77", "channel_id": channel, "author": user, "content": "x", "type": 0,
        "timestamp": "2024-01-01T00:00:00Z", "edited_timestamp": null, "tts": false, "pinned": false,
        "mention_everyone": false, "mentions": [], "mention_roles": [], "attachments": [], "embeds": [] });
    let asked = |kind: u8, data: Value| {
        json!({ "id": "88", "application_id": "1", "type": kind, "token": "t", "version": 1, "data": data,
                "guild_id": guild, "channel_id": channel, "member": member, "locale": "en-GB",
                "app_permissions": "2048", "entitlements": [], "message": message,
                "authorizing_integration_owners": {}, "context": 0, "attachment_size_limit": 1 })
    };
    let click = asked(3, json!({ "custom_id": custom_id, "component_type": 2 }));
    let choice = asked(3, json!({ "custom_id": custom_id, "component_type": 3, "values": ["x"] }));
    let option = json!({ "name": "status", "type": 1, "options": [] });
    let slash = asked(2, json!({ "id": "5", "name": "campaign", "type": 1, "options": [option] }));
    let modal = asked(5, json!({ "custom_id": custom_id, "components": [] }));
    let event = |name: &str, data: Value| json!({ "op": 0, "s": 9, "t": name, "d": data });
    vec![
        event("INTERACTION_CREATE", click),
        event("INTERACTION_CREATE", choice),
        event("INTERACTION_CREATE", slash),
        event("INTERACTION_CREATE", modal),
        event("MESSAGE_CREATE", message),
        event("GUILD_MEMBER_ADD", member),
        event("GUILD_CREATE", json!({ "id": guild, "name": "x", "channels": [], "members": [] })),
        event(
            "CHANNEL_UPDATE",
            json!({ "id": channel, "type": 0, "guild_id": guild, "name": "x" }),
        ),
        event("SOMETHING_NEW_OF_NEXT_YEAR", json!({ "a": [1, { "b": null }] })),
        json!({ "op": 11, "d": null }),
        json!({ "op": 99, "d": { "what": "is this" } }),
    ]
}

/// A frame as it is, or one of Discord's wounded.
fn frame(good: &[Value], input: Input<'_>) -> String {
    let bytes = input.bytes(|chance| {
        let one = &good[chance.below(good.len())];
        if chance.one_in(6) { one.to_string().into_bytes() } else { wounded(one, chance) }
    });
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn a_spoilt_frame_of_discord_does_not_stop_the_bot() {
    let runtime = Runtime::new().unwrap();
    let mut dice = Dice(61);
    let (mut scene, id) = runtime.block_on(begun(&mut dice));
    let custom = scene.panel().unwrap().custom_ids()[0].to_owned();
    let good = said_by_discord(&scene, &custom);
    let stored = async |scene: &Scene| (scene.look(id).await, scene.hall().log(id).await.unwrap());
    let before = runtime.block_on(stored(&scene));
    let mut said = 0;
    target("frames", |input: Input<'_>| {
        let frame = frame(&good, input);
        // The largest sequence number there is, and the library adds one to it: in builds with
        // checks its shard is gone for good. Nothing of ours sees the frame before.
        if frame.contains(&u64::MAX.to_string()) {
            return;
        }
        scene.sandbox.fault(Fault::Say { frame });
        said += 1;
        runtime.block_on(async {
            // A person is not that quick, and what comes is to be read, not only to wait.
            tokio::time::sleep(Duration::from_millis(2)).await;
            if said % 40 == 0 {
                // One that closes the connection over it has to be back before the next.
                assert!(scene.sandbox.connected(1).await, "{said}: the bot did not come back");
            }
        });
    });
    println!("{said} frames were said");
    runtime.block_on(async {
        assert!(scene.sandbox.connected(1).await, "the bot did not come back");
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert!(scene.sandbox.connected(1).await, "the bot did not come back");
        scene.settled().await;
        assert_eq!(stored(&scene).await, before);
        for _ in 0..4 {
            scene.step(id, &mut dice).await;
        }
        scene.settled().await;
        scene.stop().await;
    });
}

/// A campaign of two under way.
async fn begun(dice: &mut Dice) -> (Scene, CampaignId) {
    let scene = Scene::new(2).await;
    let id = scene.begin_with(61, vec![("pace", json!(3))]).await;
    for _ in 0..6 {
        scene.step(id, dice).await;
    }
    scene.settled().await;
    (scene, id)
}
