//! Writes orders in a language: in long form, or in short form as its rulebook does (E7).

use atlas::{Names, Variant};
use notation::Notation;
use rules::{
    AdjustmentOrder, Board, Forces, Location, Order, Passage, Province, RetreatOrder, Unit, UnitKind,
};

use crate::locale::OrderTemplates;
use crate::{AnyOrder, Locale, ReadingProblem};

/// The form in which an order is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Full words: "Armee Venedig geht nach Triest".
    Long,
    /// Abbreviations of the language: "E Par A E Mar-Bor".
    Short,
    /// The international notation: "A PAR S A MAR - BUR".
    International,
}

/// Writes orders of one variant in one language.
#[derive(Clone, Debug)]
pub struct OrderWriter<'v> {
    notation: Notation<'v>,
    names: &'v Names,
    locale: Locale,
}

impl Style {
    pub const ALL: [Self; 3] = [Self::Long, Self::Short, Self::International];
}

impl<'v> OrderWriter<'v> {
    /// None if the variant has no names in that language, or there is no locale for it.
    pub fn new(variant: &'v Variant, locales: &[Locale], language: &str) -> Option<Self> {
        Some(Self {
            notation: Notation::new(&variant.board),
            names: variant.names().iter().find(|names| names.language == language)?,
            locale: locales.iter().find(|locale| locale.language == language)?.clone(),
        })
    }

    /// The code of its language: `nl`.
    pub fn language(&self) -> &str {
        &self.locale.language
    }

    /// The sentence for a problem: why a line gives no order.
    pub fn problem(&self, problem: ReadingProblem) -> &str {
        self.locale.problems.get(problem.key()).map_or("", String::as_str)
    }

    /// An order as text.
    pub fn write(&self, order: &AnyOrder, forces: &Forces, style: Style) -> String {
        let Some(formatter) = self.formatter(style) else {
            return order.international(&self.notation, forces);
        };
        match order {
            AnyOrder::Order { unit, order } => formatter.order(forces, unit, order),
            AnyOrder::Retreat { unit, order } => formatter.retreat(unit, order),
            AnyOrder::Adjustment(entry) => formatter.entry(forces, entry),
        }
    }

    /// A unit with its place, without an order.
    pub fn write_unit(&self, unit: &Unit, style: Style) -> String {
        match self.formatter(style) {
            Some(formatter) => formatter.unit(unit.kind, unit.location),
            None => self.notation.write_unit(unit),
        }
    }

    /// None for the international notation.
    fn formatter(&self, style: Style) -> Option<OrderFormatter<'_>> {
        let sentences = match style {
            Style::International => return None,
            Style::Long => &self.locale.long,
            Style::Short => &self.locale.short,
        };
        Some(OrderFormatter { board: self.notation.board(), names: self.names, sentences, style })
    }
}

/// Writes orders with the templates of one language and style.
struct OrderFormatter<'a> {
    board: &'a Board,
    names: &'a Names,
    sentences: &'a OrderTemplates,
    style: Style,
}

impl OrderFormatter<'_> {
    fn order(&self, forces: &Forces, unit: &Unit, order: &Order) -> String {
        let s = self.sentences;
        let unit = self.unit(unit.kind, unit.location);
        match *order {
            Order::Hold => fill(&s.hold, &[("unit", &unit)]),
            Order::Move { to, passage } => {
                let sentence = match passage {
                    Passage::Unstated => &s.go,
                    Passage::Convoy => &s.via,
                };
                fill(sentence, &[("unit", &unit), ("to", &self.place(to))])
            }
            Order::SupportHold { of } => {
                fill(&s.support_hold, &[("unit", &unit), ("helped", &self.helped(forces, of))])
            }
            Order::SupportMove { from, to } => {
                let helped = self.helped(forces, from);
                let blanks = [("unit", &*unit), ("helped", &helped), ("to", &self.place(to))];
                fill(&s.support_move, &blanks)
            }
            Order::Convoy { from, to } => {
                let to = self.place(self.board.coastless(to));
                fill(&s.convoy, &[("unit", &unit), ("helped", &self.helped(forces, from)), ("to", &to)])
            }
        }
    }

    fn retreat(&self, unit: &Unit, order: &RetreatOrder) -> String {
        let unit = self.unit(unit.kind, unit.location);
        match order {
            RetreatOrder::Disband => fill(&self.sentences.disband, &[("unit", &unit)]),
            RetreatOrder::To(to) => {
                fill(&self.sentences.retreat, &[("unit", &unit), ("to", &self.place(*to))])
            }
        }
    }

    fn entry(&self, forces: &Forces, entry: &AdjustmentOrder) -> String {
        match *entry {
            AdjustmentOrder::Build { kind, at } => {
                fill(&self.sentences.build, &[("unit", &self.unit(kind, at))])
            }
            AdjustmentOrder::Remove { at } => {
                fill(&self.sentences.remove, &[("unit", &self.helped(forces, at))])
            }
            AdjustmentOrder::Waive => self.sentences.waive.clone(),
        }
    }

    fn helped(&self, forces: &Forces, province: Province) -> String {
        match forces.at(province) {
            Some(unit) => self.unit(unit.kind, unit.location),
            None => self.place(self.board.coastless(province)),
        }
    }

    fn unit(&self, kind: UnitKind, location: Location) -> String {
        let sentence = match kind {
            UnitKind::Army => &self.sentences.army,
            UnitKind::Fleet => &self.sentences.fleet,
        };
        fill(sentence, &[("place", &self.place(location))])
    }

    fn place(&self, location: Location) -> String {
        let names = self.names.province(self.board.province_of(location));
        let name = match self.style {
            Style::Long | Style::International => &names.full,
            Style::Short => &names.short,
        };
        match self.board.coast(location) {
            None => name.clone(),
            Some(coast) => {
                let coast = self.sentences.coasts.of(coast);
                fill(&self.sentences.coast, &[("place", name), ("coast", coast)])
            }
        }
    }
}

/// Fills the blanks of a template, such as `{unit}`, with texts.
fn fill(sentence: &str, blanks: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(sentence.len() + 32);
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let (blank, after) = after.split_once('}').unwrap_or((after, ""));
        out.push_str(blanks.iter().find(|(name, _)| *name == blank).map_or("", |(_, value)| value));
        rest = after;
    }
    out.push_str(rest);
    out
}
