//! What a bot that runs has to say: whether it could read what Discord sent.
//!
//! May use: HTTP to the bot's own metrics. Deliberately absent: the rest of the metrics; they
//! are for those who watch it all the time.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use super::{Finding, warning, well};
use crate::cli::settings::Settings;
use crate::discord::{body, unread};

/// How long its answer may take.
const PATIENCE: Duration = Duration::from_secs(3);
/// The longest answer, in bytes: some hundred lines.
const MOST: usize = 1 << 20;

pub(super) async fn look(settings: &Settings) -> Option<Finding> {
    // Without a token, or with settings that cannot be understood, no bot runs.
    let config = settings.config().ok()?;
    let Some(place) = config.metrics else {
        let text = "whether a bot could read all that Discord sent is not known: \
                    EMBERHALL_METRICS is not set";
        return Some(well("gateway", text));
    };
    let told = ask(place).await.and_then(|text| read(&text));
    let Some((total, kinds)) = told else {
        let text = format!("not known: no bot tells its metrics at {place}");
        return Some(well("gateway", text));
    };
    Some(judge(total, &kinds))
}

/// The metrics of the bot on this machine.
async fn ask(place: SocketAddr) -> Option<String> {
    // One that listens everywhere listens here.
    let ip = if place.ip().is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { place.ip() };
    let place = SocketAddr::new(ip, place.port());
    let client = reqwest::Client::builder().timeout(PATIENCE).no_proxy().build().ok()?;
    let answer = client.get(format!("http://{place}/metrics")).send().await.ok()?;
    String::from_utf8(body::bytes(answer, MOST).await.ok()?).ok()
}

/// How many events could not be read, and of which kinds.
fn read(metrics: &str) -> Option<(u64, Vec<String>)> {
    let value = |line: &str| line.strip_prefix(unread::TOTAL)?.trim().parse().ok();
    let total = metrics.lines().find_map(value)?;
    let kind = |line: &str| {
        let line = line.strip_prefix(unread::BY_KIND)?.strip_prefix("{kind=\"")?;
        line.split_once('"').map(|(kind, _)| kind.to_owned())
    };
    Some((total, metrics.lines().filter_map(kind).collect()))
}

fn judge(total: u64, kinds: &[String]) -> Finding {
    let used = |kind: &&String| {
        unread::USED.contains(&kind.as_str()) || kind.contains("FRAME") || kind.starts_with("OP_")
    };
    let missed: Vec<&str> = kinds.iter().filter(used).map(String::as_str).collect();
    match (total, missed.as_slice()) {
        (0, _) => well("gateway", "the bot that runs could read all that Discord sent"),
        (_, []) => well(
            "gateway",
            format!("the bot that runs skipped {total} events of kinds it has no use for"),
        ),
        (_, missed) => warning(
            "gateway",
            format!(
                "the bot that runs could not read {total} events, among them {}; clicks or \
                 servers may be missed. A newer version may know them",
                missed.join(", ")
            ),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::{judge, read};
    use crate::cli::doctor::Verdict;

    #[test]
    fn what_a_bot_could_not_read_is_read_from_its_metrics() {
        let text = "# HELP x\nemberhall_gateway_events_unread_total 3\n\
                    emberhall_gateway_events_unread_by_kind_total{kind=\"READY\"} 3\n";
        assert_eq!(read(text), Some((3, vec!["READY".to_owned()])));
        assert_eq!(read("emberhall_clicks_total 3"), None, "an older version");
    }

    #[test]
    fn only_what_the_bot_needs_is_worth_a_warning() {
        let of = |total, kinds: &[&str]| {
            let kinds: Vec<String> = kinds.iter().map(|kind| (*kind).to_owned()).collect();
            judge(total, &kinds).verdict
        };
        assert_eq!(of(0, &[]), Verdict::Well);
        assert_eq!(of(2, &["VOICE_CHANNEL_STATUS_UPDATE"]), Verdict::Well);
        assert_eq!(of(2, &["INTERACTION_CREATE", "OTHER"]), Verdict::Warning);
        assert_eq!(of(1, &["FRAME"]), Verdict::Warning);
    }
}
