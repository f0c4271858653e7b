//! Before a campaign begins: people take chairs.
//!
//! May use: the words of `council`. Deliberately absent: roles of any one game.

use super::super::log::What;
use super::super::notice::{News, public_events};
use super::super::people::{Holder, Person};
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::super::state::Stage;
use super::work::Work;
use crate::game::Seat;

impl Work<'_> {
    fn gathering(&self) -> Result<(), Refusal> {
        match self.on.council.stage {
            Stage::Gathering => Ok(()),
            Stage::Running => Err(Refusal::BegunAlready),
            Stage::Over => Err(Refusal::Over),
        }
    }

    pub(super) fn sit(&mut self, who: &Person, role: &str, also: bool) -> Result<Reply, Refusal> {
        self.gathering()?;
        let chairs = &mut self.on.council.chairs;
        let at = chairs.0.iter().position(|chair| chair.role == role);
        let seat = Seat(at.ok_or(Refusal::NoSuchRole)? as u8);
        match chairs.holder(seat) {
            Holder::User(user) if user != who.user => return Err(Refusal::Taken(user)),
            _ => {}
        }
        if !also {
            chairs.of(who.user).into_iter().for_each(|old| {
                chairs.hand_over(old, Holder::Nobody);
            });
        }
        chairs.hand_over(seat, Holder::User(who.user));
        self.tell_lobby();
        Ok(Reply::Done)
    }

    /// Leaves the lobby's chairs empty.
    pub(super) fn stand_up(&mut self, who: &Person) -> Result<Reply, Refusal> {
        let chairs = &mut self.on.council.chairs;
        let held = chairs.of(who.user);
        if held.is_empty() {
            return Err(Refusal::NotAnAdvisor);
        }
        held.into_iter().for_each(|seat| {
            chairs.hand_over(seat, Holder::Nobody);
        });
        self.tell_lobby();
        Ok(Reply::Done)
    }

    pub(super) fn tell_lobby(&mut self) {
        let chairs = self.on.council.chairs.0.clone();
        self.mention("lobby", News::Gathering { chairs });
    }

    pub(super) fn begin(&mut self, who: &Person) -> Result<Reply, Refusal> {
        self.gathering()?;
        self.may_tend(who)?;
        if self.on.council.chairs.users().is_empty() {
            return Err(Refusal::NobodySits);
        }
        let council = &mut self.on.council;
        council.chairs.0.retain(|chair| chair.holder != Holder::Nobody);
        council.settings.people.begin(council.chairs.0.len());
        let roles = council.chairs.0.iter().map(|chair| chair.role.clone()).collect();
        let setup = self.on.charter.setup(roles);
        let started = self.on.game.start(&setup, self.on.charter.seed);
        let (table, events) = started.map_err(|why| Refusal::CannotBegin(why.0))?;
        council.stage = Stage::Running;
        council.chapter = table.progress();
        council.round_since = self.now.at;
        // What people did in the lobby says nothing about who is at the table now.
        council.seen = council.chairs.of(who.user).into_iter().map(|s| (s, self.now.at)).collect();
        self.on.table = Some(table);
        let commitment = self.on.charter.commitment();
        self.log(What::Began { commitment: commitment.clone() });
        let chapter = self.on.council.chapter.clone();
        self.tell(
            "campaign",
            Vec::new(),
            News::Began { commitment, chapter, events: public_events(&events) },
        );
        // A copy right at the start: from here the game can always be found again.
        self.on.council.kept_at.phase.push('?');
        self.advance()?;
        Ok(Reply::Done)
    }
}
