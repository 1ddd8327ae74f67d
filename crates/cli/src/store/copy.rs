//! Copies everything from one store into another, and compares all rows afterwards.

use anyhow::{Context, bail, ensure};
use store::{EventRow, FullGame, GameId, GameRow, Maintenance, Moderation, NewChannel, Store};

use super::ROWS_PER_QUERY;
use super::location::StoreLocation;

/// What was copied and compared.
#[derive(Debug, Default)]
struct CopyCounts {
    people: u64,
    reports: u64,
    games: u64,
    events: u64,
}

pub(super) async fn copy(from: &StoreLocation, to: &StoreLocation) -> anyhow::Result<()> {
    let source = from.open_existing_exclusive().await.with_context(|| from.to_string())?;
    let target = to.open_exclusive().await.with_context(|| to.to_string())?;
    let copied = async {
        ensure!(is_empty(&*target).await?, "{to} has something in it already: copy into an empty store");
        copy_people(&*source, &*target).await?;
        copy_secrets(&*source, &*target).await?;
        copy_reports(&*source, &*target).await?;
        copy_audit(&*source, &*target).await?;
        copy_games(&*source, &*target).await?;
        // Both sides are read again.
        compare(&*source, &*target).await
    };
    let copied = copied.await;
    source.close().await?;
    target.close().await?;
    let tally = copied?;
    println!(
        "copied and compared: {} people, {} reports, {} games, {} events",
        tally.people, tally.reports, tally.games, tally.events
    );
    Ok(())
}

async fn is_empty(store: &dyn Maintenance) -> anyhow::Result<bool> {
    Ok(store.people_after(None, 1).await?.is_empty()
        && store.games_after(0, 1).await?.is_empty()
        && store.reports_after(0, 1).await?.is_empty())
}

async fn copy_people(source: &dyn Store, target: &dyn Store) -> anyhow::Result<()> {
    let mut after = None;
    loop {
        let page = source.people_after(after, ROWS_PER_QUERY).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = Some(last.id);
        for row in page {
            let id = row.id;
            ensure!(target.add_person(row).await?, "person {id} was not taken");
            for key in source.keys_of(id).await? {
                ensure!(target.add_key(key).await?, "a key of person {id} was not taken");
            }
            for (other, restriction) in source.restrictions(id).await? {
                target.set_restriction(id, other, Some(restriction)).await?;
            }
            for (game, other, restriction) in source.game_restrictions(id).await? {
                target.set_game_restriction(id, other, game, Some(restriction)).await?;
            }
            if let Some(progress) = source.course_progress(id).await? {
                target.set_course_progress(id, &progress).await?;
            }
            for account in source.notification_accounts(vec![id]).await? {
                if let Some(settings) = account.settings {
                    target.set_notification_settings(id, &settings).await?;
                }
                for channel in account.channels {
                    let store::ChannelRow { person, kind, address, options, secret, state, made, .. } =
                        channel;
                    let new = NewChannel { person, kind, address, options, secret, state, made };
                    ensure!(
                        target.add_channel(new).await?.is_some(),
                        "a channel of person {id} was not taken"
                    );
                }
            }
            target.set_status(id, source.status_of(id).await?).await?;
            for (_, notice) in source.notices_of(id).await? {
                target.add_notice(notice).await?;
            }
        }
    }
}

/// The key for web push: the browsers of people know it.
async fn copy_secrets(source: &dyn Store, target: &dyn Store) -> anyhow::Result<()> {
    for name in server::notifications::SERVER_SECRETS {
        if let Some(secret) = source.known_server_secret(name).await? {
            target.server_secret(name, &secret).await?;
        }
    }
    Ok(())
}

async fn copy_reports(source: &dyn Store, target: &dyn Store) -> anyhow::Result<()> {
    let mut after = 0;
    loop {
        let page = source.reports_after(after, ROWS_PER_QUERY).await?;
        let Some((last, _)) = page.last() else { return Ok(()) };
        after = *last;
        for (number, row) in page {
            let copied = target.add_report(row).await?;
            target.set_report_details(copied, source.report_details(number).await?).await?;
        }
    }
}

async fn copy_audit(source: &dyn Moderation, target: &dyn Moderation) -> anyhow::Result<()> {
    let mut after = 0;
    loop {
        let page = source.audit_after(after, ROWS_PER_QUERY).await?;
        let Some((last, _)) = page.last() else { return Ok(()) };
        after = *last;
        for (_, row) in page {
            target.add_audit(row).await?;
        }
    }
}

/// Oldest first, so that lists have the same order.
async fn copy_games(source: &dyn Store, target: &dyn Maintenance) -> anyhow::Result<()> {
    let mut after = 0;
    loop {
        let page = source.games_after(after, ROWS_PER_QUERY).await?;
        let Some((last, _)) = page.last() else { return Ok(()) };
        after = *last;
        for (_, id) in page {
            let game = read_full_game(source, id).await?;
            ensure!(target.import_game(game).await?, "game {id} was not taken");
        }
    }
}

async fn read_full_game(store: &dyn Store, id: GameId) -> anyhow::Result<FullGame> {
    let game = store.game(id).await?.with_context(|| format!("game {id} is gone"))?;
    let mut events: Vec<EventRow> = Vec::new();
    loop {
        let after = events.last().map_or(0, |event| event.version);
        let page = store.events(id, after, ROWS_PER_QUERY).await?;
        if page.is_empty() {
            break;
        }
        events.extend(page);
    }
    ensure!(events.len() as u64 == game.version, "game {id} has gaps: `detente store check` says more");
    Ok(FullGame { game, events, internals: store.game_internals(id).await? })
}

/// Checks that both stores have the same contents.
async fn compare(source: &dyn Store, target: &dyn Store) -> anyhow::Result<CopyCounts> {
    let mut tally = CopyCounts::default();
    let mut after = None;
    loop {
        let page = source.people_after(after, ROWS_PER_QUERY).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.id);
        for row in page {
            let id = row.id;
            ensure!(target.person(id).await?.as_ref() == Some(&row), "person {id} differs");
            ensure!(target.keys_of(id).await? == source.keys_of(id).await?, "the keys of person {id} differ");
            ensure!(
                target.restrictions(id).await? == source.restrictions(id).await?,
                "whom person {id} mutes or blocks differs"
            );
            ensure!(
                target.game_restrictions(id).await? == source.game_restrictions(id).await?
                    && target.status_of(id).await? == source.status_of(id).await?,
                "the status of person {id}, or whom it mutes in single games, differs"
            );
            ensure!(
                target.course_progress(id).await? == source.course_progress(id).await?,
                "the progress of person {id} in the course differs"
            );
            tally.people += 1;
        }
    }
    let (mut here, mut there) = (0, 0);
    loop {
        let (ours, theirs) = (
            source.reports_after(here, ROWS_PER_QUERY).await?,
            target.reports_after(there, ROWS_PER_QUERY).await?,
        );
        ensure!(ours.len() == theirs.len(), "the reports differ in number");
        let (Some((our_last, _)), Some((their_last, _))) = (ours.last(), theirs.last()) else { break };
        (here, there) = (*our_last, *their_last);
        ensure!(ours.iter().map(|(_, row)| row).eq(theirs.iter().map(|(_, row)| row)), "reports differ");
        tally.reports += ours.len() as u64;
    }
    let (mut here, mut there) = (0, 0);
    loop {
        let (ours, theirs) = (
            source.games_after(here, ROWS_PER_QUERY).await?,
            target.games_after(there, ROWS_PER_QUERY).await?,
        );
        ensure!(ours.len() == theirs.len(), "the games differ in number");
        let (Some((our_last, _)), Some((their_last, _))) = (ours.last(), theirs.last()) else { break };
        (here, there) = (*our_last, *their_last);
        ensure!(
            ours.iter().map(|(_, id)| id).eq(theirs.iter().map(|(_, id)| id)),
            "the games' order differs"
        );
        for (_, id) in ours {
            tally.events +=
                compare_games(&read_full_game(source, id).await?, &read_full_game(target, id).await?)?;
            tally.games += 1;
        }
    }
    Ok(tally)
}

/// Compares two games event by event. Returns the number of events.
fn compare_games(ours: &FullGame, theirs: &FullGame) -> anyhow::Result<u64> {
    let id = ours.game.id;
    // Each store numbers its games itself.
    let renumbered = GameRow { number: ours.game.number, ..theirs.game.clone() };
    ensure!(ours.game == renumbered, "game {id} differs");
    ensure!(ours.events.len() == theirs.events.len(), "game {id} differs in its number of events");
    for (our, their) in ours.events.iter().zip(&theirs.events) {
        if our != their {
            bail!("game {id} differs at event {}", our.version);
        }
    }
    ensure!(ours.internals == theirs.internals, "game {id} differs in its members or repeated requests");
    Ok(ours.events.len() as u64)
}
