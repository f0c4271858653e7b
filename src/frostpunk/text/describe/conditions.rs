//! Conditions, each as it is and as its opposite.
//!
//! May use: `program`, the names. Deliberately absent: whether it holds. The
//! opposite has its own sentence, because "not" has no fixed place in one.

use crate::frostpunk::rules::ids::{CardId, Track};
use crate::frostpunk::rules::program::{Good, Pack, Test};
use crate::game::Message;

use super::super::names;

/// Several conditions that must all hold; "or" among "and" needs brackets.
pub fn all(pack: &Pack, tests: &[Test]) -> Message {
    let alone = tests.len() < 2;
    let clauses = tests.iter().map(|test| match condition(pack, test) {
        either if !alone && either.key == "test-or" => {
            Message::new("rule-group").message("rule", either)
        }
        clause => clause,
    });
    join("test-and", clauses)
}

/// A condition.
pub fn condition(pack: &Pack, test: &Test) -> Message {
    clause(pack, test, true)
}

fn join(key: &str, clauses: impl Iterator<Item = Message>) -> Message {
    let joined = clauses.reduce(|a, b| Message::new(key).message("a", a).message("b", b));
    joined.unwrap_or_else(|| Message::new("test-always"))
}

/// The sentence for a condition, or for its opposite.
fn pick(holds: bool, yes: &str, no: &str) -> Message {
    Message::new(if holds { yes } else { no })
}

fn clause(pack: &Pack, test: &Test, holds: bool) -> Message {
    match test {
        Test::Active(mood) => {
            pick(holds, "test-active", "test-not-active").message("what", names::mood(*mood))
        }
        Test::Tokens(track, count) => {
            tokens(pick(holds, "test-tokens", "test-not-tokens"), *track, *count)
        }
        Test::ActiveOn(track, count) => {
            tokens(pick(holds, "test-active-on", "test-not-active-on"), *track, *count)
        }
        Test::Have(good, count) => have(*good, *count, holds),
        Test::HaveResources(count) => {
            pick(holds, "test-have-resources", "test-not-have-resources").number("count", *count)
        }
        Test::Citizens(kind, count) => pick(holds, "test-citizens", "test-not-citizens")
            .message("who", names::count_kind(*kind, *count))
            .message("kind", names::kind(*kind))
            .number("count", *count),
        Test::Sick(kind, count) => pick(holds, "test-sick", "test-not-sick")
            .message("who", names::count_kind(*kind, *count))
            .message("kind", names::kind(*kind))
            .number("count", *count),
        Test::SickInAll(count) => {
            pick(holds, "test-sick-in-all", "test-not-sick-in-all").number("count", *count)
        }
        Test::Hunger(count) => {
            pick(holds, "test-hunger", "test-not-hunger").number("count", *count)
        }
        Test::Corpses(count) => {
            pick(holds, "test-corpses", "test-not-corpses").number("count", *count)
        }
        Test::RoundFrom(round) => {
            pick(holds, "test-round", "test-not-round").number("round", *round)
        }
        Test::Built(id, count) => pick(holds, "test-built", "test-not-built")
            .message("what", names::building(pack, *id))
            .number("count", *count),
        Test::OnThis(kind) => pick(holds, "test-on-this", "test-not-on-this")
            .message("who", names::a_kind(*kind))
            .message("kind", names::kind(*kind)),
        Test::GoodsOnThis(resource, count) => {
            let what = names::some(Good::Resource(*resource), *count);
            pick(holds, "test-goods-on-this", "test-not-goods-on-this").message("what", what)
        }
        Test::AnyOnThis(count) => {
            pick(holds, "test-any-on-this", "test-not-any-on-this").number("count", *count)
        }
        Test::GoodsOn(card, count) => pick(holds, "test-goods-on", "test-not-goods-on")
            .message("card", names::card(pack, *card))
            .number("count", *count),
        Test::Revealed(card) => pick(holds, "test-revealed", "test-not-revealed")
            .message("card", names::mark(pack, *card)),
        Test::InPlay(card) => of_card(pack, *card, pick(holds, "test-in-play", "test-not-in-play")),
        Test::InForce(card) => {
            of_card(pack, *card, pick(holds, "test-in-force", "test-not-in-force"))
        }
        Test::LawLeft => pick(holds, "test-law-left", "test-not-law-left"),
        Test::SleptCold => pick(holds, "test-slept-cold", "test-not-slept-cold"),
        Test::TreeInReach => pick(holds, "test-tree", "test-not-tree"),
        Test::AutomatonLeft => pick(holds, "test-automaton", "test-not-automaton"),
        Test::SpentToken => pick(holds, "test-spent", "test-not-spent"),
        Test::Not(inner) => clause(pack, inner, !holds),
        // Not one of several is: none of them.
        Test::AnyOf(tests) => {
            let key = if holds { "test-or" } else { "test-and" };
            join(key, tests.iter().map(|inner| clause(pack, inner, holds)))
        }
    }
}

fn tokens(message: Message, track: Track, count: u8) -> Message {
    message.message("what", names::track(track)).number("count", count)
}

fn have(good: Good, count: u8, holds: bool) -> Message {
    pick(holds, "test-have", "test-not-have").message("what", names::some(good, count))
}

fn of_card(pack: &Pack, card: CardId, message: Message) -> Message {
    message.message("card", names::card(pack, card))
}
