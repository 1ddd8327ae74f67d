//! The judge of movement phases: a position and its orders in, a ruling with a reason for every unit out.
//!
//! It works in the same steps as a person (L2). Each step has its own file and owns its results. Later steps
//! only read them:
//!
//! 1. [`read_orders`]: sort the orders, drop illegal ones, match supports and convoys with the unit that they
//!    help → `SortedOrders`;
//! 2. [`convoys`], [`paradox`]: which armies travel by sea, and which of them arrive → `Convoys`;
//! 3. [`cuts`]: which supports are given, and the strength of every unit → `Supports`;
//! 4. [`battles`]: who enters which province → `Battles`;
//! 5. [`reasons`], [`support_and_convoy_reasons`]: the ruling of every unit;
//! 6. [`open_retreats`]: where dislodged units may retreat.
//!
//! No step needs to go back: whether a convoying fleet is dislodged depends only on cut supports, and whether
//! a support is cut never depends on who wins elsewhere.
//!
//! Units are numbered by slot, and a set of units is one or two machine words (decision 0002). So the cost
//! depends on the number of units, not on the size of the board.

mod battles;
mod convoys;
mod movers_to;
mod open_retreats;
mod paradox;
mod read_orders;
mod reasons;
mod sorted_orders;
mod support_and_convoy_reasons;
mod support_cuts;

use crate::bits::{Wide, Word};
use crate::{Board, BoardPlan, Edition, Forces, Legality, Location, Order, Players, Ruling, Sheet};

use battles::Battles;
use convoys::Convoys;
use sorted_orders::SortedOrders;
use support_cuts::Supports;

/// Judges positions of one board under one edition. Keeps its buffers: use one per thread.
#[derive(Debug)]
pub struct Judge<'b> {
    board: &'b Board,
    edition: Edition,
    /// For positions of up to 64 units: a set is one machine word.
    narrow: Box<Workspace<u64>>,
    /// For larger positions: a set is two words.
    wide: Box<Workspace<Wide>>,
    verdict: Verdict,
}

/// The rulings of one movement phase. Units are numbered as in [`Forces::units`].
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The number of units.
    count: usize,
    /// One per unit, and room for more: an index below a constant power of two needs no check.
    rulings: Box<[Ruling; SLOTS]>,
    /// The location of each unit after the phase. A dislodged unit keeps its old one.
    locations_after: Box<[Location; SLOTS]>,
    dislodged: Vec<DislodgedSlot>,
    /// The open retreats of all dislodged units, one unit after the other.
    open_retreats: Vec<Location>,
    paradoxes: usize,
}

/// A dislodged unit and its range in [`Verdict::open_retreats`].
#[derive(Clone, Copy, Debug)]
struct DislodgedSlot {
    slot: u8,
    open_retreats: (u16, u16),
}

impl<'b> Judge<'b> {
    /// A judge for one board and one edition.
    pub fn new(board: &'b Board, edition: Edition) -> Self {
        Self {
            board,
            edition,
            narrow: Box::new(Workspace::new()),
            wide: Box::new(Workspace::new()),
            verdict: Verdict::new(),
        }
    }

    /// The board.
    pub const fn board(&self) -> &'b Board {
        self.board
    }

    /// The edition of the rules.
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// Judges a movement phase.
    pub fn movement(&mut self, forces: &Forces, table: &Players, orders: &Sheet<Order>) -> &Verdict {
        let input = Input { board: self.board, edition: self.edition, forces, players: table, sheet: orders };
        if forces.units().len() <= 64 {
            self.narrow.judge_movement(&input, &mut self.verdict);
        } else {
            self.wide.judge_movement(&input, &mut self.verdict);
        }
        &self.verdict
    }
}

impl Verdict {
    /// The verdict on no units.
    fn new() -> Self {
        Self {
            count: 0,
            rulings: Box::new([Ruling::UNOPPOSED; SLOTS]),
            locations_after: Box::new([Location::new(0); SLOTS]),
            dislodged: Vec::with_capacity(SLOTS),
            open_retreats: Vec::new(),
            paradoxes: 0,
        }
    }

    /// One ruling per unit.
    pub fn rulings(&self) -> &[Ruling] {
        &self.rulings[..self.count]
    }

    /// The location of each unit after the phase. A dislodged unit keeps its old one.
    pub fn locations_after(&self) -> &[Location] {
        &self.locations_after[..self.count]
    }

    /// The dislodged units, by slot, with their open retreats.
    pub fn dislodged(&self) -> impl ExactSizeIterator<Item = (usize, &[Location])> {
        self.dislodged.iter().map(|dislodged| {
            let (from, to) = dislodged.open_retreats;
            (usize::from(dislodged.slot), &self.open_retreats[from.into()..to.into()])
        })
    }

    /// How many convoys had no effect because of a paradox.
    pub const fn paradoxes(&self) -> usize {
        self.paradoxes
    }
}

/// What the judge decides on.
struct Input<'a> {
    board: &'a Board,
    edition: Edition,
    forces: &'a Forces,
    players: &'a Players,
    sheet: &'a Sheet<Order>,
}

impl<'a> Input<'a> {
    fn legality(&self) -> Legality<'a> {
        Legality::new(self.board, self.forces, self.edition)
    }
}

/// Room for this many units: a power of two, so that an index needs no bounds check.
const SLOTS: usize = (Forces::MAX_UNITS + 1).next_power_of_two();
/// The slot of no unit. Its strength is always 0.
const NO_UNIT: usize = SLOTS - 1;
/// Added to a slot: the unit stays. A unit has one strength as a mover and one as a unit that stays.
const STAYS: usize = SLOTS;
/// Room for this many battlefields. The battlefield of an occupied province is the slot of its unit. Empty
/// provinces that somebody moves to get the numbers from [`SLOTS`], so one bit says whether there is a unit.
const BATTLEFIELDS: usize = 2 * SLOTS;
/// Room for this many provinces: also a power of two.
const PROVINCES: usize = BoardPlan::MAX_PROVINCES.next_power_of_two();

/// The judge's buffers for as many units as a set has room for: the results of each step.
///
/// There is one set of units per kind of order, and each step loops over one set at a time: the processor
/// predicts the branches of a loop over similar units better.
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

    fn judge_movement(&mut self, input: &Input<'_>, verdict: &mut Verdict) {
        let Self { orders, convoys, supports, battles } = self;
        orders.read_orders(input);
        convoys.resolve(input, orders);
        supports.find_cuts(orders, convoys);
        battles.decide_all(input.edition, orders, convoys, supports);
        self.explain(input, verdict);
        self.find_open_retreats(input, verdict);
    }
}
