//! A folder of word lists, one folder inside it for each language.
//!
//! May use: `catalog`, embedded files. Deliberately absent: which folder; each
//! game, and the hall, has a library of its own.

use std::sync::OnceLock;

use include_dir::Dir;

use super::catalog::Catalog;

/// The language that has every word.
const ENGLISH: &str = "en";

/// The word lists of an embedded folder, read when they are first asked for.
pub struct Library {
    files: &'static Dir<'static>,
    english: OnceLock<Catalog>,
    others: OnceLock<Vec<Catalog>>,
}

impl Library {
    /// Over a folder with one folder for each language; all its `.ftl` files are read.
    pub const fn new(files: &'static Dir<'static>) -> Self {
        Library { files, english: OnceLock::new(), others: OnceLock::new() }
    }

    /// The words of a language; English if there is no such list.
    pub fn words(&'static self, language: &str) -> &'static Catalog {
        let primary = language.split(['-', '_']).next().unwrap_or(ENGLISH);
        let found = self.others().iter().find(|l| l.language().eq_ignore_ascii_case(primary));
        found.unwrap_or_else(|| self.english())
    }

    /// Every language with a list, English first.
    pub fn languages(&'static self) -> Vec<&'static str> {
        let others = self.others().iter().map(Catalog::language);
        std::iter::once(ENGLISH).chain(others).collect()
    }

    fn english(&'static self) -> &'static Catalog {
        self.english.get_or_init(|| Catalog::from_texts(ENGLISH, &self.texts_of(ENGLISH), None))
    }

    fn others(&'static self) -> &'static [Catalog] {
        self.others.get_or_init(|| {
            let names = self.files.dirs().filter_map(|dir| dir.path().to_str());
            let names = names.filter(|name| *name != ENGLISH);
            names.map(|name| self.list_of(name)).collect()
        })
    }

    fn list_of(&'static self, language: &str) -> Catalog {
        Catalog::from_texts(language, &self.texts_of(language), Some(self.english()))
    }

    fn texts_of(&self, language: &str) -> Vec<&'static str> {
        let files = self.files.get_dir(language).into_iter().flat_map(Dir::files);
        let lists = files.filter(|file| file.path().extension().is_some_and(|end| end == "ftl"));
        lists.filter_map(include_dir::File::contents_utf8).collect()
    }
}
