//! Autocompletion of parameters, and the text search behind it.

use poise::BoxFuture;
use serenity::all::{CreateAutocompleteResponse, ResolvedValue};

use super::Context;
use super::localize;
use super::spec::Value;
use crate::discord::context::{BotContext, Invoker};
use crate::discord::limits;
use crate::discord::localizer::Localizer;
use crate::store::CampaignId;

/// Number of near matches offered if nothing matches.
const MAX_NEAR: usize = 5;
/// Factor of a word that matches one candidate. It is divided by the number of matches, so that
/// rare words count more.
const RARE: usize = 12;

/// Poise callback: returns the choices that match the typed text.
pub fn complete<'a>(ctx: Context<'a>, typed: &'a str) -> BoxFuture<'a, CreateAutocompleteResponse> {
    Box::pin(async move {
        let mut response = CreateAutocompleteResponse::new();
        for (id, name) in search(&ctx, typed).await.unwrap_or_default() {
            response = response.add_string_choice(limits::shortened(&name, limits::OPTION), id);
        }
        response
    })
}

async fn search(ctx: &Context<'_>, typed: &str) -> Option<Vec<(String, String)>> {
    let context = ctx.framework.user_data;
    let invoker = context.invoker_of_command(ctx.interaction)?;
    let localizer = context.localizer(&invoker)?;
    let focused = |value: &ResolvedValue<'_>| matches!(value, ResolvedValue::Autocomplete { .. });
    let name = ctx.args.iter().find(|arg| focused(&arg.value))?.name;
    let values = localize::task(ctx)?.values.get(name);
    let all: Vec<Candidate> = match values {
        Some(values) => values.iter().map(|value| known(&localizer, value)).collect(),
        None => seats(context, &invoker, &localizer).await,
    };
    let mut fits = ranked(typed, all.clone());
    if fits.is_empty() {
        let near = nearest(typed, all, &filler(&localizer));
        fits = near.into_iter().take(MAX_NEAR).map(|(_, one)| one).collect();
    }
    Some(fits.into_iter().take(limits::OPTIONS).map(|one| (one.id, one.name)).collect())
}

/// Stop words: the words of a question that no search should match.
pub fn filler(localizer: &Localizer) -> String {
    localizer.word("rules-filler")
}

/// Seats of the live campaign in this channel, or all roles of the game if there is none.
async fn seats(context: &BotContext, invoker: &Invoker, localizer: &Localizer) -> Vec<Candidate> {
    let roles = |campaign: &crate::council::Campaign| {
        let seats = &campaign.council().seating.0;
        seats.iter().map(|state| state.role.clone()).collect::<Vec<_>>()
    };
    let roles = match context.hall.campaign_in_channel(invoker.channel).await {
        Ok(Some(CampaignId(id))) => context.hall.read(CampaignId(id), roles).await.ok(),
        _ => None,
    };
    let roles = roles.unwrap_or_else(|| localizer.game.roles());
    let named = |role: String| {
        let name = localizer.of_game(&localizer.game.role_name(&role));
        Candidate { id: role, name, also: String::new() }
    };
    roles.into_iter().map(named).collect()
}

/// Entry of a search, in the invoker's language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidate {
    /// Stable id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Aliases, separated by commas.
    pub also: String,
}

/// Localizes a value into a candidate.
pub fn known(localizer: &Localizer, value: &Value) -> Candidate {
    let also = value.also.as_ref().map(|also| localizer.say(also));
    Candidate {
        id: value.id.clone(),
        name: localizer.say(&value.name),
        also: also.unwrap_or_default(),
    }
}

/// Returns the candidates that match the typed text, best first. Ignores case and diacritics.
pub fn ranked(typed: &str, all: Vec<Candidate>) -> Vec<Candidate> {
    let typed = normalize(typed.trim());
    let fits = all.into_iter().filter_map(|one| Some((rank(&typed, &one)?, one)));
    let mut fits: Vec<(u8, Candidate)> = fits.collect();
    fits.sort_by_key(|(rank, _)| *rank);
    fits.into_iter().map(|(_, one)| one).collect()
}

/// Fuzzy search: returns near matches with their scores, best first. Some of several words are
/// enough, also with a typo or another ending. Words of `filler` are ignored, and a word that
/// matches many candidates counts less.
pub fn nearest(typed: &str, all: Vec<Candidate>, filler: &str) -> Vec<(usize, Candidate)> {
    let (typed, filler) = (normalize(typed), normalize(filler));
    let mut near: Vec<(usize, Candidate)> = all.into_iter().map(|one| (0, one)).collect();
    for word in words(&typed).filter(|word| is_significant(word, &filler)).take(MAX_WORDS) {
        let mut hits: Vec<usize> = near.iter().map(|(_, one)| hit(word, one)).collect();
        // An exact match rules out the near matches of the same word.
        if hits.iter().any(|hit| *hit >= EXACT) {
            hits.iter_mut().filter(|hit| **hit < EXACT).for_each(|hit| *hit = 0);
        }
        let found = hits.iter().filter(|hit| **hit > 0).count().max(1);
        near.iter_mut().zip(hits).for_each(|((score, _), hit)| *score += hit * RARE / found);
    }
    near.retain(|(score, _)| *score > 0);
    near.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    near
}

/// Maximum number of words searched for. Bounds the cost, because each word is compared with every
/// candidate.
const MAX_WORDS: usize = 30;

fn is_significant(word: &str, filler: &str) -> bool {
    word.chars().count() > 2 && !words(filler).any(|small| small == word)
}

/// Lowest score of an exactly matching word; above the score of any typo.
const EXACT: usize = 30;
/// Highest score that a single misspelt word can reach.
pub const SLIP: usize = 2 * RARE;

/// Scores a word: the name before the aliases, exact before near. 0 if it does not match.
fn hit(word: &str, one: &Candidate) -> usize {
    let (name, also) = (normalize(&format!("{} {}", one.id, one.name)), normalize(&one.also));
    let is = |text: &str| words(text).any(|known| known == word);
    let nearly = |text: &str| words(text).any(|known| is_slip(word, known));
    match () {
        () if is(&name) => EXACT + 10,
        () if is(&also) => EXACT,
        () if nearly(&name) => 2,
        () if nearly(&also) => 1,
        () => 0,
    }
}

/// Whether `word` is `known` with a typo or with another ending.
fn is_slip(word: &str, known: &str) -> bool {
    let (long, other) = (word.chars().count(), known.chars().count());
    let same = word.chars().zip(known.chars()).take_while(|(one, two)| one == two).count();
    let ending = same >= 5 && long.max(other) <= same + 4;
    // The difference in length is a lower bound of the edit distance, and cheaper.
    let close = long.abs_diff(other) <= long / 4;
    same > 0 && (ending || (close && edit_distance(word, known) <= long / 4))
}

/// Returns the candidate with the longest name that occurs in the text as whole words.
pub fn mentioned(typed: &str, all: Vec<Candidate>) -> Option<Candidate> {
    let spaced =
        |text: &str| format!(" {} ", words(&normalize(text)).collect::<Vec<_>>().join(" "));
    let typed = spaced(typed);
    let fits = all.into_iter().filter(|one| typed.contains(&spaced(&one.name)));
    fits.max_by_key(|one| one.name.chars().count())
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Levenshtein distance between two words.
fn edit_distance(one: &str, other: &str) -> usize {
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

/// Rank of a candidate, 0 is the best. Returns `None` if it does not match.
fn rank(typed: &str, one: &Candidate) -> Option<u8> {
    let (id, name, also) = (normalize(&one.id), normalize(&one.name), normalize(&one.also));
    let words = || words(&name);
    match () {
        () if name == typed || id == typed => Some(0),
        () if also.split(',').any(|also| also.trim() == typed) => Some(1),
        () if name.starts_with(typed) => Some(2),
        () if words().any(|word| word.starts_with(typed)) => Some(3),
        () if also.split(',').any(|also| also.trim().starts_with(typed)) => Some(4),
        () if id.starts_with(typed) => Some(5),
        () if self::words(&also).any(|word| word.starts_with(typed)) => Some(6),
        () if typed.chars().count() > 2 && name.contains(typed) => Some(7),
        () => None,
    }
}

/// Folds case and strips diacritics.
fn normalize(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).flat_map(strip_diacritics).collect()
}

/// Base letter or letters of a letter with a diacritic.
fn strip_diacritics(letter: char) -> impl Iterator<Item = char> {
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
    use super::{Candidate, mentioned, nearest, ranked};

    fn names(typed: &str) -> Vec<String> {
        let all = ["Child Labour", "Shelter", "Child Shelters", "Sawmill", "Père Noël's Hut"];
        let all = all.iter().enumerate().map(|(at, name)| known(&format!("L{at}"), name, ""));
        ranked(typed, all.collect()).into_iter().map(|one| one.name).collect()
    }

    fn known(id: &str, name: &str, also: &str) -> Candidate {
        Candidate { id: id.to_owned(), name: name.to_owned(), also: also.to_owned() }
    }

    fn topics() -> Vec<Candidate> {
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
    fn of_a_question_without_end_only_its_beginning_is_looked_for() {
        let all = || vec![known("snow", "Snow", ""), known("hospice", "Hospice", "")];
        let found =
            |typed: &str| nearest(typed, all(), "").into_iter().map(|(_, one)| one.id).next();
        let noise = "xylophone ".repeat(30);
        assert_eq!(found(&format!("hospice {noise}")).as_deref(), Some("hospice"));
        assert_eq!(found(&format!("{noise}hospice")), None);
    }

    #[test]
    fn a_slip_of_the_finger_and_a_whole_question_come_near_enough() {
        let filler = "when, do, the, is, what";
        let near = |typed: &str| {
            nearest(typed, topics(), filler).into_iter().next().map(|(_, one)| one.id)
        };
        assert_eq!(near("discontnet").as_deref(), Some("hope"));
        assert_eq!(near("generater").as_deref(), Some("stress"));
        assert_eq!(near("when do people fall ill").as_deref(), Some("sickness"));
        assert_eq!(near("what is the moral").as_deref(), Some("hope"));
        assert_eq!(near("explode").as_deref(), Some("stress"), "another ending");
        assert_eq!(near("xyzzy"), None);
        assert_eq!(near("what is the"), None, "words that say nothing");
        assert_eq!(near(""), None);
    }

    #[test]
    fn a_word_that_is_found_everywhere_says_less_than_one_that_is_found_once() {
        let all = vec![
            known("vote", "The people's ballot", ""),
            known("ill", "Sickness", "why did people fall ill"),
            known("end", "Death", "die, dead"),
        ];
        let near = nearest("people die", all, "");
        assert_eq!(near.first().map(|(_, one)| one.id.as_str()), Some("end"));
    }

    #[test]
    fn a_name_that_stands_in_a_sentence_is_found_and_the_longest_counts() {
        let all =
            || vec![known("a", "Saw", ""), known("b", "Coal Mine", ""), known("c", "Mine", "")];
        let found = |typed: &str| mentioned(typed, all()).map(|one| one.id);
        assert_eq!(found("what does the coal-mine do?").as_deref(), Some("b"));
        assert_eq!(found("SAW").as_deref(), Some("a"));
        assert_eq!(found("the sawmill"), None, "whole words");
    }

    #[test]
    fn a_word_that_is_another_name_comes_before_one_that_only_begins_like_it() {
        let all = vec![known("time", "Deadlines", ""), known("death", "Death", "die, dead")];
        assert_eq!(ranked("dead", all)[0].id, "death");
        let all = vec![known("hope", "Discontent", ""), known("shelter", "Beds", "tents")];
        assert_eq!(ranked("tent", all)[0].id, "shelter", "within a word is the last resort");
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
