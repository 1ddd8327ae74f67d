//! Export as the saved-game JSON of the Python package `diplomacy`.

use std::collections::BTreeMap;

use game::{Audience, Game, Record, RecordStatus, Sender, View};
use interchange::{Builds, ByPower, Message, Placement, PythonGame, SavedPhase, State};
use notation::Notation;
use rules::{Because, Board, Dislodged, Location, Outcome, PhaseKind, Position, Power, Ruling, UnitKind};

/// A whole game as the viewer may see it.
pub(crate) fn write(board: &Board, map: &str, id: &str, game: &Game, view: &View) -> PythonGame {
    let notation = Notation::new(board);
    let page = PhaseWriter { board, notation, map, id };
    let records: Vec<&Record> = view
        .history
        .iter()
        .filter(|(_, counts)| *counts == RecordStatus::Active)
        .map(|(record, _)| &**record)
        .collect();
    let mut phases: Vec<SavedPhase> = records.iter().map(|record| page.phase(record, view, game)).collect();
    if let Some(now) = &view.board {
        let board = game.charter().seating().board(board, now.neutrality);
        let last = page.current_phase(&now.position, records.last().map_or(0, |record| record.at.seconds()));
        phases.push(last.with_players_and_closed_land(&Notation::new(board), &now.position));
    }
    PythonGame { id: id.to_owned(), map: map.to_owned(), rules: rules(), phases }
}

fn rules() -> Vec<String> {
    ["NO_PRESS", "POWER_CHOICE"].map(str::to_owned).into()
}

/// The results of each unit, in the package's words.
type Results = BTreeMap<String, Vec<String>>;

struct PhaseWriter<'a> {
    board: &'a Board,
    notation: Notation<'a>,
    map: &'a str,
    id: &'a str,
}

impl PhaseWriter<'_> {
    fn phase(&self, record: &Record, view: &View, game: &Game) -> SavedPhase {
        let (orders, results) = self.orders(record);
        let board = record.board(game.charter().seating(), self.board);
        let phase = SavedPhase {
            name: record.phase().key(),
            state: self.state(&record.resolution.before, record.at.seconds()),
            orders: Some(orders),
            results,
            messages: self.messages(record, view, game),
            ..SavedPhase::default()
        };
        phase.with_players_and_closed_land(&Notation::new(board), &record.resolution.before)
    }

    /// The current phase, which is not resolved yet.
    fn current_phase(&self, position: &Position, at: i64) -> SavedPhase {
        SavedPhase {
            name: position.phase.key(),
            state: self.state(position, at),
            orders: Some(self.powers(|_| None)),
            ..SavedPhase::default()
        }
    }

    fn powers<T>(&self, of: impl Fn(Power) -> T) -> ByPower<T> {
        self.board.powers().map(|power| (self.notation.power_code(power).to_owned(), of(power))).collect()
    }

    fn unit(&self, kind: UnitKind, location: Location) -> String {
        let mut out = String::new();
        self.notation.push_unit(&mut out, kind, location);
        out
    }

    fn state(&self, position: &Position, at: i64) -> State {
        let board = self.board;
        let code = |province| self.notation.province_code(province).to_owned();
        let units = self.powers(|power| {
            let standing = position.forces.units().iter().filter(|unit| unit.power == power);
            let dislodged = position.dislodged.iter().filter(|dislodged| dislodged.unit.power == power);
            let standing = standing.map(|unit| self.unit(unit.kind, unit.location));
            let dislodged = dislodged
                .map(|dislodged| format!("*{}", self.unit(dislodged.unit.kind, dislodged.unit.location)));
            standing.chain(dislodged).collect::<Vec<_>>()
        });
        let retreats = self.powers(|power| {
            let own = position.dislodged.iter().filter(|dislodged| dislodged.unit.power == power);
            own.map(|dislodged| {
                let open =
                    dislodged.open_retreats.iter().map(|open| self.notation.location_code(*open).to_owned());
                (self.unit(dislodged.unit.kind, dislodged.unit.location), open.collect::<Vec<_>>())
            })
            .collect::<BTreeMap<_, _>>()
        });
        let homes =
            self.powers(|power| board.homes(power).iter().map(|home| code(*home)).collect::<Vec<_>>());
        let centres = self.powers(|power| position.owners.centres_of(power).map(code).collect::<Vec<_>>());
        let builds = self.powers(|power| {
            let is_winter = position.phase.kind() == PhaseKind::Adjustment;
            let accounts = position.adjustment_judge(board, rules::Edition::Y2000);
            let owed = if is_winter { accounts.centres_minus_units(power) } else { 0 };
            let sites: Vec<String> =
                if owed > 0 { accounts.build_sites(power).map(code).collect() } else { Vec::new() };
            Builds { count: owed, homes: sites }
        });
        State {
            timestamp: at * 1_000_000,
            zobrist_hash: "0".to_owned(),
            note: String::new(),
            name: position.phase.key(),
            stand: Placement { units, centers: centres, retreats },
            homes,
            influence: self.powers(|_| Vec::new()),
            civil_disorder: self.powers(|power| u8::from(position.players.in_disorder(power))),
            builds,
            game_id: self.id.to_owned(),
            map: self.map.to_owned(),
            rules: rules(),
        }
    }

    /// The orders of each power, and the results of each unit.
    fn orders(&self, record: &Record) -> (ByPower<Option<Vec<String>>>, Results) {
        let mut orders: ByPower<Option<Vec<String>>> = self.powers(|_| Some(Vec::new()));
        let mut results: Results = BTreeMap::new();
        let mut add = |power: Power, text: String| {
            if let Some(Some(list)) = orders.get_mut(self.notation.power_code(power)) {
                list.push(text);
            }
        };
        let resolution = &record.resolution;
        let forces = &resolution.before.forces;
        for (unit, order, ruling) in resolution.movement_rulings() {
            if let Some(order) = order {
                add(unit.power, self.notation.write_order(forces, unit, order));
            }
            results.insert(self.unit(unit.kind, unit.location), owned(result_words(ruling)));
        }
        for (Dislodged { unit, .. }, order, ruling) in resolution.retreat_rulings(self.board) {
            if let Some(order) = order {
                add(unit.power, self.notation.write_retreat(unit, order));
            }
            let left = if ruling.because == Because::Retreated {
                Vec::new()
            } else if matches!(ruling.because, Because::Clash { .. }) {
                vec!["bounce", "disband"]
            } else {
                vec!["disband"]
            };
            results.insert(self.unit(unit.kind, unit.location), owned(left));
        }
        for one in
            resolution.adjustment_rulings().iter().filter(|one| one.ruling.outcome == Outcome::Succeeds)
        {
            add(one.power, self.notation.write_adjustment(forces, &one.order));
        }
        (orders, results)
    }

    /// The messages of the phase that the viewer may read.
    fn messages(&self, record: &Record, view: &View, game: &Game) -> Vec<Message> {
        let seating = game.charter().seating();
        let code = |seat| match seating.powers(seat).first() {
            Some(power) => self.notation.power_code(*power),
            None => "GLOBAL",
        };
        let heard = view.messages.iter().filter(|message| message.phase == record.phase());
        heard
            .flat_map(|message| {
                let sender = match message.from {
                    Sender::Seat(seat) => code(seat),
                    Sender::Master => "SYSTEM",
                };
                let recipients: Vec<&str> = match message.to {
                    Audience::Everybody => vec!["GLOBAL"],
                    Audience::SeatsAndMaster(_) if message.from != Sender::Master => vec!["SYSTEM"],
                    Audience::Seats(circle) | Audience::SeatsAndMaster(circle) => {
                        circle.iter().map(code).filter(|to| *to != sender).collect()
                    }
                };
                recipients.into_iter().map(move |recipient| Message {
                    sender: sender.to_owned(),
                    recipient: recipient.to_owned(),
                    time_sent: message.at.seconds() * 1_000_000,
                    phase: message.phase.key(),
                    message: message.text.as_str().to_owned(),
                })
            })
            .collect()
    }
}

fn owned(words: Vec<&str>) -> Vec<String> {
    words.into_iter().map(str::to_owned).collect()
}

/// The package's words for a ruling of a movement phase.
fn result_words(ruling: &Ruling) -> Vec<&'static str> {
    let mut words = match (ruling.outcome, ruling.because) {
        (Outcome::Succeeds, _) => Vec::new(),
        (Outcome::Void, _) => vec!["void"],
        (
            Outcome::Fails,
            Because::Cut { .. }
            | Because::CutByDislodged { .. }
            | Because::ConvoyedAttack { .. }
            | Because::CutByOtherRoute { .. },
        ) => vec!["cut"],
        (Outcome::Fails, Because::ConvoyBroken { .. } | Because::RouteBroken { .. } | Because::Paradox) => {
            vec!["disrupted"]
        }
        (Outcome::Fails, Because::NoRoute) => vec!["no convoy"],
        (Outcome::Fails, Because::Mismatch { .. } | Because::NotTaken { .. }) => vec!["void"],
        (Outcome::Fails, Because::Dislodged { .. }) => Vec::new(),
        (Outcome::Fails, _) => vec!["bounce"],
    };
    if ruling.dislodged_from.is_some() {
        words.push("dislodged");
    }
    words
}
