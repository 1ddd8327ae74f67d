-- As in SQLite. Nodes of the version before do not mark their games: what they write reaches nobody.
-- The version of the game up to which people were notified of what happened. NULL: nothing new happened since.
ALTER TABLE games ADD COLUMN news_after BIGINT;
ALTER TABLE games ADD COLUMN news_taken BIGINT NOT NULL DEFAULT 0;
CREATE INDEX games_with_news ON games (number) WHERE news_after IS NOT NULL;

-- What people are notified of. The page shows some of it; the rest is only sent.
CREATE TABLE notifications (
  number  BIGINT  PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  id      TEXT    NOT NULL,
  person  BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  at      BIGINT NOT NULL,
  game    TEXT,
  body    TEXT    NOT NULL,
  on_page BOOLEAN NOT NULL,
  is_read BOOLEAN NOT NULL DEFAULT false,
  UNIQUE (id, person)
);
CREATE INDEX notifications_of_people ON notifications (person, number);
CREATE INDEX notifications_by_time ON notifications (at);

CREATE TABLE notification_settings (
  person   BIGINT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  settings TEXT    NOT NULL,
  -- The form of the text.
  form     BIGINT NOT NULL DEFAULT 1
);

-- Where somebody is notified: an e-mail address, a browser, a webhook. `taken`: until when a node sends to it.
CREATE TABLE channels (
  number        BIGINT  PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  person        BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  kind          SMALLINT NOT NULL,
  address       TEXT    NOT NULL,
  options       TEXT    NOT NULL,
  secret        TEXT    NOT NULL,
  state         SMALLINT NOT NULL,
  made          BIGINT NOT NULL,
  sent          BIGINT,
  failing_since BIGINT,
  failures      BIGINT NOT NULL DEFAULT 0,
  problem       TEXT,
  taken         BIGINT NOT NULL DEFAULT 0,
  UNIQUE (secret, person)
);
CREATE INDEX channels_of_people ON channels (person);

CREATE TABLE deliveries (
  number       BIGINT  PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  notification BIGINT NOT NULL REFERENCES notifications (number) ON DELETE CASCADE,
  channel      BIGINT NOT NULL REFERENCES channels (number) ON DELETE CASCADE,
  due          BIGINT NOT NULL,
  expires      BIGINT
);
CREATE INDEX deliveries_by_time ON deliveries (due, channel);
CREATE INDEX deliveries_of_channels ON deliveries (channel, number);
CREATE INDEX deliveries_of_notifications ON deliveries (notification);

CREATE TABLE reminders (
  at     BIGINT NOT NULL,
  game   TEXT    NOT NULL,
  person BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  PRIMARY KEY (game, person)
);
CREATE INDEX reminders_by_time ON reminders (at);
CREATE INDEX reminders_of_people ON reminders (person);

-- The secret addresses of calendars and feeds, as hashes.
CREATE TABLE feeds (
  person BIGINT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  hash   BYTEA    NOT NULL UNIQUE
);

-- Secrets of this server, such as the key with which it signs what it sends to browsers.
CREATE TABLE server_secrets (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

-- How many messages went to an address on a day.
CREATE TABLE sent_counts (
  address BYTEA    NOT NULL,
  day     BIGINT NOT NULL,
  count   BIGINT NOT NULL,
  PRIMARY KEY (address, day)
);
CREATE INDEX sent_counts_by_day ON sent_counts (day);
