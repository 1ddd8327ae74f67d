//! What changes from picture to picture: units, retreats, builds and removals; `orders` has the moves.

use rules::{
    Because, Board, Dislodged, Entry, Location, Orders, Outcome, Position, Power, Province, Resolution,
    RetreatOrder, Ruled, Ruling, Sheet, Unit, UnitKind,
};

use crate::base::push;
use crate::chart::Ground;
use crate::curve::Point;
use crate::drawn::{Drawn, Mark, hatch_scale};
use crate::strokes::{Fate, Going, push_move};
use crate::tokens::Token;
use crate::trail::{Obstacles, Trail};
use crate::voyages::Moves;
use crate::{Geometry, Labels, Rect, Scene, Show};

pub(crate) struct Marker<'a> {
    pub(crate) board: &'a Board,
    pub(crate) geometry: &'a Geometry,
    pub(crate) labels: &'a Labels,
    pub(crate) words: &'a [Rect],
    pub(crate) centres: &'a [Point],
    pub(crate) only: Option<Power>,
    /// Pixels a unit of the board: what is small on the picture is drawn larger.
    pub(crate) scale: f32,
}

/// How far from a unit its own arrow begins.
pub(crate) const RIM: f32 = 15.0;
/// How far from a place an arrow to it ends, if nobody stands there.
pub(crate) const SHORT: f32 = 8.0;

impl Marker<'_> {
    pub(crate) fn draw(&self, scene: &Scene<'_>) -> Drawn {
        let mut drawn = Drawn::new(self.scale);
        self.closed(scene.closed, &mut drawn);
        self.units(scene, &mut drawn);
        match scene.show {
            Show::Position(_) => {}
            Show::Reach(position, province) => self.reach(position, province, scene.closed, &mut drawn),
            Show::Orders(position, orders) => self.ordered(position, orders, &mut drawn),
            Show::Phase(played) => self.played(played, &mut drawn),
        }
        drawn
    }

    fn ordered(&self, position: &Position, orders: &Orders, drawn: &mut Drawn) {
        match orders {
            Orders::Movement(orders) => self.movement(&Moves { position, orders, rulings: &[] }, drawn),
            Orders::Retreats(orders) => self.retreats(position, orders, &[], drawn),
            Orders::Adjustments(entries) => {
                let list: Vec<_> =
                    entries.iter().map(|(power, entry)| (*power, *entry, Fate::Done)).collect();
                self.adjustments(position, &list, drawn);
            }
        }
    }

    fn played(&self, Resolution { before: position, ruled, .. }: &Resolution, drawn: &mut Drawn) {
        match ruled {
            Ruled::Movement { orders, rulings, .. } => {
                self.movement(&Moves { position, orders, rulings }, drawn);
            }
            Ruled::Retreats { orders, rulings } => self.retreats(position, orders, rulings, drawn),
            Ruled::Adjustments(list) => {
                let list: Vec<_> = list.iter().map(|one| (one.power, one.entry, fate(&one.ruling))).collect();
                self.adjustments(position, &list, drawn);
            }
        }
    }

    pub(crate) fn at(&self, location: Location) -> Point {
        self.geometry.unit_at(self.board, location)
    }

    pub(crate) fn is_shown(&self, power: Power) -> bool {
        self.only.is_none_or(|only| only == power)
    }

    fn token(&self, drawn: &mut Drawn, unit: &Unit, at: Point, scale: f32, ghost: bool) {
        let coast = self.board.coast(unit.location).filter(|_| unit.kind == UnitKind::Fleet);
        // A unit is never so small that its letter is lost.
        let grown = drawn.unit;
        let coast_size = (8.5 / (self.scale * scale * grown)).clamp(11.5, 22.0);
        drawn.take(at, 13.0 * scale * grown);
        if unit.kind == UnitKind::Fleet {
            // The pennant.
            drawn.take(Point::new(at.x + 3.0, at.y - 14.0 * grown), 4.0);
        }
        if let Some(coast) = coast {
            drawn.marks.insert(Mark::Coast(coast));
            drawn.take(Point::new(at.x, at.y + (13.0 + coast_size * 0.5) * grown), coast_size * 0.6 * grown);
        }
        let token = Token {
            kind: unit.kind,
            power: unit.power.index(),
            at,
            emblem: self.labels.emblem(unit.power),
            coast: coast.map(|coast| self.labels.coast(coast)),
            coast_size,
            scale: scale * grown,
            left: self.gun_covers(unit, at, 1.0) > self.gun_covers(unit, at, -1.0),
            ghost,
        };
        token.push(&mut drawn.units);
    }

    /// The letters of the coast that a fleet goes to, if its province has several; beside the tip of its way.
    pub(crate) fn coast_of_goal(&self, drawn: &mut Drawn, unit: &Unit, to: Location, tip: Point) {
        let Some(coast) = self.board.coast(to).filter(|_| unit.kind == UnitKind::Fleet) else { return };
        let size = (8.5 / self.scale).clamp(11.5, 26.0);
        let at = self.free_spot(drawn, tip, 9.0 * drawn.grown + size * 0.75, size * 0.8);
        drawn.coast(unit.power.index(), coast, self.labels.coast(coast), at, size);
    }

    /// A spot so far from another where a sign of some size covers least.
    pub(crate) fn free_spot(&self, drawn: &Drawn, from: Point, away: f32, reach: f32) -> Point {
        let around = (0..12).map(|turn| {
            let (sin, cos) = (turn as f32 / 12.0 * std::f32::consts::TAU).sin_cos();
            Point::new(from.x + away * cos, from.y + away * sin)
        });
        self.freest(drawn, around, reach).unwrap_or(from)
    }

    /// The corner of a unit where its small sign covers least, on the right and above if that is all the same.
    pub(crate) fn corner(&self, drawn: &Drawn, unit: Point) -> Point {
        let (x, y, reach) = (15.0 * drawn.unit, 14.0 * drawn.unit, 8.5 * drawn.badge_size());
        let corners = [(x, -y), (-x, -y), (x, y), (-x, y)].into_iter();
        let corners = corners.map(|(x, y)| Point::new(unit.x + x, unit.y + y));
        self.freest(drawn, corners, reach).unwrap_or(unit)
    }

    /// Where a sign of some size covers least; of equal spots the first.
    fn freest(&self, drawn: &Drawn, spots: impl Iterator<Item = Point>, reach: f32) -> Option<Point> {
        let covers = |at: Point| {
            let spots =
                drawn.taken.iter().map(|spot| (reach + spot.reach - spot.at.distance(at)).max(0.0) * 2.0);
            let lines = drawn.laid.iter().map(|line| (reach + 3.0 - line.distance(at)).max(0.0));
            // Names can make room, centres cannot.
            let words = self.words.iter().map(|word| (word.depth(at) + reach).clamp(0.0, 12.0) * 0.4);
            let centres = self.centres.iter().map(|centre| (reach + 7.0 - centre.distance(at)).max(0.0));
            spots.chain(lines).chain(words).chain(centres).sum::<f32>()
        };
        let scored = spots.map(|at| (at, covers(at)));
        scored.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| at)
    }

    /// How much of a centre or a word the gun of an army would cover on one side.
    fn gun_covers(&self, unit: &Unit, at: Point, side: f32) -> f32 {
        let muzzle = Point::new(at.x + 15.0 * side, at.y - 13.0);
        let centre = self.geometry.place(self.board.province_of(unit.location)).centre;
        let of_centre = centre.map_or(0.0, |centre| (14.0 - centre.distance(muzzle)).max(0.0));
        let words = self.words.iter().map(|word| (word.depth(muzzle) + 5.0).max(0.0));
        words.fold(of_centre, f32::max)
    }

    fn units(&self, scene: &Scene<'_>, drawn: &mut Drawn) {
        for unit in scene.position().forces.units() {
            self.token(drawn, unit, self.at(unit.location), 1.0, false);
        }
        for Dislodged { unit, .. } in &scene.position().dislodged {
            self.fallen(unit, drawn);
        }
        for unit in scene.lost {
            self.fallen(unit, drawn);
            self.removed(self.geometry.aside(self.board, unit.location), Mark::Disband, drawn);
        }
    }

    /// A unit that was driven out, beside the one that took its place.
    fn fallen(&self, unit: &Unit, drawn: &mut Drawn) {
        let at = self.geometry.aside(self.board, unit.location);
        drawn.burst(at);
        self.token(drawn, unit, at, 0.9, false);
    }

    fn removed(&self, at: Point, mark: Mark, drawn: &mut Drawn) {
        drawn.marks.insert(mark);
        drawn.badge("minus", self.corner(drawn, at));
    }

    /// Hatching over land that nobody may enter, beneath the lines of orders.
    fn closed(&self, land: &[Province], drawn: &mut Drawn) {
        if land.is_empty() {
            return;
        }
        drawn.marks.insert(Mark::Closed);
        let scale = hatch_scale(self.scale);
        push(
            &mut drawn.lines,
            format_args!(
                r#"<defs><pattern id="closed" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)scale({scale:.2})"><path class="is" d="M0 0V6" stroke-width="2" opacity=".5"/></pattern></defs>"#
            ),
        );
        for province in land {
            let path = self.geometry.path(&self.geometry.place(*province).rings);
            push(
                &mut drawn.lines,
                format_args!(r##"<path fill="url(#closed)" fill-rule="evenodd" d="{path}"/>"##),
            );
        }
    }

    fn reach(&self, position: &Position, province: Province, closed: &[Province], drawn: &mut Drawn) {
        let Some(unit) = position.forces.at(province) else { return };
        let here = self.at(unit.location);
        let units = [here];
        let obstacles = self.obstacles(&units);
        let mut laid: Vec<Trail> = Vec::new();
        let is_open = |to: &&Location| !closed.contains(&self.board.province_of(**to));
        let goals = || self.board.neighbours(unit.kind, unit.location).iter().filter(is_open);
        for &to in goals() {
            let trail = self.step(unit, to, &obstacles, &laid);
            let trail = trail.trimmed(RIM, SHORT);
            push_move(drawn, unit.power.index(), &trail, Fate::Done, Going::Plain);
            drawn.marks.insert(Mark::Move);
            laid.push(trail);
        }
        drawn.laid.clone_from(&laid);
        for (&to, trail) in goals().zip(&laid) {
            self.coast_of_goal(drawn, unit, to, trail.tip());
        }
    }

    /// What the lines of a picture keep clear of.
    pub(crate) fn obstacles<'s>(&'s self, units: &'s [Point]) -> Obstacles<'s> {
        let apart = 10.0 * Drawn::new(self.scale).grown;
        Obstacles { words: self.words, units, centres: self.centres, apart }
    }

    /// The way to a neighbouring place: a fleet keeps to the water, an army to its two provinces.
    pub(crate) fn step(&self, unit: &Unit, to: Location, obstacles: &Obstacles<'_>, laid: &[Trail]) -> Trail {
        self.step_from(self.at(unit.location), unit, to, obstacles, laid)
    }

    fn step_from(
        &self,
        here: Point,
        unit: &Unit,
        to: Location,
        obstacles: &Obstacles<'_>,
        laid: &[Trail],
    ) -> Trail {
        let there = self.at(to);
        let own = [unit.location, to].map(|location| self.board.province_of(location));
        let ground =
            Ground { chart: self.geometry.chart(self.board), board: self.board, kind: unit.kind, own };
        match unit.kind {
            UnitKind::Army => {
                let border = || self.geometry.gates(own[0], own[1]);
                Trail::marched((here, there), border, &ground, obstacles, laid)
            }
            UnitKind::Fleet => {
                let mut spots = vec![here];
                spots.extend(self.geometry.way(unit.location, to));
                spots.push(there);
                Trail::sailed(&spots, &ground, obstacles, laid)
            }
        }
    }

    pub(crate) fn unit_or_place(&self, position: &Position, province: Province) -> Point {
        match position.forces.at(province) {
            Some(unit) => self.at(unit.location),
            None => self.geometry.place(province).unit,
        }
    }

    fn retreats(
        &self,
        position: &Position,
        orders: &Sheet<RetreatOrder>,
        rulings: &[Ruling],
        drawn: &mut Drawn,
    ) {
        let units: Vec<Point> = position.forces.units().iter().map(|unit| self.at(unit.location)).collect();
        let obstacles = self.obstacles(&units);
        let mut laid: Vec<Trail> = Vec::new();
        for (i, fallen) in position.dislodged.iter().enumerate() {
            if !self.is_shown(fallen.unit.power) {
                continue;
            }
            let location = fallen.unit.location;
            let here = self.geometry.aside(self.board, location);
            let order = orders.get(self.board.province_of(location));
            let fate = rulings.get(i).map_or(Fate::Done, fate);
            if let Some(RetreatOrder::To(to)) = order {
                let trail = self.step_from(here, &fallen.unit, *to, &obstacles, &laid);
                let trail = trail.trimmed(RIM, SHORT);
                push_move(drawn, fallen.unit.power.index(), &trail, fate, Going::Fleeing);
                drawn.marks.insert(Mark::Retreat);
                if let Some((sign, mark)) = fate.sign() {
                    drawn.marks.insert(mark);
                    drawn.sign(sign, trail.at(0.5), 8.0);
                }
                self.coast_of_goal(drawn, &fallen.unit, *to, trail.tip());
                laid.push(trail);
            }
            let gone = rulings.get(i).is_some_and(|ruling| ruling.because != Because::Retreated);
            if gone || order == Some(&RetreatOrder::Disband) || fallen.open.is_empty() {
                self.removed(here, Mark::Disband, drawn);
            }
        }
        drawn.laid = laid;
    }

    fn adjustments(&self, position: &Position, list: &[(Power, Entry, Fate)], drawn: &mut Drawn) {
        for &(power, entry, fate) in list.iter().filter(|(power, ..)| self.is_shown(*power)) {
            match entry {
                Entry::Build { kind, at } => {
                    let void = fate != Fate::Done;
                    let spot = self.at(at);
                    let unit = Unit { kind, power, location: at };
                    self.token(drawn, &unit, spot, 1.0, void);
                    drawn.marks.insert(if void { Mark::Void } else { Mark::Build });
                    drawn.badge(if void { "void" } else { "plus" }, self.corner(drawn, spot));
                }
                Entry::Remove { at } => {
                    self.removed(self.unit_or_place(position, at), Mark::Remove, drawn);
                }
                Entry::Waive => self.waived(position, list, power, drawn),
            }
        }
    }

    /// It names no place: the mark stands at the first home centre that stays empty.
    fn waived(&self, position: &Position, list: &[(Power, Entry, Fate)], power: Power, drawn: &mut Drawn) {
        let built: Vec<Province> = list.iter().filter_map(|(_, entry, _)| self.built(entry)).collect();
        let homes = self.board.homes(power).iter().copied();
        let empty = |home: &Province| position.forces.at(*home).is_none() && !built.contains(home);
        let Some(home) = homes.clone().find(empty).or_else(|| homes.clone().next()) else { return };
        let at = self.geometry.place(home).unit;
        drawn.marks.insert(Mark::Waive);
        drawn.take(at, 12.0);
        push(
            &mut drawn.units,
            format_args!(
                r#"<circle class="tk s{0}" cx="{1:.1}" cy="{2:.1}" r="11" stroke-width="2" stroke-dasharray="3 3"/><path class="ln is" stroke-width="2.2" d="M{3:.1} {2:.1}h9"/>"#,
                power.index(),
                at.x,
                at.y,
                at.x - 4.5
            ),
        );
    }

    fn built(&self, entry: &Entry) -> Option<Province> {
        match entry {
            Entry::Build { at, .. } => Some(self.board.province_of(*at)),
            Entry::Remove { .. } | Entry::Waive => None,
        }
    }
}

pub(crate) const fn fate(ruling: &Ruling) -> Fate {
    // Nobody beat a support that matched no order, nor a convoy that no army took.
    let idle =
        matches!(ruling.because, Because::Mismatch { .. } | Because::NotTaken { .. } | Because::NoRoute);
    match ruling.outcome {
        Outcome::Succeeds => Fate::Done,
        Outcome::Fails if !idle => Fate::Failed,
        Outcome::Fails | Outcome::Void => Fate::Void,
    }
}
