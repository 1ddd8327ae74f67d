//! Splits the input into batches of lines of bounded length.

use std::io::{BufRead, Read};
use std::sync::mpsc::{Receiver, SyncSender};

use anyhow::Context;

/// A longer line is refused. A phase of the largest board needs a hundredth of this.
pub(crate) const MAX_LINE_BYTES: usize = 1 << 20;
/// A batch is sent on when it has this many bytes.
const BATCH_BYTES: usize = 1 << 17;

/// A line was longer than [`MAX_LINE_BYTES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooLong;

/// A batch of lines, numbered so that the answers can be put in order.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub(crate) number: usize,
    pub(crate) text: Vec<u8>,
    /// The end of each line in `text`. A line that was too long is empty and marked.
    ends: Vec<(usize, Result<(), TooLong>)>,
}

impl Batch {
    pub(crate) fn lines(&self) -> impl Iterator<Item = Result<&[u8], TooLong>> {
        let mut start = 0;
        self.ends.iter().map(move |(end, fits)| {
            let line = &self.text[start..*end];
            start = *end;
            fits.map(|()| line)
        })
    }
}

/// The lines of an input.
pub(crate) struct Lines<R> {
    input: R,
}

impl<R: BufRead> Lines<R> {
    pub(crate) const fn new(input: R) -> Self {
        Self { input }
    }

    /// Sends the lines on in batches, one for each ticket, until the input or the tickets end.
    pub(crate) fn send_to(
        mut self,
        workers: &SyncSender<Batch>,
        tickets: &Receiver<()>,
    ) -> anyhow::Result<()> {
        let mut batch = Batch::default();
        let mut line = Vec::new();
        loop {
            line.clear();
            let limit = MAX_LINE_BYTES as u64 + 1;
            let read = Read::take(&mut self.input, limit).read_until(b'\n', &mut line);
            let read = read.context("cannot read the phases")?;
            if read == 0 {
                break;
            }
            let complete = line.last() == Some(&b'\n');
            if !complete && line.len() > MAX_LINE_BYTES {
                self.skip_line()?;
                batch.ends.push((batch.text.len(), Err(TooLong)));
            } else {
                batch.text.extend_from_slice(&line);
                batch.ends.push((batch.text.len(), Ok(())));
            }
            if batch.text.len() >= BATCH_BYTES {
                let number = batch.number;
                if tickets.recv().is_err() || workers.send(std::mem::take(&mut batch)).is_err() {
                    return Ok(());
                }
                batch.number = number + 1;
            }
        }
        // Sending fails only if the answers cannot be written, which the writer reports.
        if tickets.recv().is_ok() {
            let _ = workers.send(batch);
        }
        Ok(())
    }

    fn skip_line(&mut self) -> anyhow::Result<()> {
        loop {
            let buffer = self.input.fill_buf().context("cannot read the phases")?;
            if buffer.is_empty() {
                return Ok(());
            }
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() {
                return Ok(());
            }
        }
    }
}
