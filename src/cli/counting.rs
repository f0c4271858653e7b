//! Numbers of things in sentences for whoever runs the program.
//!
//! May use: std. Deliberately absent: languages; what players read is in the word lists.

/// So many of something: "1 campaign", "2 campaigns".
pub(super) fn counted(count: u64, one: &str, many: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    }
}

/// So many campaigns.
pub(super) fn campaigns(count: usize) -> String {
    counted(count as u64, "campaign", "campaigns")
}

#[cfg(test)]
mod tests {
    use super::{campaigns, counted};

    #[test]
    fn one_is_one_and_none_are_many() {
        assert_eq!([0, 1, 2].map(campaigns), ["0 campaigns", "1 campaign", "2 campaigns"]);
        assert_eq!(counted(1, "entry", "entries"), "1 entry");
    }
}
