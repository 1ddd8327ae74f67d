//! The trait and the row types for keeping order: administrators, suspended people, reports, the audit log,
//! notices, and mutes and blocks that act in one game only.

use crate::{GameId, Reply, Restriction};

/// What administrators need, and what they did.
pub trait Moderation: Send + Sync + 'static {
    fn status_of(&self, person: u64) -> Reply<'_, PersonStatus>;

    /// False if there is no such person.
    fn set_status(&self, person: u64, status: PersonStatus) -> Reply<'_, bool>;

    fn administrators(&self) -> Reply<'_, Vec<u64>>;

    /// Makes `person` mute or block `other` in one game only; None ends that.
    fn set_game_restriction(
        &self,
        person: u64,
        other: u64,
        game: GameId,
        restriction: Option<Restriction>,
    ) -> Reply<'_, ()>;

    /// Whom this person mutes or blocks in one game only, sorted.
    fn game_restrictions(&self, person: u64) -> Reply<'_, Vec<(GameId, u64, Restriction)>>;

    fn report_details(&self, report: u64) -> Reply<'_, ReportDetails>;

    fn set_report_details(&self, report: u64, details: ReportDetails) -> Reply<'_, ()>;

    /// Adds to the audit log. Nothing in it can be changed or deleted.
    fn add_audit(&self, row: AuditRow) -> Reply<'_, ()>;

    /// Entries of the audit log with a number above `after`, with their numbers, oldest first.
    fn audit_after(&self, after: u64, limit: usize) -> Reply<'_, Vec<(u64, AuditRow)>>;

    /// False if there is no such person.
    fn add_notice(&self, row: NoticeRow) -> Reply<'_, bool>;

    /// With their numbers, oldest first.
    fn notices_of(&self, person: u64) -> Reply<'_, Vec<(u64, NoticeRow)>>;

    /// Deletes a notice if it is for this person.
    fn delete_notice(&self, number: u64, person: u64) -> Reply<'_, bool>;
}

/// Who somebody is to the server, besides a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PersonStatus {
    pub role: Role,
    /// Until when this person may not sign in.
    pub suspended_until: Option<i64>,
}

impl PersonStatus {
    /// Most people have it. It is not stored.
    pub const USUAL: Self = Self { role: Role::Player, suspended_until: None };

    pub const fn is_suspended(self, now: i64) -> bool {
        matches!(self.suspended_until, Some(until) if until > now)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    Player,
    Administrator,
}

/// What is known of a report besides its row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReportDetails {
    /// The message that it is about: its place among all messages of the game.
    pub message: Option<u64>,
    pub closed: Option<i64>,
}

/// Something that an administrator did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditRow {
    pub at: i64,
    pub action: String,
    /// None: on the command line, or at the administrators' address.
    pub by: Option<u64>,
    pub about: Option<u64>,
    pub game: Option<GameId>,
    pub reason: String,
}

/// Something that administrators tell a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoticeRow {
    pub person: u64,
    /// The key of its sentence.
    pub kind: String,
    pub at: i64,
    pub game: Option<GameId>,
    /// What the administrator wrote.
    pub reason: String,
    pub until: Option<i64>,
}
