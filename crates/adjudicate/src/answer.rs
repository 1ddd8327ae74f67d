//! Judges one line and writes the answer.

use interchange::{IdOnly, PhaseLine, PhaseLineRef, closed_land, read_position};
use notation::{LineRefusal, Notation, SubmittedOrders};
use rules::{
    AdjustmentOrder, Because, Board, Edition, Judge, Order, Orders, Outcome, Position, Power, Province,
    RetreatOrder, Ruling, Sheet, UnitKind, judge_retreats,
};

use crate::json::{self, JsonNames, JsonWriter};
use crate::location_order::{LocationOrder, SortKey as Listed};

/// The state of one thread that answers lines. Its buffers are reused.
#[derive(Debug)]
pub struct Adjudicator<'b> {
    notation: Notation<'b>,
    names: JsonNames,
    alphabet: LocationOrder,
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
            alphabet: LocationOrder::new(&notation),
            names: JsonNames::new(&notation),
            notation,
        }
    }

    /// Appends the answer to a line, without a line end. Returns whether the line was good.
    pub fn answer(&mut self, text: &str, out: &mut String) -> bool {
        // Serde would accept a list as the values of the keys in their order, which is never intended.
        if !text.trim_start().starts_with('{') {
            push_error(out, None, "the line is no JSON object");
            return false;
        }
        if let Some(line) = PhaseLineRef::read_quickly(text) {
            return self.answer_line(&line, out);
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
    pub fn answer_phase(&mut self, phase: &PhaseLine, out: &mut String) -> bool {
        self.answer_line(&phase.borrowed(), out)
    }

    fn answer_line(&mut self, line: &PhaseLineRef<'_>, out: &mut String) -> bool {
        if line.closed.0.is_empty() {
            return self.judge_line(line, out);
        }
        match closed_land(&self.notation, line) {
            // Few lines have closed land, so nothing is cached for them.
            Ok(land) => Adjudicator::new(&self.notation.board().with_closed(&land)).judge_line(line, out),
            Err(problem) => {
                push_error(out, line.id, &problem);
                false
            }
        }
    }

    fn judge_line(&mut self, line: &PhaseLineRef<'_>, out: &mut String) -> bool {
        let edition = match read_position(&self.notation, line, &mut self.position) {
            Ok(edition) => edition,
            Err(problem) => {
                push_error(out, line.id, &problem);
                return false;
            }
        };
        let written = match self.written_orders(line) {
            Ok(written) => written,
            Err(problem) => {
                push_error(out, line.id, &problem);
                return false;
            }
        };
        let mut json = JsonWriter::new(out);
        json.key("id").raw(line.id.map_or("null", |id| id.get()));
        json.key("phase").string(&line.phase.0);
        let handed_in = SubmittedOrders::read(&self.notation, &self.position, written.iter().copied());
        let void = match handed_in.orders() {
            Orders::Movement(orders) => self.push_movement(edition, &handed_in, orders, &written, &mut json),
            Orders::Retreats(orders) => self.push_retreats(&handed_in, orders, &written, &mut json),
            Orders::Adjustments(entries) => {
                self.push_adjustments(edition, &handed_in, entries, &written, &mut json)
            }
        };
        push_void(&mut json, &self.notation, void);
        self.push_next_position(&mut json);
        json.end();
        true
    }

    fn written_orders<'l>(&self, line: &'l PhaseLineRef<'_>) -> Result<Vec<(Power, &'l str)>, String> {
        let mut written = Vec::with_capacity(40);
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
            json.unit_key(self.names.unit(unit.kind, unit.location));
            push_ruling(json, &self.notation, &ruling);
        }
        json.close();
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
            json.unit_key(self.names.unit(dislodged.unit.kind, dislodged.unit.location));
            push_ruling(json, &self.notation, &ruling);
        }
        json.close();
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
            match adjustment.order {
                AdjustmentOrder::Waive => continue,
                AdjustmentOrder::Build { kind: UnitKind::Army, at } => {
                    let bare = board.coastless(board.province_of(at));
                    json.unit_key(self.names.unit(UnitKind::Army, bare));
                }
                AdjustmentOrder::Build { kind: UnitKind::Fleet, at } => {
                    json.unit_key(self.names.unit(UnitKind::Fleet, at));
                }
                AdjustmentOrder::Remove { at } => match self.position.forces.at(at) {
                    Some(unit) => json.unit_key(self.names.unit(unit.kind, unit.location)),
                    None => continue,
                },
            }
            push_ruling(json, &self.notation, &adjustment.ruling);
        }
        json.close();
        self.position.apply_adjustments(board, &adjustments);
        void
    }

    /// Writes the next position.
    fn push_next_position(&self, json: &mut JsonWriter<'_>) {
        let (board, notation, position) = (self.notation.board(), &self.notation, &self.position);
        json.key("next").open();
        match position.winner {
            Some(_) => json.key("phase").string("COMPLETED"),
            None => json.key("phase").string(&position.phase.key()),
        };
        let location_order = &self.alphabet;
        let units = position.forces.units().iter();
        let mut units: Vec<_> =
            units.map(|unit| location_order.sort_key(unit.power, unit.kind, unit.location)).collect();
        units.sort_unstable();
        json.key("units").open();
        for of_power in by_power(&units) {
            json.key(notation.power_code(of_power[0].power()));
            json.list(of_power.iter().map(|unit| self.names.unit(unit.kind(), location_order.place(*unit))));
        }
        json.close();
        json.key("dislodged").open();
        for power in board.powers() {
            let dislodged =
                || position.dislodged.iter().filter(|f| f.unit.power == power && !f.open_retreats.is_empty());
            if dislodged().next().is_none() {
                continue;
            }
            json.key(notation.power_code(power)).open();
            for dislodged in dislodged() {
                json.unit_key(self.names.unit(dislodged.unit.kind, dislodged.unit.location));
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
        let owned = board.centres().iter().filter_map(|centre| {
            Some(location_order.sort_key(
                position.owners.of(*centre)?,
                UnitKind::Army,
                board.coastless(*centre),
            ))
        });
        let mut centres = Vec::with_capacity(board.centres().len());
        centres.extend(owned);
        centres.sort_unstable();
        json.key("centers").open();
        for of_power in by_power(&centres) {
            json.key(notation.power_code(of_power[0].power()));
            json.list(of_power.iter().map(|centre| self.names.place(location_order.place(*centre))));
        }
        json.close();
        json.close();
    }
}

fn by_power(listed: &[Listed]) -> impl Iterator<Item = &[Listed]> {
    listed.chunk_by(|one, other| one.power() == other.power())
}

/// The answer to a line that cannot be ruled on.
pub(crate) fn push_error(out: &mut String, id: Option<&serde_json::value::RawValue>, problem: &str) {
    let mut json = JsonWriter::new(out);
    json.key("id").raw(id.map_or("null", |id| id.get()));
    json.key("error").string(problem);
    json.end();
}

/// The answer to a line that is too long to be looked at.
pub(crate) fn push_length_error(out: &mut String, most: usize) {
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

fn push_ruling(json: &mut JsonWriter<'_>, notation: &Notation<'_>, ruling: &Ruling) {
    // Half of an answer is rulings, so their fixed parts, also the words of `Outcome::key`, are written in
    // one piece.
    json.raw(match ruling.outcome {
        Outcome::Succeeds => r#"{"outcome":"succeeds","because":""#,
        Outcome::Fails => r#"{"outcome":"fails","because":""#,
        Outcome::Void => r#"{"outcome":"void","because":""#,
    });
    json.raw(ruling.because.key());
    match ruling.because.province() {
        Some(province) => {
            json.raw(r#"","province":""#).raw(notation.province_code(province)).raw(r#"","rule":"#)
        }
        None => json.raw(r#"","province":null,"rule":"#),
    };
    json.raw(ruling.because.rule().map_or("null", |rule| json::rule_number(rule.number())));
    if let Some(from) = ruling.dislodged_from {
        json.key("dislodged_from").plain(notation.province_code(from));
    }
    json.close();
}
