//! Before a campaign begins: `new`, `join`, `leave`, `begin`.
//!
//! May use: `given`, `opening`. Deliberately absent: any one game's scenarios,
//! roles and options; they are listed as the game lists them.

use super::invocation::{CommandReply, Invocation};
use super::spec::{CommandId, CommandSpec, Param, ParamKind, Value, command, one_of, param};
use crate::council::settings::Lessons;
use crate::council::{Request, Settings};
use crate::discord::open_campaign::{self, CampaignOptions};
use crate::discord::pages;
use crate::game::{Game, Message, SetupOption};

/// The paces one may begin with.
pub const PACES: [&str; 4] = ["live", "daily", "relaxed", "untimed"];

/// The commands.
pub fn listed(game: &dyn Game) -> Vec<CommandSpec> {
    let roles = game.roles().into_iter();
    let roles =
        roles.map(|role| Value { name: game.role_name(&role), id: role, also: None }).collect();
    vec![
        command("new", CommandId::New, new_params(game)),
        command(
            "join",
            CommandId::Join,
            vec![param("role", ParamKind::OneOf(roles)).needed(), param("also", ParamKind::Flag)],
        ),
        command("leave", CommandId::Leave, Vec::new()),
        command("begin", CommandId::Begin, Vec::new()),
    ]
}

fn new_params(game: &dyn Game) -> Vec<Param> {
    let mut params = Vec::new();
    let scenarios: Vec<Value> = game.scenarios().into_iter().map(Value::from).collect();
    if !scenarios.is_empty() {
        params.push(param("scenario", ParamKind::OneOf(scenarios)));
    }
    params.extend(game.options().into_iter().filter(is_asked).map(|option| {
        let values = option.values.into_iter().map(Value::from).collect();
        param(option.key, ParamKind::OneOf(values)).called(option.name)
    }));
    params.push(one_of("pace", "set-pace", &PACES));
    params.push(one_of("lessons", "set-lessons", &["on", "off"]));
    params.push(param("seed", ParamKind::Text));
    params
}

/// Discord wants small names; and ours are not to be given twice.
fn is_asked(option: &SetupOption) -> bool {
    let small = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    let named = (1..=32).contains(&option.key.len()) && option.key.chars().all(small);
    let ours = ["scenario", "pace", "lessons", "seed"].contains(&option.key.as_str());
    named && !ours && !option.values.is_empty()
}

/// Opens a table in this channel.
pub async fn new(given: &Invocation<'_>) -> CommandReply {
    let mut wish = CampaignOptions {
        scenario: given.value("scenario")?.map(str::to_owned),
        lessons: given.value("lessons")?.map(lessons),
        seed: seed(given)?,
        ..CampaignOptions::default()
    };
    for option in given.tongue.game.options() {
        if let Some(value) = given.value(&option.key)? {
            wish.options.insert(option.key, value.to_owned());
        }
    }
    if let Some(pace) = given.value("pace")? {
        let settings = pages::settings::changed(&Settings::default(), "pace", pace);
        wish.settings = settings.unwrap_or_default();
    }
    Ok(vec![open_campaign::open(given.host, &given.visitor, wish).await])
}

fn lessons(value: &str) -> Lessons {
    if value == "on" { Lessons::On } else { Lessons::Off }
}

fn seed(given: &Invocation<'_>) -> CommandReply<Option<u64>> {
    match given.text("seed").map(str::parse) {
        None => Ok(None),
        Some(Ok(seed)) => Ok(Some(seed)),
        Some(Err(_)) => Err(given.no("new-bad-seed")),
    }
}

/// Takes a chair.
pub async fn join(given: &Invocation<'_>) -> CommandReply {
    let id = given.campaign().await?;
    let role = given.value("role")?.unwrap_or_default().to_owned();
    let name = given.tongue.game.role_name(&role);
    given.ask(id, "", Request::Sit { role, also: given.flag("also") }).await?;
    Ok(given.say(&Message::new("join-done").message("role", name)))
}

/// Leaves all chairs.
pub async fn leave(given: &Invocation<'_>) -> CommandReply {
    let id = given.campaign().await?;
    given.ask(id, "", Request::Leave).await?;
    Ok(given.say(&Message::new("leave-done")))
}

/// Begins.
pub async fn begin(given: &Invocation<'_>) -> CommandReply {
    let id = given.campaign().await?;
    given.ask(id, "", Request::Begin).await?;
    Ok(given.say(&Message::new("begin-done")))
}
