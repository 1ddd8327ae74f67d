-- The hash chain, as in SQLite (chain.rs). Besides, for nodes of the version before, which know nothing of
-- it and go on writing for a while:
-- chained is the number of the last record with a hash. It is less than version while such a node wrote
-- last; the next node of this version fills in what is missing.
-- rewrites_before is how many rewrites there were before there was a chain: those have no mark.
-- hash_before is the hash before the last append, for the statement that appends.
ALTER TABLE games
  ADD COLUMN chained BIGINT NOT NULL DEFAULT -1,
  ADD COLUMN hash BYTEA,
  ADD COLUMN hash_before BYTEA,
  ADD COLUMN rewrites_before BIGINT NOT NULL DEFAULT 0;
UPDATE games SET rewrites_before = rewrites WHERE rewrites > 0;
ALTER TABLE events
  ADD COLUMN hash BYTEA,
  ADD COLUMN original BYTEA,
  ADD COLUMN rewritten BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN seal BYTEA;

CREATE FUNCTION detente_digest(version BIGINT, at BIGINT, record TEXT) RETURNS BYTEA
LANGUAGE sql STABLE AS $$
  SELECT sha256(int8send(version) || int8send(at) || convert_to(record, 'UTF8'))
$$;

-- The hashes of records with these digests, which come after a record with this hash.
CREATE FUNCTION detente_chain(previous BYTEA, digests BYTEA[]) RETURNS BYTEA[]
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  hashes BYTEA[] := '{}';
  digest BYTEA;
BEGIN
  FOREACH digest IN ARRAY digests LOOP
    previous := sha256(previous || digest);
    hashes := array_append(hashes, previous);
  END LOOP;
  RETURN hashes;
END
$$;

-- Marks a record as rewritten, also if a node of the version before does it. Such a node counts it in the
-- row of the game, in the same statement; a record that something else changed is not counted there.
CREATE FUNCTION detente_mark_rewritten() RETURNS TRIGGER
LANGUAGE plpgsql AS $$
BEGIN
  NEW.original := COALESCE(OLD.original, detente_digest(OLD.version, OLD.at, OLD.record));
  NEW.rewritten := OLD.rewritten + 1;
  NEW.seal := sha256('rewritten'::bytea || NEW.original || int8send(NEW.rewritten)
    || detente_digest(NEW.version, NEW.at, NEW.record));
  RETURN NEW;
END
$$;
CREATE TRIGGER mark_rewritten BEFORE UPDATE OF record ON events
FOR EACH ROW EXECUTE FUNCTION detente_mark_rewritten();
