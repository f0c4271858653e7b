//! A simple council, written from what was promised and not from the source:
//! slow, without notices, undo by keeping every earlier table.
//!
//! * here: the state and the counting of votes; `flow`: what follows of itself;
//!   `deeds`: what people ask for.

mod deeds;
mod flow;

use std::collections::{BTreeMap, BTreeSet};

use emberhall::council::orders::Order;
use emberhall::council::settings::{Settings, TurnMode, VoterEligibility};
use emberhall::game::{Decision, Seat, Table};

/// A table that can be copied.
pub struct Board(pub Box<dyn Table>);

impl Clone for Board {
    fn clone(&self) -> Self {
        Board(self.0.clone_box())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    By(u64),
    House(Option<u64>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Vote,
    One(u8),
    Turn(u8),
    Own(u8),
    Leader,
    Anyone,
    People,
}

#[derive(Clone, Debug)]
pub struct Asked {
    pub number: u32,
    pub id: u32,
    pub ask: String,
    pub kind: Kind,
    pub votes: BTreeMap<u8, String>,
    pub due: Option<i64>,
    pub tied: Option<Vec<String>>,
    pub late: bool,
    pub put_to_people: bool,
    /// From when on others may answer for the seat responsible.
    pub cover: Option<i64>,
    /// The table has heard of it: an order for its turn has run, or did not fit.
    pub heard: bool,
    pub street: Option<Street>,
}

/// Who chose an answer.
#[derive(Clone, Debug)]
pub enum Chose {
    Nobody,
    Seat { seat: u8, by: u64 },
    Order(u8),
    Leader(u64),
    Voters(Vec<u8>),
    People,
}

#[derive(Clone)]
pub struct Given {
    pub seq: u64,
    pub before: Board,
    pub chose: Chose,
    pub wall: bool,
    /// It was put to the public.
    pub public: bool,
}

#[derive(Clone, Debug)]
pub struct Moved {
    pub number: u32,
    pub undo: Option<u64>,
    pub voices: BTreeMap<u8, bool>,
    pub due: Option<i64>,
}

/// What the street says to a question.
#[derive(Clone, Debug)]
pub struct Street {
    pub said: BTreeMap<u64, String>,
    pub admit: VoterEligibility,
    pub days: Option<u16>,
}

#[derive(Clone, Debug)]
pub struct Petition {
    pub offers: Vec<String>,
    pub votes: BTreeMap<u64, String>,
    pub admit: VoterEligibility,
    pub days: Option<u16>,
    pub struck: BTreeSet<u64>,
    pub turnout: usize,
    pub opened: i64,
    pub closes: Option<i64>,
    /// It was counted and takes no more votes.
    pub closed: bool,
    /// It was counted, and the table knows the result.
    pub counted: bool,
    pub edition: u32,
}

#[derive(Clone)]
pub struct Reference {
    pub now: i64,
    pub table: Board,
    pub given: Vec<Given>,
    pub held: Vec<Held>,
    pub settings: Settings,
    pub open: Vec<Asked>,
    pub numbers: u32,
    pub seq: u64,
    pub paused: Option<i64>,
    pub deserted: bool,
    pub turn: Option<(u8, i64)>,
    pub seen: BTreeMap<u8, i64>,
    pub chapter: (u32, String),
    pub round_since: i64,
    pub orders: BTreeMap<u8, Vec<Order>>,
    pub ordering: Option<u8>,
    pub away: BTreeMap<u8, BTreeMap<String, String>>,
    pub motion: Option<Moved>,
    pub petition: Option<Petition>,
    pub editions: u32,
    /// Answers the street had spoken to, and whether most of it would have given them.
    pub heard: Vec<(u64, bool)>,
    pub callers: BTreeSet<u64>,
    pub over: bool,
}

pub fn open_keys(decision: &Decision) -> Vec<String> {
    let open = decision.choices.iter().filter(|choice| choice.blocked.is_none());
    open.map(|choice| choice.key.clone()).collect()
}

/// The answer with the most votes; the tied ones if the leader's vote does not help.
pub fn most(
    votes: &[&String],
    leader: Option<&String>,
    offered: &[String],
) -> Result<String, Vec<String>> {
    let count = |choice: &String| votes.iter().filter(|vote| **vote == choice).count();
    let best = offered.iter().map(count).max().unwrap_or(0);
    let top: Vec<String> = offered.iter().filter(|choice| count(choice) == best).cloned().collect();
    match leader {
        _ if top.len() == 1 => Ok(top[0].clone()),
        Some(vote) if top.contains(vote) => Ok(vote.clone()),
        _ => Err(top),
    }
}

impl Reference {
    pub fn user(&self, seat: u8) -> Option<u64> {
        match self.held.get(usize::from(seat))? {
            Held::By(user) => Some(*user),
            Held::House(_) => None,
        }
    }

    pub fn house(&self, seat: u8) -> bool {
        self.user(seat).is_none()
    }

    pub fn seats(&self) -> Vec<u8> {
        (0..self.held.len() as u8).collect()
    }

    pub fn seats_of(&self, user: u64) -> Vec<u8> {
        self.seats().into_iter().filter(|seat| self.user(*seat) == Some(user)).collect()
    }

    pub fn users(&self) -> Vec<u64> {
        let mut users: Vec<u64> = self.seats().into_iter().filter_map(|s| self.user(s)).collect();
        users.sort_unstable();
        users.dedup();
        users
    }

    pub fn leader(&self) -> u8 {
        self.table.0.leader().0
    }

    pub fn decision(&self, id: u32) -> Option<Decision> {
        self.table.0.decisions().into_iter().find(|decision| decision.id == id)
    }

    pub fn pace(&self) -> Option<i64> {
        self.settings.pace.span().map(|span| span.0)
    }

    /// A quarter of the pace unless it is set, at least a minute, at most the pace.
    pub fn tie_time(&self) -> Option<i64> {
        let pace = self.pace()?;
        let set = self.settings.tie_time.map(|span| span.0);
        Some(set.unwrap_or((pace / 4).max(60_000)).min(pace))
    }

    /// May any advisor act for the active seat?
    fn relayed(&self) -> bool {
        match self.settings.turns {
            TurnMode::Open => true,
            TurnMode::Relay => self.turn.is_some_and(|(_, until)| until <= self.now),
            TurnMode::Strict | TurnMode::Leader => false,
        }
    }

    /// Whose answer would be taken, and as what.
    pub fn may_answer(&self, asked: &Asked, user: u64) -> Option<Chose> {
        let leads = self.user(self.leader()) == Some(user);
        let leading = leads.then_some(Chose::Leader(user));
        let own =
            |seat: u8| (self.user(seat) == Some(user)).then_some(Chose::Seat { seat, by: user });
        if asked.tied.is_some() {
            let voters = asked.votes.keys().copied().collect();
            let chose = match asked.kind {
                Kind::People => Chose::People,
                _ => Chose::Voters(voters),
            };
            return leads.then_some(chose);
        }
        match asked.kind {
            Kind::One(seat) | Kind::Turn(seat) if asked.late => own(seat).or(leading),
            Kind::One(seat)
                if asked.cover.is_some_and(|from| from <= self.now)
                    && !self.seats_of(user).is_empty() =>
            {
                Some(Chose::Seat { seat, by: user })
            }
            Kind::One(seat) | Kind::Own(seat) => own(seat),
            Kind::Turn(_) if self.settings.turns == TurnMode::Leader => leading,
            Kind::Turn(seat) if self.relayed() && !self.seats_of(user).is_empty() => {
                Some(Chose::Seat { seat, by: user })
            }
            Kind::Turn(seat) => own(seat),
            Kind::Leader => leading,
            Kind::Anyone => {
                let seat = self.seats_of(user).first().copied()?;
                Some(Chose::Seat { seat, by: user })
            }
            Kind::Vote | Kind::People => None,
        }
    }

    pub fn waited(&self, asked: &Asked) -> Vec<u64> {
        if asked.kind == Kind::Vote && asked.tied.is_none() {
            let silent = |user: &u64| {
                self.seats_of(*user).iter().any(|seat| !asked.votes.contains_key(seat))
            };
            return self.users().into_iter().filter(silent).collect();
        }
        if asked.late {
            return self.user(self.leader()).into_iter().collect();
        }
        if asked.kind == Kind::People && asked.tied.is_none() {
            return self.not_voted();
        }
        self.users().into_iter().filter(|user| self.may_answer(asked, *user).is_some()).collect()
    }

    /// The advisors who have not voted on the ballot that is open for a question.
    pub fn not_voted(&self) -> Vec<u64> {
        let Some(ballot) = self.petition.as_ref().filter(|b| b.closes.is_some() && !b.closed)
        else {
            return Vec::new();
        };
        let silent = |user: &u64| !ballot.votes.contains_key(user) && !ballot.struck.contains(user);
        self.users().into_iter().filter(silent).collect()
    }

    /// When something must happen at the latest.
    pub fn next_due(&self) -> Option<i64> {
        if self.over || self.paused.is_some() {
            return None;
        }
        let motion = self.motion.iter().filter_map(|motion| motion.due);
        self.open.iter().filter_map(|asked| asked.due).chain(motion).min()
    }

    /// What the votes of the advisors come to; nothing while it is open.
    fn count(
        &self,
        asked: &Asked,
        offered: &[String],
        closing: bool,
    ) -> Option<Result<String, Vec<String>>> {
        let vote = |seat: u8| asked.votes.get(&seat).filter(|vote| offered.contains(vote));
        let silent: Vec<u8> = self.seats().into_iter().filter(|s| vote(*s).is_none()).collect();
        let cast: BTreeMap<u8, &String> =
            self.seats().into_iter().filter_map(|s| Some((s, vote(s)?))).collect();
        if closing || silent.is_empty() {
            let votes: Vec<&String> = cast.values().copied().collect();
            return Some(most(&votes, vote(self.leader()), offered));
        }
        // Every way it can still go.
        let mut agreed = None;
        for code in 0..offered.len().pow(silent.len() as u32) {
            let mut all = cast.clone();
            for (at, seat) in silent.iter().enumerate() {
                all.insert(*seat, &offered[code / offered.len().pow(at as u32) % offered.len()]);
            }
            let votes: Vec<&String> = all.values().copied().collect();
            let end = most(&votes, all.get(&self.leader()).copied(), offered);
            match &agreed {
                None => agreed = Some(end),
                Some(other) if *other == end => {}
                Some(_) => return None,
            }
        }
        agreed
    }

    pub fn shift(&mut self) {
        self.deserted = false;
        let Some(since) = self.paused.take() else { return };
        let stood = self.now - since;
        self.open.iter_mut().for_each(|asked| asked.due = asked.due.map(|due| due + stood));
        if let Some(motion) = &mut self.motion {
            motion.due = motion.due.map(|due| due + stood);
        }
        if let Some(petition) = &mut self.petition {
            petition.opened += stood;
            petition.closes = petition.closes.map(|closes| closes + stood);
        }
        self.turn = self.turn.map(|(seat, until)| (seat, until + stood));
        self.round_since += stood;
        self.open.iter_mut().for_each(|asked| asked.cover = asked.cover.map(|at| at + stood));
    }

    pub fn seat(seat: Seat) -> u8 {
        seat.0
    }
}
