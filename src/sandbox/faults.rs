//! Faults on order: answers that fail, connections that break, events that get lost.
//!
//! May use: std. Deliberately absent: chance; every fault is scripted and counted.
//! `GET /gateway` is never touched: a bot that cannot read it would look for the
//! real one.

use std::time::Duration;

use serde_json::Value;

use super::ids::Id;

/// Which requests a fault is for; `*` stands for any.
#[derive(Clone, Debug)]
pub struct On {
    method: String,
    route: String,
}

impl On {
    /// Requests of a method to a route such as `/channels/{channel_id}/messages`.
    pub fn new(method: &str, route: &str) -> Self {
        On { method: method.to_owned(), route: route.to_owned() }
    }

    /// Every request.
    pub fn any() -> Self {
        On::new("*", "*")
    }

    fn fits(&self, method: &str, route: &str) -> bool {
        let fits = |wanted: &str, found: &str| wanted == "*" || wanted == found;
        fits(&self.method, method) && fits(&self.route, route)
    }
}

/// Something that goes wrong.
#[derive(Clone, Debug)]
pub enum Fault {
    /// The next requests are answered with a status and not done.
    Answer {
        /// Which.
        on: On,
        /// 429, 500, 502 and so on.
        status: u16,
        /// For 429: when to try again.
        retry_after: Duration,
        /// How many.
        times: u32,
    },
    /// The next requests are done later.
    Delay {
        /// Which.
        on: On,
        /// How much later.
        by: Duration,
        /// How many.
        times: u32,
    },
    /// The next requests are not done, and the connection breaks.
    DropBefore {
        /// Which.
        on: On,
        /// How many.
        times: u32,
    },
    /// The next requests are done, and the connection breaks before the answer.
    DropAfter {
        /// Which.
        on: On,
        /// How many.
        times: u32,
    },
    /// The next requests are done, and answered with something that is not JSON.
    Garble {
        /// Which.
        on: On,
        /// How many.
        times: u32,
    },
    /// All shards are closed with a code.
    Close {
        /// The code, such as 4000.
        code: u16,
    },
    /// All shards lose their connection without a word.
    Cut,
    /// All shards are asked to reconnect.
    Reconnect,
    /// All shards are told that their session is over.
    Invalid {
        /// They may resume.
        resumable: bool,
    },
    /// All shards are sent a frame as it stands, however broken.
    Say {
        /// Its text.
        frame: String,
    },
    /// The next heartbeats are not acknowledged.
    Deaf {
        /// How many.
        times: u32,
    },
    /// The next interactions are sent twice.
    Twice {
        /// How many.
        times: u32,
    },
    /// The next interactions are held back.
    Hold {
        /// How many.
        times: u32,
    },
    /// Interactions that were held back are sent.
    Release {
        /// The last one first.
        backwards: bool,
    },
    /// The next events of a name are lost for good.
    Lose {
        /// Such as `INTERACTION_CREATE`.
        event: String,
        /// How many.
        times: u32,
    },
}

/// The number of a fault that was ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultId(usize);

struct Ordered {
    fault: Fault,
    left: u32,
    hits: u32,
}

/// An interaction that is held back.
pub(super) struct Held {
    pub(super) guild: Option<Id>,
    pub(super) payload: Value,
}

/// The faults that were ordered.
#[derive(Default)]
pub(super) struct Faults {
    ordered: Vec<Ordered>,
    pub(super) held: Vec<Held>,
}

/// What becomes of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Sent,
    Twice,
    Held,
    Lost,
}

impl Faults {
    /// Takes an order for later.
    pub(super) fn order(&mut self, fault: Fault) -> FaultId {
        let left = match &fault {
            Fault::Answer { times, .. }
            | Fault::Delay { times, .. }
            | Fault::DropBefore { times, .. }
            | Fault::DropAfter { times, .. }
            | Fault::Garble { times, .. }
            | Fault::Deaf { times }
            | Fault::Twice { times }
            | Fault::Hold { times }
            | Fault::Lose { times, .. } => *times,
            Fault::Close { .. }
            | Fault::Cut
            | Fault::Reconnect
            | Fault::Invalid { .. }
            | Fault::Say { .. }
            | Fault::Release { .. } => 0,
        };
        self.ordered.push(Ordered { fault, left, hits: 0 });
        FaultId(self.ordered.len() - 1)
    }

    /// How often a fault has struck.
    pub(super) fn hits(&self, id: FaultId) -> u32 {
        self.ordered.get(id.0).map_or(0, |ordered| ordered.hits)
    }

    /// Marks faults that struck at once.
    pub(super) fn struck(&mut self, id: FaultId) {
        if let Some(ordered) = self.ordered.get_mut(id.0) {
            ordered.hits += 1;
        }
    }

    /// Nothing more goes wrong.
    pub(super) fn clear(&mut self) {
        self.ordered.iter_mut().for_each(|ordered| ordered.left = 0);
    }

    fn strike(&mut self, fits: impl Fn(&Fault) -> bool) -> Option<Fault> {
        let found =
            self.ordered.iter_mut().find(|ordered| ordered.left > 0 && fits(&ordered.fault));
        found.map(|ordered| {
            ordered.left -= 1;
            ordered.hits += 1;
            ordered.fault.clone()
        })
    }

    /// What happens to a request.
    pub(super) fn on_request(&mut self, method: &str, route: &str) -> Option<Fault> {
        if route.starts_with("/gateway") {
            return None;
        }
        self.strike(|fault| match fault {
            Fault::Answer { on, .. }
            | Fault::Delay { on, .. }
            | Fault::DropBefore { on, .. }
            | Fault::DropAfter { on, .. }
            | Fault::Garble { on, .. } => on.fits(method, route),
            _ => false,
        })
    }

    /// What happens to an event.
    pub(super) fn on_event(&mut self, name: &str) -> Fate {
        let interaction = name == "INTERACTION_CREATE";
        let fault = self.strike(|fault| match fault {
            Fault::Lose { event, .. } => event == name,
            Fault::Twice { .. } | Fault::Hold { .. } => interaction,
            _ => false,
        });
        match fault {
            Some(Fault::Lose { .. }) => Fate::Lost,
            Some(Fault::Twice { .. }) => Fate::Twice,
            Some(Fault::Hold { .. }) => Fate::Held,
            _ => Fate::Sent,
        }
    }

    /// A heartbeat is not heard.
    pub(super) fn on_heartbeat(&mut self) -> bool {
        self.strike(|fault| matches!(fault, Fault::Deaf { .. })).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_strikes_as_often_as_ordered_and_never_at_the_gateway() {
        let mut faults = Faults::default();
        let id = faults.order(Fault::DropBefore { on: On::any(), times: 2 });
        assert!(faults.on_request("GET", "/gateway").is_none());
        assert!(faults.on_request("GET", "/gateway/bot").is_none());
        assert!(faults.on_request("GET", "/users/@me").is_some());
        assert!(faults.on_request("POST", "/channels/{channel_id}/messages").is_some());
        assert!(faults.on_request("GET", "/users/@me").is_none());
        assert_eq!(faults.hits(id), 2);
    }

    #[test]
    fn a_fault_waits_for_its_own_route() {
        let mut faults = Faults::default();
        faults.order(Fault::DropAfter { on: On::new("GET", "/users/@me"), times: 1 });
        assert!(faults.on_request("POST", "/users/@me").is_none());
        assert!(faults.on_request("GET", "/users/@me/guilds").is_none());
        assert!(faults.on_request("GET", "/users/@me").is_some());
    }
}
