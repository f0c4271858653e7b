//! Commands as they are listed: names, what can be given with them, and what
//! they are to do. Built from the game's own lists.
//!
//! May use: the boundary. Deliberately absent: words (`naming` finds them) and
//! what is done (`Errand` only names it).

use crate::discord::limits;
use crate::game::Message;

/// What a command is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandId {
    /// Open a table.
    New,
    /// Take a chair.
    Join,
    /// Leave all chairs.
    Leave,
    /// Begin.
    Begin,
    /// Which tables have a free seat.
    Tables,
    /// How it stands.
    Status,
    /// The board.
    Board,
    /// What one holds in private.
    Hand,
    /// What was decided.
    Log,
    /// The course of the campaign.
    Chart,
    /// Take the last answer back.
    Undo,
    /// Stop the clocks.
    Pause,
    /// Let them go on.
    Resume,
    /// More time.
    Extend,
    /// Strike somebody's vote from the people's ballot.
    Strike,
    /// See or change what is set.
    Settings,
    /// Give a seat to somebody.
    Give,
    /// Take a seat the house plays.
    Claim,
    /// Let the house play a seat.
    House,
    /// Take a seat back that was lent to the house.
    Back,
    /// Give the campaign up.
    Abandon,
    /// The campaign as a file.
    Export,
    /// A campaign from a file.
    Import,
    /// Check that nobody touched the dice.
    Verify,
    /// Whom this server lets do what.
    Server,
    /// Look a card up.
    Card,
    /// Look a rule up.
    Rules,
    /// What the house would choose.
    Advise,
    /// What is kept of somebody.
    Privacy,
}

/// A command of the list.
pub struct CommandSpec {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub does: CommandBody,
}

/// What a command is for.
pub enum CommandBody {
    /// An errand, and what can be given with it.
    Errand(CommandId, Vec<Param>),
    /// Commands below it.
    Under(Vec<CommandSpec>),
}

/// Something that can be given with a command.
pub struct Param {
    /// Its name.
    pub name: String,
    /// What kind of thing it is.
    pub kind: ParamKind,
    /// It cannot be left out.
    pub needed: bool,
    /// What it is called, where the game knows that.
    pub called: Option<Message>,
}

/// What kind of thing can be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// Words.
    Text,
    /// Yes or no.
    Flag,
    /// A whole number from 0 up.
    Number,
    /// A member.
    User,
    /// A role of the server.
    Role,
    /// A file.
    File,
    /// A seat of the table in this channel.
    Seat,
    /// One of these.
    OneOf(Vec<Value>),
}

/// Something to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Its stable word.
    pub id: String,
    /// What it is called, in the hall's words or the game's.
    pub name: Message,
    /// Other words it is found by.
    pub also: Option<Message>,
}

impl Value {
    /// With a word of the hall.
    pub fn new(id: &str, key: impl Into<String>) -> Value {
        Value { id: id.to_owned(), name: Message::new(key), also: None }
    }
}

impl From<crate::game::ListItem> for Value {
    fn from(named: crate::game::ListItem) -> Self {
        Value { id: named.id, name: named.name, also: None }
    }
}

/// A command that does something.
pub fn command(name: &'static str, errand: CommandId, params: Vec<Param>) -> CommandSpec {
    CommandSpec { name, does: CommandBody::Errand(errand, params) }
}

/// A command with others below it.
pub fn group(name: &'static str, under: Vec<CommandSpec>) -> CommandSpec {
    CommandSpec { name, does: CommandBody::Under(under) }
}

/// Something that may be given.
pub fn param(name: impl Into<String>, kind: ParamKind) -> Param {
    Param { name: name.into(), kind, needed: false, called: None }
}

/// One of some values, each called by a word of the hall: `family-value`.
pub fn one_of(name: &'static str, family: &str, values: &[&str]) -> Param {
    let value = |id: &&str| Value::new(id, format!("{family}-{id}"));
    param(name, ParamKind::OneOf(values.iter().map(value).collect()))
}

impl Param {
    /// It cannot be left out.
    pub fn needed(mut self) -> Param {
        self.needed = true;
        self
    }

    /// It is called by a word of the game.
    pub fn called(mut self, name: Message) -> Param {
        self.called = Some(name);
        self
    }

    /// Few enough values to be listed by Discord itself; others are found while typing.
    pub fn listed(&self) -> Option<&[Value]> {
        match &self.kind {
            ParamKind::OneOf(values) if (1..=limits::OPTIONS).contains(&values.len()) => {
                Some(values)
            }
            _ => None,
        }
    }

    /// Is it found while typing?
    pub fn is_completed(&self) -> bool {
        match self.kind {
            ParamKind::Seat => true,
            ParamKind::OneOf(_) => self.listed().is_none(),
            _ => false,
        }
    }
}
