//! Convoy routes through the fleets at sea.
//!
//! A route needs all its fleets. It is a chain of fleets in which only the first is adjacent to the army's
//! province, only the last is adjacent to the destination, and two fleets are adjacent only if they are
//! consecutive.

use crate::board::Seas;
use crate::{Board, Province};

/// Whether these fleets can convoy an army from one shore to the other.
#[inline]
pub(crate) fn connects(board: &Board, fleets: Seas, from: Province, to: Province) -> bool {
    let goal = board.seas_of(to) & fleets;
    let first = board.seas_of(from) & fleets;
    first.intersects(goal) || (!goal.is_empty() && reaches(board, fleets, first, goal))
}

/// Whether a water of `goal` can be reached from `first` through `fleets`. `first` and `goal` are disjoint.
fn reaches(board: &Board, fleets: Seas, first: Seas, goal: Seas) -> bool {
    let (mut seen, mut fresh) = (first, first);
    while !fresh.is_empty() {
        let mut next = Seas::EMPTY;
        fresh.for_each(|sea| next |= board.sea_borders(sea));
        fresh = (next & fleets).without(seen);
        if fresh.intersects(goal) {
            return true;
        }
        seen |= fresh;
    }
    false
}

/// The waters that can be reached from `first` through `fleets`.
pub(crate) fn reachable_waters(board: &Board, fleets: Seas, first: Seas) -> Seas {
    let (mut seen, mut fresh) = (first, first);
    while !fresh.is_empty() {
        let mut next = Seas::EMPTY;
        fresh.for_each(|sea| next |= board.sea_borders(sea));
        fresh = (next & fleets).without(seen);
        seen |= fresh;
    }
    seen
}

/// Whether the fleet at `sea` is part of a route through `fleets`.
#[inline]
pub(crate) fn is_on_route(board: &Board, fleets: Seas, sea: usize, from: Province, to: Province) -> bool {
    let (first, last) = (board.seas_of(from) & fleets, board.seas_of(to) & fleets);
    if first.contains(sea) && last.contains(sea) {
        return true;
    }
    if first.is_empty() || last.is_empty() {
        return false;
    }
    // A fleet that is adjacent to both shores is a route by itself and part of no other.
    let both = first & last;
    let (first, last) = (first.without(both), last.without(both));
    let inner = fleets.without(first).without(last).without(both);
    if first.contains(sea) {
        has_chain(board, sea, inner, last, None)
    } else if last.contains(sea) {
        has_chain(board, sea, inner, first, None)
    } else {
        inner.contains(sea) && first.into_iter().any(|start| has_chain(board, start, inner, last, Some(sea)))
    }
}

/// Whether a chain without shortcuts leads from `at` through `inner` to `last`, and through `via` if it is
/// given.
fn has_chain(board: &Board, at: usize, inner: Seas, last: Seas, via: Option<usize>) -> bool {
    let near = board.sea_borders(at);
    if via.is_none() && near.intersects(last) {
        return true;
    }
    // A fleet adjacent to `at` can only come next. A fleet of `last` adjacent to `at` would be a shortcut.
    let (inner_left, last_left) = (inner.without(near), last.without(near));
    if last_left.is_empty() {
        return false;
    }
    (near & inner).into_iter().any(|next| {
        let via = via.filter(|via| *via != next);
        let open = inner_left | last_left | Seas::one(next);
        let can_arrive = reaches(board, open, Seas::one(next), last_left)
            && via.is_none_or(|via| {
                inner_left.contains(via) && reaches(board, open, Seas::one(next), Seas::one(via))
            });
        can_arrive && has_chain(board, next, inner_left, last_left, via)
    })
}
