//! Phases that were played, ready to be drawn.

use anyhow::{Context, Result, anyhow, bail};
use cases::{Case, Section};
use language::{HandedIn, Notation};
use picture::{Deeds, Scene};
use rules::{
    Adjustment, Board, Edition, Judge, Order, Orders, Position, Power, Province, RetreatOrder, Ruling, Sheet,
    Stage, Unit, judge_retreats,
};

/// One phase: the position, what was ordered, what became of it.
#[derive(Clone, Debug)]
pub(crate) struct Shot {
    pub(crate) position: Position,
    pub(crate) done: Done,
    /// Units that the phase before destroyed.
    pub(crate) lost: Vec<Unit>,
    pub(crate) title: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) enum Done {
    Nothing,
    Reach(Province),
    Movement { orders: Sheet<Order>, rulings: Vec<Ruling> },
    Retreats { orders: Sheet<RetreatOrder>, rulings: Vec<Ruling> },
    Adjustments(Vec<Adjustment>),
}

impl Shot {
    pub(crate) const fn still(position: Position) -> Self {
        Self { position, done: Done::Nothing, lost: Vec::new(), title: None }
    }

    pub(crate) fn scene(&self) -> Scene<'_> {
        let deeds = match &self.done {
            Done::Nothing => Deeds::None,
            Done::Reach(province) => Deeds::Reach(*province),
            Done::Movement { orders, rulings } => Deeds::Movement { orders, rulings },
            Done::Retreats { orders, rulings } => Deeds::Retreats { orders, rulings },
            Done::Adjustments(list) => Deeds::Adjustments(list),
        };
        Scene { position: &self.position, deeds, lost: &self.lost, title: self.title.as_deref() }
    }

    /// The units that this phase destroyed, if retreats follow it.
    fn lost_by(&self, board: &Board, after: &Position) -> Vec<Unit> {
        match &self.done {
            Done::Movement { rulings, .. } if after.phase.stage() == Stage::Retreat => {
                picture::lost(board, &self.position, rulings, after)
            }
            Done::Nothing
            | Done::Reach(_)
            | Done::Movement { .. }
            | Done::Retreats { .. }
            | Done::Adjustments(_) => Vec::new(),
        }
    }

    /// Takes the rulings away: the orders as they were written.
    pub(crate) fn forget_results(&mut self) {
        match &mut self.done {
            Done::Movement { rulings, .. } | Done::Retreats { rulings, .. } => rulings.clear(),
            Done::Nothing | Done::Reach(_) | Done::Adjustments(_) => {}
        }
    }
}

/// Judges one phase of a position, draws it, and moves the position on.
pub(crate) fn play(
    notation: &Notation<'_>,
    edition: Edition,
    position: &mut Position,
    lines: &[(Power, &str)],
) -> Shot {
    let board = notation.board();
    let before = position.clone();
    let texts = lines.iter().copied();
    let done = match HandedIn::read(notation, position, texts).into_orders() {
        Orders::Movement(orders) => {
            let mut judge = Judge::new(board, edition);
            let verdict = judge.movement(&position.forces, &position.table, &orders);
            let rulings = verdict.rulings().to_vec();
            position.after_movement(board, verdict);
            Done::Movement { orders, rulings }
        }
        Orders::Retreats(orders) => {
            let rulings =
                judge_retreats(board, &position.forces, &position.table, &position.dislodged, &orders);
            position.after_retreats(board, &orders, &rulings);
            Done::Retreats { orders, rulings }
        }
        Orders::Adjustments(entries) => {
            let list = position.adjustments(board, edition).judge(&entries);
            position.after_adjustments(board, &list);
            Done::Adjustments(list)
        }
    };
    Shot { position: before, done, lost: Vec::new(), title: None }
}

/// A case from its first phase to its last, and the position that it ends with.
pub(crate) fn of_case(board: &Board, case: &Case, edition: Edition) -> Result<Vec<Shot>> {
    let notation = Notation::new(board);
    let first = case.sections.first().context("the case is empty")?;
    let mut position = cases::open(&notation, first).map_err(|fault| anyhow!("case {}: {fault}", case.id))?;
    let mut shots = Vec::new();
    for section in &case.sections {
        if position.phase != section.phase {
            bail!("case {}: its phases do not follow each other", case.id);
        }
        let lines = lines_of(&notation, section)?;
        let lost = shots.last().map(|before: &Shot| before.lost_by(board, &position)).unwrap_or_default();
        shots.push(Shot { lost, ..play(&notation, edition, &mut position, &lines) });
    }
    shots.push(Shot::still(position));
    Ok(shots)
}

fn lines_of<'s>(notation: &Notation<'_>, section: &'s Section) -> Result<Vec<(Power, &'s str)>> {
    let mut lines = Vec::new();
    for line in section.orders.iter().filter(|line| !line.is_unordered() && !line.is_refused()) {
        let power = notation.power(&line.power).with_context(|| format!("no power '{}'", line.power))?;
        lines.push((power, line.order.as_str()));
    }
    Ok(lines)
}

/// The case files of the rulebook and of DATC, built in.
const FILES: [&str; 15] = [
    include_str!("../../../cases/rulebook/diagrams.case"),
    include_str!("../../../cases/rulebook/sample-game.case"),
    include_str!("../../../cases/rulebook/clarifications.case"),
    include_str!("../../../cases/rulebook/german.case"),
    include_str!("../../../cases/rulebook/points.case"),
    include_str!("../../../cases/datc/6a-basic.case"),
    include_str!("../../../cases/datc/6b-coasts.case"),
    include_str!("../../../cases/datc/6c-circular.case"),
    include_str!("../../../cases/datc/6d-supports.case"),
    include_str!("../../../cases/datc/6e-battles.case"),
    include_str!("../../../cases/datc/6f-convoys.case"),
    include_str!("../../../cases/datc/6g-adjacent-convoys.case"),
    include_str!("../../../cases/datc/6h-retreats.case"),
    include_str!("../../../cases/datc/6i-builds.case"),
    include_str!("../../../cases/datc/6j-disorder.case"),
];

/// The case with this ID that holds in an edition.
pub(crate) fn find_case(id: &str, edition: Edition) -> Result<Case> {
    for file in FILES {
        let all = cases::parse(file).map_err(|fault| anyhow!("a built-in case file is broken: {fault}"))?;
        let fits = |case: &Case| case.id.eq_ignore_ascii_case(id) && case.editions.contains(&edition);
        if let Some(case) = all.into_iter().find(fits) {
            return Ok(case);
        }
    }
    bail!("no case '{id}' in the edition {}: the files below cases/ have them all", edition.key())
}

/// A diagram of the rulebook (F24); the first three show what a unit can reach.
pub(crate) fn diagram(board: &Board, number: u8, edition: Edition) -> Result<Shot> {
    if !(1..=32).contains(&number) {
        bail!("there is no diagram {number}: the rulebook has 1 to 32");
    }
    let id = if number <= 3 { format!("D{number}a") } else { format!("D{number}") };
    let case = find_case(&id, edition)?;
    let mut shot = of_case(board, &case, edition)?.swap_remove(0);
    if number <= 3 {
        let unit = shot.position.forces.units().first().context("the diagram has no unit")?;
        shot.done = Done::Reach(board.province_of(unit.location));
    }
    Ok(shot)
}
