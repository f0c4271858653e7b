//! Limits of commands.
//!
//! May use: the list of problems. Deliberately absent: two hundred creations a day.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Problems, chars, items};
use crate::sandbox::answer::Refusal;

const SUB_COMMAND: u64 = 1;
const SUB_GROUP: u64 = 2;
/// All texts of a command together.
const ALL: usize = 8000;

/// Checks one command.
pub(in super::super) fn command(body: &Value) -> Result<(), Refusal> {
    let mut problems = Problems::default();
    whole(&mut problems, "", body);
    problems.verdict()
}

/// Checks all commands at once.
pub(in super::super) fn bulk(list: &Value) -> Result<(), Refusal> {
    let mut problems = Problems::default();
    let slash = |one: &Value| one["type"].as_u64().unwrap_or(1) == 1;
    if items(list).filter(|(_, one)| slash(one)).count() > 100 {
        let text = "Maximum number of application commands reached (100).";
        return Err(Refusal::new(400, 30_032, text).blamed());
    }
    let mut seen = BTreeSet::new();
    for (number, one) in items(list) {
        whole(&mut problems, &format!("{number}."), one);
        let key = (one["type"].as_u64().unwrap_or(1), one["name"].as_str().unwrap_or_default());
        if !seen.insert(key) {
            let text = "Application command names must be unique";
            problems.add(&format!("{number}.name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", text);
        }
    }
    problems.verdict()
}

fn whole(problems: &mut Problems, at: &str, body: &Value) {
    let slash = body["type"].as_u64().unwrap_or(1) == 1;
    name(problems, at, body, slash);
    if slash {
        description(problems, at, body);
    }
    options(problems, at, &body["options"], 0);
    if weight(body) > ALL {
        let text = format!("Command exceeds maximum size ({ALL})");
        problems.add(&format!("{at}name"), "APPLICATION_COMMAND_TOO_LARGE", text);
    }
}

fn name(problems: &mut Problems, at: &str, one: &Value, plain: bool) {
    let place = format!("{at}name");
    problems.needed(&place, &one["name"]);
    let own = std::iter::once((place, &one["name"]));
    let localized = one["name_localizations"].as_object().into_iter().flatten();
    let localized =
        localized.map(|(locale, text)| (format!("{at}name_localizations.{locale}"), text));
    for (place, text) in own.chain(localized) {
        problems.length(&place, text, 1, 32);
        let fine =
            |c: char| (c.is_alphanumeric() && !c.is_uppercase()) || matches!(c, '-' | '_' | '\'');
        if plain && !text.as_str().unwrap_or_default().chars().all(fine) {
            let text = "Command name is invalid";
            problems.add(&place, "APPLICATION_COMMAND_INVALID_NAME", text);
        }
    }
}

fn description(problems: &mut Problems, at: &str, one: &Value) {
    let place = format!("{at}description");
    problems.needed(&place, &one["description"]);
    problems.length(&place, &one["description"], 1, 100);
    for (locale, text) in one["description_localizations"].as_object().into_iter().flatten() {
        problems.length(&format!("{at}description_localizations.{locale}"), text, 1, 100);
    }
}

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
    let nested = items(list).filter(|(_, one)| is_sub(one)).count();
    if nested > 0 && nested < items(list).count() {
        let text = "Sub-command and sub-command group option types are mutually exclusive to all other types";
        problems.add(&format!("{at}options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text);
    }
}

fn is_sub(one: &Value) -> bool {
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

/// Names, descriptions and values together; of translations the longest counts.
fn weight(one: &Value) -> usize {
    let longest = |part: &str, localized: &str| {
        let all = one[localized].as_object().into_iter().flatten().map(|(_, text)| chars(text));
        all.max().unwrap_or(0).max(chars(&one[part]))
    };
    let own = longest("name", "name_localizations")
        + longest("description", "description_localizations")
        + chars(&one["value"]);
    let inside = items(&one["options"]).chain(items(&one["choices"]));
    own + inside.map(|(_, part)| weight(part)).sum::<usize>()
}
