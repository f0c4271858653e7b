//! Limits of modals.
//!
//! Only text inputs in action rows are supported: the bot's library sends no labels, selects or
//! files in modals.

use std::collections::BTreeSet;

use serde_json::Value;

use super::components::{ROW, custom_id};
use super::{Problems, items};
use crate::sandbox::response::ApiError;

const TEXT_INPUT: u64 = 4;
/// Maximum length of a text input's value.
const MAX_TEXT_LENGTH: u64 = 4000;

/// Checks a modal.
pub(in super::super) fn modal(data: &Value) -> Result<(), ApiError> {
    let mut problems = Problems::default();
    problems.needed("data.title", &data["title"]);
    problems.length("data.title", &data["title"], 1, 45);
    custom_id(&mut problems, "data", data);
    problems.count("data.components", items(&data["components"]).count(), 1, 5);
    let mut seen = BTreeSet::new();
    for (number, row) in items(&data["components"]) {
        let at = format!("data.components.{number}");
        let one = &row["components"][0];
        if row["type"] != ROW || items(&row["components"]).count() != 1 || one["type"] != TEXT_INPUT
        {
            let text = "Value of field \"type\" must be one of (1,), with one text input.";
            problems.add(&format!("{at}.type"), "UNION_TYPE_CHOICES", text);
            continue;
        }
        input(&mut problems, &format!("{at}.components.0"), one);
        if !seen.insert(one["custom_id"].as_str().unwrap_or_default()) {
            let text = "Component custom id cannot be duplicated";
            problems.add(&at, "COMPONENT_CUSTOM_ID_DUPLICATED", text);
        }
    }
    problems.verdict()
}

fn input(problems: &mut Problems, at: &str, one: &Value) {
    custom_id(problems, at, one);
    problems.needed(&format!("{at}.label"), &one["label"]);
    problems.length(&format!("{at}.label"), &one["label"], 1, 45);
    problems.length(&format!("{at}.placeholder"), &one["placeholder"], 0, 100);
    let (least, most) = (
        one["min_length"].as_u64().unwrap_or(0),
        one["max_length"].as_u64().unwrap_or(MAX_TEXT_LENGTH),
    );
    if least > MAX_TEXT_LENGTH || !(1..=MAX_TEXT_LENGTH).contains(&most) || least > most {
        let text = "Must be between 1 and 4000, and not less than min_length.";
        problems.add(&format!("{at}.max_length"), "NUMBER_TYPE_MAX", text);
    }
    if !one["value"].is_null() && one["value"] != "" {
        problems.length(&format!("{at}.value"), &one["value"], least as usize, most as usize);
    }
    if !matches!(one["style"].as_u64(), Some(1 | 2)) {
        problems.add(&format!("{at}.style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).");
    }
}
