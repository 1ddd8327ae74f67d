//! Judges one line and writes the answer.

use interchange::{IdOnly, PhaseLine, PhaseLineRef, ReadLine, closed_land, read_position};
use notation::{LineRefusal, Notation, SubmittedOrders};
use rules::{
    AdjustmentOrder, Because, Board, Edition, Judge, Location, Order, Orders, Outcome, Position, Power,
    Province, RetreatOrder, Ruling, Sheet, UnitKind, judge_retreats,
};

use crate::json::{Block, JsonWriter};
use crate::json_names::JsonNames;
use crate::roster::Roster;

/// The state of one thread that answers lines. Its buffers are reused.
#[derive(Debug)]
pub struct Adjudicator<'b> {
    notation: Notation<'b>,
    names: JsonNames,
    roster: Roster,
    judges: [Judge<'b>; 3],
    position: Position,
}

/// A void order: the power, the text, and the problem's key.
type Void<'t> = (Power, &'t str, &'static str);

impl<'b> Adjudicator<'b> {
    pub fn new(board: &'b Board) -> Self {
        let notation = Notation::new(board);
        Self {
            judges: Edition::ALL.map(|edition| Judge::new(board, edition)),
            position: Position::start(board),
            roster: Roster::new(&notation),
            names: JsonNames::new(&notation),
            notation,
        }
    }

    /// Appends the answer to a line, without a line end. Returns whether the line was good.
    pub fn answer(&mut self, text: &str, out: &mut Vec<u8>) -> bool {
        if let Some(line) = ReadLine::read_quickly(&self.notation, text, &mut self.position) {
            self.judge_line(&line, out);
            return true;
        }
        // Serde would accept a list as the values of the keys in their order, which is never intended.
        if !text.trim_start().starts_with('{') {
            push_error(out, None, "the line is no JSON object");
            return false;
        }
        let line = match serde_json::from_str::<PhaseLineRef<'_>>(text) {
            Ok(line) => line,
            Err(error) => {
                let id = serde_json::from_str::<IdOnly<'_>>(text).ok().and_then(|line| line.id);
                push_error(out, id, &error.to_string());
                return false;
            }
        };
        self.answer_line(&line, out)
    }

    /// The same for a phase of a game that was read.
    pub fn answer_phase(&mut self, phase: &PhaseLine, out: &mut Vec<u8>) -> bool {
        self.answer_line(&phase.borrowed(), out)
    }

    fn answer_line(&mut self, line: &PhaseLineRef<'_>, out: &mut Vec<u8>) -> bool {
        if line.closed.0.is_empty() {
            return self.answer_on_board(line, out);
        }
        match closed_land(&self.notation, line) {
            // Few lines have closed land, so nothing is cached for them.
            Ok(land) => {
                Adjudicator::new(&self.notation.board().with_closed(&land)).answer_on_board(line, out)
            }
            Err(problem) => {
                push_error(out, line.id, &problem);
                false
            }
        }
    }

    fn answer_on_board(&mut self, line: &PhaseLineRef<'_>, out: &mut Vec<u8>) -> bool {
        match self.read_line(line) {
            Ok(line) => {
                self.judge_line(&line, out);
                true
            }
            Err(problem) => {
                push_error(out, line.id, &problem);
                false
            }
        }
    }

    fn read_line<'l>(&mut self, line: &'l PhaseLineRef<'_>) -> Result<ReadLine<'l>, String> {
        let edition = read_position(&self.notation, line, &mut self.position)?;
        let orders = self.written_orders(line)?;
        Ok(ReadLine { id: line.id.map(|id| id.get()), phase: &line.phase.0, edition, orders })
    }

    fn written_orders<'l>(&self, line: &'l PhaseLineRef<'_>) -> Result<Vec<(Power, &'l str)>, String> {
        let mut written = Vec::new();
        for (power, orders) in &line.orders.0 {
            let known = self.notation.power(&power.0);
            let known = known.ok_or_else(|| {
                let name: String = power.0.chars().take(40).collect();
                format!("there is no power '{name}'")
            })?;
            for order in orders.iter().flat_map(|orders| &orders.0) {
                written.push((known, order.0.as_ref()));
            }
        }
        Ok(written)
    }

    /// Judges the line whose position has been read.
    fn judge_line(&mut self, line: &ReadLine<'_>, out: &mut Vec<u8>) {
        let mut json = JsonWriter::new(out);
        json.key("id").raw(line.id.unwrap_or("null"));
        json.key("phase").string(line.phase);
        let written = &line.orders;
        let handed_in = SubmittedOrders::read(&self.notation, &self.position, written.iter().copied());
        let void = match handed_in.orders() {
            Orders::Movement(orders) => {
                self.push_movement(line.edition, &handed_in, orders, written, &mut json)
            }
            Orders::Retreats(orders) => self.push_retreats(&handed_in, orders, written, &mut json),
            Orders::Adjustments(entries) => {
                self.push_adjustments(line.edition, &handed_in, entries, written, &mut json)
            }
        };
        push_void(&mut json, &self.notation, void);
        self.push_next_position(&mut json);
        json.end();
    }

    // This is the inner loop, so the judge works in place, without the copies that `Position::resolve` keeps.

    fn push_movement<'t>(
        &mut self,
        edition: Edition,
        handed_in: &SubmittedOrders,
        orders: &Sheet<Order>,
        written: &[(Power, &'t str)],
        json: &mut JsonWriter<'_>,
    ) -> Vec<Void<'t>> {
        let board = self.notation.board();
        let judge = &mut self.judges[edition as usize];
        let verdict = judge.movement(&self.position.forces, &self.position.players, orders);
        let mut void = refused_lines(written, &handed_in.refused);
        json.key("results").open();
        for (unit, ruling) in self.position.forces.units().iter().zip(verdict.rulings()) {
            let here = board.province_of(unit.location);
            let ruling = ruling_of_line(handed_in, here, *ruling, written, &mut void);
            self.names.push_ruling(json, self.names.unit_key(unit.kind, unit.location), &ruling);
        }
        json.close_blocks(b'}');
        self.position.apply_movement(board, verdict);
        void
    }

    fn push_retreats<'t>(
        &mut self,
        handed_in: &SubmittedOrders,
        orders: &Sheet<RetreatOrder>,
        written: &[(Power, &'t str)],
        json: &mut JsonWriter<'_>,
    ) -> Vec<Void<'t>> {
        let board = self.notation.board();
        let position = &self.position;
        let rulings = judge_retreats(board, &position.forces, &position.players, &position.dislodged, orders);
        let mut void = refused_lines(written, &handed_in.refused);
        json.key("results").open();
        for (dislodged, ruling) in position.dislodged.iter().zip(&rulings) {
            let here = board.province_of(dislodged.unit.location);
            let ruling = ruling_of_line(handed_in, here, *ruling, written, &mut void);
            let unit = self.names.unit_key(dislodged.unit.kind, dislodged.unit.location);
            self.names.push_ruling(json, unit, &ruling);
        }
        json.close_blocks(b'}');
        self.position.apply_retreats(board, orders, &rulings);
        void
    }

    fn push_adjustments<'t>(
        &mut self,
        edition: Edition,
        handed_in: &SubmittedOrders,
        entries: &[(Power, AdjustmentOrder)],
        written: &[(Power, &'t str)],
        json: &mut JsonWriter<'_>,
    ) -> Vec<Void<'t>> {
        let board = self.notation.board();
        let adjustments = self.position.adjustment_judge(board, edition).judge(entries);
        let mut void = refused_lines(written, &handed_in.refused);
        let mut lines = handed_in.lines_of_entries();
        json.key("results").open();
        for adjustment in &adjustments {
            if let (Because::Illegal(problem), Some(line)) = (adjustment.ruling.because, lines.next()) {
                let (power, order) = written[line];
                void.push((power, order, problem.key()));
                continue;
            }
            let unit = match adjustment.order {
                AdjustmentOrder::Waive => continue,
                AdjustmentOrder::Build { kind: UnitKind::Army, at } => {
                    self.names.unit_key(UnitKind::Army, board.coastless(board.province_of(at)))
                }
                AdjustmentOrder::Build { kind: UnitKind::Fleet, at } => {
                    self.names.unit_key(UnitKind::Fleet, at)
                }
                AdjustmentOrder::Remove { at } => match self.position.forces.at(at) {
                    Some(unit) => self.names.unit_key(unit.kind, unit.location),
                    None => continue,
                },
            };
            self.names.push_ruling(json, unit, &adjustment.ruling);
        }
        json.close_blocks(b'}');
        self.position.apply_adjustments(board, &adjustments);
        void
    }

    /// Writes the next position.
    fn push_next_position(&mut self, json: &mut JsonWriter<'_>) {
        let Self { notation, position, names, roster, .. } = self;
        let board = notation.board();
        json.key("next").open();
        match position.winner {
            Some(_) => json.key("phase").string("COMPLETED"),
            None => json.key("phase").string(&position.phase.key()),
        };
        json.key("units").open();
        roster.clear();
        for unit in position.forces.units() {
            roster.add(unit.power, unit.kind, unit.location);
        }
        push_roster(json, board, names, roster, |kind, place| names.unit(kind, place));
        json.key("dislodged").open();
        for power in board.powers() {
            let dislodged =
                || position.dislodged.iter().filter(|f| f.unit.power == power && !f.open_retreats.is_empty());
            if dislodged().next().is_none() {
                continue;
            }
            json.key(notation.power_code(power)).open();
            for dislodged in dislodged() {
                json.comma();
                json.block(names.unit_key(dislodged.unit.kind, dislodged.unit.location));
                let mut places: Vec<&str> =
                    dislodged.open_retreats.iter().map(|open| notation.location_code(*open)).collect();
                places.sort_unstable();
                json.open_list();
                places.iter().for_each(|place| json.item(place));
                json.close_list();
            }
            json.close();
        }
        json.close();
        json.key("centers").open();
        roster.clear();
        for &centre in board.centres() {
            if let Some(owner) = position.owners.of(centre) {
                roster.add(owner, UnitKind::Army, board.coastless(centre));
            }
        }
        push_roster(json, board, names, roster, |_, place| names.place(place));
        json.close();
    }
}

/// Writes what each power has, and closes the object.
fn push_roster<'n>(
    json: &mut JsonWriter<'_>,
    board: &Board,
    names: &'n JsonNames,
    roster: &Roster,
    name: impl Fn(UnitKind, Location) -> &'n Block<16>,
) {
    for power in board.powers().filter(|power| roster.has_any(*power)) {
        json.block(names.power_list(power));
        roster.for_each(power, |kind, place| {
            json.block(name(kind, place));
        });
        json.close_blocks(b']');
        json.raw(",");
    }
    json.close_blocks(b'}');
}

/// The answer to a line that cannot be ruled on.
pub(crate) fn push_error(out: &mut Vec<u8>, id: Option<&serde_json::value::RawValue>, problem: &str) {
    let mut json = JsonWriter::new(out);
    json.key("id").raw(id.map_or("null", |id| id.get()));
    json.key("error").string(problem);
    json.end();
}

/// The answer to a line that is too long to be looked at.
pub(crate) fn push_length_error(out: &mut Vec<u8>, most: usize) {
    push_error(out, None, &format!("the line is longer than {most} bytes"));
}

/// The ruling on a unit's line. The judge never sees a refused line; an illegal one is void.
fn ruling_of_line<'t>(
    handed_in: &SubmittedOrders,
    here: Province,
    mut ruling: Ruling,
    written: &[(Power, &'t str)],
    void: &mut Vec<Void<'t>>,
) -> Ruling {
    if let Some(problem) = handed_in.refused_at(here) {
        ruling.outcome = Outcome::Void;
        ruling.because = Because::Illegal(problem);
    } else if let Because::Illegal(problem) = ruling.because
        && let Some(line) = handed_in.line_of_unit(here)
    {
        let (power, order) = written[line];
        void.push((power, order, problem.key()));
    }
    ruling
}

fn refused_lines<'t>(written: &[(Power, &'t str)], refused: &[LineRefusal]) -> Vec<Void<'t>> {
    let line = |refusal: &LineRefusal| {
        let (power, order) = written[refusal.line];
        (power, order, refusal.problem.key())
    };
    refused.iter().map(line).collect()
}

fn push_void(json: &mut JsonWriter<'_>, notation: &Notation<'_>, mut void: Vec<Void<'_>>) {
    void.sort_unstable();
    json.key("void").open_list();
    for (power, order, problem) in void {
        json.open_item();
        json.key("power").string(notation.power_code(power));
        json.key("order").string(order);
        json.key("problem").string(problem);
        json.close();
    }
    json.close_list();
}
