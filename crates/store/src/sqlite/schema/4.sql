-- Everybody who ever was a member of a game, also those who left: their names are in its events.
CREATE TABLE appearances (
  person  INTEGER NOT NULL,
  game    INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
  PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX appearances_game ON appearances (game);
CREATE TRIGGER members_appear AFTER INSERT ON members
  BEGIN INSERT OR IGNORE INTO appearances (person, game) VALUES (new.person, new.game); END;
