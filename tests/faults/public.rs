//! A server beside the table: whole campaigns in which the bot is taken away while votes are cast
//! and while they are counted. Every vote somebody was told of counts, once, and the result is the
//! one that the votes add up to.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use emberhall::council::log::{Answered, DecidedBy, effective_answers};
use emberhall::council::question::Resolver;
use emberhall::council::view::{BallotView, CouncilView};
use emberhall::council::{CampaignStatus, Span, UserId};
use emberhall::discord::{Bot, StartError, custom_id};
use emberhall::hall::clock::Clock;
use emberhall::sandbox::{ActionResult, Id, Options, ShownMessage, World};
use emberhall::store::{CampaignId, StoreError};
use serde_json::json;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use crate::kit::Scene;
use crate::players::{Dice, Offer};
use crate::restarts::replayed;

const SOON: Duration = Duration::from_secs(20);
/// So often may somebody be asked to vote again because nothing was said to them.
const TRIES: usize = 5;

/// A server around a table, and what it remembers of its votes.
struct Server {
    scene: Scene,
    /// The bot runs here, on threads of its own: they can be taken away in the middle of anything.
    threads: Option<Runtime>,
    id: CampaignId,
    public: Vec<Id>,
    standing: bool,
    dice: Dice,
    /// The last ballot that was seen, and everybody's vote on it that they were told of.
    edition: u32,
    votes: BTreeMap<UserId, String>,
    /// What was counted, by question; and the message of each ballot.
    counted: BTreeMap<u32, Counted>,
    ballots: Vec<Id>,
    kills: u32,
}

#[derive(Debug, PartialEq)]
struct Counted {
    tally: BTreeMap<String, u32>,
    advisors: bool,
}

/// A ballot as somebody finds it: its message, its menu, and what stands in it.
#[derive(Clone)]
struct Paper {
    message: Id,
    menu: String,
    values: Vec<String>,
    choices: Vec<String>,
}

impl Server {
    /// A table of three with so many people beside it, in a mode of the ballot.
    async fn open(public: usize, mode: usize, sealed: bool, seed: u64) -> Server {
        // The stranger and the owner are people of the server, too.
        let mut scene = Scene::among(public - 2, 3, Options::default()).await;
        let threads = start(&mut scene).await;
        let id = scene.begin(seed).await;
        let set = vec![("mode", json!(mode)), ("tally", json!(usize::from(sealed)))];
        scene.slash(scene.people[0], "campaign settings", set).await;
        scene.settled().await;
        let public = [vec![scene.stranger, scene.owner], scene.citizens.clone()].concat();
        Server {
            scene,
            threads: Some(threads),
            id,
            public,
            standing: mode == STANDING,
            dice: Dice(seed),
            edition: 0,
            votes: BTreeMap::new(),
            counted: BTreeMap::new(),
            ballots: Vec::new(),
            kills: 0,
        }
    }

    /// The bot is gone, in the middle of whatever it did, and comes back.
    async fn kill(&mut self) {
        self.let_go();
        drop(self.scene.bot.take());
        self.threads = Some(start(&mut self.scene).await);
        // What the dying bot could not send is tried again after a pause.
        self.scene.clock.advance(Span::MINUTE);
        self.kills += 1;
    }

    /// Takes away the bot's threads.
    fn let_go(&mut self) {
        if let Some(threads) = self.threads.take() {
            threads.shutdown_background();
        }
    }

    /// Plays until a ballot stands in the channel.
    async fn until_a_ballot(&mut self) {
        let stands =
            |message: &ShownMessage| message.custom_ids().iter().any(|id| id.contains(":y:"));
        loop {
            self.scene.settled().await;
            let panel = self.scene.look(self.id).await;
            if self.scene.messages().iter().any(stands) {
                return self.meet(panel.ballot.as_ref());
            }
            self.step(&panel).await;
        }
    }

    /// Plays to the end, and casts votes whenever there is a ballot.
    async fn play_out(&mut self) {
        loop {
            self.scene.settled().await;
            let panel = self.scene.look(self.id).await;
            if panel.status == CampaignStatus::Over {
                return;
            }
            self.meet(panel.ballot.as_ref());
            let Some(asked) = panel.questions.iter().find(|asked| {
                asked.resolver == Resolver::Public
                    && asked.escalation.is_none()
                    && panel.ballot.is_some()
            }) else {
                self.stand(&panel).await;
                self.step(&panel).await;
                continue;
            };
            self.asked(asked.number).await;
        }
    }

    /// Somebody who is waited for does what the house advises: a city that lives longer asks its
    /// people more often.
    async fn step(&mut self, panel: &CouncilView) {
        let asked = self.dice.pick(&panel.questions);
        let user = asked.waiting.first().expect("somebody is waited for").0;
        let seen = self.scene.hall().view(self.id, Some(UserId(user))).await.unwrap();
        let seen = seen.questions.into_iter().find(|one| one.number == asked.number);
        let decision = seen.and_then(|one| one.decision).expect("a question one sees").id;
        let seed = u64::from(asked.number);
        let advice = self.scene.hall().read(self.id, move |campaign| {
            campaign.table().and_then(|table| table.advice(decision, seed))
        });
        let advised = advice.await.unwrap().map(|counsel| counsel.choice);
        let offers = self.scene.before(self.id, user, &asked).await;
        let button = advised.as_ref().map(|key| custom_id::answer(self.id.0, asked.number, key));
        let is_advised =
            |offer: &&Offer| button.as_ref() == Some(&offer.id) || offer.value == advised;
        let offer = offers.iter().find(is_advised).cloned();
        self.scene.take(user, &offer.unwrap_or_else(|| self.dice.pick(&offers))).await;
    }

    /// Another ballot takes over the votes that still fit, if it stands; one that opens only when it
    /// is asked begins with none.
    fn meet(&mut self, ballot: Option<&BallotView>) {
        let Some(ballot) = ballot.filter(|ballot| ballot.edition != self.edition) else { return };
        let offers = if self.standing { open(ballot) } else { Vec::new() };
        self.votes.retain(|_, choice| offers.contains(choice));
        self.edition = ballot.edition;
    }

    /// Now and then some vote ahead, on a standing ballot.
    async fn stand(&mut self, panel: &CouncilView) {
        if panel.ballot.is_none() || !self.dice.one_in(12) {
            return;
        }
        let some = self.public.len() / 4 + 1;
        let some = (0..some).map(|_| self.dice.pick(&self.public)).collect();
        self.cast(some, false).await;
    }

    /// The question is put to the people. They vote, some of them twice; it closes.
    async fn asked(&mut self, question: u32) {
        let all = [self.scene.people.clone(), self.public.clone()].concat();
        let mut voters: Vec<Id> = all.into_iter().filter(|_| self.dice.below(4) > 0).collect();
        self.cast(voters.clone(), true).await;
        voters.retain(|_| self.dice.one_in(5));
        self.cast(voters, false).await;
        self.stored().await;
        let matter = self.scene.look(self.id).await.ballot.expect("an open ballot");
        self.nothing_leaks(&matter).await;
        self.counted.insert(question, self.count(&matter));
        self.ballots.push(self.paper(&matter).message);
        self.close(&matter).await;
        println!("question {question}: {:?}", self.counted[&question]);
    }

    /// They vote until they are told that they did; perhaps the bot is killed meanwhile.
    async fn cast(&mut self, voters: Vec<Id>, killed: bool) {
        // Two clicks of one person at the same time have no order.
        let mut voters: BTreeSet<Id> = voters.into_iter().collect();
        for attempt in 0..TRIES {
            let matter = self.scene.look(self.id).await.ballot.expect("a ballot");
            let paper = self.paper(&matter);
            let mut votes = JoinSet::new();
            for user in voters {
                let which = self.dice.below(paper.choices.len());
                let (stage, paper) = ((*self.scene.sandbox).clone(), paper.clone());
                votes.spawn(async move {
                    let value = vec![paper.values[which].clone()];
                    let acted = stage.choose(user, paper.message, &paper.menu, value).await;
                    (user, paper.choices[which].clone(), acted.ok())
                });
            }
            if killed && attempt == 0 {
                tokio::time::sleep(Duration::from_millis(self.dice.next() % 60)).await;
                self.kill().await;
            }
            let votes = votes.join_all().await;
            self.scene.settled().await;
            voters = self.told(votes);
            if voters.is_empty() {
                return;
            }
        }
        panic!("{} people were never told that they voted", voters.len());
    }

    /// Notes the votes that somebody was told of; who was told nothing.
    fn told(&mut self, votes: Vec<(Id, String, Option<ActionResult>)>) -> BTreeSet<Id> {
        let mut unsure = BTreeSet::new();
        for (user, choice, acted) in votes {
            let said = acted.map(|acted| self.scene.sandbox.world().said(acted.interaction));
            let said: String = said.into_iter().flatten().map(|one| one.text()).collect();
            if said.contains("Your vote counts") {
                self.votes.insert(UserId(user), choice);
            } else {
                // It may count or not.
                self.votes.remove(&UserId(user));
                unsure.insert(user);
            }
        }
        unsure
    }

    /// What is stored is what they were told.
    async fn stored(&self) {
        let out = self.scene.hall().store().export(self.id).await.unwrap().unwrap();
        let council = out.council();
        let ballot = council.public_ballot.expect("a ballot");
        let vote = |user| (ballot.votes.get(user), self.votes.get(user));
        let all: BTreeSet<&UserId> = ballot.votes.keys().chain(self.votes.keys()).collect();
        let all = all.into_iter().map(|user| (user, vote(user)));
        let wrong: Vec<_> = all.filter(|(_, (stored, told))| stored != told).collect();
        assert!(wrong.is_empty(), "votes were lost or doubled: {wrong:?}");
    }

    /// What the votes add up to, by the rules of the guide.
    fn count(&self, matter: &BallotView) -> Counted {
        let seated = |user: &UserId| self.scene.people.contains(&user.0);
        let few = self.votes.len() < matter.turnout as usize;
        let advisors = few && self.votes.keys().any(seated);
        let mut tally = BTreeMap::new();
        for (_, choice) in self.votes.iter().filter(|(user, _)| !advisors || seated(user)) {
            *tally.entry(choice.clone()).or_insert(0) += 1;
        }
        Counted { tally, advisors }
    }

    /// Its time is over, and the bot is killed while it counts, and once more while it tells.
    async fn close(&mut self, matter: &BallotView) {
        let closes = matter.closes.expect("one that closes");
        self.scene.clock.advance(closes - self.scene.clock.now());
        for _ in 0..2 {
            tokio::time::sleep(Duration::from_millis(self.dice.next() % 40)).await;
            self.kill().await;
        }
        for _ in 0..1000 {
            let open = self.scene.look(self.id).await.ballot;
            if open.is_none_or(|open| open.edition != matter.edition) {
                return self.scene.settled().await;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the ballot does not close");
    }

    /// The newest ballot in the channel.
    fn paper(&self, matter: &BallotView) -> Paper {
        let mine = format!(":y:{}", matter.edition);
        let all = self.scene.messages();
        let ballot = |m: &&ShownMessage| m.custom_ids().iter().any(|id| id.ends_with(&mine));
        let ballots: Vec<&ShownMessage> = all.iter().filter(ballot).collect();
        let [ballot] = ballots[..] else { panic!("{} ballots are open", ballots.len()) };
        let menu = ballot.components().find(|part| part["options"].is_array()).expect("a menu");
        let options = menu["options"].as_array().expect("options").iter();
        let text = |value: &serde_json::Value| value.as_str().expect("a word").to_owned();
        Paper {
            message: ballot.id,
            menu: text(&menu["custom_id"]),
            values: options.map(|option| text(&option["value"])).collect(),
            choices: open(matter),
        }
    }

    /// As long as a sealed ballot is open, nobody reads how it stands.
    async fn nothing_leaks(&self, matter: &BallotView) {
        if matter.tally.is_some() {
            return;
        }
        for user in [self.scene.people[0], self.scene.stranger] {
            let seen = self.scene.hall().view(self.id, Some(UserId(user))).await.unwrap();
            assert_eq!(seen.ballot.expect("a ballot").tally, None);
            let asked = self.scene.slash(user, "campaign log", Vec::new()).await;
            self.scene.settled().await;
            let said = self.scene.sandbox.world().said(asked.interaction);
            let private = self.scene.sandbox.private(user, self.scene.channel);
            let ballot = self.scene.sandbox.message(self.paper(matter).message);
            for message in said.iter().chain(&private).chain(&ballot) {
                let text = message.text();
                assert!(!text.contains('█') && !text.contains("for the same"), "{text}");
            }
        }
    }

    /// Every ballot was counted once, as its votes add up, and its result stands in its place.
    async fn verify(&mut self) {
        let log = self.scene.hall().log(self.id).await.unwrap();
        assert!(!self.counted.is_empty(), "no ballot was counted");
        for (question, counted) in &self.counted {
            let of = |answered: &&Answered| answered.question == *question;
            let answers: Vec<&Answered> = effective_answers(&log)
                .into_iter()
                .map(|(_, answered)| answered)
                .filter(of)
                .collect();
            let [answered] = answers[..] else {
                panic!("question {question} was answered {} times", answers.len())
            };
            match &answered.decided_by {
                DecidedBy::Public { tally, players_only: advisors, .. } => {
                    let found = Counted { tally: tally.clone(), advisors: *advisors };
                    assert_eq!(found, *counted, "question {question}");
                }
                how => assert!(counted.tally.is_empty(), "{how:?}: {counted:?}"),
            }
        }
        for ballot in &self.ballots {
            let ballot = self.scene.sandbox.message(*ballot).expect("it stays where it was");
            let text = ballot.text();
            assert!(ballot.custom_ids().is_empty() && text.contains("✅ **"), "{text}");
            assert!(text.contains("voted"), "{text}");
        }
        let open =
            |message: &ShownMessage| message.custom_ids().iter().any(|id| id.contains(":p:"));
        assert!(!self.scene.messages().iter().any(open), "a ballot can still be clicked");
    }

    async fn end(mut self) {
        self.verify().await;
        println!("{} ballots, {} kills", self.counted.len(), self.kills);
        self.scene.assert_clean();
        self.scene.stop().await;
        self.let_go();
        replayed(&self.scene);
    }
}

fn open(matter: &BallotView) -> Vec<String> {
    let open = matter.decision.choices.iter().filter(|choice| choice.blocked.is_none());
    open.map(|choice| choice.key.clone()).collect()
}

/// Starts the bot on threads of its own. What was taken away lets go of the database a moment later.
async fn start(scene: &mut Scene) -> Runtime {
    let none = |world: &World| world.connected() == 0;
    assert!(scene.sandbox.until(SOON, none).await, "there is one already");
    let threads = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    for _ in 0..400 {
        let (config, games) = (scene.config(), scene.games.clone());
        let clock: Arc<dyn Clock> = Arc::clone(&scene.clock) as _;
        let bot = threads.spawn(async move { Bot::start_over(None, &config, games, clock).await });
        match bot.await.unwrap() {
            Ok(bot) => {
                scene.bot = Some(bot);
                assert!(scene.sandbox.connected(1).await, "the bot did not connect");
                return threads;
            }
            Err(StartError::Store(StoreError::InUse { .. })) => {
                tokio::time::sleep(Duration::from_millis(25)).await;
            }
            Err(why) => panic!("{why}"),
        }
    }
    panic!("the database is not let go");
}

/// Votes ahead, and once more when the question is asked.
const STANDING: usize = 0;
const ON_DEMAND: usize = 1;

#[tokio::test(flavor = "multi_thread")]
async fn three_beside_the_table_vote_in_secret_and_nothing_is_lost_in_any_kill() {
    let mut server = Server::open(3, ON_DEMAND, true, 41).await;
    server.play_out().await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_hundred_beside_the_table_vote_and_nothing_is_lost_in_any_kill() {
    let mut server = Server::open(300, STANDING, false, 42).await;
    server.play_out().await;
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn six_hundred_who_vote_at_the_same_moment_are_each_told_what_came_of_it() {
    let mut server = Server::open(600, STANDING, false, 43).await;
    server.until_a_ballot().await;
    let all = server.public.clone();
    // More than a campaign takes in at once: some are asked to try again, and do.
    server.cast(all, false).await;
    assert_eq!(server.votes.len(), 600);
    server.stored().await;
    server.scene.assert_clean();
    server.scene.stop().await;
    server.let_go();
}
