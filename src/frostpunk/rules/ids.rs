//! The vocabulary of the board: one small type per word, never a bare integer.
//!
//! May use: serde. Deliberately absent: rules, state, texts. Every word has a
//! stable `key()` which saves, content files and choice keys share.

use serde::{Deserialize, Serialize};

/// Declares a closed list of words with stable keys.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $key:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name { $($(#[$vmeta])* #[serde(rename = $key)] $variant),+ }

        impl $name {
            /// Every word of the list, in the order of the board.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The stable word used in files, saves and choice keys.
            pub const fn key(self) -> &'static str {
                match self { $($name::$variant => $key),+ }
            }

            /// Reads the word back from its key.
            pub fn from_key(key: &str) -> Option<Self> {
                match key { $($key => Some($name::$variant),)+ _ => None }
            }
        }
    };
}

words! {
    /// The three types of Citizen.
    Kind {
        /// Worker.
        Worker = "worker",
        /// Engineer.
        Engineer = "engineer",
        /// Child.
        Child = "child",
    }
}

words! {
    /// Every figure that can be placed for an action.
    Meeple {
        /// A Worker.
        Worker = "worker",
        /// An Engineer.
        Engineer = "engineer",
        /// A Child.
        Child = "child",
        /// The Child that may act as a Worker.
        ChildWorker = "child_worker",
        /// The Child that may act as an Engineer.
        ChildEngineer = "child_engineer",
        /// A machine, fed with Coal.
        Automaton = "automaton",
    }
}

words! {
    /// What the supply holds.
    Resource {
        /// Wood.
        Wood = "wood",
        /// Coal.
        Coal = "coal",
        /// Steam Cores.
        Core = "steam_core",
        /// Steel; other scenarios only.
        Steel = "steel",
    }
}

words! {
    /// What can lie on a space of the map.
    Stuff {
        /// Trees: not a Resource.
        Trees = "trees",
        /// Wood.
        Wood = "wood",
        /// Coal.
        Coal = "coal",
        /// Steam Cores.
        Core = "steam_core",
    }
}

words! {
    /// The two tracks of the City's mood.
    Track {
        /// Hope.
        Hope = "hope",
        /// Discontent.
        Discontent = "discontent",
    }
}

words! {
    /// The six types of token, Discontent first as SD01 prints them.
    Mood {
        /// Discontent.
        Greed = "greed",
        /// Discontent.
        Apathy = "apathy",
        /// Discontent.
        Anger = "anger",
        /// Hope.
        Motivation = "motivation",
        /// Hope.
        Care = "care",
        /// Hope.
        Justice = "justice",
    }
}

words! {
    /// Insulation: how well a Building keeps warm.
    Insulation {
        /// Best.
        Red = "red",
        /// Second.
        Orange = "orange",
        /// Third.
        Yellow = "yellow",
        /// None of its own.
        Blue = "blue",
        /// No action; irrelevant.
        White = "white",
    }
}

words! {
    /// The Heat Range indicators, each with a Building colour and a zone.
    Range {
        /// Red Buildings, zone A.
        Red = "red",
        /// Orange Buildings, zone B.
        Orange = "orange",
        /// Yellow Buildings, zone C.
        Yellow = "yellow",
    }
}

words! {
    /// The nine Phases of a round, and the setup before them.
    Phase {
        /// Before the first round.
        Setup = "setup",
        /// Phase 1.
        Dawn = "dawn",
        /// Phase 2.
        Morning = "morning",
        /// Phase 3.
        Generator = "generator",
        /// Phase 4.
        Weather = "weather",
        /// Phase 5.
        Preparation = "preparation",
        /// Phase 6.
        Action = "action",
        /// Phase 7.
        Dusk = "dusk",
        /// Phase 8.
        Hunger = "hunger",
        /// Phase 9.
        Night = "night",
    }
}

words! {
    /// The four Advisors, which are also the four fields of responsibility.
    Advisor {
        /// Fuel and stress.
        Generator = "generator",
        /// Sickness, cure, deaths, food.
        Health = "health",
        /// Hope, Discontent, cards, laws.
        Social = "social",
        /// Map, Buildings, Resources, Meeples, Expeditions.
        Foreman = "foreman",
    }
}

words! {
    /// The Main actions.
    Action {
        /// Place tiles; always cold.
        Snow = "remove_snow",
        /// Take Resources from a space.
        Gather = "gather",
        /// Build and dismantle; always heated.
        Construct = "construct",
        /// Use a Building on the map.
        Use = "use_building",
        /// Send a Scout; always heated.
        Scout = "deploy_scouts",
        /// Use an action printed on a card.
        Special = "special_action",
    }
}

words! {
    /// Rings of the map.
    Ring {
        /// The Generator tile.
        Generator = "generator",
        /// Near tiles, distance 1.
        Near = "near",
        /// Far tiles, distance 2.
        Far = "far",
    }
}

words! {
    /// Letters of the Expedition decks.
    Letter {
        /// Close by.
        A = "a",
        /// Farther.
        B = "b",
        /// Farthest.
        C = "c",
    }
}

words! {
    /// The ways a campaign is lost (section 3).
    Loss {
        ///
        NoHope = "no_hope",
        ///
        Banished = "banished",
        ///
        Explosion = "explosion",
        ///
        Sickness = "sickness",
        ///
        Hunger = "hunger",
        ///
        Deaths = "deaths",
        /// the last Night ended and no card said the game is won.
        NotWon = "not_won",
        /// A Scenario card ended the campaign.
        Scenario = "scenario",
    }
}

impl Kind {
    /// Position in the arrays kept per type.
    pub const fn at(self) -> usize {
        self as usize
    }
}

impl Meeple {
    /// Position in the arrays kept per figure.
    pub const fn at(self) -> usize {
        self as usize
    }

    /// The Citizen type this figure stands for; none for an Automaton.
    pub const fn kind(self) -> Option<Kind> {
        match self {
            Meeple::Worker => Some(Kind::Worker),
            Meeple::Engineer => Some(Kind::Engineer),
            Meeple::Child | Meeple::ChildWorker | Meeple::ChildEngineer => Some(Kind::Child),
            Meeple::Automaton => None,
        }
    }

    /// May it do what a Worker does?
    pub const fn works(self) -> bool {
        !matches!(self, Meeple::Child)
    }

    /// May it do what only an Engineer does?
    pub const fn engineers(self) -> bool {
        matches!(self, Meeple::Engineer | Meeple::ChildEngineer)
    }
}

impl Resource {
    /// Position in the arrays kept per Resource.
    pub const fn at(self) -> usize {
        self as usize
    }
}

impl Stuff {
    /// The Resource this is, if it is one.
    pub const fn resource(self) -> Option<Resource> {
        match self {
            Stuff::Trees => None,
            Stuff::Wood => Some(Resource::Wood),
            Stuff::Coal => Some(Resource::Coal),
            Stuff::Core => Some(Resource::Core),
        }
    }
}

impl Mood {
    /// The track a token of this type lies on.
    pub const fn track(self) -> Track {
        match self {
            Mood::Greed | Mood::Apathy | Mood::Anger => Track::Discontent,
            Mood::Motivation | Mood::Care | Mood::Justice => Track::Hope,
        }
    }

    /// The three types of a track.
    pub const fn of(track: Track) -> [Mood; 3] {
        match track {
            Track::Hope => [Mood::Motivation, Mood::Care, Mood::Justice],
            Track::Discontent => [Mood::Greed, Mood::Apathy, Mood::Anger],
        }
    }

    /// Position in the arrays kept per token type.
    pub const fn at(self) -> usize {
        self as usize
    }
}

impl Track {
    /// Position in the arrays kept per track.
    pub const fn at(self) -> usize {
        self as usize
    }
}

impl Letter {
    /// Position in the arrays kept per letter.
    pub const fn at(self) -> usize {
        self as usize
    }

    /// The deck that a Skip draws from.
    pub const fn next(self) -> Option<Letter> {
        match self {
            Letter::A => Some(Letter::B),
            Letter::B => Some(Letter::C),
            Letter::C => None,
        }
    }
}

/// A seat at the table: one Advisor's chair, counted clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seat(pub u8);

impl Seat {
    /// Position in the list of seats.
    pub const fn at(self) -> usize {
        self.0 as usize
    }
}

/// One physical card of the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CardId(pub u16);

/// One kind of Building of the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BuildingId(pub u8);

/// One map tile of the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TileId(pub u8);

/// A list of effects in the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BlockId(pub u16);

/// A list of options in the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct OptionsId(pub u16);
