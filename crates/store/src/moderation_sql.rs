//! The statements of the moderators' tables, which are the same in SQLite and PostgreSQL.
//!
//! SQLite numbers `$1`, `$2` and so on in the order in which they occur first, so that order must be ascending.

pub(crate) const STATUS_OF: &str = "SELECT role, suspended FROM person_status WHERE person = $1";

pub(crate) const SET_STATUS: &str = "INSERT INTO person_status (role, suspended, person)
     SELECT $1, $2, id FROM people WHERE id = $3
     ON CONFLICT (person) DO UPDATE SET role = excluded.role, suspended = excluded.suspended
     RETURNING person";

pub(crate) const ADMINISTRATORS: &str = "SELECT person FROM person_status WHERE role = 1";

pub(crate) const SET_GAME_RESTRICTION: &str =
    "INSERT INTO game_shuns (person, other, game, shun) VALUES ($1, $2, $3, $4)
     ON CONFLICT (person, game, other) DO UPDATE SET shun = excluded.shun";

pub(crate) const DELETE_GAME_RESTRICTION: &str =
    "DELETE FROM game_shuns WHERE person = $1 AND other = $2 AND game = $3";

pub(crate) const GAME_RESTRICTIONS: &str = "SELECT game, other, shun FROM game_shuns WHERE person = $1";

pub(crate) const REPORT_DETAILS: &str = "SELECT message, closed FROM report_details WHERE report = $1";

pub(crate) const SET_REPORT_DETAILS: &str =
    "INSERT INTO report_details (report, message, closed) VALUES ($1, $2, $3)
     ON CONFLICT (report) DO UPDATE SET message = excluded.message, closed = excluded.closed";

pub(crate) const ADD_AUDIT: &str = "INSERT INTO audit (at, action, by_person, about, game, reason)
     VALUES ($1, $2, $3, $4, $5, $6)";

pub(crate) const AUDIT_AFTER: &str = "SELECT number, at, action, by_person, about, game, reason FROM audit
     WHERE number > $1 ORDER BY number LIMIT $2";

pub(crate) const ADD_NOTICE: &str = "INSERT INTO notices (kind, at, game, reason, till, person)
     SELECT $1, $2, $3, $4, $5, id FROM people WHERE id = $6 RETURNING number";

pub(crate) const NOTICES_OF: &str = "SELECT number, person, kind, at, game, reason, till FROM notices
     WHERE person = $1 ORDER BY number";

pub(crate) const DELETE_NOTICE: &str =
    "DELETE FROM notices WHERE number = $1 AND person = $2 RETURNING number";
