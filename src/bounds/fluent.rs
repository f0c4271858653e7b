//! Limits on Fluent files.

use super::{FILE, TooMuch, within};

/// Messages and comment lines per file; the largest real file has about 170.
const FLUENT_MESSAGES: usize = 4096;
/// Bytes per message. Kept low because a message can be referenced 100 times by another.
const FLUENT_MESSAGE: usize = 16 * 1024;
/// Opening braces and brackets per message; the largest real message has 15.
const FLUENT_BRACES: usize = 200;

/// Checks one Fluent file. Closing braces are not counted: only the parser knows which of them is
/// text. A line that begins with `name =` begins a message or ends a malformed one, so the number
/// of opening braces is an upper bound of a message's nesting.
pub fn fluent(text: &[u8]) -> Result<(), TooMuch> {
    within(text.len(), FILE, TooMuch::Bytes)?;
    let (mut messages, mut braces, mut length) = (0_usize, 0_usize, 0_usize);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let first = line.first().copied().unwrap_or(b'\n');
        // The parser keeps junk too, with its errors; any such line may begin an entry.
        messages += usize::from(first.is_ascii_alphabetic() || matches!(first, b'-' | b'#'));
        if begins_message(line) {
            (braces, length) = (0, 0);
        }
        length += line.len();
        braces += line.iter().filter(|byte| matches!(byte, b'{' | b'(')).count();
        within(messages, FLUENT_MESSAGES, TooMuch::Messages)?;
        within(braces, FLUENT_BRACES, TooMuch::Braces)?;
        // Comments do not count as message text.
        length *= usize::from(!line.starts_with(b"#"));
        within(length, FLUENT_MESSAGE, TooMuch::Text)?;
    }
    Ok(())
}

fn begins_message(line: &[u8]) -> bool {
    let name = line.strip_prefix(b"-").unwrap_or(line);
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let end = name.iter().position(|byte| !plain(byte)).unwrap_or(name.len());
    let after = name.iter().skip(end).find(|byte| **byte != b' ');
    name.first().is_some_and(u8::is_ascii_alphabetic) && after == Some(&b'=')
}

#[cfg(test)]
mod tests {
    use super::super::{TooMuch, fluent, quoted};

    #[test]
    fn a_word_list_nests_no_deeper_than_a_message_has_braces() {
        let select =
            "one = { $n ->\n    [one] a { \"{\" } \"day\"\n   *[other] { $n } days :(\n }\n";
        assert_eq!(fluent(select.repeat(500).as_bytes()), Ok(()));
        let deep = [
            format!("one = {}", "{".repeat(201)),
            format!("one = {}", "{\n".repeat(201)),
            format!("one = {{ {}", "NUMBER(".repeat(200)),
            format!("one = {{ {}", "\nNUMBER(".repeat(200)),
            format!("one = {}", "{ $n ->\n *[a] {\"}\"} ".repeat(101)),
        ];
        for bad in deep {
            assert_eq!(fluent(bad.as_bytes()), Err(TooMuch::Braces(200)), "{}", quoted(&bad));
        }
        for line in ["a = b\n", "j\n", "# note\n\n", "-a = b\n"] {
            let many = line.repeat(4097);
            assert_eq!(fluent(many.as_bytes()), Err(TooMuch::Messages(4096)), "{line}");
        }
        let long = format!("a = {}\n", "b ".repeat(9000));
        assert_eq!(fluent(long.as_bytes()), Err(TooMuch::Text(16 * 1024)));
    }
}
