//! The project's chores; the same locally and in CI.

mod slips;

fn main() {
    let chore = std::env::args().nth(1);
    match chore.as_deref() {
        Some("slips") => slips::run(),
        _ => {
            eprintln!("cargo xtask slips    how many typing slips are read as meant");
            std::process::exit(2);
        }
    }
}
