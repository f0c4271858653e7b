//! Discord's limits, and text shortened or split to fit them.
//!
//! Pure. Lengths are in Unicode characters, as Discord counts them.

/// Text of a message.
pub const CONTENT: usize = 2000;
/// Description of an embed.
pub const DESCRIPTION: usize = 4096;
/// Title of an embed.
pub const TITLE: usize = 256;
/// Footer of an embed.
pub const FOOTER: usize = 2048;
/// All embeds of a message together.
pub const EMBEDS: usize = 6000;
/// Rows of buttons and menus in a message.
pub const ROWS: usize = 5;
/// Buttons in a row.
pub const BUTTONS: usize = 5;
/// Label of a button.
pub const LABEL: usize = 80;
/// Custom id of a button or menu.
pub const CUSTOM_ID: usize = 100;
/// Options of a menu.
pub const OPTIONS: usize = 25;
/// Label, value or description of an option.
pub const OPTION: usize = 100;
/// Placeholder of a menu.
pub const PLACEHOLDER: usize = 150;
/// Title of a modal, and label of its field.
pub const MODAL: usize = 45;
/// Users that a message may ping.
pub const MENTIONS: usize = 100;

/// Returns the length of `text` in Unicode characters.
pub fn length(text: &str) -> usize {
    text.chars().count()
}

/// Shortens `text` to at most `most` characters, if possible at the end of a word, and marks
/// the cut with `…`. Only for text that is shown in full elsewhere.
pub fn shortened(text: &str, most: usize) -> String {
    if length(text) <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most.saturating_sub(1)).collect();
    let whole = cut.rfind(' ').filter(|at| *at > cut.len() / 2).unwrap_or(cut.len());
    format!("{}…", cut[..whole].trim_end())
}

/// Joins lines to texts of at most `most` characters each. A line that is longer is split
/// between words.
pub fn parted(lines: &[String], most: usize) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for piece in lines.iter().flat_map(|line| pieces(line, most)) {
        match parts.last_mut() {
            Some(last) if length(last) + 1 + length(&piece) <= most => {
                last.push('\n');
                last.push_str(&piece);
            }
            _ => parts.push(piece),
        }
    }
    parts
}

/// Splits a line into pieces of at most `most` characters.
fn pieces(line: &str, most: usize) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while length(rest) > most {
        let end = rest.char_indices().nth(most).map_or(rest.len(), |(at, _)| at);
        let whole = rest[end..].starts_with([' ', '\n']);
        let seam = rest[..end].rfind([' ', '\n']).filter(|at| *at > 0 && !whole).unwrap_or(end);
        pieces.push(rest[..seam].trim_end().to_owned());
        rest = rest[seam..].trim_start();
    }
    pieces.push(rest.to_owned());
    pieces
}

#[cfg(test)]
mod tests {
    use super::{length, parted, shortened};

    #[test]
    fn lines_are_parted_between_them_and_long_ones_between_words() {
        let lines = ["one two".to_owned(), "three".to_owned(), "four five six seven".to_owned()];
        assert_eq!(parted(&lines, 13), ["one two\nthree", "four five six", "seven"]);
        assert_eq!(parted(&["äöüäöü".to_owned()], 4), ["äöüä", "öü"], "a word longer than all");
        assert!(parted(&[], 10).is_empty());
    }

    #[test]
    fn nothing_is_lost_when_text_is_parted() {
        let line = "The snow lies on N0a and nobody goes there. ".repeat(200);
        let parts = parted(std::slice::from_ref(&line), 300);
        assert!(parts.iter().all(|part| length(part) <= 300));
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&parts.join(" ")), words(&line));
    }

    #[test]
    fn what_is_shortened_ends_with_a_word() {
        assert_eq!(shortened("short", 10), "short");
        assert_eq!(shortened("a long sentence", 10), "a long…");
        assert_eq!(shortened("unbreakable", 5), "unbr…");
    }
}
