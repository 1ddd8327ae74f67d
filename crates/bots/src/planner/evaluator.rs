//! Evaluates the result of a movement phase for one player: first the centres, then the centres that can be
//! won or lost next, then the places of the units.

use rules::{Because, GoalScope, Outcome, Position, Power, Season, Verdict};

use super::board_analysis::BoardAnalysis;
use super::reach_counts::{Centres, ReachCounts};

/// Evaluates verdicts of one movement phase. It reuses its buffers.
#[derive(Debug)]
pub(crate) struct Evaluator<'a> {
    analysis: &'a BoardAnalysis<'a>,
    position: &'a Position,
    season: Season,
    /// The weight of possible gains and losses in this season.
    season_factor: f32,
    /// By power: the centres that it owned before, the centres that its units occupy now, and its units.
    owned: Vec<Centres>,
    occupied: Vec<Centres>,
    units: Vec<i32>,
    /// By power: its centres after the turn.
    centres: Vec<i32>,
    /// How many own units can reach each centre next turn; and, by player, the same for the others.
    own_reach: ReachCounts,
    rival_reach: Vec<ReachCounts>,
    /// By player: the centres that count towards the goal.
    scores: Vec<i32>,
    /// The number of our own player.
    me: Option<usize>,
    /// Whether one of several own powers must reach the goal alone.
    grows_one_power: bool,
}

/// The weight of the attraction of the places of own units.
const ATTRACTION_WEIGHT: f32 = 0.16;
/// The value of winning the game.
pub(crate) const WIN_VALUE: f32 = 100.0;
/// The cost if somebody else wins: high enough to give up centres to prevent it.
pub(crate) const DEFEAT_COST: f32 = 30.0;
/// The weight of the squared score, if a player has several powers and one of them must reach the goal
/// alone (K6). The square makes it better to give all centres to one power.
const ONE_POWER_WEIGHT: f32 = 0.3;
/// The weight of the squared number of centres of a rival.
const RIVAL_SIZE_WEIGHT: f32 = 0.01;
/// The cost of a build that is not possible because no home centre is free.
const BLOCKED_BUILD_COST: f32 = 0.2;

impl<'a> Evaluator<'a> {
    pub(crate) fn new(analysis: &'a BoardAnalysis<'a>, position: &'a Position) -> Self {
        let board = analysis.board;
        let players = analysis.player.iter().map(|player| usize::from(*player) + 1).max().unwrap_or(1);
        let powers = analysis.own.len();
        let mut owned = vec![0; powers];
        for &centre in board.centres() {
            if let Some(power) = position.owners.of(centre) {
                owned[power.index()] |= analysis.centre(centre);
            }
        }
        let season = position.phase.turn().season;
        Self {
            analysis,
            position,
            season,
            season_factor: match season {
                Season::Spring => 1.0,
                Season::Fall => 0.6,
            },
            owned,
            occupied: vec![0; powers],
            units: vec![0; powers],
            centres: vec![0; powers],
            own_reach: ReachCounts::default(),
            rival_reach: vec![ReachCounts::default(); players],
            scores: vec![0; players],
            me: analysis.own.iter().position(|own| *own).map(|power| usize::from(analysis.player[power])),
            grows_one_power: analysis.power_to_grow.is_some(),
        }
    }

    /// The value of the position after a verdict, in centres.
    pub(crate) fn evaluate(&mut self, verdict: &Verdict) -> f32 {
        let mut total = self.place_units(verdict);
        total += self.evaluate_centres();
        total += self.evaluate_losses(verdict);
        total
    }

    /// Places every unit by the verdict. Returns the value of the places of the own units.
    fn place_units(&mut self, verdict: &Verdict) -> f32 {
        let analysis = self.analysis;
        self.occupied.fill(0);
        self.units.fill(0);
        self.own_reach = ReachCounts::default();
        self.rival_reach.fill(ReachCounts::default());
        let mut heat = 0.0;
        let units = self.position.forces.units();
        for ((unit, ruling), &stands) in units.iter().zip(verdict.rulings()).zip(verdict.locations_after()) {
            if ruling.dislodged_from.is_some() {
                continue;
            }
            let power = unit.power.index();
            let here = analysis.centre_at(stands);
            self.units[power] += 1;
            self.occupied[power] |= here;
            if analysis.own[power] {
                heat += ATTRACTION_WEIGHT * analysis.attraction(unit.kind, stands);
                self.own_reach.add(analysis.centres_in_reach(unit.kind, stands) | here);
                // A small cost for failed orders and for supports that match no order.
                heat -= match (ruling.outcome, ruling.because) {
                    (_, Because::Mismatch { .. }) => 0.02,
                    (Outcome::Fails, _) => 0.01,
                    (Outcome::Succeeds | Outcome::Void, _) => 0.0,
                };
            } else {
                let stuck = self.position.players.in_disorder(unit.power);
                // Units in disorder do not move (I1).
                let near = if stuck { 0 } else { analysis.centres_in_reach(unit.kind, stands) };
                self.rival_reach[usize::from(analysis.player[power])].add(near | here);
            }
        }
        heat
    }

    fn evaluate_centres(&mut self) -> f32 {
        let analysis = self.analysis;
        let taken = match self.season {
            Season::Spring => 0,
            Season::Fall => self.occupied.iter().fold(0, |all, some| all | some),
        };
        let (mut owned, mut unowned) = (0, analysis.all_centres);
        let mut total = 0.0;
        for power in 0..self.owned.len() {
            let mut has = self.owned[power] & !taken;
            if self.season == Season::Fall {
                has |= self.occupied[power];
            }
            let count = has.count_ones() as i32;
            self.centres[power] = count;
            if !analysis.own[power] {
                total -= RIVAL_SIZE_WEIGHT * (count * count) as f32;
                continue;
            }
            owned |= has;
            unowned &= !has;
            if self.season == Season::Fall {
                total -= BLOCKED_BUILD_COST * self.blocked_builds(Power::new(power), count) as f32;
            }
        }
        let look = self.centre_control();
        let centres = self.season_factor * (look.expected_gain(unowned) - look.expected_loss(owned))
            + owned.count_ones() as f32;
        total + centres + self.evaluate_goal()
    }

    /// The value of a win or a defeat, and of progress to the goal with several powers.
    fn evaluate_goal(&mut self) -> f32 {
        let (analysis, needed) = (self.analysis, self.analysis.goal.centres as i32);
        self.scores.fill(0);
        for (power, &count) in self.centres.iter().enumerate() {
            let score = &mut self.scores[usize::from(analysis.player[power])];
            *score = match analysis.goal.scope {
                GoalScope::OnePower => count.max(*score),
                GoalScope::OnePlayer => *score + count,
            };
        }
        let Some(me) = self.me else { return 0.0 };
        let mut total = 0.0;
        if self.grows_one_power {
            total += ONE_POWER_WEIGHT * (self.scores[me] * self.scores[me]) as f32 / needed as f32;
        }
        if self.season == Season::Fall {
            for (player, &score) in self.scores.iter().enumerate() {
                if score >= needed {
                    total += if player == me { WIN_VALUE } else { -DEFEAT_COST };
                }
            }
        }
        total
    }

    /// How many builds a power loses because its homes are not free (H2).
    fn blocked_builds(&self, power: Power, centres: i32) -> i32 {
        let index = power.index();
        let owed = centres - self.units[index];
        let residents = self.occupied.iter().fold(0, |all, some| all | some);
        let homes = self.analysis.board.homes(power).iter();
        let free = homes.fold(0, |homes, home| homes | self.analysis.centre(*home));
        let free = free & self.owned[index] & !residents;
        if owed <= 0 { 0 } else { (owed - free.count_ones() as i32).max(0) }
    }

    /// The value of dislodged units: some may be lost, and those without a retreat are lost.
    fn evaluate_losses(&self, verdict: &Verdict) -> f32 {
        let mut total = 0.0;
        for (slot, open) in verdict.dislodged() {
            let loss = if open.is_empty() { 0.45 } else { 0.3 };
            let own = self.analysis.is_own(self.position.forces.units()[slot].power);
            total += if own { -loss } else { 0.4 * loss };
        }
        total
    }

    /// Which centres are occupied, and who can reach each centre with more units next turn.
    fn centre_control(&self) -> CentreControl {
        let (mut own, mut rival) = (0, 0);
        for (power, residents) in self.occupied.iter().enumerate() {
            *if self.analysis.own[power] { &mut own } else { &mut rival } |= residents;
        }
        let mut threat = ReachCounts::default();
        for &theirs in &self.rival_reach {
            threat = threat.max(theirs);
        }
        let (more, equal) = self.own_reach.compare(threat);
        let mut stronger = threat;
        stronger.add(!0);
        let (much_more, _) = self.own_reach.compare(stronger);
        CentreControl {
            own,
            rival,
            nobody: !(own | rival),
            much_more,
            more,
            equal,
            less: !(more | equal),
            in_own_reach: self.own_reach.any(),
            in_rival_reach: threat.any(),
            in_rival_reach_twice: threat.several(),
        }
    }
}

/// Sets of centres by who occupies them and who can reach them next turn.
#[derive(Clone, Copy)]
struct CentreControl {
    /// Occupied by an own unit, by a unit of somebody else, or by none.
    own: Centres,
    rival: Centres,
    nobody: Centres,
    /// Own units that can reach the centre, compared with those of the strongest rival: at least two more,
    /// more, the same number, fewer.
    much_more: Centres,
    more: Centres,
    equal: Centres,
    less: Centres,
    /// An own unit can reach it; a rival can reach it; one rival can reach it with several units.
    in_own_reach: Centres,
    in_rival_reach: Centres,
    in_rival_reach_twice: Centres,
}

impl CentreControl {
    /// The expected loss of own centres in the next Fall.
    fn expected_loss(self, centres: Centres) -> f32 {
        let Self {
            own,
            rival,
            nobody,
            more,
            equal,
            less,
            in_own_reach: near,
            in_rival_reach: threatened,
            in_rival_reach_twice: pressed,
            ..
        } = self;
        let open = nobody & threatened;
        sum(
            centres,
            [
                (rival & more, 0.35),
                (rival & !more, 0.75),
                (own & less, 0.35),
                (own & equal & pressed, 0.05),
                (open & !near, 0.6),
                (open & near & less, 0.4),
                (open & near & !less, 0.12),
            ],
        )
    }

    /// The expected gain of centres that are not owned.
    fn expected_gain(self, centres: Centres) -> f32 {
        let Self { own, rival, nobody, much_more, more, equal, less, in_own_reach: near, .. } = self;
        let (open, held) = (nobody & near, rival & near);
        sum(
            centres,
            [
                (own & less, 0.5),
                (own & !less, 0.85),
                (open & more, 0.5),
                (open & equal, 0.25),
                (open & less, 0.08),
                (held & much_more, 0.45),
                (held & more & !much_more, 0.35),
                (held & equal, 0.12),
                (held & less, 0.04),
            ],
        )
    }
}

/// The sum over all sets: the number of centres in the set times its value.
fn sum<const N: usize>(centres: Centres, sets: [(Centres, f32); N]) -> f32 {
    sets.into_iter().map(|(set, worth)| (set & centres).count_ones() as f32 * worth).sum()
}
