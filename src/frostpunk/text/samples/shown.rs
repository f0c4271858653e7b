//! What is said around a campaign.

use crate::frostpunk::rules::ids::{Advisor, Loss, Phase};
use crate::frostpunk::text::standing::{self, Standing, Tokens};
use crate::frostpunk::text::{chain, lessons, lookup, menu, topics};
use crate::game::{Message, Outcome, Progress};

use super::pack::{CITIZEN, pack};

/// Settings, duties, deciders, headings, standings and ends.
pub(in crate::frostpunk::text) fn shown() -> Vec<Message> {
    let pack = pack();
    let mut said: Vec<Message> = menu::asks().into_iter().map(|ask| ask.name).collect();
    said.extend(Advisor::ALL.iter().filter_map(|advisor| menu::role_duty(advisor.key())));
    said.extend(menu::public().into_iter().map(|matter| matter.name));
    for option in menu::options(&pack) {
        said.push(option.name);
        said.extend(option.values.into_iter().map(|value| value.name));
    }
    for phase in Phase::ALL {
        said.push(menu::chapter_name(&Progress { round: 3, phase: phase.key().to_owned() }));
    }
    for few in 0..3 {
        said.push(standing::brief(&standing_with(few)));
        said.extend(outcomes().iter().flat_map(|end| standing::ending(end, &standing_with(few))));
    }
    said.extend(standing::in_hand(&pack, CITIZEN));
    said.extend(lookup::cards(&pack).iter().flat_map(|one| lookup::messages(&pack, &one.id)));
    said.extend(chain::messages(&pack));
    said.extend(topics::messages());
    said.extend(lessons::messages());
    said.extend(standing::WHYS.iter().map(|reason| standing::why(reason)));
    said
}

fn outcomes() -> Vec<Outcome> {
    let causes = Loss::ALL.iter().map(|loss| loss.key()).chain(["of a later version"]);
    let lost = causes.map(|cause| Outcome::Lost { cause: cause.to_owned() });
    lost.chain([Outcome::Won]).collect()
}

fn standing_with(few: i64) -> Standing {
    Standing {
        hunger: few,
        skulls: few,
        citizens: few,
        laws: few,
        technologies: few,
        hope: Tokens { all: 2, active: 1 },
        ..Standing::default()
    }
}
