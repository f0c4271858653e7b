//! `simulate --coverage`: how often everything came up, and what never did.
//!
//! May use: the boundary. Deliberately absent: counting; the game does that.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use crate::game::{
    Coverage, CoverageGaps, DOMINANT_PERCENT, FEWEST_WEIGHED, OptionCount, PieceCount,
};

/// As a part of the report.
pub(super) fn json(tally: &Coverage) -> Value {
    json!({ "pieces": tally.pieces, "gaps": tally.gaps(), "dominant": tally.dominant() })
}

/// As a table, by kind of piece; the gaps at the end.
pub(super) fn print(output: &mut dyn Write, tally: &Coverage) -> io::Result<()> {
    let mut kinds: BTreeMap<&str, Vec<(&str, &PieceCount)>> = BTreeMap::new();
    for (id, seen) in &tally.pieces {
        kinds.entry(&seen.kind).or_default().push((id, seen));
    }
    writeln!(output, "\n{:<36}{:>10}{:>10}{:>10}", "coverage", "seen", "legal", "chosen")?;
    for (kind, pieces) in kinds {
        writeln!(output, "{kind}")?;
        for (id, seen) in pieces {
            writeln!(output, "  {id:<34}{:>10}", seen.seen)?;
            for (key, offered) in &seen.options {
                let OptionCount { legal, chosen, .. } = offered;
                writeln!(output, "    {key:<42}{legal:>10}{chosen:>10}{}", best(offered))?;
            }
        }
    }
    gaps(output, &tally.gaps())?;
    dominant(output, tally)
}

/// How often it was the best of those weighed with it.
fn best(offered: &OptionCount) -> String {
    let OptionCount { weighed, best, .. } = offered;
    if *weighed == 0 { String::new() } else { format!("   best {best} of {weighed}") }
}

fn dominant(output: &mut dyn Write, tally: &Coverage) -> io::Result<()> {
    let mut options = tally.pieces.values().flat_map(|seen| seen.options.values());
    if options.all(|offered| offered.weighed == 0) {
        return Ok(());
    }
    let found = tally.dominant();
    let what = format!("the best in over {DOMINANT_PERCENT} % of at least {FEWEST_WEIGHED} cases");
    writeln!(output, "\n{what}: {}", found.len())?;
    for one in found {
        writeln!(output, "  {} {}: {} of {}", one.piece, one.option, one.best, one.weighed)?;
    }
    Ok(())
}

fn gaps(output: &mut dyn Write, gaps: &CoverageGaps) -> io::Result<()> {
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
