//! Limits of embeds.
//!
//! Of image links only the scheme is checked, and other links not at all. Links to uploads are
//! resolved in `attachments`.

use serde_json::Value;

use super::{Problems, chars, items};

/// Maximum total length of the texts in a message's embeds.
const ALL: usize = 6000;

/// Checks the embeds of a message.
pub(super) fn embeds(problems: &mut Problems, list: &Value) {
    problems.count("embeds", items(list).count(), 0, 10);
    for (number, embed) in items(list) {
        let at = format!("embeds.{number}");
        if embed.is_object() {
            check_embed(problems, &at, embed);
        } else {
            problems.add(&at, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a DictType");
        }
    }
    let sum: usize = items(list).map(|(_, embed)| total_chars(embed)).sum();
    if sum > ALL {
        let text = format!("Embed size exceeds maximum size of {ALL}");
        problems.add("embeds", "MAX_EMBED_SIZE_EXCEEDED", text);
    }
}

fn check_embed(problems: &mut Problems, at: &str, embed: &Value) {
    problems.length(&format!("{at}.title"), &embed["title"], 0, 256);
    problems.length(&format!("{at}.description"), &embed["description"], 0, 4096);
    problems.length(&format!("{at}.footer.text"), &embed["footer"]["text"], 0, 2048);
    problems.length(&format!("{at}.author.name"), &embed["author"]["name"], 0, 256);
    problems.count(&format!("{at}.fields"), items(&embed["fields"]).count(), 0, 25);
    for (number, field) in items(&embed["fields"]) {
        let at = format!("{at}.fields.{number}");
        for (part, most) in [("name", 256), ("value", 1024)] {
            let path = format!("{at}.{part}");
            problems.needed(&path, &field[part]);
            problems.length(&path, &field[part], 0, most);
        }
    }
    for place in ["image", "thumbnail"] {
        if let Some(url) = embed[place]["url"].as_str() {
            link(problems, &format!("{at}.{place}.url"), url);
        }
    }
}

/// Checks the scheme of an image link: the web, or a file of the same request.
fn link(problems: &mut Problems, at: &str, url: &str) {
    let schemes = ["http://", "https://", "attachment://"];
    if !schemes.iter().any(|scheme| url.starts_with(scheme)) {
        let text = "Scheme must be one of ('http', 'https', 'attachment').";
        problems.add(at, "URL_TYPE_INVALID_SCHEME", text);
    }
}

/// Total length of an embed's texts.
fn total_chars(embed: &Value) -> usize {
    let fields: usize = items(&embed["fields"])
        .map(|(_, field)| chars(&field["name"]) + chars(&field["value"]))
        .sum();
    let texts = [
        &embed["title"],
        &embed["description"],
        &embed["footer"]["text"],
        &embed["author"]["name"],
    ];
    texts.into_iter().map(chars).sum::<usize>() + fields
}
