//! What people click: any answer they are waited for, at random.

use emberhall::council::question::{Escalation, Resolver};
use emberhall::council::view::{CouncilView, QuestionView};
use emberhall::council::{Request, UserId};

#[path = "../chance/mod.rs"]
mod chance;

pub use chance::Dice;

/// An answer this user is waited for, if there is one.
pub fn wish(panel: &CouncilView, user: UserId, dice: &mut Dice) -> Option<Request> {
    let asked = panel.questions.iter().find(|asked| wanted(asked, user))?;
    Some(click(asked, dice))
}

/// Does this question want something of this user that they have not given?
fn wanted(asked: &QuestionView, user: UserId) -> bool {
    asked.yours
        && (asked.resolver != Resolver::Vote
            || asked.waiting.contains(&user)
            || asked.escalation.is_some())
}

fn click(asked: &QuestionView, dice: &mut Dice) -> Request {
    let decision = asked.decision.as_ref().unwrap();
    let tied = |key: &String| match &asked.escalation {
        Some(Escalation::Tie(tied)) => tied.contains(key),
        _ => true,
    };
    let open = decision.choices.iter().filter(|choice| choice.blocked.is_none());
    let open: Vec<String> = open.map(|choice| choice.key.clone()).filter(tied).collect();
    Request::Choose { question: asked.number, choice: dice.pick(&open), seat: None }
}
