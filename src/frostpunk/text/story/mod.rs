//! The short story of what happened: what belongs together in one line.
//!
//! May use: `event`, `program`, the names and sentences of this layer.
//! Deliberately absent: the state (a story is told from what everybody heard,
//! and from the texts of cards that lie open) and the marks of any one
//! platform; `**` and `*` are understood by every chat.
//!
//! * `scenes`: where one thing ends and the next begins. `leads`: how it opens.
//! * `sums`: what happened within a scene, added up.
//! * `parts`: the sums as phrases. `fit`: phrases into lines, short enough.

mod fit;
mod founding;
mod leads;
mod parts;
mod scenes;
mod sums;
#[cfg(test)]
mod tests;

use crate::frostpunk::rules::event::Event;
use crate::frostpunk::rules::ids::CardId;
use crate::frostpunk::rules::program::Pack;
use crate::game::{Localize, Message};

use fit::Line;
use scenes::{Lead, Scene};

pub use fit::{LONGEST_LINE, LONGEST_STORY, USUAL_STORY};

/// Something everybody heard: the event where it can be read, and its sentence.
pub struct Heard<'a> {
    /// What happened; none where only the sentence is known.
    pub event: Option<Event>,
    /// The sentence.
    pub text: &'a Message,
    /// The people decided it.
    pub by_people: bool,
}

/// The story, a line each.
pub fn tell(pack: &Pack, mut heard: Vec<Heard>, words: &dyn Localize) -> Vec<String> {
    let paid = |one: &Heard| matches!(one.event, Some(Event::OpeningPaid { .. }));
    if heard.iter().any(paid) {
        // That a card was chosen need not be told where it is told which.
        heard.retain(|one| !matches!(one.event, Some(Event::OpeningChosen { .. })));
    }
    let lines = lines(pack, &heard, words);
    fit::fit(lines, words)
}

fn lines(pack: &Pack, heard: &[Heard], words: &dyn Localize) -> Vec<Line> {
    if founding::is_founding(heard) {
        return founding::lines(pack, heard, words);
    }
    let scenes = scenes::scenes(pack, heard);
    let chapters = scenes.iter().filter(|scene| scene.opens).count();
    let several = chapters > 1 || scenes.first().is_some_and(|first| !first.opens) && chapters > 0;
    scenes.iter().flat_map(|scene| scene_lines(pack, scene, several, words)).collect()
}

/// How much a line matters: the least is dropped first.
pub(crate) mod weight {
    pub const DEATH: u8 = 9;
    pub const HEADING: u8 = 8;
    pub const CARD: u8 = 7;
    pub const DEED: u8 = 6;
    pub const PEOPLE: u8 = 5;
    pub const TALE: u8 = 4;
    pub const GOODS: u8 = 3;
    pub const NOTE: u8 = 2;
    pub const MINOR: u8 = 1;
}

fn scene_lines(pack: &Pack, scene: &Scene, several: bool, words: &dyn Localize) -> Vec<Line> {
    let mut lines = Vec::new();
    if let Some(round) = scene.round {
        let heading = Message::new("story-round").number("round", round);
        lines.push(Line::new(weight::HEADING, words.localize(&heading)));
    }
    let mut first = Vec::new();
    match &scene.lead {
        Lead::None => {}
        Lead::Card(title, card) => lines.extend(card_lines(pack, title, *card, words)),
        Lead::Deeds(deeds) => first.push((weight::DEED, leads::deeds(deeds))),
    }
    let deed = matches!(scene.lead, Lead::Deeds(_));
    let (apart, together) = parts::parts(pack, &scene.sums, deed);
    lines.extend(apart.iter().map(|one| Line::new(weight::DEATH, words.localize(one))));
    lines.extend(scene.sums.strong.iter().map(|one| strong(one, words)));
    first.extend(together);
    let label = scene.phase.filter(|_| several && !scene.is_card());
    let label = label.map(|phase| words.localize(&leads::phase(phase)));
    lines.extend(fit::packed(label, deed, &first, words));
    lines.extend(scene.sums.end.as_ref().map(|end| strong(end, words)));
    lines
}

/// A sentence set apart.
fn strong(sentence: &Message, words: &dyn Localize) -> Line {
    let line = Message::new("story-strong").label("what", words.localize(sentence));
    Line::new(weight::DEATH, words.localize(&line))
}

/// A card that was turned over: its title, and its story.
fn card_lines(pack: &Pack, title: &Message, card: CardId, words: &dyn Localize) -> Vec<Line> {
    let tale = leads::tale(pack, card);
    vec![
        Line::new(weight::CARD, words.localize(title)),
        Line::new(weight::TALE, words.localize(&tale)),
    ]
}
