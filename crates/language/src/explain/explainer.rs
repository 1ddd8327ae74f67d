//! The explainer: rulings in, sentences and commentaries out.

use atlas::Variant;
use rules::{
    Because, Board, Edition, Outcome, Phase, Power, Province, Resolution, Rule, Ruled, Ruling, Season,
};

use super::Movement;
use super::commentary::{Commentary, OrderNote, PowerOrders, Remark, RuleNote, Section, SectionKind, Words};
use super::language::Language;
use super::marks::is_marked;
use super::movement::{Teller, Told};
use super::speech::{Fact, Facts, Speech, capitalised};
use super::template::Template;
use crate::{Notation, Problem};

/// Explains rulings on one board in one language.
#[derive(Clone, Debug)]
pub struct Explainer<'a> {
    pub(crate) speech: Speech<'a>,
    pub(crate) notation: Notation<'a>,
}

/// A ruling in a reader's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    pub text: String,
    pub rule: Option<Rule>,
}

/// A line that could not be taken (E4), with its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RefusedLine<'a> {
    pub power: Power,
    pub text: &'a str,
    pub problem: Problem,
}

impl<'a> Explainer<'a> {
    /// The language must have been loaded for the same variant.
    pub fn new(variant: &'a Variant, language: &'a Language) -> Self {
        let board = &variant.board;
        Self { speech: Speech { board, language }, notation: Notation::new(board) }
    }

    /// The same for another board of the variant, on which other land is closed (K5).
    pub fn on<'b>(&self, board: &'b Board) -> Explainer<'b>
    where
        'a: 'b,
    {
        Explainer { speech: Speech { board, language: self.speech.language }, notation: Notation::new(board) }
    }

    pub const fn board(&self) -> &'a Board {
        self.speech.board
    }

    pub const fn language(&self) -> &'a Language {
        self.speech.language
    }

    /// "Spring 1901".
    pub fn turn(&self, phase: Phase) -> String {
        let date = phase.date();
        let key = match date.season {
            Season::Spring => "titles.spring",
            Season::Fall => "titles.fall",
        };
        let year = Fact::Number(usize::from(date.year));
        capitalised(&self.speech.say(key, &Facts::of("year", year)))
    }

    /// "Spring 1901: moves".
    pub fn title(&self, phase: Phase) -> String {
        let key = match phase {
            Phase::Movement(_) => "titles.movement",
            Phase::Retreat(_) => "titles.retreats",
            Phase::Adjustment { .. } => "titles.adjustments",
        };
        let year = Fact::Number(usize::from(phase.date().year));
        let facts = Facts::of("turn", Fact::Text(self.turn(phase))).and("year", year);
        capitalised(&self.speech.say(key, &facts))
    }

    /// What the rulebook's sample game is called.
    pub fn sample_game_title(&self) -> String {
        self.speech.word("titles.sample_game")
    }

    /// One of the 22 rules in our own words.
    pub fn rule(&self, rule: Rule) -> &'a str {
        self.speech.language.rule(rule)
    }

    /// What became of one unit's order in a movement phase, by its number in
    /// [`Forces::units`](rules::Forces::units). `board` is the one that the phase was played on: some of its
    /// land may be closed.
    pub fn movement_sentence(&self, board: &Board, resolution: &Resolution, slot: usize) -> Option<Sentence> {
        let turn = Movement::of(resolution)?;
        let told = Teller::new(board, turn).tell(slot)?;
        let because = turn.rulings.get(slot)?.because;
        Some(self.sentence(&told, because.rule()))
    }

    /// Who dislodged a unit, and where it may retreat.
    pub fn dislodgement_sentence(&self, resolution: &Resolution, slot: usize) -> Option<Sentence> {
        let turn = Movement::of(resolution)?;
        let unit = turn.forces.units().get(slot)?;
        let open = &turn.dislodged.iter().find(|fallen| fallen.unit == *unit)?.open;
        let from = turn.rulings.get(slot)?.dislodged_from?;
        let in_disorder = turn.table.in_disorder(unit.power);
        let places = self.speech.choice(open);
        let teller = Teller::new(self.board(), turn);
        let told = teller.tell_dislodged(unit, from, open, in_disorder, places)?;
        Some(self.sentence(&told, None))
    }

    /// Why a line was not taken.
    pub fn refusal_sentence(&self, line: &RefusedLine<'_>) -> Sentence {
        let facts =
            Facts::of("power", Fact::Power(line.power)).and("text", Fact::Text(line.text.trim().to_owned()));
        let key = match line.problem {
            Problem::Unreadable => "refused.unreadable",
            Problem::Illegal(rules::Illegality::TwoOrders) => "refused.two_orders",
            Problem::Illegal(rules::Illegality::InDisorder) => "refused.in_disorder",
            Problem::Illegal(rules::Illegality::WrongPhase) => "refused.wrong_phase",
            Problem::Illegal(rules::Illegality::Closed) => "refused.closed",
            // Every other problem is one of an order on the sheet; here there is no unit for it.
            Problem::Illegal(_) => "refused.no_such_unit",
        };
        self.sentence(&(key, facts), None)
    }

    pub(crate) fn sentence(&self, told: &Told, rule: Option<Rule>) -> Sentence {
        let (key, facts) = told;
        let facts = Facts::of("sentence", Fact::Text(capitalised(&self.speech.say(key, facts))));
        let text = match rule {
            None => self.speech.say("frames.sentence", &facts),
            Some(rule) => {
                let facts = facts.and("rule", Fact::Number(usize::from(rule.number())));
                self.speech.say("frames.sentence_with_rule", &facts)
            }
        };
        Sentence { text, rule }
    }

    /// A whole phase, with the lines that could not be taken. `board` is the one that it was played on.
    pub fn commentary(
        &self,
        board: &Board,
        edition: Edition,
        resolution: &Resolution,
        refused: &[RefusedLine<'_>],
    ) -> Commentary {
        let mut pages = Pages::new(self, resolution.phase());
        pages.refuse(refused);
        match &resolution.ruled {
            Ruled::Movement { .. } => self.movement(board, resolution, &mut pages),
            Ruled::Retreats { .. } => self.retreats(resolution, &mut pages),
            Ruled::Adjustments(adjustments) => {
                let before = resolution.before.adjustments(board, edition);
                self.adjustments(&before, adjustments, &mut pages);
            }
        }
        pages.bind()
    }

    /// Cut supports first, then what stands off or fails, then what succeeds, then the dislodged and
    /// where they may go.
    fn movement(&self, board: &Board, resolution: &Resolution, pages: &mut Pages<'_, '_>) {
        let mut moves: Vec<_> = resolution.moves().enumerate().collect();
        // By power, as order sheets are read out; within a power in the board's alphabet.
        moves.sort_by_key(|(_, (unit, ..))| (unit.power, board.province_of(unit.location)));
        for (slot, (unit, order, ruling)) in moves {
            let province = board.province_of(unit.location);
            let note = OrderNote {
                text: match order {
                    Some(order) => self.notation.write_order(&resolution.before.forces, unit, order),
                    None => self.notation.write_unit(unit),
                },
                failed: is_marked(order, ruling),
            };
            pages.list(unit.power, &note);
            if let Some(sentence) = self.movement_sentence(board, resolution, slot) {
                pages.remark(section_of(ruling), Some(province), Some(note.clone()), sentence);
            }
            if let Some(sentence) = self.dislodgement_sentence(resolution, slot) {
                pages.remark(SectionKind::Dislodged, Some(province), Some(note), sentence);
            }
        }
        pages.gather(SectionKind::Standoffs, |province| self.contested(&Movement::of(resolution)?, province));
    }

    /// The province that a unit stands off about: of two that wanted to change places, the first.
    fn contested(&self, turn: &Movement<'_>, province: Province) -> Option<Province> {
        let slot = turn.forces.slot(province)?;
        let there = turn.destination(self.board(), turn.forces.units().get(slot)?).unwrap_or(province);
        let is_swap = matches!(turn.rulings.get(slot)?.because, Because::Swap { .. });
        Some(if is_swap { there.min(province) } else { there })
    }
}

/// In which step of working a turn out an order is told.
const fn section_of(ruling: &Ruling) -> SectionKind {
    match ruling.because {
        Because::Illegal(_) | Because::Mismatch { .. } => SectionKind::Refused,
        Because::Cut { .. }
        | Because::NotCut { .. }
        | Because::Dislodged { .. }
        | Because::CutByDislodged { .. }
        | Because::OwnAttack { .. }
        | Because::ConvoyedAttack { .. }
        | Because::CutByOtherRoute { .. } => SectionKind::Cut,
        Because::ConvoyBroken { .. } | Because::NoRoute | Because::Paradox | Because::NotTaken { .. } => {
            SectionKind::Convoys
        }
        Because::Standoff { .. }
        | Because::SparedByStandoff { .. }
        | Because::StandoffWithDislodged { .. }
        | Because::ConvoyedStandoff { .. }
        | Because::Swap { .. } => SectionKind::Standoffs,
        Because::Unopposed
        | Because::Stronger { .. }
        | Because::Weaker { .. }
        | Because::Blocked { .. }
        | Because::Rotation { .. }
        | Because::Unhindered { .. }
        | Because::OwnUnit { .. }
        | Because::OwnSupport { .. }
        | Because::Given { .. }
        | Because::GivenInPlace { .. }
        | Because::Carried { .. }
        | Because::ConvoyedSwap { .. }
        | Because::OtherRoute { .. }
        | Because::NoOrder
        | Because::Retreated
        | Because::Disbanded
        | Because::Clash { .. }
        | Because::NoRetreat
        | Because::Built
        | Because::Removed
        | Because::Waived
        | Because::CivilDisorder => match ruling.outcome {
            Outcome::Succeeds => SectionKind::Successes,
            Outcome::Fails | Outcome::Void => SectionKind::Failures,
        },
    }
}

/// A commentary being written.
pub(crate) struct Pages<'e, 'a> {
    explainer: &'e Explainer<'a>,
    title: String,
    orders: Vec<PowerOrders>,
    sections: Vec<Section>,
}

impl<'e, 'a> Pages<'e, 'a> {
    pub(crate) fn new(explainer: &'e Explainer<'a>, phase: Phase) -> Self {
        let speech = &explainer.speech;
        let section =
            |kind: SectionKind| Section { kind, title: speech.word(kind.heading()), remarks: Vec::new() };
        Self {
            explainer,
            title: explainer.title(phase),
            orders: Vec::new(),
            sections: SectionKind::ALL.map(section).into(),
        }
    }

    pub(crate) fn list(&mut self, power: Power, note: &OrderNote) {
        let i = match self.orders.iter().position(|orders| orders.power == power) {
            Some(i) => i,
            None => {
                let name = self.explainer.language().power(power, "name").unwrap_or_default();
                self.orders.push(PowerOrders { power, name: name.to_owned(), orders: Vec::new() });
                self.orders.len() - 1
            }
        };
        self.orders[i].orders.push(note.clone());
    }

    pub(crate) fn refuse(&mut self, refused: &[RefusedLine<'_>]) {
        for line in refused {
            let note = OrderNote { text: line.text.trim().to_owned(), failed: true };
            let sentence = self.explainer.refusal_sentence(line);
            self.remark(SectionKind::Refused, None, Some(note), sentence);
        }
    }

    pub(crate) fn remark(
        &mut self,
        kind: SectionKind,
        province: Option<Province>,
        order: Option<OrderNote>,
        sentence: Sentence,
    ) {
        let remark = Remark { province, order, rule: sentence.rule, sentence: sentence.text };
        if let Some(section) = self.sections.iter_mut().find(|section| section.kind == kind) {
            section.remarks.push(remark);
        }
    }

    /// Puts remarks together that are about the same thing.
    fn gather<K: Ord>(&mut self, kind: SectionKind, about: impl Fn(Province) -> Option<K>) {
        if let Some(section) = self.sections.iter_mut().find(|section| section.kind == kind) {
            section.remarks.sort_by_key(|remark| remark.province.and_then(&about));
        }
    }

    pub(crate) fn bind(mut self) -> Commentary {
        self.orders.sort_by_key(|orders| orders.power);
        self.sections.retain(|section| !section.remarks.is_empty());
        let remarks = || self.sections.iter().flat_map(|section| &section.remarks);
        let mut rules: Vec<Rule> = remarks().filter_map(|remark| remark.rule).collect();
        rules.sort();
        rules.dedup();
        let note = |rule: Rule| RuleNote { rule, text: self.explainer.rule(rule).to_owned() };
        let speech = &self.explainer.speech;
        let template = |key: &str| {
            speech.language.sentences.get(key).cloned().unwrap_or(Template { pieces: Vec::new() })
        };
        Commentary {
            title: self.title,
            orders: self.orders,
            rules: rules.into_iter().map(note).collect(),
            words: Words {
                language: speech.language.code().to_owned(),
                orders: speech.word("headings.orders"),
                rules: speech.word("headings.rules"),
                marked: speech.word("frames.marked"),
                orders_of: template("frames.orders_of"),
                remark: template("frames.remark"),
                rule: template("frames.rule"),
            },
            sections: self.sections,
        }
    }
}
