//! The words under which a campaign is stored: no rename in the code may change one of them.
//!
//! `EMBERHALL_UPDATE=1 cargo test --test council stored` writes the list again. A word that is gone
//! from it is lost to every campaign that is being played.

use std::collections::BTreeSet;
use std::path::Path;

use emberhall::council::CampaignStatus;
use serde::Serialize;
use serde_json::Value;

use crate::wander::{Dice, deed, pause, table, user};

/// Every place a word stands at, as a path; unit variants with the path they are the value of.
#[derive(Default)]
struct Words(BTreeSet<String>);

impl Words {
    fn of(&mut self, what: &str, value: &impl Serialize) {
        self.walk(what, &serde_json::to_value(value).unwrap());
    }

    fn walk(&mut self, path: &str, value: &Value) {
        match value {
            Value::Object(fields) => {
                for (key, inner) in fields {
                    let is_id = key.bytes().all(|byte| byte.is_ascii_digit());
                    let path = format!("{path}.{}", if is_id { "#" } else { key });
                    self.walk(&path, inner);
                    self.0.insert(path);
                }
            }
            Value::Array(list) => list.iter().for_each(|inner| self.walk(path, inner)),
            Value::String(text) if is_word(text) => {
                self.0.insert(format!("{path} = {text}"));
            }
            _ => {}
        }
    }
}

/// Variants are written like this; hashes, keys of sentences and names are not.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

#[test]
fn everything_a_campaign_stores_keeps_its_words() {
    let mut words = Words::default();
    for seed in 7000..7120 {
        let mut dice = Dice(seed);
        let mut hall = table(&mut dice, seed);
        hall.check_every = 0;
        words.of("charter", hall.campaign.charter());
        for _ in 0..160 {
            if hall.council().status == CampaignStatus::Over {
                break;
            }
            let span = pause(&mut dice, &hall);
            hall.wait(span);
            let (who, deed) = (user(&mut dice), deed(&mut dice, &hall));
            words.of("deed", &deed);
            match hall.ask(who, deed) {
                Ok(reply) => words.of("reply", &reply),
                Err(refusal) => words.of("refusal", &refusal),
            }
            words.of("council", hall.council());
        }
        hall.log.iter().for_each(|entry| words.of("entry", entry));
        hall.told.iter().for_each(|(_, notice)| words.of("notice", notice));
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/council/stored.txt");
    let list: Vec<&str> = words.0.iter().map(String::as_str).collect();
    let found = list.join("\n") + "\n";
    if std::env::var_os("EMBERHALL_UPDATE").is_some_and(|set| set == "1") {
        std::fs::write(&file, &found).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap();
    let lost: Vec<&str> = kept.lines().filter(|word| !words.0.contains(*word)).collect();
    assert!(lost.is_empty(), "no longer stored: {lost:#?}");
    assert_eq!(found, kept, "something new is stored; EMBERHALL_UPDATE=1 writes the list again");
}
