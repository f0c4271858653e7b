//! People who click: they write down what they are about to ask, ask it, and
//! write down what they were told. After a crash they ask again what they got
//! no reply to, under the same number.

use std::collections::BTreeMap;
use std::path::Path;

use emberhall::council::look::{Asked, Panel};
use emberhall::council::question::{ToLeader, Way};
use emberhall::council::{Deed, Person, Reply, Settings, Span, Stage, User};
use emberhall::game::Seat;
use emberhall::hall::{Hall, Invitation};
use emberhall::store::CampaignId;

use super::child::{FileClock, Fuse};
use super::journal::{self, Ack, Intent};
use super::toy;

const SEATS: u64 = 3;

/// Everybody around one campaign.
struct Table<'a> {
    hall: &'a Hall,
    folder: &'a Path,
    fuse: &'a Fuse,
    id: CampaignId,
}

/// Plays until it is over.
pub async fn play_out(hall: &Hall, folder: &Path, clock: &FileClock, fuse: &Fuse) {
    let id = open(hall, folder).await;
    let table = Table { hall, folder, fuse, id };
    table.ask_again().await;
    let mut clicks = journal::read::<Intent>(folder, "intents").len() as u64;
    loop {
        let panel = hall.look(id, None).await.unwrap();
        if panel.stage == Stage::Over {
            return;
        }
        clicks += 1;
        assert!(clicks < 3000, "the campaign does not end");
        let mut dice = Dice(clicks.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let user = User(1 + dice.below(SEATS));
        let panel = hall.look(id, Some(user)).await.unwrap();
        match deed(&panel, user, &mut dice) {
            Some(deed) => table.ask(format!("r{clicks}"), user, deed).await,
            None => clock.advance(Span::minutes(40)),
        }
    }
}

/// Opens the campaign; the same request opens it once.
async fn open(hall: &Hall, folder: &Path) -> CampaignId {
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
    let (game, seed) = (read("game"), read("seed").parse().ok());
    let scenario = if game == toy::ID { toy::SCENARIO } else { "crater" };
    let invitation = Invitation {
        server: 1,
        channel: 1,
        game,
        scenario: scenario.to_owned(),
        options: BTreeMap::new(),
        settings: Settings::default(),
        seed,
    };
    hall.gather("open", invitation).await.unwrap()
}

impl Table<'_> {
    /// The last thing asked, if no reply to it was noted.
    async fn ask_again(&self) {
        let intents: Vec<Intent> = journal::read(self.folder, "intents");
        let acks: Vec<Ack> = journal::read(self.folder, "acks");
        if let Some(last) = intents.last().filter(|_| acks.len() < intents.len()) {
            self.send(last.clone()).await;
        }
    }

    async fn ask(&self, request: String, user: User, deed: Deed) {
        let intent = Intent { request, user, deed };
        journal::write(self.folder, "intents", &intent);
        self.fuse.step("before asking");
        self.send(intent).await;
    }

    async fn send(&self, intent: Intent) {
        let Intent { request, user, deed } = intent;
        let who = Person { user, roles: Vec::new(), moderator: user == User(1) };
        let reply = self.hall.request(self.id, &request, who, deed).await;
        assert!(!matches!(&reply, Reply::Refused(refusal) if refusal.is_internal()), "{reply:?}");
        self.fuse.step("before noting the reply");
        journal::write(self.folder, "acks", &Ack { request, reply });
    }
}

/// What this user does now, if anything.
fn deed(panel: &Panel, user: User, dice: &mut Dice) -> Option<Deed> {
    if panel.stage == Stage::Gathering {
        let mine = panel.chairs.iter().any(|chair| chair.holder.user() == Some(user));
        let taken =
            panel.chairs.iter().filter(|chair| chair.holder.user().is_some()).count() as u64;
        let role = panel.chairs[(user.0 - 1) as usize].role.clone();
        return Some(match mine {
            true if taken == SEATS => Deed::Begin,
            _ => Deed::Sit { role, also: false },
        });
    }
    if panel.paused.is_some() {
        return Some(Deed::Resume);
    }
    let question = panel.questions.first().map_or(0, |asked| asked.number);
    match dice.below(30) {
        0 => return Some(Deed::Pause),
        1 => return Some(Deed::Extend { question, span: Span::hours(1) }),
        2 => return Some(Deed::Choose { question: 1, choice: "late".to_owned(), seat: None }),
        3 => return Some(Deed::Lend { seat: Seat((user.0 - 1) as u8) }),
        4 => return Some(Deed::Claim { seat: Seat((user.0 - 1) as u8) }),
        5 | 6 => {
            let matter = panel.petition.as_ref()?;
            let offers = &matter.decision.choices;
            let choice = offers[dice.below(offers.len() as u64) as usize].key.clone();
            return Some(Deed::Sign { choice: Some(choice) });
        }
        7 => return Some(Deed::Sign { choice: None }),
        _ => {}
    }
    let asked = panel.questions.iter().find(|asked| wanted(asked, user))?;
    Some(click(asked, dice))
}

fn wanted(asked: &Asked, user: User) -> bool {
    asked.yours
        && (asked.way != Way::Vote || asked.waiting.contains(&user) || asked.leader.is_some())
}

fn click(asked: &Asked, dice: &mut Dice) -> Deed {
    let decision = asked.decision.as_ref().unwrap();
    let tied = |key: &String| match &asked.leader {
        Some(ToLeader::Tie(tied)) => tied.contains(key),
        _ => true,
    };
    let open = decision.choices.iter().filter(|choice| choice.blocked.is_none());
    let open: Vec<String> = open.map(|choice| choice.key.clone()).filter(tied).collect();
    let choice = open[dice.below(open.len() as u64) as usize].clone();
    Deed::Choose { question: asked.number, choice, seat: None }
}

/// Small, and the same for the same click.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % n.max(1)
    }
}
