//! Words for a table whose seats have roles: "the Foreman Advisor" for "seat 4".
//!
//! May use: the boundary, `names`. Deliberately absent: who holds a seat. The
//! rules know seats by number, and so do their events; people do not.

use super::names;
use crate::frostpunk::rules::ids::Advisor;
use crate::game::{Arg, Localize, Message};

/// Words that name seats by their roles.
pub struct Seated<'a> {
    /// The words of the language.
    pub words: &'a dyn Localize,
    /// The roles of the seats, in order.
    pub roles: &'a [String],
}

impl Localize for Seated<'_> {
    fn localize(&self, message: &Message) -> String {
        self.words.localize(&self.named(message))
    }
}

impl Seated<'_> {
    fn named(&self, message: &Message) -> Message {
        if let Some(role) = self.role(message) {
            return role;
        }
        let arg = |arg: &Arg| match arg {
            Arg::Message(inner) => Arg::Message(Box::new(self.named(inner))),
            Arg::List(list) => Arg::List(list.iter().map(|inner| self.named(inner)).collect()),
            other => other.clone(),
        };
        let args = message.args.iter().map(|(name, value)| (name.clone(), arg(value)));
        Message { key: message.key.clone(), args: args.collect() }
    }

    /// The role, if the message is a bare seat that has one.
    fn role(&self, message: &Message) -> Option<Message> {
        let Some(Arg::Number(number)) = message.args.get("number") else { return None };
        if message.key != "board-seat" {
            return None;
        }
        let role = self.roles.get(usize::try_from(*number).ok()?.checked_sub(1)?)?;
        Advisor::from_key(role).map(names::advisor)
    }
}

#[cfg(test)]
mod tests {
    use super::Seated;
    use crate::frostpunk::rules::ids::Seat;
    use crate::frostpunk::text::{names, words};
    use crate::game::{Localize as _, Message};

    #[test]
    fn a_seat_is_called_by_its_role_wherever_it_stands() {
        let roles = ["generator".to_owned(), "health".to_owned()];
        let seated = Seated { words: words("en"), roles: &roles };
        let seat = |at| names::seat(Seat(at));
        let line = |at| Message::new("event-turn").message("seat", seat(at));
        assert_eq!(seated.localize(&line(1)), "Health Advisor acts");
        let others = Message::new("event-opening-clash")
            .message("seat", seat(0))
            .list("others", vec![seat(1)]);
        let said = seated.localize(&others);
        assert!(
            said.contains("Generator Advisor pays") && said.contains("Health Advisor"),
            "{said}"
        );
        assert_eq!(
            seated.localize(&line(3)),
            "Seat 4 acts",
            "a seat without a role keeps its number"
        );
    }
}
