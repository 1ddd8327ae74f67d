//! Sends one POST to an address that somebody entered. The address is checked after its name was resolved, and
//! again after each redirect, and the connection goes to the address that was checked.

use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CONTENT_LENGTH, HOST, LOCATION, USER_AGENT};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, Uri};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use super::address_check::is_public;
use super::config::PrivateReceivers;
use super::sender::SendError;

/// How many redirects are followed.
pub(crate) const MAX_REDIRECTS: usize = 3;
/// How much of an answer is read. What it says is not used.
const MAX_ANSWER_BYTES: usize = 64 * 1024;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

static TLS: LazyLock<Result<TlsConnector, String>> = LazyLock::new(|| {
    let mut roots = rustls::RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.map_err(|error| error.to_string())?;
    Ok(TlsConnector::from(Arc::new(config.with_root_certificates(roots).with_no_client_auth())))
});

/// Sends a POST, and follows redirects. An answer other than 2xx is an error.
pub(super) async fn post(
    url: &str,
    headers: &HeaderMap,
    body: &[u8],
    private: PrivateReceivers,
) -> Result<(), SendError> {
    let mut url: Uri = url.parse().map_err(|_| SendError::never("unreadable"))?;
    for _ in 0..=MAX_REDIRECTS {
        let (status, location) = post_once(&url, headers, body, private).await?;
        match status.as_u16() {
            200..=299 => return Ok(()),
            301 | 302 | 307 | 308 => url = redirected(&url, location.as_ref())?,
            // The browser has unsubscribed, or the webhook was deleted.
            404 | 410 => return Err(SendError::never(format!("gone {}", status.as_u16()))),
            code => return Err(SendError::later(format!("refused {code}"))),
        }
    }
    Err(SendError::later("redirects"))
}

/// The next address. From https it may not lead to http.
fn redirected(from: &Uri, location: Option<&HeaderValue>) -> Result<Uri, SendError> {
    let location = location.and_then(|value| value.to_str().ok()).ok_or(SendError::later("redirects"))?;
    let next: Uri = location.parse().map_err(|_| SendError::later("redirects"))?;
    let next = match (next.scheme(), from.authority()) {
        (Some(_), _) => next,
        (None, Some(authority)) if location.starts_with('/') && !location.starts_with("//") => Uri::builder()
            .scheme(from.scheme_str().unwrap_or("https"))
            .authority(authority.clone())
            .path_and_query(location)
            .build()
            .map_err(|_| SendError::later("redirects"))?,
        (None, _) => return Err(SendError::later("redirects")),
    };
    if from.scheme_str() == Some("https") && next.scheme_str() != Some("https") {
        return Err(SendError::later("redirects"));
    }
    Ok(next)
}

async fn post_once(
    url: &Uri,
    headers: &HeaderMap,
    body: &[u8],
    private: PrivateReceivers,
) -> Result<(StatusCode, Option<HeaderValue>), SendError> {
    let host = url.host().ok_or(SendError::never("unreadable"))?.trim_matches(['[', ']']);
    let is_secure = match url.scheme_str() {
        Some("https") => true,
        Some("http") => false,
        Some(_) | None => return Err(SendError::never("unreadable")),
    };
    let port = url.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
    let address = resolve(host, port, private).await?;
    let connected = tokio::time::timeout(CONNECT_TIMEOUT, TcpStream::connect(address)).await;
    let stream = connected.map_err(|_| SendError::later("timeout"))?;
    let stream = stream.map_err(|_| SendError::later("unreachable"))?;
    let request = request(url, headers, body)?;
    if is_secure {
        let tls = TLS.as_ref().map_err(|_| SendError::later("insecure"))?;
        let name = ServerName::try_from(host.to_owned()).map_err(|_| SendError::never("unreadable"))?;
        let stream = tls.connect(name, stream).await.map_err(|_| SendError::later("insecure"))?;
        exchange(TokioIo::new(stream), request).await
    } else {
        exchange(TokioIo::new(stream), request).await
    }
}

/// The address of a host. All its addresses must be public: else it depends on chance which one is used.
async fn resolve(host: &str, port: u16, private: PrivateReceivers) -> Result<SocketAddr, SendError> {
    let found = tokio::net::lookup_host((host, port)).await.map_err(|_| SendError::later("unreachable"))?;
    let addresses: Vec<SocketAddr> = found.collect();
    let is_allowed = |address: &SocketAddr| match private {
        PrivateReceivers::Allow => true,
        PrivateReceivers::Refuse => is_public(address.ip()),
        PrivateReceivers::AllowOnly(one) => is_public(address.ip()) || *address == one,
    };
    if !addresses.iter().all(is_allowed) {
        return Err(SendError::never("private_address"));
    }
    addresses.first().copied().ok_or(SendError::later("unreachable"))
}

fn request(url: &Uri, headers: &HeaderMap, body: &[u8]) -> Result<Request<Body>, SendError> {
    let unreadable = || SendError::never("unreadable");
    let authority = url.authority().ok_or_else(unreadable)?;
    let path = url.path_and_query().map_or("/", |path| path.as_str());
    let mut request = Request::builder().method(Method::POST).uri(path);
    for (name, value) in headers {
        request = request.header(name, value);
    }
    request
        .header(HOST, authority.as_str())
        .header(USER_AGENT, "Detente")
        .header(CONTENT_LENGTH, body.len())
        .body(Body::from(body.to_vec()))
        .map_err(|_| unreadable())
}

async fn exchange(
    io: impl hyper::rt::Read + hyper::rt::Write + Unpin + Send + 'static,
    request: Request<Body>,
) -> Result<(StatusCode, Option<HeaderValue>), SendError> {
    let broken = |_: hyper::Error| SendError::later("unreachable");
    let (mut sender, connection) = http1::handshake(io).await.map_err(broken)?;
    let driver = tokio::spawn(async move {
        // The request that waits for an answer gets the error.
        let _ = connection.await;
    });
    let answer = sender.send_request(request).await.map_err(broken);
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) => {
            driver.abort();
            return Err(error);
        }
    };
    let (status, location) = (answer.status(), answer.headers().get(LOCATION).cloned());
    // Read to its end, so that the receiver does not see a broken connection.
    let _ = axum::body::to_bytes(Body::new(answer.into_body()), MAX_ANSWER_BYTES).await;
    driver.abort();
    Ok((status, location))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_never_leave_https() {
        let from: Uri = "https://example.org/a".parse().expect("a URL");
        let to = |text: &'static str| redirected(&from, Some(&HeaderValue::from_static(text)));
        assert_eq!(to("/b?c").expect("a path").to_string(), "https://example.org/b?c");
        assert_eq!(to("https://other.example/").expect("a URL").host(), Some("other.example"));
        for wrong in ["http://example.org/", "b", "", "//"] {
            assert!(to(wrong).is_err(), "{wrong}");
        }
    }

    #[tokio::test]
    async fn names_of_private_addresses_are_refused_however_they_are_written() {
        for host in ["localhost", "127.0.0.1", "127.1", "2130706433", "0x7f.1", "::1", "::ffff:10.0.0.1"] {
            let found = resolve(host, 80, PrivateReceivers::Refuse).await;
            assert!(found.is_err(), "{host}: {found:?}");
        }
    }
}
