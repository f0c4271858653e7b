//! Clicks that take answers back, and what that would take back.
//!
//! May use: `clicks`, `page`, `pages::motion`, `press`. Deliberately absent: what can be undone; the council knows.

use super::Click;
use crate::council::request::UndoPreview;
use crate::council::{Reply, Request};
use crate::discord::custom_id::{self, ButtonAction};
use crate::discord::localizer::Localizer;
use crate::discord::message::{ActionRow, Button, ButtonStyle, Embed, ICE, OutgoingMessage};
use crate::discord::pages::motion;
use crate::game::Message;

impl Click<'_> {
    /// A step back at once if it is one's own last answer and nothing was revealed;
    /// otherwise what it would take back, and a button.
    pub(super) async fn back(&self) {
        let asked = self.host.ask(
            &self.visitor,
            self.campaign,
            "?",
            Request::PreviewUndo { back_to: None },
        );
        let undoing = match self.read_with_ack(asked).await {
            Reply::WouldUndo(undoing) => undoing,
            Reply::Refused(refusal) => return self.refuse(&refusal).await,
            _ => return,
        };
        if undoing.answers == 1 && !undoing.unanimous {
            let (back_to, seen) = (undoing.back_to, undoing.seen);
            return self.submit_public(Request::Undo { back_to, seen }).await;
        }
        let seen = match self.sight().await {
            Ok(seen) => seen,
            Err(refusal) => return self.refuse(&refusal).await,
        };
        let page = would_undo(&seen.tongue, self.campaign, &undoing);
        self.tell(&page).await;
    }
}

/// What an undo would take back, and the button for it.
pub fn would_undo(tongue: &Localizer, campaign: i64, undoing: &UndoPreview) -> OutgoingMessage {
    let head = Message::new("undo-would").number("answers", undoing.answers);
    let mut lines = vec![tongue.say(&head)];
    let line = |(prompt, label): &(Message, Message)| {
        let line = Message::new("undo-line")
            .message("prompt", prompt.clone())
            .message("label", label.clone());
        tongue.say(&line)
    };
    let mut taken: Vec<String> = undoing.words.iter().map(line).collect();
    let secret = (undoing.answers as usize).saturating_sub(undoing.words.len());
    taken.extend((0..secret).map(|_| tongue.word("undo-secret")));
    lines.extend(motion::not_too_many(tongue, taken));
    if undoing.unanimous {
        lines.push(tongue.word("undo-unanimous"));
    }
    let (back_to, seen) = (undoing.back_to, undoing.seen);
    let key = if undoing.unanimous { "undo-button-ask" } else { "undo-button" };
    let button = Button {
        id: custom_id::id(campaign, ButtonAction::Undo { back_to, seen }),
        label: tongue.word(key),
        look: ButtonStyle::Grave,
        grey: false,
    };
    let card = Embed { text: lines.join("\n"), colour: ICE, ..Embed::default() };
    OutgoingMessage {
        cards: vec![card],
        rows: vec![ActionRow::Buttons(vec![button])],
        ..OutgoingMessage::default()
    }
}
