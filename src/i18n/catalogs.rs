//! Catalogs of an embedded folder that has one subfolder per language.
//!
//! Each game has its own, and so has the hall.

use std::sync::OnceLock;

use include_dir::Dir;

use super::catalog::Catalog;

/// Fallback language; its catalog is complete.
const ENGLISH: &str = "en";

/// Catalogs of an embedded folder, loaded on first use.
pub struct Catalogs {
    files: &'static Dir<'static>,
    english: OnceLock<Catalog>,
    others: OnceLock<Vec<Catalog>>,
}

impl Catalogs {
    /// Creates the catalogs of a folder. The `.ftl` files of each subfolder make up one language.
    pub const fn new(files: &'static Dir<'static>) -> Self {
        Catalogs { files, english: OnceLock::new(), others: OnceLock::new() }
    }

    /// Returns the catalog of a language, or the English one if there is none. Only the primary
    /// subtag counts: `de-AT` is `de`.
    pub fn catalog(&'static self, language: &str) -> &'static Catalog {
        let primary = language.split(['-', '_']).next().unwrap_or(ENGLISH);
        let is_primary = |catalog: &&Catalog| catalog.language().eq_ignore_ascii_case(primary);
        let found = self.others().iter().find(is_primary);
        found.unwrap_or_else(|| self.english())
    }

    /// Returns the languages that have a catalog, English first.
    pub fn languages(&'static self) -> Vec<&'static str> {
        let others = self.others().iter().map(Catalog::language);
        std::iter::once(ENGLISH).chain(others).collect()
    }

    fn english(&'static self) -> &'static Catalog {
        self.english.get_or_init(|| Catalog::from_texts(ENGLISH, &self.read_texts(ENGLISH), None))
    }

    fn others(&'static self) -> &'static [Catalog] {
        self.others.get_or_init(|| {
            let names = self.files.dirs().filter_map(|dir| dir.path().to_str());
            let names = names.filter(|name| *name != ENGLISH);
            names.map(|name| self.load(name)).collect()
        })
    }

    fn load(&'static self, language: &str) -> Catalog {
        Catalog::from_texts(language, &self.read_texts(language), Some(self.english()))
    }

    fn read_texts(&self, language: &str) -> Vec<&'static str> {
        let files = self.files.get_dir(language).into_iter().flat_map(Dir::files);
        let lists = files.filter(|file| file.path().extension().is_some_and(|end| end == "ftl"));
        lists.filter_map(include_dir::File::contents_utf8).collect()
    }
}
