//! Long work beside the event loop, on threads that make way for whoever clicks.
//!
//! May use: threads, tokio's channels. Deliberately absent: what the work is.

use std::io;
use std::thread;

use tokio::sync::oneshot;

/// Does something long on a thread of its own; nothing comes back if it panicked.
pub async fn run_in_thread<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<Option<T>> {
    let (done, result) = oneshot::channel();
    // A thread of the pool could not be given back: who steps back may not step forward again.
    thread::Builder::new().name(name.to_owned()).spawn(move || {
        stand_back();
        // Whoever wanted it may have gone.
        let _ = done.send(work());
    })?;
    Ok(result.await.ok())
}

/// Whoever answers a click goes before this thread, from now on.
#[cfg(target_os = "linux")]
pub fn stand_back() {
    use thread_priority::{
        NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy,
        set_thread_priority_and_policy, thread_native_id,
    };
    // Merely being nice would not do: whoever wakes up may have to wait for the slice of
    // somebody nice to end, some milliseconds. Idlers make way at once.
    let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
    let done = set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, idle);
    if let Err(why) = done {
        tracing::debug!("long work is done as eagerly as everything else: {why:?}");
    }
}

/// Whoever answers a click goes before this thread, where that can be said.
#[cfg(not(target_os = "linux"))]
pub fn stand_back() {}
