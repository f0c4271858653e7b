//! Discord's limits on what is sent, refused in Discord's words (code 50035).
//!
//! May use: `serde_json`. Deliberately absent: permissions, and anything that
//! depends on the world. Lengths are counted in code points.

mod commands;
mod components;
mod embeds;
mod message;
mod modal;

pub(super) use commands::{bulk, command};
pub(super) use components::is_select;
pub(super) use message::{choices, message, thread};
pub(super) use modal::modal;

use serde_json::{Map, Value, json};

use super::answer::Refusal;

/// What is wrong where, in Discord's nested form.
#[derive(Default)]
pub(super) struct Problems {
    tree: Map<String, Value>,
}

impl Problems {
    /// Notes a problem at a place such as `embeds.0.title`.
    pub(super) fn add(&mut self, place: &str, code: &str, text: impl Into<String>) {
        let mut at = &mut self.tree;
        for part in place.split('.') {
            let next = at.entry(part).or_insert_with(|| Value::Object(Map::new()));
            match next {
                Value::Object(inner) => at = inner,
                _ => return,
            }
        }
        let error = json!({ "code": code, "message": text.into() });
        if let Value::Array(list) = at.entry("_errors").or_insert_with(|| json!([])) {
            list.push(error);
        }
    }

    /// A text has to have a length; one that is missing is looked for by `needed`.
    pub(super) fn length(&mut self, place: &str, text: &Value, least: usize, most: usize) {
        let Some(found) = text.as_str() else {
            if !text.is_null() {
                self.add(place, "STRING_TYPE_CONVERT", "Could not interpret this as a string.");
            }
            return;
        };
        let length = found.chars().count();
        if length > most && least == 0 {
            let text = format!("Must be {most} or fewer in length.");
            self.add(place, "BASE_TYPE_MAX_LENGTH", text);
        } else if length > most || length < least {
            let text = format!("Must be between {least} and {most} in length.");
            self.add(place, "BASE_TYPE_BAD_LENGTH", text);
        }
    }

    /// A field has to be there.
    pub(super) fn needed(&mut self, place: &str, value: &Value) {
        let blank = value.as_str().is_some_and(|text| text.trim().is_empty());
        if value.is_null() || blank {
            self.add(place, "BASE_TYPE_REQUIRED", "This field is required");
        }
    }

    /// A list holds so many.
    pub(super) fn count(&mut self, place: &str, found: usize, least: usize, most: usize) {
        if found > most && least == 0 {
            let text = format!("Must be {most} or fewer in length.");
            self.add(place, "BASE_TYPE_MAX_LENGTH", text);
        } else if found > most || found < least {
            let text = format!("Must be between {least} and {most} in length.");
            self.add(place, "BASE_TYPE_BAD_LENGTH", text);
        }
    }

    /// A refusal, if anything was wrong.
    pub(super) fn verdict(self) -> Result<(), Refusal> {
        if self.tree.is_empty() { Ok(()) } else { Err(Refusal::form(Value::Object(self.tree))) }
    }
}

/// A refusal for one problem.
pub(super) fn one(place: &str, code: &str, text: &str) -> Refusal {
    let mut problems = Problems::default();
    problems.add(place, code, text);
    Refusal::form(Value::Object(problems.tree))
}

/// The items of a list; nothing for what is none.
fn items(value: &Value) -> impl Iterator<Item = (usize, &Value)> {
    value.as_array().into_iter().flatten().enumerate()
}

/// Code points of a text.
fn chars(value: &Value) -> usize {
    value.as_str().map_or(0, |text| text.chars().count())
}
