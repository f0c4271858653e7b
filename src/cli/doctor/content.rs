//! Is the content that is built in sound?
//!
//! May use: the shelf. Deliberately absent: the problems one by one; `check-content` lists them.

use super::{Finding, problem, well};
use crate::cli::Shelf;

pub(super) fn look(shelf: &Shelf) -> Finding {
    let checked = (shelf.check_content)(None);
    match checked.problems.as_slice() {
        [] => well("content", checked.summary),
        [first, ..] => problem(
            "content",
            format!("{first}; emberhall check-content lists every problem. Build it again"),
        ),
    }
}
