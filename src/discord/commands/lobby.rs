//! Commands before a campaign begins: `new`, `join`, `leave`, `begin`.
//!
//! Scenarios, roles and options come from the game.

use super::invocation::{CommandReply, Invocation};
use super::spec::{CommandId, CommandSpec, Param, ParamKind, Value, command, one_of, param};
use crate::council::settings::Lessons;
use crate::council::{Request, Settings};
use crate::discord::open_campaign::{self, CampaignOptions};
use crate::discord::pages;
use crate::game::{Game, Message, SetupOption};

/// Paces offered by `new` and `settings`.
pub const PACES: [&str; 4] = ["live", "daily", "relaxed", "untimed"];

/// Specs of the lobby commands.
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

/// Whether an option of the game becomes a parameter: Discord allows only short lower-case names,
/// and the names of the other parameters are taken.
fn is_asked(option: &SetupOption) -> bool {
    let small = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    let named = (1..=32).contains(&option.key.len()) && option.key.chars().all(small);
    let ours = ["scenario", "pace", "lessons", "seed"].contains(&option.key.as_str());
    named && !ours && !option.values.is_empty()
}

/// Opens a lobby in this channel.
pub async fn new(invocation: &Invocation<'_>) -> CommandReply {
    let mut campaign = CampaignOptions {
        scenario: invocation.value("scenario")?.map(str::to_owned),
        lessons: invocation.value("lessons")?.map(lessons),
        seed: seed(invocation)?,
        ..CampaignOptions::default()
    };
    for option in invocation.localizer.game.options() {
        if let Some(value) = invocation.value(&option.key)? {
            campaign.options.insert(option.key, value.to_owned());
        }
    }
    if let Some(pace) = invocation.value("pace")? {
        let settings = pages::settings::changed(&Settings::default(), "pace", pace);
        campaign.settings = settings.unwrap_or_default();
    }
    Ok(vec![open_campaign::open(invocation.context, &invocation.invoker, campaign).await])
}

fn lessons(value: &str) -> Lessons {
    if value == "on" { Lessons::On } else { Lessons::Off }
}

fn seed(invocation: &Invocation<'_>) -> CommandReply<Option<u64>> {
    match invocation.text("seed").map(str::parse) {
        None => Ok(None),
        Some(Ok(seed)) => Ok(Some(seed)),
        Some(Err(_)) => Err(invocation.no("new-bad-seed")),
    }
}

/// Takes a seat in the lobby.
pub async fn join(invocation: &Invocation<'_>) -> CommandReply {
    let id = invocation.campaign().await?;
    let role = invocation.value("role")?.unwrap_or_default().to_owned();
    let name = invocation.localizer.game.role_name(&role);
    invocation.ask(id, "", Request::Sit { role, also: invocation.flag("also") }).await?;
    Ok(invocation.say(&Message::new("join-done").message("role", name)))
}

/// Gives up all the invoker's seats in the lobby.
pub async fn leave(invocation: &Invocation<'_>) -> CommandReply {
    let id = invocation.campaign().await?;
    invocation.ask(id, "", Request::Leave).await?;
    Ok(invocation.say(&Message::new("leave-done")))
}

/// Begins the campaign.
pub async fn begin(invocation: &Invocation<'_>) -> CommandReply {
    let id = invocation.campaign().await?;
    invocation.ask(id, "", Request::Begin).await?;
    Ok(invocation.say(&Message::new("begin-done")))
}
