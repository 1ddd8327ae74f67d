//! `detente serve`: the game service, which is also what `detente` alone does.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use server::{App, Config};
use store::Sqlite;
use tracing_subscriber::EnvFilter;

/// Serves games: one program, one folder of data, nothing else needed.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where to listen.
    #[arg(long, env = "DETENTE_LISTEN", default_value_t = SocketAddr::from(([127, 0, 0, 1], Config::PORT)))]
    listen: SocketAddr,
    /// The folder where everything is kept.
    #[arg(long, env = "DETENTE_DATA", default_value = "detente-data")]
    data: PathBuf,
    /// How people reach the server, for links; with https the cookie is sent over TLS only.
    #[arg(long, env = "DETENTE_PUBLIC_URL")]
    public_url: Option<String>,
    /// How many requests a second one caller may make that change something.
    #[arg(long, env = "DETENTE_RATE", default_value_t = Config::RATE)]
    rate: u32,
    /// Believe the addresses that a proxy in front writes down (X-Forwarded-For).
    #[arg(long, env = "DETENTE_BEHIND_PROXY")]
    behind_proxy: bool,
}

impl Args {
    /// What `detente` does when nothing is said: the environment still counts.
    pub(crate) fn usual() -> Self {
        #[derive(clap::Parser)]
        struct Alone {
            #[command(flatten)]
            args: Args,
        }
        <Alone as clap::Parser>::parse_from(["detente"]).args
    }
}

pub(crate) fn run(args: Args) -> Result<()> {
    let filter = EnvFilter::try_from_env("DETENTE_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt().with_env_filter(filter).with_target(false).with_writer(std::io::stderr).init();
    if let Some(url) = &args.public_url
        && !url.starts_with("http://")
        && !url.starts_with("https://")
    {
        bail!("--public-url must start with http:// or https://, not '{url}'");
    }
    let store = Sqlite::open(&args.data).with_context(|| format!("the data in {}", args.data.display()))?;
    let config = Config {
        listen: args.listen,
        public_url: args.public_url,
        rate: args.rate.max(1),
        behind_proxy: args.behind_proxy,
        ..Config::local(args.data)
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(config, Arc::new(store)))
}

async fn serve(config: Config, store: Arc<Sqlite>) -> Result<()> {
    let listener = tokio::net::TcpListener::bind(config.listen).await.with_context(|| {
        format!("cannot listen on {}: is something else there? (--listen)", config.listen)
    })?;
    let address = listener.local_addr()?;
    let url = config.public_url.clone().unwrap_or_else(|| format!("http://{address}"));
    // On standard output, so that a program that starts the server can read where it is.
    println!("Detente is ready: {url}");
    let app = App::new(config, store, Arc::new(seconds));
    server::serve(app, listener, stopped()).await?;
    Ok(())
}

/// Seconds since the start of 1970.
fn seconds() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

/// Somebody pressed Ctrl-C, or the system wants the program to end.
async fn stopped() {
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
