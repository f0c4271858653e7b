//! API responses: a body, or one of Discord's errors.

use serde_json::{Value, json};

/// A successful response.
#[derive(Debug)]
pub(super) struct ApiResponse {
    pub(super) status: u16,
    pub(super) body: Option<Value>,
}

#[allow(clippy::unnecessary_wraps, reason = "every route ends with one of these")]
impl ApiResponse {
    /// `200 OK` with a body.
    pub(super) fn with(body: Value) -> Result<ApiResponse, ApiError> {
        Ok(ApiResponse { status: 200, body: Some(body) })
    }

    /// `201 Created` with a body.
    pub(super) fn created(body: Value) -> Result<ApiResponse, ApiError> {
        Ok(ApiResponse { status: 201, body: Some(body) })
    }

    /// `204 No Content`.
    pub(super) fn done() -> Result<ApiResponse, ApiError> {
        Ok(ApiResponse { status: 204, body: None })
    }
}

/// An error response.
#[derive(Clone, Debug)]
pub(super) struct ApiError {
    pub(super) status: u16,
    pub(super) code: u32,
    pub(super) text: String,
    /// Validation errors as a tree that follows the fields of the form.
    pub(super) errors: Option<Value>,
    pub(super) retry_after: Option<f64>,
    /// Whether a correct bot never causes this error.
    pub(super) violation: bool,
}

impl ApiError {
    pub(super) fn new(status: u16, code: u32, text: impl Into<String>) -> Self {
        let text = text.into();
        ApiError { status, code, text, errors: None, retry_after: None, violation: false }
    }

    /// Counts the error as a violation by the bot.
    pub(super) fn blamed(self) -> Self {
        ApiError { violation: true, ..self }
    }

    /// Does not count the error as a violation: it was injected.
    pub(super) fn without_details(self) -> Self {
        ApiError { violation: false, ..self }
    }

    pub(super) fn unauthorized() -> Self {
        ApiError::new(401, 0, "401: Unauthorized").blamed()
    }

    pub(super) fn no_route() -> Self {
        ApiError::new(404, 0, "404: Not Found").blamed()
    }

    pub(super) fn too_large() -> Self {
        ApiError::new(413, 40_005, "Request entity too large").blamed()
    }

    pub(super) fn not_json() -> Self {
        ApiError::new(400, 50_109, "The request body contains invalid JSON.").blamed()
    }

    pub(super) fn no_channel() -> Self {
        ApiError::new(404, 10_003, "Unknown Channel")
    }

    pub(super) fn no_guild() -> Self {
        ApiError::new(404, 10_004, "Unknown Guild")
    }

    pub(super) fn no_member() -> Self {
        ApiError::new(404, 10_007, "Unknown Member")
    }

    pub(super) fn no_message() -> Self {
        ApiError::new(404, 10_008, "Unknown Message")
    }

    pub(super) fn no_user() -> Self {
        ApiError::new(404, 10_013, "Unknown User")
    }

    pub(super) fn no_webhook() -> Self {
        ApiError::new(404, 10_015, "Unknown Webhook")
    }

    pub(super) fn no_interaction() -> Self {
        ApiError::new(404, 10_062, "Unknown interaction")
    }

    pub(super) fn no_command() -> Self {
        ApiError::new(404, 10_063, "Unknown application command").blamed()
    }

    pub(super) fn already_answered() -> Self {
        ApiError::new(400, 40_060, "Interaction has already been acknowledged.")
    }

    pub(super) fn no_access() -> Self {
        ApiError::new(403, 50_001, "Missing Access").blamed()
    }

    pub(super) fn not_the_author() -> Self {
        ApiError::new(403, 50_005, "Cannot edit a message authored by another user").blamed()
    }

    pub(super) fn empty() -> Self {
        ApiError::new(400, 50_006, "Cannot send an empty message").blamed()
    }

    pub(super) fn cannot_dm() -> Self {
        ApiError::new(403, 50_007, "Cannot send messages to this user")
    }

    pub(super) fn no_permission() -> Self {
        ApiError::new(403, 50_013, "Missing Permissions").blamed()
    }

    pub(super) fn token_void() -> Self {
        ApiError::new(401, 50_027, "Invalid Webhook Token")
    }

    pub(super) fn archived() -> Self {
        ApiError::new(400, 50_083, "Thread is archived")
    }

    pub(super) fn old_edit(wait: f64) -> Self {
        let text =
            "Maximum number of edits to messages older than 1 hour reached. Try again later.";
        ApiError { retry_after: Some(wait), ..ApiError::new(429, 30_046, text) }
    }

    pub(super) fn too_fast(wait: f64) -> Self {
        let text = "You are being rate limited.";
        ApiError { retry_after: Some(wait), ..ApiError::new(429, 0, text) }
    }

    pub(super) fn form(errors: Value) -> Self {
        let error = ApiError::new(400, 50_035, "Invalid Form Body").blamed();
        ApiError { errors: Some(errors), ..error }
    }

    /// Every validation error with its field path; the message itself if there are none.
    pub(super) fn listed(&self) -> Vec<String> {
        let mut found = Vec::new();
        match &self.errors {
            Some(errors) => list(errors, "", &mut found),
            None => found.push(self.text.clone()),
        }
        found
    }

    /// The JSON body of the response.
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

/// Appends the leaves of an error tree to `found`, each with its field path.
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
