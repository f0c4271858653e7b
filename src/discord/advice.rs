//! Advice: the choice the house would make, with its reason.
//!
//! Advice on a private question goes to the holder of its seat only.

use std::sync::Arc;

use super::context::{BotContext, Invoker};
use super::message::OutgoingMessage;
use crate::council::Refusal;
use crate::game::Message;
use crate::store::CampaignId;

/// Returns the house's advice on a question. Without a number, takes the first question the invoker
/// may answer, else the first whose choices the invoker may see.
pub async fn page(
    context: &Arc<BotContext>,
    invoker: &Invoker,
    campaign: i64,
    question: Option<u32>,
) -> Result<OutgoingMessage, Refusal> {
    let view = context.load_view(invoker, campaign).await?;
    let question = match question {
        Some(number) => view.view.questions.iter().find(|question| question.number == number),
        None => {
            let mine = view.view.questions.iter().find(|q| q.yours && q.decision.is_some());
            mine.or_else(|| view.view.questions.iter().find(|q| q.decision.is_some()))
        }
    };
    let Some(question) = question else {
        return Ok(OutgoingMessage::line(view.localizer.word("advise-nothing")));
    };
    let Some(decision) = question.decision.clone() else {
        return Ok(OutgoingMessage::line(view.localizer.word("advise-not-yours")));
    };
    let (id, seed) = (decision.id, u64::from(question.number));
    let advice = context.hall.read(CampaignId(campaign), move |campaign| {
        campaign.table().and_then(|table| table.advice(id, seed))
    });
    let Some(advice) = advice.await? else {
        return Ok(OutgoingMessage::line(view.localizer.word("advise-nothing")));
    };
    let label = decision.choices.iter().find(|choice| choice.key == advice.choice);
    let label = label.map_or_else(String::new, |choice| view.localizer.of_game(&choice.label));
    let line = Message::new("advise-line").label("label", label).message("why", advice.why);
    Ok(OutgoingMessage::line(view.localizer.say(&line)))
}
