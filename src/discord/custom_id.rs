//! Encoding and decoding of the `custom_id` of buttons and menus.
//!
//! An id holds version, campaign, question and choice, so that a button works after any
//! restart, and never on another question than it was made for. Clicks are handled in `clicks`.

use super::limits;
use crate::council::effects::sha256;

/// Version of the ids. A click on an id of another version is answered with a friendly sentence.
const VERSION: &str = "e1";
/// Prefix of the ids of a trial. A bot that runs at the same time receives its clicks too.
const TRIAL: &str = "etry:";

/// Returns the id of a button or menu of a trial.
pub fn of_trial(what: &str) -> String {
    format!("{TRIAL}{what}")
}

/// Returns what was passed to [`of_trial`], or `None` if the id is not of a trial.
pub fn in_trial(id: &str) -> Option<&str> {
    id.strip_prefix(TRIAL)
}

/// Decoded `custom_id` of a button or menu of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomId {
    /// Number of the campaign.
    pub campaign: i64,
    /// Action of the button or menu.
    pub action: ButtonAction,
}

/// Action of a button or menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ButtonAction {
    /// Answers a question, or votes.
    Answer {
        /// Number of the question.
        question: u32,
        /// Choice to answer with.
        choice: ChoiceRef,
    },
    /// Menu of answers to a question.
    Answers {
        /// Number of the question.
        question: u32,
        /// Page of the answers, from 0.
        page: usize,
    },
    /// Shows another page of the answers to a question.
    Turn {
        /// Number of the question.
        question: u32,
        /// Page to show, from 0.
        page: usize,
    },
    /// Shows what only the user may see: hand and private questions.
    Hand,
    /// Takes back the last answer, or shows what an undo would take back.
    Back,
    /// Takes back the answers that the user was shown.
    Undo {
        /// First log entry to take back.
        back_to: u64,
        /// Last log entry that the user was shown.
        seen: u64,
    },
    /// Votes on a motion.
    Voice {
        /// Number of the motion.
        motion: u32,
        /// Whether the vote is in favour.
        agree: bool,
    },
    /// Menu of answers on the public ballot.
    Ballot {
        /// Edition of the ballot.
        edition: u32,
        /// Page of the answers, from 0.
        page: usize,
    },
    /// Shows another page of the public ballot.
    BallotTurn {
        /// Edition of the ballot.
        edition: u32,
        /// Page to show, from 0.
        page: usize,
    },
    /// Votes on the public ballot.
    Sign {
        /// Edition of the ballot.
        edition: u32,
        /// Choice to vote for.
        choice: ChoiceRef,
    },
    /// Withdraws the user's vote on the public ballot.
    Unsign {
        /// Edition of the ballot.
        edition: u32,
    },
    /// Shows the user's vote on the public ballot.
    Mine {
        /// Edition of the ballot.
        edition: u32,
    },
    /// Closes the public ballot early.
    Close {
        /// Edition of the ballot.
        edition: u32,
    },
    /// Turns the user's pings for new ballots on or off.
    CallMe {
        /// Whether to ping the user.
        on: bool,
    },
    /// Asks a user without a seat what they would do, or shows a player what the street says.
    Street {
        /// Number of the question.
        question: u32,
    },
    /// Menu in which a user of the street says what they would do.
    Speak {
        /// Number of the question.
        question: u32,
    },
    /// Withdraws what the user told the street.
    Unspeak {
        /// Number of the question.
        question: u32,
    },
    /// Takes a seat in the lobby.
    Sit {
        /// Index of the seat, from 0.
        chair: usize,
    },
    /// Leaves the lobby.
    Leave,
    /// Begins the campaign.
    Begin,
    /// Opens the settings.
    Settings,
    /// Menu of the values of a setting.
    Set {
        /// Name of the setting.
        which: String,
    },
    /// Abandons the campaign. The user has confirmed it.
    Abandon,
    /// Takes over a seat that the house plays.
    Claim {
        /// Number of the seat.
        seat: u8,
    },
    /// Opens a new campaign with the settings of this one.
    Again,
    /// Shows what the house would choose.
    Advise {
        /// Number of the question.
        question: u32,
    },
    /// Shows the piece that the question is about.
    Piece,
    /// Turns lessons off for the table.
    Skip,
    /// Shows a topic of the rules, or the index if `topic` is empty.
    Rules {
        /// Id of the topic.
        topic: String,
    },
    /// Menu of topics of the rules.
    Topics {
        /// Part of the index, from 0.
        part: usize,
    },
    /// Takes any free seat of a table in the list of tables.
    Join,
    /// Erases the user's personal data.
    Forget {
        /// Whether the user has confirmed it; otherwise they are asked to.
        sure: bool,
    },
}

/// Reference to a choice: its key, or a hash of it if the key is too long for an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceRef(String);

impl ChoiceRef {
    /// Refers to a choice by its key if it has at most `max_len` bytes and does not look like a
    /// hash, otherwise by a hash of it.
    pub fn of(key: &str, max_len: usize) -> ChoiceRef {
        if key.len() <= max_len && !key.starts_with('~') {
            return ChoiceRef(key.to_owned());
        }
        let hash = sha256(key);
        ChoiceRef(format!("~{}", hash.get(..16).unwrap_or(&hash)))
    }

    /// Reads a reference from a button's id or a menu's value.
    pub fn read(text: &str) -> ChoiceRef {
        ChoiceRef(text.to_owned())
    }

    /// Returns the reference as it stands in an id or a value.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the key it refers to, or `None` if that is not among `keys`.
    pub fn find<'a>(&self, keys: impl IntoIterator<Item = &'a str>) -> Option<String> {
        let mut keys = keys.into_iter();
        keys.find(|key| self.0 == *key || ChoiceRef::of(key, 0).0 == self.0).map(str::to_owned)
    }
}

/// Longest key, in bytes, that an id holds as it is. Version, campaign and question need the rest.
const MAX_KEY: usize = 60;

impl CustomId {
    /// Encodes it as a `custom_id`.
    pub fn id(&self) -> String {
        let what = match &self.action {
            ButtonAction::Answer { question, choice } => {
                format!("a:{question}:{}", choice.as_str())
            }
            ButtonAction::Answers { question, page } => format!("m:{question}:{page}"),
            ButtonAction::Turn { question, page } => format!("t:{question}:{page}"),
            ButtonAction::Hand => "h".to_owned(),
            ButtonAction::Back => "b".to_owned(),
            ButtonAction::Undo { back_to, seen } => format!("u:{back_to}:{seen}"),
            ButtonAction::Voice { motion, agree } => format!("v:{motion}:{}", u8::from(*agree)),
            ButtonAction::Ballot { edition, page } => format!("p:{edition}:{page}"),
            ButtonAction::BallotTurn { edition, page } => format!("q:{edition}:{page}"),
            ButtonAction::Sign { edition, choice } => format!("s:{edition}:{}", choice.as_str()),
            ButtonAction::Unsign { edition } => format!("w:{edition}"),
            ButtonAction::Mine { edition } => format!("y:{edition}"),
            ButtonAction::Close { edition } => format!("cb:{edition}"),
            ButtonAction::CallMe { on } => format!("cm:{}", u8::from(*on)),
            ButtonAction::Street { question } => format!("st:{question}"),
            ButtonAction::Speak { question } => format!("sm:{question}"),
            ButtonAction::Unspeak { question } => format!("sw:{question}"),
            ButtonAction::Sit { chair } => format!("c:{chair}"),
            ButtonAction::Leave => "l".to_owned(),
            ButtonAction::Begin => "g".to_owned(),
            ButtonAction::Settings => "o".to_owned(),
            ButtonAction::Set { which } => format!("e:{which}"),
            ButtonAction::Abandon => "x".to_owned(),
            ButtonAction::Claim { seat } => format!("k:{seat}"),
            ButtonAction::Again => "n".to_owned(),
            ButtonAction::Advise { question } => format!("i:{question}"),
            ButtonAction::Piece => "d".to_owned(),
            ButtonAction::Skip => "z".to_owned(),
            ButtonAction::Rules { topic } => format!("r:{topic}"),
            ButtonAction::Topics { part } => format!("f:{part}"),
            ButtonAction::Join => "j".to_owned(),
            ButtonAction::Forget { sure } => format!("fg:{}", u8::from(*sure)),
        };
        format!("{VERSION}:{}:{what}", self.campaign)
    }

    /// Decodes a `custom_id`. Returns `None` if it is malformed or of another version.
    pub fn read(id: &str) -> Option<CustomId> {
        if id.len() > limits::CUSTOM_ID * 4 {
            return None;
        }
        let mut parts = id.splitn(4, ':');
        if parts.next()? != VERSION {
            return None;
        }
        let campaign = parts.next()?.parse().ok()?;
        let what = parse_action(parts.next()?, parts.next().unwrap_or_default())?;
        Some(CustomId { campaign, action: what })
    }
}

/// Returns the id of an answer to a question.
pub fn answer(campaign: i64, question: u32, key: &str) -> String {
    CustomId {
        campaign,
        action: ButtonAction::Answer { question, choice: ChoiceRef::of(key, MAX_KEY) },
    }
    .id()
}

/// Returns the id of an answer on the public ballot.
pub fn sign(campaign: i64, edition: u32, key: &str) -> String {
    CustomId {
        campaign,
        action: ButtonAction::Sign { edition, choice: ChoiceRef::of(key, MAX_KEY) },
    }
    .id()
}

/// Returns the id of any other action.
pub fn id(campaign: i64, what: ButtonAction) -> String {
    CustomId { campaign, action: what }.id()
}

fn parse_action(word: &str, rest: &str) -> Option<ButtonAction> {
    let (first, second) = rest.split_once(':').unwrap_or((rest, ""));
    let what = match word {
        "a" => {
            ButtonAction::Answer { question: first.parse().ok()?, choice: ChoiceRef::read(second) }
        }
        "m" => ButtonAction::Answers { question: first.parse().ok()?, page: second.parse().ok()? },
        "t" => ButtonAction::Turn { question: first.parse().ok()?, page: second.parse().ok()? },
        "h" => ButtonAction::Hand,
        "b" => ButtonAction::Back,
        "u" => ButtonAction::Undo { back_to: first.parse().ok()?, seen: second.parse().ok()? },
        "v" => ButtonAction::Voice { motion: first.parse().ok()?, agree: second == "1" },
        "p" => ButtonAction::Ballot { edition: first.parse().ok()?, page: second.parse().ok()? },
        "q" => {
            ButtonAction::BallotTurn { edition: first.parse().ok()?, page: second.parse().ok()? }
        }
        "s" => ButtonAction::Sign { edition: first.parse().ok()?, choice: ChoiceRef::read(second) },
        "w" => ButtonAction::Unsign { edition: first.parse().ok()? },
        "y" => ButtonAction::Mine { edition: first.parse().ok()? },
        "cb" => ButtonAction::Close { edition: first.parse().ok()? },
        "cm" => ButtonAction::CallMe { on: first == "1" },
        "st" => ButtonAction::Street { question: first.parse().ok()? },
        "sm" => ButtonAction::Speak { question: first.parse().ok()? },
        "sw" => ButtonAction::Unspeak { question: first.parse().ok()? },
        "c" => ButtonAction::Sit { chair: first.parse().ok()? },
        "l" => ButtonAction::Leave,
        "g" => ButtonAction::Begin,
        "o" => ButtonAction::Settings,
        "e" => ButtonAction::Set { which: rest.to_owned() },
        "x" => ButtonAction::Abandon,
        "k" => ButtonAction::Claim { seat: first.parse().ok()? },
        "n" => ButtonAction::Again,
        "i" => ButtonAction::Advise { question: first.parse().ok()? },
        "d" => ButtonAction::Piece,
        "z" => ButtonAction::Skip,
        "r" => ButtonAction::Rules { topic: rest.to_owned() },
        "f" => ButtonAction::Topics { part: first.parse().ok()? },
        "j" => ButtonAction::Join,
        "fg" => ButtonAction::Forget { sure: first == "1" },
        _ => return None,
    };
    Some(what)
}

#[cfg(test)]
mod tests {
    use super::{ButtonAction, ChoiceRef, CustomId, answer, in_trial, of_trial, sign};
    use crate::discord::limits;

    #[test]
    fn every_kind_of_id_is_read_as_it_was_written() {
        let choice = ChoiceRef::of("N0a:wood", 60);
        let all = [
            ButtonAction::Answer { question: 7, choice: choice.clone() },
            ButtonAction::Answers { question: 7, page: 2 },
            ButtonAction::Turn { question: 7, page: 0 },
            ButtonAction::Street { question: 7 },
            ButtonAction::Speak { question: 7 },
            ButtonAction::Unspeak { question: 7 },
            ButtonAction::Hand,
            ButtonAction::Back,
            ButtonAction::Undo { back_to: 5, seen: u64::MAX },
            ButtonAction::Voice { motion: 9, agree: true },
            ButtonAction::Ballot { edition: 3, page: 1 },
            ButtonAction::BallotTurn { edition: 3, page: 1 },
            ButtonAction::Sign { edition: 3, choice },
            ButtonAction::Unsign { edition: 3 },
            ButtonAction::Mine { edition: 3 },
            ButtonAction::Close { edition: 3 },
            ButtonAction::CallMe { on: true },
            ButtonAction::CallMe { on: false },
            ButtonAction::Sit { chair: 3 },
            ButtonAction::Leave,
            ButtonAction::Begin,
            ButtonAction::Settings,
            ButtonAction::Set { which: "who:law".to_owned() },
            ButtonAction::Abandon,
            ButtonAction::Forget { sure: true },
            ButtonAction::Forget { sure: false },
            ButtonAction::Claim { seat: 2 },
            ButtonAction::Again,
            ButtonAction::Join,
            ButtonAction::Advise { question: 8 },
            ButtonAction::Piece,
            ButtonAction::Skip,
            ButtonAction::Rules { topic: "hall-votes".to_owned() },
            ButtonAction::Topics { part: 1 },
        ];
        for what in all {
            let decoded = CustomId { campaign: 12, action: what };
            assert_eq!(CustomId::read(&decoded.id()), Some(decoded.clone()), "{}", decoded.id());
        }
    }

    #[test]
    fn a_choice_with_a_long_key_fits_and_is_found_again() {
        let key = "a-very-long-key".repeat(20);
        for id in [answer(i64::MAX, u32::MAX, &key), sign(i64::MAX, u32::MAX, &key)] {
            assert!(id.len() <= limits::CUSTOM_ID, "{id}");
            let (ButtonAction::Answer { choice, .. } | ButtonAction::Sign { choice, .. }) =
                CustomId::read(&id).unwrap().action
            else {
                panic!("{id}");
            };
            assert_eq!(choice.find(["other", key.as_str()]), Some(key.clone()));
            assert_eq!(choice.find(["other"]), None);
        }
    }

    #[test]
    fn what_belongs_to_a_trial_is_no_campaigns_and_the_other_way_round() {
        let id = of_trial("menu");
        assert_eq!((in_trial(&id), CustomId::read(&id)), (Some("menu"), None));
        for id in ["", "e1:1:h", "etry", "e1:etry:1", "menu"] {
            assert_eq!(in_trial(id), None, "{id}");
        }
    }

    #[test]
    fn what_is_not_ours_is_not_read() {
        for id in ["", "e0:1:h", "e1", "e1:x:h", "e1:1:a:many", "e1:1:zz", "e1:1:u:1", "poll"] {
            assert_eq!(CustomId::read(id), None, "{id}");
        }
    }
}
