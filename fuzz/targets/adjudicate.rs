//! Any line gets an answer, and the answer is JSON of the promised shape.
#![no_main]

use std::cell::RefCell;

use cli::Clerk;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

thread_local! {
    // Kept, as the program keeps it: what one line leaves behind must not spoil the next.
    static CLERK: RefCell<Clerk<'static>> = RefCell::new(Clerk::new(&atlas::standard().board));
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let mut out = String::new();
    let good = CLERK.with_borrow_mut(|clerk| clerk.answer(&text, &mut out));
    let answer: Value = serde_json::from_str(&out).expect("the answer is JSON");
    let keys: &[&str] = if good { &["id", "phase", "results", "void", "next"] } else { &["id", "error"] };
    let object = answer.as_object().expect("the answer is an object");
    assert_eq!(object.len(), keys.len(), "{out}");
    assert!(keys.iter().all(|key| object.contains_key(*key)), "{out}");
    // A position that was answered can be sent back, with nobody ordering anything.
    if good && answer["next"]["phase"] != "COMPLETED" {
        let mut again = String::new();
        let line = answer["next"].to_string();
        let good = CLERK.with_borrow_mut(|clerk| clerk.answer(&line, &mut again));
        assert!(good, "{line} is refused: {again}");
    }
});
