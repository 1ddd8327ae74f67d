//! `detente variant check`: reports all errors of a variant at once.

use std::path::{Path, PathBuf};

use crate::output::print_line;
use anyhow::{Context, Result, bail};
use atlas::{Variant, VariantError};
use clap::Subcommand;
use language::explain::Language;
use picture::{Drawing, LanguageCode, LegendWordLists};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Say everything that is wrong with a variant, with file and line.
    Check {
        /// The variant's folder.
        folder: PathBuf,
    },
}

pub(crate) fn run(args: Args) -> Result<()> {
    let Command::Check { folder } = args.command;
    let faults = check(&folder);
    for fault in &faults {
        print_line!("{fault}");
    }
    match faults.len() {
        0 => {
            print_line!("{}: nothing is wrong", folder.display());
            Ok(())
        }
        1 => bail!("1 fault"),
        count => bail!("{count} faults"),
    }
}

/// Loads a variant with its drawing, or returns all errors.
pub(crate) fn load(folder: &Path) -> Result<Drawing> {
    let what = || format!("the variant {}", folder.display());
    Drawing::new(&Variant::load(folder).with_context(what)?).with_context(what)
}

/// All errors of a variant.
pub(crate) fn check(folder: &Path) -> Vec<VariantError> {
    let variant = match Variant::load(folder) {
        Ok(variant) => variant,
        // Without a board there is nothing to compare the drawing with.
        Err(faults) => return faults.0,
    };
    let mut faults = languages(&variant);
    faults.extend(Drawing::faults(&variant));
    for (code, _) in variant.files().folder("grammar") {
        if let Some(Err(found)) = Language::for_variant(&variant, code) {
            faults.extend(found.into_iter().map(|fault| {
                let file = if fault.file == "grammar" { format!("grammar/{code}.toml") } else { fault.file };
                VariantError { file, line: fault.line, message: fault.message }
            }));
        }
    }
    faults
}

/// A variant may have only English names. With one more language it must have all of them.
fn languages(variant: &Variant) -> Vec<VariantError> {
    let mut faults = Vec::new();
    for (kind, min_languages) in [("names", 2), ("labels", 1), ("grammar", 1)] {
        let own: Vec<&str> = variant.files().folder(kind).map(|(code, _)| code).collect();
        let mut fault = |code: &str, message: &str| {
            faults.push(VariantError {
                file: format!("{kind}/{code}.toml"),
                line: 0,
                message: message.to_owned(),
            });
        };
        let known: Vec<LanguageCode> = LegendWordLists::built_in().languages().collect();
        for code in known.iter().map(LanguageCode::as_str) {
            if own.len() >= min_languages && !own.contains(&code) {
                fault(code, "it is not there, others are");
            }
        }
        for code in own {
            if known.iter().all(|known| known.as_str() != code) {
                fault(code, "the program has no such language");
            }
        }
    }
    faults
}
