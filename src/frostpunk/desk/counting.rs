//! What came up in a campaign: cards, options that were open, options chosen.
//!
//! May use: `atlas`, `rules`, `text::lookup` for the words of pieces. Deliberately
//! absent: choosing. Whoever plays tells what is asked, what is answered and
//! what happened; answers the rules take by themselves are among the events.

use std::collections::BTreeMap;

use crate::frostpunk::atlas::{self, Piece};
use crate::frostpunk::rules::decision::{Ask, Pending, Pick};
use crate::frostpunk::rules::event::Event;
use crate::frostpunk::rules::ids::{CardId, OptionsId};
use crate::frostpunk::rules::program::{Body, Deck, Pack};
use crate::frostpunk::rules::state::City;
use crate::frostpunk::rules::{self};
use crate::frostpunk::text::lookup;
use crate::frostpunk::weighing::Weighed;
use crate::game::{Coverage, OptionCount, PieceCount};

/// Verbs of the pieces that are chosen as a whole.
const INTRODUCE: &str = "introduce";
const DEVELOP: &str = "develop";
const BUILD: &str = "build";
const PLAY: &str = "play";
const SPECIAL: &str = "special";
const USE: &str = "use";

/// Everything that can be counted.
pub fn tally(pack: &Pack) -> Coverage {
    let pieces = atlas::pieces(pack).into_iter().filter(|piece| is_in_box(pack, *piece));
    let seen = pieces.map(|piece| {
        let id = lookup::id(pack, piece);
        let keys = verbs(pack, piece).into_iter().map(str::to_owned).chain(options(pack, piece));
        let options = keys.map(|key| (key, OptionCount::default())).collect();
        let kind = lookup::deck(pack, &id).to_owned();
        (id, PieceCount { kind, seen: 0, options })
    });
    Coverage { pieces: seen.collect() }
}

/// What every scenario leaves in the box cannot come up.
fn is_in_box(pack: &Pack, piece: Piece) -> bool {
    piece.card().is_none_or(|card| pack.scenarios.iter().any(|s| !s.without.contains(&card)))
}

fn verbs(pack: &Pack, piece: Piece) -> Vec<&'static str> {
    match piece {
        Piece::Advisor(_) => vec![USE],
        Piece::Building(id) => {
            let building = pack.building(id);
            let built = building.part.is_none() && !building.ruins;
            built.then_some(BUILD).into_iter().collect()
        }
        Piece::Card(id) => {
            let card = pack.card(id);
            let own = match (card.deck, &card.body) {
                (Deck::Law, _) => Some(INTRODUCE),
                (Deck::Technology, _) => Some(DEVELOP),
                (_, Body::Citizen(_)) => Some(PLAY),
                _ => None,
            };
            own.into_iter().chain(card.special.as_ref().map(|_| SPECIAL)).collect()
        }
    }
}

fn options(pack: &Pack, piece: Piece) -> Vec<String> {
    let lists = atlas::lists(pack, piece).into_iter();
    let defs = lists.flat_map(|(list, special)| {
        pack.option_list(list).iter().map(move |def| option_key(&def.key, special))
    });
    defs.collect()
}

fn option_key(key: &str, special: bool) -> String {
    if special { format!("{SPECIAL}-{key}") } else { key.to_owned() }
}

/// Counts one campaign.
pub struct Counter<'a> {
    pack: &'a Pack,
    owners: BTreeMap<OptionsId, (Piece, bool)>,
    tally: &'a mut Coverage,
    /// One question in so many about a card is to be weighed; none if 0.
    pub weigh: u32,
}

impl<'a> Counter<'a> {
    /// Into a tally that knows the pieces of this pack.
    pub fn new(pack: &'a Pack, weigh: u32, tally: &'a mut Coverage) -> Self {
        let mut owners = BTreeMap::new();
        for piece in atlas::pieces(pack) {
            let lists = atlas::lists(pack, piece).into_iter();
            owners.extend(lists.map(|(list, special)| (list, (piece, special))));
        }
        Counter { pack, owners, tally, weigh }
    }

    /// A question is answered now: what was open, and what is chosen.
    pub fn answered(&mut self, city: &City, pending: &Pending, chosen: Pick) {
        let ask = &pending.ask;
        for choice in rules::choices(self.pack, city, ask) {
            if choice.blocked.is_none()
                && let Some((piece, option)) = self.subject(city, ask, choice.pick)
            {
                self.tally.offer(&piece, &option);
                if choice.pick == chosen {
                    self.tally.choose(&piece, &option);
                }
            }
        }
    }

    /// The answers to a question were weighed against each other. Of equals none is the best.
    pub fn weighed(&mut self, weighed: &Weighed) {
        let Weighed { city, ask, worths } = weighed;
        let most = worths.iter().map(|(_, worth)| *worth).max();
        let alone = worths.iter().filter(|(_, worth)| Some(*worth) == most).count() == 1;
        for (pick, worth) in worths.iter().filter(|_| worths.len() > 1) {
            if let Some((piece, option)) = self.subject(city, ask, *pick) {
                self.tally.weigh(&piece, &option, alone && Some(*worth) == most);
            }
        }
    }

    /// What happened, in a city as it is now.
    pub fn happened(&mut self, city: &City, events: &[Event]) {
        for event in events {
            if let Event::Taken { ask, pick } = event
                && let Some((piece, option)) = self.subject(city, ask, *pick)
            {
                self.tally.offer(&piece, &option);
                self.tally.choose(&piece, &option);
            }
            if let Some(piece) = self.came_up(event) {
                self.tally.saw(&lookup::id(self.pack, piece));
            }
        }
    }

    /// The piece and option an answer is about.
    fn subject(&self, city: &City, ask: &Ask, pick: Pick) -> Option<(String, String)> {
        let whole = |piece, verb: &str| Some((lookup::id(self.pack, piece), verb.to_owned()));
        match (ask, pick) {
            (Ask::Option(list, _), Pick::Option(at)) => self.option(*list, at),
            (Ask::Explore(_, card), Pick::Option(at)) => {
                self.option(self.pack.card(*card).options?, at)
            }
            (Ask::Law, Pick::Card(card)) => whole(self.face(card), INTRODUCE),
            (Ask::Technology, Pick::Card(card)) => whole(self.face(card), DEVELOP),
            (Ask::PlayCard(_), Pick::Card(card)) => whole(self.face(card), PLAY),
            (Ask::Special, Pick::Card(card)) => whole(self.face(card), SPECIAL),
            (Ask::SubAction(..) | Ask::BuildFree, Pick::Building(id)) => {
                whole(Piece::Building(id), BUILD)
            }
            (Ask::Advisor, Pick::Advisor(seat)) => {
                whole(Piece::Advisor(city.seats.get(seat.at())?.advisor), USE)
            }
            _ => None,
        }
    }

    fn option(&self, list: OptionsId, at: u8) -> Option<(String, String)> {
        let (piece, special) = *self.owners.get(&list)?;
        let def = self.pack.option_list(list).get(usize::from(at))?;
        Some((lookup::id(self.pack, piece), option_key(&def.key, special)))
    }

    fn face(&self, card: CardId) -> Piece {
        Piece::Card(self.pack.face(card))
    }

    /// The piece that comes up with an event, if one does: a Law when it is on offer,
    /// a Citizen card when it is drawn.
    fn came_up(&self, event: &Event) -> Option<Piece> {
        match event {
            Event::Revealed { card }
            | Event::Explored { card, .. }
            | Event::Drew { card: Some(card), .. }
            | Event::Mourned { card, from: None, .. } => Some(self.face(*card)),
            Event::Built { building, .. } => Some(Piece::Building(*building)),
            Event::AdvisorUsed { advisor } => Some(Piece::Advisor(*advisor)),
            Event::Ruined { .. } | Event::BoardRuined { .. } => {
                let ruins = |id: &_| self.pack.building(*id).ruins;
                self.pack.building_ids().find(ruins).map(Piece::Building)
            }
            _ => None,
        }
    }
}
