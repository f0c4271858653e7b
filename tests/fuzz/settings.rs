//! Settings: of the operator's file, and of a campaign as a row or an export has them.

use emberhall::cli::settings_problems;
use emberhall::council::settings::Settings;
use serde_json::{Value, json};

use crate::chance::Chance;
use crate::spoil;
use crate::target::{Input, target};

/// A settings file with everything in it.
const FILE: &str = r#"
token = "MTIz.NDU2.Nzg5"
database = "sqlite:hall.sqlite"
api = "http://127.0.0.1:4000"
guild = 1234567890
log = "info"
metrics = "127.0.0.1:9090"
keep_days = 30 # a month
lobbies_per_user = 3
lobbies_per_server = "20"
campaigns_per_server = 50
commands_per_minute = 20
pictures_per_minute = 6
clicks_per_minute = 120
refused_clicks_per_minute = 60
"#;

/// The settings of a campaign.
fn campaign() -> Value {
    json!({
        "pace": { "every": 3_600_000 }, "turns": "leader", "small": "relay", "window": 60_000,
        "tie_time": null, "votes": "sealed", "who": { "law": "people", "turn": "leader" },
        "people": { "mode": "on_demand", "admit": { "role": 7 }, "lasts": 3_600_000, "turnout": 5, "votes": "open" },
        "language": "en", "verbosity": "brief", "lessons": "on"
    })
}

fn spoilt(chance: &mut Chance<'_>) -> Vec<u8> {
    if chance.one_in(2) {
        return spoil::bytes(FILE.as_bytes(), chance);
    }
    let mut settings = campaign();
    spoil::json(&mut settings, chance);
    settings.to_string().into_bytes()
}

/// What is read is written as it was read.
fn read_again(text: &str) {
    let Ok(settings) = serde_json::from_str::<Settings>(text) else { return };
    let written = serde_json::to_string(&settings).unwrap();
    assert_eq!(serde_json::from_str::<Settings>(&written).unwrap(), settings, "{text}");
}

#[test]
fn a_spoilt_setting_is_read_or_named_in_a_short_sentence() {
    assert_eq!(settings_problems(FILE), Vec::<String>::new());
    serde_json::from_value::<Settings>(campaign()).unwrap();
    target("settings", |input: Input<'_>| {
        let bytes = input.bytes(spoilt);
        let Ok(text) = str::from_utf8(&bytes) else { return };
        for problem in settings_problems(text) {
            let length = problem.chars().count();
            assert!(length <= 300 && !problem.contains('\n'), "{length} characters: {problem}");
            assert!(!problem.contains("NDU2"), "the token is told: {problem}");
        }
        read_again(text);
    });
}
