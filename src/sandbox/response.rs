//! What a request is answered with: a body, or one of Discord's refusals.
//!
//! May use: `serde_json`. Deliberately absent: when which is due.

use serde_json::{Value, json};

/// A request that was done.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: Option<Value>,
}

#[allow(clippy::unnecessary_wraps, reason = "every route ends with one of these")]
impl Answer {
    /// 200 with a body.
    pub(super) fn with(body: Value) -> Result<Answer, Refusal> {
        Ok(Answer { status: 200, body: Some(body) })
    }

    /// 201 with a body.
    pub(super) fn created(body: Value) -> Result<Answer, Refusal> {
        Ok(Answer { status: 201, body: Some(body) })
    }

    /// 204.
    pub(super) fn done() -> Result<Answer, Refusal> {
        Ok(Answer { status: 204, body: None })
    }
}

/// A request that was not done.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    pub(super) status: u16,
    pub(super) code: u32,
    pub(super) text: String,
    /// What is wrong where, for a form that breaks limits.
    pub(super) errors: Option<Value>,
    pub(super) retry_after: Option<f64>,
    /// A well-made bot never asks for this.
    pub(super) violation: bool,
}

impl Refusal {
    pub(super) fn new(status: u16, code: u32, text: impl Into<String>) -> Self {
        let text = text.into();
        Refusal { status, code, text, errors: None, retry_after: None, violation: false }
    }

    /// Counts as a fault of the bot.
    pub(super) fn blamed(self) -> Self {
        Refusal { violation: true, ..self }
    }

    /// It was ordered, and is nobody's fault.
    pub(super) fn unblamed(self) -> Self {
        Refusal { violation: false, ..self }
    }

    pub(super) fn unauthorized() -> Self {
        Refusal::new(401, 0, "401: Unauthorized").blamed()
    }

    pub(super) fn no_route() -> Self {
        Refusal::new(404, 0, "404: Not Found").blamed()
    }

    pub(super) fn heavy() -> Self {
        Refusal::new(413, 40_005, "Request entity too large").blamed()
    }

    pub(super) fn not_json() -> Self {
        Refusal::new(400, 50_109, "The request body contains invalid JSON.").blamed()
    }

    pub(super) fn no_channel() -> Self {
        Refusal::new(404, 10_003, "Unknown Channel")
    }

    pub(super) fn no_guild() -> Self {
        Refusal::new(404, 10_004, "Unknown Guild")
    }

    pub(super) fn no_member() -> Self {
        Refusal::new(404, 10_007, "Unknown Member")
    }

    pub(super) fn no_message() -> Self {
        Refusal::new(404, 10_008, "Unknown Message")
    }

    pub(super) fn no_user() -> Self {
        Refusal::new(404, 10_013, "Unknown User")
    }

    pub(super) fn no_webhook() -> Self {
        Refusal::new(404, 10_015, "Unknown Webhook")
    }

    pub(super) fn no_interaction() -> Self {
        Refusal::new(404, 10_062, "Unknown interaction")
    }

    pub(super) fn no_command() -> Self {
        Refusal::new(404, 10_063, "Unknown application command").blamed()
    }

    pub(super) fn already_answered() -> Self {
        Refusal::new(400, 40_060, "Interaction has already been acknowledged.")
    }

    pub(super) fn no_access() -> Self {
        Refusal::new(403, 50_001, "Missing Access").blamed()
    }

    pub(super) fn not_the_author() -> Self {
        Refusal::new(403, 50_005, "Cannot edit a message authored by another user").blamed()
    }

    pub(super) fn empty() -> Self {
        Refusal::new(400, 50_006, "Cannot send an empty message").blamed()
    }

    pub(super) fn closed_ears() -> Self {
        Refusal::new(403, 50_007, "Cannot send messages to this user")
    }

    pub(super) fn no_permission() -> Self {
        Refusal::new(403, 50_013, "Missing Permissions").blamed()
    }

    pub(super) fn token_void() -> Self {
        Refusal::new(401, 50_027, "Invalid Webhook Token")
    }

    pub(super) fn archived() -> Self {
        Refusal::new(400, 50_083, "Thread is archived")
    }

    pub(super) fn old_edit(wait: f64) -> Self {
        let text =
            "Maximum number of edits to messages older than 1 hour reached. Try again later.";
        Refusal { retry_after: Some(wait), ..Refusal::new(429, 30_046, text) }
    }

    pub(super) fn too_fast(wait: f64) -> Self {
        let text = "You are being rate limited.";
        Refusal { retry_after: Some(wait), ..Refusal::new(429, 0, text) }
    }

    pub(super) fn form(errors: Value) -> Self {
        let refusal = Refusal::new(400, 50_035, "Invalid Form Body").blamed();
        Refusal { errors: Some(errors), ..refusal }
    }

    /// Everything that is wrong, with its place.
    pub(super) fn listed(&self) -> Vec<String> {
        let mut found = Vec::new();
        match &self.errors {
            Some(errors) => list(errors, "", &mut found),
            None => found.push(self.text.clone()),
        }
        found
    }

    /// The body of the answer.
    pub(super) fn body(&self) -> Value {
        let mut body = json!({ "message": self.text, "code": self.code });
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        if let Some(wait) = self.retry_after {
            body["retry_after"] = json!(wait);
            body["global"] = json!(false);
        }
        body
    }
}

/// The leaves of a tree of problems.
fn list(errors: &Value, at: &str, found: &mut Vec<String>) {
    for (field, inner) in errors.as_object().into_iter().flatten() {
        if field == "_errors" {
            let texts = inner.as_array().into_iter().flatten();
            let texts = texts.filter_map(|one| one["message"].as_str());
            found.extend(texts.map(|text| format!("{at}: {text}")));
        } else {
            let at = if at.is_empty() { field.clone() } else { format!("{at}.{field}") };
            list(inner, &at, found);
        }
    }
}
