//! The server behind real sockets, and clients from several addresses of this machine.

use std::net::{Ipv6Addr, SocketAddr};
use std::sync::Arc;

use serde_json::Value;
use server::{App, Config};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpSocket, TcpStream};

use super::{START_TIME, new_store};

/// A running server with its public address and that of administrators.
pub struct SocketServer {
    pub address: SocketAddr,
    pub admin: SocketAddr,
}

impl SocketServer {
    pub async fn start(config: Config) -> Self {
        Self::start_on(config, TcpListener::bind("127.0.0.1:0").await.unwrap()).await
    }

    pub async fn start_on(config: Config, listener: TcpListener) -> Self {
        let app = App::new(config, new_store(), Arc::new(|| START_TIME));
        let admin_listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, admin) = (listener.local_addr().unwrap(), admin_listener.local_addr().unwrap());
        tokio::spawn(server::serve_admin(admin_listener, Arc::clone(&app)));
        tokio::spawn(server::serve(app, listener, std::future::pending()));
        Self { address, admin }
    }

    /// A connection from 127.0.0.`host`.
    pub async fn connect(&self, host: u8) -> SocketClient {
        SocketClient::connect(host, self.address).await
    }

    /// A value of the administrators' metrics.
    pub async fn metric(&self, name: &str) -> u64 {
        let answer = SocketClient::connect(1, self.admin).await.get("/metrics").await.unwrap();
        let line = answer.text.lines().find(|line| line.split(' ').next() == Some(name));
        line.unwrap_or_else(|| panic!("{name} is not in {}", answer.text))
            .rsplit(' ')
            .next()
            .unwrap()
            .parse()
            .unwrap()
    }
}

/// One connection, which can send several requests.
pub struct SocketClient {
    pub stream: BufReader<TcpStream>,
    pub headers: String,
}

#[derive(Debug)]
pub struct SocketAnswer {
    pub status: u16,
    pub head: String,
    pub text: String,
}

impl SocketAnswer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// Empty if the request was not refused.
    pub fn refusal_id(&self) -> String {
        if self.status < 400 { String::new() } else { self.json()["id"].as_str().unwrap().to_owned() }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }
}

impl SocketClient {
    pub async fn connect(host: u8, to: SocketAddr) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        // Small, so that an answer that nobody reads stays with the server.
        socket.set_recv_buffer_size(8192).unwrap();
        socket.bind(SocketAddr::from(([127, 0, 0, host], 0))).unwrap();
        // A server on the IPv6 address :: is reached by IPv4 too.
        let to = if to.is_ipv6() { SocketAddr::from(([127, 0, 0, 1], to.port())) } else { to };
        let stream = socket.connect(to).await.unwrap();
        Self { stream: BufReader::new(stream), headers: String::new() }
    }

    /// A connection from ::1, the only IPv6 address that each machine has.
    pub async fn connect_v6(to: SocketAddr) -> Self {
        let stream = TcpStream::connect((Ipv6Addr::LOCALHOST, to.port())).await.unwrap();
        Self { stream: BufReader::new(stream), headers: String::new() }
    }

    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers += &format!("{name}: {value}\r\n");
        self
    }

    pub async fn get(&mut self, path: &str) -> std::io::Result<SocketAnswer> {
        self.send("GET", path, "").await
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> std::io::Result<SocketAnswer> {
        self.send("POST", path, &body.to_string()).await
    }

    async fn send(&mut self, method: &str, path: &str, body: &str) -> std::io::Result<SocketAnswer> {
        let (headers, length) = (&self.headers, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: detente.test\r\n{headers}content-length: {length}\r\n\r\n{body}"
        );
        self.stream.write_all(request.as_bytes()).await?;
        self.answer().await
    }

    /// The next answer. Of an event stream, its head.
    pub async fn answer(&mut self) -> std::io::Result<SocketAnswer> {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if self.stream.read_line(&mut head).await? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
        }
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let mut answer = SocketAnswer { status, head, text: String::new() };
        let length = answer.header("content-length").map_or(0, |length| length.parse().unwrap());
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes).await?;
        answer.text = String::from_utf8(bytes).unwrap();
        Ok(answer)
    }

    /// The data of the next event of a stream that contains this text.
    pub async fn event(&mut self, wanted: &str) -> std::io::Result<String> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.stream.read_line(&mut line).await? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            if line.starts_with("data:") && line.contains(wanted) {
                return Ok(line);
            }
        }
    }

    /// Signs up, and sends the session cookie from now on.
    pub async fn sign_up(&mut self, name: &str) {
        let answer = self.post("/api/me", &serde_json::json!({ "name": name })).await.unwrap();
        let cookie = answer.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
        self.headers += &format!("cookie: {cookie}\r\n");
    }

    /// Sends single bytes until the server ends the connection, and returns what it answered.
    pub async fn send_slowly(&mut self, start: &str) -> String {
        let mut answer = Vec::new();
        if self.stream.write_all(start.as_bytes()).await.is_err() {
            return String::new();
        }
        let mut pause = tokio::time::interval(std::time::Duration::from_millis(10));
        loop {
            tokio::select! {
                // `read_line` would lose what it has read when the pause ends first.
                read = self.stream.read_buf(&mut answer) => {
                    if !matches!(read, Ok(1..)) {
                        return String::from_utf8(answer).expect("the answer is text");
                    }
                }
                _ = pause.tick() => {
                    // The answer may be there although the server has stopped reading.
                    let _ = self.stream.get_mut().try_write(b"x");
                }
            }
        }
    }
}
