//! Chance for the tests: seeded and the same on every machine, or drawn from the bytes of a fuzzer.

/// A source of chance.
pub enum Chance<'a> {
    /// Xorshift64.
    Seeded(u64),
    /// Each choice takes as many bytes as it needs; where they end, everything is zero. A byte that
    /// is changed changes one choice, so that a fuzzer can find its way.
    Drawn(&'a [u8]),
}

impl Chance<'_> {
    pub fn new(seed: u64) -> Self {
        // Zero would stay zero for ever.
        Chance::Seeded(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn bits(&mut self, bytes: usize) -> u64 {
        match self {
            Chance::Seeded(state) => {
                *state ^= *state << 13;
                *state ^= *state >> 7;
                *state ^= *state << 17;
                *state
            }
            Chance::Drawn(rest) => {
                let (drawn, left) = rest.split_at(bytes.min(rest.len()));
                *rest = left;
                drawn.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte))
            }
        }
    }

    pub fn byte(&mut self) -> u8 {
        self.bits(1) as u8
    }

    pub fn below(&mut self, count: usize) -> usize {
        let bytes = match count {
            0..=0x100 => 1,
            0x101..=0x1_0000 => 2,
            _ => 4,
        };
        (self.bits(bytes) % count.max(1) as u64) as usize
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}
