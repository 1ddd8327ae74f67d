//! One story, told to every store.

use crate::support;

use std::sync::Arc;

use store::{
    Append, Appended, Backstage, Census, Created, GameState, KeyKind, Mark, Memory, NewGame, PersonRow,
    Postgres, ReportRow, Shun, Sqlite, Store, StoreError, WholeGame,
};
use support::{Folder, append, event, id, key, new_game, person};

/// An id that would be negative in a signed number.
const FAR: u64 = u64::MAX - 3;

macro_rules! stories {
    ($($name:ident),* $(,)?) => {
        mod memory {
            $(#[tokio::test] async fn $name() {
                super::$name(std::sync::Arc::new(super::Memory::new())).await;
            })*
        }
        mod sqlite {
            $(#[tokio::test] async fn $name() {
                let folder = super::Folder::new();
                let store = std::sync::Arc::new(super::Sqlite::open(folder.path()).unwrap());
                super::$name(store.clone()).await;
                // Every story leaves a whole store behind, closed or not.
                if let Ok(faults) = super::Store::check(&*store).await {
                    assert_eq!(faults, Vec::<String>::new());
                }
                let _ = super::Store::close(&*store).await;
            })*
        }
        mod postgres {
            /// In one test, because a server is started for it.
            #[tokio::test] async fn every_story() {
                let Some(cluster) = cluster::for_test(cluster::Disk::Hasty) else { return };
                $({
                    eprintln!("{}", stringify!($name));
                    let url = cluster.database().unwrap();
                    let store = std::sync::Arc::new(super::Postgres::open(&url).await.unwrap());
                    super::$name(store.clone()).await;
                    if let Ok(faults) = super::Store::check(&*store).await {
                        assert_eq!(faults, Vec::<String>::new());
                    }
                    let _ = super::Store::close(&*store).await;
                })*
            }
        }
    };
}

stories!(
    a_game_grows_by_appending,
    a_game_is_made_once,
    who_is_too_late_is_told_and_changes_nothing,
    an_append_that_is_repeated_is_done_once,
    of_racing_appends_one_wins_each_version,
    due_games_come_earliest_first,
    errands_come_oldest_first,
    lists_are_newest_first_and_go_on_below_a_number,
    people_find_their_games,
    a_maker_s_open_games_are_counted,
    a_name_is_taken_out_of_a_record,
    a_deleted_game_leaves_nothing,
    people_are_told_apart,
    who_wants_to_be_forgotten_is,
    keys_open_until_they_are_taken,
    a_link_works_for_one_of_many,
    expired_keys_are_dropped,
    people_shun_each_other,
    reports_are_kept,
    everything_can_be_listed_from_the_oldest,
    a_game_is_put_in_whole,
    a_closed_store_refuses,
);

async fn a_game_grows_by_appending(store: Arc<dyn Store>) {
    let new = NewGame { events: vec![event("made"), event("joined")], due: Some(50), ..new_game(1) };
    assert_eq!(store.create(new).await, Ok(Created::Done));
    let game = store.game(id(1)).await.unwrap().unwrap();
    assert_eq!((game.version, game.charter.as_str(), game.card.as_str()), (2, "charter 1", "card 1"));
    assert_eq!((game.variant.as_str(), game.maker, game.made, game.listed), ("standard", 7, 901, true));
    assert_eq!((game.state, game.due, game.errand), (GameState::Gathering, Some(50), false));

    let next = Append { due: Some(77), errand: true, ..append(1, 2, &["started", "opened", "é\"\n"]) };
    assert_eq!(store.append(next).await, Ok(Appended::Done { version: 5 }));
    let game = store.game(id(1)).await.unwrap().unwrap();
    assert_eq!((game.version, game.card.as_str()), (5, "card 1 after 2"));
    assert_eq!((game.state, game.due, game.errand), (GameState::Underway, Some(77), true));

    let events = store.events(id(1), 0, 100).await.unwrap();
    let seen: Vec<(u64, &str)> = events.iter().map(|e| (e.version, e.record.as_str())).collect();
    assert_eq!(seen, [(1, "made"), (2, "joined"), (3, "started"), (4, "opened"), (5, "é\"\n")]);
    assert!(events.iter().all(|event| event.at == 1000));
    assert_eq!(store.events(id(1), 3, 1).await.unwrap(), events[3..4]);
    assert!(store.events(id(1), 5, 100).await.unwrap().is_empty());
    assert!(store.events(id(1), u64::MAX, 100).await.unwrap().is_empty());
    assert!(store.events(id(2), 0, 100).await.unwrap().is_empty());
    assert_eq!(store.game(id(2)).await, Ok(None));

    // Nothing happened, but the card changed.
    assert_eq!(store.append(append(1, 5, &[])).await, Ok(Appended::Done { version: 5 }));
    assert_eq!(store.game(id(1)).await.unwrap().unwrap().card, "card 1 after 5");
}

async fn a_game_is_made_once(store: Arc<dyn Store>) {
    assert_eq!(store.create(new_game(1)).await, Ok(Created::Done));
    let again = NewGame { charter: "another".to_owned(), events: vec![event("x")], ..new_game(1) };
    assert_eq!(store.create(again).await, Ok(Created::Exists));
    let game = store.game(id(1)).await.unwrap().unwrap();
    assert_eq!((game.charter.as_str(), game.version), ("charter 1", 0));
}

async fn who_is_too_late_is_told_and_changes_nothing(store: Arc<dyn Store>) {
    store.create(new_game(1)).await.unwrap();
    assert_eq!(store.append(append(1, 0, &["a", "b"])).await, Ok(Appended::Done { version: 2 }));
    let before = store.game(id(1)).await.unwrap();
    let late =
        Append { due: Some(1), members: Some(vec![3]), nonce: Some("n".to_owned()), ..append(1, 1, &["c"]) };
    assert_eq!(store.append(late.clone()).await, Ok(Appended::Conflict { version: 2 }));
    assert_eq!(store.append(append(1, 3, &["c"])).await, Ok(Appended::Conflict { version: 2 }));
    assert_eq!(store.game(id(1)).await.unwrap(), before);
    assert!(store.games_of(3, 10).await.unwrap().is_empty());
    // Its nonce was not used up either.
    let again = Append { expected: 2, ..late };
    assert_eq!(store.append(again).await, Ok(Appended::Done { version: 3 }));
    assert_eq!(store.append(append(9, 0, &["a"])).await, Ok(Appended::NoGame));
}

async fn an_append_that_is_repeated_is_done_once(store: Arc<dyn Store>) {
    store.create(new_game(1)).await.unwrap();
    store.create(new_game(2)).await.unwrap();
    let first = Append { nonce: Some("7/abc".to_owned()), ..append(1, 0, &["a", "b"]) };
    assert_eq!(store.done(id(1), "7/abc").await, Ok(None));
    assert_eq!(store.append(first.clone()).await, Ok(Appended::Done { version: 2 }));
    assert_eq!(store.done(id(1), "7/abc").await, Ok(Some(2)));
    assert_eq!(store.done(id(2), "7/abc").await, Ok(None));
    assert_eq!(store.append(append(1, 2, &["c"])).await, Ok(Appended::Done { version: 3 }));
    assert_eq!(store.append(first.clone()).await, Ok(Appended::Repeated { version: 2 }));
    // Also if the game was read anew meanwhile.
    assert_eq!(
        store.append(Append { expected: 3, ..first.clone() }).await,
        Ok(Appended::Repeated { version: 2 })
    );
    assert_eq!(store.events(id(1), 0, 10).await.unwrap().len(), 3);
    // Another game has its own.
    assert_eq!(store.append(Append { game: id(2), ..first }).await, Ok(Appended::Done { version: 2 }));
}

async fn of_racing_appends_one_wins_each_version(store: Arc<dyn Store>) {
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

async fn due_games_come_earliest_first(store: Arc<dyn Store>) {
    assert_eq!(store.next_due().await, Ok(None));
    for (n, due) in [(1, Some(30)), (2, None), (3, Some(10)), (4, Some(20)), (5, Some(10))] {
        store.create(NewGame { due, ..new_game(n) }).await.unwrap();
    }
    assert_eq!(store.next_due().await, Ok(Some(10)));
    assert_eq!(store.due(20, 10).await.unwrap(), [id(3), id(5), id(4)]);
    assert_eq!(store.due(20, 2).await.unwrap(), [id(3), id(5)]);
    assert!(store.due(9, 10).await.unwrap().is_empty());
    store.append(append(3, 0, &["a"])).await.unwrap();
    store.append(Append { due: Some(15), ..append(5, 0, &["a"]) }).await.unwrap();
    assert_eq!(store.due(40, 10).await.unwrap(), [id(5), id(4), id(1)]);
    let mut taken = store.take_due(40, 50, 2).await.unwrap();
    taken.sort();
    assert_eq!(taken, [id(4), id(5)]);
    assert_eq!(store.next_due().await, Ok(Some(15)));
}

async fn errands_come_oldest_first(store: Arc<dyn Store>) {
    for n in 1..=3 {
        store.create(NewGame { errand: n != 2, ..new_game(n) }).await.unwrap();
    }
    assert_eq!(store.errands(10).await.unwrap(), [id(1), id(3)]);
    store.append(append(1, 0, &["done"])).await.unwrap();
    store.append(Append { errand: true, ..append(2, 0, &["owes"]) }).await.unwrap();
    assert_eq!(store.errands(10).await.unwrap(), [id(2), id(3)]);
    assert_eq!(store.errands(1).await.unwrap(), [id(2)]);
    assert_eq!(store.take_errands(40, 50, 1).await.unwrap(), [id(2)]);
}

async fn lists_are_newest_first_and_go_on_below_a_number(store: Arc<dyn Store>) {
    for n in 1..=6 {
        store.create(NewGame { listed: n != 4, ..new_game(n) }).await.unwrap();
    }
    store.append(append(3, 0, &["started"])).await.unwrap();
    store.append(append(5, 0, &["started"])).await.unwrap();
    let ids = |cards: &[store::CardRow]| cards.iter().map(|card| card.id).collect::<Vec<_>>();
    let all = store.listed(None, None, 10).await.unwrap();
    assert_eq!(ids(&all), [id(6), id(5), id(3), id(2), id(1)]);
    let (card, made) = (&all[2], 903);
    assert_eq!((card.card.as_str(), card.state, card.version), ("card 3 after 0", GameState::Underway, 1));
    assert_eq!(card.made, made);
    let page = store.listed(None, Some(all[1].number), 2).await.unwrap();
    assert_eq!(ids(&page), [id(3), id(2)]);
    let underway = store.listed(Some(GameState::Underway), None, 10).await.unwrap();
    assert_eq!(ids(&underway), [id(5), id(3)]);
    let below = store.listed(Some(GameState::Underway), Some(underway[0].number), 10).await.unwrap();
    assert_eq!(ids(&below), [id(3)]);
    assert!(store.listed(Some(GameState::Over), None, 10).await.unwrap().is_empty());
    assert_eq!(ids(&store.every_game(None, 4).await.unwrap()), [id(6), id(5), id(4), id(3)]);
    // A page goes on also if the game that it ended with is gone.
    store.delete_game(id(5)).await.unwrap();
    assert_eq!(store.listed(None, Some(all[1].number), 2).await.unwrap(), page);
}

async fn people_find_their_games(store: Arc<dyn Store>) {
    store.create(NewGame { members: vec![1, FAR], ..new_game(1) }).await.unwrap();
    store.create(NewGame { members: vec![FAR, FAR], listed: false, ..new_game(2) }).await.unwrap();
    let games = async |person| {
        let cards = store.games_of(person, 10).await.unwrap();
        cards.into_iter().map(|card| card.id).collect::<Vec<_>>()
    };
    assert_eq!(games(FAR).await, [id(2), id(1)]);
    assert_eq!(games(1).await, [id(1)]);
    store.append(append(1, 0, &["nobody came or went"])).await.unwrap();
    assert_eq!(games(1).await, [id(1)]);
    store.append(Append { members: Some(vec![2]), ..append(1, 1, &["others"]) }).await.unwrap();
    assert_eq!((games(1).await, games(2).await, games(FAR).await), (vec![], vec![id(1)], vec![id(2)]));
    assert_eq!(store.games_of(2, 0).await, Ok(vec![]));
}

async fn a_maker_s_open_games_are_counted(store: Arc<dyn Store>) {
    for n in 1..=4 {
        store.create(NewGame { maker: if n == 4 { 8 } else { FAR }, ..new_game(n) }).await.unwrap();
    }
    assert_eq!(store.count_games_of_maker(FAR).await, Ok(3));
    store.append(Append { state: GameState::Over, ..append(1, 0, &["ended"]) }).await.unwrap();
    store.append(append(2, 0, &["started"])).await.unwrap();
    assert_eq!(store.count_games_of_maker(FAR).await, Ok(2));
    assert_eq!(store.count_games_of_maker(5).await, Ok(0));
    assert_eq!(store.game(id(1)).await.unwrap().unwrap().maker, FAR);
}

async fn a_name_is_taken_out_of_a_record(store: Arc<dyn Store>) {
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

async fn a_deleted_game_leaves_nothing(store: Arc<dyn Store>) {
    let new =
        NewGame { members: vec![1], due: Some(1), errand: true, events: vec![event("a")], ..new_game(1) };
    store.create(new).await.unwrap();
    store.append(Append { nonce: Some("n".to_owned()), ..append(1, 1, &["b"]) }).await.unwrap();
    let number = store.game(id(1)).await.unwrap().unwrap().number;
    assert_eq!(store.delete_game(id(1)).await, Ok(true));
    assert_eq!(store.delete_game(id(1)).await, Ok(false));
    assert_eq!(store.game(id(1)).await, Ok(None));
    assert!(store.events(id(1), 0, 10).await.unwrap().is_empty());
    assert!(store.games_of(1, 10).await.unwrap().is_empty());
    assert!(store.due(10, 10).await.unwrap().is_empty());
    assert!(store.errands(10).await.unwrap().is_empty());
    // One with the same name starts anew, under another number.
    store.create(new_game(1)).await.unwrap();
    let again = store.game(id(1)).await.unwrap().unwrap();
    assert_eq!(again.version, 0);
    assert!(again.number > number);
    let same_nonce = Append { nonce: Some("n".to_owned()), ..append(1, 0, &["b"]) };
    assert_eq!(store.append(same_nonce).await, Ok(Appended::Done { version: 1 }));
}

async fn people_are_told_apart(store: Arc<dyn Store>) {
    let ann =
        PersonRow { recovery: Some([9; 32]), passphrase: Some("hash".to_owned()), ..person(FAR, "ann") };
    assert_eq!(store.add_person(ann.clone()).await, Ok(true));
    assert_eq!(store.add_person(person(2, "bob")).await, Ok(true));
    assert_eq!(store.add_person(person(3, "ann")).await, Ok(false), "the handle is taken");
    assert_eq!(store.add_person(person(2, "carol")).await, Ok(false), "the id is taken");
    assert_eq!(store.add_person(PersonRow { recovery: Some([9; 32]), ..person(4, "dan") }).await, Ok(false));
    assert_eq!(store.person(FAR).await, Ok(Some(ann.clone())));
    assert_eq!(store.person_by_handle("ann").await, Ok(Some(ann.clone())));
    assert_eq!(store.person_by_recovery([9; 32]).await, Ok(Some(ann.clone())));
    assert_eq!(store.person_by_recovery([0; 32]).await, Ok(None));
    assert_eq!(store.person_by_handle("ANN").await, Ok(None));
    assert_eq!(store.person(3).await, Ok(None));

    let bob = PersonRow { name: "Bob".to_owned(), language: "de".to_owned(), seen: 99, ..person(2, "bobby") };
    assert_eq!(store.update_person(bob.clone()).await, Ok(true));
    assert_eq!(store.person_by_handle("bobby").await, Ok(Some(bob.clone())));
    assert_eq!(store.update_person(PersonRow { handle: "ann".to_owned(), ..bob.clone() }).await, Ok(false));
    assert_eq!(store.update_person(PersonRow { recovery: Some([9; 32]), ..bob.clone() }).await, Ok(false));
    assert_eq!(store.update_person(person(5, "eve")).await, Ok(false));
    assert_eq!(store.person(2).await, Ok(Some(bob)));
    let without = PersonRow { recovery: None, passphrase: None, ..ann };
    assert_eq!(store.update_person(without).await, Ok(true));
    assert_eq!(store.person_by_recovery([9; 32]).await, Ok(None));
}

async fn who_wants_to_be_forgotten_is(store: Arc<dyn Store>) {
    store.add_person(person(FAR, "ann")).await.unwrap();
    store.add_person(person(2, "bob")).await.unwrap();
    store.add_key(key(1, FAR, None)).await.unwrap();
    store.set_shun(FAR, 2, Some(Shun::Mute)).await.unwrap();
    store.set_shun(2, FAR, Some(Shun::Block)).await.unwrap();
    store.create(NewGame { members: vec![FAR, 2], ..new_game(1) }).await.unwrap();
    let report = ReportRow { at: 1, by: Some(FAR), about: Some(FAR), game: None, text: "rude".to_owned() };
    store.add_report(report.clone()).await.unwrap();

    assert_eq!(store.delete_person(FAR).await, Ok(true));
    assert_eq!(store.delete_person(FAR).await, Ok(false));
    assert_eq!(store.person_by_handle("ann").await, Ok(None));
    assert_eq!(store.key([1; 32]).await, Ok(None));
    assert!(store.games_of(FAR, 10).await.unwrap().is_empty());
    assert_eq!(store.games_of(2, 10).await.unwrap().len(), 1);
    assert!(store.shuns(2).await.unwrap().is_empty());
    assert!(store.shuns(FAR).await.unwrap().is_empty());
    assert_eq!(store.reports(10).await, Ok(vec![ReportRow { by: None, about: None, ..report }]));
    assert_eq!(store.add_person(person(FAR, "ann")).await, Ok(true), "the name is free again");
}

async fn keys_open_until_they_are_taken(store: Arc<dyn Store>) {
    store.add_person(person(FAR, "ann")).await.unwrap();
    store.add_person(person(2, "bob")).await.unwrap();
    let cookie = store::KeyRow { kind: KeyKind::Cookie, ..key(1, FAR, Some(40)) };
    let program = store::KeyRow { kind: KeyKind::Program, made: 2, ..key(0, FAR, None) };
    assert_eq!(store.add_key(cookie.clone()).await, Ok(true));
    assert_eq!(store.add_key(program.clone()).await, Ok(true));
    assert_eq!(store.add_key(key(1, 2, None)).await, Ok(false), "known already");
    assert_eq!(store.add_key(key(3, 99, None)).await, Ok(false), "nobody's");
    assert_eq!(store.key([1; 32]).await, Ok(Some(cookie.clone())));
    assert_eq!(store.keys_of(FAR).await, Ok(vec![cookie.clone(), program.clone()]));
    assert_eq!(store.drop_key([1; 32], 2).await, Ok(false), "not theirs to drop");
    assert_eq!(store.take_key([1; 32]).await, Ok(Some(cookie)));
    assert_eq!(store.take_key([1; 32]).await, Ok(None));
    assert_eq!(store.key([1; 32]).await, Ok(None));
    assert_eq!(store.drop_key([0; 32], FAR).await, Ok(true));
    assert_eq!(store.drop_key([0; 32], FAR).await, Ok(false));
    assert_eq!(store.keys_of(FAR).await, Ok(vec![]));
}

async fn a_link_works_for_one_of_many(store: Arc<dyn Store>) {
    store.add_person(person(1, "ann")).await.unwrap();
    store.add_key(key(1, 1, None)).await.unwrap();
    let takers = (0..16).map(|_| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.take_key([1; 32]).await.unwrap().is_some() })
    });
    let mut got = 0;
    for taker in takers.collect::<Vec<_>>() {
        got += usize::from(taker.await.unwrap());
    }
    assert_eq!(got, 1);
}

async fn expired_keys_are_dropped(store: Arc<dyn Store>) {
    store.add_person(person(1, "ann")).await.unwrap();
    for (hash, expires) in [(1, Some(10)), (2, Some(11)), (3, None)] {
        store.add_key(key(hash, 1, expires)).await.unwrap();
    }
    assert_eq!(store.drop_expired_keys(9).await, Ok(0));
    assert_eq!(store.drop_expired_keys(10).await, Ok(1));
    assert_eq!(store.drop_expired_keys(1000).await, Ok(1));
    assert_eq!(store.keys_of(1).await.unwrap().len(), 1);
}

async fn people_shun_each_other(store: Arc<dyn Store>) {
    store.set_shun(1, FAR, Some(Shun::Mute)).await.unwrap();
    store.set_shun(1, 2, Some(Shun::Block)).await.unwrap();
    store.set_shun(2, 1, Some(Shun::Mute)).await.unwrap();
    assert_eq!(store.shuns(1).await.unwrap(), [(2, Shun::Block), (FAR, Shun::Mute)]);
    store.set_shun(1, FAR, Some(Shun::Block)).await.unwrap();
    store.set_shun(1, 2, None).await.unwrap();
    store.set_shun(1, 3, None).await.unwrap();
    assert_eq!(store.shuns(1).await.unwrap(), [(FAR, Shun::Block)]);
    assert_eq!(store.shuns(2).await.unwrap(), [(1, Shun::Mute)]);
}

async fn reports_are_kept(store: Arc<dyn Store>) {
    let report = |at, text: &str| ReportRow {
        at,
        by: Some(FAR),
        about: (at == 2).then_some(FAR - 1),
        game: (at == 2).then_some(id(1)),
        text: text.to_owned(),
    };
    for (at, text) in [(1, "one"), (2, "two"), (3, "three")] {
        store.add_report(report(at, text)).await.unwrap();
    }
    assert_eq!(store.reports(2).await, Ok(vec![report(3, "three"), report(2, "two")]));
}

async fn everything_can_be_listed_from_the_oldest(store: Arc<dyn Store>) {
    for (id, handle) in [(3, "ann"), (FAR, "bob"), (1, "carol")] {
        store.add_person(person(id, handle)).await.unwrap();
    }
    let mut seen = Vec::new();
    let mut after = None;
    // Page by page, each once, whatever the order.
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

    store.append(Append { due: Some(9), errand: true, ..append(5, 0, &["begun"]) }).await.unwrap();
    let census = store.census(9).await.unwrap();
    let expected = Census { gathering: 2, underway: 1, over: 0, people: 3, due: 1, errands: 1 };
    assert_eq!((census, store.census(8).await.unwrap().due), (expected, 0));
    let marks = store.marks(vec![id(2), id(77)]).await.unwrap();
    assert_eq!(marks, [(id(2), Mark { version: 0, rewrites: 0 })]);
}

async fn a_game_is_put_in_whole(store: Arc<dyn Store>) {
    store.create(NewGame { members: vec![FAR, 2], events: vec![event("a")], ..new_game(1) }).await.unwrap();
    store.append(Append { nonce: Some("n".to_owned()), ..append(1, 1, &["b", "é"]) }).await.unwrap();
    let whole = WholeGame {
        game: store.game(id(1)).await.unwrap().unwrap(),
        events: store.events(id(1), 0, 10).await.unwrap(),
        backstage: store.backstage(id(1)).await.unwrap(),
    };
    assert_eq!(whole.backstage, Backstage { members: vec![2, FAR], nonces: vec![("n".to_owned(), 3)] });
    assert_eq!(store.put(whole.clone()).await, Ok(false), "it is there");
    store.delete_game(id(1)).await.unwrap();
    assert_eq!(store.put(whole.clone()).await, Ok(true));
    let again = store.game(id(1)).await.unwrap().unwrap();
    assert_eq!(store::GameRow { number: whole.game.number, ..again.clone() }, whole.game);
    assert!(again.number > whole.game.number);
    assert_eq!(store.events(id(1), 0, 10).await.unwrap(), whole.events);
    assert_eq!(store.backstage(id(1)).await.unwrap(), whole.backstage);
    assert_eq!(store.backstage(id(2)).await, Ok(Backstage::default()));
    // It goes on as if nothing had been.
    let repeated = Append { nonce: Some("n".to_owned()), ..append(1, 3, &["b"]) };
    assert_eq!(store.append(repeated).await, Ok(Appended::Repeated { version: 3 }));
    assert_eq!(store.append(append(1, 3, &["c"])).await, Ok(Appended::Done { version: 4 }));
    assert_eq!(store.games_of(FAR, 10).await.unwrap().len(), 1);
}

async fn a_closed_store_refuses(store: Arc<dyn Store>) {
    store.create(new_game(1)).await.unwrap();
    assert_eq!(store.close().await, Ok(()));
    assert_eq!(store.game(id(1)).await, Err(StoreError::Closed));
    assert_eq!(store.append(append(1, 0, &["a"])).await, Err(StoreError::Closed));
}
