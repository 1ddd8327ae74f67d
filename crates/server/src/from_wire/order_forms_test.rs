//! Test: the same orders as text, as a list and in international notation give the same orders and the same
//! refusals.

use language::{AnyOrder, Style};
use notation::{LineProblem, Notation, SubmittedOrders};
use rules::{
    AdjustmentOrder, Edition, Illegality, Judge, Options, Order, Orders, PhaseKind, Position, Power,
    Resolution, RetreatOrder, Sheet, UnitKind,
};
use seeded_random::SeededRng;

use super::orders;
use super::text::OrderTextReader;
use crate::content::{Content, Variants};
use crate::to_wire::orders::order_entry;
use crate::wire::{LineStatus, OrderEntry};

const SHEETS: usize = 10_000;
const LAST_YEAR: u16 = 1912;

#[test]
fn text_list_and_notation_of_one_sheet_agree() {
    let content = Variants::built_in().standard();
    let mut chance = SeededRng::new(19);
    let mut position = Position::start(content.board());
    let mut seen = [0; 4];
    for _ in 0..SHEETS {
        let powers = seat(content, &position, &mut chance);
        let sheet = sheet(content, &position, &powers, &mut chance);
        let problems = check(content, &position, &powers, &sheet, &mut chance);
        for (i, problem) in
            [Illegality::TwoOrders, Illegality::NoSuchUnit, Illegality::WrongPhase].iter().enumerate()
        {
            seen[i] += usize::from(problems.contains(problem));
        }
        seen[3] += usize::from(problems.is_empty());
        position = next_phase(content, position, &mut chance);
    }
    // Each kind of sheet must occur often enough, or the comparison proves nothing.
    assert!(seen.iter().all(|count| count * 30 > SHEETS), "{seen:?} of {SHEETS}");
}

/// The powers of a seat: one, or sometimes more in movement and retreat phases.
fn seat(content: &Content, position: &Position, chance: &mut SeededRng) -> Vec<Power> {
    let mut powers: Vec<Power> = content.board().powers().collect();
    chance.shuffle(&mut powers);
    let alone = position.phase.kind() == PhaseKind::Adjustment || chance.below(3) > 0;
    powers.truncate(if alone { 1 } else { 2 + chance.below(2) });
    powers
}

/// Lines of a sheet, each with the power that writes it: legal orders, duplicates, orders to units of other
/// powers, and orders for another kind of phase.
fn sheet(
    content: &Content,
    position: &Position,
    powers: &[Power],
    chance: &mut SeededRng,
) -> Vec<(Power, AnyOrder)> {
    let mut lines = Vec::new();
    for unit in units(position) {
        let choices = choices(content, position, unit);
        let own = powers.contains(&unit.power);
        let Some(first) = chance.pick(&choices).filter(|_| own || chance.below(30) == 0) else { continue };
        lines.push((unit.power, first));
        match chance.below(16) {
            0 => lines.extend(chance.pick(&choices).map(|second| (unit.power, second))),
            1 => lines.push((unit.power, first)),
            _ => {}
        }
    }
    if position.phase.kind() == PhaseKind::Adjustment {
        lines.extend(builds(content, position, powers[0], chance));
    }
    if let (Some((power, _)), Some(unit), 0) =
        (lines.first().copied(), position.forces.units().first(), chance.below(12))
    {
        let wrong = match position.phase.kind() {
            PhaseKind::Movement | PhaseKind::Retreat => AnyOrder::Adjustment(AdjustmentOrder::Waive),
            PhaseKind::Adjustment => AnyOrder::Order { unit: *unit, order: Order::Hold },
        };
        lines.push((power, wrong));
    }
    // In a text, "supports Brest" next to "Brest moves" or "Paris moves to Brest" may mean the move (decision
    // 97). A list is never ambiguous, so such lines are left out.
    let board = content.board();
    let moves = |of: rules::Province| {
        lines.iter().any(|(_, line)| match line {
            AnyOrder::Order { order: order @ (Order::Move { .. } | Order::SupportMove { .. }), .. } => {
                line.province(board) == Some(of) || order.target_province(board) == Some(of)
            }
            AnyOrder::Order { .. } | AnyOrder::Retreat { .. } | AnyOrder::Adjustment(_) => false,
        })
    };
    let is_same_in_words = |line: &AnyOrder| !matches!(line, AnyOrder::Order { order: Order::SupportHold { of }, .. } if moves(*of));
    let mut lines: Vec<(Power, AnyOrder)> =
        lines.iter().filter(|(_, line)| is_same_in_words(line)).copied().collect();
    chance.shuffle(&mut lines);
    lines
}

fn units(position: &Position) -> Vec<rules::Unit> {
    match position.phase.kind() {
        PhaseKind::Movement => position.forces.units().to_vec(),
        PhaseKind::Retreat => position.dislodged.iter().map(|dislodged| dislodged.unit).collect(),
        PhaseKind::Adjustment => Vec::new(),
    }
}

/// All legal orders of a unit.
fn choices(content: &Content, position: &Position, unit: rules::Unit) -> Vec<AnyOrder> {
    let board = content.board();
    let here = board.province_of(unit.location);
    match position.dislodged_at(board, here) {
        Some(dislodged) => {
            let retreats =
                dislodged.open_retreats.iter().map(|to| RetreatOrder::To(*to)).chain([RetreatOrder::Disband]);
            retreats.map(|order| AnyOrder::Retreat { unit, order }).collect()
        }
        None => {
            let mut options = Options::new(board);
            options.compute(&position.forces);
            let Some(slot) = position.forces.slot(here) else { return Vec::new() };
            options.of(slot).iter().map(|order| AnyOrder::Order { unit, order }).collect()
        }
    }
}

fn builds(
    content: &Content,
    position: &Position,
    power: Power,
    chance: &mut SeededRng,
) -> Vec<(Power, AnyOrder)> {
    let board = content.board();
    let adjustments = position.adjustment_judge(board, Edition::Y2000);
    let mut entries: Vec<AdjustmentOrder> = if adjustments.centres_minus_units(power) > 0 {
        let sites = adjustments.build_sites(power);
        sites.map(|site| AdjustmentOrder::Build { kind: UnitKind::Army, at: board.coastless(site) }).collect()
    } else {
        let own = position.forces.units().iter().filter(|unit| unit.power == power);
        own.map(|unit| AdjustmentOrder::Remove { at: board.province_of(unit.location) }).collect()
    };
    chance.shuffle(&mut entries);
    entries.truncate(adjustments.centres_minus_units(power).unsigned_abs() as usize);
    entries.into_iter().map(|entry| (power, AnyOrder::Adjustment(entry))).collect()
}

/// Compares the three forms. Returns the problems that were found.
fn check(
    content: &Content,
    position: &Position,
    powers: &[Power],
    sheet: &[(Power, AnyOrder)],
    chance: &mut SeededRng,
) -> Vec<Illegality> {
    let board = content.board();
    let codes: Vec<&str> = content.language_codes().collect();
    let language = content.language_id(chance.pick(&codes).expect("a language")).expect("spoken");
    // A short name can mean another place in another language: "Gal" is Galicia, and in Spanish Wales. Long
    // names are unique.
    let all_own = sheet.iter().all(|(power, _)| powers.contains(power));
    let style = if all_own { chance.pick(&Style::ALL).expect("a style") } else { Style::Long };
    let writer = &content.language_pack(language).writer;

    let entries: Vec<OrderEntry> =
        sheet.iter().map(|(power, command)| order_entry(board, *power, command)).collect();
    let of_list = orders::read_list(board, position, powers, &entries).expect("places that exist");
    let mut refused_in_list: Vec<(usize, Illegality)> = of_list.refused.clone();
    refused_in_list.sort_by_key(|(line, _)| *line);

    let lines: Vec<String> =
        sheet.iter().map(|(_, command)| writer.write(command, &position.forces, style)).collect();
    let text = lines.join("\n");
    let edition = Edition::Y2000;
    let writing =
        OrderTextReader { content, board, edition, position, powers, language, response_language: language };
    let (read, of_text) = writing.read(&text).expect("short enough");
    let refused_in_text: Vec<(usize, String)> = read
        .into_iter()
        .filter_map(|line| match line.result {
            LineStatus::Refused { problem, .. } => Some((line.line - 1, problem)),
            LineStatus::Taken { .. } => None,
        })
        .collect();

    let context = || {
        format!(
            "{} {powers:?}\n{text}\nlist {refused_in_list:?}\ntext {refused_in_text:?}",
            position.phase.key()
        )
    };
    assert_eq!(of_list.orders, of_text, "{}", context());
    let keys: Vec<(usize, String)> =
        refused_in_list.iter().map(|(line, problem)| (*line, problem.key().to_owned())).collect();
    assert_eq!(keys, refused_in_text, "{}", context());

    let notation = Notation::new(board);
    let written: Vec<String> =
        sheet.iter().map(|(_, command)| command.international(&notation, &position.forces)).collect();
    let by_power: Vec<(Power, &str)> =
        sheet.iter().zip(&written).map(|((power, _), text)| (*power, text.as_str())).collect();
    let of_notation = SubmittedOrders::read_for(&notation, position, powers, by_power.iter().copied());
    assert_eq!(of_list.orders, *of_notation.orders(), "{}", context());
    let mut refused: Vec<(usize, LineProblem)> =
        of_notation.refused.iter().map(|refused| (refused.line, refused.problem)).collect();
    refused.sort_by_key(|(line, _)| *line);
    let lines_refused: Vec<usize> = refused.iter().map(|(line, _)| *line).collect();
    assert_eq!(
        lines_refused,
        refused_in_list.iter().map(|(line, _)| *line).collect::<Vec<_>>(),
        "{}",
        context()
    );
    refused_in_list.into_iter().map(|(_, problem)| problem).collect()
}

/// The next phase of a game in which all powers give random orders.
fn next_phase(content: &Content, position: Position, chance: &mut SeededRng) -> Position {
    let board = content.board();
    if position.winner.is_some() || position.phase.turn().year > LAST_YEAR {
        return Position::start(board);
    }
    let mut orders = Orders::none(board, position.phase.kind());
    match &mut orders {
        Orders::Movement(all) => {
            for unit in position.forces.units() {
                if let Some(AnyOrder::Order { unit, order }) =
                    chance.pick(&choices(content, &position, *unit))
                {
                    all.set(board.province_of(unit.location), order);
                }
            }
        }
        Orders::Retreats(all) => fill_retreats(all, content, &position, chance),
        Orders::Adjustments(all) => {
            for power in board.powers() {
                for (power, command) in builds(content, &position, power, chance) {
                    if let AnyOrder::Adjustment(entry) = command {
                        all.push((power, entry));
                    }
                }
            }
        }
    }
    let played = position.resolve(&mut Judge::new(board, Edition::Y2000), &orders);
    let Resolution { after, .. } = played.expect("orders for this phase");
    after
}

fn fill_retreats(
    all: &mut Sheet<RetreatOrder>,
    content: &Content,
    position: &Position,
    chance: &mut SeededRng,
) {
    for dislodged in &position.dislodged {
        if let Some(AnyOrder::Retreat { unit, order }) =
            chance.pick(&choices(content, position, dislodged.unit))
        {
            all.set(content.board().province_of(unit.location), order);
        }
    }
}
