//! One story for every store, a file per trait.

mod due_work;
mod games;
mod people;
mod upkeep;

/// An id that would be negative in a signed number.
const FAR: u64 = u64::MAX - 3;

macro_rules! stories {
    ($($part:ident { $($name:ident),* $(,)? })*) => {
        mod memory {
            $($(#[tokio::test] async fn $name() {
                super::$part::$name(std::sync::Arc::new(store::Memory::new())).await;
            })*)*
        }
        mod sqlite {
            $($(#[tokio::test] async fn $name() {
                let folder = crate::support::Folder::new();
                let store = std::sync::Arc::new(store::Sqlite::open(folder.path()).unwrap());
                super::$part::$name(store.clone()).await;
                super::close_whole(&*store).await;
            })*)*
        }
        mod postgres {
            /// In one test, because a server is started for it.
            #[tokio::test] async fn every_story() {
                let Some(cluster) = cluster::for_test(cluster::Disk::Hasty) else { return };
                $($({
                    eprintln!("{}", stringify!($name));
                    let url = cluster.database().unwrap();
                    let store = std::sync::Arc::new(store::Postgres::open(&url).await.unwrap());
                    super::$part::$name(store.clone()).await;
                    super::close_whole(&*store).await;
                })*)*
            }
        }
    };
}

stories!(
    games {
        a_game_grows_by_appending,
        a_game_is_made_once,
        an_append_that_is_too_late_changes_nothing,
        an_append_that_is_repeated_is_done_once,
        of_racing_appends_one_wins_each_version,
        lists_are_newest_first_and_go_on_below_a_number,
        people_find_their_games,
        a_maker_s_open_games_are_counted,
        a_name_is_taken_out_of_a_record,
        a_deleted_game_leaves_nothing,
    }
    due_work {
        due_games_come_earliest_first,
        games_with_bots_due_come_oldest_first,
    }
    people {
        handles_and_recovery_codes_are_unique,
        a_deleted_person_leaves_nothing,
        keys_open_until_they_are_taken,
        a_link_works_for_one_of_many,
        people_mute_and_block_each_other,
        reports_are_kept,
    }
    upkeep {
        expired_keys_are_deleted,
        everything_can_be_listed_from_the_oldest,
        a_whole_game_is_imported,
        a_closed_store_refuses,
    }
);

/// Every story leaves a store without faults behind, closed or not.
async fn close_whole(store: &dyn store::Upkeep) {
    if let Ok(faults) = store.check().await {
        assert_eq!(faults, Vec::<String>::new());
    }
    let _ = store.close().await;
}
