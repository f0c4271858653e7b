//! Fault injection: failed responses, cut connections, lost and repeated events.
//!
//! Deterministic: every fault is scheduled and counted, none is random. `/gateway` routes are
//! exempt: a bot that cannot read them would connect to the real Discord.

use std::time::Duration;

use serde_json::Value;

use super::ids::Id;

/// The requests a fault applies to; `*` matches any method or route.
#[derive(Clone, Debug)]
pub struct FaultTrigger {
    method: String,
    route: String,
}

impl FaultTrigger {
    /// Matches requests by method and by route, such as `/channels/{channel_id}/messages`.
    pub fn new(method: &str, route: &str) -> Self {
        FaultTrigger { method: method.to_owned(), route: route.to_owned() }
    }

    /// Matches every request.
    pub fn any() -> Self {
        FaultTrigger::new("*", "*")
    }

    fn matches(&self, method: &str, route: &str) -> bool {
        let fits = |wanted: &str, found: &str| wanted == "*" || wanted == found;
        fits(&self.method, method) && fits(&self.route, route)
    }
}

/// A failure to inject.
#[derive(Clone, Debug)]
pub enum Fault {
    /// Responds to the next requests with an error status, without performing them.
    Answer {
        /// The requests it applies to.
        on: FaultTrigger,
        /// The status: 429, 500, 502 and so on.
        status: u16,
        /// For 429: the time after which to retry.
        retry_after: Duration,
        /// How often it applies.
        times: u32,
    },
    /// Delays the next requests before they are performed.
    Delay {
        /// The requests it applies to.
        on: FaultTrigger,
        /// The delay.
        by: Duration,
        /// How often it applies.
        times: u32,
    },
    /// Cuts the connection of the next requests without performing them.
    DropBefore {
        /// The requests it applies to.
        on: FaultTrigger,
        /// How often it applies.
        times: u32,
    },
    /// Performs the next requests, then cuts the connection before the response.
    DropAfter {
        /// The requests it applies to.
        on: FaultTrigger,
        /// How often it applies.
        times: u32,
    },
    /// Performs the next requests and responds with a body that is not JSON.
    Garble {
        /// The requests it applies to.
        on: FaultTrigger,
        /// How often it applies.
        times: u32,
    },
    /// Closes the connections of all shards with a close code.
    Close {
        /// The close code, such as 4000.
        code: u16,
    },
    /// Cuts the connections of all shards without a close frame.
    Cut,
    /// Asks all shards to reconnect.
    Reconnect,
    /// Invalidates the sessions of all shards.
    Invalid {
        /// Whether the shards may resume.
        resumable: bool,
    },
    /// Sends all shards a text frame as it is, even a malformed one.
    Say {
        /// The text of the frame.
        frame: String,
    },
    /// Leaves the next heartbeats without an acknowledgement.
    Deaf {
        /// How often it applies.
        times: u32,
    },
    /// Sends the next interactions twice.
    Twice {
        /// How often it applies.
        times: u32,
    },
    /// Holds back the next interactions until [`Fault::Release`].
    Hold {
        /// How often it applies.
        times: u32,
    },
    /// Sends the interactions that were held back.
    Release {
        /// Whether the newest is sent first.
        backwards: bool,
    },
    /// Drops the next events of a name.
    Lose {
        /// The event name, such as `INTERACTION_CREATE`.
        event: String,
        /// How often it applies.
        times: u32,
    },
}

/// Identifies a scheduled fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultId(usize);

struct ScheduledFault {
    fault: Fault,
    left: u32,
    hits: u32,
}

/// An interaction held back by [`Fault::Hold`].
pub(super) struct HeldInteraction {
    pub(super) guild: Option<Id>,
    pub(super) payload: Value,
}

/// All scheduled faults, past ones included, and the interactions held back.
#[derive(Default)]
pub(super) struct Faults {
    ordered: Vec<ScheduledFault>,
    pub(super) held: Vec<HeldInteraction>,
}

/// What happens to an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FaultEffect {
    Sent,
    Twice,
    Held,
    Lost,
}

impl Faults {
    /// Schedules a fault. One that takes effect at once is only kept for its count.
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
        self.ordered.push(ScheduledFault { fault, left, hits: 0 });
        FaultId(self.ordered.len() - 1)
    }

    /// How often a fault has taken effect.
    pub(super) fn hits(&self, id: FaultId) -> u32 {
        self.ordered.get(id.0).map_or(0, |scheduled| scheduled.hits)
    }

    /// Counts a fault that took effect at once.
    pub(super) fn struck(&mut self, id: FaultId) {
        if let Some(scheduled) = self.ordered.get_mut(id.0) {
            scheduled.hits += 1;
        }
    }

    /// Cancels all scheduled faults. Their counts stay, and held interactions stay held.
    pub(super) fn clear(&mut self) {
        self.ordered.iter_mut().for_each(|scheduled| scheduled.left = 0);
    }

    /// Uses up one application of the oldest scheduled fault that fits.
    fn strike(&mut self, fits: impl Fn(&Fault) -> bool) -> Option<Fault> {
        let found =
            self.ordered.iter_mut().find(|scheduled| scheduled.left > 0 && fits(&scheduled.fault));
        found.map(|scheduled| {
            scheduled.left -= 1;
            scheduled.hits += 1;
            scheduled.fault.clone()
        })
    }

    /// Takes the fault that applies to a request.
    pub(super) fn on_request(&mut self, method: &str, route: &str) -> Option<Fault> {
        if route.starts_with("/gateway") {
            return None;
        }
        self.strike(|fault| match fault {
            Fault::Answer { on, .. }
            | Fault::Delay { on, .. }
            | Fault::DropBefore { on, .. }
            | Fault::DropAfter { on, .. }
            | Fault::Garble { on, .. } => on.matches(method, route),
            _ => false,
        })
    }

    /// Takes the fault that applies to an event, as its effect.
    pub(super) fn on_event(&mut self, name: &str) -> FaultEffect {
        let interaction = name == "INTERACTION_CREATE";
        let fault = self.strike(|fault| match fault {
            Fault::Lose { event, .. } => event == name,
            Fault::Twice { .. } | Fault::Hold { .. } => interaction,
            _ => false,
        });
        match fault {
            Some(Fault::Lose { .. }) => FaultEffect::Lost,
            Some(Fault::Twice { .. }) => FaultEffect::Twice,
            Some(Fault::Hold { .. }) => FaultEffect::Held,
            _ => FaultEffect::Sent,
        }
    }

    /// Returns `true` if a heartbeat must not be acknowledged.
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
        let id = faults.order(Fault::DropBefore { on: FaultTrigger::any(), times: 2 });
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
        faults.order(Fault::DropAfter { on: FaultTrigger::new("GET", "/users/@me"), times: 1 });
        assert!(faults.on_request("POST", "/users/@me").is_none());
        assert!(faults.on_request("GET", "/users/@me/guilds").is_none());
        assert!(faults.on_request("GET", "/users/@me").is_some());
    }
}
