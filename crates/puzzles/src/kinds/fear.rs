//! "What must England fear?": the centres that the others can enter, whatever they have to order for it.

use rules::{Order, Orders, Power, Province, Sheet};
use seeded_random::SeededRng;

use super::{Found, Search};
use crate::contest::{Entry, entry};
use crate::puzzle::{Grade, Question};

/// A power needs so many centres, or there is nothing to choose from.
const MIN_CENTRES: usize = 3;
const MAX_CENTRES: usize = 8;
/// How often a unit supports a neighbour instead of holding, in percent.
const SUPPORT_PERCENT: usize = 60;

pub(super) fn find(search: &mut Search<'_>, chance: &mut SeededRng) -> Option<Found> {
    search.powers(chance).into_iter().find_map(|power| try_power(search, power, chance))
}

fn try_power(search: &mut Search<'_>, power: Power, chance: &mut SeededRng) -> Option<Found> {
    let position = search.position;
    let mut centres: Vec<Province> = position.owners.centres_of(power).collect();
    centres.sort_unstable();
    let is_invaded = |at: &Province| position.forces.at(*at).is_some_and(|unit| unit.power != power);
    if !(MIN_CENTRES..=MAX_CENTRES).contains(&centres.len()) || centres.iter().any(is_invaded) {
        return None;
    }
    if search.is_spent() {
        return None;
    }
    let shown = defence(search, power, &centres, chance);
    let (mut feared, mut seen, mut judged) = (Vec::new(), 0, 0);
    for centre in &centres {
        let options = &search.options;
        match entry(&mut search.judge, options, position, &shown, power, *centre, &mut judged) {
            Entry::Possible { orders } => {
                feared.push(*centre);
                seen = seen.max(orders.len());
            }
            Entry::Impossible => {}
            Entry::Unknown => return None,
        }
    }
    search.spend(judged)?;
    if feared.is_empty() || feared.len() == centres.len() || Grade::of(seen) != search.wanted {
        return None;
    }
    let question = Question::Fear { centres, feared };
    Some(Found {
        grade: Grade::of(seen),
        power,
        position: None,
        shown: Orders::Movement(shown),
        question,
        sheets: judged,
    })
}

/// Orders of a power that moves nothing: its units hold, or support a neighbour in a centre.
fn defence(search: &Search<'_>, power: Power, centres: &[Province], chance: &mut SeededRng) -> Sheet<Order> {
    let (board, forces) = (search.board, &search.position.forces);
    let mut sheet = Sheet::new(board);
    for unit in forces.units().iter().filter(|unit| unit.power == power) {
        let is_own = |at: &Province| forces.at(*at).is_some_and(|other| other.power == power);
        let near: Vec<Province> = board
            .provinces_near(unit.kind, unit.location)
            .iter()
            .copied()
            .filter(|at| centres.contains(at) && is_own(at))
            .collect();
        let supported = chance.pick(&near).filter(|_| chance.percent(SUPPORT_PERCENT));
        let order = supported.map_or(Order::Hold, |of| Order::SupportHold { of });
        sheet.set(board.province_of(unit.location), order);
    }
    sheet
}
