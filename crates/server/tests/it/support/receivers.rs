//! Receivers of notifications: a mail server and an HTTP server on sockets of their own.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// What an HTTP receiver answers.
#[derive(Clone, Debug)]
pub enum Answer {
    Status(u16),
    Redirect(String),
    /// It takes the request, and answers after this time.
    Slow(Duration),
    /// It never answers.
    Hang,
}

/// A request that came in.
#[derive(Clone, Debug)]
pub struct Received {
    /// With the method and the path in the first line.
    pub head: String,
    pub body: Vec<u8>,
}

impl Received {
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// An HTTP server that keeps what it gets.
pub struct HttpReceiver {
    pub address: SocketAddr,
    received: Arc<Mutex<Vec<Received>>>,
    answer: Arc<Mutex<Answer>>,
}

impl HttpReceiver {
    pub async fn start(answer: Answer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let receiver = Self {
            address: listener.local_addr().unwrap(),
            received: Arc::default(),
            answer: Arc::new(Mutex::new(answer)),
        };
        let (received, answer) = (Arc::clone(&receiver.received), Arc::clone(&receiver.answer));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (received, answer) = (Arc::clone(&received), answer.lock().unwrap().clone());
                tokio::spawn(async move { serve_http(stream, &received, answer).await });
            }
        });
        receiver
    }

    pub fn url(&self) -> String {
        format!("http://{}/hook/secret", self.address)
    }

    pub fn answer(&self, answer: Answer) {
        *self.answer.lock().unwrap() = answer;
    }

    /// Everything since the last call.
    pub fn take(&self) -> Vec<Received> {
        std::mem::take(&mut *self.received.lock().unwrap())
    }
}

async fn serve_http(stream: TcpStream, received: &Mutex<Vec<Received>>, answer: Answer) {
    let mut stream = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if stream.read_line(&mut head).await.unwrap_or(0) == 0 {
            return;
        }
    }
    let mut request = Received { head, body: Vec::new() };
    let length: usize = request.header("content-length").map_or(0, |text| text.trim().parse().unwrap());
    request.body.resize(length, 0);
    if stream.read_exact(&mut request.body).await.is_err() {
        return;
    }
    received.lock().unwrap().push(request);
    let answer = match answer {
        Answer::Status(code) => format!("HTTP/1.1 {code} Answer\r\ncontent-length: 2\r\n\r\nok"),
        Answer::Redirect(to) => {
            format!("HTTP/1.1 307 Redirect\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n")
        }
        Answer::Slow(time) => {
            tokio::time::sleep(time).await;
            "HTTP/1.1 204 No Content\r\n\r\n".to_owned()
        }
        Answer::Hang => std::future::pending().await,
    };
    let _ = stream.write_all(answer.as_bytes()).await;
}

/// A mail that came in.
#[derive(Clone, Debug)]
pub struct Mail {
    pub to: String,
    /// Head and body, with the quoting of lines removed.
    pub text: String,
}

impl Mail {
    /// A header, with its continued lines.
    pub fn header(&self, name: &str) -> Option<String> {
        let head = self.text.split("\r\n\r\n").next()?.replace("\r\n ", " ");
        let mut lines = head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned())
    }

    /// The text as the reader sees it: quoted-printable is undone.
    pub fn readable(&self) -> String {
        let joined = self.text.replace("=\r\n", "");
        let mut bytes = Vec::new();
        let mut rest = joined.as_bytes();
        while let Some((first, after)) = rest.split_first() {
            let code = after.get(..2).and_then(|code| std::str::from_utf8(code).ok());
            match code.and_then(|code| u8::from_str_radix(code, 16).ok()).filter(|_| *first == b'=') {
                Some(byte) => {
                    bytes.push(byte);
                    rest = &after[2..];
                }
                None => {
                    bytes.push(*first);
                    rest = after;
                }
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The path of the first link that has this part.
    pub fn link(&self, part: &str) -> String {
        let text = self.readable();
        let at = text.find(part).unwrap_or_else(|| panic!("no {part} in {text}"));
        let start = text[..at].rfind("/api/").unwrap();
        let end = text[at..].find(|one: char| one.is_whitespace() || "\"<>".contains(one)).unwrap() + at;
        text[start..end].to_owned()
    }
}

/// A mail server that keeps what it gets.
pub struct MailReceiver {
    pub address: SocketAddr,
    mails: Arc<Mutex<Vec<Mail>>>,
    /// The answer to a mail: `250 ok`.
    answer: Arc<Mutex<String>>,
}

impl MailReceiver {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let receiver = Self {
            address: listener.local_addr().unwrap(),
            mails: Arc::default(),
            answer: Arc::new(Mutex::new("250 ok".to_owned())),
        };
        let (mails, answer) = (Arc::clone(&receiver.mails), Arc::clone(&receiver.answer));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (mails, answer) = (Arc::clone(&mails), answer.lock().unwrap().clone());
                tokio::spawn(async move { serve_smtp(stream, &mails, &answer).await });
            }
        });
        receiver
    }

    pub fn answer(&self, answer: &str) {
        *self.answer.lock().unwrap() = answer.to_owned();
    }

    /// Everything since the last call.
    pub fn take(&self) -> Vec<Mail> {
        std::mem::take(&mut *self.mails.lock().unwrap())
    }
}

async fn serve_smtp(stream: TcpStream, mails: &Mutex<Vec<Mail>>, answer: &str) -> Option<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 test\r\n").await.ok()?;
    let mut to = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        let command = line.to_ascii_uppercase();
        let reply = if command.starts_with("EHLO") {
            "250-test\r\n250 8BITMIME".to_owned()
        } else if command.starts_with("RCPT TO:") {
            to = line["RCPT TO:".len()..].trim().trim_matches(['<', '>']).to_owned();
            "250 ok".to_owned()
        } else if command.starts_with("DATA") {
            stream.write_all(b"354 go on\r\n").await.ok()?;
            let mut text = String::new();
            while !text.ends_with("\r\n.\r\n") {
                if stream.read_line(&mut text).await.ok()? == 0 {
                    return None;
                }
            }
            let text = text.trim_end_matches(".\r\n").replace("\r\n..", "\r\n.");
            if answer.starts_with('2') {
                mails.lock().unwrap().push(Mail { to: to.clone(), text });
            }
            answer.to_owned()
        } else if command.starts_with("QUIT") {
            stream.write_all(b"221 bye\r\n").await.ok()?;
            return Some(());
        } else {
            "250 ok".to_owned()
        };
        stream.write_all(format!("{reply}\r\n").as_bytes()).await.ok()?;
    }
}
