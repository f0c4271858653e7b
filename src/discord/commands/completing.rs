//! Finding something while its name is typed.
//!
//! May use: poise, `host`, `naming`. Deliberately absent: answers; poise sends
//! what is found here.

use poise::BoxFuture;
use serenity::all::{CreateAutocompleteResponse, ResolvedValue};

use super::Context;
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
    let all: Vec<(String, String)> = match values {
        Some(values) => {
            values.iter().map(|value| (value.id.clone(), tongue.say(&value.name))).collect()
        }
        None => seats(host, &visitor, &tongue).await,
    };
    Some(ranked(typed, all).into_iter().take(limits::OPTIONS).collect())
}

/// The seats of the table in this channel; all the game has, if there is none.
async fn seats(host: &Host, visitor: &Visitor, tongue: &Tongue) -> Vec<(String, String)> {
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
        (role, name)
    };
    roles.into_iter().map(named).collect()
}

/// What fits what was typed, the best first; capitals and accents do not matter.
pub fn ranked(typed: &str, all: Vec<(String, String)>) -> Vec<(String, String)> {
    let typed = folded(typed.trim());
    let rank = |(id, name): &(String, String)| rank(&typed, &folded(id), &folded(name));
    let fits = all.into_iter().filter_map(|one| Some((rank(&one)?, one)));
    let mut fits: Vec<(u8, (String, String))> = fits.collect();
    fits.sort_by_key(|(rank, _)| *rank);
    fits.into_iter().map(|(_, one)| one).collect()
}

fn rank(typed: &str, id: &str, name: &str) -> Option<u8> {
    let words = || name.split(|c: char| !c.is_alphanumeric());
    match () {
        () if name == typed || id == typed => Some(0),
        () if name.starts_with(typed) => Some(1),
        () if words().any(|word| word.starts_with(typed)) => Some(2),
        () if name.contains(typed) => Some(3),
        () if id.starts_with(typed) => Some(4),
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
    use super::ranked;

    fn names(typed: &str) -> Vec<String> {
        let all = ["Child Labour", "Shelter", "Child Shelters", "Sawmill", "Père Noël's Hut"];
        let all = all.iter().enumerate().map(|(at, name)| (format!("L{at}"), (*name).to_owned()));
        ranked(typed, all.collect()).into_iter().map(|(_, name)| name).collect()
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
