//! The pictures in words, for those who do not see them.
//!
//! May use: the view, words. Deliberately absent: the map space by space; the
//! text board has it.

use super::said::Said;
use super::scene::{Scene, citizens, sick, stored};
use crate::frostpunk::rules::ids::Resource;
use crate::frostpunk::rules::state::Outcome;
use crate::frostpunk::view::{TokenView, View};
use crate::game::{LONGEST_ALT, Message};

/// The board in a few sentences.
pub(super) fn of_board(scene: &Scene) -> String {
    let Scene { view, said, .. } = *scene;
    let mut facts = vec![chapter(view, said)];
    facts.extend(changes(scene));
    facts.extend(ending(view));
    facts.extend([heat(view), food(view, said), stores(view), moods(view)]);
    facts.push(people(view));
    facts.push(places(view, said));
    let sentences: Vec<String> = facts.iter().map(|fact| said.say(fact)).collect();
    short(&sentences.join(" "))
}

/// A chart from its first to its last round.
pub(super) fn of_chart(first: &View, last: &View, said: Said) -> String {
    let course = Message::new("picture-alt-chart")
        .number("first", first.round)
        .number("last", last.round)
        .number("hope", first.hope.len() as i64)
        .number("hope_now", last.hope.len() as i64)
        .number("discontent", first.discontent.len() as i64)
        .number("discontent_now", last.discontent.len() as i64);
    let people = Message::new("picture-alt-chart-people")
        .number("citizens", citizens(first))
        .number("citizens_now", citizens(last))
        .number("sick", sick(first))
        .number("sick_now", sick(last))
        .number("food", first.food)
        .number("food_now", last.food);
    short(&format!("{} {}", said.say(&course), said.say(&people)))
}

/// No longer than a description may be.
pub(super) fn short(text: &str) -> String {
    if text.chars().count() <= LONGEST_ALT {
        return text.to_owned();
    }
    let kept: String = text.chars().take(LONGEST_ALT - 1).collect();
    format!("{kept}…")
}

fn chapter(view: &View, said: Said) -> Message {
    Message::new("picture-alt-chapter")
        .number("round", view.round)
        .number("rounds", view.rounds)
        .label("phase", said.word("phase", &view.phase))
        .label("leader", said.advisor(view, view.leader))
}

fn ending(view: &View) -> Option<Message> {
    match view.outcome? {
        Outcome::Won => Some(Message::new("picture-alt-won")),
        Outcome::Lost(loss) => {
            let cause = Message::new(format!("loss-{}", loss.key()));
            Some(Message::new("picture-alt-lost").message("cause", cause))
        }
    }
}

/// A number that everybody asks for: its word, and where it is in a view.
type Key = (&'static str, fn(&View) -> i64);

const KEYS: [Key; 10] = [
    ("picture-chart-heat", |view| view.generator.heat.into()),
    ("picture-chart-cold", |view| view.generator.cold.into()),
    ("picture-chart-stress", |view| view.generator.stress.into()),
    ("picture-chart-food", |view| view.food.into()),
    ("picture-chart-coal", |view| stored(view, "coal").into()),
    ("picture-chart-wood", |view| stored(view, "wood").into()),
    ("picture-chart-hope", |view| view.hope.len() as i64),
    ("picture-chart-discontent", |view| view.discontent.len() as i64),
    ("picture-chart-citizens", |view| citizens(view).into()),
    ("picture-chart-sick", |view| sick(view).into()),
];

/// What changed since the last picture.
fn changes(scene: &Scene) -> Option<Message> {
    let changed = KEYS.iter().filter_map(|(key, number)| {
        let by = scene.change(number);
        let by = (by != 0).then(|| format!("{by:+}"))?;
        let what = Message::new(*key);
        Some(Message::new("picture-alt-changed").message("what", what).label("by", by))
    });
    let changed: Vec<Message> = changed.collect();
    (!changed.is_empty()).then(|| Message::new("picture-alt-since").list("changes", changed))
}

fn heat(view: &View) -> Message {
    Message::new("picture-alt-heat")
        .number("heat", view.generator.heat)
        .number("cold", view.generator.cold)
        .number("stress", view.generator.stress)
        .number("spaces", view.generator.stress_spaces)
}

fn food(view: &View, said: Said) -> Message {
    let fed = view.fed.now.as_ref().map(|kind| said.word("kind-many", kind));
    Message::new("picture-alt-food")
        .number("food", view.food)
        .label("kind", fed.unwrap_or_else(|| said.key("picture-none")))
        .number("hunger", view.hunger)
        .number("corpses", view.corpses)
}

fn stores(view: &View) -> Message {
    let some = |good: Resource| {
        let count = stored(view, good.key());
        Message::new(format!("some-{}", good.key())).number("count", count)
    };
    Message::new("picture-alt-stores")
        .list("goods", [Resource::Wood, Resource::Coal, Resource::Core].map(some).to_vec())
}

fn moods(view: &View) -> Message {
    let active = |tokens: &[TokenView]| tokens.iter().filter(|token| token.active).count() as i64;
    Message::new("picture-alt-mood")
        .number("hope", view.hope.len() as i64)
        .number("hope_active", active(&view.hope))
        .number("discontent", view.discontent.len() as i64)
        .number("discontent_active", active(&view.discontent))
}

fn people(view: &View) -> Message {
    let kinds = view.people.iter().map(|people| {
        Message::new("picture-alt-kind")
            .message("kind", Message::new(format!("kind-many-{}", people.kind)))
            .number("citizens", people.citizens)
            .number("sick", people.sick)
    });
    Message::new("picture-alt-people")
        .number("citizens", citizens(view))
        .number("sick", sick(view))
        .list("kinds", kinds.collect())
}

fn places(view: &View, said: Said) -> Message {
    let buildings = view.map.tiles.iter().flat_map(|tile| &tile.spaces);
    let named = buildings.filter_map(|space| Some((&space.label, space.building.as_ref()?)));
    let named: Vec<String> = named
        .map(|(label, building)| format!("{label} {}", said.word("building", &building.id)))
        .collect();
    let tiles = view.map.tiles.len().saturating_sub(1);
    let key = if named.is_empty() { "picture-alt-bare" } else { "picture-alt-places" };
    Message::new(key).number("tiles", tiles as i64).label("places", named.join(", "))
}
