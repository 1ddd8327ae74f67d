//! Figures with their uncertainty.

use super::Score;

/// A figure and its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// 95 % of a normal distribution lie within so many standard deviations.
const Z: f64 = 1.959_963_984_540_054;

/// A share of some games, by Wilson's interval: it stays sensible near 0 and 1.
pub fn share(hits: usize, of: usize) -> Interval {
    if of == 0 {
        return Interval { value: 0.0, low: 0.0, high: 1.0 };
    }
    let (n, p) = (of as f64, hits as f64 / of as f64);
    let centre = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    Interval { value: p, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// A mean, by the normal approximation.
pub fn mean(values: &[f64]) -> Interval {
    let n = values.len() as f64;
    if values.is_empty() {
        return Interval { value: 0.0, low: 0.0, high: 0.0 };
    }
    let value = values.iter().sum::<f64>() / n;
    let spread: f64 = values.iter().map(|v| (v - value) * (v - value)).sum();
    let half = if n > 1.0 { Z * (spread / (n - 1.0) / n).sqrt() } else { 0.0 };
    Interval { value, low: value - half, high: value + half }
}

/// The outcomes of one bot, or of one bot at one seat.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub games: usize,
    pub solos: usize,
    pub survivals: usize,
    pub eliminations: usize,
    squares: Vec<f64>,
    centres: Vec<f64>,
}

/// What a tally says.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    pub games: usize,
    pub solos: Interval,
    /// Alive at the end without having won.
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
    }

    pub fn report(&self) -> Report {
        Report {
            games: self.games,
            solos: share(self.solos, self.games),
            survivals: share(self.survivals, self.games),
            eliminations: share(self.eliminations, self.games),
            squares: mean(&self.squares),
            centres: mean(&self.centres),
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
    fn a_mean_and_its_spread() {
        let interval = mean(&[1.0, 2.0, 3.0, 4.0]);
        assert!((interval.value - 2.5).abs() < 1e-12);
        // Standard deviation 1.29099, error of the mean 0.6455.
        assert!((interval.high - 2.5 - 1.2652).abs() < 1e-3);
    }
}
