//! Notifications: telling people what happened in their games, on the page and elsewhere (decision 108).
//!
//! `decide` says whom to tell what, from events; `plan` says where and when, from what people chose; both are
//! pure. `runner` reads events and queues rows in the store, `sender` sends what is due.

#[cfg(feature = "channels")]
pub(crate) mod address_check;
pub(crate) mod atom;
pub(crate) mod calendar;
pub(crate) mod channels;
pub mod config;
pub(crate) mod decide;
#[cfg(test)]
mod decide_test;
#[cfg(feature = "channels")]
mod email;
#[cfg(feature = "channels")]
pub(crate) mod http_client;
pub(crate) mod plan;
#[cfg(feature = "channels")]
mod push;
pub(crate) mod reliability;
pub mod runner;
#[cfg_attr(not(feature = "channels"), allow(dead_code, reason = "what is only sent by channels"))]
pub mod sender;
pub(crate) mod text;
#[cfg(feature = "channels")]
mod webhook;

pub(crate) use decide::{Facts, Notification, NotificationKind};

/// The names of the secrets that a server keeps in its store.
pub const SERVER_SECRETS: [&str; 1] = [PUSH_KEY];

/// The private key for web push.
pub(crate) const PUSH_KEY: &str = "push_key";

/// Whether the host's options for mail can be used. The error is for the host.
#[cfg(feature = "channels")]
pub fn check_smtp(smtp: &config::Smtp) -> Result<(), String> {
    email::check(smtp)
}

/// The program was built without mail.
#[cfg(not(feature = "channels"))]
pub fn check_smtp(_smtp: &config::Smtp) -> Result<(), String> {
    Err("this detente was built without mail: take a release, or build it with `--features channels`"
        .to_owned())
}
