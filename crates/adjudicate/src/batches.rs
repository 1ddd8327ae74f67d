//! Splits the input into batches of lines of bounded length.

use std::io::{BufRead, Read};
use std::sync::mpsc::{Receiver, SyncSender};

use anyhow::Context;

/// A longer line is refused. A phase of the largest board needs a hundredth of this.
pub(crate) const MAX_LINE_BYTES: usize = 1 << 20;
/// A batch is sent on when it has this many bytes.
const BATCH_BYTES: usize = 1 << 17;
/// A batch keeps at most this much memory for lines and for answers. Usual answers are three times as long as
/// their lines.
const MAX_KEPT_BYTES: usize = 1 << 20;

/// A line was longer than [`MAX_LINE_BYTES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooLong;

/// A batch of lines and their answers, numbered so that the answers can be put in order.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub(crate) number: usize,
    text: Vec<u8>,
    pub(crate) answers: Vec<u8>,
    /// The end of each line in `text`. A line that was too long is empty and marked.
    ends: Vec<(usize, Result<(), TooLong>)>,
}

impl Batch {
    /// Removes the lines and answers, and keeps the memory, unless long lines made it large.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.text.shrink_to(MAX_KEPT_BYTES);
        self.answers.clear();
        self.answers.shrink_to(MAX_KEPT_BYTES);
        self.ends.clear();
    }

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

    /// Sends the lines on in batches, as many as there are empty ones, until the input ends.
    pub(crate) fn send_to(
        mut self,
        workers: &SyncSender<Batch>,
        empty_batches: &Receiver<Batch>,
    ) -> anyhow::Result<()> {
        for number in 0.. {
            // There are no more, or the batch cannot be sent, only if the answers cannot be written. The writer
            // reports that.
            let Ok(mut batch) = empty_batches.recv() else { break };
            batch.number = number;
            let is_last = self.fill(&mut batch)?;
            if workers.send(batch).is_err() || is_last {
                break;
            }
        }
        Ok(())
    }

    /// Fills a batch with lines. Returns whether the input has ended.
    fn fill(&mut self, batch: &mut Batch) -> anyhow::Result<bool> {
        while batch.text.len() < BATCH_BYTES {
            let start = batch.text.len();
            let limit = MAX_LINE_BYTES as u64 + 1;
            let read = Read::take(&mut self.input, limit).read_until(b'\n', &mut batch.text);
            let read = read.context("cannot read the phases")?;
            if read == 0 {
                return Ok(true);
            }
            let complete = batch.text.last() == Some(&b'\n');
            if !complete && read > MAX_LINE_BYTES {
                batch.text.truncate(start);
                self.skip_line()?;
                batch.ends.push((start, Err(TooLong)));
            } else {
                batch.ends.push((batch.text.len(), Ok(())));
            }
        }
        Ok(false)
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
