//! Clicks that undo answers, and the preview of an undo. The council decides what can be undone.

use super::Click;
use crate::council::request::UndoPreview;
use crate::council::{Reply, Request};
use crate::discord::custom_id::{self, ButtonAction};
use crate::discord::localizer::Localizer;
use crate::discord::message::{ActionRow, Button, ButtonStyle, Embed, ICE, OutgoingMessage};
use crate::discord::pages::motion;
use crate::game::Message;

impl Click<'_> {
    /// Undoes the last choice at once if it is the only answer taken back and revealed nothing.
    /// Otherwise shows a preview with a button to confirm.
    pub(super) async fn back(&self) {
        let asked = self.context.ask(
            &self.invoker,
            self.campaign,
            "?",
            Request::PreviewUndo { back_to: None },
        );
        let preview = match self.read_with_ack(asked).await {
            Reply::WouldUndo(preview) => preview,
            Reply::Refused(refusal) => return self.refuse(&refusal).await,
            _ => return,
        };
        if preview.answers == 1 && !preview.unanimous {
            let (back_to, seen) = (preview.back_to, preview.seen);
            return self.submit_public(Request::Undo { back_to, seen }).await;
        }
        let view = match self.sight().await {
            Ok(view) => view,
            Err(refusal) => return self.refuse(&refusal).await,
        };
        let message = would_undo(&view.localizer, self.campaign, &preview);
        self.tell(&message).await;
    }
}

/// The preview of an undo, with the button that performs it.
pub fn would_undo(localizer: &Localizer, campaign: i64, preview: &UndoPreview) -> OutgoingMessage {
    let head = Message::new("undo-would").number("answers", preview.answers);
    let mut lines = vec![localizer.say(&head)];
    let line = |(prompt, label): &(Message, Message)| {
        let line = Message::new("undo-line")
            .message("prompt", prompt.clone())
            .message("label", label.clone());
        localizer.say(&line)
    };
    let mut taken: Vec<String> = preview.words.iter().map(line).collect();
    let secret = (preview.answers as usize).saturating_sub(preview.words.len());
    taken.extend((0..secret).map(|_| localizer.word("undo-secret")));
    lines.extend(motion::not_too_many(localizer, taken));
    if preview.unanimous {
        lines.push(localizer.word("undo-unanimous"));
    }
    let (back_to, seen) = (preview.back_to, preview.seen);
    let key = if preview.unanimous { "undo-button-ask" } else { "undo-button" };
    let button = Button {
        id: custom_id::id(campaign, ButtonAction::Undo { back_to, seen }),
        label: localizer.word(key),
        style: ButtonStyle::Grave,
        grey: false,
    };
    let embed = Embed { text: lines.join("\n"), colour: ICE, ..Embed::default() };
    OutgoingMessage {
        embeds: vec![embed],
        rows: vec![ActionRow::Buttons(vec![button])],
        ..OutgoingMessage::default()
    }
}
