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
use crate::council::{self, Request, Requester, Span, UserId};
use crate::discord::custom_id::{self, ButtonAction};
use crate::hall::Hall;
use crate::sandbox::{Id, Lever, Pull, Stage};
use crate::store::CampaignId;

/// The button of the welcome.
pub(super) const BEGIN: &str = "begin";
/// The switch above the channel.
pub(super) const HOUSE: &str = "house";
/// Beside it: until the next round, and how fast.
pub(super) const ROUND: &str = "round";
pub(super) const SPEED: &str = "speed";
/// The button of the public.
pub(super) const CROWD: &str = "crowd";
/// How fast the house plays: the word for it, and how much of its usual pause it makes, in tenths.
const SPEEDS: [(&str, u32); 3] = [("normal", 10), ("fast", 2), ("slow", 30)];
/// How long the bot has to show something.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// Welcomes people, and does what the levers say.
pub(super) struct Host {
    pub(super) stage: Stage,
    pub(super) scenery: Scenery,
    pub(super) hall: Arc<Hall>,
    pace: Duration,
    /// Which of the speeds.
    speed: usize,
    pulls: UnboundedReceiver<Pull>,
}

/// The house plays on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Playing {
    channel: Id,
    /// Only as long as this round goes on.
    within: Option<u32>,
}

impl Host {
    pub(super) fn new(stage: Stage, scenery: Scenery, hall: Arc<Hall>, pace: Duration) -> Self {
        let pulls = stage.pulls();
        Host { stage, scenery, hall, pace, speed: 0, pulls }
    }

    /// Puts up the welcome and the switch.
    pub(super) fn welcome(&self) {
        let Some(channel) = self.scenery.channels.first().copied() else { return };
        let host = self.scenery.host;
        let text = match self.stage.room() {
            Some(_) => among_friends(&self.scenery),
            None => alone(&self.scenery),
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

    /// The levers of the house, as they stand while it plays or does not.
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
        self.stage.change(|world| world.set_lever(Lever { id, label, hint, on, once }));
    }

    fn pause(&self) -> Duration {
        self.pace * SPEEDS[self.speed % SPEEDS.len()].1 / 10
    }

    /// Does what the levers say, for ever.
    pub(super) async fn attend(mut self) {
        let mut playing: Option<Playing> = None;
        loop {
            let pause = tokio::time::sleep(self.pause());
            let pull = tokio::select! {
                pull = self.pulls.recv() => match pull {
                    Some(pull) => Some(pull),
                    None => return,
                },
                () = pause, if playing.is_some() => None,
            };
            playing = match pull {
                Some(pull) => self.obey(&pull, playing).await,
                None => self.play_on(playing).await,
            };
        }
    }

    /// Does what a lever says; whether the house plays after it.
    async fn obey(&mut self, pull: &Pull, playing: Option<Playing>) -> Option<Playing> {
        let playing = match pull.lever.as_str() {
            BEGIN => {
                self.begin(pull.channel).await;
                playing
            }
            CROWD => {
                self.button(true);
                crowd::vote(self, pull.channel).await;
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
                None => self.start(pull.channel, false).await,
            },
            ROUND => match playing {
                Some(one) if one.within.is_none() => {
                    self.round(one.channel).await.map(|now| Playing { within: Some(now), ..one })
                }
                Some(one) => Some(one),
                None => self.start(pull.channel, true).await,
            },
            _ => playing,
        };
        self.show(playing);
        playing
    }

    /// Starts playing, until the end or for one round. The switch shows it at once: beginning a
    /// campaign takes a while, and a second click would switch it off again.
    async fn start(&self, channel: Id, round: bool) -> Option<Playing> {
        self.show(Some(Playing { channel, within: round.then_some(0) }));
        self.begin_if_idle(channel).await;
        let now = self.round(channel).await?;
        Some(Playing { channel, within: round.then_some(now) })
    }

    /// One click of the house, unless its round is over.
    async fn play_on(&self, playing: Option<Playing>) -> Option<Playing> {
        let now = playing?;
        let over = now.within.is_some() && self.round(now.channel).await != now.within;
        let goes_on = !over && house::step(self, now.channel).await;
        if !goes_on {
            self.show(None);
        }
        playing.filter(|_| goes_on)
    }

    /// The round of the campaign in a channel.
    async fn round(&self, channel: Id) -> Option<u32> {
        let id = self.hall.campaign_in_channel(channel).await.ok()??;
        Some(self.hall.view(id, None).await.ok()?.progress.round)
    }

    /// The house needs a game that has begun: a lobby is filled, too.
    async fn begin_if_idle(&self, channel: Id) {
        if self.running(channel).await.is_none() {
            self.begin(channel).await;
        }
    }

    /// The campaign that is being played in a channel.
    async fn running(&self, channel: Id) -> Option<CampaignId> {
        let id = self.hall.campaign_in_channel(channel).await.ok()??;
        let panel = self.hall.view(id, None).await.ok()?;
        (panel.status == council::CampaignStatus::Running).then_some(id)
    }

    /// Those who play: in a room the ones somebody has taken, everywhere else all four.
    fn players(&self) -> Vec<Id> {
        let taken = self.stage.room().map(|room| room.taken()).unwrap_or_default();
        let all = &self.scenery.advisors;
        let there: Vec<Id> = all.iter().copied().filter(|one| taken.contains(one)).collect();
        if there.is_empty() { all.clone() } else { there }
    }

    /// Begins a campaign for those who play; one that is played already is shown again.
    async fn begin(&self, channel: Id) {
        let Some(first) = self.players().first().copied() else { return };
        if let Some(id) = self.running(channel).await {
            let request = format!("shown-{}-{}", id.0, self.hall.now().0);
            let who = Requester::plain(UserId(first));
            let _ = self.hall.request(id, &request, who, Request::Show).await;
            return;
        }
        if !matches!(self.hall.campaign_in_channel(channel).await, Ok(Some(_))) {
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
        let Ok(Some(id)) = self.hall.campaign_in_channel(channel).await else { return };
        let Ok(panel) = self.hall.view(id, None).await else { return };
        let mut settings = panel.settings;
        settings.public_vote.duration = Some(Span::MINUTE);
        let request = format!("hurried-{}", id.0);
        let deed = Request::ChangeSettings(Box::new(settings));
        let _ = self.hall.request(id, &request, Requester::plain(UserId(first)), deed).await;
    }

    /// Everybody takes a chair of the lobby, and the first of them begins.
    async fn sit_down(&self, channel: Id) {
        let Ok(Some(id)) = self.hall.campaign_in_channel(channel).await else { return };
        let go = custom_id::id(id.0, ButtonAction::Begin);
        let lobby = self.find(channel, &go).await;
        let Some(lobby) = lobby else { return };
        let players = self.players();
        for (chair, user) in players.iter().enumerate().skip(1) {
            let sit = custom_id::id(id.0, ButtonAction::Sit { chair });
            // Who sits there already keeps the chair.
            let _ = self.stage.click(*user, lobby, &sit).await;
        }
        if let Some(first) = players.first() {
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

/// The four, as they are called.
fn four(scenery: &Scenery) -> String {
    let names: Vec<String> = scenery.advisors.iter().map(|id| format!("<@{id}>")).collect();
    names.join(", ")
}

/// For one person, who is everybody.
fn alone(scenery: &Scenery) -> String {
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
        four(scenery)
    )
}

/// For friends, each on a phone of their own.
fn among_friends(scenery: &Scenery) -> String {
    format!(
        "The last city on Earth needs Advisors: {}. You decide together, and Emberhall keeps the rules; \
         nobody needs to know them.\n\n\
         1. Each of you scans the code on the host's screen: your phone is one of the four, and stays it. \
         Who comes fifth is one of the public, who vote too.\n\
         2. When everybody is in, one of you presses **Begin a campaign**.\n\
         3. Under each question stands who is asked. Answer with a button. Unsure? **Advice** says what the \
         house would do, and `/rules` explains any word.",
        four(scenery)
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
