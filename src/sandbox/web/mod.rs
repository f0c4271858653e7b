//! The window: a chat client in the browser, and the small API it uses.
//!
//! May use: the stage, axum. Deliberately absent: any account. Whoever opens the page on this
//! machine is everybody in it; so only pages of this very server are answered, not those of
//! another site that has been made to point here. A guest of the room is one person, whatever
//! their browser says.
//!
//! | path | what it is |
//! |---|---|
//! | `GET /` and `/sandbox/page/…` | the page |
//! | `GET /sandbox/state` | people, channels, roles, levers, marks |
//! | `GET /sandbox/messages` | a channel as somebody sees it |
//! | `GET /sandbox/commands` | what somebody can type there |
//! | `POST /sandbox/act` | somebody does something |
//! | `POST /sandbox/file` | somebody picks a file for a command |
//! | `GET /sandbox/stream` | a socket: what changes |

mod acts;
mod assets;
mod stream;
mod told;

use axum::body::to_bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Query, Request};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use serde_json::{Value, json};

use super::ids::Id;
use super::room;
use super::server::respond;
use super::stage::Stage;

/// The most that can be sent: a file for a command.
pub(super) const MOST: usize = 8 << 20;

/// A window says nothing over its stream.
const LARGEST_FRAME: usize = 1 << 10;

/// What stands in the query.
type Asked = Vec<(String, String)>;

/// Whose page it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Viewer {
    /// Of whoever runs the sandbox: they can be anybody.
    Host,
    /// Of a guest of the room, who is this person.
    Guest(Id),
}

impl Viewer {
    /// As whom something is asked: a guest only as themselves.
    fn asked(self, query: Asked) -> Asked {
        let Viewer::Guest(user) = self else { return query };
        let others = query.into_iter().filter(|(name, _)| name != "as");
        others.chain([("as".to_owned(), user.to_string())]).collect()
    }

    /// The same for what is done.
    fn done(self, mut body: Value) -> Value {
        if let (Viewer::Guest(user), Some(fields)) = (self, body.as_object_mut()) {
            fields.insert("as".to_owned(), json!(user.to_string()));
        }
        body
    }
}

/// Answers only what was asked by a page of this server.
pub(super) fn guarded(
    stage: &Stage,
    headers: &HeaderMap,
    answer: impl FnOnce() -> Response,
) -> Response {
    if is_ours(stage, headers) {
        return answer();
    }
    let why = "this sandbox answers only pages of its own: open it by the address it has printed";
    respond(403, Some(&json!({ "refused": why })))
}

/// The name by which we were called and the page that calls are both this machine.
fn is_ours(stage: &Stage, headers: &HeaderMap) -> bool {
    let called = text_of(headers, header::HOST);
    called.is_some_and(|name| is_here(stage, name)) && !is_foreign(stage, headers)
}

/// A page of another site calls, or one whose name has been made to point here; bots are
/// no pages, and name none.
pub(super) fn is_foreign(stage: &Stage, headers: &HeaderMap) -> bool {
    let here = |from: &str| from.strip_prefix("http://").is_some_and(|name| is_here(stage, name));
    text_of(headers, header::ORIGIN).is_some_and(|from| !here(from))
        || text_of(headers, header::HOST).is_some_and(|name| !is_known(name))
}

/// The names by which a bot calls: this machine's, and the one of what we stand for.
fn is_known(name: &str) -> bool {
    let port = name.rsplit_once(':').filter(|(_, port)| !port.ends_with(']'));
    let host = port.map_or(name, |(host, _)| host);
    matches!(host, "127.0.0.1" | "localhost" | "[::1]" | "discord.com")
}

fn text_of(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).map(|value| value.to_str().unwrap_or_default())
}

fn is_here(stage: &Stage, name: &str) -> bool {
    let port = stage.base().rsplit(':').next().unwrap_or_default();
    let host = name.strip_suffix(port).and_then(|name| name.strip_suffix(':'));
    matches!(host, Some("127.0.0.1" | "localhost" | "[::1]"))
}

/// Answers a request of the page on this machine.
pub(super) async fn answer(stage: Stage, request: Request) -> Response {
    if !is_ours(&stage, request.headers()) {
        return guarded(&stage, request.headers(), || respond(403, None));
    }
    serve(stage, request, Viewer::Host).await
}

/// Answers a request of somebody's page.
pub(super) async fn serve(stage: Stage, request: Request, viewer: Viewer) -> Response {
    let query = Query::<Asked>::try_from_uri(request.uri());
    let query = viewer.asked(query.map(|Query(pairs)| pairs).unwrap_or_default());
    let (method, path) = (request.method().to_string(), request.uri().path().to_owned());
    match (method.as_str(), path.as_str()) {
        ("GET", "/sandbox/stream") => open_stream(stage, request, &query, viewer).await,
        ("GET", "/sandbox/state") => {
            let me = person(&stage, &query);
            tell(told::state(&stage, me, viewer))
        }
        ("GET", "/sandbox/messages") => tell(told::channel(&stage.shared.lock(), &query)),
        ("GET", "/sandbox/commands") => tell(told::commands(&stage.shared.lock(), &query)),
        ("POST", "/sandbox/act") => act(stage, request, viewer).await,
        ("POST", "/sandbox/file") => pick(&stage, request, &query).await,
        ("GET", _) => assets::serve(&path),
        _ => respond(404, None),
    }
}

fn tell(body: Value) -> Response {
    respond(200, Some(&body))
}

fn refuse(why: impl Into<String>) -> Response {
    tell(json!({ "refused": why.into() }))
}

async fn open_stream(stage: Stage, request: Request, query: &Asked, viewer: Viewer) -> Response {
    let user = person(&stage, query);
    let cookie = room::cookie(request.headers()).map(str::to_owned);
    let who = stream::Listener { user, viewer, cookie };
    let (mut parts, _) = request.into_parts();
    match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => upgrade
            .max_message_size(LARGEST_FRAME)
            .max_frame_size(LARGEST_FRAME)
            .on_upgrade(move |socket| stream::attend(stage, socket, who)),
        Err(_) => respond(426, None),
    }
}

async fn act(stage: Stage, request: Request, viewer: Viewer) -> Response {
    // A form of another page can send text, but not JSON.
    let kind = request.headers().get(header::CONTENT_TYPE);
    if kind.is_none_or(|kind| kind != "application/json") {
        return respond(415, None);
    }
    let Ok(bytes) = to_bytes(request.into_body(), MOST).await else {
        return respond(413, None);
    };
    match serde_json::from_slice::<Value>(&bytes) {
        Ok(body) => tell(acts::act(&stage, &viewer.done(body), viewer).await),
        Err(_) => respond(400, None),
    }
}

async fn pick(stage: &Stage, request: Request, query: &Asked) -> Response {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or("application/octet-stream").to_owned();
    match to_bytes(request.into_body(), MOST).await {
        Ok(bytes) => {
            let name = text(query, "name").unwrap_or("file");
            let id = stage.change(|world| world.pick_file(name, &kind, bytes.to_vec()));
            tell(json!({ "id": id.to_string() }))
        }
        Err(_) => refuse("the file is too large"),
    }
}

fn text<'a>(query: &'a Asked, name: &str) -> Option<&'a str> {
    query.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

fn number(query: &Asked, name: &str) -> Id {
    text(query, name).and_then(|id| id.parse().ok()).unwrap_or(0)
}

/// Who looks: by id or by name; the first person if nobody is named.
fn person(stage: &Stage, query: &Asked) -> Id {
    let wanted = text(query, "as").unwrap_or_default();
    let world = stage.shared.lock();
    let mut people = world.users.values().filter(|user| !user.bot && !user.crowd);
    let same = |name: &str| name.eq_ignore_ascii_case(wanted);
    let found = people.clone().find(|user| same(&user.name) || same(&user.id.to_string()));
    found.or_else(|| people.next()).map_or(0, |user| user.id)
}
