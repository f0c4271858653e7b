//! At most 256 colours for a sheet: the most frequent ones, and those that
//! would be missed the most; every other pixel takes the nearest.
//!
//! May use: nothing. The order of everything is fixed, so the same pixels give
//! the same palette. Deliberately absent: dithering; flat colours stay flat.

/// Colours of a palette.
const MOST: usize = 256;
/// So many of them are simply the most frequent ones.
const FREQUENT: usize = 176;
/// Rare colours are told apart by their upper five bits only: edges of letters need no more.
const COARSE: u32 = 0x00f8_f8f8;
/// Runs up to this length are filled by hand: calling for help takes longer.
const SHORT: u32 = 16;

/// Pixels as numbers of colours.
pub(super) struct Indexed {
    pub(super) colours: Vec<[u8; 3]>,
    pub(super) pixels: Vec<u8>,
}

/// A colour, and how many pixels have it.
#[derive(Clone, Copy)]
struct Counted {
    colour: u32,
    count: u32,
}

/// Pixels of four bytes each as numbers of colours.
pub(super) fn index(pixels: &[u8]) -> Indexed {
    let mut census = Census::new();
    let runs = census.runs(pixels);
    let (colours, number) = choose(&census.found);
    let mut indexed = Vec::with_capacity(pixels.len() / 4);
    for (id, long) in runs {
        let number = number[id as usize];
        if long <= SHORT {
            (0..long).for_each(|_| indexed.push(number));
        } else {
            indexed.resize(indexed.len() + long as usize, number);
        }
    }
    Indexed { colours: colours.iter().map(|colour| bytes(*colour)).collect(), pixels: indexed }
}

fn bytes(colour: u32) -> [u8; 3] {
    let [red, green, blue, _] = colour.to_le_bytes();
    [red, green, blue]
}

/// Distinct colours by a table of our own: this runs once for every stroke's edge.
struct Census {
    /// Colours and their places in `found`, one more than they are; 0 is free. They lie side by
    /// side since most are asked for again and again. A power of two, half empty.
    slots: Vec<(u32, u32)>,
    found: Vec<Counted>,
}

impl Census {
    fn new() -> Self {
        Census { slots: vec![(0, 0); 1 << 13], found: Vec::with_capacity(1 << 12) }
    }

    /// Equal pixels side by side: which colour, how many.
    fn runs(&mut self, pixels: &[u8]) -> Vec<(u32, u32)> {
        let mut runs = Vec::with_capacity(1 << 17);
        let mut rest = pixels;
        while let Some((first, _)) = rest.split_first_chunk::<4>() {
            let long = run(rest, *first);
            let [red, green, blue, _] = *first;
            let colour = u32::from_le_bytes([red, green, blue, 0]);
            runs.push((self.add(colour, long as u32), long as u32));
            rest = &rest[4 * long..];
        }
        runs
    }

    /// Counts a colour, and says which one it is.
    fn add(&mut self, colour: u32, count: u32) -> u32 {
        let mask = self.slots.len() - 1;
        let mut slot = scatter(colour) & mask;
        loop {
            let (known, place) = self.slots[slot];
            if place == 0 {
                break;
            }
            if known == colour {
                self.found[place as usize - 1].count += count;
                return place - 1;
            }
            slot = (slot + 1) & mask;
        }
        self.found.push(Counted { colour, count });
        self.slots[slot] = (colour, self.found.len() as u32);
        if self.found.len() * 2 > self.slots.len() {
            self.widen();
        }
        self.found.len() as u32 - 1
    }

    fn widen(&mut self) {
        let mask = self.slots.len() * 4 - 1;
        let mut slots = vec![(0, 0); mask + 1];
        for (place, known) in (1..).zip(&self.found) {
            let mut slot = scatter(known.colour) & mask;
            while slots[slot].1 != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = (known.colour, place);
        }
        self.slots = slots;
    }
}

/// How many pixels are like the first one; most are, so four are looked at together.
fn run(pixels: &[u8], first: [u8; 4]) -> usize {
    let mut four = [0; 16];
    four.chunks_exact_mut(4).for_each(|one| one.copy_from_slice(&first));
    let four = u128::from_ne_bytes(four);
    let mut long = 0;
    let mut rest = pixels;
    while let Some((next, behind)) = rest.split_first_chunk::<16>() {
        if u128::from_ne_bytes(*next) != four {
            break;
        }
        (long, rest) = (long + 4, behind);
    }
    long + rest.chunks_exact(4).take_while(|pixel| **pixel == first).count()
}

fn scatter(colour: u32) -> usize {
    (colour.wrapping_mul(0x9e37_79b1) >> 11) as usize
}

/// The palette, and the number in it for each colour that was found.
fn choose(found: &[Counted]) -> (Vec<u32>, Vec<u8>) {
    if found.len() <= MOST {
        let all = found.iter().map(|one| one.colour).collect();
        return (all, (0..found.len()).map(|at| at as u8).collect());
    }
    let mut order: Vec<u32> = (0..found.len() as u32).collect();
    let rank = |at: &u32| {
        let one = found[*at as usize];
        (std::cmp::Reverse(one.count), one.colour)
    };
    order.select_nth_unstable_by_key(FREQUENT, rank);
    order[..FREQUENT].sort_unstable_by_key(rank);
    order[FREQUENT..].sort_unstable();
    let (frequent, rare) = order.split_at(FREQUENT);
    let mut number = vec![0; found.len()];
    let mut palette = Vec::with_capacity(MOST);
    for (at, id) in frequent.iter().enumerate() {
        palette.push(found[*id as usize].colour);
        number[*id as usize] = at as u8;
    }
    let (of, groups) = grouped(found, rare);
    let nearest = fill(&mut palette, &groups);
    for (id, group) in rare.iter().zip(of) {
        number[*id as usize] = nearest[group as usize];
    }
    (palette, number)
}

/// Rare colours that are nearly the same, together: the group of each, and the groups.
fn grouped(found: &[Counted], rare: &[u32]) -> (Vec<u32>, Vec<Counted>) {
    let mut groups = Census::new();
    let mut of = Vec::with_capacity(rare.len());
    let mut first: Vec<Counted> = Vec::new();
    for id in rare {
        let one = found[*id as usize];
        let group = groups.add(one.colour & COARSE, one.count);
        if group as usize == first.len() {
            first.push(one);
        } else if first[group as usize].count < one.count {
            first[group as usize] = one;
        }
        of.push(group);
    }
    let whole = first.iter().zip(&groups.found);
    let groups = whole.map(|(one, all)| Counted { count: all.count, ..*one }).collect();
    (of, groups)
}

/// Adds what would be missed the most; the nearest colour of each group.
fn fill(palette: &mut Vec<u32>, groups: &[Counted]) -> Vec<u8> {
    let mut search = Search::new(groups);
    for (at, colour) in palette.iter().enumerate() {
        search.offer(*colour, at as u8);
    }
    while palette.len() < MOST {
        let missed = |(off, group): (&i32, &Counted)| i64::from(*off) * i64::from(group.count);
        let worst = search.off.iter().zip(groups).map(missed).enumerate();
        let Some((at, _)) = worst.max_by_key(|(at, miss)| (*miss, std::cmp::Reverse(*at))) else {
            break;
        };
        search.offer(groups[at].colour, palette.len() as u8);
        palette.push(groups[at].colour);
    }
    search.nearest
}

/// The nearest colour of each group so far. Parts lie apart, so that the machine takes many at once.
struct Search {
    parts: [Vec<i32>; 3],
    off: Vec<i32>,
    nearest: Vec<u8>,
}

/// The parts of a colour.
fn parts(colour: u32) -> [i32; 3] {
    bytes(colour).map(i32::from)
}

impl Search {
    fn new(groups: &[Counted]) -> Self {
        let part = |at: usize| groups.iter().map(|group| parts(group.colour)[at]).collect();
        Search {
            parts: [part(0), part(1), part(2)],
            off: vec![i32::MAX; groups.len()],
            nearest: vec![0; groups.len()],
        }
    }

    /// Takes a colour for every group that it is nearest to; the eye is keenest in green.
    fn offer(&mut self, colour: u32, at: u8) {
        let [red, green, blue] = parts(colour);
        let [reds, greens, blues] = &self.parts;
        let known = self.off.iter_mut().zip(&mut self.nearest);
        for (((r, g), b), (off, nearest)) in reds.iter().zip(greens).zip(blues).zip(known) {
            let (r, g, b) = (r - red, g - green, b - blue);
            let new = 2 * r * r + 4 * g * g + b * b;
            *nearest = if new < *off { at } else { *nearest };
            *off = new.min(*off);
        }
    }
}
