//! `detente admin`: what an administrator does on a running server, through its address for administrators.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Subcommand;
use serde_json::{Value, json};

use crate::output::print_line;

/// Keeps order on a running server: reports, people, games. The server must have --admin-listen.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The address for administrators of the server (its --admin-listen).
    #[arg(long, env = "DETENTE_ADMIN_LISTEN", default_value = "127.0.0.1:1902", global = true)]
    at: SocketAddr,
    /// Why. It is kept, and those concerned can read it.
    #[arg(long, default_value = "", global = true)]
    reason: String,
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Lists the open reports, with the words concerned.
    Reports {
        /// Closed ones too.
        #[arg(long)]
        all: bool,
    },
    /// Lists what administrators did.
    Audit,
    /// Makes somebody an administrator, who can use the page /moderation.
    Grant {
        handle: String,
    },
    /// Takes that away again.
    Revoke {
        handle: String,
    },
    CloseReport {
        report: u64,
    },
    /// Removes the words of a message; a report gives its number.
    RemoveMessage {
        game: String,
        message: u64,
    },
    EndGame {
        game: String,
    },
    DeleteGame {
        game: String,
    },
    /// Gives somebody another name, in all games.
    Rename {
        handle: String,
        name: String,
    },
    /// Signs somebody out and lets nobody in under that handle for some days.
    Suspend {
        handle: String,
        days: u32,
    },
    /// The same for ever.
    Ban {
        handle: String,
    },
    /// Ends a suspension.
    Restore {
        handle: String,
    },
}

const TIMEOUT: Duration = Duration::from_secs(30);

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let action = match &args.task {
        Task::Reports { all } => return print_reports(args, *all),
        Task::Audit => return print_audit(args),
        Task::Grant { handle } => json!({ "do": "grant", "handle": handle }),
        Task::Revoke { handle } => json!({ "do": "revoke", "handle": handle }),
        Task::CloseReport { report } => json!({ "do": "close_report", "report": report }),
        Task::RemoveMessage { game, message } => {
            json!({ "do": "remove_message", "game": game, "message": message })
        }
        Task::EndGame { game } => json!({ "do": "end_game", "game": game }),
        Task::DeleteGame { game } => json!({ "do": "delete_game", "game": game }),
        Task::Rename { handle, name } => json!({ "do": "rename", "handle": handle, "name": name }),
        Task::Suspend { handle, days } => json!({ "do": "suspend", "handle": handle, "days": days }),
        Task::Ban { handle } => json!({ "do": "ban", "handle": handle }),
        Task::Restore { handle } => json!({ "do": "restore", "handle": handle }),
    };
    let body = json!({ "action": action, "reason": args.reason }).to_string();
    request(args.at, "POST", "/api/admin/actions", &body)?;
    print_line!("done");
    Ok(())
}

fn print_reports(args: &Args, all: bool) -> anyhow::Result<()> {
    let answer = request(args.at, "GET", "/api/admin/reports", "")?;
    let reports = answer["reports"].as_array().cloned().unwrap_or_default();
    for report in reports.iter().filter(|report| all || report["closed"].is_null()) {
        let person = |key: &str| {
            let person = &report[key];
            if person.is_null() {
                return "-".to_owned();
            }
            format!("{} ({})", text(&person["name"]), text(&person["handle"]))
        };
        let game = text(&report["game"]);
        print_line!("report {}, game {game}: {} about {}", report["number"], person("by"), person("about"));
        print_line!("  {}", text(&report["text"]));
        if let Value::Object(message) = &report["message"] {
            print_line!("  message {}: {}", message["number"], text(&message["text"]));
        }
    }
    Ok(())
}

fn print_audit(args: &Args) -> anyhow::Result<()> {
    let answer = request(args.at, "GET", "/api/admin/audit", "")?;
    for entry in answer["entries"].as_array().into_iter().flatten() {
        let by = entry["by"]["name"].as_str().unwrap_or("the host");
        let about = entry["about"]["name"].as_str().unwrap_or("-");
        let (number, at) = (&entry["number"], &entry["at"]);
        let (action, game) = (text(&entry["action"]), text(&entry["game"]));
        print_line!("{number} at {at}: {by}: {action} {about} {game} {}", text(&entry["reason"]));
    }
    Ok(())
}

/// A text on one line; `-` for nothing.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| "-".to_owned(), |text| text.replace(char::is_control, " "))
}

/// One request to the server. Returns the body of the answer; null if it is empty.
fn request(at: SocketAddr, method: &str, path: &str, body: &str) -> anyhow::Result<Value> {
    let no_server = || format!("no server answers at {at}: start it with --admin-listen {at}");
    let mut stream = TcpStream::connect_timeout(&at, TIMEOUT).with_context(no_server)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n{body}"
    )?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").context("the answer is not HTTP")?;
    let status = head.split(' ').nth(1).unwrap_or_default();
    let body: Value = if body.is_empty() { Value::Null } else { serde_json::from_str(body)? };
    if !status.starts_with('2') {
        bail!("{}", body["message"].as_str().unwrap_or(status));
    }
    Ok(body)
}
