//! Checks against Discord's HTTP API: the token, the permissions in each server, and the clock.
//!
//! Errors of the HTTP library are reduced to short sentences.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, DATE};
use reqwest::{RequestBuilder, Response};
use serde_json::Value;

use super::{Finding, commands, ping_roles, problem, warning, well};
use crate::bounds::quoted;
use crate::cli::plural::plural;
use crate::cli::settings::ProgramSettings;
use crate::discord::body::{self, NoBody};
use crate::discord::{Config, permissions, registering};
use crate::game::Game;
use crate::store::Store;

/// Error text for a response that is not valid. Distinct from a missing response.
const UNREADABLE: &str = "Discord answered, but not in a form this program knows";
/// Base URL of Discord.
const DISCORD: &str = "https://discord.com";
/// Timeout of a request.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Clock skew that is not worth a warning, in seconds.
const MAX_GOOD_SKEW: u64 = 5;
/// Clock skew above which displayed deadlines are wrong, in seconds.
const MAX_SKEW: u64 = 60;

/// Client of Discord's HTTP API.
pub(super) struct DiscordClient {
    client: reqwest::Client,
    base: String,
    token: String,
}

/// Error of a request to Discord.
pub(super) enum RequestError {
    /// Discord does not know the token.
    Unknown,
    /// Unexpected HTTP status.
    Status(u16),
    /// Discord rejected the body, with its explanation.
    Refused(String),
    /// The response could not be parsed.
    Unreadable,
    /// No response, with the reason.
    Offline(&'static str),
}

impl RequestError {
    /// Returns the error as a phrase for a sentence.
    pub(super) fn why(&self) -> String {
        match self {
            RequestError::Unknown => "Discord does not know the token".to_owned(),
            RequestError::Status(status) => format!("Discord answered {status}"),
            RequestError::Refused(why) => why.clone(),
            RequestError::Unreadable => UNREADABLE.to_owned(),
            RequestError::Offline(why) => (*why).to_owned(),
        }
    }
}

pub(super) async fn look(settings: &ProgramSettings, game: Option<&dyn Game>) -> Vec<Finding> {
    let mut found = check_token(settings, game).await;
    if !found.iter().any(|finding| finding.check == "commands") {
        found.extend(game.map(commands::look));
    }
    found
}

async fn check_token(settings: &ProgramSettings, game: Option<&dyn Game>) -> Vec<Finding> {
    let config = match settings.token() {
        Ok(Some(_)) => settings.config(),
        Ok(None) => {
            return vec![problem(
                "token",
                "there is none; set DISCORD_TOKEN, or DISCORD_TOKEN_FILE to a file that holds it",
            )];
        }
        Err(why) => return vec![problem("token", why.sentence)],
    };
    let Ok(config) = config else {
        let text = "not checked, and neither are servers and clock; put the settings right first";
        return vec![warning("token", text)];
    };
    let Some(client) = DiscordClient::new(&config) else {
        return vec![problem("token", "the system gives no way to use the network")];
    };
    let database = settings.database().ok();
    query_discord(&client, (&config, database.as_deref()), game).await
}

async fn query_discord(
    client: &DiscordClient,
    (config, database): (&Config, Option<&Path>),
    game: Option<&dyn Game>,
) -> Vec<Finding> {
    let (clock, me) = match client.get("/users/@me").await {
        Ok(response) => (clock(&response), read(response).await),
        Err(error) => return vec![client.explain_error(&error)],
    };
    let about = match me {
        Ok(me) => client.read("/applications/@me").await.map(|about| (me, about)),
        Err(error) => Err(error),
    };
    let (me, about) = match about {
        Ok(about) => about,
        Err(error) => return vec![client.explain_error(&error), clock],
    };
    let mut found = vec![application(&text(&me, "username"), &about), clock];
    found.extend(servers(client, config, database).await);
    if let Some(game) = game {
        let id = text(&about, "id");
        let running = database.is_some_and(Store::is_in_use);
        found.push(commands::try_out(client, (config, running), game, &id).await);
    }
    found
}

/// Reads the body of a response as JSON.
async fn read(response: Response) -> Result<Value, RequestError> {
    body::value(response).await.map_err(|why| match why {
        NoBody::Broken => RequestError::Offline("the connection broke"),
        NoBody::TooLong | NoBody::Unreadable => RequestError::Unreadable,
    })
}

/// Returns a string field as it can be quoted in a sentence; empty if it is missing.
pub(super) fn text(value: &Value, field: &str) -> String {
    let text = value.get(field).and_then(Value::as_str).unwrap_or_default();
    // The text is untrusted and printed on a terminal.
    quoted(text)
}

impl DiscordClient {
    fn new(config: &Config) -> Option<DiscordClient> {
        let agent = concat!("DiscordBot (emberhall, ", env!("CARGO_PKG_VERSION"), ")");
        let client = reqwest::Client::builder().timeout(TIMEOUT).user_agent(agent).build().ok()?;
        let base = config.api.clone().unwrap_or_else(|| DISCORD.to_owned());
        Some(DiscordClient { client, base, token: config.token.clone() })
    }

    async fn get(&self, path: &str) -> Result<Response, RequestError> {
        self.send(self.client.get(self.address(path))).await
    }

    /// Sends a GET request and reads the response as JSON.
    pub(super) async fn read(&self, path: &str) -> Result<Value, RequestError> {
        read(self.get(path).await?).await
    }

    /// Sends a PUT request with a JSON body.
    pub(super) async fn put(&self, path: &str, body: &Value) -> Result<(), RequestError> {
        let request = self.client.put(self.address(path));
        let request = request.header(CONTENT_TYPE, "application/json").body(body.to_string());
        self.send(request).await.map(drop)
    }

    fn address(&self, path: &str) -> String {
        format!("{}/api/v10{path}", self.base)
    }

    async fn send(&self, request: RequestBuilder) -> Result<Response, RequestError> {
        let request = request.header(AUTHORIZATION, format!("Bot {}", self.token));
        let response = request.send().await.map_err(|error| {
            let late = error.is_timeout();
            RequestError::Offline(if late { "no answer in time" } else { "there is no connection" })
        })?;
        match response.status().as_u16() {
            200 => Ok(response),
            400 => {
                let body = body::said(response).await.unwrap_or_default();
                Err(RequestError::Refused(registering::complaint(400, &body)))
            }
            401 => Err(RequestError::Unknown),
            other => Err(RequestError::Status(other)),
        }
    }

    fn explain_error(&self, error: &RequestError) -> Finding {
        let base = self.base.rsplit('@').next().unwrap_or_default();
        match error {
            RequestError::Refused(why) => problem("token", format!("not checked: {why}")),
            RequestError::Unreadable => problem(
                "token",
                format!("not checked: {UNREADABLE}; is {base} Discord, and nothing in between?"),
            ),
            RequestError::Unknown => problem(
                "token",
                "Discord does not know it; copy it again from the developer portal (Bot, Reset Token)",
            ),
            RequestError::Status(status) => problem(
                "token",
                format!("not checked: {base} answered {status}; try again in a few minutes"),
            ),
            RequestError::Offline(why) => problem(
                "token",
                format!(
                    "not checked, and neither are servers and clock: {base} cannot be reached \
                     ({why}); check the network, its firewall and DISCORD_API_URL"
                ),
            ),
        }
    }
}

fn application(name: &str, about: &Value) -> Finding {
    let id = text(about, "id");
    if about.get("bot_require_code_grant").and_then(Value::as_bool) == Some(true) {
        return warning(
            "token",
            format!(
                "accepted: {name} (application {id}), but it wants a code grant, so nobody can \
                 invite it; switch 'Requires OAuth2 Code Grant' off in the developer portal"
            ),
        );
    }
    well("token", format!("accepted: {name} (application {id})"))
}

async fn servers(client: &DiscordClient, config: &Config, database: Option<&Path>) -> Vec<Finding> {
    let response = match client.read("/users/@me/guilds?limit=200").await {
        Ok(response) => response,
        Err(error) => {
            let text = format!("not checked: {}", error.why());
            return vec![problem("permissions", text)];
        }
    };
    let list = response.as_array().cloned().unwrap_or_default();
    let mut found: Vec<Finding> = list.iter().filter_map(missing_permissions).collect();
    found.extend(unknown_permissions(&list));
    let is_member = |guild: &u64| list.iter().any(|server| text(server, "id") == guild.to_string());
    if let Some(guild) = config.guild.filter(|guild| !is_member(guild)) {
        found.push(problem(
            "permissions",
            format!("it is not in server {guild}, which DISCORD_GUILD_ID names; invite it there"),
        ));
    }
    if list.is_empty() {
        let text = "it is in no server yet; emberhall invite prints the link that lets it in";
        found.push(warning("permissions", text));
    } else if found.is_empty() {
        let text =
            format!("all it needs; it is in {}", plural(list.len() as u64, "server", "servers"));
        found.push(well("permissions", text));
    }
    if let Some(database) = database {
        found.extend(ping_roles::look(client, &list, database).await);
    }
    found
}

/// Returns the bot's permissions in a server, or `None` if the response does not tell. Servers that
/// only implement Discord's API may omit them.
pub(super) fn allowed(server: &Value) -> Option<u64> {
    let allowed = server.get("permissions")?;
    allowed.as_u64().or_else(|| allowed.as_str()?.parse().ok())
}

/// Names the servers where the permissions are not known.
fn unknown_permissions(list: &[Value]) -> Option<Finding> {
    let unknown: Vec<String> = list
        .iter()
        .filter(|server| allowed(server).is_none())
        .map(|server| format!("'{}' ({})", text(server, "name"), text(server, "id")))
        .collect();
    let first = unknown.first()?;
    let more = match unknown.len() {
        1 => String::new(),
        many => format!(" and {} more", many - 1),
    };
    let text = format!(
        "not known for {first}{more}: Discord does not say what it may do there; it is looked at \
         when somebody opens a campaign"
    );
    Some(well("permissions", text))
}

/// Warns of permissions that a server does not give. Single channels may give less, or more.
fn missing_permissions(server: &Value) -> Option<Finding> {
    let missing = permissions::missing(allowed(server)?);
    if missing.is_empty() {
        return None;
    }
    let (name, id) = (text(server, "name"), text(server, "id"));
    Some(warning(
        "permissions",
        format!(
            "'{name}' ({id}) does not give it: {}; let its role have that, or invite it again \
             with the link of emberhall invite",
            missing.join(", ")
        ),
    ))
}

/// Compares the local clock with the date of a response.
fn clock(response: &Response) -> Finding {
    let date = response.headers().get(DATE).and_then(|date| date.to_str().ok());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    match date.and_then(seconds) {
        None => warning("clock", "not checked: the answer had no date"),
        Some(theirs) => judge(now, theirs),
    }
}

fn judge(ours: u64, theirs: u64) -> Finding {
    let (apart, which) = (ours.abs_diff(theirs), if ours > theirs { "fast" } else { "slow" });
    let text = format!(
        "{apart} s {which} against Discord's; deadlines would be told wrongly. Let the system \
         set its clock by the network (NTP)"
    );
    match apart {
        0..=MAX_GOOD_SKEW => well("clock", format!("right to {} s", apart.max(1))),
        apart if apart <= MAX_SKEW => warning("clock", text),
        _ => problem("clock", text),
    }
}

/// Returns the Unix time in seconds of an HTTP date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
fn seconds(date: &str) -> Option<u64> {
    let months = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let mut words = date.split_whitespace().skip(1);
    let day: u64 = words.next()?.parse().ok()?;
    let month = months.find(words.next()?)? as u64 / 3 + 1;
    let year: u64 = words.next()?.parse().ok().filter(|year| (1970..10_000).contains(year))?;
    let mut clock = words.next()?.split(':').map(str::parse::<u64>);
    let (hour, minute, second) = (clock.next()?.ok()?, clock.next()?.ok()?, clock.next()?.ok()?);
    // Shift the start of the year to March, so that a leap day is the last day of its year.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day;
    // The days from March of the year 0 to 1970, plus one because days count from 1.
    let days = days.checked_sub(719_469)?;
    Some(((days * 24 + hour) * 60 + minute) * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::{judge, missing_permissions, seconds, unknown_permissions};
    use crate::cli::doctor::Severity;
    use serde_json::json;

    #[test]
    fn dates_of_answers_are_read() {
        assert_eq!(seconds("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(seconds("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777));
        assert_eq!(seconds("Thu, 29 Feb 2024 23:59:59 GMT"), Some(1_709_251_199));
        assert_eq!(seconds("yesterday"), None);
    }

    #[test]
    fn a_clock_that_is_far_off_is_a_problem() {
        assert_eq!(judge(100, 103).verdict, Severity::Well);
        assert_eq!(judge(100, 130).verdict, Severity::Warning);
        assert_eq!(judge(1000, 100).verdict, Severity::Problem);
        assert!(judge(1000, 100).text.starts_with("900 s fast"));
    }

    #[test]
    fn a_server_that_allows_too_little_is_named_with_what_is_missing() {
        let server = json!({ "id": "7", "name": "New London", "permissions": "1024" });
        let found = missing_permissions(&server).unwrap();
        assert!(found.text.contains("New London") && found.text.contains("Attach Files"));
        let server = json!({ "id": "7", "name": "New London", "permissions": "8" });
        assert_eq!(missing_permissions(&server), None);
    }

    #[test]
    fn a_server_that_does_not_say_what_it_allows_lacks_nothing_we_know_of() {
        let silent = json!({ "id": "7", "name": "New London" });
        assert_eq!(missing_permissions(&silent), None);
        let found = unknown_permissions(&[silent.clone(), silent]).unwrap();
        assert_eq!(found.verdict, Severity::Well);
        assert!(found.text.contains("not known for 'New London' (7) and 1 more"), "{}", found.text);
        let told = json!({ "id": "7", "name": "New London", "permissions": 8 });
        assert!(
            unknown_permissions(std::slice::from_ref(&told)).is_none()
                && missing_permissions(&told).is_none()
        );
        assert!(
            missing_permissions(&json!({ "id": "7", "name": "x", "permissions": "0" })).is_some()
        );
    }
}
