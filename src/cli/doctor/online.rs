//! What Discord says: whether it knows the token, what servers allow, and what time it is.
//!
//! May use: HTTP, `discord`'s list of what the bot needs. Deliberately absent: the gateway,
//! and errors of the HTTP library as they are; they say more than anybody needs.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reqwest::Response;
use reqwest::header::{AUTHORIZATION, DATE};
use serde_json::Value;

use super::{Finding, problem, warning, well};
use crate::cli::counting::counted;
use crate::cli::settings::Settings;
use crate::discord::{Config, needed};

/// Discord's own address.
const DISCORD: &str = "https://discord.com";
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// Seconds a clock may differ before it matters.
const FINE: u64 = 5;
/// Seconds after which deadlines are told wrongly.
const WRONG: u64 = 60;

/// Somebody who asks Discord.
struct Caller {
    client: reqwest::Client,
    base: String,
    token: String,
}

/// Why there is no answer.
enum Silence {
    /// The token is not known.
    Unknown,
    /// It answered with this.
    Status(u16),
    /// It did not answer.
    Offline(&'static str),
}

pub(super) async fn look(settings: &Settings) -> Vec<Finding> {
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
    ask(&caller, &config).await
}

async fn ask(caller: &Caller, config: &Config) -> Vec<Finding> {
    let me = match caller.get("/users/@me").await {
        Ok(answer) => answer,
        Err(silence) => return vec![caller.mourn(&silence)],
    };
    let mut found = vec![clock(&me)];
    let name = text(&read(me).await, "username");
    found.insert(0, application(caller, &name).await);
    found.extend(servers(caller, config).await);
    found
}

/// What an answer holds; nothing, if that cannot be read.
async fn read(answer: Response) -> Value {
    let bytes = answer.bytes().await.unwrap_or_default();
    serde_json::from_slice(&bytes).unwrap_or_default()
}

fn text(value: &Value, field: &str) -> String {
    value.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
}

impl Caller {
    fn new(config: &Config) -> Option<Caller> {
        let agent = concat!("DiscordBot (emberhall, ", env!("CARGO_PKG_VERSION"), ")");
        let client = reqwest::Client::builder().timeout(PATIENCE).user_agent(agent).build().ok()?;
        let base = config.api.clone().unwrap_or_else(|| DISCORD.to_owned());
        Some(Caller { client, base, token: config.token.clone() })
    }

    async fn get(&self, path: &str) -> Result<Response, Silence> {
        let asked = self.client.get(format!("{}/api/v10{path}", self.base));
        let asked = asked.header(AUTHORIZATION, format!("Bot {}", self.token)).send().await;
        let answer = asked.map_err(|why| {
            let late = why.is_timeout();
            Silence::Offline(if late { "no answer in time" } else { "there is no connection" })
        })?;
        match answer.status().as_u16() {
            200 => Ok(answer),
            401 => Err(Silence::Unknown),
            other => Err(Silence::Status(other)),
        }
    }

    fn mourn(&self, silence: &Silence) -> Finding {
        let base = self.base.rsplit('@').next().unwrap_or_default();
        match silence {
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

async fn application(caller: &Caller, name: &str) -> Finding {
    let about = match caller.get("/applications/@me").await {
        Ok(answer) => read(answer).await,
        Err(silence) => return caller.mourn(&silence),
    };
    let id = text(&about, "id");
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

async fn servers(caller: &Caller, config: &Config) -> Vec<Finding> {
    let answer = match caller.get("/users/@me/guilds?limit=200").await {
        Ok(answer) => read(answer).await,
        Err(silence) => return vec![caller.mourn(&silence)],
    };
    let list = answer.as_array().cloned().unwrap_or_default();
    let mut found: Vec<Finding> = list.iter().filter_map(lacking).collect();
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
    found
}

/// What a server does not allow; single channels may allow less, or more.
fn lacking(server: &Value) -> Option<Finding> {
    let allowed = text(server, "permissions").parse().unwrap_or(0);
    let missing = needed::missing(allowed);
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
    use super::{judge, lacking, seconds};
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
}
