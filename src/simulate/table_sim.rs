//! Discrete-event simulation of one campaign: simulated players act through the council in virtual
//! time.
//!
//! Pure: no clock. The next event is always the earliest: a visit, a click or a deadline.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::public::Bystander;
use super::sim_player::{Habits, SimPlayer};
use super::stats::TableStats;
use super::table::{Followed, TablePlan};
use crate::council::campaign::Transitioned;
use crate::council::log::Entry;
use crate::council::notice::Notice;
use crate::council::question::{Escalation, Resolver};
use crate::council::view::QuestionView;
use crate::council::{
    Campaign, CampaignStatus, Charter, Now, QuietHours, Request, Requester, Settings, Span,
    Timestamp, UserId,
};
use crate::game::{Decision, Game, Policy, Seat, Setup};

/// Share of random votes, in percent.
const WHIMS: u64 = 20;
/// Share of random answers to questions with one decider, in percent.
const SLIPS: u64 = 5;
/// Maximum number of events before a campaign counts as stuck.
const LONGEST: u64 = 400_000;
/// Start of every campaign: noon UTC of an arbitrary day.
const NOON: Timestamp = Timestamp(Span::hours(24 * 20_000 + 12).0);

/// State of the simulation.
pub(super) struct TableSim {
    campaign: Campaign,
    people: Vec<SimPlayer>,
    bystanders: Vec<Bystander>,
    quiet: BTreeMap<UserId, QuietHours>,
    now: Timestamp,
    version: u64,
    last: Option<UserId>,
    tally: TableStats,
    entries: Vec<Entry>,
    told: Vec<(Timestamp, Notice)>,
}

/// Plays one campaign to its end.
pub(super) fn play(
    game: &Arc<dyn Game>,
    tables: &TablePlan,
    settings: &Settings,
    (seed, public): (u64, Option<u32>),
) -> Result<Followed, String> {
    let mut sim = TableSim::open(game, &tables.setup, settings, (seed, public.unwrap_or(0)))?;
    sim.begin(&tables.setup, &tables.away)?;
    for _ in 0..LONGEST {
        if sim.campaign.council().status == CampaignStatus::Over {
            return Ok(sim.followed());
        }
        sim.next()?;
    }
    Err(format!("the campaign does not end; it stands at {:?}", sim.campaign.council().progress))
}

impl TableSim {
    fn open(
        game: &Arc<dyn Game>,
        setup: &Setup,
        settings: &Settings,
        (seed, public): (u64, u32),
    ) -> Result<Self, String> {
        let charter = Charter {
            game: game.id().to_owned(),
            pack: game.content_hash().to_owned(),
            scenario: setup.scenario.clone(),
            options: setup.options.clone(),
            seed,
            salt: String::new(),
            server: 1,
            channel: 1,
        };
        let opened = Campaign::open_lobby(charter, Arc::clone(game), settings.clone());
        let (campaign, _) = opened.map_err(|why| format!("{why:?}"))?;
        let (pace, seats) = (settings.pace, setup.roles.len() as u64);
        let habits = Habits::of(pace);
        let people: Vec<SimPlayer> =
            (0..seats).map(|n| SimPlayer::new(n, seed, habits, NOON)).collect();
        let beside = seats..seats + u64::from(public);
        let bystanders: Vec<Bystander> =
            beside.map(|n| Bystander::new(n, seed, pace, NOON)).collect();
        let all = people.iter().chain(bystanders.iter().map(|one| &one.someone));
        let quiet = all.filter_map(|one| Some((one.person.user, one.night()?))).collect();
        let tally = TableStats::of(&**game);
        let (now, version, last) = (NOON, 1, None);
        let (entries, told) = (Vec::new(), Vec::new());
        Ok(TableSim {
            campaign,
            people,
            bystanders,
            quiet,
            now,
            version,
            last,
            tally,
            entries,
            told,
        })
    }

    /// Converts the finished simulation into its result.
    fn followed(self) -> Followed {
        let TableSim { campaign, tally, entries, told, .. } = self;
        let (charter, council) = (campaign.charter().clone(), campaign.council().clone());
        Followed { tally, charter, council, entries, told }
    }

    /// Seats all players, begins the campaign and sets the away answers. Not counted as clicks.
    fn begin(&mut self, setup: &Setup, away: &[(String, String)]) -> Result<(), String> {
        for (at, role) in setup.roles.iter().enumerate() {
            let request = Request::Sit { role: role.clone(), also: false };
            self.request(at, &request)??;
        }
        self.request(0, &Request::Begin)??;
        for (at, (ask, choice)) in
            (0..setup.roles.len()).flat_map(|at| away.iter().map(move |a| (at, a)))
        {
            let (ask, choice) = (ask.clone(), Some(choice.clone()));
            self.request(at, &Request::SetAwayAnswer { seat: Seat(at as u8), ask, choice })??;
        }
        Ok(())
    }

    /// Processes the next event.
    fn next(&mut self) -> Result<(), String> {
        let due = self.campaign.next_wake(&self.quiet).map(|due| due.max(self.now));
        let all = self.people.iter().chain(self.bystanders.iter().map(|one| &one.someone));
        let first = all.enumerate().min_by_key(|(_, one)| one.at);
        let (at, looks) = first.map(|(at, one)| (at, one.at)).ok_or("nobody is there")?;
        match due {
            Some(due) if due <= looks => {
                self.pass(due);
                let now = Now { at: self.now, quiet: &self.quiet };
                let step = self.campaign.wake(now).map_err(|why| format!("{why:?}"))?;
                self.keep(step.ok_or("a time was up, and nothing came of it")?);
                Ok(())
            }
            _ => {
                self.pass(looks.max(self.now));
                match at.checked_sub(self.people.len()) {
                    None => self.look(at),
                    Some(beside) => self.pass_by(beside),
                }
            }
        }
    }

    /// Visit of a member without a seat.
    fn pass_by(&mut self, at: usize) -> Result<(), String> {
        let (campaign, now) = (&self.campaign, self.now);
        let one = &mut self.bystanders[at];
        let Some(request) = one.wish(campaign, now) else {
            one.someone.leave(now);
            return Ok(());
        };
        one.someone.clicked(now);
        let person = one.someone.person.clone();
        let refused = self.request_of(&person, &request)?.is_err();
        self.tally.refused += u64::from(refused);
        Ok(())
    }

    /// Advances the virtual clock.
    fn pass(&mut self, until: Timestamp) {
        self.tally.here().time += (until - self.now).0;
        self.now = until;
    }

    /// Visit of a player, who clicks if there is something to do.
    fn look(&mut self, at: usize) -> Result<(), String> {
        if self.people[at].saw != self.version
            && let Some((request, ask)) = self.wish(at)
        {
            self.people[at].clicked(self.now);
            return self.click(at, &request, ask.as_deref());
        }
        self.people[at].saw = self.version;
        self.people[at].waits(self.now);
        Ok(())
    }

    fn click(&mut self, at: usize, request: &Request, ask: Option<&str>) -> Result<(), String> {
        self.tally.here().clicks += 1;
        let user = self.people[at].person.user;
        let last = self.last.filter(|last| *last != user);
        let stuck = last.is_some_and(|last| ask.is_some() && self.to_answer(last).is_none());
        let round = self.tally.round;
        if self.request(at, request)?.is_err() {
            self.tally.refused += 1;
            return Ok(());
        }
        let Some(ask) = ask else { return Ok(()) };
        self.last = Some(user);
        let here = self.tally.rounds.entry(round).or_default();
        here.changes += u64::from(last.is_some());
        here.handovers += u64::from(stuck);
        if round > 0 {
            let kind = self.tally.kind(ask);
            kind.clicks += 1;
            kind.handovers += u64::from(stuck);
        }
        Ok(())
    }

    /// Makes a request. A refusal is the inner error; the outer one is a failure of the council.
    fn request(&mut self, at: usize, request: &Request) -> Result<Result<(), String>, String> {
        let person = self.people[at].person.clone();
        self.request_of(&person, request)
    }

    fn request_of(
        &mut self,
        person: &Requester,
        request: &Request,
    ) -> Result<Result<(), String>, String> {
        let now = Now { at: self.now, quiet: &self.quiet };
        match self.campaign.request(now, person, request) {
            Ok(step) => {
                self.keep(step);
                Ok(Ok(()))
            }
            Err(crate::council::Refusal::Internal) => Err("the council broke".to_owned()),
            Err(why) => Ok(Err(format!("{why:?}"))),
        }
    }

    fn keep(&mut self, step: Transitioned) {
        self.campaign = step.campaign;
        self.version += 1;
        self.tally.effects(&step.effects, self.now);
        self.tally.round = self.campaign.council().progress.round;
        for user in step.effects.notices.iter().flat_map(|notice| &notice.ping) {
            let beside = self.bystanders.iter_mut().map(|one| &mut one.someone);
            let all = self.people.iter_mut().chain(beside);
            all.filter(|one| one.person.user == *user).for_each(|one| one.called(self.now));
        }
        self.entries.extend(step.effects.entries);
        self.told.extend(step.effects.notices.into_iter().map(|notice| (self.now, notice)));
    }

    /// The first open question the user can still answer or vote on.
    fn to_answer(&self, user: UserId) -> Option<QuestionView> {
        let mine = self.campaign.council().seating.seats_of(user);
        let voted = |asked: &QuestionView| mine.iter().all(|seat| asked.votes.contains_key(seat));
        let counts =
            |asked: &QuestionView| asked.resolver == Resolver::Vote && asked.escalation.is_none();
        let questions = self.campaign.view(Some(user), self.now).questions;
        questions.into_iter().find(|asked| asked.yours && !(counts(asked) && voted(asked)))
    }

    /// The next request of a player, and the kind of question it answers.
    fn wish(&mut self, at: usize) -> Option<(Request, Option<String>)> {
        let user = self.people[at].person.user;
        if let Some(asked) = self.to_answer(user) {
            let choice = self.choice(at, &asked)?;
            let request = Request::Choose { question: asked.number, choice, seat: None };
            return Some((request, Some(asked.ask)));
        }
        let not_voted = |votes: &BTreeMap<UserId, String>| !votes.contains_key(&user);
        let ballot = self.campaign.council().public_ballot.as_ref()?;
        // A closed ballot is waiting for its result.
        let open = self.campaign.view(None, self.now).ballot.is_some();
        if !open || !not_voted(&ballot.votes) {
            return None;
        }
        let offers = ballot.offers.clone();
        let chance = &mut self.people[at].chance;
        // Most votes are for the first offer.
        let pick = if chance.percent(WHIMS) { chance.below(offers.len() as u64) } else { 0 };
        let choice = Some(offers.get(pick as usize)?.clone());
        Some((Request::VotePublic { edition: None, choice }, None))
    }

    fn choice(&mut self, at: usize, asked: &QuestionView) -> Option<String> {
        let decision = asked.decision.as_ref()?;
        let open = open(decision, asked.escalation.as_ref());
        let chance = &mut self.people[at].chance;
        let whims = if asked.resolver == Resolver::Vote { WHIMS } else { SLIPS };
        let (whim, seed) = (chance.percent(whims), chance.number());
        let any = open.get((seed % (open.len() as u64).max(1)) as usize).cloned();
        if whim {
            return any;
        }
        let advised = self.campaign.table()?.choose(decision.id, Policy::Greedy, seed);
        advised.filter(|choice| open.contains(choice)).or(any)
    }
}

fn open(decision: &Decision, leader: Option<&Escalation>) -> Vec<String> {
    let free = decision.choices.iter().filter(|choice| choice.blocked.is_none());
    let all = free.map(|choice| choice.key.clone());
    match leader {
        Some(Escalation::Tie(tied)) => all.filter(|key| tied.contains(key)).collect(),
        _ => all.collect(),
    }
}
