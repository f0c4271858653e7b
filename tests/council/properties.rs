//! What holds at every step of random play, whatever is asked.

use emberhall::council::CampaignStatus;

use crate::wander::{Dice, deed, pause, table, user};

#[test]
fn after_every_step_the_campaign_can_be_brought_back_and_its_log_leads_to_its_table() {
    // The table checks itself after every step it keeps.
    for seed in 1000..1040 {
        let mut dice = Dice(seed);
        let mut hall = table(&mut dice, seed);
        for _ in 0..80 {
            if hall.council().status != CampaignStatus::Running {
                break;
            }
            let span = pause(&mut dice, &hall);
            hall.wait(span);
            let (who, what) = (user(&mut dice), deed(&mut dice, &hall));
            let before = (hall.council().clone(), hall.save(), hall.log.len());
            if hall.ask(who, what).is_err() {
                assert!(before == (hall.council().clone(), hall.save(), hall.log.len()));
            }
        }
    }
}

#[test]
fn every_wake_makes_progress_and_no_moment_is_woken_at_for_ever() {
    for seed in 2000..2060 {
        let mut dice = Dice(seed);
        let mut hall = table(&mut dice, seed);
        hall.check_every = 40;
        let mut same = 0;
        for _ in 0..400 {
            if dice.one_in(3) {
                let (who, what) = (user(&mut dice), deed(&mut dice, &hall));
                let _ = hall.ask(who, what);
            }
            let Some(due) = hall.next_wake() else { continue };
            same = if due <= hall.now { same + 1 } else { 0 };
            assert!(same < 12, "seed {seed}: woken again and again at {due:?}");
            hall.now = hall.now.max(due);
            let before = (hall.council().clone(), hall.told.len());
            assert!(hall.wake());
            assert!(before != (hall.council().clone(), hall.told.len()), "seed {seed}");
        }
    }
}

#[test]
fn the_same_state_moment_and_request_lead_to_the_same_result() {
    for seed in 3000..3010 {
        let mut dice = Dice(seed);
        let mut hall = table(&mut dice, seed);
        hall.check_every = 0;
        for _ in 0..120 {
            let (who, what) = (user(&mut dice), deed(&mut dice, &hall));
            let span = pause(&mut dice, &hall);
            hall.wait(span);
            let mut other = hall.clone();
            other.campaign = hall.restored();
            other.campaign.load_history(hall.log.clone()).unwrap_or(());
            assert_eq!(hall.ask(who, what.clone()), other.ask(who, what));
            assert_eq!(hall.council(), other.council(), "seed {seed}");
            assert_eq!(hall.log, other.log, "seed {seed}");
            if hall.council().status == CampaignStatus::Over {
                break;
            }
        }
    }
}
