//! Reads a usual line in one pass: names become units and owners at once, without lists of texts in between.
//!
//! Whatever is unusual or wrong is None. Then serde reads the line, which also words the errors.

use notation::Notation;
use rules::{Edition, Phase, PhaseKind, Position, Power};

use crate::phase_line_ref::{Pairs, Text, Texts};
use crate::position::{read_dislodged, reset_position};
use crate::scanner::Scanner;

/// A line that has been read: all its parts that are not in the position.
#[derive(Debug)]
pub struct ReadLine<'a> {
    /// The id as it is written, with its quotes.
    pub id: Option<&'a str>,
    pub phase: &'a str,
    pub edition: Edition,
    /// The orders as written.
    pub orders: Vec<(Power, &'a str)>,
}

/// The orders of a large position fit: growing costs more than some unused space.
const USUAL_ORDERS: usize = 40;

/// What has been read of a line besides the position.
#[derive(Default)]
struct FieldsRead<'a> {
    id: Option<&'a str>,
    phase: Option<&'a str>,
    rules: Option<&'a str>,
    units: Option<()>,
    centers: Option<()>,
    orders: Option<Vec<(Power, &'a str)>>,
    dislodged: Option<Pairs<'a, Pairs<'a, Texts<'a>>>>,
}

impl<'a> ReadLine<'a> {
    /// Reads a usual line and writes its position into `position`. None says nothing about the line: serde must
    /// read it. The position is then undefined.
    pub fn read_quickly(notation: &Notation<'_>, line: &'a str, position: &mut Position) -> Option<Self> {
        reset_position(notation.board(), position);
        let mut read = FieldsRead::default();
        let mut scanner = Scanner::new(line);
        scanner.skip_spaces();
        scanner.object(|scanner, key| match key {
            "id" => put(&mut read.id, scanner.raw_string()?),
            "phase" => put(&mut read.phase, scanner.string()?),
            "rules" => put(&mut read.rules, scanner.string()?),
            "units" => put(&mut read.units, read_units(notation, scanner, position)?),
            "centers" => put(&mut read.centers, read_centres(notation, scanner, position)?),
            "orders" => put(&mut read.orders, read_orders(notation, scanner)?),
            "dislodged" => put(&mut read.dislodged, scan_dislodged(scanner)?),
            "players" | "disorder" | "unplayed" | "closed" | "over" => None,
            _ => scanner.skip_value(),
        })?;
        scanner.is_at_end().then_some(())?;
        let phase = read.phase?;
        position.phase = Phase::from_key(phase)?;
        if position.phase.kind() == PhaseKind::Retreat
            && let Some(dislodged) = &read.dislodged
        {
            read_dislodged(notation, dislodged, position).ok()?;
        }
        let edition = match read.rules {
            None => Edition::Y2000,
            Some(key) => Edition::from_key(key)?,
        };
        Some(ReadLine { id: read.id, phase, edition, orders: read.orders.unwrap_or_default() })
    }
}

/// Sets a field. None if it is set already.
fn put<T>(field: &mut Option<T>, value: T) -> Option<()> {
    field.replace(value).is_none().then_some(())
}

fn read_units(notation: &Notation<'_>, scanner: &mut Scanner<'_>, position: &mut Position) -> Option<()> {
    scanner.object(|scanner, power| {
        let power = notation.power(power)?;
        scanner.strings(|text| {
            let (kind, location) = notation.unit(text)?;
            position.forces.place(notation.board(), rules::Unit { kind, power, location }).ok()
        })
    })
}

fn read_centres(notation: &Notation<'_>, scanner: &mut Scanner<'_>, position: &mut Position) -> Option<()> {
    scanner.object(|scanner, power| {
        let power = notation.power(power)?;
        scanner.strings(|text| {
            let centre = notation.province(text).filter(|centre| notation.board().is_centre(*centre))?;
            position.owners.of(centre).is_none().then(|| position.owners.set_owner(centre, Some(power)))
        })
    })
}

fn read_orders<'a>(notation: &Notation<'_>, scanner: &mut Scanner<'a>) -> Option<Vec<(Power, &'a str)>> {
    let mut orders = Vec::with_capacity(USUAL_ORDERS);
    scanner.object(|scanner, power| {
        let power = notation.power(power)?;
        scanner.strings(|text| {
            orders.push((power, text));
            Some(())
        })
    })?;
    Some(orders)
}

/// Dislodged units count only in a retreat phase, which may be named after them. So they are kept as texts.
fn scan_dislodged<'a>(scanner: &mut Scanner<'a>) -> Option<Pairs<'a, Pairs<'a, Texts<'a>>>> {
    let text = |text: &'a str| Text(text.into());
    let mut dislodged = Pairs::default();
    scanner.object(|scanner, power| {
        let mut units = Pairs::default();
        scanner.object(|scanner, unit| {
            let mut places = Texts::default();
            scanner.strings(|place| {
                places.0.push(text(place));
                Some(())
            })?;
            units.0.push((text(unit), places));
            Some(())
        })?;
        dislodged.0.push((text(power), units));
        Some(())
    })?;
    Some(dislodged)
}
