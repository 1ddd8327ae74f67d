//! Requests without a body, with odd paths and queries, never cause a server error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use test_kit::api_requests::Operations;

fuzz_target!(|bytes: &[u8]| fuzz::send_request(Operations::WithoutBody, bytes));
