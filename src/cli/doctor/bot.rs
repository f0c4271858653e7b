//! Checks the running bot: reads from its metrics endpoint whether it could decode all gateway
//! events. The other metrics are left to monitoring.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use super::{Finding, warning, well};
use crate::cli::settings::ProgramSettings;
use crate::discord::{body, unread};

/// Timeout of the request.
const TIMEOUT: Duration = Duration::from_secs(3);
/// Upper limit of the response, in bytes. A real one has a few hundred lines.
const MAX_METRICS: usize = 1 << 20;

pub(super) async fn look(settings: &ProgramSettings) -> Option<Finding> {
    // Without a token, or with invalid settings, no bot can run.
    let config = settings.config().ok()?;
    let Some(place) = config.metrics else {
        let text = "whether a bot could read all that Discord sent is not known: \
                    EMBERHALL_METRICS is not set";
        return Some(well("gateway", text));
    };
    let counts = fetch_metrics(place).await.and_then(|text| read(&text));
    let Some((total, kinds)) = counts else {
        let text = format!("not known: no bot tells its metrics at {place}");
        return Some(well("gateway", text));
    };
    Some(judge(total, &kinds))
}

/// Fetches the metrics of the bot on this machine.
async fn fetch_metrics(place: SocketAddr) -> Option<String> {
    // A bot that listens on the unspecified address is reachable on loopback.
    let unspecified = place.ip().is_unspecified();
    let ip = if unspecified { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { place.ip() };
    let place = SocketAddr::new(ip, place.port());
    let client = reqwest::Client::builder().timeout(TIMEOUT).no_proxy().build().ok()?;
    let response = client.get(format!("http://{place}/metrics")).send().await.ok()?;
    String::from_utf8(body::bytes(response, MAX_METRICS).await.ok()?).ok()
}

/// Parses the number of undecodable events and their kinds. Returns `None` if the metrics lack the
/// counter, as in an older version.
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
    let is_used = |kind: &&String| {
        unread::USED.contains(&kind.as_str()) || kind.contains("FRAME") || kind.starts_with("OP_")
    };
    let missed: Vec<&str> = kinds.iter().filter(is_used).map(String::as_str).collect();
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
    use crate::cli::doctor::Severity;

    #[test]
    fn what_a_bot_could_not_read_is_read_from_its_metrics() {
        let text = "# HELP x\nemberhall_gateway_events_unread_total 3\n\
                    emberhall_gateway_events_unread_by_kind_total{kind=\"READY\"} 3\n";
        assert_eq!(read(text), Some((3, vec!["READY".to_owned()])));
        assert_eq!(read("emberhall_clicks_total 3"), None, "an older version");
    }

    #[test]
    fn only_what_the_bot_needs_is_worth_a_warning() {
        let verdict = |total, kinds: &[&str]| {
            let kinds: Vec<String> = kinds.iter().map(|kind| (*kind).to_owned()).collect();
            judge(total, &kinds).verdict
        };
        assert_eq!(verdict(0, &[]), Severity::Well);
        assert_eq!(verdict(2, &["VOICE_CHANNEL_STATUS_UPDATE"]), Severity::Well);
        assert_eq!(verdict(2, &["INTERACTION_CREATE", "OTHER"]), Severity::Warning);
        assert_eq!(verdict(1, &["FRAME"]), Severity::Warning);
    }
}
