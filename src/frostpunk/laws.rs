//! Laws as those who vote on them know them: the card an answer stands for, who brought the
//! question up, and what everybody sees of a Law later.
//!
//! May use: `rules`, `record`, the kinds of questions. Deliberately absent: how a Law is passed.

use serde_json::Value;

use super::record::recall;
use super::rules::decision::Ask;
use super::rules::event::Event;
use super::rules::ids::{CardId, Phase, Seat};
use super::rules::program::{Body, Deck, Pack};
use super::rules::state::City;
use super::text;

/// The card that is put on the table, if an answer to this kind of question is one.
pub(super) fn piece_of(pack: &Pack, ask: &str, choice: &str) -> Option<String> {
    let card = pack.find(choice).filter(|_| ask == kind(pack))?;
    Some(pack.card(card).id.clone())
}

/// a Law shows in its Consequence, and in the Buildings it unlocks.
pub(super) fn comes_of(pack: &Pack, data: &Value) -> Option<(String, String)> {
    // Few events can be meant, and reading one takes a while.
    data.get("revealed").or_else(|| data.get("built"))?;
    let law = match recall(pack, data)? {
        Event::Revealed { card } => match pack.card(card).body {
            Body::Consequence(law) => Some(law),
            _ => None,
        },
        Event::Built { building, .. } => pack.deck(Deck::Law).find(|card: &CardId| {
            pack.law(*card).is_some_and(|law| law.unlocks.contains(&building))
        }),
        _ => None,
    }?;
    Some((kind(pack), pack.card(law).id.clone()))
}

/// in the Action Phase a Law is asked for by the seat whose turn it is.
pub(super) fn asked_by(city: &City, decision: u32) -> Option<Seat> {
    let asked = city.pending.iter().find(|pending| pending.id == decision)?;
    (asked.ask == Ask::Law && city.phase == Phase::Action).then_some(city.active)
}

fn kind(pack: &Pack) -> String {
    text::asks::kind(pack, &Ask::Law)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{comes_of, piece_of};
    use crate::frostpunk::content;
    use crate::frostpunk::record::record;
    use crate::frostpunk::rules::event::Event;
    use crate::frostpunk::rules::map::Space;

    #[test]
    fn a_law_shows_in_its_consequences_and_in_the_buildings_it_unlocks() {
        let pack = content::builtin().unwrap();
        let revealed = |id: &str| {
            let card = pack.find(id).unwrap();
            comes_of(&pack, &record(&pack, &Event::Revealed { card }))
        };
        let law = |id: &str| Some(("law".to_owned(), id.to_owned()));
        assert_eq!(revealed("L05A"), law("L05"));
        assert_eq!(revealed("M001"), None);
        assert_eq!(revealed("L05"), None, "a Law on the table is no news of what it does");
        let built = |id: &str| {
            let building = pack.find_building(id).unwrap();
            comes_of(&pack, &record(&pack, &Event::Built { building, space: Space(7) }))
        };
        assert_eq!(built("public_house"), law("L11"));
        assert_eq!(built("tent"), None);
        assert_eq!(comes_of(&pack, &json!({ "revealed": { "card": "Q99" } })), None);
    }

    #[test]
    fn an_answer_to_the_peoples_question_is_a_card_that_can_be_shown() {
        let pack = content::builtin().unwrap();
        assert_eq!(piece_of(&pack, "law", "L05"), Some("L05".to_owned()));
        assert_eq!(piece_of(&pack, "law", "nonsense"), None);
        assert_eq!(piece_of(&pack, "turn", "L05"), None);
    }
}
