//! Parsed API request: route, arguments, JSON body and uploaded files.

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, Multipart, Query, Request};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use serde_json::Value;

use super::ids::Id;
use super::response::ApiError;
use super::routes;

/// Size limit of a request body in bytes.
pub(super) const MAX_REQUEST: usize = 25 << 20;

/// One file of a multipart form.
pub(super) struct Upload {
    /// The `n` of `files[n]`.
    pub(super) number: u64,
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) bytes: Bytes,
}

/// A request to the API, with its body read.
pub(super) struct ApiRequest {
    pub(super) method: String,
    pub(super) path: String,
    /// The path with parameter names in index of ids; the path itself if no route matches.
    pub(super) route: String,
    /// Path arguments, in the order of the route's parameters.
    pub(super) args: Vec<String>,
    pub(super) query: Vec<(String, String)>,
    pub(super) token: Option<String>,
    pub(super) body: Value,
    pub(super) files: Vec<Upload>,
    /// The error to respond with if the body cannot be read.
    pub(super) broken: Option<ApiError>,
}

impl ApiRequest {
    /// Reads a request; `path` is its path below the API version.
    pub(super) async fn read(request: Request, path: &str) -> ApiRequest {
        let (mut parsed, form) = ApiRequest::head(&request, path);
        let read =
            if form { parsed.read_form(request).await } else { parsed.read_json(request).await };
        parsed.broken = read.err();
        parsed
    }

    /// Parses all but the body, and tells whether the body is a multipart form.
    fn head(request: &Request, path: &str) -> (ApiRequest, bool) {
        let (route, args) = routes::find(path);
        let query = Query::<Vec<(String, String)>>::try_from_uri(request.uri());
        let header = |name| {
            request.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
        };
        let form = header(CONTENT_TYPE).is_some_and(|kind| kind.starts_with("multipart/form-data"));
        let parsed = ApiRequest {
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
        (parsed, form)
    }

    async fn read_json(&mut self, request: Request) -> Result<(), ApiError> {
        let bytes =
            to_bytes(request.into_body(), MAX_REQUEST).await.map_err(|_| ApiError::too_large())?;
        if !bytes.is_empty() {
            self.body = serde_json::from_slice(&bytes).map_err(|_| ApiError::not_json())?;
        }
        Ok(())
    }

    /// Reads a multipart form: `payload_json` and files. The size limit counts all fields together.
    async fn read_form(&mut self, request: Request) -> Result<(), ApiError> {
        let mut form =
            Multipart::from_request(request, &()).await.map_err(|_| ApiError::not_json())?;
        let mut total = 0;
        while let Some(field) = form.next_field().await.map_err(|_| ApiError::too_large())? {
            let name = field.name().unwrap_or_default().to_owned();
            let file = field.file_name().map(str::to_owned);
            let kind = field.content_type().unwrap_or("application/octet-stream").to_owned();
            let bytes = field.bytes().await.map_err(|_| ApiError::too_large())?;
            total += bytes.len();
            if total > MAX_REQUEST {
                return Err(ApiError::too_large());
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
    ) -> Result<(), ApiError> {
        if name == "payload_json" {
            self.body = serde_json::from_slice(&bytes).map_err(|_| ApiError::not_json())?;
        } else if let Some(file_name) = file {
            let number = name.trim_start_matches("files[").trim_end_matches(']').parse();
            let number = number.unwrap_or(self.files.len() as u64);
            self.files.push(Upload { number, name: file_name, kind, bytes });
        }
        Ok(())
    }

    /// The path argument at `index`; empty if the route has fewer.
    pub(super) fn arg(&self, index: usize) -> &str {
        self.args.get(index).map_or("", String::as_str)
    }

    /// The path argument at `index` as an id; 0, which is never given out, if it is not a number.
    pub(super) fn id(&self, index: usize) -> Id {
        self.arg(index).parse().unwrap_or(0)
    }

    /// The first value of a query parameter.
    pub(super) fn asked(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}
