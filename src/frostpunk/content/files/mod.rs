//! The shape authors write: one type for each kind of file, nothing resolved.
//!
//! May use: serde, toml, the words of `ids`. Deliberately absent: numbers of
//! cards and blocks (that is `lower`), any check across files (`validate`).
//!
//! Enums keep serde's plain form (`{ cure = 3 }`, `"win"`): only this form lets
//! an error point at the wrong word itself. Never `untagged`, never `flatten`.

mod board;
mod cards;
mod effects;
mod tables;
mod values;

pub use board::{
    AdvisorsFile, BuildingFile, BuildingsFile, SideFile, SocietiesFile, SocietyFile, TileFile,
    TilesFile,
};
pub use cards::{
    AfterFile, ArrowFile, CitizenFile, ConsequenceFile, DeathFile, EventFile, ExpeditionFile,
    HintFile, HookFile, LawFile, ModifierFile, OptionFile, SpecialFile, StartCostFile,
    TechnologyFile, TriggerFile, WeatherFile, WhenFile,
};
pub use effects::Effect;
pub use tables::{Icon, PackFile, ScenarioFile, TablesFile, Tower, Wall};
pub use values::{Amount, CostFile, CountFile, GoodFile, TestFile, TokensFile, WhoFile};

/// A word that names something else; it remembers its place for messages.
pub type Ref = toml::Spanned<String>;
