//! Controller of the playground: posts the welcome message and handles the toggles above the
//! channel.
//!
//! Answers to questions are given in `autoplay` and `crowd`.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;

use super::demo_server::DemoServer;
use super::{autoplay, crowd};
use crate::council::{self, Request, Requester, Span, UserId};
use crate::discord::custom_id::{self, ButtonAction};
use crate::hall::Hall;
use crate::sandbox::{ControlEvent, Id, SandboxHandle, Toggle};
use crate::store::CampaignId;

/// Id of the button of the welcome message.
pub(super) const BEGIN: &str = "begin";
/// Id of the toggle that switches autoplay on and off.
pub(super) const HOUSE: &str = "house";
/// Id of the toggle that starts autoplay until the next round.
pub(super) const ROUND: &str = "round";
/// Id of the toggle that changes the speed of autoplay.
pub(super) const SPEED: &str = "speed";
/// Id of the toggle that makes the crowd vote.
pub(super) const CROWD: &str = "crowd";
/// Speeds of autoplay: label, and factor of the usual pause in tenths.
const SPEEDS: [(&str, u32); 3] = [("normal", 10), ("fast", 2), ("slow", 30)];
/// Timeout for a message of the bot to appear.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// Handles the toggles and runs autoplay.
pub(super) struct Controller {
    pub(super) stage: SandboxHandle,
    pub(super) scenery: DemoServer,
    pub(super) hall: Arc<Hall>,
    pace: Duration,
    /// Index into `SPEEDS`, modulo its length.
    speed: usize,
    pulls: UnboundedReceiver<ControlEvent>,
}

/// Active autoplay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Playing {
    channel: Id,
    /// The round to stop after, if any.
    within: Option<u32>,
}

impl Controller {
    pub(super) fn new(
        stage: SandboxHandle,
        scenery: DemoServer,
        hall: Arc<Hall>,
        pace: Duration,
    ) -> Self {
        let pulls = stage.pulls();
        Controller { stage, scenery, hall, pace, speed: 0, pulls }
    }

    /// Posts the welcome message and sets the toggles.
    pub(super) fn welcome(&self) {
        let Some(channel) = self.scenery.channels.first().copied() else { return };
        let host = self.scenery.host;
        let text = match self.stage.room() {
            Some(_) => room_text(&self.scenery),
            None => solo_text(&self.scenery),
        };
        let welcome = welcome(&text);
        self.stage.change(|world| world.notice(channel, host, &welcome));
        self.show(None);
        self.button(false);
    }

    fn button(&self, on: bool) {
        let hint = "The crowd of this server votes, and says what it would do, all at once";
        self.set(CROWD, "Let 200 vote", hint, (on, true));
    }

    /// Updates the toggles of autoplay to its state.
    fn show(&self, playing: Option<Playing>) {
        let within = playing.is_some_and(|playing| playing.within.is_some());
        let hint = "Everybody's choices are made for them, a click at a time, as the house advises";
        self.set(HOUSE, "Let the house play on", hint, (playing.is_some() && !within, false));
        let hint = "The house plays until the next round begins, and stops there";
        self.set(ROUND, "One round", hint, (within, true));
        let (speed, _) = SPEEDS[self.speed % SPEEDS.len()];
        let hint = "How long the house looks at each question: click for another speed";
        self.set(SPEED, &format!("Speed: {speed}"), hint, (false, true));
    }

    fn set(&self, id: &str, label: &str, hint: &str, (on, once): (bool, bool)) {
        let [id, label, hint] = [id, label, hint].map(str::to_owned);
        self.stage.change(|world| world.set_toggle(Toggle { id, label, hint, on, once }));
    }

    fn pause(&self) -> Duration {
        self.pace * SPEEDS[self.speed % SPEEDS.len()].1 / 10
    }

    /// Runs until the sandbox closes: handles control events and plays on.
    pub(super) async fn attend(mut self) {
        let mut playing: Option<Playing> = None;
        loop {
            let pause = tokio::time::sleep(self.pause());
            let event = tokio::select! {
                event = self.pulls.recv() => match event {
                    Some(event) => Some(event),
                    None => return,
                },
                () = pause, if playing.is_some() => None,
            };
            playing = match event {
                Some(event) => self.handle(&event, playing).await,
                None => self.play_on(playing).await,
            };
        }
    }

    /// Handles a control event and returns the new state of autoplay.
    async fn handle(&mut self, event: &ControlEvent, playing: Option<Playing>) -> Option<Playing> {
        let playing = match event.lever.as_str() {
            BEGIN => {
                self.begin(event.channel).await;
                playing
            }
            CROWD => {
                self.button(true);
                crowd::vote(self, event.channel).await;
                self.button(false);
                playing
            }
            SPEED => {
                self.speed += 1;
                playing
            }
            HOUSE => match playing {
                Some(Playing { within: None, .. }) => None,
                Some(one) => Some(Playing { within: None, ..one }),
                None => self.start(event.channel, false).await,
            },
            ROUND => match playing {
                Some(one) if one.within.is_none() => {
                    self.round(one.channel).await.map(|now| Playing { within: Some(now), ..one })
                }
                Some(one) => Some(one),
                None => self.start(event.channel, true).await,
            },
            _ => playing,
        };
        self.show(playing);
        playing
    }

    /// Starts autoplay, until the end or for one round. Updates the toggle first: beginning a
    /// campaign takes a while, and a second click would switch it off again.
    async fn start(&self, channel: Id, round: bool) -> Option<Playing> {
        self.show(Some(Playing { channel, within: round.then_some(0) }));
        self.begin_if_idle(channel).await;
        let now = self.round(channel).await?;
        Some(Playing { channel, within: round.then_some(now) })
    }

    /// Makes one click of autoplay, unless its round is over. Returns the new state.
    async fn play_on(&self, playing: Option<Playing>) -> Option<Playing> {
        let now = playing?;
        let over = now.within.is_some() && self.round(now.channel).await != now.within;
        let goes_on = !over && autoplay::step(self, now.channel).await;
        if !goes_on {
            self.show(None);
        }
        playing.filter(|_| goes_on)
    }

    /// The current round of the campaign in a channel.
    async fn round(&self, channel: Id) -> Option<u32> {
        let id = self.hall.campaign_in_channel(channel).await.ok()??;
        Some(self.hall.view(id, None).await.ok()?.progress.round)
    }

    /// Begins a campaign unless one is running. An open lobby is filled and begun.
    async fn begin_if_idle(&self, channel: Id) {
        if self.running(channel).await.is_none() {
            self.begin(channel).await;
        }
    }

    /// The running campaign in a channel.
    async fn running(&self, channel: Id) -> Option<CampaignId> {
        let id = self.hall.campaign_in_channel(channel).await.ok()??;
        let view = self.hall.view(id, None).await.ok()?;
        (view.status == council::CampaignStatus::Running).then_some(id)
    }

    /// The players: the Advisors taken by guests of the room, or all four if none is taken.
    fn players(&self) -> Vec<Id> {
        let taken = self.stage.room().map(|room| room.taken()).unwrap_or_default();
        let all = &self.scenery.advisors;
        let there: Vec<Id> = all.iter().copied().filter(|one| taken.contains(one)).collect();
        if there.is_empty() { all.clone() } else { there }
    }

    /// Begins a campaign for the players; a running one is shown again instead.
    async fn begin(&self, channel: Id) {
        let Some(first) = self.players().first().copied() else { return };
        if let Some(id) = self.running(channel).await {
            let request_id = format!("shown-{}-{}", id.0, self.hall.now().0);
            let who = Requester::plain(UserId(first));
            let _ = self.hall.request(id, &request_id, who, Request::Show).await;
            return;
        }
        if !matches!(self.hall.campaign_in_channel(channel).await, Ok(Some(_))) {
            // The welcome message is posted before the bot has connected, and can be clicked early.
            self.stage.connected(1).await;
            if self.stage.slash(first, channel, "campaign new", Vec::new()).await.is_err() {
                return;
            }
        }
        self.shorten_ballots(channel, first).await;
        self.fill_lobby(channel).await;
    }

    /// Shortens the ballots of a campaign: one person plays all members here.
    async fn shorten_ballots(&self, channel: Id, first: Id) {
        let Ok(Some(id)) = self.hall.campaign_in_channel(channel).await else { return };
        let Ok(view) = self.hall.view(id, None).await else { return };
        let mut settings = view.settings;
        settings.public_vote.duration = Some(Span::MINUTE);
        let request_id = format!("hurried-{}", id.0);
        let request = Request::ChangeSettings(Box::new(settings));
        let _ = self.hall.request(id, &request_id, Requester::plain(UserId(first)), request).await;
    }

    /// Seats all players in the lobby; the first one then begins the campaign.
    async fn fill_lobby(&self, channel: Id) {
        let Ok(Some(id)) = self.hall.campaign_in_channel(channel).await else { return };
        let go = custom_id::id(id.0, ButtonAction::Begin);
        let lobby = self.find(channel, &go).await;
        let Some(lobby) = lobby else { return };
        let players = self.players();
        for (chair, user) in players.iter().enumerate().skip(1) {
            let sit = custom_id::id(id.0, ButtonAction::Sit { chair });
            // Fails if the seat is taken; its holder keeps it.
            let _ = self.stage.click(*user, lobby, &sit).await;
        }
        if let Some(first) = players.first() {
            let _ = self.stage.click(*first, lobby, &go).await;
        }
    }

    /// Waits for a message with a button. Returns `None` after `PATIENCE`.
    async fn find(&self, channel: Id, button: &str) -> Option<Id> {
        let with = |world: &crate::sandbox::World| {
            let newest = world.newest(self.scenery.host, channel, 10);
            newest.into_iter().find(|message| message.component(button).is_some())
        };
        self.stage.until(PATIENCE, |world| with(world).is_some()).await;
        with(&self.stage.world()).map(|message| message.id)
    }
}

/// Mentions of the Advisors.
fn mentions(server: &DemoServer) -> String {
    let names: Vec<String> = server.advisors.iter().map(|id| format!("<@{id}>")).collect();
    names.join(", ")
}

/// Welcome text for a single person.
fn solo_text(server: &DemoServer) -> String {
    format!(
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
        mentions(server)
    )
}

/// Welcome text for a room of friends, each on their own phone.
fn room_text(server: &DemoServer) -> String {
    format!(
        "The last city on Earth needs Advisors: {}. You decide together, and Emberhall keeps the rules; \
         nobody needs to know them.\n\n\
         1. Each of you scans the code on the host's screen: your phone is one of the four, and stays it. \
         Who comes fifth is one of the public, who vote too.\n\
         2. When everybody is in, one of you presses **Begin a campaign**.\n\
         3. Under each question stands who is asked. Answer with a button. Unsure? **Advice** says what the \
         house would do, and `/rules` explains any word.",
        mentions(server)
    )
}

fn welcome(text: &str) -> Value {
    json!({
        "embeds": [{ "title": "Welcome to New London", "description": text, "color": 0x00E8_9B3C }],
        "components": [{ "type": 1, "components": [{
            "type": 2, "style": 3, "custom_id": BEGIN,
            "label": "Begin a campaign", "emoji": { "name": "🔥" },
        }] }],
        "allowed_mentions": { "parse": [] },
    })
}
