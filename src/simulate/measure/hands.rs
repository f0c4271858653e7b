//! Counts clicks, handovers, pings and waiting times, step by step.

use std::collections::{BTreeMap, BTreeSet};

use super::super::stats::TableStats;
use super::asked::{Asked, Open};
use super::clicks::{self, AT_THE_TABLE};
use super::course::{Step, people};
use crate::council::log::{Answered, DecidedBy, EntryKind};
use crate::council::question::Resolver;
use crate::council::settings::{PublicVoteMode, SmallQuestionMode, TurnMode};
use crate::council::{Timestamp, UserId};
use crate::game::Seat;

/// An open question, with its times.
struct Put {
    asked: Asked,
    opened: Timestamp,
    /// Time from which other Advisors can answer for its seat.
    shared: Option<Timestamp>,
}

/// State of the counting.
struct Hands<'a> {
    steps: &'a [Step<'a>],
    open: Vec<Put>,
    leader: Option<Seat>,
    turn: Option<(Seat, Timestamp)>,
    round_since: Timestamp,
    last: Option<UserId>,
    seen: BTreeMap<UserId, Timestamp>,
}

/// Counts a campaign. Rounds from `unfinished` on are left out.
pub(super) fn count(
    steps: &[Step<'_>],
    open: &[Open],
    unfinished: Option<u32>,
    tally: &mut TableStats,
) {
    let mut hands = Hands {
        steps,
        open: Vec::new(),
        leader: None,
        turn: None,
        round_since: Timestamp(0),
        last: None,
        seen: BTreeMap::new(),
    };
    let mut before: Option<&Step<'_>> = None;
    for (at, (step, open)) in steps.iter().zip(open).enumerate() {
        let mut left_out = TableStats::default();
        let counts = unfinished.is_none_or(|unfinished| step.round < unfinished);
        let tally = if counts { &mut *tally } else { &mut left_out };
        tally.round = step.round;
        tally.here().time += before.map_or(0, |before| (step.at - before.at).0);
        hands.take(at, step, tally);
        hands.put(at, step, open, tally);
        before = Some(step);
    }
}

impl Hands<'_> {
    /// Counts the clicks and answers of a step.
    fn take(&mut self, at: usize, step: &Step<'_>, tally: &mut TableStats) {
        for entry in step.entries {
            if let EntryKind::Answer(answered) = &entry.kind {
                self.answered(at, step, answered, tally);
            }
        }
        tally.here().clicks += other_clicks(step);
    }

    fn answered(
        &mut self,
        at: usize,
        step: &Step<'_>,
        answered: &Answered,
        tally: &mut TableStats,
    ) {
        let asked = |put: &Put| put.asked.decision == answered.decision;
        let put = self.open.iter().position(asked).map(|at| self.open.remove(at));
        let opened = put.as_ref().map(|put| waiting_since(put, step, answered, tally));
        let due = put.as_ref().map(|put| closes(put, step));
        let clicked = clicks::of(self.steps, at, answered, (self.last, self.leader, due));
        let mut voted = BTreeSet::new();
        for user in &clicked {
            self.click(step, answered, (put.as_ref(), &mut voted), *user, tally);
        }
        self.note_seen(step, opened, &clicked);
        ballot(step, put.as_ref(), answered, tally);
        tally.took(answered, opened.map_or(0, |opened| (step.at - opened).0));
    }

    fn click(
        &mut self,
        step: &Step<'_>,
        answered: &Answered,
        (put, voted): (Option<&Put>, &mut BTreeSet<UserId>),
        user: Option<UserId>,
        tally: &mut TableStats,
    ) {
        tally.here().clicks += 1;
        let other = user.and(self.last).filter(|last| user != Some(*last));
        let able = |last: UserId| {
            let votes = matches!(answered.decided_by, DecidedBy::Vote { .. });
            let here = match put {
                Some(_) if votes => step.is_advisor(last) && !voted.contains(&last),
                Some(put) => self.may_answer(step, put, last),
                None => false,
            };
            here || self.open.iter().any(|put| self.may_answer(step, put, last))
        };
        let stuck = other.is_some_and(|last| !able(last));
        tally.here().changes += u64::from(other.is_some());
        tally.here().handovers += u64::from(stuck);
        if tally.round > 0 {
            let kind = tally.kind(&answered.ask);
            kind.clicks += 1;
            kind.handovers += u64::from(stuck);
        }
        if let Some(user) = user {
            voted.insert(user);
            self.last = Some(user);
        }
    }

    /// Records when the players who clicked were present. For votes only the time of the last click
    /// is known; the others came some time after the question.
    fn note_seen(
        &mut self,
        step: &Step<'_>,
        opened: Option<Timestamp>,
        clicked: &[Option<UserId>],
    ) {
        let Some((last, others)) = clicked.split_last() else { return };
        for user in others.iter().flatten() {
            let seen = self.seen.entry(*user).or_insert(Timestamp(0));
            *seen = opened.map_or(*seen, |opened| opened.max(*seen));
        }
        self.seen.extend(last.map(|user| (user, step.at)));
    }

    /// Whether the user could have answered this question by now. Votes never count: all present
    /// players are assumed to have voted already.
    fn may_answer(&self, step: &Step<'_>, put: &Put, user: UserId) -> bool {
        let leads = || self.leader.is_some_and(|seat| step.holder(seat) == Some(user));
        let shared = || put.shared.is_some_and(|from| from <= step.at) && step.is_advisor(user);
        match put.asked.way {
            Resolver::Vote | Resolver::Public => false,
            Resolver::Leader => leads(),
            Resolver::Anyone => step.is_advisor(user),
            Resolver::Turn(_) if step.settings.turns == TurnMode::Leader => leads(),
            Resolver::Private(seat) => step.holder(seat) == Some(user),
            Resolver::Responsible(seat) | Resolver::Turn(seat) => {
                step.holder(seat) == Some(user) || shared()
            }
        }
    }

    /// Counts the questions asked after a step.
    fn put(&mut self, at: usize, step: &Step<'_>, open: &Open, tally: &mut TableStats) {
        let same = |put: &Put, asked: &Asked| {
            (put.asked.decision, &put.asked.ask) == (asked.decision, &asked.ask)
        };
        self.open.retain(|put| open.asked.iter().any(|asked| same(put, asked)));
        self.leader = open.leader;
        let next = self.steps.get(at + 1).unwrap_or(&self.steps[at]);
        self.advance_turn(step, next);
        for asked in &open.asked {
            if self.open.iter().any(|put| same(put, asked)) {
                continue;
            }
            let shared = self.shared_from(asked.way, step, next);
            let put = Put { asked: asked.clone(), opened: step.at, shared };
            tally.here().questions += 1;
            tally.here().calls += self.called(step, next, &put);
            if tally.round > 0 {
                tally.kind(&asked.ask).questions += 1;
            }
            self.open.push(put);
        }
    }

    /// Notes the start of a new round and the end of a turn.
    fn advance_turn(&mut self, step: &Step<'_>, next: &Step<'_>) {
        if step.round != next.round {
            self.round_since = step.at;
        }
        let undone = step.entries.iter().any(|entry| matches!(entry.kind, EntryKind::Undo { .. }));
        let asked = |seat: Seat| self.open.iter().any(|put| put.asked.way == Resolver::Turn(seat));
        if (undone || step.chapter != next.chapter) && self.turn.is_some_and(|turn| !asked(turn.0))
        {
            self.turn = None;
        }
    }

    /// Time from which any Advisor can answer, if there is one.
    fn shared_from(
        &mut self,
        resolver: Resolver,
        step: &Step<'_>,
        next: &Step<'_>,
    ) -> Option<Timestamp> {
        match resolver {
            Resolver::Responsible(seat) => match step.settings.small_questions {
                SmallQuestionMode::Strict => None,
                SmallQuestionMode::Relay => Some(self.first_until(seat, step, next).max(step.at)),
                SmallQuestionMode::Open => Some(step.at),
            },
            Resolver::Turn(seat) => {
                if self.turn.is_none_or(|turn| turn.0 != seat) {
                    self.turn = Some((seat, self.first_until(seat, step, next)));
                }
                match step.settings.turns {
                    TurnMode::Relay => self.turn.map(|turn| turn.1),
                    TurnMode::Open => Some(step.at),
                    TurnMode::Strict | TurnMode::Leader => None,
                }
            }
            _ => None,
        }
    }

    /// End of the time in which only the seat holder can answer, as in the council.
    fn first_until(&self, seat: Seat, step: &Step<'_>, next: &Step<'_>) -> Timestamp {
        let window = step.settings.window();
        let seen = next.holder(seat).and_then(|user| self.seen.get(&user));
        let present = seen.is_some_and(|seen| *seen + window.min(AT_THE_TABLE) > step.at);
        if present { step.at + window } else { self.round_since + window }
    }

    /// Number of players pinged for a new question: those it waits for. 0 if one of them has just
    /// acted and can go on, unless it is a vote.
    fn called(&self, step: &Step<'_>, next: &Step<'_>, put: &Put) -> u64 {
        let actor = self.last.filter(|user| self.seen.get(user) == Some(&step.at));
        let all = || people(&next.holders);
        let one = |seat: Seat| next.holder(seat).into_iter().collect();
        let leader = || self.leader.map(one).unwrap_or_default();
        let shared = put.shared.is_some_and(|from| from <= step.at);
        // Voters on a standing ballot are not pinged, and the log does not name them.
        let ahead = step.settings.public_vote.mode == PublicVoteMode::Standing;
        let waited: Vec<UserId> = match put.asked.way {
            Resolver::Public if ahead => Vec::new(),
            Resolver::Vote | Resolver::Anyone | Resolver::Public => all(),
            Resolver::Leader => leader(),
            Resolver::Turn(_) if step.settings.turns == TurnMode::Leader => leader(),
            Resolver::Responsible(_) | Resolver::Turn(_) if shared => all(),
            Resolver::Responsible(seat) | Resolver::Turn(seat) | Resolver::Private(seat) => {
                one(seat)
            }
        };
        let votes = matches!(put.asked.way, Resolver::Vote | Resolver::Public);
        if !votes && actor.is_some_and(|actor| waited.contains(&actor)) {
            return 0;
        }
        waited.iter().filter(|user| Some(**user) != actor).count() as u64
    }
}

/// Time since when the table waited for this answer. A public ballot without votes becomes a vote
/// of the Advisors, which counts as another question.
fn waiting_since(
    put: &Put,
    step: &Step<'_>,
    answered: &Answered,
    tally: &mut TableStats,
) -> Timestamp {
    let open = put.asked.way == Resolver::Public && step.settings.public_vote.stays_open();
    if !open || !matches!(answered.decided_by, DecidedBy::Vote { .. }) {
        return put.opened;
    }
    tally.here().questions += 1;
    tally.here().calls += people(&step.holders).len() as u64;
    if tally.round > 0 {
        tally.kind(&answered.ask).questions += 1;
    }
    (put.opened + step.settings.ballot_time()).min(step.at)
}

/// Counts a public ballot and its votes.
fn ballot(step: &Step<'_>, put: Option<&Put>, answered: &Answered, tally: &mut TableStats) {
    let open = step.settings.public_vote.stays_open();
    let theirs = put.is_some_and(|put| put.asked.way == Resolver::Public);
    match &answered.decided_by {
        DecidedBy::Public { tally: votes, .. } => {
            tally.polls.ballots += u64::from(open);
            tally.polls.votes.push(votes.values().map(|n| u64::from(*n)).sum());
        }
        DecidedBy::Only => {}
        _ if theirs && open => {
            tally.polls.ballots += 1;
            if matches!(answered.decided_by, DecidedBy::Vote { .. }) {
                tally.polls.votes.push(0);
            }
        }
        _ => {}
    }
}

/// Closing time of the public ballot for a question, or the time it was asked if there is none.
fn closes(put: &Put, step: &Step<'_>) -> Timestamp {
    let people = put.asked.way == Resolver::Public && step.settings.public_vote.stays_open();
    if people { put.opened + step.settings.ballot_time() } else { put.opened }
}

/// Clicks of a step other than answers: one per player, and one by every player for a unanimous
/// undo.
fn other_clicks(step: &Step<'_>) -> u64 {
    let mut by = BTreeSet::new();
    let mut more = 0;
    for entry in step.entries {
        match &entry.kind {
            EntryKind::Undo { unanimous: true, .. } => more += people(&step.holders).len() as u64,
            EntryKind::Undo { by: user, .. }
            | EntryKind::SeatChanged { by: user, .. }
            | EntryKind::Settings { by: user, .. }
            | EntryKind::Paused { by: user }
            | EntryKind::Resumed { by: user }
            | EntryKind::VoteStruck { by: user, .. }
            | EntryKind::Extended { by: user, .. }
            | EntryKind::Ended { by: Some(user), .. } => {
                by.insert(*user);
            }
            EntryKind::Began { .. } | EntryKind::Answer(_) | EntryKind::Ended { by: None, .. } => {}
        }
    }
    more + by.len() as u64
}
