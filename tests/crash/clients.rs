//! People who click: they write down what they are about to ask, ask it, and
//! write down what they were told. After a crash they ask again what they got
//! no reply to, under the same number.

use std::path::Path;

use emberhall::council::view::CouncilView;
use emberhall::council::{CampaignStatus, Reply, Request, Requester, Span, UserId};
use emberhall::game::{Decision, PublicVoteEffect, Seat};
use emberhall::hall::{Hall, NewLobby};
use emberhall::store::CampaignId;

use super::child::{FileClock, Fuse};
use super::clicks::{Dice, wish};
use super::journal::{self, Ack, Intent};
use super::toy;

const SEATS: u64 = 3;
/// People beside the table.
const PUBLIC: u64 = 5;

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
    let mut asked = journal::read::<Intent>(folder, "intents").len() as u64;
    let mut looks = 0;
    loop {
        let panel = hall.view(id, None).await.unwrap();
        if panel.status == CampaignStatus::Over {
            return;
        }
        looks += 1;
        assert!(asked < 5000 && looks < 50_000, "the campaign does not end");
        let mut dice = Dice((asked << 20 | looks).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let user = UserId(1 + dice.below((SEATS + PUBLIC) as usize) as u64);
        let panel = hall.view(id, Some(user)).await.unwrap();
        let seated = user.0 <= SEATS;
        let deed = if seated { deed(&panel, user, &mut dice) } else { word(&panel, &mut dice) };
        match deed {
            Some(deed) => {
                asked += 1;
                table.ask(format!("r{asked}"), user, deed).await;
            }
            None if seated => clock.advance(Span::minutes(40)),
            None => {}
        }
    }
}

/// Opens the campaign; the same request opens it once.
async fn open(hall: &Hall, folder: &Path) -> CampaignId {
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
    let (game, seed) = (read("game"), read("seed").parse().ok());
    let scenario = if game == toy::ID { toy::SCENARIO } else { "crater" };
    let mut invitation = NewLobby { seed, ..NewLobby::new(&game, scenario, 1, 1) };
    let played = super::games().into_iter().find(|one| one.id() == game);
    let heard = played.into_iter().flat_map(|game| game.public_questions());
    let heard = heard.into_iter().find(|matter| matter.effect == PublicVoteEffect::Advisory);
    invitation.settings.public_vote.street = heard.map(|matter| matter.id);
    hall.open_lobby("open", invitation).await.unwrap()
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

    async fn ask(&self, request: String, user: UserId, deed: Request) {
        let intent = Intent { request, user, deed };
        journal::write(self.folder, "intents", &intent);
        self.fuse.step("before asking");
        self.send(intent).await;
    }

    async fn send(&self, intent: Intent) {
        let Intent { request, user, deed } = intent;
        let who = Requester { moderator: user == UserId(1), ..Requester::plain(user) };
        let reply = self.hall.request(self.id, &request, who, deed).await;
        assert!(!matches!(&reply, Reply::Refused(refusal) if refusal.is_internal()), "{reply:?}");
        self.fuse.step("before noting the reply");
        journal::write(self.folder, "acks", &Ack { request, reply });
    }
}

/// What this user does now, if anything.
fn deed(panel: &CouncilView, user: UserId, dice: &mut Dice) -> Option<Request> {
    if panel.status == CampaignStatus::Lobby {
        let mine = panel.seats.iter().any(|chair| chair.holder.user() == Some(user));
        let taken = panel.seats.iter().filter(|chair| chair.holder.user().is_some()).count() as u64;
        let role = panel.seats[(user.0 - 1) as usize].role.clone();
        let ready = mine && taken == SEATS;
        return Some(if ready { Request::Begin } else { Request::Sit { role, also: false } });
    }
    if panel.paused.is_some() {
        let deserted = panel.seats.iter().all(|chair| chair.holder.is_house());
        let seat = Seat((user.0 - 1) as u8);
        return Some(if deserted { Request::Claim { seat } } else { Request::Resume });
    }
    let question = panel.questions.first().map_or(0, |asked| asked.number);
    match dice.below(40) {
        0 => return Some(Request::Pause),
        1 => return Some(Request::Extend { question, span: Span::hours(1) }),
        2 => return Some(Request::Choose { question: 1, choice: "late".to_owned(), seat: None }),
        3 => return Some(Request::Lend { seat: Seat((user.0 - 1) as u8) }),
        4 => return Some(Request::Claim { seat: Seat((user.0 - 1) as u8) }),
        5 | 6 => {
            let matter = panel.ballot.as_ref()?;
            return any(&matter.decision, dice)
                .map(|choice| Request::VotePublic { edition: None, choice: Some(choice) });
        }
        7 => return Some(Request::VotePublic { edition: None, choice: None }),
        8 => return Some(Request::PreviewUndo { back_to: None }),
        // Taken back at once, or moved, or refused: all of it must survive.
        9 if panel.seq > 2 => return Some(Request::Undo { back_to: panel.seq, seen: panel.seq }),
        10 if panel.motion.is_some() => {
            let motion = panel.motion.as_ref()?.number;
            return Some(Request::VoteMotion { motion, agree: dice.below(4) > 0 });
        }
        _ => {}
    }
    wish(panel, user, dice)
}

/// What somebody beside the table does now, if anything: they vote, take it back, say what they
/// would do, or want to be called.
fn word(panel: &CouncilView, dice: &mut Dice) -> Option<Request> {
    let taken_back = dice.one_in(5);
    let street = panel.questions.iter().find(|asked| asked.street.is_some());
    if let Some(asked) = street.filter(|_| dice.one_in(3)) {
        let choice = any(asked.decision.as_ref()?, dice).filter(|_| !taken_back);
        return Some(Request::Speak { question: asked.number, choice });
    }
    let matter = panel.ballot.as_ref().filter(|_| dice.one_in(6))?;
    if dice.one_in(12) {
        return Some(Request::SetBallotPing { on: !matter.pinged });
    }
    let choice = any(&matter.decision, dice).filter(|_| !taken_back);
    Some(Request::VotePublic { edition: Some(matter.edition), choice })
}

/// Any of what is listed; before the first day a ballot may offer nothing yet.
fn any(decision: &Decision, dice: &mut Dice) -> Option<String> {
    (!decision.choices.is_empty()).then(|| dice.pick(&decision.choices).key)
}
