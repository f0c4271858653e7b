//! What happened, told briefly: over whole campaigns.

use emberhall::game::{Event, Game, Policy, Table, public_events};

use crate::kit::{game, play};

/// Every story of some campaigns, with the events it tells.
fn stories(mut each: impl FnMut(&[String], &[Event])) {
    let game = game();
    let campaigns = (0..40).map(|seed| (seed, Policy::Random));
    for (seed, policy) in campaigns.chain([(3, Policy::Greedy)]) {
        let tell = |_: &dyn Table, events: &[Event]| {
            each(&game.summarize(&public_events(events), &[], "en"), events);
        };
        play(&game, seed, policy, |_| {}, tell);
    }
}

fn length(story: &[String]) -> usize {
    story.iter().map(|line| line.chars().count() + 1).sum()
}

#[test]
fn stories_are_short_enough_for_a_chat() {
    let (mut all, mut long) = (0, 0);
    stories(|story, _| {
        assert!(story.iter().all(|line| line.chars().count() <= 300), "{story:#?}");
        assert!(length(story) <= 3500, "{story:#?}");
        all += 1;
        long += usize::from(length(story) > 1500);
    });
    assert!(all > 2000 && long * 100 <= all, "{long} of {all} stories are long");
}

#[test]
fn no_story_has_holes_in_its_words() {
    stories(|story, _| {
        for line in story {
            let whole = !line.is_empty() && !line.contains(['⟨', '⟩', '{', '}']);
            assert!(whole && !line.contains("  "), "{line}");
            assert!(line.matches("**").count() % 2 == 0, "{line}");
        }
    });
}

#[test]
fn setup_is_told_in_a_few_lines() {
    let mut first = None;
    stories(|story, events| {
        if events.len() > 60 {
            first.get_or_insert_with(|| story.to_vec());
        }
    });
    let first = first.expect("setup");
    assert!((5..=8).contains(&first.len()), "{first:#?}");
    assert!(first.iter().any(|line| line.contains("22 Workers, 12 Engineers and 8 Children")));
    assert!(first.contains(&"**Are We Alone?** · Scenario card".to_owned()), "{first:#?}");
}

#[test]
fn every_death_is_set_apart_and_every_card_is_named() {
    let mut dead = 0;
    stories(|story, events| {
        let died = events.iter().filter(|event| event.kind == "died").count();
        let bold = story.iter().filter(|line| line.starts_with("**") && line.contains(" died."));
        let named = story.iter().filter(|line| line.starts_with("**") && line.contains(" died: "));
        assert_eq!(died > 0, bold.count() + named.count() > 0, "{story:#?}");
        dead += died;
        for event in events.iter().filter(|event| event.kind == "law_passed") {
            let title = &event.data["law_passed"]["card"];
            let law = story.iter().any(|line| line.starts_with("**The Law is introduced: "));
            assert!(law, "{title}: {story:#?}");
        }
    });
    assert!(dead > 20, "{dead} deaths only");
}

#[test]
fn a_story_tells_nothing_that_only_one_seat_may_know() {
    let game = game();
    let mut secrets = 0;
    stories(|story, events| {
        let whole = story.join("\n");
        for event in events.iter().filter(|event| event.kind == "drew") {
            let Some((_, secret)) = &event.secret else {
                continue;
            };
            let sentence = crate::kit::say(secret);
            let card = sentence.split(" draws ").nth(1).unwrap_or(&sentence).to_owned();
            let also_open = events.iter().any(|e| {
                e.public.as_ref().is_some_and(|public| crate::kit::say(public).contains(&card))
            });
            assert!(also_open || !whole.contains(&card), "{card}: {whole}");
            secrets += 1;
        }
    });
    assert!(secrets > 100, "{} {secrets}", game.id());
}

#[test]
fn a_story_of_another_version_is_told_by_its_sentences() {
    let game = game();
    let mut heard = Vec::new();
    play(&game, 1, Policy::Random, |_| {}, |_, events| heard.extend(public_events(events)));
    let mut one = heard.into_iter().find(|one| one.kind == "food").expect("Food");
    let said = crate::kit::say(&one.text);
    one.data = serde_json::json!({ "nourishment": 3 });
    assert_eq!(game.summarize(&[one], &[], "en"), [said]);
    assert!(game.summarize(&[], &[], "en").is_empty());
}
