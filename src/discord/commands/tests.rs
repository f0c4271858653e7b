//! Tests of the commands as a whole: texts, limits and languages.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value as Json;

use super::history;
use super::localize::{Naming, Task};
use super::lookup::{About, about};
use super::spec::{CommandId, ParamKind, Value, command, group, param};
use super::status::in_blocks;
use super::{Command, of};
use crate::council::log::{Answered, DecidedBy, Entry, EntryKind};
use crate::council::seating::SeatState;
use crate::council::{Holder, Timestamp, UserId};
use crate::discord::limits;
use crate::discord::localizer::Localizer;
use crate::discord::message::split_to_fit;
use crate::frostpunk::Frostpunk;
use crate::game::{
    Event, Game, GameError, ListItem, Localize, Message, Playout, PlayoutError, Policy, Progress,
    Seat, Setup, SetupOption, Table,
};

/// Game with lists at and beyond Discord's limits.
struct Box25(Frostpunk);

fn named(of: &str, many: usize) -> Vec<ListItem> {
    let one = |n: usize| ListItem {
        id: format!("{of}{n}"),
        name: Message::new("table-seat").number("seat", n as i64),
    };
    (0..many).map(one).collect()
}

impl Game for Box25 {
    fn id(&self) -> &'static str {
        self.0.id()
    }
    fn content_hash(&self) -> &str {
        self.0.content_hash()
    }
    fn files(&self) -> BTreeMap<String, String> {
        self.0.files()
    }
    fn with_content(&self, files: &BTreeMap<String, String>) -> Result<Box<dyn Game>, GameError> {
        self.0.with_content(files)
    }
    fn roles(&self) -> Vec<String> {
        self.0.roles()
    }
    fn start(&self, setup: &Setup, seed: u64) -> Result<(Box<dyn Table>, Vec<Event>), GameError> {
        self.0.start(setup, seed)
    }
    fn load(&self, save: &Json) -> Result<Box<dyn Table>, GameError> {
        self.0.load(save)
    }
    fn localizer(&self, language: &str) -> &dyn Localize {
        self.0.localizer(language)
    }
    fn text_board(&self, view: &Json, language: &str) -> String {
        self.0.text_board(view, language)
    }
    fn playout(&self, setup: &Setup, seed: u64, policy: Policy) -> Result<Playout, PlayoutError> {
        self.0.playout(setup, seed, policy)
    }
    fn scenarios(&self) -> Vec<ListItem> {
        named("s", 25)
    }
    fn options(&self) -> Vec<SetupOption> {
        let option = |key: &str, many| SetupOption {
            key: key.to_owned(),
            name: Message::new("lobby-title"),
            values: named(key, many),
        };
        vec![option("party", 6), option("pace", 2), option("Loud Name", 2), option("foes", 26)]
    }
    fn cards(&self) -> Vec<ListItem> {
        named("c", 200)
    }
}

fn frostpunk() -> Frostpunk {
    Frostpunk::builtin().unwrap()
}

/// Every command of a game as it is registered with Discord.
fn registered(game: &dyn Game) -> Vec<Json> {
    let one = |command: &Command| command.create_as_slash_command().unwrap();
    of(game).iter().map(|command| serde_json::to_value(one(command)).unwrap()).collect()
}

/// Collects a command and the groups and options below it, with their paths.
fn walk(at: &Json, path: &str, found: &mut Vec<(String, Json)>) {
    let path = format!("{path}/{}", at["name"].as_str().unwrap());
    found.push((path.clone(), at.clone()));
    for below in at["options"].as_array().into_iter().flatten() {
        walk(below, &path, found);
    }
}

fn all(game: &dyn Game) -> Vec<(String, Json)> {
    let mut found = Vec::new();
    registered(game).iter().for_each(|command| walk(command, "", &mut found));
    found
}

fn within(text: &Json, most: usize) -> bool {
    text.as_str().is_some_and(|text| (1..=most).contains(&limits::length(text)))
}

#[test]
fn every_command_has_words_and_fits_what_discord_allows() {
    for game in [&frostpunk() as &dyn Game, &Box25(frostpunk())] {
        for (path, one) in all(game) {
            let name = one["name"].as_str().unwrap();
            let small =
                |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-');
            assert!(within(&one["name"], 32) && name.chars().all(small), "{path}");
            assert!(within(&one["description"], 100), "{path}: {}", one["description"]);
            let about = one["description"].as_str().unwrap();
            assert!(!about.starts_with("command-") && about != name, "{path} has no words");
            let choices = one["choices"].as_array().cloned().unwrap_or_default();
            let options = one["options"].as_array().cloned().unwrap_or_default();
            assert!(choices.len() <= 25 && options.len() <= 25, "{path}");
            assert!(choices.iter().all(|choice| within(&choice["name"], 100)), "{path}");
            let names: BTreeSet<&str> =
                options.iter().filter_map(|option| option["name"].as_str()).collect();
            assert_eq!(names.len(), options.len(), "{path}: a name is given twice");
            let kinds = options.iter().map(|option| option["required"] == true);
            assert!(kinds.is_sorted_by(|a, b| a >= b), "{path}: what is needed comes first");
        }
    }
}

#[test]
fn no_command_is_longer_than_discord_takes() {
    fn length(at: &Json) -> usize {
        let own = |key: &str| at[key].as_str().map_or(0, limits::length);
        let below = ["options", "choices"].iter().filter_map(|key| at[key].as_array()).flatten();
        own("name") + own("description") + own("value") + below.map(length).sum::<usize>()
    }
    for command in registered(&Box25(frostpunk())) {
        assert!(length(&command) <= 8000, "{}: {}", command["name"], length(&command));
        assert_eq!(command["contexts"], serde_json::json!([0]), "only in servers");
    }
}

#[test]
fn the_commands_people_were_promised_are_there() {
    let found: BTreeSet<String> = all(&frostpunk()).into_iter().map(|(path, _)| path).collect();
    for name in
        "new join leave begin status board hand log chart undo pause resume extend settings \
                 seat/give seat/claim seat/house seat/back abandon export import verify server"
            .split_whitespace()
    {
        assert!(found.contains(&format!("/campaign/{name}")), "{name}");
    }
    for path in ["/card/name", "/rules/topic", "/advise", "/campaign/board/text"] {
        assert!(found.contains(path), "{path}");
    }
}

#[test]
fn what_a_game_wants_to_know_is_asked_by_its_own_key() {
    let found: BTreeMap<String, Json> = all(&Box25(frostpunk())).into_iter().collect();
    let new = |name: &str| found.get(&format!("/campaign/new/{name}"));
    let choices = |one: &Json| one["choices"].as_array().map_or(0, Vec::len);
    assert_eq!(new("scenario").map(choices), Some(25));
    assert_eq!(new("party").map(choices), Some(6));
    assert_eq!(new("pace").map(choices), Some(4), "the hall's own comes first");
    assert!(new("Loud Name").is_none(), "Discord would refuse it");
    let foes = new("foes").unwrap();
    assert!(foes["autocomplete"] == true && choices(foes) == 0, "too many to be listed");
    assert_eq!(found["/card/name"]["autocomplete"], true);
}

#[test]
fn every_command_of_a_group_has_its_own_errand() {
    fn errands(commands: &[Command], found: &mut Vec<CommandId>) {
        for command in commands {
            let task = command.custom_data.downcast_ref::<Task>();
            assert_eq!(task.is_some(), command.subcommands.is_empty(), "{}", command.name);
            found.extend(task.map(|task| task.errand));
            errands(&command.subcommands, found);
        }
    }
    let mut found = Vec::new();
    errands(&of(&frostpunk()), &mut found);
    for (at, errand) in found.iter().enumerate() {
        assert!(!found[..at].contains(errand), "{errand:?} is done by two commands");
    }
}

#[test]
fn another_language_names_what_it_has_words_for() {
    let say = |language: &str, message: &Message| {
        let said = match (language, message.key.as_str()) {
            ("en", "command-camp") => "Camps",
            ("en", "command-camp-new") => "Open one",
            ("en", "command-camp-new-pace") => "How fast",
            ("en", key) if key.contains('.') => return None,
            ("en", _) => "Fast",
            ("es", "command-camp-new.name") => "Nueva",
            ("es", "command-camp-new") => "Abrir uno",
            ("es", "command-camp-new-pace.name") => "two words",
            ("es", "fast") => "Rápido",
            // Falls back to English.
            ("es", "command-camp") => "Camps",
            _ => return None,
        };
        Some(said.to_owned())
    };
    let naming = Naming { languages: vec!["en", "es", "tlh"], say: &say };
    let fast = ParamKind::OneOf(vec![Value::new("fast", "fast")]);
    let list = group("camp", vec![command("new", CommandId::New, vec![param("pace", fast)])]);
    let made = naming.top(list).create_as_slash_command().unwrap();
    let camp = serde_json::to_value(made).unwrap();
    let new = &camp["options"][0];
    assert_eq!(camp["description_localizations"], serde_json::json!({}), "the same in Spanish");
    assert_eq!(new["name"], "new");
    for locale in ["es-ES", "es-419"] {
        assert_eq!(new["name_localizations"][locale], "nueva");
        assert_eq!(new["description_localizations"][locale], "Abrir uno");
        let choice = &new["options"][0]["choices"][0];
        assert_eq!(choice["name_localizations"][locale], "Rápido");
    }
    assert_eq!(new["options"][0].get("name_localizations"), None, "a name has no blanks");
}

fn localizer() -> Localizer {
    let game: Arc<dyn Game> = Arc::new(frostpunk());
    let held = |(at, role): (usize, String)| SeatState {
        role,
        holder: Holder::User(UserId(at as u64 + 1)),
    };
    let chairs = game.roles().into_iter().enumerate().map(held).collect();
    Localizer { language: "en".to_owned(), game, chairs }
}

fn entry(seq: u64, round: u32, kind: EntryKind) -> Entry {
    let progress = Progress { round, phase: "dusk".to_owned() };
    Entry { seq, at: Timestamp(0), progress, kind }
}

fn answer(question: u32, label: &str, private: Option<Seat>) -> EntryKind {
    EntryKind::Answer(Answered {
        question,
        decision: question,
        ask: "x".to_owned(),
        choice: "y".to_owned(),
        prompt: Message::new("lobby-title"),
        label: Message::new(label),
        private,
        decided_by: DecidedBy::Seat { seat: Seat(0), by: UserId(1) },
        undo_barrier: false,
    })
}

fn campaign() -> Vec<Entry> {
    vec![
        entry(1, 0, EntryKind::Began { commitment: "c".to_owned() }),
        entry(2, 1, answer(1, "set-by-vote", None)),
        entry(3, 1, answer(2, "hand-empty", Some(Seat(1)))),
        entry(4, 1, answer(3, "set-by-leader", None)),
        entry(5, 1, EntryKind::Undo { back_to: 4, answers: 1, by: UserId(1), unanimous: false }),
        entry(6, 2, answer(4, "set-by-anyone", None)),
    ]
}

fn log(round: Option<u32>, own: &[Seat]) -> String {
    let page = history::page(&localizer(), &campaign(), round, own);
    format!("{}{}", page.text, page.embeds.first().map_or("", |card| card.text.as_str()))
}

#[test]
fn the_log_shows_the_newest_round_unless_another_is_asked_for() {
    assert!(log(None, &[]).contains("any Advisor") && !log(None, &[]).contains("all Advisors"));
    assert!(log(Some(1), &[]).contains("all Advisors vote"));
    assert!(log(Some(0), &[]).contains("The campaign began."));
    assert!(log(Some(9), &[]).contains("round 9"), "{}", log(Some(9), &[]));
}

#[test]
fn another_seats_secret_is_told_as_one_and_the_seat_reads_its_own() {
    let others = log(Some(1), &[Seat(0)]);
    assert!(!others.contains("No cards.") && others.contains("a private matter"), "{others}");
    assert!(log(Some(1), &[Seat(1)]).contains("No cards."));
}

#[test]
fn what_was_taken_back_is_struck_out() {
    let log = log(Some(1), &[]);
    let line = |word: &str| log.lines().find(|line| line.contains(word)).unwrap();
    assert!(line("the leader**").starts_with("~~"), "{log}");
    assert!(!line("all Advisors vote").starts_with("~~"), "{log}");
    assert!(log.contains("took back the last answer"), "{log}");
}

#[test]
fn a_long_log_is_several_messages_and_loses_nothing() {
    let entries: Vec<Entry> =
        (1..=300).map(|n| entry(n, 1, answer(n as u32, "set-by-vote", None))).collect();
    let pages = split_to_fit(history::page(&localizer(), &entries, None, &[]));
    let said = |page: &crate::discord::message::OutgoingMessage| {
        page.embeds.iter().map(|card| card.text.matches("all Advisors vote").count()).sum::<usize>()
    };
    assert!(pages.len() > 1 && pages.iter().map(said).sum::<usize>() == 300);
}

#[test]
fn a_text_board_is_never_cut_within_a_line() {
    let rows: Vec<String> = (0..200).map(|n| format!("{n:>4} {}", "#".repeat(60))).collect();
    let pages = in_blocks(&rows.join("\n"));
    let mut seen = Vec::new();
    for page in &pages {
        assert!(limits::length(&page.text) <= limits::CONTENT);
        let inside = page.text.strip_prefix("```\n").unwrap().strip_suffix("\n```").unwrap();
        seen.extend(inside.lines().map(str::to_owned));
    }
    assert_eq!(seen, rows);
}

/// Text that a beginner types, and the topic that answers it.
const ASKED: &[(&str, &str)] = &[
    ("how do I win", "winning"),
    ("how do we win?", "winning"),
    ("score", "winning"),
    ("can we lose", "losing"),
    ("coal", "fuel"),
    ("heat", "heat"),
    ("what does heat do?", "heat"),
    ("cold", "cold"),
    ("sick", "sickness"),
    ("why did people get sick", "sickness"),
    ("sikness", "sickness"),
    ("medicine", "cure"),
    ("how do I heal people", "cure"),
    ("why did people die", "death"),
    ("dead", "death"),
    ("what is hope", "hope"),
    ("discontnet", "hope"),
    ("what happens when hope runs out", "hope"),
    ("what is stress", "stress"),
    ("explode", "stress"),
    ("hungr", "hunger"),
    ("how do I get food", "food"),
    ("build", "construct"),
    ("why can't I build", "construct"),
    ("storm", "storm"),
    ("what is the storm", "storm"),
    ("tent", "shelter"),
    ("what happens at night", "shelter"),
    ("child labour", "children"),
    ("law", "laws"),
    ("technology", "technologies"),
    ("meeple", "figures"),
    ("how many rounds", "round"),
    ("whose turn is it", "actions"),
    ("end turn", "actions"),
    ("event", "morning"),
    ("vote tie", "hall-leader"),
    ("who is leader", "hall-leader"),
    ("can I change my vote", "hall-votes"),
    ("undo", "hall-back"),
    ("I pressed the wrong button", "hall-back"),
    ("deadline", "hall-time"),
    ("how long do I have", "hall-time"),
    ("how long is a game", "hall-length"),
    ("do I have to save", "hall-length"),
    ("help", "hall-start"),
    ("skip tutorial", "hall-start"),
    ("how do I start", "hall-start"),
    ("how many players", "hall-start"),
    ("what should I do", "hall-advice"),
    ("I am stuck", "hall-advice"),
    ("🔒", "hall-locked"),
    ("why is it locked?", "hall-locked"),
    ("pings", "hall-calls"),
    ("quit", "hall-quit"),
    ("difficulty", "hall-settings"),
    ("language", "hall-settings"),
    ("vacation", "hall-away"),
    ("cheating", "hall-dice"),
    ("what is the house", "hall-seats"),
];

#[test]
fn what_a_beginner_types_is_answered_by_the_topic_it_is_about() {
    let localizer = localizer();
    for (typed, wanted) in ASKED {
        match about(&localizer, typed) {
            About::Matter(id) | About::Probably(id) => assert_eq!(&id, wanted, "{typed}"),
            other => panic!("{typed}: {other:?}"),
        }
    }
}

#[test]
fn what_could_be_several_matters_or_a_card_or_nothing_is_not_guessed_at() {
    let localizer = localizer();
    let perhaps = |typed: &str| match about(&localizer, typed) {
        About::Perhaps(ids) => ids,
        other => panic!("{typed}: {other:?}"),
    };
    assert_eq!(perhaps("what is a token?"), ["spent", "tokens"]);
    assert_eq!(perhaps("how do I get more coal")[..2], ["fuel", "gather"]);
    let long = "the quick brown fox ".repeat(25);
    for typed in ["Kohle", "Regeln", "xyzzy", "", "?!", long.as_str()] {
        let found = if typed.is_empty() { Vec::new() } else { perhaps(typed) };
        assert!(found.is_empty(), "{typed}: {found:?}");
    }
    for typed in ["what does the Public House do", "steampowered chainsaw"] {
        assert!(matches!(about(&localizer, typed), About::Piece(_)), "{typed}");
    }
}
