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
    Grant(Handle),
    /// Takes that away again.
    Revoke(Handle),
    /// Closes a report; who made it gets a notice.
    CloseReport {
        /// The number of the report, as `detente admin reports` shows it.
        report: u64,
    },
    /// Removes the words of a message.
    RemoveMessage {
        #[command(flatten)]
        game: GameArg,
        /// The number of the message, as `detente admin reports` shows it.
        message: u64,
    },
    /// Ends a game without a winner; its players get a notice.
    EndGame(GameArg),
    /// Deletes a game with everything in it; its players get a notice.
    DeleteGame(GameArg),
    /// Gives somebody another name, in all games.
    Rename {
        #[command(flatten)]
        handle: Handle,
        /// The new name.
        name: String,
    },
    /// Signs somebody out and lets nobody in under that handle for some days.
    Suspend {
        #[command(flatten)]
        handle: Handle,
        /// For how many days.
        days: u32,
    },
    /// The same for ever.
    Ban(Handle),
    /// Ends a suspension or a ban.
    Restore(Handle),
}

#[derive(Debug, clap::Args)]
struct Handle {
    /// The handle of the person, not the name: it is on their page /me, and in reports.
    handle: String,
}

#[derive(Debug, clap::Args)]
struct GameArg {
    /// The id of the game, as in its link.
    game: String,
}

const TIMEOUT: Duration = Duration::from_secs(30);

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let action = match &args.task {
        Task::Reports { all } => return print_reports(args, *all),
        Task::Audit => return print_audit(args),
        Task::Grant(Handle { handle }) => json!({ "do": "grant", "handle": handle }),
        Task::Revoke(Handle { handle }) => json!({ "do": "revoke", "handle": handle }),
        Task::CloseReport { report } => json!({ "do": "close_report", "report": report }),
        Task::RemoveMessage { game: GameArg { game }, message } => {
            json!({ "do": "remove_message", "game": game, "message": message })
        }
        Task::EndGame(GameArg { game }) => json!({ "do": "end_game", "game": game }),
        Task::DeleteGame(GameArg { game }) => json!({ "do": "delete_game", "game": game }),
        Task::Rename { handle: Handle { handle }, name } => {
            json!({ "do": "rename", "handle": handle, "name": name })
        }
        Task::Suspend { handle: Handle { handle }, days } => {
            json!({ "do": "suspend", "handle": handle, "days": days })
        }
        Task::Ban(Handle { handle }) => json!({ "do": "ban", "handle": handle }),
        Task::Restore(Handle { handle }) => json!({ "do": "restore", "handle": handle }),
    };
    let body = json!({ "action": action, "reason": args.reason }).to_string();
    request(args.at, "POST", "/api/admin/actions", &body)?;
    print_line!("done");
    Ok(())
}

fn print_reports(args: &Args, all: bool) -> anyhow::Result<()> {
    let reports = all_rows(args.at, "/api/admin/reports", "reports")?;
    let mut shown = 0;
    for report in reports.iter().filter(|report| all || report["closed"].is_null()) {
        shown += 1;
        let (by, about) = (person(&report["by"], "somebody deleted"), person(&report["about"], "the game"));
        let (at, game) = (utc(&report["at"]), text(&report["game"]));
        let closed = if report["closed"].is_null() { "" } else { " (closed)" };
        print_line!("report {}{closed}, {at}, game {game}: {by} about {about}", report["number"]);
        print_line!("  {}", text(&report["text"]));
        if let Value::Object(message) = &report["message"] {
            let words =
                if message["removed"] == true { "(removed)".to_owned() } else { text(&message["text"]) };
            print_line!("  message {}: {words}", message["number"]);
        }
    }
    if shown == 0 {
        print_line!("no open reports");
    }
    Ok(())
}

fn print_audit(args: &Args) -> anyhow::Result<()> {
    for entry in all_rows(args.at, "/api/admin/audit", "entries")? {
        let (number, at) = (&entry["number"], utc(&entry["at"]));
        let (by, action) = (person(&entry["by"], "the host"), text(&entry["action"]));
        let mut line = format!("{number}  {at}  {by}: {action}");
        if !entry["about"].is_null() {
            line += &format!(", about {}", person(&entry["about"], ""));
        }
        if !entry["game"].is_null() {
            line += &format!(", game {}", text(&entry["game"]));
        }
        if entry["reason"] != "" {
            line += &format!(", reason: {}", text(&entry["reason"]));
        }
        print_line!("{line}");
    }
    Ok(())
}

/// All rows of a list. One answer has a part of them.
fn all_rows(at: SocketAddr, path: &str, key: &str) -> anyhow::Result<Vec<Value>> {
    let mut rows: Vec<Value> = Vec::new();
    loop {
        let after = rows.last().and_then(|row| row["number"].as_u64()).unwrap_or(0);
        let mut answer = request(at, "GET", &format!("{path}?after={after}"), "")?;
        match answer[key].as_array_mut() {
            Some(page) if !page.is_empty() => rows.append(page),
            Some(_) | None => return Ok(rows),
        }
    }
}

/// Name and handle; `nobody` if the person is not known.
fn person(person: &Value, nobody: &str) -> String {
    if person.is_null() {
        return nobody.to_owned();
    }
    format!("{} ({})", text(&person["name"]), text(&person["handle"]))
}

/// A time in seconds as a date.
fn utc(seconds: &Value) -> String {
    let seconds = seconds.as_i64().unwrap_or(0);
    let (days, time) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Days from 1 March of the year 0 on, in cycles of 400 years: the leap day is the last day of a year.
    let day = days + 719_468;
    let (cycle, day) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = year + cycle * 400 + next;
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", time / 3600, time % 3600 / 60)
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
