-- The hash chain: every record has a hash of itself and of everything before it, and the row of the game
-- has the hash of the last one. A record that was rewritten on purpose keeps the digest of its original
-- text, how often it was rewritten, and a seal over both and the present text; the row of the game counts
-- all rewrites. See chain.rs.
ALTER TABLE games ADD COLUMN hash BLOB;
ALTER TABLE games ADD COLUMN rewrites INTEGER NOT NULL DEFAULT 0;
ALTER TABLE events ADD COLUMN hash BLOB;
ALTER TABLE events ADD COLUMN original BLOB;
ALTER TABLE events ADD COLUMN rewritten INTEGER NOT NULL DEFAULT 0;
ALTER TABLE events ADD COLUMN seal BLOB;
