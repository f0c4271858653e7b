//! Five hundred campaigns of mixed company: one to four seats, every Society and
//! every seating, each seat careful or careless by the seed.

use std::collections::BTreeSet;

use emberhall::frostpunk::rules::decision::By;
use emberhall::frostpunk::rules::dice::Dice;
use emberhall::frostpunk::rules::ids::{Advisor, Seat};
use emberhall::frostpunk::rules::look::Look;
use emberhall::frostpunk::rules::state::City;
use emberhall::frostpunk::rules::{self, Setup, check, owner};

use crate::player::{apply, given, pack};

/// Campaigns of each test; four of them share the cores.
const EACH: u64 = 125;
/// Answers after which a campaign is called endless.
const MOST: u32 = 50_000;

/// Seat by seat: is it careful?
type Minds = [bool; 4];

fn setup(seed: u64) -> Setup {
    let mut advisors = Advisor::ALL.to_vec();
    advisors.rotate_left((seed / 4 % 4) as usize);
    advisors.truncate(1 + (seed % 4) as usize);
    let societies = &pack().societies;
    Setup {
        advisors,
        scenario: "crater".to_owned(),
        society: societies[(seed % societies.len() as u64) as usize].id.clone(),
        random_discard: Some(seed.is_multiple_of(7)),
        icons_on_steps: Some(!seed.is_multiple_of(5)),
    }
}

fn minds(seed: u64) -> Minds {
    [0, 1, 2, 3].map(|seat| ((seed / 3) >> seat) & 1 == 1)
}

/// Who answers decides how; the Leader for all.
fn careful(city: &City, at: usize, minds: Minds) -> bool {
    let Seat(seat) = match owner::by(Look::new(pack(), city), &city.pending[at].ask) {
        By::Council | By::Electorate => city.leader,
        By::Responsible(_, seat) | By::Active(seat) | By::Seat(seat) => seat,
    };
    minds[usize::from(seat)]
}

fn play(seed: u64) -> City {
    let (mut city, _) = rules::start(pack(), &setup(seed), seed).expect("it starts");
    let (mut dice, minds) = (Dice::new(seed ^ 0xcafe), minds(seed));
    for _ in 0..MOST {
        if city.outcome.is_some() {
            return city;
        }
        let at = dice.below(city.pending.len() as u32) as usize;
        let answer = given(&city, at, careful(&city, at, minds), &mut dice);
        apply(&mut city, &answer);
        if let Err(what) = check::invariants(pack(), &city) {
            panic!("seed {seed}, {answer:?}: {what}");
        }
    }
    panic!("seed {seed}: this campaign does not end");
}

/// Plays one quarter; every Society must have been met.
fn quarter(which: u64) {
    let mut societies = BTreeSet::new();
    for seed in which * EACH..(which + 1) * EACH {
        societies.insert(play(seed).society);
    }
    assert_eq!(societies.len(), pack().societies.len());
}

#[test]
fn mixed_campaigns_keep_every_invariant_and_end() {
    quarter(0);
}

#[test]
fn mixed_campaigns_keep_every_invariant_and_end_second_quarter() {
    quarter(1);
}

#[test]
fn mixed_campaigns_keep_every_invariant_and_end_third_quarter() {
    quarter(2);
}

#[test]
fn mixed_campaigns_keep_every_invariant_and_end_last_quarter() {
    quarter(3);
}
