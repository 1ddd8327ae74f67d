//! Runs a program under Callgrind, which counts instructions.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};

pub(super) struct Callgrind {
    valgrind: PathBuf,
}

#[derive(Clone, Copy)]
pub(super) struct Cost {
    pub(super) instructions: u64,
    /// Branches that a simple predictor gets wrong.
    pub(super) mispredictions: u64,
}

impl Callgrind {
    pub(super) fn find() -> anyhow::Result<Self> {
        let found = Command::new("valgrind").arg("--version").stdout(Stdio::null()).status();
        if !found.is_ok_and(|status| status.success()) {
            bail!(
                "instructions are counted with valgrind, which is not installed (Debian: apt install valgrind)"
            );
        }
        Ok(Self { valgrind: "valgrind".into() })
    }

    /// A command that runs the program and writes the cost to its standard error.
    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(&self.valgrind);
        command.args(["--tool=callgrind", "--branch-sim=yes", "--callgrind-out-file=/dev/null"]).arg(program);
        command
    }

    /// What a command printed, and its cost.
    pub(super) fn run(&self, mut command: Command) -> anyhow::Result<(String, Cost)> {
        let output = command.stdin(Stdio::null()).output()?;
        let errors = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{command:?} failed:\n{errors}");
        Ok((String::from_utf8(output.stdout)?, self.cost(&errors)?))
    }

    /// Reads the line with the sums: `==123== Collected : 7020 900 54 12 3`.
    pub(super) fn cost(&self, log: &str) -> anyhow::Result<Cost> {
        let sums = log.lines().rev().find_map(|line| line.split_once("Collected : "));
        let (_, sums) = sums.with_context(|| format!("callgrind printed no sums:\n{log}"))?;
        let sums: Vec<u64> =
            sums.split_whitespace().map(str::parse).collect::<Result<_, _>>().context("callgrind's sums")?;
        // Instructions; conditional branches and their mispredictions; indirect branches and their
        // mispredictions.
        let [instructions, _, conditional, _, indirect] = sums[..] else {
            bail!("callgrind's sums are not five: {sums:?}");
        };
        Ok(Cost { instructions, mispredictions: conditional + indirect })
    }
}

#[cfg(test)]
mod tests {
    use super::Callgrind;

    #[test]
    fn instructions_and_both_kinds_of_mispredictions_are_read() {
        let callgrind = Callgrind { valgrind: "valgrind".into() };
        let log = "==7== Events    : Ir Bc Bcm Bi Bim\n==7== Collected : 7020 900 54 12 3\n==7== \n";
        let cost = callgrind.cost(log).expect("sums");
        assert_eq!((cost.instructions, cost.mispredictions), (7020, 57));
        assert!(callgrind.cost("==7== Collected : 7020\n").is_err(), "without branches");
        assert!(callgrind.cost("Segmentation fault").is_err());
    }
}
