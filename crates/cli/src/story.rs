//! Phases that were played, ready to be drawn.

use anyhow::{Context, Result, anyhow, bail};
use cases::{Case, Section};
use language::{HandedIn, Notation};
use picture::{Scene, Show};
use rules::{Board, Edition, Judge, Orders, Position, Power, Province, Resolution, Stage, Unit};

/// One picture of a story.
#[derive(Clone, Debug)]
pub(crate) struct Shot {
    pub(crate) content: Content,
    /// Units that the phase before destroyed.
    pub(crate) lost: Vec<Unit>,
    /// Land that nobody may enter.
    pub(crate) closed: Vec<Province>,
    pub(crate) title: Option<String>,
}

/// What [`Show`] borrows.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    Position(Position),
    Reach(Position, Province),
    Orders(Position, Orders),
    Phase(Box<Resolution>),
}

impl Shot {
    pub(crate) const fn of(content: Content) -> Self {
        Self { content, lost: Vec::new(), closed: Vec::new(), title: None }
    }

    pub(crate) fn scene(&self) -> Scene<'_> {
        let show = match &self.content {
            Content::Position(position) => Show::Position(position),
            Content::Reach(position, province) => Show::Reach(position, *province),
            Content::Orders(position, orders) => Show::Orders(position, orders),
            Content::Phase(played) => Show::Phase(played),
        };
        Scene { show, lost: &self.lost, closed: &self.closed, title: self.title.as_deref() }
    }

    /// Takes the rulings away: the orders as they were written. Adjustments stay: what the rules remove is
    /// part of them.
    pub(crate) fn forget_results(&mut self) {
        if let Content::Phase(played) = &self.content
            && played.phase().stage() != Stage::Adjustment
        {
            self.content = Content::Orders(played.before.clone(), played.orders());
        }
    }
}

/// Judges one phase of a position.
pub(crate) fn play(
    notation: &Notation<'_>,
    edition: Edition,
    position: &Position,
    lines: &[(Power, &str)],
) -> Resolution {
    let orders = HandedIn::read(notation, position, lines.iter().copied()).into_orders();
    let mut judge = Judge::new(notation.board(), edition);
    position.resolve(&mut judge, &orders).expect("the orders are read for this phase")
}

/// A case from its first phase to its last, and the position that it ends with.
pub(crate) fn of_case(board: &Board, case: &Case, edition: Edition) -> Result<Vec<Shot>> {
    let first = case.sections.first().context("the case is empty")?;
    let board = cases::board_of(board, first).map_err(|fault| anyhow!("case {}: {fault}", case.id))?;
    let notation = Notation::new(&board);
    let closed = board.closed();
    let mut position = cases::open(&notation, first).map_err(|fault| anyhow!("case {}: {fault}", case.id))?;
    let mut shots = Vec::new();
    let mut lost = Vec::new();
    for section in &case.sections {
        if position.phase != section.phase {
            bail!("case {}: its phases do not follow each other", case.id);
        }
        let lines = lines_of(&notation, section)?;
        let played = play(&notation, edition, &position, &lines);
        position = played.after.clone();
        let destroyed = played.destroyed();
        shots.push(Shot { lost, closed: closed.to_vec(), ..Shot::of(Content::Phase(Box::new(played))) });
        // They are shown beside those that may retreat.
        lost = if position.phase.stage() == Stage::Retreat { destroyed } else { Vec::new() };
    }
    shots.push(Shot { closed: closed.to_vec(), ..Shot::of(Content::Position(position)) });
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
    let shot = of_case(board, &case, edition)?.swap_remove(0);
    if number > 3 {
        return Ok(shot);
    }
    let position = shot.scene().position();
    let unit = position.forces.units().first().context("the diagram has no unit")?;
    Ok(Shot::of(Content::Reach(position.clone(), board.province_of(unit.location))))
}
