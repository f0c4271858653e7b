//! Campaigns of people who click at random, watched from outside: what is posted,
//! who is called, and whether anybody reads what is not theirs.
//!
//! They are played once for all tests that look at them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use emberhall::council::view::CouncilView;
use emberhall::council::{CampaignStatus, UserId};
use emberhall::game::{Game, Seat, Viewer};
use emberhall::sandbox::{Id, RecordedRequest, ShownMessage};
use emberhall::store::CampaignId;
use serde_json::{Value, json};
use tokio::sync::OnceCell;

use crate::kit::{Scene, games};
use crate::players::Dice;

/// How many of the newest messages of a channel may still change.
const RECENT: usize = 20;

/// What was seen of one campaign.
#[derive(Default)]
pub struct Seen {
    pub about: String,
    pub players: usize,
    /// Headings of the bot's messages in each round that was played to its end.
    pub posts: BTreeMap<u32, Vec<String>>,
    /// Clicks of each turn.
    pub turns: Vec<usize>,
    /// Everything that was wrong, by what it was.
    pub leaks: Vec<String>,
    pub calls: Vec<String>,
    pub slips: Vec<String>,
    pub violations: Vec<String>,
    /// How often somebody was called at all.
    pub called: usize,
    /// How many hidden names were looked for.
    pub hidden: usize,
}

static ALL: OnceCell<Vec<Seen>> = OnceCell::const_new();

/// Six campaigns of four, and some of fewer.
pub async fn all() -> &'static [Seen] {
    ALL.get_or_init(|| async {
        let four = (21..27).map(|seed| (4, seed, if seed < 23 { 3 } else { 2 }));
        let fewer = [(1, 31, 3), (2, 32, 2), (3, 33, 2)];
        let mut seen = Vec::new();
        let mut walks: Vec<_> = four.chain(fewer).collect();
        while !walks.is_empty() {
            let pair: Vec<_> = walks.drain(..walks.len().min(2)).collect();
            let pair: Vec<_> = pair.into_iter().map(|walk| tokio::spawn(walked(walk))).collect();
            for walk in pair {
                seen.push(walk.await.unwrap());
            }
        }
        seen
    })
    .await
}

async fn walked((players, seed, rounds): (usize, u64, u32)) -> Seen {
    let mut scene = Scene::new(players).await;
    // With lessons: the limits must hold for newcomers, too.
    let id = scene.begin_with(seed, vec![("lessons", json!(0))]).await;
    let mut dice = Dice(seed);
    let about = format!("{players} players, seed {seed}");
    let seen = Seen { about, players, ..Seen::default() };
    let mut watch = Watch { scene: &scene, id, seen, ..Watch::new(&scene, id) };
    for clicks in 0..3000 {
        scene.settled().await;
        let panel = scene.look(id).await;
        watch.look(&panel).await;
        if panel.status == CampaignStatus::Over || panel.progress.round > rounds {
            break;
        }
        if clicks % 40 == 20 {
            chatter(&scene, clicks).await;
        }
        scene.step(id, &mut dice).await;
    }
    let mut seen = watch.done();
    seen.violations = scene.sandbox.violations();
    seen.slips.extend(scene.sandbox.requests().iter().filter_map(unsaid));
    scene.stop().await;
    seen
}

/// Now and then somebody looks things up.
async fn chatter(scene: &Scene, clicks: usize) {
    let user = scene.people[clicks / 40 % scene.people.len()];
    scene.command(user, "campaign board", vec![("text", json!(true))]).await;
    scene.command(user, "campaign log", vec![]).await;
    scene.command(user, "campaign hand", vec![]).await;
    scene.command(scene.stranger, "campaign log", vec![]).await;
    scene.command(scene.stranger, "advise", vec![]).await;
}

/// A request that does not say who may be called.
fn unsaid(request: &RecordedRequest) -> Option<String> {
    let body = match request.body.get("data") {
        Some(data) if matches!(request.body["type"].as_u64(), Some(4 | 7)) => data,
        Some(_) => return None,
        None if request.route.contains("/messages") || request.route.contains("/webhooks/") => {
            &request.body
        }
        None => return None,
    };
    if !body.is_object() || body.get("allowed_mentions").is_some_and(is_explicit) {
        return None;
    }
    Some(format!("{} {}: {body}", request.method, request.route))
}

fn is_explicit(allowed: &Value) -> bool {
    allowed["parse"].as_array().is_some_and(Vec::is_empty) && allowed["users"].is_array()
}

struct Watch<'a> {
    scene: &'a Scene,
    id: CampaignId,
    game: Arc<dyn Game>,
    seen: Seen,
    /// Messages as they were when they were read last.
    read: HashMap<Id, Value>,
    newest: Id,
    round: u32,
    /// Whom which question has called.
    called: BTreeSet<(u32, UserId)>,
    /// Names of cards everybody has seen; and those each seat has had.
    public: BTreeSet<String>,
    own: Vec<BTreeSet<String>>,
    /// The turn that is being taken: its question, and clicks since.
    turn: Option<usize>,
}

impl<'a> Watch<'a> {
    fn new(scene: &'a Scene, id: CampaignId) -> Self {
        Watch {
            scene,
            id,
            game: games().remove(0),
            seen: Seen::default(),
            read: HashMap::new(),
            newest: 0,
            round: 0,
            called: BTreeSet::new(),
            public: BTreeSet::new(),
            own: vec![BTreeSet::new(); 4],
            turn: None,
        }
    }

    async fn look(&mut self, panel: &CouncilView) {
        let mut messages = self.scene.messages();
        // Older ones are not changed any more.
        messages.drain(..messages.len().saturating_sub(RECENT));
        let new: Vec<ShownMessage> =
            messages.iter().filter(|message| message.id > self.newest).cloned().collect();
        self.newest = messages.last().map_or(0, |message| message.id);
        self.count(panel, &new);
        self.pings(panel, &new);
        self.leaks(messages).await;
    }

    fn count(&mut self, panel: &CouncilView, new: &[ShownMessage]) {
        self.round = panel.progress.round;
        for message in new {
            let last = message.embeds().last().map(|embed| embed["title"].to_string());
            let asked = panel.questions.first().map(|asked| asked.ask.clone());
            let heading = format!("{} {asked:?}", last.unwrap_or_default());
            self.seen.posts.entry(self.round).or_default().push(heading);
            let ids = message.custom_ids();
            let different: BTreeSet<&&str> = ids.iter().collect();
            if different.len() != ids.len() {
                self.seen.slips.push(format!("the same button twice: {ids:?}"));
            }
        }
        let ask = panel.questions.first().map(|asked| asked.ask.as_str());
        match (ask, self.turn) {
            (Some("turn"), clicks) => {
                self.seen.turns.extend(clicks);
                self.turn = Some(1);
            }
            (Some("end_actions") | None, Some(clicks)) => {
                self.seen.turns.push(clicks);
                self.turn = None;
            }
            (Some(_), Some(clicks)) => self.turn = Some(clicks + 1),
            (_, None) => {}
        }
    }

    fn pings(&mut self, panel: &CouncilView, new: &[ShownMessage]) {
        for message in new {
            for user in message.pinged.iter().map(|user| UserId(*user)) {
                self.seen.called += 1;
                let open = panel.questions.iter().filter(|asked| asked.waiting.contains(&user));
                let open: Vec<u32> = open.map(|asked| asked.number).collect();
                let fresh = open.iter().any(|number| !self.called.contains(&(*number, user)));
                if !fresh {
                    let said = message.text();
                    self.seen.calls.push(format!("{user:?} is called for {open:?}: {said}"));
                }
                self.called.extend(open.into_iter().map(|number| (number, user)));
            }
        }
    }

    /// Nobody reads the name of a card that only another has in hand.
    async fn leaks(&mut self, channel: Vec<ShownMessage>) {
        let hands = self.hands().await;
        for (seat, hand) in hands.iter().enumerate() {
            self.own[seat].extend(hand.iter().cloned());
        }
        let everybody = self.fresh(channel);
        let all: BTreeSet<String> = hands.iter().flatten().cloned().collect();
        let hidden: Vec<String> = all.difference(&self.public).cloned().collect();
        self.seen.hidden += hidden.len();
        self.search(&everybody, &hidden, "the channel");
        let people = self.scene.people.clone();
        for (seat, user) in people.iter().enumerate() {
            let private = self.fresh(self.scene.sandbox.private(*user, self.scene.channel));
            let others: Vec<String> =
                hidden.iter().filter(|name| !self.own[seat].contains(*name)).cloned().collect();
            self.search(&private, &others, &format!("private message of seat {seat}"));
        }
        let private = self.scene.sandbox.private(self.scene.stranger, self.scene.channel);
        let private = self.fresh(private);
        self.search(&private, &hidden, "private message of a stranger");
    }

    /// Messages that are new or have changed.
    fn fresh(&mut self, messages: Vec<ShownMessage>) -> Vec<ShownMessage> {
        let read = &mut self.read;
        let fresh = |message: &ShownMessage| {
            read.insert(message.id, message.value.clone()).as_ref() != Some(&message.value)
        };
        messages.into_iter().filter(fresh).collect()
    }

    fn search(&mut self, messages: &[ShownMessage], hidden: &[String], place: &str) {
        for message in messages {
            // All of it: labels of menus and descriptions of pictures, too.
            let text = message.value.to_string();
            if text.contains(['⟨', '⟩']) || text.contains("{$") {
                self.seen.slips.push(format!("words are missing: {text}"));
            }
            if let Some(name) = hidden.iter().find(|name| text.contains(*name)) {
                self.seen.leaks.push(format!("{name} in {place}: {}", message.text()));
            }
        }
    }

    /// The names of the cards each seat has in hand; what everybody sees is noted.
    async fn hands(&mut self) -> Vec<Vec<String>> {
        let look = |campaign: &emberhall::council::Campaign| {
            let seats = campaign.council().seating.0.len();
            let table = campaign.table()?;
            let hands: Vec<Value> =
                (0..seats).map(|seat| table.view(Viewer::Seat(Seat(seat as u8)))).collect();
            Some((table.view(Viewer::Public), hands))
        };
        let looked = self.scene.hall().read(self.id, look).await.unwrap();
        let Some((public, views)) = looked else { return Vec::new() };
        let mut ids = Vec::new();
        strings(&public, &mut ids);
        let names: Vec<String> = ids.iter().filter_map(|id| self.name(id)).collect();
        self.public.extend(names);
        let hand = |(seat, view): (usize, &Value)| {
            let cards = view["seats"][seat]["hand"].as_array().expect("one's own hand is seen");
            cards.iter().filter_map(|card| self.name(card.as_str()?)).collect()
        };
        views.iter().enumerate().map(hand).collect()
    }

    fn name(&self, id: &str) -> Option<String> {
        let first = id.split('.').next()?;
        if !first.starts_with('C') || first.len() != 3 {
            return None;
        }
        Some(self.game.card(first, "en")?.title)
    }

    fn done(mut self) -> Seen {
        // The round it stopped in was not played to its end.
        self.seen.posts.remove(&self.round);
        self.seen
    }
}

fn strings(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(all) => all.iter().for_each(|one| strings(one, found)),
        Value::Object(all) => all.values().for_each(|one| strings(one, found)),
        _ => {}
    }
}
