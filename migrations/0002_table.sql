-- What the front end remembers of a campaign: the messages that show it, what they said.
-- Written with the mark on the notices it came from. It takes the place of the receipts.
CREATE TABLE shown (
    campaign INTEGER NOT NULL PRIMARY KEY REFERENCES campaign (id),
    body     TEXT    NOT NULL
) STRICT;

DROP INDEX outbox_topic;
ALTER TABLE outbox DROP COLUMN receipt;

-- Whom a server lets open and moderate campaigns, by role number.
CREATE TABLE server (
    id     INTEGER NOT NULL PRIMARY KEY,
    rights TEXT    NOT NULL
) STRICT;
