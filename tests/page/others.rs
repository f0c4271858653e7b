//! What Emberhall's bot does not use but a chat client has: forms, menus of people and
//! roles, enlarged pictures, and a bot that does not answer.

use std::sync::Arc;
use std::time::Duration;

use emberhall::sandbox::{Options, Sandbox};
use serde_json::json;
use serenity::all::{
    ActionRowComponent, ClientBuilder, ComponentInteractionDataKind, Context, CreateActionRow,
    CreateAttachment, CreateInputText, CreateInteractionResponse, CreateInteractionResponseMessage,
    CreateModal, EventHandler, GatewayIntents, HttpBuilder, InputTextStyle, Interaction,
};

use crate::kit::DESK;

/// Another bot: it shows a form, and says what it was given.
struct Clerk;

fn said(text: String) -> CreateInteractionResponse {
    let message = CreateInteractionResponseMessage::new().content(text).ephemeral(true);
    CreateInteractionResponse::Message(message)
}

#[serenity::async_trait]
impl EventHandler for Clerk {
    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        match interaction {
            Interaction::Component(it) if it.data.custom_id == "form" => {
                let input = CreateInputText::new(InputTextStyle::Short, "Your name", "name");
                let rows = vec![CreateActionRow::InputText(input)];
                let form = CreateModal::new("given", "The register").components(rows);
                it.create_response(&ctx.http, CreateInteractionResponse::Modal(form))
                    .await
                    .unwrap();
            }
            Interaction::Component(it) => {
                let picked = match &it.data.kind {
                    ComponentInteractionDataKind::UserSelect { values } => values[0].get(),
                    ComponentInteractionDataKind::RoleSelect { values } => values[0].get(),
                    // "Slow": nobody answers.
                    _ => return,
                };
                it.create_response(&ctx.http, said(format!("picked {picked}"))).await.unwrap();
            }
            Interaction::Modal(it) => {
                let ActionRowComponent::InputText(name) = &it.data.components[0].components[0]
                else {
                    panic!("no input");
                };
                let text = format!("written down: {}", name.value.as_deref().unwrap_or_default());
                it.create_response(&ctx.http, said(text)).await.unwrap();
            }
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_menus_of_people_pictures_and_silence_look_as_they_should() {
    let Some(browser) = crate::browser() else { return };
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let (channel, ada, role) = sandbox.change(|world| {
        let owner = world.add_user("Owner");
        let guild = world.add_guild("Office", owner);
        world.invite_bot(guild);
        let ada = world.add_user("Ada");
        world.add_member(guild, ada);
        let role = world.add_role(guild, "Clerks", 0, false);
        (world.add_channel(guild, "desk"), ada, role)
    });
    let http = || {
        let builder = HttpBuilder::new(sandbox.token()).proxy(sandbox.base());
        builder.ratelimiter_disabled(true).build()
    };
    let builder = ClientBuilder::new_with_http(http(), GatewayIntents::GUILDS);
    let mut client = builder.event_handler(Clerk).await.unwrap();
    let shards = Arc::clone(&client.shard_manager);
    let bot = tokio::spawn(async move { client.start().await });
    assert!(sandbox.connected(1).await);
    let body = json!({ "content": "look ||behind this||", "components": [
        { "type": 1, "components": [
            { "type": 2, "style": 1, "label": "Form", "custom_id": "form" },
            { "type": 2, "style": 4, "label": "Slow", "custom_id": "slow" }] },
        { "type": 1, "components": [{ "type": 5, "custom_id": "people" }] },
        { "type": 1, "components": [{ "type": 6, "custom_id": "roles" }] }] });
    let picture =
        CreateAttachment::bytes(&include_bytes!("../../assets/samples/card.png")[..], "card.png");
    http().send_message(channel.into(), vec![picture], &body).await.unwrap();

    let window = browser.open(&format!("{}/?as=Ada", sandbox.base()), DESK).await;
    // What is below a picture moves when it has come.
    window.until("document.querySelector('button.picture img')?.naturalWidth > 0").await;
    window.click("[data-custom-id=form]").await;
    window.until("document.activeElement?.name === 'name'").await;
    window.screenshot("11-a-form").await;
    window.eval("document.querySelector('.modal input').value = 'Hilda'").await;
    window.click(".modal .ends .primary").await;
    window.until("document.body.innerText.includes('written down: Hilda')").await;
    // What was said comes by the stream, and may be there before the answer that closes the form.
    window.until("!document.querySelector('.modal')").await;

    window.click("[data-custom-id=people]").await;
    window.click(&format!(".option[data-value='{ada}']")).await;
    window.until(&format!("document.body.innerText.includes('picked {ada}')")).await;
    window.click("[data-custom-id=roles]").await;
    window.click(&format!(".option[data-value='{role}']")).await;
    window.until(&format!("document.body.innerText.includes('picked {role}')")).await;

    window.click("button.picture").await;
    window.until("!!document.querySelector('#layer img')").await;
    window.screenshot("12-a-picture").await;
    window.press("Escape").await;
    window.until("!document.querySelector('#layer img')").await;

    window.click("[data-custom-id=slow]").await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    window.until("/failed/i.test(document.body.innerText)").await;
    window.screenshot("13-no-answer").await;
    shards.shutdown_all().await;
    let _ = bot.await;
}
