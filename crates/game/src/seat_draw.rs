//! The random draws of a game: which member gets which seat, and the coin of the game for two (A2, K5).
//! Nothing else in a game is random.

use seeded_random::SeededRng;

use crate::{Allocation, Member, SeatId, SeatPreference};

/// The seat that wins the coin toss of a game for two.
pub(crate) fn coin_winner(seed: u64) -> SeatId {
    // Independent of the random numbers that assign the seats.
    SeatId::new(SeededRng::new(seed ^ 0xc01c_01c0_1c01_c01c).below(2))
}

/// By seat: the index of the member who gets it. There are as many members as seats.
pub(crate) fn assign_seats(seed: u64, allocation: Allocation, members: &[Member]) -> Vec<usize> {
    let mut lot = SeededRng::new(seed);
    match allocation {
        Allocation::Random => shuffled(&mut lot, members.len()),
        Allocation::Preference => by_preference(&mut lot, members),
        Allocation::Chosen => by_choice(members),
    }
}

fn shuffled(lot: &mut SeededRng, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    lot.shuffle(&mut order);
    order
}

fn by_choice(members: &[Member]) -> Vec<usize> {
    let mut seats: Vec<Option<usize>> = vec![None; members.len()];
    let mut rest = Vec::new();
    for (i, member) in members.iter().enumerate() {
        match &member.preference {
            SeatPreference::This(seat) if seats.get(seat.index()).is_some_and(Option::is_none) => {
                seats[seat.index()] = Some(i);
            }
            SeatPreference::This(_) | SeatPreference::Ranked(_) | SeatPreference::Anything => rest.push(i),
        }
    }
    let mut rest = rest.into_iter();
    seats.into_iter().filter_map(|seat| seat.or_else(|| rest.next())).collect()
}

/// The assignment with the smallest sum of squared ranks. Squares make one very bad choice cost more than
/// several small ones. Members are shuffled first, so that chance decides between equal assignments.
fn by_preference(lot: &mut SeededRng, members: &[Member]) -> Vec<usize> {
    let count = members.len();
    let order = shuffled(lot, count);
    let cost = |member: usize, seat: usize| -> i64 {
        let rank = match &members[order[member]].preference {
            SeatPreference::Anything => 0,
            SeatPreference::Ranked(wishes) => wishes
                .iter()
                .position(|preference| preference.index() == seat)
                .unwrap_or(wishes.len().min(count)),
            SeatPreference::This(preference) => usize::from(preference.index() != seat) * count,
        };
        (rank * rank) as i64
    };
    min_cost_assignment(count, cost).into_iter().map(|member| order[member]).collect()
}

/// By column: its row, so that the sum of costs is smallest. The Hungarian method: rows are added one by
/// one, each along the cheapest chain of swaps.
fn min_cost_assignment(count: usize, cost: impl Fn(usize, usize) -> i64) -> Vec<usize> {
    const FREE: usize = usize::MAX;
    let mut row_price = vec![0_i64; count];
    let mut column_price = vec![0_i64; count];
    let mut rows = vec![FREE; count];
    for newcomer in 0..count {
        let mut slack = vec![i64::MAX; count];
        let mut came_from = vec![FREE; count];
        let mut done = vec![false; count];
        let (mut row, mut column) = (newcomer, FREE);
        loop {
            let mut best = FREE;
            for next in (0..count).filter(|next| !done[*next]) {
                let reduced = cost(row, next) - row_price[row] - column_price[next];
                if reduced < slack[next] {
                    slack[next] = reduced;
                    came_from[next] = column;
                }
                if best == FREE || slack[next] < slack[best] {
                    best = next;
                }
            }
            let step = slack[best];
            row_price[newcomer] += step;
            for other in 0..count {
                if done[other] {
                    row_price[rows[other]] += step;
                    column_price[other] -= step;
                } else {
                    slack[other] -= step;
                }
            }
            done[best] = true;
            column = best;
            if rows[best] == FREE {
                break;
            }
            row = rows[best];
        }
        while came_from[column] != FREE {
            rows[column] = rows[came_from[column]];
            column = came_from[column];
        }
        rows[column] = newcomer;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Name, Person, PersonOrBot};

    fn member(i: u64, preference: SeatPreference) -> Member {
        let name = Name::new(&format!("p{i}")).unwrap();
        Member { number: i as u32, who: PersonOrBot::Person { who: Person(i), name }, preference }
    }

    #[test]
    fn a2_the_draw_gives_every_seat_to_everybody_equally_often() {
        let members: Vec<Member> = (0..7).map(|i| member(i, SeatPreference::Anything)).collect();
        let mut counts = [[0_u32; 7]; 7];
        for seed in 0..7000 {
            for (seat, who) in assign_seats(seed, Allocation::Random, &members).into_iter().enumerate() {
                counts[seat][who] += 1;
            }
        }
        assert!(counts.iter().flatten().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn k5_the_coin_falls_both_ways() {
        let heads = (0..10_000).filter(|seed| coin_winner(*seed) == SeatId::new(0)).count();
        assert!((4800..5200).contains(&heads), "{heads}");
    }

    #[test]
    fn preferences_without_conflict_are_all_met() {
        let members: Vec<Member> = (0..7)
            .map(|i| {
                let ranked = (0..7).map(|k| SeatId::new((i as usize * 3 + k) % 7)).collect();
                member(i, SeatPreference::Ranked(ranked))
            })
            .collect();
        for seed in 0..200 {
            let seats = assign_seats(seed, Allocation::Preference, &members);
            for (seat, who) in seats.into_iter().enumerate() {
                assert_eq!(seat, who * 3 % 7);
            }
        }
    }

    #[test]
    fn a_chosen_seat_is_kept_and_bots_fill_the_rest() {
        let mut members = vec![
            member(1, SeatPreference::This(SeatId::new(2))),
            member(2, SeatPreference::This(SeatId::new(0))),
        ];
        members.push(Member {
            number: 0,
            who: PersonOrBot::Bot(crate::Bot::new("x").unwrap()),
            preference: SeatPreference::Anything,
        });
        assert_eq!(assign_seats(1, Allocation::Chosen, &members), [1, 2, 0]);
    }

    #[test]
    fn preferences_are_met_as_well_as_by_brute_force() {
        let mut lot = SeededRng::new(5);
        for _ in 0..300 {
            let costs: Vec<Vec<i64>> =
                (0..5).map(|_| (0..5).map(|_| lot.below(30) as i64).collect()).collect();
            let sum =
                |rows: &[usize]| rows.iter().enumerate().map(|(seat, row)| costs[*row][seat]).sum::<i64>();
            let found = sum(&min_cost_assignment(5, |row, column| costs[row][column]));
            let best = (0..3125_usize)
                .map(|n| (0..5).map(|i| n / 5_usize.pow(i) % 5).collect::<Vec<_>>())
                .filter(|rows| (0..5).all(|row| rows.contains(&row)))
                .map(|rows| sum(&rows))
                .min();
            assert_eq!(Some(found), best);
        }
    }
}
