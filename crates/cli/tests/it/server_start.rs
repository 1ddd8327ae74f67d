//! What a person sees when the server starts: the start text, the browser, a port that is in use.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use fault_injection::service::Folder;

const PROGRAM: &str = env!("CARGO_BIN_EXE_detente");

/// A server that is killed when the test ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).arg("--data").arg(folder.data());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts the server and reads its start text, up to the line that says how to stop it.
fn start(command: &mut Command) -> (Running, Vec<String>) {
    let mut running = Running(command.spawn().unwrap());
    let mut lines = Vec::new();
    for line in BufReader::new(running.0.stdout.take().unwrap()).lines() {
        lines.push(line.unwrap());
        if lines.last().unwrap().trim_start().starts_with("Stop") {
            break;
        }
    }
    (running, lines)
}

fn value<'a>(lines: &'a [String], label: &str) -> &'a str {
    let found = lines.iter().find_map(|line| line.trim_start().strip_prefix(label));
    found.unwrap_or_else(|| panic!("no {label} in {lines:?}")).trim()
}

#[test]
fn the_start_text_has_the_address_and_how_to_stop() {
    let folder = Folder::new("start-block").unwrap();
    let (_running, lines) = start(&mut serve(&folder, &["serve", "--listen", "127.0.0.1:0"]));
    let url = lines[0].strip_prefix("Detente is ready: ").unwrap();
    assert!(url.starts_with("http://127.0.0.1:"), "{url}");
    assert_eq!(value(&lines, "Open"), url);
    assert_eq!(Path::new(value(&lines, "Data")), folder.data());
    let reach = value(&lines, "Reach");
    assert!(reach.contains("this machine only") && reach.contains("--listen 0.0.0.0:"), "{reach}");
    assert_eq!(value(&lines, "Stop"), "Ctrl-C");
}

/// 0.0.0.0 is shown as an address that a browser can open. No command is given.
#[test]
fn the_start_text_of_a_server_for_the_network() {
    let folder = Folder::new("start-network").unwrap();
    let (_running, lines) =
        start(&mut serve(&folder, &["--listen", "0.0.0.0:0", "--admin-listen", "127.0.0.1:0"]));
    assert!(value(&lines, "Open").starts_with("http://127.0.0.1:"), "{lines:?}");
    assert!(value(&lines, "Reach").starts_with("everybody"), "{lines:?}");
    assert!(value(&lines, "Admin").starts_with("http://127.0.0.1:"), "{lines:?}");
}

#[test]
fn a_taken_port_names_the_program_that_has_it() {
    let folder = Folder::new("start-taken").unwrap();
    let (_running, lines) = start(&mut serve(&folder, &["serve", "--listen", "127.0.0.1:0"]));
    let address = lines[0].rsplit_once("//").unwrap().1;
    let again = serve(&folder, &["serve", "--listen", address]).output().unwrap();
    let said = String::from_utf8(again.stderr).unwrap();
    assert_eq!(again.status.code(), Some(1), "{said}");
    assert!(said.contains(&format!("{address} is in use")), "{said}");
    assert!(said.contains("choose another port: --listen 127.0.0.1:"), "{said}");
    if cfg!(target_os = "linux") {
        assert!(said.contains("Detente already runs there (process "), "{said}");
    }
}

#[test]
fn a_port_that_another_program_has() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let folder = Folder::new("start-other").unwrap();
    for option in ["--listen", "--admin-listen"] {
        // The second address is free, so that only the first one fails.
        let free = if option == "--listen" { "--admin-listen" } else { "--listen" };
        let said = serve(&folder, &["serve", option, &address, free, "127.0.0.1:0"]).output().unwrap().stderr;
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains(&format!("choose another port: {option} ")), "{said}");
        if cfg!(target_os = "linux") {
            assert!(said.contains(&format!("(process {})", std::process::id())), "{said}");
        }
    }
}

#[cfg(unix)]
#[test]
fn open_opens_the_page_in_the_browser() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Folder::new("start-open").unwrap();
    // Replaces the desktop's opener, which is found by its name.
    let (opener, opened) = (folder.path().join("xdg-open"), folder.path().join("opened"));
    let script = format!("#!/bin/sh\nprintf '%s' \"$1\" > {0}.part && mv {0}.part {0}\n", opened.display());
    std::fs::write(&opener, script).unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let (_running, lines) = start(serve(&folder, &["--open", "--listen", "127.0.0.1:0"]).env("PATH", path));
    let url = lines[0].strip_prefix("Detente is ready: ").unwrap();
    let found = (0..200).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        std::fs::read_to_string(&opened).ok()
    });
    assert_eq!(found.as_deref(), Some(url));
}

/// Without a browser the server runs all the same, and says so.
#[cfg(unix)]
#[test]
fn open_without_a_browser_still_serves() {
    let folder = Folder::new("start-no-browser").unwrap();
    let (mut running, lines) =
        start(serve(&folder, &["--open", "--listen", "127.0.0.1:0"]).env("PATH", folder.path()));
    let mut said = String::new();
    BufReader::new(running.0.stderr.take().unwrap()).read_line(&mut said).unwrap();
    assert!(said.contains("No browser could be opened"), "{said}");
    let address = lines[0].rsplit_once("//").unwrap().1;
    assert!(std::net::TcpStream::connect(address).is_ok());
}

/// Only the server reads the server's environment variables.
#[test]
fn other_commands_ignore_settings_of_the_server() {
    let run = |command: &str| {
        Command::new(PROGRAM).arg(command).env("DETENTE_LISTEN", "nonsense").stdin(Stdio::null()).output()
    };
    assert!(run("adjudicate").unwrap().status.success());
    assert!(!run("serve").unwrap().status.success());
}

/// With `--table` the text has the addresses that phones can open, what that means, and a QR code; or it says what is
/// missing.
#[test]
fn a_server_for_a_table_shows_the_address_for_phones() {
    let folder = Folder::new("start-table").unwrap();
    let mut command = serve(&folder, &["serve", "--table", "--listen", "0.0.0.0:0"]);
    let (_running, lines) = start(&mut command);
    let phones = value(&lines, "Phones");
    let port = lines[0].rsplit_once(':').unwrap().1;
    if phones.starts_with("http://") {
        let url = phones.split_whitespace().next().unwrap();
        assert!(url.ends_with(&format!(":{port}")) && !url.contains("127.0.0.1"), "{url}");
        assert!(!value(&lines, "Safety").is_empty());
        let address = url.strip_prefix("http://").unwrap();
        assert!(std::net::TcpStream::connect(address).is_ok(), "{address}");
    } else {
        assert!(phones.contains("no network"), "{phones}");
    }
}

#[test]
fn a_table_on_this_machine_only_says_what_is_missing() {
    let folder = Folder::new("start-table-local").unwrap();
    let (_running, lines) = start(&mut serve(&folder, &["--table", "--listen", "127.0.0.1:0"]));
    assert!(value(&lines, "Phones").contains("this machine only"), "{lines:?}");
}
