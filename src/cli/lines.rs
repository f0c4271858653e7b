//! Line reader with a length limit, so that input cannot exhaust memory.

use std::io::{self, BufRead, Read};

/// Limit of a line of the protocol, in bytes. A save is well below it.
pub(super) const MAX_LINE: usize = 4 * 1024 * 1024;

/// Line of input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum InputLine {
    /// Text without the line end.
    Text(String),
    /// Line above the limit, skipped.
    TooLong,
    /// Line that is not UTF-8.
    NotText,
    /// End of the input.
    End,
}

/// Reads the next line. Holds at most `limit` + 1 bytes of it in memory.
pub(super) fn read(input: &mut dyn BufRead, limit: usize) -> io::Result<InputLine> {
    let mut bytes = Vec::new();
    let read = Read::take(&mut *input, limit as u64 + 1).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(InputLine::End);
    }
    if bytes.last() != Some(&b'\n') && bytes.len() > limit {
        skip_line(input)?;
        return Ok(InputLine::TooLong);
    }
    let text = String::from_utf8(bytes);
    Ok(text.map_or(InputLine::NotText, |text| {
        InputLine::Text(text.trim_end_matches(['\r', '\n']).to_owned())
    }))
}

fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let buffered = input.fill_buf()?;
        let end = buffered.iter().position(|byte| *byte == b'\n');
        let read = end.map_or(buffered.len(), |at| at + 1);
        input.consume(read);
        if end.is_some() || read == 0 {
            return Ok(());
        }
    }
}
