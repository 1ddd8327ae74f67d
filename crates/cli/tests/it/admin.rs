//! `detente admin`, as docs/hosting.md describes it: on a running server, without stopping it.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::Command;

use fault_injection::http::{HttpClient, RequestParts};
use fault_injection::service::{Folder, Service};
use serde_json::{Value, json};

/// Runs the command. Returns whether it succeeded, and its output.
fn admin(at: SocketAddr, args: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_detente"));
    let output = command.args(["admin", "--at", &at.to_string()]).args(args).output().unwrap();
    (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

fn done(at: SocketAddr, args: &[&str]) {
    assert_eq!(admin(at, args), (true, "done\n".to_owned()), "{args:?}");
}

fn refused(at: SocketAddr, args: &[&str], why: &str) {
    let (is_done, said) = admin(at, args);
    assert!(!is_done && said.contains(why), "{args:?}: {said}");
}

#[test]
fn a_host_keeps_order_on_the_command_line() {
    let folder = Folder::new("admin").unwrap();
    let at = TcpListener::bind("127.0.0.10:0").unwrap().local_addr().unwrap();
    let service = Service::start(
        Path::new(env!("CARGO_BIN_EXE_detente")),
        &folder,
        &["--admin-listen", &at.to_string()],
    )
    .unwrap();
    let mut line = HttpClient::new(service.address);
    let [ann, rude, guard] = ["Ann", "Rudolf", "Guardian"].map(|name| line.create_person(name).unwrap());
    let mut handle =
        |cookie: &str| line.get("/api/me", cookie).unwrap()["handle"].as_str().unwrap().to_owned();
    let (rude_handle, guard_handle) = (handle(&rude), handle(&guard));
    let body = json!({ "preset": "daily", "join": true, "bots": ["hold", "hold", "hold", "hold", "hold"] });
    let game = line.post("/api/games", &rude, &body).unwrap()["id"].as_str().unwrap().to_owned();
    line.post(&format!("/api/games/{game}/commands"), &ann, &json!({ "do": "join" })).unwrap();
    let words = json!({ "do": "announce", "text": "very rude words" });
    line.post(&format!("/api/games/{game}/commands"), &rude, &words).unwrap();
    assert_eq!(admin(at, &["reports"]), (true, "no open reports\n".to_owned()));
    for report in [json!({ "message": 1, "text": "Please look." }), json!({ "text": "An odd game." })] {
        let body = report.to_string();
        let with = RequestParts { cookie: &ann, body: body.as_bytes(), ..RequestParts::default() };
        assert!(line.request("POST", &format!("/api/games/{game}/reports"), with).unwrap().is_success());
    }
    let (_, reports) = admin(at, &["reports"]);
    let lines: Vec<&str> = reports.lines().collect();
    assert!(lines[0].starts_with("report 1, 20") && lines[0].contains(" UTC, game "), "{reports}");
    assert!(lines[0].ends_with(&format!("about Rudolf ({rude_handle})")), "{reports}");
    assert_eq!(lines[1..3], ["  Please look.", "  message 0: very rude words"], "{reports}");
    assert!(lines[3].starts_with("report 2, ") && lines[3].ends_with("about the game"), "{reports}");

    done(at, &["grant", &guard_handle]);
    refused(at, &["grant", "Guardian"], "username");
    let reports = line.get("/api/admin/reports", &guard).unwrap();
    assert_eq!(reports["reports"].as_array().map(Vec::len), Some(2), "an administrator reads them too");
    done(at, &["--reason", "Be kind.", "remove-message", &game, "0"]);
    let messages = line.get(&format!("/api/games/{game}/messages"), &ann).unwrap();
    assert_eq!(messages["messages"][0]["text"], "");
    done(at, &["close-report", "1"]);
    refused(at, &["close-report", "9"], "found here");
    let (_, reports) = admin(at, &["reports", "--all"]);
    assert!(
        reports.starts_with("report 1 (closed), ") && reports.contains("message 0: (removed)"),
        "{reports}"
    );
    done(at, &["rename", &rude_handle, "Rudi"]);
    done(at, &["suspend", &rude_handle, "3"]);
    assert_eq!(line.get("/api/me", &rude).unwrap(), Value::Null, "signed out");
    done(at, &["restore", &rude_handle]);
    done(at, &["ban", &rude_handle]);
    done(at, &["end-game", &game, "--reason", "Enough."]);
    refused(at, &["end-game", &game], "over");
    done(at, &["delete-game", &game]);
    refused(at, &["delete-game", &game], "doesn’t exist");
    done(at, &["revoke", &guard_handle]);

    let (_, audit) = admin(at, &["audit"]);
    let actions: Vec<String> =
        audit.lines().map(|line| line.split(" UTC  ").nth(1).unwrap().to_owned()).collect();
    let (rudi, guardian) = (format!("Rudi ({rude_handle})"), format!("Guardian ({guard_handle})"));
    let expected = [
        format!("the host: grant, about {guardian}"),
        format!("the host: remove_message, about {rudi}, game {game}, reason: Be kind."),
        format!("the host: close_report, about {rudi}, game {game}"),
        format!("the host: rename, about {rudi}"),
        format!("the host: suspend, about {rudi}"),
        format!("the host: restore, about {rudi}"),
        format!("the host: ban, about {rudi}"),
        format!("the host: end_game, game {game}, reason: Enough."),
        format!("the host: delete_game, game {game}"),
        format!("the host: revoke, about {guardian}"),
    ];
    assert_eq!(actions, expected);
    let year = |line: &str| line.split_whitespace().nth(1).unwrap()[..4].parse::<u32>().unwrap();
    assert!(audit.lines().all(|line| (2025..2100).contains(&year(line))), "{audit}");
    service.terminate().unwrap();
    refused(at, &["reports"], "start it with --admin-listen");
}
