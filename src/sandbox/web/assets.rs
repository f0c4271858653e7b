//! Static assets of the web client, embedded in the binary.
//!
//! The page loads nothing from elsewhere; its content security policy enforces that.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use include_dir::{Dir, include_dir};

use crate::sandbox::server::{put, respond};

static ASSETS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/sandbox");

/// Content security policy: the page shows and runs only what this server sends.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' \
                      data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// Serves a file of the web client; 404 if there is none at `path`.
pub(super) fn serve(path: &str) -> Response {
    let name = match path {
        "/" | "/sandbox" | "/sandbox/" => "index.html",
        other => other.strip_prefix("/sandbox/page/").unwrap_or_default(),
    };
    let Some(file) = ASSETS.get_file(name) else {
        return respond(404, None);
    };
    let mut response = Response::new(Body::from(file.contents()));
    let content_type = HeaderValue::from_static(content_type(name));
    response.headers_mut().insert(header::CONTENT_TYPE, content_type);
    put(&mut response, "cache-control", "no-cache");
    put(&mut response, "content-security-policy", POLICY);
    put(&mut response, "referrer-policy", "no-referrer");
    response
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
