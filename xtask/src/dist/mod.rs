//! `cargo xtask dist`: makes all files of a release and checks that they work.

mod archive;
mod bill_of_materials;
mod check;
mod debian;
mod external_command;
mod source;
mod steps;

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use external_command::ExternalCommand;
use source::Source;
use steps::Steps;

/// Makes the archive, the Debian package, the bill of materials and their sums in target/packages.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Install and use what was made in a clean Debian, run the linters, build again elsewhere and compare.
    #[arg(long)]
    check: bool,
    /// Leave out the second build of `--check`, which takes as long as the first.
    #[arg(long)]
    skip_rebuild: bool,
    /// The tag of the release, which must be `v` and the version, and in CHANGELOG.md.
    #[arg(long)]
    tag: Option<String>,
}

/// The files that were made.
struct ReleaseFiles {
    version: String,
    archive: PathBuf,
    package: PathBuf,
    bill: PathBuf,
    sums: PathBuf,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let program = std::env::current_exe()?;
    let target = program.parent().and_then(Path::parent).context("a target folder")?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
    let source = Source::new(root, target.to_owned())?;
    if let Some(tag) = &args.tag {
        let version = &source.version;
        ensure!(*tag == format!("v{version}"), "the tag is {tag}, the version {version}");
        let changes = std::fs::read_to_string(source.root.join("CHANGELOG.md"))?;
        ensure!(changes.contains(&format!("## [{version}] - ")), "CHANGELOG.md does not know {version}");
    }
    let mut steps = Steps::new();
    let made = make(&source, &mut steps)?;
    if args.check {
        check::check_all(&source, &made, &mut steps)?;
        if args.skip_rebuild {
            println!("left out: the second build (--skip-rebuild)");
        } else {
            check::rebuild(&source, &made, &mut steps)?;
        }
    }
    println!("\nin {}:", source.packages().display());
    for path in [&made.archive, &made.package, &made.bill, &made.sums] {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        println!("{:>12} bytes  {name}", std::fs::metadata(path)?.len());
    }
    Ok(())
}

fn make(source: &Source, steps: &mut Steps) -> anyhow::Result<ReleaseFiles> {
    let packages = source.packages();
    if packages.exists() {
        std::fs::remove_dir_all(&packages)?;
    }
    std::fs::create_dir_all(&packages)?;
    let version = source.version.clone();
    steps.run("build the program (profile dist)", || source.build())?;
    steps.run("write manual pages, completions and licences", || source.write_package_files())?;
    let bill = steps.run("write the bill of materials", || bill_of_materials::write(source))?;
    let archive = steps.run("pack the archive", || archive::pack(source))?;
    let package = steps.run("make the Debian package", || debian::pack(source, &version, &packages))?;
    let sums = packages.join("SHA256SUMS");
    steps.run("sum up", || {
        let names = [&archive, &package, &bill].map(|path| path.file_name().unwrap_or_default());
        let text = ExternalCommand::new("sha256sum").args(names).folder(&packages).output()?;
        Ok(std::fs::write(&sums, text)?)
    })?;
    Ok(ReleaseFiles { version, archive, package, bill, sums })
}
