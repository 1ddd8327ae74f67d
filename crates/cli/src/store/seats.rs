//! For how many players a recorded game is, and which seat got the neutral power.

use std::collections::BTreeSet;

use anyhow::Context;
use interchange::{PhaseLine, RecordedGame};
use notation::Notation;
use rules::{Board, PlayerTable, Power};

/// The powers of one player.
type SeatPowers = BTreeSet<Power>;

/// The number of players. A form that does not list its seats lists players with several powers in each
/// phase. Powers that nobody plays are then in disorder throughout, except a neutral one, which somebody gets
/// (K5).
pub(super) fn player_count(board: &Board, game: &RecordedGame) -> anyhow::Result<usize> {
    let notation = Notation::new(board);
    let tables = board.player_counts().filter_map(|players| board.player_table(players));
    let found = match &game.seats {
        Some(listed) => {
            let listed = seats(&notation, listed.iter())?;
            tables.into_iter().find(|table| all_seats(table) == listed)
        }
        None => {
            let first = game.phases.first().context("the game has no phase")?;
            let several = seats(&notation, first.phase.players.values())?;
            let in_disorder = always_in_disorder(&notation, game);
            let fits = |table: &&PlayerTable| {
                let of_table = all_seats(table).into_iter().filter(|seat| seat.len() > 1);
                of_table.eq(several.iter().filter(|seat| seat.len() > 1).cloned())
                    && never_played(table).all(|power| in_disorder.contains(&power))
            };
            tables.filter(fits).max_by_key(|table| table.unplayed.len())
        }
    };
    let found = found.context("there is no table for players with these powers")?;
    Ok(found.seats.len())
}

/// The seat, from 0, that has the neutral power in a later phase (K5). None: nobody had it yet, or there is
/// no such power.
pub(super) fn seat_with_neutral(board: &Board, table: &PlayerTable, phases: &[&PhaseLine]) -> Option<usize> {
    let neutral = table.neutral.as_ref()?.power;
    let notation = Notation::new(board);
    let players = phases.iter().flat_map(|phase| phase.players.values());
    let with_neutral = players.filter_map(|powers| seat(&notation, powers).ok());
    let with_neutral = with_neutral.filter(|powers| powers.contains(&neutral));
    with_neutral
        .filter_map(|powers| table.seats.iter().position(|own| own.iter().all(|one| powers.contains(one))))
        .next()
}

fn never_played(table: &PlayerTable) -> impl Iterator<Item = Power> {
    let neutral = table.neutral.as_ref().map(|neutral| neutral.power);
    table.unplayed.iter().copied().filter(move |power| Some(*power) != neutral)
}

fn all_seats(table: &PlayerTable) -> BTreeSet<SeatPowers> {
    table.seats.iter().map(|powers| powers.iter().copied().collect()).collect()
}

fn seats<'a>(
    notation: &Notation<'_>,
    listed: impl Iterator<Item = &'a Vec<String>>,
) -> anyhow::Result<BTreeSet<SeatPowers>> {
    listed.map(|powers| seat(notation, powers)).collect()
}

fn seat(notation: &Notation<'_>, powers: &[String]) -> anyhow::Result<SeatPowers> {
    let power = |name: &String| {
        notation.power(name).with_context(|| {
            let name: String = name.chars().take(40).collect();
            format!("there is no power '{name}'")
        })
    };
    powers.iter().map(power).collect()
}

fn always_in_disorder(notation: &Notation<'_>, game: &RecordedGame) -> SeatPowers {
    let mut in_disorder: SeatPowers = notation.board().powers().collect();
    for recorded in &game.phases {
        let names = &recorded.phase.disorder;
        let now: SeatPowers = names.iter().filter_map(|name| notation.power(name)).collect();
        in_disorder.retain(|power| now.contains(power));
    }
    in_disorder
}
