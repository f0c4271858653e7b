//! What Discord says: whether it knows the token, what servers allow, and what time it is.
//!
//! May use: HTTP, `discord`'s list of what the bot needs. Deliberately absent: the gateway,
//! and errors of the HTTP library as they are; they say more than anybody needs.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, DATE};
use reqwest::{RequestBuilder, Response};
use serde_json::Value;

use super::{Finding, calls, commands, problem, warning, well};
use crate::bounds::quoted;
use crate::cli::counting::counted;
use crate::cli::settings::Settings;
use crate::discord::body::{self, NoBody};
use crate::discord::{Config, needed, registering};
use crate::game::Game;
use crate::store::Store;

/// What cannot be read is no silence.
const UNREADABLE: &str = "Discord answered, but not in a form this program knows";
/// Discord's own address.
const DISCORD: &str = "https://discord.com";
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// Seconds a clock may differ before it matters.
const FINE: u64 = 5;
/// Seconds after which deadlines are told wrongly.
const WRONG: u64 = 60;

/// Somebody who asks Discord.
pub(super) struct Caller {
    client: reqwest::Client,
    base: String,
    token: String,
}

/// Why there is no answer.
pub(super) enum Silence {
    /// The token is not known.
    Unknown,
    /// It answered with this.
    Status(u16),
    /// It does not take what was sent: what is wrong with it.
    Refused(String),
    /// It answered, and that cannot be read.
    Unreadable,
    /// It did not answer.
    Offline(&'static str),
}

impl Silence {
    /// Why there is no answer, within a sentence.
    pub(super) fn why(&self) -> String {
        match self {
            Silence::Unknown => "Discord does not know the token".to_owned(),
            Silence::Status(status) => format!("Discord answered {status}"),
            Silence::Refused(why) => why.clone(),
            Silence::Unreadable => UNREADABLE.to_owned(),
            Silence::Offline(why) => (*why).to_owned(),
        }
    }
}

pub(super) async fn look(settings: &Settings, game: Option<&dyn Game>) -> Vec<Finding> {
    let mut found = of_token(settings, game).await;
    if !found.iter().any(|finding| finding.check == "commands") {
        found.extend(game.map(commands::look));
    }
    found
}

async fn of_token(settings: &Settings, game: Option<&dyn Game>) -> Vec<Finding> {
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
    let Some(caller) = Caller::new(&config) else {
        return vec![problem("token", "the system gives no way to use the network")];
    };
    let database = settings.database().ok();
    ask(&caller, (&config, database.as_deref()), game).await
}

async fn ask(
    caller: &Caller,
    (config, database): (&Config, Option<&Path>),
    game: Option<&dyn Game>,
) -> Vec<Finding> {
    let (clock, me) = match caller.get("/users/@me").await {
        Ok(answer) => (clock(&answer), read(answer).await),
        Err(silence) => return vec![caller.mourn(&silence)],
    };
    let about = match me {
        Ok(me) => caller.read("/applications/@me").await.map(|about| (me, about)),
        Err(silence) => Err(silence),
    };
    let (me, about) = match about {
        Ok(about) => about,
        Err(silence) => return vec![caller.mourn(&silence), clock],
    };
    let mut found = vec![application(&text(&me, "username"), &about), clock];
    found.extend(servers(caller, config, database).await);
    if let Some(game) = game {
        let id = text(&about, "id");
        let running = database.is_some_and(Store::is_in_use);
        found.push(commands::try_out(caller, (config, running), game, &id).await);
    }
    found
}

/// What an answer holds.
async fn read(answer: Response) -> Result<Value, Silence> {
    body::value(answer).await.map_err(|why| match why {
        NoBody::Broken => Silence::Offline("the connection broke"),
        NoBody::TooLong | NoBody::Unreadable => Silence::Unreadable,
    })
}

pub(super) fn text(value: &Value, field: &str) -> String {
    let text = value.get(field).and_then(Value::as_str).unwrap_or_default();
    // Somebody else chose it, and it goes to a terminal.
    quoted(text)
}

impl Caller {
    fn new(config: &Config) -> Option<Caller> {
        let agent = concat!("DiscordBot (emberhall, ", env!("CARGO_PKG_VERSION"), ")");
        let client = reqwest::Client::builder().timeout(PATIENCE).user_agent(agent).build().ok()?;
        let base = config.api.clone().unwrap_or_else(|| DISCORD.to_owned());
        Some(Caller { client, base, token: config.token.clone() })
    }

    async fn get(&self, path: &str) -> Result<Response, Silence> {
        self.send(self.client.get(self.address(path))).await
    }

    /// The same, and what the answer holds.
    pub(super) async fn read(&self, path: &str) -> Result<Value, Silence> {
        read(self.get(path).await?).await
    }

    /// Puts something in the place of what is there.
    pub(super) async fn put(&self, path: &str, body: &Value) -> Result<(), Silence> {
        let asked = self.client.put(self.address(path));
        let asked = asked.header(CONTENT_TYPE, "application/json").body(body.to_string());
        self.send(asked).await.map(drop)
    }

    fn address(&self, path: &str) -> String {
        format!("{}/api/v10{path}", self.base)
    }

    async fn send(&self, asked: RequestBuilder) -> Result<Response, Silence> {
        let asked = asked.header(AUTHORIZATION, format!("Bot {}", self.token)).send().await;
        let answer = asked.map_err(|why| {
            let late = why.is_timeout();
            Silence::Offline(if late { "no answer in time" } else { "there is no connection" })
        })?;
        match answer.status().as_u16() {
            200 => Ok(answer),
            400 => {
                let body = body::said(answer).await.unwrap_or_default();
                Err(Silence::Refused(registering::complaint(400, &body)))
            }
            401 => Err(Silence::Unknown),
            other => Err(Silence::Status(other)),
        }
    }

    fn mourn(&self, silence: &Silence) -> Finding {
        let base = self.base.rsplit('@').next().unwrap_or_default();
        match silence {
            Silence::Refused(why) => problem("token", format!("not checked: {why}")),
            Silence::Unreadable => problem(
                "token",
                format!("not checked: {UNREADABLE}; is {base} Discord, and nothing in between?"),
            ),
            Silence::Unknown => problem(
                "token",
                "Discord does not know it; copy it again from the developer portal (Bot, Reset Token)",
            ),
            Silence::Status(status) => problem(
                "token",
                format!("not checked: {base} answered {status}; try again in a few minutes"),
            ),
            Silence::Offline(why) => problem(
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

async fn servers(caller: &Caller, config: &Config, database: Option<&Path>) -> Vec<Finding> {
    let answer = match caller.read("/users/@me/guilds?limit=200").await {
        Ok(answer) => answer,
        Err(silence) => {
            let text = format!("not checked: {}", silence.why());
            return vec![problem("permissions", text)];
        }
    };
    let list = answer.as_array().cloned().unwrap_or_default();
    let mut found: Vec<Finding> = list.iter().filter_map(lacking).collect();
    found.extend(untold(&list));
    let here = |guild: &u64| list.iter().any(|one| text(one, "id") == guild.to_string());
    if let Some(guild) = config.guild.filter(|guild| !here(guild)) {
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
            format!("all it needs; it is in {}", counted(list.len() as u64, "server", "servers"));
        found.push(well("permissions", text));
    }
    if let Some(database) = database {
        found.extend(calls::look(caller, &list, database).await);
    }
    found
}

/// What a server allows; not every server that speaks like Discord says so.
pub(super) fn allowed(server: &Value) -> Option<u64> {
    let allowed = server.get("permissions")?;
    allowed.as_u64().or_else(|| allowed.as_str()?.parse().ok())
}

/// The servers of which it is not known what they allow.
fn untold(list: &[Value]) -> Option<Finding> {
    let silent: Vec<String> = list
        .iter()
        .filter(|server| allowed(server).is_none())
        .map(|server| format!("'{}' ({})", text(server, "name"), text(server, "id")))
        .collect();
    let first = silent.first()?;
    let more = match silent.len() {
        1 => String::new(),
        many => format!(" and {} more", many - 1),
    };
    let text = format!(
        "not known for {first}{more}: Discord does not say what it may do there; it is looked at \
         when somebody opens a campaign"
    );
    Some(well("permissions", text))
}

/// What a server does not allow; single channels may allow less, or more.
fn lacking(server: &Value) -> Option<Finding> {
    let missing = needed::missing(allowed(server)?);
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

/// Our clock against the one of the answer.
fn clock(answer: &Response) -> Finding {
    let date = answer.headers().get(DATE).and_then(|date| date.to_str().ok());
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
        0..=FINE => well("clock", format!("right to {} s", apart.max(1))),
        apart if apart <= WRONG => warning("clock", text),
        _ => problem("clock", text),
    }
}

/// Seconds since 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
fn seconds(date: &str) -> Option<u64> {
    let months = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let mut words = date.split_whitespace().skip(1);
    let day: u64 = words.next()?.parse().ok()?;
    let month = months.find(words.next()?)? as u64 / 3 + 1;
    let year: u64 = words.next()?.parse().ok().filter(|year| (1970..10_000).contains(year))?;
    let mut clock = words.next()?.split(':').map(str::parse::<u64>);
    let (hour, minute, second) = (clock.next()?.ok()?, clock.next()?.ok()?, clock.next()?.ok()?);
    // Years begin in March here: then a leap day is the last of its year.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day;
    // The days from March of the year 0 to 1970, and one since days count from 1.
    let days = days.checked_sub(719_469)?;
    Some(((days * 24 + hour) * 60 + minute) * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::{judge, lacking, seconds, untold};
    use crate::cli::doctor::Verdict;
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
        assert_eq!(judge(100, 103).verdict, Verdict::Well);
        assert_eq!(judge(100, 130).verdict, Verdict::Warning);
        assert_eq!(judge(1000, 100).verdict, Verdict::Problem);
        assert!(judge(1000, 100).text.starts_with("900 s fast"));
    }

    #[test]
    fn a_server_that_allows_too_little_is_named_with_what_is_missing() {
        let server = json!({ "id": "7", "name": "New London", "permissions": "1024" });
        let found = lacking(&server).unwrap();
        assert!(found.text.contains("New London") && found.text.contains("Attach Files"));
        let server = json!({ "id": "7", "name": "New London", "permissions": "8" });
        assert_eq!(lacking(&server), None);
    }

    #[test]
    fn a_server_that_does_not_say_what_it_allows_lacks_nothing_we_know_of() {
        let silent = json!({ "id": "7", "name": "New London" });
        assert_eq!(lacking(&silent), None);
        let found = untold(&[silent.clone(), silent]).unwrap();
        assert_eq!(found.verdict, Verdict::Well);
        assert!(found.text.contains("not known for 'New London' (7) and 1 more"), "{}", found.text);
        let told = json!({ "id": "7", "name": "New London", "permissions": 8 });
        assert!(untold(std::slice::from_ref(&told)).is_none() && lacking(&told).is_none());
        assert!(lacking(&json!({ "id": "7", "name": "x", "permissions": "0" })).is_some());
    }
}
