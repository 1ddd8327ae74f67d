//! The explainer: turns rulings into sentences, and phases into commentaries.

use atlas::Variant;
use notation::{LineProblem, Notation};
use rules::{
    Because, Board, Edition, Location, Outcome, Phase, Players, Power, Province, Resolution, Rule,
    RuledOrders, Ruling, Season,
};

use super::Movement;
use super::commentary::{
    Commentary, OrderNote, PowerOrders, Remark, RenderTexts, RuleNote, Section, SectionKind,
};
use super::failed_marks::is_order_marked_failed;
use super::language::Language;
use super::movement_sentences::{ChosenSentence, SentenceChooser};
use super::sentence_formatter::{Fact, Facts, SentenceFormatter, capitalised};
use super::template::Template;
use crate::OrderWriter;

/// Explains rulings on one board in one language.
#[derive(Clone, Debug)]
pub struct Explainer<'a> {
    pub(crate) formatter: SentenceFormatter<'a>,
    pub(crate) notation: Notation<'a>,
    /// Writes the orders of commentaries. None: they are in the international notation.
    pub(crate) writer: Option<&'a OrderWriter<'a>>,
}

/// A sentence that explains a ruling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    pub text: String,
    /// The rule that decided, if there is one.
    pub rule: Option<Rule>,
}

/// A line that is refused (E4), with its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RefusedLine<'a> {
    pub power: Power,
    pub text: &'a str,
    pub problem: LineProblem,
}

impl<'a> Explainer<'a> {
    /// The language must have been loaded for the same variant.
    pub fn new(variant: &'a Variant, language: &'a Language) -> Self {
        let board = &variant.board;
        Self {
            formatter: SentenceFormatter { board, language },
            notation: Notation::new(board),
            writer: None,
        }
    }

    /// An explainer for another board of the variant, with other closed land (K5).
    pub fn for_board<'b>(&self, board: &'b Board) -> Explainer<'b>
    where
        'a: 'b,
    {
        Explainer {
            formatter: SentenceFormatter { board, language: self.formatter.language },
            notation: Notation::new(board),
            writer: self.writer,
        }
    }

    pub const fn board(&self) -> &'a Board {
        self.formatter.board
    }

    pub const fn language(&self) -> &'a Language {
        self.formatter.language
    }

    /// The name of a phase's turn: "Spring 1901".
    pub fn turn(&self, phase: Phase) -> String {
        let date = phase.turn();
        let key = match date.season {
            Season::Spring => "titles.spring",
            Season::Fall => "titles.fall",
        };
        let year = Fact::Number(usize::from(date.year));
        capitalised(&self.formatter.format(key, &Facts::of("year", year)))
    }

    /// The title of a phase: "Spring 1901: moves".
    pub fn title(&self, phase: Phase) -> String {
        let key = match phase {
            Phase::Movement(_) => "titles.movement",
            Phase::Retreat(_) => "titles.retreats",
            Phase::Adjustment { .. } => "titles.adjustments",
        };
        let year = Fact::Number(usize::from(phase.turn().year));
        let facts = Facts::of("turn", Fact::Text(self.turn(phase))).and("year", year);
        capitalised(&self.formatter.format(key, &facts))
    }

    /// The title of the rulebook's sample game.
    pub fn sample_game_title(&self) -> String {
        self.formatter.word("titles.sample_game")
    }

    /// The name of a power.
    pub fn power(&self, power: Power) -> &'a str {
        self.formatter.language.power(power, "name").unwrap_or("?")
    }

    /// The name of a province.
    pub fn province(&self, province: Province) -> &'a str {
        self.formatter.language.place(province, "name").unwrap_or("?")
    }

    /// The name of a place, with its coast.
    pub fn place(&self, location: Location) -> String {
        self.formatter.place(location, "name")
    }

    /// The text of one of the 22 rules, in our own words.
    pub fn rule(&self, rule: Rule) -> &'a str {
        self.formatter.language.rule(rule)
    }

    /// A text of the lessons: `lessons.KEY`, `introductions.KEY` or `examples.ID`.
    pub fn lesson_text(&self, key: &str) -> Option<&'a str> {
        self.formatter.language.lesson_text(key)
    }

    /// Explains the result of one unit's order in a movement phase. `slot` is the unit's index in
    /// [`Forces::units`](rules::Forces::units). `board` is the board of the phase: some of its land may be
    /// closed.
    pub fn movement_sentence(&self, board: &Board, resolution: &Resolution, slot: usize) -> Option<Sentence> {
        let movement = Movement::of(resolution)?;
        let chosen = SentenceChooser::new(board, movement).choose(slot)?;
        let because = movement.rulings.get(slot)?.because;
        Some(self.sentence(&chosen, because.rule()))
    }

    /// Says which unit dislodged this one, and where it may retreat. None if it was not dislodged.
    pub fn dislodgement_sentence(&self, resolution: &Resolution, slot: usize) -> Option<Sentence> {
        let movement = Movement::of(resolution)?;
        let unit = movement.forces.units().get(slot)?;
        let open = &movement.dislodged.iter().find(|dislodged| dislodged.unit == *unit)?.open_retreats;
        let from = movement.rulings.get(slot)?.dislodged_from?;
        let places = self.formatter.list_with_or(open);
        let chooser = SentenceChooser::new(self.board(), movement);
        let chosen = chooser.choose_dislodged(unit, from, open, places)?;
        Some(self.sentence(&chosen, None))
    }

    /// Says why a line is refused. `players` are those of the phase.
    pub fn refusal_sentence(&self, players: &Players, line: &RefusedLine<'_>) -> Sentence {
        let facts =
            Facts::of("power", Fact::Power(line.power)).and("text", Fact::Text(line.text.trim().to_owned()));
        let key = match line.problem {
            LineProblem::Unreadable => "refused.unreadable",
            LineProblem::Illegal(rules::Illegality::TwoOrders) => "refused.two_orders",
            LineProblem::Illegal(rules::Illegality::InDisorder) if players.is_unplayed(line.power) => {
                "refused.unplayed"
            }
            LineProblem::Illegal(rules::Illegality::InDisorder) => "refused.in_disorder",
            LineProblem::Illegal(rules::Illegality::WrongPhase) => "refused.wrong_phase",
            LineProblem::Illegal(rules::Illegality::Closed) => "refused.closed",
            // Every other problem needs an order on the sheet. A refused line has none, because the power has
            // no such unit.
            LineProblem::Illegal(_) => "refused.no_such_unit",
        };
        self.sentence(&(key, facts), None)
    }

    pub(crate) fn sentence(&self, chosen: &ChosenSentence, rule: Option<Rule>) -> Sentence {
        let (key, facts) = chosen;
        let facts = Facts::of("sentence", Fact::Text(capitalised(&self.formatter.format(key, facts))));
        let text = match rule {
            None => self.formatter.format("frames.sentence", &facts),
            Some(rule) => {
                let facts = facts.and("rule", Fact::Number(usize::from(rule.number())));
                self.formatter.format("frames.sentence_with_rule", &facts)
            }
        };
        Sentence { text, rule }
    }

    /// Explains a whole phase and its refused lines. `board` is the board of the phase.
    pub fn commentary(
        &self,
        board: &Board,
        edition: Edition,
        resolution: &Resolution,
        refused: &[RefusedLine<'_>],
    ) -> Commentary {
        let mut pages = CommentaryBuilder::new(self, resolution.phase());
        pages.add_refused_lines(&resolution.before.players, refused);
        match &resolution.ruled_orders {
            RuledOrders::Movement { .. } => self.movement(board, resolution, &mut pages),
            RuledOrders::Retreats { .. } => self.retreats(resolution, &mut pages),
            RuledOrders::Adjustments(adjustments) => {
                let before = resolution.before.adjustment_judge(board, edition);
                self.adjustments(&before, adjustments, &mut pages);
            }
        }
        pages.build()
    }

    /// The order in which a person works this phase out (L2): titles, and the provinces of the units below
    /// each. Builds and removals have no such order.
    pub fn working_order(&self, board: &Board, resolution: &Resolution) -> Vec<(String, Vec<Province>)> {
        let mut pages = CommentaryBuilder::new(self, resolution.phase());
        match &resolution.ruled_orders {
            RuledOrders::Movement { .. } => self.movement(board, resolution, &mut pages),
            RuledOrders::Retreats { .. } => self.retreats(resolution, &mut pages),
            RuledOrders::Adjustments(_) => {}
        }
        let sections = pages.sections.into_iter().map(|section| {
            let provinces = section.remarks.iter().filter_map(|remark| remark.province).collect();
            (section.title, provinces)
        });
        sections.filter(|(_, provinces): &(String, Vec<Province>)| !provinces.is_empty()).collect()
    }

    /// Explains the moves: cut supports first, then standoffs and failures, then successes, then dislodged
    /// units and their retreats.
    fn movement(&self, board: &Board, resolution: &Resolution, pages: &mut CommentaryBuilder<'_, '_>) {
        let mut moves: Vec<_> = resolution.movement_rulings().enumerate().collect();
        // By power, as people read orders aloud; for each power in the order of the board's provinces.
        moves.sort_by_key(|(_, (unit, ..))| (unit.power, board.province_of(unit.location)));
        for (slot, (unit, order, ruling)) in moves {
            let province = board.province_of(unit.location);
            let note = OrderNote {
                text: self.order_text(&resolution.before.forces, unit, order),
                failed: is_order_marked_failed(order, ruling),
            };
            pages.add_order(unit.power, &note);
            if let Some(sentence) = self.movement_sentence(board, resolution, slot) {
                pages.add_remark(section_of(ruling), Some(province), Some(note.clone()), sentence);
            }
            if let Some(sentence) = self.dislodgement_sentence(resolution, slot) {
                pages.add_remark(SectionKind::Dislodged, Some(province), Some(note), sentence);
            }
        }
        pages.sort_remarks(SectionKind::Standoffs, |province| {
            self.contested(&Movement::of(resolution)?, province)
        });
    }

    /// The province of a unit's standoff. If two units tried to swap places, the first of the two provinces.
    fn contested(&self, turn: &Movement<'_>, province: Province) -> Option<Province> {
        let slot = turn.forces.slot(province)?;
        let there = turn.destination(self.board(), turn.forces.units().get(slot)?).unwrap_or(province);
        let is_swap = matches!(turn.rulings.get(slot)?.because, Because::Swap { .. });
        Some(if is_swap { there.min(province) } else { there })
    }
}

/// The section of the commentary that has the sentence about this ruling.
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
        Because::ConvoyBroken { .. }
        | Because::ChainBroken { .. }
        | Because::RouteBroken { .. }
        | Because::NoRoute
        | Because::Paradox
        | Because::NotTaken { .. } => SectionKind::Convoys,
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

/// Builds a commentary.
pub(crate) struct CommentaryBuilder<'e, 'a> {
    explainer: &'e Explainer<'a>,
    title: String,
    orders: Vec<PowerOrders>,
    sections: Vec<Section>,
}

impl<'e, 'a> CommentaryBuilder<'e, 'a> {
    pub(crate) fn new(explainer: &'e Explainer<'a>, phase: Phase) -> Self {
        let speech = &explainer.formatter;
        let section =
            |kind: SectionKind| Section { kind, title: speech.word(kind.heading_key()), remarks: Vec::new() };
        Self {
            explainer,
            title: explainer.title(phase),
            orders: Vec::new(),
            sections: SectionKind::ALL.map(section).into(),
        }
    }

    /// Adds an order to the list of its power.
    pub(crate) fn add_order(&mut self, power: Power, note: &OrderNote) {
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

    /// Adds a remark for each refused line.
    pub(crate) fn add_refused_lines(&mut self, players: &Players, refused: &[RefusedLine<'_>]) {
        for line in refused {
            let note = OrderNote { text: line.text.trim().to_owned(), failed: true };
            let sentence = self.explainer.refusal_sentence(players, line);
            self.add_remark(SectionKind::Refused, None, Some(note), sentence);
        }
    }

    /// Adds a sentence to a section.
    pub(crate) fn add_remark(
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

    /// Sorts the remarks of a section, so that those with the same key are together.
    fn sort_remarks<K: Ord>(&mut self, kind: SectionKind, about: impl Fn(Province) -> Option<K>) {
        if let Some(section) = self.sections.iter_mut().find(|section| section.kind == kind) {
            section.remarks.sort_by_key(|remark| remark.province.and_then(&about));
        }
    }

    /// The finished commentary, without empty sections and with the text of each rule that it cites.
    pub(crate) fn build(mut self) -> Commentary {
        self.orders.sort_by_key(|orders| orders.power);
        self.sections.retain(|section| !section.remarks.is_empty());
        let remarks = || self.sections.iter().flat_map(|section| &section.remarks);
        let mut rules: Vec<Rule> = remarks().filter_map(|remark| remark.rule).collect();
        rules.sort();
        rules.dedup();
        let note = |rule: Rule| RuleNote { rule, text: self.explainer.rule(rule).to_owned() };
        let speech = &self.explainer.formatter;
        let template = |key: &str| {
            speech.language.sentences.get(key).cloned().unwrap_or(Template { pieces: Vec::new() })
        };
        Commentary {
            title: self.title,
            orders: self.orders,
            rules: rules.into_iter().map(note).collect(),
            words: RenderTexts {
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
