//! The run command until there is a server: the rulebook's sample game, turn by turn, every order
//! with its reason.

use std::io::{self, IsTerminal, Write};

use anyhow::{Context, bail};
use cases::{OrderLine, Section, open, parse};
use language::{HandedIn, HandedInEntries, Notation, write_phase};
use rules::{Edition, Judge, Outcome, Phase, Position, Power, Ruling, Season, judge_retreats};

const CASE: &str = include_str!("../../../cases/rulebook/sample-game.case");

/// Plays the sample game on standard output.
pub(crate) fn run() -> anyhow::Result<()> {
    let variant = atlas::standard();
    let notation = Notation::new(&variant.board);
    let cases = parse(CASE).map_err(|fault| anyhow::anyhow!("the sample game: line {fault}"))?;
    let case = cases.first().context("the sample game is empty")?;
    let first = case.sections.first().context("the sample game has no turns")?;
    let position = open(&notation, first).map_err(anyhow::Error::msg)?;
    let mut stage = Stage {
        out: io::stdout().lock(),
        underline: io::stdout().is_terminal(),
        notation: &notation,
        variant,
        position,
    };
    writeln!(
        stage.out,
        "The sample game of the rulebooks. Orders that fail are underlined; in brackets, the rule."
    )?;
    for section in &case.sections {
        stage.play(section)?;
    }
    writeln!(stage.out, "\n`detente --help` lists the other commands.")?;
    Ok(())
}

struct Stage<'a, W> {
    out: W,
    /// Terminals can underline; in plain text a failed order is put between underscores.
    underline: bool,
    notation: &'a Notation<'a>,
    variant: &'a atlas::Variant,
    position: Position,
}

impl<W: Write> Stage<'_, W> {
    fn play(&mut self, section: &Section) -> anyhow::Result<()> {
        if self.position.phase != section.phase {
            bail!("the sample game is out of step at line {}", section.line);
        }
        writeln!(self.out, "\n{}", self.heading())?;
        let lines: Vec<&OrderLine> = section.orders.iter().filter(|line| !line.is_unordered()).collect();
        let mut texts: Vec<(Power, &str)> = Vec::new();
        for line in &lines {
            let power = self.notation.power(&line.power).context("a power of the board")?;
            texts.push((power, &line.order));
        }
        match section.phase {
            Phase::Movement(_) => self.movement(&texts),
            Phase::Retreat(_) => self.retreats(&texts),
            Phase::Adjustment { .. } => self.adjustments(&texts),
        }
    }

    fn heading(&self) -> String {
        let date = self.position.phase.date();
        let season = match date.season {
            Season::Spring => "Spring",
            Season::Fall => "Fall",
        };
        let what = match self.position.phase {
            Phase::Movement(_) => "orders",
            Phase::Retreat(_) => "retreats",
            Phase::Adjustment { .. } => "gains and losses",
        };
        format!("{season} {}, {what} ({})", date.year, write_phase(self.position.phase))
    }

    fn movement(&mut self, texts: &[(Power, &str)]) -> anyhow::Result<()> {
        let board = &self.variant.board;
        let mut sheet = HandedIn::new(self.notation);
        sheet.movement(self.notation, &self.position, texts.iter().copied());
        let mut judge = Judge::new(board, Edition::Y2000);
        let verdict = judge.movement(&self.position.forces, &self.position.table, &sheet.sheet);
        let units = self.position.forces.units().to_vec();
        for power in board.powers() {
            writeln!(self.out, "  {}", self.variant.power_name(power))?;
            for (slot, unit) in units.iter().enumerate() {
                if unit.power == power {
                    let order = sheet.sheet.get(board.province_of(unit.location));
                    let text = match order {
                        Some(order) => self.notation.write_order(&self.position.forces, unit, order),
                        None => self.notation.write_unit(unit),
                    };
                    self.tell(&text, &verdict.rulings()[slot])?;
                }
            }
        }
        for (slot, open) in verdict.dislodged() {
            let unit = self.notation.write_unit(&self.position.forces.units()[slot]);
            let places: Vec<&str> = open.iter().map(|place| self.notation.location_code(*place)).collect();
            let places =
                if places.is_empty() { "nowhere: it is disbanded".to_owned() } else { places.join(", ") };
            writeln!(self.out, "  {unit} is dislodged and may retreat to {places}")?;
        }
        self.position.after_movement(board, verdict);
        Ok(())
    }

    fn retreats(&mut self, texts: &[(Power, &str)]) -> anyhow::Result<()> {
        let board = &self.variant.board;
        let mut sheet = HandedIn::new(self.notation);
        sheet.retreats(self.notation, &self.position, texts.iter().copied());
        let position = &self.position;
        let rulings =
            judge_retreats(board, &position.forces, &position.table, &position.dislodged, &sheet.sheet);
        for (fallen, ruling) in self.position.dislodged.clone().iter().zip(&rulings) {
            let text = match sheet.sheet.get(board.province_of(fallen.unit.location)) {
                Some(order) => self.notation.write_retreat(&fallen.unit, order),
                None => self.notation.write_unit(&fallen.unit),
            };
            self.tell(&text, ruling)?;
        }
        self.position.after_retreats(board, &sheet.sheet, &rulings);
        Ok(())
    }

    fn adjustments(&mut self, texts: &[(Power, &str)]) -> anyhow::Result<()> {
        let board = &self.variant.board;
        let taken = HandedInEntries::adjustments(self.notation, texts.iter().copied());
        let adjustments = self.position.adjustments(board, Edition::Y2000).judge(&taken.entries);
        for adjustment in &adjustments {
            let text = self.notation.write_entry(&self.position.forces, &adjustment.entry);
            self.tell(&text, &adjustment.ruling)?;
        }
        self.position.after_adjustments(board, &adjustments);
        let mut counts: Vec<String> = Vec::new();
        for power in board.powers() {
            let name = self.variant.power_name(power);
            counts.push(format!("{name} {}", self.position.owners.count(power)));
        }
        writeln!(self.out, "  Centres: {}", counts.join(", "))?;
        Ok(())
    }

    /// One order and its reason.
    fn tell(&mut self, order: &str, ruling: &Ruling) -> anyhow::Result<()> {
        let failed = ruling.outcome != Outcome::Succeeds;
        let shown = match (failed, self.underline) {
            (false, _) => order.to_owned(),
            (true, true) => format!("\x1b[4m{order}\x1b[24m"),
            (true, false) => format!("_{order}_"),
        };
        let room =
            " ".repeat(26_usize.saturating_sub(order.len() + if failed && !self.underline { 2 } else { 0 }));
        let mut reason = ruling.because.key().replace('_', " ");
        if let Some(province) = ruling.because.province() {
            reason.push_str(": ");
            reason.push_str(self.variant.province_name(province));
        }
        if let Some(rule) = ruling.because.rule() {
            reason.push_str(&format!(" [rule {}]", rule.number()));
        }
        if let Some(from) = ruling.dislodged_from {
            reason.push_str(&format!("; dislodged from {}", self.variant.province_name(from)));
        }
        writeln!(self.out, "    {shown}{room}{reason}")?;
        Ok(())
    }
}
