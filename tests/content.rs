//! The content files: how mistakes are reported, and what the built-in pack holds.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use emberhall::frostpunk::content::{self, Problem, Problems};
use emberhall::frostpunk::rules::ids::{
    Advisor, BlockId, Insulation, Kind, Letter, OptionsId, Resource, Stuff,
};
use emberhall::frostpunk::rules::program::{Arrow, Body, Building, Deck, Op, Pack, Weather};

type Checked = Result<(), Box<dyn std::error::Error>>;
type Files = BTreeMap<String, String>;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/frostpunk")
}

/// The built-in files, to be spoilt by a test.
fn files() -> std::io::Result<Files> {
    fn walk(folder: &Path, prefix: &str, found: &mut Files) -> std::io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                walk(&path, &format!("{prefix}{name}/"), found)?;
            } else {
                found.insert(format!("{prefix}{name}"), fs::read_to_string(&path)?);
            }
        }
        Ok(())
    }
    let mut found = Files::new();
    walk(&folder(), "", &mut found)?;
    Ok(found)
}

/// The problems of the built-in pack after these changes: file, old words, new words.
fn problems_after(
    changes: &[(&str, &str, &str)],
) -> Result<Vec<Problem>, Box<dyn std::error::Error>> {
    let mut files = files()?;
    for (file, old, new) in changes {
        let text = files.get_mut(*file).ok_or(format!("there is no {file}"))?;
        assert!(text.contains(old), "{file} does not hold {old}");
        *text = text.replacen(old, new, 1);
    }
    match content::from_files(&files) {
        Ok(_) => Ok(Vec::new()),
        Err(Problems(problems)) => Ok(problems),
    }
}

/// The one problem of the built-in pack after one change.
fn problem_after(file: &str, old: &str, new: &str) -> Result<Problem, Box<dyn std::error::Error>> {
    let mut problems = problems_after(&[(file, old, new)])?;
    assert_eq!(problems.len(), 1, "{}", Problems(problems));
    problems.pop().ok_or_else(|| "no problem".into())
}

// ---- Mistakes --------------------------------------------------------------

#[test]
fn a_misspelt_effect_is_reported_with_file_line_and_the_valid_names() -> Checked {
    let found =
        problem_after("cards/dusk/D059.toml", "else = [{ cure = 2 }]", "else = [{ kure = 2 }]")?;
    assert_eq!((found.file.as_str(), found.line), ("cards/dusk/D059.toml", 2));
    assert!(found.message.contains("`kure`") && found.message.contains("`cure`"), "{found}");
    assert!(!found.to_string().contains('\n'), "{found}");
    Ok(())
}

#[test]
fn a_misspelt_field_and_a_wrong_number_are_reported_with_their_line() -> Checked {
    let field = problem_after("cards/dusk/D001.toml", "key = \"crowd\"", "kee = \"crowd\"")?;
    assert_eq!(field.line, 11, "{field}");
    assert!(field.message.contains("`kee`") && field.message.contains("`key`"), "{field}");
    let number = problem_after("cards/dusk/D059.toml", "{ cure = 3 }", "{ cure = 300 }")?;
    assert!(number.line == 2 && number.message.contains("a number from 0 to 255"), "{number}");
    Ok(())
}

#[test]
fn an_unknown_card_is_reported_with_the_cards_of_its_deck() -> Checked {
    let change = ("cards/dusk/D002.toml", "\"D003\"", "\"D093\"");
    let found = problems_after(&[change])?;
    let wrong = found.first().ok_or("no problem")?;
    assert_eq!((wrong.file.as_str(), wrong.line), ("cards/dusk/D002.toml", 5));
    assert!(
        wrong.message.starts_with("unknown card `D093`, expected one of D001, D002"),
        "{wrong}"
    );
    // The card that was meant is then named by nobody.
    assert_eq!(found.get(1).map(|problem| problem.file.as_str()), Some("cards/dusk/D003.toml"));
    Ok(())
}

#[test]
fn a_card_of_the_wrong_deck_is_an_unknown_card() -> Checked {
    let change = ("cards/dusk/D007.toml", "\"D059\"", "\"M001\"");
    let found = problems_after(&[change])?;
    let wrong = found.first().ok_or("no problem")?;
    assert!(wrong.message.starts_with("unknown card `M001`, expected one of D001"), "{wrong}");
    Ok(())
}

#[test]
fn an_unknown_building_is_reported_with_the_valid_ones() -> Checked {
    let found = problem_after("cards/citizen/C19.toml", "\"workshop\"", "\"workshed\"")?;
    assert_eq!(found.line, 6, "{found}");
    assert!(found.message.contains("unknown building `workshed`"), "{found}");
    assert!(found.message.contains("workshop"), "{found}");
    Ok(())
}

#[test]
fn every_problem_of_a_pack_is_reported_at_once() -> Checked {
    let found = problems_after(&[
        ("cards/morning/M004.toml", "key = \"ignore\"", "key = \"promise\""),
        ("cards/morning/M015.toml", "after = \"event\"", ""),
        ("cards/law/L01.toml", "pair = \"L02\"", "pair = \"L04\""),
        ("cards/consequence/L02A.toml", "law = \"L02\"", "law = \"L22\""),
        ("cards/expedition/X29.toml", "arrow = \"new_a\"", "arrow = { continue = \"c\" }"),
        ("pack.toml", "  10, 10, 10, 10, 10,\n", ""),
        ("pack.toml", "  \"child\", \"engineer\", \"worker\",\n]", "]"),
        ("pack.toml", "{ from = 5, spent", "{ from = 12, spent"),
        ("societies.toml", "hope = [2, 2]", "hope = [2, 3]"),
        ("advisors.toml", "who = \"social\"", "who = \"health\""),
        ("buildings.toml", "part = 5", "part = 3"),
    ])?;
    let all = Problems(found.clone()).to_string();
    for expected in [
        "cards/morning/M004.toml:7: option key `promise` is used twice",
        "cards/morning/M015.toml:2: option `support` has no effects",
        "cards/law/L01.toml:1: `L04` names L03 as its pair",
        "cards/consequence/L02A.toml:2: unknown card `L22`, expected one of L01, L02",
        "cards/law/L02.toml:1: a Law has 2 Consequences, `L02` has 1",
        "cards/expedition/X29.toml:1: an Expedition card needs an option with a Return",
        "51, never falling",
        "each of the 15 Rounds",
        "`rows` start at 0, ascend",
        "society `1-normal`: more active Hope than Hope",
        "Advisor `social` is missing",
        "Advisor `health` is written twice",
        "part 3 of the Generator tile has 2 uses",
    ] {
        assert!(all.contains(expected), "missing: {expected}\nin:\n{all}");
    }
    assert_eq!(all.lines().count(), found.len(), "one line for each problem");
    Ok(())
}

#[test]
fn broken_files_do_not_hide_the_problems_of_other_files() -> Checked {
    let found = problems_after(&[
        ("cards/dusk/D003.toml", "instant = [", "instant = "),
        ("cards/dusk/D030.toml", "upgrade = { free = true }", "upgrade = { fre = true }"),
        ("cards/weather/W01.toml", "cold = 1", "cold = \"one\""),
    ])?;
    let files: BTreeSet<&str> = found.iter().map(|problem| problem.file.as_str()).collect();
    let broken = ["cards/dusk/D003.toml", "cards/dusk/D030.toml", "cards/weather/W01.toml"];
    assert_eq!(files, broken.into(), "{}", Problems(found.clone()));
    Ok(())
}

#[test]
fn the_authors_guide_explains_every_word() -> Checked {
    let guide = fs::read_to_string(folder().join("../README.md"))?;
    let card = "cards/dusk/D059.toml";
    for wrong in [
        problem_after(card, "{ cure = 3 }", "{ x = 3 }")?,
        problem_after(card, "{ active = \"care\" }", "\"x\"")?,
        problem_after(card, "{ cure = 3 }", "{ cure = { per = \"x\" } }")?,
        problem_after("cards/law/L05.toml", "{ extra_slots = 1 }", "\"x\"")?,
        problem_after("cards/morning/M015.toml", "when = \"dusk\"", "when = \"x\"")?,
        problem_after("advisors.toml", "{ exhaust_any = \"hope\" }", "\"x\"")?,
    ] {
        let words: Vec<&str> = wrong.message.split('`').skip(3).step_by(2).collect();
        assert!(words.len() > 3, "{wrong}");
        for word in words {
            assert!(guide.contains(word), "the guide does not explain `{word}`");
        }
    }
    Ok(())
}

#[test]
fn a_card_nobody_can_reach_is_reported() -> Checked {
    let found = problem_after("cards/dusk/D007.toml", "    { add_dusk = \"D059\" },\n", "")?;
    assert_eq!(
        found.to_string(),
        "cards/dusk/D059.toml:1: nobody can reach `D059`: no `add_dusk` names this card"
    );
    Ok(())
}

#[test]
fn what_could_never_be_played_as_written_is_refused() -> Checked {
    let instant =
        problem_after("cards/expedition/X01.toml", "hint =", "instant = [{ cure = 1 }]\nhint =")?;
    assert!(instant.message.contains("unknown field `instant`"), "{instant}");
    for action in ["special_action", "deploy_scouts"] {
        let list = format!("actions = [\"construct\", \"{action}\"]");
        let wrong = problem_after("cards/citizen/C28.toml", "actions = [\"construct\"]", &list)?;
        assert!(wrong.message.contains(&format!("`{action}` is no action for it")), "{wrong}");
    }
    let fourth =
        "[[option]]\nkey = \"more\"\neffects = [{ cure = 1 }]\n\n[[option]]\nkey = \"keep\"";
    let crowded = problem_after("cards/morning/M009.toml", "[[option]]\nkey = \"keep\"", fourth)?;
    assert_eq!(
        crowded.to_string(),
        "cards/morning/M009.toml:1: an Event card has at most 3 options, not 4 (R-23.1)"
    );
    Ok(())
}

#[test]
fn files_in_the_wrong_place_and_missing_files_are_reported() -> Checked {
    let mut files = files()?;
    files.remove("tiles.toml");
    files.insert("cards/nightfall/N001.toml".into(), String::new());
    files.insert("weather.toml".into(), String::new());
    let Err(problems) = content::from_files(&files) else {
        return Err("no problem".into());
    };
    let all = problems.to_string();
    assert!(all.contains(
        "cards/nightfall/N001.toml:1: unknown deck `nightfall`, expected one of morning"
    ));
    assert!(all.contains("tiles.toml:1: this file is missing"), "{all}");
    assert!(all.contains("weather.toml:1: no file belongs here"), "{all}");
    Ok(())
}

#[test]
fn no_cut_file_makes_the_loader_panic() -> Checked {
    let files = files()?;
    for (name, text) in files.iter().filter(|(name, _)| !name.starts_with("text/")) {
        for part in [0, 1, 2] {
            let mut cut = files.clone();
            let end = (0..=text.len() * part / 3).rev().find(|at| text.is_char_boundary(*at));
            cut.insert(name.clone(), text[..end.unwrap_or(0)].to_owned());
            // Some cut files are still a card; none may bring the program down.
            let _ = content::from_files(&cut);
        }
    }
    Ok(())
}

// ---- The pack --------------------------------------------------------------

#[test]
fn the_builtin_pack_loads_and_equals_the_folder() -> Checked {
    let builtin = content::builtin()?;
    let folder = content::from_folder(&folder())?;
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

// ---- Buildings, tiles, Societies -------------------------------------------

#[test]
fn the_building_tiles_are_those_of_the_box() -> Checked {
    let pack = content::builtin()?;
    let sum = |own: &dyn Fn(&&Building) -> bool| -> u32 {
        pack.buildings.iter().filter(own).map(|b| u32::from(b.count)).sum()
    };
    assert_eq!(sum(&|b| !b.large && !b.below && !b.printed), 42, "small Basic tiles");
    assert_eq!(sum(&|b| b.large && !b.below), 11, "large Basic tiles");
    assert_eq!(sum(&|b| b.ruinable), 20, "U-14: Shelters");
    // Faith and Order are two sides of the same tiles.
    assert_eq!(sum(&|b| !b.large && b.below), 10 + 6, "small Special tiles, six of them two-sided");
    assert_eq!(sum(&|b| b.large && b.below), 1 + 1, "large Special tile, two-sided");
    Ok(())
}

#[test]
fn upgrades_cost_what_their_column_says() -> Checked {
    let pack = content::builtin()?;
    for building in &pack.buildings {
        // U-13
        let expected = match (building.wood, building.cores) {
            (1 | 2, 0) => (Resource::Wood, 1),
            (3, 0) | (4, 1) => (Resource::Core, 1),
            _ => (Resource::Core, 2),
        };
        assert!(building.upgrade.is_none_or(|cost| cost == expected), "{}", building.id);
        let acts = building.sides[0].action.is_some();
        let white = building.sides[0].insulation == Insulation::White;
        assert!(!(acts && white), "R-13.28: {}", building.id);
    }
    Ok(())
}

#[test]
fn the_map_holds_what_the_tiles_hold() -> Checked {
    //
    let pack = content::builtin()?;
    let total = |far: bool, what: Stuff| -> u32 {
        let own = pack.tiles.iter().filter(|tile| tile.far == far);
        let spaces = own.flat_map(|tile| tile.spaces.iter().flatten());
        spaces.filter(|space| space.0 == what).map(|space| u32::from(space.1)).sum()
    };
    // U-11: the sum of the two rows of faces.
    assert_eq!((total(false, Stuff::Trees), total(true, Stuff::Trees)), (12, 18));
    assert_eq!((total(false, Stuff::Coal), total(true, Stuff::Coal)), (18, 27));
    assert_eq!((total(false, Stuff::Wood), total(true, Stuff::Wood)), (16, 19));
    assert_eq!((total(false, Stuff::Core), total(true, Stuff::Core)), (1, 6));
    let food =
        |far| pack.tiles.iter().filter(|t| t.far == far).map(|t| u32::from(t.food)).sum::<u32>();
    assert_eq!((food(false), food(true)), (27, 50));
    let first = &pack.tiles.iter().find(|tile| tile.id == "far-01").ok_or("no far-01")?;
    assert_eq!(first.spaces, [Some((Stuff::Trees, 3)), Some((Stuff::Coal, 2))]); // E-39
    Ok(())
}

#[test]
fn society_one_is_as_printed() -> Checked {
    let pack = content::builtin()?;
    let society = pack.societies.iter().find(|s| s.id == "1-normal").ok_or("no Society I")?;
    //
    assert_eq!((society.citizens, society.sick), ([22, 12, 8], [0, 0, 0]));
    assert_eq!((society.food, society.resources, society.automatons), (8, [4, 5, 0], 0));
    assert_eq!((society.discontent, society.hope, society.corpses), ([2, 1], [2, 2], 1));
    Ok(())
}

// ---- Tables ----------------------------------------------------------------

#[test]
fn the_heat_track_fits_what_the_books_say() -> Checked {
    let tables = content::builtin()?.tables;
    // U-1: number = index up to 4; Cold starts on index 4.
    assert_eq!(tables.heat_cubes[..5], [0, 1, 2, 3, 4]);
    assert_eq!(tables.cold_start, 4);
    assert_eq!(tables.heat_icons.len(), tables.heat_cubes.len());
    assert_eq!(tables.heat_icons[0], None);
    // E-23: some pair of positions has exactly one Child and one Engineer between.
    let between: BTreeSet<_> = tables.heat_icons[10..=13].iter().copied().flatten().collect();
    assert_eq!(between, [Kind::Engineer, Kind::Child].into());
    // U-2: the first three spaces.
    assert_eq!(tables.range_start, [0, 1, 2]);
    // U-3: ten single spaces.
    assert_eq!(tables.stress_spaces, 10);
    // U-4: the upgrade keeps more cubes.
    let [basic, upgraded] = tables.tower;
    assert!(upgraded.through < basic.through && upgraded.cap > basic.cap);
    Ok(())
}

#[test]
fn the_population_track_fits_what_the_books_say() -> Checked {
    let tables = content::builtin()?.tables;
    // U-5
    assert_eq!(tables.meeples.len(), 51);
    assert_eq!([0, 8, 12, 22, 50].map(|n| tables.meeples[n]), [0, 2, 3, 5, 10]);
    let row = |rows: &[(u8, u8, u8)], at: u8| {
        rows.iter().rev().find(|row| row.0 <= at).map(|row| (row.1, row.2))
    };
    // U-6
    assert_eq!(row(&tables.sickness, 4), Some((0, 0)));
    assert_ne!(row(&tables.sickness, 5), Some((0, 0)));
    assert_eq!(row(&tables.sickness, 6), Some((0, 1)));
    assert_eq!(row(&tables.sickness, 15), Some((2, 2)));
    assert_eq!(tables.sickness_loss, 26);
    // U-7
    assert_eq!(row(&tables.hunger, 0), Some((0, 0)));
    assert_eq!(row(&tables.hunger, 8), Some((1, 1)));
    assert_eq!(tables.hunger_loss, 25);
    // U-8
    assert!((10..=15).contains(&tables.corpse_last));
    Ok(())
}

#[test]
fn the_round_track_and_the_box_fit_what_the_books_say() -> Checked {
    let pack = content::builtin()?;
    let tables = &pack.tables;
    // U-9: Round 6 Workers, Round 7 Children, Round 1 Children.
    assert_eq!(tables.fed.len(), 15);
    assert_eq!(
        [1, 6, 7].map(|round| tables.fed[round - 1]),
        [Kind::Child, Kind::Worker, Kind::Child]
    );
    // U-10: five spaces and the drawer.
    let mut parts: Vec<u8> = pack.buildings.iter().filter_map(|building| building.part).collect();
    parts.extend(tables.generator_stuff.iter().map(|stuff| stuff.0));
    parts.push(tables.drawer);
    parts.sort_unstable();
    assert_eq!(parts, [0, 1, 2, 3, 4, 5]);
    // U-17, R-1.6, R-1.8, R-2.5, R-2.39
    assert_eq!(tables.tokens_each, 3);
    assert_eq!(tables.figures, [10, 10, 8, 1, 1, 6]);
    assert_eq!((tables.walls.len(), tables.walls.iter().flatten().count()), (7, 4));
    assert_eq!(tables.hands, [7, 6, 5, 4]);
    let crater = pack.scenarios.first().ok_or("no scenario")?;
    assert_eq!((crater.id.as_str(), crater.storm, crater.cards.len()), ("crater", 9, 8));
    assert_eq!(crater.without, [pack.find("T09").ok_or("no T09")?]);
    Ok(())
}

// ---- Texts -----------------------------------------------------------------

/// Every `name` and `name.attribute` of the English texts with its value.
fn english() -> std::io::Result<BTreeMap<String, String>> {
    let mut known = BTreeMap::new();
    let texts =
        ["cards.ftl", "cards-first.ftl", "cards-people.ftl", "cards-second.ftl", "names.ftl"];
    for file in texts {
        let text = fs::read_to_string(folder().join("text/en").join(file))?;
        let mut name = String::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some((key, value)) = line.split_once(" = ") else {
                continue;
            };
            let key = key.trim();
            let full = if let Some(attribute) = key.strip_prefix('.') {
                format!("{name}.{attribute}")
            } else {
                key.clone_into(&mut name);
                key.to_owned()
            };
            assert!(
                known.insert(full.clone(), value.to_owned()).is_none(),
                "{full} is written twice"
            );
        }
    }
    Ok(known)
}

/// The keys of every choice inside these effects, nested ones too.
fn choices_in(pack: &Pack, block: BlockId, found: &mut BTreeSet<String>) {
    for op in pack.block(block) {
        match op {
            Op::Choose(list) => keys_of(pack, *list, found),
            Op::If { then, otherwise, .. } => {
                choices_in(pack, *then, found);
                if let Some(block) = otherwise {
                    choices_in(pack, *block, found);
                }
            }
            Op::ForEach(_, block) | Op::With(_, block) | Op::Bury(_, Some(block)) => {
                choices_in(pack, *block, found);
            }
            Op::MostActive(lines) => {
                lines.iter().flatten().for_each(|block| choices_in(pack, *block, found));
            }
            _ => {}
        }
    }
}

/// The keys of a list, and of the choices its options lead to.
fn keys_of(pack: &Pack, list: OptionsId, found: &mut BTreeSet<String>) {
    for option in pack.option_list(list) {
        found.insert(option.key.clone());
        choices_in(pack, option.block, found);
    }
}

/// The text names a pack needs; `.option-` names are buttons.
fn needed(pack: &Pack) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for card in pack.faces.values().map(|id| pack.card(*id)) {
        let name = format!("card-{}", card.id);
        let mut keys = BTreeSet::new();
        let mut special = BTreeSet::new();
        card.options.iter().for_each(|list| keys_of(pack, *list, &mut keys));
        card.special.iter().for_each(|s| keys_of(pack, s.options, &mut special));
        let blocks = card.instant.iter().chain(card.hooks.iter().map(|hook| &hook.1));
        let blocks = blocks.chain(card.triggers.iter().map(|trigger| &trigger.1));
        blocks.for_each(|block| choices_in(pack, *block, &mut keys));
        match &card.body {
            Body::Citizen(citizen) => choices_in(pack, citizen.ability, &mut keys),
            Body::Expedition(_) => drop(names.insert(format!("{name}.place"))),
            _ => {}
        }
        names.extend(keys.iter().map(|key| format!("{name}.option-{key}")));
        names.extend(special.iter().map(|key| format!("{name}.special-{key}")));
        names.extend([format!("{name}.story"), name]);
    }
    for building in &pack.buildings {
        let name = format!("building-{}", building.id);
        let mut keys = BTreeSet::new();
        for side in &building.sides {
            side.action.iter().for_each(|list| keys_of(pack, *list, &mut keys));
            side.cure.iter().for_each(|block| choices_in(pack, *block, &mut keys));
        }
        building.on_build.iter().for_each(|block| choices_in(pack, *block, &mut keys));
        names.extend(keys.iter().map(|key| format!("{name}-{key}")));
        names.insert(name);
    }
    for card in &pack.advisors {
        let name = format!("advisor-{}", card.advisor.key());
        let mut keys = BTreeSet::new();
        keys_of(pack, card.options, &mut keys);
        names.extend(keys.iter().map(|key| format!("{name}-{key}")));
        names.insert(name);
    }
    names.extend(pack.societies.iter().map(|society| format!("society-{}", society.id)));
    names.extend(pack.scenarios.iter().map(|scenario| format!("scenario-{}", scenario.id)));
    names
}

#[test]
fn every_card_option_and_building_has_its_english_text_and_no_text_is_left_over() -> Checked {
    let pack = content::builtin()?;
    let known: BTreeSet<String> = english()?.into_keys().collect();
    let needed = needed(&pack);
    let missing: Vec<_> = needed.difference(&known).collect();
    let unused: Vec<_> = known.difference(&needed).collect();
    assert!(missing.is_empty(), "missing texts: {missing:?}");
    assert!(unused.is_empty(), "texts of nothing: {unused:?}");
    Ok(())
}

#[test]
fn every_button_label_fits_on_a_button() -> Checked {
    for (name, label) in english()? {
        let button = name.contains(".option-") || name.contains(".special-") || !name.contains('.');
        assert!(!button || label.chars().count() <= 60, "{name} is too long: {label}");
        assert!(!label.contains(['{', '}']), "{name} has a placeable: {label}");
    }
    Ok(())
}
