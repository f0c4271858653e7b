//! Report of `simulate --coverage`: how often each piece of content came up, and what never did.
//!
//! The game does the counting.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use crate::game::{
    Coverage, CoverageGaps, DOMINANT_PERCENT, FEWEST_WEIGHED, OptionCount, PieceCount,
};

/// Coverage as JSON.
pub(super) fn json(coverage: &Coverage) -> Value {
    json!({ "pieces": coverage.pieces, "gaps": coverage.gaps(), "dominant": coverage.dominant() })
}

/// Prints coverage as a table by kind of piece, then the gaps and dominant options.
pub(super) fn print(output: &mut dyn Write, coverage: &Coverage) -> io::Result<()> {
    let mut kinds: BTreeMap<&str, Vec<(&str, &PieceCount)>> = BTreeMap::new();
    for (id, piece) in &coverage.pieces {
        kinds.entry(&piece.kind).or_default().push((id, piece));
    }
    writeln!(output, "\n{:<36}{:>10}{:>10}{:>10}", "coverage", "seen", "legal", "chosen")?;
    for (kind, pieces) in kinds {
        writeln!(output, "{kind}")?;
        for (id, piece) in pieces {
            writeln!(output, "  {id:<34}{:>10}", piece.seen)?;
            for (key, option) in &piece.options {
                let OptionCount { legal, chosen, .. } = option;
                writeln!(output, "    {key:<42}{legal:>10}{chosen:>10}{}", best(option))?;
            }
        }
    }
    gaps(output, &coverage.gaps())?;
    dominant(output, coverage)
}

/// Text with how often the option was the best of those compared. Empty if it was not compared.
fn best(option: &OptionCount) -> String {
    let OptionCount { weighed, best, .. } = option;
    if *weighed == 0 { String::new() } else { format!("   best {best} of {weighed}") }
}

fn dominant(output: &mut dyn Write, coverage: &Coverage) -> io::Result<()> {
    let mut options = coverage.pieces.values().flat_map(|piece| piece.options.values());
    if options.all(|option| option.weighed == 0) {
        return Ok(());
    }
    let found = coverage.dominant();
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
