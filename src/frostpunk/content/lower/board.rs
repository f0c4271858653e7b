//! Buildings, tiles, Societies, Advisors, tables and scenarios.
//!
//! May use: `files`, `program`. Deliberately absent: cards.

use super::Lower;
use crate::frostpunk::content::files::{
    BuildingFile, Icon, ScenarioFile, SideFile, SocietyFile, TablesFile, TileFile, Tower, Wall,
};
use crate::frostpunk::content::read::Sources;
use crate::frostpunk::rules::ids::{Advisor, Kind, Resource};
use crate::frostpunk::rules::program::{
    AdvisorCard, Building, Deck, Scenario, Side, Society, Tables, TileFace, TowerTable,
};

impl<'a> Lower<'a> {
    pub(super) fn buildings(&mut self, sources: &'a Sources<'a>) {
        let Some(source) = &sources.buildings else {
            return;
        };
        self.place = source.place;
        for file in source.body.iter().flat_map(|file| &file.building) {
            let building = self.building_file(file);
            self.pack.buildings.push(building);
        }
    }

    fn building_file(&mut self, file: &BuildingFile) -> Building {
        let basic = self.side(&file.basic);
        let upgraded = file.upgraded.as_ref().map(|side| self.side(side));
        Building {
            id: file.id.get_ref().clone(),
            large: file.large,
            engineer: file.engineer,
            wood: file.wood,
            cores: file.cores,
            upgrade: file.upgrade.as_ref().map(|cost| (cost.what, cost.count)),
            count: file.count,
            part: file.part,
            printed: file.printed,
            below: file.below,
            deposit: file.deposit,
            off_generator: file.off_generator,
            keep: file.keep,
            workshop: file.workshop,
            ruinable: file.ruinable,
            ruins: file.ruins,
            kitchen: file.kitchen,
            prison: file.prison,
            on_build: self.some_block(&file.on_build),
            sides: [basic.clone(), upgraded.unwrap_or(basic)],
        }
    }

    fn side(&mut self, file: &SideFile) -> Side {
        Side {
            insulation: file.insulation,
            slots: file.slots,
            slots_for: file.slots_for,
            hunting: file.hunting,
            expeditions: file.expeditions,
            action: file.option.as_ref().map(|options| self.choice(options)),
            cure: self.some_block(&file.cure),
            reach: file.reach,
        }
    }

    pub(super) fn tiles(&mut self, sources: &'a Sources<'a>) {
        let Some(file) = sources.tiles.as_ref().and_then(|source| source.body.as_ref()) else {
            return;
        };
        for (far, ring, tiles) in [(false, "near", &file.near), (true, "far", &file.far)] {
            for (at, tile) in tiles.iter().enumerate() {
                let id = format!("{ring}-{:02}", at + 1);
                self.pack.tiles.push(tile_face(id, far, tile));
            }
        }
    }

    pub(super) fn societies(&mut self, sources: &'a Sources<'a>) {
        let file = sources.societies.as_ref().and_then(|source| source.body.as_ref());
        self.pack.societies = file.iter().flat_map(|f| &f.society).map(society).collect();
    }

    /// The Advisors, put in the order of `Advisor::ALL`; exactly one of each.
    pub(super) fn advisors(&mut self, sources: &'a Sources<'a>) {
        let Some(source) = &sources.advisors else {
            return;
        };
        self.place = source.place;
        let Some(file) = &source.body else { return };
        for advisor in Advisor::ALL {
            let mut own = file.advisor.iter().filter(|a| a.who.get_ref() == advisor);
            match own.next() {
                Some(found) => {
                    let options = self.choice(&found.option);
                    self.pack.advisors.push(AdvisorCard { advisor: *advisor, options });
                }
                None => self.problem(&(0..0), format!("Advisor `{}` is missing", advisor.key())),
            }
            for twice in own {
                let message = format!("Advisor `{}` is written twice", advisor.key());
                self.problem(&twice.who.span(), message);
            }
        }
    }

    pub(super) fn tables(&mut self, sources: &'a Sources<'a>) {
        let Some(source) = &sources.pack else { return };
        self.place = source.place;
        let Some(file) = &source.body else { return };
        self.pack.tables = tables(&file.tables);
        self.pack.scenarios = file.scenario.iter().map(|s| self.scenario(s)).collect();
        if file.scenario.is_empty() {
            self.problem(&(0..0), "no `[[scenario]]` is written, so nothing can be played");
        }
    }

    fn scenario(&mut self, file: &ScenarioFile) -> Scenario {
        let own = &[Deck::Scenario];
        Scenario {
            id: file.id.get_ref().clone(),
            first: self.card(&file.first, own),
            storm_card: self.card(&file.storm_card, own),
            storm: file.storm,
            cards: file.cards.iter().map(|name| self.card(name, own)).collect(),
            without: file.without.iter().map(|n| self.card(n, &[Deck::Technology])).collect(),
        }
    }
}

fn tile_face(id: String, far: bool, file: &TileFile) -> TileFace {
    let spaces = [file.a, file.b].map(|space| space.map(|space| (space.what, space.count)));
    TileFace { id, far, spaces, food: file.food }
}

fn society(file: &SocietyFile) -> Society {
    Society {
        id: file.id.get_ref().clone(),
        citizens: file.citizens,
        sick: file.sick,
        food: file.food,
        resources: [file.wood, file.coal, file.steam_core],
        automatons: file.automatons,
        discontent: file.discontent,
        hope: file.hope,
        corpses: file.corpses,
    }
}

fn tables(file: &TablesFile) -> Tables {
    let limits = &file.limits;
    let figures = &limits.figures;
    Tables {
        heat_cubes: file.heat.cubes.clone(),
        heat_icons: file.heat.icons.get_ref().iter().map(|icon| kind(*icon)).collect(),
        icons_on_steps: file.switches.icons_on_steps,
        cold_start: *file.heat.cold_start.get_ref(),
        range_last: file.range.last,
        range_start: *file.range.start.get_ref(),
        building_offset: file.range.building_offset,
        zone_offset: file.range.zone_offset,
        stress_spaces: file.stress.spaces,
        tower: [tower(file.stress.basic.get_ref()), tower(file.stress.upgraded.get_ref())],
        meeples: file.meeples.get_ref().clone(),
        sickness: file.sickness.rows.get_ref().iter().map(|r| (r.from, r.spent, r.flips)).collect(),
        sickness_loss: file.sickness.loss,
        hunger: file
            .hunger
            .rows
            .get_ref()
            .iter()
            .map(|r| (r.from, r.discontent, r.deaths))
            .collect(),
        hunger_loss: file.hunger.loss,
        corpse_last: *file.corpse_last.get_ref(),
        fed: file.fed.get_ref().clone(),
        generator_stuff: file
            .map
            .stuff
            .get_ref()
            .iter()
            .map(|p| (p.part, p.what, p.count))
            .collect(),
        drawer: *file.map.drawer.get_ref(),
        walls: file.map.walls.get_ref().iter().map(|wall| deposit(*wall)).collect(),
        deposits: file.map.deposits,
        tokens_each: limits.tokens_each,
        hands: limits.hands,
        unpayable_at_random: file.switches.unpayable_at_random,
        call_to_rise: limits.call_to_rise.get_ref().clone(),
        figures: [
            figures.worker,
            figures.engineer,
            figures.child,
            figures.child_worker,
            figures.child_engineer,
            figures.automaton,
        ],
        spent_each: limits.spent_each,
        trees: limits.trees,
        per_space: limits.per_space,
        laws_most: limits.laws_most,
        laws_random: limits.laws_random,
        technologies: limits.technologies,
        stacks: *limits.stacks.get_ref(),
        gather: limits.gather,
        alive_is_won: file.switches.alive_is_won,
    }
}

fn tower(file: &Tower) -> TowerTable {
    TowerTable {
        through: file.through,
        dislodge: file.dislodge,
        pull: file.pull,
        push: file.push,
        cap: file.cap,
    }
}

fn kind(icon: Icon) -> Option<Kind> {
    match icon {
        Icon::None => None,
        Icon::Worker => Some(Kind::Worker),
        Icon::Engineer => Some(Kind::Engineer),
        Icon::Child => Some(Kind::Child),
    }
}

fn deposit(wall: Wall) -> Option<Resource> {
    match wall {
        Wall::Blank => None,
        Wall::Wood => Some(Resource::Wood),
        Wall::Coal => Some(Resource::Coal),
    }
}
