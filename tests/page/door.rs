//! Who is let in: pages of this server, and nobody else's.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::kit::Ground;

/// The status of an answer to a request with these headers.
fn ask(address: &str, head: &str, headers: &[(&str, &str)]) -> String {
    let mut line = TcpStream::connect(address).unwrap();
    let mut text = format!("{head} HTTP/1.1\r\nconnection: close\r\n");
    for (name, value) in headers {
        text.extend([name, ": ", value, "\r\n"]);
    }
    line.set_read_timeout(Some(std::time::Duration::from_secs(5))).unwrap();
    line.write_all(format!("{text}\r\n").as_bytes()).unwrap();
    let mut answer = String::new();
    line.read_to_string(&mut answer).unwrap();
    answer.lines().next().unwrap_or_default().to_owned()
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
    assert!(ask(at, state, &[("host", at)]).contains("200"));
    assert!(
        ask(at, state, &[("host", &local), ("origin", &format!("http://{local}"))]).contains("200")
    );
    assert!(ask(at, state, &[("host", &foreign)]).contains("403"));
    assert!(ask(at, state, &[("host", at), ("origin", origin)]).contains("403"));
    assert!(ask(at, state, &[]).contains("400") || ask(at, state, &[]).contains("403"));
    assert!(ask(at, "GET /", &[("host", &foreign)]).contains("403"));
    assert!(ask(at, "GET /attachments/1/2/x.png", &[("host", &foreign)]).contains("403"));
    // A form of another page can send no JSON.
    let form = [("host", at), ("content-type", "text/plain"), ("content-length", "0")];
    assert!(ask(at, "POST /sandbox/act", &form).contains("415"));
    ground.close().await;
}
