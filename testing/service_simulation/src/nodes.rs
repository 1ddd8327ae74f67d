//! The nodes: real servers without sockets. They crash and start again, their clocks are wrong, and somebody
//! listens to their games.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use server::machine::{BotThreads, Machine};
use server::{App, Config};
use store::GameId;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::sleep;

use crate::connection::Connection;
use crate::disk::Disk;
use crate::faults::FaultKind;
use crate::plan::Plan;
use crate::world::{World, lock};

static CONFIG: LazyLock<Config> =
    LazyLock::new(|| Config { max_cpu_tasks: 2, ..Config::local("unused".into()) });

/// How often it is decided whether something happens to a node, the database or the clocks.
const FAULT_INTERVAL: Duration = Duration::from_millis(500);

/// A node that runs.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) index: usize,
    pub(crate) app: Arc<App>,
    pub(crate) connection: Arc<Connection>,
    tasks: Vec<AbortHandle>,
}

#[derive(Debug)]
pub(crate) struct Nodes {
    world: Arc<World>,
    disk: Arc<Disk>,
    plan: Arc<Plan>,
    /// None: it has crashed and not started again.
    running: Mutex<Vec<Option<Node>>>,
    /// By node: by how many seconds its clock is wrong.
    clock_errors: Vec<Arc<AtomicI64>>,
    crashes: mpsc::UnboundedSender<usize>,
    /// The last version that the listener of a game at a node heard of.
    heard: Mutex<BTreeMap<(usize, GameId), u64>>,
}

impl Nodes {
    /// Starts all nodes.
    pub(crate) fn start(world: &Arc<World>, disk: &Arc<Disk>, plan: &Arc<Plan>) -> Arc<Self> {
        let (crashes, crashed) = mpsc::unbounded_channel();
        let count = plan.service.nodes();
        let nodes = Arc::new(Self {
            world: Arc::clone(world),
            disk: Arc::clone(disk),
            plan: Arc::clone(plan),
            running: Mutex::new(vec![None; count]),
            clock_errors: (0..count).map(|_| Arc::default()).collect(),
            crashes,
            heard: Mutex::default(),
        });
        for index in 0..count {
            nodes.start_node(index);
        }
        tokio::spawn(restart_crashed_nodes(Arc::clone(&nodes), crashed));
        nodes
    }

    fn start_node(self: &Arc<Self>, index: usize) {
        self.world.log(format_args!("node {index} starts"));
        let connection =
            Connection::new(&self.world, &self.disk, self.plan.service, index, self.crashes.clone());
        let machine = Machine {
            time: {
                let (world, error) = (Arc::clone(&self.world), Arc::clone(&self.clock_errors[index]));
                Arc::new(move || world.now_seconds() + error.load(Ordering::Relaxed))
            },
            time_ms: {
                let (world, error) = (Arc::clone(&self.world), Arc::clone(&self.clock_errors[index]));
                Arc::new(move || (world.now_seconds() + error.load(Ordering::Relaxed)) * 1000)
            },
            random: {
                let world = Arc::clone(&self.world);
                Arc::new(move || world.random())
            },
            bot_threads: BotThreads::Same,
        };
        let app = App::on_machine(CONFIG.clone(), Arc::clone(&connection) as _, machine);
        let mut tasks = vec![
            tokio::spawn(server::deadline_runner::run(Arc::clone(&app))).abort_handle(),
            tokio::spawn(server::bot_runner::run(Arc::clone(&app))).abort_handle(),
            tokio::spawn(server::other_nodes::run(Arc::clone(&app))).abort_handle(),
        ];
        for game in &self.plan.games {
            lock(&self.heard).remove(&(index, game.id));
            // A node also has games to which nobody listens there.
            if self.world.below(4) > 0 {
                let listener = listen(Arc::clone(self), index, Arc::clone(&app), game.id);
                tasks.push(tokio::spawn(listener).abort_handle());
            }
        }
        lock(&self.running)[index] = Some(Node { index, app, connection, tasks });
    }

    /// A node that runs, chosen by chance as a load balancer does.
    pub(crate) fn pick(&self) -> Option<Node> {
        let running = self.running();
        if running.is_empty() { None } else { Some(running[self.world.below(running.len())].clone()) }
    }

    pub(crate) fn running(&self) -> Vec<Node> {
        lock(&self.running).iter().flatten().cloned().collect()
    }

    /// Connections and clocks are right again; the clocks within a second.
    pub(crate) fn repair(&self) {
        self.disk.repair();
        for node in self.running() {
            node.connection.repair();
        }
        for error in &self.clock_errors {
            error.store(self.world.below(3).cast_signed() as i64 - 1, Ordering::Relaxed);
        }
    }

    /// The listeners at running nodes that have not heard of the last version of their game.
    pub(crate) fn deaf_listeners(&self, version: impl Fn(GameId) -> u64) -> Vec<String> {
        let heard = lock(&self.heard);
        let deaf = heard.iter().filter(|((_, game), heard)| **heard != version(*game));
        deaf.map(|((node, game), heard)| {
            format!(
                "a listener at node {node} last heard of version {heard} of game {game}, not {}",
                version(*game)
            )
        })
        .collect()
    }

    /// A few seconds, or up to an hour.
    fn clock_error(&self) -> i64 {
        let max = if self.world.below(2) == 0 { 10 } else { 3600 };
        1 + self.world.below(max) as i64
    }

    /// Lets faults happen to nodes, database and clocks, as long as there are faults.
    pub(crate) async fn run_faults(self: Arc<Self>) {
        let world = &self.world;
        while world.faults_on() {
            sleep(FAULT_INTERVAL).await;
            if world.strikes(FaultKind::NodeCrash)
                && let Some(node) = self.pick()
            {
                node.connection.crash();
            }
            if world.strikes(FaultKind::PowerCut) {
                self.disk.cut_power(world.milliseconds(50, 2000));
            }
            if world.strikes(FaultKind::ConnectionCut)
                && let Some(node) = self.pick()
            {
                node.connection.cut(world.milliseconds(50, 4000));
            }
            if world.strikes(FaultKind::ClockAhead) {
                world.jump(self.clock_error());
            }
            if world.strikes(FaultKind::ClockBack) {
                world.jump(-self.clock_error());
            }
            if world.strikes(FaultKind::ClockDiffers) {
                let node = world.below(self.clock_errors.len());
                let error = if world.below(2) == 0 { self.clock_error() } else { -self.clock_error() };
                world.log(format_args!("the clock of node {node} is wrong by {error} s"));
                self.clock_errors[node].store(error, Ordering::Relaxed);
            }
        }
    }
}

/// Starts crashed nodes again, after a while.
async fn restart_crashed_nodes(nodes: Arc<Nodes>, mut crashed: mpsc::UnboundedReceiver<usize>) {
    while let Some(index) = crashed.recv().await {
        let gone = lock(&nodes.running)[index].take();
        for task in gone.iter().flat_map(|node| &node.tasks) {
            task.abort();
        }
        for game in &nodes.plan.games {
            lock(&nodes.heard).remove(&(index, game.id));
        }
        let nodes = Arc::clone(&nodes);
        tokio::spawn(async move {
            sleep(nodes.world.milliseconds(10, 3000)).await;
            nodes.start_node(index);
        });
    }
}

/// Somebody who listens to a game at a node, and connects again when the connection ends.
async fn listen(nodes: Arc<Nodes>, index: usize, app: Arc<App>, game: GameId) {
    loop {
        if let Ok(live_game) = app.live_game(game).await {
            let mut versions = live_game.subscribe();
            loop {
                versions.borrow_and_update();
                let version = live_game.game().version();
                let before = lock(&nodes.heard).insert((index, game), version);
                if let Some(before) = before.filter(|before| *before > version) {
                    let what = "a listener at node";
                    nodes
                        .world
                        .report(format!("{what} {index} hears of version {before}, then of {version}"));
                }
                if versions.changed().await.is_err() {
                    break;
                }
            }
        }
        sleep(Duration::from_millis(500)).await;
    }
}
