//! What people ask of the reference: done, or not.

use emberhall::council::orders::{MOST_ORDERS, Order};
use emberhall::council::settings::VoterEligibility;
use emberhall::council::{Request, Requester, UserId};

use super::{Asked, Chose, Held, Kind, Moved, Reference, open_keys};

impl Reference {
    /// Does what is asked; if it is refused nothing has changed.
    pub fn ask(&mut self, now: i64, who: &Requester, deed: &Request) -> bool {
        let mut next = self.clone();
        next.now = now;
        let done = next.perform(who, deed).is_some();
        if done {
            *self = next;
        }
        done
    }

    fn perform(&mut self, who: &Requester, deed: &Request) -> Option<()> {
        let user = who.user.0;
        must(!self.over)?;
        for seat in self.seats_of(user) {
            self.seen.insert(seat, self.now);
        }
        let tends = who.moderator || !self.seats_of(user).is_empty();
        let runs = self.paused.is_none();
        match deed {
            Request::Sit { .. } | Request::Begin => None,
            Request::Show => Some(()),
            Request::Choose { question, choice, seat } => {
                must(runs)?;
                self.choose(user, *question, choice, seat.map(Self::seat))
            }
            Request::VotePublic { edition, choice } => {
                must(edition.is_none_or(|edition| {
                    self.petition.as_ref().is_some_and(|ballot| ballot.edition == edition)
                }))?;
                self.sign(who, choice.as_deref())
            }
            Request::Speak { question, choice } => self.speak(who, *question, choice.as_deref()),
            Request::SetBallotPing { on } => {
                must(!who.bot)?;
                if *on {
                    must(self.seats_of(user).is_empty() && self.callers.len() < 200)?;
                    self.callers.insert(user);
                } else {
                    self.callers.remove(&user);
                }
                Some(())
            }
            Request::CloseBallot { edition } => {
                must(runs)?;
                self.close_early(user, *edition)
            }
            Request::StrikeVote { user } => {
                must(who.moderator)?;
                let ballot = self.petition.as_mut()?;
                must(ballot.votes.remove(&user.0).is_some())?;
                ballot.struck.insert(user.0);
                self.seq += 1;
                Some(())
            }
            Request::Order { seat, orders } => {
                must(runs)?;
                self.order(user, seat.0, orders)
            }
            Request::SetAwayAnswer { seat, ask, choice } => {
                must(runs && self.user(seat.0) == Some(user))?;
                let answers = self.away.entry(seat.0).or_default();
                match choice {
                    Some(choice) => drop(answers.insert(ask.clone(), choice.clone())),
                    None => drop(answers.remove(ask)),
                }
                Some(())
            }
            Request::PreviewUndo { back_to } => {
                must(runs && tends)?;
                let chosen = |chose: &Chose| !matches!(chose, Chose::Nobody);
                let last = self.given.iter().rev().find(|given| chosen(&given.chose));
                let seq = back_to.or(last.map(|given| given.seq))?;
                must(self.given.iter().any(|given| given.seq == seq))
            }
            Request::Undo { back_to, seen } => {
                must(runs && tends && *seen == self.seq)?;
                self.undo(who.user, *back_to)
            }
            Request::Abandon => {
                must(tends)?;
                if who.moderator {
                    self.end();
                    return Some(());
                }
                self.put_motion(user, None)
            }
            Request::VoteMotion { motion, agree } => {
                let seats = self.seats_of(user);
                let open = self.motion.as_mut().filter(|open| open.number == *motion)?;
                must(!seats.is_empty())?;
                open.voices.extend(seats.into_iter().map(|seat| (seat, *agree)));
                self.weigh();
                Some(())
            }
            Request::Pause => {
                must(tends && runs)?;
                self.paused = Some(self.now);
                self.seq += 1;
                Some(())
            }
            Request::Resume => {
                must(tends && !runs && !self.users().is_empty())?;
                self.shift();
                self.seq += 1;
                self.go_on();
                Some(())
            }
            Request::Extend { question, span } => {
                must(tends && runs && (60_000..=31_536_000_000).contains(&span.0))?;
                let asked = self.open.iter_mut().find(|asked| asked.number == *question)?;
                asked.due = Some(asked.due? + span.0);
                if let (Kind::People, Some(ballot)) = (asked.kind, &mut self.petition) {
                    ballot.closes = ballot.closes.map(|closes| closes + span.0);
                }
                self.seq += 1;
                Some(())
            }
            Request::ChangeSettings(settings) => {
                must(who.moderator || self.user(self.leader()) == Some(user))?;
                must(settings.check().is_ok())?;
                // Who is called by a role is a moderator's matter.
                must(
                    who.moderator
                        || settings.public_vote.ping_role == self.settings.public_vote.ping_role,
                )?;
                self.settings = (**settings).clone();
                self.seq += 1;
                self.go_on();
                Some(())
            }
            Request::HandOver { seat, to } => {
                must(who.moderator || self.user(seat.0) == Some(user))?;
                self.hand(seat.0, Held::By(to.0))?;
                self.settle_in();
                Some(())
            }
            Request::Lend { seat } => {
                must(who.moderator || self.user(seat.0) == Some(user))?;
                self.hand(seat.0, Held::House(self.user(seat.0)))?;
                self.settle_in();
                Some(())
            }
            Request::Claim { seat } => {
                let Held::House(lent_by) = *self.held.get(usize::from(seat.0))? else {
                    return None;
                };
                must(who.moderator || lent_by.is_none_or(|lender| lender == user))?;
                self.hand(seat.0, Held::By(user))?;
                self.seen.insert(seat.0, self.now);
                self.settle_in();
                Some(())
            }
            Request::Leave => {
                let seats = self.seats_of(user);
                must(!seats.is_empty())?;
                for seat in seats {
                    self.hand(seat, Held::House(None))?;
                }
                self.settle_in();
                Some(())
            }
        }
    }

    fn choose(&mut self, user: u64, number: u32, choice: &str, seat: Option<u8>) -> Option<()> {
        let at = self.open.iter().position(|asked| asked.number == number)?;
        let asked = self.open[at].clone();
        must(open_keys(&self.decision(asked.id)?).iter().any(|open| open == choice))?;
        if asked.kind == Kind::Vote && asked.tied.is_none() {
            let mut seats = self.seats_of(user);
            seats.retain(|mine| seat.is_none_or(|seat| seat == *mine));
            must(!seats.is_empty())?;
            let votes = &mut self.open[at].votes;
            votes.extend(seats.into_iter().map(|seat| (seat, choice.to_owned())));
        } else {
            must(asked.tied.as_ref().is_none_or(|tied| tied.iter().any(|one| one == choice)))?;
            let chose = self.may_answer(&asked, user)?;
            self.answer(at, choice, chose);
        }
        self.go_on();
        Some(())
    }

    fn sign(&mut self, who: &Requester, choice: Option<&str>) -> Option<()> {
        let advisor = !self.seats_of(who.user.0).is_empty();
        let ballot = self.petition.as_mut()?;
        let admitted = match ballot.admit {
            VoterEligibility::Everyone => true,
            VoterEligibility::Role(role) => who.roles.contains(&role),
        };
        let days = ballot.days.map_or(0, |days| i64::from(days) * 86_400_000);
        let old = days == 0 || who.joined.is_some_and(|joined| joined.0 + days <= self.now);
        must(!ballot.closed && !who.bot && !ballot.struck.contains(&who.user.0))?;
        must(advisor || (admitted && old))?;
        match choice {
            Some(choice) => {
                must(ballot.offers.iter().any(|offer| offer == choice))?;
                ballot.votes.insert(who.user.0, choice.to_owned());
            }
            None => {
                ballot.votes.remove(&who.user.0);
            }
        }
        Some(())
    }

    fn speak(&mut self, who: &Requester, question: u32, choice: Option<&str>) -> Option<()> {
        let at = self.open.iter().position(|asked| asked.number == question)?;
        let decision = self.decision(self.open[at].id)?;
        let outsider = !who.bot && self.seats_of(who.user.0).is_empty();
        let (now, tied) = (self.now, self.open[at].tied.clone());
        let open = tied.unwrap_or_else(|| open_keys(&decision));
        let street = self.open[at].street.as_mut()?;
        let admitted = match street.admit {
            VoterEligibility::Everyone => true,
            VoterEligibility::Role(role) => who.roles.contains(&role),
        };
        let days = street.days.map_or(0, |days| i64::from(days) * 86_400_000);
        let old = days == 0 || who.joined.is_some_and(|joined| joined.0 + days <= now);
        must(outsider && admitted && old)?;
        match choice {
            Some(choice) => {
                must(open.iter().any(|open| open == choice))?;
                street.said.insert(who.user.0, choice.to_owned());
            }
            None => drop(street.said.remove(&who.user.0)),
        }
        Some(())
    }

    fn close_early(&mut self, user: u64, edition: u32) -> Option<()> {
        let ballot = self.petition.as_ref().filter(|b| b.edition == edition && !b.closed)?;
        must(self.user(self.leader()) == Some(user))?;
        must((self.now - ballot.opened) * 2 >= ballot.closes? - ballot.opened)?;
        must(self.not_voted().is_empty())?;
        let open = |asked: &Asked| asked.kind == Kind::People && asked.tied.is_none();
        let at = self.open.iter().position(open)?;
        let decision = self.decision(self.open[at].id)?;
        if let Some((choice, chose)) = self.close_ballot(at, &decision) {
            self.answer(at, &choice, chose);
        }
        self.go_on();
        Some(())
    }

    fn order(&mut self, user: u64, seat: u8, orders: &[Order]) -> Option<()> {
        must(self.user(seat) == Some(user) && orders.len() <= MOST_ORDERS)?;
        must(orders.iter().all(|order| !order.steps.is_empty() && order.taken == 0))?;
        self.orders.insert(seat, orders.to_vec());
        self.ordering = Some(seat);
        self.go_on();
        self.ordering = None;
        Some(())
    }

    fn undo(&mut self, user: UserId, back_to: u64) -> Option<()> {
        let at = self.given.iter().position(|given| given.seq == back_to)?;
        let gone = &self.given[at..];
        if gone.iter().any(|given| given.wall) {
            return self.put_motion(user.0, Some(back_to));
        }
        let mine = self.seats_of(user.0);
        let leading = self.user(self.leader());
        let by_me = |chose: &Chose| match chose {
            Chose::Nobody => true,
            Chose::Seat { seat, by } => *by == user.0 || mine.contains(seat),
            Chose::Order(seat) => mine.contains(seat),
            Chose::Leader(by) => *by == user.0,
            Chose::Voters(voters) => {
                let people = voters.iter().filter(|seat| !self.house(**seat));
                !mine.is_empty() && people.into_iter().all(|seat| mine.contains(seat))
            }
            Chose::People => false,
        };
        // What the house did alone is the leader's, or anybody's if the house leads.
        let alone = gone.iter().all(|given| matches!(given.chose, Chose::Nobody));
        let own = gone.iter().all(|given| by_me(&given.chose));
        let own = if alone { leading.is_none() && !mine.is_empty() } else { own };
        must(leading == Some(user.0) || own)?;
        self.go_back(back_to);
        Some(())
    }

    fn go_back(&mut self, back_to: u64) {
        let Some(at) = self.given.iter().position(|given| given.seq == back_to) else { return };
        let gone = self.given.split_off(at);
        self.table = gone[0].before.clone();
        for given in &gone {
            if let Chose::Seat { seat, .. } | Chose::Order(seat) = given.chose {
                self.orders.remove(&seat);
            }
        }
        let decisions = self.table.0.decisions();
        self.open.retain(|asked| decisions.iter().any(|d| d.id == asked.id));
        self.forget_turn();
        self.seq += 1;
        self.note_chapter();
        self.heard.retain(|(seq, _)| *seq < back_to);
        if gone.iter().any(|given| given.public)
            && let Some(ballot) = &mut self.petition
        {
            ballot.votes.clear();
        }
        self.motion = self.motion.take().filter(|motion| motion.undo.is_none());
        self.go_on();
    }

    fn put_motion(&mut self, user: u64, undo: Option<u64>) -> Option<()> {
        let seats = self.seats_of(user);
        must(self.motion.is_none() && !seats.is_empty())?;
        self.numbers += 1;
        let due = self.pace().map(|pace| self.paused.unwrap_or(self.now) + pace);
        let voices = seats.into_iter().map(|seat| (seat, true)).collect();
        self.motion = Some(Moved { number: self.numbers, undo, voices, due });
        self.weigh();
        Some(())
    }

    fn weigh(&mut self) {
        let Some(motion) = self.motion.clone() else { return };
        let people: Vec<u8> = self.seats().into_iter().filter(|seat| !self.house(*seat)).collect();
        let count = |agree| people.iter().filter(|s| motion.voices.get(s) == Some(&agree)).count();
        let (yes, no, all) = (count(true), count(false), people.len());
        match motion.undo {
            Some(back_to) if yes == all && all > 0 => {
                self.motion = None;
                self.go_back(back_to);
            }
            Some(_) if no > 0 => self.motion = None,
            None if yes * 2 > all => self.end(),
            None if no * 2 >= all => self.motion = None,
            _ => {}
        }
    }

    fn hand(&mut self, seat: u8, to: Held) -> Option<()> {
        let held = self.held.get_mut(usize::from(seat))?;
        if *held != to {
            *held = to;
            self.orders.remove(&seat);
            self.away.remove(&seat);
            self.seen.remove(&seat);
            self.seq += 1;
            // Who sits at the table is the street no more.
            if let Held::By(user) = to {
                for street in self.open.iter_mut().filter_map(|asked| asked.street.as_mut()) {
                    street.said.remove(&user);
                }
            }
        }
        Some(())
    }

    fn settle_in(&mut self) {
        self.weigh();
        if self.over {
            return;
        }
        if self.deserted && !self.users().is_empty() {
            self.shift();
        }
        self.go_on();
    }
}

fn must(holds: bool) -> Option<()> {
    holds.then_some(())
}
