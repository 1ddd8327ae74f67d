//! What the host has set up for notifications.

use std::fmt;

/// The options of the host, and for tests the bounds of sending.
#[derive(Clone, Debug, Default)]
pub struct NotificationConfig {
    /// How e-mail is sent. None: it is not.
    pub smtp: Option<Smtp>,
    /// The private key for web push as base64. None: the server makes one and keeps it in the store.
    pub push_key: Option<Secret>,
    /// Whether webhooks and push may go to this machine and to private networks. Only for tests.
    pub private_receivers: PrivateReceivers,
}

/// Whether a receiver may be in a private network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PrivateReceivers {
    #[default]
    Refuse,
    Allow,
    /// Only this one.
    AllowOnly(std::net::SocketAddr),
}

/// A mail server and the sender of the mails.
#[derive(Clone, Debug)]
pub struct Smtp {
    /// `smtps://user@host:465` or `smtp://host:587?tls=required`.
    pub url: Secret,
    pub password: Option<Secret>,
    /// `Detente <games@example.org>`
    pub from: String,
}

/// A text that no log shows.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}
