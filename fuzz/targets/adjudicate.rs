//! Any line gets an answer, and the answer is JSON of the promised shape.
#![no_main]

use std::cell::RefCell;
use std::collections::BTreeMap;

use adjudicate::Clerk;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use serde_json::value::RawValue;

thread_local! {
    // Kept, as the program keeps it: what one line leaves behind must not spoil the next.
    static CLERK: RefCell<Clerk<'static>> = RefCell::new(Clerk::new(&atlas::standard().board));
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let mut out = String::new();
    let good = CLERK.with_borrow_mut(|clerk| clerk.answer(&text, &mut out));
    // Values are left raw: an id is handed back as it came, also a number that no float can hold.
    let answer: BTreeMap<&str, &RawValue> = serde_json::from_str(&out).expect("the answer is an object");
    let keys: &[&str] = if good { &["id", "next", "phase", "results", "void"] } else { &["error", "id"] };
    assert!(answer.keys().eq(keys), "{out}");
    // A position that was answered can be sent back, with nobody ordering anything.
    let Some(next) = answer.get("next") else { return };
    let next: Value = serde_json::from_str(next.get()).expect("the position is JSON");
    if next["phase"] != "COMPLETED" {
        let mut again = String::new();
        let line = next.to_string();
        let good = CLERK.with_borrow_mut(|clerk| clerk.answer(&line, &mut again));
        assert!(good, "{line} is refused: {again}");
    }
});
