//! Conformance tests of games: event logs, and lists of games.

use std::sync::Arc;

use store::{Append, Appended, Created, GameState, GameSummaryRow, NewGame, Store};

use super::LARGE_ID;
use crate::support::{append, event, id, new_game};

pub(super) async fn a_game_grows_by_appending(store: Arc<dyn Store>) {
    let new = NewGame { events: vec![event("made"), event("joined")], due: Some(50), ..new_game(1) };
    assert_eq!(store.create(new).await, Ok(Created::Done));
    let game = store.game(id(1)).await.unwrap().unwrap();
    assert_eq!((game.version, game.charter.as_str(), game.summary.as_str()), (2, "charter 1", "card 1"));
    assert_eq!((game.variant.as_str(), game.maker, game.made, game.listed), ("standard", 7, 901, true));
    assert_eq!((game.state, game.due, game.bots_due), (GameState::Gathering, Some(50), false));

    let next = Append { due: Some(77), bots_due: true, ..append(1, 2, &["started", "opened", "é\"\n"]) };
    assert_eq!(store.append(next).await, Ok(Appended::Done { version: 5 }));
    let game = store.game(id(1)).await.unwrap().unwrap();
    assert_eq!((game.version, game.summary.as_str()), (5, "card 1 after 2"));
    assert_eq!((game.state, game.due, game.bots_due), (GameState::Underway, Some(77), true));

    let events = store.events(id(1), 0, 100).await.unwrap();
    let seen: Vec<(u64, &str)> = events.iter().map(|e| (e.version, e.record.as_str())).collect();
    assert_eq!(seen, [(1, "made"), (2, "joined"), (3, "started"), (4, "opened"), (5, "é\"\n")]);
    assert!(events.iter().all(|event| event.at == 1000));
    assert_eq!(store.events(id(1), 3, 1).await.unwrap(), events[3..4]);
    assert!(store.events(id(1), 5, 100).await.unwrap().is_empty());
    assert!(store.events(id(1), u64::MAX, 100).await.unwrap().is_empty());
    assert!(store.events(id(2), 0, 100).await.unwrap().is_empty());
    assert_eq!(store.game(id(2)).await, Ok(None));

    // No event was appended, but the summary changed.
    assert_eq!(store.append(append(1, 5, &[])).await, Ok(Appended::Done { version: 5 }));
    assert_eq!(store.game(id(1)).await.unwrap().unwrap().summary, "card 1 after 5");
}

pub(super) async fn a_game_is_made_once(store: Arc<dyn Store>) {
    assert_eq!(store.create(new_game(1)).await, Ok(Created::Done));
    let again = NewGame { charter: "another".to_owned(), events: vec![event("x")], ..new_game(1) };
    assert_eq!(store.create(again).await, Ok(Created::Exists));
    let game = store.game(id(1)).await.unwrap().unwrap();
    assert_eq!((game.charter.as_str(), game.version), ("charter 1", 0));
}

pub(super) async fn an_append_that_is_too_late_changes_nothing(store: Arc<dyn Store>) {
    store.create(new_game(1)).await.unwrap();
    assert_eq!(store.append(append(1, 0, &["a", "b"])).await, Ok(Appended::Done { version: 2 }));
    let before = store.game(id(1)).await.unwrap();
    let late =
        Append { due: Some(1), members: Some(vec![3]), nonce: Some("n".to_owned()), ..append(1, 1, &["c"]) };
    assert_eq!(store.append(late.clone()).await, Ok(Appended::Conflict { version: 2 }));
    assert_eq!(store.append(append(1, 3, &["c"])).await, Ok(Appended::Conflict { version: 2 }));
    assert_eq!(store.game(id(1)).await.unwrap(), before);
    assert!(store.games_of(3, 10).await.unwrap().is_empty());
    // Its nonce was not stored either.
    let again = Append { expected: 2, ..late };
    assert_eq!(store.append(again).await, Ok(Appended::Done { version: 3 }));
    assert_eq!(store.append(append(9, 0, &["a"])).await, Ok(Appended::NoGame));
}

pub(super) async fn an_append_that_is_repeated_is_done_once(store: Arc<dyn Store>) {
    store.create(new_game(1)).await.unwrap();
    store.create(new_game(2)).await.unwrap();
    let first = Append { nonce: Some("7/abc".to_owned()), ..append(1, 0, &["a", "b"]) };
    assert_eq!(store.find_append(id(1), "7/abc").await, Ok(None));
    assert_eq!(store.append(first.clone()).await, Ok(Appended::Done { version: 2 }));
    assert_eq!(store.find_append(id(1), "7/abc").await, Ok(Some(2)));
    assert_eq!(store.find_append(id(2), "7/abc").await, Ok(None));
    assert_eq!(store.append(append(1, 2, &["c"])).await, Ok(Appended::Done { version: 3 }));
    assert_eq!(store.append(first.clone()).await, Ok(Appended::Repeated { version: 2 }));
    // Also with the current version as the expected one.
    assert_eq!(
        store.append(Append { expected: 3, ..first.clone() }).await,
        Ok(Appended::Repeated { version: 2 })
    );
    assert_eq!(store.events(id(1), 0, 10).await.unwrap().len(), 3);
    // Each game has its own nonces.
    assert_eq!(store.append(Append { game: id(2), ..first }).await, Ok(Appended::Done { version: 2 }));
}

pub(super) async fn of_racing_appends_one_wins_each_version(store: Arc<dyn Store>) {
    store.create(new_game(1)).await.unwrap();
    let racers = (0..20).map(|racer| {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            let mut won = Vec::new();
            let mut version = 0;
            while version < 100 {
                let text = format!("racer {racer}");
                match store.append(append(1, version, &[&text])).await.unwrap() {
                    Appended::Done { version: now } => {
                        won.push((now, text));
                        version = now;
                    }
                    Appended::Conflict { version: now } => version = now,
                    other @ (Appended::Repeated { .. } | Appended::NoGame) => panic!("{other:?}"),
                }
            }
            won
        })
    });
    let mut won = Vec::new();
    for racer in racers.collect::<Vec<_>>() {
        won.extend(racer.await.unwrap());
    }
    won.sort();
    let events = store.events(id(1), 0, 1000).await.unwrap();
    let stored: Vec<(u64, String)> = events.into_iter().map(|event| (event.version, event.record)).collect();
    assert_eq!(won, stored);
    assert_eq!(stored.len(), 100);
}

pub(super) async fn lists_are_newest_first_and_have_pages(store: Arc<dyn Store>) {
    for n in 1..=6 {
        store.create(NewGame { listed: n != 4, ..new_game(n) }).await.unwrap();
    }
    store.append(append(3, 0, &["started"])).await.unwrap();
    store.append(append(5, 0, &["started"])).await.unwrap();
    let ids = |cards: &[GameSummaryRow]| cards.iter().map(|card| card.id).collect::<Vec<_>>();
    let all = store.listed_games(None, None, 10).await.unwrap();
    assert_eq!(ids(&all), [id(6), id(5), id(3), id(2), id(1)]);
    let (card, made) = (&all[2], 903);
    assert_eq!((card.summary.as_str(), card.state, card.version), ("card 3 after 0", GameState::Underway, 1));
    assert_eq!(card.made, made);
    let page = store.listed_games(None, Some(all[1].number), 2).await.unwrap();
    assert_eq!(ids(&page), [id(3), id(2)]);
    let underway = store.listed_games(Some(GameState::Underway), None, 10).await.unwrap();
    assert_eq!(ids(&underway), [id(5), id(3)]);
    let below = store.listed_games(Some(GameState::Underway), Some(underway[0].number), 10).await.unwrap();
    assert_eq!(ids(&below), [id(3)]);
    assert!(store.listed_games(Some(GameState::Over), None, 10).await.unwrap().is_empty());
    assert_eq!(ids(&store.all_games(None, 4).await.unwrap()), [id(6), id(5), id(4), id(3)]);
    // The next page is the same if the last game of the page before was deleted.
    store.delete_game(id(5)).await.unwrap();
    assert_eq!(store.listed_games(None, Some(all[1].number), 2).await.unwrap(), page);
}

pub(super) async fn people_find_their_games(store: Arc<dyn Store>) {
    store.create(NewGame { members: vec![1, LARGE_ID], ..new_game(1) }).await.unwrap();
    store.create(NewGame { members: vec![LARGE_ID, LARGE_ID], listed: false, ..new_game(2) }).await.unwrap();
    let games = async |person| {
        let cards = store.games_of(person, 10).await.unwrap();
        cards.into_iter().map(|card| card.id).collect::<Vec<_>>()
    };
    assert_eq!(games(LARGE_ID).await, [id(2), id(1)]);
    assert_eq!(games(1).await, [id(1)]);
    store.append(append(1, 0, &["nobody came or went"])).await.unwrap();
    assert_eq!(games(1).await, [id(1)]);
    store.append(Append { members: Some(vec![2]), ..append(1, 1, &["others"]) }).await.unwrap();
    assert_eq!((games(1).await, games(2).await, games(LARGE_ID).await), (vec![], vec![id(1)], vec![id(2)]));
    assert_eq!(store.games_of(2, 0).await, Ok(vec![]));
}

pub(super) async fn a_maker_s_open_games_are_counted(store: Arc<dyn Store>) {
    for n in 1..=4 {
        store.create(NewGame { maker: if n == 4 { 8 } else { LARGE_ID }, ..new_game(n) }).await.unwrap();
    }
    assert_eq!(store.count_open_games(LARGE_ID).await, Ok(3));
    store.append(Append { state: GameState::Over, ..append(1, 0, &["ended"]) }).await.unwrap();
    store.append(append(2, 0, &["started"])).await.unwrap();
    assert_eq!(store.count_open_games(LARGE_ID).await, Ok(2));
    assert_eq!(store.count_open_games(5).await, Ok(0));
    assert_eq!(store.game(id(1)).await.unwrap().unwrap().maker, LARGE_ID);
}

pub(super) async fn a_record_can_be_redacted(store: Arc<dyn Store>) {
    store
        .create(NewGame { events: vec![event("Ann joined"), event("Bob joined")], ..new_game(1) })
        .await
        .unwrap();
    assert_eq!(store.redact(id(1), 1, "somebody joined".to_owned()).await, Ok(true));
    assert_eq!(store.redact(id(1), 0, "charter of somebody".to_owned()).await, Ok(true));
    assert_eq!(store.redact(id(1), 3, "x".to_owned()).await, Ok(false));
    assert_eq!(store.redact(id(2), 1, "x".to_owned()).await, Ok(false));
    let events = store.events(id(1), 0, 10).await.unwrap();
    assert_eq!((events[0].record.as_str(), events[0].at), ("somebody joined", 1000));
    assert_eq!(events[1].record, "Bob joined");
    let game = store.game(id(1)).await.unwrap().unwrap();
    assert_eq!((game.charter.as_str(), game.version), ("charter of somebody", 2));
}

pub(super) async fn a_deleted_game_leaves_nothing(store: Arc<dyn Store>) {
    let new =
        NewGame { members: vec![1], due: Some(1), bots_due: true, events: vec![event("a")], ..new_game(1) };
    store.create(new).await.unwrap();
    store.append(Append { nonce: Some("n".to_owned()), ..append(1, 1, &["b"]) }).await.unwrap();
    let number = store.game(id(1)).await.unwrap().unwrap().number;
    assert_eq!(store.delete_game(id(1)).await, Ok(true));
    assert_eq!(store.delete_game(id(1)).await, Ok(false));
    assert_eq!(store.game(id(1)).await, Ok(None));
    assert!(store.events(id(1), 0, 10).await.unwrap().is_empty());
    assert!(store.games_of(1, 10).await.unwrap().is_empty());
    assert!(store.due_games(10, 10).await.unwrap().is_empty());
    assert!(store.bots_due(10).await.unwrap().is_empty());
    // A new game with the same id starts at version 0, with another number.
    store.create(new_game(1)).await.unwrap();
    let again = store.game(id(1)).await.unwrap().unwrap();
    assert_eq!(again.version, 0);
    assert!(again.number > number);
    let same_nonce = Append { nonce: Some("n".to_owned()), ..append(1, 0, &["b"]) };
    assert_eq!(store.append(same_nonce).await, Ok(Appended::Done { version: 1 }));
}
