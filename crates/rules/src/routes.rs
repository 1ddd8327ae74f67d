//! Convoy routes over the fleets at sea.
//!
//! A route is one from which no fleet could be left out: a chain of fleets of which only the first
//! touches the army's province, only the last the destination, and no two touch but neighbours in
//! the chain.

use crate::board::Seas;
use crate::{Board, Province};

/// Whether these fleets can carry an army from one shore to the other.
#[inline]
pub(crate) fn connects(board: &Board, fleets: Seas, from: Province, to: Province) -> bool {
    let goal = board.seas_of(to) & fleets;
    let first = board.seas_of(from) & fleets;
    first.meets(goal) || (!goal.is_empty() && leads_to(board, fleets, first, goal))
}

/// Whether one of `goal` can be reached from `first`, which is none of them, through `fleets`.
fn leads_to(board: &Board, fleets: Seas, first: Seas, goal: Seas) -> bool {
    let (mut seen, mut fresh) = (first, first);
    while !fresh.is_empty() {
        let mut next = Seas::EMPTY;
        for sea in fresh {
            next |= board.sea_borders(sea);
        }
        fresh = (next & fleets).without(seen);
        if fresh.meets(goal) {
            return true;
        }
        seen |= fresh;
    }
    false
}

/// The waters that can be reached from `first` through `fleets`.
pub(crate) fn flood(board: &Board, fleets: Seas, first: Seas) -> Seas {
    let (mut seen, mut fresh) = (first, first);
    while !fresh.is_empty() {
        let mut next = Seas::EMPTY;
        for sea in fresh {
            next |= board.sea_borders(sea);
        }
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
    // Ends are told apart: a fleet that touches both shores is a route alone and part of no other.
    let both = first & last;
    let (first, last) = (first.without(both), last.without(both));
    let inner = fleets.without(first).without(last).without(both);
    if first.contains(sea) {
        walk(board, sea, inner, last, None)
    } else if last.contains(sea) {
        walk(board, sea, inner, first, None)
    } else {
        inner.contains(sea) && first.into_iter().any(|start| walk(board, start, inner, last, Some(sea)))
    }
}

/// Whether a chain without short cuts leads on from `at` over `inner` to `last`, by way of `via` if
/// that is still to come.
fn walk(board: &Board, at: usize, inner: Seas, last: Seas, via: Option<usize>) -> bool {
    let near = board.sea_borders(at);
    if via.is_none() && near.meets(last) {
        return true;
    }
    // What touches `at` cannot come later than next; a `last` that touches it would be a short cut.
    let (inner_left, last_left) = (inner.without(near), last.without(near));
    if last_left.is_empty() {
        return false;
    }
    (near & inner).into_iter().any(|next| {
        let via = via.filter(|via| *via != next);
        let open = inner_left | last_left | Seas::one(next);
        let hopeful = leads_to(board, open, Seas::one(next), last_left)
            && via.is_none_or(|via| {
                inner_left.contains(via) && leads_to(board, open, Seas::one(next), Seas::one(via))
            });
        hopeful && walk(board, next, inner_left, last_left, via)
    })
}
