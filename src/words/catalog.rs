//! One word list: a message key and its arguments become a sentence.
//!
//! May use: Fluent, the boundary. Deliberately absent: where lists come from,
//! and any rule of any game. A key that is nowhere is shown in ⟨⟩, never a
//! panic: a missing word must not stop a campaign.

use std::collections::BTreeSet;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::bounds;
use crate::game::{Arg, Localize, Message, shorten};

/// The words of one language.
pub struct Catalog {
    language: String,
    bundle: FluentBundle<FluentResource>,
    keys: BTreeSet<String>,
    problems: Vec<String>,
    fallback: Option<&'static Catalog>,
}

impl Catalog {
    /// A list from the text of its files; what is missing is asked of the fallback.
    pub fn from_texts(language: &str, texts: &[&str], fallback: Option<&'static Catalog>) -> Self {
        let id: LanguageIdentifier = language.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        // Chats show the marks of isolation as boxes around each number.
        bundle.set_use_isolating(false);
        let mut list = Catalog {
            language: language.to_owned(),
            bundle,
            keys: BTreeSet::new(),
            problems: Vec::new(),
            fallback,
        };
        for text in texts {
            list.add(text);
        }
        list
    }

    fn add(&mut self, text: &str) {
        // Fluent reads braces in braces by calling itself: a list may be a stranger's.
        if let Err(why) = bounds::fluent(text.as_bytes()) {
            self.problem(format!("a file is too much: {why}"));
            return;
        }
        let resource = match FluentResource::try_new(text.to_owned()) {
            Ok(resource) => resource,
            Err((resource, errors)) => {
                errors.iter().for_each(|error| self.problem(error.to_string()));
                resource
            }
        };
        if let Err(errors) = self.bundle.add_resource(resource) {
            errors.iter().for_each(|error| self.problem(error.to_string()));
        }
        self.keys.extend(keys_of(text).into_iter().map(|(key, _)| key));
    }

    fn problem(&mut self, why: String) {
        if self.problems.len() < bounds::PROBLEMS {
            self.problems.push(shorten(&why));
        }
    }

    /// Its language.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// Does this list itself have the key (`id` or `id.attribute`)?
    pub fn has(&self, key: &str) -> bool {
        self.keys.contains(key)
    }

    /// Every key of this list itself, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().map(String::as_str)
    }

    /// What is wrong with the files: broken lines, keys given twice.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    /// The sentence; what neither this list nor its fallback knows is asked of the other
    /// words, since a sentence of the hall may name a thing of the game.
    pub fn say_with(&self, message: &Message, others: &dyn Localize) -> String {
        raised(self.phrase(message, Some(others)))
    }

    fn knows(&self, key: &str) -> bool {
        self.has(key) || self.fallback.is_some_and(|list| list.knows(key))
    }

    fn phrase(&self, message: &Message, others: Option<&dyn Localize>) -> String {
        if let Some(others) = others.filter(|_| !self.knows(&message.key)) {
            return others.localize(message);
        }
        let mut args = FluentArgs::new();
        for (name, value) in &message.args {
            args.set(name.as_str(), self.value(value, others));
        }
        self.format(&message.key, &args).unwrap_or_else(|| format!("⟨{}⟩", message.key))
    }

    fn value(&self, arg: &Arg, others: Option<&dyn Localize>) -> FluentValue<'static> {
        match arg {
            Arg::Number(number) => FluentValue::from(*number),
            Arg::Label(label) => FluentValue::from(label.clone()),
            Arg::Message(message) => FluentValue::from(self.phrase(message, others)),
            Arg::List(list) => {
                let parts: Vec<String> =
                    list.iter().map(|part| self.phrase(part, others)).collect();
                FluentValue::from(parts.join(", "))
            }
        }
    }

    fn format(&self, key: &str, args: &FluentArgs<'_>) -> Option<String> {
        let own = self.format_own(key, args);
        own.or_else(|| self.fallback.and_then(|list| list.format(key, args)))
    }

    fn format_own(&self, key: &str, args: &FluentArgs<'_>) -> Option<String> {
        let (id, attribute) = key.split_once('.').map_or((key, None), |(id, a)| (id, Some(a)));
        let message = self.bundle.get_message(id)?;
        let pattern = match attribute {
            None => message.value()?,
            Some(name) => message.get_attribute(name)?.value(),
        };
        // A missing argument leaves its name in braces; the tests look for that.
        let mut errors = Vec::new();
        Some(self.bundle.format_pattern(pattern, Some(args), &mut errors).into_owned())
    }
}

impl Localize for Catalog {
    fn localize(&self, message: &Message) -> String {
        raised(self.phrase(message, None))
    }
}

/// Phrases are written small, to fit inside others; a sentence begins with a capital.
fn raised(phrase: String) -> String {
    let mut letters = phrase.chars();
    match letters.next() {
        Some(first) if first.is_lowercase() => first.to_uppercase().chain(letters).collect(),
        _ => phrase,
    }
}

/// The keys a file defines with their lines, read from those: Fluent's own tree has no
/// public names here.
pub fn keys_of(text: &str) -> Vec<(String, usize)> {
    let mut keys = Vec::new();
    let mut id = "";
    for (at, line) in text.lines().enumerate() {
        let Some((name, _)) = line.split_once('=') else {
            continue;
        };
        if let Some(attribute) = name.trim().strip_prefix('.') {
            keys.push((format!("{id}.{}", attribute.trim()), at + 1));
        } else if name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            id = name.trim();
            keys.push((id.to_owned(), at + 1));
        }
    }
    keys
}
