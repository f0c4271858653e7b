//! What the council promises at any moment: it can be brought back from what a
//! store keeps, its log has no gaps and leads to its table.

use std::sync::Arc;

use emberhall::council::{Campaign, Council, UserId, consistency};
use emberhall::game::Table;

use crate::kit::{Hall, STRANGER, game};

impl Hall {
    /// The campaign as a store would bring it back.
    pub fn restored(&self) -> Campaign {
        let text = serde_json::to_string(self.council()).unwrap();
        let mut council: Council = serde_json::from_str(&text).unwrap();
        if let Some(ballot) = &mut council.public_ballot {
            ballot.votes = Arc::new(self.signed.clone());
        }
        for question in &mut council.questions {
            let of = |((number, user), choice): (&(u32, UserId), &String)| {
                (*number == question.number).then(|| (*user, choice.clone()))
            };
            if let Some(street) = &mut question.street {
                street.voices = Arc::new(self.spoken.iter().filter_map(of).collect());
            }
        }
        let after = self.kept.as_ref().map_or(0, |(seq, _)| *seq);
        let tail = self.log.iter().filter(|entry| entry.seq > after).cloned().collect();
        let (charter, kept) = (self.campaign.charter().clone(), self.kept.clone());
        Campaign::restore(charter, game(self.oil), council, kept, tail).unwrap()
    }

    /// What must hold at any moment.
    pub fn check(&self) {
        let back = self.restored();
        assert_eq!(back.council(), self.council(), "the council is not stored whole");
        let save = |campaign: &Campaign| campaign.table().map(Table::save);
        assert_eq!(save(&back), save(&self.campaign), "the newest copy and the tail differ");
        for viewer in [None, Some(UserId(1)), Some(UserId(2)), Some(UserId(STRANGER))] {
            assert_eq!(back.view(viewer, self.now), self.campaign.view(viewer, self.now));
        }
        assert_eq!(back.next_wake(&self.quiet), self.next_wake());
        for (at, entry) in self.log.iter().enumerate() {
            assert_eq!(entry.seq, at as u64 + 1, "the log has a gap");
        }
        assert_eq!(self.council().seq, self.log.len() as u64);
        if self.campaign.table().is_some() {
            let replayed = self.campaign.replayed(&self.log).unwrap();
            assert_eq!(replayed.save(), self.save(), "the log leads elsewhere");
        }
        let sound = consistency::check(&self.campaign, &self.log);
        // A lobby for which the game has no scenario stands, too; it only never begins.
        let holds = matches!(sound, Ok(()) | Err(consistency::Inconsistency::Setup(_)));
        assert!(holds, "{sound:?}: nobody could have written this: {:?}", self.council());
        let asked = |number: u32| {
            self.council().questions.iter().any(|q| q.number == number && q.street.is_some())
        };
        assert!(self.spoken.keys().all(|(number, _)| asked(*number)), "voices without a question");
        if self.council().public_ballot.is_none() {
            assert!(self.signed.is_empty(), "votes without a ballot are stored");
        }
    }
}
