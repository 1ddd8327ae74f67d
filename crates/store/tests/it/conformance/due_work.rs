//! Conformance tests of due work: deadlines, and games in which bots owe orders.

use std::sync::Arc;

use store::{Append, NewGame, Store};

use crate::support::{append, id, new_game};

pub(super) async fn due_games_come_earliest_first(store: Arc<dyn Store>) {
    assert_eq!(store.next_due().await, Ok(None));
    for (n, due) in [(1, Some(30)), (2, None), (3, Some(10)), (4, Some(20)), (5, Some(10))] {
        store.create(NewGame { due, ..new_game(n) }).await.unwrap();
    }
    assert_eq!(store.next_due().await, Ok(Some(10)));
    assert_eq!(store.due_games(20, 10).await.unwrap(), [id(3), id(5), id(4)]);
    assert_eq!(store.due_games(20, 2).await.unwrap(), [id(3), id(5)]);
    assert!(store.due_games(9, 10).await.unwrap().is_empty());
    store.append(append(3, 0, &["a"])).await.unwrap();
    store.append(Append { due: Some(15), ..append(5, 0, &["a"]) }).await.unwrap();
    assert_eq!(store.due_games(40, 10).await.unwrap(), [id(5), id(4), id(1)]);
    let mut taken = store.claim_due_games(40, 50, 2).await.unwrap();
    taken.sort();
    assert_eq!(taken, [id(4), id(5)]);
    assert_eq!(store.next_due().await, Ok(Some(15)));
}

pub(super) async fn games_ahead_of_the_clock_are_found(store: Arc<dyn Store>) {
    // They are made at 901 to 904; every event is at 1000.
    for (n, due) in [(1, Some(5000)), (2, Some(7000)), (3, None), (4, Some(950))] {
        store.create(NewGame { due, ..new_game(n) }).await.unwrap();
    }
    assert_eq!(store.games_ahead(900, 10).await.unwrap(), [id(2), id(1), id(4)]);
    assert_eq!(store.games_ahead(900, 1).await.unwrap(), [id(2)]);
    assert_eq!(store.games_ahead(901, 10).await.unwrap(), [id(2), id(4)]);
    store.append(Append { due: Some(6000), ..append(1, 0, &["later"]) }).await.unwrap();
    assert_eq!(store.games_ahead(960, 10).await.unwrap(), [id(1)]);
    assert!(store.games_ahead(1000, 10).await.unwrap().is_empty());
}

pub(super) async fn games_with_bots_due_come_oldest_first(store: Arc<dyn Store>) {
    for n in 1..=3 {
        store.create(NewGame { bots_due: n != 2, ..new_game(n) }).await.unwrap();
    }
    assert_eq!(store.bots_due(10).await.unwrap(), [id(1), id(3)]);
    store.append(append(1, 0, &["done"])).await.unwrap();
    store.append(Append { bots_due: true, ..append(2, 0, &["owes"]) }).await.unwrap();
    assert_eq!(store.bots_due(10).await.unwrap(), [id(2), id(3)]);
    assert_eq!(store.bots_due(1).await.unwrap(), [id(2)]);
    assert_eq!(store.claim_bots_due(40, 50, 1).await.unwrap(), [id(2)]);
}
