//! The options that set limits are those that docs/hosting.md lists, with the same figures; and the limit of
//! open files.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

use fault_injection::service::{Folder, Service};

/// The options below the heading of limits, with their whole text.
fn options_in_help() -> BTreeMap<String, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_detente")).args(["serve", "--help"]).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let (_, limits) = help.split_once("\nLimits ").expect("one group of limits");
    let texts = limits.split("\n      --").skip(1);
    let named = |text: &str| (format!("--{}", text.split(' ').next().unwrap()), text.to_owned());
    texts.map(named).collect()
}

/// The options in the table, with the limit beside the first of each.
fn options_in_table() -> BTreeMap<String, String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hosting.md");
    let page = std::fs::read_to_string(page).unwrap();
    let rows = page.lines().map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    let named = rows.filter(|row| row.len() == 6 && row[3].starts_with("`--"));
    let mut options = BTreeMap::new();
    for row in named {
        options.entry(row[3].trim_matches('`').to_owned()).or_insert(row[2].to_owned());
    }
    options
}

#[test]
fn the_page_for_hosts_and_the_help_name_the_same_limits() {
    let (help, table) = (options_in_help(), options_in_table());
    assert_eq!(help.keys().collect::<Vec<_>>(), table.keys().collect::<Vec<_>>());
    for (option, text) in help {
        let variable = format!("DETENTE_{}", option.trim_start_matches('-').replace('-', "_").to_uppercase());
        assert!(text.contains(&format!("[env: {variable}=]")), "{option}: {text}");
        let (_, default) = text.split_once("[default: ").unwrap_or_else(|| panic!("{option}: {text}"));
        let figure: String = default.chars().take_while(char::is_ascii_digit).collect();
        assert!(table[&option].starts_with(&figure), "{option}: {default}, but {}", table[&option]);
    }
}

#[test]
fn a_limit_of_zero_and_a_proxy_without_address_are_refused() {
    for (arguments, complaint) in [
        (["serve", "--max-connections", "0"], "0 is not in 1.."),
        (["serve", "--max-open-games", "many"], "invalid digit"),
        (["serve", "--trusted-proxy", "10.0.0.0/33"], "not an address or network"),
        (["serve", "--trusted-proxy", "192.0.2.7,proxy"], "not an address or network"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_detente")).args(arguments).output().unwrap();
        assert!(!output.status.success());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(complaint), "{arguments:?}: {said}");
    }
}

/// Sends a request on a connection and returns the head and the body of the answer.
fn ask(stream: &mut TcpStream, method: &str, path: &str, body: &str) -> (String, String) {
    let length = body.len();
    write!(stream, "{method} {path} HTTP/1.1\r\nhost: x\r\ncontent-length: {length}\r\n\r\n{body}").unwrap();
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(reader.read_line(&mut head).unwrap() > 0, "no answer to {path}: {head}");
    }
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
    reader.read_exact(&mut body).unwrap();
    (head, String::from_utf8(body).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn with_few_open_files_the_store_and_administrators_still_work() {
    let folder = Folder::new("few-files").unwrap();
    let admin = {
        // A port that is free now, at an address that no other test uses.
        let listener = std::net::TcpListener::bind("127.0.0.9:0").unwrap();
        listener.local_addr().unwrap()
    };
    // Both limits, so that the server cannot raise them.
    let mut few_files = Command::new("sh");
    few_files.args(["-c", "ulimit -n 200 && exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_detente")]);
    few_files.stdin(Stdio::null());
    let more = ["--max-connections-per-address", "1000", "--admin-listen", &admin.to_string()];
    let service = Service::start_with(few_files, &folder, &more).unwrap();
    let mut player = TcpStream::connect(service.address).unwrap();
    let (head, _) = ask(&mut player, "GET", "/api/me", "");
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
    // Far more connections than files. They stay open as long as the server lets them.
    let flood: Vec<TcpStream> = (0..400).map(|_| TcpStream::connect(service.address).unwrap()).collect();
    for path in ["/ready", "/health", "/"] {
        let (head, _) = ask(&mut TcpStream::connect(admin).unwrap(), "GET", path, "");
        assert!(head.starts_with("HTTP/1.1 200 "), "{path}: {head}");
    }
    let (_, metrics) = ask(&mut TcpStream::connect(admin).unwrap(), "GET", "/metrics", "");
    assert!(metrics.contains("detente_connections_limit 72\n"), "{metrics}");
    // The store opens no new files for a write, and has those that it needs.
    let (head, body) = ask(&mut player, "POST", "/api/me", "{\"name\":\"Ann\"}");
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}{body}");
    drop(flood);
    let log = std::fs::read_to_string(folder.log()).unwrap();
    assert!(!log.contains("accepting a connection failed"), "{log}");
    service.terminate().unwrap();
}
