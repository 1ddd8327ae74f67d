//! An allocator that counts allocations, for tests of code that must not allocate.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    // Per thread, so that tests that run at the same time do not count the allocations of each other.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The allocator of the system, which also counts every allocation. Make it the `#[global_allocator]`.
#[derive(Clone, Copy, Debug)]
pub struct CountingAllocator;

/// Counts how often `action` allocates memory on this thread.
pub fn count_allocations(action: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    action();
    ALLOCATIONS.get() - before
}

fn add_allocation() {
    // A thread that is ending has no counter any more. Nobody reads it then, so it is ignored.
    let _ = ALLOCATIONS.try_with(|requests| requests.set(requests.get() + 1));
}

// SAFETY: every call is passed to the system's allocator unchanged.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add_allocation();
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add_allocation();
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        add_allocation();
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}
