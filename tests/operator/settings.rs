//! Settings: flags before the environment, the environment before the file.

use serde_json::Value;

use crate::program::{Set, folder, program, run};

/// A token as Discord makes them: of application 175928847299117063.
const TOKEN: &str = "MTc1OTI4ODQ3Mjk5MTE3MDYz.GxYzAb.a-very-secret-part";

fn setting(shown: &Value, key: &str) -> (String, String) {
    let all = shown["settings"].as_array().unwrap();
    let one = all.iter().find(|one| one["key"] == key).unwrap_or_else(|| panic!("no {key}"));
    let value = one["value"].as_str().unwrap_or("(none)").to_owned();
    (value, one["source"].as_str().unwrap().to_owned())
}

#[test]
fn a_flag_beats_the_environment_and_the_environment_beats_the_file() {
    let folder = folder("layers");
    let file = "log = \"warn\"\nmetrics = \"127.0.0.1:1\"\nkeep_days = 30\nguild = 7\n";
    std::fs::write(folder.join("emberhall.toml"), file).unwrap();
    let set = [("EMBERHALL_LOG", "debug"), ("EMBERHALL_METRICS", "127.0.0.1:2")];
    let said = run(&folder, &set, &["config", "--json", "--log", "trace"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.error);
    let shown = said.json();
    let is = |key: &str| setting(&shown, key);
    let pair = |value: &str, source: &str| (value.to_owned(), source.to_owned());
    assert_eq!(is("log"), pair("trace", "flag"));
    assert_eq!(is("metrics"), pair("127.0.0.1:2", "environment"));
    assert_eq!(is("keep_days"), pair("30", "file"));
    assert_eq!(is("guild"), pair("7", "file"));
    assert_eq!(is("database"), pair("emberhall.sqlite", "default"));
    assert_eq!(is("token"), pair("(none)", "default"));
}

#[test]
fn another_file_is_named_by_a_variable_or_a_flag() {
    let folder = folder("named");
    for (name, days) in [("emberhall.toml", 1), ("second.toml", 2), ("third.toml", 3)] {
        std::fs::write(folder.join(name), format!("keep_days = {days}\n")).unwrap();
    }
    let days = |set: &[(&str, &str)], args: &[&str]| {
        let said = run(&folder, set, &[&["config", "--json"], args].concat());
        setting(&said.json(), "keep_days").0
    };
    assert_eq!(days(&[], &[]), "1");
    assert_eq!(days(&[("EMBERHALL_CONFIG", "second.toml")], &[]), "2");
    assert_eq!(days(&[("EMBERHALL_CONFIG", "second.toml")], &["--config", "third.toml"]), "3");
    let said = run(&folder, &[], &["config", "--config", "none.toml"]);
    assert_eq!((said.code, said.error.lines().count()), (2, 1), "{}", said.error);
}

#[test]
fn the_token_is_never_shown_wherever_it_comes_from() {
    let folder = folder("hidden");
    std::fs::write(folder.join("token"), format!("{TOKEN}\n")).unwrap();
    std::fs::write(folder.join("with.toml"), format!("token = \"{TOKEN}\"\n")).unwrap();
    std::fs::write(folder.join("broken.toml"), format!("token = {TOKEN}\n")).unwrap();
    let cases: [(Set<'_>, &[&str], i32); 5] = [
        (&[("DISCORD_TOKEN", TOKEN)], &[], 0),
        (&[("DISCORD_TOKEN_FILE", "token")], &[], 0),
        (&[], &["--config", "with.toml"], 0),
        (&[], &["--config", "broken.toml"], 2),
        (&[], &["--token", TOKEN], 2),
    ];
    for (set, args, code) in cases {
        for json in [&["--json"][..], &[]] {
            let said = run(&folder, set, &[&["config"], args, json].concat());
            assert_eq!(said.code, code, "{args:?}: {}{}", said.out, said.error);
            for part in TOKEN.split('.') {
                assert!(!said.out.contains(part) && !said.error.contains(part), "{args:?}");
            }
            assert!(code != 0 || said.out.contains("hidden") || set[0].0 != "DISCORD_TOKEN");
        }
    }
}

#[test]
fn what_is_misspelt_or_said_twice_is_refused_with_a_sentence() {
    let folder = folder("misspelt");
    std::fs::write(folder.join("a.toml"), "databse = \"x\"\n").unwrap();
    std::fs::write(folder.join("b.toml"), "token = \"x\"\ntoken_file = \"y\"\n").unwrap();
    std::fs::write(folder.join("c.toml"), "metrics = \"9090\"\n").unwrap();
    for (args, says) in [
        (vec!["serve", "--config", "a.toml"], "'database'"),
        (vec!["campaigns", "--config", "a.toml"], "'database'"),
        (vec!["serve", "--config", "b.toml"], "leave one of them out"),
        (vec!["serve", "--token-file", "nothing-here"], "nothing-here"),
        (vec!["serve", "--loud"], "--loud"),
        (vec!["serve"], "DISCORD_TOKEN_FILE"),
        (vec!["invite"], "--application"),
    ] {
        let said = run(&folder, &[], &args);
        assert_eq!(said.code, 2, "{args:?}: {}{}", said.out, said.error);
        assert_eq!(said.error.lines().count(), 1, "{args:?}: {}", said.error);
        assert!(said.error.contains(says), "{args:?}: {}", said.error);
    }
    let said = run(&folder, &[], &["config", "--config", "c.toml"]);
    assert_eq!(said.code, 2);
    assert!(said.out.contains("problem: EMBERHALL_METRICS") && said.out.contains("c.toml"));
}

#[test]
fn every_wrong_value_is_named_at_once_and_where_it_was_set() {
    let folder = folder("wrong");
    std::fs::write(
        folder.join("emberhall.toml"),
        "metrics = \"9090\"\nlog_format = \"xml\"\ndatabase = \"mysql://x\"\n",
    )
    .unwrap();
    let set = [("EMBERHALL_KEEP_DAYS", "a month"), ("DISCORD_TOKEN_FILE", "gone")];
    let said = run(&folder, &set, &["config", "--json", "--guild", "home", "--log", "loud"]);
    assert_eq!(said.code, 2, "{}", said.error);
    let found = said.json()["problems"].as_array().unwrap().clone();
    let found: Vec<&str> = found.iter().map(|one| one.as_str().unwrap()).collect();
    assert_eq!(found.len(), 7, "{found:#?}");
    for (what, set_by) in [
        ("'gone'", "DISCORD_TOKEN_FILE"),
        ("mysql://x", "'database' in emberhall.toml"),
        ("DISCORD_GUILD_ID", "flag --guild"),
        ("EMBERHALL_METRICS", "'metrics' in emberhall.toml"),
        ("EMBERHALL_KEEP_DAYS", "'a month'"),
        ("EMBERHALL_LOG ", "flag --log"),
        ("EMBERHALL_LOG_FORMAT", "'log_format' in emberhall.toml"),
    ] {
        let hit = found.iter().any(|one| one.contains(what) && one.contains(set_by));
        assert!(hit, "{what}, {set_by}: {found:#?}");
    }
}

#[cfg(unix)]
#[test]
fn a_variable_that_is_no_text_is_refused_and_not_left_at_its_default() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = folder("garbled");
    let name = std::ffi::OsStr::from_bytes(b"hall-\xff.sqlite");
    let said = program(&folder, &[]).env("DATABASE_URL", name).arg("campaigns").output().unwrap();
    let error = String::from_utf8(said.stderr).unwrap();
    assert_eq!((said.status.code(), error.lines().count()), (Some(2), 1), "{error}");
    assert!(error.contains("DATABASE_URL"), "{error}");
}

#[test]
fn commands_at_the_database_read_where_it_is_from_the_file() {
    let folder = folder("place");
    std::fs::write(folder.join("emberhall.toml"), "database = \"elsewhere.sqlite\"\n").unwrap();
    let said = run(&folder, &[], &["campaigns"]);
    assert!(said.error.contains("elsewhere.sqlite"), "{}", said.error);
    let said = run(&folder, &[], &["campaigns", "--database", "here.sqlite"]);
    assert!(said.error.contains("here.sqlite"), "{}", said.error);
}

#[test]
fn the_invitation_is_of_the_application_the_token_is_of() {
    let folder = folder("invite");
    let link = "https://discord.com/oauth2/authorize?client_id=175928847299117063\
                &scope=bot+applications.commands&permissions=274878024704";
    let said = run(&folder, &[("DISCORD_TOKEN", TOKEN)], &["invite"]);
    assert_eq!((said.code, said.out.trim()), (0, link), "{}", said.error);
    let said = run(&folder, &[], &["invite", "--application", "175928847299117063", "--json"]);
    let found = said.json();
    assert_eq!(found["link"], link);
    assert_eq!(found["permissions"], "274878024704");
    assert_eq!(found["names"].as_array().unwrap().len(), 6);
    let said = run(&folder, &[("DISCORD_TOKEN", "nonsense")], &["invite"]);
    assert_eq!(said.code, 2);
    assert!(!said.error.contains("nonsense"), "{}", said.error);
}
