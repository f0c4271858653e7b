//! Lobby: players take seats before the campaign begins, and the start of the campaign.

use super::super::log::EntryKind;
use super::super::notice::{NoticeKind, public_events};
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::super::seating::{Holder, Requester};
use super::super::state::CampaignStatus;
use super::transition::Transition;
use crate::game::Seat;

impl Transition<'_> {
    fn check_gathering(&self) -> Result<(), Refusal> {
        match self.campaign.council.status {
            CampaignStatus::Lobby => Ok(()),
            CampaignStatus::Running => Err(Refusal::BegunAlready),
            CampaignStatus::Over => Err(Refusal::Over),
        }
    }

    pub(super) fn sit(
        &mut self,
        who: &Requester,
        role: &str,
        also: bool,
    ) -> Result<Reply, Refusal> {
        self.check_gathering()?;
        let seating = &mut self.campaign.council.seating;
        let at = seating.0.iter().position(|state| state.role == role);
        let seat = Seat(at.ok_or(Refusal::NoSuchRole)? as u8);
        match seating.holder(seat) {
            Holder::User(user) if user != who.user => return Err(Refusal::Taken(user)),
            _ => {}
        }
        if !also {
            seating.seats_of(who.user).into_iter().for_each(|old| {
                seating.hand_over(old, Holder::Nobody);
            });
        }
        seating.hand_over(seat, Holder::User(who.user));
        self.tell_lobby();
        Ok(Reply::Done)
    }

    /// Gives up all seats of a user in the lobby.
    pub(super) fn leave_lobby(&mut self, who: &Requester) -> Result<Reply, Refusal> {
        let seating = &mut self.campaign.council.seating;
        let held = seating.seats_of(who.user);
        if held.is_empty() {
            return Err(Refusal::NotSeated);
        }
        held.into_iter().for_each(|seat| {
            seating.hand_over(seat, Holder::Nobody);
        });
        self.tell_lobby();
        Ok(Reply::Done)
    }

    pub(super) fn tell_lobby(&mut self) {
        let seats = self.campaign.council.seating.0.clone();
        self.tell_transient("lobby", NoticeKind::Lobby { seats });
    }

    pub(super) fn begin(&mut self, who: &Requester) -> Result<Reply, Refusal> {
        self.check_gathering()?;
        self.check_may_manage(who)?;
        if self.campaign.council.seating.users().is_empty() {
            return Err(Refusal::NoPlayers);
        }
        let council = &mut self.campaign.council;
        council.seating.0.retain(|state| state.holder != Holder::Nobody);
        council.settings.public_vote.begin(council.seating.0.len());
        let roles = council.seating.0.iter().map(|state| state.role.clone()).collect();
        let setup = self.campaign.charter.setup(roles);
        let started = self.campaign.game.start(&setup, self.campaign.charter.seed);
        let (table, events) = started.map_err(|error| Refusal::CannotBegin(error.0))?;
        council.status = CampaignStatus::Running;
        council.progress = table.progress();
        council.round_since = self.now.at;
        // Activity in the lobby does not show who is at the table now.
        council.last_active =
            council.seating.seats_of(who.user).into_iter().map(|s| (s, self.now.at)).collect();
        self.campaign.table = Some(table);
        let commitment = self.campaign.charter.commitment();
        self.log(EntryKind::Began { commitment: commitment.clone() });
        let progress = self.campaign.council.progress.clone();
        self.tell(
            "campaign",
            Vec::new(),
            NoticeKind::Began { commitment, progress, events: public_events(&events) },
        );
        // Forces a snapshot at the start, so that the game can always be restored.
        self.campaign.council.snapshot_progress.phase.push('?');
        self.advance()?;
        Ok(Reply::Done)
    }
}
