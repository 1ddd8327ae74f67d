//! People: a name and a cookie, and the ways to come back.

use serde::{Deserialize, Serialize};

/// The caller, as the server knows them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
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
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct NewName {
    /// At most 40 characters.
    #[cfg_attr(test, schema(max_length = 40))]
    pub name: String,
    #[serde(default)]
    pub language: Option<String>,
}

/// A code to write down: whoever has it is this person. Asking for a new one ends the old one.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct RecoveryCode {
    pub code: String,
}

/// A link that works once, for another device.
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

/// The ways back to an identity.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(tag = "with", rename_all = "snake_case")]
pub enum SignIn {
    RecoveryCode { code: String },
    Link { token: String },
    Passphrase { handle: String, passphrase: String },
}

/// A name for a program's token.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct NewToken {
    #[cfg_attr(test, schema(max_length = 40))]
    pub label: String,
}

/// A token as it is shown once: `Authorization: Bearer …`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Token {
    pub token: String,
    pub label: String,
}

/// Everything with which somebody can come in as this person.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Tokens {
    pub tokens: Vec<Device>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Device {
    /// To end it by.
    pub id: String,
    pub label: String,
    /// `browser`, `program` or `link`.
    pub kind: String,
    pub made: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ShunKey {
    None,
    /// Their words are not shown to the caller.
    Mute,
    /// Muted, and they cannot join games that the caller makes.
    Block,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ShunBody {
    pub shun: ShunKey,
}

/// A word to whoever runs the server.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Report {
    #[serde(default)]
    pub seat: Option<usize>,
    #[cfg_attr(test, schema(max_length = 1000))]
    pub text: String,
}
