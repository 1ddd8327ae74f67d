//! Statistics of many games, with confidence intervals.

use std::ops::RangeInclusive;

use super::Score;

/// A value with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// 95 % of a normal distribution lie within this number of standard deviations.
const Z: f64 = 1.959_963_984_540_054;

/// The share of some games, with Wilson's interval. It is also correct near 0 and 1.
pub fn share(hits: usize, of: usize) -> Interval {
    if of == 0 {
        return Interval { value: 0.0, low: 0.0, high: 1.0 };
    }
    let (n, p) = (of as f64, hits as f64 / of as f64);
    let centre = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    Interval { value: p, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// The mean of values between two bounds, with an interval by the normal approximation. The interval is cut
/// at the bounds. A share that is not a count of games (the sum of squares) has the bounds 0 and 1.
pub fn mean(values: &[f64], bounds: RangeInclusive<f64>) -> Interval {
    let n = values.len() as f64;
    if values.is_empty() {
        return Interval { value: 0.0, low: *bounds.start(), high: *bounds.end() };
    }
    let value = values.iter().sum::<f64>() / n;
    let spread: f64 = values.iter().map(|v| (v - value) * (v - value)).sum();
    // One value gives no spread.
    let half = if n > 1.0 { Z * (spread / (n - 1.0) / n).sqrt() } else { f64::INFINITY };
    Interval { value, low: (value - half).max(*bounds.start()), high: (value + half).min(*bounds.end()) }
}

/// The results of one bot, or of one bot at one seat.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub games: usize,
    pub solos: usize,
    pub survivals: usize,
    pub eliminations: usize,
    squares: Vec<f64>,
    centres: Vec<f64>,
    /// The number of centres on the board: the upper bound.
    board_centres: usize,
}

/// The statistics of a tally.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    pub games: usize,
    pub solos: Interval,
    /// Not eliminated and not the winner.
    pub survivals: Interval,
    pub eliminations: Interval,
    pub squares: Interval,
    pub centres: Interval,
}

impl Tally {
    pub fn add(&mut self, score: &Score) {
        self.games += 1;
        self.solos += usize::from(score.won);
        self.eliminations += usize::from(score.eliminated);
        self.survivals += usize::from(!score.won && !score.eliminated);
        self.squares.push(score.squares);
        self.centres.push(score.centres as f64);
        self.board_centres = self.board_centres.max(score.board_centres);
    }

    pub fn report(&self) -> Report {
        Report {
            games: self.games,
            solos: share(self.solos, self.games),
            survivals: share(self.survivals, self.games),
            eliminations: share(self.eliminations, self.games),
            squares: mean(&self.squares, 0.0..=1.0),
            centres: mean(&self.centres, 0.0..=self.board_centres as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_at_a_known_point() {
        // 6 of 7: the public Python port of DumbBot against six random players.
        let interval = share(6, 7);
        assert!((interval.low - 0.4869).abs() < 1e-3 && (interval.high - 0.9743).abs() < 1e-3);
        assert!(share(0, 100).low < 1e-9);
    }

    #[test]
    fn no_interval_leaves_its_bounds() {
        let mostly_nothing = mean(&[0.0, 0.0, 0.0, 0.3], 0.0..=1.0);
        assert!(mostly_nothing.low == 0.0 && mostly_nothing.high > 0.2);
        let mostly_all = mean(&[1.0, 1.0, 1.0, 0.7], 0.0..=1.0);
        assert!(mostly_all.high == 1.0 && mostly_all.low < 0.8);
        let one = mean(&[3.0], 0.0..=34.0);
        assert!(one.low == 0.0 && one.high == 34.0, "one game gives no information");
    }

    #[test]
    fn a_mean_and_its_spread() {
        let interval = mean(&[1.0, 2.0, 3.0, 4.0], 0.0..=34.0);
        assert!((interval.value - 2.5).abs() < 1e-12);
        // Standard deviation 1.29099, error of the mean 0.6455.
        assert!((interval.high - 2.5 - 1.2652).abs() < 1e-3);
        assert!((2.5 - interval.low - 1.2652).abs() < 1e-3);
    }
}
