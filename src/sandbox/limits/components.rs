//! Limits of action rows, buttons and selects.
//!
//! Components V2 are not supported: the bot's library cannot send them.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Problems, items};

/// Component type of an action row.
pub(super) const ROW: u64 = 1;
const BUTTON: u64 = 2;
const STRING_SELECT: u64 = 3;
const LINK: u64 = 5;

/// Checks the components of a message.
pub(super) fn components(problems: &mut Problems, rows: &Value) {
    problems.count("components", items(rows).count(), 0, 5);
    let mut seen = BTreeSet::new();
    for (number, row) in items(rows) {
        let at = format!("components.{number}");
        if row["type"] == ROW {
            self::row(problems, &at, row, &mut seen);
        } else {
            unknown_type(problems, &at);
        }
    }
}

/// Reports a component type that is not allowed at `at`.
fn unknown_type(problems: &mut Problems, at: &str) {
    problems.add(
        &format!("{at}.type"),
        "UNION_TYPE_CHOICES",
        "Value of field \"type\" must be one of those allowed here.",
    );
}

fn row(problems: &mut Problems, at: &str, row: &Value, seen: &mut BTreeSet<String>) {
    let inside = &row["components"];
    problems.count(&format!("{at}.components"), items(inside).count(), 1, 5);
    let selects = items(inside).filter(|(_, one)| is_select(one)).count();
    if selects > 0 && items(inside).count() > 1 {
        problems.add(
            &format!("{at}.components"),
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified component exceeds the maximum width",
        );
    }
    for (number, one) in items(inside) {
        let at = format!("{at}.components.{number}");
        if one["type"] == BUTTON {
            button(problems, &at, one);
        } else if is_select(one) {
            select(problems, &at, one);
        } else {
            unknown_type(problems, &at);
        }
        unique(problems, &at, one, seen);
    }
}

/// Whether a component is a select of any type.
pub(in super::super) fn is_select(one: &Value) -> bool {
    matches!(one["type"].as_u64(), Some(3 | 5 | 6 | 7 | 8))
}

/// Reports a custom id that the message already uses.
fn unique(problems: &mut Problems, at: &str, one: &Value, seen: &mut BTreeSet<String>) {
    if let Some(id) = one["custom_id"].as_str()
        && !seen.insert(id.to_owned())
    {
        problems.add(
            &format!("{at}.custom_id"),
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            "Component custom id cannot be duplicated",
        );
    }
}

/// Checks the required custom id of a component.
pub(super) fn custom_id(problems: &mut Problems, at: &str, one: &Value) {
    let path = format!("{at}.custom_id");
    problems.needed(&path, &one["custom_id"]);
    problems.length(&path, &one["custom_id"], 1, 100);
}

fn button(problems: &mut Problems, at: &str, one: &Value) {
    problems.length(&format!("{at}.label"), &one["label"], 0, 80);
    emoji(problems, at, &one["emoji"]);
    let label = one["label"].as_str().unwrap_or_default();
    if label.trim().is_empty() && one["emoji"].is_null() {
        let text = "A label or emoji is required";
        problems.add(at, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", text);
    }
    match one["style"].as_u64() {
        Some(LINK) => link(problems, at, one),
        Some(1..=4) => {
            custom_id(problems, at, one);
            if !one["url"].is_null() {
                let text = "A custom id and url cannot both be specified";
                problems.add(at, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", text);
            }
        }
        _ => problems.add(
            &format!("{at}.style"),
            "BASE_TYPE_CHOICES",
            "Value must be one of (1, 2, 3, 4, 5).",
        ),
    }
}

fn link(problems: &mut Problems, at: &str, one: &Value) {
    let path = format!("{at}.url");
    problems.needed(&path, &one["url"]);
    problems.length(&path, &one["url"], 1, 512);
    let schemes = ["http://", "https://", "discord://"];
    let url = one["url"].as_str().unwrap_or_default();
    if !url.is_empty() && !schemes.iter().any(|scheme| url.starts_with(scheme)) {
        let text = "Scheme must be one of ('http', 'https', 'discord').";
        problems.add(&path, "URL_TYPE_INVALID_SCHEME", text);
    }
    if !one["custom_id"].is_null() {
        let text = "A custom id and url cannot both be specified";
        problems.add(at, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", text);
    }
}

/// Checks an emoji: a guild's emoji has an id, and any other must not be plain ASCII.
fn emoji(problems: &mut Problems, at: &str, emoji: &Value) {
    if emoji.is_null() || !emoji["id"].is_null() {
        return;
    }
    let name = emoji["name"].as_str().unwrap_or_default();
    if name.is_empty() || name.is_ascii() {
        problems.add(&format!("{at}.emoji.name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji");
    }
}

fn select(problems: &mut Problems, at: &str, one: &Value) {
    custom_id(problems, at, one);
    problems.length(&format!("{at}.placeholder"), &one["placeholder"], 0, 150);
    let offered = items(&one["options"]).count();
    let (least, most) =
        (one["min_values"].as_u64().unwrap_or(1), one["max_values"].as_u64().unwrap_or(1));
    if least > 25 || !(1..=25).contains(&most) || least > most {
        let text = "Must be between 0 and 25, and not less than min_values.";
        problems.add(&format!("{at}.max_values"), "NUMBER_TYPE_MAX", text);
    }
    if one["type"] == STRING_SELECT {
        problems.count(&format!("{at}.options"), offered, 1, 25);
        if most as usize > offered {
            let text = format!("Must be between {least} and {offered}.");
            problems.add(&format!("{at}.max_values"), "NUMBER_TYPE_MAX", text);
        }
        options(problems, at, one, most as usize);
    }
}

fn options(problems: &mut Problems, at: &str, one: &Value, most: usize) {
    let mut seen = BTreeSet::new();
    let mut defaults = 0;
    for (number, option) in items(&one["options"]) {
        let at = format!("{at}.options.{number}");
        for part in ["label", "value"] {
            let path = format!("{at}.{part}");
            problems.needed(&path, &option[part]);
            problems.length(&path, &option[part], 1, 100);
        }
        problems.length(&format!("{at}.description"), &option["description"], 0, 100);
        emoji(problems, &at, &option["emoji"]);
        if !seen.insert(option["value"].as_str().unwrap_or_default()) {
            let text = "The specified option value is already used";
            problems.add(&format!("{at}.value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text);
        }
        defaults += usize::from(option["default"] == true);
    }
    if defaults > most {
        let text = "More options are set by default than may be chosen";
        problems.add(&format!("{at}.options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", text);
    }
}
