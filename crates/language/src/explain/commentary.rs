//! A commentary: one phase explained in the order in which a person resolves it (L2). It is structured, so
//! that each page can choose its own layout.

use rules::{Power, Province, Rule};

use super::template::Template;

/// The explanation of one phase in the reader's language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Commentary {
    /// The title of the phase: "Spring 1901: moves".
    pub title: String,
    /// The orders of every power that gave any.
    pub orders: Vec<PowerOrders>,
    pub sections: Vec<Section>,
    /// The rules that the remarks cite, in our own words.
    pub rules: Vec<RuleNote>,
    pub(crate) words: RenderTexts,
}

/// One power's orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PowerOrders {
    pub power: Power,
    pub name: String,
    pub orders: Vec<OrderNote>,
}

/// An order as text, marked if it failed (E13).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderNote {
    pub text: String,
    pub failed: bool,
}

/// The remarks of one kind, with a title.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    pub kind: SectionKind,
    pub title: String,
    pub remarks: Vec<Remark>,
}

/// The steps of resolving a phase, in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SectionKind {
    /// Refused lines and void orders.
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
    /// Which powers may build or must remove.
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

    /// The key of the section's title.
    pub(crate) const fn heading_key(self) -> &'static str {
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
    /// The province of the unit, if there is one.
    pub province: Option<Province>,
    /// The order; none for a remark about a power.
    pub order: Option<OrderNote>,
    /// The one of the 22 rules that decided, if there is one.
    pub rule: Option<Rule>,
    pub sentence: String,
}

/// A rule that a remark cites, with its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleNote {
    pub rule: Rule,
    pub text: String,
}

/// The texts of the language that rendering needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RenderTexts {
    pub(crate) language: String,
    pub(crate) orders: String,
    pub(crate) rules: String,
    pub(crate) marked: String,
    pub(crate) orders_of: Template,
    pub(crate) remark: Template,
    pub(crate) rule: Template,
}
