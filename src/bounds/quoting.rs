//! Sanitizes untrusted text for messages: cuts it to length and strips control characters.

use std::path::Path;

/// Sanitizes a path for a message. Keeps the last 120 characters.
pub fn shown(path: &Path) -> String {
    const MOST: usize = 120;
    let whole: Vec<char> = path.to_string_lossy().chars().collect();
    let cut = whole.len().saturating_sub(MOST);
    let start = if cut > 0 { "…" } else { "" };
    format!("{start}{}", plain(whole.iter().skip(cut).copied()))
}

/// Replaces control characters and bidirectional marks by spaces, so that untrusted text cannot
/// control a terminal.
pub fn plain(text: impl IntoIterator<Item = char>) -> String {
    let is_control = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    text.into_iter().map(|c| if is_control(c) { ' ' } else { c }).collect()
}

/// Sanitizes a name for a message. Keeps the first 60 characters.
pub fn quoted(name: &str) -> String {
    const MOST: usize = 60;
    let mut rest = name.chars();
    let short = plain(rest.by_ref().take(MOST));
    if rest.next().is_some() { short + "…" } else { short }
}

#[cfg(test)]
mod tests {
    use super::super::{quoted, shown};
    use std::path::Path;

    #[test]
    fn names_are_cut_and_stripped_of_what_a_terminal_obeys() {
        assert_eq!(shown(Path::new("a\u{1b}[2J\u{202e}b")), "a [2J b");
        assert_eq!(shown(Path::new(&"x".repeat(4000))).chars().count(), 121);
        assert_eq!(quoted(&"x".repeat(61)), format!("{}…", "x".repeat(60)));
        assert_eq!(quoted("short"), "short");
        assert_eq!(quoted("a\u{1b}[2J\nb"), "a [2J b");
    }
}
