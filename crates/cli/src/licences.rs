//! `detente licences`: lists the third-party parts of the program with their licences.

use clap::ValueEnum;
use serde_json::json;

use crate::say::say;

/// Lists what is inside the program, with licences, and prints their texts.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The list and the texts for people, or the list alone as JSON.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Text,
    Json,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    match args.format {
        Format::Text => print(),
        Format::Json => {
            let parts = licences::parts().iter().map(|part| {
                json!({
                    "name": part.name,
                    "version": part.version,
                    "kind": part.kind.key(),
                    "licence": part.licence,
                    "texts": numbers(part),
                })
            });
            say!("{:#}", parts.collect::<serde_json::Value>());
            Ok(())
        }
    }
}

fn print() -> anyhow::Result<()> {
    say!("Inside this program. The numbers are those of the texts below.\n");
    for part in licences::parts() {
        let name = format!("{} {}", part.name, part.version);
        let numbers: Vec<String> = numbers(part).iter().map(usize::to_string).collect();
        say!("{:36} {:8} {} [{}]", name.trim_end(), part.kind, part.licence, numbers.join(", "));
    }
    for (number, text) in (1..).zip(licences::texts()) {
        let of: Vec<&str> = licences::parts()
            .iter()
            .filter(|part| numbers(part).contains(&number))
            .map(|part| part.name)
            .collect();
        say!("\n{}\n[{number}] {}\n\n{text}", "=".repeat(80), of.join(", "));
    }
    Ok(())
}

/// Counted from 1.
fn numbers(part: &licences::Part) -> Vec<usize> {
    part.texts.iter().map(|text| text + 1).collect()
}
