//! A campaign of Frostpunk behind the boundary: typed questions, answers and
//! events become the plain data a hall knows.
//!
//! May use: every folder of this game, and `crate::game`. Deliberately absent:
//! rules (they are only called here), votes, storage.

use std::sync::Arc;

use serde_json::Value;

use super::record::record;
use super::rules::decision::{Ask, By as RulesBy, Choice as RulesChoice, Pending, Pick, Rejected};
use super::rules::event::Event as RulesEvent;
use super::rules::look::Look;
use super::rules::program::Pack;
use super::rules::save::Save;
use super::rules::state::{City, Outcome as RulesOutcome};
use super::rules::{self, check, hints, keys, owner, remedy};
use super::{laws, policy, text, view};
use crate::game::{
    Advice, Answer, Answerer, Audience, Choice, Decision, Event, GameError, Importance, Message,
    Outcome, Policy, Progress, Seat, Table, Viewer,
};

/// One campaign.
#[derive(Clone)]
pub struct FrostpunkTable {
    pack: Arc<Pack>,
    city: City,
}

pub(super) fn outcome(outcome: RulesOutcome) -> Outcome {
    match outcome {
        RulesOutcome::Won => Outcome::Won,
        RulesOutcome::Lost(loss) => Outcome::Lost { cause: loss.key().to_owned() },
    }
}

fn seat(seat: rules::ids::Seat) -> Seat {
    Seat(seat.0)
}

impl FrostpunkTable {
    pub(super) fn new(pack: Arc<Pack>, city: City) -> Self {
        FrostpunkTable { pack, city }
    }

    /// The state, for those who draw it.
    pub fn city(&self) -> &City {
        &self.city
    }

    fn look(&self) -> Look<'_> {
        Look::new(&self.pack, &self.city)
    }

    /// after the last Law the people have nothing left to vote on. Before the first the
    /// pile may not lie there yet: that is a ballot with nothing on it so far.
    fn may_pass_a_law(&self) -> bool {
        let to_come = self.city.laws.is_empty() && self.city.decks.future_laws.is_empty();
        self.city.outcome.is_none() && (to_come || self.look().law_left())
    }

    fn decision(&self, pending: &Pending) -> Decision {
        let ask = &pending.ask;
        let vote = owner::is_vote(self.look(), ask);
        Decision {
            id: pending.id,
            ask: text::asks::kind(&self.pack, ask),
            answerer: self.by(ask),
            importance: if vote { Importance::Vote } else { Importance::Small },
            audience: owner::audience(ask).map_or(Audience::Everybody, |s| Audience::Only(seat(s))),
            prompt: text::asks::prompt(&self.pack, ask),
            choices: rules::choices(&self.pack, &self.city, ask)
                .into_iter()
                .map(|choice| self.choice(ask, &choice))
                .collect(),
        }
    }

    fn by(&self, ask: &Ask) -> Answerer {
        match owner::by(self.look(), ask) {
            RulesBy::Council => Answerer::Council,
            RulesBy::Responsible(field, s) => {
                Answerer::Responsible { field: field.key().to_owned(), seat: seat(s) }
            }
            RulesBy::Active(s) => Answerer::Active(seat(s)),
            RulesBy::Seat(s) => Answerer::Seat(seat(s)),
            RulesBy::Electorate => Answerer::Electorate,
        }
    }

    fn choice(&self, ask: &Ask, choice: &RulesChoice) -> Choice {
        let hints = hints::hints(self.look(), ask, choice.pick);
        let (label, notes) = match choice.pick {
            Pick::Advisor(s) => {
                let advisor = self.city.seats.get(s.at()).map(|chair| chair.advisor);
                let notes = advisor.map(|a| text::choices::advisor_notes(&self.pack, a));
                (text::choices::advisor(s, advisor), notes.unwrap_or_default())
            }
            pick => (
                text::choices::label_here(&self.pack, ask, pick, &hints),
                text::choices::notes(&self.pack, ask, pick, &hints),
            ),
        };
        Choice {
            key: keys::key(self.look(), ask, choice.pick),
            label,
            notes,
            blocked: self.blocked(ask, choice),
        }
    }

    /// Why it cannot be taken, and what would open it.
    fn blocked(&self, ask: &Ask, choice: &RulesChoice) -> Option<Message> {
        let remedy = remedy::remedy(self.look(), ask, choice)?;
        Some(text::blocked::sentence(&self.pack, choice.blocked.as_ref()?, &remedy))
    }

    pub(super) fn event(&self, event: &RulesEvent) -> Event {
        let public = event.public();
        let say = |event: &RulesEvent| text::events::event(&self.pack, event);
        let data = public.as_ref().map_or(Value::Null, |e| record(&self.pack, e));
        Event {
            kind: text::events::kind(event).to_owned(),
            public: public.as_ref().map(say),
            secret: event.owner().map(|owner| (seat(owner), say(event))),
            undo_barrier: event.is_wall(),
            data,
        }
    }
}

impl Table for FrostpunkTable {
    fn decisions(&self) -> Vec<Decision> {
        self.city.pending.iter().map(|pending| self.decision(pending)).collect()
    }

    fn apply(&mut self, answer: &Answer) -> Result<Vec<Event>, GameError> {
        let mut next = self.city.clone();
        let taken = rules::apply(&self.pack, &mut next, answer.decision, &answer.choice);
        let events = taken.map_err(GameError::new)?;
        // A save that somebody has altered can hold what shows only now. Whatever is on the
        // table can be stored, and what is stored can be loaded.
        check::loadable(&self.pack, &next).map_err(|why| GameError::new(Rejected::Broken(why)))?;
        self.city = next;
        Ok(events.iter().map(|event| self.event(event)).collect())
    }

    fn view(&self, viewer: Viewer) -> Value {
        serde_json::to_value(view::view(&self.pack, &self.city, viewer)).unwrap_or(Value::Null)
    }

    fn save(&self) -> Value {
        serde_json::to_value(Save::of(&self.pack, &self.city)).unwrap_or(Value::Null)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.city.outcome.map(outcome)
    }

    fn leader(&self) -> Seat {
        seat(self.city.leader)
    }

    fn progress(&self) -> Progress {
        Progress { round: u32::from(self.city.round), phase: self.city.phase.key().to_owned() }
    }

    fn standing_ballot(&self) -> Option<Decision> {
        self.may_pass_a_law().then(|| self.decision(&Pending { id: 0, ask: Ask::Law }))
    }

    fn standing_ballot_keys(&self) -> Option<Vec<String>> {
        if !self.may_pass_a_law() {
            return None;
        }
        let open = rules::choices(&self.pack, &self.city, &Ask::Law).into_iter();
        let open = open.filter(|choice| choice.blocked.is_none());
        let keys = open.map(|choice| keys::key(self.look(), &Ask::Law, choice.pick));
        Some(keys.collect())
    }

    fn subject(&self) -> Option<String> {
        let public = self.city.pending.iter().find(|p| owner::audience(&p.ask).is_none())?;
        let card = match public.ask {
            Ask::Explore(_, card) => self.pack.card(card),
            Ask::Option(options, _) | Ask::Price(options, ..) => {
                self.pack.cards.iter().find(|card| card.options == Some(options))?
            }
            _ => return None,
        };
        Some(card.id.clone())
    }

    fn asked_by(&self, decision: u32) -> Option<Seat> {
        laws::asked_by(&self.city, decision).map(seat)
    }

    fn rehearse(&self, seat: Seat) -> Option<Box<dyn Table>> {
        let asks_turn = self.city.pending.iter().any(|pending| pending.ask == Ask::Turn);
        let seated = usize::from(seat.0) < self.city.seats.len();
        let mut copy = self.clone();
        copy.city.active = rules::ids::Seat(seat.0);
        (asks_turn && seated).then(|| Box::new(copy) as Box<dyn Table>)
    }

    fn choose(&self, decision: u32, policy: Policy, seed: u64) -> Option<String> {
        let at = self.city.pending.iter().position(|p| p.id == decision)?;
        let policy = policy.of_number(seed);
        let pick = super::game::thought_out(&self.pack, &self.city, at, policy, seed)?;
        Some(keys::key(self.look(), &self.city.pending[at].ask, pick))
    }

    fn advice(&self, decision: u32, seed: u64) -> Option<Advice> {
        let at = self.city.pending.iter().position(|p| p.id == decision)?;
        let (pick, why) = policy::counsel(&self.pack, &self.city, at, seed)?;
        let choice = keys::key(self.look(), &self.city.pending[at].ask, pick);
        Some(Advice { choice, why: text::standing::why(why.key()) })
    }

    fn clone_box(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }
}
