//! Runs a case and compares the judge with the expected rulings.

use std::borrow::Cow;

use notation::{Notation, SubmittedOrders};
use rules::{
    Adjustment, Board, Dislodged, Edition, Judge, Outcome, PhaseKind, Players, Position, Power, Province,
    RuledOrders, Ruling, Unit,
};

use crate::{Case, OrderLine, Section};

/// Runs a case under one edition and returns everything that differs from the case.
pub fn check(board: &Board, case: &Case, edition: Edition) -> Vec<String> {
    let Some(first) = case.sections.first() else {
        return vec![format!("{}: the case {} is empty", case.line, case.id)];
    };
    let board = match board_of(board, first) {
        Ok(board) => board,
        Err(fault) => return vec![format!("{}: {fault}", first.line)],
    };
    let notation = Notation::new(&board);
    let mut position = match starting_position(&notation, first) {
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
        let mut phase_run = PhaseRun {
            notation: &notation,
            edition,
            section,
            position: &mut position,
            failures: &mut faults,
        };
        phase_run.run();
    }
    faults
}

/// The board of a case, with the provinces closed that the first section closes (K5).
pub fn board_of<'b>(board: &'b Board, section: &Section) -> Result<Cow<'b, Board>, String> {
    if section.closed.is_empty() {
        return Ok(Cow::Borrowed(board));
    }
    let notation = Notation::new(board);
    let known = |code: &String| notation.province(code).ok_or(format!("no province '{code}'"));
    let land: Vec<Province> = section.closed.iter().map(known).collect::<Result<_, _>>()?;
    Ok(Cow::Owned(board.with_closed(&land)))
}

/// The position that a case starts with.
pub fn starting_position(notation: &Notation<'_>, section: &Section) -> Result<Position, String> {
    let board = notation.board();
    let mut position = Position::start(board);
    position.phase = section.phase;
    if !section.start {
        position.forces.clear();
        position.owners = rules::Owners::none(board);
    }
    set_players(notation, section, &mut position.players)?;
    for (power, units) in &section.units {
        for unit in units {
            place_unit(notation, &mut position, power, unit)?;
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
            place_unit(notation, &mut position, &line.power, &head)?;
        }
    }
    for (power, centres) in &section.centres {
        let power = known_power(notation, power)?;
        for centre in centres {
            let centre = notation.province(centre).ok_or(format!("no province '{centre}'"))?;
            position.owners.set_owner(centre, Some(power));
        }
    }
    Ok(position)
}

fn known_power(notation: &Notation<'_>, text: &str) -> Result<Power, String> {
    notation.power(text).ok_or(format!("no power '{text}'"))
}

fn set_players(notation: &Notation<'_>, section: &Section, table: &mut Players) -> Result<(), String> {
    for powers in &section.players {
        let Some((first, others)) = powers.split_first() else { continue };
        let player = table.by_power[known_power(notation, first)?.index()];
        for power in others {
            table.by_power[known_power(notation, power)?.index()] = player;
        }
    }
    for power in &section.disorder {
        table.set_disorder(known_power(notation, power)?, true);
    }
    for power in &section.unplayed {
        table.set_unplayed(known_power(notation, power)?);
    }
    Ok(())
}

fn place_unit(
    notation: &Notation<'_>,
    position: &mut Position,
    power: &str,
    unit: &str,
) -> Result<(), String> {
    let (kind, location) = notation.unit(unit).ok_or(format!("no unit '{unit}'"))?;
    let power = known_power(notation, power)?;
    let unit_there = Unit { kind, power, location };
    let placed = position.forces.place(notation.board(), unit_there);
    placed.map_err(|why| format!("'{unit}' cannot stand there: {why:?}"))
}

/// The run of one phase of a case.
struct PhaseRun<'a, 'b> {
    notation: &'a Notation<'b>,
    edition: Edition,
    section: &'a Section,
    position: &'a mut Position,
    failures: &'a mut Vec<String>,
}

impl PhaseRun<'_, '_> {
    fn run(&mut self) {
        if let Err(fault) = set_players(self.notation, self.section, &mut self.position.players) {
            self.fail(self.section.line, &fault);
        }
        let lines: Vec<&OrderLine> = self.section.orders.iter().filter(|line| !line.is_unordered()).collect();
        let texts = self.texts(&lines);
        let collected = SubmittedOrders::read(self.notation, self.position, texts);
        let refused = self.expect_refused(&lines, &collected.refused);
        let mut judge = Judge::new(self.notation.board(), self.edition);
        let resolution = self.position.resolve(&mut judge, collected.orders());
        let resolution = resolution.expect("the orders were collected for this phase");
        let answered = |line: &&OrderLine| {
            let i = lines.iter().position(|other| other.line == line.line);
            i.is_none_or(|i| !refused[i])
        };
        let expected: Vec<&OrderLine> = self.section.orders.iter().filter(answered).collect();
        match &resolution.ruled_orders {
            RuledOrders::Movement { rulings, dislodged, .. } => {
                self.check_movement(&expected, rulings, dislodged)
            }
            RuledOrders::Retreats { rulings, .. } => self.check_retreats(&expected, rulings),
            RuledOrders::Adjustments(adjustments) => {
                let ordered: Vec<&OrderLine> = collected.lines_of_entries().map(|line| lines[line]).collect();
                self.check_adjustments(&ordered, adjustments);
            }
        }
        *self.position = resolution.after;
        // Units without an open retreat are disbanded at once. If other units retreat, the case may have a
        // line for them in the retreat phase, so they are kept until then.
        if let (RuledOrders::Movement { dislodged, .. }, PhaseKind::Retreat) =
            (&resolution.ruled_orders, self.position.phase.kind())
        {
            let without_retreat = dislodged.iter().filter(|dislodged| dislodged.open_retreats.is_empty());
            self.position.dislodged.extend(without_retreat.cloned());
        }
        self.check_position_after();
    }

    fn fail(&mut self, line: usize, what: &str) {
        self.failures.push(format!("{line}: [{}] {what}", self.edition.key()));
    }

    /// The orders with their powers. An unknown power is reported, and its order becomes empty.
    fn texts<'l>(&mut self, lines: &[&'l OrderLine]) -> Vec<(Power, &'l str)> {
        let mut texts = Vec::new();
        for line in lines {
            match self.notation.power(&line.power) {
                Some(power) => texts.push((power, line.order.as_str())),
                None => {
                    self.fail(line.line, "no such power");
                    texts.push((Power::new(0), ""));
                }
            }
        }
        texts
    }

    fn expect(&mut self, line: &OrderLine, found: &str) {
        if line.ruling != found {
            let what = format!("{}\n      expected {}\n      found    {found}", line.order, line.ruling);
            self.fail(line.line, &what);
        }
    }

    /// Checks the refused lines. Returns for each line whether it was refused.
    fn expect_refused(&mut self, lines: &[&OrderLine], refused: &[notation::LineRefusal]) -> Vec<bool> {
        let mut was_refused = vec![false; lines.len()];
        for refusal in refused {
            was_refused[refusal.line] = true;
            self.expect(lines[refusal.line], &format!("refused {}", refusal.problem.key()));
        }
        was_refused
    }

    fn check_movement(&mut self, expected: &[&OrderLine], rulings: &[Ruling], dislodged: &[Dislodged]) {
        for line in expected {
            let slot = self.unit_of(line).and_then(|province| self.position.forces.slot(province));
            match slot {
                Some(slot) => self.expect(line, &self.ruling_text(&rulings[slot])),
                None => self.fail(line.line, "nobody stands there"),
            }
        }
        let open = |dislodged: &Dislodged| {
            let places =
                dislodged.open_retreats.iter().map(|place| self.notation.location_code(*place).to_owned());
            (self.notation.write_unit(&dislodged.unit), places.collect())
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
            self.fail(self.section.line, &what);
        }
    }

    fn unit_of(&self, line: &OrderLine) -> Option<rules::Province> {
        let mut words = line.order.split_whitespace();
        let (first, second) = (words.next()?, words.next()?);
        let location = self.notation.location(second).or_else(|| self.notation.location(first))?;
        Some(self.notation.board().province_of(location))
    }

    /// `fails standoff SIL (3) dislodged BOH`
    fn ruling_text(&self, ruling: &Ruling) -> String {
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

    fn check_retreats(&mut self, expected: &[&OrderLine], rulings: &[Ruling]) {
        let board = self.notation.board();
        for line in expected {
            let province = self.unit_of(line);
            let dislodged = self.position.dislodged.iter();
            let at = dislodged.map(|dislodged| board.province_of(dislodged.unit.location));
            match at.enumerate().find(|(_, at)| Some(*at) == province) {
                Some((i, _)) => self.expect(line, &self.ruling_text(&rulings[i])),
                None => self.fail(line.line, "nobody was dislodged there"),
            }
        }
    }

    /// `lines` are the lines of the orders, in sequence. The adjustments after them are forced removals.
    fn check_adjustments(&mut self, lines: &[&OrderLine], adjustments: &[Adjustment]) {
        let (ordered, forced) = adjustments.split_at(lines.len());
        for (adjustment, line) in ordered.iter().zip(lines) {
            let mut found = self.ruling_text(&adjustment.ruling);
            if line.is_refused() {
                found = found.replacen("void ", "refused ", 1);
            }
            self.expect(line, &found);
        }
        let mut forced: Vec<(String, String)> = forced
            .iter()
            .map(|a| {
                (self.notation.write_adjustment(&self.position.forces, &a.order), self.ruling_text(&a.ruling))
            })
            .collect();
        let unordered: Vec<&OrderLine> =
            self.section.orders.iter().filter(|line| line.is_unordered()).collect();
        for line in unordered {
            match forced.iter().position(|(unit, _)| unit.strip_suffix(" D") == Some(line.order.as_str())) {
                Some(i) => {
                    let (_, found) = forced.remove(i);
                    self.expect(line, &found);
                }
                None => self.fail(line.line, "this unit was not removed"),
            }
        }
        for (unit, _) in forced {
            self.fail(self.section.line, &format!("{unit}: removed, but the case does not say so"));
        }
    }

    fn check_position_after(&mut self) {
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
                self.fail(section.line, &format!("next\n      expected {expected}\n      found    {found}"));
            }
        }
    }

    fn compare_sorted(&mut self, what: &str, expected: &[String], found: &mut [String]) {
        let mut expected = expected.to_vec();
        expected.sort();
        found.sort();
        if expected != found {
            let what = format!("{what}\n      expected {expected:?}\n      found    {found:?}");
            self.fail(self.section.line, &what);
        }
    }
}
