//! The judge: a position and its orders in, a reasoned ruling for every unit out.
//!
//! It works as a person works a turn out (L2). Each step has its own file. It owns what it finds, and
//! later steps only read that:
//!
//! 1. [`read`]: sort the orders, drop what is illegal, match help with what it helps → `SortedOrders`;
//! 2. [`convoys`], [`paradox`]: which armies travel by sea, and which of them arrive → `Convoys`;
//! 3. [`cuts`]: which supports are given, and how strong that makes everybody → `Supports`;
//! 4. [`battles`]: who enters which province → `Battles`;
//! 5. [`reasons`], [`reasons_of_help`]: the ruling of every unit;
//! 6. [`retreat_places`]: where the dislodged may go.
//!
//! No step looks back, because none needs to: whether a convoying fleet is dislodged depends on cut
//! supports alone, and whether a support is cut never depends on who wins elsewhere.
//!
//! Units are numbered by slot and sets of them are machine words, so cost follows the number of
//! units, not the size of the board.

mod battles;
mod convoys;
mod cuts;
mod movers_to;
mod paradox;
mod read;
mod reasons;
mod reasons_of_help;
mod retreat_places;
mod sorted_orders;

use crate::bits::{Wide, Word};
use crate::{Board, BoardPlan, Edition, Forces, Legality, Location, Order, Ruling, Sheet, Table};

use battles::Battles;
use convoys::Convoys;
use cuts::Supports;
use sorted_orders::SortedOrders;

/// Rules on positions of one board under one edition. Keeps its buffers: use one per thread.
#[derive(Debug)]
pub struct Judge<'b> {
    board: &'b Board,
    edition: Edition,
    /// For positions of up to 64 units: a set is one machine word.
    narrow: Box<Workspace<u64>>,
    /// For larger ones: a set is two words.
    wide: Box<Workspace<Wide>>,
    verdict: Verdict,
}

/// The rulings of one movement phase. Units are numbered as in [`Forces::units`].
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    rulings: Vec<Ruling>,
    /// Where each unit stands afterwards; dislodged ones where they were.
    stands: Vec<Location>,
    dislodged: Vec<DislodgedSlot>,
    /// The places open to the dislodged, one unit's after the other's.
    open: Vec<Location>,
    paradoxes: usize,
}

/// A dislodged unit and its part of [`Verdict::open`].
#[derive(Clone, Copy, Debug)]
struct DislodgedSlot {
    slot: u8,
    open: (u16, u16),
}

impl<'b> Judge<'b> {
    pub fn new(board: &'b Board, edition: Edition) -> Self {
        Self {
            board,
            edition,
            narrow: Box::new(Workspace::new()),
            wide: Box::new(Workspace::new()),
            verdict: Verdict::default(),
        }
    }

    pub const fn board(&self) -> &'b Board {
        self.board
    }

    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// Rules on a movement phase.
    pub fn movement(&mut self, forces: &Forces, table: &Table, orders: &Sheet<Order>) -> &Verdict {
        let input = Input { board: self.board, edition: self.edition, forces, table, sheet: orders };
        if forces.units().len() <= 64 {
            self.narrow.rule(&input, &mut self.verdict);
        } else {
            self.wide.rule(&input, &mut self.verdict);
        }
        &self.verdict
    }
}

impl Verdict {
    /// One ruling per unit.
    pub fn rulings(&self) -> &[Ruling] {
        &self.rulings
    }

    /// Where the units stand now, one location per unit. A dislodged unit still has its old one.
    pub fn stands(&self) -> &[Location] {
        &self.stands
    }

    /// The dislodged units with the places open to them.
    pub fn dislodged(&self) -> impl ExactSizeIterator<Item = (usize, &[Location])> {
        self.dislodged.iter().map(|dislodged| {
            let (from, to) = dislodged.open;
            (usize::from(dislodged.slot), &self.open[from.into()..to.into()])
        })
    }

    /// How many convoys had no effect because of a paradox.
    pub const fn paradoxes(&self) -> usize {
        self.paradoxes
    }
}

/// What is to be ruled on.
struct Input<'a> {
    board: &'a Board,
    edition: Edition,
    forces: &'a Forces,
    table: &'a Table,
    sheet: &'a Sheet<Order>,
}

impl<'a> Input<'a> {
    fn legality(&self) -> Legality<'a> {
        Legality::new(self.board, self.forces, self.edition)
    }
}

/// How many units there is room for: a power of two, so that an index needs no check.
const SLOTS: usize = (Forces::MOST + 1).next_power_of_two();
/// The slot of no unit, which has no strength.
const NO_UNIT: usize = SLOTS - 1;
/// Occupied provinces are battlefields by their unit's slot; empty ones that somebody moves to
/// come after.
const BATTLEFIELDS: usize = 2 * SLOTS;
/// How many provinces there is room for, likewise.
const PROVINCES: usize = BoardPlan::MOST_PROVINCES.next_power_of_two();

/// The judge's buffers for as many units as a set has room for: the results of each step.
///
/// Who does what is kept as sets, one per kind of order, and each step walks through one set at a
/// time: a processor predicts a loop over units that are alike.
#[derive(Debug)]
struct Workspace<T: Word> {
    orders: SortedOrders<T>,
    convoys: Convoys<T>,
    supports: Supports<T>,
    battles: Battles<T>,
}

impl<T: Word> Workspace<T> {
    fn new() -> Self {
        Self {
            orders: SortedOrders::new(),
            convoys: Convoys::new(),
            supports: Supports::new(),
            battles: Battles::new(),
        }
    }

    fn rule(&mut self, input: &Input<'_>, verdict: &mut Verdict) {
        let Self { orders, convoys, supports, battles } = self;
        orders.read(input);
        convoys.resolve(input, orders);
        supports.cut(orders, convoys);
        battles.fight(input.edition, orders, convoys, supports);
        self.explain(input, verdict);
        self.find_retreats(input, verdict);
    }
}
