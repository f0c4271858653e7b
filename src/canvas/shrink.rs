//! Pixels made fewer: each new one is the mean of those it covers.
//!
//! May use: nothing. Deliberately absent: making them more.

/// Parts of a pixel that are told apart at its edges.
const PARTS: u32 = 256;

/// Which old pixels a new one covers, and how much of the first and the last.
struct Span {
    first: usize,
    shares: Vec<u32>,
}

/// Pixels of four bytes each, at a smaller size.
pub(super) fn shrink(pixels: &[u8], from: (u32, u32), to: (u32, u32)) -> Vec<u8> {
    let (columns, rows) = (spans(from.0, to.0), spans(from.1, to.1));
    let line = from.0 as usize * 4;
    let mut small = Vec::with_capacity(to.0 as usize * to.1 as usize * 4);
    let mut sums = vec![0_u32; line];
    for row in &rows {
        let whole: u32 = row.shares.iter().sum();
        sums.fill(0);
        for (at, share) in row.shares.iter().enumerate() {
            let start = (row.first + at) * line;
            let above = pixels.get(start..start + line).unwrap_or_default();
            sums.iter_mut().zip(above).for_each(|(sum, byte)| *sum += u32::from(*byte) * share);
        }
        sums.iter_mut().for_each(|sum| *sum = (*sum + whole / 2) / whole.max(1));
        columns.iter().for_each(|column| small.extend(mean(&sums, column)));
    }
    small
}

fn mean(line: &[u32], column: &Span) -> [u8; 4] {
    let whole: u32 = column.shares.iter().sum();
    let mut sums = [whole / 2; 4];
    let pixels = line.chunks_exact(4).skip(column.first);
    for (share, pixel) in column.shares.iter().zip(pixels) {
        sums.iter_mut().zip(pixel).for_each(|(sum, byte)| *sum += byte * share);
    }
    sums.map(|sum| (sum / whole.max(1)) as u8)
}

fn spans(from: u32, to: u32) -> Vec<Span> {
    let edge = |at: u32| (u64::from(at) * u64::from(from * PARTS) / u64::from(to.max(1))) as u32;
    (0..to).map(|at| span(edge(at), edge(at + 1), from)).collect()
}

/// Between two places counted in parts of a pixel.
fn span(start: u32, end: u32, all: u32) -> Span {
    let (first, last) = (start / PARTS, end.div_ceil(PARTS).min(all).max(start / PARTS + 1));
    let share = |pixel: u32| end.min((pixel + 1) * PARTS).saturating_sub(start.max(pixel * PARTS));
    Span { first: first as usize, shares: (first..last).map(share).collect() }
}
