//! What Discord does not take.

use std::time::Duration;

use emberhall::sandbox::Options;
use poise::serenity_prelude as serenity;
use serde_json::{Value, json};

use super::bot::code;
use super::town::Town;

fn button(id: &str) -> Value {
    json!({ "type": 2, "style": 1, "label": "x", "custom_id": id })
}

fn row(parts: Vec<Value>) -> Value {
    json!({ "type": 1, "components": parts })
}

fn with(rows: Vec<Value>) -> Value {
    json!({ "content": "x", "components": rows })
}

fn options(count: usize) -> Vec<Value> {
    (0..count).map(|n| json!({ "label": "a", "value": n.to_string() })).collect()
}

fn select(options: Vec<Value>) -> Value {
    json!({ "type": 3, "custom_id": "s", "options": options })
}

/// Every one of these is at its limit, and fits.
fn fitting() -> Vec<Value> {
    let full = |n: usize| row((0..5).map(|m| button(&format!("{n}{m}"))).collect());
    vec![
        json!({ "content": "ä".repeat(2000) }),
        json!({ "embeds": [{ "title": "t".repeat(256), "description": "d".repeat(4096) }] }),
        json!({ "embeds": vec![json!({ "title": "t" }); 10] }),
        json!({ "embeds": [{ "fields": vec![json!({ "name": "n", "value": "v" }); 25] }] }),
        json!({ "embeds": [{ "description": "d".repeat(3952), "footer": { "text": "f".repeat(2048) } }] }),
        with((0..5).map(full).collect()),
        with(vec![row(vec![button(&"i".repeat(100))])]),
        with(vec![row(vec![select(options(25))])]),
        json!({ "content": "x", "nonce": "n".repeat(25) }),
    ]
}

fn too_much() -> Vec<Value> {
    let label = json!({ "type": 2, "style": 1, "label": "x".repeat(81), "custom_id": "a" });
    let bare = json!({ "type": 2, "style": 1, "custom_id": "a" });
    let link = json!({ "type": 2, "style": 5, "label": "x", "custom_id": "a" });
    let script =
        json!({ "type": 2, "style": 5, "label": "x", "url": "javascript:alert(document.domain)" });
    let letter = json!({ "type": 2, "style": 1, "emoji": { "name": "a" }, "custom_id": "a" });
    let twice = vec![json!({ "label": "a", "value": "b" }); 2];
    let long = |part: &str| {
        let mut option = json!({ "label": "a", "value": "b" });
        option[part] = json!("x".repeat(101));
        with(vec![row(vec![select(vec![option])])])
    };
    let mut many = select(options(2));
    many["max_values"] = json!(3);
    let mut held = select(options(1));
    held["placeholder"] = json!("p".repeat(151));
    let users: Vec<String> = (1..=101).map(|n: u64| n.to_string()).collect();
    vec![
        json!({ "content": "ä".repeat(2001) }),
        json!({ "embeds": vec![json!({ "title": "t" }); 11] }),
        json!({ "embeds": [{ "title": "t".repeat(257) }] }),
        json!({ "embeds": [{ "description": "d".repeat(4097) }] }),
        json!({ "embeds": [{ "footer": { "text": "f".repeat(2049) } }] }),
        json!({ "embeds": [{ "author": { "name": "a".repeat(257) } }] }),
        json!({ "embeds": [{ "fields": vec![json!({ "name": "n", "value": "v" }); 26] }] }),
        json!({ "embeds": [{ "fields": [{ "name": "n".repeat(257), "value": "v" }] }] }),
        json!({ "embeds": [{ "fields": [{ "name": "n", "value": "v".repeat(1025) }] }] }),
        json!({ "embeds": [{ "fields": [{ "name": "n", "value": "" }] }] }),
        json!({ "embeds": vec![json!({ "description": "d".repeat(3001) }); 2] }),
        json!({ "embeds": [{ "image": { "url": "board.png" } }] }),
        with(vec![row(vec![button("a")]); 6]),
        with(vec![row((0..6).map(|n| button(&n.to_string())).collect())]),
        with(vec![row(vec![])]),
        with(vec![button("a")]),
        with(vec![row(vec![button("a"), button("a")])]),
        with(vec![row(vec![button("")])]),
        with(vec![row(vec![button(&"i".repeat(101))])]),
        with(vec![row(vec![label])]),
        with(vec![row(vec![bare])]),
        with(vec![row(vec![link])]),
        with(vec![row(vec![script])]),
        with(vec![row(vec![letter])]),
        with(vec![row(vec![select(options(1)), button("b")])]),
        with(vec![row(vec![select(options(26))])]),
        with(vec![row(vec![select(vec![])])]),
        with(vec![row(vec![select(twice)])]),
        with(vec![row(vec![many])]),
        with(vec![row(vec![held])]),
        long("label"),
        long("value"),
        long("description"),
        json!({ "content": "x", "nonce": "n".repeat(26) }),
        json!({ "content": "x", "allowed_mentions": { "users": users } }),
        json!({ "content": "x", "allowed_mentions": { "parse": ["users"], "users": ["1"] } }),
        json!({ "content": "x", "flags": 1 << 15 }),
    ]
}

#[tokio::test]
async fn what_is_just_within_the_limits_is_taken() {
    let town = Town::quiet(Options::default()).await;
    for body in fitting() {
        let sent = town.send(town.channel, body.clone()).await;
        assert!(sent.is_ok(), "{sent:?}: {body}");
    }
    town.blameless();
}

#[tokio::test]
async fn what_is_beyond_a_limit_is_refused() {
    let town = Town::quiet(Options::default()).await;
    for body in too_much() {
        let sent = town.send(town.channel, body.clone()).await;
        assert_eq!(sent.map(|message| message.id), Err(50_035), "{body}");
    }
    for empty in
        [json!({}), json!({ "content": " \n" }), json!({ "components": [row(vec![button("a")])] })]
    {
        assert_eq!(town.refused(empty).await, 50_006);
    }
    assert!(town.messages(town.channel).is_empty());
    assert!(town.violations().len() >= too_much().len() + 3);
}

#[tokio::test]
async fn the_refusal_says_what_is_wrong_where() {
    let town = Town::quiet(Options::default()).await;
    let body = json!({ "embeds": [{ "title": "ok" }, { "title": "t".repeat(300) }] });
    let sent = town.http.send_message(town.channel.into(), vec![], &body).await;
    let serenity::Error::Http(serenity::HttpError::UnsuccessfulRequest(why)) = sent.unwrap_err()
    else {
        panic!("it was refused otherwise");
    };
    assert_eq!(why.error.errors[0].path, "embeds.1.title");
    assert_eq!(why.error.errors[0].code, "BASE_TYPE_MAX_LENGTH");
}

#[tokio::test]
async fn a_file_can_be_too_heavy_and_its_description_too_long() {
    let town = Town::quiet(Options::default()).await;
    let send = async |weight: usize, about: usize| {
        let file = serenity::CreateAttachment::bytes(vec![0; weight], "a.bin");
        let body = json!({ "attachments": [{ "id": 0, "filename": "a.bin", "description": "d".repeat(about) }] });
        let sent = town.http.send_message(town.channel.into(), vec![file], &body).await;
        sent.map(|_| ()).map_err(|why| code(&why))
    };
    assert_eq!(send(10 << 20, 1024).await, Ok(()));
    assert_eq!(send((10 << 20) + 1, 1).await, Err(40_005));
    assert_eq!(send(1, 1025).await, Err(50_035));
    let listed = json!({ "content": "x", "attachments": [{ "id": 5 }] });
    assert_eq!(town.refused(listed).await, 50_035, "there is no such file");
}

#[tokio::test]
async fn commands_have_limits() {
    let town = Town::quiet(Options::default()).await;
    let command = |name: &str| json!({ "name": name, "description": "d" });
    let put = async |list: Vec<Value>| {
        let sent = town.http.create_global_commands(&list).await;
        sent.map(|all| all.len()).map_err(|why| code(&why))
    };
    let named: Vec<Value> = (0..100).map(|n| command(&format!("c{n}"))).collect();
    assert_eq!(put(named.clone()).await, Ok(100));
    assert_eq!(put([named, vec![command("more")]].concat()).await, Err(30_032));
    assert_eq!(put(vec![command("a"), command("a")]).await, Err(50_035));
    assert_eq!(put(vec![command("Upper")]).await, Err(50_035));
    assert_eq!(put(vec![command("two words")]).await, Err(50_035));
    assert_eq!(put(vec![command(&"c".repeat(33))]).await, Err(50_035));
    assert_eq!(
        put(vec![json!({ "name": "a", "description": "d".repeat(101) })]).await,
        Err(50_035)
    );
    let options =
        |list: Vec<Value>| vec![json!({ "name": "a", "description": "d", "options": list })];
    let option = |n: usize, required: bool| json!({ "type": 3, "name": format!("o{n}"), "description": "d", "required": required });
    assert_eq!(put(options((0..25).map(|n| option(n, true)).collect())).await, Ok(1));
    assert_eq!(put(options((0..26).map(|n| option(n, true)).collect())).await, Err(50_035));
    assert_eq!(put(options(vec![option(1, false), option(2, true)])).await, Err(50_035));
    let heavy = |n: usize| {
        let choices: Vec<Value> =
            (0..25).map(|m| json!({ "name": "n".repeat(90), "value": m.to_string() })).collect();
        let mut option = option(n, true);
        option["choices"] = json!(choices);
        option
    };
    assert_eq!(put(options((0..3).map(heavy).collect())).await, Ok(1));
    assert_eq!(put(options((0..4).map(heavy).collect())).await, Err(50_035), "8000 in sum");
}

#[tokio::test]
async fn old_messages_are_edited_rarely_if_that_is_switched_on() {
    let old_edits = Some((3, Duration::from_secs(20)));
    let town = Town::quiet(Options { old_edits, ..Options::default() }).await;
    let id = town.send(town.channel, json!({ "content": "0" })).await.unwrap().id.get();
    for _ in 0..5 {
        assert_eq!(town.edit(town.channel, id, "young").await, Ok(()));
    }
    town.change(|world| world.pass(Duration::from_secs(3601)));
    for _ in 0..3 {
        assert_eq!(town.edit(town.channel, id, "old").await, Ok(()));
    }
    assert_eq!(town.edit(town.channel, id, "too often").await, Err(30_046));
    town.change(|world| world.pass(Duration::from_secs(21)));
    assert_eq!(town.edit(town.channel, id, "rested").await, Ok(()));
}

#[tokio::test]
async fn buckets_run_empty_if_that_is_switched_on() {
    let town = Town::quiet(Options { rate_limits: true, ..Options::default() }).await;
    let mut answers = Vec::new();
    for _ in 0..6 {
        answers.push(town.send(town.channel, json!({ "content": "x" })).await.map(|_| ()));
    }
    assert_eq!(answers[..5], vec![Ok(()); 5]);
    assert_eq!(answers[5], Err(429));
    let last = town.requests().pop().unwrap();
    assert!(last.answer["retry_after"].as_f64().unwrap() > 0.0);
}

#[tokio::test]
async fn forms_have_limits() {
    let town = Town::quiet(Options::default()).await;
    let input = |id: &str| json!({ "type": 4, "custom_id": id, "label": "l", "style": 1 });
    let modal = |title: usize, inputs: Vec<Value>| {
        let rows: Vec<Value> = inputs.into_iter().map(|one| row(vec![one])).collect();
        json!({ "custom_id": "m", "title": "t".repeat(title), "components": rows })
    };
    let with = |part: &str, value: Value| {
        let mut one = input("a");
        one[part] = value;
        modal(1, vec![one])
    };
    let many = |count: usize| (0..count).map(|n| input(&n.to_string())).collect::<Vec<Value>>();
    let (acted, ()) = tokio::join!(town.forge(town.ben, town.channel, None, "x", None), async {
        for wrong in [
            modal(46, many(1)),
            modal(0, many(1)),
            modal(1, many(0)),
            modal(1, many(6)),
            modal(1, vec![input("a"), input("a")]),
            modal(1, vec![button("a")]),
            with("label", json!("l".repeat(46))),
            with("value", json!("v".repeat(4001))),
            with("max_length", json!(4001)),
            with("placeholder", json!("p".repeat(101))),
            with("custom_id", json!("c".repeat(101))),
            with("style", json!(3)),
        ] {
            assert_eq!(town.answer(9, wrong.clone()).await, Err(50_035), "{wrong}");
        }
        assert_eq!(town.answer(9, modal(45, many(5))).await, Ok(()));
    });
    assert_eq!(acted.modal().unwrap().inputs().count(), 5);
}

#[tokio::test]
async fn no_more_than_25_choices_are_offered() {
    let town = Town::quiet(Options::default()).await;
    let option = json!({ "type": 3, "name": "o", "description": "d", "autocomplete": true });
    let command = json!({ "name": "c", "description": "d", "options": [option] });
    town.http.create_global_commands(&vec![command]).await.unwrap();
    let offer = |count: usize, length: usize| {
        let choice = json!({ "name": "n".repeat(length), "value": "v" });
        json!({ "choices": vec![choice; count] })
    };
    let typing = town.autocomplete(town.ben, town.channel, "c", "o", "x");
    let (acted, ()) = tokio::join!(typing, async {
        assert_eq!(town.answer(8, offer(26, 1)).await, Err(50_035));
        assert_eq!(town.answer(8, offer(1, 101)).await, Err(50_035));
        assert_eq!(town.answer(4, json!({ "content": "x" })).await, Err(50_035));
        assert_eq!(town.answer(8, offer(25, 100)).await, Ok(()));
    });
    assert!(acted.unwrap().ack.is_answered());
}
