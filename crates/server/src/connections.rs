//! HTTP connections: accepting, limits and graceful shutdown. Thousands may be open, so each needs to be
//! small.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc, watch};
use tower_service::Service;

use crate::app::App;
use crate::guard;
use crate::limits::Timeouts;
use crate::open_counts::{Full, OpenCounts, Place, Share};
use crate::rate_limits::Source;
use crate::refusals::{Reason, Refused};
use crate::write_timeout::WriteTimeout;

/// The largest head of a request.
pub(crate) const MAX_HEADER_BYTES: usize = 32 * 1024;
/// How long to wait when the system cannot accept more connections.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(200);
/// How many connections get a refusal at the same time. More are closed at once.
const MAX_REFUSED_AT_A_TIME: usize = 32;
/// How long a refused connection may take to send its request and to read the refusal.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(2);
/// The administrators' address has connections of its own, so that it answers when the public one is full.
pub(crate) const MAX_ADMIN_CONNECTIONS: usize = 32;

/// All open connections of one address on which the server listens. On shutdown each one ends after its
/// current response.
#[derive(Debug)]
pub(crate) struct Connections {
    app: Arc<App>,
    counts: Arc<OpenCounts>,
    refusals: Arc<Semaphore>,
    shutdown: watch::Sender<bool>,
    /// Each connection holds a clone. When none is left, all connections are closed.
    open: mpsc::Sender<Infallible>,
    all_closed: mpsc::Receiver<Infallible>,
}

impl Connections {
    /// The connections of players.
    pub(crate) fn public(app: Arc<App>) -> Self {
        let counts = Arc::clone(&app.open.connections);
        Self::new(app, counts)
    }

    /// The connections of administrators.
    pub(crate) fn admin(app: Arc<App>) -> Self {
        Self::new(app, Arc::new(OpenCounts::new(MAX_ADMIN_CONNECTIONS, MAX_ADMIN_CONNECTIONS)))
    }

    fn new(app: Arc<App>, counts: Arc<OpenCounts>) -> Self {
        let (here, all) = mpsc::channel(1);
        let refusals = Arc::new(Semaphore::new(MAX_REFUSED_AT_A_TIME));
        Self { app, counts, refusals, shutdown: watch::Sender::new(false), open: here, all_closed: all }
    }

    /// Accepts connections until the listener fails.
    pub(crate) async fn accept(&self, listener: &TcpListener, router: &Router) -> io::Result<()> {
        loop {
            match listener.accept().await {
                Ok((stream, address)) => self.admit(stream, address, router),
                // The client has disconnected already. This is not an error.
                Err(error)
                    if matches!(
                        error.kind(),
                        io::ErrorKind::ConnectionAborted
                            | io::ErrorKind::ConnectionRefused
                            | io::ErrorKind::ConnectionReset
                    ) => {}
                Err(error) => {
                    tracing::error!(%error, "accepting a connection failed; the limit of open files may be too low");
                    tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                }
            }
        }
    }

    /// Serves a connection, or refuses it if too many are open.
    fn admit(&self, stream: TcpStream, address: SocketAddr, router: &Router) {
        let ip = address.ip();
        let share = if self.app.config.proxies.is_proxy(ip) { Share::Everything } else { Share::Limited };
        let refused = match self.counts.enter(Source::of_address(ip), share) {
            Ok(place) => {
                let handle = (self.shutdown.subscribe(), self.open.clone(), place);
                let Timeouts { head, write, .. } = self.app.config.limits.timeouts;
                // A response is one write, so waiting for more data (Nagle) only delays it.
                let _ = stream.set_nodelay(true);
                let stream = WriteTimeout::new(stream, write);
                tokio::spawn(serve(stream, address, router.clone(), head, handle));
                return;
            }
            Err(Full::OfSource) => Reason::TooManyConnections.with_limit(self.counts.max_per_source()),
            Err(Full::Total) => Reason::Busy.into(),
        };
        self.app.metrics.refused_connections.increment();
        // Without a permit the connection is closed here.
        if let Ok(permit) = Arc::clone(&self.refusals).try_acquire_owned() {
            let app = Arc::clone(&self.app);
            tokio::spawn(async move {
                let _permit = permit;
                let _ = tokio::time::timeout(REFUSAL_TIMEOUT, refuse(app, stream, refused)).await;
            });
        }
    }

    /// Asks every connection to finish, and waits until all are closed.
    pub(crate) async fn drain(mut self) {
        self.shutdown.send_replace(true);
        drop(self.open);
        self.all_closed.recv().await;
    }
}

async fn serve(
    stream: WriteTimeout,
    address: SocketAddr,
    router: Router,
    head_timeout: Duration,
    (mut leaving, _here, _place): (watch::Receiver<bool>, mpsc::Sender<Infallible>, Place),
) {
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        router.clone().call(request)
    });
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(head_timeout)
            .max_buf_size(MAX_HEADER_BYTES)
            .max_header_size(MAX_HEADER_BYTES)
            .serve_connection(TokioIo::new(stream), service)
    );
    let shutdown_signal = async {
        let _ = leaving.wait_for(|leaving| *leaving).await;
    };
    let done = tokio::select! {
        done = connection.as_mut() => done,
        () = shutdown_signal => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = done {
        tracing::debug!(%error, "connection ended with an error");
    }
}

/// Answers the first request with the refusal, in the client's language, and closes the connection.
async fn refuse(app: Arc<App>, stream: TcpStream, refused: Refused) {
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let (parts, _) = request.into_parts();
        let response = guard::refusal_response(&app, &parts, refused.clone());
        async move { Ok::<_, Infallible>(response) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(REFUSAL_TIMEOUT)
        .max_buf_size(MAX_HEADER_BYTES)
        .max_header_size(MAX_HEADER_BYTES)
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service);
    if let Err(error) = connection.await {
        tracing::debug!(%error, "a refused connection ended with an error");
    }
}
