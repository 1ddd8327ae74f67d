//! How good a turn was: centres first, then what can be taken or lost next, then where the units are.

use rules::{Because, Outcome, Position, Power, Province, Season, Verdict};

use crate::Goal;

use super::ground::{Ground, NO_CENTRE};

/// Weighs verdicts of one movement phase. Keeps its buffers.
#[derive(Debug)]
pub(crate) struct Scales<'a> {
    ground: &'a Ground<'a>,
    position: &'a Position,
    season: Season,
    /// By centre: the power that owned it before, and the one that stands there, or [`NOBODY`].
    owner: Vec<u8>,
    resident: Vec<u8>,
    /// By centre: own units that can be there next turn.
    mine: Vec<u8>,
    /// By centre and player: the same of everybody else.
    theirs: Vec<u8>,
    players: usize,
    /// By power.
    centres: Vec<i32>,
    units: Vec<i32>,
    /// By player: what counts towards the goal.
    scores: Vec<i32>,
    /// The number of our own player.
    me: Option<usize>,
    /// Whether one of several own powers must reach the goal alone.
    crowns: bool,
}

const NOBODY: u8 = u8::MAX;
const HEAT: f32 = 0.16;
const WIN: f32 = 100.0;
/// What it costs if somebody else wins: enough to give up centres for it.
const DEFEAT: f32 = 30.0;
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
        let centres = board.centres().len();
        let owner = |centre: &Province| position.owners.of(*centre).map_or(NOBODY, |p| p.index() as u8);
        let players = ground.player.iter().map(|player| usize::from(*player) + 1).max().unwrap_or(1);
        Self {
            ground,
            position,
            season: position.phase.date().season,
            owner: board.centres().iter().map(owner).collect(),
            resident: vec![NOBODY; centres],
            mine: vec![0; centres],
            theirs: vec![0; centres * players],
            players,
            centres: vec![0; ground.own.len()],
            units: vec![0; ground.own.len()],
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
        let board = ground.board;
        self.resident.fill(NOBODY);
        self.mine.fill(0);
        self.theirs.fill(0);
        self.units.fill(0);
        let mut heat = 0.0;
        let units = self.position.forces.units();
        for ((unit, ruling), &stands) in units.iter().zip(verdict.rulings()).zip(verdict.stands()) {
            let own = ground.own[unit.power.index()];
            if ruling.dislodged_from.is_some() {
                continue;
            }
            let here = ground.number(board.province_of(stands));
            self.units[unit.power.index()] += 1;
            if here != NO_CENTRE {
                self.resident[usize::from(here)] = unit.power.index() as u8;
            }
            let near = ground.near(unit.kind, stands);
            if own {
                heat += HEAT * ground.heat(unit.kind, stands);
                if here != NO_CENTRE {
                    self.mine[usize::from(here)] += 1;
                }
                for there in near {
                    self.mine[usize::from(*there)] += 1;
                }
                // Small habits that cost nothing: no useless moves, no support of nothing.
                heat -= match (ruling.outcome, ruling.because) {
                    (_, Because::Mismatch { .. }) => 0.02,
                    (Outcome::Fails, _) => 0.01,
                    (Outcome::Succeeds | Outcome::Void, _) => 0.0,
                };
            } else {
                let player = usize::from(ground.player[unit.power.index()]);
                if here != NO_CENTRE {
                    self.theirs[usize::from(here) * self.players + player] += 1;
                }
                // In disorder nobody goes anywhere (I1).
                if !self.position.table.in_disorder(unit.power) {
                    for there in near {
                        self.theirs[usize::from(*there) * self.players + player] += 1;
                    }
                }
            }
        }
        heat
    }

    fn weigh_centres(&mut self) -> f32 {
        let ground = self.ground;
        self.centres.fill(0);
        let mut total = 0.0;
        for i in 0..self.owner.len() {
            let resident = self.resident[i];
            let mut owner = self.owner[i];
            if self.season == Season::Fall && resident != NOBODY {
                owner = resident;
            }
            if owner != NOBODY {
                self.centres[usize::from(owner)] += 1;
            }
            let row = &self.theirs[i * self.players..(i + 1) * self.players];
            let mut threat = 0;
            for &units in row {
                threat = threat.max(units);
            }
            let is_mine = |power: u8| power != NOBODY && ground.own[usize::from(power)];
            let guard = Guard {
                mine: self.mine[i],
                threat,
                resident: if resident == NOBODY {
                    Resident::Nobody
                } else if is_mine(resident) {
                    Resident::Own
                } else {
                    Resident::Rival
                },
            };
            total += if is_mine(owner) { guard.kept(self.season) } else { guard.hoped_for(self.season) };
        }
        for (power, &count) in self.centres.iter().enumerate() {
            if !ground.own[power] {
                total -= RIVAL * (count * count) as f32;
            } else if self.season == Season::Fall {
                total -= BLOCKED * self.blocked_builds(Power::new(power), count) as f32;
            }
        }
        total + self.weigh_goal()
    }

    /// Who has won, and how near several powers of one player are to it.
    fn weigh_goal(&mut self) -> f32 {
        let (ground, needed) = (self.ground, self.ground.goal.centres() as i32);
        self.scores.fill(0);
        for (power, &count) in self.centres.iter().enumerate() {
            let score = &mut self.scores[usize::from(ground.player[power])];
            *score = match ground.goal {
                Goal::Power(_) => count.max(*score),
                Goal::Player(_) => *score + count,
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
        let free = self.ground.board.homes(power).iter().filter(|home| {
            let number = usize::from(self.ground.number(**home));
            self.resident.get(number) == Some(&NOBODY) && usize::from(self.owner[number]) == index
        });
        if owed <= 0 { 0 } else { (owed - free.count() as i32).max(0) }
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
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Resident {
    Nobody,
    Own,
    Rival,
}

/// Who could be at a centre next turn.
#[derive(Clone, Copy)]
struct Guard {
    mine: u8,
    /// The most units that one rival could bring.
    threat: u8,
    resident: Resident,
}

impl Guard {
    /// What an own centre is worth: less than one if it may be lost next Fall.
    fn kept(self, season: Season) -> f32 {
        let near = match season {
            Season::Spring => 1.0,
            Season::Fall => 0.6,
        };
        let risk = match self.resident {
            Resident::Rival if self.mine > self.threat => 0.35,
            Resident::Rival => 0.75,
            Resident::Own if self.threat > self.mine => 0.35,
            Resident::Own if self.threat == self.mine && self.threat > 1 => 0.05,
            Resident::Own => 0.0,
            Resident::Nobody if self.threat == 0 => 0.0,
            Resident::Nobody if self.mine == 0 => 0.6,
            Resident::Nobody if self.mine < self.threat => 0.4,
            Resident::Nobody => 0.12,
        };
        1.0 - near * risk
    }

    /// What the hope of another's centre is worth.
    fn hoped_for(self, season: Season) -> f32 {
        let near = match season {
            Season::Spring => 1.0,
            Season::Fall => 0.6,
        };
        let hope = match self.resident {
            Resident::Own if self.threat > self.mine => 0.5,
            Resident::Own => 0.85,
            _ if self.mine == 0 => 0.0,
            Resident::Nobody if self.mine > self.threat => 0.5,
            Resident::Nobody if self.mine == self.threat => 0.25,
            Resident::Nobody => 0.08,
            Resident::Rival if self.mine > self.threat + 1 => 0.45,
            Resident::Rival if self.mine > self.threat => 0.35,
            Resident::Rival if self.mine == self.threat => 0.12,
            Resident::Rival => 0.04,
        };
        near * hope
    }
}
