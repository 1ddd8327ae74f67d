//! Conformance tests of keeping order: statuses, restrictions in one game, reports, the audit log, notices.

use std::sync::Arc;

use store::{AuditRow, NoticeRow, PersonStatus, ReportDetails, ReportRow, Restriction, Role, Store};

use super::LARGE_ID;
use crate::support::{id, person};

pub(super) async fn order_is_kept(store: Arc<dyn Store>) {
    store.add_person(person(LARGE_ID, "ann")).await.unwrap();
    store.add_person(person(2, "bob")).await.unwrap();
    let status = PersonStatus { role: Role::Administrator, suspended_until: Some(i64::MAX) };
    assert_eq!(store.status_of(LARGE_ID).await, Ok(PersonStatus::USUAL));
    assert_eq!(store.set_status(LARGE_ID, status).await, Ok(true));
    assert_eq!(store.set_status(77, status).await, Ok(false), "there is no such person");
    assert_eq!(store.status_of(LARGE_ID).await, Ok(status));
    assert_eq!(store.administrators().await, Ok(vec![LARGE_ID]));

    for (game, how) in [(1, Restriction::Mute), (2, Restriction::Block), (2, Restriction::Mute)] {
        store.set_game_restriction(LARGE_ID, 2, id(game), Some(how)).await.unwrap();
    }
    let both = vec![(id(1), 2, Restriction::Mute), (id(2), 2, Restriction::Mute)];
    assert_eq!(store.game_restrictions(LARGE_ID).await, Ok(both));
    assert_eq!(store.restrictions(LARGE_ID).await, Ok(vec![]), "elsewhere it does not count");
    store.set_game_restriction(LARGE_ID, 2, id(1), None).await.unwrap();
    assert_eq!(store.game_restrictions(LARGE_ID).await.unwrap().len(), 1);

    let report = ReportRow { at: 1, by: Some(2), about: None, game: Some(id(1)), text: "rude".to_owned() };
    let number = store.add_report(report.clone()).await.unwrap();
    assert_eq!(store.reports_after(0, 10).await, Ok(vec![(number, report)]));
    assert_eq!(store.report_details(number).await, Ok(ReportDetails::default()));
    let details = ReportDetails { message: Some(7), closed: Some(9) };
    store.set_report_details(number, details).await.unwrap();
    assert_eq!(store.report_details(number).await, Ok(details));

    let entry = |at, by| AuditRow {
        at,
        action: "ban".to_owned(),
        by,
        about: Some(LARGE_ID),
        game: Some(id(1)),
        reason: "why".to_owned(),
    };
    store.add_audit(entry(1, None)).await.unwrap();
    store.add_audit(entry(2, Some(LARGE_ID))).await.unwrap();
    let audit = store.audit_after(0, 10).await.unwrap();
    assert_eq!(
        audit.iter().map(|(_, row)| row.clone()).collect::<Vec<_>>(),
        [entry(1, None), entry(2, Some(LARGE_ID))]
    );
    assert_eq!(store.audit_after(audit[0].0, 10).await.unwrap().len(), 1);

    let notice = NoticeRow {
        person: 2,
        kind: "suspended".to_owned(),
        at: 3,
        game: None,
        reason: "why".to_owned(),
        until: Some(5),
    };
    assert_eq!(store.add_notice(notice.clone()).await, Ok(true));
    assert_eq!(store.add_notice(NoticeRow { person: 77, ..notice.clone() }).await, Ok(false));
    let notices = store.notices_of(2).await.unwrap();
    assert_eq!(notices[0].1, notice);
    assert_eq!(store.delete_notice(notices[0].0, LARGE_ID).await, Ok(false), "not for her");
    assert_eq!(store.delete_notice(notices[0].0, 2).await, Ok(true));
    assert_eq!(store.notices_of(2).await, Ok(vec![]));

    // With the person everything goes, except what the log says.
    store.delete_person(LARGE_ID).await.unwrap();
    assert_eq!(store.status_of(LARGE_ID).await, Ok(PersonStatus::USUAL));
    assert_eq!(store.game_restrictions(LARGE_ID).await, Ok(vec![]));
    assert_eq!(store.audit_after(0, 10).await.unwrap().len(), 2);
}

pub(super) async fn a_key_is_touched_and_games_are_found_by_who_was_in_them(store: Arc<dyn Store>) {
    use crate::support::{append, event, key, new_game};
    use store::{Append, NewGame};
    store.add_person(person(1, "ann")).await.unwrap();
    store.add_key(key(1, 1, Some(40))).await.unwrap();
    store.touch_key([1; 32], 30, Some(500)).await.unwrap();
    let touched = store.key([1; 32]).await.unwrap().unwrap();
    assert_eq!((touched.used, touched.expires), (Some(30), Some(500)));
    // A member of the second game, who leaves; named in a record of the third; maker of all.
    for game in 1..=3 {
        store.create(new_game(game)).await.unwrap();
    }
    store.append(Append { members: Some(vec![7, 70]), ..append(2, 0, &["{\"who\":70}"]) }).await.unwrap();
    store.append(Append { members: Some(vec![7]), ..append(2, 1, &["left"]) }).await.unwrap();
    let events = vec![event("{\"by\":{\"who\":70,\"name\":\"x\"}}"), event("{\"who\":700}")];
    store.create(NewGame { events, ..new_game(4) }).await.unwrap();
    let found = store.games_naming(70, 0, 10).await.unwrap();
    assert_eq!(found.iter().map(|(_, id)| *id).collect::<Vec<_>>(), [id(2), id(4)]);
    assert_eq!(store.games_naming(70, found[0].0, 10).await.unwrap(), found[1..]);
    assert_eq!(store.games_naming(7, 0, 10).await.unwrap().len(), 4, "the maker");
    assert_eq!(store.games_naming(77, 0, 10).await, Ok(vec![]));
    assert_eq!(store.set_summary(id(2), "card".to_owned()).await, Ok(true));
    assert_eq!(store.game(id(2)).await.unwrap().unwrap().summary, "card");
    assert_eq!(store.set_summary(id(9), "card".to_owned()).await, Ok(false));
}
