//! The text layer against a small hand-made pack, and against its own word list.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::catalog::{Catalog, words};
use super::samples::{self as s};
use super::{asks, blocked, check, choices, describe, events, names, owner};
use crate::frostpunk::rules::decision::{Ask, Blocked, Hint, Pick, SpaceWhy, Within};
use crate::frostpunk::rules::event::Event;
use crate::frostpunk::rules::frame::Ctx;
use crate::frostpunk::rules::ids::{Kind, Mood, Resource, Track};
use crate::frostpunk::rules::map::Space;
use crate::frostpunk::rules::program::{Amount, Count, Deck, Good, Op, Pack, Test, Tokens};
use crate::frostpunk::rules::remedy::Remedy;
use crate::game::{Localize, Message};

/// English, with the names of the sample pack.
fn english() -> Catalog {
    Catalog::from_texts("en", &[s::NAMES], Some(words("en")))
}

fn say(message: &Message) -> String {
    english().localize(message)
}

/// Everything the layer can say about the sample pack.
fn everything() -> Vec<Message> {
    let pack = s::pack();
    let mut said = every_line(&pack);
    said.extend(s::variants().iter().flat_map(every_line));
    said.extend(s::start_costs().into_iter().map(describe::start_cost));
    for (ask, picks) in s::asks() {
        said.push(asks::prompt(&pack, &ask));
        for pick in picks {
            said.push(choices::label(&pack, &ask, pick));
            said.extend(choices::notes(&pack, &ask, pick, &[]));
        }
    }
    said.extend(s::hints().into_iter().map(|hint| choices::hint(&pack, hint)));
    said.extend(s::hints().into_iter().map(|hint| here(&pack, hint)));
    let whys = s::refusals();
    let ways = s::remedies();
    let locked = whys.iter().cycle().zip(&ways).take(ways.len().max(whys.len()));
    said.extend(locked.map(|(why, way)| blocked::sentence(&pack, why, way)));
    said.extend(whys.iter().map(|why| blocked::blocked(&pack, why)));
    said.extend(s::events().iter().map(|event| events::event(&pack, event)));
    said.extend(words_alone(&pack));
    said.extend(s::shown());
    said.extend(s::stories().iter().flat_map(|events| s::retell(events).1));
    said.extend(s::stories().iter().flat_map(|events| s::retold(events, true).1));
    said
}

/// Every rules line of a pack.
fn every_line(pack: &Pack) -> Vec<Message> {
    let cards = owner::faces(pack).flat_map(|id| describe::card(pack, id));
    let buildings = pack.building_ids().flat_map(|id| {
        let sides = [false, true].into_iter();
        sides.flat_map(move |upgraded| describe::building(pack, id, upgraded))
    });
    let advisors = pack.advisors.iter();
    let advisors = advisors.flat_map(|card| describe::options(pack, card.options, None));
    cards.chain(buildings).chain(advisors).collect()
}

/// A space with something on it.
fn here(pack: &Pack, hint: Hint) -> Message {
    let ask = Ask::Space(SpaceWhy::Act, Within::Map);
    choices::label_here(pack, &ask, Pick::Space(Space::part(1)), &[hint])
}

fn words_alone(pack: &Pack) -> Vec<Message> {
    let upgrade = describe::upgrade_cost(pack, s::HUT);
    let decks = Deck::ALL.iter().map(|(deck, _)| names::deck(*deck));
    decks.chain(upgrade).collect()
}

#[test]
fn every_key_of_this_layer_is_in_the_english_list() {
    let english = words("en");
    let lacking: Vec<&str> =
        check::static_keys().into_iter().filter(|key| !english.has(key)).collect();
    assert!(lacking.is_empty(), "{lacking:?}");
}

/// The program's part of every source below a folder.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder of the sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.ends_with("samples") {
            found.extend(sources(&path));
        } else if path.is_file() && !path.ends_with("tests.rs") {
            let text = std::fs::read_to_string(&path).expect("a source");
            found.push((path, text));
        }
    }
    found
}

#[test]
fn every_source_with_keys_is_looked_through_for_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/frostpunk");
    for (folder, sign, read) in
        [("text", "Message::new(\"", check::SOURCES), ("picture", "\"picture-", check::PICTURES)]
    {
        for (path, text) in sources(&root.join(folder)) {
            let own = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            let read = read.contains(&text.as_str());
            assert!(read || !own.contains(sign), "{} is not in the list", path.display());
        }
    }
}

#[test]
fn every_word_of_the_board_is_in_the_english_list() {
    let english = words("en");
    let lacking: Vec<String> = names::all().into_iter().filter(|key| !english.has(key)).collect();
    assert!(lacking.is_empty(), "{lacking:?}");
}

#[test]
fn the_english_files_have_no_broken_lines() {
    assert!(words("en").problems().is_empty(), "{:?}", words("en").problems());
}

#[test]
fn every_key_of_this_layer_is_said_by_some_sample() {
    let mut said = BTreeSet::new();
    for message in everything() {
        said.extend(message.keys().into_iter().map(str::to_owned));
    }
    // Cannot be reached by a sound pack.
    said.insert("per-one".to_owned());
    let silent: Vec<&str> =
        check::static_keys().into_iter().filter(|key| !said.contains(*key)).collect();
    assert!(silent.is_empty(), "no sample in text/samples says {silent:?}");
}

#[test]
fn no_sentence_has_a_missing_key_or_argument() {
    let english = english();
    for message in everything() {
        let sentence = english.localize(&message);
        assert!(!sentence.contains(['⟨', '⟩', '{', '}']), "{sentence}: {message:?}");
        assert!(!sentence.contains("  "), "{sentence}");
        assert!(!sentence.is_empty(), "{message:?}");
    }
}

#[test]
fn labels_fit_on_a_button() {
    let pack = s::pack();
    for (ask, picks) in s::asks() {
        for pick in picks {
            let label = say(&choices::label(&pack, &ask, pick));
            assert!(label.chars().count() <= 80, "{label}");
        }
    }
}

#[test]
fn nothing_is_missing_for_the_sample_pack() {
    let english = english();
    let lacking = check::missing_in(&english, &s::pack());
    // The list under test falls back to English for the words of this layer.
    let nowhere: Vec<String> = lacking.into_iter().filter(|key| !words("en").has(key)).collect();
    assert!(nowhere.is_empty(), "{nowhere:?}");
}

#[test]
fn a_missing_label_and_a_stray_key_are_reported() {
    let text = "card-M1 = Long Night\ncard-Z9 = Nowhere\n    .story = Free.\n";
    let list = Catalog::from_texts("en", &[text], None);
    let missing = check::missing_in(&list, &s::pack());
    assert!(missing.contains(&"card-M1.option-pay".to_owned()));
    assert!(missing.contains(&"card-M1.option-inner".to_owned()));
    assert!(missing.contains(&"card-M1.special-bring".to_owned()));
    assert!(missing.contains(&"building-hut-pay".to_owned()));
    for key in ["topic-heat.line3", "story-round", "counsel-hope", "decides-law", "duty-health"] {
        assert!(missing.contains(&key.to_owned()), "{key}");
    }
    assert_eq!(check::unused_in(&list, &s::pack()), vec!["card-Z9".to_owned()]);
}

#[test]
fn numbers_choose_the_plural() {
    let sick = |count| {
        let op = Op::Sick(crate::frostpunk::rules::program::Who::Kind(Kind::Child), count);
        say(&describe::op(&s::pack(), &op))
    };
    assert_eq!(sick(Amount::fixed(1)), "1 Child falls ill");
    assert_eq!(sick(Amount::fixed(3)), "3 Children fall ill");
    assert_eq!(say(&names::some(Good::Resource(Resource::Core), 1)), "1 Steam Core");
    assert_eq!(say(&names::some(Good::Resource(Resource::Core), 0)), "0 Steam Cores");
    let told = |event| say(&events::event(&s::pack(), &event));
    let tower = |dropped, fallen| told(Event::Tower { dropped, fallen });
    assert_eq!(tower(1, 1), "1 cube drops into the tower, 1 comes out");
    assert_eq!(tower(3, 0), "3 cubes drop into the tower, none comes out");
    let slept = |warm, standing| told(Event::Slept { warm, standing });
    assert_eq!(slept(1, 2), "1 sleeps in the warm, 2 stay in the cold");
    assert_eq!(slept(0, 1), "Nobody sleeps in the warm, 1 stays in the cold");
    assert_eq!(slept(5, 0), "5 sleep in the warm, nobody is left out");
}

#[test]
fn a_counted_number_names_what_is_counted() {
    let per = Count::Active(Mood::Anger);
    let line = |plus| {
        let op = Op::Gain(Good::Food, Amount { plus, times: 2, per });
        say(&describe::op(&s::pack(), &op))
    };
    assert_eq!(line(0), "Gain 2 Food for each active Anger");
    assert_eq!(line(3), "Gain 3 Food, plus 2 for each active Anger");
}

#[test]
fn messages_inside_messages_are_said_first() {
    let kinds = vec![names::kind(Kind::Worker), names::kind(Kind::Child)];
    let message = Message::new("rule-spent-any").number("count", 1).list("kinds", kinds);
    assert_eq!(say(&message), "Add 1 Spent token of your choice (Worker, Child)");
}

#[test]
fn a_key_that_is_nowhere_is_shown_in_brackets() {
    assert_eq!(say(&Message::new("no-such-key")), "⟨no-such-key⟩");
    assert_eq!(say(&Message::new("card-M1.no-such")), "⟨card-M1.no-such⟩");
}

#[test]
fn an_attribute_is_said_like_a_key() {
    assert_eq!(say(&Message::new("card-M1.option-pay")), "Pay for it");
}

#[test]
fn an_unknown_language_speaks_english() {
    assert_eq!(words("xx").language(), "en");
    assert_eq!(words("en-GB").language(), "en");
}

#[test]
fn a_language_falls_back_to_english_word_by_word() {
    let list = Catalog::from_texts("de", &["kind-worker = Arbeiter"], Some(words("en")));
    assert_eq!(list.localize(&names::kind(Kind::Worker)), "Arbeiter");
    assert_eq!(list.localize(&names::kind(Kind::Child)), "Child");
}

#[test]
fn a_copy_has_the_name_and_labels_of_its_card() {
    let pack = s::pack();
    assert_eq!(say(&names::card(&pack, s::COPY)), "Long Night");
    let ask = Ask::Option(s::OPTIONS, Ctx::of(s::COPY));
    assert_eq!(say(&choices::label(&pack, &ask, Pick::Option(0))), "Pay for it");
}

#[test]
fn options_are_named_after_their_owner() {
    let pack = s::pack();
    let kinds: Vec<String> = s::asks().iter().map(|(ask, _)| asks::kind(&pack, ask)).collect();
    for kind in ["option_morning", "option_special", "option_building", "option_expedition"] {
        assert!(kinds.iter().any(|known| known == kind), "{kind}");
    }
    assert!(kinds.contains(&"option_advisor".to_owned()));
    let ask = Ask::Option(s::INNER, Ctx::of(s::CARD));
    assert_eq!(say(&choices::label(&pack, &ask, Pick::Option(0))), "An inner way");
}

#[test]
fn a_cost_known_twice_is_said_once() {
    let pack = s::pack();
    let hints = [Hint::Cost(Good::Resource(Resource::Wood), 1), Hint::Heated];
    let notes = choices::notes(&pack, &Ask::SubAction(3, false), Pick::Building(s::HUT), &hints);
    let said: Vec<String> = notes.iter().map(say).collect();
    assert_eq!(said.iter().filter(|line| *line == "Costs 1 Wood").count(), 1);
    assert_eq!(said.last().map(String::as_str), Some("Warm enough"));
}

#[test]
fn a_space_is_called_by_what_is_there() {
    let stands = here(&s::pack(), Hint::Stands(s::HUT, false));
    assert!(say(&stands).ends_with(" – G1 (Generator tile)"), "{}", say(&stands));
    assert_eq!(say(&here(&s::pack(), Hint::Heated)), "G1 (Generator tile)");
}

#[test]
fn the_opposite_of_several_is_none_of_them() {
    let either = Test::AnyOf(vec![Test::SleptCold, Test::Active(Mood::Care)]);
    let neither = Test::Not(Box::new(either));
    let sentence = say(&describe::condition(&s::pack(), &neither));
    assert_eq!(sentence, "Everybody had a warm place this Night and no Care is active");
}

#[test]
fn a_card_nobody_has_seen_goes_by_its_number() {
    let line = say(&describe::op(&s::pack(), &Op::AddDusk(s::DUSK)));
    assert_eq!(line, "Card #D1 goes unseen into the Dusk deck");
}

#[test]
fn an_expedition_shows_only_its_white_side_before_it_is_explored() {
    let line = describe::white_side(&s::pack(), s::EXPEDITION).map(|line| say(&line));
    assert_eq!(line.as_deref(), Some("A path of 3 spaces; it promises Food or Resources"));
}

#[test]
fn a_question_says_how_many_are_left() {
    let token = |left| {
        let why = crate::frostpunk::rules::decision::TokenWhy::Exhaust;
        let ask = Ask::Token(why, Tokens::Any(Track::Hope), left);
        say(&asks::prompt(&s::pack(), &ask))
    };
    assert!(!token(1).contains("to choose"));
    assert!(token(3).ends_with("(3 to choose)"));
}

#[test]
fn kinds_of_events_are_small_words() {
    for event in s::events() {
        let kind = events::kind(&event);
        assert!(kind.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{kind}");
    }
}

#[test]
fn every_remedy_names_something_to_do() {
    let deeds = [
        "gather",
        "hunt",
        "clear",
        "build",
        "wait",
        "let",
        "choose",
        "play",
        "take",
        "keep",
        "do ",
        "dismantle",
        "treat",
        "explore",
        "introduce",
        "put",
        "send",
        "spend",
        "cure",
        "pay",
        "needs",
    ];
    let pack = s::pack();
    for way in s::remedies() {
        let said = say(&blocked::remedy(&pack, &way)).to_lowercase();
        assert!(deeds.iter().any(|deed| said.contains(deed)), "{way:?}: {said}");
    }
}

#[test]
fn a_remedy_tells_the_numbers_it_knows() {
    let pack = s::pack();
    let said = |why: &Blocked, way: &Remedy| say(&blocked::sentence(&pack, why, way));
    let coal = Good::Resource(Resource::Coal);
    let lacks = said(&Blocked::Lacks(coal, 2), &Remedy::Get(coal, 1));
    assert!(lacks.contains("2 Coal") && lacks.contains("there is 1"), "{lacks}");
    let round = Test::RoundFrom(7);
    let early = said(&Blocked::Needs(round.clone()), &Remedy::Meet(round, true, Some(3)));
    assert!(early.contains("Round 7") && early.contains("now 3"), "{early}");
    let hot = said(&Blocked::HeatAtCold, &Remedy::KeepCoal(5));
    assert!(hot.contains('5'), "{hot}");
}
