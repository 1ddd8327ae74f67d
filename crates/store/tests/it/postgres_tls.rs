//! TLS to a real PostgreSQL server: used when the URL asks for it, never weaker than asked.

use std::path::{Path, PathBuf};

use crate::support::{append, new_game};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use store::{Appended, Games, Maintenance, Postgres, StoreError};
use test_postgres::{Durability, TestPostgres, start_for_test};

/// An authority that signs certificates, and the file that says to trust it.
struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    file: PathBuf,
}

impl Authority {
    fn new(folder: &Path, name: &str) -> Self {
        let mut params = CertificateParams::new(vec![]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let file = folder.join(name);
        std::fs::write(&file, issuer.pem()).unwrap();
        Self { issuer, file }
    }

    /// A server whose certificate, signed by this authority, is for `host`.
    fn start_server(&self, host: &str) -> TestPostgres {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec![host.to_owned()]).unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        TestPostgres::start_with_tls(&certificate.pem(), &key.serialize_pem()).unwrap()
    }

    fn verified(&self, url: &str) -> String {
        format!("{url}?sslmode=verify-full&sslrootcert={}", self.file.display())
    }
}

async fn refused(url: &str) -> String {
    match Postgres::open(url).await {
        Ok(_) => panic!("{url} was opened"),
        Err(error) => error.to_string(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_is_reached_over_tls_or_not_at_all() {
    // The first server only says whether such tests run here. It has no TLS, which is a case of its own.
    let Some(plain) = start_for_test(Durability::Unsynced) else { return };
    let folder = plain.folder();
    let ours = Authority::new(&folder, "ours.pem");
    let others = Authority::new(&folder, "others.pem");

    // A server without TLS: the connection is refused, not made without protection.
    let url = plain.database().unwrap();
    assert!(refused(&ours.verified(&url)).await.contains("TLS"));

    let server = ours.start_server("127.0.0.1");
    let url = server.database().unwrap();
    let store = Postgres::open(&ours.verified(&url)).await.unwrap();
    store.create(new_game(1)).await.unwrap();
    assert!(matches!(store.append(append(1, 0, &["a"])).await, Ok(Appended::Done { .. })));
    // All connections: the pools, and the one that listens for notices.
    let tls = "SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
         WHERE application_name = 'detente'";
    assert_eq!(server.sql("postgres", tls).unwrap().trim(), "t");
    store.close().await.unwrap();
    let required = format!("{url}?sslmode=require&sslrootcert={}", ours.file.display());
    assert!(Postgres::open(&required).await.is_ok());

    // Another authority, no authority, and no TLS at all.
    assert!(refused(&others.verified(&url)).await.contains("certificate"));
    assert!(refused(&format!("{url}?sslmode=require")).await.contains("certificate"));
    assert!(refused(&url).await.contains("no encryption"));
    assert!(refused(&format!("{url}?sslmode=verify-full&sslrootcert=missing.pem")).await.contains("missing"));

    // The right authority, but the certificate of another host.
    let elsewhere = ours.start_server("db.example.org");
    let url = elsewhere.database().unwrap();
    let error = Postgres::open(&ours.verified(&url)).await.err();
    assert!(matches!(error, Some(StoreError::Unreachable(text)) if text.contains("certificate")));
}
