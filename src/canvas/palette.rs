//! Colour quantisation to at most 256 colours: the most frequent ones, then those whose absence
//! causes the largest error. Every other pixel takes the nearest palette colour.
//!
//! Deterministic: the same pixels give the same palette. No dithering, so flat colours stay flat.

/// Maximum colours of a palette.
const MAX_COLORS: usize = 256;
/// Palette entries that are chosen by frequency alone.
const FREQUENT: usize = 176;
/// Upper five bits of each channel. Rare colours are grouped by them: enough for text edges.
const COARSE_MASK: u32 = 0x00f8_f8f8;
/// Longest run that is pushed pixel by pixel, which is faster than a `resize`.
const SHORT_RUN: u32 = 16;

/// A palette and the pixels as indices into it.
pub(super) struct Indexed {
    pub(super) colours: Vec<[u8; 3]>,
    pub(super) pixels: Vec<u8>,
}

/// A colour and its number of pixels.
#[derive(Clone, Copy)]
struct Counted {
    colour: u32,
    count: u32,
}

/// Quantises RGBA pixels. The alpha is ignored.
pub(super) fn index(pixels: &[u8]) -> Indexed {
    let mut counts = ColorCounts::new();
    let runs = counts.runs(pixels);
    let (colours, number) = choose(&counts.found);
    let mut indexed = Vec::with_capacity(pixels.len() / 4);
    for (id, len) in runs {
        let number = number[id as usize];
        if len <= SHORT_RUN {
            (0..len).for_each(|_| indexed.push(number));
        } else {
            indexed.resize(indexed.len() + len as usize, number);
        }
    }
    Indexed { colours: colours.iter().map(|colour| bytes(*colour)).collect(), pixels: indexed }
}

fn bytes(colour: u32) -> [u8; 3] {
    let [red, green, blue, _] = colour.to_le_bytes();
    [red, green, blue]
}

/// Histogram of colours: a custom hash table, as a lookup runs once per run of equal pixels.
struct ColorCounts {
    /// Open-addressed slots: a colour and its index in `found` plus 1, or 0 if the slot is free.
    /// Colours are stored inline, since most lookups hit. A power of two, at most half full.
    slots: Vec<(u32, u32)>,
    found: Vec<Counted>,
}

impl ColorCounts {
    fn new() -> Self {
        ColorCounts { slots: vec![(0, 0); 1 << 13], found: Vec::with_capacity(1 << 12) }
    }

    /// Counts all pixels and returns their runs: index of the colour in `found`, and length.
    fn runs(&mut self, pixels: &[u8]) -> Vec<(u32, u32)> {
        let mut runs = Vec::with_capacity(1 << 17);
        let mut rest = pixels;
        while let Some((first, _)) = rest.split_first_chunk::<4>() {
            let len = run(rest, *first);
            let [red, green, blue, _] = *first;
            let colour = u32::from_le_bytes([red, green, blue, 0]);
            runs.push((self.add(colour, len as u32), len as u32));
            rest = &rest[4 * len..];
        }
        runs
    }

    /// Adds pixels of a colour and returns its index in `found`.
    fn add(&mut self, colour: u32, count: u32) -> u32 {
        let mask = self.slots.len() - 1;
        let mut slot = hash(colour) & mask;
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
            self.grow();
        }
        self.found.len() as u32 - 1
    }

    /// Grows the table by a factor of 4.
    fn grow(&mut self) {
        let mask = self.slots.len() * 4 - 1;
        let mut slots = vec![(0, 0); mask + 1];
        for (place, known) in (1..).zip(&self.found) {
            let mut slot = hash(known.colour) & mask;
            while slots[slot].1 != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = (known.colour, place);
        }
        self.slots = slots;
    }
}

/// Returns the number of leading pixels equal to `first`. Runs are long, so it compares 4 at once.
fn run(pixels: &[u8], first: [u8; 4]) -> usize {
    let mut four = [0; 16];
    four.chunks_exact_mut(4).for_each(|one| one.copy_from_slice(&first));
    let four = u128::from_ne_bytes(four);
    let mut len = 0;
    let mut rest = pixels;
    while let Some((next, behind)) = rest.split_first_chunk::<16>() {
        if u128::from_ne_bytes(*next) != four {
            break;
        }
        (len, rest) = (len + 4, behind);
    }
    len + rest.chunks_exact(4).take_while(|pixel| **pixel == first).count()
}

fn hash(colour: u32) -> usize {
    (colour.wrapping_mul(0x9e37_79b1) >> 11) as usize
}

/// Returns the palette, and the palette index of each colour in `found`.
fn choose(found: &[Counted]) -> (Vec<u32>, Vec<u8>) {
    if found.len() <= MAX_COLORS {
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
    let mut palette = Vec::with_capacity(MAX_COLORS);
    for (at, id) in frequent.iter().enumerate() {
        palette.push(found[*id as usize].colour);
        number[*id as usize] = at as u8;
    }
    let (group_of, groups) = group_rare(found, rare);
    let nearest = fill(&mut palette, &groups);
    for (id, group) in rare.iter().zip(group_of) {
        number[*id as usize] = nearest[group as usize];
    }
    (palette, number)
}

/// Groups rare colours that are nearly the same. Returns the group of each, and the groups: the
/// most frequent colour of each, with the pixel count of all.
fn group_rare(found: &[Counted], rare: &[u32]) -> (Vec<u32>, Vec<Counted>) {
    let mut groups = ColorCounts::new();
    let mut group_of = Vec::with_capacity(rare.len());
    let mut first: Vec<Counted> = Vec::new();
    for id in rare {
        let one = found[*id as usize];
        let group = groups.add(one.colour & COARSE_MASK, one.count);
        if group as usize == first.len() {
            first.push(one);
        } else if first[group as usize].count < one.count {
            first[group as usize] = one;
        }
        group_of.push(group);
    }
    let whole = first.iter().zip(&groups.found);
    let groups = whole.map(|(one, all)| Counted { count: all.count, ..*one }).collect();
    (group_of, groups)
}

/// Fills the palette with the groups of the largest error (distance times pixels), and returns
/// the nearest palette index of each group.
fn fill(palette: &mut Vec<u32>, groups: &[Counted]) -> Vec<u8> {
    let mut search = NearestColor::new(groups);
    for (at, colour) in palette.iter().enumerate() {
        search.offer(*colour, at as u8);
    }
    while palette.len() < MAX_COLORS {
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

/// Nearest palette colour of each group so far. One vector per channel, so that the search is
/// vectorised.
struct NearestColor {
    parts: [Vec<i32>; 3],
    off: Vec<i32>,
    nearest: Vec<u8>,
}

/// Returns the channels of a colour.
fn parts(colour: u32) -> [i32; 3] {
    bytes(colour).map(i32::from)
}

impl NearestColor {
    fn new(groups: &[Counted]) -> Self {
        let part = |at: usize| groups.iter().map(|group| parts(group.colour)[at]).collect();
        NearestColor {
            parts: [part(0), part(1), part(2)],
            off: vec![i32::MAX; groups.len()],
            nearest: vec![0; groups.len()],
        }
    }

    /// Assigns a new palette colour to the groups it is nearest to. Green weighs most, as the eye
    /// is most sensitive to it.
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
