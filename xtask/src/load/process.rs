//! Memory and processor time of a process, from /proc.

use std::time::Duration;

use anyhow::Context;

/// Resident memory in bytes.
pub(crate) fn memory(id: u32) -> anyhow::Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).context("VmRSS")?;
    let kibibytes: u64 = line.split_whitespace().nth(1).context("a number")?.parse()?;
    Ok(kibibytes * 1024)
}

/// Processor time of all its threads so far, to a hundredth of a second.
pub(super) fn processor_time(id: u32) -> anyhow::Result<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat"))?;
    // The name is in brackets and may contain spaces.
    let (_, rest) = stat.rsplit_once(')').context("a name")?;
    let mut fields = rest.split_whitespace().skip(11);
    let ticks: u64 =
        fields.next().context("utime")?.parse::<u64>()? + fields.next().context("stime")?.parse::<u64>()?;
    Ok(Duration::from_millis(ticks * 10))
}
