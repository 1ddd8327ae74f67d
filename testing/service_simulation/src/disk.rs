//! The simulated database: one writer that syncs batches to a disk. What is not synced is lost when the power
//! is cut. The tables are those of [`Memory`], whose behaviour the tests of all stores share.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use store::{
    Append, Appended, ChangeNotice, Created, DueWork, GameId, Games, MAX_CLAIM_SECONDS, Memory, NewGame,
    Reply, StoreError,
};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::time::{Instant, sleep};

use crate::audit::Audit;
use crate::faults::FaultKind;
use crate::plan::Service;
use crate::world::{World, lock};

/// A defect that is put into the database on purpose, to see whether a simulation finds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Defect {
    None,
    /// A write is answered before it is on disk, always.
    AnswersBeforeSync,
    /// Some appends do not compare the expected version.
    IgnoresVersion,
    /// The nonces of some appends are not stored.
    ForgetsNonces,
    /// The deadlines of some games are not found.
    DropsDueRow,
}

/// The database that all nodes share, or the one file of a single node.
#[derive(Debug)]
pub(crate) struct Disk {
    world: Arc<World>,
    service: Service,
    defect: Defect,
    tables: Mutex<Tables>,
    pub(crate) audit: Mutex<Audit>,
    jobs: mpsc::UnboundedSender<Job>,
}

#[derive(Debug)]
struct Tables {
    durable: Memory,
    /// What readers see, if it differs from the disk because of [`Defect::AnswersBeforeSync`].
    unsynced: Option<Memory>,
    /// Until when nodes have claimed due games. They are not synced, as in PostgreSQL.
    claims: BTreeMap<GameId, Claim>,
    power_cuts: u64,
    down_until: Option<Instant>,
    /// Where change notices go, by node.
    listeners: BTreeMap<usize, broadcast::Sender<ChangeNotice>>,
    dropped_due: BTreeSet<GameId>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Claim {
    due_until: i64,
    bots_until: i64,
}

/// What the writer does.
#[derive(Clone, Debug)]
pub(crate) enum Write {
    Create(NewGame),
    Append(Append),
    /// A lookup that waits for the writes before it.
    FindAppend(GameId, String),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Written {
    Created(Created),
    Appended(Appended),
    Found(Option<u64>),
}

#[derive(Debug)]
pub(crate) struct Job {
    /// The node that asks.
    node: usize,
    write: Write,
    answer: Option<oneshot::Sender<Written>>,
}

/// A question to the tables.
pub(crate) type Question<'q, T> = dyn for<'m> Fn(&'m Memory) -> Reply<'m, T> + Sync + 'q;

const MAX_BATCH: usize = 64;

impl Disk {
    pub(crate) fn new(world: &Arc<World>, service: Service, defect: Defect) -> Arc<Self> {
        let (jobs, queue) = mpsc::unbounded_channel();
        let durable = Memory::new();
        let unsynced = (defect == Defect::AnswersBeforeSync).then(|| durable.clone());
        let tables = Tables {
            durable,
            unsynced,
            claims: BTreeMap::new(),
            power_cuts: 0,
            down_until: None,
            listeners: BTreeMap::new(),
            dropped_due: BTreeSet::new(),
        };
        let disk = Arc::new(Self {
            world: Arc::clone(world),
            service,
            defect,
            tables: Mutex::new(tables),
            audit: Mutex::default(),
            jobs,
        });
        tokio::spawn(write_batches(Arc::clone(&disk), queue));
        disk
    }

    /// Asks the tables as readers see them.
    pub(crate) fn ask<T>(&self, question: &Question<'_, T>) -> Result<T, StoreError> {
        let tables = lock(&self.tables);
        at_once(question(tables.unsynced.as_ref().unwrap_or(&tables.durable)))
    }

    /// What is on the disk. Only for checks.
    pub(crate) fn ask_durable<T>(&self, question: &Question<'_, T>) -> Result<T, StoreError> {
        at_once(question(&lock(&self.tables).durable))
    }

    /// Hands a write to the writer. The receiver fails if the power is cut before the answer.
    pub(crate) fn enqueue(&self, node: usize, write: Write) -> oneshot::Receiver<Written> {
        let (answer, receiver) = oneshot::channel();
        let _ = self.jobs.send(Job { node, write, answer: Some(answer) });
        receiver
    }

    pub(crate) fn power_cuts(&self) -> u64 {
        lock(&self.tables).power_cuts
    }

    pub(crate) fn is_down(&self) -> bool {
        lock(&self.tables).down_until.is_some_and(|until| until > Instant::now())
    }

    /// The machine of the database stops and starts again after `pause`.
    pub(crate) fn cut_power(&self, pause: Duration) {
        self.world.log(format_args!("database: power cut"));
        let tables = &mut *lock(&self.tables);
        tables.power_cuts += 1;
        tables.down_until = Some(Instant::now() + pause);
        tables.claims.clear();
        tables.lose_unsynced();
        for listener in tables.listeners.values() {
            let listener = listener.clone();
            tokio::spawn(async move {
                sleep(pause).await;
                let _ = listener.send(ChangeNotice::Missed);
            });
        }
    }

    pub(crate) fn repair(&self) {
        lock(&self.tables).down_until = None;
    }

    pub(crate) fn listen(&self, node: usize) -> broadcast::Sender<ChangeNotice> {
        let (sender, _) = broadcast::channel(16);
        lock(&self.tables).listeners.insert(node, sender.clone());
        sender
    }

    /// Sends the notice of a change to the other nodes. It may be dropped, come twice, or come late.
    pub(crate) fn notify_others(&self, from: usize, game: GameId, version: u64) {
        let others: Vec<_> = {
            let tables = lock(&self.tables);
            tables.listeners.iter().filter(|(node, _)| **node != from).map(|(_, to)| to.clone()).collect()
        };
        let notice = ChangeNotice::Changed { game, version };
        for listener in others {
            if self.world.strikes(FaultKind::NoticeDropped) {
                continue;
            }
            if self.world.strikes(FaultKind::NoticeDuplicated) {
                let _ = listener.send(notice);
            }
            if self.world.strikes(FaultKind::NoticeDelayed) {
                let delay = self.world.milliseconds(1, 3000);
                tokio::spawn(async move {
                    sleep(delay).await;
                    let _ = listener.send(notice);
                });
            } else {
                let _ = listener.send(notice);
            }
        }
    }

    pub(crate) fn claim_due_games(
        &self,
        now: i64,
        until: i64,
        limit: usize,
    ) -> Result<Vec<GameId>, StoreError> {
        let mut due = self.ask(&|memory| memory.due_games(now, store::MAX_ROWS))?;
        let tables = &mut *lock(&self.tables);
        if self.defect == Defect::DropsDueRow {
            due.retain(|id| !tables.dropped_due.contains(id));
        }
        Ok(tables.claim(due, limit, self.service, |claim| &mut claim.due_until, now, until))
    }

    pub(crate) fn claim_bots_due(
        &self,
        now: i64,
        until: i64,
        limit: usize,
    ) -> Result<Vec<GameId>, StoreError> {
        let due = self.ask(&|memory| memory.bots_due(store::MAX_ROWS))?;
        let tables = &mut *lock(&self.tables);
        Ok(tables.claim(due, limit, self.service, |claim| &mut claim.bots_until, now, until))
    }

    /// Does one write on the disk.
    fn commit(&self, node: usize, write: &Write) -> Written {
        let written = {
            let tables = &mut *lock(&self.tables);
            let written = do_write(&tables.durable, write, self.defect_now());
            if let (Write::Append(append), Written::Appended(Appended::Done { .. })) = (write, written) {
                let claim = Claim { due_until: 0, bots_until: append.bots_claimed_until };
                tables.claims.insert(append.game, claim);
                tables.dropped_due.remove(&append.game);
                if self.defect_now() == Defect::DropsDueRow {
                    tables.dropped_due.insert(append.game);
                }
            }
            written
        };
        match (write, written) {
            (Write::Append(append), Written::Appended(appended)) => {
                let (id, events) = (append.game, append.events.len());
                let expected = append.expected;
                self.world.log(format_args!(
                    "database: node {node} appends {events} events at version {expected} of {id}: {appended:?}"
                ));
                self.audit_game(append.game);
            }
            (Write::Create(new), Written::Created(_)) => self.audit_game(new.id),
            (Write::Append(_) | Write::Create(_) | Write::FindAppend(..), _) => {}
        }
        written
    }

    /// The defect, if it shows now. It shows one time in 20.
    fn defect_now(&self) -> Defect {
        if self.defect != Defect::None && self.world.below(20) == 0 { self.defect } else { Defect::None }
    }

    /// Checks the columns of a game on the disk.
    pub(crate) fn check_columns(&self, id: GameId) -> Result<(), String> {
        let audit = lock(&self.audit);
        audit.game(id).map_or(Ok(()), |audited| audited.check_columns(id, &lock(&self.tables).durable))
    }

    fn audit_game(&self, id: GameId) {
        let checked = lock(&self.audit).read_new_events(id, &lock(&self.tables).durable);
        if let Err(wrong) = checked {
            self.world.report(wrong);
        }
    }
}

impl Tables {
    fn lose_unsynced(&mut self) {
        if self.unsynced.is_some() {
            self.unsynced = Some(self.durable.clone());
        }
    }

    /// As in PostgreSQL: games that somebody else has claimed are left out. A single node claims nothing.
    fn claim(
        &mut self,
        due: Vec<GameId>,
        limit: usize,
        service: Service,
        which: impl Fn(&mut Claim) -> &mut i64,
        now: i64,
        until: i64,
    ) -> Vec<GameId> {
        let mut taken = due;
        if let Service::Shared { .. } = service {
            let is_free = |claimed: i64| claimed <= now || claimed > now + MAX_CLAIM_SECONDS;
            taken.retain(|id| is_free(*which(self.claims.entry(*id).or_default())));
            taken.truncate(limit);
            for id in &taken {
                *which(self.claims.entry(*id).or_default()) = until;
            }
        }
        taken.truncate(limit);
        taken
    }
}

/// The one writer: takes everything that waits, syncs it, and then answers.
async fn write_batches(disk: Arc<Disk>, mut queue: mpsc::UnboundedReceiver<Job>) {
    let mut batch = Vec::new();
    while queue.recv_many(&mut batch, MAX_BATCH).await > 0 {
        let cuts = disk.power_cuts();
        if disk.defect == Defect::AnswersBeforeSync {
            disk.answer_before_sync(&mut batch);
        }
        let world = &disk.world;
        let slow = world.strikes(FaultKind::SlowDisk);
        sleep(if slow { world.milliseconds(100, 2500) } else { world.milliseconds(1, 5) }).await;
        let was_cut = disk.power_cuts() != cuts;
        // Some of the batch may have reached the disk before the power was cut.
        let synced = if was_cut { world.below(batch.len() + 1) } else { batch.len() };
        for job in batch.drain(..).take(synced) {
            let written = disk.commit(job.node, &job.write);
            if let Some(answer) = job.answer.filter(|_| !was_cut) {
                let _ = answer.send(written);
            }
        }
        if was_cut {
            while queue.try_recv().is_ok() {}
            lock(&disk.tables).lose_unsynced();
        }
    }
}

impl Disk {
    fn answer_before_sync(&self, batch: &mut [Job]) {
        let tables = lock(&self.tables);
        let Some(memory) = &tables.unsynced else { return };
        for job in batch {
            let written = do_write(memory, &job.write, Defect::None);
            if let Some(answer) = job.answer.take() {
                let _ = answer.send(written);
            }
        }
    }
}

fn do_write(memory: &Memory, write: &Write, defect: Defect) -> Written {
    let done = match write {
        Write::Create(new) => at_once(memory.create(new.clone())).map(Written::Created),
        Write::Append(append) => {
            let mut append = append.clone();
            if defect == Defect::IgnoresVersion
                && let Ok(Some(row)) = at_once(memory.game(append.game))
            {
                append.expected = row.version;
            }
            if defect == Defect::ForgetsNonces {
                append.nonce = None;
            }
            at_once(memory.append(append)).map(Written::Appended)
        }
        Write::FindAppend(id, nonce) => at_once(memory.find_append(*id, nonce)).map(Written::Found),
    };
    done.expect("the tables are never closed")
}

/// The answer of the tables, which never waits.
pub(crate) fn at_once<T>(mut reply: Reply<'_, T>) -> Result<T, StoreError> {
    match reply.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => unreachable!("tables in memory answer at once"),
    }
}
