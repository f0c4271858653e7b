//! The server: New London, its channels, four people who play and some who watch.
//!
//! May use: `sandbox`. Deliberately absent: the bot, and any campaign. Everything is put up
//! in the same order each time: ids follow from it, and campaigns are kept by them.

use crate::sandbox::{Id, World, permissions as may};

/// Those who play, in the order of their seats.
const ADVISORS: [&str; 4] = ["Ada", "Bela", "Cleo", "Dora"];
/// Those who watch, and vote when the people are asked.
const PUBLIC: [&str; 4] = ["Emil", "Fern", "Gus", "Hana"];
/// The same. They came when everything else was there: ids stay what they were.
const MORE: [&str; 4] = ["Ivo", "Jana", "Kurt", "Lena"];
/// How many more people of the server there are, who do nothing but vote.
const CROWD: usize = 200;

/// Who and what is there.
#[derive(Clone, Debug)]
pub struct Scenery {
    /// The server.
    pub guild: Id,
    /// Channels and threads in which a campaign can be played; the first has the welcome.
    pub channels: Vec<Id>,
    /// Those who play.
    pub advisors: Vec<Id>,
    /// Those who watch.
    pub public: Vec<Id>,
    /// Many more, who vote when somebody lets them.
    pub crowd: Vec<Id>,
    /// Who welcomes.
    pub host: Id,
}

/// Puts everything up.
pub(super) fn build(world: &mut World) -> Scenery {
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
    Scenery { guild, channels: vec![city, tavern, thread], advisors, public, crowd, host }
}
