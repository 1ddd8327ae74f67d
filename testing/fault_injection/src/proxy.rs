//! A proxy between two programs whose connections can be cut: bytes disappear without an error.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[derive(Debug, Clone)]
pub struct Proxy {
    pub address: SocketAddr,
    cut: Arc<AtomicBool>,
}

impl Proxy {
    pub fn new(target: SocketAddr) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let proxy = Self { address: listener.local_addr()?, cut: Arc::default() };
        let cut = Arc::clone(&proxy.cut);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let Ok(there) = TcpStream::connect(target) else { continue };
                for (from, to) in [(&stream, &there), (&there, &stream)] {
                    if let (Ok(from), Ok(to)) = (from.try_clone(), to.try_clone()) {
                        let cut = Arc::clone(&cut);
                        std::thread::spawn(move || forward(from, to, &cut));
                    }
                }
            }
        });
        Ok(proxy)
    }

    /// From now on all bytes are dropped.
    pub fn cut(&self) {
        self.cut.store(true, Ordering::SeqCst);
    }

    /// New connections work again. Old ones have lost bytes and do not.
    pub fn restore(&self) {
        self.cut.store(false, Ordering::SeqCst);
    }
}

fn forward(mut from: TcpStream, mut to: TcpStream, cut: &AtomicBool) {
    let mut bytes = [0; 16 * 1024];
    let mut broken = false;
    while let Ok(count) = from.read(&mut bytes) {
        if count == 0 {
            let _ = to.shutdown(std::net::Shutdown::Write);
            return;
        }
        broken |= cut.load(Ordering::SeqCst);
        if broken {
            std::thread::sleep(Duration::from_millis(1));
        } else if to.write_all(&bytes[..count]).is_err() {
            return;
        }
    }
}
