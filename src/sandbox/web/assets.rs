//! The page itself, as it was built in.
//!
//! May use: axum. Deliberately absent: anything that is not in the program; the page asks
//! nobody else for anything, and its browser is told to hold it to that.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use include_dir::{Dir, include_dir};

use crate::sandbox::server::{put, respond};

static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/sandbox");

/// What the page may do: show and run what comes from here.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' \
                      data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// A file of the page.
pub(super) fn serve(path: &str) -> Response {
    let name = match path {
        "/" | "/sandbox" | "/sandbox/" => "index.html",
        other => other.strip_prefix("/sandbox/page/").unwrap_or_default(),
    };
    let Some(file) = PAGE.get_file(name) else {
        return respond(404, None);
    };
    let mut response = Response::new(Body::from(file.contents()));
    let kind = HeaderValue::from_static(kind(name));
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    put(&mut response, "cache-control", "no-cache");
    put(&mut response, "content-security-policy", POLICY);
    put(&mut response, "referrer-policy", "no-referrer");
    response
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
