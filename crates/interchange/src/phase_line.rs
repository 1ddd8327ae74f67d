//! A phase in the input form of `adjudicate`, for writing.

use std::borrow::Cow;
use std::collections::BTreeMap;

use notation::Notation;
use rules::{Edition, Position, Power, Resolution};
use serde::{Deserialize, Serialize};

use crate::phase_line_ref::{Pairs, PhaseLineRef, Text, Texts};
use crate::{ByPower, Placement};

/// The same form as [`Line`] with owned strings. [`Line`] is faster for reading many.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseLine {
    pub phase: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    #[serde(default)]
    pub units: ByPower<Vec<String>>,
    #[serde(default)]
    pub centers: ByPower<Vec<String>>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub dislodged: ByPower<BTreeMap<String, Vec<String>>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disorder: Vec<String>,
    /// Those in `disorder` that nobody plays (K1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unplayed: Vec<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub players: BTreeMap<String, Vec<String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<String>,
    /// None: the phase has not been judged yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orders: Option<ByPower<Option<Vec<String>>>>,
}

impl PhaseLine {
    /// A position without orders. The notation is that of the board of the phase: its closed land is written.
    pub fn of_position(notation: &Notation<'_>, edition: Edition, position: &Position) -> Self {
        let board = notation.board();
        let Placement { units, centers, retreats } = Placement::of(notation, position);
        let table = &position.players;
        let codes = |which: &dyn Fn(Power) -> bool| -> Vec<String> {
            let powers = board.powers().filter(|power| which(*power));
            powers.map(|power| notation.power_code(power).to_owned()).collect()
        };
        Self {
            phase: position.phase.key(),
            rules: Some(edition.key().to_owned()),
            units,
            centers,
            dislodged: retreats,
            disorder: codes(&|power| table.in_disorder(power)),
            unplayed: codes(&|power| table.is_unplayed(power)),
            players: players_with_several_powers(notation, position),
            closed: closed_land_codes(notation),
            orders: None,
        }
    }

    /// The position before a phase with its orders.
    pub fn of_resolution(notation: &Notation<'_>, edition: Edition, resolution: &Resolution) -> Self {
        let orders = Some(orders(notation, resolution));
        Self { orders, ..Self::of_position(notation, edition, &resolution.before) }
    }

    /// Where everything stands.
    pub fn placement(&self) -> Placement {
        Placement {
            units: self.units.clone(),
            centers: self.centers.clone(),
            retreats: self.dislodged.clone(),
        }
    }

    /// The same as a borrowed [`Line`].
    pub fn borrowed(&self) -> PhaseLineRef<'_> {
        let orders = self.orders.iter().flatten();
        let orders = orders.map(|(power, orders)| (text(power), orders.as_deref().map(texts)));
        let dislodged = self.dislodged.iter().map(|(power, units)| (text(power), lists(units)));
        PhaseLineRef {
            id: None,
            phase: text(&self.phase),
            units: lists(&self.units),
            centers: lists(&self.centers),
            orders: Pairs(orders.collect()),
            dislodged: Pairs(dislodged.collect()),
            rules: self.rules.as_deref().map(text),
            players: lists(&self.players),
            disorder: texts(&self.disorder),
            unplayed: texts(&self.unplayed),
            closed: texts(&self.closed),
            over: None,
        }
    }
}

/// The players with more than one power, by seat.
pub(crate) fn players_with_several_powers(
    notation: &Notation<'_>,
    position: &Position,
) -> BTreeMap<String, Vec<String>> {
    let mut players: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for power in notation.board().powers() {
        let player = format!("seat {}", position.players.by_power[power.index()] + 1);
        players.entry(player).or_default().push(notation.power_code(power).to_owned());
    }
    players.retain(|_, powers| powers.len() > 1);
    players
}

/// The land that nobody may enter (K5).
pub(crate) fn closed_land_codes(notation: &Notation<'_>) -> Vec<String> {
    notation.board().closed().iter().map(|province| notation.province_code(*province).to_owned()).collect()
}

fn text(text: &str) -> Text<'_> {
    Text(Cow::Borrowed(text))
}

fn texts(list: &[String]) -> Texts<'_> {
    Texts(list.iter().map(|one| text(one)).collect())
}

fn lists(map: &BTreeMap<String, Vec<String>>) -> Pairs<'_, Texts<'_>> {
    Pairs(map.iter().map(|(key, list)| (text(key), texts(list))).collect())
}

fn orders(notation: &Notation<'_>, resolution: &Resolution) -> ByPower<Option<Vec<String>>> {
    let forces = &resolution.before.forces;
    let powers = notation.board().powers();
    let mut orders: ByPower<Option<Vec<String>>> =
        powers.map(|power| (notation.power_code(power).to_owned(), Some(Vec::new()))).collect();
    let mut add = |power, text: String| {
        let code = notation.power_code(power).to_owned();
        orders.entry(code).or_default().get_or_insert_default().push(text);
    };
    for (unit, order, _) in resolution.movement_rulings() {
        if let Some(order) = order {
            add(unit.power, notation.write_order(forces, unit, order));
        }
    }
    for (dislodged, order, _) in resolution.retreat_rulings(notation.board()) {
        if let Some(order) = order {
            add(dislodged.unit.power, notation.write_retreat(&dislodged.unit, order));
        }
    }
    for one in resolution.adjustment_rulings() {
        add(one.power, notation.write_adjustment(forces, &one.order));
    }
    orders
}
