//! Message catalog of one language: formats message keys and their arguments with Fluent.
//!
//! A missing key is shown in ⟨⟩ instead of a panic: a missing text must not stop a campaign.

use std::collections::BTreeSet;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::bounds;
use crate::game::{Arg, Localize, Message, shorten};

/// Message catalog of one language.
pub struct Catalog {
    language: String,
    bundle: FluentBundle<FluentResource>,
    keys: BTreeSet<String>,
    problems: Vec<String>,
    fallback: Option<&'static Catalog>,
}

impl Catalog {
    /// Creates a catalog from the texts of its files. Keys it lacks are looked up in the fallback.
    pub fn from_texts(language: &str, texts: &[&str], fallback: Option<&'static Catalog>) -> Self {
        let id: LanguageIdentifier = language.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        // Chat clients show the bidi isolation marks as boxes around each number.
        bundle.set_use_isolating(false);
        let mut catalog = Catalog {
            language: language.to_owned(),
            bundle,
            keys: BTreeSet::new(),
            problems: Vec::new(),
            fallback,
        };
        for text in texts {
            catalog.add(text);
        }
        catalog
    }

    fn add(&mut self, text: &str) {
        // Fluent parses nested braces recursively, and a file can be untrusted.
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

    fn problem(&mut self, problem: String) {
        if self.problems.len() < bounds::PROBLEMS {
            self.problems.push(shorten(&problem));
        }
    }

    /// Returns the language tag.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// Whether this catalog has the key (`id` or `id.attribute`), without the fallback.
    pub fn has(&self, key: &str) -> bool {
        self.keys.contains(key)
    }

    /// Iterates over the keys of this catalog in order, without the fallback.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().map(String::as_str)
    }

    /// Returns the problems of the files, such as syntax errors and duplicate keys.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    /// Formats a message as a sentence. Keys that neither this catalog nor its fallback has go to
    /// `others`, as a sentence of the hall can contain messages of the game.
    pub fn localize_with(&self, message: &Message, others: &dyn Localize) -> String {
        capitalized(self.phrase(message, Some(others)))
    }

    fn has_anywhere(&self, key: &str) -> bool {
        self.has(key) || self.fallback.is_some_and(|fallback| fallback.has_anywhere(key))
    }

    fn phrase(&self, message: &Message, others: Option<&dyn Localize>) -> String {
        if let Some(others) = others.filter(|_| !self.has_anywhere(&message.key)) {
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
        own.or_else(|| self.fallback.and_then(|fallback| fallback.format(key, args)))
    }

    fn format_own(&self, key: &str, args: &FluentArgs<'_>) -> Option<String> {
        let (id, attribute) = key.split_once('.').map_or((key, None), |(id, a)| (id, Some(a)));
        let message = self.bundle.get_message(id)?;
        let pattern = match attribute {
            None => message.value()?,
            Some(name) => message.get_attribute(name)?.value(),
        };
        // Errors are ignored: a missing argument shows its name in braces, which tests look for.
        let mut errors = Vec::new();
        Some(self.bundle.format_pattern(pattern, Some(args), &mut errors).into_owned())
    }
}

impl Localize for Catalog {
    fn localize(&self, message: &Message) -> String {
        capitalized(self.phrase(message, None))
    }
}

/// Capitalizes a phrase to a sentence. Phrases are in lower case, so that they fit inside others.
fn capitalized(phrase: String) -> String {
    let mut letters = phrase.chars();
    match letters.next() {
        Some(first) if first.is_lowercase() => first.to_uppercase().chain(letters).collect(),
        _ => phrase,
    }
}

/// Returns the keys that a file defines, with their line numbers. Scans the lines, because
/// `fluent_bundle` does not export the types of Fluent's syntax tree.
pub fn keys_of(text: &str) -> Vec<(String, usize)> {
    let mut keys = Vec::new();
    let mut id = "";
    for (index, line) in text.lines().enumerate() {
        let Some((name, _)) = line.split_once('=') else {
            continue;
        };
        if let Some(attribute) = name.trim().strip_prefix('.') {
            keys.push((format!("{id}.{}", attribute.trim()), index + 1));
        } else if name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            id = name.trim();
            keys.push((id.to_owned(), index + 1));
        }
    }
    keys
}
