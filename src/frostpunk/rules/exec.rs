//! One arm per effect of the vocabulary; each arm is one call.
//!
//! May use: `referee`, `changes`. Deliberately absent: answers. An effect that
//! must ask opens a decision, or pushes a `Step` that does; what the answer does
//! is in `answer`.

use super::changes::TOKENS;
use super::decision::{Ask, SpaceWhy, TokenWhy, Within};
use super::event::{CardTo, Event};
use super::frame::{Ctx, Frame, Step};
use super::ids::{CardId, Kind, Meeple, Mood, Resource, Stuff, Track};
use super::look::moods_with;
use super::program::{Deck, Good, Modifier, Op, Tokens, Who};
use super::referee::Referee;
use super::state::Zone;

/// Runs one effect.
pub fn run(r: &mut Referee, op: &Op, ctx: Ctx) {
    let n = |amount: &super::program::Amount| r.look().amount(*amount, ctx);
    match op {
        Op::Increase(tokens, a) => r.push(Step::Increase(*tokens, n(a))),
        Op::Decrease { tokens, count, remove_only } => {
            r.push(Step::Decrease(*tokens, n(count), *remove_only));
        }
        Op::Activate(tokens, a) => r.push(Step::FlipTokens(*tokens, true, n(a))),
        Op::Exhaust(tokens, a) => r.push(Step::FlipTokens(*tokens, false, n(a))),
        Op::FlipAll(track) => flip_all(r, *track),
        Op::DrawActiveHope => draw_active_hope(r),
        Op::DiscardActive(track) => discard_active(r, *track),
        Op::Sick(who, a) => r.push(Step::Sick(fixed(r, *who), n(a), None)),
        Op::Heal(who, a) => heal(r, *who, n(a)),
        Op::Cure(a) => r.push(Step::Cure(n(a).saturating_add(cure_more(r)))),
        Op::Treat(a) => r.push(Step::Treat(n(a))),
        Op::Flip(a) => r.push(Step::Flip(n(a))),
        Op::FlipSkulls => flip_skulls(r),
        Op::Die { who, count, silent } => r.push(Step::Die(fixed(r, *who), n(count), *silent)),
        Op::GainCitizens(who, a) => gain_citizens(r, *who, n(a)),
        Op::LoseCitizens(who, a) => lose_citizens(r, *who, n(a)),
        Op::Spent(kinds, a) => r.push(Step::Spent(bits(kinds), n(a))),
        Op::RemoveSpent => remove_spent(r),
        Op::Bury(most, then) => bury(r, *most, *then, ctx),
        Op::Gain(good, a) => r.gain(*good, n(a)),
        Op::Lose(good, a) => r.lose_good(*good, n(a)),
        Op::LoseAny(a) => r.push(Step::LoseAny(n(a))),
        Op::LoseAllResources => lose_all(r),
        Op::HungerUp(a) => r.shift_hunger(i16::from(n(a))),
        Op::HungerDown(a) => r.shift_hunger(-i16::from(n(a))),
        Op::AddStress(a) => r.shift_stress(i16::from(n(a))),
        Op::RemoveStress(a, action) => remove_stress(r, n(a), *action),
        Op::PurgeStress => purge_stress(r),
        Op::TakeFromMap { count, only, missing } => {
            r.push(Step::FromMap(*only, n(count), *missing, true));
        }
        Op::AddDusk(card) => r.add_dusk(*card),
        Op::ToEvent => to_event(r, ctx),
        Op::RemoveThis => leave(r, ctx, CardTo::Removed),
        Op::RemoveCard(face) => remove_card(r, *face),
        Op::PutOnThis { count, or_more, only } => put_on_this(r, n(count), *or_more, only, ctx),
        Op::TakeFromCard(face, a) => take_from_card(r, *face, n(a)),
        Op::CoverLaw => cover_law(r, ctx),
        Op::DiscardThis => leave(r, ctx, CardTo::DuskDiscard),
        Op::DrawCitizens(a) => r.draw_to_hand(r.city.active, n(a)),
        Op::Reveal(card, resolve) => reveal(r, *card, *resolve),
        Op::Storm(to) => r.set_storm(*to),
        Op::Ruin(building) => r.ruin(*building),
        Op::ColdUp(a) => r.shift_cold(n(a)),
        Op::RangeUp(range, a) => r.shift_range(*range, n(a)),
        Op::Fuel => r.push(Step::Fuel),
        Op::MoveScouts(a) => r.push(Step::MoveScouts(all_scouts(r), n(a))),
        Op::PlaceTiles { near, far, far_instead } => r.push(Step::Tiles(*near, *far, *far_instead)),
        Op::RemoveSnow => r.ask(Ask::Snow),
        Op::ScoutTiles(most) => scout_tiles(r, *most),
        Op::Gather(most) => gather(r, *most, ctx),
        Op::FellTree(wood) => fell_tree(r, *wood, ctx),
        Op::Saw(wood) => saw(r, *wood, ctx),
        Op::TakeAdjacent => take_adjacent(r, ctx),
        Op::Thump(spaces, each) => thump(r, *spaces, *each, ctx),
        Op::Construct(subs, upgrade) => r.push(Step::Construct(*subs, *upgrade, false)),
        Op::BuildFree => r.push(Step::Construct(1, false, true)),
        Op::Destroy => r.push(Step::Destroy),
        Op::Upgrade(free) => r.push(Step::Upgrade(*free)),
        Op::Workshop(effects) => r.push(Step::Workshop(*effects)),
        Op::IntroduceLaw => r.push(Step::Law),
        Op::BuildingCure => building_cure(r, ctx),
        Op::ReuseBuilding => r.push(Step::Reuse(ctx.at, false)),
        Op::ReuseWorker => r.push(Step::Reuse(None, true)),
        Op::FaithKeepers(most) => faith_keepers(r, *most),
        Op::GainSpecialist(meeple) => gain_specialist(r, *meeple),
        Op::Win => r.push_below(Step::Win),
        Op::LoseGame(loss) => r.lose(*loss),
        Op::If { tests, then, otherwise } => {
            let block = if r.look().all(tests, ctx) { Some(*then) } else { *otherwise };
            if let Some(block) = block {
                r.run_block(block, ctx);
            }
        }
        Op::ForEach(a, block) => {
            let count = n(a);
            r.city.stack.push(Frame::Repeat(*block, count, Ctx { it: count, ..ctx }));
        }
        Op::With(a, block) => r.run_block(*block, Ctx { it: n(a), ..ctx }),
        Op::MostActive(blocks) => most_active(r, blocks, ctx),
        Op::Choose(options) => r.push(Step::Choose(*options, ctx)),
    }
}

/// The type an effect names, if it names one.
fn fixed(r: &Referee, who: Who) -> Option<Kind> {
    match who {
        Who::Kind(kind) => Some(kind),
        Who::Round => Some(r.look().fed_in(r.city.round)),
        Who::Any => None,
    }
}

fn bits(kinds: &[Kind]) -> u8 {
    kinds.iter().fold(0, |bits, kind| bits | 1 << kind.at())
}

fn cure_more(r: &Referee) -> u8 {
    r.look().sum(|m| if let Modifier::CureMore(n) = m { Some(n) } else { None })
}

fn flip_all(r: &mut Referee, track: Track) {
    if !r.city.track(track).is_empty() {
        r.ask(Ask::MoodType(track));
    }
}

fn draw_active_hope(r: &mut Referee) {
    // not possible with a full track.
    if r.city.track(Track::Hope).len() < TOKENS {
        r.draw_token(Track::Hope, true);
    }
}

fn discard_active(r: &mut Referee, track: Track) {
    if moods_with(r.city, track, true).next().is_some() {
        r.ask(Ask::Token(TokenWhy::Discard, Tokens::Any(track), 1));
    }
}

fn heal(r: &mut Referee, who: Who, n: u8) {
    match fixed(r, who) {
        // the Skull keeps the last one sick.
        Some(kind) => {
            let least = u8::from(r.city.skull[kind.at()]);
            let most = r.city.sick[kind.at()].saturating_sub(least);
            r.shift_sick(kind, -(n.min(most) as i8));
        }
        None => r.push(Step::Heal(n)),
    }
}

fn flip_skulls(r: &mut Referee) {
    for kind in Kind::ALL.iter().rev() {
        if r.city.skull[kind.at()] {
            r.push(Step::FlipKind(*kind, 1));
        }
    }
}

fn gain_citizens(r: &mut Referee, who: Who, n: u8) {
    match fixed(r, who) {
        Some(kind) => r.join(kind, n),
        None => r.push(Step::Settle(n)),
    }
}

fn lose_citizens(r: &mut Referee, who: Who, n: u8) {
    match fixed(r, who) {
        Some(kind) => r.shift_citizens(kind, -i16::from(n)),
        None => r.push(Step::Leave(n)),
    }
}

fn remove_spent(r: &mut Referee) {
    if r.city.spent.iter().any(|n| *n > 0) {
        r.ask(Ask::RemoveSpent);
    }
}

fn bury(r: &mut Referee, most: u8, then: Option<super::ids::BlockId>, ctx: Ctx) {
    let most = most.min(r.city.corpses);
    if most > 0 {
        r.ask(Ask::Bury(most, then, ctx));
    }
}

fn lose_all(r: &mut Referee) {
    for resource in Resource::ALL {
        let have = r.city.has(*resource) as i16;
        r.shift_supply(*resource, -have);
    }
}

fn remove_stress(r: &mut Referee, n: u8, action: bool) {
    let more = |m| {
        if let Modifier::ExtraStressRemoved(n) = m { Some(n) } else { None }
    };
    let more = if action { r.look().sum(more) } else { 0 };
    r.shift_stress(-(i16::from(n) + i16::from(more)));
}

fn purge_stress(r: &mut Referee) {
    let all = r.city.generator.stress as i16;
    r.shift_stress(-all);
    if !r.city.generator.upgraded {
        r.city.generator.upgraded = true;
        r.tell(Event::TowerUpgraded);
    }
}

fn to_event(r: &mut Referee, ctx: Ctx) {
    let Some(me) = ctx.me else { return };
    let scenario = r.pack.card(me).deck == Deck::Scenario;
    r.move_card(me, if scenario { Zone::Scenario } else { Zone::Event });
}

fn leave(r: &mut Referee, ctx: Ctx, to: CardTo) {
    if let Some(me) = ctx.me.filter(|me| !r.is_dispute(*me)) {
        r.clear_card(me, to);
    }
}

fn remove_card(r: &mut Referee, face: CardId) {
    let open = r.look().open_copy(face).map(|open| open.card);
    if let Some(card) = open.filter(|card| !r.is_dispute(*card)) {
        r.clear_card(card, CardTo::Removed);
    }
}

fn put_on_this(r: &mut Referee, n: u8, more: bool, only: &[Resource], ctx: Ctx) {
    let Some(me) = ctx.me else { return };
    let all = Resource::ALL;
    let list = if only.is_empty() { all } else { only };
    let mask = list.iter().fold(0, |bits, resource| bits | 1 << resource.at());
    r.push(Step::PutOn(me, n, more, mask));
}

fn take_from_card(r: &mut Referee, face: CardId, n: u8) {
    if let Some(card) = r.look().open_copy(face).map(|open| open.card) {
        r.push(Step::TakeFrom(card, n));
    }
}

fn cover_law(r: &mut Referee, ctx: Ctx) {
    if let Some(me) = ctx.me {
        r.cover(me);
    }
}

fn reveal(r: &mut Referee, card: CardId, resolve: bool) {
    if !r.take_scenario(card) {
        return;
    }
    if resolve {
        r.resolve_card(card);
    } else {
        r.lay_open(card, Zone::Scenario);
        if let Some(block) = r.pack.card(card).instant {
            r.run_block(block, Ctx::of(card));
        }
    }
}

fn all_scouts(r: &Referee) -> u8 {
    let stacks = r.city.stacks.iter().enumerate();
    stacks.filter(|(_, s)| s.scout.is_some()).fold(0, |bits, (at, _)| bits | 1 << at)
}

fn scout_tiles(r: &mut Referee, most: u8) {
    let far = &mut r.city.decks.far;
    let from = far.len().saturating_sub(usize::from(most));
    let seen = far.split_off(from);
    if seen.is_empty() {
        return;
    }
    // The next to be placed is the end of the list: the topmost tile.
    r.city.turn.tiles.clone_from(&seen);
    let seat = r.city.active;
    r.tell(Event::TilesSeen { seat, tiles: seen });
    r.push(Step::LookAtTiles);
}

fn gather(r: &mut Referee, most: u8, ctx: Ctx) {
    let Some((stuff, have)) = ctx.at.and_then(|at| r.city.pile(at)) else {
        return;
    };
    if stuff != Stuff::Trees && have > 0 {
        let more = |m| {
            if let Modifier::GatherMore(n) = m { Some(n) } else { None }
        };
        let most = most.saturating_add(r.look().sum(more));
        r.ask(Ask::Take(most.min(have)));
    }
}

fn fell_tree(r: &mut Referee, wood: u8, ctx: Ctx) {
    let Some(at) = ctx.at else { return };
    if matches!(r.city.pile(at), Some((Stuff::Trees, _))) {
        r.take_off_space(at, 1);
        r.gain(Good::Resource(Resource::Wood), wood);
    }
}

fn saw(r: &mut Referee, wood: u8, ctx: Ctx) {
    let Some(at) = ctx.at else { return };
    if r.look().trees_in_reach(at).next().is_some() {
        r.ask(Ask::Space(SpaceWhy::Saw(at, wood), Within::Map));
    }
}

fn take_adjacent(r: &mut Referee, ctx: Ctx) {
    let Some(at) = ctx.at else { return };
    let building = r.look().built_on(at).map(|b| b.building);
    let limit = |m| match m {
        Modifier::ChildrenUse(b, most) if Some(b) == building => Some(most),
        _ => None,
    };
    let child = matches!(ctx.by, Some(Meeple::Child));
    let limit = if child { r.look().modifiers().find_map(limit) } else { None };
    let spaces: Vec<_> = adjacent_resources(r, at);
    match limit {
        Some(most) if spaces.len() > usize::from(most) => {
            r.city.turn.chosen.clear();
            r.push(Step::TakeSome(most, at));
        }
        _ => spaces.into_iter().for_each(|space| r.collect(space, 1)),
    }
}

fn adjacent_resources(r: &Referee, at: super::map::Space) -> Vec<super::map::Space> {
    let look = r.look();
    look.with_resource(None).filter(|space| at.touches(*space)).collect()
}

fn thump(r: &mut Referee, spaces: u8, each: u8, ctx: Ctx) {
    let Some(at) = ctx.at else { return };
    r.city.turn.chosen.clear();
    r.push(Step::Thump(spaces, each, at));
}

fn building_cure(r: &mut Referee, ctx: Ctx) {
    let look = r.look();
    let built = ctx.at.and_then(|at| look.built_on(at));
    let block = built.and_then(|b| look.side(b)).and_then(|side| side.cure);
    if let Some(block) = block {
        r.run_block(block, ctx);
    }
}

fn faith_keepers(r: &mut Referee, most: u8) {
    r.shuffle_dusk(false);
    let dusk = &r.city.decks.dusk;
    let seen: Vec<CardId> = dusk.iter().rev().take(usize::from(most)).copied().collect();
    if seen.is_empty() {
        return;
    }
    r.city.turn.looked.clone_from(&seen);
    r.tell(Event::DuskSeen { cards: seen });
    let seat = r.city.active;
    r.ask(Ask::Keepers(seat));
}

fn gain_specialist(r: &mut Referee, meeple: Meeple) {
    let at = match meeple {
        Meeple::ChildWorker => 0,
        Meeple::ChildEngineer => 1,
        _ => return,
    };
    if std::mem::replace(&mut r.city.figures.specialists[at], true) {
        return;
    }
    // it takes the place of an ordinary Child Meeple.
    if r.city.figures.ready[Meeple::Child.at()] > 0 {
        r.shift_figures(Meeple::Child, -1);
        r.shift_figures(meeple, 1);
    }
}

fn most_active(r: &mut Referee, blocks: &[Option<super::ids::BlockId>; 6], ctx: Ctx) {
    let most = Mood::ALL.iter().map(|mood| r.city.active_of(*mood)).max().unwrap_or(0);
    if most == 0 {
        return;
    }
    // Counts are taken once, before the first line; pushed last to first so they run in print order.
    for mood in Mood::ALL.iter().rev() {
        if let (true, Some(block)) = (r.city.active_of(*mood) == most, blocks[mood.at()]) {
            r.run_block(block, Ctx { it: most, ..ctx });
        }
    }
}
