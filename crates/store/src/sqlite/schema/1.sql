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
