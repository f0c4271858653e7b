//! Who is let in: pages of this server, and nobody else's.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::kit::Ground;

/// The head of an answer to a request with these headers.
pub fn ask(address: &str, head: &str, headers: &[(&str, &str)]) -> String {
    let answer = whole(address, head, headers, "");
    answer.split("\r\n\r\n").next().unwrap_or_default().to_owned()
}

/// What stands below the head of an answer.
pub fn body_of(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").map_or("", |(_, body)| body)
}

/// The whole answer to a request with these headers and this body.
pub fn whole(address: &str, head: &str, headers: &[(&str, &str)], body: &str) -> String {
    let mut line = TcpStream::connect(address).unwrap();
    let mut text = format!("{head} HTTP/1.1\r\nconnection: close\r\n");
    for (name, value) in headers {
        text.extend([name, ": ", value, "\r\n"]);
    }
    line.set_read_timeout(Some(std::time::Duration::from_secs(5))).unwrap();
    line.write_all(format!("{text}\r\n{body}").as_bytes()).unwrap();
    let mut answer = Vec::new();
    line.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

pub fn is(answer: &str, status: &str) -> bool {
    answer.lines().next().is_some_and(|line| line.contains(status))
}

#[tokio::test(flavor = "multi_thread")]
async fn only_pages_of_the_sandbox_are_answered() {
    let mut ground = Ground::open().await;
    let base = ground.address();
    let at = base.strip_prefix("http://").unwrap();
    let port = at.rsplit(':').next().unwrap();
    let local = format!("localhost:{port}");
    let foreign = format!("evil.example:{port}");
    let origin = "http://evil.example";
    let state = "GET /sandbox/state";
    let own = ask(at, state, &[("host", at)]);
    assert!(is(&own, "200") && own.contains("cross-origin-resource-policy: same-origin"), "{own}");
    let here = format!("http://{local}");
    assert!(is(&ask(at, state, &[("host", &local), ("origin", &here)]), "200"));
    assert!(is(&ask(at, state, &[("host", &foreign)]), "403"));
    assert!(is(&ask(at, state, &[("host", at), ("origin", origin)]), "403"));
    let nameless = ask(at, state, &[]);
    assert!(is(&nameless, "400") || is(&nameless, "403"), "{nameless}");
    assert!(is(&ask(at, "GET /", &[("host", &foreign)]), "403"));
    assert!(is(&ask(at, "GET /attachments/1/2/x.png", &[("host", &foreign)]), "403"));
    // A form of another page can send no JSON.
    let form = [("host", at), ("content-type", "text/plain"), ("content-length", "0")];
    assert!(is(&ask(at, "POST /sandbox/act", &form), "415"));
    ground.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_was_made_to_point_here_reaches_not_even_what_is_for_bots() {
    let mut ground = Ground::open().await;
    let base = ground.address();
    let at = base.strip_prefix("http://").unwrap();
    let port = at.rsplit(':').next().unwrap();
    let token = ("authorization", "Bot sandbox.token");
    let channel = format!("GET /api/v10/channels/{}/messages", ground.channel());
    // Its own page asks without an origin, and the token is no secret.
    for name in ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example"] {
        let name = format!("{name}:{port}");
        assert!(is(&ask(at, &channel, &[("host", &name), token]), "403"), "{name}");
    }
    for name in [at.to_owned(), format!("localhost:{port}"), "[::1]".to_owned()] {
        assert!(is(&ask(at, &channel, &[("host", &name), token]), "200"), "{name}");
    }
    ground.close().await;
}
