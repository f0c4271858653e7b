//! Motions that the whole table votes on: moved, voted on, carried or failed.
//!
//! Counting lives in [`Motion::status`].

use std::collections::BTreeMap;

use super::super::motion::{Motion, MotionKind, MotionStatus};
use super::super::notice::NoticeKind;
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::super::seating::Requester;
use super::super::state::CampaignStatus;
use super::transition::Transition;

impl Transition<'_> {
    /// Opens a motion. The mover votes for it with all their seats.
    pub(super) fn move_motion(
        &mut self,
        who: &Requester,
        kind: MotionKind,
    ) -> Result<Reply, Refusal> {
        if self.campaign.council.motion.is_some() {
            return Err(Refusal::MotionOpen);
        }
        let seats = self.campaign.council.seating.seats_of(who.user);
        if seats.is_empty() {
            return Err(Refusal::NotSeated);
        }
        let number = self.next_number();
        let due =
            self.campaign.council.settings.pace.span().map(|span| self.stopped_or_now() + span);
        let votes: BTreeMap<_, _> = seats.into_iter().map(|seat| (seat, true)).collect();
        let seq = self.campaign.council.seq;
        let by = who.user;
        self.campaign.council.motion = Some(Motion { number, kind, by, seq, votes, due });
        self.tally_motion(Reply::Moved { motion: number })
    }

    pub(super) fn vote_motion(
        &mut self,
        who: &Requester,
        motion: u32,
        agree: bool,
    ) -> Result<Reply, Refusal> {
        let seats = self.campaign.council.seating.seats_of(who.user);
        let open = self.campaign.council.motion.as_mut().filter(|open| open.number == motion);
        let open = open.ok_or(Refusal::NoSuchMotion)?;
        if seats.is_empty() {
            return Err(Refusal::NotSeated);
        }
        open.votes.extend(seats.into_iter().map(|seat| (seat, agree)));
        self.tally_motion(Reply::Done)
    }

    /// Carries the motion or drops it, if its votes decide it. Announces it otherwise.
    pub(super) fn tally_motion(&mut self, reply: Reply) -> Result<Reply, Refusal> {
        let Some(open) = self.campaign.council.motion.clone() else { return Ok(reply) };
        match open.status(&self.campaign.council.seating) {
            MotionStatus::Failed => self.drop_motion(),
            MotionStatus::Carried => {
                self.campaign.council.motion = None;
                match open.kind {
                    MotionKind::Undo { back_to } => self.roll_back(back_to, open.by, true)?,
                    MotionKind::Abandon => self.end_campaign(None, Some(open.by)),
                }
                return Ok(Reply::Done);
            }
            MotionStatus::Open => self.tell_motion(&open, matches!(reply, Reply::Moved { .. })),
        }
        Ok(reply)
    }

    fn tell_motion(&mut self, open: &Motion, is_new: bool) {
        let silent = self.campaign.council.seating.users().into_iter().filter(|user| {
            let seats = self.campaign.council.seating.seats_of(*user);
            is_new && seats.iter().any(|seat| !open.votes.contains_key(seat))
        });
        let ping = silent.collect();
        let (motion, what, due) = (open.number, open.kind, open.due);
        self.tell(format!("motion-{motion}"), ping, NoticeKind::Motion { motion, kind: what, due });
    }

    /// Drops the open motion as failed.
    pub(super) fn drop_motion(&mut self) {
        if let Some(open) = self.campaign.council.motion.take() {
            let motion = open.number;
            self.tell(format!("motion-{motion}"), Vec::new(), NoticeKind::MotionFailed { motion });
        }
    }

    /// Drops an open undo motion: the game has changed, so it would undo something else by now.
    pub(super) fn lapse_motion(&mut self) {
        let undo = |open: &Motion| matches!(open.kind, MotionKind::Undo { .. });
        if self.campaign.council.motion.as_ref().is_some_and(undo) {
            self.drop_motion();
        }
    }

    /// Drops the open motion if its deadline has passed.
    pub(super) fn lapse_late_motion(&mut self) {
        let due = self.campaign.council.motion.as_ref().and_then(|open| open.due);
        if due.is_some_and(|due| due <= self.now.at) {
            self.drop_motion();
        }
    }

    /// Abandons the campaign: at once in the lobby or as a moderator, otherwise by a motion.
    pub(super) fn abandon(&mut self, who: &Requester) -> Result<Reply, Refusal> {
        self.check_may_manage(who)?;
        if who.moderator || self.campaign.council.status == CampaignStatus::Lobby {
            self.end_campaign(None, Some(who.user));
            return Ok(Reply::Done);
        }
        self.move_motion(who, MotionKind::Abandon)
    }
}
