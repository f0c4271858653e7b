//! Answers about Hope and Discontent tokens (section 5).

use super::{maybe, open};
use crate::frostpunk::rules::changes::TOKENS;
use crate::frostpunk::rules::decision::{Choice, Pick, TokenWhy};
use crate::frostpunk::rules::ids::{Mood, Track};
use crate::frostpunk::rules::look::{Look, moods_with};
use crate::frostpunk::rules::program::Tokens;

/// What can be done with the tokens of a track.
pub fn tokens(look: Look, why: TokenWhy, tokens: Tokens) -> Vec<Choice> {
    let track = tokens.track();
    let active = |pick: fn(Mood) -> Pick| moods_with(look.city, track, true).map(pick);
    let exhausted = |pick: fn(Mood) -> Pick| moods_with(look.city, track, false).map(pick);
    match why {
        TokenWhy::Increase => increase(look, track),
        TokenWhy::Decrease(true) => {
            // an exhausted one if there is any, else an active one.
            let mut out = open(exhausted(Pick::Remove));
            if out.is_empty() {
                out = open(active(Pick::RemoveActive));
            }
            out
        }
        TokenWhy::Decrease(false) => open(active(Pick::Exhaust).chain(exhausted(Pick::Remove))),
        TokenWhy::Activate => open(exhausted(Pick::Activate)),
        TokenWhy::Exhaust | TokenWhy::Price => open(active(Pick::Exhaust)),
        TokenWhy::Discard => open(active(Pick::RemoveActive)),
    }
}

/// draw, or activate one.
fn increase(look: Look, track: Track) -> Vec<Choice> {
    let full = track == Track::Hope && look.city.track(track).len() >= TOKENS;
    let mut out = open(moods_with(look.city, track, false).map(Pick::Activate));
    if !full {
        out.push(maybe(Pick::Draw, None));
    }
    out
}

/// Types of a track that lie on it.
pub fn types(look: Look, track: Track) -> Vec<Choice> {
    let lies = |mood: &Mood| look.city.track(track).iter().any(|t| t.mood == *mood);
    open(Mood::of(track).into_iter().filter(lies).map(Pick::Mood))
}
