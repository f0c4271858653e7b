//! A campaign played through the council with an undo, a pause and a seat that changes hands,
//! counted on the way.

use std::collections::BTreeMap;
use std::sync::Arc;

use emberhall::council::log::{Entry, EntryKind};
use emberhall::council::question::Resolver;
use emberhall::council::settings::{Pace, PublicVoteMode, Settings, SmallQuestionMode, TurnMode};
use emberhall::council::{Campaign, Charter, Now, Request, Requester, Span, Timestamp, UserId};
use emberhall::game::{Game, Policy, Seat, Setup};
use emberhall::simulate::measure::{Kept, measure};
use emberhall::simulate::stats::TableStats;

use crate::{game, sum};

struct Sitting {
    campaign: Campaign,
    now: Timestamp,
    entries: Vec<Entry>,
    tally: TableStats,
}

impl Sitting {
    /// Two people begin.
    fn begin(game: &Arc<dyn Game>) -> Sitting {
        let setup = Setup::usual(&**game, 2);
        let mut settings = Settings { pace: Pace::Untimed, ..Settings::default() };
        (settings.turns, settings.small_questions) = (TurnMode::Strict, SmallQuestionMode::Strict);
        settings.public_vote.mode = PublicVoteMode::Off;
        let charter = Charter {
            game: game.id().to_owned(),
            pack: game.content_hash().to_owned(),
            scenario: setup.scenario.clone(),
            options: BTreeMap::new(),
            seed: 12,
            salt: String::new(),
            server: 1,
            channel: 1,
        };
        let (campaign, _) = Campaign::open_lobby(charter, Arc::clone(game), settings).unwrap();
        let (now, entries) = (Timestamp(0) + Span::hours(10_000), Vec::new());
        let mut sitting = Sitting { campaign, now, entries, tally: TableStats::of(&**game) };
        for (user, role) in (1..).zip(setup.roles) {
            sitting.does(UserId(user), Request::Sit { role, also: false });
        }
        sitting.does(UserId(1), Request::Begin);
        sitting
    }

    /// Somebody does something, seven minutes after what was done before.
    fn does(&mut self, user: UserId, deed: Request) {
        self.now += Span::minutes(7);
        if self.campaign.needs_history(&deed) {
            self.campaign.load_history(self.entries.clone()).unwrap();
        }
        let paused = self.campaign.council().paused.is_some();
        let begins = self.campaign.council().seq == 0;
        let quiet = BTreeMap::new();
        let now = Now { at: self.now, quiet: &quiet };
        let step = self.campaign.request(now, &Requester::plain(user), &deed).unwrap();
        self.campaign = step.campaign;
        self.tally.here().clicks += 1;
        if !begins && !paused {
            self.tally.here().time += Span::minutes(7).0;
        }
        // A question's own time is the hall's to shift when the clocks go on: not counted here.
        self.tally.effects(&step.effects, self.now);
        self.tally.round = self.campaign.council().progress.round;
        self.entries.extend(step.effects.entries);
    }

    /// Who is waited for first answers the first question; was it their own?
    fn answers(&mut self) -> Option<(UserId, bool)> {
        let panel = self.campaign.view(None, self.now);
        let question = self.campaign.council().questions.first()?.clone();
        let user = *panel.questions.first()?.waiting.first()?;
        let choice = self.campaign.table()?.choose(question.decision, Policy::Greedy, 1)?;
        let number = question.number;
        self.does(user, Request::Choose { question: number, choice, seat: None });
        Some((user, question.resolver != Resolver::Vote))
    }
}

#[test]
fn what_was_done_beside_the_questions_is_measured_as_it_was() {
    let game = game();
    let mut sitting = Sitting::begin(&game);
    let (mut undone, mut tended) = (0, false);
    while sitting.campaign.council().progress.round < 4 {
        let (user, own) = sitting.answers().expect("somebody answers");
        let seq = sitting.campaign.council().seq;
        let last = sitting.entries.last().unwrap();
        let free = matches!(&last.kind, EntryKind::Answer(answered) if !answered.undo_barrier);
        let round = sitting.campaign.council().progress.round;
        if own && free && undone < 5 && round > undone / 2 {
            sitting.does(user, Request::Undo { back_to: seq, seen: seq });
            undone += 1;
        }
        if round == 2 && !tended {
            tended = true;
            sitting.does(UserId(1), Request::Pause);
            sitting.now += Span::hours(300);
            sitting.does(UserId(2), Request::Resume);
            sitting.does(UserId(2), Request::HandOver { seat: Seat(1), to: UserId(3) });
        }
    }
    assert!(undone == 5 && tended);
    let Sitting { campaign, entries, tally, .. } = sitting;
    let kept = Kept { charter: campaign.charter(), council: campaign.council(), entries: &entries };
    let measured = measure(&kept, Some(&*game)).unwrap();
    assert!(measured.replayed && !measured.whole);
    assert_eq!(measured.players, 2, "who sat there when it began");
    for number in [1, 2, 3] {
        let (counted, derived) = (tally.rounds[&number], measured.tally.rounds[&number]);
        let exact =
            |round: &emberhall::simulate::stats::Round| (round.clicks, round.questions, round.time);
        assert_eq!(exact(&counted), exact(&derived), "round {number}");
    }
    assert!(sum(&measured.tally).handovers > 0);
    assert!(!measured.tally.rounds.contains_key(&4), "it has just begun");
}
