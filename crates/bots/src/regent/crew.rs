//! Work that is shared out among threads. Who does what never changes what comes out.

/// Does a task for each item, on so many threads.
pub(super) fn each<T: Send>(threads: usize, items: &mut [T], task: impl Fn(usize, &mut T) + Sync) {
    if threads < 2 || items.len() < 2 {
        for (i, item) in items.iter_mut().enumerate() {
            task(i, item);
        }
        return;
    }
    let queue = std::sync::Mutex::new(items.iter_mut().enumerate());
    let toil = || {
        loop {
            let next = queue.lock().ok().and_then(|mut queue| queue.next());
            let Some((i, item)) = next else { return };
            task(i, item);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(items_len(&queue)) {
            scope.spawn(toil);
        }
        toil();
    });
}

fn items_len<I: ExactSizeIterator>(queue: &std::sync::Mutex<I>) -> usize {
    queue.lock().map_or(1, |queue| queue.len())
}
