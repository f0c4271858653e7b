//! What is shipped for those who run a bot: the settings, the unit, the recipe, the guide.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::program::{folder, run};

fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/deploy").join(name)
}

fn read(name: &str) -> String {
    std::fs::read_to_string(shipped(name)).unwrap()
}

/// Every setting, with its variable.
fn settings() -> Vec<(String, String)> {
    let shown = run(&folder("shown"), &[], &["config", "--json"]).json();
    let text = |one: &Value, field: &str| one[field].as_str().unwrap().to_owned();
    let all = shown["settings"].as_array().unwrap();
    all.iter().map(|one| (text(one, "key"), text(one, "variable"))).collect()
}

#[test]
fn the_settings_that_are_shipped_are_understood_and_name_everything() {
    let text = read("emberhall.toml");
    let folder = folder("example");
    let all = settings();
    for (key, _) in &all {
        let set = text
            .lines()
            .any(|line| line.trim_start_matches("# ").starts_with(&format!("{key} = ")));
        assert!(set, "{key} is not in the example");
    }
    // As it is, and with everything switched on; the token is left to its file.
    let on: Vec<&str> = text
        .lines()
        .map(|line| line.strip_prefix("# ").filter(|rest| rest.contains(" = ")).unwrap_or(line))
        .filter(|line| !line.starts_with("token"))
        .collect();
    let on = on.join("\n");
    for text in [text.clone(), on] {
        std::fs::write(folder.join("emberhall.toml"), text.replace("token_file = ", "# ")).unwrap();
        let said = run(&folder, &[], &["config"]);
        assert_eq!(said.code, 0, "{}{}", said.out, said.error);
    }
}

#[test]
fn the_guide_and_the_help_name_every_setting() {
    let help = run(&folder("help"), &[], &["--help"]).out;
    let guide = read("README.md");
    for (key, variable) in settings() {
        assert!(help.contains(&variable), "{variable} is not in the help");
        assert!(guide.contains(&format!("`{variable}`")), "{variable} is not in the guide");
        assert!(guide.contains(&format!("`{key}`")), "{key} is not in the guide");
    }
}

#[test]
fn the_readme_and_the_help_name_every_command() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(readme).unwrap();
    let help = run(&folder("commands"), &[], &["--help"]).out;
    let said = run(&folder("commands"), &[], &["dance"]).error;
    let list = said.split("the commands are ").nth(1).unwrap();
    let words = list.trim().replace(" and ", ", ");
    let words: Vec<&str> = words.split(", ").collect();
    assert!(words.len() > 15, "{words:?}");
    for command in words {
        assert!(readme.contains(&format!("| `emberhall {command}")), "{command}: README");
        assert!(help.contains(&format!("  emberhall {command}")), "{command}: help");
    }
}

/// Where the tool is there, the unit is checked by it; the program itself is not installed.
#[test]
fn the_unit_is_sound() {
    let unit = read("emberhall.service");
    let setting =
        |name: &str| unit.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
    assert!(setting("ExecStart").is_some_and(|start| start == "emberhall serve"));
    assert_eq!(setting("Restart"), Some("on-failure"));
    assert!(unit.contains("%d/token"), "the token is a credential");
    let folder = folder("unit");
    let file = folder.join("emberhall.service");
    std::fs::write(&file, unit.replace("ExecStart=emberhall", "ExecStart=/bin/true")).unwrap();
    let Ok(said) = Command::new("systemd-analyze").arg("verify").arg(&file).output() else {
        eprintln!("systemd-analyze is not here: the unit was not verified");
        return;
    };
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    let wrong: Vec<&str> = said.lines().filter(|line| line.contains("emberhall.service")).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_recipe_copies_only_what_there_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for line in read("Containerfile").lines().filter(|line| line.starts_with("COPY ")) {
        if line.contains("--from") {
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        for source in &words[..words.len() - 1] {
            assert!(root.join(source).exists(), "{source}: {line}");
        }
    }
}
