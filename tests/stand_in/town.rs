//! A guild with a few people, a channel and, if wanted, the bot.

use std::ops::Deref;
use std::time::Duration;

use emberhall::sandbox::{ActionResult, Id, Options, Sandbox, ShownMessage};
use poise::serenity_prelude as serenity;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::bot::{self, Seen, code};
use super::contract::Contract;

pub const SOON: Duration = Duration::from_secs(10);

pub struct Town {
    pub sandbox: Sandbox,
    pub http: serenity::Http,
    pub guild: Id,
    pub channel: Id,
    pub anna: Id,
    pub ben: Id,
    pub seen: Seen,
    task: Option<JoinHandle<()>>,
}

impl Deref for Town {
    type Target = Sandbox;

    fn deref(&self) -> &Sandbox {
        &self.sandbox
    }
}

impl Drop for Town {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

impl Town {
    /// Nobody but people; requests are made by hand.
    pub async fn quiet(options: Options) -> Town {
        let sandbox = Sandbox::start(options).await.unwrap();
        sandbox.on_request(Box::new(|recorded| Contract::load().check_library(recorded)));
        let http = bot::http(sandbox.base(), sandbox.token());
        http.set_application_id(sandbox.world().application().into());
        let (guild, channel, anna, ben) = sandbox.change(|world| {
            let (anna, ben) = (world.add_user("Anna"), world.add_user("Ben"));
            let guild = world.add_guild("Town", anna);
            world.add_member(guild, ben);
            (guild, world.add_channel(guild, "hall"), anna, ben)
        });
        let seen = Seen::default();
        Town { sandbox, http, guild, channel, anna, ben, seen, task: None }
    }

    /// With the bot, connected and its commands registered.
    pub async fn with_bot(options: Options) -> Town {
        Town::with_shards(options, 1).await
    }

    pub async fn with_shards(options: Options, shards: u32) -> Town {
        let mut town = Town::quiet(options).await;
        let (seen, task) = bot::connect(town.base(), town.token(), shards).await;
        (town.seen, town.task) = (seen, Some(task));
        assert!(town.connected(shards as usize).await, "the bot does not connect");
        let registered = town.until(SOON, |world| !world.commands(None).is_empty()).await;
        assert!(registered, "the bot registers no commands");
        town
    }

    /// A board of the bot's in the channel.
    pub async fn board(&self) -> ShownMessage {
        let acted = self.slash(self.anna, self.channel, "board", vec![]).await.unwrap();
        acted.said.unwrap_or_else(|| panic!("no board: {:?}", acted.ack))
    }

    pub async fn clicks(&self, user: Id, message: Id, custom_id: &str) -> ActionResult {
        self.click(user, message, custom_id).await.unwrap()
    }

    /// Sends a message by hand.
    pub async fn send(&self, channel: Id, body: Value) -> Result<serenity::Message, isize> {
        self.http.send_message(channel.into(), vec![], &body).await.map_err(|why| code(&why))
    }

    /// The code a message is refused with.
    pub async fn refused(&self, body: Value) -> isize {
        self.send(self.channel, body).await.expect_err("it was let through")
    }

    /// Answers the newest interaction by hand, as soon as there is one.
    pub async fn answer(&self, kind: u8, data: Value) -> Result<(), isize> {
        self.until(SOON, |world| world.newest_token().is_some()).await;
        let token = self.world().newest_token().unwrap();
        let id: Id = token.split('.').next().unwrap().parse().unwrap();
        let body = json!({ "type": kind, "data": data });
        let sent = self.http.create_interaction_response(id.into(), &token, &body, vec![]);
        sent.await.map_err(|why| code(&why))
    }

    /// A request without a library: the whole answer, headers and all.
    pub async fn raw(&self, line: &str, body: &str) -> String {
        use std::io::{Read, Write};
        let at = self.base().trim_start_matches("http://").to_owned();
        let (length, token) = (body.len(), self.token());
        let request = format!(
            "{line} HTTP/1.1\r\nhost: {at}\r\nauthorization: Bot {token}\r\nconnection: close\r\n\
             content-length: {length}\r\n\r\n{body}"
        );
        let asked = tokio::task::spawn_blocking(move || {
            let mut stream = std::net::TcpStream::connect(at).unwrap();
            stream.write_all(request.as_bytes()).unwrap();
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).unwrap();
            String::from_utf8_lossy(&answer).into_owned()
        });
        asked.await.unwrap()
    }

    /// Everything the bot has done was right.
    pub fn blameless(&self) {
        assert_eq!(self.violations(), Vec::<String>::new());
    }

    pub async fn edit(&self, channel: Id, message: Id, text: &str) -> Result<(), isize> {
        let body = json!({ "content": text });
        let edit = self.http.edit_message(channel.into(), message.into(), &body, vec![]);
        edit.await.map(|_| ()).map_err(|why| code(&why))
    }
}
