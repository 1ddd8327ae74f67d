//! What comes of a plan a turn later: everybody retreats, builds and removes, and the best plan for the
//! turn after says what it was worth.

use rules::{Entry, Judge, Order, Position, Power, Season, Sheet, Stage};

use crate::planner::upkeep;
use crate::planner::weigh::{DEFEAT, WIN};
use crate::{Chance, Seat, Work};

use super::council::Member;
use super::onward::{adjust, best_plan, retreat};

/// Guesses of what the others do in the turn after.
const GUESSES: usize = 4;
/// What getting there costs, in units: what everybody values there is looked at anew.
const WAY: u64 = 200;
/// What the plan for the turn after may cost.
const PLAN: u64 = 500;
/// What a sequel costs at most.
pub(super) const COST: u64 = WAY + PLAN;
/// Parts of a hundred of what is left after the usual plans that sequels get, and with how much they are
/// worth it: a few of them say nothing.
const SHARE: u64 = 40;
const FROM: u64 = 100_000;

/// What sequels get of a budget.
pub(super) const fn share(budget: u64) -> u64 {
    if budget < FROM { 0 } else { budget * SHARE / 100 }
}

/// What a member has from a sheet of everybody's orders a turn later.
pub(super) fn worth(
    me: usize,
    members: &[Member<'_>],
    judge: &mut Judge<'_>,
    orders: &Sheet<Order>,
    work: &mut Work,
    chance: &mut Chance,
) -> f32 {
    let view = members[me].view;
    let seat = &view.seat;
    let season = seat.position.phase.date().season;
    let mut position = seat.position.clone();
    // In place, without the copies of `Position::resolve`: with much time this is done for many plans of a
    // move. At the usual 70,000 units of work it is not reached, and both ways take the same instructions.
    let verdict = judge.movement(&position.forces, &position.table, orders);
    position.after_movement(seat.board, verdict);
    settle(members, &mut position);
    work.settle(WAY);
    let has_won = |one: &Member<'_>| seat.goal.is_reached(&position.owners, one.view.seat.powers);
    if season == Season::Fall
        && let Some(winner) = members.iter().position(has_won)
    {
        return if winner == me { WIN } else { -DEFEAT };
    }
    if position.phase.stage() != Stage::Movement {
        return 0.0;
    }
    let seat = Seat { position: &position, history: &[], ..*seat };
    let mut own = Work::units(PLAN);
    let worth = best_plan(&seat, &view.ground, GUESSES, &mut own, chance);
    work.settle(own.spent());
    worth.unwrap_or(0.0)
}

/// Retreats, builds and removals of everybody.
fn settle(members: &[Member<'_>], position: &mut Position) {
    let seat = &members[0].view.seat;
    if position.phase.stage() == Stage::Retreat {
        let mut orders = Sheet::new(seat.board);
        for member in members {
            let seat = Seat { position, ..member.view.seat };
            for (here, order) in upkeep::retreats(&seat, &member.view.ground).iter() {
                orders.set(here, *order);
            }
        }
        retreat(seat, position, &orders);
    }
    if position.phase.stage() == Stage::Adjustment {
        let mut entries: Vec<(Power, Entry)> = Vec::new();
        for member in members {
            let seat = Seat { position, ..member.view.seat };
            entries.extend(upkeep::adjustments(&seat, &member.view.ground));
        }
        adjust(seat, position, &entries);
    }
}

#[cfg(test)]
mod tests {
    use rules::{
        Board, Date, Edition, Forces, Goal, Judge, Order, Passage, Phase, Position, Season, Sheet, Unit,
        UnitKind,
    };

    use super::super::council::{Member, players, views};
    use super::super::crew::Crew;
    use super::{COST, worth};
    use crate::planner::minds::Minds;
    use crate::planner::weigh::{DEFEAT, WIN};
    use crate::{Chance, Seat, Work};

    const ARMIES: [(&str, &str); 3] = [("germany", "sil"), ("russia", "mos"), ("turkey", "smy")];

    /// Germany needs one centre more and stands before an empty Warsaw.
    fn eve(board: &Board, season: Season) -> Position {
        let mut position = Position::start(board);
        position.phase = Phase::Movement(Date { year: 1905, season });
        position.forces = Forces::new(board);
        for (power, at) in ARMIES {
            let (power, location) = (board.power(power).unwrap(), board.location(at).unwrap());
            position.forces.place(board, Unit { kind: UnitKind::Army, power, location }).unwrap();
        }
        for key in "ber mun kie den hol bel par bre mar swe nwy lon lvp edi ven tri vie".split(' ') {
            position.owners.give(board.province(key).unwrap(), board.power("germany"));
        }
        position
    }

    /// What the march to Warsaw is worth a turn later to everybody at the board.
    fn worths(season: Season) -> Vec<(f32, u64)> {
        let board = &atlas::standard().board;
        let position = eve(board, season);
        let own = [board.power("germany").unwrap()];
        let (edition, goal) = (Edition::Y2000, Goal::of_board(board));
        let seat = Seat { board, edition, position: &position, history: &[], powers: &own, goal };
        let powers = players(&seat);
        let views = views(&seat, &powers, &Crew::of(1));
        let (minds, mut chance) = (Minds::at(&seat), Chance::new(1));
        let members: Vec<Member<'_>> =
            views.iter().map(|view| Member::new(view, &minds, &mut chance)).collect();
        let mut orders = Sheet::new(board);
        let to = board.location("war").unwrap();
        orders.set(board.province("sil").unwrap(), Order::Move { to, passage: Passage::Unstated });
        let mut judge = Judge::new(board, edition);
        let look = |me| {
            let mut work = Work::units(COST);
            let worth = worth(me, &members, &mut judge, &orders, &mut work, &mut Chance::new(2));
            (worth, work.spent())
        };
        (0..members.len()).map(look).collect()
    }

    #[test]
    fn a_game_that_is_won_in_fall_is_seen() {
        let seen: Vec<f32> = worths(Season::Fall).into_iter().map(|(worth, _)| worth).collect();
        assert_eq!(seen, [WIN, -DEFEAT, -DEFEAT]);
    }

    #[test]
    fn in_spring_it_is_seen_that_the_game_can_be_won_in_fall() {
        let seen = worths(Season::Spring);
        // Russia would have to guess right every time to keep Germany out of Warsaw in Fall.
        assert!(seen[0].0 > WIN / 2.0, "{seen:?}");
        assert!(seen.iter().all(|(_, spent)| *spent <= COST), "{seen:?}");
    }
}
