//! `detente serve`: starts the game server. `detente` without a command does the same.

mod limits;
mod notifications;
mod port;
mod start;

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use server::content::Variants;
use server::{AllowedHosts, App, BotGames, Config, HostTexts, LocalPeers, Network, TrustedProxies};
use store::Store;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::store::StoreLocation;

/// Serves games: one program, one folder of data, nothing else needed; or several on one PostgreSQL.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where to listen [default: 127.0.0.1:1901, with --table 0.0.0.0:1901].
    #[arg(long, env = "DETENTE_LISTEN")]
    listen: Option<SocketAddr>,
    /// For a game at a table: phones in the same network can reach the server, and their address is shown with a QR
    /// code.
    #[arg(long)]
    table: bool,
    /// The folder where everything is kept.
    #[arg(long, env = "DETENTE_DATA", default_value = "detente-data")]
    data: PathBuf,
    /// A PostgreSQL database instead of the folder: postgres://user:password@host/name. Any number of servers
    /// may work on one.
    #[arg(long, env = "DETENTE_DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,
    /// A file that contains the URL of the database, so that the password is not in the environment.
    #[arg(long, env = "DETENTE_DATABASE_URL_FILE", conflicts_with = "database_url")]
    database_url_file: Option<PathBuf>,
    /// How people reach the server, for links; with https the cookie is sent over TLS only.
    #[arg(long, env = "DETENTE_PUBLIC_URL")]
    public_url: Option<String>,
    /// A name of this server that links may have if there is no --public-url. Several: repeat the option, or
    /// separate by commas.
    #[arg(long, env = "DETENTE_ALLOW_HOST", value_name = "NAME", value_delimiter = ',')]
    allow_host: Vec<String>,
    /// A text file that says who is responsible for this server. Every page links to it.
    #[arg(long, env = "DETENTE_IMPRINT", value_name = "FILE")]
    imprint: Option<PathBuf>,
    /// A text file that says what you do with personal data. Every page links to it.
    #[arg(long, env = "DETENTE_PRIVACY", value_name = "FILE")]
    privacy: Option<PathBuf>,
    /// Where the status page and /metrics are, for administrators: not for the public.
    #[arg(long, env = "DETENTE_ADMIN_LISTEN")]
    admin_listen: Option<SocketAddr>,
    /// For how many seconds to serve on after being reported to stop, so that a balancer notices.
    #[arg(long, env = "DETENTE_DRAIN", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=600))]
    drain: u64,
    /// How the log is written.
    #[arg(long, env = "DETENTE_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    log_format: LogFormat,
    /// Believe the address that a proxy on this machine or in a private network adds (X-Forwarded-For).
    #[arg(long, env = "DETENTE_BEHIND_PROXY")]
    behind_proxy: bool,
    /// Believe the addresses that this proxy adds. Several: repeat the option, or separate by commas.
    #[arg(long, env = "DETENTE_TRUSTED_PROXY", value_name = "ADDRESS[/PREFIX]", value_delimiter = ',')]
    trusted_proxy: Vec<Network>,
    /// Games that only bots play: like all others, only when no other bots wait, or not at all.
    #[arg(long, env = "DETENTE_BOT_GAMES", value_enum, default_value_t = BotGamesChoice::Slow)]
    bot_games: BotGamesChoice,
    /// A folder with maps, one folder each, to be played beside the built-in ones.
    #[arg(long, env = "DETENTE_VARIANTS")]
    variants: Option<PathBuf>,
    /// Open the game in the browser of this machine.
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    notifications: Box<notifications::NotificationArgs>,
    #[command(flatten)]
    limits: limits::LimitArgs,
}

/// What happens to games that only bots play.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum BotGamesChoice {
    Allow,
    Slow,
    Refuse,
}

impl From<BotGamesChoice> for BotGames {
    fn from(choice: BotGamesChoice) -> Self {
        match choice {
            BotGamesChoice::Allow => Self::Allow,
            BotGamesChoice::Slow => Self::Slow,
            BotGamesChoice::Refuse => Self::Refuse,
        }
    }
}

/// Text for people, or one JSON object per line for programs.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum LogFormat {
    Text,
    Json,
}

impl Args {
    fn listen_address(&self) -> SocketAddr {
        let ip = if self.table { [0, 0, 0, 0] } else { [127, 0, 0, 1] };
        self.listen.unwrap_or_else(|| SocketAddr::from((ip, Config::DEFAULT_PORT)))
    }
}

pub(crate) fn run(args: Args) -> Result<()> {
    start_log(args.log_format);
    if let Some(url) = &args.public_url
        && !url.starts_with("http://")
        && !url.starts_with("https://")
    {
        bail!("--public-url must start with http:// or https://, not '{url}'");
    }
    // Before the data is opened: a taken port most often means that the same server runs already, and that is
    // the better message.
    let listener = port::listen(args.listen_address())?;
    let address = listener.local_addr()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let location = StoreLocation::from_options(
        // Absolute, so that it can be found from any folder.
        &std::path::absolute(&args.data).unwrap_or_else(|_| args.data.clone()),
        args.database_url.as_deref(),
        args.database_url_file.as_deref(),
    )?;
    let opened = runtime.block_on(location.open());
    let store = opened.with_context(|| format!("the data in {location}"))?;
    let start = start::StartInfo::new(&args, address, location);
    let variants = match &args.variants {
        Some(folder) => Variants::with_folder(folder).map_err(anyhow::Error::msg)?,
        None => Variants::built_in(),
    };
    let config = Config {
        host_texts: HostTexts {
            imprint: host_text(args.imprint.as_deref())?,
            privacy: host_text(args.privacy.as_deref())?,
        },
        variants,
        listen: address,
        public_url: args.public_url,
        allowed_hosts: AllowedHosts(args.allow_host),
        rate: args.limits.rate(),
        proxies: TrustedProxies {
            local_peers: if args.behind_proxy { LocalPeers::AreProxies } else { LocalPeers::AreClients },
            networks: args.trusted_proxy,
        },
        work_seconds_per_hour: args.limits.work_seconds_per_hour(),
        limits: args.limits.limits(),
        bot_games: args.bot_games.into(),
        notifications: args.notifications.config()?,
        drain: Duration::from_secs(args.drain),
        ..Config::local(args.data)
    };
    runtime.block_on(serve(config, store, listener, start))
}

fn host_text(file: Option<&Path>) -> Result<Option<String>> {
    let Some(file) = file else { return Ok(None) };
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    if text.len() > HostTexts::MAX_BYTES {
        bail!("{} has more than {} bytes", file.display(), HostTexts::MAX_BYTES);
    }
    Ok(Some(text))
}

/// Writes the log to standard error. `DETENTE_LOG` says how much: `debug`, or `info,server=debug`.
fn start_log(format: LogFormat) {
    let log_filter = std::env::var("DETENTE_LOG").ok().and_then(|text| text.parse::<Targets>().ok());
    let filter = log_filter.unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO));
    let lines = tracing_subscriber::fmt::layer().with_target(false).with_writer(std::io::stderr);
    let log = tracing_subscriber::registry().with(filter);
    match format {
        LogFormat::Text => log.with(lines).init(),
        LogFormat::Json => log.with(lines.json()).init(),
    }
}

async fn serve(
    config: Config,
    store: Arc<dyn Store>,
    listener: std::net::TcpListener,
    start: start::StartInfo,
) -> Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let machine = server::machine::Machine::with_milliseconds(server::steady_clock(unix_time_ms));
    let app = App::on_machine(config, store, machine);
    let mut admin_address = None;
    if let Some(admin) = start.admin_listen {
        let listener = tokio::net::TcpListener::from_std(port::listen_for(admin, "--admin-listen")?)?;
        admin_address = Some(listener.local_addr()?);
        tokio::spawn(server::serve_admin(listener, Arc::clone(&app)));
    }
    // Written to standard output, so that a program that starts the server can read the address. A reader
    // that has closed its end does not stop the server.
    let _ = std::io::stdout().write_all(start.start_text(admin_address).as_bytes());
    start.open_browser();
    server::serve(app, listener, wait_for_stop()).await?;
    Ok(())
}

/// Milliseconds since the start of 1970.
fn unix_time_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Waits for Ctrl-C or SIGTERM.
async fn wait_for_stop() {
    let interrupt = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
