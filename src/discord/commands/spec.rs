//! Specs of the commands: names, parameters and the command to run. Texts are in `localize`.

use crate::discord::limits;
use crate::game::Message;

/// Command that an invocation runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandId {
    /// Opens a lobby.
    New,
    /// Takes a seat in the lobby.
    Join,
    /// Gives up all seats in the lobby.
    Leave,
    /// Begins the campaign.
    Begin,
    /// Lists the tables with a free seat.
    Tables,
    /// Shows the status of the campaign.
    Status,
    /// Shows the board.
    Board,
    /// Shows the invoker's private hand and questions.
    Hand,
    /// Shows the decisions of a round.
    Log,
    /// Shows a chart of the campaign.
    Chart,
    /// Previews the undo of the last answer.
    Undo,
    /// Pauses the campaign.
    Pause,
    /// Resumes the campaign.
    Resume,
    /// Extends the open deadlines.
    Extend,
    /// Strikes a vote from the public ballot.
    Strike,
    /// Shows or changes the settings.
    Settings,
    /// Gives a seat to a member.
    Give,
    /// Takes a seat that the house plays.
    Claim,
    /// Lends a seat to the house.
    House,
    /// Takes back a seat that was lent to the house.
    Back,
    /// Abandons the campaign.
    Abandon,
    /// Exports the campaign to a file.
    Export,
    /// Imports a campaign from a file.
    Import,
    /// Verifies the campaign by replay from its seed.
    Verify,
    /// Shows or changes the roles of openers and moderators.
    Server,
    /// Shows a card.
    Card,
    /// Shows a topic of the rules.
    Rules,
    /// Shows what the house would choose.
    Advise,
    /// Shows the data stored about the invoker.
    Privacy,
}

/// Spec of one command.
pub struct CommandSpec {
    /// Name in English, and part of the Fluent key.
    pub name: &'static str,
    /// Command to run, or subcommands.
    pub does: CommandBody,
}

/// Body of a command.
pub enum CommandBody {
    /// Command to run, with its parameters.
    Errand(CommandId, Vec<Param>),
    /// Subcommands.
    Under(Vec<CommandSpec>),
}

/// Parameter of a command.
pub struct Param {
    /// Name in English, and part of the Fluent key.
    pub name: String,
    /// Type of the value.
    pub kind: ParamKind,
    /// Whether the parameter is required.
    pub needed: bool,
    /// Description by the game. `None` for a parameter with a Fluent key of its own.
    pub called: Option<Message>,
}

/// Type of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// Text.
    Text,
    /// Boolean.
    Flag,
    /// Integer from 0.
    Number,
    /// User.
    User,
    /// Role of the server.
    Role,
    /// Attachment.
    File,
    /// Seat of the campaign in this channel.
    Seat,
    /// One of these values.
    OneOf(Vec<Value>),
}

/// Value to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Stable id.
    pub id: String,
    /// Display name, a message of the hall or of the game.
    pub name: Message,
    /// Aliases.
    pub also: Option<Message>,
}

impl Value {
    /// Creates a value named by a message of the hall.
    pub fn new(id: &str, key: impl Into<String>) -> Value {
        Value { id: id.to_owned(), name: Message::new(key), also: None }
    }
}

impl From<crate::game::ListItem> for Value {
    fn from(item: crate::game::ListItem) -> Self {
        Value { id: item.id, name: item.name, also: None }
    }
}

/// Spec of a command that runs.
pub fn command(name: &'static str, id: CommandId, params: Vec<Param>) -> CommandSpec {
    CommandSpec { name, does: CommandBody::Errand(id, params) }
}

/// Spec of a command with subcommands.
pub fn group(name: &'static str, under: Vec<CommandSpec>) -> CommandSpec {
    CommandSpec { name, does: CommandBody::Under(under) }
}

/// Optional parameter.
pub fn param(name: impl Into<String>, kind: ParamKind) -> Param {
    Param { name: name.into(), kind, needed: false, called: None }
}

/// Optional parameter with fixed values. The Fluent key of a value is `family-value`.
pub fn one_of(name: &'static str, family: &str, values: &[&str]) -> Param {
    let value = |id: &&str| Value::new(id, format!("{family}-{id}"));
    param(name, ParamKind::OneOf(values.iter().map(value).collect()))
}

impl Param {
    /// Makes the parameter required.
    pub fn needed(mut self) -> Param {
        self.needed = true;
        self
    }

    /// Sets the description to a message of the game.
    pub fn called(mut self, name: Message) -> Param {
        self.called = Some(name);
        self
    }

    /// Returns the values if Discord can list them. Longer lists are autocompleted.
    pub fn listed(&self) -> Option<&[Value]> {
        match &self.kind {
            ParamKind::OneOf(values) if (1..=limits::OPTIONS).contains(&values.len()) => {
                Some(values)
            }
            _ => None,
        }
    }

    /// Whether the value is autocompleted.
    pub fn is_completed(&self) -> bool {
        match self.kind {
            ParamKind::Seat => true,
            ParamKind::OneOf(_) => self.listed().is_none(),
            _ => false,
        }
    }
}
