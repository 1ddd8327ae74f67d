//! Writes the manual pages and the shells' completions into a folder: `cargo run --example manual FOLDER`.

use std::path::PathBuf;

use clap_complete::Shell;

fn main() -> anyhow::Result<()> {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        anyhow::bail!("which folder?");
    };
    let man = folder.join("man");
    std::fs::create_dir_all(&man)?;
    clap_mangen::generate_to(cli::command(), man)?;
    let completions = folder.join("completions");
    std::fs::create_dir_all(&completions)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        clap_complete::generate_to(shell, &mut cli::command(), "detente", &completions)?;
    }
    Ok(())
}
