//! Options nobody can ever choose, and branches nobody can ever take.
//!
//! May use: `atlas`, `most`, `things`. Deliberately absent: what an effect does.
//! A condition is looked at alone, not with what ran before it: effects change
//! the board, so only what can never hold at all is called a mistake.

use super::Desk;
use super::most::Most;
use super::reach::Reached;
use super::things::{Claim, Thing, claims, needed, ways};
use crate::frostpunk::atlas::{self, Piece};
use crate::frostpunk::content::problem::{Found, Problem};
use crate::frostpunk::rules::ids::Action;
use crate::frostpunk::rules::program::{Citizen, Op, OptionDef, Test};

/// Everything that can never happen.
pub(super) fn check(desk: &Desk<'_>, reached: &Reached, found: &mut Found) {
    for piece in atlas::pieces(desk.pack) {
        if found.is_full() {
            return;
        }
        found.extend(Bench { desk, most: Most { pack: desk.pack, reached, piece } }.check());
    }
}

/// One piece on the bench.
struct Bench<'a> {
    desk: &'a Desk<'a>,
    most: Most<'a>,
}

impl Bench<'_> {
    fn check(&self) -> Vec<Problem> {
        let (pack, piece) = (self.desk.pack, self.most.piece);
        let mut found = Vec::new();
        for (list, _) in atlas::lists(pack, piece) {
            for def in pack.option_list(list) {
                let why = self.option(def);
                found.extend(why.map(|why| self.desk.at(piece, Some(&def.key), why)));
            }
        }
        for (_, block) in atlas::parts(pack, piece) {
            for op in atlas::effects(pack, block) {
                if let Op::If { tests, .. } = op
                    && let Some(why) = self.never(tests, &[])
                {
                    let message = format!("the `then` of an `if` can never happen: {why}");
                    found.push(self.desk.at(piece, None, message));
                }
            }
        }
        let citizen = piece.card().and_then(|card| pack.citizen(card));
        found.extend(citizen.and_then(|citizen| self.ability(citizen)));
        found
    }

    /// What is wrong with an option that can never be chosen, or a price never be paid.
    fn option(&self, def: &OptionDef) -> Option<String> {
        let key = &def.key;
        let tests: Vec<Test> = def.when.iter().chain(&def.only_if).cloned().collect();
        if let Some(why) = self.never(&tests, &[]) {
            return Some(format!("option `{key}` can never be chosen: {why}"));
        }
        let why = def.costs.iter().find_map(|price| self.never(&tests, &needed(price)))?;
        Some(format!("option `{key}` has a price nobody can pay: {why}"))
    }

    /// Why the tests can never hold together with the claims.
    fn never(&self, tests: &[Test], also: &[Claim]) -> Option<String> {
        if let Some(claim) = claims(tests).iter().find(|claim| self.is_too_much(claim)) {
            return Some(self.too_much(claim));
        }
        let mut first = None;
        for way in ways(tests) {
            let why = self.clash(&[&way[..], also].concat())?;
            first.get_or_insert(why);
        }
        first
    }

    /// What in a list of claims cannot be; none if all can hold at once.
    fn clash(&self, claims: &[Claim]) -> Option<String> {
        let wanted = claims.iter().filter(|claim| claim.holds);
        if let Some(claim) = wanted.clone().find(|claim| self.is_too_much(claim)) {
            return Some(self.too_much(claim));
        }
        let mut wanted = wanted.filter(|claim| claim.n > 0);
        wanted.find_map(|claim| {
            let above = [vec![claim.thing], claim.thing.within()].concat();
            let against =
                |other: &&Claim| !other.holds && other.n <= claim.n && above.contains(&other.thing);
            let other = claims.iter().find(against)?;
            let (own, other) = (self.word(claim), self.word(other));
            Some(format!("`{own}` and not `{other}` contradict each other"))
        })
    }

    fn is_too_much(&self, claim: &Claim) -> bool {
        claim.n > self.most.of(claim.thing)
    }

    fn too_much(&self, claim: &Claim) -> String {
        let most = self.most.of(claim.thing);
        let why = match claim.thing {
            Thing::InPlay(_) => "that card never lies in a display".to_owned(),
            Thing::Revealed(_) => "nobody can reach that card".to_owned(),
            Thing::InForce(_) => "that Law or Technology never comes into force".to_owned(),
            Thing::Built(_) if most == 0 => "nobody can build that Building".to_owned(),
            Thing::OnThis(_) => "no Special Action puts such a figure on this card".to_owned(),
            Thing::GoodsOnThis(_) | Thing::AnyOnThis if most == 0 => {
                "nothing puts any on this card".to_owned()
            }
            Thing::GoodsOn(_) if most == 0 => "nothing puts any on that card".to_owned(),
            Thing::Word(_) => "no Building is in use here".to_owned(),
            _ => format!("there are at most {most}"),
        };
        format!("`{}` can never hold, {why}", self.word(claim))
    }

    fn word(&self, claim: &Claim) -> String {
        let thing = claim.thing.word(self.desk.pack);
        if claim.n > 1 { format!("{thing} {}", claim.n) } else { thing }
    }

    /// A main ability that fits no action.
    fn ability(&self, citizen: &Citizen) -> Option<Problem> {
        let gathers = citizen.actions.contains(&Action::Gather);
        let why = if citizen.actions.is_empty() {
            "it names no `actions`".to_owned()
        } else if citizen.on_trees && !gathers {
            "it says `on_trees` without the action `gather`".to_owned()
        } else {
            let reached = |id| self.most.reached.has(Piece::Building(id));
            let none =
                !citizen.buildings.is_empty() && !citizen.buildings.iter().any(|id| reached(*id));
            let other = none.then(|| "nobody can build its `buildings`".to_owned());
            other.or_else(|| self.never(&citizen.only_if, &[]))?
        };
        let message = format!("the ability can never be used: {why}");
        Some(self.desk.at(self.most.piece, None, message))
    }
}
