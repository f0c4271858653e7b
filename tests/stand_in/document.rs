//! The contract sees what does not fit the document.

use std::time::Duration;

use emberhall::sandbox::RecordedRequest;
use serde_json::{Value, json};

use super::contract::Contract;

fn request(method: &str, route: &str, path: &str, body: Value) -> RecordedRequest {
    RecordedRequest {
        method: method.to_owned(),
        path: path.to_owned(),
        route: route.to_owned(),
        query: Vec::new(),
        body,
        files: Vec::new(),
        status: 200,
        answer: Value::Null,
        faulted: false,
        at: Duration::ZERO,
    }
}

fn message(body: Value) -> RecordedRequest {
    request("POST", "/channels/{channel_id}/messages", "/channels/12/messages", body)
}

fn wrong(request: &RecordedRequest) -> bool {
    !Contract::load().check(request).is_empty()
}

#[test]
fn a_request_by_the_document_is_let_through() {
    let body = json!({
        "content": "x",
        "embeds": [{ "title": "t", "fields": [{ "name": "n", "value": "v" }] }],
        "components": [{ "type": 1, "components": [
            { "type": 2, "style": 1, "label": "a", "custom_id": "a" },
        ] }],
        "attachments": [{ "id": 0, "filename": "a.png", "description": "d" }],
        "allowed_mentions": { "parse": ["users"] },
    });
    assert_eq!(Contract::load().check(&message(body)), Vec::<String>::new());
}

#[test]
fn a_wrong_body_is_noticed() {
    let wrong_ones = [
        json!({ "content": 7 }),
        json!({ "contents": "x" }),
        json!({ "embeds": [{ "titel": "t" }] }),
        json!({ "embeds": [{ "title": "t".repeat(300) }] }),
        json!({ "components": [{ "type": 1, "components": [{ "type": 2, "label": "a" }] }] }),
        json!({ "allowed_mentions": { "parse": ["people"] } }),
        Value::Null,
    ];
    for body in wrong_ones {
        assert!(wrong(&message(body.clone())), "{body}");
    }
}

#[test]
fn a_wrong_place_is_noticed() {
    let get = |route: &str, path: &str| request("GET", route, path, Value::Null);
    let list = "/channels/{channel_id}/messages";
    assert!(!wrong(&get(list, "/channels/12/messages")));
    assert!(wrong(&get(list, "/channels/twelve/messages")));
    assert!(wrong(&get("/channels/12/message", "/channels/12/message")));
    assert!(wrong(&request("PUT", list, "/channels/12/messages", json!({}))));
    assert!(wrong(&request("DELETE", "/users/@me", "/users/@me", Value::Null)));
    let asked = |name: &str, value: &str| {
        let query = vec![(name.to_owned(), value.to_owned())];
        RecordedRequest { query, ..get(list, "/channels/12/messages") }
    };
    assert!(!wrong(&asked("limit", "50")));
    assert!(wrong(&asked("limit", "500")));
    assert!(wrong(&asked("limits", "50")));
    let body = json!({ "content": "x" });
    assert!(wrong(&request("GET", "/users/@me", "/users/@me", body)), "no body belongs here");
}

#[test]
fn answers_to_interactions_are_looked_at_inside() {
    let answer = |body: Value| {
        let route = "/interactions/{interaction_id}/{interaction_token}/callback";
        request("POST", route, "/interactions/12/token/callback", body)
    };
    assert!(!wrong(&answer(json!({ "type": 4, "data": { "content": "x", "flags": 64 } }))));
    assert!(!wrong(&answer(json!({ "type": 6 }))));
    assert!(wrong(&answer(json!({ "type": 4, "data": { "text": "x" } }))));
    assert!(wrong(&answer(json!({ "type": 40 }))));
    assert!(wrong(&answer(
        json!({ "type": 9, "data": { "title": "t".repeat(46), "custom_id": "a", "components": [] } })
    )));
}

#[test]
fn commands_are_to_say_nothing_that_is_empty() {
    let put = |option: Value| {
        let route = "/applications/{application_id}/commands";
        let command = json!([{ "name": "a", "description": "b", "type": 1, "options": [option] }]);
        request("PUT", route, "/applications/12/commands", command)
    };
    let said = json!({ "type": 1, "name": "c", "description": "d" });
    assert_eq!(Contract::load().check(&put(said.clone())), Vec::<String>::new());
    for (field, blank) in [("options", json!([])), ("min_value", Value::Null)] {
        let mut written = said.clone();
        written[field] = blank;
        assert!(wrong(&put(written.clone())), "{written}");
        let of_library = Contract::load().check_library(&put(written));
        assert_eq!(of_library, Vec::<String>::new());
    }
}
