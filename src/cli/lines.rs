//! Lines of input, none longer than a limit.
//!
//! May use: readers. Deliberately absent: what a line means.

use std::io::{self, BufRead, Read};

/// A save is well below this; a line above it is a mistake.
pub(super) const LONGEST: usize = 4 * 1024 * 1024;

/// One line of input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Its text, without the line end.
    Text(String),
    /// Longer than the limit; it was skipped.
    TooLong,
    /// Not text.
    NotText,
    /// No more lines.
    End,
}

/// Reads the next line, holding no more than the limit in memory.
pub(super) fn read(input: &mut dyn BufRead, longest: usize) -> io::Result<Line> {
    let mut bytes = Vec::new();
    let read = Read::take(&mut *input, longest as u64 + 1).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(Line::End);
    }
    if bytes.last() != Some(&b'\n') && bytes.len() > longest {
        skip_line(input)?;
        return Ok(Line::TooLong);
    }
    let text = String::from_utf8(bytes);
    Ok(text
        .map_or(Line::NotText, |text| Line::Text(text.trim_end_matches(['\r', '\n']).to_owned())))
}

fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let waiting = input.fill_buf()?;
        let end = waiting.iter().position(|byte| *byte == b'\n');
        let read = end.map_or(waiting.len(), |at| at + 1);
        input.consume(read);
        if end.is_some() || read == 0 {
            return Ok(());
        }
    }
}
