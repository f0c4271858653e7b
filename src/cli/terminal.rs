//! Interactive mode of `emberhall play`: prints the board, events and questions, reads commands.
//!
//! Reads and writes through traits, so that tests can drive it. Plain text without colours or
//! cursor codes. All players share the screen, so secrets are announced before they are shown.

use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use super::error::CliError;
use super::lines::{self, InputLine};
use super::local_game::LocalGame;
use super::{files, names, show};
use crate::game::{Answer, Audience, Decision, Event, Localize, Outcome, Viewer};

/// Maximum number of log lines shown at once.
const MAX_LOG: usize = 40;
/// Maximum length of an input line, in bytes.
const MAX_INPUT: usize = 4096;
const HELP: &str = "\
  a number   take that choice        b   the board
  u          take the last back      h   the hand of the seat that is asked
  s [FILE]   save                    l   what happened so far
  q          quit                    ?   this help";

struct Terminal<'a, 'io> {
    local: LocalGame<'a>,
    localizer: &'a dyn Localize,
    save: Option<&'io Path>,
    seed: Option<u64>,
    log: Vec<String>,
    /// Length of the log before each answer, for undo.
    marks: Vec<usize>,
    /// Lessons shown so far. `None` if lessons are off.
    shown_lessons: Option<BTreeSet<String>>,
    input: &'io mut dyn BufRead,
    output: &'io mut dyn Write,
}

/// What happens after a command.
#[derive(PartialEq, Eq)]
enum Next {
    /// Print the current question.
    Ask,
    /// Read another command for the same question.
    Wait,
    Quit,
}

/// Plays until the campaign is over or the user quits.
///
/// `seed` is `None` for a resumed campaign.
pub(super) fn play(
    local: LocalGame,
    events: &[Event],
    save: Option<&Path>,
    seed: Option<u64>,
    lessons: bool,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), CliError> {
    let localizer = local.game().localizer("en");
    let (log, marks) = (Vec::new(), Vec::new());
    // A campaign resumed after its first round shows no lessons.
    let shown_lessons = (lessons && local.table().progress().round <= 1).then(BTreeSet::new);
    let mut terminal =
        Terminal { local, localizer, save, seed, log, marks, shown_lessons, input, output };
    if let Some(seed) = seed {
        writeln!(terminal.output, "The seed of this campaign is {seed}. Type ? for help.")?;
    }
    terminal.tell(events)?;
    if seed.is_none() {
        // A resumed campaign starts with the board.
        terminal.board()?;
    }
    terminal.play()
}

impl Terminal<'_, '_> {
    fn play(&mut self) -> Result<(), CliError> {
        loop {
            if let Some(outcome) = self.local.outcome() {
                return self.over(&outcome);
            }
            let Some(decision) = self.local.table().decisions().into_iter().next() else {
                return Err(CliError::internal("nothing is asked, and the campaign is not over"));
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

    /// Shows the next lesson about a question. Each lesson is shown once.
    fn teach(&mut self, decision: &Decision) -> Result<(), CliError> {
        let Some(shown_lessons) = &mut self.shown_lessons else { return Ok(()) };
        let game = self.local.game();
        let next =
            game.lessons_for_ask(&decision.ask).into_iter().find(|id| !shown_lessons.contains(id));
        let Some(id) = next else { return Ok(()) };
        if let Some(lesson) = game.lesson(&id, "en") {
            let text = format!("Lesson: {}. {}", lesson.title, lesson.lines.join(" "));
            writeln!(self.output, "\n{}", show::wrapped(&text, "  "))?;
        }
        shown_lessons.insert(id);
        Ok(())
    }

    fn ask(&mut self, decision: &Decision) -> Result<(), CliError> {
        writeln!(self.output)?;
        if let Audience::Only(seat) = decision.audience {
            let whose = names::seat(&self.local, self.localizer, seat);
            writeln!(self.output, "[ For the eyes of {whose} only ]")?;
        }
        let asked = names::answerer_sentence(&self.local, self.localizer, &decision.answerer);
        let prompt = format!("{} {asked}", self.localizer.localize(&decision.prompt));
        writeln!(self.output, "{}", show::wrapped(&prompt, "  "))?;
        show::choices(self.output, &decision.choices, self.localizer)?;
        Ok(())
    }

    fn command(&mut self, decision: &Decision) -> Result<Next, CliError> {
        write!(self.output, "> ")?;
        self.output.flush()?;
        let text = match lines::read(self.input, MAX_INPUT)? {
            InputLine::Text(text) => text,
            InputLine::End => return Ok(Next::Quit),
            InputLine::TooLong | InputLine::NotText => String::from("?"),
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

    fn choose(&mut self, decision: &Decision, number: usize) -> Result<Next, CliError> {
        let Some(choice) = number.checked_sub(1).and_then(|index| decision.choices.get(index))
        else {
            self.say(&format!("Choose a number from 1 to {}.", decision.choices.len()))?;
            return Ok(Next::Wait);
        };
        if let Some(reason) = &choice.blocked {
            self.say(&format!("That is not possible: {}", self.localizer.localize(reason)))?;
            return Ok(Next::Wait);
        }
        let mark = self.log.len();
        let answer = Answer { decision: Some(decision.id), choice: choice.key.clone() };
        match self.local.answer(&answer) {
            Err(why) => self.say(&format!("That is refused: {why}"))?,
            Ok(events) => {
                self.marks.push(mark);
                self.tell(&events)?;
                // Print the board once a round. `b` prints it at any time.
                if events.iter().any(show::is_new_round) && self.local.outcome().is_none() {
                    self.board()?;
                }
            }
        }
        Ok(Next::Ask)
    }

    /// Takes the last answer back. One that revealed something needs `past_barrier`.
    fn undo(&mut self, past_barrier: bool) -> Result<Next, CliError> {
        if let Err(why) = self.local.undo(past_barrier) {
            self.say(&format!("No: {why}."))?;
            return Ok(Next::Wait);
        }
        self.log.truncate(self.marks.pop().unwrap_or_default());
        self.say("The last answer is taken back.")?;
        Ok(Next::Ask)
    }

    fn tell(&mut self, events: &[Event]) -> Result<(), CliError> {
        let lines = show::event_lines(events, self.localizer);
        show::lines(self.output, &lines)?;
        self.log.extend(lines);
        Ok(())
    }

    fn board(&mut self) -> Result<(), CliError> {
        let view = self.local.table().view(Viewer::Public);
        let board = self.local.game().text_board(&view, "en");
        writeln!(self.output, "\n{}", board.trim_end())?;
        Ok(())
    }

    fn hand(&mut self, decision: &Decision) -> Result<(), CliError> {
        let seat = names::hand_seat(&self.local, &decision.answerer);
        let whose = names::seat(&self.local, self.localizer, seat);
        match names::hand(&self.local, self.localizer, seat) {
            None => self.say(&format!("{whose} has no hand.")),
            Some(cards) => {
                self.say(&format!("[ For the eyes of {whose} only ]"))?;
                cards.iter().try_for_each(|card| self.say(&format!("  {card}")))
            }
        }
    }

    fn show_log(&mut self) -> Result<(), CliError> {
        let from = self.log.len().saturating_sub(MAX_LOG);
        show::lines(self.output, &self.log[from..])?;
        Ok(())
    }

    /// Saves to `file`, or to the file of `--save` if `file` is empty.
    fn save(&mut self, file: &str) -> Result<(), CliError> {
        let given = (!file.is_empty()).then(|| PathBuf::from(file));
        let Some(path) = given.or_else(|| self.save.map(PathBuf::from)) else {
            return self.say("Say where: s FILE.");
        };
        match self.write(&path) {
            Err(error) => self.say(&format!("Not saved: {}.", error.sentence)),
            Ok(()) => Ok(()),
        }
    }

    fn leave(&mut self) -> Result<(), CliError> {
        match self.save {
            None => self.say("Not saved: no --save FILE was given."),
            Some(path) => self.write(path),
        }
    }

    fn write(&mut self, path: &Path) -> Result<(), CliError> {
        files::write(path, &self.local.table().save())?;
        let name = path.display();
        self.say(&format!("Saved. Go on with: emberhall play --state {name} --save {name}"))
    }

    fn over(&mut self, outcome: &Outcome) -> Result<(), CliError> {
        self.board()?;
        let sentence = match outcome {
            Outcome::Won => "The campaign is won.".to_owned(),
            Outcome::Lost { cause } => {
                format!("The campaign is lost: {}", names::loss(self.localizer, cause))
            }
            Outcome::Ranking(places) => {
                let first = places.first().cloned().unwrap_or_default();
                let seats = first.iter().map(|s| names::seat(&self.local, self.localizer, *s));
                format!("First place: {}.", seats.collect::<Vec<_>>().join(", "))
            }
        };
        self.say(&sentence)?;
        if let Some(seed) = self.seed {
            self.say(&format!("Its seed was {seed}."))?;
        }
        self.save.map_or(Ok(()), |path| files::write(path, &self.local.table().save()))
    }

    fn say(&mut self, text: &str) -> Result<(), CliError> {
        writeln!(self.output, "{text}")?;
        Ok(())
    }
}
