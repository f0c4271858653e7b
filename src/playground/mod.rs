//! The playground: the sandbox with a city's server in it, the unmodified bot, and a hand
//! that begins campaigns and plays on when it is asked to.
//!
//! May use: `sandbox`, `discord`'s bot and its buttons, `hall`, `council`, the boundary, a file.
//! Deliberately absent: any one game, and everything only this place could do: what is
//! done for people here is done with their commands and clicks.
//!
//! | file | what it holds |
//! |---|---|
//! | `scenery` | the server, its channels and people |
//! | `host` | the welcome, and what its levers do |
//! | `house` | playing on for everybody |
//! | `kept` | who was let into a room, from one time to the next |
//! | `crowd` | two hundred people of the server, who vote at once |

mod crowd;
mod host;
mod house;
mod kept;
mod scenery;

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
use host::Host;
pub use scenery::Scenery;

/// Requests of the bot that are remembered: it may run for weeks.
const REQUESTS_KEPT: usize = 500;
/// Messages that are kept: some campaigns' worth.
const MESSAGES_KEPT: usize = 2000;
/// The server was founded then: its ids are the same whenever it is opened.
const FOUNDED: u64 = 1_577_836_800_000;

/// How a playground is opened.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The port on loopback; 0 takes any free one.
    pub port: u16,
    /// Where campaigns are kept.
    pub database: PathBuf,
    /// How long the house looks at a question before it answers.
    pub pace: Duration,
    /// Where friends on the same network are let in, if they are.
    pub room: Option<RoomAt>,
}

/// Where a room listens.
#[derive(Clone, Copy, Debug)]
pub struct RoomAt {
    /// Every address of this machine, if none is named.
    pub address: Option<Ipv4Addr>,
    /// The port; 0 takes any free one.
    pub port: u16,
}

impl Opening {
    /// What is kept of a room, beside the campaigns.
    pub fn room_file(&self) -> PathBuf {
        let mut name = self.database.clone().into_os_string();
        name.push(".room");
        PathBuf::from(name)
    }
}

/// Why a playground could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum CannotOpen {
    /// The port.
    #[error("port {port} cannot be used: {why}")]
    Port {
        /// Which.
        port: u16,
        /// Why.
        why: io::Error,
    },
    /// The room.
    #[error("friends cannot be let in: {0}")]
    Room(io::Error),
    /// The bot.
    #[error(transparent)]
    Bot(#[from] StartError),
}

/// An open playground.
pub struct Playground {
    sandbox: Sandbox,
    scenery: Scenery,
    bot: Bot,
    host: JoinHandle<()>,
}

impl Playground {
    /// Opens the server, starts the bot in it and shows what is being played.
    pub async fn open(
        opening: &Opening,
        games: Vec<Arc<dyn Game>>,
    ) -> Result<Playground, CannotOpen> {
        let sandbox = start(opening.port).await?;
        Playground::open_in(sandbox, opening, games).await
    }

    /// The same in a sandbox that was started already, such as one that is looked at.
    pub async fn open_in(
        mut sandbox: Sandbox,
        opening: &Opening,
        games: Vec<Arc<dyn Game>>,
    ) -> Result<Playground, CannotOpen> {
        let scenery = sandbox.change(scenery::build);
        if let Some(at) = opening.room {
            let people = scenery.advisors.iter().chain(&scenery.public).copied().collect();
            open_room(&mut sandbox, at, people, opening.room_file()).await?;
        }
        let config = Config {
            token: sandbox.token().to_owned(),
            database: opening.database.clone(),
            api: Some(sandbox.base().to_owned()),
            // One person plays everybody here, and as fast as they can click.
            limits: Limits::none(),
            ..Config::default()
        };
        let bot = Bot::start(&config, games).await?;
        let hall = Arc::clone(bot.hall());
        let host = Host::new(sandbox.clone(), scenery.clone(), hall, opening.pace);
        host.welcome();
        let host = tokio::spawn(host.attend());
        let playground = Playground { sandbox, scenery, bot, host };
        playground.sandbox.connected(1).await;
        playground.show_again().await;
        Ok(playground)
    }

    /// A server that was opened anew has forgotten every message; the tables are shown again.
    async fn show_again(&self) {
        let hall = self.bot.hall();
        let who = Requester::plain(UserId(self.scenery.host));
        for channel in &self.scenery.channels {
            if let Ok(Some(id)) = hall.campaign_in_channel(*channel).await {
                let request = format!("opened-{}-{}", id.0, hall.now().0);
                // What cannot be shown is shown when somebody asks for it.
                let _ = hall.request(id, &request, who.clone(), Request::Show).await;
            }
        }
    }

    /// The page's address.
    pub fn address(&self) -> &str {
        self.sandbox.base()
    }

    /// The sandbox, for those who look closer.
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// Who and what is there.
    pub fn scenery(&self) -> &Scenery {
        &self.scenery
    }

    /// The bot.
    pub fn bot(&self) -> &Bot {
        &self.bot
    }

    /// Waits until the bot's connection ends by itself, which it should not.
    pub async fn ended(&mut self) {
        self.bot.ended().await;
    }

    /// Closes: the bot finishes what was acknowledged.
    pub async fn close(self) {
        self.host.abort();
        self.bot.stop().await;
    }
}

/// Lets friends in, at the wanted port or at a free one.
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
        // The port is somebody else's, or one the system keeps for itself.
        Err(_) if port != 0 => sandbox.open_room(free).await.map_err(CannotOpen::Room),
        opened => opened.map_err(CannotOpen::Room),
    }
}

/// A sandbox for a playground.
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
