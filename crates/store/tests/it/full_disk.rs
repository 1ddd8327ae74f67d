//! A full disk: what cannot be written is refused, nothing is lost, and it goes on when there is room again.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use store::{Appended, Games, Maintenance, Sqlite, StoreError};

use crate::support::{TempFolder, append, id, new_game};

/// Appends to several games at once until one append fails. Returns the versions that were confirmed.
async fn append_until_full(store: &Arc<Sqlite>) -> Vec<u64> {
    let writers = (1..=4).map(|game| {
        let store = Arc::clone(store);
        tokio::spawn(async move {
            store.create(new_game(game)).await.unwrap();
            let mut version = 0;
            loop {
                let text = "x".repeat(3000);
                match store.append(append(game, version, &[&text, "y"])).await {
                    Ok(done) => {
                        version += 2;
                        assert_eq!(done, Appended::Done { version });
                    }
                    Err(StoreError::Full(_)) => return version,
                    Err(other) => panic!("{other}"),
                }
            }
        })
    });
    let mut versions = Vec::new();
    for writer in writers.collect::<Vec<_>>() {
        versions.push(writer.await.unwrap());
    }
    versions
}

/// Everything that was confirmed is there, and nothing else.
async fn check_versions(store: &Sqlite, versions: &[u64]) {
    for (game, version) in (1..).zip(versions) {
        let events = store.events(id(game), 0, 10_000).await.unwrap();
        assert_eq!(events.len() as u64, *version, "game {game}");
        assert_eq!(store.game(id(game)).await.unwrap().unwrap().version, *version);
    }
    assert_eq!(store.check().await, Ok(vec![]));
}

async fn go_on(store: &Sqlite, versions: &[u64]) {
    assert_eq!(store.check_room().await, Ok(()));
    for (game, version) in (1..).zip(versions) {
        let done = store.append(append(game, *version, &["there is room"])).await;
        assert_eq!(done, Ok(Appended::Done { version: version + 1 }));
    }
    assert_eq!(store.check().await, Ok(vec![]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_may_not_grow_refuses_and_recovers() {
    let folder = TempFolder::new();
    let store = Arc::new(Sqlite::open(folder.path()).unwrap());
    store.set_max_pages(200).await.unwrap();
    let versions = append_until_full(&store).await;
    assert!(versions.iter().sum::<u64>() > 20, "{versions:?}");
    // Small events still fit onto a page that is half full.
    store.set_max_pages(0).await.unwrap();
    assert!(matches!(store.check_room().await, Err(StoreError::Full(_))));
    check_versions(&store, &versions).await;
    store.set_max_pages(1_000_000).await.unwrap();
    go_on(&store, &versions).await;
    store.close().await.unwrap();
}

/// A small file system of its own, where the user may mount one.
struct SmallDisk(TempFolder);

impl SmallDisk {
    fn mount() -> Option<Self> {
        let folder = TempFolder::new();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=4m", "tmpfs"])
            .arg(folder.path())
            .output()
            .is_ok_and(|done| done.status.success());
        mounted.then(|| Self(folder))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(self.path()).status();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_refuses_and_recovers() {
    let Some(disk) = SmallDisk::mount() else {
        eprintln!("skipped: this user may not mount a small file system");
        return;
    };
    let ballast = disk.path().join("ballast");
    std::fs::write(&ballast, vec![1; 2_000_000]).unwrap();
    let data = disk.path().join("data");
    let store = Arc::new(Sqlite::open(&data).unwrap());
    let versions = append_until_full(&store).await;
    assert!(versions.iter().sum::<u64>() > 20, "{versions:?}");
    check_versions(&store, &versions).await;
    // A server can start and show its games, too.
    store.close().await.unwrap();
    let store = Sqlite::open(&data).unwrap();
    check_versions(&store, &versions).await;
    std::fs::remove_file(&ballast).unwrap();
    go_on(&store, &versions).await;
    store.close().await.unwrap();
    let again = Sqlite::open(&data).unwrap();
    let versions: Vec<u64> = versions.iter().map(|version| version + 1).collect();
    check_versions(&again, &versions).await;
    again.close().await.unwrap();
}
