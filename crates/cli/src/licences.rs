//! `detente licences`: lists the third-party parts of the program with their licences.

use clap::ValueEnum;
use serde_json::json;

use crate::output::print_line;

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
                    "texts": text_numbers(part),
                })
            });
            print_line!("{:#}", parts.collect::<serde_json::Value>());
            Ok(())
        }
    }
}

fn print() -> anyhow::Result<()> {
    print_line!("Inside this program. The numbers are those of the texts below.\n");
    for part in licences::parts() {
        let name = format!("{} {}", part.name, part.version);
        let numbers: Vec<String> = text_numbers(part).iter().map(usize::to_string).collect();
        print_line!("{:36} {:8} {} [{}]", name.trim_end(), part.kind, part.licence, numbers.join(", "));
    }
    for (number, text) in (1..).zip(licences::texts()) {
        let of: Vec<&str> = licences::parts()
            .iter()
            .filter(|part| text_numbers(part).contains(&number))
            .map(|part| part.name)
            .collect();
        print_line!("\n{}\n[{number}] {}\n\n{text}", "=".repeat(80), of.join(", "));
    }
    Ok(())
}

/// Counted from 1.
fn text_numbers(part: &licences::Part) -> Vec<usize> {
    part.texts.iter().map(|text| text + 1).collect()
}
