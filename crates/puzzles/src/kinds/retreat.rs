//! "The best retreat": the only way after which the unit is safe next turn, whatever the others do.

use rules::{
    Board, Dislodged, Judge, Location, Options, Order, Orders, Position, Power, Province, RetreatOrder, Sheet,
};
use seeded_random::SeededRng;

use super::{Found, Search};
use crate::contest::{Entry, entry};
use crate::puzzle::{Grade, Question};

/// So many units are tried per power.
const MAX_TARGETS: usize = 3;

/// Bots seldom dislodge a unit that has a choice of retreats. So a unit is attacked here by orders that dislodge it;
/// all other powers do what they did in the game.
pub(super) fn find(search: &mut Search<'_>, chance: &mut SeededRng) -> Option<Found> {
    let Orders::Movement(given) = search.orders else { return None };
    let board = search.board;
    for power in search.powers(chance) {
        let own = search.position.forces.units().iter().filter(|unit| unit.power == power);
        let mut targets: Vec<Province> = own.map(|unit| board.province_of(unit.location)).collect();
        chance.shuffle(&mut targets);
        targets.truncate(MAX_TARGETS);
        let found = targets.into_iter().find_map(|target| {
            let dislodged = dislodge(search, given, power, target)?;
            try_unit(search, &dislodged)
        });
        if found.is_some() || search.is_spent() {
            return found;
        }
    }
    None
}

/// The position after this unit, and no other, was dislodged.
fn dislodge(
    search: &mut Search<'_>,
    given: &Sheet<Order>,
    power: Power,
    target: Province,
) -> Option<Position> {
    let (board, position) = (search.board, search.position);
    let mut judged = 0;
    let holding = Sheet::new(board);
    let attack = entry(&mut search.judge, &search.options, position, &holding, power, target, &mut judged);
    search.spend(judged)?;
    let Entry::Possible { orders } = attack else { return None };
    let mut sheet = given.clone();
    for unit in position.forces.units().iter().filter(|unit| unit.power == power) {
        sheet.remove(board.province_of(unit.location));
    }
    for (at, order) in orders {
        sheet.set(at, order);
    }
    let after = position.resolve(&mut search.judge, &Orders::Movement(sheet)).ok()?.after;
    let is_alone = after.dislodged.len() == 1 && after.dislodged_at(board, target).is_some();
    is_alone.then_some(after)
}

fn try_unit(search: &mut Search<'_>, position: &Position) -> Option<Found> {
    let board = search.board;
    let unit = position.dislodged.first()?;
    let ways = unit.open_retreats.clone();
    let grade = Grade::of(ways.len().saturating_sub(1));
    if ways.len() < 2 || grade != search.wanted {
        return None;
    }
    let from = board.province_of(unit.unit.location);
    let shown = Sheet::new(board);
    let mut judged = 0;
    let mut safe: Vec<Location> = Vec::new();
    for way in &ways {
        match after_retreat(&mut search.judge, position, &shown, unit, *way, &mut judged) {
            NextTurn::Safe => safe.push(*way),
            NextTurn::Lost | NextTurn::Attacked(_) => {}
            NextTurn::Unknown => return None,
        }
    }
    search.spend(judged)?;
    let [safe] = safe[..] else { return None };
    let question = Question::Retreat { from, ways, safe };
    Some(Found {
        grade,
        power: unit.unit.power,
        position: Some(position.clone()),
        shown: Orders::Retreats(shown),
        question,
        sheets: judged,
    })
}

/// What can happen to a unit after its retreat.
pub(crate) enum NextTurn {
    /// Nobody can dislodge it.
    Safe,
    /// It does not survive the retreat.
    Lost,
    /// These orders dislodge it in this position.
    Attacked(Box<(Position, Sheet<Order>)>),
    Unknown,
}

/// Retreats, and looks at all that the others can order next turn while all units of this power hold.
pub(crate) fn after_retreat(
    judge: &mut Judge<'_>,
    position: &Position,
    shown: &Sheet<RetreatOrder>,
    unit: &Dislodged,
    way: Location,
    judged: &mut usize,
) -> NextTurn {
    let board = judge.board();
    let Some(next) = retreated(judge, position, shown, unit, way) else { return NextTurn::Lost };
    let mut options = Options::new(board);
    options.compute(&next.forces);
    let own = Sheet::new(board);
    let there = board.province_of(way);
    match entry(judge, &options, &next, &own, unit.unit.power, there, judged) {
        Entry::Impossible => NextTurn::Safe,
        Entry::Unknown => NextTurn::Unknown,
        Entry::Possible { orders } => {
            let mut sheet = own;
            for (at, order) in orders {
                sheet.set(at, order);
            }
            NextTurn::Attacked(Box::new((next, sheet)))
        }
    }
}

/// The position after the retreats. None if the unit is not there.
fn retreated(
    judge: &mut Judge<'_>,
    position: &Position,
    shown: &Sheet<RetreatOrder>,
    unit: &Dislodged,
    way: Location,
) -> Option<Position> {
    let board: &Board = judge.board();
    let mut orders = shown.clone();
    orders.set(board.province_of(unit.unit.location), RetreatOrder::To(way));
    let resolution = position.resolve(judge, &Orders::Retreats(orders)).ok()?;
    let there = resolution.after.forces.at(board.province_of(way)).copied();
    there.filter(|there| there.power == unit.unit.power).map(|_| resolution.after)
}
