//! What a puzzle is, and how one is made from its kind and number.

use rules::{Board, Edition, Location, Order, Orders, Position, Power, Province, Sheet};
use seeded_random::SeededRng;

use crate::kinds;
use crate::self_play::SelfPlay;

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Take a named province this turn. The orders of the others are shown.
    Take,
    /// Save a unit that is about to be dislodged. The orders of the others are shown.
    Save,
    /// Which supports are cut? All orders are shown.
    Cut,
    /// Which centres of a power can be taken, whatever the others do?
    Fear,
    /// Which retreat is safe next turn, whatever the others do?
    Retreat,
    /// Hold a province, whatever the others do.
    Hold,
}

impl Kind {
    pub const ALL: [Self; 6] = [Self::Take, Self::Save, Self::Cut, Self::Fear, Self::Retreat, Self::Hold];

    /// The key used in addresses and sent forms.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Take => "take",
            Self::Save => "save",
            Self::Cut => "cut",
            Self::Fear => "fear",
            Self::Retreat => "retreat",
            Self::Hold => "hold",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }
}

/// How difficult a puzzle is: how many orders must be seen at once. For [`Kind::Cut`] by the number of supports, for
/// [`Kind::Retreat`] by the number of ways.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    Easy = 1,
    Medium,
    Hard,
}

impl Grade {
    /// The grade of a puzzle in which so many things must be seen at once.
    pub(crate) const fn of(seen: usize) -> Self {
        match seen {
            0 | 1 => Self::Easy,
            2 => Self::Medium,
            _ => Self::Hard,
        }
    }

    /// The grade that is looked for first under this number: the numbers 0, 3, 6 … are easy if possible.
    pub const fn wanted(number: u32) -> Self {
        Self::of((number % 3 + 1) as usize)
    }
}

/// The question and its solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// Orders for the free units, so that a unit of the power is in this province after the turn.
    Take { target: Province, plan: Plan },
    /// Orders for the free units, so that the unit in this province is not dislodged.
    Save { target: Province, plan: Plan },
    /// The supports that are cut or lost, among all supports that match an order. All by the supporter's province.
    Cut { supports: Vec<Province>, cut: Vec<Province> },
    /// The centres of the power that somebody else can enter, among all its centres.
    Fear { centres: Vec<Province>, feared: Vec<Province> },
    /// The retreat after which the unit cannot be dislodged next turn while all units of its power hold.
    Retreat { from: Province, ways: Vec<Location>, safe: Location },
    /// Orders for the free units, so that the unit in this province, which holds, is not dislodged.
    Hold { target: Province, plan: Plan },
}

/// The orders that a solver gives, and those that solve it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The provinces of the units that the solver orders. All other units have the shown orders.
    pub free: Vec<Province>,
    /// The orders that every solution has. With them alone, the other free units hold, it is solved.
    pub key: Vec<(Province, Order)>,
    /// All solutions: one order per free unit. [`Order::Hold`] stands for every order without effect.
    pub solutions: Vec<Vec<Order>>,
}

/// One puzzle.
#[derive(Clone, Debug)]
pub struct Puzzle {
    pub kind: Kind,
    pub number: u32,
    pub grade: Grade,
    /// The power of the solver.
    pub power: Power,
    pub position: Position,
    /// The shown orders. What has no order holds.
    pub shown: Orders,
    pub question: Question,
    /// How many sheets were judged to prove it.
    pub sheets: usize,
}

/// Help without the whole solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// These units are needed.
    Units(Vec<Province>),
    /// This order is part of the solution.
    Order(Province, Order),
    /// So many places are right.
    Count(usize),
    /// This place is not right.
    NotThere(Province),
}

/// Puzzles are judged by these rules, as the lessons are.
pub(crate) const EDITION: Edition = Edition::Y2000;
/// Numbers go up to this.
pub const MAX_NUMBER: u32 = 1_000_000_000;
/// So many sheets are judged to find a puzzle of a grade. Then an easier one will do.
const SHEETS_PER_GRADE: usize = 10_000;
/// A phase of a game takes as long as so many sheets.
const SHEETS_PER_PHASE: usize = 200;
const MAX_GAMES: u64 = 200;
/// The first phases are left out: too many games begin in the same way. Up to so many more are, so that not all puzzles
/// are from the same year.
const SKIPPED: usize = 2;
const MAX_SKIPPED_MORE: usize = 8;
/// Puzzles come from turns before this year.
const LAST_YEAR: u16 = 1908;

/// The puzzle of a kind and a number. None if the number is too large, or if no game has such a puzzle, which has
/// not happened on the standard board.
pub fn make(board: &Board, kind: Kind, number: u32) -> Option<Puzzle> {
    if number > MAX_NUMBER {
        return None;
    }
    let seed = SeededRng::derive_seed(kind as u64 + 1, u64::from(number));
    let mut effort = Effort { wanted: Grade::wanted(number), left: SHEETS_PER_GRADE };
    (0..MAX_GAMES).find_map(|game| {
        let mut chance = SeededRng::new(SeededRng::derive_seed(seed, game));
        let found = find_in_game(board, kind, &mut effort, &mut chance)?;
        Some(Puzzle { number, ..found })
    })
}

/// Which grade is looked for, and how long.
struct Effort {
    wanted: Grade,
    /// Sheets that may be judged before the grade is lowered.
    left: usize,
}

impl Effort {
    fn spend(&mut self, sheets: usize) {
        self.left = self.left.saturating_sub(sheets);
        if self.left == 0 {
            self.wanted = Grade::of((self.wanted as usize).saturating_sub(1));
            self.left = SHEETS_PER_GRADE;
        }
    }
}

fn find_in_game(board: &Board, kind: Kind, effort: &mut Effort, chance: &mut SeededRng) -> Option<Puzzle> {
    let mut play = SelfPlay::new(board, chance.next_u64());
    let mut skipped = SKIPPED + chance.below(MAX_SKIPPED_MORE);
    while play.position().winner.is_none() && play.position().phase.turn().year < LAST_YEAR {
        let orders = play.orders();
        if skipped > 0 {
            skipped -= 1;
        } else {
            let found = kinds::find(kind, &play, &orders, effort.wanted, &mut effort.left, chance);
            if found.is_some() {
                return found;
            }
        }
        play.resolve(&orders);
        effort.spend(SHEETS_PER_PHASE);
    }
    None
}

impl Puzzle {
    /// The movement orders that are shown. Empty in a retreat phase.
    pub(crate) fn shown_moves(&self, board: &Board) -> Sheet<Order> {
        match &self.shown {
            Orders::Movement(sheet) => sheet.clone(),
            Orders::Retreats(_) | Orders::Adjustments(_) => Sheet::new(board),
        }
    }

    /// The orders of the solver, for the kinds that are solved with orders.
    pub const fn plan(&self) -> Option<&Plan> {
        match &self.question {
            Question::Take { plan, .. } | Question::Save { plan, .. } | Question::Hold { plan, .. } => {
                Some(plan)
            }
            Question::Cut { .. } | Question::Fear { .. } | Question::Retreat { .. } => None,
        }
    }

    /// From little help to more.
    pub fn hints(&self, board: &Board) -> Vec<Hint> {
        match &self.question {
            Question::Take { plan, .. } | Question::Save { plan, .. } | Question::Hold { plan, .. } => {
                let units = Hint::Units(plan.key.iter().map(|(at, _)| *at).collect());
                let first = plan.key.first().map(|(at, order)| Hint::Order(*at, *order));
                std::iter::once(units).chain(first).collect()
            }
            Question::Cut { supports, cut: right } | Question::Fear { centres: supports, feared: right } => {
                let wrong = supports.iter().find(|place| !right.contains(place));
                std::iter::once(Hint::Count(right.len())).chain(wrong.map(|at| Hint::NotThere(*at))).collect()
            }
            Question::Retreat { ways, safe, .. } => {
                let wrong = ways.iter().filter(|way| *way != safe);
                wrong
                    .take(ways.len().saturating_sub(2).max(1))
                    .map(|way| Hint::NotThere(board.province_of(*way)))
                    .collect()
            }
        }
    }
}
