//! Judged phases and positions, ready to be drawn.

use anyhow::{Context, Result, anyhow, bail};
use cases::{Case, Section};
use notation::{Notation, SubmittedOrders};
use picture::{Scene, SceneContent};
use rules::{Board, Edition, Judge, Orders, PhaseKind, Position, Power, Province, Resolution, Unit};

/// One picture.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) content: FrameContent,
    /// Units that were destroyed in the previous phase.
    pub(crate) destroyed: Vec<Unit>,
    /// Land that nobody may enter.
    pub(crate) closed: Vec<Province>,
    pub(crate) title: Option<String>,
}

/// The owned form of [`SceneContent`].
#[derive(Clone, Debug)]
pub(crate) enum FrameContent {
    Position(Position),
    Reach(Position, Province),
    Orders(Position, Orders),
    Phase(Box<Resolution>),
}

impl Frame {
    pub(crate) const fn of(content: FrameContent) -> Self {
        Self { content, destroyed: Vec::new(), closed: Vec::new(), title: None }
    }

    pub(crate) fn scene(&self) -> Scene<'_> {
        let show = match &self.content {
            FrameContent::Position(position) => SceneContent::Position(position),
            FrameContent::Reach(position, province) => SceneContent::Reach(position, *province),
            FrameContent::Orders(position, orders) => SceneContent::Orders(position, orders),
            FrameContent::Phase(played) => SceneContent::Resolution(played),
        };
        Scene {
            content: show,
            destroyed: &self.destroyed,
            closed: &self.closed,
            title: self.title.as_deref(),
        }
    }

    /// Removes the rulings and keeps the orders as they were written. Adjustments stay, because removals by
    /// rule are part of them.
    pub(crate) fn remove_results(&mut self) {
        if let FrameContent::Phase(played) = &self.content
            && played.phase().kind() != PhaseKind::Adjustment
        {
            self.content = FrameContent::Orders(played.before.clone(), played.orders());
        }
    }
}

/// Reads the orders of one phase and judges it.
pub(crate) fn judge_phase(
    notation: &Notation<'_>,
    edition: Edition,
    position: &Position,
    lines: &[(Power, &str)],
) -> Resolution {
    let orders = SubmittedOrders::read(notation, position, lines.iter().copied()).into_orders();
    let mut judge = Judge::new(notation.board(), edition);
    position.resolve(&mut judge, &orders).expect("the orders are read for this phase")
}

/// All phases of a case, and the position that it ends with.
pub(crate) fn case_frames(board: &Board, case: &Case, edition: Edition) -> Result<Vec<Frame>> {
    let first = case.sections.first().context("the case is empty")?;
    let board = cases::board_of(board, first).map_err(|fault| anyhow!("case {}: {fault}", case.id))?;
    let notation = Notation::new(&board);
    let closed = board.closed();
    let mut position =
        cases::starting_position(&notation, first).map_err(|fault| anyhow!("case {}: {fault}", case.id))?;
    let mut shots = Vec::new();
    let mut lost = Vec::new();
    for section in &case.sections {
        if position.phase != section.phase {
            bail!("case {}: its phases do not follow each other", case.id);
        }
        let lines = case_orders(&notation, section)?;
        let played = judge_phase(&notation, edition, &position, &lines);
        position = played.after.clone();
        let destroyed = played.destroyed();
        shots.push(Frame {
            destroyed: lost,
            closed: closed.to_vec(),
            ..Frame::of(FrameContent::Phase(Box::new(played)))
        });
        // Destroyed units are shown together with those that may retreat.
        lost = if position.phase.kind() == PhaseKind::Retreat { destroyed } else { Vec::new() };
    }
    shots.push(Frame { closed: closed.to_vec(), ..Frame::of(FrameContent::Position(position)) });
    Ok(shots)
}

fn case_orders<'s>(notation: &Notation<'_>, section: &'s Section) -> Result<Vec<(Power, &'s str)>> {
    let mut lines = Vec::new();
    for line in section.orders.iter().filter(|line| !line.is_unordered() && !line.is_refused()) {
        let power = notation.power(&line.power).with_context(|| format!("no power '{}'", line.power))?;
        lines.push((power, line.order.as_str()));
    }
    Ok(lines)
}

/// The case with this id that applies to the edition.
pub(crate) fn find_case(id: &str, edition: Edition) -> Result<Case> {
    for file in cases::files::ALL {
        let all = cases::parse(file).map_err(|fault| anyhow!("a built-in case file is broken: {fault}"))?;
        let fits = |case: &Case| case.id.eq_ignore_ascii_case(id) && case.editions.contains(&edition);
        if let Some(case) = all.into_iter().find(fits) {
            return Ok(case);
        }
    }
    bail!("no case '{id}' in the edition {}: the files below cases/ have them all", edition.key())
}

/// A diagram of the rulebook (F24). The first three show where a unit can move.
pub(crate) fn diagram_frame(board: &Board, number: u8, edition: Edition) -> Result<Frame> {
    if !(1..=32).contains(&number) {
        bail!("there is no diagram {number}: the rulebook has 1 to 32");
    }
    let id = if number <= 3 { format!("D{number}a") } else { format!("D{number}") };
    let case = find_case(&id, edition)?;
    let shot = case_frames(board, &case, edition)?.swap_remove(0);
    if number > 3 {
        return Ok(shot);
    }
    let position = shot.scene().position();
    let unit = position.forces.units().first().context("the diagram has no unit")?;
    Ok(Frame::of(FrameContent::Reach(position.clone(), board.province_of(unit.location))))
}
