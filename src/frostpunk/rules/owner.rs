//! Who answers a question by the rules, how much it weighs, and who may see it.
//!
//! May use: `look`. Deliberately absent: users and votes; the hall has those.

use super::decision::{Ask, By, KindWhy};
use super::frame::Ctx;
use super::ids::{Advisor, OptionsId, Phase, Seat};
use super::look::Look;
use super::program::Deck;

/// Who answers.
pub fn by(look: Look, ask: &Ask) -> By {
    let field = |field: Advisor| By::Responsible(field, look.responsible(field));
    let turn = look.city.turn.action.is_some() && look.city.phase == Phase::Action;
    let acting = || {
        if turn { By::Active(look.city.active) } else { field(Advisor::Foreman) }
    };
    match ask {
        Ask::Opening(seat)
        | Ask::OpeningUnpaid(seat)
        | Ask::Mourn(_, seat, _)
        | Ask::TileFate(seat) => By::Seat(*seat),
        Ask::Option(options, ctx) => option_by(look, *options, *ctx, turn),
        Ask::Turn | Ask::PlayCard(_) | Ask::Figure | Ask::Special | Ask::Deploy => {
            By::Active(look.city.active)
        }
        Ask::EndActions
        | Ask::Reach(..)
        | Ask::Explore(..)
        | Ask::Technology
        | Ask::Advisor
        | Ask::Rise => By::Council,
        Ask::Law => By::Electorate,
        Ask::Fuel(_) if look.city.phase == Phase::Action => By::Active(look.city.active),
        Ask::Fuel(_) => field(Advisor::Generator),
        Ask::Kind(why, _) => kind_by(look, *why),
        Ask::Cure(_) | Ask::Treat(_) | Ask::SickOrder(_) | Ask::Stand | Ask::Bury(..) => {
            field(Advisor::Health)
        }
        Ask::Token(..) | Ask::MoodType(_) | Ask::DuskOrder => field(Advisor::Social),
        Ask::StartCorner | Ask::ScoutOrder(..) | Ask::RemoveSpent => field(Advisor::Foreman),
        Ask::Price(..)
        | Ask::Resource(..)
        | Ask::Snow
        | Ask::Cell(_)
        | Ask::Space(..)
        | Ask::SubAction(..)
        | Ask::BuildFree
        | Ask::Take(_)
        | Ask::Workshop(_)
        | Ask::Keepers(_) => acting(),
    }
}

/// Cards of the day are the council's, a turn's options the active seat's.
fn option_by(look: Look, options: OptionsId, ctx: Ctx, turn: bool) -> By {
    let deck = ctx.me.map(|card| look.pack.card(card).deck);
    match deck {
        Some(
            Deck::Morning
            | Deck::Dusk
            | Deck::DuskStart
            | Deck::Dispute
            | Deck::Consequence
            | Deck::Scenario,
        ) if !turn => By::Council,
        _ if turn => By::Active(look.city.active),
        _ => {
            let used = look.pack.advisors.iter().find(|card| card.options == options);
            let field = used.map_or(Advisor::Social, |card| card.advisor);
            By::Responsible(field, look.responsible(field))
        }
    }
}

fn kind_by(look: Look, why: KindWhy) -> By {
    let field = match why {
        KindWhy::Sick | KindWhy::Heal | KindWhy::Flip | KindWhy::Die(_) => Advisor::Health,
        KindWhy::Join | KindWhy::Leave | KindWhy::Spent(_) => Advisor::Foreman,
    };
    By::Responsible(field, look.responsible(field))
}

/// Is it worth a vote? A hint for the hall.
pub fn is_vote(look: Look, ask: &Ask) -> bool {
    matches!(by(look, ask), By::Council | By::Electorate)
}

/// The only seat that may see it, if it is secret.
pub fn audience(ask: &Ask) -> Option<Seat> {
    match ask {
        Ask::Opening(seat)
        | Ask::OpeningUnpaid(seat)
        | Ask::PlayCard(seat)
        | Ask::Mourn(_, seat, _)
        | Ask::TileFate(seat) => Some(*seat),
        _ => None,
    }
}
