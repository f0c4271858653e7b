-- Who opened a lobby, so that nobody can open them by the hundred. Nobody for those of before.
ALTER TABLE campaign ADD COLUMN opener INTEGER;

CREATE INDEX campaign_lobby ON campaign (opener) WHERE stage = 'gathering';
