//! The integration tests of this crate, in one program, so that it links once.

#![allow(clippy::unwrap_used, reason = "a test may stop anywhere")]

mod backup;
mod conformance;
mod damage;
mod describe;
mod durable;
mod full_disk;
mod integrity;
mod old_data;
mod postgres;
mod postgres_tls;
mod records;
mod resolutions;
mod support;
