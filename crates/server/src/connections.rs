//! Connections: thousands may be open and wait for news, so each holds little.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tower_service::Service;

/// How long somebody may take to say what they want: slow ones must not hold connections for nothing.
const PATIENCE: Duration = Duration::from_secs(20);
/// The most that the head of a request may have.
const MOST_HEAD: usize = 32 * 1024;
/// How long to wait when the system has no more connections to give.
const REST: Duration = Duration::from_millis(200);

/// Serves everybody who comes, for ever.
pub(crate) async fn accept(listener: TcpListener, router: Router) -> io::Result<()> {
    loop {
        match listener.accept().await {
            Ok((stream, address)) => {
                tokio::spawn(serve(stream, address, router.clone()));
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

async fn serve(stream: TcpStream, address: SocketAddr, router: Router) {
    // An answer is one write: waiting for more only delays it.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        router.clone().call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(MOST_HEAD)
        .serve_connection(TokioIo::new(stream), service);
    if let Err(error) = connection.await {
        tracing::debug!(%error, "a connection ended");
    }
}
