//! Tests of the hall's catalog against a sample of every message.

use std::collections::BTreeSet;

use super::samples::{self, Toy};
use super::{Names, decided_by, hall_catalog, localize, notice, public_decision, refusal};
use crate::council::Refusal;
use crate::council::log::{DecidedBy, HouseReason};
use crate::council::notice::NoticeKind;
use crate::council::public_decision::PublicDecision;
use crate::game::{Localize, Message, Seat};
use crate::i18n::Catalog;

/// Prefixes of the keys that this module uses.
const FAMILIES: [&str; 6] = ["refused-", "how-", "score-", "news-", "order-", "decree-"];

/// Keys of all samples.
fn sampled_keys() -> BTreeSet<String> {
    samples::everything().iter().flat_map(Message::keys).map(str::to_owned).collect()
}

fn decided_by_text(sample: &DecidedBy) -> String {
    localize("en", &decided_by(sample, &samples::names()), &Toy)
}

/// Every key quoted in the code, so that no sample is forgotten.
fn quoted_keys() -> Vec<&'static str> {
    let orders = include_str!("../../council/campaign/plans.rs");
    let own = [
        include_str!("refusals.rs"),
        include_str!("decided_by.rs"),
        include_str!("notices.rs"),
        include_str!("public_decisions.rs"),
    ];
    let files = own.into_iter().chain([orders]);
    let families = FAMILIES;
    let quoted = files.flat_map(|text| text.split('"').skip(1).step_by(2));
    quoted.filter(|text| families.iter().any(|family| text.starts_with(family))).collect()
}

#[test]
fn every_key_in_the_code_is_said_by_a_sample_and_is_in_the_english_list() {
    let (said, english) = (sampled_keys(), hall_catalog("en"));
    assert!(quoted_keys().len() > 80, "{}", quoted_keys().len());
    for key in quoted_keys() {
        assert!(said.contains(key), "no sample says {key}");
        assert!(english.has(key), "English lacks {key}");
    }
}

#[test]
fn every_sentence_is_whole() {
    for message in samples::everything() {
        let sentence = localize("en", &message, &Toy);
        assert!(!sentence.contains(['⟨', '⟩', '{', '}', '$']), "{sentence}: {message:?}");
        assert!(!sentence.contains("  ") && !sentence.trim().is_empty(), "{sentence}");
    }
}

#[test]
fn no_key_is_unused_and_no_line_is_broken() {
    let (said, english) = (sampled_keys(), hall_catalog("en"));
    // `tests/words.rs` checks the keys of the front ends.
    let ours = |key: &&str| FAMILIES.iter().any(|family| key.starts_with(family));
    let unused: Vec<&str> =
        english.keys().filter(ours).filter(|key| !said.contains(*key)).collect();
    assert!(unused.is_empty(), "{unused:?}");
    assert!(english.problems().is_empty(), "{:?}", english.problems());
}

#[test]
fn a_refusal_is_one_sentence_that_also_says_what_to_do() {
    for sample in samples::refusals() {
        let sentence = localize("en", &refusal(&sample, &samples::names()), &Toy);
        assert!(sentence.ends_with('.') && sentence.matches(". ").count() == 0, "{sentence}");
        assert!(sentence.contains(';') || sentence.contains(", so"), "{sentence}");
    }
}

#[test]
fn a_vote_tells_its_score_most_first() {
    assert_eq!(decided_by_text(&samples::vote(&["a", "b", "b", "b"], false)), "By vote: 3 to 1");
    assert_eq!(decided_by_text(&samples::vote(&["a", "a"], false)), "By vote: all 2 votes");
    assert_eq!(decided_by_text(&samples::vote(&["b", "a", "b", "c"], false)), "By vote: 2 : 1 : 1");
    assert_eq!(
        decided_by_text(&samples::vote(&["a", "b"], true)),
        "By vote: 1 to 1; the leader broke the tie"
    );
}

#[test]
fn the_house_says_why_it_chose() {
    let house_text = |reason| decided_by_text(&DecidedBy::House { reason });
    assert_eq!(house_text(HouseReason::Late), "The house chose, because nobody answered in time");
    assert_eq!(house_text(HouseReason::Plays(Seat(0))), "The house plays the North Keeper");
}

#[test]
fn what_is_the_games_is_said_by_the_game_and_people_are_named_by_the_front_end() {
    let names = Names { user: &|user| format!("Ada {}", user.0), ..samples::names() };
    let sample = samples::refusals().into_iter().find(|r| matches!(r, Refusal::NotYours { .. }));
    let sentence = localize("en", &refusal(&sample.unwrap_or(Refusal::Busy), &names), &Toy);
    assert!(sentence.starts_with("That question is for the North Keeper;"), "{sentence}");
    assert!(sentence.contains("leave the answer to Ada 5"), "{sentence}");
}

#[test]
fn a_moving_number_is_no_news() {
    let silent = [
        NoticeKind::Voted { question: 1 },
        NoticeKind::BallotTally { edition: 1 },
        NoticeKind::Shown,
    ];
    assert!(silent.iter().all(|sample| notice(sample, &samples::names()).is_none()));
}

#[test]
fn an_unknown_language_speaks_english_and_a_lacking_word_falls_back() {
    assert_eq!(hall_catalog("xx").language(), "en");
    let list = Catalog::from_texts("de", &["refused-over = Vorbei."], Some(hall_catalog("en")));
    assert_eq!(list.localize(&Message::new("refused-over")), "Vorbei.");
    assert!(list.localize(&Message::new("refused-busy")).starts_with("The hall"));
}

#[test]
fn sealed_votes_are_counted_and_nobody_is_named() {
    let decided = |sealed| PublicDecision {
        sealed,
        ..samples::decision_made(samples::vote(&["a", "a", "b"], false))
    };
    let said =
        |sealed| localize("en", &public_decision(&decided(sealed), &|_| "Ada".to_owned()), &Toy);
    assert!(said(false).contains("Ada, Ada"), "{}", said(false));
    assert!(!said(true).contains("Ada") && said(true).contains("2 of 3"), "{}", said(true));
}
