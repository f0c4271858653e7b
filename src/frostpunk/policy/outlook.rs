//! The parts of an outlook, and in which of them one choice beats another.
//!
//! May use: nothing. Deliberately absent: how the points are found (`value`).

/// Points for a city, part by part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// The end of the campaign.
    pub fate: i64,
    /// The Hope track.
    pub hope: i64,
    /// The Discontent track.
    pub discontent: i64,
    /// The living, the sick and the worn out.
    pub health: i64,
    /// The dead.
    pub deaths: i64,
    /// Food and Hunger.
    pub food: i64,
    /// Resources and hands.
    pub stores: i64,
    /// Cold that makes ill, warm beds, warm work.
    pub warmth: i64,
    /// Stress.
    pub stress: i64,
    /// Buildings, Technologies, Scouts, the map.
    pub works: i64,
}

/// Why a choice is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is the only one.
    Only,
    /// No action of the day was better than to end it.
    Enough,
    /// Another would do as well.
    Even,
    /// It is best in this part.
    Part(&'static str),
}

impl Why {
    /// Its stable word.
    pub fn key(self) -> &'static str {
        match self {
            Why::Only => "only",
            Why::Enough => "enough",
            Why::Even => "even",
            Why::Part(part) => part,
        }
    }
}

impl Outlook {
    /// The end of the campaign outweighs everything.
    pub fn of_fate(fate: i64) -> Self {
        Outlook { fate, ..Outlook::default() }
    }

    /// The sum of its parts.
    pub fn total(&self) -> i64 {
        self.parts().iter().map(|(_, points)| points).sum()
    }

    /// Its parts by their stable words.
    pub fn parts(&self) -> [(&'static str, i64); 10] {
        [
            ("fate", self.fate),
            ("hope", self.hope),
            ("discontent", self.discontent),
            ("health", self.health),
            ("deaths", self.deaths),
            ("food", self.food),
            ("stores", self.stores),
            ("warmth", self.warmth),
            ("stress", self.stress),
            ("works", self.works),
        ]
    }

    /// The part in which it beats the other most.
    pub fn beats(&self, other: &Outlook) -> Why {
        if self.total() <= other.total() {
            return Why::Even;
        }
        if self.fate != other.fate {
            return Why::Part("fate");
        }
        let pairs = self.parts().into_iter().zip(other.parts());
        let most = pairs.map(|((part, mine), (_, theirs))| (mine - theirs, part)).max();
        most.map_or(Why::Even, |(_, part)| Why::Part(part))
    }
}

#[cfg(test)]
mod tests {
    use super::{Outlook, Why};

    #[test]
    fn the_part_that_makes_most_of_the_difference_is_the_reason() {
        let warm = Outlook { warmth: 30, hope: 5, stores: -20, ..Outlook::default() };
        let rich = Outlook { stores: 15, ..Outlook::default() };
        assert_eq!(warm.beats(&rich), Why::Even, "in sum it is not better");
        let warmer = Outlook { warmth: 60, ..warm };
        assert_eq!(warmer.beats(&rich), Why::Part("warmth"));
        assert_eq!(rich.beats(&Outlook::default()), Why::Part("stores"));
    }

    #[test]
    fn to_live_is_reason_enough() {
        let poor = Outlook { food: -80, ..Outlook::default() };
        assert_eq!(poor.beats(&Outlook::of_fate(-1_000_000)), Why::Part("fate"));
    }
}
