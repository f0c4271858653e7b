//! Effects, one sentence each.
//!
//! May use: `program`, the names. Deliberately absent: what an effect will
//! find on the board. The dispatcher is one flat list on purpose.

use crate::frostpunk::rules::ids::{BlockId, CardId, Kind, Mood, Resource, Track};
use crate::frostpunk::rules::program::{Amount, Good, Op, Pack, Test, Tokens, Who};
use crate::game::Message;

use super::super::names;
use super::amounts::{self, scaled};
use super::{conditions, inner, options};

/// An effect as a sentence.
pub fn op(pack: &Pack, op: &Op) -> Message {
    match op {
        Op::Increase(tokens, count) => on_tokens(pack, "rule-increase", *tokens, *count),
        Op::Decrease { tokens, count, remove_only } => {
            let key = if *remove_only { "rule-remove-token" } else { "rule-decrease" };
            on_tokens(pack, key, *tokens, *count)
        }
        Op::Activate(tokens, count) => on_tokens(pack, "rule-activate", *tokens, *count),
        Op::Exhaust(tokens, count) => on_tokens(pack, "rule-exhaust", *tokens, *count),
        Op::FlipAll(Track::Hope) => Message::new("rule-activate-all"),
        Op::FlipAll(Track::Discontent) => Message::new("rule-exhaust-all"),
        Op::DrawActiveHope => Message::new("rule-draw-active-hope"),
        Op::DiscardActive(track) => {
            Message::new("rule-discard-active").message("what", names::track(*track))
        }
        Op::Sick(who, count) => on_people(pack, "rule-sick", *who, *count),
        Op::Heal(who, count) => on_people(pack, "rule-heal", *who, *count),
        Op::Cure(count) => counted(pack, "rule-cure", *count),
        Op::Treat(count) => counted(pack, "rule-treat", *count),
        Op::Flip(count) => counted(pack, "rule-flip", *count),
        Op::FlipSkulls => Message::new("rule-flip-skulls"),
        Op::Die { who, count, silent } => {
            let key = if *silent { "rule-die-silent" } else { "rule-die" };
            on_people(pack, key, *who, *count)
        }
        Op::GainCitizens(who, count) => on_people(pack, "rule-gain-citizens", *who, *count),
        Op::LoseCitizens(who, count) => on_people(pack, "rule-lose-citizens", *who, *count),
        Op::Spent(kinds, count) => spent(pack, kinds, *count),
        Op::RemoveSpent => Message::new("rule-remove-spent"),
        Op::Bury(most, then) => bury(pack, *most, *then),
        Op::Gain(good, count) => on_good(pack, "rule-gain", *good, *count),
        Op::Lose(good, count) => on_good(pack, "rule-lose", *good, *count),
        Op::LoseAny(count) => counted(pack, "rule-lose-any", *count),
        Op::LoseAllResources => Message::new("rule-lose-all-resources"),
        Op::HungerUp(count) => counted(pack, "rule-hunger-up", *count),
        Op::HungerDown(count) => counted(pack, "rule-hunger-down", *count),
        Op::AddStress(count) => counted(pack, "rule-add-stress", *count),
        Op::RemoveStress(count, false) => counted(pack, "rule-remove-stress", *count),
        Op::RemoveStress(count, true) => counted(pack, "rule-remove-stress-more", *count),
        Op::PurgeStress => Message::new("rule-purge-stress"),
        Op::TakeFromMap { count, only, missing } => take_from_map(pack, *count, *only, *missing),
        Op::AddDusk(card) => marked(pack, "rule-add-dusk", *card),
        Op::ToEvent => Message::new("rule-after-event"),
        Op::RemoveThis => Message::new("rule-after-remove"),
        Op::RemoveCard(card) => titled(pack, "rule-remove-card", *card),
        Op::PutOnThis { count, or_more, only } => put_on_this(pack, *count, *or_more, only),
        Op::TakeFromCard(card, count) => {
            scaled(pack, *count, |n| titled(pack, "rule-take-from-card", *card).number("count", n))
        }
        Op::CoverLaw => Message::new("rule-cover-law"),
        Op::DiscardThis => Message::new("rule-after-discard"),
        Op::DrawCitizens(count) => counted(pack, "rule-draw-citizens", *count),
        Op::Reveal(card, false) => marked(pack, "rule-reveal", *card),
        Op::Reveal(card, true) => marked(pack, "rule-reveal-resolve", *card),
        Op::Storm(None) => Message::new("rule-storm-gone"),
        Op::Storm(Some(round)) => Message::new("rule-storm").number("round", *round),
        Op::Ruin(id) => Message::new("rule-ruin").message("what", names::building(pack, *id)),
        Op::ColdUp(count) => counted(pack, "rule-cold-up", *count),
        Op::RangeUp(range, count) => scaled(pack, *count, |n| {
            Message::new("rule-range-up").message("what", names::range(*range)).number("count", n)
        }),
        Op::Fuel => Message::new("rule-fuel"),
        Op::MoveScouts(count) => counted(pack, "rule-move-scouts", *count),
        Op::PlaceTiles { near, far, far_instead } => place_tiles(*near, *far, *far_instead),
        Op::RemoveSnow => Message::new("rule-remove-snow"),
        Op::ScoutTiles(count) => number("rule-scout-tiles", *count),
        Op::Gather(count) => number("rule-gather", *count),
        Op::FellTree(wood) => number("rule-fell-tree", *wood),
        Op::Saw(wood) => number("rule-saw", *wood),
        Op::TakeAdjacent => Message::new("rule-take-adjacent"),
        Op::Thump(spaces, cubes) => number("rule-thump", *spaces).number("cubes", *cubes),
        Op::Construct(count, false) => number("rule-construct", *count),
        Op::Construct(count, true) => number("rule-construct-upgrade", *count),
        Op::BuildFree => Message::new("rule-build-free"),
        Op::Destroy => Message::new("rule-destroy"),
        Op::Upgrade(true) => Message::new("rule-upgrade-free"),
        Op::Upgrade(false) => Message::new("rule-upgrade"),
        Op::Workshop(count) => number("rule-workshop", *count),
        Op::IntroduceLaw => Message::new("rule-introduce-law"),
        Op::BuildingCure => Message::new("rule-building-cure"),
        Op::ReuseBuilding => Message::new("rule-reuse-building"),
        Op::ReuseWorker => Message::new("rule-reuse-worker"),
        Op::FaithKeepers(count) => number("rule-faith-keepers", *count),
        Op::GainSpecialist(meeple) => {
            Message::new("rule-gain-specialist").message("who", names::meeple(*meeple))
        }
        Op::Win => Message::new("rule-win"),
        Op::LoseGame(loss) => Message::new("rule-lose-game").message("why", names::loss(*loss)),
        Op::If { tests, then, otherwise } => branch(pack, tests, *then, *otherwise),
        Op::ForEach(count, block) => for_each(pack, *count, *block),
        Op::With(count, block) => Message::new("rule-with")
            .message("amount", amounts::amount(pack, *count))
            .list("rules", inner(pack, *block)),
        Op::MostActive(blocks) => most_active(pack, blocks),
        Op::Choose(list) => {
            Message::new("rule-choose").list("options", grouped(options(pack, *list, None)))
        }
    }
}

/// Does the sentence hold other sentences, so that it needs brackets in a row?
pub(super) fn is_compound(op: &Op) -> bool {
    matches!(
        op,
        Op::If { .. }
            | Op::ForEach(..)
            | Op::With(..)
            | Op::MostActive(..)
            | Op::Choose(..)
            | Op::Bury(_, Some(_))
    )
}

fn number(key: &str, count: u8) -> Message {
    Message::new(key).number("count", count)
}

fn counted(pack: &Pack, key: &str, count: Amount) -> Message {
    scaled(pack, count, |n| number(key, n))
}

fn on_tokens(pack: &Pack, key: &str, tokens: Tokens, count: Amount) -> Message {
    scaled(pack, count, |n| number(key, n).message("what", names::tokens(tokens)))
}

fn on_people(pack: &Pack, key: &str, who: Who, count: Amount) -> Message {
    scaled(pack, count, |n| number(key, n).message("who", amounts::who(who, n)))
}

fn on_good(pack: &Pack, key: &str, good: Good, count: Amount) -> Message {
    scaled(pack, count, |n| Message::new(key).message("what", names::some(good, n)))
}

fn titled(pack: &Pack, key: &str, card: CardId) -> Message {
    Message::new(key).message("card", names::card(pack, card))
}

/// A card nobody has seen yet goes by its number.
fn marked(pack: &Pack, key: &str, card: CardId) -> Message {
    Message::new(key).message("card", names::mark(pack, card))
}

fn grouped(lines: Vec<Message>) -> Vec<Message> {
    lines.into_iter().map(|line| Message::new("rule-group").message("rule", line)).collect()
}

fn spent(pack: &Pack, kinds: &[Kind], count: Amount) -> Message {
    let names: Vec<Message> = kinds.iter().map(|kind| names::kind(*kind)).collect();
    let key = if names.len() > 1 { "rule-spent-any" } else { "rule-spent" };
    scaled(pack, count, |n| number(key, n).list("kinds", names.clone()))
}

fn bury(pack: &Pack, most: u8, then: Option<BlockId>) -> Message {
    match then {
        None => number("rule-bury", most),
        Some(block) => number("rule-bury-then", most).list("rules", inner(pack, block)),
    }
}

fn take_from_map(
    pack: &Pack,
    count: Amount,
    only: Option<Resource>,
    missing: Option<Resource>,
) -> Message {
    let take = scaled(pack, count, |n| match only {
        None => number("rule-take-from-map", n),
        Some(resource) => Message::new("rule-take-from-map-only")
            .message("what", names::some(Good::Resource(resource), n)),
    });
    match missing {
        None => take,
        Some(resource) => Message::new("rule-take-missing")
            .message("rule", take)
            .message("what", names::some(Good::Resource(resource), 1)),
    }
}

fn put_on_this(pack: &Pack, count: Amount, or_more: bool, only: &[Resource]) -> Message {
    if let [resource] = only {
        let key = if or_more { "rule-put-good-or-more" } else { "rule-put-good" };
        return on_good(pack, key, Good::Resource(*resource), count);
    }
    let key = if or_more { "rule-put-on-this-or-more" } else { "rule-put-on-this" };
    let put = scaled(pack, count, |n| number(key, n));
    if only.is_empty() {
        return put;
    }
    let names = only.iter().map(|resource| names::resource(*resource)).collect();
    Message::new("rule-put-only").message("rule", put).list("only", names)
}

fn place_tiles(near: u8, far: u8, far_instead: bool) -> Message {
    let sorts = [("rule-tiles-near", near), ("rule-tiles-far", far)];
    let tiles = sorts.iter().filter(|(_, count)| *count > 0);
    let tiles = tiles.map(|(key, count)| number(key, *count)).collect();
    let key = if far_instead { "rule-place-tiles-instead" } else { "rule-place-tiles" };
    Message::new(key).list("tiles", tiles)
}

fn branch(pack: &Pack, tests: &[Test], then: BlockId, otherwise: Option<BlockId>) -> Message {
    let key = if otherwise.is_some() { "rule-if-else" } else { "rule-if" };
    let message =
        Message::new(key).message("tests", conditions(pack, tests)).list("then", inner(pack, then));
    match otherwise {
        None => message,
        Some(block) => message.list("otherwise", inner(pack, block)),
    }
}

fn for_each(pack: &Pack, count: Amount, block: BlockId) -> Message {
    let rules = inner(pack, block);
    if let Some(times) = amounts::fixed(count) {
        return number("rule-times", times).list("rules", rules);
    }
    if count.plus == 0 && count.times == 1 {
        return Message::new("rule-for-each")
            .message("per", amounts::count(pack, count.per))
            .list("rules", rules);
    }
    Message::new("rule-times-counted")
        .message("amount", amounts::amount(pack, count))
        .list("rules", rules)
}

fn most_active(pack: &Pack, blocks: &[Option<BlockId>; 6]) -> Message {
    let moods = Mood::ALL.iter().filter_map(|mood| blocks[mood.at()].map(|block| (*mood, block)));
    let lines = moods.map(|(mood, block)| {
        Message::new("rule-most-line")
            .message("mood", names::mood(mood))
            .list("rules", inner(pack, block))
    });
    Message::new("rule-most-active").list("lines", grouped(lines.collect()))
}
