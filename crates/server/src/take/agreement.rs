//! Text, list and notation are three ways to write the same sheet: they give the same orders and the same
//! refusals.

use chance::Chance;
use language::{Command, HandedIn, Notation, Problem, Style};
use rules::{
    Edition, Entry, Illegality, Judge, Options, Order, Orders, Position, Power, Resolution, RetreatOrder,
    Sheet, Stage, UnitKind,
};

use super::deeds;
use super::text::Writing;
use crate::show::deeds::deed;
use crate::wire::{Deed, LineView};
use crate::world::{World, Worlds};

const SHEETS: usize = 10_000;
const LAST_YEAR: u16 = 1912;

#[test]
fn text_list_and_notation_of_one_sheet_agree() {
    let world = Worlds::built_in().standard();
    let mut chance = Chance::new(19);
    let mut position = Position::start(world.board());
    let mut seen = [0; 4];
    for _ in 0..SHEETS {
        let powers = seat(world, &position, &mut chance);
        let sheet = sheet(world, &position, &powers, &mut chance);
        let problems = check(world, &position, &powers, &sheet, &mut chance);
        for (i, problem) in
            [Illegality::TwoOrders, Illegality::NoSuchUnit, Illegality::WrongPhase].iter().enumerate()
        {
            seen[i] += usize::from(problems.contains(problem));
        }
        seen[3] += usize::from(problems.is_empty());
        position = go_on(world, position, &mut chance);
    }
    // Each kind of sheet occurs, so that agreement about it means something.
    assert!(seen.iter().all(|count| count * 30 > SHEETS), "{seen:?} of {SHEETS}");
}

/// A seat with one power, in movement and retreats sometimes with more.
fn seat(world: &World, position: &Position, chance: &mut Chance) -> Vec<Power> {
    let mut powers: Vec<Power> = world.board().powers().collect();
    chance.shuffle(&mut powers);
    let alone = position.phase.stage() == Stage::Adjustment || chance.below(3) > 0;
    powers.truncate(if alone { 1 } else { 2 + chance.below(2) });
    powers
}

/// Lines of a sheet, each with the power that could write it: good ones, doubles, orders to others' units,
/// and orders of another kind of phase.
fn sheet(world: &World, position: &Position, powers: &[Power], chance: &mut Chance) -> Vec<(Power, Command)> {
    let mut lines = Vec::new();
    for unit in units(position) {
        let choices = choices(world, position, unit);
        let own = powers.contains(&unit.power);
        let Some(first) = chance.pick(&choices).filter(|_| own || chance.below(30) == 0) else { continue };
        lines.push((unit.power, first));
        match chance.below(16) {
            0 => lines.extend(chance.pick(&choices).map(|second| (unit.power, second))),
            1 => lines.push((unit.power, first)),
            _ => {}
        }
    }
    if position.phase.stage() == Stage::Adjustment {
        lines.extend(builds(world, position, powers[0], chance));
    }
    if let (Some((power, _)), Some(unit), 0) =
        (lines.first().copied(), position.forces.units().first(), chance.below(12))
    {
        let wrong = match position.phase.stage() {
            Stage::Movement | Stage::Retreat => Command::Entry(Entry::Waive),
            Stage::Adjustment => Command::Order { unit: *unit, order: Order::Hold },
        };
        lines.push((power, wrong));
    }
    // In a text "supports Brest" beside "Brest moves" or "Paris moves to Brest" may mean the move (decision
    // 97); a list has no such words.
    let board = world.board();
    let moves = |of: rules::Province| {
        lines.iter().any(|(_, line)| match line {
            Command::Order { order: order @ (Order::Move { .. } | Order::SupportMove { .. }), .. } => {
                line.province(board) == Some(of) || order.goal(board) == Some(of)
            }
            Command::Order { .. } | Command::Retreat { .. } | Command::Entry(_) => false,
        })
    };
    let is_same_in_words = |line: &Command| !matches!(line, Command::Order { order: Order::SupportHold { of }, .. } if moves(*of));
    let mut lines: Vec<(Power, Command)> =
        lines.iter().filter(|(_, line)| is_same_in_words(line)).copied().collect();
    chance.shuffle(&mut lines);
    lines
}

fn units(position: &Position) -> Vec<rules::Unit> {
    match position.phase.stage() {
        Stage::Movement => position.forces.units().to_vec(),
        Stage::Retreat => position.dislodged.iter().map(|fallen| fallen.unit).collect(),
        Stage::Adjustment => Vec::new(),
    }
}

/// All legal orders of a unit.
fn choices(world: &World, position: &Position, unit: rules::Unit) -> Vec<Command> {
    let board = world.board();
    let here = board.province_of(unit.location);
    match position.fallen(board, here) {
        Some(fallen) => {
            let retreats = fallen.open.iter().map(|to| RetreatOrder::To(*to)).chain([RetreatOrder::Disband]);
            retreats.map(|order| Command::Retreat { unit, order }).collect()
        }
        None => {
            let mut options = Options::new(board);
            options.survey(&position.forces);
            let Some(slot) = position.forces.slot(here) else { return Vec::new() };
            options.of(slot).iter().map(|order| Command::Order { unit, order }).collect()
        }
    }
}

fn builds(world: &World, position: &Position, power: Power, chance: &mut Chance) -> Vec<(Power, Command)> {
    let board = world.board();
    let adjustments = position.adjustments(board, Edition::Y2000);
    let mut entries: Vec<Entry> = if adjustments.owed(power) > 0 {
        let sites = adjustments.sites(power);
        sites.map(|site| Entry::Build { kind: UnitKind::Army, at: board.bare(site) }).collect()
    } else {
        let own = position.forces.units().iter().filter(|unit| unit.power == power);
        own.map(|unit| Entry::Remove { at: board.province_of(unit.location) }).collect()
    };
    chance.shuffle(&mut entries);
    entries.truncate(adjustments.owed(power).unsigned_abs() as usize);
    entries.into_iter().map(|entry| (power, Command::Entry(entry))).collect()
}

/// Compares the three ways; answers the problems that were found.
fn check(
    world: &World,
    position: &Position,
    powers: &[Power],
    sheet: &[(Power, Command)],
    chance: &mut Chance,
) -> Vec<Illegality> {
    let board = world.board();
    let codes: Vec<&str> = world.codes().collect();
    let language = world.tongue(chance.pick(&codes).expect("a language")).expect("spoken");
    // A short name of somebody else's place may be one's own place in another language: "Gal" is Galicia, and
    // in Spanish Wales. Whole names are not.
    let all_own = sheet.iter().all(|(power, _)| powers.contains(power));
    let style = if all_own { chance.pick(&Style::ALL).expect("a style") } else { Style::Long };
    let writer = &world.voice(language).writer;

    let entries: Vec<Deed> = sheet.iter().map(|(power, command)| deed(board, *power, command)).collect();
    let of_list = deeds::take(board, position, powers, &entries).expect("places that exist");
    let mut refused_in_list: Vec<(usize, Illegality)> = of_list.refused.clone();
    refused_in_list.sort_by_key(|(line, _)| *line);

    let lines: Vec<String> =
        sheet.iter().map(|(_, command)| writer.write(command, &position.forces, style)).collect();
    let text = lines.join("\n");
    let edition = Edition::Y2000;
    let writing = Writing { world, board, edition, position, powers, language, answer: language };
    let (read, of_text) = writing.read(&text).expect("short enough");
    let refused_in_text: Vec<(usize, String)> = read
        .into_iter()
        .filter_map(|line| match line.result {
            LineView::Refused { problem, .. } => Some((line.line - 1, problem)),
            LineView::Taken { .. } => None,
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
    let of_notation = HandedIn::read_for(&notation, position, powers, by_power.iter().copied());
    assert_eq!(of_list.orders, *of_notation.orders(), "{}", context());
    let mut refused: Vec<(usize, Problem)> =
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

/// The next phase of a game in which everybody moves at random.
fn go_on(world: &World, position: Position, chance: &mut Chance) -> Position {
    let board = world.board();
    if position.winner.is_some() || position.phase.date().year > LAST_YEAR {
        return Position::start(board);
    }
    let mut orders = Orders::none(board, position.phase.stage());
    match &mut orders {
        Orders::Movement(all) => {
            for unit in position.forces.units() {
                if let Some(Command::Order { unit, order }) = chance.pick(&choices(world, &position, *unit)) {
                    all.set(board.province_of(unit.location), order);
                }
            }
        }
        Orders::Retreats(all) => fill(all, world, &position, chance),
        Orders::Adjustments(all) => {
            for power in board.powers() {
                for (power, command) in builds(world, &position, power, chance) {
                    if let Command::Entry(entry) = command {
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

fn fill(all: &mut Sheet<RetreatOrder>, world: &World, position: &Position, chance: &mut Chance) {
    for fallen in &position.dislodged {
        if let Some(Command::Retreat { unit, order }) = chance.pick(&choices(world, position, fallen.unit)) {
            all.set(world.board().province_of(unit.location), order);
        }
    }
}
