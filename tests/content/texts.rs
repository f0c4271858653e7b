//! The English texts of the built-in pack: none is missing and none is left over.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use emberhall::frostpunk::content;
use emberhall::frostpunk::rules::ids::{BlockId, OptionsId};
use emberhall::frostpunk::rules::program::{Body, Op, Pack};

use crate::kit::{Checked, folder};

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
