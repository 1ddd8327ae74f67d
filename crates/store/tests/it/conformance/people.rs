//! Conformance tests of people: accounts, login keys, mutes and blocks, reports.

use std::sync::Arc;

use store::{KeyKind, KeyRow, NewGame, PersonRow, ReportRow, Restriction, Store};

use super::LARGE_ID;
use crate::support::{id, key, new_game, person};

pub(super) async fn handles_and_recovery_codes_are_unique(store: Arc<dyn Store>) {
    let ann =
        PersonRow { recovery: Some([9; 32]), passphrase: Some("hash".to_owned()), ..person(LARGE_ID, "ann") };
    assert_eq!(store.add_person(ann.clone()).await, Ok(true));
    assert_eq!(store.add_person(person(2, "bob")).await, Ok(true));
    assert_eq!(store.add_person(person(3, "ann")).await, Ok(false), "the handle is taken");
    assert_eq!(store.add_person(person(2, "carol")).await, Ok(false), "the id is taken");
    assert_eq!(store.add_person(PersonRow { recovery: Some([9; 32]), ..person(4, "dan") }).await, Ok(false));
    assert_eq!(store.person(LARGE_ID).await, Ok(Some(ann.clone())));
    assert_eq!(store.person_by_handle("ann").await, Ok(Some(ann.clone())));
    assert_eq!(store.person_by_recovery([9; 32]).await, Ok(Some(ann.clone())));
    assert_eq!(store.person_by_recovery([0; 32]).await, Ok(None));
    assert_eq!(store.person_by_handle("ANN").await, Ok(None));
    assert_eq!(store.person(3).await, Ok(None));

    let bob =
        PersonRow { name: "Bob".to_owned(), language: "de".to_owned(), last_seen: 99, ..person(2, "bobby") };
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

pub(super) async fn a_deleted_person_leaves_nothing(store: Arc<dyn Store>) {
    store.add_person(person(LARGE_ID, "ann")).await.unwrap();
    store.add_person(person(2, "bob")).await.unwrap();
    store.add_key(key(1, LARGE_ID, None)).await.unwrap();
    store.set_restriction(LARGE_ID, 2, Some(Restriction::Mute)).await.unwrap();
    store.set_restriction(2, LARGE_ID, Some(Restriction::Block)).await.unwrap();
    store.create(NewGame { members: vec![LARGE_ID, 2], ..new_game(1) }).await.unwrap();
    let report =
        ReportRow { at: 1, by: Some(LARGE_ID), about: Some(LARGE_ID), game: None, text: "rude".to_owned() };
    store.add_report(report.clone()).await.unwrap();
    store.set_course_progress(LARGE_ID, "{}").await.unwrap();

    assert_eq!(store.delete_person(LARGE_ID).await, Ok(true));
    assert_eq!(store.delete_person(LARGE_ID).await, Ok(false));
    assert_eq!(store.person_by_handle("ann").await, Ok(None));
    assert_eq!(store.key([1; 32]).await, Ok(None));
    assert!(store.games_of(LARGE_ID, 10).await.unwrap().is_empty());
    assert_eq!(store.games_of(2, 10).await.unwrap().len(), 1);
    assert!(store.restrictions(2).await.unwrap().is_empty());
    assert!(store.restrictions(LARGE_ID).await.unwrap().is_empty());
    let kept: Vec<ReportRow> =
        store.reports_after(0, 10).await.unwrap().into_iter().map(|(_, row)| row).collect();
    assert_eq!(kept, [ReportRow { by: None, about: None, ..report }]);
    assert_eq!(store.add_person(person(LARGE_ID, "ann")).await, Ok(true), "the name is free again");
    assert_eq!(store.course_progress(LARGE_ID).await, Ok(None));
}

pub(super) async fn progress_in_the_course_is_kept(store: Arc<dyn Store>) {
    for (id, handle) in [(LARGE_ID, "ann"), (2, "bob")] {
        store.add_person(person(id, handle)).await.unwrap();
    }
    assert_eq!(store.course_progress(LARGE_ID).await, Ok(None));
    assert_eq!(store.set_course_progress(LARGE_ID, r#"{"aim":1}"#).await, Ok(true));
    assert_eq!(store.set_course_progress(LARGE_ID, r#"{"aim":3}"#).await, Ok(true));
    assert_eq!(store.set_course_progress(99, "{}").await, Ok(false), "there is no such person");
    assert_eq!(store.course_progress(LARGE_ID).await, Ok(Some(r#"{"aim":3}"#.to_owned())));
    assert_eq!(store.course_progress(2).await, Ok(None));
    assert_eq!(store.course_progress(99).await, Ok(None));
}

pub(super) async fn keys_are_found_until_they_are_deleted(store: Arc<dyn Store>) {
    store.add_person(person(LARGE_ID, "ann")).await.unwrap();
    store.add_person(person(2, "bob")).await.unwrap();
    let cookie = KeyRow { kind: KeyKind::Cookie, ..key(1, LARGE_ID, Some(40)) };
    let program = KeyRow { kind: KeyKind::Program, made: 2, ..key(0, LARGE_ID, None) };
    assert_eq!(store.add_key(cookie.clone()).await, Ok(true));
    assert_eq!(store.add_key(program.clone()).await, Ok(true));
    assert_eq!(store.add_key(key(1, 2, None)).await, Ok(false), "it exists already");
    assert_eq!(store.add_key(key(3, 99, None)).await, Ok(false), "there is no such person");
    assert_eq!(store.key([1; 32]).await, Ok(Some(cookie.clone())));
    assert_eq!(store.keys_of(LARGE_ID).await, Ok(vec![cookie.clone(), program.clone()]));
    assert_eq!(store.delete_key([1; 32], 2).await, Ok(false), "it belongs to somebody else");
    assert_eq!(store.take_key([1; 32]).await, Ok(Some(cookie)));
    assert_eq!(store.take_key([1; 32]).await, Ok(None));
    assert_eq!(store.key([1; 32]).await, Ok(None));
    assert_eq!(store.delete_key([0; 32], LARGE_ID).await, Ok(true));
    assert_eq!(store.delete_key([0; 32], LARGE_ID).await, Ok(false));
    assert_eq!(store.keys_of(LARGE_ID).await, Ok(vec![]));
}

pub(super) async fn a_key_is_taken_by_one_of_many(store: Arc<dyn Store>) {
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

pub(super) async fn people_mute_and_block_each_other(store: Arc<dyn Store>) {
    store.set_restriction(1, LARGE_ID, Some(Restriction::Mute)).await.unwrap();
    store.set_restriction(1, 2, Some(Restriction::Block)).await.unwrap();
    store.set_restriction(2, 1, Some(Restriction::Mute)).await.unwrap();
    assert_eq!(
        store.restrictions(1).await.unwrap(),
        [(2, Restriction::Block), (LARGE_ID, Restriction::Mute)]
    );
    store.set_restriction(1, LARGE_ID, Some(Restriction::Block)).await.unwrap();
    store.set_restriction(1, 2, None).await.unwrap();
    store.set_restriction(1, 3, None).await.unwrap();
    assert_eq!(store.restrictions(1).await.unwrap(), [(LARGE_ID, Restriction::Block)]);
    assert_eq!(store.restrictions(2).await.unwrap(), [(1, Restriction::Mute)]);
}

pub(super) async fn reports_are_kept(store: Arc<dyn Store>) {
    let report = |at, text: &str| ReportRow {
        at,
        by: Some(LARGE_ID),
        about: (at == 2).then_some(LARGE_ID - 1),
        game: (at == 2).then_some(id(1)),
        text: text.to_owned(),
    };
    for (at, text) in [(1, "one"), (2, "two"), (3, "three")] {
        store.add_report(report(at, text)).await.unwrap();
    }
    let kept: Vec<ReportRow> =
        store.reports_after(0, 2).await.unwrap().into_iter().map(|(_, row)| row).collect();
    assert_eq!(kept, [report(1, "one"), report(2, "two")]);
}
