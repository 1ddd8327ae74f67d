//! What changes from picture to picture: units, retreats, builds and removals; `orders` has the moves.

use std::collections::BTreeSet;

use rules::{
    Adjustment, Because, Board, Dislodged, Entry, Location, Outcome, Position, Power, Province, RetreatOrder,
    Ruling, Sheet, Unit, UnitKind,
};

use crate::base::push;
use crate::curve::Point;
use crate::strokes::{Fate, Going, push_move};
use crate::tokens::Token;
use crate::trail::{Obstacles, Trail};
use crate::{Deeds, Geometry, Labels, Rect, Scene};

/// Everything that changes from picture to picture, in layers.
#[derive(Debug)]
pub(crate) struct Drawn {
    /// How much larger than usual lines and signs are, so that they can be seen on a small picture.
    pub(crate) grown: f32,
    /// Beneath the names.
    pub(crate) lines: String,
    /// Above the names: what must not be covered.
    pub(crate) heads: String,
    pub(crate) units: String,
    /// What the legend has to explain.
    pub(crate) marks: BTreeSet<Mark>,
}

/// A mark that the legend explains.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Mark {
    Move,
    Support,
    Convoy,
    Hold,
    Fails,
    Dislodged,
    Standoff,
    Retreat,
    Build,
    Remove,
    Waive,
}

pub(crate) struct Marker<'a> {
    pub(crate) board: &'a Board,
    pub(crate) geometry: &'a Geometry,
    pub(crate) labels: &'a Labels,
    pub(crate) words: &'a [Rect],
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
        let mut drawn = Drawn {
            grown: (0.6 / self.scale).clamp(1.0, 1.7),
            lines: String::new(),
            heads: String::new(),
            units: String::new(),
            marks: BTreeSet::new(),
        };
        self.units(scene, &mut drawn);
        match scene.deeds {
            Deeds::None => {}
            Deeds::Reach(province) => self.reach(scene.position, province, &mut drawn),
            Deeds::Movement { orders, rulings } => self.movement(scene.position, orders, rulings, &mut drawn),
            Deeds::Retreats { orders, rulings } => self.retreats(scene.position, orders, rulings, &mut drawn),
            Deeds::Adjustments(list) => self.adjustments(scene.position, list, &mut drawn),
        }
        drawn
    }

    pub(crate) fn at(&self, location: Location) -> Point {
        self.geometry.unit_at(self.board, location)
    }

    pub(crate) fn is_shown(&self, power: Power) -> bool {
        self.only.is_none_or(|only| only == power)
    }

    fn token(&self, out: &mut String, unit: &Unit, at: Point, scale: f32, ghost: bool) {
        let coast = self.board.coast(unit.location).filter(|_| unit.kind == UnitKind::Fleet);
        // A unit is never so small that its letter is lost.
        let grown = grown(self.scale);
        let token = Token {
            kind: unit.kind,
            power: unit.power.index(),
            at,
            emblem: self.labels.emblem(unit.power),
            coast: coast.map(|coast| self.labels.coast(coast)),
            coast_size: (8.5 / (self.scale * scale * grown)).clamp(11.5, 17.0),
            scale: scale * grown,
            left: self.gun_covers(unit, at, 1.0) > self.gun_covers(unit, at, -1.0),
            ghost,
        };
        token.push(out);
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
        for unit in scene.position.forces.units() {
            self.token(&mut drawn.units, unit, self.at(unit.location), 1.0, false);
        }
        for Dislodged { unit, .. } in &scene.position.dislodged {
            self.fallen(unit, drawn);
        }
        for unit in scene.lost {
            self.fallen(unit, drawn);
            self.removed(self.geometry.aside(self.board, unit.location), drawn);
        }
    }

    /// A unit that was driven out, beside the one that took its place.
    fn fallen(&self, unit: &Unit, drawn: &mut Drawn) {
        let at = self.geometry.aside(self.board, unit.location);
        drawn.marks.insert(Mark::Dislodged);
        use_mark(&mut drawn.units, "burst", at);
        self.token(&mut drawn.units, unit, at, 0.9, false);
    }

    fn removed(&self, at: Point, drawn: &mut Drawn) {
        drawn.marks.insert(Mark::Remove);
        use_mark(&mut drawn.units, "minus", badge(at));
    }

    fn reach(&self, position: &Position, province: Province, drawn: &mut Drawn) {
        let Some(unit) = position.forces.at(province) else { return };
        let here = self.at(unit.location);
        let obstacles = Obstacles { words: self.words, units: &[here] };
        let mut laid: Vec<Trail> = Vec::new();
        for &to in self.board.neighbours(unit.kind, unit.location) {
            let trail = self.step(unit, to, &obstacles, &laid);
            let trail = trail.trimmed(RIM, SHORT);
            push_move(drawn, unit.power.index(), &trail, Fate::Done, Going::Plain);
            drawn.marks.insert(Mark::Move);
            laid.push(trail);
        }
    }

    /// The way to a neighbouring place: a fleet keeps to the water.
    pub(crate) fn step(&self, unit: &Unit, to: Location, obstacles: &Obstacles<'_>, laid: &[Trail]) -> Trail {
        let (here, there) = (self.at(unit.location), self.at(to));
        match unit.kind {
            UnitKind::Army => Trail::clear(here, there, obstacles, laid),
            UnitKind::Fleet => {
                let mut spots = vec![here];
                spots.extend(self.geometry.way(unit.location, to));
                spots.push(there);
                Trail::sailed(&spots, obstacles, laid)
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
        let obstacles = Obstacles { words: self.words, units: &units };
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
                let mut spots = vec![here];
                if fallen.unit.kind == UnitKind::Fleet {
                    spots.extend(self.geometry.way(location, *to));
                }
                spots.push(self.at(*to));
                let trail = if spots.len() > 2 {
                    Trail::sailed(&spots, &obstacles, &laid)
                } else {
                    Trail::clear(here, self.at(*to), &obstacles, &laid)
                };
                let trail = trail.trimmed(RIM, SHORT);
                push_move(drawn, fallen.unit.power.index(), &trail, fate, Going::Fleeing);
                drawn.marks.insert(Mark::Retreat);
                if fate == Fate::Failed {
                    drawn.marks.insert(Mark::Fails);
                    push_sign(drawn, "cross", trail.at(0.5));
                }
                laid.push(trail);
            }
            let gone = rulings.get(i).is_some_and(|ruling| ruling.because != Because::Retreated);
            if gone || order == Some(&RetreatOrder::Disband) || fallen.open.is_empty() {
                self.removed(here, drawn);
            }
        }
    }

    fn adjustments(&self, position: &Position, list: &[Adjustment], drawn: &mut Drawn) {
        for adjustment in list.iter().filter(|adjustment| self.is_shown(adjustment.power)) {
            let void = adjustment.ruling.outcome != Outcome::Succeeds;
            match adjustment.entry {
                Entry::Build { kind, at } => {
                    let spot = self.at(at);
                    let unit = Unit { kind, power: adjustment.power, location: at };
                    self.token(&mut drawn.units, &unit, spot, 1.0, void);
                    drawn.marks.insert(if void { Mark::Fails } else { Mark::Build });
                    use_mark(&mut drawn.units, if void { "cross" } else { "plus" }, badge(spot));
                }
                Entry::Remove { at } => self.removed(self.unit_or_place(position, at), drawn),
                Entry::Waive => self.waived(position, list, adjustment.power, drawn),
            }
        }
    }

    /// It names no place: the mark stands at the first home centre that stays empty.
    fn waived(&self, position: &Position, list: &[Adjustment], power: Power, drawn: &mut Drawn) {
        let built: Vec<Province> = list.iter().filter_map(|a| self.built(a)).collect();
        let homes = self.board.homes(power).iter().copied();
        let empty = |home: &Province| position.forces.at(*home).is_none() && !built.contains(home);
        let Some(home) = homes.clone().find(empty).or_else(|| homes.clone().next()) else { return };
        let at = self.geometry.place(home).unit;
        drawn.marks.insert(Mark::Waive);
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

    fn built(&self, adjustment: &Adjustment) -> Option<Province> {
        match adjustment.entry {
            Entry::Build { at, .. } => Some(self.board.province_of(at)),
            Entry::Remove { .. } | Entry::Waive => None,
        }
    }
}

/// How much larger than usual units are at a scale.
pub(crate) fn grown(scale: f32) -> f32 {
    (8.5 / (15.0 * scale)).clamp(1.0, 1.35)
}

/// Where the small sign of a unit sits.
pub(crate) fn badge(unit: Point) -> Point {
    Point::new(unit.x + 15.0, unit.y - 14.0)
}

/// A sign on a line, large enough to be seen.
pub(crate) fn push_sign(drawn: &mut Drawn, sign: &str, at: Point) {
    let grown = drawn.grown;
    push(
        &mut drawn.heads,
        format_args!(
            r##"<use href="#{sign}" transform="translate({:.1} {:.1})scale({grown:.2})"/>"##,
            at.x, at.y
        ),
    );
}

pub(crate) fn use_mark(out: &mut String, mark: &str, at: Point) {
    push(out, format_args!(r##"<use href="#{mark}" x="{:.1}" y="{:.1}"/>"##, at.x, at.y));
}

pub(crate) fn fate(ruling: &Ruling) -> Fate {
    match ruling.outcome {
        Outcome::Succeeds => Fate::Done,
        Outcome::Fails | Outcome::Void => Fate::Failed,
    }
}
