//! Conformance tests of notifications and channels: what is queued, sent and tried again.

use std::sync::Arc;

use store::{
    Append, ChannelKind, ChannelState, NewChannel, NewDelivery, NewGame, News, NotificationAccount,
    NotificationRow, ReminderRow, Store,
};

use super::LARGE_ID;
use crate::support::{append, id, new_game, person};

fn notification(name: &str, who: u64) -> NotificationRow {
    NotificationRow {
        id: name.to_owned(),
        person: who,
        at: 100,
        game: Some(id(1)),
        body: format!("{{\"about\":\"{name}\"}}"),
        on_page: true,
        is_read: false,
    }
}

fn delivery(name: &str, channel: u64, due: i64) -> NewDelivery {
    NewDelivery { notification: name.to_owned(), channel, due, expires: Some(due + 1000) }
}

fn channel(who: u64, secret: &str) -> NewChannel {
    NewChannel {
        person: who,
        kind: ChannelKind::Webhook,
        address: "{\"url\":\"https://example.org/\"}".to_owned(),
        options: "{}".to_owned(),
        secret: secret.to_owned(),
        state: ChannelState::Active,
        made: 50,
    }
}

/// The ids of the notifications that are sent to a channel now.
async fn claimed(store: &Arc<dyn Store>, now: i64) -> Vec<(u64, Vec<String>)> {
    let channels = store.claim_channels(now, now + 30, 10).await.unwrap();
    let ids =
        |one: &store::ClaimedChannel| one.deliveries.iter().map(|row| row.notification.id.clone()).collect();
    channels.iter().map(|one| (one.channel.number, ids(one))).collect()
}

pub(super) async fn news_of_a_game_are_queued_once(store: Arc<dyn Store>) {
    store.add_person(person(LARGE_ID, "ann")).await.unwrap();
    store.create(new_game(1)).await.unwrap();
    store.create(NewGame { has_news: true, ..new_game(2) }).await.unwrap();
    assert_eq!(store.claim_games_with_news(10, 40, 10).await, Ok(vec![(id(2), 0)]));
    store.append(append(1, 0, &["nothing new"])).await.unwrap();
    store.append(Append { has_news: true, ..append(1, 1, &["news", "more"]) }).await.unwrap();
    store.append(Append { has_news: true, ..append(1, 3, &["still more"]) }).await.unwrap();
    assert_eq!(store.claim_games_with_news(50, 80, 1).await.unwrap().len(), 1);
    let mut both = store.claim_games_with_news(90, 95, 10).await.unwrap();
    both.sort_unstable();
    assert_eq!(both, [(id(1), 1), (id(2), 0)]);

    // Read up to version 3 while a fourth event was added: the mark stays for it.
    let notified = News {
        read: Some((id(1), 1, 3)),
        notifications: vec![notification("a", LARGE_ID), notification("nobody", 77)],
        ..News::default()
    };
    assert_eq!(store.queue_news(notified.clone()).await, Ok(true));
    assert_eq!(store.queue_news(notified).await, Ok(false), "another node did the same");
    assert_eq!(store.claim_games_with_news(150, 155, 1).await, Ok(vec![(id(1), 3)]));
    let last = News { read: Some((id(1), 3, 4)), ..News::default() };
    assert_eq!(store.queue_news(last).await, Ok(true));
    assert_eq!(store.claim_games_with_news(200, 201, 9).await, Ok(vec![(id(2), 0)]));

    let again = News {
        notifications: vec![
            notification("a", LARGE_ID),
            NotificationRow { on_page: false, at: 9, ..notification("b", LARGE_ID) },
            notification("c", LARGE_ID),
        ],
        ..News::default()
    };
    assert_eq!(store.queue_news(again).await, Ok(true));
    let shown = store.notifications_of(LARGE_ID, 10).await.unwrap();
    assert_eq!(shown.iter().map(|(_, row)| row.id.as_str()).collect::<Vec<_>>(), ["c", "a"]);
    assert_eq!(shown[1].1, notification("a", LARGE_ID));
    store.mark_read(LARGE_ID, shown[1].0).await.unwrap();
    let shown = store.notifications_of(LARGE_ID, 10).await.unwrap();
    assert_eq!(shown.iter().map(|(_, row)| row.is_read).collect::<Vec<_>>(), [false, true]);
    assert_eq!(store.delete_old_notifications(50).await, Ok(1));
    assert_eq!(store.notifications_of(LARGE_ID, 1).await.unwrap().len(), 1);
}

pub(super) async fn deliveries_are_sent_and_tried_again(store: Arc<dyn Store>) {
    store.add_person(person(LARGE_ID, "ann")).await.unwrap();
    let first = store.add_channel(channel(LARGE_ID, "s1")).await.unwrap().unwrap();
    let second = store.add_channel(channel(LARGE_ID, "s2")).await.unwrap().unwrap();
    assert_eq!(store.add_channel(channel(LARGE_ID, "s2")).await, Ok(None), "the secret is taken");
    assert_eq!(store.add_channel(channel(77, "s3")).await, Ok(None), "there is no such person");
    let news = News {
        notifications: vec![notification("a", LARGE_ID), notification("b", LARGE_ID)],
        deliveries: vec![
            delivery("a", first, 10),
            delivery("b", first, 20),
            delivery("b", second, 15),
            delivery("b", 999, 15),
        ],
        ..News::default()
    };
    assert_eq!(store.queue_news(news.clone()).await, Ok(true));
    assert_eq!(store.queue_news(news).await, Ok(true), "the notifications exist, so nothing is sent twice");
    assert_eq!(store.waiting_deliveries().await, Ok((3, Some(10))));
    assert_eq!(claimed(&store, 9).await, []);
    assert_eq!(claimed(&store, 12).await, [(first, vec!["a".to_owned()])]);
    assert_eq!(claimed(&store, 20).await, [(second, vec!["b".to_owned()])], "the first is claimed until 42");

    // The node of the first channel dies, and another tries again.
    let again = store.claim_channels(42, 72, 1).await.unwrap().remove(0);
    assert_eq!(again.channel.number, first);
    assert_eq!(again.deliveries.len(), 2);
    assert_eq!((again.deliveries[1].due, again.deliveries[1].expires), (20, Some(1020)));
    store.delete_deliveries(vec![again.deliveries[0].number]).await.unwrap();
    let mut failed = again.channel.clone();
    (failed.failing_since, failed.failures) = (Some(43), 1);
    failed.problem = Some("refused".to_owned());
    store.release_channel(failed.clone(), 103).await.unwrap();
    assert_eq!(claimed(&store, 102).await, [(second, vec!["b".to_owned()])]);
    let third = store.claim_channels(103, 104, 9).await.unwrap().remove(0);
    assert_eq!(third.channel, failed);
    assert_eq!(third.deliveries.len(), 1);

    // A claim far in the future was made by a clock that was wrong.
    store.claim_channels(200, 999_999, 9).await.unwrap();
    assert_eq!(claimed(&store, 300).await.len(), 2);

    let stopped = store::ChannelRow { state: ChannelState::Stopped, ..failed.clone() };
    assert_eq!(store.update_channel(stopped.clone()).await, Ok(true));
    assert_eq!(store.update_channel(store::ChannelRow { person: 5, ..stopped.clone() }).await, Ok(false));
    store.release_channel(failed, 0).await.unwrap();
    let known = store.channel_by_secret("s1").await.unwrap().unwrap();
    assert_eq!(known.state, ChannelState::Stopped, "the sender does not start it again");
    assert_eq!(store.delete_channel(first, 5).await, Ok(false));
    assert_eq!(store.delete_channel(first, LARGE_ID).await, Ok(true));
    assert_eq!(store.waiting_deliveries().await.unwrap().0, 1);
    store.delete_person(LARGE_ID).await.unwrap();
    assert_eq!(store.waiting_deliveries().await, Ok((0, None)));
    assert_eq!(store.channel_by_secret("s2").await, Ok(None));
}

pub(super) async fn reminders_are_replaced_and_done(store: Arc<dyn Store>) {
    for (who, name) in [(LARGE_ID, "ann"), (2, "bob")] {
        store.add_person(person(who, name)).await.unwrap();
    }
    let reminder = |at, game, person| ReminderRow { at, game: id(game), person };
    let set = async |game, reminders| {
        let news = News { reminders: Some((id(game), reminders)), ..News::default() };
        store.queue_news(news).await.unwrap()
    };
    set(1, vec![reminder(10, 1, LARGE_ID), reminder(20, 1, 2), reminder(5, 1, 77)]).await;
    set(2, vec![reminder(15, 2, 2)]).await;
    assert_eq!(store.due_reminders(15, 10).await.unwrap(), [reminder(10, 1, LARGE_ID), reminder(15, 2, 2)]);
    set(1, vec![reminder(12, 1, LARGE_ID)]).await;
    assert_eq!(store.due_reminders(99, 10).await.unwrap(), [reminder(12, 1, LARGE_ID), reminder(15, 2, 2)]);
    // A reminder that was moved in the meantime is not done.
    let done = vec![reminder(10, 1, LARGE_ID), reminder(15, 2, 2)];
    store.queue_news(News { reminders_done: done, ..News::default() }).await.unwrap();
    assert_eq!(store.due_reminders(99, 10).await.unwrap(), [reminder(12, 1, LARGE_ID)]);
    store.delete_person(LARGE_ID).await.unwrap();
    assert_eq!(store.due_reminders(99, 10).await, Ok(vec![]));
}

pub(super) async fn settings_feeds_and_secrets_are_kept(store: Arc<dyn Store>) {
    store.add_person(person(LARGE_ID, "ann")).await.unwrap();
    store.add_person(person(2, "bob")).await.unwrap();
    assert_eq!(store.notification_accounts(vec![LARGE_ID, 2]).await, Ok(vec![]));
    assert_eq!(store.set_notification_settings(LARGE_ID, "old").await, Ok(true));
    assert_eq!(store.set_notification_settings(LARGE_ID, "new").await, Ok(true));
    assert_eq!(store.set_notification_settings(77, "none").await, Ok(false));
    assert_eq!(store.set_feed(LARGE_ID, Some([1; 32])).await, Ok(true));
    assert_eq!(store.set_feed(LARGE_ID, Some([2; 32])).await, Ok(true));
    assert_eq!(store.set_feed(77, Some([3; 32])).await, Ok(false));
    assert_eq!(store.person_by_feed([1; 32]).await, Ok(None), "it was renewed");
    assert_eq!(store.person_by_feed([2; 32]).await, Ok(Some(LARGE_ID)));
    let number = store.add_channel(channel(2, "bob's")).await.unwrap().unwrap();
    let accounts = store.notification_accounts(vec![2, LARGE_ID, 77]).await.unwrap();
    assert_eq!(accounts.len(), 2);
    let ann = NotificationAccount {
        person: LARGE_ID,
        settings: Some("new".to_owned()),
        channels: vec![],
        has_feed: true,
    };
    assert!(accounts.contains(&ann));
    let bob = accounts.iter().find(|account| account.person == 2).unwrap();
    assert_eq!(bob.channels[0].number, number);
    assert_eq!(store.set_feed(LARGE_ID, None).await, Ok(true));
    assert_eq!(store.person_by_feed([2; 32]).await, Ok(None));

    assert_eq!(store.known_server_secret("key").await, Ok(None));
    assert_eq!(store.server_secret("key", "one").await.unwrap(), "one");
    assert_eq!(store.server_secret("key", "two").await.unwrap(), "one");
    assert_eq!(store.known_server_secret("key").await, Ok(Some("one".to_owned())));
    for expected in [true, true, false, false] {
        assert_eq!(store.count_sent([7; 32], 3, 2).await, Ok(expected));
    }
    assert_eq!(store.count_sent([7; 32], 4, 2).await, Ok(true), "the next day");
    store.delete_person(LARGE_ID).await.unwrap();
    assert_eq!(store.notification_accounts(vec![LARGE_ID]).await, Ok(vec![]));
}
