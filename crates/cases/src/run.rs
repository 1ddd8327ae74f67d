//! Holding the judge to a case.

use std::borrow::Cow;

use language::{HandedIn, Notation};
use rules::{
    Adjustment, Board, Dislodged, Edition, Judge, Outcome, Position, Power, Province, Ruled, Ruling, Stage,
    Table, Unit,
};

use crate::{Case, OrderLine, Section};

/// Runs a case under one edition; answers everything that came out otherwise.
pub fn check(board: &Board, case: &Case, edition: Edition) -> Vec<String> {
    let Some(first) = case.sections.first() else {
        return vec![format!("{}: the case {} is empty", case.line, case.id)];
    };
    let board = match board_of(board, first) {
        Ok(board) => board,
        Err(fault) => return vec![format!("{}: {fault}", first.line)],
    };
    let notation = Notation::new(&board);
    let mut position = match open(&notation, first) {
        Ok(position) => position,
        Err(fault) => return vec![format!("{}: {fault}", first.line)],
    };
    let mut faults = Vec::new();
    for section in &case.sections {
        if position.phase != section.phase {
            faults.push(format!(
                "{}: the phase is {}, not {}",
                section.line,
                position.phase.key(),
                section.phase.key()
            ));
            break;
        }
        let mut trial =
            Trial { notation: &notation, edition, section, position: &mut position, faults: &mut faults };
        trial.run();
    }
    faults
}

/// The board of a case by its first section: some land may be closed on it (K5).
pub fn board_of<'b>(board: &'b Board, section: &Section) -> Result<Cow<'b, Board>, String> {
    if section.closed.is_empty() {
        return Ok(Cow::Borrowed(board));
    }
    let notation = Notation::new(board);
    let known = |code: &String| notation.province(code).ok_or(format!("no province '{code}'"));
    let land: Vec<Province> = section.closed.iter().map(known).collect::<Result<_, _>>()?;
    Ok(Cow::Owned(board.closing(&land)))
}

/// The position that a case begins with.
pub fn open(notation: &Notation<'_>, section: &Section) -> Result<Position, String> {
    let board = notation.board();
    let mut position = Position::start(board);
    position.phase = section.phase;
    if !section.start {
        position.forces.clear();
        position.owners = rules::Owners::none(board);
    }
    seat(notation, section, &mut position.table)?;
    for (power, units) in &section.units {
        for unit in units {
            place(notation, &mut position, power, unit)?;
        }
    }
    for line in &section.orders {
        let head = line.order.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
        let is_build = line.order.ends_with(" B") || line.order == "WAIVE";
        let place_it = !section.start && !line.is_refused() && !is_build;
        let known = notation.unit(&head).map(|(_, location)| board.province_of(location));
        if let (true, Some(province)) = (place_it, known)
            && position.forces.at(province).is_none()
        {
            place(notation, &mut position, &line.power, &head)?;
        }
    }
    for (power, centres) in &section.centres {
        let power = known_power(notation, power)?;
        for centre in centres {
            let centre = notation.province(centre).ok_or(format!("no province '{centre}'"))?;
            position.owners.give(centre, Some(power));
        }
    }
    Ok(position)
}

fn known_power(notation: &Notation<'_>, text: &str) -> Result<Power, String> {
    notation.power(text).ok_or(format!("no power '{text}'"))
}

fn seat(notation: &Notation<'_>, section: &Section, table: &mut Table) -> Result<(), String> {
    for powers in &section.players {
        let Some((first, others)) = powers.split_first() else { continue };
        let player = table.player[known_power(notation, first)?.index()];
        for power in others {
            table.player[known_power(notation, power)?.index()] = player;
        }
    }
    for power in &section.disorder {
        table.set_disorder(known_power(notation, power)?, true);
    }
    Ok(())
}

fn place(notation: &Notation<'_>, position: &mut Position, power: &str, unit: &str) -> Result<(), String> {
    let (kind, location) = notation.unit(unit).ok_or(format!("no unit '{unit}'"))?;
    let power = known_power(notation, power)?;
    let unit_there = Unit { kind, power, location };
    let placed = position.forces.place(notation.board(), unit_there);
    placed.map_err(|why| format!("'{unit}' cannot stand there: {why:?}"))
}

/// One phase of a case being run.
struct Trial<'a, 'b> {
    notation: &'a Notation<'b>,
    edition: Edition,
    section: &'a Section,
    position: &'a mut Position,
    faults: &'a mut Vec<String>,
}

impl Trial<'_, '_> {
    fn run(&mut self) {
        if let Err(fault) = seat(self.notation, self.section, &mut self.position.table) {
            self.fault(self.section.line, &fault);
        }
        let lines: Vec<&OrderLine> = self.section.orders.iter().filter(|line| !line.is_unordered()).collect();
        let texts = self.texts(&lines);
        let handed_in = HandedIn::read(self.notation, self.position, texts);
        let refused = self.expect_refused(&lines, &handed_in.refused);
        let mut judge = Judge::new(self.notation.board(), self.edition);
        let resolution = self.position.resolve(&mut judge, handed_in.orders());
        let resolution = resolution.expect("orders taken for a phase are for that phase");
        let answered = |line: &&OrderLine| {
            let i = lines.iter().position(|other| other.line == line.line);
            i.is_none_or(|i| !refused[i])
        };
        let expected: Vec<&OrderLine> = self.section.orders.iter().filter(answered).collect();
        match &resolution.ruled {
            Ruled::Movement { rulings, dislodged, .. } => self.movement(&expected, rulings, dislodged),
            Ruled::Retreats { rulings, .. } => self.retreats(&expected, rulings),
            Ruled::Adjustments(adjustments) => {
                let ordered: Vec<&OrderLine> = handed_in.lines_of_entries().map(|line| lines[line]).collect();
                self.adjustments(&ordered, adjustments);
            }
        }
        *self.position = resolution.after;
        // Disbanded at once; if others do retreat, a case may still say why these did not.
        if let (Ruled::Movement { dislodged, .. }, Stage::Retreat) =
            (&resolution.ruled, self.position.phase.stage())
        {
            let hopeless = dislodged.iter().filter(|fallen| fallen.open.is_empty());
            self.position.dislodged.extend(hopeless.cloned());
        }
        self.check_aftermath();
    }

    fn fault(&mut self, line: usize, what: &str) {
        self.faults.push(format!("{line}: [{}] {what}", self.edition.key()));
    }

    /// The orders with their powers; a power that is not known was told before.
    fn texts<'l>(&mut self, lines: &[&'l OrderLine]) -> Vec<(Power, &'l str)> {
        let mut texts = Vec::new();
        for line in lines {
            match self.notation.power(&line.power) {
                Some(power) => texts.push((power, line.order.as_str())),
                None => {
                    self.fault(line.line, "no such power");
                    texts.push((Power::new(0), ""));
                }
            }
        }
        texts
    }

    fn expect(&mut self, line: &OrderLine, found: &str) {
        if line.ruling != found {
            let what = format!("{}\n      expected {}\n      found    {found}", line.order, line.ruling);
            self.fault(line.line, &what);
        }
    }

    /// Checks the refused lines; answers whether the line was one of them.
    fn expect_refused(&mut self, lines: &[&OrderLine], refused: &[language::Refused]) -> Vec<bool> {
        let mut was_refused = vec![false; lines.len()];
        for refusal in refused {
            was_refused[refusal.line] = true;
            self.expect(lines[refusal.line], &format!("refused {}", refusal.problem.key()));
        }
        was_refused
    }

    fn movement(&mut self, expected: &[&OrderLine], rulings: &[Ruling], dislodged: &[Dislodged]) {
        for line in expected {
            let slot = self.unit_of(line).and_then(|province| self.position.forces.slot(province));
            match slot {
                Some(slot) => self.expect(line, &self.ruling(&rulings[slot])),
                None => self.fault(line.line, "nobody stands there"),
            }
        }
        let open = |fallen: &Dislodged| {
            let places = fallen.open.iter().map(|place| self.notation.location_code(*place).to_owned());
            (self.notation.write_unit(&fallen.unit), places.collect())
        };
        let mut open: Vec<(String, Vec<String>)> = dislodged.iter().map(open).collect();
        self.check_retreat_places(&mut open);
    }

    fn check_retreat_places(&mut self, open: &mut [(String, Vec<String>)]) {
        if self.section.retreats.is_empty() {
            return;
        }
        let mut expected = self.section.retreats.clone();
        for list in [&mut expected[..], open] {
            list.iter_mut().for_each(|(_, places)| places.sort());
            list.sort();
        }
        if expected != open {
            let what = format!("retreats\n      expected {expected:?}\n      found    {open:?}");
            self.fault(self.section.line, &what);
        }
    }

    fn unit_of(&self, line: &OrderLine) -> Option<rules::Province> {
        let mut words = line.order.split_whitespace();
        let (first, second) = (words.next()?, words.next()?);
        let location = self.notation.location(second).or_else(|| self.notation.location(first))?;
        Some(self.notation.board().province_of(location))
    }

    /// `fails standoff SIL (3) dislodged BOH`
    fn ruling(&self, ruling: &Ruling) -> String {
        let mut text = match ruling.outcome {
            Outcome::Succeeds => "succeeds ",
            Outcome::Fails => "fails ",
            Outcome::Void => "void ",
        }
        .to_owned();
        text.push_str(ruling.because.key());
        if let Some(province) = ruling.because.province() {
            text.push(' ');
            text.push_str(self.notation.province_code(province));
        }
        if let Some(rule) = ruling.because.rule() {
            text.push_str(&format!(" ({})", rule.number()));
        }
        if let Some(from) = ruling.dislodged_from {
            text.push_str(" dislodged ");
            text.push_str(self.notation.province_code(from));
        }
        text
    }

    fn retreats(&mut self, expected: &[&OrderLine], rulings: &[Ruling]) {
        let board = self.notation.board();
        for line in expected {
            let province = self.unit_of(line);
            let fallen = self.position.dislodged.iter();
            let at = fallen.map(|fallen| board.province_of(fallen.unit.location));
            match at.enumerate().find(|(_, at)| Some(*at) == province) {
                Some((i, _)) => self.expect(line, &self.ruling(&rulings[i])),
                None => self.fault(line.line, "nobody was dislodged there"),
            }
        }
    }

    /// `lines`: those of the entries, in their order; after them come removals that nobody ordered.
    fn adjustments(&mut self, lines: &[&OrderLine], adjustments: &[Adjustment]) {
        let (ordered, forced) = adjustments.split_at(lines.len());
        for (adjustment, line) in ordered.iter().zip(lines) {
            let mut found = self.ruling(&adjustment.ruling);
            if line.is_refused() {
                found = found.replacen("void ", "refused ", 1);
            }
            self.expect(line, &found);
        }
        let mut forced: Vec<(String, String)> = forced
            .iter()
            .map(|a| (self.notation.write_entry(&self.position.forces, &a.entry), self.ruling(&a.ruling)))
            .collect();
        let unordered: Vec<&OrderLine> =
            self.section.orders.iter().filter(|line| line.is_unordered()).collect();
        for line in unordered {
            match forced.iter().position(|(unit, _)| unit.strip_suffix(" D") == Some(line.order.as_str())) {
                Some(i) => {
                    let (_, found) = forced.remove(i);
                    self.expect(line, &found);
                }
                None => self.fault(line.line, "this unit was not removed"),
            }
        }
        for (unit, _) in forced {
            self.fault(self.section.line, &format!("{unit}: removed, but the case does not say so"));
        }
    }

    fn check_aftermath(&mut self) {
        let section = self.section;
        for (power, expected) in &section.after {
            let Some(owner) = self.notation.power(power) else { continue };
            let units = self.position.forces.units().iter().filter(|unit| unit.power == owner);
            let mut found: Vec<String> = units.map(|unit| self.notation.write_unit(unit)).collect();
            self.compare_sorted(&format!("after {power}"), expected, &mut found);
        }
        for (power, expected) in &section.owns {
            let Some(owner) = self.notation.power(power) else { continue };
            let centres = self.position.owners.centres_of(owner);
            let mut found: Vec<String> = centres.map(|c| self.notation.province_code(c).to_owned()).collect();
            self.compare_sorted(&format!("owns {power}"), expected, &mut found);
        }
        if let Some(expected) = &section.next {
            let found = match self.position.winner {
                Some(_) => "COMPLETED".to_owned(),
                None => self.position.phase.key(),
            };
            if *expected != found {
                self.fault(section.line, &format!("next\n      expected {expected}\n      found    {found}"));
            }
        }
    }

    fn compare_sorted(&mut self, what: &str, expected: &[String], found: &mut [String]) {
        let mut expected = expected.to_vec();
        expected.sort();
        found.sort();
        if expected != found {
            let what = format!("{what}\n      expected {expected:?}\n      found    {found:?}");
            self.fault(self.section.line, &what);
        }
    }
}
