//! Localizes the command specs for Discord: descriptions in English, and names and
//! descriptions in every other language that has texts for them.
//!
//! The key of a command is its path (`command-campaign-new`), the key of a parameter is the
//! path and its name (`command-campaign-new-pace`). A key with `.name` is the name in another
//! language.

use std::borrow::Cow;
use std::collections::BTreeMap;

use poise::{CommandParameterChoice, Context};
use serenity::all::{CommandOptionType, CreateCommandOption};

use super::spec::{CommandBody, CommandId, CommandSpec, Param, ParamKind, Value};
use super::{Command, Parameter, act, autocomplete};
use crate::discord::limits;
use crate::game::{Game, Message};
use crate::i18n::hall;

type Texts = Cow<'static, [(Cow<'static, str>, Cow<'static, str>)]>;

/// Data that poise keeps with a command.
pub struct Task {
    /// Command to run.
    pub errand: CommandId,
    /// Values to choose from, by name of the parameter.
    pub values: BTreeMap<String, Vec<Value>>,
}

/// Source of the texts of commands.
pub struct Naming<'a> {
    /// All languages, English first.
    pub languages: Vec<&'static str>,
    /// Localizes a message. Returns `None` if the language has no text for it.
    pub say: &'a dyn Fn(&str, &Message) -> Option<String>,
}

/// Builds poise commands in every language of the hall, with the texts of a game.
pub fn named(list: Vec<CommandSpec>, game: &dyn Game) -> Vec<Command> {
    let say = |language: &str, message: &Message| {
        let said = hall::localize(language, message, game.localizer(language));
        (!said.contains('⟨')).then_some(said)
    };
    let naming = Naming { languages: hall::languages(), say: &say };
    list.into_iter().map(|spec| naming.top(spec)).collect()
}

impl Naming<'_> {
    /// Builds a top-level command.
    pub fn top(&self, spec: CommandSpec) -> Command {
        Command { guild_only: true, ..self.command(spec, "command") }
    }

    fn command(&self, spec: CommandSpec, above: &str) -> Command {
        let key = format!("{above}-{}", spec.name);
        let mut command = Command {
            slash_action: Some(act),
            name: spec.name.into(),
            name_localizations: self.name_translations(&key),
            qualified_name: spec.name.into(),
            identifying_name: key.clone().into(),
            source_code_name: spec.name.into(),
            description: Some(self.english(&Message::new(&key), &key).into()),
            description_localizations: self.translations(&Message::new(&key), limits::OPTION),
            ephemeral: true,
            ..Command::default()
        };
        match spec.does {
            CommandBody::Under(under) => {
                command.subcommand_required = true;
                command.subcommands =
                    under.into_iter().map(|spec| self.command(spec, &key)).collect();
            }
            CommandBody::Errand(id, params) => {
                command.parameters = params.iter().map(|param| self.param(param, &key)).collect();
                command.custom_data = Box::new(Task { errand: id, values: values(params) });
            }
        }
        command
    }

    fn param(&self, param: &Param, above: &str) -> Parameter {
        let key = format!("{above}-{}", param.name);
        let about = param.called.clone().unwrap_or_else(|| Message::new(&key));
        let choices = param.listed().unwrap_or_default();
        Parameter {
            name: param.name.clone().into(),
            name_localizations: self.name_translations(&key),
            description: Some(self.english(&about, &param.name).into()),
            description_localizations: self.translations(&about, limits::OPTION),
            required: param.needed,
            channel_types: None,
            choices: choices.iter().map(|value| self.choice(value)).collect(),
            type_setter: Some(type_setter(param)),
            autocomplete_callback: if param.is_completed() {
                Some(autocomplete::complete)
            } else {
                None
            },
            __non_exhaustive: (),
        }
    }

    fn choice(&self, value: &Value) -> CommandParameterChoice {
        CommandParameterChoice {
            name: self.english(&value.name, &value.id).into(),
            localizations: self.translations(&value.name, limits::OPTION),
            __non_exhaustive: (),
        }
    }

    /// English text of a message, or `otherwise` if there is none: a missing text must not keep the
    /// bot from starting.
    fn english(&self, message: &Message, otherwise: &str) -> String {
        let said = (self.say)("en", message).unwrap_or_else(|| otherwise.to_owned());
        limits::shortened(&said, limits::OPTION)
    }

    /// Translations that differ from the English text.
    fn translations(&self, message: &Message, most: usize) -> Texts {
        let english = (self.say)("en", message);
        let mut texts = Vec::new();
        for language in self.languages.iter().skip(1) {
            let said = (self.say)(language, message).filter(|said| Some(said) != english.as_ref());
            for locale in said.iter().flat_map(|_| locales(language)) {
                let said = limits::shortened(said.as_deref().unwrap_or_default(), most);
                texts.push((Cow::from(*locale), Cow::from(said)));
            }
        }
        Cow::Owned(texts)
    }

    /// Translations of a name, in lower case. Drops names that Discord would refuse.
    fn name_translations(&self, key: &str) -> Texts {
        let fits = |name: &str| limits::length(name) <= 32 && !name.contains(char::is_whitespace);
        let named = self.translations(&Message::new(format!("{key}.name")), limits::OPTION);
        let small = named.iter().map(|(locale, name)| (locale.clone(), name.to_lowercase().into()));
        small.filter(|(_, name): &(_, Cow<'_, str>)| fits(name)).collect()
    }
}

/// Values of the parameters, by name of the parameter. An argument is an index or a text.
fn values(params: Vec<Param>) -> BTreeMap<String, Vec<Value>> {
    let values = |param: Param| match param.kind {
        ParamKind::OneOf(values) => Some((param.name, values)),
        _ => None,
    };
    params.into_iter().filter_map(values).collect()
}

/// Sets the type of an option. Poise numbers the choices from 0.
fn type_setter(param: &Param) -> fn(CreateCommandOption) -> CreateCommandOption {
    match &param.kind {
        ParamKind::OneOf(_) if param.listed().is_some() => {
            |option| option.kind(CommandOptionType::Integer)
        }
        ParamKind::Text | ParamKind::Seat | ParamKind::OneOf(_) => {
            |option| option.kind(CommandOptionType::String).max_length(limits::OPTION as u16)
        }
        ParamKind::Flag => |option| option.kind(CommandOptionType::Boolean),
        ParamKind::Number => |option| {
            option.kind(CommandOptionType::Integer).min_int_value(0).max_int_value(MAX_NUMBER)
        },
        ParamKind::User => |option| option.kind(CommandOptionType::User),
        ParamKind::Role => |option| option.kind(CommandOptionType::Role),
        ParamKind::File => |option| option.kind(CommandOptionType::Attachment),
    }
}

/// Largest integer that an option takes: the minutes of a year.
const MAX_NUMBER: u64 = 365 * 24 * 60;

/// Discord's locales for a language; some languages have several.
fn locales(language: &str) -> &'static [&'static str] {
    let several: &[(&str, &[&str])] = &[
        ("es", &["es-ES", "es-419"]),
        ("pt", &["pt-BR"]),
        ("sv", &["sv-SE"]),
        ("zh", &["zh-CN", "zh-TW"]),
    ];
    let one: &[&[&str]] = &[
        &["bg"],
        &["cs"],
        &["da"],
        &["de"],
        &["el"],
        &["fi"],
        &["fr"],
        &["hi"],
        &["hr"],
        &["hu"],
        &["id"],
        &["it"],
        &["ja"],
        &["ko"],
        &["lt"],
        &["nl"],
        &["no"],
        &["pl"],
        &["ro"],
        &["ru"],
        &["th"],
        &["tr"],
        &["uk"],
        &["vi"],
    ];
    let found = several.iter().find(|(ours, _)| *ours == language).map(|(_, theirs)| *theirs);
    found.or_else(|| one.iter().find(|theirs| theirs[0] == language).copied()).unwrap_or_default()
}

/// Returns the data of the invoked command.
pub fn task<'a>(ctx: &super::Context<'a>) -> Option<&'a Task> {
    Context::Application(*ctx).command().custom_data.downcast_ref()
}
