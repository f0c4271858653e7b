//! A thousand people vote on one ballot within a minute.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use emberhall::hall::Hall;
use emberhall::sandbox::{Id, RecordedRequest, Sandbox, ShownMessage};

use super::{Waits, waits};

/// Votes, and how long they take together.
pub const VOTES: usize = 1000;
pub const WITHIN: Duration = Duration::from_mins(1);
/// Changes of the ballot in that time.
pub const MOST_EDITS: usize = 15;

/// An open ballot, and those who will vote on it.
pub struct Ballot {
    pub channel: Id,
    message: Id,
    menu: String,
    values: Vec<String>,
    voters: Vec<Id>,
    edits: Arc<AtomicUsize>,
}

/// What came of it.
pub struct Polled {
    pub waits: Waits,
    pub edits: usize,
    pub counted: usize,
}

impl Ballot {
    /// The ballot of a channel, if one is open there; its changes are counted from here on.
    pub fn find(sandbox: &Sandbox, guild: Id, channel: Id) -> Option<Ballot> {
        let messages = sandbox.messages(channel);
        let is_menu = |id: &&str| id.contains(":p:");
        let is_ballot = |message: &&ShownMessage| message.custom_ids().iter().any(is_menu);
        let message = messages.iter().rev().find(is_ballot)?;
        let menu = message.custom_ids().into_iter().find(|id| is_menu(id))?.to_owned();
        let options = message.component(&menu)?["options"].clone();
        let options = options.as_array()?.iter();
        let values = options.filter_map(|option| Some(option["value"].as_str()?.to_owned()));
        let values = values.collect();
        let voters = sandbox.change(|world| {
            let voter = |n| {
                let user = world.add_user(&format!("Voter {n}"));
                world.add_member(guild, user);
                user
            };
            (0..VOTES).map(voter).collect()
        });
        let edits = Arc::new(AtomicUsize::new(0));
        let (count, path) = (Arc::clone(&edits), format!("/messages/{}", message.id));
        sandbox.on_request(Box::new(move |request: &RecordedRequest| {
            let edit = request.method == "PATCH" && request.path.ends_with(&path);
            count.fetch_add(usize::from(edit), Ordering::Relaxed);
            Vec::new()
        }));
        let message = message.id;
        Some(Ballot { channel, message, menu, values, voters, edits })
    }

    /// All of them vote, at an even pace.
    pub async fn poll(&self, sandbox: &Arc<Sandbox>, hall: &Hall) -> Polled {
        let (begun, before) = (Instant::now(), self.edits.load(Ordering::Relaxed));
        let mut tasks = Vec::new();
        for (at, voter) in self.voters.iter().copied().enumerate() {
            let due = WITHIN.mul_f64(at as f64 / VOTES as f64);
            tokio::time::sleep(due.saturating_sub(begun.elapsed())).await;
            let (sandbox, message, menu) = (Arc::clone(sandbox), self.message, self.menu.clone());
            let value = self.values[at * at % self.values.len()].clone();
            tasks.push(tokio::spawn(async move {
                let acted = sandbox.choose(voter, message, &menu, vec![value]).await.unwrap();
                assert!(acted.ack.is_answered(), "{:?}", acted.ack);
                acted.after
            }));
        }
        let mut all = Vec::new();
        for task in tasks {
            all.push(task.await.unwrap());
        }
        let edits = self.edits.load(Ordering::Relaxed) - before;
        let id = hall.campaign_in_channel(self.channel).await.unwrap().unwrap();
        let ballot = hall.view(id, None).await.unwrap().ballot;
        let counted = ballot.map_or(0, |ballot| ballot.cast);
        Polled { waits: waits(all), edits, counted }
    }
}
