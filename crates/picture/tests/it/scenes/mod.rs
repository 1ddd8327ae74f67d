//! Test helpers: make positions and orders, draw them, and find marks in the SVG.

#![allow(dead_code, reason = "each test file uses only some of these")]

pub(crate) mod diagrams;

use picture::curve::Point;
use picture::{Drawing, LanguageCode, Look, Painter, Scene, SceneContent};
use rules::{
    Board, Edition, Forces, Judge, Order, Orders, Owners, Passage, Position, Province, Resolution, Sheet,
    Unit, UnitKind,
};

pub(crate) const ENGLISH: Look = Look::new(LanguageCode::ENGLISH, 1200);

pub(crate) fn board() -> &'static Board {
    &atlas::standard().board
}

pub(crate) fn province(key: &str) -> Province {
    board().province(key).expect("a province")
}

pub(crate) fn position(units: &[(&str, UnitKind, &str)]) -> Position {
    let mut position = Position::start(board());
    position.forces = Forces::new(board());
    position.owners = Owners::none(board());
    for (power, kind, place) in units {
        let power = board().power(power).expect("a power");
        let location = board().location(place).expect("a place");
        position.forces.place(board(), Unit { kind: *kind, power, location }).expect("free");
    }
    position
}

pub(crate) fn sheet(orders: &[(&str, Order)]) -> Sheet<Order> {
    let mut sheet = Sheet::new(board());
    for (from, order) in orders {
        sheet.set(province(from), *order);
    }
    sheet
}

pub(crate) fn to(place: &str) -> Order {
    Order::Move { to: board().location(place).expect("a place"), passage: Passage::Unstated }
}

pub(crate) fn judged(position: &Position, orders: &Sheet<Order>) -> Resolution {
    let mut judge = Judge::new(board(), Edition::Y2000);
    position.resolve(&mut judge, &Orders::Movement(orders.clone())).expect("a movement phase")
}

pub(crate) fn svg(look: Look, scene: &Scene<'_>) -> String {
    Painter::new(Drawing::standard(), look).expect("the width is in range").svg(scene)
}

/// The picture of a judged movement phase.
pub(crate) fn judged_svg(position: &Position, orders: &Sheet<Order>, look: Look) -> String {
    svg(look, &Scene::new(SceneContent::Resolution(&judged(position, orders))))
}

/// How often a piece of text occurs in a picture.
pub(crate) fn count(svg: &str, what: &str) -> usize {
    svg.matches(what).count()
}

/// The points of the paths that follow a piece of text.
pub(crate) fn paths(svg: &str, before: &str) -> Vec<Vec<Point>> {
    let line = |rest: &str| {
        let line = rest.split('"').next().unwrap_or_default();
        line.split(['M', 'L', 'Z'])
            .filter_map(|pair| pair.split_once(' '))
            .filter_map(|(x, y)| Some(Point::new(x.parse().ok()?, y.parse().ok()?)))
            .collect()
    };
    svg.split(before).skip(1).map(line).collect()
}

/// The places of a sign.
pub(crate) fn signs(svg: &str, sign: &str) -> Vec<Point> {
    let start = format!(r##"href="#{sign}" transform="translate("##);
    let spot = |rest: &str| {
        let (x, y) = rest.split(')').next()?.split_once(' ')?;
        Some(Point::new(x.parse().ok()?, y.parse().ok()?))
    };
    svg.split(&start).skip(1).filter_map(spot).collect()
}
