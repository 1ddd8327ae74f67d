//! People: names, sign-in, tokens, restrictions and reports.

use serde::{Deserialize, Serialize};

use super::keys::ScopeKey;

/// The caller.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Me {
    /// Short and public. With a passphrase it signs in on another device.
    pub handle: String,
    pub name: String,
    /// `en`, `nl`, `fr`, `es` or `de`.
    pub language: String,
    pub has_passphrase: bool,
    pub has_recovery_code: bool,
    /// Whether the caller may keep order on this server.
    pub administrator: bool,
    /// The name of a second person in this browser, who shares the device (`POST /api/me/switch`).
    #[cfg_attr(test, schema(required))]
    pub other: Option<String>,
}

/// The name of a new caller, or a changed name.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct NewName {
    /// At most 40 characters.
    #[cfg_attr(test, schema(max_length = 40))]
    pub name: String,
    #[serde(default)]
    pub language: Option<String>,
}

/// A code to write down. Whoever has it can sign in as this person. A new code replaces the old one.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct RecoveryCode {
    pub code: String,
}

/// A sign-in link for another device. It works once.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Link {
    pub url: String,
    pub expires: i64,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Passphrase {
    /// From 8 to 200 characters.
    #[cfg_attr(test, schema(min_length = 8, max_length = 200))]
    pub passphrase: String,
}

/// The ways to sign in.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(tag = "with", rename_all = "snake_case")]
pub enum SignIn {
    RecoveryCode { code: String },
    Link { token: String },
    Passphrase { handle: String, passphrase: String },
}

/// A new token: its label, what it may do (`play` if left out), and how many days it lasts (365 if left out).
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct NewToken {
    #[cfg_attr(test, schema(max_length = 40))]
    pub label: String,
    #[serde(default)]
    pub scope: Option<ScopeKey>,
    #[serde(default)]
    #[cfg_attr(test, schema(minimum = 1, maximum = 400))]
    pub days: Option<u32>,
}

/// A new token. It is shown once. Send it as `Authorization: Bearer …`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Token {
    pub token: String,
    pub label: String,
    pub scope: ScopeKey,
    pub expires: i64,
}

/// All keys that sign in as this person.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Tokens {
    pub tokens: Vec<KeyInfo>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct KeyInfo {
    /// For ending the key.
    pub id: String,
    pub label: String,
    /// `browser`, `program` or `link`.
    pub kind: String,
    pub made: i64,
    /// When it was last used, to the hour.
    #[cfg_attr(test, schema(required))]
    pub used: Option<i64>,
    #[cfg_attr(test, schema(required))]
    pub expires: Option<i64>,
    /// What a token may do.
    #[cfg_attr(test, schema(required))]
    pub scope: Option<ScopeKey>,
    /// Whether this request was made with it.
    pub current: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RestrictionKey {
    None,
    /// Their messages are hidden from the caller.
    Mute,
    /// Muted, and they cannot join games that the caller creates.
    Block,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct RestrictionBody {
    pub shun: RestrictionKey,
}

/// A report to the administrator of the server.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Report {
    #[serde(default)]
    pub seat: Option<usize>,
    /// The number of the message that it is about.
    #[serde(default)]
    pub message: Option<usize>,
    #[cfg_attr(test, schema(max_length = 1000))]
    pub text: String,
}
