//! Limits on TOML: the cards and tables of a pack, and the settings file.

use super::{Toml, TooMuch, within};

/// Checks one TOML file against `limits`. Does not rely on the parser's own nesting limit.
pub fn toml(text: &[u8], limits: &Toml) -> Result<(), TooMuch> {
    within(text.len(), limits.bytes, TooMuch::Bytes)?;
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
        within(depth, limits.depth, TooMuch::Depth)?;
        within(values, limits.values, TooMuch::Values)?;
        within(parts, limits.parts, TooMuch::Parts)?;
        let length = if *byte == b'#' { 0 } else { word.max(at - from) };
        within(length, limits.text, TooMuch::Text)?;
    }
    Ok(())
}

/// Index after the string that begins at `from`. An unterminated string ends with its line, unless
/// it is a multi-line one.
fn toml_string(text: &[u8], from: usize) -> usize {
    let quote = text.get(from).copied().unwrap_or(b'"');
    let long = [quote; 3];
    let multi_line = text.get(from..).is_some_and(|rest| rest.starts_with(&long));
    let mut at = from + if multi_line { 3 } else { 1 };
    while let Some(byte) = text.get(at) {
        match *byte {
            b'\\' if quote == b'"' => at += 1,
            b'\n' if !multi_line => return at,
            end if end == quote && !multi_line => return at + 1,
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
    use super::super::{CARDS, SETTINGS, TooMuch, quoted, toml};

    #[test]
    fn toml_is_counted_outside_its_strings_and_comments() {
        let good = "a = '''\n[[[[''' # [[[[\nb = \"\\\"[[\"\n[[c.d]]\ne = [{ f = 1.5 }]\n";
        assert_eq!(toml(&good.repeat(100).into_bytes(), &CARDS), Ok(()));
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
            assert_eq!(toml(bad.as_bytes(), &CARDS), Err(why), "{}", quoted(&bad));
        }
    }

    #[test]
    fn settings_have_long_values_and_little_else() {
        let good = format!("token = \"{}\"\nguild = 7 # home\n", "x".repeat(60_000));
        assert_eq!(toml(good.as_bytes(), &SETTINGS), Ok(()));
        assert_eq!(toml("a = [[[[[[[[[".as_bytes(), &SETTINGS), Err(TooMuch::Depth(8)));
        let many = "a = 1\n".repeat(1025);
        assert_eq!(toml(many.as_bytes(), &SETTINGS), Err(TooMuch::Values(1024)));
    }
}
