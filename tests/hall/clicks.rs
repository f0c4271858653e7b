//! What people click: any answer they are waited for, at random.

use emberhall::council::look::{Asked, Panel};
use emberhall::council::question::{ToLeader, Way};
use emberhall::council::{Deed, User};

/// An answer this user is waited for, if there is one.
pub fn wish(panel: &Panel, user: User, dice: &mut Dice) -> Option<Deed> {
    let asked = panel.questions.iter().find(|asked| wanted(asked, user))?;
    Some(click(asked, dice))
}

/// Does this question want something of this user that they have not given?
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

/// Small, and the same for the same seed.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % n.max(1)
    }
}
