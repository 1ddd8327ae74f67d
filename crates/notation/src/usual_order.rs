//! Reads orders in their usual spelling: the letter of each unit, places of three letters, single spaces. They
//! are not split into words, which saves two thirds of the instructions. Everything else is left to
//! [`Notation::any_order`].

use detente_rules::{Location, Order, Passage, UnitKind};

use crate::codes::pack;
use crate::{Notation, WrittenAction, WrittenOrder};

impl Notation<'_> {
    /// The order, if it has the usual spelling. None says nothing about the text.
    #[inline]
    pub(crate) fn usual_order(&self, text: &str) -> Option<WrittenOrder> {
        let (kind, at, rest) = self.usual_unit(text.as_bytes())?;
        let action = match rest {
            [b' ', b'-', b' ', to @ ..] => {
                let (to, rest) = self.usual_place(to)?;
                let passage = match rest {
                    [] => Passage::Unstated,
                    b" VIA" => Passage::Convoy,
                    _ => return None,
                };
                WrittenAction::Order(Order::Move { to, passage })
            }
            [b' ', b'S', b' ', helped @ ..] => {
                let (_, helped, rest) = self.usual_unit(helped)?;
                let from = self.board().province_of(helped);
                WrittenAction::Order(match rest {
                    [] => Order::SupportHold { of: from },
                    _ => Order::SupportMove { from, to: self.usual_destination(rest)? },
                })
            }
            [b' ', b'C', b' ', helped @ ..] => {
                let (_, helped, rest) = self.usual_unit(helped)?;
                let to = self.usual_destination(rest)?;
                let (from, to) = (self.board().province_of(helped), self.board().province_of(to));
                WrittenAction::Order(Order::Convoy { from, to })
            }
            b" H" => WrittenAction::Order(Order::Hold),
            b" B" => WrittenAction::Build,
            b" D" => WrittenAction::Disband,
            _ => return None,
        };
        Some(WrittenOrder { kind: Some(kind), at, action })
    }

    /// A unit at the start of a text, and the rest: `A PAR`.
    #[inline]
    pub(crate) fn usual_unit<'t>(&self, text: &'t [u8]) -> Option<(UnitKind, Location, &'t [u8])> {
        let [letter, b' ', place @ ..] = text else { return None };
        // Which of the two letters it is cannot be predicted, so branch-free.
        let is_fleet = *letter == b'F';
        if !(is_fleet | (*letter == b'A')) {
            return None;
        }
        let kind = UnitKind::BOTH[usize::from(is_fleet)];
        let (location, rest) = self.usual_place(place)?;
        Some((kind, location, rest))
    }

    /// The destination of another unit, which ends the text: ` - BUR`.
    #[inline]
    fn usual_destination(&self, text: &[u8]) -> Option<Location> {
        let [b' ', b'-', b' ', to @ ..] = text else { return None };
        match self.usual_place(to)? {
            (to, []) => Some(to),
            _ => None,
        }
    }

    /// A place at the start of a text, up to a space or the end: `PAR`, `STP/SC`.
    #[inline]
    fn usual_place<'t>(&self, text: &'t [u8]) -> Option<(Location, &'t [u8])> {
        let length = match text {
            [_, _, _] | [_, _, _, b' ', ..] => 3,
            [_, _, _, b'/', _, _] | [_, _, _, b'/', _, _, b' ', ..] => 6,
            _ => return None,
        };
        let (code, rest) = text.split_at_checked(length)?;
        Some((self.codes.packed_location(pack(code)?)?, rest))
    }
}
