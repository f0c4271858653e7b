//! `emberhall play` at a terminal: the board, what happened, the question.
//!
//! May use: the sitting, readers and writers (so tests can sit here too).
//! Deliberately absent: colours and cursor codes, and any one game. Everybody
//! sits at the same screen, so secrets are announced before they are shown.

use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use super::lines::{self, Line};
use super::sitting::Sitting;
use super::trouble::Trouble;
use super::{files, names, show};
use crate::game::{Answer, Audience, Decision, Event, Localize, Outcome, Viewer};

/// Lines of the log shown at once.
const LOG: usize = 40;
/// Nobody types more.
const LONGEST: usize = 4096;
const HELP: &str = "\
  a number   take that choice        b   the board
  u          take the last back      h   the hand of the seat that is asked
  s [FILE]   save                    l   what happened so far
  q          quit                    ?   this help";

struct Terminal<'a, 'io> {
    sitting: Sitting<'a>,
    words: &'a dyn Localize,
    save: Option<&'io Path>,
    seed: Option<u64>,
    /// What happened, and where it ended before each answer that can be taken back.
    log: Vec<String>,
    marks: Vec<usize>,
    /// The lessons that were told; none if nobody wants any.
    taught: Option<BTreeSet<String>>,
    input: &'io mut dyn BufRead,
    output: &'io mut dyn Write,
}

/// Whether the sitting goes on.
#[derive(PartialEq, Eq)]
enum Next {
    /// The same question is asked again, in full.
    Ask,
    /// The question stands; only a new command is read.
    Wait,
    Quit,
}

/// Plays until the campaign is over or somebody quits.
pub(super) fn play(
    sitting: Sitting,
    events: &[Event],
    save: Option<&Path>,
    seed: Option<u64>,
    lessons: bool,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), Trouble> {
    let words = sitting.game().localizer("en");
    let (log, marks) = (Vec::new(), Vec::new());
    // Whoever goes on after the first round was told what they wanted to know.
    let taught = (lessons && sitting.table().progress().round <= 1).then(BTreeSet::new);
    let mut terminal = Terminal { sitting, words, save, seed, log, marks, taught, input, output };
    if let Some(seed) = seed {
        writeln!(terminal.output, "The seed of this campaign is {seed}. Type ? for help.")?;
    }
    terminal.tell(events)?;
    if seed.is_none() {
        // A campaign that is resumed shows where it stood.
        terminal.board()?;
    }
    terminal.play()
}

impl Terminal<'_, '_> {
    fn play(&mut self) -> Result<(), Trouble> {
        loop {
            if let Some(outcome) = self.sitting.outcome() {
                return self.over(&outcome);
            }
            let Some(decision) = self.sitting.table().decisions().into_iter().next() else {
                return Err(Trouble::ours("nothing is asked, and the campaign is not over"));
            };
            self.teach(&decision)?;
            self.ask(&decision)?;
            let mut next = Next::Wait;
            while next == Next::Wait {
                next = self.command(&decision)?;
            }
            if next == Next::Quit {
                return self.leave();
            }
        }
    }

    /// Tells the next lesson for a question, each once.
    fn teach(&mut self, decision: &Decision) -> Result<(), Trouble> {
        let Some(taught) = &mut self.taught else { return Ok(()) };
        let game = self.sitting.game();
        let fresh = game.lessons_for_ask(&decision.ask).into_iter().find(|id| !taught.contains(id));
        let Some(id) = fresh else { return Ok(()) };
        if let Some(lesson) = game.lesson(&id, "en") {
            let text = format!("Lesson: {}. {}", lesson.title, lesson.lines.join(" "));
            writeln!(self.output, "\n{}", show::wrapped(&text, "  "))?;
        }
        taught.insert(id);
        Ok(())
    }

    fn ask(&mut self, decision: &Decision) -> Result<(), Trouble> {
        writeln!(self.output)?;
        if let Audience::Only(seat) = decision.audience {
            let whose = names::seat(&self.sitting, self.words, seat);
            writeln!(self.output, "[ For the eyes of {whose} only ]")?;
        }
        let asked = names::asked(&self.sitting, self.words, &decision.answerer);
        let prompt = format!("{} {asked}", self.words.localize(&decision.prompt));
        writeln!(self.output, "{}", show::wrapped(&prompt, "  "))?;
        show::choices(self.output, &decision.choices, self.words)?;
        Ok(())
    }

    fn command(&mut self, decision: &Decision) -> Result<Next, Trouble> {
        write!(self.output, "> ")?;
        self.output.flush()?;
        let text = match lines::read(self.input, LONGEST)? {
            Line::Text(text) => text,
            Line::End => return Ok(Next::Quit),
            Line::TooLong | Line::NotText => String::from("?"),
        };
        let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        match word {
            "" => Ok(Next::Wait),
            "b" => self.board().map(|()| Next::Ask),
            "u" => self.undo(false),
            "u!" => self.undo(true),
            "s" => self.save(rest.trim()).map(|()| Next::Wait),
            "h" => self.hand(decision).map(|()| Next::Wait),
            "l" => self.show_log().map(|()| Next::Wait),
            "q" => Ok(Next::Quit),
            _ => match word.parse::<usize>() {
                Ok(number) => self.choose(decision, number),
                Err(_) => self.say(HELP).map(|()| Next::Wait),
            },
        }
    }

    fn choose(&mut self, decision: &Decision, number: usize) -> Result<Next, Trouble> {
        let Some(choice) = number.checked_sub(1).and_then(|at| decision.choices.get(at)) else {
            self.say(&format!("Choose a number from 1 to {}.", decision.choices.len()))?;
            return Ok(Next::Wait);
        };
        if let Some(reason) = &choice.blocked {
            self.say(&format!("That is not possible: {}", self.words.localize(reason)))?;
            return Ok(Next::Wait);
        }
        let told = self.log.len();
        let answer = Answer { decision: Some(decision.id), choice: choice.key.clone() };
        match self.sitting.answer(&answer) {
            Err(why) => self.say(&format!("That is refused: {why}"))?,
            Ok(events) => {
                self.marks.push(told);
                self.tell(&events)?;
                // The whole board once a round; `b` shows it at any time.
                if events.iter().any(show::is_new_round) && self.sitting.outcome().is_none() {
                    self.board()?;
                }
            }
        }
        Ok(Next::Ask)
    }

    fn undo(&mut self, past_walls: bool) -> Result<Next, Trouble> {
        if let Err(why) = self.sitting.undo(past_walls) {
            self.say(&format!("No: {why}."))?;
            return Ok(Next::Wait);
        }
        self.log.truncate(self.marks.pop().unwrap_or_default());
        self.say("The last answer is taken back.")?;
        Ok(Next::Ask)
    }

    fn tell(&mut self, events: &[Event]) -> Result<(), Trouble> {
        let told = show::told(events, self.words);
        show::lines(self.output, &told)?;
        self.log.extend(told);
        Ok(())
    }

    fn board(&mut self) -> Result<(), Trouble> {
        let view = self.sitting.table().view(Viewer::Public);
        let board = self.sitting.game().text_board(&view, "en");
        writeln!(self.output, "\n{}", board.trim_end())?;
        Ok(())
    }

    fn hand(&mut self, decision: &Decision) -> Result<(), Trouble> {
        let seat = names::seat_asked(&self.sitting, &decision.answerer);
        let whose = names::seat(&self.sitting, self.words, seat);
        match names::hand(&self.sitting, self.words, seat) {
            None => self.say(&format!("{whose} has no hand.")),
            Some(cards) => {
                self.say(&format!("[ For the eyes of {whose} only ]"))?;
                cards.iter().try_for_each(|card| self.say(&format!("  {card}")))
            }
        }
    }

    fn show_log(&mut self) -> Result<(), Trouble> {
        let from = self.log.len().saturating_sub(LOG);
        show::lines(self.output, &self.log[from..])?;
        Ok(())
    }

    /// Saves where the command says, or where `--save` said.
    fn save(&mut self, file: &str) -> Result<(), Trouble> {
        let named = (!file.is_empty()).then(|| PathBuf::from(file));
        let Some(path) = named.or_else(|| self.save.map(PathBuf::from)) else {
            return self.say("Say where: s FILE.");
        };
        match self.write(&path) {
            Err(trouble) => self.say(&format!("Not saved: {}.", trouble.sentence)),
            Ok(()) => Ok(()),
        }
    }

    fn leave(&mut self) -> Result<(), Trouble> {
        match self.save {
            None => self.say("Not saved: no --save FILE was given."),
            Some(path) => self.write(path),
        }
    }

    fn write(&mut self, path: &Path) -> Result<(), Trouble> {
        files::write(path, &self.sitting.table().save())?;
        let name = path.display();
        self.say(&format!("Saved. Go on with: emberhall play --state {name} --save {name}"))
    }

    fn over(&mut self, outcome: &Outcome) -> Result<(), Trouble> {
        self.board()?;
        let sentence = match outcome {
            Outcome::Won => "The campaign is won.".to_owned(),
            Outcome::Lost { cause } => {
                format!("The campaign is lost: {}", names::loss(self.words, cause))
            }
            Outcome::Ranking(places) => {
                let first = places.first().cloned().unwrap_or_default();
                let seats = first.iter().map(|s| names::seat(&self.sitting, self.words, *s));
                format!("First place: {}.", seats.collect::<Vec<_>>().join(", "))
            }
        };
        self.say(&sentence)?;
        if let Some(seed) = self.seed {
            self.say(&format!("Its seed was {seed}."))?;
        }
        self.save.map_or(Ok(()), |path| files::write(path, &self.sitting.table().save()))
    }

    fn say(&mut self, text: &str) -> Result<(), Trouble> {
        writeln!(self.output, "{text}")?;
        Ok(())
    }
}
