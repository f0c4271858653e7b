//! What every game promises of the people's ballot: whatever it offers can still be chosen, and
//! once nothing can, it offers nothing.
//!
//! Of what is put to the public it promises: what binds is the electorate's and nobody else's, and
//! what is only heard is asked of everybody to see.
//!
//! Each game's own tests include this and play a few of its campaigns by it.

use std::collections::{BTreeSet, VecDeque};

use emberhall::game::{
    Answer, Answerer, Audience, Decision, Game, Policy, PublicVoteEffect, Seat, Setup, Table,
};

/// Tables that are looked at to find a way to the question.
const LOOKED_AT: usize = 700;
/// Answers on such a way.
const DEEPEST: usize = 6;
/// Rounds in which no way may be found: somebody may be ill, or something be lacking.
const PATIENCE: u32 = 2;
/// Answers in a campaign, at most.
const LONGEST: u64 = 6000;

/// How a campaign went in which the people's question was asked whenever it could be.
pub struct Went {
    /// How often it was answered.
    pub answered: usize,
    /// In the end nothing was left to offer, and the campaign went on.
    pub ran_out: bool,
}

fn open(decision: &Decision) -> BTreeSet<String> {
    let open = decision.choices.iter().filter(|choice| choice.blocked.is_none());
    open.map(|choice| choice.key.clone()).collect()
}

fn asked(table: &dyn Table) -> Option<Decision> {
    table.decisions().into_iter().find(|decision| decision.answerer == Answerer::Electorate)
}

/// Whose turn it is, and in which round.
fn active(table: &dyn Table) -> Option<(u32, Seat)> {
    let acts = |decision: Decision| match decision.answerer {
        Answerer::Active(seat) => Some((table.progress().round, seat)),
        _ => None,
    };
    table.decisions().into_iter().find_map(acts)
}

/// The nearest table, of those a few answers lead to, at which the people are asked.
fn reach(table: &dyn Table) -> Option<Box<dyn Table>> {
    let mut ways = VecDeque::from([(table.clone_box(), 0)]);
    for _ in 0..LOOKED_AT {
        let (table, depth) = ways.pop_front()?;
        if asked(table.as_ref()).is_some() {
            return Some(table);
        }
        let Some(decision) = table.decisions().into_iter().next().filter(|_| depth < DEEPEST)
        else {
            continue;
        };
        for choice in open(&decision) {
            let mut next = table.clone_box();
            let answer = Answer { decision: Some(decision.id), choice };
            next.apply(&answer).expect("what is listed and not blocked is accepted");
            ways.push_back((next, depth + 1));
        }
    }
    None
}

fn play_on(table: &mut dyn Table, seed: u64) {
    let id = table.decisions().first().expect("something is asked").id;
    let choice = table.choose(id, Policy::Greedy, seed).expect("an answer is open");
    table.apply(&Answer { decision: Some(id), choice }).expect("it was listed");
}

/// Plays a campaign and holds its ballots to the promise.
pub fn keep_their_promise(game: &dyn Game, setup: &Setup, seed: u64) -> Went {
    let (mut table, _) = game.start(setup, seed).expect("it starts");
    let mut went = Went { answered: 0, ran_out: false };
    // The round in which what is offered was last seen to be within reach.
    let mut seen = 0;
    // Whose turn it was when a way was last looked for: once a turn is enough.
    let mut looked = None;
    for step in 0..LONGEST {
        let offers = table.standing_ballot_keys();
        let ahead = table.standing_ballot().map(|ahead| open(&ahead));
        assert_eq!(offers.clone().map(BTreeSet::from_iter), ahead, "seed {seed}: two lists");
        if table.outcome().is_some() {
            assert!(offers.is_none(), "seed {seed}: it is over");
            return went;
        }
        let Some(offers) = offers.filter(|offers| !offers.is_empty()) else {
            went.ran_out |= went.answered > 0;
            assert!(asked(table.as_ref()).is_none(), "seed {seed}: asked, and nothing was offered");
            seen = table.progress().round;
            play_on(table.as_mut(), seed ^ step);
            continue;
        };
        let turn = active(table.as_ref());
        let fresh = turn.is_some() && turn != looked;
        looked = turn.or(looked);
        match fresh.then(|| reach(table.as_ref())).flatten() {
            Some(there) => {
                let question = asked(there.as_ref()).expect("a way leads there");
                let taken: Vec<String> = open(&question).into_iter().collect();
                let lost = offers.iter().find(|offer| !taken.contains(offer));
                assert_eq!(lost, None, "seed {seed}: offered, and not to be had");
                table = there;
                let choice = taken[(seed as usize + went.answered) % taken.len()].clone();
                table.apply(&Answer { decision: Some(question.id), choice }).expect("it is open");
                went.answered += 1;
                seen = table.progress().round;
            }
            None => {
                let round = table.progress().round;
                assert!(
                    round <= seen + PATIENCE,
                    "seed {seed}: {offers:?} are offered since round {seen}, and no way leads there"
                );
                play_on(table.as_mut(), seed ^ step);
            }
        }
    }
    panic!("seed {seed}: it does not end");
}

/// How often each kind of public matter came up, binding and heard.
pub type CameUp = (usize, usize);

/// Plays a campaign and holds what is asked against what the game says is put to the public.
pub fn what_is_public_is_as_the_game_says(game: &dyn Game, setup: &Setup, seed: u64) -> CameUp {
    let matters = game.public_questions();
    let ids: BTreeSet<&String> = matters.iter().map(|matter| &matter.id).collect();
    assert_eq!(ids.len(), matters.len(), "no two have the same word");
    let binds = |ask: &str| {
        let mut of = matters.iter().filter(|matter| matter.asks.iter().any(|one| one == ask));
        of.find_map(|matter| match matter.effect {
            PublicVoteEffect::Binding { ahead } => Some(ahead),
            PublicVoteEffect::Advisory => None,
        })
    };
    let is_heard = |ask: &str| {
        let heard = |word: PublicVoteEffect| word == PublicVoteEffect::Advisory;
        matters.iter().any(|one| heard(one.effect) && one.asks.iter().any(|asked| asked == ask))
    };
    let (mut table, _) = game.start(setup, seed).expect("it starts");
    let (mut binding, mut heard) = (0, 0);
    for step in 0..LONGEST {
        if table.outcome().is_some() {
            return (binding, heard);
        }
        for decision in table.decisions() {
            let ask = &decision.ask;
            assert_eq!(binds(ask).is_some(), decision.answerer == Answerer::Electorate, "{ask}");
            binding += usize::from(binds(ask).is_some());
            if is_heard(ask) {
                heard += 1;
                assert!(binds(ask).is_none(), "{ask} binds and is only heard");
                assert_eq!(decision.audience, Audience::Everybody, "{ask}");
                assert!(!matches!(decision.answerer, Answerer::Seat(_)), "{ask} is somebody's own");
            }
        }
        if let Some(ahead) = table.standing_ballot() {
            assert_eq!(binds(&ahead.ask), Some(true), "{} cannot be answered ahead", ahead.ask);
        }
        // By chance: a sound policy asks the people seldom.
        let id = table.decisions().first().expect("something is asked").id;
        let choice = table.choose(id, Policy::Random, seed ^ step).expect("an answer is open");
        table.apply(&Answer { decision: Some(id), choice }).expect("it was listed");
    }
    panic!("it does not end");
}
