//! Checks the built-in content. Names only the first problem; `check-content` lists them all.

use super::{Finding, problem, well};
use crate::cli::GameLoader;

pub(super) fn look(loader: &GameLoader) -> Finding {
    let checked = (loader.check_content)(None);
    match checked.problems.as_slice() {
        [] => well("content", checked.summary),
        [first, ..] => problem(
            "content",
            format!("{first}; emberhall check-content lists every problem. Build it again"),
        ),
    }
}
