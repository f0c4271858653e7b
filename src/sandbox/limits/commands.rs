//! Limits of application commands.
//!
//! Discord's limit of 200 command creations per day is not checked here.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Problems, chars, items};
use crate::sandbox::response::ApiError;

const SUB_COMMAND: u64 = 1;
const SUB_GROUP: u64 = 2;
/// Maximum total length of a command's texts.
const ALL: usize = 8000;

/// Checks one command.
pub(in super::super) fn command(body: &Value) -> Result<(), ApiError> {
    let mut problems = Problems::default();
    check_command(&mut problems, "", body);
    problems.verdict()
}

/// Checks a bulk overwrite of all commands: each of them, their number and unique names.
pub(in super::super) fn bulk(list: &Value) -> Result<(), ApiError> {
    let mut problems = Problems::default();
    let is_slash = |one: &Value| one["type"].as_u64().unwrap_or(1) == 1;
    if items(list).filter(|(_, one)| is_slash(one)).count() > 100 {
        let text = "Maximum number of application commands reached (100).";
        return Err(ApiError::new(400, 30_032, text).blamed());
    }
    let mut seen = BTreeSet::new();
    for (number, one) in items(list) {
        check_command(&mut problems, &format!("{number}."), one);
        let key = (one["type"].as_u64().unwrap_or(1), one["name"].as_str().unwrap_or_default());
        if !seen.insert(key) {
            let text = "Application command names must be unique";
            problems.add(&format!("{number}.name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", text);
        }
    }
    problems.verdict()
}

/// Checks one command; `at` is the prefix of its paths.
fn check_command(problems: &mut Problems, at: &str, body: &Value) {
    let slash = body["type"].as_u64().unwrap_or(1) == 1;
    name(problems, at, body, slash);
    if slash {
        description(problems, at, body);
    }
    options(problems, at, &body["options"], 0);
    if total_chars(body) > ALL {
        let text = format!("Command exceeds maximum size ({ALL})");
        problems.add(&format!("{at}name"), "APPLICATION_COMMAND_TOO_LARGE", text);
    }
}

/// Checks a name and its translations. `strict` restricts their characters, as for slash commands.
fn name(problems: &mut Problems, at: &str, one: &Value, strict: bool) {
    let path = format!("{at}name");
    problems.needed(&path, &one["name"]);
    let own = std::iter::once((path, &one["name"]));
    let localized = one["name_localizations"].as_object().into_iter().flatten();
    let localized =
        localized.map(|(locale, text)| (format!("{at}name_localizations.{locale}"), text));
    for (path, text) in own.chain(localized) {
        problems.length(&path, text, 1, 32);
        let allowed =
            |c: char| (c.is_alphanumeric() && !c.is_uppercase()) || matches!(c, '-' | '_' | '\'');
        if strict && !text.as_str().unwrap_or_default().chars().all(allowed) {
            let text = "Command name is invalid";
            problems.add(&path, "APPLICATION_COMMAND_INVALID_NAME", text);
        }
    }
}

fn description(problems: &mut Problems, at: &str, one: &Value) {
    let path = format!("{at}description");
    problems.needed(&path, &one["description"]);
    problems.length(&path, &one["description"], 1, 100);
    for (locale, text) in one["description_localizations"].as_object().into_iter().flatten() {
        problems.length(&format!("{at}description_localizations.{locale}"), text, 1, 100);
    }
}

/// Checks a list of options. `depth` is 0 in a command, 1 in a group and 2 in a subcommand.
fn options(problems: &mut Problems, at: &str, list: &Value, depth: u8) {
    problems.count(&format!("{at}options"), items(list).count(), 0, 25);
    let mut seen = BTreeSet::new();
    let mut optional = false;
    for (number, one) in items(list) {
        let at = format!("{at}options.{number}.");
        name(problems, &at, one, true);
        description(problems, &at, one);
        option(problems, &at, one, depth);
        if !seen.insert(one["name"].as_str().unwrap_or_default()) {
            let text = "Option names must be unique";
            problems.add(
                &format!("{at}name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                text,
            );
        }
        if one["required"] == true && optional {
            let text = "Required options must be placed before non-required options";
            problems.add(
                &format!("{at}required"),
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                text,
            );
        }
        optional |= one["required"] != true;
    }
    let nested = items(list).filter(|(_, one)| is_subcommand(one)).count();
    if nested > 0 && nested < items(list).count() {
        let text = "Sub-command and sub-command group option types are mutually exclusive to all other types";
        problems.add(&format!("{at}options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text);
    }
}

fn is_subcommand(one: &Value) -> bool {
    matches!(one["type"].as_u64(), Some(SUB_COMMAND | SUB_GROUP))
}

fn option(problems: &mut Problems, at: &str, one: &Value, depth: u8) {
    match one["type"].as_u64() {
        Some(SUB_COMMAND) if depth < 2 => options(problems, at, &one["options"], 2),
        Some(SUB_GROUP) if depth == 0 => options(problems, at, &one["options"], 1),
        Some(3..=11) if depth != 1 => {}
        _ => problems.add(
            &format!("{at}type"),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "This type of option is not allowed here",
        ),
    }
    problems.count(&format!("{at}choices"), items(&one["choices"]).count(), 0, 25);
    for (number, one) in items(&one["choices"]) {
        choice(problems, &format!("{at}choices.{number}"), one);
    }
    if one["autocomplete"] == true && items(&one["choices"]).count() > 0 {
        let text = "Options with autocomplete cannot have choices";
        problems.add(
            &format!("{at}autocomplete"),
            "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID",
            text,
        );
    }
}

/// Checks a choice of an option.
pub(super) fn choice(problems: &mut Problems, at: &str, one: &Value) {
    problems.needed(&format!("{at}.name"), &one["name"]);
    problems.length(&format!("{at}.name"), &one["name"], 1, 100);
    if one["value"].is_string() {
        problems.length(&format!("{at}.value"), &one["value"], 0, 100);
    } else {
        problems.needed(&format!("{at}.value"), &one["value"]);
    }
}

/// Total length of names, descriptions and values. Of a text and its translations only the
/// longest counts.
fn total_chars(one: &Value) -> usize {
    let longest = |part: &str, localized: &str| {
        let all = one[localized].as_object().into_iter().flatten().map(|(_, text)| chars(text));
        all.max().unwrap_or(0).max(chars(&one[part]))
    };
    let direct = longest("name", "name_localizations")
        + longest("description", "description_localizations")
        + chars(&one["value"]);
    let inside = items(&one["options"]).chain(items(&one["choices"]));
    direct + inside.map(|(_, part)| total_chars(part)).sum::<usize>()
}
