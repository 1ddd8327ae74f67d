//! The judge: a position and its orders in, a reasoned ruling for every unit out.
//!
//! The way a person works a turn out (L2), each step in its own file: [`read`] the orders and
//! drop what is illegal; see which [`voyages`] arrive; see which supports are cut ([`cuts`]);
//! decide every province ([`battles`]); say why ([`reasons`], [`reasons_of_help`]) and where the
//! dislodged may go ([`flight`]). No step looks back, because none can: whether a convoying fleet is
//! dislodged hangs on cut supports alone, and whether a support is cut never hangs on who wins
//! elsewhere.
//!
//! Units are numbered by slot and sets of them are machine words, so cost follows the number of
//! units, not the size of the board.

mod battles;
mod cuts;
mod flight;
mod paradox;
mod queue;
mod read;
mod reasons;
mod reasons_of_help;
mod voyages;

use std::hint::select_unpredictable;

use crate::bits::{Bits, Wide, Word};
use crate::board::Seas;
use crate::forces::NOBODY;
use crate::{
    Board, BoardPlan, Edition, Forces, Illegality, Legality, Location, Order, Power, Province, Ruling, Sheet,
    Table, Unit, UnitKind,
};

use voyages::Voyage;

/// Rules on positions of one board under one edition. Keeps its buffers: use one a thread.
#[derive(Debug)]
pub struct Judge<'b> {
    board: &'b Board,
    edition: Edition,
    /// Positions of up to 64 units fit in one machine word a set; larger ones need two.
    narrow: Box<Desk<u64>>,
    wide: Box<Desk<Wide>>,
    verdict: Verdict,
}

/// The rulings of one movement phase. Units are numbered as in [`Forces::units`].
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    rulings: Vec<Ruling>,
    /// Where each unit stands afterwards; dislodged ones where they were.
    stands: Vec<Location>,
    fallen: Vec<Fallen>,
    open: Vec<Location>,
    paradoxes: usize,
}

#[derive(Clone, Copy, Debug)]
struct Fallen {
    slot: u8,
    open: (u16, u16),
}

impl<'b> Judge<'b> {
    pub fn new(board: &'b Board, edition: Edition) -> Self {
        Self {
            board,
            edition,
            narrow: Box::new(Desk::new()),
            wide: Box::new(Desk::new()),
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
        let case = Case { board: self.board, edition: self.edition, forces, table, orders };
        if forces.units().len() <= 64 {
            self.narrow.rule(&case, &mut self.verdict);
        } else {
            self.wide.rule(&case, &mut self.verdict);
        }
        &self.verdict
    }
}

impl Verdict {
    /// One ruling a unit.
    pub fn rulings(&self) -> &[Ruling] {
        &self.rulings
    }

    /// Where the units stand now, one location a unit. A dislodged unit still has its old one.
    pub fn stands(&self) -> &[Location] {
        &self.stands
    }

    /// The dislodged units with the places open to them.
    pub fn dislodged(&self) -> impl ExactSizeIterator<Item = (usize, &[Location])> {
        self.fallen.iter().map(|fallen| {
            let (from, to) = fallen.open;
            (usize::from(fallen.slot), &self.open[from.into()..to.into()])
        })
    }

    /// How many convoys had no effect because of a paradox.
    pub const fn paradoxes(&self) -> usize {
        self.paradoxes
    }
}

/// What is to be ruled on.
struct Case<'a> {
    board: &'a Board,
    edition: Edition,
    forces: &'a Forces,
    table: &'a Table,
    orders: &'a Sheet<Order>,
}

/// The most units that a desk has room for: a power of two, so that an index needs no check.
const SLOTS: usize = (Forces::MOST + 1).next_power_of_two();
/// The slot of no unit, which has no strength.
const IDLE: usize = SLOTS - 1;
/// Occupied provinces are battlefields by their unit's slot; empty ones that somebody moves to
/// come after.
const FIELDS: usize = 2 * SLOTS;
/// The most provinces that a desk has room for, likewise.
const PROVINCES: usize = BoardPlan::MOST_PROVINCES.next_power_of_two();
/// Nobody wins this battlefield.
const NONE: u8 = NOBODY;
/// Nobody wins this battlefield either, of some who sought it. So it is with every number that has an
/// eighth digit: the strongest with one was refused.
const STANDOFF: u8 = NOBODY - 1;
/// Being decided: met again, it closes a ring.
const PENDING: u8 = IDLE as u8;

/// The judge's working memory for as many units as a set has room for.
///
/// Who does what is kept as sets, one a kind of order, and each step walks through one set at a
/// time: a loop over like things is what a processor can foresee.
#[derive(Debug)]
struct Desk<T: Word> {
    count: usize,
    unit: [Unit; SLOTS],
    province: [Province; SLOTS],
    /// Where a mover would stand; the others where they are.
    to: [Location; SLOTS],
    /// Of a mover: the battlefield of its destination. Of a supporter: where support is given.
    field: [u8; SLOTS],
    /// Of a supporter or convoyer: the unit helped.
    helped: [u8; SLOTS],
    /// Of an order that is void: why.
    why_void: [Illegality; SLOTS],
    /// The supporters whose order matches this unit's.
    supporters: [Bits<T>; SLOTS],
    /// Movers by battlefield, of occupied ones only.
    attackers: [Bits<T>; FIELDS],
    /// The last mover by battlefield, and by mover the ones before and after it, or [`NOBODY`]: lists
    /// without the silenced.
    last: [u8; FIELDS],
    before: [u8; SLOTS],
    after: [u8; SLOTS],
    /// Who enters, by battlefield.
    winner: [u8; FIELDS],
    /// One plus the supports given.
    strength: [u8; SLOTS],
    /// Units with a support that is given.
    supported: Bits<T>,
    of_power: [Bits<T>; Power::MOST],
    /// The battlefield of each province, or [`NOBODY`].
    fields: [u8; PROVINCES],

    /// Units in whose province somebody moves.
    attacked: Bits<T>,
    unordered: Bits<T>,
    holders: Bits<T>,
    movers: Bits<T>,
    /// Supporters of units that stay, and of moves.
    hold_supporters: Bits<T>,
    move_supporters: Bits<T>,
    convoyers: Bits<T>,
    /// Units whose order is void: they hold.
    void: Bits<T>,
    /// Supporters whose order matches.
    matched: Bits<T>,
    /// Supporters that do give their support.
    given: Bits<T>,
    /// Armies that somebody legally convoys where they go.
    carried: Bits<T>,
    /// Armies ordered "via convoy".
    via: Bits<T>,
    /// Armies that cannot walk to their destination.
    distant: Bits<T>,
    /// Armies whose own player convoys them (F23).
    intent: Bits<T>,
    carriers: [Seas; SLOTS],
    /// Armies that travel by sea.
    at_sea: Bits<T>,
    /// Movers whose voyage fails: they attack nobody.
    stranded: Bits<T>,
    /// Armies whose voyage cuts no support (rule 21).
    harmless: Bits<T>,
    voyages: Vec<Voyage<T>>,
    voyage_of: [u8; SLOTS],
    chain: Vec<u8>,
    paradox: paradox::Scratch,
    /// Units that move in a ring, a swap by sea included.
    ringed: Bits<T>,
    /// Units dislodged by one from where they were going: without effect there (rule 11). Some editions
    /// except attackers that came by sea (4.A.7).
    silenced: Bits<T>,
    /// Movers that enter their destination, and units whose province is entered: they left it or
    /// have fallen.
    arrived: Bits<T>,
    entered: Bits<T>,
    fallen: Bits<T>,
    /// Movers that enter a province where nobody is or stays and nobody else goes.
    alone: Bits<T>,
    /// Movers to provinces that were empty to begin with.
    into_empty: Bits<T>,
    /// Movers ordered where others are ordered too.
    sharing: Bits<T>,
    /// Units that leave a province to which others move, of which is not known yet who enters.
    undecided: Bits<T>,
    /// Movers head to head with another.
    facing: Bits<T>,
}

impl<T: Word> Desk<T> {
    fn new() -> Self {
        let nowhere = Location::new(0);
        Self {
            count: 0,
            unit: [Unit { kind: UnitKind::Army, power: Power::new(0), location: nowhere }; SLOTS],
            province: [Province::new(0); SLOTS],
            to: [nowhere; SLOTS],
            field: [0; SLOTS],
            helped: [0; SLOTS],
            why_void: [Illegality::CannotReach; SLOTS],
            supporters: [Bits::EMPTY; SLOTS],
            attackers: [Bits::EMPTY; FIELDS],
            last: [NOBODY; FIELDS],
            before: [NOBODY; SLOTS],
            after: [NOBODY; SLOTS],
            winner: [NONE; FIELDS],
            strength: [0; SLOTS],
            supported: Bits::EMPTY,
            of_power: [Bits::EMPTY; Power::MOST],
            fields: [NOBODY; PROVINCES],
            attacked: Bits::EMPTY,
            unordered: Bits::EMPTY,
            holders: Bits::EMPTY,
            movers: Bits::EMPTY,
            hold_supporters: Bits::EMPTY,
            move_supporters: Bits::EMPTY,
            convoyers: Bits::EMPTY,
            void: Bits::EMPTY,
            matched: Bits::EMPTY,
            given: Bits::EMPTY,
            carried: Bits::EMPTY,
            via: Bits::EMPTY,
            distant: Bits::EMPTY,
            intent: Bits::EMPTY,
            carriers: [Seas::EMPTY; SLOTS],
            at_sea: Bits::EMPTY,
            stranded: Bits::EMPTY,
            harmless: Bits::EMPTY,
            voyages: Vec::with_capacity(SLOTS),
            voyage_of: [0; SLOTS],
            chain: Vec::with_capacity(SLOTS),
            paradox: paradox::Scratch::default(),
            ringed: Bits::EMPTY,
            silenced: Bits::EMPTY,
            arrived: Bits::EMPTY,
            entered: Bits::EMPTY,
            fallen: Bits::EMPTY,
            alone: Bits::EMPTY,
            into_empty: Bits::EMPTY,
            sharing: Bits::EMPTY,
            undecided: Bits::EMPTY,
            facing: Bits::EMPTY,
        }
    }

    fn rule(&mut self, case: &Case<'_>, verdict: &mut Verdict) {
        self.read(case);
        self.embark(case);
        self.cut_supports();
        self.fight(case);
        self.explain(case, verdict);
        self.find_retreats(case, verdict);
    }

    #[inline(always)]
    fn power(&self, slot: usize) -> Power {
        self.unit[slot % SLOTS].power
    }

    /// The units of a slot's power.
    #[inline(always)]
    fn friends(&self, slot: usize) -> Bits<T> {
        self.of_power[self.power(slot).index() % Power::MOST]
    }

    /// Whether the unit is ordered to move and has a way to go.
    #[inline(always)]
    fn sets_out(&self, slot: usize) -> bool {
        self.movers.contains(slot) && !self.stranded.contains(slot)
    }

    /// Those who really attack an occupied battlefield.
    #[inline(always)]
    fn attackers_on(&self, field: usize) -> Bits<T> {
        debug_assert!(field < self.count, "only of occupied ones");
        self.attackers[field % FIELDS].without(self.stranded)
    }

    /// The battlefield where a mover goes or a supporter gives support.
    #[inline(always)]
    fn field(&self, slot: usize) -> usize {
        usize::from(self.field[slot % SLOTS])
    }

    /// Whether the mover enters its destination.
    #[inline(always)]
    fn arrives(&self, slot: usize) -> bool {
        usize::from(self.winner[self.field(slot)]) == slot
    }

    /// The unit that enters a battlefield.
    #[inline(always)]
    fn entrant(&self, field: usize) -> Option<usize> {
        let winner = usize::from(self.winner[field % FIELDS]);
        (winner < SLOTS).then_some(winner)
    }

    /// The strength of an attack against a unit that stays: its own power's support does not help
    /// to dislodge it (rule 12).
    #[inline(always)]
    fn strength_against(&self, attacker: usize, victim: usize) -> u8 {
        let idle = self.supporters[attacker % SLOTS] & self.given & self.friends(victim);
        let strength = self.strength[attacker % SLOTS].wrapping_sub(idle.count() as u8);
        if self.power(attacker) == self.power(victim) { 0 } else { strength }
    }

    /// The strength of a unit that stays. Ordered to move, it gets no support to hold (E10a).
    #[inline(always)]
    fn defence(&self, slot: usize) -> u8 {
        select_unpredictable(self.movers.contains(slot), 1, self.strength[slot % SLOTS])
    }
}

impl<'a> Case<'a> {
    fn legality(&self) -> Legality<'a> {
        Legality::new(self.board, self.forces, self.edition)
    }
}
