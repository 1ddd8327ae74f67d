//! The connection of one node to the database: the store as the node sees it. Requests and answers can be lost
//! or slow. When the node crashes, nothing that it started gets an answer any more, so nothing of it goes on.

mod news;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use store::{
    Append, Appended, AuditRow, ChangeNotice, Created, DueWork, EventRow, Fault, FullGame, GameId,
    GameInternals, GameRow, GameState, GameSummaryRow, Games, KeyRow, Maintenance, Moderation, NewGame,
    NoticeRow, People, PersonRow, PersonStatus, Reply, ReportDetails, ReportRow, Restriction, SecretHash,
    Stats, StoreError, VersionStamp,
};
use tokio::sync::{Notify, broadcast, mpsc};
use tokio::time::{Instant, sleep, timeout};

use crate::disk::{Disk, Question, Write, Written};
use crate::faults::FaultKind;
use crate::plan::Service;
use crate::world::{World, lock};

/// How long a node waits for a shared database to answer a write. With its own database it never gives up.
const WRITE_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(crate) struct Connection {
    world: Arc<World>,
    disk: Arc<Disk>,
    service: Service,
    node: usize,
    crashed: AtomicBool,
    crash: Notify,
    /// Whoever restarts crashed nodes.
    crashes: mpsc::UnboundedSender<usize>,
    notices: broadcast::Sender<ChangeNotice>,
    cut_until: Mutex<Option<Instant>>,
}

impl Connection {
    pub(crate) fn new(
        world: &Arc<World>,
        disk: &Arc<Disk>,
        service: Service,
        node: usize,
        crashes: mpsc::UnboundedSender<usize>,
    ) -> Arc<Self> {
        Arc::new(Self {
            world: Arc::clone(world),
            disk: Arc::clone(disk),
            service,
            node,
            crashed: AtomicBool::new(false),
            crash: Notify::new(),
            crashes,
            notices: disk.listen(node),
            cut_until: Mutex::new(None),
        })
    }

    /// The node stops at once.
    pub(crate) fn crash(&self) {
        if self.crashed.swap(true, Ordering::Relaxed) {
            return;
        }
        self.world.log(format_args!("node {} crashes", self.node));
        self.crash.notify_waiters();
        if self.service == Service::OneNode {
            // Its database is a part of it.
            self.disk.cut_power(Duration::ZERO);
        }
        let _ = self.crashes.send(self.node);
    }

    pub(crate) fn has_crashed(&self) -> bool {
        self.crashed.load(Ordering::Relaxed)
    }

    /// Waits until the node crashes.
    pub(crate) async fn wait_for_crash(&self) {
        if !self.has_crashed() {
            self.crash.notified().await;
        }
    }

    pub(crate) fn cut(&self, length: Duration) {
        self.world.log(format_args!("node {} is cut off the database", self.node));
        *lock(&self.cut_until) = Some(Instant::now() + length);
    }

    pub(crate) fn repair(&self) {
        *lock(&self.cut_until) = None;
    }

    fn is_cut(&self) -> bool {
        lock(&self.cut_until).is_some_and(|until| until > Instant::now())
    }

    /// Nothing goes on in a node that has crashed.
    async fn stop_if_crashed(&self) {
        if self.has_crashed() {
            std::future::pending::<()>().await;
        }
    }

    fn error(&self) -> StoreError {
        match self.service {
            Service::OneNode => StoreError::Failed("simulated".to_owned()),
            Service::Shared { .. } => StoreError::Unreachable("simulated".to_owned()),
        }
    }

    async fn send_request(&self) -> Result<(), StoreError> {
        self.stop_if_crashed().await;
        if self.is_cut() || self.disk.is_down() || self.world.strikes(FaultKind::RequestLost) {
            sleep(self.world.milliseconds(5, 300)).await;
            self.stop_if_crashed().await;
            return Err(self.error());
        }
        Ok(())
    }

    /// A read. Its answer is of any moment between the request and the reply.
    async fn read<T: Send>(&self, question: &Question<'_, T>) -> Result<T, StoreError> {
        self.send_request().await?;
        let answer = self.disk.ask(question);
        if !self.world.strikes(FaultKind::SlowReply) {
            return answer;
        }
        let cuts = self.disk.power_cuts();
        sleep(self.world.milliseconds(1, 1500)).await;
        self.stop_if_crashed().await;
        if self.is_cut() || self.disk.power_cuts() != cuts {
            return Err(self.error());
        }
        if self.world.below(2) == 0 { answer } else { self.disk.ask(question) }
    }

    async fn write(&self, write: Write) -> Result<Written, StoreError> {
        self.send_request().await?;
        if self.world.strikes(FaultKind::CrashBeforeWrite) {
            self.crash();
        }
        self.stop_if_crashed().await;
        let written = self.disk.enqueue(self.node, write);
        let written = match self.service {
            Service::OneNode => Ok(written.await),
            Service::Shared { .. } => timeout(WRITE_TIMEOUT, written).await,
        };
        self.stop_if_crashed().await;
        if self.world.strikes(FaultKind::CrashAfterWrite) {
            self.crash();
        }
        self.stop_if_crashed().await;
        // The node gave up or the connection broke: the write may be done, or even be done later.
        let Ok(Ok(written)) = written else { return Err(self.error()) };
        if self.is_cut() || self.world.strikes(FaultKind::ReplyLost) {
            return Err(self.error());
        }
        if self.world.strikes(FaultKind::SlowReply) {
            sleep(self.world.milliseconds(1, 1500)).await;
            self.stop_if_crashed().await;
        }
        Ok(written)
    }
}

impl Games for Connection {
    fn create(&self, new: NewGame) -> Reply<'_, Created> {
        Box::pin(async move {
            match self.write(Write::Create(new)).await? {
                Written::Created(created) => Ok(created),
                Written::Appended(_) | Written::Found(_) => unreachable!("a create was asked for"),
            }
        })
    }

    fn append(&self, append: Append) -> Reply<'_, Appended> {
        Box::pin(async move {
            let game = append.game;
            match self.write(Write::Append(append)).await? {
                Written::Appended(appended) => {
                    if let Appended::Done { version } = appended {
                        self.disk.notify_others(self.node, game, version);
                    }
                    Ok(appended)
                }
                Written::Created(_) | Written::Found(_) => unreachable!("an append was asked for"),
            }
        })
    }

    fn find_append(&self, id: GameId, nonce: &str) -> Reply<'_, Option<u64>> {
        let write = Write::FindAppend(id, nonce.to_owned());
        Box::pin(async move {
            match self.write(write).await? {
                Written::Found(found) => Ok(found),
                Written::Created(_) | Written::Appended(_) => unreachable!("a lookup was asked for"),
            }
        })
    }

    fn game(&self, id: GameId) -> Reply<'_, Option<GameRow>> {
        Box::pin(async move { self.read(&|memory| memory.game(id)).await })
    }

    fn events(&self, id: GameId, after: u64, limit: usize) -> Reply<'_, Vec<EventRow>> {
        Box::pin(async move { self.read(&|memory| memory.events(id, after, limit)).await })
    }

    fn versions(&self, ids: Vec<GameId>) -> Reply<'_, Vec<(GameId, VersionStamp)>> {
        Box::pin(async move { self.read(&|memory| memory.versions(ids.clone())).await })
    }

    fn change_notices(&self) -> Option<broadcast::Receiver<ChangeNotice>> {
        match self.service {
            Service::OneNode => None,
            Service::Shared { .. } => Some(self.notices.subscribe()),
        }
    }

    fn listed_games(
        &self,
        state: Option<GameState>,
        before: Option<u64>,
        limit: usize,
    ) -> Reply<'_, Vec<GameSummaryRow>> {
        Box::pin(async move { self.read(&|memory| memory.listed_games(state, before, limit)).await })
    }

    fn all_games(&self, before: Option<u64>, limit: usize) -> Reply<'_, Vec<GameSummaryRow>> {
        Box::pin(async move { self.read(&|memory| memory.all_games(before, limit)).await })
    }

    fn games_of(&self, person: u64, limit: usize) -> Reply<'_, Vec<GameSummaryRow>> {
        Box::pin(async move { self.read(&|memory| memory.games_of(person, limit)).await })
    }

    fn open_games_between(&self, first: GameId, last: GameId, limit: usize) -> Reply<'_, Vec<GameId>> {
        Box::pin(async move { self.read(&|memory| memory.open_games_between(first, last, limit)).await })
    }

    fn count_open_games(&self, maker: u64) -> Reply<'_, u64> {
        Box::pin(async move { self.read(&|memory| memory.count_open_games(maker)).await })
    }

    fn redact(&self, _id: GameId, _version: u64, _record: String) -> Reply<'_, bool> {
        not_simulated()
    }

    fn set_summary(&self, _id: GameId, _summary: String) -> Reply<'_, bool> {
        not_simulated()
    }

    fn games_naming(&self, _person: u64, _after: u64, _limit: usize) -> Reply<'_, Vec<(u64, GameId)>> {
        not_simulated()
    }

    fn delete_game(&self, _id: GameId) -> Reply<'_, bool> {
        not_simulated()
    }
}

impl DueWork for Connection {
    fn due_games(&self, now: i64, limit: usize) -> Reply<'_, Vec<GameId>> {
        Box::pin(async move { self.read(&|memory| memory.due_games(now, limit)).await })
    }

    fn claim_due_games(&self, now: i64, until: i64, limit: usize) -> Reply<'_, Vec<GameId>> {
        Box::pin(async move {
            self.send_request().await?;
            self.disk.claim_due_games(now, until, limit)
        })
    }

    fn games_ahead(&self, after: i64, limit: usize) -> Reply<'_, Vec<GameId>> {
        Box::pin(async move { self.read(&|memory| memory.games_ahead(after, limit)).await })
    }

    fn next_due(&self) -> Reply<'_, Option<i64>> {
        Box::pin(async move { self.read(&|memory| memory.next_due()).await })
    }

    fn bots_due(&self, limit: usize) -> Reply<'_, Vec<GameId>> {
        Box::pin(async move { self.read(&|memory| memory.bots_due(limit)).await })
    }

    fn claim_bots_due(&self, now: i64, until: i64, limit: usize) -> Reply<'_, Vec<GameId>> {
        Box::pin(async move {
            self.send_request().await?;
            self.disk.claim_bots_due(now, until, limit)
        })
    }
}

/// The simulated parts of the service never use this method. One that begins to must be simulated properly.
fn not_simulated<T: Send + 'static>() -> Reply<'static, T> {
    Box::pin(std::future::ready(Err(StoreError::Failed("this method is not simulated".to_owned()))))
}

impl People for Connection {
    fn add_person(&self, _row: PersonRow) -> Reply<'_, bool> {
        not_simulated()
    }

    fn person(&self, _id: u64) -> Reply<'_, Option<PersonRow>> {
        not_simulated()
    }

    fn person_by_handle(&self, _handle: &str) -> Reply<'_, Option<PersonRow>> {
        not_simulated()
    }

    fn person_by_recovery(&self, _hash: SecretHash) -> Reply<'_, Option<PersonRow>> {
        not_simulated()
    }

    fn update_person(&self, _row: PersonRow) -> Reply<'_, bool> {
        not_simulated()
    }

    fn delete_person(&self, _id: u64) -> Reply<'_, bool> {
        not_simulated()
    }

    fn add_key(&self, _row: KeyRow) -> Reply<'_, bool> {
        not_simulated()
    }

    fn key(&self, _hash: SecretHash) -> Reply<'_, Option<KeyRow>> {
        not_simulated()
    }

    fn take_key(&self, _hash: SecretHash) -> Reply<'_, Option<KeyRow>> {
        not_simulated()
    }

    fn delete_key(&self, _hash: SecretHash, _person: u64) -> Reply<'_, bool> {
        not_simulated()
    }

    fn keys_of(&self, _person: u64) -> Reply<'_, Vec<KeyRow>> {
        not_simulated()
    }

    fn touch_key(&self, _hash: SecretHash, _used: i64, _expires: Option<i64>) -> Reply<'_, ()> {
        not_simulated()
    }

    fn set_restriction(&self, _person: u64, _other: u64, _what: Option<Restriction>) -> Reply<'_, ()> {
        not_simulated()
    }

    fn restrictions(&self, _person: u64) -> Reply<'_, Vec<(u64, Restriction)>> {
        not_simulated()
    }

    fn set_course_progress(&self, _person: u64, _progress: &str) -> Reply<'_, bool> {
        not_simulated()
    }

    fn course_progress(&self, _person: u64) -> Reply<'_, Option<String>> {
        not_simulated()
    }

    fn add_report(&self, _row: ReportRow) -> Reply<'_, u64> {
        not_simulated()
    }
}

impl Moderation for Connection {
    fn status_of(&self, _person: u64) -> Reply<'_, PersonStatus> {
        not_simulated()
    }

    fn set_status(&self, _person: u64, _status: PersonStatus) -> Reply<'_, bool> {
        not_simulated()
    }

    fn administrators(&self) -> Reply<'_, Vec<u64>> {
        not_simulated()
    }

    fn set_game_restriction(
        &self,
        _person: u64,
        _other: u64,
        _game: GameId,
        _what: Option<Restriction>,
    ) -> Reply<'_, ()> {
        not_simulated()
    }

    fn game_restrictions(&self, _person: u64) -> Reply<'_, Vec<(GameId, u64, Restriction)>> {
        not_simulated()
    }

    fn report_details(&self, _report: u64) -> Reply<'_, ReportDetails> {
        not_simulated()
    }

    fn set_report_details(&self, _report: u64, _details: ReportDetails) -> Reply<'_, ()> {
        not_simulated()
    }

    fn add_audit(&self, _row: AuditRow) -> Reply<'_, ()> {
        not_simulated()
    }

    fn audit_after(&self, _after: u64, _limit: usize) -> Reply<'_, Vec<(u64, AuditRow)>> {
        not_simulated()
    }

    fn add_notice(&self, _row: NoticeRow) -> Reply<'_, bool> {
        not_simulated()
    }

    fn notices_of(&self, _person: u64) -> Reply<'_, Vec<(u64, NoticeRow)>> {
        not_simulated()
    }

    fn delete_notice(&self, _number: u64, _person: u64) -> Reply<'_, bool> {
        not_simulated()
    }
}

impl Maintenance for Connection {
    fn check(&self) -> Reply<'_, Vec<Fault>> {
        not_simulated()
    }

    fn check_room(&self) -> Reply<'_, ()> {
        not_simulated()
    }

    fn stats(&self, _now: i64) -> Reply<'_, Stats> {
        not_simulated()
    }

    fn delete_expired_keys(&self, _now: i64) -> Reply<'_, u64> {
        not_simulated()
    }

    fn people_after(&self, _after: Option<u64>, _limit: usize) -> Reply<'_, Vec<PersonRow>> {
        not_simulated()
    }

    fn reports_after(&self, _after: u64, _limit: usize) -> Reply<'_, Vec<(u64, ReportRow)>> {
        not_simulated()
    }

    fn games_after(&self, _after: u64, _limit: usize) -> Reply<'_, Vec<(u64, GameId)>> {
        not_simulated()
    }

    fn game_internals(&self, _id: GameId) -> Reply<'_, GameInternals> {
        not_simulated()
    }

    fn import_game(&self, _game: FullGame) -> Reply<'_, bool> {
        not_simulated()
    }

    fn wipe_deleted(&self) -> Reply<'_, bool> {
        not_simulated()
    }

    fn close(&self) -> Reply<'_, ()> {
        not_simulated()
    }
}
