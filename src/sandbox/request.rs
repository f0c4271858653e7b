//! A request as it came in, read once: JSON, or a form with files.
//!
//! May use: axum. Deliberately absent: what the request does.

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, Multipart, Query, Request};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use serde_json::Value;

use super::answer::Refusal;
use super::ids::Id;
use super::routes;

/// The most that a request may weigh.
pub(super) const HEAVIEST_REQUEST: usize = 25 << 20;

/// A file of a form.
pub(super) struct Upload {
    /// The number in `files[n]`.
    pub(super) number: u64,
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) bytes: Bytes,
}

/// One request.
pub(super) struct Call {
    pub(super) method: String,
    pub(super) path: String,
    /// The route with names in place of ids.
    pub(super) route: String,
    /// What stands in place of the names, in order.
    pub(super) args: Vec<String>,
    pub(super) query: Vec<(String, String)>,
    pub(super) token: Option<String>,
    pub(super) body: Value,
    pub(super) files: Vec<Upload>,
    /// Why it cannot be read.
    pub(super) broken: Option<Refusal>,
}

impl Call {
    /// Reads a request under the given path.
    pub(super) async fn read(request: Request, path: &str) -> Call {
        let (mut call, form) = Call::head(&request, path);
        let read = if form { call.read_form(request).await } else { call.read_json(request).await };
        call.broken = read.err();
        call
    }

    /// What stands before the body, and whether that is a form.
    fn head(request: &Request, path: &str) -> (Call, bool) {
        let (route, args) = routes::find(path);
        let query = Query::<Vec<(String, String)>>::try_from_uri(request.uri());
        let header = |name| {
            request.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
        };
        let form = header(CONTENT_TYPE).is_some_and(|kind| kind.starts_with("multipart/form-data"));
        let call = Call {
            method: request.method().to_string(),
            path: path.to_owned(),
            route,
            args,
            query: query.map(|Query(pairs)| pairs).unwrap_or_default(),
            token: header(AUTHORIZATION),
            body: Value::Null,
            files: Vec::new(),
            broken: None,
        };
        (call, form)
    }

    async fn read_json(&mut self, request: Request) -> Result<(), Refusal> {
        let bytes =
            to_bytes(request.into_body(), HEAVIEST_REQUEST).await.map_err(|_| Refusal::heavy())?;
        if !bytes.is_empty() {
            self.body = serde_json::from_slice(&bytes).map_err(|_| Refusal::not_json())?;
        }
        Ok(())
    }

    async fn read_form(&mut self, request: Request) -> Result<(), Refusal> {
        let mut form =
            Multipart::from_request(request, &()).await.map_err(|_| Refusal::not_json())?;
        let mut weight = 0;
        while let Some(field) = form.next_field().await.map_err(|_| Refusal::heavy())? {
            let name = field.name().unwrap_or_default().to_owned();
            let file = field.file_name().map(str::to_owned);
            let kind = field.content_type().unwrap_or("application/octet-stream").to_owned();
            let bytes = field.bytes().await.map_err(|_| Refusal::heavy())?;
            weight += bytes.len();
            if weight > HEAVIEST_REQUEST {
                return Err(Refusal::heavy());
            }
            self.take_field(&name, file, kind, bytes)?;
        }
        Ok(())
    }

    fn take_field(
        &mut self,
        name: &str,
        file: Option<String>,
        kind: String,
        bytes: Bytes,
    ) -> Result<(), Refusal> {
        if name == "payload_json" {
            self.body = serde_json::from_slice(&bytes).map_err(|_| Refusal::not_json())?;
        } else if let Some(name_of_file) = file {
            let number = name.trim_start_matches("files[").trim_end_matches(']').parse();
            let number = number.unwrap_or(self.files.len() as u64);
            self.files.push(Upload { number, name: name_of_file, kind, bytes });
        }
        Ok(())
    }

    /// What stands at a place of the route.
    pub(super) fn arg(&self, place: usize) -> &str {
        self.args.get(place).map_or("", String::as_str)
    }

    /// The id at a place of the route; 0 belongs to nothing.
    pub(super) fn id(&self, place: usize) -> Id {
        self.arg(place).parse().unwrap_or(0)
    }

    /// A value of the query.
    pub(super) fn asked(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}
