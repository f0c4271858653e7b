//! From the list to Discord's commands: descriptions in English, and names and
//! descriptions in every other language that has words for them.
//!
//! May use: poise, `listing`, `words`. Deliberately absent: any English. The
//! key of a command is its path (`command-campaign-new`), of what is given with
//! it the path and its name (`command-campaign-new-pace`); `.name` of a key is a
//! name in another language.

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

/// What a command does, kept with it.
pub struct Task {
    /// What is to be done.
    pub errand: CommandId,
    /// What can be chosen, by the name it is given under.
    pub values: BTreeMap<String, Vec<Value>>,
}

/// Words for commands.
pub struct Naming<'a> {
    /// Every language, English first.
    pub languages: Vec<&'static str>,
    /// A message in a language; none if nobody has words for it.
    pub say: &'a dyn Fn(&str, &Message) -> Option<String>,
}

/// Names the commands in every language of the hall, with the words of a game.
pub fn named(list: Vec<CommandSpec>, game: &dyn Game) -> Vec<Command> {
    let say = |language: &str, message: &Message| {
        let said = hall::localize(language, message, game.localizer(language));
        (!said.contains('⟨')).then_some(said)
    };
    let naming = Naming { languages: hall::languages(), say: &say };
    list.into_iter().map(|listed| naming.top(listed)).collect()
}

impl Naming<'_> {
    /// A command that is not below another.
    pub fn top(&self, listed: CommandSpec) -> Command {
        Command { guild_only: true, ..self.command(listed, "command") }
    }

    fn command(&self, listed: CommandSpec, above: &str) -> Command {
        let key = format!("{above}-{}", listed.name);
        let mut command = Command {
            slash_action: Some(act),
            name: listed.name.into(),
            name_localizations: self.names(&key),
            qualified_name: listed.name.into(),
            identifying_name: key.clone().into(),
            source_code_name: listed.name.into(),
            description: Some(self.english(&Message::new(&key), &key).into()),
            description_localizations: self.elsewhere(&Message::new(&key), limits::OPTION),
            ephemeral: true,
            ..Command::default()
        };
        match listed.does {
            CommandBody::Under(under) => {
                command.subcommand_required = true;
                command.subcommands =
                    under.into_iter().map(|listed| self.command(listed, &key)).collect();
            }
            CommandBody::Errand(errand, params) => {
                command.parameters = params.iter().map(|param| self.param(param, &key)).collect();
                command.custom_data = Box::new(Task { errand, values: values(params) });
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
            name_localizations: self.names(&key),
            description: Some(self.english(&about, &param.name).into()),
            description_localizations: self.elsewhere(&about, limits::OPTION),
            required: param.needed,
            channel_types: None,
            choices: choices.iter().map(|value| self.choice(value)).collect(),
            type_setter: Some(kind(param)),
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
            localizations: self.elsewhere(&value.name, limits::OPTION),
            __non_exhaustive: (),
        }
    }

    /// In English; a word that is missing must not keep the bot from starting.
    fn english(&self, message: &Message, otherwise: &str) -> String {
        let said = (self.say)("en", message).unwrap_or_else(|| otherwise.to_owned());
        limits::shortened(&said, limits::OPTION)
    }

    /// In every other language that says it differently.
    fn elsewhere(&self, message: &Message, most: usize) -> Texts {
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

    /// Names have no blanks and no capitals.
    fn names(&self, key: &str) -> Texts {
        let fits = |name: &str| limits::length(name) <= 32 && !name.contains(char::is_whitespace);
        let named = self.elsewhere(&Message::new(format!("{key}.name")), limits::OPTION);
        let small = named.iter().map(|(locale, name)| (locale.clone(), name.to_lowercase().into()));
        small.filter(|(_, name): &(_, Cow<'_, str>)| fits(name)).collect()
    }
}

/// What can be chosen, to be found again by number or by word.
fn values(params: Vec<Param>) -> BTreeMap<String, Vec<Value>> {
    let values = |param: Param| match param.kind {
        ParamKind::OneOf(values) => Some((param.name, values)),
        _ => None,
    };
    params.into_iter().filter_map(values).collect()
}

/// Sets what Discord asks for. Poise gives the choices numbers, from 0.
fn kind(param: &Param) -> fn(CreateCommandOption) -> CreateCommandOption {
    match &param.kind {
        ParamKind::OneOf(_) if param.listed().is_some() => {
            |option| option.kind(CommandOptionType::Integer)
        }
        ParamKind::Text | ParamKind::Seat | ParamKind::OneOf(_) => {
            |option| option.kind(CommandOptionType::String).max_length(limits::OPTION as u16)
        }
        ParamKind::Flag => |option| option.kind(CommandOptionType::Boolean),
        ParamKind::Number => {
            |option| option.kind(CommandOptionType::Integer).min_int_value(0).max_int_value(MOST)
        }
        ParamKind::User => |option| option.kind(CommandOptionType::User),
        ParamKind::Role => |option| option.kind(CommandOptionType::Role),
        ParamKind::File => |option| option.kind(CommandOptionType::Attachment),
    }
}

/// The minutes of a year: no number that is given needs to be larger.
const MOST: u64 = 365 * 24 * 60;

/// A language as Discord calls it; some have several names there.
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

/// What a command is to do, as it was kept with it.
pub fn task<'a>(ctx: &super::Context<'a>) -> Option<&'a Task> {
    Context::Application(*ctx).command().custom_data.downcast_ref()
}
