//! Saves what can be read of a damaged folder into a new one.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, ensure};
use game::Game;
use server::GameColumns;
use server::content::Variants;
use store::record::{read_charter, read_event};
use store::{DATABASE_FILE, Fault, FullGame, GameRow, Maintenance, Moderation, People, Salvage, Sqlite};

/// The folder in the new folder where a copy of the damaged files is read.
const SCRATCH: &str = "salvage";

/// Prints a line for everything that is lost. Returns whether there is nothing.
pub(super) async fn salvage(from: &Path, to: &Path, variants: Option<&Path>) -> anyhow::Result<bool> {
    let variants = match variants {
        Some(folder) => Variants::with_folder(folder).map_err(anyhow::Error::msg)?,
        None => Variants::built_in(),
    };
    ensure!(!to.join(DATABASE_FILE).exists(), "there is a store in {} already", to.display());
    let scratch = to.join(SCRATCH);
    let mut salvage = Salvage::open(from, &scratch)?;
    let store = Sqlite::open(to)?;
    let mut lost = salvage.lost().to_vec();
    let people = save_people(&salvage, &store, &mut lost).await?;
    let (mut games, mut events) = (0, 0);
    for number in salvage.games() {
        let (game, faults) = salvage.game(number);
        lost.extend(faults);
        let Some(mut game) = game else { continue };
        let id = game.game.id;
        let stored = game.game.version;
        fit_to_readable_events(&variants, &mut game, &people, &mut lost);
        let version = game.game.version;
        if version < stored || lost.iter().any(|fault| fault.game == Some(id)) {
            lost.push(Fault::of_game(id, format!("it is saved up to event {version}")));
        }
        if store.import_game(game).await? {
            games += 1;
            events += version;
        } else {
            lost.push(Fault::of_game(id, "it is there twice; the second is left out"));
        }
    }
    store.close().await?;
    std::fs::remove_dir_all(&scratch).with_context(|| scratch.display().to_string())?;
    for fault in &lost {
        println!("lost: {fault}");
    }
    println!("saved: {} people, {games} games, {events} events; {} losses", people.len(), lost.len());
    Ok(lost.is_empty())
}

/// Returns the ids of the people who are saved.
async fn save_people(
    salvage: &Salvage,
    store: &Sqlite,
    lost: &mut Vec<Fault>,
) -> anyhow::Result<BTreeSet<u64>> {
    let mut people = BTreeSet::new();
    for person in salvage.people() {
        if store.add_person(person.clone()).await? {
            people.insert(person.id);
        } else {
            lost.push(Fault::of_store(format!("person {}: somebody else has the same name", person.id)));
        }
    }
    for key in salvage.keys() {
        store.add_key(key.clone()).await?;
    }
    for (person, other, restriction) in salvage.restrictions() {
        store.set_restriction(*person, *other, Some(*restriction)).await?;
    }
    for (person, progress) in salvage.course_progress() {
        store.set_course_progress(person, progress).await?;
    }
    save_moderation(salvage, store).await?;
    Ok(people)
}

/// Reports, and what administrators did about them.
async fn save_moderation(salvage: &Salvage, store: &Sqlite) -> anyhow::Result<()> {
    for (number, report) in salvage.reports() {
        let saved = store.add_report(report.clone()).await?;
        store.set_report_details(saved, salvage.report_details(number)).await?;
    }
    for (person, status) in salvage.statuses() {
        store.set_status(person, status).await?;
    }
    for (person, game, other, restriction) in salvage.game_restrictions() {
        store.set_game_restriction(person, other, game, Some(restriction)).await?;
    }
    for notice in salvage.notices() {
        store.add_notice(notice.clone()).await?;
    }
    for entry in salvage.audit() {
        store.add_audit(entry.clone()).await?;
    }
    Ok(())
}

/// Cuts a game off before its first event that cannot be read, and makes its columns from the rest.
fn fit_to_readable_events(
    variants: &Variants,
    full: &mut FullGame,
    people: &BTreeSet<u64>,
    lost: &mut Vec<Fault>,
) {
    let id = full.game.id;
    let Some(content) = variants.get(&full.game.variant) else {
        let text =
            format!("there is no map {:?}, so it is not played through: see --variants", full.game.variant);
        lost.push(Fault::of_game(id, text));
        return;
    };
    let mut game = match read_charter(content.board(), &full.game.charter) {
        Ok(charter) => Game::new(charter),
        Err(fault) => {
            lost.push(Fault::of_event(id, 0, fault.to_string()));
            return;
        }
    };
    for event in &full.events {
        match read_event(content.board(), &event.record) {
            Ok(read) => game.apply(&read),
            Err(fault) => {
                lost.push(Fault::of_event(id, event.version, fault.to_string()));
                break;
            }
        }
    }
    full.truncate(game.version());
    let GameColumns { summary, state, due, bots_due, mut members } = GameColumns::of(&game);
    members.retain(|person| people.contains(person));
    full.game = GameRow { summary, state, due, bots_due, ..full.game.clone() };
    full.internals.members = members;
}
