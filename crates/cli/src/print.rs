//! `detente print`: what a table needs on paper, as PDF.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use printables::{PaperSize, Printable};

/// Makes a PDF to print: order sheets, small maps for talks, the rules on one page, power cards.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The PDF file.
    file: PathBuf,
    /// en, nl, fr, es or de.
    #[arg(long, short, default_value = "en")]
    language: String,
    #[arg(long, value_enum, default_value_t = Paper::A4)]
    paper: Paper,
    /// Only these parts. Several: repeat the option, or separate by commas.
    #[arg(long, value_enum, value_delimiter = ',')]
    only: Vec<Part>,
    /// The link of a game: its QR code is on every part.
    #[arg(long, value_name = "URL")]
    link: Option<String>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Paper {
    A4,
    Letter,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Part {
    Sheets,
    Maps,
    Rules,
    Cards,
}

impl From<Part> for Printable {
    fn from(part: Part) -> Self {
        match part {
            Part::Sheets => Self::OrderSheets,
            Part::Maps => Self::Maps,
            Part::Rules => Self::Rules,
            Part::Cards => Self::Cards,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if let Some(link) = &args.link
        && !link.starts_with("http://")
        && !link.starts_with("https://")
    {
        bail!("--link must start with http:// or https://, not '{link}'");
    }
    let paper = match args.paper {
        Paper::A4 => PaperSize::A4,
        Paper::Letter => PaperSize::Letter,
    };
    let parts: Vec<Printable> = match args.only.as_slice() {
        [] => Printable::ALL.to_vec(),
        some => some.iter().map(|part| (*part).into()).collect(),
    };
    let pdf = printables::pdf(&args.language, paper, &parts, args.link.as_deref())
        .with_context(|| format!("language '{}'", args.language))?;
    std::fs::write(&args.file, pdf).with_context(|| format!("cannot write {}", args.file.display()))
}
