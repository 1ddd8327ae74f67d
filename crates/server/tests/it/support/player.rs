//! A player over HTTP who sees what a page would see and chooses orders with a bot.

use bots::{BotKind, Seat, WorkBudget, ask_bot};
use rules::{
    AdjustmentOrder, Edition, Goal, Order, Orders, Passage, Phase, Position, Power, RetreatOrder, Unit,
    UnitKind,
};
use serde_json::{Value, json};

use super::TestUser;

/// Submits the orders of this kind of bot, from what the server shows. False if no orders are due.
pub async fn submit_bot_orders(guest: &TestUser, game: &str, kind: BotKind, seed: u64) -> bool {
    let view = guest.game(game).await;
    let seat = view["viewer"]["seat"].as_u64().unwrap() as usize;
    if view["seats"][seat]["sheet"] != "not_in" {
        return false;
    }
    let open = &atlas::standard().board;
    let position = position(&view["position"]);
    // In the game for two nobody may enter Italy before 1915 (K5).
    let seating = game::Seating::new(open, view["table"].as_array().unwrap().len()).unwrap();
    let neutral = seating.neutral().filter(|neutral| position.phase.turn().year <= neutral.toss.year);
    let board = seating.board(open, neutral.map(|_| game::Neutrality::Closed));
    let powers: Vec<Power> = view["viewer"]["powers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|key| board.power(key.as_str().unwrap()).unwrap())
        .collect();
    let goal = Goal::of_board(board);
    let question =
        Seat { board, edition: Edition::Y2000, position: &position, history: &[], powers: &powers, goal };
    let deeds = ask_bot(&*kind.bot(), &question, &mut WorkBudget::units(kind.budget()), seed);
    guest.orders(game, json!({ "deeds": order_entries(&deeds), "stance": "ready" })).await;
    true
}

fn position(view: &Value) -> Position {
    let board = &atlas::standard().board;
    let mut position = Position::start(board);
    position.phase = Phase::from_key(view["phase"].as_str().unwrap()).unwrap();
    position.forces.clear();
    let unit = |unit: &Value| Unit {
        kind: if unit["kind"] == "army" { UnitKind::Army } else { UnitKind::Fleet },
        power: board.power(unit["power"].as_str().unwrap()).unwrap(),
        location: board.location(unit["at"].as_str().unwrap()).unwrap(),
    };
    for one in view["units"].as_array().unwrap() {
        position.forces.place(board, unit(one)).unwrap();
    }
    for dislodged in view["dislodged"].as_array().unwrap() {
        let open = dislodged["open"].as_array().unwrap().iter();
        position.dislodged.push(rules::Dislodged {
            unit: unit(dislodged),
            open_retreats: open.map(|key| board.location(key.as_str().unwrap()).unwrap()).collect(),
        });
    }
    for centre in board.centres() {
        let owner = view["owners"][board.province_key(*centre)].as_str();
        position.owners.set_owner(*centre, owner.and_then(|key| board.power(key)));
    }
    position
}

fn order_entries(deeds: &Orders) -> Vec<Value> {
    let board = &atlas::standard().board;
    let place = |location| board.location_key(location);
    let province = |province| board.province_key(province);
    match deeds {
        Orders::Movement(sheet) => sheet
            .iter()
            .map(|(at, order)| {
                let at = province(at);
                match *order {
                    Order::Hold => json!({ "order": "hold", "at": at }),
                    Order::Move { to, passage } => {
                        let by_convoy = passage == Passage::Convoy;
                        json!({ "order": "move", "at": at, "to": place(to), "by_convoy": by_convoy })
                    }
                    Order::SupportHold { of } => {
                        json!({ "order": "support_hold", "at": at, "of": province(of) })
                    }
                    Order::SupportMove { from, to } => {
                        json!({ "order": "support_move", "at": at, "from": province(from), "to": place(to) })
                    }
                    Order::Convoy { from, to } => {
                        json!({ "order": "convoy", "at": at, "from": province(from), "to": province(to) })
                    }
                }
            })
            .collect(),
        Orders::Retreats(sheet) => sheet
            .iter()
            .map(|(at, order)| match *order {
                RetreatOrder::To(to) => json!({ "order": "retreat", "at": province(at), "to": place(to) }),
                RetreatOrder::Disband => json!({ "order": "disband", "at": province(at) }),
            })
            .collect(),
        Orders::Adjustments(entries) => entries
            .iter()
            .map(|(power, entry)| match *entry {
                AdjustmentOrder::Build { kind, at } => {
                    let kind = if kind == UnitKind::Army { "army" } else { "fleet" };
                    json!({ "order": "build", "power": board.power_key(*power), "kind": kind, "at": place(at) })
                }
                AdjustmentOrder::Remove { at } => json!({ "order": "remove", "at": province(at) }),
                AdjustmentOrder::Waive => json!({ "order": "waive", "power": board.power_key(*power) }),
            })
            .collect(),
    }
}
