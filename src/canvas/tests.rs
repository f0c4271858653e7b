//! Canvas tests: text stays in its box, the same drawing calls give the same bytes.

#![allow(clippy::expect_used)]

use super::palette::index;
use super::{GifEncoder, Painter, Rect, Surface, TextStyle, WrittenText, fit, rgb, width, wrap};

const WHITE: TextStyle = TextStyle::new(16.0, rgb(0xff_ff_ff));

fn drawn(stroke: impl FnOnce(&mut Painter)) -> Surface {
    let mut surface = Surface::new(200, 100, rgb(0x10_20_30)).expect("a sheet");
    let mut painter = Painter::new(&mut surface);
    stroke(&mut painter);
    painter.finish().expect("a picture");
    surface
}

fn inside(text: &WrittenText, rect: Rect) -> bool {
    // A glyph's edge may round to the adjacent pixel.
    text.left as f32 >= rect.x - 1.0 && text.right as f32 <= rect.right() + 1.0
}

#[test]
fn text_never_leaves_its_box_however_long_it_is() {
    let rect = Rect::new(20.0, 30.0, 90.0, 20.0);
    for text in ["Coal", "Gathering Post", "The Stranded Dreadnought", &"m".repeat(5_000)] {
        for style in [WHITE, WHITE.bold().centred(), WHITE.right()] {
            let surface = drawn(|painter| painter.write(text, rect, style));
            let written = surface.written();
            assert!(written.len() == 1 && inside(&written[0], rect), "{written:?}");
        }
    }
}

#[test]
fn text_that_does_not_fit_becomes_smaller_and_then_is_cut() {
    let full = width("Gathering Post", WHITE);
    let (whole, style) = fit("Gathering Post", WHITE, full + 1.0);
    assert_eq!((whole.as_str(), style.size), ("Gathering Post", 16.0));
    let (smaller, style) = fit("Gathering Post", WHITE, full * 0.9);
    assert!(smaller == "Gathering Post" && style.size < 16.0, "{}", style.size);
    let (cut, style) = fit("Gathering Post", WHITE, full * 0.5);
    assert!(cut.ends_with('…') && width(&cut, style) <= full * 0.5, "{cut}");
    assert_eq!(fit("Gathering Post", WHITE, 2.0).0, "", "there is no room for anything");
}

#[test]
fn text_stands_in_the_middle_of_its_box() {
    let rect = Rect::new(0.0, 0.0, 200.0, 100.0);
    let surface = drawn(|painter| painter.write("HEAT", rect, WHITE.bold().centred()));
    let text = &surface.written()[0];
    assert!((text.left - (200 - text.right)).abs() <= 2, "{text:?}");
    assert!((text.top - (100 - text.bottom)).abs() <= 2, "{text:?}");
}

#[test]
fn letters_of_german_and_polish_are_in_the_fonts() {
    for style in [WHITE, WHITE.bold()] {
        let rect = Rect::new(0.0, 0.0, 200.0, 100.0);
        let shape = |letter: char| {
            drawn(|painter| painter.write(&letter.to_string(), rect, style)).png().expect("a file")
        };
        // A missing glyph is drawn as a box.
        let nothing = shape('\u{10ffff}');
        for letter in "äöüßÄÖÜąćęłńóśźżĄĆĘŁŃÓŚŹŻ☠…–".chars() {
            assert_ne!(shape(letter), nothing, "{letter}");
        }
    }
}

#[test]
fn edges_are_smooth() {
    let surface = drawn(|painter| painter.disc((100.0, 50.0), 30.0, rgb(0xff_ff_ff)));
    let greys = surface.pixels.pixels().iter().map(|pixel| pixel.red());
    let greys: std::collections::BTreeSet<u8> = greys.collect();
    assert!(greys.len() > 20, "{} shades from the ground to white", greys.len());
}

#[test]
fn the_same_strokes_give_the_same_bytes_and_others_do_not() {
    let picture = |x: f32| {
        drawn(|painter| {
            painter.panel(Rect::new(x, 10.0, 50.0, 30.0), 6.0, rgb(0xff_8a_3d));
            painter.write("Round 3", Rect::new(80.0, 10.0, 90.0, 30.0), WHITE);
        })
    };
    assert_eq!(picture(10.0).png(), picture(10.0).png());
    assert_ne!(picture(10.0).png(), picture(10.25).png(), "a quarter of a pixel is seen");
}

#[test]
fn what_is_beyond_the_edge_is_left_out_and_nothing_else() {
    let strokes = |painter: &mut Painter, by: f32| {
        for (x, y) in [(0.0, 0.0), (200.0, 40.0), (90.0, 100.0), (3.0, 70.0)] {
            painter.disc((x + by, y + by), 12.0, rgb(0xff_8a_3d));
            painter.ring((x + by, y + by), 15.0, rgb(0xff_ff_ff), 2.0);
            let rect = Rect::around((x + by, y + by), 60.0, 20.0);
            painter.write("Coal", rect, WHITE.bold().centred());
        }
    };
    let small = drawn(|painter| strokes(painter, 0.0));
    let mut large = Surface::new(300, 200, rgb(0x10_20_30)).expect("a sheet");
    strokes(&mut Painter::new(&mut large), 50.0);
    let row = |surface: &Surface, row: usize, from: usize| {
        let start = row * surface.size().0 as usize + from;
        surface.pixels.pixels()[start..start + 200].to_vec()
    };
    for y in 0..100 {
        assert_eq!(row(&small, y, 0), row(&large, y + 50, 50), "row {y}");
    }
}

#[test]
fn a_sheet_without_a_size_is_none() {
    assert!(Surface::new(0, 10, rgb(0)).is_none());
}

/// 1,000 pixels of one colour, then one pixel of each of `colours` others.
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
    // 9,000 equally rare colours are more than any picture has. The bound only ensures that no
    // pixel becomes a completely different colour.
    assert!(off(&rainbow(9000)) < 128, "{}", off(&rainbow(9000)));
    assert_eq!(index(&[]).pixels.len(), 0);
}

#[test]
fn a_smaller_sheet_is_the_mean_of_the_larger_one() {
    let surface = drawn(|painter| painter.rect(Rect::new(0.0, 0.0, 100.0, 100.0), rgb(0xff_ff_ff)));
    let small = surface.smaller(50).expect("a sheet");
    assert_eq!(small.size(), (50, 25));
    let row: Vec<u8> = small.pixels.pixels()[..50].iter().map(|pixel| pixel.red()).collect();
    assert!(row[..25].iter().all(|red| *red == 0xff) && row[25..].iter().all(|red| *red == 0x10));
    assert_eq!(surface.smaller(77).expect("a sheet").size(), (77, 38));
    assert_eq!(surface.smaller(500).expect("a sheet").size(), (200, 100), "never larger");
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
    let surface = drawn(|painter| painter.disc((50.0, 50.0), 20.0, rgb(0xff_ff_ff)));
    let mut encoder = GifEncoder::new(surface.size()).expect("a film");
    assert!(surface.film(&mut encoder, 100).is_some());
    assert!(surface.smaller(50).expect("a sheet").film(&mut encoder, 100).is_none());
    let turned = Surface::new(100, 200, rgb(0)).expect("as many pixels");
    assert!(turned.film(&mut encoder, 100).is_none());
    let film = encoder.finish().expect("a film");
    assert!(film.starts_with(b"GIF89a"));
    assert!(GifEncoder::new((70_000, 10)).is_none());
}
