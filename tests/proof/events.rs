//! Every change of the board is told: a mirror that only hears the events
//! always shows the same board as the city.

use std::collections::BTreeMap;

use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::ids::{Mood, Phase, Seat};
use emberhall::frostpunk::rules::map::Space;
use emberhall::frostpunk::rules::state::City;

use crate::player::{Style, play, start};

/// What can be rebuilt from events alone.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct Mirror {
    round: u8,
    phase: Option<Phase>,
    leader: Option<Seat>,
    food: i16,
    hunger: i16,
    corpses: i16,
    supply: [i16; 4],
    citizens: [i16; 3],
    sick: [i16; 3],
    skull: [bool; 3],
    spent: [i16; 3],
    tokens: BTreeMap<(Mood, bool), i16>,
    heat: i16,
    cold: u8,
    ranges: [u8; 3],
    stress: i16,
    overheated: bool,
    upgraded: bool,
    storm: Option<u8>,
    piles: BTreeMap<Space, u8>,
    buildings: BTreeMap<Space, (u8, bool, bool)>,
    tiles: usize,
    laws: usize,
    developed: usize,
    development: Option<u8>,
    scouts: BTreeMap<u8, u8>,
    triggers: usize,
    on_cards: BTreeMap<u16, i16>,
}

impl Mirror {
    fn of(city: &City) -> Mirror {
        let mut tokens = BTreeMap::new();
        for token in city.tokens.iter().flatten() {
            *tokens.entry((token.mood, token.active)).or_insert(0) += 1;
        }
        let g = &city.generator;
        Mirror {
            round: city.round,
            phase: Some(city.phase),
            leader: Some(city.leader),
            food: city.food.into(),
            hunger: city.hunger.into(),
            corpses: city.corpses.into(),
            supply: city.supply.map(|n| n as i16),
            citizens: city.citizens.map(i16::from),
            sick: city.sick.map(i16::from),
            skull: city.skull,
            spent: city.spent.map(i16::from),
            tokens,
            heat: g.heat.into(),
            cold: g.cold,
            ranges: g.ranges,
            stress: g.stress as i16,
            overheated: g.overheated,
            upgraded: g.upgraded,
            storm: city.storm,
            piles: Space::all().filter_map(|s| city.pile(s).map(|(_, n)| (s, n))).collect(),
            buildings: city
                .built
                .iter()
                .map(|b| (b.space, (b.building.0, b.upgraded, b.ruins)))
                .collect(),
            tiles: city.cells.iter().flatten().count(),
            laws: city.laws.len(),
            developed: city.technologies.iter().filter(|t| t.developed).count(),
            development: city.development.map(|(_, round)| round),
            scouts: city
                .stacks
                .iter()
                .enumerate()
                .filter_map(|(at, s)| s.scout.map(|(_, now)| (at as u8, now)))
                .collect(),
            triggers: city.triggers.len(),
            on_cards: city
                .in_play
                .iter()
                .map(|o| (o.card.0, o.goods.iter().map(|n| i16::from(*n)).sum::<i16>()))
                .filter(|(_, n)| *n > 0)
                .collect(),
        }
    }

    fn hear(&mut self, event: &Event) {
        match event {
            Event::Round(round) => self.round = *round,
            Event::Phase(phase) => self.phase = Some(*phase),
            Event::Leader { seat, .. } => self.leader = Some(*seat),
            Event::Food { by, .. } => self.food += by,
            Event::Hunger { by, .. } => self.hunger += by,
            Event::Corpses { by, .. } => self.corpses += by,
            Event::Supply { resource, by, .. } => self.supply[resource.at()] += by,
            Event::Citizens { kind, by, .. } => self.citizens[kind.at()] += by,
            Event::Sick { kind, by, .. } => self.sick[kind.at()] += by,
            Event::Flipped { kind, skull } => self.skull[kind.at()] = *skull,
            Event::Spent { kind, by, .. } => self.spent[kind.at()] += by,
            Event::TokenPlaced { mood, active } => self.token(*mood, *active, 1),
            Event::TokenRemoved { mood, active } => self.token(*mood, *active, -1),
            Event::TokenFlipped { mood, active } => {
                self.token(*mood, *active, 1);
                self.token(*mood, !*active, -1);
            }
            Event::Heat { by, .. } => self.heat += by,
            Event::Cold { now } => self.cold = *now,
            Event::RangeMoved { range, now } => self.ranges[*range as usize] = *now,
            Event::Stress { by, .. } => self.stress += by,
            Event::Overheated => self.overheated = true,
            Event::TowerUpgraded => self.upgraded = true,
            Event::StormMarker { now } => self.storm = *now,
            Event::Pile { space, now, .. } => {
                self.piles.insert(*space, *now);
                self.piles.retain(|_, n| *n > 0);
            }
            Event::Built { building, space } => {
                self.buildings.insert(*space, (building.0, false, false));
            }
            Event::Unbuilt { space, .. } => {
                self.buildings.remove(space);
            }
            Event::Upgraded { space, .. } => self.building(*space).1 = true,
            Event::Ruined { space, .. } => self.building(*space).2 = true,
            Event::TileRevealed { .. } => self.tiles += 1,
            Event::LawPassed { .. } => self.laws += 1,
            Event::Development { round, .. } => self.development = Some(*round),
            Event::Developed { .. } => {
                self.developed += 1;
                self.development = None;
            }
            Event::DevelopmentLost { .. } => self.development = None,
            Event::ScoutOut { stack, .. } => {
                self.scouts.insert(*stack, 0);
            }
            Event::ScoutMoved { stack, now } => {
                self.scouts.insert(*stack, *now);
            }
            Event::ScoutHome { stack, .. } => {
                self.scouts.remove(stack);
            }
            Event::Trigger { placed, .. } => {
                self.triggers = if *placed { self.triggers + 1 } else { self.triggers - 1 };
            }
            Event::OnCard { card, by, .. } => {
                *self.on_cards.entry(card.0).or_insert(0) += by;
                self.on_cards.retain(|_, n| *n > 0);
            }
            _ => {}
        }
    }

    fn token(&mut self, mood: Mood, active: bool, by: i16) {
        *self.tokens.entry((mood, active)).or_insert(0) += by;
        self.tokens.retain(|_, n| *n != 0);
    }

    fn building(&mut self, space: Space) -> &mut (u8, bool, bool) {
        self.buildings.get_mut(&space).expect("a Building stands there")
    }
}

#[test]
fn a_mirror_that_only_hears_the_events_shows_the_same_board() {
    let games = (0..120).map(|s| (s, Style::Random)).chain((120..126).map(|s| (s, Style::Mixed)));
    for (seed, style) in games {
        let players = 1 + (seed % 4) as usize;
        let (first, told) = start(players, seed);
        let mut mirror = Mirror::of(&first);
        assert!(told.iter().all(|e| !matches!(e, Event::Food { .. })), "nothing before the corner");
        play(players, seed, style, |_, city, given, events| {
            events.iter().for_each(|event| mirror.hear(event));
            let mut real = Mirror::of(city);
            // A Scout laid on a new card stands on its first space without a step of its own.
            real.scouts.clone_from(&mirror.scouts);
            let stacks = city.stacks.iter().enumerate().filter(|(_, s)| s.scout.is_some());
            let out: Vec<u8> = stacks.map(|(at, _)| at as u8).collect();
            assert_eq!(out, mirror.scouts.keys().copied().collect::<Vec<_>>(), "seed {seed}");
            assert_eq!(mirror, real, "seed {seed} after {given:?}: {events:?}");
        });
    }
}
