//! Limits of messages, threads and autocomplete choices.
//!
//! Empty messages are not refused here: for an edit that depends on the earlier content.

use serde_json::Value;

use super::components::components;
use super::embeds::embeds;
use super::{Problems, items};
use crate::sandbox::request::Upload;
use crate::sandbox::response::ApiError;

/// Maximum size of an uploaded file, in bytes.
const MAX_FILE_BYTES: usize = 10 << 20;
/// Message flag of Components V2.
const COMPONENTS_V2: u64 = 1 << 15;

/// Checks the body and the files of a message.
pub(in super::super) fn message(body: &Value, files: &[Upload]) -> Result<(), ApiError> {
    if files.iter().any(|file| file.bytes.len() > MAX_FILE_BYTES) {
        return Err(ApiError::too_large());
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
    if body["flags"].as_u64().unwrap_or(0) & COMPONENTS_V2 != 0 {
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

/// Checks the choices of an autocomplete response.
pub(in super::super) fn choices(data: &Value) -> Result<(), ApiError> {
    let mut problems = Problems::default();
    problems.needed("data.choices", &data["choices"]);
    problems.count("data.choices", items(&data["choices"]).count(), 0, 25);
    for (number, choice) in items(&data["choices"]) {
        super::commands::choice(&mut problems, &format!("data.choices.{number}"), choice);
    }
    problems.verdict()
}

/// Checks the creation (`new`) or edit of a thread.
pub(in super::super) fn thread(body: &Value, new: bool) -> Result<(), ApiError> {
    let mut problems = Problems::default();
    if new {
        problems.needed("name", &body["name"]);
    }
    problems.length("name", &body["name"], 1, 100);
    let duration = &body["auto_archive_duration"];
    if !duration.is_null() && !matches!(duration.as_u64(), Some(60 | 1440 | 4320 | 10_080)) {
        let text = "Value must be one of (60, 1440, 4320, 10080).";
        problems.add("auto_archive_duration", "BASE_TYPE_CHOICES", text);
    }
    problems.verdict()
}
