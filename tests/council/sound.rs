//! What a hall writes is sound at every moment, and what a forger writes is refused or
//! harmless. That every step of every other test leaves a sound campaign is a promise of
//! the kit.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use emberhall::council::question::ToLeader;
use emberhall::council::{Campaign, Charter, Deed, Moment, Settings, Span, Stage, sound};
use emberhall::frostpunk::Frostpunk;
use emberhall::game::{Game, Seat, Table};
use emberhall::hall::archive;
use emberhall::store::{Exported, Store};
use serde_json::{Value, json};

use crate::kit::{Hall, MODERATOR, charter, order, quietly};
use crate::toy::{Lanterns, ROLES};
use crate::wander::{Dice, deed, pause, settings, table, user};

/// A campaign as a file, as the store would write it.
pub fn export(hall: &Hall) -> Exported {
    let mut council = hall.council().clone();
    let votes = council.petition.as_mut().map(|ballot| std::mem::take(&mut ballot.votes));
    let mut out = Exported {
        format: "emberhall-campaign".to_owned(),
        version: 1,
        charter: hall.campaign.charter().clone(),
        council,
        entries: hall.log.clone(),
        kept: hall.kept.clone(),
        votes: votes.map(|votes| BTreeMap::clone(&votes)).unwrap_or_default(),
        files: hall.campaign.game().files(),
        checksum: String::new(),
    };
    out.seal().unwrap();
    out
}

pub fn verify(out: &Exported) -> Result<archive::Verified, String> {
    archive::verify(out, &Lanterns::new())
}

/// A store of its own, and what it says to files.
pub struct Taker {
    store: Store,
    games: Vec<Arc<dyn Game>>,
    channel: u64,
}

impl Taker {
    pub async fn new(name: &str) -> Taker {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("sound").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let store = Store::open(&folder.join("hall.sqlite")).await.unwrap();
        Taker { store, games: vec![Arc::new(Lanterns::new())], channel: 100 }
    }

    /// Imported, loaded again, and brought back.
    pub async fn take(&mut self, out: Exported) -> Result<Hall, String> {
        self.channel += 1;
        let place = Some((1, self.channel));
        let now = Moment(1_800_000_000_000);
        let id = archive::import(&self.store, &self.games, out, place, now).await?;
        let stored = self.store.load(id).await.unwrap().unwrap();
        let log = self.store.history(id).await.unwrap();
        let files = self.store.pack(&stored.charter.pack).await.unwrap().unwrap().1;
        let game = Arc::from(Lanterns::new().reopen(&files).unwrap());
        let kept = stored.base.clone();
        let votes = stored.council.petition.as_ref().map(|ballot| BTreeMap::clone(&ballot.votes));
        let (charter, council) = (stored.charter, stored.council);
        let campaign = Campaign::restore(charter, game, council, stored.base, stored.tail)?;
        Ok(Hall {
            campaign,
            now,
            log,
            kept,
            signed: votes.unwrap_or_default(),
            check_every: 0,
            ..Hall::lobby(quietly(), 1, 6)
        })
    }
}

#[tokio::test]
async fn what_a_hall_exports_at_any_moment_verifies_and_is_taken_in() {
    let mut taker = Taker::new("moments").await;
    let mut stages = BTreeMap::new();
    for seed in 0..60 {
        let mut dice = Dice(7000 + seed);
        let mut hall = table(&mut dice, seed);
        hall.check_every = 0;
        for step in 0..120 {
            let span = pause(&mut dice, &hall);
            hall.wait(span);
            let _ = hall.ask(user(&mut dice), deed(&mut dice, &hall));
            let over = hall.council().stage == Stage::Over;
            let rare = sorts(&hall).iter().any(|sort| ["tie", "given up"].contains(sort));
            if !(over || rare || step == 0 || dice.one_in(12)) {
                continue;
            }
            let out = export(&hall);
            verify(&out).unwrap_or_else(|why| panic!("seed {seed}, step {step}: {why}"));
            let taken = taker.take(out).await;
            taken.unwrap_or_else(|why| panic!("seed {seed}, step {step}: {why}"));
            for sort in sorts(&hall) {
                *stages.entry(sort).or_insert(0) += 1;
            }
            if over {
                break;
            }
        }
    }
    for sort in ["over", "given up", "paused", "order", "away", "motion", "tie", "ballot", "votes"]
    {
        assert!(stages.contains_key(sort), "nothing was {sort}: {stages:?}");
    }
}

#[test]
fn a_campaign_of_the_real_game_is_sound_at_every_step() {
    let game: Arc<dyn Game> = Arc::new(Frostpunk::builtin().unwrap());
    for seed in 0..4 {
        let mut dice = Dice(seed);
        let charter = Charter {
            game: game.id().to_owned(),
            pack: game.content_hash().to_owned(),
            scenario: game.scenarios()[0].id.clone(),
            options: BTreeMap::new(),
            ..charter(seed, 1)
        };
        let settings = Settings { who: BTreeMap::new(), ..settings(&mut dice) };
        let (campaign, _) = Campaign::gather(charter, Arc::clone(&game), settings).unwrap();
        let mut hall = Hall { campaign, check_every: 0, ..Hall::lobby(quietly(), 1, 6) };
        for (user, role) in (1..=1 + seed).zip(game.roles()) {
            hall.ok(user, Deed::Sit { role, also: false });
        }
        hall.ok(1, Deed::Begin);
        for step in 0..250 {
            let sound = sound::check(&hall.campaign, &hall.log);
            assert_eq!(sound, Ok(()), "seed {seed}, step {step}: {:?}", hall.council());
            if hall.council().stage == Stage::Over {
                break;
            }
            if !click(&mut hall, &mut dice) {
                let span = dice.pick(&[Span::minutes(3), Span::hours(7), Span::hours(80)]);
                hall.now += span;
                hall.wake();
            }
        }
        let verified = archive::verify(&export(&hall), game.as_ref());
        assert!(verified.is_ok_and(|verified| verified.answers > 20), "seed {seed}");
    }
}

/// What there is to be wrong about.
fn sorts(hall: &Hall) -> Vec<&'static str> {
    let council = hall.council();
    let tied =
        |q: &emberhall::council::question::Question| matches!(q.leader, Some(ToLeader::Tie(_)));
    let over = council.stage == Stage::Over;
    let given_up = over && hall.campaign.outcome().is_none();
    let sorts = [
        ("over", over),
        ("given up", given_up),
        ("paused", council.paused.is_some()),
        ("order", !council.orders.is_empty()),
        ("away", !council.away.is_empty()),
        ("motion", council.proposal.is_some()),
        ("tie", council.questions.iter().any(tied)),
        ("ballot", council.petition.is_some()),
        ("votes", !hall.signed.is_empty()),
    ];
    sorts.into_iter().filter(|(_, is)| *is).map(|(sort, _)| sort).collect()
}

#[tokio::test]
async fn a_lobby_is_taken_in_and_cannot_be_verified() {
    let mut taker = Taker::new("lobbies").await;
    for seed in 0..20 {
        let mut dice = Dice(seed);
        let mut hall = Hall::lobby(settings(&mut dice), seed, 4);
        for _ in 0..dice.below(8) {
            let (who, seat) = (user(&mut dice), Seat(dice.below(5) as u8));
            let (role, set) = (dice.pick(&ROLES).to_owned(), settings(&mut dice));
            let what = dice.pick(&[
                Deed::Sit { role: role.clone(), also: true },
                Deed::Sit { role, also: false },
                Deed::Lend { seat },
                Deed::Leave,
                Deed::Set(Box::new(set)),
            ]);
            let _ = hall.ask(who, what);
        }
        if dice.one_in(4) {
            hall.ok(MODERATOR, Deed::Abandon);
        }
        let why = verify(&export(&hall)).unwrap_err();
        assert_eq!(why, "it never began, so there is nothing to verify");
        taker.take(export(&hall)).await.unwrap_or_else(|why| panic!("seed {seed}: {why}"));
    }
}

/// A campaign with something of everything open.
pub fn rich() -> Hall {
    let mut settings = quietly();
    settings.people.mode = emberhall::council::settings::Petition::Standing;
    let mut hall = Hall::of(3, settings).till("omen");
    hall.signs(&[(60, "e1"), (61, "e2")]);
    hall.say(1, "omen", "sing");
    hall.ok(2, Deed::Order { seat: Seat(1), orders: vec![order(&[("work", "wait")])] });
    let away =
        Deed::Away { seat: Seat(2), ask: "omen".to_owned(), choice: Some("sing".to_owned()) };
    hall.ok(3, away);
    hall.ok(1, Deed::Abandon);
    assert!(hall.council().proposal.is_some() && hall.council().petition.is_some());
    hall
}

pub fn finished() -> Hall {
    let mut hall = Hall::of(2, quietly());
    for _ in 0..500 {
        let Some(question) = hall.council().questions.first().cloned() else { break };
        hall.settle(&question);
    }
    assert!(hall.campaign.outcome().is_some(), "it ended");
    hall
}

/// The same file with something changed, and a checksum that fits.
pub fn forged(hall: &Hall, change: impl FnOnce(&mut Value)) -> Exported {
    let mut value = serde_json::to_value(export(hall)).unwrap();
    let before = value.clone();
    change(&mut value);
    assert_ne!(value, before, "nothing was changed");
    let mut out: Exported = serde_json::from_value(value).unwrap();
    out.seal().unwrap();
    out
}

pub type Forgery = (&'static str, fn(&mut Value), &'static str);
type Wider<'a> = (&'a str, &'a dyn Fn(&mut Value), &'a str);

/// What can be forged in a campaign that is being played, and what is said to it.
const FORGERIES: &[Forgery] = &[
    (
        "a chair more",
        |v| push(v, "/council/chairs", json!({"role": "west", "holder": {"user": 9}})),
        "another state",
    ),
    ("a role twice", |v| v["council"]["chairs"][1]["role"] = json!("north"), ""),
    (
        "an empty chair",
        |v| v["council"]["chairs"][1]["holder"] = json!("nobody"),
        "nobody holds chair 1",
    ),
    ("a pace of no time", |v| v["council"]["settings"]["pace"] = json!({"every": 0}), "settings"),
    ("a window before it opens", |v| v["council"]["settings"]["window"] = json!(-1), "settings"),
    (
        "a language without end",
        |v| v["council"]["settings"]["language"] = json!("x".repeat(99)),
        "settings",
    ),
    (
        "a question that waits no time",
        |v| v["council"]["questions"][0]["due"] = v["council"]["questions"][0]["opened"].clone(),
        "waits for a time",
    ),
    (
        "a question that waits for ever",
        |v| v["council"]["questions"][0]["due"] = json!(250_000_000_000_000_i64),
        "waits for a time",
    ),
    (
        "a deadline past all time",
        |v| v["council"]["questions"][0]["due"] = json!(i64::MAX),
        "time that cannot be",
    ),
    (
        "a question asked before all time",
        |v| v["council"]["questions"][0]["opened"] = json!(i64::MIN),
        "time that cannot be",
    ),
    (
        "a question nobody asks",
        |v| v["council"]["questions"][0]["decision"] = json!(4711),
        "does not ask",
    ),
    (
        "a question of another kind",
        |v| v["council"]["questions"][0]["ask"] = json!("gift"),
        "does not ask",
    ),
    ("a question left out", |v| v["council"]["questions"] = json!([]), "is not open"),
    (
        "a question twice",
        |v| push(v, "/council/questions", v.pointer("/council/questions/0").unwrap().clone()),
        "number",
    ),
    (
        "a number of before",
        |v| v["council"]["questions"][0]["number"] = json!(1),
        "number that is not its own",
    ),
    (
        "a number to come",
        |v| v["council"]["questions"][0]["number"] = json!(999),
        "number that is not its own",
    ),
    (
        "a vote for nothing",
        |v| v["council"]["questions"][0]["votes"]["0"] = json!("nonsense"),
        "votes that nobody",
    ),
    (
        "a vote of no seat",
        |v| v["council"]["questions"][0]["votes"]["3"] = json!("sing"),
        "votes that nobody",
    ),
    (
        "a tie between nothing",
        |v| v["council"]["questions"][0]["leader"] = json!({"tie": []}),
        "past that cannot be",
    ),
    (
        "a ballot to come",
        |v| v["council"]["questions"][0]["ballot"] = json!(99),
        "past that cannot be",
    ),
    (
        "a question for one seat",
        |v| v["council"]["questions"][0]["way"] = json!({"own": 0}),
        "somebody else",
    ),
    (
        "a secret that is none",
        |v| v["council"]["questions"][0]["private"] = json!(1),
        "somebody else",
    ),
    ("a seat nobody has", |v| v["council"]["seen"]["77"] = json!(5), "seat 77"),
    (
        "a turn of no seat",
        |v| v["council"]["turn"] = json!({"seat": 9, "until": 5, "told": false}),
        "seat 9",
    ),
    (
        "an order of no seat",
        |v| v["council"]["orders"]["8"] = v["council"]["orders"]["1"].clone(),
        "an order",
    ),
    (
        "an order done and not gone",
        |v| v["council"]["orders"]["1"][0]["taken"] = json!(1),
        "an order",
    ),
    ("an order of nothing", |v| v["council"]["orders"]["1"] = json!([]), "an order"),
    (
        "an answer for a seat that is not there",
        |v| v["council"]["away"]["8"] = json!({"omen": "sing"}),
        "away",
    ),
    (
        "a motion to undo nothing",
        |v| v["council"]["proposal"]["motion"] = json!({"undo": {"back_to": 0}}),
        "motion",
    ),
    ("a voice of no seat", |v| v["council"]["proposal"]["voices"]["9"] = json!(true), "motion"),
    (
        "a motion past all time",
        |v| v["council"]["proposal"]["due"] = json!(i64::MAX),
        "time that cannot be",
    ),
    ("a people's vote for nothing", |v| v["votes"]["60"] = json!("nonsense"), "ballot"),
    ("a people's vote without a ballot", |v| v["council"]["petition"] = Value::Null, "ballot"),
    (
        "a ballot that comes after the last",
        |v| v["council"]["petition"]["edition"] = json!(4_294_967_295_u32),
        "ballots",
    ),
    ("ballots without end", |v| v["council"]["editions"] = json!(4_294_967_295_u32), "ballots"),
    ("questions without end", |v| v["council"]["numbers"] = json!(4_294_967_295_u32), "questions"),
    ("kept past its end", |v| v["council"]["kept"] = json!(9999), "kept"),
    ("another chapter", |v| v["council"]["chapter"]["round"] = json!(77), "stands elsewhere"),
    ("paused before all time", |v| v["council"]["paused"] = json!(i64::MIN), "time that cannot be"),
    ("over without an end", |v| v["council"]["stage"] = json!("over"), "whether it is over"),
    ("a lobby with a log", |v| v["council"]["stage"] = json!("gathering"), "that it began"),
    ("a beginning twice", |v| v["entries"][2]["what"] = v["entries"][0]["what"].clone(), ""),
    ("no beginning", |v| v["entries"][0]["what"] = json!({"paused": {"by": 1}}), ""),
    (
        "another hash",
        |v| v["entries"][0]["what"]["began"]["commitment"] = json!("0".repeat(64)),
        "does not fit the hash",
    ),
    ("another seed", |v| v["charter"]["seed"] = json!(99), "does not fit the hash"),
    (
        "an end in the middle",
        |v| v["entries"][2]["what"] = json!({"ended": {"outcome": "won", "by": null}}),
        "",
    ),
    (
        "another answer",
        |v| v["entries"][1]["what"]["answer"]["choice"] = json!("nonsense"),
        "entry 2",
    ),
    ("an entry past all time", |v| v["entries"][1]["at"] = json!(i64::MAX), "entry 2"),
    (
        "an undo of nothing",
        |v| {
            push_entry(
                v,
                json!({"undo": {"back_to": 1, "answers": 0, "by": 1, "unanimous": false}}),
            );
        },
        "another state",
    ),
    (
        "an undo of too much",
        |v| {
            push_entry(
                v,
                json!({"undo": {"back_to": 2, "answers": 900, "by": 1, "unanimous": false}}),
            );
        },
        "",
    ),
    (
        "a chair that is not there",
        |v| {
            push_entry(
                v,
                json!({"chair": {"seat": 44, "from": "nobody", "to": "nobody", "by": 1}}),
            );
        },
        "cannot be true",
    ),
    ("no copy of the game", |v| v["kept"] = Value::Null, "no copy"),
    ("another scenario", |v| v["charter"]["scenario"] = json!("picnic"), ""),
    ("another option", |v| v["charter"]["options"]["speed"] = json!("9"), ""),
];

fn push(value: &mut Value, at: &str, what: Value) {
    value.pointer_mut(at).unwrap().as_array_mut().unwrap().push(what);
}

/// One more entry, so that the numbers fit.
fn push_entry(value: &mut Value, what: Value) {
    let mut entry = value["entries"].as_array().unwrap().last().unwrap().clone();
    let seq = entry["seq"].as_u64().unwrap() + 1;
    entry["seq"] = json!(seq);
    entry["what"] = what;
    push(value, "/entries", entry);
    value["council"]["seq"] = json!(seq);
}

#[tokio::test]
async fn a_forged_campaign_is_refused_and_the_forgery_is_named() {
    let (mut taker, hall) = (Taker::new("forged").await, rich());
    taker.take(export(&hall)).await.expect("what is not forged is taken in");
    for (name, change, says) in FORGERIES {
        let out = forged(&hall, change);
        let why = verify(&out).map(|_| ()).expect_err(name);
        assert!(why.contains(says), "{name}: {why}");
        assert!(!why.contains("panicked"), "{name}: {why}");
        assert_eq!(taker.take(out).await.map(|_| ()).expect_err(name), why);
    }
}

#[tokio::test]
async fn a_finished_campaign_does_not_verify_with_other_answers_or_another_end() {
    let (mut taker, hall) = (Taker::new("finished").await, finished());
    verify(&export(&hall)).expect("it was played like this");
    let nonsense = |value: &mut Value| {
        for entry in value["entries"].as_array_mut().unwrap() {
            if let Some(answer) = entry["what"].get_mut("answer") {
                answer["choice"] = json!("nonsense");
            }
        }
    };
    let forgeries: [Wider<'_>; 7] = [
        ("nonsense", &nonsense, "there is no such answer"),
        (
            "nonsense, and no game",
            &|v| {
                nonsense(v);
                v["kept"] = Value::Null;
                v["council"]["kept"] = json!(0);
            },
            "no copy",
        ),
        ("no game", &|v| v["kept"] = Value::Null, "no copy"),
        (
            "won",
            &|v| last(v)["what"]["ended"]["outcome"] = json!({"lost": {"cause": "cold"}}),
            "another end",
        ),
        (
            "given up",
            &|v| last(v)["what"]["ended"] = json!({"outcome": null, "by": 1}),
            "another end",
        ),
        ("not over", &|v| v["council"]["stage"] = json!("running"), "whether it is over"),
        ("a question", &|v| v["council"]["paused"] = json!(5), "not being played"),
    ];
    for (name, change, says) in forgeries {
        let out = forged(&hall, change);
        let why = verify(&out).map(|_| ()).expect_err(name);
        assert!(why.contains(says), "{name}: {why}");
        taker.take(out).await.map(|_| ()).expect_err(name);
    }
}

fn last(value: &mut Value) -> &mut Value {
    value["entries"].as_array_mut().unwrap().last_mut().unwrap()
}

#[tokio::test]
async fn a_forged_lobby_is_refused() {
    let mut taker = Taker::new("forged-lobby").await;
    let hall = Hall::lobby(quietly(), 1, 4);
    let forgeries: [Forgery; 6] = [
        (
            "sixty chairs",
            |v| v["council"]["chairs"] = json!(vec![v["council"]["chairs"][0].clone(); 60]),
            "chairs",
        ),
        ("no chairs", |v| v["council"]["chairs"] = json!([]), "chairs"),
        ("a chair less", |v| drop(v["council"]["chairs"].as_array_mut().unwrap().pop()), "chairs"),
        ("a stranger's scenario", |v| v["charter"]["scenario"] = json!("picnic"), "never begin"),
        ("a stranger's option", |v| v["charter"]["options"]["speed"] = json!("9"), "never begin"),
        ("numbers given", |v| v["council"]["numbers"] = json!(7), "not being played"),
    ];
    for (name, change, says) in forgeries {
        let why = taker.take(forged(&hall, change)).await.map(|_| ()).expect_err(name);
        assert!(why.contains(says), "{name}: {why}");
    }
}

/// All paths to values inside a value, files and copies of the game left out.
fn paths(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Object(map) => {
            for (name, inner) in map.iter().filter(|(name, _)| *name != "files") {
                paths(inner, &format!("{at}/{name}"), found);
            }
        }
        Value::Array(list) => {
            for (number, inner) in list.iter().enumerate() {
                paths(inner, &format!("{at}/{number}"), found);
            }
        }
        _ => {}
    }
}

fn other(value: &Value, dice: &mut Dice) -> Value {
    let numbers = [
        json!(0),
        json!(1),
        json!(-1),
        json!(2),
        json!(255),
        json!(65536),
        json!(i64::MAX),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(u32::MAX),
        json!(253_402_300_799_999_i64),
    ];
    let anything =
        [json!(null), json!(true), json!("x"), json!([]), json!({}), json!("sing"), json!("e1")];
    match value {
        Value::Number(number) if dice.one_in(3) => {
            json!(number.as_i64().unwrap_or(0).wrapping_add(dice.below(5) as i64 - 2))
        }
        Value::Number(_) => dice.pick(&numbers),
        Value::Bool(is) => json!(!is),
        Value::Array(list) if !list.is_empty() && dice.one_in(2) => {
            let (mut list, at) = (list.clone(), dice.below(list.len()));
            if dice.one_in(2) {
                drop(list.remove(at));
            } else {
                list.push(list[at].clone());
            }
            Value::Array(list)
        }
        Value::Null => dice.pick(&numbers),
        _ => dice.pick(&anything),
    }
}

#[tokio::test]
async fn any_one_change_of_a_file_is_refused_or_leaves_a_campaign_that_plays_to_its_end() {
    let mut taker = Taker::new("changes").await;
    let (mut taken, mut refused, mut malformed) = (0, 0, 0);
    for seed in 0..1500_u64 {
        let mut dice = Dice(90_000 + seed);
        let hall = if seed.is_multiple_of(5) { rich() } else { somewhere(&mut dice, seed % 40) };
        let mut value = serde_json::to_value(export(&hall)).unwrap();
        let mut all = Vec::new();
        let part =
            dice.pick(&["council", "council", "council", "charter", "entries", "votes", "kept"]);
        paths(&value[part], &format!("/{part}"), &mut all);
        let at = dice.pick(&all);
        let place = value.pointer_mut(&at).unwrap();
        *place = other(place, &mut dice);
        let Ok(mut out) = serde_json::from_value::<Exported>(value.clone()) else {
            malformed += 1;
            continue;
        };
        out.seal().unwrap();
        match taker.take(out).await {
            Err(why) => {
                refused += 1;
                assert!(!why.contains("panicked"), "seed {seed}: {at}: {why}");
            }
            Ok(mut hall) => {
                taken += 1;
                let played = catch_unwind(AssertUnwindSafe(|| play_on(&mut hall, &mut dice)));
                let now = value.pointer(&at).cloned();
                assert!(played.is_ok(), "seed {seed}: {at} = {now:?}");
            }
        }
    }
    println!("{taken} taken in, {refused} refused, {malformed} malformed");
    assert!(taken > 100 && refused > 300, "{taken} taken in, {refused} refused");
}

/// After some random play.
fn somewhere(dice: &mut Dice, seed: u64) -> Hall {
    let mut hall = table(dice, seed);
    hall.check_every = 0;
    for _ in 0..dice.below(40) {
        let span = pause(dice, &hall);
        hall.wait(span);
        let _ = hall.ask(user(dice), deed(dice, &hall));
    }
    hall
}

/// Everybody looks, and answers what they may, until it is over.
fn play_on(hall: &mut Hall, dice: &mut Dice) {
    if hall.council().stage == Stage::Gathering {
        let _ = hall.ask(1, Deed::Sit { role: ROLES[0].to_owned(), also: true });
        hall.ok(MODERATOR, Deed::Begin);
    }
    for step in 0..3000 {
        hall.campaign.look(None, hall.now);
        if hall.council().stage == Stage::Over {
            return;
        }
        if hall.council().chairs.users().is_empty() {
            hall.ok(MODERATOR, Deed::Claim { seat: Seat(0) });
        }
        if hall.council().paused.is_some() {
            hall.ok(MODERATOR, Deed::Resume);
        }
        if step % 50 == 49 {
            let _ = hall.ask(1, Deed::AskUndo { back_to: None });
        }
        if !click(hall, dice) {
            hall.now += Span::hours(30);
            for _ in 0..20 {
                if !hall.wake() {
                    break;
                }
            }
        }
    }
    panic!("it does not end");
}

/// Somebody answers something.
fn click(hall: &mut Hall, dice: &mut Dice) -> bool {
    let decisions = hall.campaign.table().map_or_else(Vec::new, Table::decisions);
    for user in hall.council().chairs.users() {
        let panel = hall.campaign.look(Some(user), hall.now);
        for asked in panel.questions.iter().filter(|asked| asked.yours) {
            let question = hall.council().questions.iter().find(|q| q.number == asked.number);
            let id = question.map(|question| question.decision);
            let Some(decision) = decisions.iter().find(|d| Some(d.id) == id) else { continue };
            let open = decision.choices.iter().filter(|choice| choice.blocked.is_none());
            let keys: Vec<String> = open.map(|choice| choice.key.clone()).collect();
            let choice = dice.pick(&keys);
            let before = hall.council().seq;
            let _ = hall.ask(user.0, Deed::Choose { question: asked.number, choice, seat: None });
            if hall.council().seq > before {
                return true;
            }
        }
    }
    false
}
