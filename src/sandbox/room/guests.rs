//! Guests of the room: the key of the link, and the user each phone's cookie stands for.
//!
//! A phone is identified only by a random cookie. The caller of [`Guests::open`] decides where the
//! state is stored.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;

use serde::{Deserialize, Serialize};

use super::Keep;
use crate::sandbox::ids::Id;

/// The persisted state.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedGuests {
    key: String,
    /// User by cookie.
    guests: BTreeMap<String, Id>,
}

/// The admitted guests. Every change is saved.
pub(super) struct Guests {
    kept: SavedGuests,
    keep: Keep,
}

impl Guests {
    /// Loads the state saved in `before`, without users that are not in `people`. Creates a new key
    /// if nothing readable was saved.
    pub(super) fn open(before: Option<&[u8]>, people: &[Id], keep: Keep) -> io::Result<Guests> {
        let before = before.and_then(|bytes| serde_json::from_slice(bytes).ok());
        let mut saved = match before {
            Some(saved) => saved,
            None => SavedGuests { key: random_token()?, guests: BTreeMap::new() },
        };
        saved.guests.retain(|_, person| people.contains(person));
        let guests = Guests { kept: saved, keep };
        guests.save();
        Ok(guests)
    }

    pub(super) fn key(&self) -> &str {
        &self.kept.key
    }

    /// Whether `key` is the link's key. Compares in constant time.
    pub(super) fn fits(&self, key: &str) -> bool {
        let difference =
            self.kept.key.bytes().zip(key.bytes()).fold(0, |bits, (a, b)| bits | (a ^ b));
        key.len() == self.kept.key.len() && difference == 0
    }

    /// The user a cookie stands for.
    pub(super) fn who(&self, cookie: &str) -> Option<Id> {
        self.kept.guests.get(cookie).copied()
    }

    pub(super) fn is_taken(&self, person: Id) -> bool {
        self.kept.guests.values().any(|one| *one == person)
    }

    /// Admits a phone and returns its cookie. A known cookie keeps its user, a new phone gets the
    /// first free user. `None` if all users are taken.
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
        let cookie = random_token()?;
        self.kept.guests.insert(cookie.clone(), person);
        self.save();
        Ok(Some(cookie))
    }

    /// Frees a user. Returns `false` if no phone had them.
    pub(super) fn free(&mut self, person: Id) -> bool {
        let before = self.kept.guests.len();
        self.kept.guests.retain(|_, one| *one != person);
        self.save();
        self.kept.guests.len() < before
    }

    /// Moves the phone of user `from` to user `to`; the two swap if `to` is taken. Returns `false`
    /// if `from` is not taken.
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
        self.save();
        true
    }

    fn save(&self) {
        // Strings and numbers always serialise to JSON.
        (self.keep)(&serde_json::to_vec(&self.kept).unwrap_or_default());
    }
}

/// A random token: 128 bits from the operating system, as 32 hexadecimal digits.
fn random_token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|why| io::Error::other(why.to_string()))?;
    Ok(bytes.iter().fold(String::new(), |mut token, byte| {
        // Writing to a `String` cannot fail.
        let _ = write!(token, "{byte:02x}");
        token
    }))
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// The last saved state.
    type Shelf = Arc<Mutex<Vec<u8>>>;

    fn opened(shelf: &Shelf, people: &[Id]) -> Guests {
        let before = shelf.lock().unwrap().clone();
        let onto = Arc::clone(shelf);
        let keep: Keep = Arc::new(move |bytes| *onto.lock().unwrap() = bytes.to_vec());
        Guests::open(Some(&before), people, keep).unwrap()
    }

    #[test]
    fn each_phone_takes_who_is_free_and_comes_back_as_whom_it_was() {
        let (shelf, people) = (Shelf::default(), [1, 2]);
        let mut guests = opened(&shelf, &people);
        let ada = guests.join(None, &people).unwrap().unwrap();
        let bela = guests.join(Some("stale"), &people).unwrap().unwrap();
        assert_eq!((guests.who(&ada), guests.who(&bela)), (Some(1), Some(2)));
        assert_eq!(guests.join(None, &people).unwrap(), None, "all are taken");
        assert_eq!(guests.join(Some(&ada), &people).unwrap(), Some(ada.clone()));
        assert!(guests.free(1) && !guests.free(1));
        assert_eq!(guests.who(&ada), None);
        let again = opened(&shelf, &people);
        assert!(again.key() == guests.key() && again.who(&bela) == Some(2));
        assert_eq!(opened(&shelf, &[1, 3]).who(&bela), None, "there is no such person");
    }

    #[test]
    fn two_change_places_and_one_takes_a_free_one() {
        let people = [1, 2, 3];
        let mut guests = opened(&Shelf::default(), &people);
        let one = guests.join(None, &people).unwrap().unwrap();
        let two = guests.join(None, &people).unwrap().unwrap();
        assert!(guests.give(1, 2));
        assert_eq!((guests.who(&one), guests.who(&two)), (Some(2), Some(1)));
        assert!(guests.give(2, 3) && !guests.give(2, 1), "nobody is the second now");
        assert_eq!((guests.who(&one), guests.who(&two)), (Some(3), Some(1)));
    }

    #[test]
    fn only_the_whole_key_fits_and_what_is_spoilt_is_begun_anew() {
        let shelf: Shelf = Arc::new(Mutex::new(b"{\"key\": 7}".to_vec()));
        let guests = opened(&shelf, &[]);
        let key = guests.key().to_owned();
        assert_eq!(key.len(), 32);
        assert!(guests.fits(&key));
        for wrong in ["", &key[..31], &format!("{key}0"), &"0".repeat(32)] {
            assert!(!guests.fits(wrong), "{wrong}");
        }
    }
}
