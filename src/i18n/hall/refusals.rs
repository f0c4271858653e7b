//! Refusals as one sentence each: the reason, and what to do instead.
//!
//! The match has no catch-all, so that a new refusal does not compile without a key.

use super::Names;
use crate::council::state::MAX_SUBSCRIBERS;
use crate::council::{Refusal, UserId};
use crate::game::{Message, Seat};

/// Returns the message for a refusal.
pub fn refusal(refusal: &Refusal, names: &Names<'_>) -> Message {
    match refusal {
        Refusal::Stale { open } => stale(open),
        Refusal::NoSuchChoice => Message::new("refused-no-such-choice"),
        Refusal::Blocked(why) => Message::new("refused-blocked").message("why", why.clone()),
        Refusal::NotYours { seats, users } => not_yours(seats, users, names),
        Refusal::PublicDecides => Message::new("refused-people-decide"),
        Refusal::NotTied => Message::new("refused-not-tied"),
        Refusal::NotSeated => Message::new("refused-not-an-advisor"),
        Refusal::NotAllowed => Message::new("refused-not-allowed"),
        Refusal::NotBegun => Message::new("refused-not-begun"),
        Refusal::BegunAlready => Message::new("refused-begun-already"),
        Refusal::Over => Message::new("refused-over"),
        Refusal::Paused => Message::new("refused-paused"),
        Refusal::NotPaused => Message::new("refused-not-paused"),
        Refusal::NoDeadline => Message::new("refused-no-deadline"),
        Refusal::NoSuchRole => Message::new("refused-no-such-role"),
        Refusal::NoSuchSeat => Message::new("refused-no-such-seat"),
        Refusal::Taken(user) => Message::new("refused-taken").label("user", (names.user)(*user)),
        Refusal::NotFree => Message::new("refused-not-free"),
        Refusal::NoPlayers => Message::new("refused-nobody-sits"),
        Refusal::CannotBegin(why) => Message::new("refused-cannot-begin").label("why", why),
        Refusal::TimeOutOfRange => Message::new("refused-time-out-of-range"),
        Refusal::BadQuietHours => Message::new("refused-bad-quiet-hours"),
        Refusal::NothingToUndo => Message::new("refused-nothing-to-undo"),
        Refusal::UndoNotYours => Message::new("refused-undo-not-yours"),
        Refusal::MovedOn => Message::new("refused-moved-on"),
        Refusal::NoSuchMotion => Message::new("refused-no-such-motion"),
        Refusal::MotionOpen => Message::new("refused-motion-open"),
        Refusal::NoBallot => Message::new("refused-no-petition"),
        Refusal::NotAdmitted => Message::new("refused-not-admitted"),
        Refusal::BotsDoNotVote => Message::new("refused-bots-do-not-vote"),
        Refusal::TooNew { from: None } => Message::new("refused-too-new-unknown"),
        Refusal::TooNew { from: Some(from) } => {
            Message::new("refused-too-new").label("from", (names.timestamp)(*from))
        }
        Refusal::Struck => Message::new("refused-struck"),
        Refusal::NoSuchVote => Message::new("refused-no-such-vote"),
        Refusal::NotOnOffer => Message::new("refused-not-on-offer"),
        Refusal::LeaderCloses => Message::new("refused-leader-closes"),
        Refusal::TooEarly { from } => {
            Message::new("refused-too-early").label("from", (names.timestamp)(*from))
        }
        Refusal::VotesMissing { users } => {
            Message::new("refused-votes-missing").label("users", names.users(users))
        }
        Refusal::ModeratorsCall => Message::new("refused-moderators-call"),
        Refusal::NotAsked => Message::new("refused-not-asked"),
        Refusal::StreetOver => Message::new("refused-street-over"),
        Refusal::AtTheTable => Message::new("refused-at-the-table"),
        Refusal::PingedAnyway => Message::new("refused-called-anyway"),
        Refusal::TooManySubscribers => {
            Message::new("refused-too-many-called").number("most", MAX_SUBSCRIBERS as i64)
        }
        Refusal::BadOrder => Message::new("refused-bad-order"),
        Refusal::TooManyOrders => Message::new("refused-too-many-orders"),
        Refusal::CannotPlan => Message::new("refused-cannot-plan"),
        Refusal::ChannelTaken(campaign) => {
            Message::new("refused-channel-taken").number("campaign", *campaign)
        }
        Refusal::NoSuchCampaign => Message::new("refused-no-such-campaign"),
        Refusal::NoSuchGame(name) => Message::new("refused-no-such-game").label("name", name),
        Refusal::Busy => Message::new("refused-busy"),
        Refusal::NotStored => Message::new("refused-not-stored"),
        Refusal::Internal => Message::new("refused-internal"),
    }
}

fn stale(open: &[u32]) -> Message {
    if open.is_empty() {
        return Message::new("refused-stale-none");
    }
    let numbers: Vec<String> = open.iter().map(u32::to_string).collect();
    let count = open.len() as i64;
    Message::new("refused-stale").number("count", count).label("open", numbers.join(", "))
}

fn not_yours(seats: &[Seat], users: &[UserId], names: &Names<'_>) -> Message {
    if seats.is_empty() {
        return Message::new("refused-not-yours-nobody");
    }
    // If the house holds all of the seats, there is no user to name.
    let key = if users.is_empty() { "refused-not-yours-house" } else { "refused-not-yours" };
    let message = Message::new(key).list("seats", names.seats(seats));
    if users.is_empty() { message } else { message.label("users", names.users(users)) }
}
