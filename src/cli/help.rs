//! Help text and version of the program. `completions` parses the text.
//!
//! README.md documents the line protocol.

pub(super) const VERSION: &str = concat!("emberhall ", env!("CARGO_PKG_VERSION"));

pub(super) const TEXT: &str = "\
emberhall: the last city on Earth, run by a handful of Advisors

usage:
  emberhall                     serve, if a token is set; else sandbox
  emberhall sandbox [options]   try everything in a browser: no account, no network
  emberhall serve [options]     host campaigns on Discord
  emberhall config [options]    what is set, and where it comes from
  emberhall doctor [options]    check token, permissions, database, disk, clock, content
  emberhall invite [options]    the link that invites the bot into a server
  emberhall play [options]      play a campaign
  emberhall render [options]    draw a campaign into a file
  emberhall simulate [options]  let a policy play many campaigns
  emberhall check-content       check the card files
  emberhall card ID             a card, what it leads to, and who leads to it
  emberhall campaigns           list the campaigns of a database
  emberhall replay --all        replay every campaign against its log
  emberhall backup FILE         copy the database, also while it is in use
  emberhall restore FILE        put a backup in the database's place
  emberhall export N FILE       write campaign N into a file
  emberhall import FILE         take a campaign in from a file
  emberhall verify FILE         check that a campaign was played fairly
  emberhall prune [--days N]    remove what has been over for long
  emberhall forget USER         remove everything that is known of a Discord user
  emberhall completions SHELL   what bash, zsh or fish needs to complete all this
  emberhall --help | --version

sandbox:
  --port N                      on this machine only (default 4000, or a free one)
  --db FILE                     where campaigns are kept (default emberhall-sandbox.sqlite)
  --fresh                       begin anew: forget the campaigns of that file
  --lan                         let friends on the same network in, each on their own phone:
                                prints a code to scan

play:
  --players N                   1 to 4 seats (default 1)
  --seed S                      the seed (default: from the clock)
  --state FILE                  go on from a save
  --save FILE                   where to save
  --no-lessons                  without what newcomers are told beside their questions
  --json                        one JSON object per line, for scripts

simulate:
  --games N                     campaigns (default 100)
  --players N|all               1 to 4 seats, or all in turn (default all)
  --seed S                      first seed (default 1)
  --policy random|greedy|curious|rollout|mixed   how the players choose (default
                                random); curious is greedy with whims, rollout tries
                                things out and is slow, mixed takes turns
  --threads N                   default: as many as the machine has
  --content DIR                 play with this folder instead of what is built in
  --coverage                    count what comes up: every card, every option open and
                                chosen; ends with what never did
  --weigh N                     and for one card in N that is turned up, try every answer
                                to another that could lie there; ends with options that
                                are nearly always the best
  --json                        the report as one JSON object
  --table                       people who take their time, in each mode of the turn:
                                clicks, questions, handovers a round, days
                                (default 20 campaigns of 4 seats, always greedy)
  --pace live|daily|relaxed     with --table: how long a question waits
  --people off|standing|on-demand   with --table: the people's vote
  --public N[,N]                with --table: so many people beside it who look on, vote
                                and speak; a column for each number
  --window MINUTES              with --table: how long the holder of a seat comes first
  --small strict|relay|open     with --table: who may answer for a responsible seat
  --away ASK=CHOICE             with --table: what people say to answer while they are
                                away, such as mourn=done; may be repeated
  --who ASK=vote|seat|leader|anyone|people   with --table, may be repeated

play and simulate:
  --society I..VI               the Society card, also as 1 to 6
  --difficulty normal|hard
  --scenario NAME               default crater
  --set SWITCH=VALUE            a switch of the rules, may be repeated

check-content:
  --content DIR                 check this folder instead of what is built in
  --json                        the result as one JSON object

card:
  ID                            such as M001, sawmill, foreman or 1-hard
  --content DIR                 from this folder instead of what is built in
  --language L                  default en
  --json                        all of it as one JSON object

serve, config, doctor, invite (a flag beats a variable, and that a line of the file):
  --config FILE                 settings in TOML (default: EMBERHALL_CONFIG, or
                                emberhall.toml if it is there)
  --database FILE               DATABASE_URL, database (default emberhall.sqlite)
  --token-file FILE             DISCORD_TOKEN_FILE, token_file: holds the bot's token;
                                or DISCORD_TOKEN, token: the token itself, never a flag
  --guild N                     DISCORD_GUILD_ID, guild: register the commands there only
  --api URL                     DISCORD_API_URL, api: another base for Discord's HTTP API
  --log LEVEL                   EMBERHALL_LOG, log: error, warn, info, debug or trace
  --log-format text|json        EMBERHALL_LOG_FORMAT, log_format
  --metrics ADDRESS             EMBERHALL_METRICS, metrics: such as 127.0.0.1:9090
  --keep-days N                 EMBERHALL_KEEP_DAYS, keep_days: remove what has been over
                                for so long (default 0: never)
  --backup-every TIME           EMBERHALL_BACKUP_EVERY, backup_every: such as 90m, 12h or
                                2d (default 24h; 0: never)
  --backup-keep N               EMBERHALL_BACKUP_KEEP, backup_keep: the newest (default 7)
  --backup-dir DIR              EMBERHALL_BACKUP_DIR, backup_dir (default: beside the
                                database)
  --lobbies-per-user N          EMBERHALL_LOBBIES_PER_USER: lobbies somebody opened (3)
  --lobbies-per-server N        EMBERHALL_LOBBIES_PER_SERVER: lobbies of a server (20)
  --campaigns-per-server N      EMBERHALL_CAMPAIGNS_PER_SERVER: campaigns not over (100)
  --commands-per-minute N       EMBERHALL_COMMANDS_PER_MINUTE: of one person (30)
  --pictures-per-minute N       EMBERHALL_PICTURES_PER_MINUTE: for one person (10)
  --clicks-per-minute N         EMBERHALL_CLICKS_PER_MINUTE: of one person (120)
  --refused-clicks-per-minute N EMBERHALL_REFUSED_CLICKS_PER_MINUTE: of one person (30)
                                of these 0 is no limit
  --json                        config, doctor, invite: the result as one JSON object
  --application N               invite: the application, if there is no token

doctor:
  --try CHANNEL                 post, edit, answer and delete in this channel or thread, as
                                the bot does, while somebody presses three buttons there
  --report FILE                 with --try: what came of it, with times and Discord's own
                                answers (default emberhall-try.txt, or the next number)
  --patience SECONDS            with --try: how long each press is waited for (default 180)

render:
  --state FILE                  a save of 'play'
  --campaign N                  or a campaign of the database (--database FILE)
  --round R                     as it was at the end of a round
  --entry E                     as it was after an entry of its log
  --chart | --poster | --film   its course, its poster, a film; the board if none is named
  --card ID                     a card, such as M001; needs no campaign
  --since R                     mark on the board what changed since the end of a round
  -o FILE                       where to: .png, or .gif for a film

campaigns, replay, backup, restore, export, import, prune, forget:
  --database FILE               the database (default: as it is set, see above)
  --config FILE                 the settings that name it
  --json                        campaigns and replay: the result as JSON
  --measure                     campaigns: what a round takes, from the logs: clicks,
                                handovers, calls, hours; 'campaigns N': of campaign N only
  --server N --channel N        import: where it is to be played
  --force                       restore: also where a database is; it is put aside
  --days N                      prune: over for so many days (default: keep_days)
  --compact                     prune: of all that is over keep only what it replays from

verify:
  --commitment HASH             the hash that was published when it began
";
