//! `detente adjudicate`: reads phases as JSON Lines and writes rulings as JSON Lines, in the same order.

mod answer;
mod batches;
mod json;
mod json_names;
mod roster;
mod whole_game;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use anyhow::Context;
use interchange::PhaseLine;
use rules::Board;

use answer::{push_error, push_length_error};
use batches::{Batch, Lines};
use whole_game::Input;

pub use answer::Adjudicator;

/// Rules on phases: JSON Lines in, JSON Lines out in the same order. A whole game is taken too, as the page,
/// `store export`, `simulate` or `arena` writes it.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The file to read; standard input if it is left out or `-`.
    file: Option<PathBuf>,
    /// How many threads rule; as many as there are cores if left out.
    #[arg(long)]
    threads: Option<usize>,
}

/// Answers every line. Returns false if one was bad.
pub fn run(args: &Args) -> anyhow::Result<bool> {
    let input: Box<dyn Read + Send> = match &args.file {
        Some(path) if path.as_os_str() != "-" => {
            Box::new(File::open(path).with_context(|| format!("cannot read {}", path.display()))?)
        }
        _ => Box::new(io::stdin()),
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or(cores).clamp(1, 256);
    let board = &atlas::standard().board;
    match whole_game::recognise(board, input)? {
        Input::Lines(lines) => adjudicate(board, lines, io::stdout(), threads),
        Input::Game(phases) => adjudicate_game(board, &phases, io::stdout()),
    }
}

/// One thread is enough for one game.
fn adjudicate_game(board: &Board, phases: &[PhaseLine], mut output: impl Write) -> anyhow::Result<bool> {
    let mut reader = Adjudicator::new(board);
    let mut all_good = true;
    let mut answers = Vec::new();
    for phase in phases {
        all_good &= reader.answer_phase(phase, &mut answers);
        answers.push(b'\n');
    }
    output.write_all(&answers).and_then(|()| output.flush()).context("cannot write the answers")?;
    Ok(all_good)
}

/// Lines are read in batches, judged by `threads` workers and written in order. The number of batches in
/// memory is bounded: the reader needs an empty batch for each, which returns when its answers are written. So
/// the memory is used again and again; new memory for each batch would cost the system a fault per page.
fn adjudicate(
    board: &Board,
    input: impl Read + Send,
    mut output: impl Write + Send,
    threads: usize,
) -> anyhow::Result<bool> {
    let all_good = AtomicBool::new(true);
    let max_batches = threads * 4;
    let (empty_batches, for_reader) = sync_channel::<Batch>(max_batches);
    for _ in 0..max_batches {
        empty_batches.send(Batch::default()).context("no room for work")?;
    }
    let (to_workers, for_workers) = sync_channel::<Batch>(max_batches);
    let (to_writer, for_writer) = sync_channel::<Batch>(max_batches);
    let for_workers = Mutex::new(for_workers);
    thread::scope(|scope| {
        for _ in 0..threads {
            let to_writer = to_writer.clone();
            let (for_workers, all_good) = (&for_workers, &all_good);
            scope.spawn(move || {
                let mut reader = Adjudicator::new(board);
                loop {
                    let next = match for_workers.lock() {
                        Ok(receiver) => receiver.recv(),
                        Err(_) => return,
                    };
                    let Ok(mut batch) = next else { return };
                    answer_batch(&mut reader, &mut batch, all_good);
                    if to_writer.send(batch).is_err() {
                        return;
                    }
                }
            });
        }
        drop(to_writer);
        // The writer returns the batches: if it stops, the reader gets no more and stops too.
        let writer = scope.spawn(move || write_in_order(for_writer, &empty_batches, &mut output));
        let read = Lines::new(BufReader::with_capacity(1 << 18, input)).send_to(&to_workers, &for_reader);
        drop(to_workers);
        let written = writer.join().map_err(|_| anyhow::anyhow!("the writer stopped"))?;
        written.and(read)
    })?;
    Ok(all_good.into_inner())
}

fn answer_batch(reader: &mut Adjudicator<'_>, batch: &mut Batch, all_good: &AtomicBool) {
    let mut answers = std::mem::take(&mut batch.answers);
    for line in batch.lines() {
        let good = match line {
            Ok(line) if line.trim_ascii().is_empty() => continue,
            Ok(line) => match std::str::from_utf8(line) {
                Ok(line) => reader.answer(line, &mut answers),
                Err(_) => {
                    push_error(&mut answers, None, "the line is not UTF-8");
                    false
                }
            },
            Err(batches::TooLong) => {
                push_length_error(&mut answers, batches::MAX_LINE_BYTES);
                false
            }
        };
        if !good {
            all_good.store(false, Ordering::Relaxed);
        }
        answers.push(b'\n');
    }
    batch.answers = answers;
}

fn write_in_order(
    answered: Receiver<Batch>,
    empty_batches: &SyncSender<Batch>,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for batch in answered {
        waiting.insert(batch.number, batch);
        while let Some(mut batch) = waiting.remove(&next) {
            output.write_all(&batch.answers).context("cannot write the answers")?;
            next += 1;
            batch.clear();
            // An error means that the reader has finished and needs no more batches.
            let _ = empty_batches.send(batch);
        }
    }
    output.flush().context("cannot write the answers")
}
