//! English plurals in the output of commands. Text for players is in the Fluent catalogs.

/// Formats a count with its noun: "1 campaign", "2 campaigns".
pub(super) fn plural(count: u64, one: &str, many: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    }
}

/// Formats a number of campaigns.
pub(super) fn campaigns(count: usize) -> String {
    plural(count as u64, "campaign", "campaigns")
}

#[cfg(test)]
mod tests {
    use super::{campaigns, plural};

    #[test]
    fn one_is_one_and_none_are_many() {
        assert_eq!([0, 1, 2].map(campaigns), ["0 campaigns", "1 campaign", "2 campaigns"]);
        assert_eq!(plural(1, "entry", "entries"), "1 entry");
    }
}
