//! People: a name and a cookie, and the ways to come back.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The caller, as the server knows them.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Me {
    /// Short and public: with a passphrase it is the way in on another device.
    pub handle: String,
    pub name: String,
    /// `en`, `nl`, `fr`, `es` or `de`.
    pub language: String,
    pub has_passphrase: bool,
    pub has_recovery_code: bool,
}

/// A visitor picks a name, or somebody changes theirs.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewName {
    /// At most 40 characters.
    #[schema(max_length = 40)]
    pub name: String,
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub language: Option<String>,
}

/// A code to write down: whoever has it is this person. Asking for a new one ends the old one.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecoveryCode {
    pub code: String,
}

/// A link that works once, for another device.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Link {
    pub url: String,
    #[cfg_attr(test, ts(type = "number"))]
    pub expires: i64,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Passphrase {
    /// From 8 to 200 characters.
    #[schema(min_length = 8, max_length = 200)]
    pub passphrase: String,
}

/// The ways back to an identity.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "with", rename_all = "snake_case")]
pub enum SignIn {
    RecoveryCode { code: String },
    Link { token: String },
    Passphrase { handle: String, passphrase: String },
}

/// A name for a program's token.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewToken {
    #[schema(max_length = 40)]
    pub label: String,
}

/// A token as it is shown once: `Authorization: Bearer …`.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Token {
    pub token: String,
    pub label: String,
}

/// Everything with which somebody can come in as this person.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tokens {
    pub tokens: Vec<Device>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Device {
    /// To end it by.
    pub id: String,
    pub label: String,
    /// `browser`, `program` or `link`.
    pub kind: String,
    #[cfg_attr(test, ts(type = "number"))]
    pub made: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ShunKey {
    None,
    /// Their words are not shown to the caller.
    Mute,
    /// Muted, and they cannot join games that the caller makes.
    Block,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ShunBody {
    pub shun: ShunKey,
}

/// A word to whoever runs the server.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Report {
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub seat: Option<usize>,
    #[schema(max_length = 1000)]
    pub text: String,
}
