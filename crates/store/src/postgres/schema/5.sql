-- As in SQLite.
CREATE TABLE course_progress (
  person   BIGINT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  progress TEXT   NOT NULL
);
