//! Validation of request bodies against Discord's limits, with its error form (code 50035).
//!
//! Pure: permissions and everything else that depends on the world are checked elsewhere.
//! Lengths are counted in code points.

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

use super::response::ApiError;

/// Validation errors, as Discord's tree of fields.
#[derive(Default)]
pub(super) struct Problems {
    tree: Map<String, Value>,
}

impl Problems {
    /// Adds an error at a path such as `embeds.0.title`.
    pub(super) fn add(&mut self, path: &str, code: &str, text: impl Into<String>) {
        let mut at = &mut self.tree;
        for part in path.split('.') {
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

    /// Checks that a text has `least` to `most` code points. A missing text passes; see
    /// [`needed`](Self::needed).
    pub(super) fn length(&mut self, path: &str, text: &Value, least: usize, most: usize) {
        let Some(found) = text.as_str() else {
            if !text.is_null() {
                self.add(path, "STRING_TYPE_CONVERT", "Could not interpret this as a string.");
            }
            return;
        };
        let length = found.chars().count();
        if length > most && least == 0 {
            let text = format!("Must be {most} or fewer in length.");
            self.add(path, "BASE_TYPE_MAX_LENGTH", text);
        } else if length > most || length < least {
            let text = format!("Must be between {least} and {most} in length.");
            self.add(path, "BASE_TYPE_BAD_LENGTH", text);
        }
    }

    /// Checks that a field is present and not blank.
    pub(super) fn needed(&mut self, path: &str, value: &Value) {
        let blank = value.as_str().is_some_and(|text| text.trim().is_empty());
        if value.is_null() || blank {
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required");
        }
    }

    /// Checks that a list has `least` to `most` items.
    pub(super) fn count(&mut self, path: &str, found: usize, least: usize, most: usize) {
        if found > most && least == 0 {
            let text = format!("Must be {most} or fewer in length.");
            self.add(path, "BASE_TYPE_MAX_LENGTH", text);
        } else if found > most || found < least {
            let text = format!("Must be between {least} and {most} in length.");
            self.add(path, "BASE_TYPE_BAD_LENGTH", text);
        }
    }

    /// Returns an [`ApiError`] if there is any error.
    pub(super) fn verdict(self) -> Result<(), ApiError> {
        if self.tree.is_empty() { Ok(()) } else { Err(ApiError::form(Value::Object(self.tree))) }
    }
}

/// Error response with a single problem.
pub(super) fn one(path: &str, code: &str, text: &str) -> ApiError {
    let mut problems = Problems::default();
    problems.add(path, code, text);
    ApiError::form(Value::Object(problems.tree))
}

/// Numbered items of a list; empty if `value` is not a list.
fn items(value: &Value) -> impl Iterator<Item = (usize, &Value)> {
    value.as_array().into_iter().flatten().enumerate()
}

/// Number of code points of a text; 0 if `value` is not a text.
fn chars(value: &Value) -> usize {
    value.as_str().map_or(0, |text| text.chars().count())
}
