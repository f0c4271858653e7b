//! A message as text, for people who compare.

// Several test programs share this, and none uses all of it.
#![allow(dead_code)]

use std::fmt::Write as _;

use emberhall::sandbox::ShownMessage;
use serde_json::Value;

/// Everything that is seen of a message, in a form that does not change with the run.
pub fn print(message: &ShownMessage) -> String {
    let mut out = String::new();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    if !message.content().is_empty() {
        let _ = writeln!(out, "{}", message.content());
    }
    for file in message.attachments() {
        let _ = writeln!(out, "[{}: {}]", text(&file["filename"]), text(&file["description"]));
    }
    for embed in message.embeds() {
        let _ = writeln!(out, "┌ {}", text(&embed["title"]));
        for line in text(&embed["description"]).lines() {
            let _ = writeln!(out, "│ {line}");
        }
        let foot = text(&embed["footer"]["text"]);
        let _ = writeln!(out, "└ {foot}");
    }
    for row in message.value["components"].as_array().into_iter().flatten() {
        let parts = row["components"].as_array().into_iter().flatten();
        let parts: Vec<String> = parts.map(part).collect();
        let _ = writeln!(out, "{}", parts.join(" "));
    }
    out
}

fn part(part: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    if part["type"] == 2 {
        let label = text(&part["label"]);
        return if part["disabled"] == true { format!("({label})") } else { format!("[{label}]") };
    }
    let options = part["options"].as_array().into_iter().flatten();
    let options: Vec<String> = options
        .map(|option| {
            format!("\n    {} — {}", text(&option["label"]), text(&option["description"]))
        })
        .collect();
    format!("<{}>{}", text(&part["placeholder"]), options.concat())
}
