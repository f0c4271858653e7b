//! `simulate --coverage`: how often everything came up, and what never did.
//!
//! May use: the boundary. Deliberately absent: counting; the game does that.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use crate::game::{Gaps, Seen, Tally};

/// As a part of the report.
pub(super) fn json(tally: &Tally) -> Value {
    json!({ "pieces": tally.pieces, "gaps": tally.gaps() })
}

/// As a table, by kind of piece; the gaps at the end.
pub(super) fn print(output: &mut dyn Write, tally: &Tally) -> io::Result<()> {
    let mut kinds: BTreeMap<&str, Vec<(&str, &Seen)>> = BTreeMap::new();
    for (id, seen) in &tally.pieces {
        kinds.entry(&seen.kind).or_default().push((id, seen));
    }
    writeln!(output, "\n{:<36}{:>10}{:>10}{:>10}", "coverage", "seen", "legal", "chosen")?;
    for (kind, pieces) in kinds {
        writeln!(output, "{kind}")?;
        for (id, seen) in pieces {
            writeln!(output, "  {id:<34}{:>10}", seen.seen)?;
            for (key, offered) in &seen.options {
                writeln!(output, "    {key:<42}{:>10}{:>10}", offered.legal, offered.chosen)?;
            }
        }
    }
    gaps(output, &tally.gaps())
}

fn gaps(output: &mut dyn Write, gaps: &Gaps) -> io::Result<()> {
    let lists = [
        ("never seen", &gaps.never_seen),
        ("never legal", &gaps.never_legal),
        ("never chosen", &gaps.never_chosen),
    ];
    for (name, list) in lists {
        writeln!(output, "\n{name}: {}", list.len())?;
        for one in list {
            writeln!(output, "  {one}")?;
        }
    }
    Ok(())
}
