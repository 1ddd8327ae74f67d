//! The project's chores; the same locally and in CI.

#[path = "../../crates/language/tests/support/random.rs"]
mod random;
mod reading_speed;
mod slips;

fn main() {
    let chore = std::env::args().nth(1);
    match chore.as_deref() {
        Some("reading-speed") => reading_speed::run(),
        Some("slips") => slips::run(),
        _ => {
            eprintln!("cargo xtask reading-speed    how long a line takes to be read");
            eprintln!("cargo xtask slips            how many typing slips are read as meant");
            std::process::exit(2);
        }
    }
}
