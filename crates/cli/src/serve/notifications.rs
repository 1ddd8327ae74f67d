//! The options for notifications: how mails are sent, and the key for web push.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use server::notifications::config::{NotificationConfig, PrivateReceivers, Secret, Smtp};

/// Mail, web push and webhooks need a program that was built with them, as releases are.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Notifications (docs/hosting.md#notifications)")]
pub(crate) struct NotificationArgs {
    /// The mail server: smtps://user@host, or smtp://user@host:587?tls=required. Needs --mail-from and
    /// --public-url.
    #[arg(long, env = "DETENTE_SMTP_URL", hide_env_values = true, value_name = "URL")]
    smtp_url: Option<String>,
    /// A file that contains the password of the mail server.
    #[arg(long, env = "DETENTE_SMTP_PASSWORD_FILE", value_name = "FILE")]
    smtp_password_file: Option<PathBuf>,
    /// The sender of mails: "Detente <games@example.org>".
    #[arg(long, env = "DETENTE_MAIL_FROM", value_name = "ADDRESS")]
    mail_from: Option<String>,
    /// A file that contains the private key for web push (32 bytes as base64url). Without it the server makes one
    /// and keeps it with its data.
    #[arg(long, env = "DETENTE_PUSH_KEY_FILE", value_name = "FILE")]
    push_key_file: Option<PathBuf>,
    /// Lets webhooks and push go to this machine and to private networks. Only for tests.
    #[arg(long, env = "DETENTE_PRIVATE_RECEIVERS", hide = true)]
    private_receivers: bool,
}

impl NotificationArgs {
    pub(crate) fn config(&self) -> Result<NotificationConfig> {
        let smtp = match (&self.smtp_url, &self.mail_from) {
            (Some(url), Some(from)) => Some(Smtp {
                url: Secret(url.clone()),
                password: self.smtp_password_file.as_deref().map(secret).transpose()?,
                from: from.clone(),
            }),
            (Some(_), None) => bail!("--smtp-url needs --mail-from, the sender of the mails"),
            (None, _) => None,
        };
        if let Some(smtp) = &smtp {
            server::notifications::check_smtp(smtp).map_err(anyhow::Error::msg)?;
        }
        Ok(NotificationConfig {
            smtp,
            push_key: self.push_key_file.as_deref().map(secret).transpose()?,
            private_receivers: match self.private_receivers {
                true => PrivateReceivers::Allow,
                false => PrivateReceivers::Refuse,
            },
        })
    }
}

/// The first line of a file.
fn secret(file: &Path) -> Result<Secret> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    Ok(Secret(text.lines().next().unwrap_or_default().trim().to_owned()))
}
