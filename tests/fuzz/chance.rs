//! Chance that is the same on every machine: xorshift64.

/// A source of chance.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        // Zero would stay zero for ever.
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}

/// How many tries a target gets: `EMBERHALL_FUZZ`, or what fits into an ordinary run.
pub fn tries(usual: usize) -> usize {
    let asked = std::env::var("EMBERHALL_FUZZ").ok().and_then(|many| many.parse().ok());
    asked.unwrap_or(usual)
}
