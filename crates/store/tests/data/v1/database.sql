-- Games are counted as they are made; a number is never given twice. What changes with every
-- append stands here and is small. Ids of people are 64 bits, kept as signed numbers.
CREATE TABLE games (
  number  INTEGER PRIMARY KEY AUTOINCREMENT,
  id      TEXT    NOT NULL UNIQUE,
  variant TEXT    NOT NULL,
  maker   INTEGER NOT NULL,
  made    INTEGER NOT NULL,
  listed  INTEGER NOT NULL CHECK (listed IN (0, 1)),
  version INTEGER NOT NULL,
  state   INTEGER NOT NULL CHECK (state IN (0, 1, 2)),
  due     INTEGER,
  errand  INTEGER NOT NULL CHECK (errand IN (0, 1)),
  card    TEXT    NOT NULL
) STRICT;
CREATE INDEX games_due ON games (due) WHERE due IS NOT NULL;
CREATE INDEX games_errand ON games (number) WHERE errand = 1;
CREATE INDEX games_listed ON games (number) WHERE listed = 1;
CREATE INDEX games_listed_state ON games (state, number) WHERE listed = 1;
CREATE INDEX games_maker ON games (maker, state);

-- Version 0 is the charter. With a row number of their own, events of all games are written one
-- after the other, and a commit of many touches few pages.
CREATE TABLE events (
  game    INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  at      INTEGER NOT NULL,
  record  TEXT    NOT NULL,
  PRIMARY KEY (game, version)
) STRICT;

CREATE TABLE nonces (
  game    INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
  nonce   TEXT    NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (game, nonce)
) STRICT, WITHOUT ROWID;

CREATE TABLE members (
  game    INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
  person  INTEGER NOT NULL,
  PRIMARY KEY (game, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_person ON members (person, game);

CREATE TABLE people (
  id         INTEGER PRIMARY KEY,
  handle     TEXT    NOT NULL UNIQUE,
  name       TEXT    NOT NULL,
  language   TEXT    NOT NULL,
  made       INTEGER NOT NULL,
  seen       INTEGER NOT NULL,
  passphrase TEXT,
  recovery   BLOB    UNIQUE CHECK (length(recovery) = 32)
) STRICT;

CREATE TABLE keys (
  hash    BLOB    PRIMARY KEY CHECK (length(hash) = 32),
  person  INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  kind    INTEGER NOT NULL CHECK (kind IN (0, 1, 2)),
  label   TEXT    NOT NULL,
  made    INTEGER NOT NULL,
  expires INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_person ON keys (person);
CREATE INDEX keys_expires ON keys (expires) WHERE expires IS NOT NULL;

CREATE TABLE shuns (
  person  INTEGER NOT NULL,
  other   INTEGER NOT NULL,
  shun    INTEGER NOT NULL CHECK (shun IN (0, 1)),
  PRIMARY KEY (person, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX shuns_other ON shuns (other);

CREATE TABLE reports (
  number    INTEGER PRIMARY KEY AUTOINCREMENT,
  at        INTEGER NOT NULL,
  by_person INTEGER,
  about     INTEGER,
  game      TEXT,
  text      TEXT    NOT NULL
) STRICT;
INSERT INTO games VALUES (1, '040g2081040g2081', 'standard', 7, 901, 1, 2, 1, 77, 1, 'card 1');
INSERT INTO events VALUES (1, 0, 901, 'charter 1'), (1, 1, 1000, 'joined'), (1, 2, 1001, 'started');
INSERT INTO nonces VALUES (1, 'n', 2);
INSERT INTO members VALUES (1, -1);
INSERT INTO people VALUES (-1, 'ann', 'Ann', 'nl', 5, 6, NULL, x'0909090909090909090909090909090909090909090909090909090909090909');
INSERT INTO keys VALUES (x'0101010101010101010101010101010101010101010101010101010101010101', -1, 2, 'telephone', 1, NULL);
INSERT INTO shuns VALUES (-1, 2, 1);
INSERT INTO reports VALUES (1, 3, -1, NULL, '040g2081040g2081', 'rude');
PRAGMA application_id = 1146375764;
PRAGMA user_version = 1;
