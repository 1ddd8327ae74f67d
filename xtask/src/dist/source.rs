//! A checkout of the sources, and a build that does not depend on its folder.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::external_command::ExternalCommand;

/// The only target with packages. Others use `cargo install`.
pub(crate) const TARGET: &str = "x86_64-unknown-linux-gnu";

pub(crate) struct Source {
    pub(crate) root: PathBuf,
    /// Cargo's target folder.
    pub(crate) target: PathBuf,
    /// The target folder for `accompany`, so that its dependencies are not built twice.
    tools: PathBuf,
    pub(crate) version: String,
    /// The time of the last commit, in seconds since 1970. All packed files have it.
    pub(crate) time: String,
}

impl Source {
    pub(crate) fn new(root: PathBuf, target: PathBuf) -> anyhow::Result<Self> {
        let time = ExternalCommand::new("git").args(["log", "-1", "--format=%ct"]).folder(&root).output();
        let time = time.context("the time of the last commit")?.trim().to_owned();
        Ok(Self { root, tools: target.clone(), target, version: env!("CARGO_PKG_VERSION").to_owned(), time })
    }

    /// Another checkout of the same commit.
    pub(crate) fn other_checkout(&self, root: PathBuf) -> Self {
        let target = root.join("built");
        Self {
            root,
            target,
            tools: self.tools.clone(),
            version: self.version.clone(),
            time: self.time.clone(),
        }
    }

    pub(crate) fn packages(&self) -> PathBuf {
        self.target.join("packages")
    }

    /// The folder with the built program.
    pub(crate) fn built(&self) -> PathBuf {
        self.target.join("dist")
    }

    pub(crate) fn program(&self) -> PathBuf {
        self.built().join("detente")
    }

    /// The folder with the other files of the package, where cargo-deb finds them.
    pub(crate) fn package_files(&self) -> PathBuf {
        self.built().join("package")
    }

    pub(crate) fn build(&self) -> anyhow::Result<()> {
        ExternalCommand::cargo().args(["fetch", "--locked"]).folder(&self.root).run_visibly()?;
        self.cargo("build")?
            .args(["--package", "cli", "--bin", "detente", "--features", "postgres,channels"])
            .run_visibly()
    }

    /// Cargo with the settings that make the build reproducible.
    pub(crate) fn cargo(&self, command: &str) -> anyhow::Result<ExternalCommand> {
        let names = self.path_replacements()?;
        let flags: Vec<String> = names
            .iter()
            .map(|(path, name)| format!("--remap-path-prefix={}={name}", path.display()))
            .collect();
        let c_flags: Vec<String> =
            names.iter().map(|(path, name)| format!("-ffile-prefix-map={}={name}", path.display())).collect();
        Ok(ExternalCommand::cargo()
            .args([command, "--locked", "--profile", "dist"])
            // Added to the flags in .cargo/config.toml; RUSTFLAGS would replace them.
            .arg("--config")
            .arg(format!("target.{TARGET}.rustflags={flags:?}"))
            .arg("--target-dir")
            .arg(&self.target)
            .folder(&self.root)
            .without_env("RUSTFLAGS")
            .without_env("CARGO_ENCODED_RUSTFLAGS")
            .without_env("DETENTE_WEB")
            .env("CFLAGS", c_flags.join(" "))
            // The same for every commit, because C code is compiled again when it changes.
            .env("SOURCE_DATE_EPOCH", "0"))
    }

    /// Folders whose names would be in the program, with their replacements. If several match, the last one
    /// is used.
    fn path_replacements(&self) -> anyhow::Result<Vec<(PathBuf, String)>> {
        let mut names =
            vec![(self.root.clone(), "/detente".to_owned()), (self.target.clone(), "/target".to_owned())];
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let home =
            home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo"))).context("Cargo's home")?;
        names.push((home.clone(), "/cargo".to_owned()));
        // Named after the registry, which may be a mirror.
        for registry in std::fs::read_dir(home.join("registry/src")).into_iter().flatten() {
            names.push((registry?.path(), "/cargo/registry".to_owned()));
        }
        // If Rust's sources are installed, their real path would be written.
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let sysroot = ExternalCommand::new(&rustc).args(["--print", "sysroot"]).output()?;
        let about = ExternalCommand::new(&rustc).arg("-vV").output()?;
        let commit = about.lines().find_map(|line| line.strip_prefix("commit-hash: ")).unwrap_or("unknown");
        names.push((Path::new(sysroot.trim()).join("lib/rustlib/src/rust"), format!("/rustc/{commit}")));
        Ok(names)
    }

    /// Writes manual pages, completions and licences.
    pub(crate) fn write_package_files(&self) -> anyhow::Result<()> {
        let company = self.package_files();
        if company.exists() {
            std::fs::remove_dir_all(&company)?;
        }
        std::fs::create_dir_all(&company)?;
        // Not with the program's profile: only its output is needed, and the build would take as long again.
        let mut run = ExternalCommand::cargo()
            .args(["run", "--locked", "--quiet", "--package", "cli", "--example", "manual", "--target-dir"])
            .arg(&self.tools)
            .arg("--")
            .arg(&company)
            .folder(&self.root);
        // Environment variables would be shown as defaults.
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("DETENTE_")) {
            run = run.without_env(&name);
        }
        run.run_visibly()?;
        let licences = ExternalCommand::new(self.program()).arg("licences").output()?;
        Ok(std::fs::write(company.join("licences.txt"), licences)?)
    }
}
