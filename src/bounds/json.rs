//! Limits on JSON. The parser stops at the first syntax error; up to there the counts are exact.

use super::{Json, TooMuch, within};

/// Checks JSON against `limits`: size, depth, number of values and objects, length of strings.
pub fn json(bytes: &[u8], limits: &Json) -> Result<(), TooMuch> {
    if bytes.len() > limits.bytes {
        return Err(TooMuch::Bytes(limits.bytes));
    }
    let (mut depth, mut values, mut objects, mut at) = (0_usize, 1_usize, 0_usize, 0_usize);
    while let Some(byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'"' => at = json_string(bytes, at, limits.text)?,
            b'[' | b'{' => {
                (depth, values) = (depth + 1, values + 1);
                objects += usize::from(*byte == b'{');
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' => values += 1,
            _ => {}
        }
        within(depth, limits.depth, TooMuch::Depth)?;
        within(values, limits.values, TooMuch::Values)?;
        within(objects, limits.objects, TooMuch::Objects)?;
    }
    Ok(())
}

/// Index after the string whose content begins at `from`.
fn json_string(bytes: &[u8], from: usize, most: usize) -> Result<usize, TooMuch> {
    let mut at = from;
    while let Some(byte) = bytes.get(at) {
        at += match byte {
            b'\\' => 2,
            _ => 1,
        };
        if *byte == b'"' {
            break;
        }
        within(at - from, most, TooMuch::Text)?;
    }
    Ok(at)
}

#[cfg(test)]
mod tests {
    use super::super::{Json, SAVE, TooMuch, json};

    const SMALL: Json = Json { bytes: 200, depth: 3, values: 12, objects: 3, text: 10 };

    #[test]
    fn json_within_its_limits_passes_whatever_stands_in_its_strings() {
        for good in
            ["", "1", r#"{"a":[1,{"b":"[[[[{{"}]}"#, r#""\"[[[[\\""#, "[[[]],[[]]]", "\u{feff}[]"]
        {
            assert_eq!(json(good.as_bytes(), &SMALL), Ok(()), "{good}");
        }
    }

    #[test]
    fn json_beyond_a_limit_is_named_by_that_limit() {
        let beyond = [
            (" ".repeat(201), TooMuch::Bytes(200)),
            ("[[[[".to_owned(), TooMuch::Depth(3)),
            (r#"{"a":{"b":[{"#.to_owned(), TooMuch::Depth(3)),
            (r#"["\\",[[["#.to_owned(), TooMuch::Depth(3)),
            ("[0,0,0,0,0,0,0,0,0,0,0,0".to_owned(), TooMuch::Values(12)),
            ("[{},{},{},{}".to_owned(), TooMuch::Objects(3)),
            (format!("[\"{}", "a".repeat(11)), TooMuch::Text(10)),
            (format!("{{\"{}\":1}}", "k".repeat(11)), TooMuch::Text(10)),
        ];
        for (bad, why) in beyond {
            assert_eq!(json(bad.as_bytes(), &SMALL), Err(why), "{bad}");
        }
        assert_eq!(json(&[0xff, b'[', 0], &SMALL), Ok(()), "what it is, its parser says");
    }

    #[test]
    fn each_refusal_is_a_few_words() {
        assert_eq!(
            json(&[b'['; 65], &SAVE).unwrap_err().to_string(),
            "it is nested more than 64 deep"
        );
    }
}
