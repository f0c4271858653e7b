//! Limits of a message, a thread, and of choices offered while somebody types.
//!
//! May use: the list of problems. Deliberately absent: emptiness; that depends
//! on what the message held before.

use serde_json::Value;

use super::components::components;
use super::embeds::embeds;
use super::{Problems, items};
use crate::sandbox::answer::Refusal;
use crate::sandbox::call::Upload;

/// The heaviest file.
const HEAVIEST: usize = 10 << 20;
/// Components of the second version.
const SECOND_VERSION: u64 = 1 << 15;

/// Checks what a message is to hold.
pub(in super::super) fn message(body: &Value, files: &[Upload]) -> Result<(), Refusal> {
    if files.iter().any(|file| file.bytes.len() > HEAVIEST) {
        return Err(Refusal::heavy());
    }
    let mut problems = Problems::default();
    problems.length("content", &body["content"], 0, 2000);
    embeds(&mut problems, &body["embeds"]);
    components(&mut problems, &body["components"]);
    problems.count("files", files.len(), 0, 10);
    problems.count("attachments", items(&body["attachments"]).count(), 0, 10);
    for (number, one) in items(&body["attachments"]) {
        problems.length(&format!("attachments.{number}.description"), &one["description"], 0, 1024);
    }
    nonce(&mut problems, body);
    allowed_mentions(&mut problems, &body["allowed_mentions"]);
    if body["flags"].as_u64().unwrap_or(0) & SECOND_VERSION != 0 {
        let text = "Components of the second version are not known here.";
        problems.add("flags", "BASE_TYPE_CHOICES", text);
    }
    problems.verdict()
}

fn nonce(problems: &mut Problems, body: &Value) {
    if body["nonce"].is_string() {
        problems.length("nonce", &body["nonce"], 0, 25);
    }
    if body["enforce_nonce"] == true && body["nonce"].is_null() {
        problems.add("nonce", "BASE_TYPE_REQUIRED", "This field is required");
    }
}

fn allowed_mentions(problems: &mut Problems, allowed: &Value) {
    for kind in ["users", "roles"] {
        let at = format!("allowed_mentions.{kind}");
        let listed = items(&allowed[kind]).count();
        problems.count(&at, listed, 0, 100);
        let parsed = items(&allowed["parse"]).any(|(_, one)| one == kind);
        if parsed && listed > 0 {
            let text = format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive.");
            problems.add("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text);
        }
    }
    for (number, one) in items(&allowed["parse"]) {
        if !["users", "roles", "everyone"].iter().any(|kind| one == kind) {
            let text = "Value must be one of ('users', 'roles', 'everyone').";
            problems.add(&format!("allowed_mentions.parse.{number}"), "BASE_TYPE_CHOICES", text);
        }
    }
}

/// Checks choices offered while somebody types.
pub(in super::super) fn choices(data: &Value) -> Result<(), Refusal> {
    let mut problems = Problems::default();
    problems.needed("data.choices", &data["choices"]);
    problems.count("data.choices", items(&data["choices"]).count(), 0, 25);
    for (number, choice) in items(&data["choices"]) {
        super::commands::choice(&mut problems, &format!("data.choices.{number}"), choice);
    }
    problems.verdict()
}

/// Checks a thread that is to be opened or changed.
pub(in super::super) fn thread(body: &Value, new: bool) -> Result<(), Refusal> {
    let mut problems = Problems::default();
    if new {
        problems.needed("name", &body["name"]);
    }
    problems.length("name", &body["name"], 1, 100);
    let after = &body["auto_archive_duration"];
    if !after.is_null() && !matches!(after.as_u64(), Some(60 | 1440 | 4320 | 10_080)) {
        let text = "Value must be one of (60, 1440, 4320, 10080).";
        problems.add("auto_archive_duration", "BASE_TYPE_CHOICES", text);
    }
    problems.verdict()
}
