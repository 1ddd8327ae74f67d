//! HTTP connections: accepting, limits and graceful shutdown. Thousands may be open, so each needs to be
//! small.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tower_service::Service;

/// How long a client may take to send the head of a request. Slow clients must not hold connections.
const HEADER_TIMEOUT: Duration = Duration::from_secs(20);
/// The largest head of a request.
const MAX_HEADER_BYTES: usize = 32 * 1024;
/// How long to wait when the system cannot accept more connections.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(200);

/// All open connections. On shutdown each one ends after its current response.
#[derive(Debug)]
pub(crate) struct Connections {
    shutdown: watch::Sender<bool>,
    /// Each connection holds a clone. When none is left, all connections are closed.
    open: mpsc::Sender<Infallible>,
    all_closed: mpsc::Receiver<Infallible>,
}

impl Connections {
    pub(crate) fn new() -> Self {
        let (here, all) = mpsc::channel(1);
        Self { shutdown: watch::Sender::new(false), open: here, all_closed: all }
    }

    /// Accepts connections until the listener fails.
    pub(crate) async fn accept(&self, listener: &TcpListener, router: &Router) -> io::Result<()> {
        loop {
            match listener.accept().await {
                Ok((stream, address)) => {
                    let handle = (self.shutdown.subscribe(), self.open.clone());
                    tokio::spawn(serve(stream, address, router.clone(), handle));
                }
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

    /// Asks every connection to finish, and waits until all are closed.
    pub(crate) async fn drain(mut self) {
        self.shutdown.send_replace(true);
        drop(self.open);
        self.all_closed.recv().await;
    }
}

async fn serve(
    stream: TcpStream,
    address: SocketAddr,
    router: Router,
    (mut leaving, _here): (watch::Receiver<bool>, mpsc::Sender<Infallible>),
) {
    // A response is one write, so waiting for more data (Nagle) only delays it.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        router.clone().call(request)
    });
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIMEOUT)
            .max_buf_size(MAX_HEADER_BYTES)
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
