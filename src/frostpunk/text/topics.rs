//! Matters of the rules that can be looked up: what a first evening asks.
//!
//! May use: the word lists. Deliberately absent: the text itself (it is data)
//! and any rule; each line names the rules it sums up.

use crate::game::{Article, ListItem, Localize, Message};

use super::catalog::words;

/// A matter of the rules.
struct Topic {
    /// Its stable word.
    id: &'static str,
    /// Where to go on from here.
    more: &'static [&'static str],
    /// The kinds of questions it is about.
    asks: &'static [&'static str],
}

/// The topics, in the order in which a newcomer meets them.
const TOPICS: &[Topic] = &[
    Topic { id: "round", more: &["actions", "food", "weather"], asks: &[] },
    Topic { id: "winning", more: &["losing", "storm"], asks: &["option_scenario"] },
    Topic { id: "losing", more: &["hope", "sickness", "hunger", "stress"], asks: &[] },
    Topic {
        id: "setup",
        more: &["citizens", "map"],
        asks: &["start_corner", "opening", "opening_unpaid"],
    },
    Topic { id: "leadership", more: &["round", "advisors"], asks: &[] },
    Topic {
        id: "advisors",
        more: &["hope", "cure", "stress"],
        asks: &["advisor", "option_advisor"],
    },
    Topic {
        id: "actions",
        more: &["heat", "gather", "construct", "buildings"],
        asks: &["turn", "end_actions"],
    },
    Topic { id: "heat", more: &["fuel", "sickness", "buildings"], asks: &["space_act"] },
    Topic { id: "fuel", more: &["stress", "cold", "heat"], asks: &["fuel"] },
    Topic { id: "cold", more: &["fuel", "weather", "sickness"], asks: &[] },
    Topic { id: "stress", more: &["fuel", "losing"], asks: &[] },
    Topic { id: "weather", more: &["storm", "cold"], asks: &["option_weather"] },
    Topic { id: "storm", more: &["weather", "shelter"], asks: &[] },
    Topic {
        id: "figures",
        more: &["actions", "children", "spent"],
        asks: &["figure", "kind_join", "kind_leave"],
    },
    Topic { id: "children", more: &["figures", "food"], asks: &[] },
    Topic {
        id: "snow",
        more: &["map", "sickness", "gather"],
        asks: &["snow", "cell", "tile_fate"],
    },
    Topic {
        id: "gather",
        more: &["heat", "snow"],
        asks: &["take", "space_take", "space_from_map"],
    },
    Topic {
        id: "construct",
        more: &["buildings", "gather", "shelter"],
        asks: &["sub_action", "build_free", "space_build", "space_dismantle"],
    },
    Topic {
        id: "buildings",
        more: &["construct", "technologies", "heat"],
        asks: &[
            "option_building",
            "space_upgrade",
            "space_destroy",
            "space_saw",
            "space_thump",
            "space_reuse",
            "space_reuse_worker",
        ],
    },
    Topic {
        id: "special",
        more: &["actions", "winning"],
        asks: &["special", "option_special", "resource_put", "resource_take"],
    },
    Topic {
        id: "scouts",
        more: &["snow", "winning"],
        asks: &["deploy", "scout_order", "reach", "explore", "option_expedition"],
    },
    Topic { id: "shelter", more: &["sickness", "construct", "heat"], asks: &["stand"] },
    Topic { id: "food", more: &["hunger", "buildings"], asks: &[] },
    Topic { id: "hunger", more: &["food", "losing"], asks: &[] },
    Topic {
        id: "sickness",
        more: &["cure", "heat", "shelter"],
        asks: &["kind_sick", "kind_flip", "sick_order"],
    },
    Topic { id: "cure", more: &["sickness", "buildings"], asks: &["cure", "treat", "kind_heal"] },
    Topic { id: "death", more: &["corpses", "citizens", "losing"], asks: &["kind_die", "mourn"] },
    Topic { id: "corpses", more: &["death", "losing"], asks: &["bury"] },
    Topic { id: "spent", more: &["figures", "sickness"], asks: &["kind_spent", "remove_spent"] },
    Topic {
        id: "hope",
        more: &["tokens", "losing", "advisors"],
        asks: &[
            "token_increase",
            "token_decrease",
            "token_activate",
            "token_exhaust",
            "token_price",
            "token_discard",
        ],
    },
    Topic { id: "tokens", more: &["hope"], asks: &["mood_type"] },
    Topic { id: "laws", more: &["dusk", "buildings"], asks: &["law", "option_law"] },
    Topic {
        id: "technologies",
        more: &["buildings", "laws"],
        asks: &["technology", "workshop", "option_technology"],
    },
    Topic {
        id: "morning",
        more: &["dusk", "special"],
        asks: &["option_morning", "option", "price", "resource_give"],
    },
    Topic {
        id: "dusk",
        more: &["morning", "laws"],
        asks: &[
            "option_dusk",
            "option_dusk_start",
            "option_dispute",
            "option_consequence",
            "dusk_order",
            "keepers",
        ],
    },
    Topic { id: "citizens", more: &["actions", "death"], asks: &["play_card", "option_citizen"] },
    Topic { id: "automatons", more: &["figures", "fuel"], asks: &[] },
    Topic { id: "map", more: &["snow", "construct"], asks: &[] },
    Topic { id: "solo", more: &["advisors"], asks: &["rise"] },
];

/// A topic has so many lines at least.
const LEAST: usize = 3;
/// And so many at most.
const MOST: usize = 8;

/// The kinds of questions a topic is about.
pub fn asks(id: &str) -> &'static [&'static str] {
    TOPICS.iter().find(|topic| topic.id == id).map_or(&[], |topic| topic.asks)
}

/// Every topic by its name.
pub fn topics() -> Vec<ListItem> {
    ids().map(|id| ListItem { id: id.to_owned(), name: name(id) }).collect()
}

/// Other words people look for it by.
pub fn also(id: &str) -> Option<Message> {
    ids().find(|known| *known == id).map(words_for)
}

/// The topic a kind of question is about.
pub fn of_ask(ask: &str) -> Option<String> {
    let about = TOPICS.iter().find(|topic| topic.asks.contains(&ask));
    about.map(|topic| topic.id.to_owned())
}

fn ids() -> impl Iterator<Item = &'static str> {
    TOPICS.iter().map(|topic| topic.id)
}

/// One of them.
pub fn topic(id: &str, language: &str) -> Option<Article> {
    let known = TOPICS.iter().find(|topic| topic.id == id)?;
    let list = words(language);
    // English has every line; another language may lack some.
    let lines = (1..=MOST).map(|at| line(id, at)).filter(|line| words("en").has(&line.key));
    Some(Article {
        title: list.localize(&name(id)),
        kind: list.localize(&kind()),
        story: None,
        lines: lines.map(|line| list.localize(&line)).collect(),
        more: known.more.iter().map(|id| (*id).to_owned()).collect(),
    })
}

/// Everything the topics say, as messages: for checks that read them all.
pub fn messages() -> Vec<Message> {
    let lines = ids().flat_map(|id| (1..=MOST).map(move |at| line(id, at)));
    let lines = lines.filter(|line| words("en").has(&line.key));
    let heads = ids().flat_map(|id| [name(id), words_for(id)]).chain([kind()]);
    heads.chain(lines).collect()
}

fn kind() -> Message {
    Message::new("sheet-topic")
}

fn name(id: &str) -> Message {
    Message::new(format!("topic-{id}"))
}

fn words_for(id: &str) -> Message {
    Message::new(format!("topic-{id}.also"))
}

fn line(id: &str, at: usize) -> Message {
    Message::new(format!("topic-{id}.line{at}"))
}

/// Every key a list must have for the topics.
pub fn all() -> Vec<String> {
    let lines = ids().flat_map(|id| (1..=LEAST).map(move |at| line(id, at).key));
    ids().flat_map(|id| [name(id).key, words_for(id).key]).chain(lines).collect()
}

/// A line that a topic may have.
pub fn is_line(key: &str) -> bool {
    let mut spare = ids().flat_map(|id| (LEAST + 1..=MOST).map(move |at| line(id, at).key));
    spare.any(|line| line == key)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{TOPICS, ids, of_ask};
    use crate::frostpunk::rules::program::Deck;
    use crate::frostpunk::text::asks::kind;
    use crate::frostpunk::text::samples;

    /// Every kind of question there can be; options are called by the deck of their card.
    fn kinds() -> BTreeSet<String> {
        let pack = samples::pack();
        let decks = Deck::ALL.iter().map(|(deck, _)| format!("option_{}", deck.key()));
        samples::asks().iter().map(|(ask, _)| kind(&pack, ask)).chain(decks).collect()
    }

    #[test]
    fn every_kind_of_question_has_a_topic_and_no_topic_is_about_a_question_nobody_asks() {
        let kinds = kinds();
        let bare: Vec<&String> = kinds.iter().filter(|ask| of_ask(ask).is_none()).collect();
        assert!(bare.is_empty(), "{bare:?}");
        let mut seen = BTreeSet::new();
        for ask in TOPICS.iter().flat_map(|topic| topic.asks) {
            assert!(kinds.contains(*ask), "{ask}");
            assert!(seen.insert(ask), "{ask} has two topics");
        }
    }

    #[test]
    fn every_topic_leads_on_to_others_that_exist() {
        for topic in TOPICS {
            assert!((1..=4).contains(&topic.more.len()), "{}", topic.id);
            for next in topic.more {
                assert!(*next != topic.id && ids().any(|id| id == *next), "{}: {next}", topic.id);
            }
        }
    }
}
