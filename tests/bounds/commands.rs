//! `import` and `verify` of files that are made to do harm.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::Path;

use emberhall::store::Exported;

use crate::campaign::{exported, forged, kept, many_entries};
use crate::kit::{Folder, games};
use crate::packs;
use crate::program::{peak, refused, run, start};
use crate::tables::tables;

/// A file of one piece again and again, written without holding it.
fn repeated(file: &Path, before: &str, piece: &str, times: usize, after: &str) {
    let mut out = BufWriter::new(File::create(file).unwrap());
    out.write_all(before.as_bytes()).unwrap();
    (0..times).for_each(|_| out.write_all(piece.as_bytes()).unwrap());
    out.write_all(after.as_bytes()).unwrap();
    out.flush().unwrap();
}

/// Neither takes it in, whatever the code of `verify` is.
async fn both_refuse(what: &str, file: &Path, database: &Path) {
    let (file, at) = (file.display().to_string(), database.display().to_string());
    refused(what, &["import", &file, "--database", &at], None, 2);
    let said = run(&["verify", &file], None);
    assert!(matches!(said.code, Some(1 | 2)), "{what}: {}", start(&said.error));
    crate::program::one_sentence(what, &said.error, &[&file]);
    assert!(tables(database).await["campaign"].is_empty(), "{what} was taken in");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hostile_file_is_refused_in_little_memory_and_nothing_is_taken_in() {
    let (folder, games) = (Folder::new(), games());
    let good = exported(&folder.0, &games, 1, 30).await;
    let (file, database) = (folder.0.join("evil.json"), folder.0.join("to.sqlite"));
    emberhall::store::Store::open(&database).await.unwrap().close().await;
    let deep = 100_000;
    let text = good.to_text().unwrap();
    let mut bodies: Vec<(String, Vec<u8>)> = [
        ("nothing", Vec::new()),
        ("no text", vec![0xff, 0xfe, 0, 0xd8]),
        ("NUL", vec![0; 1000]),
        ("a mark of byte order", format!("\u{feff}{text}").into_bytes()),
        ("half of it", text.as_bytes()[..text.len() / 2].to_vec()),
        ("deep lists", "[".repeat(deep).into_bytes()),
        ("deep lists as the kept game", kept(&good, &"[".repeat(deep)).into_bytes()),
        ("deep objects as the kept game", kept(&good, &r#"{"a":"#.repeat(deep)).into_bytes()),
        ("a huge text", kept(&good, &format!("\"{}\"", "x".repeat(9_000_000))).into_bytes()),
        (
            "a huge key",
            text.replacen("\"salt\"", &format!("\"{}\":1,\"salt\"", "k".repeat(200_000)), 1)
                .into_bytes(),
        ),
        ("another format", text.replacen("emberhall-campaign", &"f".repeat(9000), 1).into_bytes()),
        (
            "another game",
            forged(&good, |out| out.charter.game = "\u{1b}[2Jg".repeat(9000)).into_bytes(),
        ),
        ("another pack", forged(&good, |out| out.charter.pack = "p".repeat(9000)).into_bytes()),
        (
            "a role without end",
            forged(&good, |out| out.council.seating.0[0].role = "r".repeat(90_000)).into_bytes(),
        ),
        ("a seed that is none", text.replacen("\"seed\":8", "\"seed\":8.5", 1).into_bytes()),
        ("a seed too large", text.replacen("\"seed\":8", "\"seed\":1e999", 1).into_bytes()),
        ("a seed below nothing", text.replacen("\"seed\":8", "\"seed\":-0", 1).into_bytes()),
        ("a lone surrogate", text.replacen("\"crater\"", "\"\\ud800\"", 1).into_bytes()),
        ("a key twice", text.replacen("\"seed\":8", "\"seed\":8,\"seed\":8", 1).into_bytes()),
        ("entries without end", many_entries(&good, 25_000).into_bytes()),
    ]
    .map(|(what, bytes)| (what.to_owned(), bytes))
    .into();
    for (what, files) in packs::hostile().into_iter().filter(|(what, _)| !packs::is_bearable(what))
    {
        bodies.push((what, forged(&good, |out| out.files.extend(files)).into_bytes()));
    }
    for (what, bytes) in bodies {
        fs::write(&file, bytes).unwrap();
        both_refuse(&what, &file, &database).await;
    }
    let whole = kept(&good, "[]");
    let (before, after) = whole.split_once("[]").unwrap();
    for (what, piece, times) in [
        ("60 MB of numbers", "0,", 30_000_000),
        ("30 MB of numbers", "0,", 15_000_000),
        ("30 MB of objects", "{\"a\":0},", 3_800_000),
        ("30 MB of empty lists", "[],", 10_000_000),
        ("30 MB of texts", "\"\",", 10_000_000),
    ] {
        repeated(&file, &format!("{before}["), piece, times, &format!("0]{after}"));
        both_refuse(what, &file, &database).await;
    }
    let long = format!("\"{}\",", "x".repeat(200_000));
    repeated(&file, &format!("{before}["), &long, 155, &format!("0]{after}"));
    both_refuse("31 MB of long texts", &file, &database).await;
    both_refuse("a folder", &folder.0, &database).await;
    println!("the most any command held: {} MB", peak());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sum_of_an_export_is_that_of_its_text_with_an_empty_checksum() {
    let (folder, games) = (Folder::new(), games());
    let good = exported(&folder.0, &games, 2, 40).await;
    let emptied = Exported { checksum: String::new(), ..good.clone() }.to_text().unwrap();
    assert_eq!(good.checksum, emberhall::council::effects::sha256(&emptied));
    assert_eq!(Exported::from_text(&good.to_text().unwrap()).unwrap(), good);
}
