//! Keeping order: reports, what administrators do, and what they tell people.

use serde::{Deserialize, Serialize};

/// Somebody, as administrators see them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PersonRef {
    pub handle: String,
    pub name: String,
    /// Until when they may not sign in.
    #[cfg_attr(test, schema(required))]
    pub suspended_until: Option<i64>,
}

/// A report of somebody about a game, a player or a message.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ReportView {
    pub number: u64,
    pub at: i64,
    #[cfg_attr(test, schema(required))]
    pub closed: Option<i64>,
    #[cfg_attr(test, schema(required))]
    pub by: Option<PersonRef>,
    #[cfg_attr(test, schema(required))]
    pub about: Option<PersonRef>,
    #[cfg_attr(test, schema(required))]
    pub game: Option<String>,
    #[cfg_attr(test, schema(required))]
    pub title: Option<String>,
    pub text: String,
    #[cfg_attr(test, schema(required))]
    pub message: Option<ReportedMessage>,
}

/// The words that a report is about.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ReportedMessage {
    /// Its place among all messages of the game.
    pub number: usize,
    pub at: i64,
    pub text: String,
    pub removed: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Reports {
    pub reports: Vec<ReportView>,
}

/// Something that an administrator did.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct AuditView {
    pub number: u64,
    pub at: i64,
    pub action: String,
    /// None: the host of the server.
    #[cfg_attr(test, schema(required))]
    pub by: Option<PersonRef>,
    #[cfg_attr(test, schema(required))]
    pub about: Option<PersonRef>,
    #[cfg_attr(test, schema(required))]
    pub game: Option<String>,
    pub reason: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct AuditLog {
    pub entries: Vec<AuditView>,
}

/// What an administrator wants to do, and why. Those concerned can read the reason.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct AdminBody {
    pub action: AdminAction,
    #[serde(default)]
    #[cfg_attr(test, schema(max_length = 1000))]
    pub reason: String,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum AdminAction {
    CloseReport {
        report: u64,
    },
    /// Removes the words of a message. `message` is its place among all messages of the game.
    RemoveMessage {
        #[cfg_attr(test, schema(max_length = 20))]
        game: String,
        message: usize,
    },
    EndGame {
        #[cfg_attr(test, schema(max_length = 20))]
        game: String,
    },
    DeleteGame {
        #[cfg_attr(test, schema(max_length = 20))]
        game: String,
    },
    Rename {
        #[cfg_attr(test, schema(max_length = 40))]
        handle: String,
        #[cfg_attr(test, schema(max_length = 40))]
        name: String,
    },
    Suspend {
        #[cfg_attr(test, schema(max_length = 40))]
        handle: String,
        #[cfg_attr(test, schema(minimum = 1, maximum = 3650))]
        days: u32,
    },
    /// For ever.
    Ban {
        #[cfg_attr(test, schema(max_length = 40))]
        handle: String,
    },
    /// Ends a suspension.
    Restore {
        #[cfg_attr(test, schema(max_length = 40))]
        handle: String,
    },
    /// Makes somebody an administrator. Only for the host of the server.
    Grant {
        #[cfg_attr(test, schema(max_length = 40))]
        handle: String,
    },
    Revoke {
        #[cfg_attr(test, schema(max_length = 40))]
        handle: String,
    },
}

/// What administrators tell the caller.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PersonalNotice {
    pub number: u64,
    pub at: i64,
    /// In the caller's language.
    pub message: String,
    /// What the administrator wrote.
    pub reason: String,
    #[cfg_attr(test, schema(required))]
    pub game: Option<String>,
    #[cfg_attr(test, schema(required))]
    pub until: Option<i64>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PersonalNotices {
    pub notices: Vec<PersonalNotice>,
}

/// Which texts the host of the server has published.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct HostTexts {
    pub imprint: bool,
    pub privacy: bool,
}
