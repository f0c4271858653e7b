//! Finding something while its name is typed.
//!
//! May use: poise, `host`, `naming`. Deliberately absent: answers; poise sends
//! what is found here.

use poise::BoxFuture;
use serenity::all::{CreateAutocompleteResponse, ResolvedValue};

use super::Context;
use super::listing::Value;
use super::naming;
use crate::discord::host::{Host, Visitor};
use crate::discord::limits;
use crate::discord::tongue::Tongue;
use crate::store::CampaignId;

/// Offers what begins like what was typed, or has it in its name.
pub fn complete<'a>(ctx: Context<'a>, typed: &'a str) -> BoxFuture<'a, CreateAutocompleteResponse> {
    Box::pin(async move {
        let mut offered = CreateAutocompleteResponse::new();
        for (id, name) in found(&ctx, typed).await.unwrap_or_default() {
            offered = offered.add_string_choice(limits::shortened(&name, limits::OPTION), id);
        }
        offered
    })
}

async fn found(ctx: &Context<'_>, typed: &str) -> Option<Vec<(String, String)>> {
    let host = ctx.framework.user_data;
    let visitor = host.visitor_of_command(ctx.interaction)?;
    let tongue = host.tongue(&visitor)?;
    let focused = |value: &ResolvedValue<'_>| matches!(value, ResolvedValue::Autocomplete { .. });
    let name = ctx.args.iter().find(|given| focused(&given.value))?.name;
    let values = naming::task(ctx)?.values.get(name);
    let all: Vec<Known> = match values {
        Some(values) => values.iter().map(|value| known(&tongue, value)).collect(),
        None => seats(host, &visitor, &tongue).await,
    };
    let fits = ranked(typed, all).into_iter().take(limits::OPTIONS);
    Some(fits.map(|one| (one.id, one.name)).collect())
}

/// The seats of the table in this channel; all the game has, if there is none.
async fn seats(host: &Host, visitor: &Visitor, tongue: &Tongue) -> Vec<Known> {
    let roles = |campaign: &crate::council::Campaign| {
        let chairs = &campaign.council().chairs.0;
        chairs.iter().map(|chair| chair.role.clone()).collect::<Vec<_>>()
    };
    let roles = match host.hall.in_channel(visitor.channel).await {
        Ok(Some(CampaignId(id))) => host.hall.look_at(CampaignId(id), roles).await.ok(),
        _ => None,
    };
    let roles = roles.unwrap_or_else(|| tongue.game.roles());
    let named = |role: String| {
        let name = tongue.of_game(&tongue.game.role_name(&role));
        Known { id: role, name, also: String::new() }
    };
    roles.into_iter().map(named).collect()
}

/// Something that can be found, in somebody's language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Its stable word.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Other words it is found by, with commas between.
    pub also: String,
}

/// Something to choose, as somebody reads it.
pub fn known(tongue: &Tongue, value: &Value) -> Known {
    let also = value.also.as_ref().map(|also| tongue.say(also));
    Known { id: value.id.clone(), name: tongue.say(&value.name), also: also.unwrap_or_default() }
}

/// What fits what was typed, the best first; capitals and accents do not matter.
pub fn ranked(typed: &str, all: Vec<Known>) -> Vec<Known> {
    let typed = folded(typed.trim());
    let fits = all.into_iter().filter_map(|one| Some((rank(&typed, &one)?, one)));
    let mut fits: Vec<(u8, Known)> = fits.collect();
    fits.sort_by_key(|(rank, _)| *rank);
    fits.into_iter().map(|(_, one)| one).collect()
}

/// What comes nearest to what was typed, the best first, though it does not fit: a letter
/// too many or too few, or some of several words.
pub fn nearest(typed: &str, all: Vec<Known>) -> Vec<Known> {
    let typed = folded(typed.trim());
    let wanted: Vec<&str> = words(&typed).filter(|word| word.chars().count() > 2).collect();
    let hits = |text: &str| {
        let text = folded(text);
        let near =
            |word: &&&str| words(&text).any(|known| steps(word, known) <= word.chars().count() / 3);
        wanted.iter().filter(near).count()
    };
    // What is in its name says more than what else it is found by.
    let score = |one: &Known| hits(&format!("{} {} {}", one.id, one.name, one.also));
    let score = |one: &Known| 2 * score(one) + hits(&one.name);
    let mut near: Vec<(usize, Known)> =
        all.into_iter().map(|one| (score(&one), one)).filter(|(hits, _)| *hits > 0).collect();
    near.sort_by_key(|(hits, _)| std::cmp::Reverse(*hits));
    near.into_iter().map(|(_, one)| one).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Letters to change, add or leave out to make one word of another.
fn steps(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut before = std::mem::replace(&mut row[0], at + 1);
        for (column, same) in other.iter().map(|c| *c == letter).enumerate() {
            let least = before + usize::from(!same);
            before = row[column + 1];
            row[column + 1] = least.min(before + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

fn rank(typed: &str, one: &Known) -> Option<u8> {
    let (id, name, also) = (folded(&one.id), folded(&one.name), folded(&one.also));
    let words = || words(&name);
    match () {
        () if name == typed || id == typed => Some(0),
        () if name.starts_with(typed) => Some(1),
        () if words().any(|word| word.starts_with(typed)) => Some(2),
        () if name.contains(typed) => Some(3),
        () if also.split(',').any(|also| also.trim().starts_with(typed)) => Some(4),
        () if id.starts_with(typed) => Some(5),
        () if self::words(&also).any(|word| word.starts_with(typed)) => Some(6),
        () => None,
    }
}

/// Small, and without accents.
fn folded(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).flat_map(bare).collect()
}

/// A letter without what is above or below it.
fn bare(letter: char) -> impl Iterator<Item = char> {
    let (plain, second) = match letter {
        'à'..='å' | 'ā' | 'ă' | 'ą' => ('a', None),
        'æ' => ('a', Some('e')),
        'ç' | 'ć' | 'č' => ('c', None),
        'ď' | 'đ' => ('d', None),
        'è'..='ë' | 'ē' | 'ę' | 'ě' => ('e', None),
        'ì'..='ï' | 'ī' | 'ı' => ('i', None),
        'ł' | 'ľ' => ('l', None),
        'ñ' | 'ń' | 'ň' => ('n', None),
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => ('o', None),
        'œ' => ('o', Some('e')),
        'ŕ' | 'ř' => ('r', None),
        'ś' | 'ş' | 'š' => ('s', None),
        'ß' => ('s', Some('s')),
        'ť' | 'ţ' => ('t', None),
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => ('u', None),
        'ý' | 'ÿ' => ('y', None),
        'ź' | 'ż' | 'ž' => ('z', None),
        '’' => ('\'', None),
        other => (other, None),
    };
    std::iter::once(plain).chain(second)
}

#[cfg(test)]
mod tests {
    use super::{Known, nearest, ranked};

    fn names(typed: &str) -> Vec<String> {
        let all = ["Child Labour", "Shelter", "Child Shelters", "Sawmill", "Père Noël's Hut"];
        let all = all.iter().enumerate().map(|(at, name)| known(&format!("L{at}"), name, ""));
        ranked(typed, all.collect()).into_iter().map(|one| one.name).collect()
    }

    fn known(id: &str, name: &str, also: &str) -> Known {
        Known { id: id.to_owned(), name: name.to_owned(), also: also.to_owned() }
    }

    fn topics() -> Vec<Known> {
        vec![
            known("hope", "Hope and Discontent", "mood, morale"),
            known("sickness", "Who falls ill, and why", "sick, why did people fall ill"),
            known("stress", "Generator and Stress", "explosion, breakdown"),
        ]
    }

    #[test]
    fn other_words_find_it_too_but_its_name_comes_first() {
        let found = |typed: &str| ranked(typed, topics()).into_iter().map(|one| one.id);
        assert_eq!(found("morale").collect::<Vec<_>>(), ["hope"]);
        assert_eq!(found("why").collect::<Vec<_>>(), ["sickness"]);
        assert_eq!(found("expl").collect::<Vec<_>>(), ["stress"]);
    }

    #[test]
    fn a_slip_of_the_finger_and_a_whole_question_come_near_enough() {
        let near = |typed: &str| nearest(typed, topics()).into_iter().next().map(|one| one.id);
        assert_eq!(near("discontnet").as_deref(), Some("hope"));
        assert_eq!(near("generater").as_deref(), Some("stress"));
        assert_eq!(near("when do people fall ill").as_deref(), Some("sickness"));
        assert_eq!(near("xyzzy"), None);
        assert_eq!(near(""), None);
    }

    #[test]
    fn what_begins_like_it_comes_before_what_only_has_it_inside() {
        assert_eq!(names("shel"), ["Shelter", "Child Shelters"]);
        assert_eq!(names("  SHELTER "), ["Shelter", "Child Shelters"]);
        assert_eq!(names("mill"), ["Sawmill"]);
        assert_eq!(names("hut of"), [""; 0]);
    }

    #[test]
    fn accents_do_not_matter_and_neither_does_their_absence() {
        assert_eq!(names("pere noel"), ["Père Noël's Hut"]);
        assert_eq!(names("pÈre"), ["Père Noël's Hut"]);
    }

    #[test]
    fn nothing_typed_offers_everything_as_listed_and_a_number_finds_its_card() {
        assert_eq!(names("").len(), 5);
        assert_eq!(names("l3"), ["Sawmill"]);
    }
}
