//! What follows of itself in the reference: the house, orders, counts, deadlines.

use emberhall::council::settings::{Decider, PublicVoteMode as Mode, SmallQuestionMode, TurnMode};
use emberhall::game::{Answer, Answerer, Audience, Decision, Policy};

use super::{Asked, Chose, Given, Kind, Petition, Reference, Street, most, open_keys};

impl Reference {
    /// Until somebody is waited for.
    pub fn go_on(&mut self) {
        while !self.over && self.paused.is_none() {
            if self.users().is_empty() {
                self.paused = Some(self.now);
                self.deserted = true;
                return;
            }
            if self.table.0.outcome().is_some() {
                return self.end();
            }
            let decisions = self.table.0.decisions();
            self.open.retain(|asked| decisions.iter().any(|d| d.id == asked.id));
            for decision in &decisions {
                if self.open.iter().all(|asked| asked.id != decision.id) {
                    self.ask_for(decision);
                }
            }
            let settled = decisions.iter().find_map(|decision| {
                let at = self.open.iter().position(|asked| asked.id == decision.id)?;
                Some((at, self.of_itself(at, decision)?))
            });
            let Some((at, (choice, chose))) = settled else {
                self.open.iter_mut().for_each(|asked| asked.heard = true);
                return self.renew();
            };
            self.answer(at, &choice, chose);
        }
    }

    pub fn end(&mut self) {
        self.over = true;
        self.seq += 1;
        self.paused = None;
        self.motion = None;
        self.petition = None;
        self.turn = None;
        self.open.clear();
        self.orders.clear();
    }

    fn kind(&self, decision: &Decision) -> Kind {
        let people = match self.settings.public_vote.mode {
            Mode::Off => Kind::Vote,
            _ => Kind::People,
        };
        if let Audience::Only(seat) = decision.audience {
            return Kind::Own(seat.0);
        }
        let named = match &decision.answerer {
            Answerer::Seat(seat) => return Kind::Own(seat.0),
            Answerer::Responsible { seat, .. } => Kind::One(seat.0),
            Answerer::Active(seat) => Kind::Turn(seat.0),
            Answerer::Council => Kind::Vote,
            Answerer::Electorate => Kind::Vote,
        };
        match self.settings.who.get(&decision.ask) {
            None if decision.answerer == Answerer::Electorate => people,
            None | Some(Decider::Seat) => named,
            Some(Decider::Vote) => Kind::Vote,
            Some(Decider::Leader) => Kind::Leader,
            Some(Decider::Anyone) => Kind::Anyone,
            Some(Decider::Public) => people,
        }
    }

    fn ask_for(&mut self, decision: &Decision) {
        let kind = self.kind(decision);
        let mut time = self.pace();
        if kind == Kind::People && self.stays_open() {
            let lasts = self.settings.public_vote.duration.map(|span| span.0);
            let pace = self.pace().unwrap_or(86_400_000);
            // A sixth of the pace, live two minutes; at tables of version 0.1 all of it.
            let usual =
                if self.settings.public_vote.opens { (pace / 6).max(120_000) } else { pace };
            time = lasts.or(Some(usual));
        }
        if let Kind::Turn(seat) = kind {
            self.begin_turn(seat);
        }
        let people = &self.settings.public_vote;
        // In this game only omens are put to the street.
        let asked = decision.ask == "omen" && people.street.as_deref() == Some("omens");
        let street = (asked && kind != Kind::People).then(|| Street {
            said: std::collections::BTreeMap::new(),
            admit: people.eligibility,
            days: people.membership_days,
        });
        self.numbers += 1;
        self.open.push(Asked {
            number: self.numbers,
            id: decision.id,
            ask: decision.ask.clone(),
            kind,
            votes: std::collections::BTreeMap::new(),
            due: time.map(|time| self.now + time),
            tied: None,
            late: false,
            put_to_people: false,
            cover: self.cover(kind),
            heard: false,
            street,
        });
    }

    fn begin_turn(&mut self, seat: u8) {
        if self.turn.is_none_or(|(whose, _)| whose != seat) {
            self.turn = Some((seat, self.first_until(seat)));
        }
    }

    fn cover(&self, kind: Kind) -> Option<i64> {
        match (kind, self.settings.small_questions) {
            (Kind::One(seat), SmallQuestionMode::Relay) => {
                Some(self.first_until(seat).max(self.now))
            }
            (Kind::One(_), SmallQuestionMode::Open) => Some(self.now),
            _ => None,
        }
    }

    /// Whoever was here in the last five minutes has the whole window; else it has run
    /// since the round began.
    fn first_until(&self, seat: u8) -> i64 {
        let part = self.pace().map_or(3_600_000, |pace| (pace / 24).max(60_000));
        let window = self.settings.window.map_or(part, |span| span.0);
        let seats = self.user(seat).map_or_else(Vec::new, |user| self.seats_of(user));
        let here = seats.iter().filter_map(|seat| self.seen.get(seat)).max();
        let from = match here {
            Some(seen) if seen + window.min(300_000) > self.now => self.now,
            _ => self.round_since,
        };
        from + window
    }

    pub fn forget_turn(&mut self) {
        let asked = |seat| self.open.iter().any(|asked| asked.kind == Kind::Turn(seat));
        self.turn = self.turn.filter(|(seat, _)| asked(*seat));
    }

    fn advice(&self, at: usize, decision: &Decision) -> String {
        let asked = &self.open[at];
        let advice = self.table.0.choose(asked.id, Policy::Greedy, u64::from(asked.number));
        let open = open_keys(decision);
        advice.filter(|advice| open.contains(advice)).unwrap_or_else(|| open[0].clone())
    }

    fn among(&self, at: usize, decision: &Decision, tied: &[String]) -> String {
        let advice = self.advice(at, decision);
        if tied.contains(&advice) { advice } else { tied[0].clone() }
    }

    fn of_itself(&mut self, at: usize, decision: &Decision) -> Option<(String, Chose)> {
        let open = open_keys(decision);
        if open.len() == 1 {
            return Some((open[0].clone(), Chose::Nobody));
        }
        let led_by_house = self.house(self.leader());
        if let Some(tied) = self.open[at].tied.clone() {
            return led_by_house.then(|| (self.among(at, decision, &tied), Chose::Nobody));
        }
        if self.open[at].late {
            return led_by_house.then(|| (self.advice(at, decision), Chose::Nobody));
        }
        let by_leader = self.settings.turns == TurnMode::Leader;
        match self.open[at].kind {
            Kind::Vote => self.vote(at, decision, false),
            Kind::One(seat) | Kind::Own(seat) => self.by_seat(at, decision, seat, seat),
            Kind::Turn(seat) if by_leader => self.by_seat(at, decision, self.leader(), seat),
            Kind::Turn(seat) => self.by_seat(at, decision, seat, seat),
            Kind::Leader => match decision.answerer {
                Answerer::Active(seat) => self.by_seat(at, decision, self.leader(), seat.0),
                _ => led_by_house.then(|| (self.advice(at, decision), Chose::Nobody)),
            },
            Kind::Anyone => None,
            Kind::People => self.put_to_people(at, decision),
        }
    }

    /// The house if it plays `player`, else the orders of `seat`.
    fn by_seat(
        &mut self,
        at: usize,
        decision: &Decision,
        player: u8,
        seat: u8,
    ) -> Option<(String, Chose)> {
        if self.house(player) {
            return Some((self.advice(at, decision), Chose::Nobody));
        }
        let ordered = self.by_order(at, decision, seat);
        // Somebody who leads for others is asked: what they said was for their own turn.
        let led = match self.open[at].kind {
            Kind::Leader => true,
            Kind::Turn(_) => self.settings.turns == TurnMode::Leader,
            _ => false,
        };
        ordered.or_else(|| (!led).then(|| self.by_habit(at, decision, seat)).flatten())
    }

    /// What a seat said to answer while its holder is away: five minutes without a word.
    fn by_habit(&self, at: usize, decision: &Decision, seat: u8) -> Option<(String, Chose)> {
        let choice = self.away.get(&seat)?.get(&self.open[at].ask)?;
        let seats = self.seats_of(self.user(seat)?);
        let seen = seats.iter().filter_map(|seat| self.seen.get(seat)).max();
        let gone = seen.is_none_or(|seen| seen + 300_000 <= self.now);
        let open = open_keys(decision).contains(choice);
        (gone && open).then(|| (choice.clone(), Chose::Nobody))
    }

    fn by_order(&mut self, at: usize, decision: &Decision, seat: u8) -> Option<(String, Chose)> {
        let order = self.orders.get(&seat)?.first()?.clone();
        if order.taken == 0 && self.open[at].heard && self.ordering != Some(seat) {
            return None;
        }
        let fits = order.steps.get(order.taken).filter(|step| step.ask == self.open[at].ask);
        let queue = self.orders.get_mut(&seat)?;
        let Some(step) = fits else {
            if order.taken > 0 && matches!(self.open[at].kind, Kind::Turn(_)) {
                queue.remove(0);
            }
            return None;
        };
        if !open_keys(decision).contains(&step.choice) {
            queue.remove(0);
            return None;
        }
        queue[0].taken += 1;
        if queue[0].taken == order.steps.len() {
            queue.remove(0);
        }
        Some((step.choice.clone(), Chose::Order(seat)))
    }

    fn vote(&mut self, at: usize, decision: &Decision, closing: bool) -> Option<(String, Chose)> {
        let advice = self.advice(at, decision);
        for seat in self.seats() {
            if self.house(seat) {
                self.open[at].votes.entry(seat).or_insert_with(|| advice.clone());
            }
        }
        if self.open[at].votes.is_empty() && closing {
            return Some((advice, Chose::Nobody));
        }
        match self.count(&self.open[at], &open_keys(decision), closing)? {
            Ok(choice) => {
                Some((choice, Chose::Voters(self.open[at].votes.keys().copied().collect())))
            }
            Err(tied) => self.tie(at, decision, tied),
        }
    }

    fn tie(
        &mut self,
        at: usize,
        decision: &Decision,
        tied: Vec<String>,
    ) -> Option<(String, Chose)> {
        if self.house(self.leader()) {
            return Some((self.among(at, decision, &tied), Chose::Nobody));
        }
        self.open[at].tied = Some(tied);
        self.open[at].due = self.tie_time().map(|time| self.now + time);
        None
    }

    fn stays_open(&self) -> bool {
        let people = &self.settings.public_vote;
        people.mode == Mode::OnDemand || (people.mode == Mode::Standing && people.opens)
    }

    fn put_to_people(&mut self, at: usize, decision: &Decision) -> Option<(String, Chose)> {
        if self.open[at].put_to_people {
            return None;
        }
        self.open[at].put_to_people = true;
        // A standing ballot about something else keeps its votes.
        let standing = self.settings.public_vote.mode == Mode::Standing;
        let another = self.table.0.standing_ballot().is_some_and(|ahead| ahead.ask != decision.ask);
        if self.stays_open() && !(standing && another) {
            if self.settings.public_vote.mode == Mode::OnDemand {
                self.petition = None;
            }
            self.open_ballot(open_keys(decision), self.open[at].due);
            return None;
        }
        self.close_ballot(at, decision)
    }

    fn open_ballot(&mut self, offers: Vec<String>, closes: Option<i64>) {
        let people = self.settings.public_vote.clone();
        let same = |before: &Petition| {
            before.admit == people.eligibility && before.days == people.membership_days
        };
        let before = self.petition.take().filter(same);
        let goes_on = |before: &&Petition| closes.is_some() && before.closes.is_none();
        let struck = before.as_ref().filter(goes_on).map(|before| before.struck.clone());
        let mut votes = before.map(|before| before.votes).unwrap_or_default();
        votes.retain(|_, choice| offers.contains(choice));
        let (admit, turnout) = (people.eligibility, people.turnout as usize);
        let (days, struck) = (people.membership_days, struck.unwrap_or_default());
        self.editions += 1;
        let (opened, closed, edition) = (self.now, false, self.editions);
        self.petition = Some(Petition {
            offers,
            votes,
            admit,
            days,
            struck,
            turnout,
            opened,
            closes,
            closed,
            counted: false,
            edition,
        });
    }

    /// A ballot that was open for a question has closed; a standing one keeps its votes.
    fn put_away(&mut self) {
        match &mut self.petition {
            Some(ballot) if self.settings.public_vote.mode == Mode::Standing => {
                ballot.closed = true;
            }
            _ => self.petition = None,
        }
    }

    fn renew(&mut self) {
        let closed = self.petition.as_ref().is_some_and(|ballot| ballot.closed);
        let about = |asked: &Asked| asked.kind == Kind::People || (closed && asked.put_to_people);
        if self.open.iter().any(about) {
            return;
        }
        let matter = self.table.0.standing_ballot();
        let people = |matter: &Decision| {
            // At tables of version 0.1 it stands even where others decide.
            let asked = !self.settings.public_vote.opens || self.kind(matter) == Kind::People;
            self.settings.public_vote.mode == Mode::Standing && asked
        };
        match matter.filter(people) {
            None => self.petition = None,
            Some(matter) => {
                let offers = open_keys(&matter);
                let stands = |ballot: &Petition| {
                    !ballot.counted && ballot.closes.is_none() && ballot.offers == offers
                };
                if !self.petition.as_ref().is_some_and(stands) {
                    self.open_ballot(offers, None);
                }
            }
        }
    }

    pub fn close_ballot(&mut self, at: usize, decision: &Decision) -> Option<(String, Chose)> {
        let ballot = self.petition.clone();
        let on_demand = ballot.as_ref().is_some_and(|ballot| ballot.closes.is_some());
        let offered = open_keys(decision);
        let mut votes = ballot.as_ref().map(|ballot| ballot.votes.clone()).unwrap_or_default();
        votes.retain(|_, choice| offered.contains(choice));
        if ballot.is_some_and(|ballot| votes.len() < ballot.turnout) {
            let mut advisors = votes.clone();
            advisors.retain(|user, _| self.users().contains(user));
            if !(advisors.is_empty() && on_demand) {
                votes = advisors;
            }
        }
        if votes.is_empty() {
            if on_demand && !self.settings.public_vote.opens {
                return Some((self.advice(at, decision), Chose::Nobody));
            }
            if on_demand {
                self.put_away();
                self.open[at].due = self.pace().map(|pace| self.now + pace);
            }
            self.open[at].kind = Kind::Vote;
            return self.vote(at, decision, false);
        }
        let own = self.user(self.leader()).and_then(|user| votes.get(&user));
        match most(&votes.values().collect::<Vec<_>>(), own, &offered) {
            Ok(choice) => Some((choice, Chose::People)),
            Err(tied) => {
                if on_demand {
                    self.put_away();
                }
                self.tie(at, decision, tied)
            }
        }
    }

    pub fn answer(&mut self, at: usize, choice: &str, chose: Chose) {
        let asked = self.open.remove(at);
        let public = self.decision(asked.id).is_some_and(|d| d.answerer == Answerer::Electorate);
        let before = self.table.clone();
        let answer = Answer { decision: Some(asked.id), choice: choice.to_owned() };
        let events = self.table.0.apply(&answer).expect("the reference answers what is asked");
        let wall = events.iter().any(|event| event.undo_barrier);
        self.seq += 1;
        // A ballot that was counted is over, even if the next one offers the same.
        if let Some(ballot) = self.petition.as_mut().filter(|_| public && asked.put_to_people) {
            ballot.counted |= ballot.closes.is_none();
        }
        self.hear(&asked, choice);
        self.given.push(Given { seq: self.seq, before, chose, wall, public });
        self.note_chapter();
        if self.motion.as_ref().is_some_and(|motion| motion.undo.is_some()) {
            self.motion = None;
        }
    }

    /// The street had spoken: did most of it say the same?
    fn hear(&mut self, asked: &Asked, choice: &str) {
        let Some(street) = asked.street.as_ref().filter(|street| !street.said.is_empty()) else {
            return;
        };
        let count = |key: &str| street.said.values().filter(|said| *said == key).count();
        let most = street.said.values().map(|said| count(said)).max().unwrap_or(0);
        self.heard.push((self.seq, count(choice) == most));
    }

    pub fn note_chapter(&mut self) {
        let chapter = self.table.0.progress();
        let chapter = (chapter.round, chapter.phase);
        if self.chapter != chapter {
            if self.chapter.0 != chapter.0 {
                self.round_since = self.paused.unwrap_or(self.now);
            }
            self.chapter = chapter;
            self.forget_turn();
        }
    }

    /// Every deadline that has passed.
    pub fn wake(&mut self, now: i64) {
        self.now = now;
        if self.over || self.paused.is_some() {
            return;
        }
        if self.motion.as_ref().is_some_and(|motion| motion.due.is_some_and(|due| due <= now)) {
            self.motion = None;
        }
        self.go_on();
        while let Some(at) =
            self.open.iter().position(|asked| asked.due.is_some_and(|due| due <= now))
        {
            let decision = self.decision(self.open[at].id).expect("it is asked");
            if let Some((choice, chose)) = self.too_late(at, &decision) {
                self.answer(at, &choice, chose);
                self.go_on();
            }
        }
    }

    fn too_late(&mut self, at: usize, decision: &Decision) -> Option<(String, Chose)> {
        if let Some(tied) = self.open[at].tied.clone() {
            return Some((self.among(at, decision, &tied), Chose::Nobody));
        }
        let small = match self.open[at].kind {
            Kind::Vote => return self.vote(at, decision, true),
            Kind::People => return self.close_ballot(at, decision),
            Kind::One(seat) => Some(seat),
            Kind::Turn(seat) if self.settings.turns == TurnMode::Strict => Some(seat),
            _ => None,
        };
        let leads = self.user(self.leader());
        if let Some(seat) = small
            && !self.open[at].late
            && leads.is_some()
            && leads != self.user(seat)
        {
            self.open[at].late = true;
            self.open[at].due = self.tie_time().map(|time| self.now + time);
            return None;
        }
        Some((self.advice(at, decision), Chose::Nobody))
    }
}
