//! The canvas: text stays in its box, the same strokes give the same bytes.

#![allow(clippy::expect_used)]

use super::palette::index;
use super::{Frame, Letters, Pen, Reel, Sheet, Written, fit, ink, width, wrap};

const WHITE: Letters = Letters::new(16.0, ink(0xff_ff_ff));

fn drawn(stroke: impl FnOnce(&mut Pen)) -> Sheet {
    let mut sheet = Sheet::new(200, 100, ink(0x10_20_30)).expect("a sheet");
    let mut pen = Pen::new(&mut sheet);
    stroke(&mut pen);
    pen.finish().expect("a picture");
    sheet
}

fn inside(text: &Written, frame: Frame) -> bool {
    // The edge of a letter may round to the pixel next to it.
    text.left as f32 >= frame.x - 1.0 && text.right as f32 <= frame.right() + 1.0
}

#[test]
fn text_never_leaves_its_box_however_long_it_is() {
    let frame = Frame::new(20.0, 30.0, 90.0, 20.0);
    for text in ["Coal", "Gathering Post", "The Stranded Dreadnought", &"m".repeat(5_000)] {
        for letters in [WHITE, WHITE.bold().centred(), WHITE.right()] {
            let sheet = drawn(|pen| pen.write(text, frame, letters));
            let written = sheet.written();
            assert!(written.len() == 1 && inside(&written[0], frame), "{written:?}");
        }
    }
}

#[test]
fn text_that_does_not_fit_becomes_smaller_and_then_is_cut() {
    let full = width("Gathering Post", WHITE);
    let (whole, letters) = fit("Gathering Post", WHITE, full + 1.0);
    assert_eq!((whole.as_str(), letters.size), ("Gathering Post", 16.0));
    let (smaller, letters) = fit("Gathering Post", WHITE, full * 0.9);
    assert!(smaller == "Gathering Post" && letters.size < 16.0, "{}", letters.size);
    let (cut, letters) = fit("Gathering Post", WHITE, full * 0.5);
    assert!(cut.ends_with('…') && width(&cut, letters) <= full * 0.5, "{cut}");
    assert_eq!(fit("Gathering Post", WHITE, 2.0).0, "", "there is no room for anything");
}

#[test]
fn text_stands_in_the_middle_of_its_box() {
    let frame = Frame::new(0.0, 0.0, 200.0, 100.0);
    let sheet = drawn(|pen| pen.write("HEAT", frame, WHITE.bold().centred()));
    let text = &sheet.written()[0];
    assert!((text.left - (200 - text.right)).abs() <= 2, "{text:?}");
    assert!((text.top - (100 - text.bottom)).abs() <= 2, "{text:?}");
}

#[test]
fn letters_of_german_and_polish_are_in_the_fonts() {
    for letters in [WHITE, WHITE.bold()] {
        let frame = Frame::new(0.0, 0.0, 200.0, 100.0);
        let shape = |letter: char| {
            drawn(|pen| pen.write(&letter.to_string(), frame, letters)).png().expect("a file")
        };
        // What no font has is drawn as a box.
        let nothing = shape('\u{10ffff}');
        for letter in "äöüßÄÖÜąćęłńóśźżĄĆĘŁŃÓŚŹŻ☠…–".chars() {
            assert_ne!(shape(letter), nothing, "{letter}");
        }
    }
}

#[test]
fn edges_are_smooth() {
    let sheet = drawn(|pen| pen.disc((100.0, 50.0), 30.0, ink(0xff_ff_ff)));
    let greys = sheet.pixels.pixels().iter().map(|pixel| pixel.red());
    let greys: std::collections::BTreeSet<u8> = greys.collect();
    assert!(greys.len() > 20, "{} shades from the ground to white", greys.len());
}

#[test]
fn the_same_strokes_give_the_same_bytes_and_others_do_not() {
    let picture = |x: f32| {
        drawn(|pen| {
            pen.panel(Frame::new(x, 10.0, 50.0, 30.0), 6.0, ink(0xff_8a_3d));
            pen.write("Round 3", Frame::new(80.0, 10.0, 90.0, 30.0), WHITE);
        })
    };
    assert_eq!(picture(10.0).png(), picture(10.0).png());
    assert_ne!(picture(10.0).png(), picture(10.25).png(), "a quarter of a pixel is seen");
}

#[test]
fn what_is_beyond_the_edge_is_left_out_and_nothing_else() {
    let strokes = |pen: &mut Pen, by: f32| {
        for (x, y) in [(0.0, 0.0), (200.0, 40.0), (90.0, 100.0), (3.0, 70.0)] {
            pen.disc((x + by, y + by), 12.0, ink(0xff_8a_3d));
            pen.ring((x + by, y + by), 15.0, ink(0xff_ff_ff), 2.0);
            let frame = Frame::around((x + by, y + by), 60.0, 20.0);
            pen.write("Coal", frame, WHITE.bold().centred());
        }
    };
    let small = drawn(|pen| strokes(pen, 0.0));
    let mut large = Sheet::new(300, 200, ink(0x10_20_30)).expect("a sheet");
    strokes(&mut Pen::new(&mut large), 50.0);
    let row = |sheet: &Sheet, row: usize, from: usize| {
        let start = row * sheet.size().0 as usize + from;
        sheet.pixels.pixels()[start..start + 200].to_vec()
    };
    for y in 0..100 {
        assert_eq!(row(&small, y, 0), row(&large, y + 50, 50), "row {y}");
    }
}

#[test]
fn a_sheet_without_a_size_is_none() {
    assert!(Sheet::new(0, 10, ink(0)).is_none());
}

/// So many colours side by side, the first one a thousand times.
fn rainbow(colours: u32) -> Vec<u8> {
    let many =
        (0..colours).map(|n| [(n * 7 % 251) as u8, (n * 13 % 241) as u8, (n / 3 % 256) as u8, 255]);
    std::iter::repeat_n([9, 9, 9, 255], 1000).chain(many).flatten().collect()
}

#[test]
fn a_few_colours_are_kept_exactly_and_many_nearly() {
    let off = |pixels: &[u8]| {
        let indexed = index(pixels);
        assert!(indexed.colours.len() <= 256);
        let pairs = pixels.chunks_exact(4).zip(&indexed.pixels);
        let far = |(pixel, at): (&[u8], &u8)| {
            let kept = indexed.colours[usize::from(*at)];
            pixel.iter().zip(kept).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
        };
        pairs.map(far).max().unwrap_or(0)
    };
    assert_eq!(off(&rainbow(255)), 0);
    // Nine thousand colours, each as rare as the other, are more than any picture has: no pixel
    // may become another colour altogether, that is all.
    assert!(off(&rainbow(9000)) < 128, "{}", off(&rainbow(9000)));
    assert_eq!(index(&[]).pixels.len(), 0);
}

#[test]
fn a_smaller_sheet_is_the_mean_of_the_larger_one() {
    let sheet = drawn(|pen| pen.rect(Frame::new(0.0, 0.0, 100.0, 100.0), ink(0xff_ff_ff)));
    let small = sheet.smaller(50).expect("a sheet");
    assert_eq!(small.size(), (50, 25));
    let row: Vec<u8> = small.pixels.pixels()[..50].iter().map(|pixel| pixel.red()).collect();
    assert!(row[..25].iter().all(|red| *red == 0xff) && row[25..].iter().all(|red| *red == 0x10));
    assert_eq!(sheet.smaller(77).expect("a sheet").size(), (77, 38));
    assert_eq!(sheet.smaller(500).expect("a sheet").size(), (200, 100), "never larger");
}

#[test]
fn long_text_takes_more_lines_and_loses_nothing() {
    let text =
        "The generator must not stop, whatever it costs us; Donaudampfschifffahrtsgesellschaft";
    for room in [60.0, 120.0, 700.0] {
        let lines = wrap(text, WHITE, room);
        assert!(lines.iter().all(|line| width(line, WHITE) <= room), "{lines:?}");
        let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        assert_eq!(letters(&lines.concat()), letters(text));
    }
    assert!(wrap("  ", WHITE, 50.0).is_empty());
}

#[test]
fn a_film_takes_pictures_of_its_own_size_only() {
    let sheet = drawn(|pen| pen.disc((50.0, 50.0), 20.0, ink(0xff_ff_ff)));
    let mut reel = Reel::new(sheet.size()).expect("a film");
    assert!(sheet.film(&mut reel, 100).is_some());
    assert!(sheet.smaller(50).expect("a sheet").film(&mut reel, 100).is_none());
    let turned = Sheet::new(100, 200, ink(0)).expect("as many pixels");
    assert!(turned.film(&mut reel, 100).is_none());
    let film = reel.finish().expect("a film");
    assert!(film.starts_with(b"GIF89a"));
    assert!(Reel::new((70_000, 10)).is_none());
}
