//! How bots vote on the end of a game (J2).

use bots::arena::{Contest, Finished, table_setup};
use bots::{
    BotKind, GAMES_PLAYED_ON, Outlook, ProposedEnd, STUCK_YEARS, Seat, outlook, years_without_change,
};
use rules::{Edition, Judge, Orders, Phase, Position, Power, Resolution, Season};

use crate::test_positions::{board, seat};

/// A game of seven amateurs.
fn amateurs(seed: u64, until: u16) -> Finished {
    let table = table_setup(board(), 7).unwrap();
    Contest::new(BotKind::Amateur, BotKind::Amateur, table, until, seed).play(0, &mut ())
}

/// The Springs of a game.
fn springs(game: &Finished) -> impl Iterator<Item = &Position> {
    let is_spring = |position: &&Position| matches!(position.phase, Phase::Movement(turn) if turn.season == Season::Spring);
    game.history.iter().map(|phase| &phase.before).filter(is_spring)
}

fn survivors(position: &Position) -> Vec<Power> {
    board().powers().filter(|power| position.owners.count(*power) > 0).collect()
}

/// The power with the most centres, and how many it has.
fn leader(position: &Position) -> (Power, usize) {
    let count = |power: Power| position.owners.count(power);
    board().powers().map(|power| (power, count(power))).max_by_key(|(_, centres)| *centres).unwrap()
}

fn ask(position: &Position, history: &[&Resolution], power: Power, proposed: &ProposedEnd) -> Outlook {
    let powers = [power];
    outlook(&Seat { history, ..seat(position, &powers) }, proposed, GAMES_PLAYED_ON, 7)
}

#[test]
fn nobody_concedes_in_spring_1901() {
    let start = Position::start(board());
    let austria = ProposedEnd::Win(vec![board().power("austria").unwrap()]);
    for power in ["england", "italy", "russia"] {
        let outlook = ask(&start, &[], board().power(power).unwrap(), &austria);
        assert!(!outlook.agrees(), "{power}: {outlook:?}");
    }
}

#[test]
fn a_leader_who_grows_refuses_a_draw() {
    let mut asked = 0;
    for seed in 0..12 {
        let game = amateurs(seed, 1906);
        let ahead = |position: &&Position| {
            let (first, centres) = leader(position);
            let others = survivors(position).into_iter().filter(|power| *power != first);
            centres >= 8 && others.map(|power| position.owners.count(power)).max() <= Some(centres - 2)
        };
        let Some(position) = springs(&game).find(ahead) else { continue };
        let outlook = ask(position, &[], leader(position).0, &ProposedEnd::Draw(survivors(position)));
        assert!(!outlook.agrees(), "seed {seed}: {outlook:?}");
        asked += 1;
    }
    assert!(asked >= 4, "only {asked} games had a leader");
}

#[test]
fn who_has_lost_lets_the_winner_win() {
    let mut asked = 0;
    for seed in 0..6 {
        let game = amateurs(seed, 1925);
        let nearly_over = |position: &&Position| leader(position).1 >= 16;
        let Some(position) = springs(&game).find(nearly_over) else { continue };
        let (first, _) = leader(position);
        let Some(last) = survivors(position).into_iter().find(|power| position.owners.count(*power) == 1)
        else {
            continue;
        };
        let outlook = ask(position, &[], last, &ProposedEnd::Win(vec![first]));
        assert!(outlook.agrees(), "seed {seed}: {outlook:?}");
        asked += 1;
    }
    assert!(asked >= 1);
}

/// Three years in which all units hold. Returns the position after them and the phases.
fn three_still_years(from: &Position) -> (Position, Vec<Resolution>) {
    let mut judge = Judge::new(board(), Edition::Y2000);
    let (mut position, mut history) = (from.clone(), Vec::new());
    let first = position.phase.turn().year;
    // The first year may still change hands of centres that units stand on.
    while position.phase.turn().year < first + STUCK_YEARS + 1 {
        let orders = Orders::none(board(), position.phase.kind());
        let phase = position.resolve(&mut judge, &orders).unwrap();
        position = phase.after.clone();
        history.push(phase);
    }
    (position, history)
}

#[test]
fn everybody_agrees_to_a_draw_when_twenty_boards_are_stuck() {
    for seed in 0..20 {
        let game = amateurs(seed, 1903);
        let (position, history) = three_still_years(&game.last);
        let history: Vec<&Resolution> = history.iter().collect();
        let draw = ProposedEnd::Draw(survivors(&position));
        // The leader would be the last to agree.
        let (first, centres) = leader(&position);
        let powers = [first];
        assert!(years_without_change(&Seat { history: &history, ..seat(&position, &powers) }) >= STUCK_YEARS);
        let outlook = ask(&position, &history, first, &draw);
        assert!(outlook.agrees(), "seed {seed}, {centres} centres: {outlook:?}");
    }
}

#[test]
fn whoever_has_most_centres_agrees_that_most_centres_win() {
    let game = amateurs(3, 1903);
    let position = &game.last;
    let (first, _) = leader(position);
    let outlook = ask(position, &[], first, &ProposedEnd::MostCentres);
    assert!(outlook.agrees() && outlook.ending > 0.0, "{outlook:?}");
    let other = survivors(position).into_iter().find(|power| *power != first).unwrap();
    let outlook = ask(position, &[], other, &ProposedEnd::Draw(vec![first]));
    assert_eq!(outlook.ending, 0.0, "it has no part in that draw");
}
