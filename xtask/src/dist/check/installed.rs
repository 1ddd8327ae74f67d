//! Installs the package and the archive in a clean Debian, plays, upgrades and removes them.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

use super::http_player::Seat;
use super::minimal_debian::MinimalDebian;
use super::service::{Service, Unit};
use crate::dist::ReleaseFiles;
use crate::dist::external_command::ExternalCommand;
use crate::dist::source::Source;
use crate::dist::steps::Steps;

const DATA: &str = "/var/lib/detente";
const DATABASE: &str = "/var/lib/detente/detente.sqlite";
const SETTINGS: &str = "/etc/default/detente";
const FILES: [&str; 9] = [
    "/usr/bin/detente",
    "/usr/share/man/man1/detente.1",
    "/usr/share/man/man1/detente-serve.1",
    "/usr/share/bash-completion/completions/detente",
    "/usr/share/zsh/vendor-completions/_detente",
    "/usr/share/fish/vendor_completions.d/detente.fish",
    "/usr/share/doc/detente/copyright",
    "/usr/share/doc/detente/LICENSE-MIT",
    SETTINGS,
];
/// Old versions with an unfinished game, and the recovery code of its player.
const OLD_VERSIONS: [&str; 2] = ["0.1.0", "0.2.0"];

pub(crate) fn package(
    source: &Source,
    made: &ReleaseFiles,
    higher: &Path,
    root: &MinimalDebian,
    steps: &mut Steps,
) -> anyhow::Result<()> {
    let package = root.copy_in(&made.package)?;
    let higher = root.copy_in(higher)?;
    let seat = steps.run("install the package and play a turn as its user", || {
        root.run(&["dpkg", "--install", &package])?;
        root.ensure_there(&FILES)?;
        let user = root.user("detente")?.context("the package makes no user")?;
        ensure!(owner(&root.path(DATA))? == user, "{DATA} is not the user's");
        verify(root, &unit_path(root)?)?;
        // As an administrator would do it: any free port, so that the check disturbs nobody.
        let settings = fs::read_to_string(root.path(SETTINGS))?;
        fs::write(root.path(SETTINGS), format!("{settings}DETENTE_LISTEN=127.0.0.1:0\n"))?;
        play_first(root)
    })?;
    steps.run("upgrade to a higher version and play on", || {
        root.run(&["dpkg", "--install", &higher])?;
        let settings = fs::read_to_string(root.path(SETTINGS))?;
        ensure!(settings.ends_with("DETENTE_LISTEN=127.0.0.1:0\n"), "the settings were lost");
        play_on(root, &seat)
    })?;
    steps.run("remove the package: the data stays", || {
        root.run(&["dpkg", "--remove", "detente"])?;
        root.ensure_gone(&["/usr/bin/detente"])?;
        root.ensure_there(&[DATABASE, SETTINGS])
    })?;
    steps.run("install it again and play on", || {
        root.run(&["dpkg", "--install", &higher])?;
        play_on(root, &seat)
    })?;
    steps.run("purge the package: the data goes", || purge(root))?;
    for version in OLD_VERSIONS {
        steps.run(&format!("install on data of {version}, play on, upgrade, play on"), || {
            let old = source.root.join(format!("crates/store/tests/data/release-{version}"));
            let seat = fs::read_to_string(old.join("seat.json"))?;
            fs::create_dir(root.path(DATA))?;
            fs::copy(old.join("detente.sqlite"), root.path(DATABASE))?;
            root.run(&["dpkg", "--install", &package])?;
            root.run(&["chown", "--recursive", "detente:detente", DATA])?;
            fs::write(root.path(SETTINGS), "DETENTE_LISTEN=127.0.0.1:0\n")?;
            let service = start(root)?;
            let seat = Seat::sign_in_again(service.address, &seat)?;
            println!("    played {}", seat.play(service.address)?);
            service.stop()?;
            root.run(&["dpkg", "--install", &higher])?;
            play_on(root, &seat)?;
            root.run(&["detente", "store", "check", "--data", DATA])?;
            purge(root)
        })?;
    }
    Ok(())
}

pub(crate) fn archive(made: &ReleaseFiles, root: &MinimalDebian, steps: &mut Steps) -> anyhow::Result<()> {
    steps.run("unpack the archive and play a turn as the service's user", || {
        let archive = root.copy_in(&made.archive)?;
        // As docs/hosting.md describes it.
        root.run(&["tar", "-xzf", &archive, "--strip-components=1", "-C", "/usr/local"])?;
        root.run(&["useradd", "--system", "--user-group", "--shell", "/usr/sbin/nologin", "detente"])?;
        root.run(&["cp", "/usr/local/share/doc/detente/detente.default", SETTINGS])?;
        root.ensure_there(&[
            "/usr/local/share/man/man1/detente.1",
            "/usr/local/share/doc/detente/licences.txt",
        ])?;
        let said = root.run(&["detente", "--version"])?;
        ensure!(said.trim() == format!("detente {}", made.version), "{said}");
        verify(root, "/usr/local/lib/systemd/system/detente.service")?;
        // systemd would make the folder.
        root.run(&["install", "--directory", "--owner=detente", "--group=detente", DATA])?;
        fs::write(root.path(SETTINGS), "DETENTE_LISTEN=127.0.0.1:0\n")?;
        let unit = Unit::read(&root.path("/usr/local/lib/systemd/system/detente.service"))?;
        let service = unit.start(root)?;
        let phase = Seat::start_game(service.address)?.play(service.address)?;
        println!("    played {phase}");
        service.stop()
    })
}

/// The service of the package.
fn start(root: &MinimalDebian) -> anyhow::Result<Service> {
    Unit::read(&root.path(&unit_path(root)?))?.start(root)
}

fn play_first(root: &MinimalDebian) -> anyhow::Result<Seat> {
    let service = start(root)?;
    let seat = Seat::start_game(service.address)?;
    println!("    played {}", seat.play(service.address)?);
    service.stop()?;
    Ok(seat)
}

fn play_on(root: &MinimalDebian, seat: &Seat) -> anyhow::Result<()> {
    let service = start(root)?;
    println!("    played {}", seat.play(service.address)?);
    service.stop()
}

fn purge(root: &MinimalDebian) -> anyhow::Result<()> {
    root.run(&["dpkg", "--purge", "detente"])?;
    root.ensure_gone(&[DATA, SETTINGS])?;
    ensure!(root.user("detente")?.is_none(), "the user is still there");
    Ok(())
}

/// The path of the package's unit file.
fn unit_path(root: &MinimalDebian) -> anyhow::Result<String> {
    let files = root.run(&["dpkg", "--listfiles", "detente"])?;
    let unit = files.lines().find(|file| file.ends_with("/detente.service"));
    Ok(unit.context("the package has no unit")?.to_owned())
}

/// Checks the unit file with systemd's own tool.
fn verify(root: &MinimalDebian, unit: &str) -> anyhow::Result<()> {
    let said = ExternalCommand::new("systemd-analyze")
        .args(["verify", "--man=no", "--recursive-errors=no", "--root"])
        .arg(root.folder())
        .arg(unit)
        .output_and_errors()?;
    ensure!(said.trim().is_empty(), "{said}");
    Ok(())
}

#[cfg(unix)]
fn owner(path: &Path) -> anyhow::Result<u32> {
    use std::os::unix::fs::MetadataExt;
    Ok(fs::metadata(path)?.uid())
}
