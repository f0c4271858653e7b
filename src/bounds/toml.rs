//! TOML of a pack's cards and tables.
//!
//! May use: the limits beside it.

use super::{FILE, TooMuch, within};

/// Tables, lists and inline tables in each other; effects nest some ten deep.
const TOML_DEPTH: usize = 48;
/// Keys, elements and tables of one file; the fullest real one holds 900.
const TOML_VALUES: usize = 8192;
/// Bytes of one string or bare word; names and words are short, stories are in word lists.
const TOML_TEXT: usize = 200;
/// Parts of a dotted key; real ones have two.
const TOML_PARTS: usize = 16;

/// Checks one TOML file of a pack. (The parser counts nesting too; this is not left to it.)
pub fn toml(text: &[u8]) -> Result<(), TooMuch> {
    within(text.len(), FILE, TooMuch::Bytes)?;
    let (mut depth, mut values, mut parts, mut at) = (0_usize, 0_usize, 1_usize, 0_usize);
    let mut word = 0_usize;
    while let Some(byte) = text.get(at) {
        let from = at;
        at += 1;
        word =
            if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') { word + 1 } else { 0 };
        match byte {
            b'"' | b'\'' => at = toml_string(text, from),
            b'#' => at = after_line(text, at),
            b'[' | b'{' => (depth, values, parts) = (depth + 1, values + 1, 1),
            b']' | b'}' => (depth, parts) = (depth.saturating_sub(1), 1),
            b',' | b'=' => (values, parts) = (values + 1, 1),
            b'\n' => parts = 1,
            b'.' => parts += 1,
            _ => {}
        }
        within(depth, TOML_DEPTH, TooMuch::Depth)?;
        within(values, TOML_VALUES, TooMuch::Values)?;
        within(parts, TOML_PARTS, TooMuch::Parts)?;
        let length = if *byte == b'#' { 0 } else { word.max(at - from) };
        within(length, TOML_TEXT, TooMuch::Text)?;
    }
    Ok(())
}

/// The place after a TOML string; one that is not ended on its line ends there, unless it is
/// one of many lines.
fn toml_string(text: &[u8], from: usize) -> usize {
    let quote = text.get(from).copied().unwrap_or(b'"');
    let long = [quote; 3];
    let many_lines = text.get(from..).is_some_and(|rest| rest.starts_with(&long));
    let mut at = from + if many_lines { 3 } else { 1 };
    while let Some(byte) = text.get(at) {
        match *byte {
            b'\\' if quote == b'"' => at += 1,
            b'\n' if !many_lines => return at,
            end if end == quote && !many_lines => return at + 1,
            end if end == quote && text.get(at..).is_some_and(|rest| rest.starts_with(&long)) => {
                return at + 3;
            }
            _ => {}
        }
        at += 1;
    }
    at
}

fn after_line(text: &[u8], from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    rest.iter().position(|byte| *byte == b'\n').map_or(text.len(), |end| from + end)
}

#[cfg(test)]
mod tests {
    use super::super::{TooMuch, quoted, toml};

    #[test]
    fn toml_is_counted_outside_its_strings_and_comments() {
        let good = "a = '''\n[[[[''' # [[[[\nb = \"\\\"[[\"\n[[c.d]]\ne = [{ f = 1.5 }]\n";
        assert_eq!(toml(&good.repeat(100).into_bytes()), Ok(()));
        for (bad, why) in [
            (format!("a = {}", "[".repeat(49)), TooMuch::Depth(48)),
            (format!("a = {}", "{ b = ".repeat(49)), TooMuch::Depth(48)),
            (format!("{}a = 1", "a.".repeat(16)), TooMuch::Parts(16)),
            (format!("[{}a]", "\"a\" . ".repeat(16)), TooMuch::Parts(16)),
            (format!("a = [{}", "1,".repeat(8192)), TooMuch::Values(8192)),
            ("\n".repeat(256 * 1024 + 1), TooMuch::Bytes(256 * 1024)),
            (format!("a = \"x\n{}", "[".repeat(49)), TooMuch::Depth(48)),
            (format!("a = \"{}\"", "x".repeat(200)), TooMuch::Text(200)),
            (format!("{} = 1", "x".repeat(201)), TooMuch::Text(200)),
        ] {
            assert_eq!(toml(bad.as_bytes()), Err(why), "{}", quoted(&bad));
        }
    }
}
