//! Conformance tests: the same tests for every store, one file per trait.

mod due_work;
mod games;
mod maintenance;
mod moderation;
mod notifications;
mod people;

/// An id that becomes negative as a signed number.
const LARGE_ID: u64 = u64::MAX - 3;

macro_rules! conformance_tests {
    ($($part:ident { $($name:ident),* $(,)? })*) => {
        mod memory {
            $($(#[tokio::test] async fn $name() {
                super::$part::$name(std::sync::Arc::new(store::Memory::new())).await;
            })*)*
        }
        mod sqlite {
            $($(#[tokio::test] async fn $name() {
                let folder = crate::support::TempFolder::new();
                let store = std::sync::Arc::new(store::Sqlite::open(folder.path()).unwrap());
                super::$part::$name(store.clone()).await;
                super::check_and_close(&*store).await;
            })*)*
        }
        mod postgres {
            /// One test for all, because it starts a server.
            #[tokio::test] async fn every_story() {
                let Some(cluster) = test_postgres::start_for_test(test_postgres::Durability::Unsynced) else { return };
                $($({
                    eprintln!("{}", stringify!($name));
                    let url = cluster.database().unwrap();
                    let store = std::sync::Arc::new(store::Postgres::open(&url).await.unwrap());
                    super::$part::$name(store.clone()).await;
                    super::check_and_close(&*store).await;
                })*)*
            }
        }
    };
}

conformance_tests!(
    games {
        a_game_grows_by_appending,
        a_game_is_made_once,
        an_append_that_is_too_late_changes_nothing,
        an_append_that_is_repeated_is_done_once,
        of_racing_appends_one_wins_each_version,
        lists_are_newest_first_and_have_pages,
        people_find_their_games,
        a_maker_s_open_games_are_counted,
        a_record_can_be_redacted,
        a_deleted_game_leaves_nothing,
    }
    due_work {
        due_games_come_earliest_first,
        games_ahead_of_the_clock_are_found,
        games_with_bots_due_come_oldest_first,
    }
    people {
        handles_and_recovery_codes_are_unique,
        a_deleted_person_leaves_nothing,
        keys_are_found_until_they_are_deleted,
        a_key_is_taken_by_one_of_many,
        people_mute_and_block_each_other,
        progress_in_the_course_is_kept,
        reports_are_kept,
    }
    moderation {
        order_is_kept,
        a_key_is_touched_and_games_are_found_by_who_was_in_them,
    }
    notifications {
        news_of_a_game_are_queued_once,
        deliveries_are_sent_and_tried_again,
        reminders_are_replaced_and_done,
        settings_feeds_and_secrets_are_kept,
    }
    maintenance {
        expired_keys_are_deleted,
        everything_can_be_listed_from_the_oldest,
        a_full_game_is_imported,
        every_store_has_the_same_chain,
        there_is_room,
        a_closed_store_refuses,
    }
);

/// After every test the store must have no faults. The test may have closed it.
async fn check_and_close(store: &dyn store::Maintenance) {
    if let Ok(faults) = store.check().await {
        assert_eq!(faults, vec![]);
    }
    let _ = store.close().await;
}
