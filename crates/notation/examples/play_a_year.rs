//! Plays the year 1901 on the standard map and prints what happens: `cargo run --example play_a_year`.

use detente_notation::Notation;
use detente_rules::{Edition, Judge, Outcome, Position};

/// The orders of four phases: Spring, Fall, the retreat of an Austrian fleet, and the builds of Winter. Units
/// without an order hold.
const PHASES: [&str; 4] = [
    "FRANCE: A PAR - BUR, A MAR S A PAR - BUR, F BRE - MAO
     GERMANY: A MUN - BUR, F KIE - DEN, A BER - KIE
     ITALY: A VEN - TYR, A ROM - VEN, F NAP - ION
     TURKEY: A CON - BUL",
    "FRANCE: A BUR - BEL, A MAR - SPA, F MAO - POR
     GERMANY: A KIE - HOL
     ITALY: A TYR - TRI, A VEN S A TYR - TRI, F ION - TUN",
    "AUSTRIA: F TRI R ALB",
    "FRANCE: A PAR B, A MAR B, F BRE B
     GERMANY: A KIE B, A BER B
     ITALY: A ROM B, WAIVE
     TURKEY: A CON B",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = &detente_atlas::standard().board;
    let notation = Notation::new(board);
    let mut judge = Judge::new(board, Edition::Y2000);
    let mut position = Position::start(board);
    for text in PHASES {
        let orders = notation.orders(&position, text)?;
        let done = position.resolve(&mut judge, &orders)?;
        println!("{}", done.phase().key());
        for (unit, ruling) in done.rulings() {
            let mark = match ruling.outcome {
                Outcome::Succeeds => "yes",
                Outcome::Fails => "no",
                Outcome::Void => "void",
            };
            println!("  {:<8} {mark:<4} {}", notation.write_unit(&unit), ruling.because.key());
        }
        position = done.after;
    }
    println!("{} is next", position.phase.key());
    Ok(())
}
