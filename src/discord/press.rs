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
pub struct Press {
    /// The campaign's number.
    pub campaign: i64,
    /// What it does.
    pub what: What,
}

/// What a button or menu does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Answers a question, or votes.
    Answer {
        /// The question.
        question: u32,
        /// The choice, or a mark of it: see [`Pick`].
        choice: Pick,
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
        choice: Pick,
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
pub struct Pick(String);

impl Pick {
    /// Of a choice.
    pub fn of(key: &str, room: usize) -> Pick {
        if key.len() <= room && !key.starts_with('~') {
            return Pick(key.to_owned());
        }
        let hash = sha256(key);
        Pick(format!("~{}", hash.get(..16).unwrap_or(&hash)))
    }

    /// What came back from a menu or a button.
    pub fn read(text: &str) -> Pick {
        Pick(text.to_owned())
    }

    /// As it stands in an id or a value.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The choice meant, among those there are.
    pub fn find<'a>(&self, keys: impl IntoIterator<Item = &'a str>) -> Option<String> {
        let mut keys = keys.into_iter();
        keys.find(|key| self.0 == *key || Pick::of(key, 0).0 == self.0).map(str::to_owned)
    }
}

/// Room for a choice in an id: version, campaign and question have theirs.
const ROOM: usize = 60;

impl Press {
    /// As a `custom_id`.
    pub fn id(&self) -> String {
        let what = match &self.what {
            What::Answer { question, choice } => format!("a:{question}:{}", choice.as_str()),
            What::Answers { question, page } => format!("m:{question}:{page}"),
            What::Turn { question, page } => format!("t:{question}:{page}"),
            What::Hand => "h".to_owned(),
            What::Back => "b".to_owned(),
            What::Undo { back_to, seen } => format!("u:{back_to}:{seen}"),
            What::Voice { motion, agree } => format!("v:{motion}:{}", u8::from(*agree)),
            What::Ballot { edition, page } => format!("p:{edition}:{page}"),
            What::BallotTurn { edition, page } => format!("q:{edition}:{page}"),
            What::Sign { edition, choice } => format!("s:{edition}:{}", choice.as_str()),
            What::Unsign { edition } => format!("w:{edition}"),
            What::Mine { edition } => format!("y:{edition}"),
            What::Close { edition } => format!("cb:{edition}"),
            What::CallMe { on } => format!("cm:{}", u8::from(*on)),
            What::Street { question } => format!("st:{question}"),
            What::Speak { question } => format!("sm:{question}"),
            What::Unspeak { question } => format!("sw:{question}"),
            What::Sit { chair } => format!("c:{chair}"),
            What::Leave => "l".to_owned(),
            What::Begin => "g".to_owned(),
            What::Settings => "o".to_owned(),
            What::Set { which } => format!("e:{which}"),
            What::Abandon => "x".to_owned(),
            What::Claim { seat } => format!("k:{seat}"),
            What::Again => "n".to_owned(),
            What::Advise { question } => format!("i:{question}"),
            What::Piece => "d".to_owned(),
            What::Skip => "z".to_owned(),
            What::Rules { topic } => format!("r:{topic}"),
            What::Topics { part } => format!("f:{part}"),
            What::Join => "j".to_owned(),
            What::Forget { sure } => format!("fg:{}", u8::from(*sure)),
        };
        format!("{VERSION}:{}:{what}", self.campaign)
    }

    /// From a `custom_id`; none if it is not one of ours, or of another version.
    pub fn read(id: &str) -> Option<Press> {
        if id.len() > limits::CUSTOM_ID * 4 {
            return None;
        }
        let mut parts = id.splitn(4, ':');
        if parts.next()? != VERSION {
            return None;
        }
        let campaign = parts.next()?.parse().ok()?;
        let what = read(parts.next()?, parts.next().unwrap_or_default())?;
        Some(Press { campaign, what })
    }
}

/// The id of an answer to a question.
pub fn answer(campaign: i64, question: u32, key: &str) -> String {
    Press { campaign, what: What::Answer { question, choice: Pick::of(key, ROOM) } }.id()
}

/// The id of an answer on the people's ballot.
pub fn sign(campaign: i64, edition: u32, key: &str) -> String {
    Press { campaign, what: What::Sign { edition, choice: Pick::of(key, ROOM) } }.id()
}

/// The id of anything else.
pub fn id(campaign: i64, what: What) -> String {
    Press { campaign, what }.id()
}

fn read(word: &str, rest: &str) -> Option<What> {
    let (first, second) = rest.split_once(':').unwrap_or((rest, ""));
    let what = match word {
        "a" => What::Answer { question: first.parse().ok()?, choice: Pick::read(second) },
        "m" => What::Answers { question: first.parse().ok()?, page: second.parse().ok()? },
        "t" => What::Turn { question: first.parse().ok()?, page: second.parse().ok()? },
        "h" => What::Hand,
        "b" => What::Back,
        "u" => What::Undo { back_to: first.parse().ok()?, seen: second.parse().ok()? },
        "v" => What::Voice { motion: first.parse().ok()?, agree: second == "1" },
        "p" => What::Ballot { edition: first.parse().ok()?, page: second.parse().ok()? },
        "q" => What::BallotTurn { edition: first.parse().ok()?, page: second.parse().ok()? },
        "s" => What::Sign { edition: first.parse().ok()?, choice: Pick::read(second) },
        "w" => What::Unsign { edition: first.parse().ok()? },
        "y" => What::Mine { edition: first.parse().ok()? },
        "cb" => What::Close { edition: first.parse().ok()? },
        "cm" => What::CallMe { on: first == "1" },
        "st" => What::Street { question: first.parse().ok()? },
        "sm" => What::Speak { question: first.parse().ok()? },
        "sw" => What::Unspeak { question: first.parse().ok()? },
        "c" => What::Sit { chair: first.parse().ok()? },
        "l" => What::Leave,
        "g" => What::Begin,
        "o" => What::Settings,
        "e" => What::Set { which: rest.to_owned() },
        "x" => What::Abandon,
        "k" => What::Claim { seat: first.parse().ok()? },
        "n" => What::Again,
        "i" => What::Advise { question: first.parse().ok()? },
        "d" => What::Piece,
        "z" => What::Skip,
        "r" => What::Rules { topic: rest.to_owned() },
        "f" => What::Topics { part: first.parse().ok()? },
        "j" => What::Join,
        "fg" => What::Forget { sure: first == "1" },
        _ => return None,
    };
    Some(what)
}

#[cfg(test)]
mod tests {
    use super::{Pick, Press, What, answer, in_trial, of_trial, sign};
    use crate::discord::limits;

    #[test]
    fn every_kind_of_id_is_read_as_it_was_written() {
        let pick = Pick::of("N0a:wood", 60);
        let all = [
            What::Answer { question: 7, choice: pick.clone() },
            What::Answers { question: 7, page: 2 },
            What::Turn { question: 7, page: 0 },
            What::Street { question: 7 },
            What::Speak { question: 7 },
            What::Unspeak { question: 7 },
            What::Hand,
            What::Back,
            What::Undo { back_to: 5, seen: u64::MAX },
            What::Voice { motion: 9, agree: true },
            What::Ballot { edition: 3, page: 1 },
            What::BallotTurn { edition: 3, page: 1 },
            What::Sign { edition: 3, choice: pick },
            What::Unsign { edition: 3 },
            What::Mine { edition: 3 },
            What::Close { edition: 3 },
            What::CallMe { on: true },
            What::CallMe { on: false },
            What::Sit { chair: 3 },
            What::Leave,
            What::Begin,
            What::Settings,
            What::Set { which: "who:law".to_owned() },
            What::Abandon,
            What::Forget { sure: true },
            What::Forget { sure: false },
            What::Claim { seat: 2 },
            What::Again,
            What::Join,
            What::Advise { question: 8 },
            What::Piece,
            What::Skip,
            What::Rules { topic: "hall-votes".to_owned() },
            What::Topics { part: 1 },
        ];
        for what in all {
            let press = Press { campaign: 12, what };
            assert_eq!(Press::read(&press.id()), Some(press.clone()), "{}", press.id());
        }
    }

    #[test]
    fn a_choice_with_a_long_key_fits_and_is_found_again() {
        let key = "a-very-long-key".repeat(20);
        for id in [answer(i64::MAX, u32::MAX, &key), sign(i64::MAX, u32::MAX, &key)] {
            assert!(id.len() <= limits::CUSTOM_ID, "{id}");
            let (What::Answer { choice, .. } | What::Sign { choice, .. }) =
                Press::read(&id).unwrap().what
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
        assert_eq!((in_trial(&id), Press::read(&id)), (Some("menu"), None));
        for id in ["", "e1:1:h", "etry", "e1:etry:1", "menu"] {
            assert_eq!(in_trial(id), None, "{id}");
        }
    }

    #[test]
    fn what_is_not_ours_is_not_read() {
        for id in ["", "e0:1:h", "e1", "e1:x:h", "e1:1:a:many", "e1:1:zz", "e1:1:u:1", "poll"] {
            assert_eq!(Press::read(id), None, "{id}");
        }
    }
}
