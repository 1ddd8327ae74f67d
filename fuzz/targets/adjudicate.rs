//! Fuzz target for `detente adjudicate`: every line gets an answer, which is JSON with the documented keys.
#![no_main]

use std::cell::RefCell;
use std::collections::BTreeMap;

use adjudicate::Adjudicator;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use serde_json::value::RawValue;

thread_local! {
    // Kept between lines, as in the program: one line must not change the answer to the next.
    static ADJUDICATOR: RefCell<Adjudicator<'static>> = RefCell::new(Adjudicator::new(&atlas::standard().board));
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let mut out = Vec::new();
    let good = ADJUDICATOR.with_borrow_mut(|worker| worker.answer(&text, &mut out));
    let out = String::from_utf8(out).expect("the answer is UTF-8");
    // Raw values, because an id is returned exactly as it came, also a number that does not fit in a float.
    let answer: BTreeMap<&str, &RawValue> = serde_json::from_str(&out).expect("the answer is a JSON object");
    let keys: &[&str] = if good { &["id", "next", "phase", "results", "void"] } else { &["error", "id"] };
    assert!(answer.keys().eq(keys), "{out}");
    // The position in the answer is accepted again, without orders.
    let Some(next) = answer.get("next") else { return };
    let next: Value = serde_json::from_str(next.get()).expect("the position is JSON");
    if next["phase"] != "COMPLETED" {
        let mut again = Vec::new();
        let line = next.to_string();
        let good = ADJUDICATOR.with_borrow_mut(|worker| worker.answer(&line, &mut again));
        assert!(good, "{line} is refused: {}", String::from_utf8_lossy(&again));
    }
});
