//! The report of `detente bench`, as text and as JSON.

use std::fmt::Write as _;

use serde::Serialize;

use crate::bot_speed::BotSpeed;
use crate::set_stats::SetStats;

/// All figures.
pub(crate) struct Report {
    pub(crate) set_stats: SetStats,
    pub(crate) movement_us: f64,
    /// Microseconds per phase with many convoys, and per phase as people play them.
    pub(crate) convoys_us: f64,
    pub(crate) realistic_us: f64,
    /// The number of phases of the corpus, and microseconds per phase.
    pub(crate) corpus: Option<(usize, f64)>,
    /// Microseconds to count and to list the options of all units of a position.
    pub(crate) counting_us: f64,
    pub(crate) listing_us: f64,
    pub(crate) options_count: usize,
    pub(crate) random_games_per_s: f64,
    pub(crate) bot_speed: Option<BotSpeed>,
    pub(crate) cost_by_units: Vec<(usize, f64)>,
    pub(crate) signature: u64,
}

/// The figures as JSON.
#[derive(Serialize)]
struct JsonReport {
    movement_per_s: f64,
    movement_us: f64,
    convoys_us: f64,
    realistic_us: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    corpus_phases: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    corpus_per_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    corpus_us: Option<f64>,
    options_us: f64,
    options_list_us: f64,
    options_count: usize,
    random_games_per_s: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    regent_move_ms: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    regent_judged_per_s: Option<f64>,
    scale_us: Vec<(usize, f64)>,
    scale_100_to_50: f64,
    mix: JsonShares,
    signature: String,
}

/// The statistics of the built-in set, as fractions.
#[derive(Serialize)]
struct JsonShares {
    positions: usize,
    units_each: f64,
    moves: f64,
    moves_by_sea: f64,
    supports: f64,
    supports_matching: f64,
    supports_cut: f64,
    convoys: f64,
    void: f64,
    dislodged: f64,
    positions_with_dislodgement: f64,
    positions_with_paradox: f64,
}

impl Report {
    /// The cost of 100 units divided by the cost of 50 units.
    fn ratio(&self) -> f64 {
        let cost =
            |units| self.cost_by_units.iter().find(|(n, _)| *n == units).map_or(f64::NAN, |(_, us)| *us);
        cost(100) / cost(50)
    }

    fn shares(&self) -> JsonShares {
        let mix = &self.set_stats;
        let of_units = |n: usize| round(n as f64 / mix.units as f64);
        let of_positions = |n: usize| round(n as f64 / mix.positions as f64);
        let of_supports = |n: usize| round(n as f64 / mix.supports as f64);
        JsonShares {
            positions: mix.positions,
            units_each: of_positions(mix.units),
            moves: of_units(mix.moves),
            moves_by_sea: of_units(mix.moves_by_sea),
            supports: of_units(mix.supports),
            supports_matching: of_supports(mix.supports_matching),
            supports_cut: of_supports(mix.supports_cut),
            convoys: of_units(mix.convoys),
            void: of_units(mix.void),
            dislodged: of_units(mix.dislodged),
            positions_with_dislodgement: of_positions(mix.positions_with_dislodgement),
            positions_with_paradox: of_positions(mix.positions_with_paradox),
        }
    }

    /// One JSON object.
    pub(crate) fn json(&self) -> anyhow::Result<String> {
        let sent = JsonReport {
            movement_per_s: (1e6 / self.movement_us).round(),
            movement_us: round(self.movement_us),
            convoys_us: round(self.convoys_us),
            realistic_us: round(self.realistic_us),
            corpus_phases: self.corpus.map(|(phases, _)| phases),
            corpus_per_s: self.corpus.map(|(_, us)| (1e6 / us).round()),
            corpus_us: self.corpus.map(|(_, us)| round(us)),
            options_us: round(self.counting_us),
            options_list_us: round(self.listing_us),
            options_count: self.options_count,
            random_games_per_s: self.random_games_per_s.round(),
            regent_move_ms: self.bot_speed.map(|t| [t.one_thread_ms, t.two_threads_ms].map(round)),
            regent_judged_per_s: self.bot_speed.map(|t| t.judged_per_s.round()),
            scale_us: self.cost_by_units.iter().map(|(units, us)| (*units, round(*us))).collect(),
            scale_100_to_50: round(self.ratio()),
            mix: self.shares(),
            signature: format!("{:016x}", self.signature),
        };
        Ok(serde_json::to_string(&sent)?)
    }

    /// The report as text.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let percent = |share: f64| format!("{:.1} %", share * 100.0);
        let mix = self.shares();
        writeln!(out, "Built-in set: {} positions of {:.1} units", mix.positions, mix.units_each)?;
        writeln!(
            out,
            "  orders: {} moves ({} by sea only), {} supports, {} convoys, {} void",
            percent(mix.moves),
            percent(mix.moves_by_sea),
            percent(mix.supports),
            percent(mix.convoys),
            percent(mix.void)
        )?;
        writeln!(
            out,
            "  supports: {} match, {} are cut",
            percent(mix.supports_matching),
            percent(mix.supports_cut)
        )?;
        writeln!(
            out,
            "  units dislodged: {}; positions with a dislodgement: {}, with a convoy paradox: {}",
            percent(mix.dislodged),
            percent(mix.positions_with_dislodgement),
            percent(mix.positions_with_paradox)
        )?;
        writeln!(
            out,
            "Movement, reasons included: {:.3} µs, {:.0} a second",
            self.movement_us,
            1e6 / self.movement_us
        )?;
        for (set, us) in
            [("Phases with many convoys", self.convoys_us), ("Phases as people play", self.realistic_us)]
        {
            writeln!(out, "{set}: {us:.3} µs, {:.0} a second", 1e6 / us)?;
        }
        if let Some((phases, us)) = self.corpus {
            writeln!(out, "Corpus, {phases} movement phases: {us:.3} µs, {:.0} a second", 1e6 / us)?;
        }
        writeln!(
            out,
            "Options of all units of a position: counted in {:.3} µs, listed in {:.3} µs ({} in the set)",
            self.counting_us, self.listing_us, self.options_count
        )?;
        writeln!(out, "Random games to 1910: {:.0} a second", self.random_games_per_s)?;
        if let Some(BotSpeed { one_thread_ms, two_threads_ms, judged_per_s }) = self.bot_speed {
            writeln!(
                out,
                "A move of regent: {one_thread_ms:.0} ms on one thread, {two_threads_ms:.0} ms on two; {judged_per_s:.0} positions judged and weighed a second on one"
            )?;
        }
        writeln!(out, "Cost by units on a large board:")?;
        for (units, us) in &self.cost_by_units {
            writeln!(out, "  {units:>3} units {us:>7.3} µs")?;
        }
        writeln!(out, "  cost(100)/cost(50) = {:.2}", self.ratio())?;
        write!(out, "Signature: {:016x}", self.signature)
    }
}

fn round(figure: f64) -> f64 {
    (figure * 10_000.0).round() / 10_000.0
}
