//! Playground: the sandbox with a demo server and the unmodified bot, and a controller that can
//! begin campaigns and play them automatically.
//!
//! Independent of any one game. The controller answers and votes as the users do, with their
//! commands and clicks.
//!
//! | file | content |
//! |---|---|
//! | `demo_server` | the server, its channels and users |
//! | `controller` | the welcome message and the toggles |
//! | `autoplay` | automatic answers for all players |
//! | `kept` | persistence of a room's guests |
//! | `crowd` | 200 members of the server who vote at the same time |

mod autoplay;
mod controller;
mod crowd;
mod demo_server;
mod kept;

use std::io;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;

use crate::council::{Request, Requester, UserId};
use crate::discord::{Bot, Config, Limits, StartError};
use crate::game::Game;
use crate::sandbox::{Id, Options, RoomOptions, Sandbox};
use controller::Controller;
pub use demo_server::DemoServer;

/// Number of recorded requests of the bot; bounded, because a playground can run for weeks.
const REQUESTS_KEPT: usize = 500;
/// Number of messages kept, enough for several campaigns.
const MESSAGES_KEPT: usize = 2000;
/// Fixed creation time of the server in milliseconds, so that its ids are the same on every start.
const FOUNDED: u64 = 1_577_836_800_000;

/// Options of a playground.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The port on loopback; 0 takes any free one.
    pub port: u16,
    /// Path of the database.
    pub database: PathBuf,
    /// Pause of autoplay before each answer.
    pub pace: Duration,
    /// Address of a room for friends on the same network, if one is opened.
    pub room: Option<RoomAt>,
}

/// Address of a room.
#[derive(Clone, Copy, Debug)]
pub struct RoomAt {
    /// The address to listen on; `None` listens on all addresses.
    pub address: Option<Ipv4Addr>,
    /// The port; 0 takes any free one.
    pub port: u16,
}

impl Opening {
    /// Path of the file with the guests of a room, next to the database.
    pub fn room_file(&self) -> PathBuf {
        let mut name = self.database.clone().into_os_string();
        name.push(".room");
        PathBuf::from(name)
    }
}

/// Error on opening a playground.
#[derive(Debug, thiserror::Error)]
pub enum CannotOpen {
    /// The port cannot be used.
    #[error("port {port} cannot be used: {why}")]
    Port {
        /// The port.
        port: u16,
        /// The cause.
        why: io::Error,
    },
    /// The room cannot be opened.
    #[error("friends cannot be let in: {0}")]
    Room(io::Error),
    /// The bot cannot be started.
    #[error(transparent)]
    Bot(#[from] StartError),
}

/// An open playground.
pub struct Playground {
    sandbox: Sandbox,
    scenery: DemoServer,
    bot: Bot,
    host: JoinHandle<()>,
}

impl Playground {
    /// Builds the server, starts the bot and shows the stored campaigns.
    pub async fn open(
        opening: &Opening,
        games: Vec<Arc<dyn Game>>,
    ) -> Result<Playground, CannotOpen> {
        let sandbox = start(opening.port).await?;
        Playground::open_in(sandbox, opening, games).await
    }

    /// Opens the playground in a sandbox that is already running.
    pub async fn open_in(
        mut sandbox: Sandbox,
        opening: &Opening,
        games: Vec<Arc<dyn Game>>,
    ) -> Result<Playground, CannotOpen> {
        let scenery = sandbox.change(demo_server::build);
        if let Some(at) = opening.room {
            let people = scenery.advisors.iter().chain(&scenery.public).copied().collect();
            open_room(&mut sandbox, at, people, opening.room_file()).await?;
        }
        let config = Config {
            token: sandbox.token().to_owned(),
            database: opening.database.clone(),
            api: Some(sandbox.base().to_owned()),
            // One person plays all members here, as fast as they can click.
            limits: Limits::none(),
            ..Config::default()
        };
        let bot = Bot::start(&config, games).await?;
        let hall = Arc::clone(bot.hall());
        let host = Controller::new(sandbox.clone(), scenery.clone(), hall, opening.pace);
        host.welcome();
        let host = tokio::spawn(host.attend());
        let playground = Playground { sandbox, scenery, bot, host };
        playground.sandbox.connected(1).await;
        playground.show_again().await;
        Ok(playground)
    }

    /// Shows all campaigns again: the sandbox does not store messages between starts.
    async fn show_again(&self) {
        let hall = self.bot.hall();
        let who = Requester::plain(UserId(self.scenery.host));
        for channel in &self.scenery.channels {
            if let Ok(Some(id)) = hall.campaign_in_channel(*channel).await {
                let request_id = format!("opened-{}-{}", id.0, hall.now().0);
                // A failure is harmless: a user can show the campaign with a command.
                let _ = hall.request(id, &request_id, who.clone(), Request::Show).await;
            }
        }
    }

    /// URL of the web page.
    pub fn address(&self) -> &str {
        self.sandbox.base()
    }

    /// The underlying sandbox.
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// Ids of the demo server.
    pub fn scenery(&self) -> &DemoServer {
        &self.scenery
    }

    /// The bot.
    pub fn bot(&self) -> &Bot {
        &self.bot
    }

    /// Waits until the bot's connection ends, which it normally does not.
    pub async fn ended(&mut self) {
        self.bot.ended().await;
    }

    /// Closes the playground. The bot finishes acknowledged work first.
    pub async fn close(self) {
        self.host.abort();
        self.bot.stop().await;
    }
}

/// Opens a room on the requested port, or on a free one if that fails.
async fn open_room(
    sandbox: &mut Sandbox,
    RoomAt { address, port }: RoomAt,
    people: Vec<Id>,
    file: PathBuf,
) -> Result<(), CannotOpen> {
    let before = std::fs::read(&file).ok();
    let keep = kept::in_file(file);
    let options = RoomOptions { address, port, people, before, keep };
    let free = RoomOptions { port: 0, ..options.clone() };
    match sandbox.open_room(options).await {
        // The port is in use or reserved by the system.
        Err(_) if port != 0 => sandbox.open_room(free).await.map_err(CannotOpen::Room),
        opened => opened.map_err(CannotOpen::Room),
    }
}

/// Starts a sandbox with the options of a playground.
pub async fn start(port: u16) -> Result<Sandbox, CannotOpen> {
    let options = Options {
        port,
        built: Some(FOUNDED),
        requests_kept: REQUESTS_KEPT,
        messages_kept: MESSAGES_KEPT,
        ..Options::default()
    };
    Sandbox::start(options).await.map_err(|why| CannotOpen::Port { port, why })
}
