//! A table to test the council at: it keeps what a store would keep, and holds
//! the council to its promises after every step.
#![allow(dead_code, reason = "each topic uses its own part")]

use std::collections::BTreeMap;
use std::sync::Arc;

use emberhall::council::campaign::Transitioned;
use emberhall::council::log::{Answered, DecidedBy, Entry, EntryKind};
use emberhall::council::notice::{Notice, NoticeKind};
use emberhall::council::orders::{Order, Step as OrderStep};
use emberhall::council::question::Question;
use emberhall::council::settings::{Pace, PublicVoteMode, SmallQuestionMode, TurnMode};
use emberhall::council::{
    Campaign, Charter, Council, Now, QuietHours, Refusal, Reply, Request, Requester, Settings,
    Span, Timestamp, UserId,
};
use emberhall::game::{Game, Seat, Table};
use serde_json::Value;

use crate::toy::{ID, Lanterns, ROLES, SCENARIO, content};

/// A moderator of the server who holds no seat.
pub const MODERATOR: u64 = 50;
/// A member of the server without any role.
pub const STRANGER: u64 = 60;
/// The role some have: users from 70 on.
pub const ROLE: u64 = 5;
/// One of those who have it.
pub const MEMBER: u64 = 70;
/// A program.
pub const BOT: u64 = 69;
/// The moment every test begins at: a midnight.
pub const START: Timestamp = Timestamp(86_400_000 * 20_000);

/// A campaign with all that a store would keep of it.
#[derive(Clone)]
pub struct Hall {
    pub campaign: Campaign,
    pub now: Timestamp,
    pub quiet: BTreeMap<UserId, QuietHours>,
    pub log: Vec<Entry>,
    pub kept: Option<(u64, Value)>,
    pub signed: BTreeMap<UserId, String>,
    /// What the street said, a row for each voice.
    pub spoken: BTreeMap<(u32, UserId), String>,
    pub told: Vec<(Timestamp, Notice)>,
    /// What each kind of question is answered by on the way to another.
    pub steer: BTreeMap<&'static str, &'static str>,
    pub check_every: u64,
    /// Oil at the start: with little, some questions have one answer only.
    pub oil: i32,
    pub steps: u64,
}

/// Somebody, with the roles and rights that go with the number.
pub fn person(user: u64) -> Requester {
    let roles = if user >= 70 { vec![ROLE] } else { Vec::new() };
    // The higher the number, the later they came; nobody knows since when the role's are here.
    let joined = (user < 70).then(|| START + Span::hours(-24 * (70 - user as i64)));
    let (user, moderator) = (UserId(user), user == MODERATOR);
    Requester { roles, moderator, bot: user.0 == BOT, joined, ..Requester::plain(user) }
}

pub fn game(oil: i32) -> Arc<dyn Game> {
    Arc::new(Lanterns::with(&content(oil)).unwrap())
}

pub fn charter(seed: u64, rounds: u32) -> Charter {
    Charter {
        game: ID.to_owned(),
        pack: game(100).content_hash().to_owned(),
        scenario: SCENARIO.to_owned(),
        options: BTreeMap::from([("rounds".to_owned(), rounds.to_string())]),
        seed,
        salt: "salt".to_owned(),
        server: 1,
        channel: 2,
    }
}

pub fn order(steps: &[(&str, &str)]) -> Order {
    let step = |(ask, choice): &(&str, &str)| OrderStep {
        ask: (*ask).to_owned(),
        choice: (*choice).to_owned(),
    };
    Order { steps: steps.iter().map(step).collect(), taken: 0 }
}

/// The defaults, with a people's vote and the cover of small questions switched off: most
/// topics are about advisors and their own seats.
pub fn quietly() -> Settings {
    let mut settings = Settings::default();
    settings.public_vote.mode = PublicVoteMode::Off;
    settings.small_questions = SmallQuestionMode::Strict;
    settings
}

pub fn at_pace(pace: Pace) -> Settings {
    Settings { pace, ..quietly() }
}

pub fn with_turns(turns: TurnMode) -> Settings {
    Settings { turns, ..quietly() }
}

impl Hall {
    /// An empty lobby.
    pub fn lobby(settings: Settings, seed: u64, rounds: u32) -> Hall {
        Hall::lobby_with(100, settings, seed, rounds)
    }

    pub fn lobby_with(oil: i32, settings: Settings, seed: u64, rounds: u32) -> Hall {
        let pack = game(oil).content_hash().to_owned();
        let charter = Charter { pack, ..charter(seed, rounds) };
        let opened = Campaign::open_lobby(charter, game(oil), settings).unwrap();
        Hall {
            campaign: opened.0,
            now: START,
            quiet: BTreeMap::new(),
            log: Vec::new(),
            kept: None,
            signed: BTreeMap::new(),
            spoken: BTreeMap::new(),
            told: Vec::new(),
            steer: BTreeMap::new(),
            check_every: 1,
            oil,
            steps: 0,
        }
    }

    /// Begun: user 1 on the first seat, user 2 on the second, and so on.
    pub fn of(seats: usize, settings: Settings) -> Hall {
        Hall::seeded(seats, settings, 1)
    }

    pub fn seeded(seats: usize, settings: Settings, seed: u64) -> Hall {
        let holders: Vec<u64> = (1..=seats as u64).collect();
        Hall::held_by(&holders, settings, seed)
    }

    /// Begun with these holders of the seats in order; 0 is the house.
    pub fn held_by(holders: &[u64], settings: Settings, seed: u64) -> Hall {
        Hall::lobby(settings, seed, 6).begun_by(holders)
    }

    /// These take the seats in order, and it begins.
    pub fn begun_by(self, holders: &[u64]) -> Hall {
        let mut hall = self;
        for (at, user) in holders.iter().enumerate() {
            if *user > 0 {
                hall.ok(*user, Request::Sit { role: ROLES[at].to_owned(), also: true });
            }
        }
        for (at, user) in holders.iter().enumerate() {
            if *user == 0 {
                hall.ok(MODERATOR, Request::Lend { seat: Seat(at as u8) });
            }
        }
        hall.ok(MODERATOR, Request::Begin);
        hall
    }

    /// Begun, and the gifts are chosen: the first omen is before the table.
    pub fn morning(seats: usize, settings: Settings) -> Hall {
        Hall::of(seats, settings).till("omen")
    }

    /// At the first turn.
    pub fn turn(seats: usize, settings: Settings) -> Hall {
        Hall::of(seats, settings).till("work")
    }

    /// At a question for the last seat: what to mend.
    pub fn mending(settings: Settings) -> Hall {
        let mut hall = Hall::of(3, settings);
        hall.steer.insert("work", "light");
        hall.on_to("where");
        hall.steer.insert("work", "repair");
        hall.on_to("mend");
        hall
    }

    pub fn council(&self) -> &Council {
        self.campaign.council()
    }

    pub fn save(&self) -> Value {
        self.campaign.table().map_or(Value::Null, Table::save)
    }

    pub fn leader(&self) -> u64 {
        let holder = self.council().seating.holder(self.campaign.leader());
        holder.user().map_or(0, |user| user.0)
    }

    /// Asks for something; what comes of it is kept.
    pub fn ask(&mut self, user: u64, deed: Request) -> Result<Reply, Refusal> {
        if self.campaign.needs_history(&deed) {
            self.campaign.load_history(self.log.clone()).unwrap();
        }
        let now = Now { at: self.now, quiet: &self.quiet };
        let step = self.campaign.request(now, &person(user), &deed);
        self.campaign.drop_history();
        let step = step?;
        let reply = step.effects.reply.clone();
        self.keep(step);
        Ok(reply)
    }

    pub fn ok(&mut self, user: u64, deed: Request) -> Reply {
        let said = format!("{deed:?}");
        self.ask(user, deed).unwrap_or_else(|why| panic!("user {user}: {said}: {why}"))
    }

    pub fn no(&mut self, user: u64, deed: Request) -> Refusal {
        let (before, save) = (self.council().clone(), self.save());
        let said = format!("{deed:?}");
        let why = match self.ask(user, deed) {
            Ok(reply) => panic!("user {user}: {said} was not refused: {reply:?}"),
            Err(why) => why,
        };
        assert!(self.council() == &before && self.save() == save, "a refusal changed something");
        why
    }

    fn keep(&mut self, step: Transitioned) {
        let Transitioned { campaign, effects } = step;
        self.campaign = campaign;
        self.log.extend(effects.entries);
        for (user, choice) in effects.public_votes {
            match choice {
                Some(choice) => self.signed.insert(user, choice),
                None => self.signed.remove(&user),
            };
        }
        for (voice, choice) in effects.street_voices {
            match choice {
                Some(choice) => self.spoken.insert(voice, choice),
                None => self.spoken.remove(&voice),
            };
        }
        self.spoken.retain(|(question, _), _| !effects.closed_streets.contains(question));
        if let Some(save) = effects.snapshot {
            self.kept = Some((self.council().seq, save));
        }
        self.told.extend(effects.notices.into_iter().map(|notice| (self.now, notice)));
        self.steps += 1;
        if self.check_every > 0 && self.steps.is_multiple_of(self.check_every) {
            self.check();
        }
    }

    /// One wake at this moment, if something is due.
    pub fn wake(&mut self) -> bool {
        let now = Now { at: self.now, quiet: &self.quiet };
        match self.campaign.wake(now).unwrap() {
            Some(step) => {
                self.keep(step);
                true
            }
            None => false,
        }
    }

    pub fn next_wake(&self) -> Option<Timestamp> {
        self.campaign.next_wake(&self.quiet)
    }

    /// Lets time pass, waking whenever something is due.
    pub fn wait(&mut self, span: Span) {
        let until = self.now + span;
        let mut wakes = 0;
        while let Some(due) = self.next_wake().filter(|due| *due <= until) {
            self.now = self.now.max(due);
            assert!(self.wake(), "something was due at {due:?}, yet nothing came of it");
            wakes += 1;
            assert!(wakes < 2000, "it wakes without end");
        }
        self.now = until;
    }

    /// Lets time pass while nobody looks, then wakes once.
    pub fn sleep(&mut self, span: Span) -> bool {
        self.now += span;
        self.wake()
    }

    /// The open question of a kind.
    pub fn open(&self, ask: &str) -> Option<&Question> {
        self.council().questions.iter().find(|question| question.ask == ask)
    }

    pub fn number(&self, ask: &str) -> u32 {
        self.open(ask).unwrap_or_else(|| panic!("{ask} is not asked")).number
    }

    pub fn due(&self, ask: &str) -> Option<Timestamp> {
        self.open(ask).unwrap_or_else(|| panic!("{ask} is not asked")).due
    }

    pub fn waited(&self, ask: &str) -> Vec<u64> {
        let question = self.open(ask).unwrap_or_else(|| panic!("{ask} is not asked"));
        self.campaign.waited_for(question, self.now).into_iter().map(|user| user.0).collect()
    }

    /// A click on the open question of a kind.
    pub fn click(&self, ask: &str, choice: &str) -> Request {
        Request::Choose { question: self.number(ask), choice: choice.to_owned(), seat: None }
    }

    pub fn say(&mut self, user: u64, ask: &str, choice: &str) -> Reply {
        let deed = self.click(ask, choice);
        self.ok(user, deed)
    }

    pub fn not(&mut self, user: u64, ask: &str, choice: &str) -> Refusal {
        let deed = self.click(ask, choice);
        self.no(user, deed)
    }

    pub fn sign(&mut self, user: u64, choice: &str) -> Reply {
        self.ok(user, Request::VotePublic { edition: None, choice: Some(choice.to_owned()) })
    }

    /// Everybody signs for something: a word each.
    pub fn signs(&mut self, votes: &[(u64, &str)]) {
        for (user, choice) in votes {
            self.sign(*user, choice);
        }
    }

    /// Takes back everything from an entry on; all agree, if they must.
    pub fn undo_by_all(&mut self, back_to: u64, seen: u64) {
        if let Reply::Moved { motion } = self.ok(self.leader(), Request::Undo { back_to, seen }) {
            for user in self.council().seating.users() {
                if self.council().motion.is_some() {
                    self.ok(user.0, Request::VoteMotion { motion, agree: true });
                }
            }
        }
    }

    pub fn set(&mut self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.council().settings.clone();
        change(&mut settings);
        self.ok(MODERATOR, Request::ChangeSettings(Box::new(settings)));
    }

    /// Answers whatever is asked before this kind of question, as people would.
    pub fn till(mut self, ask: &str) -> Hall {
        self.on_to(ask);
        self
    }

    pub fn on_to(&mut self, ask: &str) {
        for _ in 0..200 {
            if self.open(ask).is_some() {
                return;
            }
            let question = self.council().questions.first();
            let question = question.unwrap_or_else(|| panic!("{ask} never comes")).clone();
            self.settle(&question);
        }
        panic!("{ask} never comes");
    }

    /// All who may answer a question do, in turn, until it is answered.
    pub fn settle(&mut self, question: &Question) {
        let default = match question.ask.as_str() {
            "gift" => "flint",
            "omen" => "sing",
            "where" => "gate",
            "edict" => "e1",
            "mend" => "patch",
            "stop" => "no",
            "answer" => "keep",
            "grief" => "stay",
            _ => "wait",
        };
        let choice = self.steer.get(question.ask.as_str()).copied().unwrap_or(default);
        for user in self.council().seating.users() {
            if self.council().questions.iter().all(|open| open.number != question.number) {
                return;
            }
            let (question, choice) = (question.number, choice.to_owned());
            let _ = self.ask(user.0, Request::Choose { question, choice, seat: None });
        }
    }

    /// The last answer of the log.
    pub fn last(&self) -> Answered {
        let answers = self.log.iter().rev().filter_map(|entry| match &entry.kind {
            EntryKind::Answer(answered) => Some(answered.clone()),
            _ => None,
        });
        answers.take(1).next().expect("something was answered")
    }

    /// The last answer to a kind of question.
    pub fn last_of(&self, ask: &str) -> Answered {
        let mut answers = self.log.iter().rev().filter_map(|entry| match &entry.kind {
            EntryKind::Answer(answered) if answered.ask == ask => Some(answered.clone()),
            _ => None,
        });
        answers.next().expect("it was answered")
    }

    pub fn how(&self, ask: &str) -> DecidedBy {
        self.last_of(ask).decided_by
    }

    /// What was said since a moment of the log, of one sort.
    pub fn news(&self) -> impl Iterator<Item = &NoticeKind> {
        self.told.iter().map(|(_, notice)| &notice.kind)
    }

    /// Who was reminded of a question, and when.
    pub fn reminders(&self, number: u32) -> Vec<(Timestamp, Vec<u64>)> {
        let told = self.told.iter().filter(
            |(_, n)| matches!(n.kind, NoticeKind::Reminder { question, .. } if question == number),
        );
        told.map(|(at, n)| (*at, n.ping.iter().map(|user| user.0).collect())).collect()
    }
}
