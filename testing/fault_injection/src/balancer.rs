//! A simple load balancer: each new connection goes to the next node that is ready.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::http::{HttpClient, RequestParts};

/// The time between two readiness checks of a node.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Debug, Clone)]
pub struct Balancer {
    pub address: SocketAddr,
    nodes: Arc<Mutex<Vec<SocketAddr>>>,
    ready: Arc<Mutex<Vec<SocketAddr>>>,
}

impl Balancer {
    pub fn start(nodes: Vec<SocketAddr>) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let balancer = Self {
            address: listener.local_addr()?,
            ready: Arc::new(Mutex::new(nodes.clone())),
            nodes: Arc::new(Mutex::new(nodes)),
        };
        let own = balancer.clone();
        std::thread::spawn(move || own.watch());
        let ready = Arc::clone(&balancer.ready);
        let turn = AtomicUsize::new(0);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let node = {
                    let ready = ready.lock().unwrap_or_else(PoisonError::into_inner);
                    let turn = turn.fetch_add(1, Ordering::Relaxed);
                    ready.get(turn % ready.len().max(1)).copied()
                };
                let Some(there) = node.and_then(|node| TcpStream::connect(node).ok()) else { continue };
                for (from, to) in [(&stream, &there), (&there, &stream)] {
                    if let (Ok(from), Ok(to)) = (from.try_clone(), to.try_clone()) {
                        std::thread::spawn(move || forward(from, to));
                    }
                }
            }
        });
        Ok(balancer)
    }

    /// Replaces the address of a node.
    pub fn replace(&self, old: SocketAddr, new: SocketAddr) {
        for node in &mut *self.nodes.lock().unwrap_or_else(PoisonError::into_inner) {
            if *node == old {
                *node = new;
            }
        }
    }

    pub fn is_ready(&self, node: SocketAddr) -> bool {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner).contains(&node)
    }

    fn watch(&self) {
        loop {
            let nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let is_ready = |node: &SocketAddr| {
                HttpClient::new(*node)
                    .request("GET", "/ready", RequestParts::default())
                    .is_ok_and(|answer| answer.status == 200)
            };
            let found: Vec<SocketAddr> = nodes.into_iter().filter(is_ready).collect();
            *self.ready.lock().unwrap_or_else(PoisonError::into_inner) = found;
            std::thread::sleep(CHECK_INTERVAL);
        }
    }
}

fn forward(mut from: TcpStream, mut to: TcpStream) {
    let mut bytes = [0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}
