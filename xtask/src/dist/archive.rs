//! Makes the archive. Unpacked into /usr/local, every file is in its usual place.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::external_command::ExternalCommand;
use super::source::Source;

const UNIT: &str = "lib/systemd/system/detente.service";

pub(crate) fn pack(source: &Source) -> anyhow::Result<PathBuf> {
    let name = format!("detente-{}-x86_64-linux", source.version);
    let parent = source.built().join("archive");
    let folder = parent.join(&name);
    if parent.exists() {
        fs::remove_dir_all(&parent)?;
    }
    let company = source.package_files();
    let man = fs::read_dir(company.join("man"))?.map(|entry| Ok(entry?.path()));
    let man = man.collect::<anyhow::Result<Vec<PathBuf>>>()?;
    let bill = source.packages().join(super::bill_of_materials::name(source));
    let mut files = vec![
        (source.program(), "bin/detente"),
        (company.join("completions/detente.bash"), "share/bash-completion/completions/detente"),
        (company.join("completions/_detente"), "share/zsh/site-functions/_detente"),
        (company.join("completions/detente.fish"), "share/fish/vendor_completions.d/detente.fish"),
        (company.join("licences.txt"), "share/doc/detente/licences.txt"),
        (bill, "share/doc/detente/bill-of-materials.cdx.json"),
        (source.root.join("README.md"), "share/doc/detente/README.md"),
        (source.root.join("CHANGELOG.md"), "share/doc/detente/CHANGELOG.md"),
        (source.root.join("docs/hosting.md"), "share/doc/detente/hosting.md"),
        (source.root.join("LICENSE-MIT"), "share/doc/detente/LICENSE-MIT"),
        (source.root.join("LICENSE-APACHE"), "share/doc/detente/LICENSE-APACHE"),
        (source.root.join("packaging/detente.default"), "share/doc/detente/detente.default"),
    ];
    files.extend(man.into_iter().map(|page| (page, "share/man/man1/")));
    let mut names = vec![format!("{name}/{UNIT}")];
    for (from, to) in files {
        let mut to = PathBuf::from(to);
        if to.to_string_lossy().ends_with('/') {
            to.push(from.file_name().unwrap_or_default());
        }
        names.push(format!("{name}/{}", to.display()));
        copy(&from, &folder.join(to))?;
    }
    let unit = fs::read_to_string(source.root.join("packaging/detente.service"))?;
    fs::create_dir_all(folder.join(UNIT).with_file_name(""))?;
    fs::write(folder.join(UNIT), unit.replace("/usr/bin/", "/usr/local/bin/"))?;
    names.sort();

    // Order, times, owners and modes of the files do not depend on who packs them. Folders are left out, so
    // that existing ones keep their modes.
    let tar = source.packages().join(format!("{name}.tar"));
    ExternalCommand::new("tar")
        .args(["--create", "--format=gnu", "--no-recursion", "--owner=0", "--group=0", "--numeric-owner"])
        .args(["--mode=u=rwX,go=rX".to_owned(), format!("--mtime=@{}", source.time)])
        .arg("--file")
        .arg(&tar)
        .arg("--directory")
        .arg(&parent)
        .args(names)
        .run_silently()?;
    ExternalCommand::new("gzip").args(["-9", "--no-name", "--force"]).arg(&tar).run_silently()?;
    Ok(tar.with_extension("tar.gz"))
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to.with_file_name(""))?;
    fs::copy(from, to).with_context(|| from.display().to_string())?;
    Ok(())
}
