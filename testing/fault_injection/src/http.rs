//! A small HTTP/1.1 client that talks to one server over one connection.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::Value;
use socket2::{Domain, Socket, Type};

/// The server counts as dead after this time without a response.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A client with one connection that is kept open.
#[derive(Debug)]
pub struct HttpClient {
    address: SocketAddr,
    /// The own address; None: the system chooses one.
    from: Option<IpAddr>,
    stream: Option<BufReader<TcpStream>>,
    out: Vec<u8>,
}

#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub body: Vec<u8>,
    pub cookie: Option<String>,
}

/// Optional parts of a request.
#[derive(Debug, Clone, Copy, Default)]
pub struct RequestParts<'a> {
    pub cookie: &'a str,
    /// The idempotency key.
    pub idempotency_key: &'a str,
    pub body: &'a [u8],
}

impl Response {
    pub fn json(&self) -> anyhow::Result<Value> {
        serde_json::from_slice(&self.body).with_context(|| format!("{} {}", self.status, self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

impl HttpClient {
    pub fn new(address: SocketAddr) -> Self {
        Self { address, from: None, stream: None, out: Vec::new() }
    }

    /// A client that connects from this address of the machine. On loopback there are millions.
    pub fn from_address(from: IpAddr, address: SocketAddr) -> Self {
        Self { from: Some(from), ..Self::new(address) }
    }

    /// Whether the connection is open.
    pub fn is_open(&self) -> bool {
        self.stream.is_some()
    }

    /// Sends a request and reads its response. After an error the result of the request is unknown.
    pub fn request(&mut self, method: &str, path: &str, with: RequestParts<'_>) -> io::Result<Response> {
        self.send(method, path, with)?;
        self.read_response()
    }

    /// Reads the response to the last request.
    pub fn read_response(&mut self) -> io::Result<Response> {
        let Some(stream) = &mut self.stream else { return Err(ErrorKind::NotConnected.into()) };
        let answer = read_answer(stream);
        if answer.is_err() {
            self.stream = None;
        }
        answer
    }

    /// Sends a request. Its response is read later.
    pub fn send(&mut self, method: &str, path: &str, with: RequestParts<'_>) -> io::Result<()> {
        let sent = self.try_to_send(method, path, with);
        if sent.is_err() {
            self.stream = None;
        }
        sent
    }

    fn try_to_send(&mut self, method: &str, path: &str, with: RequestParts<'_>) -> io::Result<()> {
        if self.stream.is_none() {
            let stream = connect(self.from, self.address)?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(TIMEOUT))?;
            self.stream = Some(BufReader::new(stream));
        }
        let Some(stream) = &mut self.stream else { return Err(ErrorKind::NotConnected.into()) };
        self.out.clear();
        write!(self.out, "{method} {path} HTTP/1.1\r\nhost: {}\r\n", self.address)?;
        if !with.cookie.is_empty() {
            write!(self.out, "cookie: {}\r\n", with.cookie)?;
        }
        if !with.idempotency_key.is_empty() {
            write!(self.out, "idempotency-key: {}\r\n", with.idempotency_key)?;
        }
        if method != "GET" {
            write!(self.out, "content-type: application/json\r\ncontent-length: {}\r\n", with.body.len())?;
        }
        self.out.extend_from_slice(b"\r\n");
        self.out.extend_from_slice(with.body);
        stream.get_mut().write_all(&self.out)
    }

    pub fn get(&mut self, path: &str, cookie: &str) -> anyhow::Result<Value> {
        let answer = self.request("GET", path, RequestParts { cookie, ..RequestParts::default() })?;
        if !answer.is_success() {
            bail!("GET {path}: {} {}", answer.status, answer.text());
        }
        answer.json()
    }

    /// A request that must succeed.
    pub fn post(&mut self, path: &str, cookie: &str, body: &Value) -> anyhow::Result<Value> {
        let text = body.to_string();
        let answer = self.request(
            "POST",
            path,
            RequestParts { cookie, body: text.as_bytes(), ..RequestParts::default() },
        )?;
        if !answer.is_success() {
            bail!("POST {path} {body}: {} {}", answer.status, answer.text());
        }
        answer.json()
    }

    /// Creates a person. Returns the cookie.
    pub fn create_person(&mut self, name: &str) -> anyhow::Result<String> {
        let body = serde_json::json!({ "name": name }).to_string();
        let answer = self.request(
            "POST",
            "/api/me",
            RequestParts { body: body.as_bytes(), ..RequestParts::default() },
        )?;
        let (status, text) = (answer.status, answer.text());
        answer.cookie.with_context(|| format!("{name} has no cookie: {status} {text}"))
    }
}

/// Opens a connection, from this own address if there is one.
pub fn connect(from: Option<IpAddr>, to: SocketAddr) -> io::Result<TcpStream> {
    let Some(from) = from else { return TcpStream::connect(to) };
    let socket = Socket::new(Domain::for_address(to), Type::STREAM, None)?;
    socket.bind(&SocketAddr::new(from, 0).into())?;
    socket.connect_timeout(&to.into(), TIMEOUT)?;
    Ok(socket.into())
}

fn read_answer(stream: &mut BufReader<TcpStream>) -> io::Result<Response> {
    let mut line = String::new();
    if stream.read_line(&mut line)? == 0 {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or(ErrorKind::InvalidData)?;
    let (mut length, mut cookie) = (None, None);
    loop {
        line.clear();
        if stream.read_line(&mut line)? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.parse().ok();
        } else if name.eq_ignore_ascii_case("set-cookie") {
            cookie = value.split(';').next().map(str::to_owned);
        }
    }
    // No response here is chunked.
    let length: usize = if status == 204 { 0 } else { length.ok_or(ErrorKind::InvalidData)? };
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok(Response { status, body, cookie })
}
