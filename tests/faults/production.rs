//! As it is run in earnest: over TLS, with the library's own rate limiter, and a
//! Discord that keeps its limits.
//!
//! With the limiter on the library talks to `discord.com` and nobody else. Here that
//! name is this machine, behind a certificate that only this test trusts. The gateway
//! stays plain: its client trusts no certificate but those of the web.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use emberhall::discord::Config;
use emberhall::sandbox::{Fault, FaultTrigger, Options, RecordedRequest};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use crate::kit::Scene;
use crate::players::Dice;
use crate::table::{CALLBACK, POST, answered_with};

const DISCORD: &str = "discord.com";

/// A door with a certificate before the stand-in.
struct Front {
    client: reqwest::Client,
    door: JoinHandle<()>,
}

impl Drop for Front {
    fn drop(&mut self) {
        self.door.abort();
    }
}

impl Front {
    async fn before(scene: &Scene) -> Front {
        let own = rcgen::generate_simple_self_signed([DISCORD.to_owned()]).unwrap();
        let key = PrivateKeyDer::try_from(own.signing_key.serialize_der()).unwrap();
        let config = ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(vec![own.cert.der().clone()], key)
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = reqwest::Client::builder()
            .use_rustls_tls()
            .https_only(true)
            .resolve(DISCORD, listener.local_addr().unwrap())
            .add_root_certificate(reqwest::Certificate::from_der(own.cert.der()).unwrap())
            .build()
            .unwrap();
        let behind: SocketAddr = scene.sandbox.base()["http://".len()..].parse().unwrap();
        let door = tokio::spawn(admit(listener, TlsAcceptor::from(Arc::new(config)), behind));
        Front { client, door }
    }
}

async fn admit(listener: TcpListener, acceptor: TlsAcceptor, behind: SocketAddr) {
    loop {
        let Ok((outside, _)) = listener.accept().await else { continue };
        let acceptor = acceptor.clone();
        tokio::spawn(async move {
            let Ok(mut outside) = acceptor.accept(outside).await else { return };
            let Ok(mut inside) = TcpStream::connect(behind).await else { return };
            let _ = inside.set_nodelay(true);
            let _ = tokio::io::copy_bidirectional(&mut outside, &mut inside).await;
        });
    }
}

/// The bot as an operator runs it: no other base, so the limiter is on.
async fn in_earnest(people: usize, options: Options) -> (Scene, Front) {
    let mut scene = Scene::without_bot(people, options).await;
    let front = Front::before(&scene).await;
    let config = Config { api: None, ..scene.config() };
    scene.start_over(Some(front.client.clone()), &config).await;
    (scene, front)
}

fn limited() -> Options {
    Options { rate_limits: true, ..Options::default() }
}

/// Messages that were really posted, by their nonces.
fn nonces(scene: &Scene) -> Vec<String> {
    let posted =
        |one: &&RecordedRequest| one.route == POST && one.method == "POST" && one.status == 200;
    let all = scene.sandbox.requests();
    all.iter().filter(posted).map(|one| one.body["nonce"].to_string()).collect()
}

fn each_once(mut nonces: Vec<String>) {
    let all = nonces.len();
    nonces.sort();
    nonces.dedup();
    assert_eq!(nonces.len(), all, "something was sent twice");
}

#[tokio::test(flavor = "multi_thread")]
async fn four_people_come_to_a_first_turn_over_tls_while_discord_keeps_its_limits() {
    let (mut scene, _front) = in_earnest(4, limited()).await;
    let id = scene.untimed(91).await;
    let mut dice = Dice(91);
    for _ in 0..40 {
        let panel = scene.look(id).await;
        if panel.questions.iter().any(|asked| asked.ask == "turn") {
            break;
        }
        scene.step(id, &mut dice).await;
    }
    scene.goes_on(id, &mut dice, 2).await;
    each_once(nonces(&scene));
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_limiter_sends_again_is_there_once() {
    let (mut scene, _front) = in_earnest(2, limited()).await;
    let posts = scene.sandbox.fault(answered_with("POST", POST, 429, 2));
    let clicks = scene.sandbox.fault(answered_with("POST", CALLBACK, 429, 1));
    let id = scene.untimed(92).await;
    assert_eq!((scene.sandbox.hits(posts), scene.sandbox.hits(clicks)), (2, 1));
    assert_eq!(scene.messages().len(), 2, "the lobby, and the table");
    scene.one_panel(id).await;
    scene.sandbox.fault(answered_with("POST", POST, 500, 1));
    scene.sandbox.fault(Fault::DropAfter { on: FaultTrigger::new("POST", POST), times: 1 });
    scene.goes_on(id, &mut Dice(92), 4).await;
    each_once(nonces(&scene));
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panel_too_old_to_be_changed_keeps_nobody_waiting_for_the_limiter() {
    // Discord says to come back in an hour, and the limiter would.
    let old_edits = Some((0, Duration::from_hours(1)));
    let options = Options { old_edits, old_after: Duration::from_millis(1), ..limited() };
    let (mut scene, _front) = in_earnest(1, options).await;
    let id = scene.untimed(93).await;
    let (before, since) = (scene.panel().unwrap(), Instant::now());
    scene.slash(scene.people[0], "campaign pause", Vec::new()).await;
    let channel = scene.channel;
    let newer = |world: &emberhall::sandbox::World| {
        world.messages(channel).last().is_some_and(|last| last.id > before.id)
    };
    assert!(scene.sandbox.until(Duration::from_secs(40), newer).await, "the channel is stuck");
    println!("the new panel came after {:.1} s", since.elapsed().as_secs_f64());
    let refused = scene.sandbox.requests().iter().any(|one| one.answer["code"] == 30_046);
    assert!(refused, "nothing was too old");
    assert!(scene.look(id).await.paused.is_some());
    scene.stop().await;
}
