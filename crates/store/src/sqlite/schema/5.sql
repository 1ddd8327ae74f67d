-- How far people got in the course. The text is the server's.
CREATE TABLE course_progress (
  person   INTEGER PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
  progress TEXT    NOT NULL
) STRICT;
