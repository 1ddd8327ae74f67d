//! The 32 diagrams of the rulebook and a crowded position, judged and ready to be drawn.

use cases::{Case, Section};
use notation::{Notation, SubmittedOrders};
use picture::{Drawing, LanguageCode, Look, Painter, Scene, SceneContent};
use rules::{Edition, Judge, Order, Position, Power, Province, Resolution};

use super::{board, position};

/// A resolved phase with a name.
pub(crate) struct NamedPhase {
    pub(crate) name: String,
    pub(crate) resolution: Resolution,
    pub(crate) reach: Option<Province>,
}

impl NamedPhase {
    pub(crate) fn scene(&self) -> Scene<'_> {
        let show = match self.reach {
            Some(province) => SceneContent::Reach(&self.resolution.before, province),
            None => SceneContent::Resolution(&self.resolution),
        };
        Scene { title: Some(&self.name), ..Scene::new(show) }
    }

    /// Settings that crop the board to the phase, as `detente render` does.
    pub(crate) fn cropped(&self, language: LanguageCode, width: u32) -> Look {
        let look = Look::new(language, width);
        let crop = picture::crop_for_scene(Drawing::standard(), &look, &self.scene());
        Look { crop: Some(crop), ..look }
    }

    pub(crate) fn painter(&self, look: Look) -> Painter<'static> {
        Painter::new(Drawing::standard(), look).expect("the width is in range")
    }

    pub(crate) fn svg(&self, look: Look) -> String {
        self.painter(look).svg(&self.scene())
    }

    /// All provinces with a unit, and all targets of moves, supports and convoys.
    pub(crate) fn provinces_involved(&self) -> Vec<Province> {
        let units = self.resolution.before.forces.units();
        let mut all: Vec<Province> = units.iter().map(|unit| board().province_of(unit.location)).collect();
        if self.reach.is_some() {
            let near = board().neighbours(units[0].kind, units[0].location);
            all.extend(near.iter().map(|to| board().province_of(*to)));
            return all;
        }
        for order in self.resolution.movement_rulings().filter_map(|(_, order, _)| order) {
            match order {
                Order::Move { to, .. } | Order::SupportMove { to, .. } => all.push(board().province_of(*to)),
                Order::SupportHold { of } => all.push(*of),
                Order::Convoy { to, .. } => all.push(*to),
                Order::Hold => {}
            }
        }
        all
    }
}

/// The 32 diagrams of the rulebook.
pub(crate) fn diagrams() -> Vec<NamedPhase> {
    let cases = cases::parse(cases::files::DIAGRAMS).expect("cases");
    (1..=32).map(|number| diagram(&cases, number)).collect()
}

fn diagram(cases: &[Case], number: u8) -> NamedPhase {
    let id = if number <= 3 { format!("D{number}a") } else { format!("D{number}") };
    let fits = |case: &&Case| case.id == id && case.editions.contains(&Edition::Y2000);
    let case = cases.iter().find(fits).expect("a diagram");
    let notation = Notation::new(board());
    let section: &Section = &case.sections[0];
    let position = cases::starting_position(&notation, section).expect("a position");
    let given = section.orders.iter().filter(|line| !line.is_unordered());
    let lines: Vec<(Power, &str)> =
        given.map(|line| (notation.power(&line.power).expect("a power"), line.order.as_str())).collect();
    let mut shown = judged(&format!("Diagram {number}"), position, &lines);
    if number <= 3 {
        let unit = shown.resolution.before.forces.units()[0];
        shown.reach = Some(board().province_of(unit.location));
    }
    shown
}

fn judged(name: &str, position: Position, lines: &[(Power, &str)]) -> NamedPhase {
    let notation = Notation::new(board());
    let orders = SubmittedOrders::read(&notation, &position, lines.iter().copied()).into_orders();
    let mut judge = Judge::new(board(), Edition::Y2000);
    let played = position.resolve(&mut judge, &orders).expect("the orders are for this phase");
    NamedPhase { name: name.to_owned(), resolution: played, reach: None }
}

/// The crowded position of `docs/pictures`: 34 units and every kind of order.
pub(crate) fn crowded() -> NamedPhase {
    let text = include_str!("../../../../../docs/pictures/crowded.json");
    let file: serde_json::Value = serde_json::from_str(text).expect("JSON");
    let notation = Notation::new(board());
    let mut before = position(&[]);
    let mut lines: Vec<(Power, &str)> = Vec::new();
    let lists = |key: &str| file[key].as_object().expect("by power").iter();
    for (power, units) in lists("units") {
        let power = notation.power(power).expect("a power");
        for text in units.as_array().expect("a list") {
            let text = text.as_str().expect("a unit");
            let kind = if text.starts_with('A') { rules::UnitKind::Army } else { rules::UnitKind::Fleet };
            let location = board().location(&text[2..].to_lowercase()).expect("a place");
            before.forces.place(board(), rules::Unit { kind, power, location }).expect("free");
        }
    }
    for (power, orders) in lists("orders") {
        let power = notation.power(power).expect("a power");
        lines.extend(orders.as_array().expect("a list").iter().map(|o| (power, o.as_str().expect("text"))));
    }
    judged("Crowded", before, &lines)
}
