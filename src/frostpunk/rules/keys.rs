//! Stable keys of answers: short, readable, unique within their question.
//!
//! May use: `look`. Deliberately absent: words of a language.

use super::decision::{Ask, Blocked, Pick};
use super::look::Look;

/// The key of an answer to a question.
pub fn key(look: Look, ask: &Ask, pick: Pick) -> String {
    match pick {
        Pick::Done => "done".to_owned(),
        Pick::Corner(corner) => format!("corner-{corner}"),
        Pick::Card(card) => look.pack.card(card).id.clone(),
        Pick::Option(at) => option_key(look, ask, at),
        Pick::Resource(resource) => resource.key().to_owned(),
        Pick::Amount(n) => n.to_string(),
        Pick::Kind(kind) => kind.key().to_owned(),
        Pick::All(kind) => format!("all-{}", kind.key()),
        Pick::Draw => "draw".to_owned(),
        Pick::Activate(mood) => format!("activate-{}", mood.key()),
        Pick::Exhaust(mood) => format!("exhaust-{}", mood.key()),
        Pick::Remove(mood) => format!("remove-{}", mood.key()),
        Pick::RemoveActive(mood) => format!("remove-active-{}", mood.key()),
        Pick::Split([w, e, c]) => format!("{w}-{e}-{c}"),
        Pick::Fuel => "fuel".to_owned(),
        Pick::Action(action) => action.key().to_owned(),
        Pick::End => "end".to_owned(),
        Pick::Meeple(meeple) => meeple.key().to_owned(),
        Pick::Ring(ring) => ring.key().to_owned(),
        Pick::Cell(cell) => cell.label(),
        Pick::Space(space) => space.label(),
        Pick::Building(building) => look.pack.building(building).id.clone(),
        Pick::Dismantle => "dismantle".to_owned(),
        Pick::Upgrade => "upgrade".to_owned(),
        Pick::Develop => "develop".to_owned(),
        Pick::Stack(stack) => format!("stack-{}", stack + 1),
        Pick::Skip => "skip".to_owned(),
        Pick::Explore => "explore".to_owned(),
        Pick::Advisor(seat) => {
            look.city.seats.get(seat.at()).map_or("", |chair| chair.advisor.key()).to_owned()
        }
        Pick::Rise => "rise".to_owned(),
        Pick::Top => "top".to_owned(),
        Pick::Bottom => "bottom".to_owned(),
        Pick::Mood(mood) => mood.key().to_owned(),
    }
}

fn option_key(look: Look, ask: &Ask, at: u8) -> String {
    let options = match ask {
        Ask::Option(options, _) => Some(*options),
        Ask::Explore(_, card) => look.pack.card(*card).options,
        _ => None,
    };
    let list = options.map_or(&[][..], |options| look.pack.option_list(options));
    list.get(usize::from(at)).map_or_else(|| format!("price-{}", at + 1), |def| def.key.clone())
}

/// A short stable word for a reason.
pub fn reason(blocked: &Blocked) -> &'static str {
    match blocked {
        Blocked::Lacks(..) | Blocked::LacksResources(_) => "not enough",
        Blocked::Needs(_) => "its condition is not met",
        Blocked::NoneActive(_) | Blocked::NoneActiveOn(_) => "no such token is active",
        Blocked::NoFigure => "no figure can do it",
        Blocked::NoTarget => "there is nothing to do it to",
        Blocked::NoBeacon => "no Beacon stands",
        Blocked::TooManyScouts => "no more Scouts may be out",
        Blocked::NoStack => "no Expedition is free",
        Blocked::NoTile => "no tile can be placed",
        Blocked::NoSpecial => "no card offers it",
        Blocked::HeatAtCold => "Heat is at Cold already",
        Blocked::CouncilGoesOn => "the council has just decided to go on",
        Blocked::CardOnly => "it works only with a Citizen card",
        Blocked::NoneLeft => "none is left",
        Blocked::Locked => "its Law is not introduced",
        Blocked::NoSpace => "there is no room",
        Blocked::NoDeposit => "no tile at such a Deposit is free",
        Blocked::CannotPay => "its starting cost cannot be paid",
        Blocked::Barred => "it was taken back; choose another",
        Blocked::NoSkip => "it cannot be skipped",
        Blocked::DeckEmpty => "the deck is empty",
        Blocked::Skull => "the Skull must be treated first",
        Blocked::Nobody => "there is nobody",
        Blocked::Red => "it cannot be discarded",
        Blocked::NoDevelopment => "nothing is being developed",
    }
}
