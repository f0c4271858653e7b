//! The only randomness: one seeded `ChaCha` generator inside the saved state.
//!
//! May use: `rand_chacha`, serde. Deliberately absent: `rand`'s own ranges and
//! shuffles, whose values may change between releases; an upgrade must never
//! change an old campaign. A save holds the seed and how far it was read.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The generator of one campaign.
#[derive(Clone, Debug)]
pub struct Dice {
    seed: u64,
    rng: ChaCha8Rng,
}

/// The saved form: the generator is rebuilt from it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    seed: u64,
    read: u64,
}

impl Dice {
    /// A generator at its beginning.
    pub fn new(seed: u64) -> Self {
        let mut bytes = [0_u8; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..17].copy_from_slice(b"emberhall");
        Dice { seed, rng: ChaCha8Rng::from_seed(bytes) }
    }

    /// The seed it began with.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// A number from 0 to `n - 1`, each equally likely; 0 if `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        if n < 2 {
            return 0;
        }
        // Values past the last whole multiple of n would favour small results.
        let limit = u32::MAX - (u32::MAX % n + 1) % n;
        loop {
            let value = self.rng.next_u32();
            if value <= limit {
                return value % n;
            }
        }
    }

    /// True in `per_mille` of 1000 cases.
    pub fn chance(&mut self, per_mille: u16) -> bool {
        self.below(1000) < u32::from(per_mille)
    }

    /// Puts a list in random order (Fisher-Yates, from the end).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            list.swap(last, other);
        }
    }

    fn read(&self) -> u64 {
        self.rng.get_word_pos() as u64
    }
}

impl PartialEq for Dice {
    fn eq(&self, other: &Self) -> bool {
        self.seed == other.seed && self.read() == other.read()
    }
}

impl Eq for Dice {}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Saved { seed: self.seed, read: self.read() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = Saved::deserialize(deserializer)?;
        let mut dice = Dice::new(saved.seed);
        dice.rng.set_word_pos(u128::from(saved.read));
        Ok(dice)
    }
}

#[cfg(test)]
mod tests {
    use super::Dice;

    #[test]
    fn the_first_rolls_of_seed_1_never_change() {
        // golden values, so that no upgrade can change an old campaign.
        let mut dice = Dice::new(1);
        let rolls: Vec<u32> = (0..12).map(|_| dice.below(1000)).collect();
        assert_eq!(rolls, GOLDEN_ROLLS);
        let mut cards: Vec<u8> = (0..12).collect();
        dice.shuffle(&mut cards);
        assert_eq!(cards, GOLDEN_SHUFFLE);
    }

    const GOLDEN_ROLLS: [u32; 12] = [714, 736, 270, 129, 619, 908, 921, 293, 960, 978, 982, 669];
    const GOLDEN_SHUFFLE: [u8; 12] = [3, 7, 8, 5, 10, 4, 2, 6, 0, 1, 11, 9];

    #[test]
    fn a_generator_goes_on_where_its_save_stopped() {
        let mut dice = Dice::new(77);
        for _ in 0..37 {
            dice.below(6);
        }
        let json = serde_json::to_string(&dice).unwrap();
        let mut loaded: Dice = serde_json::from_str(&json).unwrap();
        assert_eq!(dice, loaded);
        let rest: Vec<u32> = (0..50).map(|_| dice.below(100)).collect();
        let again: Vec<u32> = (0..50).map(|_| loaded.below(100)).collect();
        assert_eq!(rest, again);
    }

    #[test]
    fn every_value_below_n_occurs_about_equally_often() {
        let mut dice = Dice::new(3);
        let mut seen = [0_u32; 6];
        for _ in 0..60_000 {
            seen[dice.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (9_600..10_400).contains(n)), "{seen:?}");
    }
}
