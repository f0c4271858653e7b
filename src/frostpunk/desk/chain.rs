//! A piece with what it leads to, and who leads to it.
//!
//! May use: `atlas`, `text`. Deliberately absent: words of its own.

use std::collections::BTreeSet;

use crate::frostpunk::atlas::{self, Piece};
use crate::frostpunk::rules::ids::CardId;
use crate::frostpunk::rules::program::{Body, Deck, Op, Pack};
use crate::frostpunk::text::chain::{self, There, Way};
use crate::frostpunk::text::{Catalog, lookup};
use crate::game::{self, Localize, Message, PieceLink};

/// A step from one piece to another.
struct Step {
    by: Message,
    way: Way,
    to: Piece,
}

/// Every word under which a piece is filed.
pub fn piece_ids(pack: &Pack) -> Vec<String> {
    let pieces = atlas::pieces(pack).into_iter().map(|piece| lookup::id(pack, piece));
    pieces.chain(pack.societies.iter().map(|society| society_id(&society.id))).collect()
}

fn society_id(id: &str) -> String {
    format!("society-{id}")
}

/// A piece by its word; the short word of a Building, an Advisor or a Society will do.
pub fn piece(pack: &Pack, wanted: &str, list: &Catalog) -> Option<game::PieceReport> {
    if let Some(found) = find(pack, wanted) {
        let mut shown = BTreeSet::from([found]);
        return Some(game::PieceReport {
            id: lookup::id(pack, found),
            sheet: lookup::sheet(pack, found, list),
            from: from(pack, found, list),
            to: to(pack, found, list, &mut shown, 0),
        });
    }
    let short = wanted.strip_prefix("society-").unwrap_or(wanted);
    let society = pack.societies.iter().find(|society| society.id == short)?;
    Some(game::PieceReport {
        id: society_id(&society.id),
        sheet: chain::society(society, list),
        from: vec![by_setup(list, &chain::way(Way::Society))],
        to: Vec::new(),
    })
}

fn find(pack: &Pack, wanted: &str) -> Option<Piece> {
    let face = wanted.split('.').next().unwrap_or(wanted);
    let tried = [
        face.to_owned(),
        face.to_uppercase(),
        format!("building-{face}"),
        format!("advisor-{face}"),
    ];
    tried.iter().find_map(|word| lookup::find(pack, word))
}

/// Steps one behind the other that are followed; no scenario has nearly as many, a stranger's
/// pack may have thousands.
const DEEPEST: usize = 64;

/// What a piece leads to, and what that leads to; each piece is followed once.
fn to(
    pack: &Pack,
    piece: Piece,
    list: &Catalog,
    shown: &mut BTreeSet<Piece>,
    depth: usize,
) -> Vec<PieceLink> {
    if depth > DEEPEST {
        return Vec::new();
    }
    let steps = steps(pack, piece);
    // First all of this level, so that a piece is followed where it is nearest.
    let new: Vec<bool> =
        steps.iter().map(|step| step.way != Way::Remove && shown.insert(step.to)).collect();
    let mut leads = Vec::new();
    for (step, new) in steps.into_iter().zip(new) {
        let inner = if new { to(pack, step.to, list, shown, depth + 1) } else { Vec::new() };
        let again = !new && step.way != Way::Remove && !self::steps(pack, step.to).is_empty();
        leads.push(PieceLink { again, to: inner, ..lead(pack, list, step.to, &step.by, step.way) });
    }
    leads
}

fn lead(pack: &Pack, list: &Catalog, other: Piece, by: &Message, way: Way) -> PieceLink {
    PieceLink {
        id: Some(lookup::id(pack, other)),
        title: list.localize(&chain::name(pack, other)),
        by: list.localize(by),
        how: list.localize(&chain::way(way)),
        ..PieceLink::default()
    }
}

/// Who leads to a piece: other pieces, and the box itself.
fn from(pack: &Pack, piece: Piece, list: &Catalog) -> Vec<PieceLink> {
    let mut leads: Vec<PieceLink> =
        at_start(pack, piece).iter().map(|how| by_setup(list, how)).collect();
    for other in atlas::pieces(pack) {
        let steps = steps(pack, other).into_iter().filter(|step| step.to == piece);
        leads.extend(steps.map(|step| lead(pack, list, other, &step.by, step.way)));
    }
    leads
}

fn by_setup(list: &Catalog, how: &Message) -> PieceLink {
    PieceLink {
        by: list.localize(&chain::setup()),
        how: list.localize(how),
        ..PieceLink::default()
    }
}

/// The steps of one piece, each once.
fn steps(pack: &Pack, piece: Piece) -> Vec<Step> {
    let mut found: Vec<Step> = Vec::new();
    for (part, block) in atlas::parts(pack, piece) {
        for op in atlas::effects(pack, block) {
            for (way, to) in steps_of(pack, op) {
                let by = chain::by(pack, piece, part);
                if !found.iter().any(|step| (step.way, step.to) == (way, to) && step.by == by) {
                    found.push(Step { by, way, to });
                }
            }
        }
    }
    found.extend(piece.card().map(|card| of_law(pack, card)).unwrap_or_default());
    found
}

fn steps_of(pack: &Pack, op: &Op) -> Vec<(Way, Piece)> {
    match op {
        Op::AddDusk(card) => vec![(Way::Dusk, Piece::Card(*card))],
        Op::Reveal(card, false) => vec![(Way::Reveal, Piece::Card(*card))],
        Op::Reveal(card, true) => vec![(Way::Resolve, Piece::Card(*card))],
        Op::RemoveCard(card) => vec![(Way::Remove, Piece::Card(*card))],
        Op::Ruin(building) => {
            let ruins = pack.building_ids().filter(|id| pack.building(*id).ruins);
            let ruins = ruins.map(|id| (Way::Replace, Piece::Building(id)));
            std::iter::once((Way::Ruin, Piece::Building(*building))).chain(ruins).collect()
        }
        _ => Vec::new(),
    }
}

/// A Law brings one of its Consequences, and lets Buildings be built.
fn of_law(pack: &Pack, card: CardId) -> Vec<Step> {
    let Some(law) = pack.law(card) else {
        return Vec::new();
    };
    let own = |id: &CardId| matches!(pack.card(*id).body, Body::Consequence(law) if law == card);
    let consequences = pack.deck(Deck::Consequence).filter(own);
    let consequences = consequences.map(|id| (Way::Consequence, Piece::Card(id)));
    let unlocks = law.unlocks.iter().map(|id| (Way::Unlock, Piece::Building(*id)));
    let all = consequences.chain(unlocks);
    all.map(|(way, to)| Step { by: chain::introduced(), way, to }).collect()
}

/// How a piece is there from the start, if it is.
fn at_start(pack: &Pack, piece: Piece) -> Vec<Message> {
    match piece {
        Piece::Advisor(_) => vec![chain::way(Way::Seat)],
        Piece::Building(id) => {
            let building = pack.building(id);
            let stands = building.part.map(|_| Way::Stands);
            let offered = (!building.below && !building.ruins).then_some(Way::Offered);
            stands.or(offered).map(chain::way).into_iter().collect()
        }
        Piece::Card(id) => card_at_start(pack, id),
    }
}

fn card_at_start(pack: &Pack, id: CardId) -> Vec<Message> {
    let mut ways = Vec::new();
    if !matches!(pack.card(id).deck, Deck::Dusk | Deck::Consequence | Deck::Scenario) {
        ways.push(chain::way(Way::Deck));
    }
    for scenario in &pack.scenarios {
        let there = [
            (scenario.first == id, There::First),
            (scenario.storm_card == id, There::Storm),
            (scenario.without.contains(&id), There::Box),
        ];
        let there = there.iter().filter(|(is, _)| *is);
        ways.extend(there.map(|(_, there)| chain::there(*there, &scenario.id)));
    }
    ways
}
