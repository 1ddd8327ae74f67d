//! One run: play with faults, then without, then check everything.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use game::{Charter, Timestamp};
use store::{GameId, Maintenance as _};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::disk::{Defect, Disk};
use crate::faults::FaultCounts;
use crate::nodes::Nodes;
use crate::plan::Plan;
use crate::player::{Ledger, Player};
use crate::world::{Log, World, lock};

/// What came of one run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub seed: u64,
    /// What must not be; None if everything held.
    pub found: Option<String>,
    /// The hash of the log: the same whenever this seed runs.
    pub log_hash: u64,
    pub faults: FaultCounts,
    pub requests: u64,
    pub phases: u64,
    pub simulated: Duration,
}

/// How long a listener may wait for a change of which the notice was lost, and some more.
const MAX_NOTICE_DELAY: Duration = Duration::from_millis(2600);
/// How often the clocks jump to the next deadline, to see that it is handled.
const DEADLINES_AFTERWARDS: usize = 2;
const CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// Runs the service from this seed.
pub fn simulate(seed: u64, defect: Defect, log: Log) -> Outcome {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime without threads and sockets can be made");
    runtime.block_on(run(seed, defect, log))
}

async fn run(seed: u64, defect: Defect, log: Log) -> Outcome {
    let began = tokio::time::Instant::now();
    let plan = Arc::new(Plan::draw(seed));
    let world = Arc::new(World::new(seed, plan.rates.clone(), log));
    let service = Simulation::start(&world, &plan, defect).await;
    if let Err(wrong) = service.play_and_check().await {
        world.report(wrong);
    }
    let phases = lock(&service.disk.audit).phases;
    Outcome {
        seed,
        found: world.found(),
        log_hash: world.log_hash(),
        faults: world.counts(),
        requests: world.requests(),
        phases,
        simulated: began.elapsed(),
    }
}

struct Simulation {
    world: Arc<World>,
    plan: Arc<Plan>,
    disk: Arc<Disk>,
    nodes: Arc<Nodes>,
    ledger: Arc<Mutex<Ledger>>,
}

impl Simulation {
    async fn start(world: &Arc<World>, plan: &Arc<Plan>, defect: Defect) -> Self {
        world.log(format_args!("seed {}: {:?}", plan.seed, plan.service));
        let disk = Disk::new(world, plan.service, defect);
        let nodes = Nodes::start(world, &disk, plan);
        Self { world: Arc::clone(world), plan: Arc::clone(plan), disk, nodes, ledger: Arc::default() }
    }

    async fn play_and_check(&self) -> Result<(), String> {
        self.create_games().await?;
        self.world.start_faults();
        let mut people = JoinSet::new();
        for game in &self.plan.games {
            for person in &game.people {
                people.spawn(Player::new(&self.world, &self.nodes, &self.ledger, game, *person).play());
            }
        }
        let faults = tokio::spawn(Arc::clone(&self.nodes).run_faults());
        for _ in 0..self.plan.play_seconds {
            sleep(Duration::from_secs(1)).await;
            self.stop_if_found()?;
        }
        self.world.stop_faults();
        let _ = faults.await;
        self.nodes.repair();
        lock(&self.disk.audit).forgive_lateness();
        while let Some(finished) = people.join_next().await {
            finished.map_err(|error| format!("a person cannot play on: {error}"))?;
        }
        self.settle().await?;
        for _ in 0..DEADLINES_AFTERWARDS {
            let due = lock(&self.disk.audit).next_due();
            let Some(due) = due else { break };
            self.world.jump((due - self.world.now_seconds()).max(0));
            self.settle().await?;
        }
        sleep(MAX_NOTICE_DELAY).await;
        self.stop_if_found()?;
        self.check().await
    }

    async fn create_games(&self) -> Result<(), String> {
        let node = self.nodes.pick().ok_or("no node runs")?;
        for game in &self.plan.games {
            let now = Timestamp::from_seconds(self.world.now_seconds());
            let board = game.content.board();
            let charter = Charter::new(board, game.settings.clone(), game.people[0], game.seed, now)
                .map_err(|error| format!("{error:?}"))?;
            let created =
                server::store_new_game(&node.app, game.content, charter, Vec::new(), false, game.id);
            created.await.map_err(|refused| refused.reason.key())?;
        }
        Ok(())
    }

    fn stop_if_found(&self) -> Result<(), String> {
        self.world.found().map_or(Ok(()), Err)
    }

    /// Waits until no deadline has passed and no bot is due.
    async fn settle(&self) -> Result<(), String> {
        loop {
            sleep(CHECK_INTERVAL).await;
            self.stop_if_found()?;
            if lock(&self.disk.audit).is_settled(self.world.now_seconds())? {
                return Ok(());
            }
        }
    }

    async fn check(&self) -> Result<(), String> {
        lock(&self.ledger).check(&self.disk)?;
        let faults = self.disk.ask_durable(&|memory| memory.check()).map_err(|error| error.to_string())?;
        if let Some(fault) = faults.first() {
            return Err(fault.to_string());
        }
        let deaf = self.nodes.deaf_listeners(|id| self.stored_version(id));
        if let Some(deaf) = deaf.first() {
            return Err(deaf.clone());
        }
        for game in &self.plan.games {
            self.disk.check_columns(game.id)?;
            let (version, stored) = (self.stored_version(game.id), self.stored_game(game.id));
            for node in self.nodes.running() {
                let live = node.app.live_game(game.id).await.map_err(|refused| refused.reason.key())?.game();
                if live.version() != version || format!("{live:?}") != stored {
                    return Err(format!(
                        "node {} has version {} of a game, which differs from what is stored, version {version}",
                        node.index,
                        live.version()
                    ));
                }
            }
        }
        Ok(())
    }

    fn stored_version(&self, id: GameId) -> u64 {
        lock(&self.disk.audit).game(id).map_or(0, |audited| audited.game.version())
    }

    /// All of a stored game as text.
    fn stored_game(&self, id: GameId) -> String {
        lock(&self.disk.audit).game(id).map(|audited| format!("{:?}", audited.game)).unwrap_or_default()
    }
}
