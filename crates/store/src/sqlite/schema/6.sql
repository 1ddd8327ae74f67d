-- No row and no entry of an index may look like one of another table: what is rescued from a damaged file is
-- distinguished by its columns (salvage.rs).

-- The version of the game up to which people were notified of what happened. NULL: nothing new happened since.
ALTER TABLE games ADD COLUMN news_after INTEGER;
CREATE INDEX games_with_news ON games (number) WHERE news_after IS NOT NULL;

-- What people are notified of. The page shows some of it; the rest is only sent.
CREATE TABLE notifications (
  number  INTEGER PRIMARY KEY AUTOINCREMENT,
  id      TEXT    NOT NULL,
  person  INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  at      INTEGER NOT NULL,
  game    TEXT,
  body    TEXT    NOT NULL,
  on_page INTEGER NOT NULL,
  is_read INTEGER NOT NULL DEFAULT 0,
  UNIQUE (id, person)
) STRICT;
CREATE INDEX notifications_of_people ON notifications (person, number);
CREATE INDEX notifications_by_time ON notifications (at);

CREATE TABLE notification_settings (
  person   INTEGER PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  settings TEXT    NOT NULL,
  -- The form of the text.
  form     INTEGER NOT NULL DEFAULT 1
) STRICT;

-- Where somebody is notified: an e-mail address, a browser, a webhook. `taken`: until when a node sends to it.
CREATE TABLE channels (
  number        INTEGER PRIMARY KEY AUTOINCREMENT,
  person        INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  kind          INTEGER NOT NULL,
  address       TEXT    NOT NULL,
  options       TEXT    NOT NULL,
  secret        TEXT    NOT NULL,
  state         INTEGER NOT NULL,
  made          INTEGER NOT NULL,
  sent          INTEGER,
  failing_since INTEGER,
  failures      INTEGER NOT NULL DEFAULT 0,
  problem       TEXT,
  taken         INTEGER NOT NULL DEFAULT 0,
  UNIQUE (secret, person)
) STRICT;
CREATE INDEX channels_of_people ON channels (person);

CREATE TABLE deliveries (
  number       INTEGER PRIMARY KEY AUTOINCREMENT,
  notification INTEGER NOT NULL REFERENCES notifications (number) ON DELETE CASCADE,
  channel      INTEGER NOT NULL REFERENCES channels (number) ON DELETE CASCADE,
  due          INTEGER NOT NULL,
  expires      INTEGER
) STRICT;
CREATE INDEX deliveries_by_time ON deliveries (due, channel);
CREATE INDEX deliveries_of_channels ON deliveries (channel, number);
CREATE INDEX deliveries_of_notifications ON deliveries (notification);

CREATE TABLE reminders (
  at     INTEGER NOT NULL,
  game   TEXT    NOT NULL,
  person INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  PRIMARY KEY (game, person)
) STRICT;
CREATE INDEX reminders_by_time ON reminders (at);
CREATE INDEX reminders_of_people ON reminders (person);

-- The secret addresses of calendars and feeds, as hashes.
CREATE TABLE feeds (
  person INTEGER PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  hash   BLOB    NOT NULL UNIQUE
) STRICT;

-- Secrets of this server, such as the key with which it signs what it sends to browsers.
CREATE TABLE server_secrets (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- How many messages went to an address on a day.
CREATE TABLE sent_counts (
  address BLOB    NOT NULL,
  day     INTEGER NOT NULL,
  count   INTEGER NOT NULL,
  PRIMARY KEY (address, day)
) STRICT;
CREATE INDEX sent_counts_by_day ON sent_counts (day);
