//! Who was let in: the key of the link, and the person behind each phone's cookie.
//!
//! May use: the system's randomness, the file it is kept in. Deliberately absent: names; a phone is
//! known by a number nobody can guess.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tracing::warn;

use crate::sandbox::ids::Id;

/// What is kept.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    key: String,
    /// Cookie to person.
    guests: BTreeMap<String, Id>,
}

/// Who was let in.
#[derive(Debug)]
pub(super) struct Guests {
    kept: Kept,
    file: PathBuf,
}

impl Guests {
    /// As it was when this room was open last, with these people in it; else with a new key.
    pub(super) fn open(file: &Path, people: &[Id]) -> io::Result<Guests> {
        let before = std::fs::read(file).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let mut kept = match before {
            Some(kept) => kept,
            None => Kept { key: unguessable()?, guests: BTreeMap::new() },
        };
        kept.guests.retain(|_, person| people.contains(person));
        let guests = Guests { kept, file: file.to_owned() };
        guests.keep();
        Ok(guests)
    }

    pub(super) fn key(&self) -> &str {
        &self.kept.key
    }

    /// Is this the key? How long that takes says nothing of how much of it was right.
    pub(super) fn fits(&self, key: &str) -> bool {
        let same = self.kept.key.bytes().zip(key.bytes()).fold(0, |wrong, (a, b)| wrong | (a ^ b));
        key.len() == self.kept.key.len() && same == 0
    }

    /// Who has this cookie.
    pub(super) fn who(&self, cookie: &str) -> Option<Id> {
        self.kept.guests.get(cookie).copied()
    }

    pub(super) fn is_taken(&self, person: Id) -> bool {
        self.kept.guests.values().any(|one| *one == person)
    }

    /// Lets somebody in, as whom they were or as the first who is free: their cookie. None if nobody is.
    pub(super) fn join(
        &mut self,
        cookie: Option<&str>,
        people: &[Id],
    ) -> io::Result<Option<String>> {
        if let Some(known) = cookie.filter(|cookie| self.who(cookie).is_some()) {
            return Ok(Some(known.to_owned()));
        }
        let free = people.iter().copied().find(|person| !self.is_taken(*person));
        let Some(person) = free else { return Ok(None) };
        let cookie = unguessable()?;
        self.kept.guests.insert(cookie.clone(), person);
        self.keep();
        Ok(Some(cookie))
    }

    /// Nobody is this person any more; false if nobody was.
    pub(super) fn free(&mut self, person: Id) -> bool {
        let before = self.kept.guests.len();
        self.kept.guests.retain(|_, one| *one != person);
        self.keep();
        self.kept.guests.len() < before
    }

    /// Whoever is the one becomes the other, and the other way round.
    pub(super) fn give(&mut self, from: Id, to: Id) -> bool {
        if !self.is_taken(from) {
            return false;
        }
        for person in self.kept.guests.values_mut() {
            *person = match *person {
                one if one == from => to,
                other if other == to => from,
                rest => rest,
            };
        }
        self.keep();
        true
    }

    /// Writes it down. Where that cannot be, the room is open all the same, until it closes.
    fn keep(&self) {
        if let Err(why) = self.write() {
            warn!("who was let in is not kept: {}: {why}", self.file.display());
        }
    }

    fn write(&self) -> io::Result<()> {
        let mut beside = self.file.as_os_str().to_owned();
        beside.push(".new");
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        // Whoever can read it can come in as anybody.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        serde_json::to_writer(options.open(&beside)?, &self.kept)?;
        std::fs::rename(&beside, &self.file)
    }
}

/// A word of 32 letters that nobody can guess.
fn unguessable() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|why| io::Error::other(why.to_string()))?;
    Ok(bytes.iter().fold(String::new(), |mut word, byte| {
        // Writing into a string cannot fail.
        let _ = write!(word, "{byte:02x}");
        word
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("emberhall-guests-{}-{name}", std::process::id()))
    }

    #[test]
    fn each_phone_takes_who_is_free_and_comes_back_as_whom_it_was() {
        let file = place("back");
        let people = [1, 2];
        let mut guests = Guests::open(&file, &people).unwrap();
        let ada = guests.join(None, &people).unwrap().unwrap();
        let bela = guests.join(Some("stale"), &people).unwrap().unwrap();
        assert_eq!((guests.who(&ada), guests.who(&bela)), (Some(1), Some(2)));
        assert_eq!(guests.join(None, &people).unwrap(), None, "all are taken");
        assert_eq!(guests.join(Some(&ada), &people).unwrap(), Some(ada.clone()));
        assert!(guests.free(1) && !guests.free(1));
        assert_eq!(guests.who(&ada), None);
        let (key, file_there) = (guests.key().to_owned(), file.exists());
        drop(guests);
        let again = Guests::open(&file, &people).unwrap();
        assert!(file_there && again.key() == key && again.who(&bela) == Some(2));
        let elsewhere = Guests::open(&file, &[1, 3]).unwrap();
        assert_eq!(elsewhere.who(&bela), None, "there is no such person");
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn two_change_places_and_one_takes_a_free_one() {
        let file = place("places");
        let mut guests = Guests::open(&file, &[1, 2, 3]).unwrap();
        let one = guests.join(None, &[1, 2, 3]).unwrap().unwrap();
        let two = guests.join(None, &[1, 2, 3]).unwrap().unwrap();
        assert!(guests.give(1, 2));
        assert_eq!((guests.who(&one), guests.who(&two)), (Some(2), Some(1)));
        assert!(guests.give(2, 3) && !guests.give(2, 1), "nobody is the second now");
        assert_eq!((guests.who(&one), guests.who(&two)), (Some(3), Some(1)));
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn only_the_whole_key_fits_and_a_spoilt_file_is_begun_anew() {
        let file = place("spoilt");
        std::fs::write(&file, "{\"key\": 7}").unwrap();
        let guests = Guests::open(&file, &[]).unwrap();
        let key = guests.key().to_owned();
        assert_eq!(key.len(), 32);
        assert!(guests.fits(&key));
        for wrong in ["", &key[..31], &format!("{key}0"), &"0".repeat(32)] {
            assert!(!guests.fits(wrong), "{wrong}");
        }
        std::fs::remove_file(&file).unwrap();
    }
}
