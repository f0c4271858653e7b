//! The questions of Lanterns with their answers, made from the state each time.
//!
//! May use: `camp`, the boundary. Deliberately absent: what an answer does.

use emberhall::game::{Answerer, Audience, Choice, Decision, Importance, Message, Seat};

use super::camp::{Ask, Camp, Open};

const GIFTS: [&str; 3] = ["flint", "wool", "bell"];
const PLACES: [&str; 4] = ["gate", "wharf", "mill", "tower"];
const WAYS: [&str; 3] = ["patch", "trim", "replace"];

impl Camp {
    /// An open decision in full.
    pub fn decision(&self, open: &Open) -> Decision {
        let (ask, by, weight) = shape(open.ask);
        Decision {
            id: open.id,
            ask: ask.to_owned(),
            importance: weight,
            audience: match (&by, open.ask) {
                (Answerer::Seat(seat), Ask::Gift { .. } | Ask::Grief { .. }) => {
                    Audience::Only(*seat)
                }
                _ => Audience::Everybody,
            },
            answerer: by,
            prompt: Message::new(format!("ask-{ask}")).number("round", self.round),
            choices: self.choices(open.ask),
        }
    }

    fn choices(&self, ask: Ask) -> Vec<Choice> {
        match ask {
            Ask::Gift { kinds, .. } => open(&GIFTS[..kinds.min(GIFTS.len())]),
            Ask::Omen { cursed } => {
                vec![free("bow"), free("sing"), unless("defy", cursed, "blocked-cursed")]
            }
            Ask::Work { .. } => self.works(),
            Ask::Where { places, .. } => self.places(places),
            Ask::Edict => open(&self.edicts_left()),
            Ask::Mend { ways, .. } => self.ways(ways),
            Ask::Stop => open(&["yes", "no"]),
            Ask::Answer => open(&["share", "keep"]),
            Ask::Grief { .. } => open(&["weep", "stay"]),
        }
    }

    fn works(&self) -> Vec<Choice> {
        vec![
            unless("light", self.oil < 2, "blocked-no-oil"),
            free("fetch"),
            unless("preach", self.edicts_left().is_empty(), "blocked-no-edict"),
            unless("repair", self.light == 0, "blocked-no-light"),
            free("rest"),
            free("wait"),
        ]
    }

    /// The last way is a dear one, and is not always on offer.
    fn ways(&self, count: usize) -> Vec<Choice> {
        let dear = |way: &str| way == "replace" && self.oil < 3;
        WAYS.iter().take(count).map(|way| unless(way, dear(way), "blocked-no-oil")).collect()
    }

    /// The far places lie in the dark while there is little oil: then one is left.
    fn places(&self, count: usize) -> Vec<Choice> {
        let dark = self.oil < 4;
        let places = PLACES.iter().take(count).enumerate();
        places.map(|(at, place)| unless(place, at > 0 && dark, "blocked-dark")).collect()
    }
}

fn shape(ask: Ask) -> (&'static str, Answerer, Importance) {
    match ask {
        Ask::Gift { seat, .. } => ("gift", Answerer::Seat(seat), Importance::Small),
        Ask::Omen { .. } => ("omen", Answerer::Council, Importance::Vote),
        Ask::Work { seat } => ("work", Answerer::Active(seat), Importance::Small),
        Ask::Where { seat, .. } => ("where", Answerer::Active(seat), Importance::Small),
        Ask::Edict => ("edict", Answerer::Electorate, Importance::Vote),
        Ask::Mend { seat, .. } => ("mend", wick(seat), Importance::Small),
        Ask::Stop => ("stop", Answerer::Council, Importance::Small),
        Ask::Answer => ("answer", Answerer::Council, Importance::Vote),
        Ask::Grief { seat } => ("grief", Answerer::Seat(seat), Importance::Small),
    }
}

fn wick(seat: Seat) -> Answerer {
    Answerer::Responsible { field: "wick".to_owned(), seat }
}

fn open(keys: &[&str]) -> Vec<Choice> {
    keys.iter().map(|key| free(key)).collect()
}

fn free(key: &str) -> Choice {
    unless(key, false, "")
}

fn unless(key: &str, blocked: bool, why: &str) -> Choice {
    Choice {
        key: key.to_owned(),
        label: Message::new(format!("pick-{key}")),
        notes: vec![Message::new(format!("note-{key}"))],
        blocked: blocked.then(|| Message::new(why)),
    }
}
