//! Lookahead for moves: the value of a plan one turn later. Everybody retreats, builds and removes, and the
//! best plan for the next turn gives the value.

use rules::{AdjustmentOrder, Judge, Order, PhaseKind, Position, Power, Season, Sheet};

use crate::planner::evaluator::{DEFEAT_COST, WIN_VALUE};
use crate::planner::retreats_and_builds;
use crate::{Seat, SeededRng, WorkBudget};

use super::lookahead::{resolve_adjustments, resolve_retreats, value_of_best_plan};
use super::players::PlayerPlans;

/// The number of guesses of what the others do in the next turn.
const GUESSES: usize = 4;
/// The cost of reaching the next turn, in work units: all place values are computed again.
const ADVANCE_WORK: u64 = 200;
/// The maximum cost of the plan for the next turn.
const MAX_PLAN_WORK: u64 = 500;
/// The maximum cost of one lookahead.
pub(super) const MAX_WORK: u64 = ADVANCE_WORK + MAX_PLAN_WORK;
/// The percentage of the remaining budget for lookahead, and the minimum budget for it: with a few samples
/// the result would be too uncertain.
const LOOKAHEAD_PERCENT: u64 = 40;
const MIN_LOOKAHEAD_WORK: u64 = 100_000;

/// The part of a budget for lookahead.
pub(super) const fn lookahead_work(budget: u64) -> u64 {
    if budget < MIN_LOOKAHEAD_WORK { 0 } else { budget * LOOKAHEAD_PERCENT / 100 }
}

/// The value for one player, one turn after these orders of all players.
pub(super) fn value_next_turn(
    me: usize,
    members: &[PlayerPlans<'_>],
    judge: &mut Judge<'_>,
    orders: &Sheet<Order>,
    work: &mut WorkBudget,
    chance: &mut SeededRng,
) -> f32 {
    let view = members[me].view;
    let seat = &view.seat;
    let season = seat.position.phase.turn().season;
    let mut position = seat.position.clone();
    // In place, without the copies of `Position::resolve`: with a large budget this runs for many plans per
    // move. With the usual 70,000 units it does not run.
    let verdict = judge.movement(&position.forces, &position.players, orders);
    position.apply_movement(seat.board, verdict);
    resolve_retreats_and_builds(members, &mut position);
    work.add_spent(ADVANCE_WORK);
    let has_won = |one: &PlayerPlans<'_>| seat.goal.is_reached(&position.owners, one.view.seat.powers);
    if season == Season::Fall
        && let Some(winner) = members.iter().position(has_won)
    {
        return if winner == me { WIN_VALUE } else { -DEFEAT_COST };
    }
    if position.phase.kind() != PhaseKind::Movement {
        return 0.0;
    }
    let seat = Seat { position: &position, history: &[], ..*seat };
    let mut own = WorkBudget::units(MAX_PLAN_WORK);
    let worth = value_of_best_plan(&seat, &view.analysis, GUESSES, &mut own, chance);
    work.add_spent(own.spent());
    worth.unwrap_or(0.0)
}

/// Resolves the retreats, builds and removals of all players.
fn resolve_retreats_and_builds(members: &[PlayerPlans<'_>], position: &mut Position) {
    let seat = &members[0].view.seat;
    if position.phase.kind() == PhaseKind::Retreat {
        let mut orders = Sheet::new(seat.board);
        for member in members {
            let seat = Seat { position, ..member.view.seat };
            for (here, order) in retreats_and_builds::retreats(&seat, &member.view.analysis).iter() {
                orders.set(here, *order);
            }
        }
        resolve_retreats(seat, position, &orders);
    }
    if position.phase.kind() == PhaseKind::Adjustment {
        let mut entries: Vec<(Power, AdjustmentOrder)> = Vec::new();
        for member in members {
            let seat = Seat { position, ..member.view.seat };
            entries.extend(retreats_and_builds::adjustments(&seat, &member.view.analysis));
        }
        resolve_adjustments(seat, position, &entries);
    }
}

#[cfg(test)]
mod tests {
    use rules::{
        Board, Edition, Forces, Goal, Judge, Order, Passage, Phase, Position, Season, Sheet, Turn, Unit,
        UnitKind,
    };

    use super::super::players::{PlayerPlans, players, views};
    use super::super::threads::Threads;
    use super::{MAX_WORK, value_next_turn};
    use crate::planner::evaluator::{DEFEAT_COST, WIN_VALUE};
    use crate::planner::valuations::Valuations;
    use crate::{Seat, SeededRng, WorkBudget};

    const ARMIES: [(&str, &str); 3] = [("germany", "sil"), ("russia", "mos"), ("turkey", "smy")];

    /// Germany needs one more centre and can enter the empty Warsaw.
    fn position_before_win(board: &Board, season: Season) -> Position {
        let mut position = Position::start(board);
        position.phase = Phase::Movement(Turn { year: 1905, season });
        position.forces = Forces::new(board);
        for (power, at) in ARMIES {
            let (power, location) = (board.power(power).unwrap(), board.location(at).unwrap());
            position.forces.place(board, Unit { kind: UnitKind::Army, power, location }).unwrap();
        }
        for key in "ber mun kie den hol bel par bre mar swe nwy lon lvp edi ven tri vie".split(' ') {
            position.owners.set_owner(board.province(key).unwrap(), board.power("germany"));
        }
        position
    }

    /// By player: the value one turn after the move to Warsaw, and the work spent.
    fn values_for_all(season: Season) -> Vec<(f32, u64)> {
        let board = &atlas::standard().board;
        let position = position_before_win(board, season);
        let own = [board.power("germany").unwrap()];
        let (edition, goal) = (Edition::Y2000, Goal::of_board(board));
        let seat = Seat { board, edition, position: &position, history: &[], powers: &own, goal };
        let powers = players(&seat);
        let views = views(&seat, &powers, &Threads::of(1));
        let (valuations, mut chance) = (Valuations::at(&seat), SeededRng::new(1));
        let members: Vec<PlayerPlans<'_>> =
            views.iter().map(|view| PlayerPlans::new(view, &valuations, &mut chance)).collect();
        let mut orders = Sheet::new(board);
        let to = board.location("war").unwrap();
        orders.set(board.province("sil").unwrap(), Order::Move { to, passage: Passage::Unstated });
        let mut judge = Judge::new(board, edition);
        let look = |me| {
            let mut work = WorkBudget::units(MAX_WORK);
            let worth = value_next_turn(me, &members, &mut judge, &orders, &mut work, &mut SeededRng::new(2));
            (worth, work.spent())
        };
        (0..members.len()).map(look).collect()
    }

    #[test]
    fn lookahead_finds_a_win_in_fall() {
        let seen: Vec<f32> = values_for_all(Season::Fall).into_iter().map(|(worth, _)| worth).collect();
        assert_eq!(seen, [WIN_VALUE, -DEFEAT_COST, -DEFEAT_COST]);
    }

    #[test]
    fn lookahead_in_spring_finds_that_fall_can_win() {
        let seen = values_for_all(Season::Spring);
        // Russia must guess right every time to keep Germany out of Warsaw in Fall.
        assert!(seen[0].0 > WIN_VALUE / 2.0, "{seen:?}");
        assert!(seen.iter().all(|(_, spent)| *spent <= MAX_WORK), "{seen:?}");
    }
}
