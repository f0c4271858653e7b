//! A bot that does a little of everything, for the stand-in to be tried with.

#![allow(clippy::unused_async, reason = "poise asks for it")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{
    ActionRowComponent, AutocompleteChoice, ComponentInteraction, ComponentInteractionDataKind,
    CreateActionRow, CreateAttachment, CreateAutocompleteResponse, CreateButton, CreateEmbed,
    CreateInputText, CreateInteractionResponse, CreateInteractionResponseMessage, CreateModal,
    CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption, FullEvent, InputTextStyle,
    Interaction, ModalInteraction,
};
use tokio::task::JoinHandle;

pub type Error = Box<dyn std::error::Error + Send + Sync>;
pub type Context<'a> = poise::Context<'a, Seen, Error>;

/// What the bot has seen and what went wrong for it.
#[derive(Clone, Default)]
pub struct Seen {
    pub events: Arc<Mutex<Vec<String>>>,
    pub errors: Arc<Mutex<Vec<isize>>>,
}

impl Seen {
    pub fn events(&self) -> Vec<String> {
        self.events.lock().unwrap().clone()
    }

    pub fn errors(&self) -> Vec<isize> {
        self.errors.lock().unwrap().clone()
    }

    fn note(&self, error: &serenity::Error) {
        self.errors.lock().unwrap().push(code(error));
    }
}

/// Discord's code of an error; the status where there is none.
pub fn code(error: &serenity::Error) -> isize {
    match error {
        serenity::Error::Http(serenity::HttpError::UnsuccessfulRequest(answer)) => {
            if answer.error.code == 0 {
                answer.status_code.as_u16().try_into().unwrap()
            } else {
                answer.error.code
            }
        }
        _ => -1,
    }
}

async fn towns(_: Context<'_>, partial: &str) -> CreateAutocompleteResponse {
    let all = ["Winterhome", "Tesla City", "New London"];
    let fitting = all.into_iter().filter(|name| name.starts_with(partial));
    CreateAutocompleteResponse::new().set_choices(fitting.map(AutocompleteChoice::from).collect())
}

/// Says something back.
#[poise::command(slash_command)]
async fn echo(
    ctx: Context<'_>,
    #[description = "What"] text: String,
    #[description = "To whom"] whom: Option<serenity::User>,
) -> Result<(), Error> {
    let to = whom.map(|user| format!(" <@{}>", user.id)).unwrap_or_default();
    ctx.say(format!("{text}{to} [{}]", ctx.locale().unwrap_or("?"))).await?;
    Ok(())
}

/// Looks for a town.
#[poise::command(slash_command)]
async fn find(
    ctx: Context<'_>,
    #[description = "Which"]
    #[autocomplete = "towns"]
    town: String,
) -> Result<(), Error> {
    ctx.send(poise::CreateReply::default().content(town).ephemeral(true)).await?;
    Ok(())
}

/// Thinks, then answers.
#[poise::command(slash_command)]
async fn later(ctx: Context<'_>) -> Result<(), Error> {
    ctx.defer_ephemeral().await?;
    tokio::time::sleep(Duration::from_millis(30)).await;
    ctx.say("thought about it").await?;
    ctx.say("and again").await?;
    Ok(())
}

/// Too late.
#[poise::command(slash_command)]
async fn slow(ctx: Context<'_>) -> Result<(), Error> {
    tokio::time::sleep(Duration::from_millis(600)).await;
    if let Err(error) = ctx.say("sorry").await {
        ctx.data().note(&error);
    }
    Ok(())
}

/// Campaigns.
#[poise::command(slash_command, subcommands("begin"), default_member_permissions = "MANAGE_GUILD")]
async fn campaign(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Begins one.
#[poise::command(slash_command)]
async fn begin(
    ctx: Context<'_>,
    #[description = "Seats"]
    #[min = 1]
    #[max = 4]
    seats: u8,
) -> Result<(), Error> {
    ctx.say(format!("{seats} seats")).await?;
    Ok(())
}

/// A message with everything on it.
#[poise::command(slash_command)]
async fn board(ctx: Context<'_>) -> Result<(), Error> {
    let options = ["coal", "food"].map(|name| CreateSelectMenuOption::new(name, name)).to_vec();
    let select = CreateSelectMenu::new("store", CreateSelectMenuKind::String { options });
    let people = CreateSelectMenuKind::User { default_users: None };
    let buttons = ["count", "form", "private", "twice", "gone", "never"];
    let row = |names: &[&str]| {
        CreateActionRow::Buttons(names.iter().map(|id| CreateButton::new(*id).label(*id)).collect())
    };
    let off = CreateButton::new("off").label("off").disabled(true);
    let rows = vec![
        row(&buttons[..4]),
        row(&buttons[4..]),
        CreateActionRow::Buttons(vec![off]),
        CreateActionRow::SelectMenu(select),
        CreateActionRow::SelectMenu(CreateSelectMenu::new("who", people)),
    ];
    let picture = CreateAttachment::bytes(b"picture".to_vec(), "board.png").description("a board");
    let embed = CreateEmbed::new().title("Board").attachment("board.png");
    let reply = poise::CreateReply::default().content("0").components(rows);
    ctx.send(reply.embed(embed).attachment(picture)).await?;
    Ok(())
}

fn message(text: impl Into<String>) -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new().content(text)
}

async fn clicked(
    ctx: &serenity::Context,
    seen: &Seen,
    click: &ComponentInteraction,
) -> serenity::Result<()> {
    let say = |text: &str| CreateInteractionResponse::Message(message(text).ephemeral(true));
    let answer = match (click.data.custom_id.as_str(), &click.data.kind) {
        ("count", _) => {
            let count: u32 = click.message.content.parse().unwrap_or(0);
            CreateInteractionResponse::UpdateMessage(message((count + 1).to_string()))
        }
        ("form", _) => {
            let name = CreateInputText::new(InputTextStyle::Short, "Name", "name").min_length(3);
            let rows = vec![CreateActionRow::InputText(name)];
            CreateInteractionResponse::Modal(CreateModal::new("who", "Who").components(rows))
        }
        ("private", _) => say(&format!("for {} only", click.user.name)),
        ("twice", _) => {
            click.create_response(ctx, say("once")).await?;
            say("twice")
        }
        ("gone", _) => {
            click.create_response(ctx, CreateInteractionResponse::Acknowledge).await?;
            return click.delete_response(ctx).await;
        }
        ("store", ComponentInteractionDataKind::StringSelect { values }) => say(&values.join("+")),
        ("who", ComponentInteractionDataKind::UserSelect { values }) => {
            let names = values.iter().filter_map(|id| click.data.resolved.users.get(id));
            say(&names.map(|user| user.name.as_str()).collect::<Vec<_>>().join("+"))
        }
        _ => return Ok(()),
    };
    seen.events.lock().unwrap().push(format!("click {}", click.data.custom_id));
    click.create_response(ctx, answer).await
}

async fn submitted(ctx: &serenity::Context, form: &ModalInteraction) -> serenity::Result<()> {
    let first = form.data.components.first().and_then(|row| row.components.first());
    let name = match first {
        Some(ActionRowComponent::InputText(input)) => input.value.clone().unwrap_or_default(),
        _ => String::new(),
    };
    let answer = CreateInteractionResponse::UpdateMessage(message(format!("named {name}")));
    form.create_response(ctx, answer).await
}

async fn heard(
    framework: poise::FrameworkContext<'_, Seen, Error>,
    event: &FullEvent,
) -> Result<(), Error> {
    let (ctx, seen) = (framework.serenity_context, framework.user_data);
    let result = match event {
        FullEvent::InteractionCreate { interaction: Interaction::Component(click) } => {
            clicked(ctx, seen, click).await
        }
        FullEvent::InteractionCreate { interaction: Interaction::Modal(form) } => {
            submitted(ctx, form).await
        }
        other => {
            seen.events.lock().unwrap().push(other.snake_case_name().to_owned());
            Ok(())
        }
    };
    if let Err(error) = result {
        seen.note(&error);
    }
    Ok(())
}

/// A client for requests, as the bot's.
pub fn http(base: &str, token: &str) -> serenity::Http {
    serenity::HttpBuilder::new(token).proxy(base).ratelimiter_disabled(true).build()
}

/// Connects the bot; it stays until the task is dropped.
pub async fn connect(base: &str, token: &str, shards: u32) -> (Seen, JoinHandle<()>) {
    let seen = Seen::default();
    let data = seen.clone();
    let framework = poise::Framework::builder()
        .options(poise::FrameworkOptions {
            commands: vec![echo(), find(), later(), slow(), campaign(), board()],
            event_handler: |framework, event| Box::pin(heard(framework, event)),
            ..Default::default()
        })
        .setup(move |ctx, _, framework| {
            Box::pin(async move {
                poise::builtins::register_globally(ctx, &framework.options().commands).await?;
                Ok(data)
            })
        })
        .build();
    let intents = serenity::GatewayIntents::GUILDS;
    let builder = serenity::ClientBuilder::new_with_http(http(base, token), intents);
    let mut client = builder.framework(framework).await.unwrap();
    let task = tokio::spawn(async move {
        client.start_shards(shards).await.unwrap();
    });
    (seen, task)
}
