//! Random people against the reference: the council accepts what the reference
//! accepts, and stands where it stands after every step.

use std::collections::{BTreeMap, BTreeSet};

use emberhall::council::ballot_result::BallotEnd;
use emberhall::council::notice::NoticeKind;
use emberhall::council::question::{Escalation, Resolver};
use emberhall::council::{CampaignStatus, Holder, Request, Span, Timestamp};

use crate::kit::{Hall, START, charter, game, person};
use crate::reference::{Board, Held, Reference};
use crate::wander::{Dice, deed, pause, sorts, table, user};

struct Duel {
    hall: Hall,
    reference: Reference,
    steps: Vec<String>,
    seed: u64,
}

/// The reference as the campaign begins.
fn beside(hall: &Hall, seed: u64) -> Reference {
    let chairs = &hall.council().seating.0;
    let roles = chairs.iter().map(|chair| chair.role.clone()).collect();
    let setup = charter(seed, 6).setup(roles);
    let (table, _) = game(hall.oil).start(&setup, seed).unwrap();
    let held = chairs.iter().map(|chair| match chair.holder {
        Holder::User(user) => Held::By(user.0),
        _ => Held::House(None),
    });
    let chapter = table.progress();
    let mut reference = Reference {
        now: START.0,
        table: Board(table),
        given: Vec::new(),
        held: held.collect(),
        settings: hall.council().settings.clone(),
        open: Vec::new(),
        numbers: 0,
        seq: 1,
        paused: None,
        deserted: false,
        turn: None,
        seen: BTreeMap::new(),
        chapter: (chapter.round, chapter.phase),
        round_since: START.0,
        orders: BTreeMap::new(),
        ordering: None,
        away: BTreeMap::new(),
        motion: None,
        petition: None,
        editions: 0,
        heard: Vec::new(),
        callers: BTreeSet::new(),
        over: false,
    };
    reference.go_on();
    reference
}

impl Duel {
    fn fail(&self, what: &str) -> ! {
        let last: Vec<&str> = self.steps.iter().rev().take(10).rev().map(String::as_str).collect();
        let (settings, open) = (&self.hall.council().settings, &self.hall.council().public_ballot);
        let last = last.join("\n");
        panic!("seed {}: {what}\n{settings:?}\n{open:?}\nthe last steps:\n{last}", self.seed);
    }

    fn same<T: PartialEq + std::fmt::Debug>(&self, what: &str, found: T, expected: T) {
        if found != expected {
            self.fail(&format!("{what}: found {found:?}, expected {expected:?}"));
        }
    }

    fn wake(&mut self) {
        let before = (self.hall.council().clone(), self.hall.told.len());
        let woke = self.hall.wake();
        self.reference.wake(self.hall.now.0);
        if woke {
            self.steps.push(format!("{:?} wake", self.hall.now));
            if self.hall.council() == &before.0 && self.hall.told.len() == before.1 {
                self.fail("a wake changed nothing");
            }
        }
        self.compare();
    }

    fn pass(&mut self, span: Span, asleep: bool) {
        let until = self.hall.now + span;
        let mut wakes = 0;
        while let Some(due) = self.hall.next_wake().filter(|due| *due <= until && !asleep) {
            self.hall.now = self.hall.now.max(due);
            self.wake();
            wakes += 1;
            if wakes > 500 {
                self.fail("it wakes without end");
            }
        }
        self.hall.now = until;
        self.wake();
    }

    fn ask(&mut self, user: u64, deed: &Request) {
        let before = self.hall.council().clone();
        let reply = self.hall.ask(user, deed.clone());
        self.steps.push(format!("{:?} user {user}: {deed:?} -> {reply:?}", self.hall.now));
        // What was due comes first, even if nobody woke the table; a refusal leaves both.
        let mut next = self.reference.clone();
        next.wake(self.hall.now.0);
        let accepted = next.ask(self.hall.now.0, &person(user), deed);
        if accepted {
            self.reference = next;
        }
        self.reference.now = self.hall.now.0;
        self.same("accepted", reply.is_ok(), accepted);
        if reply.is_err() && *self.hall.council() != before {
            self.fail("a refusal changed something");
        }
        self.compare();
    }

    fn compare(&mut self) {
        let (council, model) = (self.hall.council(), &self.reference);
        self.same("over", council.status == CampaignStatus::Over, model.over);
        self.same("entries", council.seq, model.seq);
        self.same("paused", council.paused.map(|at| at.0), model.paused);
        self.same("numbers", council.numbers, model.numbers);
        let holders: Vec<Held> = council
            .seating
            .0
            .iter()
            .map(|chair| match chair.holder {
                Holder::User(user) => Held::By(user.0),
                Holder::House { lent_by } => Held::House(lent_by.map(|user| user.0)),
                Holder::Nobody => self.fail("a chair is empty"),
            })
            .collect();
        self.same("holders", &holders, &model.held);
        let open: Vec<u32> = council.questions.iter().map(|question| question.number).collect();
        self.same("open", open, model.open.iter().map(|asked| asked.number).collect());
        for (question, asked) in council.questions.iter().zip(&model.open) {
            let name = |what: &str| format!("{what} of question {} ({})", asked.number, asked.ask);
            self.same(&name("due"), question.due.map(|due| due.0), asked.due);
            let votes: BTreeMap<u8, String> =
                question.votes.iter().map(|(seat, vote)| (seat.0, vote.clone())).collect();
            self.same(&name("votes"), &votes, &asked.votes);
            let said = question.street.as_ref().map(|street| {
                let said = street.voices.iter().map(|(user, choice)| (user.0, choice.clone()));
                said.collect::<BTreeMap<u64, String>>()
            });
            self.same(&name("street"), said, asked.street.as_ref().map(|one| one.said.clone()));
            let tied = match &question.escalation {
                Some(Escalation::Tie(tied)) => Some(tied.clone()),
                _ => None,
            };
            self.same(&name("tie"), &tied, &asked.tied);
            self.same(&name("late"), question.escalation == Some(Escalation::Late), asked.late);
            let at = self.hall.now;
            let waited = self.hall.campaign.waited_for(question, at);
            let waited: BTreeSet<u64> = waited.into_iter().map(|user| user.0).collect();
            self.same(&name("waited for"), waited, model.waited(asked).into_iter().collect());
        }
        let motion = council.motion.as_ref().map(|open| {
            let voices = open.votes.iter().map(|(seat, agree)| (seat.0, *agree)).collect();
            (open.number, voices, open.due.map(|due| due.0))
        });
        let expected =
            model.motion.as_ref().map(|open| (open.number, open.voices.clone(), open.due));
        self.same("motion", motion, expected);
        let ballot = council.public_ballot.as_ref().map(|ballot| {
            let votes: BTreeMap<u64, String> =
                ballot.votes.iter().map(|(user, choice)| (user.0, choice.clone())).collect();
            let struck: BTreeSet<u64> = ballot.struck.iter().map(|user| user.0).collect();
            (ballot.offers.clone(), votes, ballot.eligibility, struck, ballot.closes.map(|at| at.0))
        });
        let expected = model.petition.as_ref().map(|ballot| {
            let (votes, struck) = (ballot.votes.clone(), ballot.struck.clone());
            (ballot.offers.clone(), votes, ballot.admit, struck, ballot.closes)
        });
        self.same("ballot", ballot, expected);
        let callers: BTreeSet<u64> = council.ping_subscribers.iter().map(|user| user.0).collect();
        if !model.over {
            self.same("callers", &callers, &model.callers);
        }
        self.same("editions", council.editions, model.editions);
        let heard: Vec<(u64, bool)> =
            council.street_records.iter().map(|one| (one.seq, one.followed)).collect();
        self.same("heard", &heard, &model.heard);
        let orders = |seat: u8| model.orders.get(&seat).map_or(0, Vec::len);
        for seat in model.seats() {
            let kept = council.orders.get(&emberhall::game::Seat(seat)).map_or(0, Vec::len);
            self.same("orders", kept, orders(seat));
        }
        self.same("table", self.hall.save(), model.table.0.save());
        if let Some(due) = model.next_due() {
            let wakes = self.hall.next_wake();
            if wakes.is_none_or(|wakes| wakes > Timestamp(due)) {
                self.fail(&format!("a deadline at {due} is slept through: {wakes:?}"));
            }
        }
    }
}

/// Who would mostly do it, where that is not just anybody.
fn likely(dice: &mut Dice, hall: &Hall, deed: &Request) -> Option<u64> {
    let asked =
        hall.council().questions.iter().find(|question| question.resolver == Resolver::Public)?;
    let missing = hall.campaign.waited_for(asked, hall.now);
    match deed {
        Request::CloseBallot { .. } if !dice.one_in(4) => Some(hall.leader()),
        Request::VotePublic { .. } if dice.one_in(2) => missing.first().map(|user| user.0),
        _ => None,
    }
}

/// One campaign; the sorts of entries it led to.
fn duel(seed: u64, steps: usize) -> (usize, Vec<&'static str>) {
    let mut dice = Dice(seed);
    let mut hall = table(&mut dice, seed);
    hall.check_every = 29;
    let reference = beside(&hall, seed);
    let mut duel = Duel { hall, reference, steps: Vec::new(), seed };
    duel.compare();
    let mut done = 0;
    while done < steps && duel.hall.council().status == CampaignStatus::Running {
        let (span, asleep) = (pause(&mut dice, &duel.hall), dice.one_in(8));
        match dice.below(12) {
            0..=3 => duel.pass(span, asleep),
            // Nobody wakes the table before the next click.
            4 => duel.hall.now += span,
            _ => {}
        }
        if duel.hall.council().status == CampaignStatus::Running {
            let (who, what) = (user(&mut dice), deed(&mut dice, &duel.hall));
            let who = likely(&mut dice, &duel.hall, &what).unwrap_or(who);
            duel.ask(who, &what);
        }
        done += 1;
    }
    let mut sorts = sorts(&duel.hall);
    let closed = |step: &&String| step.contains("CloseBallot") && step.contains("Ok(");
    sorts.extend(duel.steps.iter().filter(closed).map(|_| "closed early"));
    sorts.extend(duel.hall.council().street_records.iter().map(|_| "street heard"));
    let empty = |news: &&NoticeKind| matches!(news, NoticeKind::BallotResult { result, .. } if result.end == BallotEnd::Counted);
    sorts.extend(duel.hall.news().filter(empty).map(|_| "advisors after nobody"));
    (done, sorts)
}

#[test]
fn the_council_stands_where_the_reference_stands_whatever_people_do() {
    let mut sorts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut steps = 0;
    for seed in 0..600 {
        let (done, seen) = duel(seed, 500);
        steps += done;
        for sort in seen {
            *sorts.entry(sort).or_default() += 1;
        }
    }
    assert!(steps > 20_000, "only {steps} steps");
    for sort in [
        "vote",
        "vote with a tie",
        "seat",
        "on behalf",
        "leader",
        "order",
        "away",
        "only",
        "people",
        "people's advisors",
        "house plays",
        "house late",
        "house without votes",
        "house after a tie",
        "house breaks a tie",
        "undo",
        "undo by all",
        "chair",
        "settings",
        "paused",
        "resumed",
        "extended",
        "struck",
        "closed early",
        "advisors after nobody",
        "street heard",
        "ended",
        "given up",
    ] {
        assert!(sorts.get(sort).is_some_and(|count| *count >= 3), "too few: {sort}: {sorts:?}");
    }
}
