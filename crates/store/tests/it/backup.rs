//! Backup and restore of the SQLite store, also while a server uses it.

use crate::support;

use std::sync::Arc;

use store::{
    Appended, DATABASE_FILE, Existing, Games, Maintenance, People, PersonRow, Sqlite, StoreError, backup,
    restore,
};
use support::{TempFolder, append, id, new_game, person};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_taken_while_games_are_played_is_whole() {
    let (folder, elsewhere, copies) = (TempFolder::new(), TempFolder::new(), TempFolder::new());
    let store = Arc::new(Sqlite::open(folder.path()).unwrap());
    store.create(new_game(1)).await.unwrap();
    for version in 0..20 {
        store.append(append(1, version, &["before"])).await.unwrap();
    }
    let playing = {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            let mut version = 20;
            while let Ok(Appended::Done { version: now }) =
                store.append(append(1, version, &["during"])).await
            {
                version = now;
            }
        })
    };
    let to = copies.path().join("copy.sqlite");
    let (data, copy) = (folder.path().to_owned(), to.clone());
    tokio::task::spawn_blocking(move || backup(&data, &copy)).await.unwrap().unwrap();
    store.close().await.unwrap();
    playing.await.unwrap();
    assert_eq!(std::fs::read_dir(copies.path()).unwrap().count(), 1, "no other file is left");

    restore(&to, elsewhere.path(), Existing::Keep).unwrap();
    let again = Sqlite::open(elsewhere.path()).unwrap();
    let game = again.game(id(1)).await.unwrap().unwrap();
    assert!(game.version >= 20, "{}", game.version);
    assert_eq!(again.events(id(1), 0, 10_000).await.unwrap().len() as u64, game.version);
    assert_eq!(again.check().await, Ok(vec![]));
    again.close().await.unwrap();
}

#[tokio::test]
async fn nothing_is_overwritten_without_permission() {
    let (folder, copies) = (TempFolder::new(), TempFolder::new());
    let to = copies.path().join("copy");
    assert!(matches!(backup(folder.path(), &to), Err(StoreError::Missing { .. })));
    let store = Sqlite::open(folder.path()).unwrap();
    store.create(new_game(1)).await.unwrap();
    backup(folder.path(), &to).unwrap();
    assert!(matches!(backup(folder.path(), &to), Err(StoreError::Exists { .. })));
    store.create(new_game(2)).await.unwrap();
    // Never while a server uses it.
    assert!(matches!(restore(&to, folder.path(), Existing::Rename), Err(StoreError::InUse { .. })));
    store.close().await.unwrap();
    assert!(matches!(restore(&to, folder.path(), Existing::Keep), Err(StoreError::Exists { .. })));
    restore(&to, folder.path(), Existing::Rename).unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    assert!(store.game(id(1)).await.unwrap().is_some());
    assert_eq!(store.game(id(2)).await, Ok(None), "it was created after the backup");
    store.close().await.unwrap();
    // The old store is still available.
    let aside = folder.path().join(format!("{DATABASE_FILE}.before"));
    let old = TempFolder::new();
    restore(&aside, old.path(), Existing::Keep).unwrap();
    let old_store = Sqlite::open(old.path()).unwrap();
    assert!(old_store.game(id(2)).await.unwrap().is_some());
    old_store.close().await.unwrap();
}

#[tokio::test]
async fn files_that_are_not_backups_are_not_restored() {
    let (folder, copies) = (TempFolder::new(), TempFolder::new());
    let from = copies.path().join("copy");
    assert!(matches!(restore(&from, folder.path(), Existing::Keep), Err(StoreError::Missing { .. })));
    std::fs::write(&from, "no database").unwrap();
    assert!(restore(&from, folder.path(), Existing::Keep).is_err());
    std::fs::write(&from, "").unwrap();
    assert!(matches!(restore(&from, folder.path(), Existing::Keep), Err(StoreError::Damaged(_))));
    assert!(!folder.path().join(DATABASE_FILE).exists());
    // An existing store is unchanged after the attempt.
    let store = Sqlite::open(folder.path()).unwrap();
    store.create(new_game(1)).await.unwrap();
    store.close().await.unwrap();
    assert!(restore(&from, folder.path(), Existing::Rename).is_err());
    let store = Sqlite::open(folder.path()).unwrap();
    assert!(store.game(id(1)).await.unwrap().is_some());
    store.close().await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_user_of_the_server_can_read_its_files() {
    use std::os::unix::fs::PermissionsExt as _;
    let (around, copies) = (TempFolder::new(), TempFolder::new());
    let folder = around.path().join("data");
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let store = Sqlite::open(&folder).unwrap();
    store.create(new_game(1)).await.unwrap();
    assert_eq!(mode(&folder), 0o700);
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
    let scratch = copies.path().join("scratch");
    drop(store::Salvage::open(&folder, &scratch).unwrap());
    assert_eq!(mode(&scratch), 0o700, "what is salvaged too");
    assert_eq!(mode(&scratch.join(DATABASE_FILE)), 0o600);
    let to = copies.path().join("copy.sqlite");
    backup(&folder, &to).unwrap();
    assert_eq!(mode(&to), 0o600, "a backup too");
    // Data of an older version, which others could read.
    store.close().await.unwrap();
    let database = folder.join(DATABASE_FILE);
    std::fs::set_permissions(&database, std::fs::Permissions::from_mode(0o644)).unwrap();
    std::fs::set_permissions(&to, std::fs::Permissions::from_mode(0o644)).unwrap();
    let store = Sqlite::open(&folder).unwrap();
    assert_eq!(mode(&database), 0o600);
    store.close().await.unwrap();
    restore(&to, &folder, Existing::Rename).unwrap();
    assert_eq!(mode(&database), 0o600);
}

/// Copies of the files, and not only backups, are free of what was deleted.
#[tokio::test]
async fn nothing_deleted_stays_in_the_bytes_of_the_files() {
    let (folder, copies) = (TempFolder::new(), TempFolder::new());
    let store = Sqlite::open(folder.path()).unwrap();
    // In no order, so that pages are split and rows move.
    let id_of = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 1;
    let row = |n: u64, name: &str| PersonRow { name: name.to_owned(), ..person(id_of(n), &format!("p{n}")) };
    for n in 0..800 {
        store.add_person(row(n, &format!("Zenobia{n}x"))).await.unwrap();
    }
    for (game, record) in [(1, "Zenobia0x ".repeat(800)), (2, "Zenobia1x ".repeat(3))] {
        store.create(new_game(game)).await.unwrap();
        for version in 0..50 {
            store.append(append(game, version, &[&record])).await.unwrap();
        }
    }
    let files = |folder: &std::path::Path| {
        let files =
            std::fs::read_dir(folder).unwrap().map(|file| std::fs::read(file.unwrap().path()).unwrap());
        files.collect::<Vec<_>>().concat()
    };
    let is_named = |bytes: &[u8]| bytes.windows(7).any(|part| part == b"Zenobia");
    assert!(is_named(&files(folder.path())), "the search works");
    for n in (0..800).step_by(2) {
        store.delete_person(id_of(n)).await.unwrap();
    }
    for version in 1..=50 {
        store.redact(id(1), version, "-".to_owned()).await.unwrap();
    }
    for n in (1..800).step_by(2) {
        store.update_person(row(n, "-")).await.unwrap();
    }
    store.delete_game(id(2)).await.unwrap();
    // Somebody who reads keeps the log in use.
    let reader = rusqlite::Connection::open(folder.path().join(DATABASE_FILE)).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM people;").unwrap();
    assert_eq!(store.wipe_deleted().await, Ok(false));
    reader.execute_batch("COMMIT").unwrap();
    assert_eq!(store.wipe_deleted().await, Ok(true));
    let to = copies.path().join("copy.sqlite");
    backup(folder.path(), &to).unwrap();
    for bytes in [files(folder.path()), std::fs::read(&to).unwrap()] {
        assert!(!is_named(&bytes), "a deleted name is still there");
    }
    assert_eq!(store.check().await, Ok(vec![]));
    store.close().await.unwrap();
}
