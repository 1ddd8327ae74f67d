//! TLS to the database, as its URL asks for: `sslmode` and `sslrootcert`.
//!
//! There is no half protection: with TLS, certificate and host name are always checked. So `require` and
//! `verify-ca` are as strict as `verify-full`. Without `sslmode`, the connection is not encrypted.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Config, Connection, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::StoreError;

/// How to reach the database: the driver's settings, and whom to trust.
#[derive(Clone)]
pub(super) struct Address {
    pub(super) config: Config,
    tls: MakeRustlsConnect,
}

impl fmt::Debug for Address {
    /// Leaves out the configuration, because it contains the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Address").finish_non_exhaustive()
    }
}

/// The future that drives a connection.
pub(super) type Driver = Connection<Socket, <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream>;

/// What the URL says about TLS. The driver does not know these parameters.
#[derive(Default, PartialEq, Eq, Debug)]
struct TlsParameters {
    /// The file with the certificates of the authorities that are trusted, instead of the system's.
    root_certificates: Option<String>,
    is_required: bool,
}

impl Address {
    pub(super) fn read(url: &str) -> Result<Self, StoreError> {
        let (rest, parameters) = TlsParameters::split_off(url)?;
        // The error does not repeat the URL, because it may contain a password.
        let mut config = Config::from_str(&rest)
            .map_err(|_| StoreError::Failed("this is not the address of a PostgreSQL database".to_owned()))?;
        let is_required = parameters.is_required || config.get_ssl_mode() == SslMode::Require;
        config.ssl_mode(if is_required { SslMode::Require } else { SslMode::Disable });
        let roots = if is_required { trusted_roots(&parameters)? } else { RootCertStore::empty() };
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| StoreError::Failed(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self { config, tls: MakeRustlsConnect::new(tls) })
    }

    pub(super) async fn connect(&self) -> Result<(Client, Driver), tokio_postgres::Error> {
        self.config.connect(self.tls.clone()).await
    }
}

impl TlsParameters {
    /// Takes `sslmode` and `sslrootcert` out of a URL.
    fn split_off(url: &str) -> Result<(String, Self), StoreError> {
        let mut found = Self::default();
        let Some((address, query)) = url.split_once('?') else { return Ok((url.to_owned(), found)) };
        let mut rest = Vec::new();
        for parameter in query.split('&') {
            match parameter.split_once('=') {
                Some(("sslmode", "require" | "verify-ca" | "verify-full")) => found.is_required = true,
                Some(("sslmode", "disable" | "allow" | "prefer")) => {}
                Some(("sslmode", other)) => {
                    return Err(StoreError::Failed(format!(
                        "sslmode is '{other}': write verify-full, or disable for a connection without TLS"
                    )));
                }
                Some(("sslrootcert", file)) => found.root_certificates = Some(percent_decoded(file)),
                Some(_) | None => rest.push(parameter),
            }
        }
        if found.root_certificates.is_some() && !found.is_required {
            let message = "sslrootcert needs sslmode=verify-full: without it the connection has no TLS";
            return Err(StoreError::Failed(message.to_owned()));
        }
        let rest = if rest.is_empty() { address.to_owned() } else { format!("{address}?{}", rest.join("&")) };
        Ok((rest, found))
    }
}

/// The certificates of the authorities that may vouch for the database.
fn trusted_roots(parameters: &TlsParameters) -> Result<RootCertStore, StoreError> {
    let mut roots = RootCertStore::empty();
    let (place, certificates) = match parameters.root_certificates.as_deref() {
        None | Some("system") => {
            ("the system's certificates".to_owned(), rustls_native_certs::load_native_certs().certs)
        }
        Some(file) => {
            let read = CertificateDer::pem_file_iter(file).and_then(Iterator::collect);
            let read = read.map_err(|error| StoreError::Failed(format!("sslrootcert {file}: {error}")))?;
            (format!("sslrootcert {file}"), read)
        }
    };
    // The system may have certificates that are not usable; the others still count.
    let (usable, _) = roots.add_parsable_certificates(certificates);
    if usable == 0 {
        return Err(StoreError::Failed(format!("{place}: there is no certificate of an authority")));
    }
    Ok(roots)
}

/// The text of a URL's parameter: `%2F` is `/`.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(|_| first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop anywhere")]
mod tests {
    use super::*;

    #[test]
    fn tls_parameters_are_taken_out_of_the_url() {
        let split = |url| TlsParameters::split_off(url).unwrap();
        assert_eq!(split("postgres://a@b/c"), ("postgres://a@b/c".to_owned(), TlsParameters::default()));
        assert_eq!(split("postgres://a@b/c?sslmode=prefer&x=1").0, "postgres://a@b/c?x=1");
        let (rest, tls) = split("postgres://b/c?sslmode=verify-full&x=1&sslrootcert=%2Fetc%2Fmy+ca.pem");
        assert_eq!(rest, "postgres://b/c?x=1");
        let root_certificates = Some("/etc/my+ca.pem".to_owned());
        assert_eq!(tls, TlsParameters { root_certificates, is_required: true });
        assert!(TlsParameters::split_off("postgres://b/c?sslmode=verify_full").is_err());
        assert!(TlsParameters::split_off("postgres://b/c?sslrootcert=ca.pem").is_err(), "no half protection");
        assert_eq!(percent_decoded("%"), "%");
        assert_eq!(percent_decoded("%zz%41"), "%zzA");
    }
}
