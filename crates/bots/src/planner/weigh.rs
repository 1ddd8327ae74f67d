//! How good a turn was: centres first, then what can be taken or lost next, then where the units are.

use rules::{Because, GoalOf, Outcome, Position, Power, Season, Verdict};

use super::crowd::{Centres, Crowd};
use super::ground::Ground;

/// Weighs verdicts of one movement phase. Keeps its buffers.
#[derive(Debug)]
pub(crate) struct Scales<'a> {
    ground: &'a Ground<'a>,
    position: &'a Position,
    season: Season,
    /// What the season's distance to the next gains makes of hopes and risks.
    near: f32,
    /// By power: the centres that it owned before, where its units stand now, and how many it has.
    owned: Vec<Centres>,
    residents: Vec<Centres>,
    units: Vec<i32>,
    /// By power: its centres after the turn.
    centres: Vec<i32>,
    /// Own units that can be at each centre next turn; by player: the same of everybody else.
    mine: Crowd,
    theirs: Vec<Crowd>,
    /// By player: what counts towards the goal.
    scores: Vec<i32>,
    /// The number of our own player.
    me: Option<usize>,
    /// Whether one of several own powers must reach the goal alone.
    crowns: bool,
}

const HEAT: f32 = 0.16;
pub(crate) const WIN: f32 = 100.0;
/// What it costs if somebody else wins: enough to give up centres for it.
pub(crate) const DEFEAT: f32 = 30.0;
/// What counts towards the goal, by its square, where a player has several powers and one of them must
/// reach it alone (K6): their centres are better in one hand.
const CROWN: f32 = 0.3;
/// What a rival's size counts against us, by its square.
const RIVAL: f32 = 0.01;
/// What a unit counts that cannot be built because its home is not free.
const BLOCKED: f32 = 0.2;

impl<'a> Scales<'a> {
    pub(crate) fn new(ground: &'a Ground<'a>, position: &'a Position) -> Self {
        let board = ground.board;
        let players = ground.player.iter().map(|player| usize::from(*player) + 1).max().unwrap_or(1);
        let powers = ground.own.len();
        let mut owned = vec![0; powers];
        for &centre in board.centres() {
            if let Some(power) = position.owners.of(centre) {
                owned[power.index()] |= ground.centre(centre);
            }
        }
        let season = position.phase.date().season;
        Self {
            ground,
            position,
            season,
            near: match season {
                Season::Spring => 1.0,
                Season::Fall => 0.6,
            },
            owned,
            residents: vec![0; powers],
            units: vec![0; powers],
            centres: vec![0; powers],
            mine: Crowd::default(),
            theirs: vec![Crowd::default(); players],
            scores: vec![0; players],
            me: ground.own.iter().position(|own| *own).map(|power| usize::from(ground.player[power])),
            crowns: ground.heir.is_some(),
        }
    }

    /// The worth of what a verdict leaves, in centres.
    pub(crate) fn weigh(&mut self, verdict: &Verdict) -> f32 {
        let mut total = self.deploy(verdict);
        total += self.weigh_centres();
        total += self.weigh_losses(verdict);
        total
    }

    /// Puts every unit where the verdict has it; answers how well the own ones stand.
    fn deploy(&mut self, verdict: &Verdict) -> f32 {
        let ground = self.ground;
        self.residents.fill(0);
        self.units.fill(0);
        self.mine = Crowd::default();
        self.theirs.fill(Crowd::default());
        let mut heat = 0.0;
        let units = self.position.forces.units();
        for ((unit, ruling), &stands) in units.iter().zip(verdict.rulings()).zip(verdict.stands()) {
            if ruling.dislodged_from.is_some() {
                continue;
            }
            let power = unit.power.index();
            let here = ground.here(stands);
            self.units[power] += 1;
            self.residents[power] |= here;
            if ground.own[power] {
                heat += HEAT * ground.heat(unit.kind, stands);
                self.mine.add(ground.near(unit.kind, stands) | here);
                // Small habits that cost nothing: no useless moves, no support of nothing.
                heat -= match (ruling.outcome, ruling.because) {
                    (_, Because::Mismatch { .. }) => 0.02,
                    (Outcome::Fails, _) => 0.01,
                    (Outcome::Succeeds | Outcome::Void, _) => 0.0,
                };
            } else {
                let stuck = self.position.table.in_disorder(unit.power);
                // In disorder nobody goes anywhere (I1).
                let near = if stuck { 0 } else { ground.near(unit.kind, stands) };
                self.theirs[usize::from(ground.player[power])].add(near | here);
            }
        }
        heat
    }

    fn weigh_centres(&mut self) -> f32 {
        let ground = self.ground;
        let taken = match self.season {
            Season::Spring => 0,
            Season::Fall => self.residents.iter().fold(0, |all, some| all | some),
        };
        let (mut owned, mut unowned) = (0, ground.all);
        let mut total = 0.0;
        for power in 0..self.owned.len() {
            let mut has = self.owned[power] & !taken;
            if self.season == Season::Fall {
                has |= self.residents[power];
            }
            let count = has.count_ones() as i32;
            self.centres[power] = count;
            if !ground.own[power] {
                total -= RIVAL * (count * count) as f32;
                continue;
            }
            owned |= has;
            unowned &= !has;
            if self.season == Season::Fall {
                total -= BLOCKED * self.blocked_builds(Power::new(power), count) as f32;
            }
        }
        let look = self.look();
        let centres = self.near * (look.hopes(unowned) - look.risks(owned)) + owned.count_ones() as f32;
        total + centres + self.weigh_goal()
    }

    /// Who has won, and how near several powers of one player are to it.
    fn weigh_goal(&mut self) -> f32 {
        let (ground, needed) = (self.ground, self.ground.goal.centres as i32);
        self.scores.fill(0);
        for (power, &count) in self.centres.iter().enumerate() {
            let score = &mut self.scores[usize::from(ground.player[power])];
            *score = match ground.goal.of {
                GoalOf::OnePower => count.max(*score),
                GoalOf::OnePlayer => *score + count,
            };
        }
        let Some(me) = self.me else { return 0.0 };
        let mut total = 0.0;
        if self.crowns {
            total += CROWN * (self.scores[me] * self.scores[me]) as f32 / needed as f32;
        }
        if self.season == Season::Fall {
            for (player, &score) in self.scores.iter().enumerate() {
                if score >= needed {
                    total += if player == me { WIN } else { -DEFEAT };
                }
            }
        }
        total
    }

    /// How many units a power could build if its homes were free (H2).
    fn blocked_builds(&self, power: Power, centres: i32) -> i32 {
        let index = power.index();
        let owed = centres - self.units[index];
        let residents = self.residents.iter().fold(0, |all, some| all | some);
        let homes = self.ground.board.homes(power).iter();
        let free = homes.fold(0, |homes, home| homes | self.ground.centre(*home));
        let free = free & self.owned[index] & !residents;
        if owed <= 0 { 0 } else { (owed - free.count_ones() as i32).max(0) }
    }

    /// Dislodged units may be lost, and those with nowhere to go are.
    fn weigh_losses(&self, verdict: &Verdict) -> f32 {
        let mut total = 0.0;
        for (slot, open) in verdict.dislodged() {
            let loss = if open.is_empty() { 0.45 } else { 0.3 };
            let own = self.ground.is_own(self.position.forces.units()[slot].power);
            total += if own { -loss } else { 0.4 * loss };
        }
        total
    }

    /// Who stands where, and who could be in larger numbers next turn.
    fn look(&self) -> Look {
        let (mut own, mut rival) = (0, 0);
        for (power, residents) in self.residents.iter().enumerate() {
            *if self.ground.own[power] { &mut own } else { &mut rival } |= residents;
        }
        let mut threat = Crowd::default();
        for &theirs in &self.theirs {
            threat = threat.max(theirs);
        }
        let (more, equal) = self.mine.compare(threat);
        let mut stronger = threat;
        stronger.add(!0);
        let (much_more, _) = self.mine.compare(stronger);
        Look {
            own,
            rival,
            nobody: !(own | rival),
            much_more,
            more,
            equal,
            less: !(more | equal),
            near: self.mine.any(),
            threatened: threat.any(),
            pressed: threat.several(),
        }
    }
}

/// Centres by who stands there and who could be there next turn.
#[derive(Clone, Copy)]
struct Look {
    /// An own unit stands there, somebody else's, or none.
    own: Centres,
    rival: Centres,
    nobody: Centres,
    /// How many own units could be there beside those of the strongest rival: at least two more, more, as
    /// many, fewer.
    much_more: Centres,
    more: Centres,
    equal: Centres,
    less: Centres,
    /// One of ours could be there at all, one of a rival, several of one rival.
    near: Centres,
    threatened: Centres,
    pressed: Centres,
}

impl Look {
    /// What own centres may be worth less because they can be lost next Fall.
    fn risks(self, centres: Centres) -> f32 {
        let Self { own, rival, nobody, more, equal, less, near, threatened, pressed, .. } = self;
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

    /// What the hope of others' centres is worth.
    fn hopes(self, centres: Centres) -> f32 {
        let Self { own, rival, nobody, much_more, more, equal, less, near, .. } = self;
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

/// So much for each centre of each set.
fn sum<const N: usize>(centres: Centres, sets: [(Centres, f32); N]) -> f32 {
    sets.into_iter().map(|(set, worth)| (set & centres).count_ones() as f32 * worth).sum()
}
