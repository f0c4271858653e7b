//! The server: takes requests, lets faults strike, records, answers.
//!
//! May use: axum. Deliberately absent: what a request does; that is `rest`.

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

use super::answer::{Answer, Refusal};
use super::buckets::Standing;
use super::call::{Call, HEAVIEST_REQUEST};
use super::faults::Fault;
use super::ids::Id;
use super::line::Scissors;
use super::recorder::Recorded;
use super::room::Room;
use super::stage::Stage;
use super::world::World;
use super::{gateway, limits, rest, window};

/// The world behind its lock, and a bell that rings when it has changed.
pub(super) struct Shared {
    world: Mutex<World>,
    bell: watch::Sender<u64>,
    /// Friends on the same network, if they are let in.
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

/// The routes of the server.
pub(super) fn router(stage: Stage) -> Router {
    Router::new()
        .fallback(enter)
        .layer(DefaultBodyLimit::max(HEAVIEST_REQUEST + (1 << 20)))
        .with_state(stage)
}

async fn enter(
    State(stage): State<Stage>,
    ConnectInfo(line): ConnectInfo<Scissors>,
    request: Request,
) -> Response {
    let mut response = admit(stage, line, request).await;
    protect(&mut response);
    response
}

/// Nothing here is for the pages of others, and nothing is what it does not say it is.
pub(super) fn protect(response: &mut Response) {
    put(response, "cross-origin-resource-policy", "same-origin");
    put(response, "x-content-type-options", "nosniff");
}

async fn admit(stage: Stage, line: Scissors, request: Request) -> Response {
    if window::is_foreign(&stage, request.headers()) {
        return respond(403, None);
    }
    let shared = Arc::clone(&stage.shared);
    let path = request.uri().path().to_owned();
    if let Some(below) = path.strip_prefix("/api/v10") {
        return api(&shared, &line, request, below).await;
    }
    if let Some(file) = file_of(&path) {
        return window::guarded(&stage, request.headers(), || download(&shared, file));
    }
    // The gateway has the same address as the page: a socket is a bot's.
    let wants_socket = request.headers().contains_key(header::UPGRADE);
    if (path == "/" && !wants_socket) || path.starts_with("/sandbox") {
        return window::answer(stage, request).await;
    }
    let (mut parts, _) = request.into_parts();
    match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => upgrade
            .max_message_size(gateway::LARGEST_FRAME)
            .max_frame_size(gateway::LARGEST_FRAME)
            .on_upgrade(move |socket| gateway::attend(shared, socket)),
        Err(_) => respond(404, Some(&Refusal::no_route().body())),
    }
}

/// The file of a message that an address names.
pub(super) fn file_of(path: &str) -> Option<Id> {
    let ways = ["/attachments/", "/ephemeral-attachments/"];
    let rest = ways.iter().find_map(|way| path.strip_prefix(way))?;
    Some(rest.split('/').nth(1).and_then(|id| id.parse().ok()).unwrap_or(0))
}

pub(super) fn download(shared: &Shared, file: Id) -> Response {
    let Some((kind, bytes)) = shared.lock().files.get(file) else {
        return respond(404, None);
    };
    let mut response = Response::new(Body::from(bytes));
    if let Ok(kind) = HeaderValue::from_str(&kind) {
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
    }
    // A file is looked at, never obeyed.
    put(&mut response, "content-security-policy", "sandbox; default-src 'none'");
    response
}

/// How a request ended.
struct Ending {
    done: Result<Answer, Refusal>,
    standing: Option<Standing>,
    faulted: bool,
    dropped: bool,
    garbled: bool,
}

async fn api(shared: &Shared, line: &Scissors, request: Request, path: &str) -> Response {
    shared.lock().recorder.begin();
    let call = Call::read(request, path).await;
    let fault = shared.lock().faults.on_request(&call.method, &call.route);
    let ending = end(shared, &call, fault).await;
    record(shared, &call, &ending);
    if ending.dropped {
        line.cut();
    }
    let (status, body) = told(&ending.done);
    let mut response = respond(status, body.as_ref());
    if ending.garbled {
        *response.body_mut() = Body::from("<!doctype html><p>Welcome to the network");
        put(&mut response, "content-type", "text/html");
    }
    if let Some(standing) = &ending.standing {
        write_limits(&mut response, standing);
    }
    if let Some(wait) = ending.done.err().and_then(|refusal| refusal.retry_after) {
        put(&mut response, "retry-after", &format!("{:.0}", wait.ceil()));
    }
    response
}

async fn end(shared: &Shared, call: &Call, fault: Option<Fault>) -> Ending {
    let broken =
        |done, dropped| Ending { done, standing: None, faulted: true, dropped, garbled: false };
    match fault {
        Some(Fault::Answer { status, retry_after, .. }) => {
            broken(Err(injected(status, retry_after)), false)
        }
        Some(Fault::DropBefore { .. }) => broken(Err(injected(502, Duration::ZERO)), true),
        Some(Fault::DropAfter { .. }) => Ending { dropped: true, ..perform(shared, call) },
        Some(Fault::Garble { .. }) => Ending { garbled: true, ..perform(shared, call) },
        Some(Fault::Delay { by, .. }) => {
            tokio::time::sleep(by).await;
            perform(shared, call)
        }
        _ => perform(shared, call),
    }
}

fn injected(status: u16, retry_after: Duration) -> Refusal {
    match status {
        400 => limits::one("injected", "INJECTED", "This is not to Discord's liking").unblamed(),
        429 => Refusal::too_fast(retry_after.as_secs_f64()),
        500 => Refusal::new(500, 0, "500: Internal Server Error"),
        other => Refusal::new(other, 0, format!("{other}: Injected")),
    }
}

fn perform(shared: &Shared, call: &Call) -> Ending {
    let mut world = shared.lock();
    let standing = world.buckets.count(call);
    world.buckets.sweep();
    let over = standing.over && world.options.rate_limits;
    let done = if over {
        Err(Refusal::too_fast(standing.reset_after.as_secs_f64()))
    } else {
        rest::answer(&mut world, call)
    };
    Ending { done, standing: Some(standing), faulted: false, dropped: false, garbled: false }
}

fn told(done: &Result<Answer, Refusal>) -> (u16, Option<Value>) {
    match done {
        Ok(answer) => (answer.status, answer.body.clone()),
        Err(refusal) => (refusal.status, Some(refusal.body())),
    }
}

/// Writes the request down; the plugged checkers look at it outside the lock.
fn record(shared: &Shared, call: &Call, ending: &Ending) {
    let (status, _) = told(&ending.done);
    let refused = ending.done.as_ref().err().map(Refusal::body);
    let mut recorded = Recorded {
        method: call.method.clone(),
        path: call.path.clone(),
        route: call.route.clone(),
        query: call.query.clone(),
        body: call.body.clone(),
        files: files(call),
        status: if ending.dropped { 0 } else { status },
        answer: refused.unwrap_or_default(),
        faulted: ending.faulted,
        at: Duration::ZERO,
    };
    let checkers = shared.lock().recorder.checkers.clone();
    let mut wrong: Vec<String> = checkers.iter().flat_map(|check| check(&recorded)).collect();
    if let Err(refusal) = &ending.done
        && refusal.violation
    {
        let errors = refusal.errors.as_ref().map(Value::to_string).unwrap_or_default();
        wrong.push(format!("{status} {}: {} {errors}", refusal.code, refusal.text));
    }
    let about = format!("{} {}", call.method, call.route);
    let mut world = shared.lock();
    recorded.at = world.recorder.start.elapsed();
    world.recorder.violations.extend(wrong.into_iter().map(|what| format!("{about}: {what}")));
    world.recorder.end(recorded);
    drop(world);
    shared.changed();
}

fn files(call: &Call) -> Vec<(String, usize, Option<String>)> {
    let message = if call.body["data"].is_object() { &call.body["data"] } else { &call.body };
    let listed = message["attachments"].as_array();
    let about = |number: u64| {
        let same = |one: &&Value| {
            let id = &one["id"];
            id.as_u64() == Some(number) || id.as_str() == Some(number.to_string().as_str())
        };
        listed?.iter().find(same)?["description"].as_str().map(str::to_owned)
    };
    call.files
        .iter()
        .map(|file| (file.name.clone(), file.bytes.len(), about(file.number)))
        .collect()
}

pub(super) fn respond(status: u16, body: Option<&Value>) -> Response {
    let bytes = body.map(|body| body.to_string().into_bytes()).unwrap_or_default();
    let mut response = Response::new(Body::from(bytes));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
    if body.is_some() {
        put(&mut response, "content-type", "application/json");
    }
    response
}

fn write_limits(response: &mut Response, standing: &Standing) {
    let reset = standing.reset_after.as_secs_f64();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let at = now.unwrap_or_default().as_secs_f64() + reset;
    put(response, "x-ratelimit-limit", &standing.limit.to_string());
    put(response, "x-ratelimit-remaining", &standing.left.to_string());
    put(response, "x-ratelimit-reset", &format!("{at:.3}"));
    put(response, "x-ratelimit-reset-after", &format!("{reset:.3}"));
    put(response, "x-ratelimit-bucket", &bucket(&standing.name));
    if response.status() == StatusCode::TOO_MANY_REQUESTS {
        put(response, "x-ratelimit-scope", if standing.global { "global" } else { "user" });
        if standing.global {
            put(response, "x-ratelimit-global", "true");
        }
    }
}

/// A name that says nothing, like Discord's.
fn bucket(name: &str) -> String {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

pub(super) fn put(response: &mut Response, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
}

/// The body of `GET /gateway`.
pub(super) fn gateway_url(world: &World) -> Value {
    json!({ "url": world.base.replacen("http", "ws", 1) })
}
