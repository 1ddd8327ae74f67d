//! Connections: thousands may be open and wait for news, so each holds little.

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

/// How long somebody may take to say what they want: slow ones must not hold connections for nothing.
const PATIENCE: Duration = Duration::from_secs(20);
/// The most that the head of a request may have.
const MOST_HEAD: usize = 32 * 1024;
/// How long to wait when the system has no more connections to give.
const REST: Duration = Duration::from_millis(200);

/// Everybody who is here. When it leaves, each connection ends with the answer that is under way.
#[derive(Debug)]
pub(crate) struct Guests {
    leaving: watch::Sender<bool>,
    /// Every connection holds one of these: when none is left, all have gone.
    here: mpsc::Sender<Infallible>,
    all: mpsc::Receiver<Infallible>,
}

impl Guests {
    pub(crate) fn new() -> Self {
        let (here, all) = mpsc::channel(1);
        Self { leaving: watch::Sender::new(false), here, all }
    }

    /// Serves everybody who comes, for ever.
    pub(crate) async fn accept(&self, listener: &TcpListener, router: &Router) -> io::Result<()> {
        loop {
            match listener.accept().await {
                Ok((stream, address)) => {
                    let guest = (self.leaving.subscribe(), self.here.clone());
                    tokio::spawn(serve(stream, address, router.clone(), guest));
                }
                // Whoever it was has gone again, which is nobody's fault.
                Err(error)
                    if matches!(
                        error.kind(),
                        io::ErrorKind::ConnectionAborted
                            | io::ErrorKind::ConnectionRefused
                            | io::ErrorKind::ConnectionReset
                    ) => {}
                Err(error) => {
                    tracing::error!(%error, "no connection can be taken: is the limit of open files too low?");
                    tokio::time::sleep(REST).await;
                }
            }
        }
    }

    /// Lets everybody finish.
    pub(crate) async fn see_off(mut self) {
        self.leaving.send_replace(true);
        drop(self.here);
        self.all.recv().await;
    }
}

async fn serve(
    stream: TcpStream,
    address: SocketAddr,
    router: Router,
    (mut leaving, _here): (watch::Receiver<bool>, mpsc::Sender<Infallible>),
) {
    // An answer is one write: waiting for more only delays it.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        router.clone().call(request)
    });
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .max_buf_size(MOST_HEAD)
            .serve_connection(TokioIo::new(stream), service)
    );
    let told = async {
        let _ = leaving.wait_for(|leaving| *leaving).await;
    };
    let done = tokio::select! {
        done = connection.as_mut() => done,
        () = told => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = done {
        tracing::debug!(%error, "a connection ended");
    }
}
