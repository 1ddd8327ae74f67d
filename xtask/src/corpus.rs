//! `cargo xtask corpus FILE`: judges phases that people really played.
//!
//! The file has one phase per line in the input form of `detente adjudicate`. Lines with `"agreed": true`
//! have the expected result in `expect`. Such files are not part of the repository.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use serde_json::{Map, Value};

/// Judges the phases of a file and compares with what it expects.
#[derive(clap::Args)]
pub(crate) struct Args {
    file: PathBuf,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(&args.file)
        .with_context(|| format!("cannot read {}", args.file.display()))?;
    let phases: Vec<Value> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let mut sent = String::new();
    for phase in &phases {
        let mut line = phase.clone();
        // The judges that agreed on movement follow the DATC. Removals follow the older rule.
        let rules = if phase_letter(phase)? == 'M' { "datc" } else { "2000" };
        line["rules"] = Value::from(rules);
        sent.push_str(&line.to_string());
        sent.push('\n');
    }
    let answers = adjudicate(sent)?;
    let answers: Vec<Value> = answers.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    if answers.len() != phases.len() {
        bail!("{} phases, {} answers", phases.len(), answers.len());
    }
    let mut tally: BTreeMap<char, (usize, usize)> = BTreeMap::new();
    for (phase, answer) in phases.iter().zip(&answers) {
        if phase["agreed"] != Value::Bool(true) {
            continue;
        }
        let (right, wrong) = tally.entry(phase_letter(phase)?).or_default();
        match difference(phase, answer) {
            None => *right += 1,
            Some(difference) => {
                *wrong += 1;
                println!("{}: {difference}", phase["id"]);
            }
        }
    }
    for (letter, (right, wrong)) in &tally {
        println!("{letter}: {right} alike, {wrong} otherwise");
    }
    if tally.values().any(|(_, wrong)| *wrong > 0) {
        bail!("not all phases are judged alike")
    } else {
        Ok(())
    }
}

fn phase_letter(phase: &Value) -> anyhow::Result<char> {
    phase["phase"].as_str().and_then(|name| name.chars().last()).context("a line without a phase")
}

/// Runs the real command, so that all of it is tested.
fn adjudicate(sent: String) -> anyhow::Result<String> {
    let mut child = Command::new(env!("CARGO"))
        .args(["run", "--release", "--quiet", "--package", "cli", "--", "adjudicate"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut stdin = child.stdin.take().context("the command takes no input")?;
    let writer = std::thread::spawn(move || stdin.write_all(sent.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| anyhow::anyhow!("writing stopped"))??;
    Ok(String::from_utf8(output.stdout)?)
}

fn difference(phase: &Value, answer: &Value) -> Option<String> {
    if let Some(error) = answer.get("error") {
        return Some(format!("refused: {error}"));
    }
    let expected = lists(&phase["expect"]["units"]);
    let found = lists(&answer["next"]["units"]);
    if expected != found {
        return Some(format!("units: expected {expected:?}, found {found:?}"));
    }
    let expected = phase["expect"].get("dislodged")?;
    let expected = lists(expected);
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (unit, ruling) in answer["results"].as_object().into_iter().flatten() {
        if ruling.get("dislodged_from").is_some() {
            found.insert(unit.clone(), Vec::new());
        }
    }
    for units in answer["next"]["dislodged"].as_object().into_iter().flat_map(Map::values) {
        found.extend(lists(units));
    }
    (expected != found).then(|| format!("dislodged: expected {expected:?}, found {found:?}"))
}

/// An object of lists, sorted, without the empty ones of powers.
fn lists(object: &Value) -> BTreeMap<String, Vec<String>> {
    let mut lists = BTreeMap::new();
    for (key, list) in object.as_object().into_iter().flatten() {
        let mut items: Vec<String> = list
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|item| Some(item.as_str()?.to_owned()))
            .collect();
        items.sort();
        if !items.is_empty() || key.contains(' ') {
            lists.insert(key.clone(), items);
        }
    }
    lists
}
