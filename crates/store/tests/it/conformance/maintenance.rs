//! Conformance tests of maintenance: cleanup, listing everything, statistics, import, close.

use std::sync::Arc;

use store::{
    Append, Appended, Chain, FullGame, GameInternals, GameRow, Memory, NewGame, ReportRow, Stats, Store,
    StoreError, VersionStamp,
};

use super::LARGE_ID;
use crate::support::{append, event, id, key, new_game, person};

pub(super) async fn expired_keys_are_deleted(store: Arc<dyn Store>) {
    store.add_person(person(1, "ann")).await.unwrap();
    for (hash, expires) in [(1, Some(10)), (2, Some(11)), (3, None)] {
        store.add_key(key(hash, 1, expires)).await.unwrap();
    }
    assert_eq!(store.delete_expired_keys(9).await, Ok(0));
    assert_eq!(store.delete_expired_keys(10).await, Ok(1));
    assert_eq!(store.delete_expired_keys(1000).await, Ok(1));
    assert_eq!(store.keys_of(1).await.unwrap().len(), 1);
}

pub(super) async fn everything_can_be_listed_from_the_oldest(store: Arc<dyn Store>) {
    for (id, handle) in [(3, "ann"), (LARGE_ID, "bob"), (1, "carol")] {
        store.add_person(person(id, handle)).await.unwrap();
    }
    let mut seen = Vec::new();
    let mut after = None;
    // Page by page: everybody appears once. The order depends on the store.
    while let Some(row) = store.people_after(after, 1).await.unwrap().pop() {
        after = Some(row.id);
        seen.push(row.handle);
    }
    seen.sort();
    assert_eq!(seen, ["ann", "bob", "carol"]);
    assert_eq!(store.people_after(None, 10).await.unwrap().len(), 3);

    for n in [5, 2, 9] {
        store.create(new_game(n)).await.unwrap();
        let report =
            ReportRow { at: n.into(), by: None, about: None, game: Some(id(n)), text: n.to_string() };
        store.add_report(report).await.unwrap();
    }
    let games = store.games_after(0, 10).await.unwrap();
    assert_eq!(games.iter().map(|(_, game)| *game).collect::<Vec<_>>(), [id(5), id(2), id(9)]);
    assert_eq!(store.games_after(games[0].0, 1).await.unwrap(), games[1..2]);
    let reports = store.reports_after(0, 10).await.unwrap();
    assert_eq!(reports.iter().map(|(_, report)| report.at).collect::<Vec<_>>(), [5, 2, 9]);
    assert_eq!(store.reports_after(reports[1].0, 10).await.unwrap(), reports[2..]);

    store.append(Append { due: Some(9), bots_due: true, ..append(5, 0, &["begun"]) }).await.unwrap();
    let stats = store.stats(9).await.unwrap();
    let expected = Stats { gathering: 2, underway: 1, over: 0, people: 3, due: 1, bots_due: 1 };
    assert_eq!((stats, store.stats(8).await.unwrap().due), (expected, 0));
    let stamps = store.versions(vec![id(2), id(77)]).await.unwrap();
    assert_eq!(stamps, [(id(2), VersionStamp { version: 0, rewrites: 0 })]);
}

pub(super) async fn a_full_game_is_imported(store: Arc<dyn Store>) {
    store
        .create(NewGame { members: vec![LARGE_ID, 2], events: vec![event("a")], ..new_game(1) })
        .await
        .unwrap();
    store.append(Append { nonce: Some("n".to_owned()), ..append(1, 1, &["b", "é"]) }).await.unwrap();
    let full_game = full_game(&*store).await;
    let GameInternals { members, nonces, chain } = &full_game.internals;
    assert_eq!((&members[..], &nonces[..]), (&[2, LARGE_ID][..], &[("n".to_owned(), 3)][..]));
    assert_eq!((chain.links.len(), chain.rewrites), (4, 0));
    assert_eq!(store.import_game(full_game.clone()).await, Ok(false), "it exists already");
    store.delete_game(id(1)).await.unwrap();
    assert_eq!(store.import_game(full_game.clone()).await, Ok(true));
    let again = store.game(id(1)).await.unwrap().unwrap();
    assert_eq!(GameRow { number: full_game.game.number, ..again.clone() }, full_game.game);
    assert!(again.number > full_game.game.number);
    assert_eq!(store.events(id(1), 0, 10).await.unwrap(), full_game.events);
    assert_eq!(store.game_internals(id(1)).await.unwrap(), full_game.internals);
    assert_eq!(store.game_internals(id(2)).await, Ok(GameInternals::default()));
    // The imported game continues like the original.
    let repeated = Append { nonce: Some("n".to_owned()), ..append(1, 3, &["b"]) };
    assert_eq!(store.append(repeated).await, Ok(Appended::Repeated { version: 3 }));
    assert_eq!(store.append(append(1, 3, &["c"])).await, Ok(Appended::Done { version: 4 }));
    assert_eq!(store.games_of(LARGE_ID, 10).await.unwrap().len(), 1);
}

/// What was rewritten on purpose is known as rewritten, also after the game moved to another store.
pub(super) async fn every_store_has_the_same_chain(store: Arc<dyn Store>) {
    let play = async |store: &dyn Store| {
        store
            .create(NewGame { events: vec![event("Ann and Bob"), event("é")], ..new_game(1) })
            .await
            .unwrap();
        store.append(append(1, 2, &["c", "d"])).await.unwrap();
        for text in ["— and Bob", "— and —", "— and —"] {
            assert_eq!(store.redact(id(1), 1, text.to_owned()).await, Ok(true));
        }
        assert_eq!(store.redact(id(1), 0, "charter of nobody".to_owned()).await, Ok(true));
        store.append(append(1, 4, &["e"])).await.unwrap();
        full_game(store).await
    };
    let full = play(&*store).await;
    let elsewhere = Memory::new();
    assert_eq!(play(&elsewhere).await.internals.chain, full.internals.chain);
    let chain = &full.internals.chain;
    let counts: Vec<u64> =
        chain.links.iter().map(|link| link.rewrite.map_or(0, |rewrite| rewrite.count)).collect();
    assert_eq!((counts, chain.rewrites), (vec![1, 2, 0, 0, 0, 0], 3), "the same text is no rewrite");
    let stamps = store.versions(vec![id(1)]).await.unwrap();
    assert_eq!(stamps, [(id(1), VersionStamp { version: 5, rewrites: 3 })]);
    assert_eq!(store.check().await, Ok(vec![]));

    store.delete_game(id(1)).await.unwrap();
    assert_eq!(store.import_game(full.clone()).await, Ok(true));
    assert_eq!(full_game(&*store).await.internals, full.internals);
    store.append(append(1, 5, &["f"])).await.unwrap();
    // A game without a chain, of an older store, gets one.
    let old = FullGame {
        internals: GameInternals { chain: Chain::default(), ..full.internals.clone() },
        game: GameRow { id: id(2), ..full.game },
        events: full.events,
    };
    assert_eq!(store.import_game(old).await, Ok(true));
    assert_eq!(store.check().await, Ok(vec![]));
}

async fn full_game(store: &dyn Store) -> FullGame {
    FullGame {
        game: store.game(id(1)).await.unwrap().unwrap(),
        events: store.events(id(1), 0, 10).await.unwrap(),
        internals: store.game_internals(id(1)).await.unwrap(),
    }
}

pub(super) async fn there_is_room(store: Arc<dyn Store>) {
    for _ in 0..3 {
        assert_eq!(store.check_room().await, Ok(()));
    }
    assert_eq!(store.check().await, Ok(vec![]));
}

pub(super) async fn a_closed_store_refuses(store: Arc<dyn Store>) {
    store.create(new_game(1)).await.unwrap();
    assert_eq!(store.close().await, Ok(()));
    assert_eq!(store.game(id(1)).await, Err(StoreError::Closed));
    assert_eq!(store.append(append(1, 0, &["a"])).await, Err(StoreError::Closed));
}
