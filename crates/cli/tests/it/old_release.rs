//! Data that released versions wrote is opened by this one. `cargo xtask dist --check` also plays on it.

use std::path::Path;
use std::process::Command;

#[test]
fn data_of_0_1_0_is_read() {
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/tests/data/release-0.1.0");
    let folder = std::env::temp_dir().join(format!("detente-old-release-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(old.join("detente.sqlite"), folder.join("detente.sqlite")).unwrap();
    for (command, answer) in
        [("check", "1 games, 25 events, 0 faults"), ("list", "d7z7g4zpwhpb3m0s  underway")]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_detente"))
            .args(["store", command, "--data"])
            .arg(&folder)
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert!(output.status.success(), "{command}: {said}");
        assert!(said.contains(answer), "{command}: {said}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
