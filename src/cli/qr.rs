//! QR code as terminal text: two rows of modules per line.

/// Light modules around a code, so that a camera finds it.
const MARGIN: usize = 2;

/// Draws a code with block characters. With `colours` it is dark on light on any terminal. Without,
/// the blocks are the light modules, because most terminals have a dark background.
pub(super) fn draw(code: &[Vec<bool>], colours: bool) -> String {
    let side = code.len() + 2 * MARGIN;
    let dark = |x: usize, y: usize| {
        let row = y.checked_sub(MARGIN).and_then(|y| code.get(y));
        let cell = row.and_then(|row| row.get(x.checked_sub(MARGIN)?));
        cell.copied().unwrap_or(false)
    };
    let (before, after) = if colours { ("\x1b[97;40m", "\x1b[0m") } else { ("", "") };
    let mut lines = String::new();
    for y in (0..side).step_by(2) {
        let block = |x| match (dark(x, y), y + 1 < side && dark(x, y + 1)) {
            (false, false) => '█',
            (false, true) => '▀',
            (true, false) => '▄',
            (true, true) => ' ',
        };
        let line: String = (0..side).map(block).collect();
        lines.extend([before, &line, after, "\n"]);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::draw;

    #[test]
    fn two_rows_are_one_line_with_light_around() {
        let code = vec![vec![true, false], vec![false, true]];
        assert_eq!(draw(&code, false), "██████\n██▄▀██\n██████\n");
        assert!(draw(&code, true).starts_with("\x1b[97;40m██████\x1b[0m\n"));
        assert_eq!(draw(&[], false).lines().count(), 2);
    }
}
