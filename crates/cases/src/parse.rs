//! Parses case files.

use rules::{Edition, Phase};

use crate::{Case, OrderLine, Section};

/// Parses the cases of one file. An error starts with the line number.
pub fn parse(text: &str) -> Result<Vec<Case>, String> {
    let mut cases: Vec<Case> = Vec::new();
    let mut power = String::new();
    for (i, raw) in text.lines().enumerate() {
        let number = i + 1;
        let line = strip_comment(raw);
        if line.is_empty() {
            continue;
        }
        if let Some(rest) = line.strip_prefix("case ") {
            let (id, title) = rest.split_once(' ').unwrap_or((rest, ""));
            power.clear();
            cases.push(Case {
                id: id.to_owned(),
                title: title.trim().to_owned(),
                line: number,
                covers: Vec::new(),
                editions: Edition::ALL.to_vec(),
                sections: Vec::new(),
            });
            continue;
        }
        let case = cases.last_mut().ok_or(format!("{number}: a line before the first case"))?;
        parse_line(case, &mut power, line, number).map_err(|fault| format!("{number}: {fault}"))?;
    }
    Ok(cases)
}

fn strip_comment(raw: &str) -> &str {
    let line = raw.trim();
    if line.starts_with('#') {
        return "";
    }
    line.split("  #").next().unwrap_or(line).trim()
}

fn parse_line(case: &mut Case, power: &mut String, line: &str, number: usize) -> Result<(), String> {
    if let Some((order, ruling)) = line.split_once("=>") {
        if power.is_empty() {
            return Err("an order of no power".to_owned());
        }
        current_section(case, number).orders.push(OrderLine {
            line: number,
            power: power.clone(),
            order: collapse_spaces(order),
            ruling: collapse_spaces(ruling),
        });
        return Ok(());
    }
    if let Some(name) = line.strip_suffix(':')
        && !name.contains(' ')
    {
        power.clear();
        power.push_str(name);
        return Ok(());
    }
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let words = || rest.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    match word {
        "covers" => case.covers.extend(words()),
        "editions" => {
            let known = |key: &str| Edition::from_key(key).ok_or(format!("no edition '{key}'"));
            case.editions = rest.split_whitespace().map(known).collect::<Result<_, _>>()?;
        }
        "phase" => {
            let phase = Phase::from_key(rest).ok_or(format!("no phase '{rest}'"))?;
            power.clear();
            case.sections.push(new_section(number, phase));
        }
        "start" => current_section(case, number).start = true,
        "players" => {
            let (_, powers) = rest.split_once(':').ok_or("players NAME: POWERS")?;
            let powers = powers.split_whitespace().map(str::to_owned).collect();
            current_section(case, number).players.push(powers);
        }
        "disorder" => current_section(case, number).disorder.extend(words()),
        "unplayed" => current_section(case, number).unplayed.extend(words()),
        "closed" => current_section(case, number).closed.extend(words()),
        "units" => current_section(case, number).units.push(owned_list(rest, ',')?),
        "centres" => current_section(case, number).centres.push(owned_list(rest, ' ')?),
        "retreat" => current_section(case, number).retreats.push(owned_list(rest, ' ')?),
        "after" => current_section(case, number).after.push(owned_list(rest, ',')?),
        "owns" => current_section(case, number).owns.push(owned_list(rest, ' ')?),
        "next" => current_section(case, number).next = Some(rest.to_owned()),
        _ => return Err(format!("'{line}' is no line of a case")),
    }
    Ok(())
}

/// The current phase of a case. The `phase` line of the first phase may be left out.
fn current_section(case: &mut Case, number: usize) -> &mut Section {
    if case.sections.is_empty() {
        let first = Phase::from_key("S1901M").expect("S1901M is a valid phase");
        case.sections.push(new_section(number, first));
    }
    case.sections.last_mut().expect("there is at least one section")
}

fn new_section(line: usize, phase: Phase) -> Section {
    Section {
        line,
        phase,
        start: false,
        players: Vec::new(),
        disorder: Vec::new(),
        unplayed: Vec::new(),
        closed: Vec::new(),
        units: Vec::new(),
        centres: Vec::new(),
        orders: Vec::new(),
        retreats: Vec::new(),
        after: Vec::new(),
        owns: Vec::new(),
        next: None,
    }
}

/// `OWNER: item, item`
fn owned_list(text: &str, separator: char) -> Result<(String, Vec<String>), String> {
    let (owner, items) = text.split_once(':').ok_or(format!("'{text}' has no colon"))?;
    let items = items.split(separator).map(collapse_spaces).filter(|item| !item.is_empty()).collect();
    Ok((collapse_spaces(owner), items))
}

fn collapse_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
