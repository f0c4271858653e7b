-- The hall's first schema. Numbers of users, servers and channels are unsigned
-- elsewhere; here they are the same 64 bits, signed. Times are milliseconds
-- since 1970. Columns that hold JSON are never searched: what is, has a column.

-- "Embr": how the hall knows its own file from any other SQLite database.
PRAGMA application_id = 1164796530;

-- Content, stored once for all campaigns that are played with it.
CREATE TABLE pack (
    hash  TEXT NOT NULL PRIMARY KEY,
    game  TEXT NOT NULL,
    files TEXT NOT NULL
) STRICT;

CREATE TABLE campaign (
    id         INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    server     INTEGER NOT NULL,
    channel    INTEGER NOT NULL,
    stage      TEXT    NOT NULL CHECK (stage IN ('gathering', 'running', 'over')),
    game       TEXT    NOT NULL,
    pack       TEXT    NOT NULL REFERENCES pack (hash),
    charter    TEXT    NOT NULL,
    council    TEXT    NOT NULL,
    seq        INTEGER NOT NULL,
    wake_at    INTEGER,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX campaign_live ON campaign (channel) WHERE stage <> 'over';
CREATE INDEX campaign_server ON campaign (server);
CREATE INDEX campaign_wake ON campaign (wake_at) WHERE wake_at IS NOT NULL;

-- Which request opened a campaign.
CREATE TABLE opening (
    request  TEXT    NOT NULL PRIMARY KEY,
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    at       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE log (
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    seq      INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    body     TEXT    NOT NULL,
    PRIMARY KEY (campaign, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshot (
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    seq      INTEGER NOT NULL,
    state    TEXT    NOT NULL,
    PRIMARY KEY (campaign, seq)
) STRICT, WITHOUT ROWID;

-- The votes of the people in the ballot that is open.
CREATE TABLE ballot (
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    user     INTEGER NOT NULL,
    choice   TEXT    NOT NULL,
    PRIMARY KEY (campaign, user)
) STRICT, WITHOUT ROWID;

-- What was answered to whom, so that a request made twice is carried out once. No index
-- on the time: old ones are looked for at the start only, and every answer would pay for it.
CREATE TABLE request (
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    id       TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    reply    TEXT    NOT NULL,
    PRIMARY KEY (campaign, id)
) STRICT, WITHOUT ROWID;

-- Notices: stored with what they tell of, delivered later, in order.
CREATE TABLE outbox (
    id         INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    campaign   INTEGER NOT NULL REFERENCES campaign (id),
    topic      TEXT    NOT NULL,
    fleeting   INTEGER NOT NULL,
    body       TEXT    NOT NULL,
    at         INTEGER NOT NULL,
    attempts   INTEGER NOT NULL,
    try_at     INTEGER NOT NULL,
    done_at    INTEGER,
    receipt    TEXT,
    last_error TEXT
) STRICT;

CREATE INDEX outbox_waiting ON outbox (campaign, id) WHERE done_at IS NULL;
CREATE INDEX outbox_topic ON outbox (campaign, topic);

CREATE TABLE person (
    user  INTEGER NOT NULL PRIMARY KEY,
    quiet TEXT    NOT NULL
) STRICT;
