//! A phase told in the order in which a person works it out (L2): structured, so that a page can
//! lay it out as it likes.

use rules::{Power, Province, Rule};

use super::template::Template;

/// What became of the orders of one phase, in a reader's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Commentary {
    /// "Spring 1901: moves"
    pub title: String,
    /// The orders of every power that gave any, as a result sheet shows them.
    pub orders: Vec<PowerOrders>,
    pub sections: Vec<Section>,
    /// The rules that decided something, in our own words.
    pub rules: Vec<RuleNote>,
    pub(crate) words: Words,
}

/// One power's orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PowerOrders {
    pub power: Power,
    pub name: String,
    pub orders: Vec<OrderNote>,
}

/// An order as it was given, marked if it failed (E13).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderNote {
    pub text: String,
    pub failed: bool,
}

/// Remarks of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    pub kind: SectionKind,
    pub title: String,
    pub remarks: Vec<Remark>,
}

/// The steps of working a phase out, in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SectionKind {
    /// Orders that do not count.
    Refused,
    /// Supports that are attacked: cut or not.
    Cut,
    /// Convoys that fail.
    Convoys,
    Standoffs,
    /// Other orders that fail.
    Failures,
    Successes,
    Dislodged,
    Retreats,
    /// Who may build and who must remove.
    Balance,
    Adjustments,
}

impl SectionKind {
    pub const ALL: [Self; 10] = [
        Self::Refused,
        Self::Cut,
        Self::Convoys,
        Self::Standoffs,
        Self::Failures,
        Self::Successes,
        Self::Dislodged,
        Self::Retreats,
        Self::Balance,
        Self::Adjustments,
    ];

    pub(crate) const fn heading(self) -> &'static str {
        match self {
            Self::Refused => "headings.refused",
            Self::Cut => "headings.cut",
            Self::Convoys => "headings.convoys",
            Self::Standoffs => "headings.standoffs",
            Self::Failures => "headings.failures",
            Self::Successes => "headings.successes",
            Self::Dislodged => "headings.dislodged",
            Self::Retreats => "headings.retreats",
            Self::Balance => "headings.balance",
            Self::Adjustments => "headings.adjustments",
        }
    }
}

/// One sentence about one order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// The province of the unit concerned, if there is one.
    pub province: Option<Province>,
    /// The order concerned; none for remarks about a power.
    pub order: Option<OrderNote>,
    /// One of the 22 rules, if one decided.
    pub rule: Option<Rule>,
    pub sentence: String,
}

/// A rule that decided something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleNote {
    pub rule: Rule,
    pub text: String,
}

/// What the renderings need of the language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Words {
    pub(crate) language: String,
    pub(crate) orders: String,
    pub(crate) rules: String,
    pub(crate) marked: String,
    pub(crate) orders_of: Template,
    pub(crate) remark: Template,
    pub(crate) rule: Template,
}
