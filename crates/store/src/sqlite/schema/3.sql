-- What a key may do, and when it was last used. Keys from before may play.
ALTER TABLE keys ADD COLUMN scope INTEGER NOT NULL DEFAULT 1;
ALTER TABLE keys ADD COLUMN used INTEGER;

-- Mutes and blocks that were made in a game with hidden names. They act only there until it ends.
CREATE TABLE game_shuns (
  game    TEXT    NOT NULL,
  person  INTEGER NOT NULL,
  other   INTEGER NOT NULL,
  shun    INTEGER NOT NULL CHECK (shun IN (0, 1)),
  PRIMARY KEY (person, game, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX game_shuns_other ON game_shuns (other);

-- Administrators, and people who may not sign in until some time.
CREATE TABLE person_status (
  person    INTEGER PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  role      INTEGER NOT NULL CHECK (role IN (0, 1)),
  suspended INTEGER
) STRICT;

-- The message that a report is about, and when the report was closed.
CREATE TABLE report_details (
  report  INTEGER PRIMARY KEY,
  message INTEGER,
  closed  INTEGER
) STRICT;

-- What administrators did. Rows are only added.
CREATE TABLE audit (
  number    INTEGER PRIMARY KEY AUTOINCREMENT,
  at        INTEGER NOT NULL,
  action    TEXT    NOT NULL,
  by_person INTEGER,
  about     INTEGER,
  game      TEXT,
  reason    TEXT    NOT NULL
) STRICT;
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is not changed'); END;
CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is not deleted'); END;

-- What administrators tell people.
CREATE TABLE notices (
  number  INTEGER PRIMARY KEY AUTOINCREMENT,
  person  INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  kind    TEXT    NOT NULL,
  at      INTEGER NOT NULL,
  game    TEXT,
  reason  TEXT    NOT NULL,
  till    INTEGER
) STRICT;
CREATE INDEX notices_person ON notices (person);
