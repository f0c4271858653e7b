//! Custom ids: whatever comes back from a button is read without harm.

use emberhall::discord::custom_id::{ChoiceRef, CustomId, answer, sign};

use crate::chance::Chance;
use crate::spoil;
use crate::target::{Input, target};

fn specimens() -> Vec<String> {
    let words = "a:7:N0a m:7:2 t:7:0 h b u:5:18446744073709551615 v:9:1 p:3:1 q:3:1 s:3:wood w:3 c:3 l g o \
                 e:who:law x k:2 n i:8 d";
    let mut all: Vec<String> = words.split(' ').map(|word| format!("e1:12:{word}")).collect();
    all.push(answer(i64::MAX, u32::MAX, &"long-key".repeat(40)));
    all.push(sign(i64::MIN, 0, "~"));
    all
}

#[test]
fn a_spoilt_custom_id_is_read_as_nothing_or_as_what_it_says() {
    let good = specimens();
    for id in &good {
        assert!(CustomId::read(id).is_some(), "{id}");
    }
    let spoilt = |chance: &mut Chance<'_>| spoil::text(&good[chance.below(good.len())], chance);
    target("ids", |input: Input<'_>| {
        let id = input.text(spoilt);
        let Some(press) = CustomId::read(&id) else { return };
        assert_eq!(CustomId::read(&press.id()), Some(press), "{id:?}");
    });
}

#[test]
fn an_id_longer_than_any_of_discords_is_not_looked_at() {
    for long in
        ["e1:1:a:1:".to_owned() + &"x".repeat(1 << 20), "e1:".to_owned() + &"1".repeat(1 << 20)]
    {
        assert_eq!(CustomId::read(&long), None);
    }
}

#[test]
fn a_choice_that_was_spoilt_finds_only_one_that_is_there() {
    let keys = ["worker", "N0a:wood", "~worker", "", "💥"];
    for number in 0..20_000 {
        let mut chance = Chance::new(number as u64);
        let key = chance.pick(&keys);
        let room = chance.below(12);
        let given = ChoiceRef::of(key, room);
        assert_eq!(given.find(keys).as_deref(), Some(key));
        let spoilt = ChoiceRef::read(&spoil::text(given.as_str(), &mut chance));
        assert!(spoilt.find(keys).is_none_or(|found| keys.contains(&found.as_str())));
    }
}
