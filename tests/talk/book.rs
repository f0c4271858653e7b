//! A book of what was said: messages as people read them, compared with a file.
//!
//! Mentions become names, time stamps what Discord shows in their place; links,
//! hashes and salts change with the run and are named only.

use std::fmt::Write as _;
use std::path::Path;

use emberhall::hall::clock::Clock as _;
use emberhall::sandbox::{Id, ShownMessage};

use crate::kit::Scene;
use crate::print::print;

const LINK: &str = "https://discord.com/channels/";

pub struct Book<'a> {
    scene: &'a Scene,
    names: Vec<(String, String)>,
    text: String,
}

impl<'a> Book<'a> {
    pub fn open(scene: &'a Scene, about: &str) -> Book<'a> {
        let known = ["Ada", "Bela", "Cleo", "Dora"];
        let people = scene.people.iter().zip(known);
        let mut names: Vec<(String, String)> =
            people.map(|(id, name)| (format!("<@{id}>"), format!("@{name}"))).collect();
        names.push((format!("<@{}>", scene.stranger), "@Stranger".to_owned()));
        names.push((format!("<@{}>", scene.owner), "@Owner".to_owned()));
        names.push((format!("<#{}>", scene.channel), "#the-city".to_owned()));
        Book { scene, names, text: format!("{about}\n") }
    }

    /// A role has a name, too.
    pub fn role(&mut self, role: Id, name: &str) {
        self.names.push((format!("<@&{role}>"), format!("@{name}")));
    }

    /// Writes a message down.
    pub fn page(&mut self, what: &str, message: &ShownMessage) {
        let seen = match message.only {
            Some(user) => format!("only {} sees it", self.name(user)),
            None if message.pinged.is_empty() => "in the channel".to_owned(),
            None => {
                let called: Vec<String> =
                    message.pinged.iter().map(|user| self.name(*user)).collect();
                format!("in the channel, calls {}", called.join(" "))
            }
        };
        let text = self.tidy(&print(message));
        assert!(!text.contains(['⟨', '⟩', '{', '}']), "words are missing: {text}");
        let _ = write!(self.text, "\n## {what} ({seen})\n\n{text}");
    }

    /// Something worth knowing between two messages.
    pub fn line(&mut self, line: &str) {
        let line = self.tidy(line);
        let _ = writeln!(self.text, "\n## {line}");
    }

    fn name(&self, user: Id) -> String {
        self.tidy(&format!("<@{user}>"))
    }

    fn tidy(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (id, name) in &self.names {
            text = text.replace(id, name);
        }
        let now = self.scene.clock.now().0 / 1000;
        hexless(&timely(&linkless(&text), now))
    }

    /// Compares it with the file, or writes that.
    pub fn close(self, name: &str) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/talk/snapshots");
        let file = folder.join(format!("{name}.txt"));
        if std::env::var_os("EMBERHALL_UPDATE").is_some_and(|set| set == "1") {
            std::fs::write(&file, &self.text).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        if kept == self.text {
            return;
        }
        let mut pairs = kept.lines().zip(self.text.lines()).enumerate();
        let differs = pairs.find(|(_, (old, new))| old != new);
        panic!(
            "{name}.txt is not what is said now; first difference (line, old, new): {differs:#?}\n\
             {} lines before, {} now; EMBERHALL_UPDATE=1 writes it again",
            kept.lines().count(),
            self.text.lines().count()
        );
    }
}

fn linkless(text: &str) -> String {
    let mut out = String::new();
    let mut parts = text.split(LINK);
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        out.push_str("(link)");
        out.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '/'));
    }
    out
}

/// A time stamp as Discord shows it: how long from now.
fn timely(text: &str, now: i64) -> String {
    let mut out = String::new();
    let mut parts = text.split("<t:");
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (stamp, rest) = part.split_once(":R>").expect("every time stamp counts down");
        let left: i64 = stamp.parse().expect("a time stamp is a number");
        out.push_str(&shown(left - now));
        out.push_str(rest);
    }
    out
}

fn shown(seconds: i64) -> String {
    let unit = |count: i64, name: &str| {
        let many = if count == 1 { "" } else { "s" };
        format!("{count} {name}{many}")
    };
    let length = seconds.abs();
    let said = match length {
        0..3600 => unit(length / 60, "minute"),
        3600..172_800 => unit(length / 3600, "hour"),
        _ => unit(length / 86_400, "day"),
    };
    if seconds < 0 { format!("{said} ago") } else { format!("in {said}") }
}

/// Hashes and salts.
fn hexless(text: &str) -> String {
    let mut out = String::new();
    let mut run = String::new();
    for c in text.chars().chain(['\0']) {
        if c.is_ascii_digit() || ('a'..='f').contains(&c) {
            run.push(c);
            continue;
        }
        out.push_str(if run.len() >= 32 { "(hex)" } else { &run });
        run.clear();
        if c != '\0' {
            out.push(c);
        }
    }
    out
}
