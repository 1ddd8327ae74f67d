-- As in SQLite. The trigger also works for nodes of the version before.
CREATE TABLE appearances (
  person  BIGINT NOT NULL,
  game    BIGINT NOT NULL REFERENCES games (number) ON DELETE CASCADE,
  PRIMARY KEY (person, game)
);
CREATE INDEX appearances_game ON appearances (game);
CREATE FUNCTION members_appear() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO appearances (person, game) VALUES (new.person, new.game) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER members_appear AFTER INSERT ON members FOR EACH ROW EXECUTE FUNCTION members_appear();
INSERT INTO appearances (person, game)
  SELECT maker, number FROM games
  UNION SELECT person, game FROM members
  UNION SELECT named[1]::bigint, game FROM events, regexp_matches(record, '"who":([0-9]{1,19})', 'g') AS named
    WHERE named[1]::numeric < 9223372036854775808;
