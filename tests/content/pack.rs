//! The cards of the built-in pack.

use std::collections::BTreeSet;
use std::path::Path;

use emberhall::frostpunk::content;
use emberhall::frostpunk::rules::ids::{Advisor, Letter};
use emberhall::frostpunk::rules::program::{Arrow, Body, Deck, Weather};

use crate::kit::{Checked, files, folder};

#[test]
fn the_builtin_pack_loads_and_equals_the_folder() -> Checked {
    let builtin = content::builtin()?;
    let folder = content::from_files(&content::folder_files(&folder())?)?;
    assert_eq!(builtin.hash.len(), 64);
    assert_eq!(builtin.hash, folder.hash);
    assert_eq!(format!("{builtin:?}"), format!("{folder:?}"));
    Ok(())
}

#[test]
fn the_hash_names_the_cards_and_not_the_texts() -> Checked {
    let before = content::from_files(&files()?)?.hash;
    let mut texts = files()?;
    texts.insert("text/en/cards.ftl".into(), "card-M001 = Larceny\n".into());
    assert_eq!(content::from_files(&texts)?.hash, before);
    let mut cards = files()?;
    cards.entry("cards/weather/W01.toml".into()).and_modify(|text| text.push('\n'));
    assert_ne!(content::from_files(&cards)?.hash, before);
    Ok(())
}

fn is_document(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|end| end == "md")
}

#[test]
fn the_rules_beside_the_cards_are_no_content() -> Checked {
    let with = files()?;
    assert!(with.contains_key("RULES.md") && with.contains_key("TABLES.md"));
    let mut without = with.clone();
    without.retain(|file, _| !is_document(file));
    let mut other = with.clone();
    other.insert("RULES.md".into(), "No rules at all.\n".into());
    let builtin = content::builtin()?.hash;
    for files in [with, without, other] {
        assert_eq!(content::from_files(&files)?.hash, builtin);
    }
    // Nor are they among the files of a campaign: those of a folder and those of the program.
    let mut read =
        content::builtin_files().into_keys().chain(content::folder_files(&folder())?.into_keys());
    assert!(!read.any(|file| is_document(&file)));
    Ok(())
}

#[test]
fn every_deck_has_the_number_of_cards_of_the_box() -> Checked {
    //
    let pack = content::builtin()?;
    let count = |deck| pack.deck(deck).count();
    assert_eq!(count(Deck::Morning), 32);
    assert_eq!(count(Deck::DuskStart), 1);
    assert_eq!(count(Deck::Dusk), 60);
    assert_eq!(count(Deck::Dispute), 10);
    assert_eq!(count(Deck::Law), 16);
    assert_eq!(count(Deck::Consequence), 32);
    assert_eq!(count(Deck::Technology), 9);
    assert_eq!(count(Deck::Weather), 13);
    assert_eq!(count(Deck::Expedition), 40);
    assert_eq!(count(Deck::Citizen), 30);
    assert_eq!(count(Deck::Scenario), 8);
    let copies: Vec<&str> =
        pack.cards.iter().filter(|card| card.id.contains('.')).map(|card| &*card.id).collect();
    assert!(copies.is_empty(), "every card of the box is its own: {copies:?}");
    let letters = |letter| {
        let own = |id: &_| pack.expedition(*id).is_some_and(|card| card.letter == letter);
        pack.deck(Deck::Expedition).filter(own).count()
    };
    assert_eq!(Letter::ALL.iter().map(|l| letters(*l)).collect::<Vec<_>>(), [14, 14, 12]); // U-19
    assert_eq!(pack.societies.len(), 12);
    assert_eq!(pack.advisors.iter().map(|a| a.advisor).collect::<Vec<_>>(), Advisor::ALL);
    assert_eq!(pack.tiles.iter().filter(|tile| !tile.far).count(), 12);
    assert_eq!(pack.tiles.iter().filter(|tile| tile.far).count(), 18);
    Ok(())
}

#[test]
fn a_copy_is_its_first_copy_under_another_id() -> Checked {
    let mut files = files()?;
    files.entry("pack.toml".into()).and_modify(|text| {
        *text = text.replacen("morning = 32", "morning = 70", 1);
    });
    let pack = content::from_files(&files)?;
    assert_eq!(pack.deck(Deck::Morning).count(), 70);
    let face = pack.find("M001").ok_or("no M001")?;
    let copies: Vec<_> = pack.deck(Deck::Morning).filter(|id| pack.face(*id) == face).collect();
    let ids: Vec<&str> = copies.iter().map(|id| pack.card(*id).id.as_str()).collect();
    assert_eq!(ids, ["M001", "M001.2", "M001.3"]);
    assert!(pack.find("M001.2").is_none(), "references name the first copy");
    for copy in copies {
        assert_eq!(pack.card(copy).options, pack.card(face).options);
        assert_eq!(pack.card(copy).instant, pack.card(face).instant);
    }
    let ids: BTreeSet<&str> = pack.cards.iter().map(|card| card.id.as_str()).collect();
    assert_eq!(ids.len(), pack.cards.len(), "every id is unique");
    Ok(())
}

#[test]
fn laws_come_in_pairs_and_each_has_two_consequences() -> Checked {
    let pack = content::builtin()?;
    for id in pack.deck(Deck::Law) {
        let law = pack.law(id).ok_or("a Law without a body")?;
        let number: u8 = pack.card(id).id[1..].parse()?;
        assert_eq!(law.always, number <= 8, "R-2.29: L{number:02}");
        assert_eq!(law.pair.is_some(), number <= 8, "R-25.4: L{number:02}");
        let own = |card: &&_| matches!(pack.card(**card).body, Body::Consequence(law) if law == id);
        assert_eq!(pack.deck(Deck::Consequence).collect::<Vec<_>>().iter().filter(own).count(), 2);
    }
    let unlocked = pack.deck(Deck::Law).flat_map(|id| pack.law(id).map_or(&[][..], |l| &l.unlocks));
    let unlocked: BTreeSet<_> = unlocked.copied().collect();
    let below: BTreeSet<_> = pack.building_ids().filter(|id| pack.building(*id).below).collect();
    assert_eq!(unlocked, below, "every Law Building has its Law");
    Ok(())
}

#[test]
fn the_expeditions_can_always_come_home() -> Checked {
    let pack = content::builtin()?;
    for id in pack.deck(Deck::Expedition) {
        let card = pack.card(id);
        let expedition = pack.expedition(id).ok_or("an Expedition without a body")?;
        let path = if expedition.letter == Letter::C { 5 } else { 4 };
        assert_eq!(expedition.path, path, "U-19: {}", card.id);
        let options = card.options.map(|list| pack.option_list(list)).unwrap_or_default();
        let home = |arrow| matches!(arrow, Some(Arrow::Return(_) | Arrow::NewA));
        assert!(options.iter().any(|option| home(option.arrow)), "R-24.7: {}", card.id);
    }
    Ok(())
}

#[test]
fn the_known_weather_cards_are_as_printed() -> Checked {
    let pack = content::builtin()?;
    for (id, cold, ranges, scouts, storm) in [
        ("W01", 1, [1, 1, 1], 4, 0),
        ("W03", 1, [1, 1, 1], 3, 0),
        ("W05", 1, [0, 1, 1], 3, 1),
        ("W11", 1, [0, 0, 1], 2, 2),
    ] {
        let card = pack.card(pack.find(id).ok_or(id)?);
        let Body::Weather(weather) = card.body else {
            return Err(id.into());
        };
        assert_eq!(weather, Weather { cold, ranges, scouts, storm }, "{id}");
    }
    Ok(())
}
