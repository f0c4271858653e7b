//! Advice: what the house would choose, for whoever asks.
//!
//! May use: `host`, the boundary. Deliberately absent: what the asker may not
//! see; a private question is advised on to its own seat only.

use std::sync::Arc;

use super::context::{BotContext, Invoker};
use super::message::OutgoingMessage;
use crate::council::Refusal;
use crate::game::Message;
use crate::store::CampaignId;

/// The house's advice on a question, or on the first that is open to the visitor.
pub async fn page(
    host: &Arc<BotContext>,
    visitor: &Invoker,
    campaign: i64,
    question: Option<u32>,
) -> Result<OutgoingMessage, Refusal> {
    let seen = host.sight(visitor, campaign).await?;
    let asked = match question {
        Some(number) => seen.panel.questions.iter().find(|asked| asked.number == number),
        None => {
            let mine = seen.panel.questions.iter().find(|q| q.yours && q.decision.is_some());
            mine.or_else(|| seen.panel.questions.iter().find(|q| q.decision.is_some()))
        }
    };
    let Some(asked) = asked else {
        return Ok(OutgoingMessage::line(seen.tongue.word("advise-nothing")));
    };
    let Some(decision) = asked.decision.clone() else {
        return Ok(OutgoingMessage::line(seen.tongue.word("advise-not-yours")));
    };
    let (id, seed) = (decision.id, u64::from(asked.number));
    let counsel = host.hall.read(CampaignId(campaign), move |campaign| {
        campaign.table().and_then(|table| table.advice(id, seed))
    });
    let Some(counsel) = counsel.await? else {
        return Ok(OutgoingMessage::line(seen.tongue.word("advise-nothing")));
    };
    let label = decision.choices.iter().find(|choice| choice.key == counsel.choice);
    let label = label.map_or_else(String::new, |choice| seen.tongue.of_game(&choice.label));
    let line = Message::new("advise-line").label("label", label).message("why", counsel.why);
    Ok(OutgoingMessage::line(seen.tongue.say(&line)))
}
