//! The host: welcomes people, and does what the levers say.
//!
//! May use: the stage, the hall (to look), the bot's buttons. Deliberately absent: answers
//! to questions; that is `house`.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;

use super::scenery::Scenery;
use super::{crowd, house};
use crate::council::{self, Deed, Person, Span, User};
use crate::discord::press::{self, What};
use crate::hall::Hall;
use crate::sandbox::{Id, Lever, Pull, Stage};
use crate::store::CampaignId;

/// The button of the welcome.
pub(super) const BEGIN: &str = "begin";
/// The switch above the channel.
pub(super) const HOUSE: &str = "house";
/// The button beside it.
pub(super) const CROWD: &str = "crowd";
/// How long the bot has to show something.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// Welcomes people, and does what the levers say.
pub(super) struct Host {
    pub(super) stage: Stage,
    pub(super) scenery: Scenery,
    pub(super) hall: Arc<Hall>,
    pub(super) pace: Duration,
    pulls: UnboundedReceiver<Pull>,
}

impl Host {
    pub(super) fn new(stage: Stage, scenery: Scenery, hall: Arc<Hall>, pace: Duration) -> Self {
        let pulls = stage.pulls();
        Host { stage, scenery, hall, pace, pulls }
    }

    /// Puts up the welcome and the switch.
    pub(super) fn welcome(&self) {
        let Some(channel) = self.scenery.channels.first().copied() else { return };
        let host = self.scenery.host;
        self.stage.change(|world| world.notice(channel, host, &welcome(&self.scenery)));
        self.switch(false);
        self.button(false);
    }

    fn button(&self, on: bool) {
        let label = "Let 200 vote".to_owned();
        let hint =
            "The crowd of this server votes, and says what it would do, all at once".to_owned();
        let lever = Lever { id: CROWD.to_owned(), label, hint, on, once: true };
        self.stage.change(|world| world.set_lever(lever));
    }

    fn switch(&self, on: bool) {
        let label = "Let the house play on".to_owned();
        let hint = "Everybody's choices are made for them, a click at a time, as the house advises";
        let lever = Lever { id: HOUSE.to_owned(), label, hint: hint.to_owned(), on, once: false };
        self.stage.change(|world| world.set_lever(lever));
    }

    /// Does what the levers say, for ever.
    pub(super) async fn attend(mut self) {
        let mut playing: Option<Id> = None;
        loop {
            let pace = tokio::time::sleep(self.pace);
            let pull = tokio::select! {
                pull = self.pulls.recv() => match pull {
                    Some(pull) => Some(pull),
                    None => return,
                },
                () = pace, if playing.is_some() => None,
            };
            match (pull, playing) {
                (Some(pull), _) if pull.lever == BEGIN => self.begin(pull.channel).await,
                (Some(pull), _) if pull.lever == CROWD => {
                    self.button(true);
                    crowd::vote(&self, pull.channel).await;
                    self.button(false);
                }
                (Some(pull), None) if pull.lever == HOUSE => {
                    playing = Some(pull.channel);
                    self.switch(true);
                    self.begin_if_idle(pull.channel).await;
                }
                (Some(pull), Some(_)) if pull.lever == HOUSE => {
                    playing = None;
                    self.switch(false);
                }
                (None, Some(channel)) if !house::step(&self, channel).await => {
                    playing = None;
                    self.switch(false);
                }
                _ => {}
            }
        }
    }

    /// The house needs a game that has begun: a lobby is filled, too.
    async fn begin_if_idle(&self, channel: Id) {
        if self.running(channel).await.is_none() {
            self.begin(channel).await;
        }
    }

    /// The campaign that is being played in a channel.
    async fn running(&self, channel: Id) -> Option<CampaignId> {
        let id = self.hall.in_channel(channel).await.ok()??;
        let panel = self.hall.look(id, None).await.ok()?;
        (panel.stage == council::Stage::Running).then_some(id)
    }

    /// Begins a campaign for the four; one that is played already is shown again.
    async fn begin(&self, channel: Id) {
        let Some(first) = self.scenery.advisors.first().copied() else { return };
        if let Some(id) = self.running(channel).await {
            let request = format!("shown-{}-{}", id.0, self.hall.now().0);
            let who = Person::plain(User(first));
            let _ = self.hall.request(id, &request, who, Deed::Show).await;
            return;
        }
        if !matches!(self.hall.in_channel(channel).await, Ok(Some(_))) {
            // The welcome stands before the bot has come, and who is quick clicks it.
            self.stage.connected(1).await;
            if self.stage.slash(first, channel, "campaign new", Vec::new()).await.is_err() {
                return;
            }
        }
        self.hurry(channel, first).await;
        self.sit_down(channel).await;
    }

    /// One person plays everybody here: no ballot needs to be open for hours.
    async fn hurry(&self, channel: Id, first: Id) {
        let Ok(Some(id)) = self.hall.in_channel(channel).await else { return };
        let Ok(panel) = self.hall.look(id, None).await else { return };
        let mut settings = panel.settings;
        settings.people.lasts = Some(Span::MINUTE);
        let request = format!("hurried-{}", id.0);
        let deed = Deed::Set(Box::new(settings));
        let _ = self.hall.request(id, &request, Person::plain(User(first)), deed).await;
    }

    /// Everybody takes a chair of the lobby, and the first of them begins.
    async fn sit_down(&self, channel: Id) {
        let Ok(Some(id)) = self.hall.in_channel(channel).await else { return };
        let go = press::id(id.0, What::Begin);
        let lobby = self.find(channel, &go).await;
        let Some(lobby) = lobby else { return };
        for (chair, user) in self.scenery.advisors.iter().enumerate().skip(1) {
            let sit = press::id(id.0, What::Sit { chair });
            // Who sits there already keeps the chair.
            let _ = self.stage.click(*user, lobby, &sit).await;
        }
        if let Some(first) = self.scenery.advisors.first() {
            let _ = self.stage.click(*first, lobby, &go).await;
        }
    }

    /// The message with a button, as soon as the bot has sent it.
    async fn find(&self, channel: Id, button: &str) -> Option<Id> {
        let with = |world: &crate::sandbox::World| {
            let newest = world.newest(self.scenery.host, channel, 10);
            newest.into_iter().find(|message| message.component(button).is_some())
        };
        self.stage.until(PATIENCE, |world| with(world).is_some()).await;
        with(&self.stage.world()).map(|message| message.id)
    }
}

fn welcome(scenery: &Scenery) -> Value {
    let name = |id: &Id| format!("<@{id}>");
    let four: Vec<String> = scenery.advisors.iter().map(name).collect();
    let text = format!(
        "The last city on Earth needs Advisors: {}. They decide together, and Emberhall keeps the \
         rules; nobody needs to know them. Here you are all four.\n\n\
         1. Press **Begin a campaign**.\n\
         2. Under each question stands who is asked, and until when. Click that name, there or \
         below the channels (on a phone: behind ☰), or press `1` to `4`: now you are that \
         Advisor. A red number beside a name means that the table calls.\n\
         3. Answer with a button. Unsure? **Advice** says what the house would do, and `/rules` \
         explains any word.\n\n\
         Or switch on **Let the house play on** above, and watch the city live or die. The public \
         begins at `5`: eight people who may vote when the city is asked, and **Let 200 vote** \
         brings the crowd. A second window can be somebody else: `?as=Bela`. All \
         commands: type `/`.",
        four.join(", ")
    );
    json!({
        "embeds": [{ "title": "Welcome to New London", "description": text, "color": 0x00E8_9B3C }],
        "components": [{ "type": 1, "components": [{
            "type": 2, "style": 3, "custom_id": BEGIN,
            "label": "Begin a campaign", "emoji": { "name": "🔥" },
        }] }],
        "allowed_mentions": { "parse": [] },
    })
}
