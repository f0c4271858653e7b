//! Frostpunk as a game in its box: how it is set up, begun and loaded, and what
//! it lends to those who show it.
//!
//! May use: every folder of this game, and `crate::game`. Deliberately absent:
//! a campaign under way, which is the table's; rules, votes, storage.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize as _;
use serde_json::Value;

use super::desk::{self, Counter};
use super::record::recall;
use super::rules::decision::Pick;
use super::rules::dice::Dice;
use super::rules::ids::Advisor;
use super::rules::program::Pack;
use super::rules::save::Save;
use super::rules::state::City;
use super::rules::{self, check};
use super::table::{FrostpunkTable, outcome};
use super::text::Catalog;
use super::text::story::Heard;
use super::{content, laws, picture, policy, shown, text, view, weighing};
use crate::game::{
    Animation, Article, Coverage, Event, Game, GameError, ListItem, Localize, Message, Outcome,
    Picture, PieceReport, Playout, PlayoutError, Policy, PosterInput, Progress, PublicEvent,
    PublicQuestion, Seat, Setup, SetupOption, Table, shorten,
};

/// The game with its content.
pub struct Frostpunk {
    pack: Arc<Pack>,
    files: Arc<BTreeMap<String, String>>,
    /// Words of its own, by language, where the content came with some.
    lists: BTreeMap<String, Catalog>,
}

impl Frostpunk {
    /// The game with the content of the program.
    pub fn builtin() -> Result<Frostpunk, String> {
        Frostpunk::from_files(content::builtin_files())
    }

    /// The game with the content of these files, path to text; if there are word lists
    /// among them, in those words.
    pub fn from_files(mut files: BTreeMap<String, String>) -> Result<Frostpunk, String> {
        let pack = content::from_files(&files).map_err(|problems| problems.to_string())?;
        let lists = desk::word_lists(&files);
        // What a campaign keeps is what it is played with, and what its hash is made of; words
        // may get better.
        files.retain(|file, _| content::is_content(file));
        Ok(Frostpunk { pack: Arc::new(pack), files: Arc::new(files), lists })
    }

    /// The game with the content of a folder.
    pub fn from_folder(folder: &Path) -> Result<Frostpunk, String> {
        let files = content::folder_files(folder).map_err(|problems| problems.to_string())?;
        Frostpunk::from_files(files)
    }

    /// The word list of a language: its own, or that of the program.
    fn list(&self, language: &str) -> &Catalog {
        let primary = language.split(['-', '_']).next().unwrap_or(language);
        let own = self.lists.get(primary).or_else(|| self.lists.get("en"));
        own.unwrap_or_else(|| text::words(language))
    }

    /// The content.
    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    /// A boundary setup in the words of the rules.
    pub fn typed_setup(&self, setup: &Setup) -> Result<rules::Setup, GameError> {
        let mut advisors = Vec::new();
        for role in &setup.roles {
            let advisor = Advisor::from_key(role).ok_or_else(|| {
                GameError(format!(
                    "there is no Advisor '{role}'; there are: {}",
                    self.roles().join(", ")
                ))
            })?;
            advisors.push(advisor);
        }
        let mut typed = rules::Setup {
            advisors,
            scenario: setup.scenario.clone(),
            society: "1-normal".to_owned(),
            random_discard: None,
            icons_on_steps: None,
        };
        let (mut society, mut difficulty) = ("1", "normal");
        for (name, value) in &setup.options {
            match name.as_str() {
                "society" => society = value,
                "difficulty" => difficulty = value,
                "setup_unpayable_discard" => {
                    typed.random_discard = Some(one_of(name, value, "random", "choice")?);
                }
                "cold_icon_mode" => {
                    typed.icons_on_steps = Some(one_of(name, value, "step", "strict")?);
                }
                _ => {
                    return Err(GameError(format!(
                        "there is no setting '{name}'; there are: society, difficulty, setup_unpayable_discard, cold_icon_mode"
                    )));
                }
            }
        }
        typed.society = format!("{society}-{difficulty}");
        Ok(typed)
    }

    fn say_all(&self, language: &str, lines: &[Message]) -> Vec<String> {
        lines.iter().map(|line| self.list(language).localize(line)).collect()
    }

    /// Plays a campaign to its end; whoever counts is told of every step.
    fn play(
        &self,
        setup: &Setup,
        seed: u64,
        policy: Policy,
        mut counter: Option<Counter<'_>>,
    ) -> Result<Playout, PlayoutError> {
        let crash = |step: u64, what: String| PlayoutError { seed, step, what };
        let policy = policy.of_number(seed);
        let typed = self.typed_setup(setup).map_err(|why| crash(0, why.to_string()))?;
        let started = rules::start(&self.pack, &typed, seed);
        let (mut city, events) = started.map_err(|why| crash(0, why.to_string()))?;
        if let Some(counter) = &mut counter {
            counter.happened(&city, &events);
        }
        let mut dice = Dice::new(!seed);
        let mut step = 0;
        while city.outcome.is_none() {
            // A panic is caught here, where the step that reproduces it is known.
            let counter = counter.as_mut();
            let one =
                AssertUnwindSafe(|| one_step(&self.pack, &mut city, policy, &mut dice, counter));
            let done = catch_unwind(one).unwrap_or_else(|_| Err("the rules panicked".to_owned()));
            done.map_err(|what| crash(step, what))?;
            step += 1;
            if step > LONGEST {
                return Err(crash(step, "this campaign does not end".to_owned()));
            }
        }
        let outcome = city.outcome.map_or(Outcome::Won, outcome);
        Ok(Playout { outcome, rounds: u32::from(city.round), decisions: step })
    }

    fn table(&self, city: City) -> FrostpunkTable {
        FrostpunkTable::new(Arc::clone(&self.pack), city)
    }
}

fn one_of(name: &str, value: &str, yes: &str, no: &str) -> Result<bool, GameError> {
    if value == yes || value == no {
        Ok(value == yes)
    } else {
        Err(GameError(format!("'{name}' is either {yes} or {no}, not '{value}'")))
    }
}

impl Game for Frostpunk {
    fn id(&self) -> &'static str {
        "frostpunk"
    }

    fn content_hash(&self) -> &str {
        &self.pack.hash
    }

    fn files(&self) -> BTreeMap<String, String> {
        BTreeMap::clone(&self.files)
    }

    fn with_content(&self, files: &BTreeMap<String, String>) -> Result<Box<dyn Game>, GameError> {
        Ok(Box::new(Frostpunk::from_files(files.clone()).map_err(GameError)?))
    }

    fn roles(&self) -> Vec<String> {
        Advisor::ALL.iter().map(|advisor| advisor.key().to_owned()).collect()
    }

    fn start(&self, setup: &Setup, seed: u64) -> Result<(Box<dyn Table>, Vec<Event>), GameError> {
        let typed = self.typed_setup(setup)?;
        let (city, events) = rules::start(&self.pack, &typed, seed).map_err(GameError::new)?;
        let table = self.table(city);
        let events = events.iter().map(|event| table.event(event)).collect();
        Ok((Box::new(table), events))
    }

    fn load(&self, save: &Value) -> Result<Box<dyn Table>, GameError> {
        // A foreign version or game is named before its shape is judged.
        name_foreign(save)?;
        // What is wrong may be a word of any length, or the only one of hundreds that is missing.
        let save = Save::deserialize(save).map_err(|why| {
            GameError(format!("this is not a save of this game: {}", shorten(&why.to_string())))
        })?;
        let city = save.open(&self.pack).map_err(|why| GameError(shorten(&why.to_string())))?;
        Ok(Box::new(self.table(city)))
    }

    fn localizer(&self, language: &str) -> &dyn Localize {
        self.list(language)
    }

    fn text_board(&self, view: &Value, language: &str) -> String {
        view::text_board(view, self.list(language))
    }

    fn picture(&self, view: &Value, since: Option<&Value>, language: &str) -> Option<Picture> {
        picture::picture(view, since, self.list(language))
    }

    fn card_picture(&self, id: &str, language: &str) -> Option<Picture> {
        picture::card(&self.card(id, language)?, text::lookup::deck(&self.pack, id))
    }

    fn poster(&self, ending: &PosterInput<'_>, language: &str) -> Option<Picture> {
        picture::poster(ending, self.list(language))
    }

    fn animation(
        &self,
        views: &mut dyn Iterator<Item = Value>,
        language: &str,
    ) -> Option<Animation> {
        picture::film(views, self.list(language))
    }

    fn chart(&self, views: &[Value], language: &str) -> Option<Picture> {
        picture::chart(views, self.list(language))
    }

    fn playout(&self, setup: &Setup, seed: u64, policy: Policy) -> Result<Playout, PlayoutError> {
        self.play(setup, seed, policy, None)
    }

    fn playout_with_coverage(
        &self,
        setup: &Setup,
        seed: u64,
        policy: Policy,
        weigh: u32,
        tally: &mut Coverage,
    ) -> Result<Playout, PlayoutError> {
        self.play(setup, seed, policy, Some(Counter::new(&self.pack, weigh, tally)))
    }

    fn empty_coverage(&self) -> Coverage {
        desk::tally(&self.pack)
    }

    fn piece_ids(&self) -> Vec<String> {
        desk::piece_ids(&self.pack)
    }

    fn piece_report(&self, id: &str, language: &str) -> Option<PieceReport> {
        desk::piece(&self.pack, id, self.list(language))
    }

    fn scenarios(&self) -> Vec<ListItem> {
        text::menu::scenarios(&self.pack)
    }

    fn options(&self) -> Vec<SetupOption> {
        text::menu::options(&self.pack)
    }

    fn role_name(&self, role: &str) -> Message {
        text::menu::role_name(role)
    }

    fn role_duty(&self, role: &str) -> Option<Message> {
        text::menu::role_duty(role)
    }

    fn progress_name(&self, chapter: &Progress) -> Message {
        text::menu::chapter_name(chapter)
    }

    fn asks(&self) -> Vec<ListItem> {
        text::menu::asks()
    }

    fn summarize(&self, told: &[PublicEvent], roles: &[String], language: &str) -> Vec<String> {
        let heard = told.iter().map(|one| {
            let event = recall(&self.pack, &one.data);
            Heard { event, text: &one.text, by_people: one.by_public }
        });
        let heard: Vec<Heard> = heard.collect();
        let words = text::Seated { words: self.localizer(language), roles };
        text::story::tell(&self.pack, heard, &words)
    }

    fn hand(&self, view: &Value, seat: Seat, language: &str) -> Vec<String> {
        self.say_all(language, &shown::hand(&self.pack, view, seat))
    }

    fn status_line(&self, view: &Value, language: &str) -> String {
        shown::brief(view).map(|line| self.localizer(language).localize(&line)).unwrap_or_default()
    }

    fn cards(&self) -> Vec<ListItem> {
        text::lookup::cards(&self.pack)
    }

    fn card(&self, id: &str, language: &str) -> Option<Article> {
        text::lookup::card(&self.pack, id, self.list(language))
    }

    fn public_questions(&self) -> Vec<PublicQuestion> {
        text::menu::public()
    }

    fn piece_for_choice(&self, ask: &str, choice: &str) -> Option<String> {
        laws::piece_of(&self.pack, ask, choice)
    }

    fn cause_of(&self, told: &PublicEvent) -> Option<(String, String)> {
        laws::comes_of(&self.pack, &told.data)
    }

    fn lessons_for_ask(&self, ask: &str) -> Vec<String> {
        text::lessons::of_ask(ask)
    }

    fn lesson(&self, id: &str, language: &str) -> Option<Article> {
        text::lessons::lesson(id, language)
    }

    fn topics(&self) -> Vec<ListItem> {
        text::topics::topics()
    }

    fn topic(&self, id: &str, language: &str) -> Option<Article> {
        text::topics::topic(id, language)
    }

    fn topic_aliases(&self, id: &str) -> Option<Message> {
        text::topics::also(id)
    }

    fn topic_for_ask(&self, ask: &str) -> Option<String> {
        text::topics::of_ask(ask)
    }

    fn epilogue(&self, outcome: &Outcome, view: &Value, language: &str) -> Vec<String> {
        self.say_all(language, &shown::ending(outcome, view))
    }
}

/// One answer by the policy, and the invariants after it.
fn one_step(
    pack: &Pack,
    city: &mut City,
    policy: Policy,
    dice: &mut Dice,
    counter: Option<&mut Counter<'_>>,
) -> Result<(), String> {
    let dead_end = || "a dead end: nothing can be answered".to_owned();
    let (id, pick) = next_pick(pack, city, policy, dice).ok_or_else(dead_end)?;
    let before = counter.is_some().then(|| city.clone());
    let events = rules::apply_pick(pack, city, id, pick).map_err(|why| why.to_string())?;
    if let (Some(counter), Some(before)) = (counter, before) {
        if let Some(pending) = before.pending.iter().find(|pending| pending.id == id) {
            counter.answered(&before, pending, pick);
        }
        if counter.weigh > 0 {
            let found = weighing::weighed(pack, &before, (id, pick), &events, counter.weigh);
            found.iter().for_each(|weighed| counter.weighed(weighed));
        }
        counter.happened(city, &events);
    }
    check::invariants(pack, city)
}

/// Answers after which a campaign is called endless.
const LONGEST: u64 = 100_000;

fn next_pick(pack: &Pack, city: &City, policy: Policy, dice: &mut Dice) -> Option<(u32, Pick)> {
    let at = dice.below(city.pending.len() as u32) as usize;
    let id = city.pending.get(at)?.id;
    let pick = match policy {
        Policy::Random | Policy::Mixed => policy::random(pack, city, at, dice),
        thoughtful => thought_out(pack, city, at, thoughtful, u64::from(dice.below(u32::MAX))),
    };
    Some((id, pick?))
}

/// What a policy chooses at the place of an open question.
pub(super) fn thought_out(
    pack: &Pack,
    city: &City,
    at: usize,
    policy: Policy,
    seed: u64,
) -> Option<Pick> {
    match policy {
        Policy::Random | Policy::Mixed => policy::random(pack, city, at, &mut Dice::new(seed)),
        Policy::Greedy => policy::greedy(pack, city, at, seed).map(|greedy| greedy.pick),
        Policy::Curious => policy::curious(pack, city, at, seed),
        Policy::Rollout => policy::rollout(pack, city, at, seed, policy::EFFORT),
    }
}

fn name_foreign(save: &Value) -> Result<(), GameError> {
    use rules::save::{SaveError, VERSION};
    if let Some(game) = save.get("game").and_then(Value::as_str).filter(|game| *game != "frostpunk")
    {
        return Err(GameError::new(SaveError::Game(game.chars().take(40).collect())));
    }
    match save.get("version").and_then(Value::as_u64) {
        Some(version) if version != u64::from(VERSION) => {
            Err(GameError::new(SaveError::Version(u32::try_from(version).unwrap_or(u32::MAX))))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Arc, Frostpunk, Game, Policy, Setup, content};
    use crate::frostpunk::rules::ids::BuildingId;
    use crate::frostpunk::rules::program::{Deck, Op};

    #[test]
    fn a_panic_inside_a_card_is_reported_with_the_step_that_reproduces_it() {
        let mut pack = content::builtin().unwrap();
        let dusk = pack.cards.iter().filter(|c| c.deck == Deck::Dispute || c.red);
        let blocks: Vec<_> = dusk.filter_map(|card| card.instant).collect();
        for block in blocks {
            // No such Building: what no checked pack can hold.
            pack.blocks[usize::from(block.0)] = vec![Op::Ruin(BuildingId(200))];
        }
        let game = Frostpunk {
            pack: Arc::new(pack),
            files: Arc::default(),
            lists: std::collections::BTreeMap::new(),
        };
        let setup = Setup {
            roles: game.roles(),
            scenario: "crater".to_owned(),
            options: std::collections::BTreeMap::new(),
        };
        let crash = game.playout(&setup, 4, Policy::Random).unwrap_err();
        assert!(crash.seed == 4 && crash.step > 5, "{crash}");
        assert_eq!(game.playout(&setup, 4, Policy::Random), Err(crash), "it is reproduced");
    }
}
