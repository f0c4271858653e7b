//! What a hall writes is sound at every moment, and what a forger writes is refused or
//! harmless. That every step of every other test leaves a sound campaign is a promise of
//! the kit.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use emberhall::council::question::Escalation;
use emberhall::council::{
    Campaign, CampaignStatus, Charter, Request, Settings, Span, Timestamp, consistency,
};
use emberhall::frostpunk::Frostpunk;
use emberhall::game::{Game, Seat};
use emberhall::hall::archive;
use emberhall::store::{Exported, Store};

use crate::changes::click;
use crate::kit::{Hall, MODERATOR, charter, order, quietly};
use crate::toy::{Lanterns, ROLES};
use crate::wander::{Dice, deed, pause, settings, table, user};

/// A campaign as a file, as the store would write it.
pub fn export(hall: &Hall) -> Exported {
    let mut council = hall.council().clone();
    let votes = council.public_ballot.as_mut().map(|ballot| std::mem::take(&mut ballot.votes));
    let mut street = BTreeMap::new();
    for question in &mut council.questions {
        let said = question.street.as_mut().map(|street| std::mem::take(&mut street.voices));
        let said = said.filter(|said| !said.is_empty());
        street.extend(said.map(|said| (question.number, BTreeMap::clone(&said))));
    }
    let mut out = Exported {
        format: "emberhall-campaign".to_owned(),
        version: 1,
        charter: hall.campaign.charter().clone(),
        council,
        entries: hall.log.clone(),
        kept: hall.kept.clone(),
        votes: votes.map(|votes| BTreeMap::clone(&votes)).unwrap_or_default(),
        street,
        files: hall.campaign.game().files(),
        checksum: String::new(),
    };
    out.update_checksum().unwrap();
    out
}

pub fn verify(out: &Exported) -> Result<archive::Verified, String> {
    archive::verify(out, &Lanterns::new())
}

/// A store of its own, and what it says to files.
pub struct Taker {
    store: Store,
    games: Vec<Arc<dyn Game>>,
    channel: u64,
}

impl Taker {
    pub async fn new(name: &str) -> Taker {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("sound").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let store = Store::open(&folder.join("hall.sqlite")).await.unwrap();
        Taker { store, games: vec![Arc::new(Lanterns::new())], channel: 100 }
    }

    /// Imported, loaded again, and brought back.
    pub async fn take(&mut self, out: Exported) -> Result<Hall, String> {
        self.channel += 1;
        let place = Some((1, self.channel));
        let now = Timestamp(1_800_000_000_000);
        let id = archive::import(&self.store, &self.games, out, place, now).await?;
        let stored = self.store.load(id).await.unwrap().unwrap();
        let log = self.store.history(id).await.unwrap();
        let files = self.store.pack(&stored.charter.pack).await.unwrap().unwrap().1;
        let game = Arc::from(Lanterns::new().with_content(&files).unwrap());
        let kept = stored.base.clone();
        let votes =
            stored.council.public_ballot.as_ref().map(|ballot| BTreeMap::clone(&ballot.votes));
        let (charter, council) = (stored.charter, stored.council);
        let campaign = Campaign::restore(charter, game, council, stored.base, stored.tail)?;
        Ok(Hall {
            campaign,
            now,
            log,
            kept,
            signed: votes.unwrap_or_default(),
            check_every: 0,
            ..Hall::lobby(quietly(), 1, 6)
        })
    }
}

#[tokio::test]
async fn what_a_hall_exports_at_any_moment_verifies_and_is_taken_in() {
    let mut taker = Taker::new("moments").await;
    let mut stages = BTreeMap::new();
    for seed in 0..100 {
        let mut dice = Dice(7000 + seed);
        let mut hall = table(&mut dice, seed);
        hall.check_every = 0;
        for step in 0..120 {
            let span = pause(&mut dice, &hall);
            hall.wait(span);
            let _ = hall.ask(user(&mut dice), deed(&mut dice, &hall));
            let over = hall.council().status == CampaignStatus::Over;
            let rare = sorts(&hall).iter().any(|sort| ["tie", "given up"].contains(sort));
            if !(over || rare || step == 0 || dice.one_in(12)) {
                continue;
            }
            let out = export(&hall);
            verify(&out).unwrap_or_else(|why| panic!("seed {seed}, step {step}: {why}"));
            let taken = taker.take(out).await;
            taken.unwrap_or_else(|why| panic!("seed {seed}, step {step}: {why}"));
            for sort in sorts(&hall) {
                *stages.entry(sort).or_insert(0) += 1;
            }
            if over {
                break;
            }
        }
    }
    for sort in ["over", "given up", "paused", "order", "away", "motion", "tie", "ballot", "votes"]
    {
        assert!(stages.contains_key(sort), "nothing was {sort}: {stages:?}");
    }
}

#[test]
fn a_campaign_of_the_real_game_is_sound_at_every_step() {
    let game: Arc<dyn Game> = Arc::new(Frostpunk::builtin().unwrap());
    for seed in 0..4 {
        let mut dice = Dice(seed);
        let charter = Charter {
            game: game.id().to_owned(),
            pack: game.content_hash().to_owned(),
            scenario: game.scenarios()[0].id.clone(),
            options: BTreeMap::new(),
            ..charter(seed, 1)
        };
        let settings = Settings { who: BTreeMap::new(), ..settings(&mut dice) };
        let (campaign, _) = Campaign::open_lobby(charter, Arc::clone(&game), settings).unwrap();
        let mut hall = Hall { campaign, check_every: 0, ..Hall::lobby(quietly(), 1, 6) };
        for (user, role) in (1..=1 + seed).zip(game.roles()) {
            hall.ok(user, Request::Sit { role, also: false });
        }
        hall.ok(1, Request::Begin);
        for step in 0..250 {
            let sound = consistency::check(&hall.campaign, &hall.log);
            assert_eq!(sound, Ok(()), "seed {seed}, step {step}: {:?}", hall.council());
            if hall.council().status == CampaignStatus::Over {
                break;
            }
            if !click(&mut hall, &mut dice) {
                let span = dice.pick(&[Span::minutes(3), Span::hours(7), Span::hours(80)]);
                hall.now += span;
                hall.wake();
            }
        }
        let verified = archive::verify(&export(&hall), game.as_ref());
        assert!(verified.is_ok_and(|verified| verified.answers > 20), "seed {seed}");
    }
}

/// What there is to be wrong about.
fn sorts(hall: &Hall) -> Vec<&'static str> {
    let council = hall.council();
    let tied = |q: &emberhall::council::question::Question| {
        matches!(q.escalation, Some(Escalation::Tie(_)))
    };
    let over = council.status == CampaignStatus::Over;
    let given_up = over && hall.campaign.outcome().is_none();
    let sorts = [
        ("over", over),
        ("given up", given_up),
        ("paused", council.paused.is_some()),
        ("order", !council.orders.is_empty()),
        ("away", !council.away.is_empty()),
        ("motion", council.motion.is_some()),
        ("tie", council.questions.iter().any(tied)),
        ("ballot", council.public_ballot.is_some()),
        ("votes", !hall.signed.is_empty()),
    ];
    sorts.into_iter().filter(|(_, is)| *is).map(|(sort, _)| sort).collect()
}

#[tokio::test]
async fn a_lobby_is_taken_in_and_cannot_be_verified() {
    let mut taker = Taker::new("lobbies").await;
    for seed in 0..20 {
        let mut dice = Dice(seed);
        let mut hall = Hall::lobby(settings(&mut dice), seed, 4);
        for _ in 0..dice.below(8) {
            let (who, seat) = (user(&mut dice), Seat(dice.below(5) as u8));
            let (role, set) = (dice.pick(&ROLES).to_owned(), settings(&mut dice));
            let what = dice.pick(&[
                Request::Sit { role: role.clone(), also: true },
                Request::Sit { role, also: false },
                Request::Lend { seat },
                Request::Leave,
                Request::ChangeSettings(Box::new(set)),
            ]);
            let _ = hall.ask(who, what);
        }
        if dice.one_in(4) {
            hall.ok(MODERATOR, Request::Abandon);
        }
        let why = verify(&export(&hall)).unwrap_err();
        assert_eq!(why, "it never began, so there is nothing to verify");
        taker.take(export(&hall)).await.unwrap_or_else(|why| panic!("seed {seed}: {why}"));
    }
}

/// A campaign with something of everything open.
pub fn rich() -> Hall {
    let mut settings = quietly();
    settings.public_vote.mode = emberhall::council::settings::PublicVoteMode::Standing;
    let mut hall = Hall::of(3, settings).till("omen");
    hall.signs(&[(60, "e1"), (61, "e2")]);
    hall.say(1, "omen", "sing");
    hall.ok(2, Request::Order { seat: Seat(1), orders: vec![order(&[("work", "wait")])] });
    let away = Request::SetAwayAnswer {
        seat: Seat(2),
        ask: "omen".to_owned(),
        choice: Some("sing".to_owned()),
    };
    hall.ok(3, away);
    hall.ok(1, Request::Abandon);
    assert!(hall.council().motion.is_some() && hall.council().public_ballot.is_some());
    hall
}

pub fn finished() -> Hall {
    let mut hall = Hall::of(2, quietly());
    for _ in 0..500 {
        let Some(question) = hall.council().questions.first().cloned() else { break };
        hall.settle(&question);
    }
    assert!(hall.campaign.outcome().is_some(), "it ended");
    hall
}
