//! A counting allocator, to show what asks for no memory. For tests only.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    // By thread, so that tests beside each other do not count each other's.
    static REQUESTS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, with every request counted. Make it the `#[global_allocator]`.
#[derive(Clone, Copy, Debug)]
pub struct Counting;

/// How often `deed` asks for memory on this thread.
pub fn requests(deed: impl FnOnce()) -> u64 {
    let before = REQUESTS.get();
    deed();
    REQUESTS.get() - before
}

fn count() {
    // A thread that is ending has no counter any more, and nobody who asks for it.
    let _ = REQUESTS.try_with(|requests| requests.set(requests.get() + 1));
}

// SAFETY: everything is handed on to the system's allocator unchanged.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}
