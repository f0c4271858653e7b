//! Reactions of the bot and of people.

use emberhall::sandbox::{Options, permissions as may};
use poise::serenity_prelude::ReactionType;
use serde_json::json;

use super::bot::code;
use super::town::Town;

fn fire() -> ReactionType {
    ReactionType::Unicode("🔥".to_owned())
}

#[tokio::test]
async fn a_reaction_is_added_shown_listed_and_taken_away() {
    let town = Town::quiet(Options::default()).await;
    let id = town.send(town.channel, json!({ "content": "x" })).await.unwrap().id;
    let channel = town.channel.into();
    for _ in 0..2 {
        town.http.create_reaction(channel, id, &fire()).await.unwrap();
    }
    town.change(|world| world.react(town.ben, id.get(), "🔥"));
    let message = town.http.get_message(channel, id).await.unwrap();
    assert_eq!(message.reactions.len(), 1);
    assert_eq!((message.reactions[0].count, message.reactions[0].me), (2, true));
    assert_eq!(message.reactions[0].reaction_type, fire());
    let who = town.http.get_reaction_users(channel, id, &fire(), 100, None).await.unwrap();
    assert_eq!(who.iter().map(|user| user.id.get()).filter(|id| *id == town.ben).count(), 1);
    assert_eq!(who.len(), 2);
    town.edit(town.channel, id.get(), "changed").await.unwrap();
    town.http.delete_reaction_me(channel, id, &fire()).await.unwrap();
    let message = town.http.get_message(channel, id).await.unwrap();
    assert_eq!((message.reactions[0].count, message.reactions[0].me), (1, false));
    town.blameless();
    let gone = town.http.delete_reaction(channel, id, town.ben.into(), &fire()).await;
    assert_eq!(gone.map_err(|why| code(&why)), Err(50_013), "it is his");
    let role = town.world().bot_role(town.guild).unwrap();
    town.change(|world| world.overwrite(town.channel, role, may::MANAGE_MESSAGES, 0));
    town.http.delete_reaction(channel, id, town.ben.into(), &fire()).await.unwrap();
    assert!(town.http.get_message(channel, id).await.unwrap().reactions.is_empty());
}

#[tokio::test]
async fn whoever_may_not_react_may_still_join_in() {
    let town = Town::quiet(Options::default()).await;
    let id = town.send(town.channel, json!({ "content": "x" })).await.unwrap().id;
    let react = async |emoji: &str| {
        let emoji = ReactionType::Unicode(emoji.to_owned());
        let done = town.http.create_reaction(town.channel.into(), id, &emoji).await;
        done.map_err(|why| code(&why))
    };
    let role = town.world().bot_role(town.guild).unwrap();
    town.change(|world| world.overwrite(town.channel, role, 0, may::ADD_REACTIONS));
    assert_eq!(react("🔥").await, Err(50_013));
    town.change(|world| world.react(town.ben, id.get(), "🔥"));
    assert_eq!(react("🔥").await, Ok(()));
    assert_eq!(react("word").await, Err(10_014));
    let nowhere = town.http.create_reaction(town.channel.into(), 1.into(), &fire()).await;
    assert_eq!(nowhere.map_err(|why| code(&why)), Err(10_008));
}

#[tokio::test]
async fn a_message_takes_twenty_reactions_and_a_channel_nobody_sees_takes_none() {
    let town = Town::quiet(Options::default()).await;
    let id = town.send(town.channel, json!({ "content": "x" })).await.unwrap().id;
    let react = async |number: u32| {
        let emoji = char::from_u32(0x1f400 + number).unwrap().to_string();
        let emoji = ReactionType::Unicode(emoji);
        let done = town.http.create_reaction(town.channel.into(), id, &emoji).await;
        done.map_err(|why| code(&why))
    };
    for number in 0..20 {
        assert_eq!(react(number).await, Ok(()));
    }
    assert_eq!(react(20).await, Err(30_010));
    assert_eq!(react(3).await, Ok(()), "what is there can be joined");
    let role = town.world().bot_role(town.guild).unwrap();
    town.change(|world| world.overwrite(town.channel, role, 0, may::VIEW_CHANNEL));
    assert_eq!(react(3).await, Err(50_001));
}
