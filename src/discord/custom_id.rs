//! What a button or menu means: its `custom_id`, written and read.
//!
//! May use: `limits`, sha2 through `council`. Deliberately absent: what a click
//! does. An id holds version, campaign, question and choice, so that a button
//! works after any restart, and never on another question than it was made for.

use super::limits;
use crate::council::effects::sha256;

/// The version of these ids. Others are answered with a friendly sentence.
const VERSION: &str = "e1";
/// What the ids of a trial begin with. The bot that runs beside it receives its clicks, too.
const TRIAL: &str = "etry:";

/// The id of something to press in a trial.
pub fn of_trial(what: &str) -> String {
    format!("{TRIAL}{what}")
}

/// What is pressed in a trial; none if it is no button of one.
pub fn in_trial(id: &str) -> Option<&str> {
    id.strip_prefix(TRIAL)
}

/// A button or menu of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomId {
    /// The campaign's number.
    pub campaign: i64,
    /// What it does.
    pub what: ButtonAction,
}

/// What a button or menu does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ButtonAction {
    /// Answers a question, or votes.
    Answer {
        /// The question.
        question: u32,
        /// The choice, or a mark of it: see [`Pick`].
        choice: ChoiceRef,
    },
    /// A menu of answers to a question.
    Answers {
        /// The question.
        question: u32,
        /// Which page of the answers.
        page: usize,
    },
    /// Shows another page of the answers.
    Turn {
        /// The question.
        question: u32,
        /// Which page.
        page: usize,
    },
    /// Shows what a person alone may see: hand and private questions.
    Hand,
    /// Takes the last answer back, or says what that would be.
    Back,
    /// Takes answers back, having seen which.
    Undo {
        /// The first entry to take back.
        back_to: u64,
        /// The last entry that was shown.
        seen: u64,
    },
    /// For or against a motion.
    Voice {
        /// The motion.
        motion: u32,
        /// For it?
        agree: bool,
    },
    /// The people's ballot: a menu.
    Ballot {
        /// Its edition.
        edition: u32,
        /// Which page of the answers.
        page: usize,
    },
    /// Shows another page of the people's ballot.
    BallotTurn {
        /// Its edition.
        edition: u32,
        /// Which page.
        page: usize,
    },
    /// The people's ballot: one answer.
    Sign {
        /// Its edition.
        edition: u32,
        /// The choice.
        choice: ChoiceRef,
    },
    /// Takes one's vote on the people's ballot back.
    Unsign {
        /// Its edition.
        edition: u32,
    },
    /// Shows what one has voted for on the people's ballot.
    Mine {
        /// Its edition.
        edition: u32,
    },
    /// Closes the people's ballot early.
    Close {
        /// Its edition.
        edition: u32,
    },
    /// Calls the one who clicks whenever a ballot opens, or no more.
    CallMe {
        /// Call them?
        on: bool,
    },
    /// Asks somebody beside the table what they would do, or tells an Advisor what those say.
    Street {
        /// The question.
        question: u32,
    },
    /// A menu of what one would do.
    Speak {
        /// The question.
        question: u32,
    },
    /// Takes back what one would do.
    Unspeak {
        /// The question.
        question: u32,
    },
    /// Takes a chair of the lobby.
    Sit {
        /// Which, from 0.
        chair: usize,
    },
    /// Leaves the lobby.
    Leave,
    /// Begins.
    Begin,
    /// Opens the settings.
    Settings,
    /// A menu of the settings.
    Set {
        /// Which setting.
        which: String,
    },
    /// Gives up: for certain.
    Abandon,
    /// Takes a seat the house plays.
    Claim {
        /// The seat.
        seat: u8,
    },
    /// Opens a new campaign like this one.
    Again,
    /// What the house would choose.
    Advise {
        /// The question.
        question: u32,
    },
    /// Shows the piece that is in question.
    Piece,
    /// No more lessons.
    Skip,
    /// Shows a matter of the rules; all of them, if it is left out.
    Rules {
        /// Which.
        topic: String,
    },
    /// A menu of matters of the rules.
    Topics {
        /// Which part of them.
        part: usize,
    },
    /// Takes any free seat of a table, from a list of tables.
    Join,
    /// Forgets the person who clicks.
    Forget {
        /// For certain; else they are asked.
        sure: bool,
    },
}

/// A choice by its key, or by a mark of it where the key is too long for an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceRef(String);

impl ChoiceRef {
    /// Of a choice.
    pub fn of(key: &str, room: usize) -> ChoiceRef {
        if key.len() <= room && !key.starts_with('~') {
            return ChoiceRef(key.to_owned());
        }
        let hash = sha256(key);
        ChoiceRef(format!("~{}", hash.get(..16).unwrap_or(&hash)))
    }

    /// What came back from a menu or a button.
    pub fn read(text: &str) -> ChoiceRef {
        ChoiceRef(text.to_owned())
    }

    /// As it stands in an id or a value.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The choice meant, among those there are.
    pub fn find<'a>(&self, keys: impl IntoIterator<Item = &'a str>) -> Option<String> {
        let mut keys = keys.into_iter();
        keys.find(|key| self.0 == *key || ChoiceRef::of(key, 0).0 == self.0).map(str::to_owned)
    }
}

/// Room for a choice in an id: version, campaign and question have theirs.
const ROOM: usize = 60;

impl CustomId {
    /// As a `custom_id`.
    pub fn id(&self) -> String {
        let what = match &self.what {
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

    /// From a `custom_id`; none if it is not one of ours, or of another version.
    pub fn read(id: &str) -> Option<CustomId> {
        if id.len() > limits::CUSTOM_ID * 4 {
            return None;
        }
        let mut parts = id.splitn(4, ':');
        if parts.next()? != VERSION {
            return None;
        }
        let campaign = parts.next()?.parse().ok()?;
        let what = read(parts.next()?, parts.next().unwrap_or_default())?;
        Some(CustomId { campaign, what })
    }
}

/// The id of an answer to a question.
pub fn answer(campaign: i64, question: u32, key: &str) -> String {
    CustomId { campaign, what: ButtonAction::Answer { question, choice: ChoiceRef::of(key, ROOM) } }
        .id()
}

/// The id of an answer on the people's ballot.
pub fn sign(campaign: i64, edition: u32, key: &str) -> String {
    CustomId { campaign, what: ButtonAction::Sign { edition, choice: ChoiceRef::of(key, ROOM) } }
        .id()
}

/// The id of anything else.
pub fn id(campaign: i64, what: ButtonAction) -> String {
    CustomId { campaign, what }.id()
}

fn read(word: &str, rest: &str) -> Option<ButtonAction> {
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
        let pick = ChoiceRef::of("N0a:wood", 60);
        let all = [
            ButtonAction::Answer { question: 7, choice: pick.clone() },
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
            ButtonAction::Sign { edition: 3, choice: pick },
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
            let press = CustomId { campaign: 12, what };
            assert_eq!(CustomId::read(&press.id()), Some(press.clone()), "{}", press.id());
        }
    }

    #[test]
    fn a_choice_with_a_long_key_fits_and_is_found_again() {
        let key = "a-very-long-key".repeat(20);
        for id in [answer(i64::MAX, u32::MAX, &key), sign(i64::MAX, u32::MAX, &key)] {
            assert!(id.len() <= limits::CUSTOM_ID, "{id}");
            let (ButtonAction::Answer { choice, .. } | ButtonAction::Sign { choice, .. }) =
                CustomId::read(&id).unwrap().what
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
