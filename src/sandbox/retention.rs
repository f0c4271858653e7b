//! Removal of old state, so that memory stays bounded over weeks.
//!
//! Files, requests, gateway events and journal changes are bounded where they are kept.

use super::ids::Id;
use super::world::World;

/// Expired entries are removed each time a map's size reaches a multiple of this.
const MAX_SCANNED: usize = 1024;
/// Maximum number of files picked for commands.
const PICKED: usize = 64;
/// Lifetime of a nonce in milliseconds.
pub(super) const NONCE_LIFETIME_MS: u64 = 5 * 60 * 1000;

impl World {
    /// Removes the oldest messages beyond the limit. Keeps the first message of each channel:
    /// it is its welcome.
    pub(super) fn forget_messages(&mut self) {
        while self.messages.len() > self.options.messages_kept {
            let first = |id: Id, channel: Id| {
                self.channels.get(&channel).and_then(|channel| channel.messages.first())
                    == Some(&id)
            };
            let oldest = self.messages.values().find(|one| !first(one.id, one.channel));
            let Some(oldest) = oldest.map(|one| one.id) else {
                return;
            };
            self.remove(oldest);
        }
    }

    /// Removes interactions with an expired token.
    pub(super) fn forget_interactions(&mut self) {
        if !is_due(self.interactions.len()) {
            return;
        }
        let (now, life) = (self.ids.now(), self.options.token_for.as_millis());
        let alive = |born: u64| u128::from(now.saturating_sub(born)) <= life;
        self.interactions.retain(|_, one| alive(one.born));
    }

    /// Removes expired nonces.
    pub(super) fn forget_nonces(&mut self) {
        if is_due(self.nonces.len()) {
            let now = self.ids.now();
            self.nonces.retain(|_, (_, at)| now.saturating_sub(*at) < NONCE_LIFETIME_MS);
        }
    }

    /// Removes the oldest picked files beyond the limit.
    pub(super) fn forget_picked(&mut self) {
        while self.picked.len() > PICKED {
            self.picked.pop_first();
        }
    }
}

fn is_due(count: usize) -> bool {
    count > 0 && count.is_multiple_of(MAX_SCANNED)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use serde_json::{Map, json};

    use super::*;
    use crate::sandbox::Options;
    use crate::sandbox::messages::Draft;
    use crate::sandbox::world::Interaction;

    fn world(options: Options) -> World {
        World::new(options, "http://localhost".to_owned())
    }

    fn say(world: &mut World, channel: Id, author: Id) -> Id {
        let (body, files, only, kind) = (&json!({ "content": "x" }), &[], None, 0);
        let draft = Draft { channel, author, body, files, only, kind, extra: Map::new() };
        world.post(&draft).unwrap()
    }

    fn act(world: &mut World) -> Id {
        let id = world.ids.next();
        let born = world.ids.now();
        world.interactions.insert(
            id,
            Interaction {
                id,
                token: String::new(),
                kind: 3,
                user: 1,
                channel: 1,
                guild: None,
                message: None,
                command: None,
                opened_by: None,
                since: Instant::now(),
                born,
                ack: None,
                acked_after: None,
                original: None,
                said: Vec::new(),
                waiter: None,
            },
        );
        world.forget_interactions();
        id
    }

    #[test]
    fn the_oldest_messages_go_and_the_welcome_stays() {
        let mut world = world(Options { messages_kept: 3, ..Options::default() });
        let ada = world.add_user("Ada");
        let guild = world.add_guild("City", ada);
        let channel = world.add_channel(guild, "hall");
        let bot = world.bot;
        let welcome = say(&mut world, channel, ada);
        let told: Vec<Id> = (0..5).map(|_| say(&mut world, channel, bot)).collect();
        let left: Vec<Id> = world.messages(channel).iter().map(|one| one.id).collect();
        assert_eq!(left, [welcome, told[3], told[4]]);
        assert_eq!(world.messages.len(), 3);
    }

    #[test]
    fn an_interaction_is_forgotten_when_its_token_has_run_out_and_not_before() {
        let mut world = world(Options::default());
        let first = act(&mut world);
        for _ in 2..MAX_SCANNED {
            act(&mut world);
        }
        world.pass(Duration::from_mins(15));
        world.pass(Duration::from_secs(1));
        assert!(world.interactions.contains_key(&first), "nobody has looked yet");
        let last = act(&mut world);
        assert_eq!(world.interactions.keys().copied().collect::<Vec<Id>>(), [last]);
        let fresh: Vec<Id> = (0..3 * MAX_SCANNED).map(|_| act(&mut world)).collect();
        assert!(fresh.iter().all(|id| world.interactions.contains_key(id)));
    }

    #[test]
    fn picked_files_and_old_nonces_do_not_pile_up() {
        let mut world = world(Options::default());
        let picked: Vec<Id> =
            (0..=PICKED).map(|_| world.pick_file("a.txt", "text/plain", Vec::new())).collect();
        assert!(!world.picked.contains_key(&picked[0]) && world.picked.len() == PICKED);
        for number in 1..MAX_SCANNED {
            world.nonces.insert((1, number.to_string()), (1, world.ids.now()));
        }
        world.pass(Duration::from_millis(NONCE_LIFETIME_MS));
        world.nonces.insert((1, "last".to_owned()), (1, world.ids.now()));
        world.forget_nonces();
        assert_eq!(world.nonces.len(), 1);
    }
}
