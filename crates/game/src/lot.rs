//! Who gets which seat: the only chance in the game, and the coin of the game for two (A2, K5).

use crate::{Allocation, Member, SeatId, Wish};

/// Numbers that follow from a seed alone (SplitMix64).
#[derive(Clone, Debug)]
pub(crate) struct Lot(u64);

impl Lot {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`. The multiply leaves a bias of at most `bound` in 2⁶⁴.
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    fn shuffled(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for i in (1..count).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }
}

/// The seat that wins the coin toss among two.
pub(crate) fn coin(seed: u64) -> SeatId {
    // Another stream than the one that shared the seats out.
    SeatId::new(Lot::new(seed ^ 0xc01c_01c0_1c01_c01c).below(2))
}

/// For each seat the number of the member who gets it. There are as many members as seats.
pub(crate) fn allot(seed: u64, allocation: Allocation, members: &[Member]) -> Vec<usize> {
    let mut lot = Lot::new(seed);
    match allocation {
        Allocation::Lot => lot.shuffled(members.len()),
        Allocation::Preference => by_preference(&mut lot, members),
        Allocation::Chosen => by_choice(members),
    }
}

fn by_choice(members: &[Member]) -> Vec<usize> {
    let mut seats: Vec<Option<usize>> = vec![None; members.len()];
    let mut rest = Vec::new();
    for (i, member) in members.iter().enumerate() {
        match &member.wish {
            Wish::This(seat) if seats.get(seat.index()).is_some_and(Option::is_none) => {
                seats[seat.index()] = Some(i);
            }
            Wish::This(_) | Wish::Ranked(_) | Wish::Anything => rest.push(i),
        }
    }
    let mut rest = rest.into_iter();
    seats.into_iter().filter_map(|seat| seat.or_else(|| rest.next())).collect()
}

/// An assignment with a small sum of squared ranks: nobody gets the last choice so that
/// another gets the first instead of the second. Improved from a drawn start until no two and no three
/// gain by trading.
fn by_preference(lot: &mut Lot, members: &[Member]) -> Vec<usize> {
    let count = members.len();
    let cost = |member: usize, seat: usize| -> u64 {
        let rank = match &members[member].wish {
            Wish::Anything => 0,
            Wish::Ranked(wishes) => {
                wishes.iter().position(|wish| wish.index() == seat).unwrap_or(wishes.len().min(count))
            }
            Wish::This(wish) => usize::from(wish.index() != seat) * count,
        };
        (rank * rank) as u64
    };
    let mut seats = lot.shuffled(count);
    loop {
        let mut gained = false;
        for a in 0..count {
            for b in 0..count {
                let (x, y) = (seats[a], seats[b]);
                if a != b && cost(y, a) + cost(x, b) < cost(x, a) + cost(y, b) {
                    seats.swap(a, b);
                    gained = true;
                }
                for c in 0..count {
                    let (x, y, z) = (seats[a], seats[b], seats[c]);
                    let distinct = a != b && b != c && a != c;
                    if distinct && cost(z, a) + cost(x, b) + cost(y, c) < cost(x, a) + cost(y, b) + cost(z, c)
                    {
                        (seats[a], seats[b], seats[c]) = (z, x, y);
                        gained = true;
                    }
                }
            }
        }
        if !gained {
            return seats;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Guest, Name, Person};

    fn member(i: u64, wish: Wish) -> Member {
        let name = Name::new(&format!("p{i}")).unwrap();
        Member { guest: Guest::Person { who: Person(i), name }, wish }
    }

    #[test]
    fn a2_the_lot_gives_every_seat_to_everybody_equally_often() {
        let members: Vec<Member> = (0..7).map(|i| member(i, Wish::Anything)).collect();
        let mut counts = [[0_u32; 7]; 7];
        for seed in 0..7000 {
            for (seat, who) in allot(seed, Allocation::Lot, &members).into_iter().enumerate() {
                counts[seat][who] += 1;
            }
        }
        assert!(counts.iter().flatten().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn k5_the_coin_falls_both_ways() {
        let heads = (0..10_000).filter(|seed| coin(*seed) == SeatId::new(0)).count();
        assert!((4800..5200).contains(&heads), "{heads}");
    }

    #[test]
    fn wishes_that_do_not_clash_all_come_true() {
        let members: Vec<Member> = (0..7)
            .map(|i| {
                let ranked = (0..7).map(|k| SeatId::new((i as usize * 3 + k) % 7)).collect();
                member(i, Wish::Ranked(ranked))
            })
            .collect();
        for seed in 0..200 {
            let seats = allot(seed, Allocation::Preference, &members);
            for (seat, who) in seats.into_iter().enumerate() {
                assert_eq!(seat, who * 3 % 7);
            }
        }
    }

    #[test]
    fn a_chosen_seat_is_kept_and_bots_fill_the_rest() {
        let mut members = vec![member(1, Wish::This(SeatId::new(2))), member(2, Wish::This(SeatId::new(0)))];
        members.push(Member { guest: Guest::Bot(crate::Bot::new("x").unwrap()), wish: Wish::Anything });
        assert_eq!(allot(1, Allocation::Chosen, &members), [1, 2, 0]);
    }
}
