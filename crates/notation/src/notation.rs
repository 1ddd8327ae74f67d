//! Parses and writes orders in the international notation: `A PAR S A MAR - BUR`, `F STP/SC B`.

use std::fmt;

use detente_rules::{
    AdjustmentOrder, Board, Forces, Location, Order, Passage, Power, Province, RetreatOrder, Unit, UnitKind,
};

use crate::codes::{CodeTable, Codes, pack};

/// Parses and writes the notation of one board.
#[derive(Clone, Debug)]
pub struct Notation<'b> {
    board: &'b Board,
    pub(crate) codes: Codes,
    powers: Vec<String>,
    powers_by_code: CodeTable<Power>,
}

/// An order as written. The unit's letter and coast are those in the text, not those on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenOrder {
    /// The letter of the unit; none if it is left out.
    pub kind: Option<UnitKind>,
    /// Where the unit is.
    pub at: Location,
    /// What the unit should do.
    pub action: WrittenAction,
}

/// What the text says after the unit: what the unit should do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrittenAction {
    /// An order of a movement phase: `- BUR`, `S A MAR - BUR`, `H`.
    Order(Order),
    /// `R GAS`: retreat.
    Retreat(Location),
    /// `D`: disband in a retreat phase, or remove in an adjustment phase.
    Disband,
    /// `B`: build.
    Build,
}

/// The text is not an order of the notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotationError;

impl std::error::Error for NotationError {}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an order of the notation")
    }
}

/// The longest order has eight words: `F ENG C A LON - BEL VIA`. A longer text is not an order.
const MAX_WORDS_PER_ORDER: usize = 9;

impl<'b> Notation<'b> {
    /// The notation of this board.
    pub fn new(board: &'b Board) -> Self {
        Self {
            board,
            codes: Codes::new(board),
            powers_by_code: CodeTable::new(board.powers().map(|power| (board.power_key(power), power))),
            powers: board.powers().map(|power| board.power_key(power).to_uppercase()).collect(),
        }
    }

    /// The board whose codes it knows.
    pub const fn board(&self) -> &'b Board {
        self.board
    }

    // Reading.

    /// A power by its code: `FRANCE`. Capitals and small letters are the same.
    #[inline]
    pub fn power(&self, text: &str) -> Option<Power> {
        match pack(text.as_bytes()) {
            Some(packed) => self.powers_by_code.get(packed),
            None => {
                let i = self.powers.iter().position(|power| power.eq_ignore_ascii_case(text))?;
                Some(Power::new(i))
            }
        }
    }

    /// A location by its code: `PAR`, `STP/SC`. Capitals and small letters are the same.
    #[inline]
    pub fn location(&self, text: &str) -> Option<Location> {
        self.codes.location(text)
    }

    /// A province by its code: `STP`. None for a code with a coast.
    #[inline]
    pub fn province(&self, text: &str) -> Option<Province> {
        let location = self.location(text)?;
        let province = self.board.province_of(location);
        (self.board.coastless(province) == location).then_some(province)
    }

    /// A unit's kind and place: `A PAR`, `F STP/SC`.
    #[inline]
    pub fn unit(&self, text: &str) -> Option<(UnitKind, Location)> {
        match self.usual_unit(text.as_bytes()) {
            Some((kind, location, [])) => Some((kind, location)),
            Some(_) | None => self.any_unit(text),
        }
    }

    fn any_unit(&self, text: &str) -> Option<(UnitKind, Location)> {
        let (kind, place) = text.trim().split_once(' ')?;
        Some((unit_kind(kind)?, self.location(place.trim())?))
    }

    /// Whether the text is `WAIVE`, a waived build. It belongs to no unit, so [`order`](Self::order) does not
    /// read it.
    pub fn is_waive(&self, text: &str) -> bool {
        text.trim().eq_ignore_ascii_case("WAIVE")
    }

    /// Parses one order of one unit. Does not check whether it is legal.
    #[inline]
    pub fn order(&self, text: &str) -> Result<WrittenOrder, NotationError> {
        match self.usual_order(text) {
            Some(order) => Ok(order),
            None => self.any_order(text),
        }
    }

    /// An order in any spelling, word by word.
    pub(crate) fn any_order(&self, text: &str) -> Result<WrittenOrder, NotationError> {
        let mut words: [&str; MAX_WORDS_PER_ORDER] = [""; MAX_WORDS_PER_ORDER];
        let mut count = 0;
        for word in text.split_ascii_whitespace() {
            *words.get_mut(count).ok_or(NotationError)? = word;
            count += 1;
        }
        let mut rest = &words[..count];
        let (kind, at) = self.take_unit(&mut rest)?;
        let written = self.action(rest)?;
        Ok(WrittenOrder { kind, at, action: written })
    }

    /// Takes a unit from the start of `words`; its letter may be left out.
    fn take_unit(&self, words: &mut &[&str]) -> Result<(Option<UnitKind>, Location), NotationError> {
        let (first, rest) = words.split_first().ok_or(NotationError)?;
        if let (Some(kind), Some((place, after))) = (unit_kind(first), rest.split_first())
            && let Some(location) = self.location(place)
        {
            *words = after;
            return Ok((Some(kind), location));
        }
        let location = self.location(first).ok_or(NotationError)?;
        *words = rest;
        Ok((None, location))
    }

    fn action(&self, words: &[&str]) -> Result<WrittenAction, NotationError> {
        let Some((verb, rest)) = words.split_first() else {
            return Err(NotationError);
        };
        match (*verb, rest) {
            ("H" | "h", []) => Ok(WrittenAction::Order(Order::Hold)),
            ("D" | "d", []) => Ok(WrittenAction::Disband),
            ("B" | "b", []) => Ok(WrittenAction::Build),
            ("R" | "r", [to]) => self.location(to).map(WrittenAction::Retreat).ok_or(NotationError),
            ("-", [to]) => self.movement(to, Passage::Unstated),
            ("-", [to, via]) if via.eq_ignore_ascii_case("VIA") => self.movement(to, Passage::Convoy),
            ("S" | "s", rest) => self.support(rest),
            ("C" | "c", rest) => self.convoy(rest),
            _ => Err(NotationError),
        }
    }

    fn movement(&self, to: &str, passage: Passage) -> Result<WrittenAction, NotationError> {
        let to = self.location(to).ok_or(NotationError)?;
        Ok(WrittenAction::Order(Order::Move { to, passage }))
    }

    fn support(&self, mut words: &[&str]) -> Result<WrittenAction, NotationError> {
        let (_, helped) = self.take_unit(&mut words)?;
        let from = self.board.province_of(helped);
        let order = match words {
            [] => Order::SupportHold { of: from },
            [hold] if hold.eq_ignore_ascii_case("H") => Order::SupportHold { of: from },
            ["-", to] => Order::SupportMove { from, to: self.location(to).ok_or(NotationError)? },
            ["-", to, via] if via.eq_ignore_ascii_case("VIA") => {
                Order::SupportMove { from, to: self.location(to).ok_or(NotationError)? }
            }
            _ => return Err(NotationError),
        };
        Ok(WrittenAction::Order(order))
    }

    fn convoy(&self, mut words: &[&str]) -> Result<WrittenAction, NotationError> {
        let (_, helped) = self.take_unit(&mut words)?;
        let from = self.board.province_of(helped);
        let to = match words {
            ["-", to] => to,
            ["-", to, via] if via.eq_ignore_ascii_case("VIA") => to,
            _ => return Err(NotationError),
        };
        let to = self.board.province_of(self.location(to).ok_or(NotationError)?);
        Ok(WrittenAction::Order(Order::Convoy { from, to }))
    }

    // Writing. `push_unit` appends to a buffer, so that bulk work can reuse one.

    /// The code of a power: `FRANCE`.
    pub fn power_code(&self, power: Power) -> &str {
        &self.powers[power.index()]
    }

    /// The code of a province: `STP`.
    pub fn province_code(&self, province: Province) -> &str {
        self.codes.of_province(province)
    }

    /// The code of a location, with its coast: `STP/SC`.
    pub fn location_code(&self, location: Location) -> &str {
        self.codes.of_location(location)
    }

    /// Appends a unit to `out`: `F STP/SC`.
    pub fn push_unit(&self, out: &mut String, kind: UnitKind, location: Location) {
        out.push_str(match kind {
            UnitKind::Army => "A ",
            UnitKind::Fleet => "F ",
        });
        out.push_str(self.location_code(location));
    }

    /// A unit as text: `F STP/SC`.
    pub fn write_unit(&self, unit: &Unit) -> String {
        let mut out = String::new();
        self.push_unit(&mut out, unit.kind, unit.location);
        out
    }

    /// An order of a movement phase as text, with the real letters of the units.
    pub fn write_order(&self, forces: &Forces, unit: &Unit, order: &Order) -> String {
        let mut out = self.write_unit(unit);
        match *order {
            Order::Hold => out.push_str(" H"),
            Order::Move { to, passage } => {
                out.push_str(" - ");
                out.push_str(self.location_code(to));
                if passage == Passage::Convoy {
                    out.push_str(" VIA");
                }
            }
            Order::SupportHold { of } => {
                out.push_str(" S ");
                self.push_helped(&mut out, forces, of);
            }
            Order::SupportMove { from, to } => {
                out.push_str(" S ");
                self.push_helped(&mut out, forces, from);
                out.push_str(" - ");
                out.push_str(self.location_code(to));
            }
            Order::Convoy { from, to } => {
                out.push_str(" C ");
                self.push_helped(&mut out, forces, from);
                out.push_str(" - ");
                out.push_str(self.province_code(to));
            }
        }
        out
    }

    /// A retreat order as text: `A BUR R GAS`, `A BUR D`.
    pub fn write_retreat(&self, unit: &Unit, order: &RetreatOrder) -> String {
        let unit = self.write_unit(unit);
        match order {
            RetreatOrder::Disband => format!("{unit} D"),
            RetreatOrder::To(to) => format!("{unit} R {}", self.location_code(*to)),
        }
    }

    /// A build, a removal or a waived build as text. `forces` gives the letter of a removed unit.
    pub fn write_adjustment(&self, forces: &Forces, entry: &AdjustmentOrder) -> String {
        let mut out = String::new();
        match *entry {
            AdjustmentOrder::Waive => out.push_str("WAIVE"),
            AdjustmentOrder::Build { kind, at } => {
                self.push_unit(&mut out, kind, at);
                out.push_str(" B");
            }
            AdjustmentOrder::Remove { at } => {
                self.push_helped(&mut out, forces, at);
                out.push_str(" D");
            }
        }
        out
    }

    fn push_helped(&self, out: &mut String, forces: &Forces, province: Province) {
        match forces.at(province) {
            Some(unit) => self.push_unit(out, unit.kind, unit.location),
            None => out.push_str(self.province_code(province)),
        }
    }
}

fn unit_kind(letter: &str) -> Option<UnitKind> {
    match letter {
        "A" | "a" => Some(UnitKind::Army),
        "F" | "f" => Some(UnitKind::Fleet),
        _ => None,
    }
}
