//! Demo server: New London, its channels, four players and some spectators.
//!
//! Built in the same order each time: ids follow from the order, and stored campaigns refer to
//! them.

use crate::sandbox::{Id, World, permissions as may};

/// Names of the players, in seat order.
const ADVISORS: [&str; 4] = ["Ada", "Bela", "Cleo", "Dora"];
/// Names of the spectators, who can vote on public ballots.
const PUBLIC: [&str; 4] = ["Emil", "Fern", "Gus", "Hana"];
/// Names of more spectators, created last so that older ids do not change.
const MORE: [&str; 4] = ["Ivo", "Jana", "Kurt", "Lena"];
/// Number of crowd members, who do nothing but vote.
const CROWD: usize = 200;

/// Ids of the demo server and of its channels and users.
#[derive(Clone, Debug)]
pub struct DemoServer {
    /// The guild.
    pub guild: Id,
    /// Channels and threads for campaigns; the first has the welcome message.
    pub channels: Vec<Id>,
    /// The players.
    pub advisors: Vec<Id>,
    /// The spectators.
    pub public: Vec<Id>,
    /// The crowd members, who vote when the crowd control is used.
    pub crowd: Vec<Id>,
    /// Author of the welcome message.
    pub host: Id,
}

/// Builds the server in a world.
pub(super) fn build(world: &mut World) -> DemoServer {
    let host = world.add_user("Warden");
    world.set_bot(host);
    let advisors: Vec<Id> = ADVISORS.iter().map(|name| world.add_user(name)).collect();
    let public: Vec<Id> = PUBLIC.iter().map(|name| world.add_user(name)).collect();
    let owner = advisors.first().copied().unwrap_or(host);
    let guild = world.add_guild("New London", owner);
    let city = world.add_channel(guild, "the-city");
    let tavern = world.add_channel(guild, "tavern");
    let (advisor, citizen) = (
        world.add_role(guild, "Advisors", may::MANAGE_MESSAGES, true),
        world.add_role(guild, "Citizens", 0, true),
    );
    world.add_member(guild, host);
    for user in &advisors {
        if *user != owner {
            world.add_member(guild, *user);
        }
        world.give_role(guild, *user, advisor);
    }
    for user in &public {
        world.add_member(guild, *user);
        world.give_role(guild, *user, citizen);
    }
    let thread = world.add_thread(tavern, owner, "a second city", false);
    let mut public = public;
    public.extend(MORE.iter().map(|name| world.add_user(name)));
    let crowd: Vec<Id> =
        (1..=CROWD).map(|at| world.add_to_crowd(&format!("Citizen {at}"))).collect();
    for user in public.iter().skip(PUBLIC.len()).chain(&crowd) {
        world.add_member(guild, *user);
        world.give_role(guild, *user, citizen);
    }
    world.settle();
    DemoServer { guild, channels: vec![city, tavern, thread], advisors, public, crowd, host }
}
