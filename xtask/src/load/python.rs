//! Measures the server of the Python package `diplomacy` with its own client.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use super::submissions::SHEETS;
use super::{Rate, process};
use crate::program;
use fault_injection::seat::list;
use fault_injection::service::Folder;

const SCRIPT: &str = include_str!("python_server.py");
const PACKAGES: [&str; 1] = ["diplomacy==1.1.2"];
/// The client is as slow as the server: one client would not keep the server busy.
const CLIENTS: usize = 2;

/// A process that is killed when this is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub(super) fn run(connections: usize, length: Duration) -> anyhow::Result<Rate> {
    let python = program::python("diplomacy", &PACKAGES)?.join("python");
    let folder = Folder::new("python")?;
    let script = folder.path().join("load.py");
    std::fs::write(&script, SCRIPT)?;
    let begin = |args: &[&str], input: Stdio| {
        let mut command = Command::new(&python);
        command.arg(&script).args(args).current_dir(folder.path());
        command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map(Running)
    };
    let mut server = begin(&["server"], Stdio::null())?;
    // It prints other lines first.
    let port = loop {
        let said = line(&mut server)?;
        ensure!(!said.is_empty(), "the Python server did not start");
        if let Some(port) = said.trim().strip_prefix("port ") {
            break port.to_owned();
        }
    };
    let sheets: serde_json::Map<String, Value> = SHEETS
        .iter()
        .map(|(power, sheets)| {
            let lines = sheets.map(|text| text.split('\n').map(str::to_owned).collect::<Vec<_>>());
            (power.to_uppercase(), json!(lines))
        })
        .collect();
    let sheets = Value::Object(sheets).to_string();
    let (share, seconds) = (connections.div_ceil(CLIENTS).to_string(), length.as_secs().to_string());
    let mut clients = Vec::new();
    for number in 0..CLIENTS {
        let args = ["client", &port, &number.to_string(), &share, &seconds, &sheets];
        clients.push(begin(&args, Stdio::piped())?);
    }
    // Each prints a line when it is ready, and all start together.
    for client in &mut clients {
        let ready = line(client)?;
        ensure!(ready.trim() == "ready", "the Python client did not start");
    }
    let before = process::processor_time(server.0.id())?;
    for client in &mut clients {
        drop(client.0.stdin.take());
    }
    let (mut times, mut wall) = (Vec::new(), Duration::ZERO);
    for client in &mut clients {
        let reported: Value = serde_json::from_str(&line(client)?)?;
        wall = wall.max(Duration::from_secs_f64(reported["wall"].as_f64().context("wall")?));
        times.extend(list(&reported["times"]).iter().filter_map(Value::as_f64).map(Duration::from_secs_f64));
    }
    ensure!(!times.is_empty(), "the Python server took nothing");
    Ok(Rate::new(times, wall, process::processor_time(server.0.id())? - before))
}

/// The next line that it prints. Its output is not closed.
fn line(running: &mut Running) -> anyhow::Result<String> {
    let out = running.0.stdout.as_mut().context("an output")?;
    let mut line = String::new();
    // One byte at a time: the text after the line is for the next call.
    BufReader::with_capacity(1, out).read_line(&mut line)?;
    Ok(line)
}
