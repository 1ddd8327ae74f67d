//! The international notation: `A PAR S A MAR - BUR`, `F STP/SC B`.

use rules::{Board, Entry, Forces, Location, Order, Passage, Power, Province, RetreatOrder, Unit, UnitKind};

use crate::codes::Codes;

/// Reads and writes the notation of one board.
#[derive(Clone, Debug)]
pub struct Notation<'b> {
    board: &'b Board,
    codes: Codes,
    powers: Vec<String>,
}

/// An order as written: the unit's own letter and coast are what was written, not what is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenOrder {
    pub kind: Option<UnitKind>,
    pub at: Location,
    pub written: Written,
}

/// What is written after the unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// Of a movement phase.
    Order(Order),
    /// `R GAS`
    Retreat(Location),
    /// `D`: disband in a retreat phase, remove in an adjustment phase.
    Disband,
    /// `B`
    Build,
}

/// The text is not an order of the notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unreadable;

/// An order has at most eight words: `F ENG C A LON - BEL VIA`, and nothing sensible is longer.
const MOST_WORDS: usize = 9;

impl<'b> Notation<'b> {
    pub fn new(board: &'b Board) -> Self {
        Self {
            board,
            codes: Codes::new(board),
            powers: board.powers().map(|power| board.power_key(power).to_uppercase()).collect(),
        }
    }

    pub const fn board(&self) -> &'b Board {
        self.board
    }

    // Reading.

    pub fn power(&self, text: &str) -> Option<Power> {
        let i = self.powers.iter().position(|power| power.eq_ignore_ascii_case(text))?;
        Some(Power::new(i))
    }

    pub fn location(&self, text: &str) -> Option<Location> {
        self.codes.location(text)
    }

    pub fn province(&self, text: &str) -> Option<Province> {
        let location = self.location(text)?;
        let province = self.board.province_of(location);
        (self.board.bare(province) == location).then_some(province)
    }

    /// `A PAR`, `F STP/SC`.
    pub fn unit(&self, text: &str) -> Option<(UnitKind, Location)> {
        let (kind, place) = text.trim().split_once(' ')?;
        Some((unit_kind(kind)?, self.location(place.trim())?))
    }

    /// `WAIVE`, which belongs to no unit.
    pub fn is_waive(&self, text: &str) -> bool {
        text.trim().eq_ignore_ascii_case("WAIVE")
    }

    pub fn order(&self, text: &str) -> Result<WrittenOrder, Unreadable> {
        let mut words: [&str; MOST_WORDS] = [""; MOST_WORDS];
        let mut count = 0;
        for word in text.split_ascii_whitespace() {
            *words.get_mut(count).ok_or(Unreadable)? = word;
            count += 1;
        }
        let mut rest = &words[..count];
        let (kind, at) = self.take_unit(&mut rest)?;
        let written = self.deed(rest)?;
        Ok(WrittenOrder { kind, at, written })
    }

    /// A unit at the head of `words`, its letter perhaps left out.
    fn take_unit(&self, words: &mut &[&str]) -> Result<(Option<UnitKind>, Location), Unreadable> {
        let (first, rest) = words.split_first().ok_or(Unreadable)?;
        if let (Some(kind), Some((place, after))) = (unit_kind(first), rest.split_first())
            && let Some(location) = self.location(place)
        {
            *words = after;
            return Ok((Some(kind), location));
        }
        let location = self.location(first).ok_or(Unreadable)?;
        *words = rest;
        Ok((None, location))
    }

    fn deed(&self, words: &[&str]) -> Result<Written, Unreadable> {
        let Some((verb, rest)) = words.split_first() else {
            return Err(Unreadable);
        };
        match (*verb, rest) {
            ("H" | "h", []) => Ok(Written::Order(Order::Hold)),
            ("D" | "d", []) => Ok(Written::Disband),
            ("B" | "b", []) => Ok(Written::Build),
            ("R" | "r", [to]) => self.location(to).map(Written::Retreat).ok_or(Unreadable),
            ("-", [to]) => self.movement(to, Passage::Unstated),
            ("-", [to, via]) if via.eq_ignore_ascii_case("VIA") => self.movement(to, Passage::Convoy),
            ("S" | "s", rest) => self.support(rest),
            ("C" | "c", rest) => self.convoy(rest),
            _ => Err(Unreadable),
        }
    }

    fn movement(&self, to: &str, passage: Passage) -> Result<Written, Unreadable> {
        let to = self.location(to).ok_or(Unreadable)?;
        Ok(Written::Order(Order::Move { to, passage }))
    }

    fn support(&self, mut words: &[&str]) -> Result<Written, Unreadable> {
        let (_, helped) = self.take_unit(&mut words)?;
        let from = self.board.province_of(helped);
        let order = match words {
            [] => Order::SupportHold { of: from },
            [hold] if hold.eq_ignore_ascii_case("H") => Order::SupportHold { of: from },
            ["-", to] => Order::SupportMove { from, to: self.location(to).ok_or(Unreadable)? },
            ["-", to, via] if via.eq_ignore_ascii_case("VIA") => {
                Order::SupportMove { from, to: self.location(to).ok_or(Unreadable)? }
            }
            _ => return Err(Unreadable),
        };
        Ok(Written::Order(order))
    }

    fn convoy(&self, mut words: &[&str]) -> Result<Written, Unreadable> {
        let (_, helped) = self.take_unit(&mut words)?;
        let from = self.board.province_of(helped);
        let to = match words {
            ["-", to] => to,
            ["-", to, via] if via.eq_ignore_ascii_case("VIA") => to,
            _ => return Err(Unreadable),
        };
        let to = self.board.province_of(self.location(to).ok_or(Unreadable)?);
        Ok(Written::Order(Order::Convoy { from, to }))
    }

    // Writing. Each appends to `out`, so that bulk work can keep one buffer.

    pub fn power_code(&self, power: Power) -> &str {
        &self.powers[power.index()]
    }

    pub fn province_code(&self, province: Province) -> &str {
        self.codes.of_province(province)
    }

    pub fn location_code(&self, location: Location) -> &str {
        self.codes.of_location(location)
    }

    pub fn push_unit(&self, out: &mut String, kind: UnitKind, location: Location) {
        out.push_str(match kind {
            UnitKind::Army => "A ",
            UnitKind::Fleet => "F ",
        });
        out.push_str(self.location_code(location));
    }

    pub fn write_unit(&self, unit: &Unit) -> String {
        let mut out = String::new();
        self.push_unit(&mut out, unit.kind, unit.location);
        out
    }

    /// An order with the real letters of the units concerned.
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

    pub fn write_retreat(&self, unit: &Unit, order: &RetreatOrder) -> String {
        let unit = self.write_unit(unit);
        match order {
            RetreatOrder::Disband => format!("{unit} D"),
            RetreatOrder::To(to) => format!("{unit} R {}", self.location_code(*to)),
        }
    }

    /// An adjustment; a removal needs to know the unit.
    pub fn write_entry(&self, forces: &Forces, entry: &Entry) -> String {
        let mut out = String::new();
        match *entry {
            Entry::Waive => out.push_str("WAIVE"),
            Entry::Build { kind, at } => {
                self.push_unit(&mut out, kind, at);
                out.push_str(" B");
            }
            Entry::Remove { at } => {
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
