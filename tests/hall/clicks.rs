//! What people click: any answer they are waited for, at random.

use emberhall::council::look::{Asked, Panel};
use emberhall::council::question::{ToLeader, Way};
use emberhall::council::{Deed, User};

#[path = "../chance/mod.rs"]
mod chance;

pub use chance::Dice;

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
    Deed::Choose { question: asked.number, choice: dice.pick(&open), seat: None }
}
