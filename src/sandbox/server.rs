//! HTTP server: reads requests, applies faults and rate limits, records and responds.
//!
//! What an API request does is in `rest`.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequestParts, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::connection::CutSwitch;
use super::faults::Fault;
use super::handle::SandboxHandle;
use super::ids::Id;
use super::rate_limits::BucketState;
use super::recorder::RecordedRequest;
use super::request::{ApiRequest, MAX_REQUEST};
use super::response::{ApiError, ApiResponse};
use super::room::Room;
use super::world::World;
use super::{gateway, limits, rest, web};

/// The world behind its lock, and a signal for its changes.
pub(super) struct Shared {
    world: Mutex<World>,
    bell: watch::Sender<u64>,
    /// The room for users on the local network, once it is open.
    pub(super) room: OnceLock<Arc<Room>>,
}

impl Shared {
    pub(super) fn new(world: World) -> Arc<Self> {
        let bell = watch::channel(0).0;
        Arc::new(Shared { world: Mutex::new(world), bell, room: OnceLock::new() })
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn changed(&self) {
        self.bell.send_modify(|count| *count += 1);
    }

    pub(super) fn listen(&self) -> watch::Receiver<u64> {
        self.bell.subscribe()
    }
}

/// The HTTP router. It has only a fallback: `dispatch` tells requests apart.
pub(super) fn router(sandbox: SandboxHandle) -> Router {
    Router::new()
        .fallback(handle)
        .layer(DefaultBodyLimit::max(MAX_REQUEST + (1 << 20)))
        .with_state(sandbox)
}

async fn handle(
    State(sandbox): State<SandboxHandle>,
    ConnectInfo(connection): ConnectInfo<CutSwitch>,
    request: Request,
) -> Response {
    let mut response = dispatch(sandbox, connection, request).await;
    protect(&mut response);
    response
}

/// Sets headers that keep other sites from embedding a response and browsers from guessing its
/// type.
pub(super) fn protect(response: &mut Response) {
    put(response, "cross-origin-resource-policy", "same-origin");
    put(response, "x-content-type-options", "nosniff");
}

async fn dispatch(sandbox: SandboxHandle, connection: CutSwitch, request: Request) -> Response {
    if web::is_foreign(&sandbox, request.headers()) {
        return respond(403, None);
    }
    let shared = Arc::clone(&sandbox.shared);
    let path = request.uri().path().to_owned();
    if let Some(below) = path.strip_prefix("/api/v10") {
        return api(&shared, &connection, request, below).await;
    }
    if let Some(file) = file_of(&path) {
        return web::guarded(&sandbox, request.headers(), || download(&shared, file));
    }
    // The gateway and the chat client share an address: a WebSocket upgrade comes from a bot.
    let wants_socket = request.headers().contains_key(header::UPGRADE);
    if (path == "/" && !wants_socket) || path.starts_with("/sandbox") {
        return web::answer(sandbox, request).await;
    }
    let (mut parts, _) = request.into_parts();
    match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => upgrade
            .max_message_size(gateway::LARGEST_FRAME)
            .max_frame_size(gateway::LARGEST_FRAME)
            .on_upgrade(move |socket| gateway::run(shared, socket)),
        Err(_) => respond(404, Some(&ApiError::no_route().body())),
    }
}

/// The file id in a download path. Returns `None` for any other path, and 0, which is no file's,
/// if the id is missing or malformed.
pub(super) fn file_of(path: &str) -> Option<Id> {
    let prefixes = ["/attachments/", "/ephemeral-attachments/"];
    let rest = prefixes.iter().find_map(|prefix| path.strip_prefix(prefix))?;
    Some(rest.split('/').nth(1).and_then(|id| id.parse().ok()).unwrap_or(0))
}

/// Serves an uploaded file; 404 if it is not kept.
pub(super) fn download(shared: &Shared, file: Id) -> Response {
    let Some((kind, bytes)) = shared.lock().files.get(file) else {
        return respond(404, None);
    };
    let mut response = Response::new(Body::from(bytes));
    if let Ok(kind) = HeaderValue::from_str(&kind) {
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
    }
    // An uploaded HTML or SVG file must not run scripts on this origin.
    put(&mut response, "content-security-policy", "sandbox; default-src 'none'");
    response
}

/// How a request ended, faults included.
struct RequestOutcome {
    done: Result<ApiResponse, ApiError>,
    standing: Option<BucketState>,
    faulted: bool,
    dropped: bool,
    garbled: bool,
}

async fn api(shared: &Shared, connection: &CutSwitch, request: Request, path: &str) -> Response {
    shared.lock().recorder.begin();
    let request = ApiRequest::read(request, path).await;
    let fault = shared.lock().faults.on_request(&request.method, &request.route);
    let outcome = process(shared, &request, fault).await;
    record(shared, &request, &outcome);
    if outcome.dropped {
        connection.cut();
    }
    let (status, body) = status_and_body(&outcome.done);
    let mut response = respond(status, body.as_ref());
    if outcome.garbled {
        *response.body_mut() = Body::from("<!doctype html><p>Welcome to the network");
        put(&mut response, "content-type", "text/html");
    }
    if let Some(bucket) = &outcome.standing {
        write_limits(&mut response, bucket);
    }
    if let Some(wait) = outcome.done.err().and_then(|error| error.retry_after) {
        put(&mut response, "retry-after", &format!("{:.0}", wait.ceil()));
    }
    response
}

/// Performs a request as `fault` allows.
async fn process(shared: &Shared, request: &ApiRequest, fault: Option<Fault>) -> RequestOutcome {
    let faulted = |done, dropped| RequestOutcome {
        done,
        standing: None,
        faulted: true,
        dropped,
        garbled: false,
    };
    match fault {
        Some(Fault::Answer { status, retry_after, .. }) => {
            faulted(Err(injected_error(status, retry_after)), false)
        }
        Some(Fault::DropBefore { .. }) => faulted(Err(injected_error(502, Duration::ZERO)), true),
        Some(Fault::DropAfter { .. }) => {
            RequestOutcome { dropped: true, ..perform(shared, request) }
        }
        Some(Fault::Garble { .. }) => RequestOutcome { garbled: true, ..perform(shared, request) },
        Some(Fault::Delay { by, .. }) => {
            tokio::time::sleep(by).await;
            perform(shared, request)
        }
        _ => perform(shared, request),
    }
}

fn injected_error(status: u16, retry_after: Duration) -> ApiError {
    match status {
        400 => {
            limits::one("injected", "INJECTED", "This is not to Discord's liking").without_details()
        }
        429 => ApiError::too_fast(retry_after.as_secs_f64()),
        500 => ApiError::new(500, 0, "500: Internal Server Error"),
        other => ApiError::new(other, 0, format!("{other}: Injected")),
    }
}

/// Performs a request, or refuses it if rate limits are on and exceeded.
fn perform(shared: &Shared, request: &ApiRequest) -> RequestOutcome {
    let mut world = shared.lock();
    let bucket = world.buckets.count(request);
    world.buckets.sweep();
    let over = bucket.over && world.options.rate_limits;
    let done = if over {
        Err(ApiError::too_fast(bucket.reset_after.as_secs_f64()))
    } else {
        rest::answer(&mut world, request)
    };
    RequestOutcome { done, standing: Some(bucket), faulted: false, dropped: false, garbled: false }
}

fn status_and_body(done: &Result<ApiResponse, ApiError>) -> (u16, Option<Value>) {
    match done {
        Ok(response) => (response.status, response.body.clone()),
        Err(error) => (error.status, Some(error.body())),
    }
}

/// Records the request. Checkers run outside the lock, so they may use a sandbox handle.
fn record(shared: &Shared, request: &ApiRequest, outcome: &RequestOutcome) {
    let (status, _) = status_and_body(&outcome.done);
    let error_body = outcome.done.as_ref().err().map(ApiError::body);
    let mut recorded = RecordedRequest {
        method: request.method.clone(),
        path: request.path.clone(),
        route: request.route.clone(),
        query: request.query.clone(),
        body: request.body.clone(),
        files: files(request),
        status: if outcome.dropped { 0 } else { status },
        answer: error_body.unwrap_or_default(),
        faulted: outcome.faulted,
        at: Duration::ZERO,
    };
    let checkers = shared.lock().recorder.checkers.clone();
    let mut wrong: Vec<String> = checkers.iter().flat_map(|check| check(&recorded)).collect();
    if let Err(error) = &outcome.done
        && error.violation
    {
        let errors = error.errors.as_ref().map(Value::to_string).unwrap_or_default();
        wrong.push(format!("{status} {}: {} {errors}", error.code, error.text));
    }
    let about = format!("{} {}", request.method, request.route);
    let mut world = shared.lock();
    recorded.at = world.recorder.start.elapsed();
    world.recorder.violations.extend(wrong.into_iter().map(|what| format!("{about}: {what}")));
    world.recorder.end(recorded);
    drop(world);
    shared.changed();
}

/// Name, length and description of the uploaded files.
fn files(request: &ApiRequest) -> Vec<(String, usize, Option<String>)> {
    let message =
        if request.body["data"].is_object() { &request.body["data"] } else { &request.body };
    let listed = message["attachments"].as_array();
    let about = |number: u64| {
        let same = |one: &&Value| {
            let id = &one["id"];
            id.as_u64() == Some(number) || id.as_str() == Some(number.to_string().as_str())
        };
        listed?.iter().find(same)?["description"].as_str().map(str::to_owned)
    };
    request
        .files
        .iter()
        .map(|file| (file.name.clone(), file.bytes.len(), about(file.number)))
        .collect()
}

/// A response with a JSON body, or without one.
pub(super) fn respond(status: u16, body: Option<&Value>) -> Response {
    let bytes = body.map(|body| body.to_string().into_bytes()).unwrap_or_default();
    let mut response = Response::new(Body::from(bytes));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
    if body.is_some() {
        put(&mut response, "content-type", "application/json");
    }
    response
}

fn write_limits(response: &mut Response, bucket: &BucketState) {
    let reset = bucket.reset_after.as_secs_f64();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let at = now.unwrap_or_default().as_secs_f64() + reset;
    put(response, "x-ratelimit-limit", &bucket.limit.to_string());
    put(response, "x-ratelimit-remaining", &bucket.left.to_string());
    put(response, "x-ratelimit-reset", &format!("{at:.3}"));
    put(response, "x-ratelimit-reset-after", &format!("{reset:.3}"));
    put(response, "x-ratelimit-bucket", &bucket_id(&bucket.name));
    if response.status() == StatusCode::TOO_MANY_REQUESTS {
        put(response, "x-ratelimit-scope", if bucket.global { "global" } else { "user" });
        if bucket.global {
            put(response, "x-ratelimit-global", "true");
        }
    }
}

/// An opaque bucket id, as Discord sends: the FNV-1a hash of the name.
fn bucket_id(name: &str) -> String {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// Sets a header; a value that is not valid in one is left out.
pub(super) fn put(response: &mut Response, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
}

/// The body of `GET /gateway`.
pub(super) fn gateway_url(world: &World) -> Value {
    json!({ "url": world.base.replacen("http", "ws", 1) })
}
