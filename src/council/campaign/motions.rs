//! Motions before the whole table: moved, spoken to, carried or failed.
//!
//! May use: the words of `council`. Deliberately absent: counting (`proposal`).

use std::collections::BTreeMap;

use super::super::notice::News;
use super::super::people::Person;
use super::super::proposal::{Motion, Proposal, Standing};
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::super::state::Stage;
use super::work::Work;

impl Work<'_> {
    /// Puts a motion before the table; whoever moves it is for it.
    pub(super) fn move_motion(&mut self, who: &Person, what: Motion) -> Result<Reply, Refusal> {
        if self.on.council.proposal.is_some() {
            return Err(Refusal::MotionOpen);
        }
        let seats = self.on.council.chairs.of(who.user);
        if seats.is_empty() {
            return Err(Refusal::NotAnAdvisor);
        }
        let number = self.next_number();
        let due = self.on.council.settings.pace.span().map(|span| self.clock() + span);
        let voices: BTreeMap<_, _> = seats.into_iter().map(|seat| (seat, true)).collect();
        let at = self.on.council.seq;
        let by = who.user;
        self.on.council.proposal = Some(Proposal { number, motion: what, by, at, voices, due });
        self.weigh(Reply::Moved { motion: number })
    }

    pub(super) fn voice(
        &mut self,
        who: &Person,
        motion: u32,
        agree: bool,
    ) -> Result<Reply, Refusal> {
        let seats = self.on.council.chairs.of(who.user);
        let open = self.on.council.proposal.as_mut().filter(|open| open.number == motion);
        let open = open.ok_or(Refusal::NoSuchMotion)?;
        if seats.is_empty() {
            return Err(Refusal::NotAnAdvisor);
        }
        open.voices.extend(seats.into_iter().map(|seat| (seat, agree)));
        self.weigh(Reply::Done)
    }

    /// Carries the motion, drops it, or waits for more voices.
    pub(super) fn weigh(&mut self, reply: Reply) -> Result<Reply, Refusal> {
        let Some(open) = self.on.council.proposal.clone() else { return Ok(reply) };
        match open.standing(&self.on.council.chairs) {
            Standing::Failed => self.drop_motion(),
            Standing::Carried => {
                self.on.council.proposal = None;
                match open.motion {
                    Motion::Undo { back_to } => self.go_back(back_to, open.by, true)?,
                    Motion::Abandon => self.end(None, Some(open.by)),
                }
                return Ok(Reply::Done);
            }
            Standing::Open => self.tell_motion(&open, matches!(reply, Reply::Moved { .. })),
        }
        Ok(reply)
    }

    fn tell_motion(&mut self, open: &Proposal, is_new: bool) {
        let silent = self.on.council.chairs.users().into_iter().filter(|user| {
            let seats = self.on.council.chairs.of(*user);
            is_new && seats.iter().any(|seat| !open.voices.contains_key(seat))
        });
        let call = silent.collect();
        let (motion, what, due) = (open.number, open.motion, open.due);
        self.tell(format!("motion-{motion}"), call, News::Moved { motion, what, due });
    }

    /// The motion has failed.
    pub(super) fn drop_motion(&mut self) {
        if let Some(open) = self.on.council.proposal.take() {
            let motion = open.number;
            self.tell(format!("motion-{motion}"), Vec::new(), News::Failed { motion });
        }
    }

    /// The game has gone on: what was to be undone is not the same any more.
    pub(super) fn lapse_motion(&mut self) {
        let undo = |open: &Proposal| matches!(open.motion, Motion::Undo { .. });
        if self.on.council.proposal.as_ref().is_some_and(undo) {
            self.drop_motion();
        }
    }

    /// Its time is over.
    pub(super) fn lapse_late_motion(&mut self) {
        let due = self.on.council.proposal.as_ref().and_then(|open| open.due);
        if due.is_some_and(|due| due <= self.now.at) {
            self.drop_motion();
        }
    }

    /// Gives up: at once before it began or as a moderator, else by a motion.
    pub(super) fn abandon(&mut self, who: &Person) -> Result<Reply, Refusal> {
        self.may_tend(who)?;
        if who.moderator || self.on.council.stage == Stage::Gathering {
            self.end(None, Some(who.user));
            return Ok(Reply::Done);
        }
        self.move_motion(who, Motion::Abandon)
    }
}
