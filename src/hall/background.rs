//! Background threads with low priority for long CPU-bound work, so that the event loop and the
//! tasks that answer clicks go first.

use std::io;
use std::thread;

use tokio::sync::oneshot;

/// Runs `work` on a new low-priority thread. Returns `None` if it panicked, and an error if the
/// thread could not be spawned.
pub async fn run_in_thread<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<Option<T>> {
    let (sender, receiver) = oneshot::channel();
    // Not a thread of tokio's blocking pool: a thread that lowered its priority may not be allowed
    // to raise it again.
    thread::Builder::new().name(name.to_owned()).spawn(move || {
        lower_thread_priority();
        // The caller may have been dropped.
        let _ = sender.send(work());
    })?;
    Ok(receiver.await.ok())
}

/// Lowers the priority of the current thread for good, below all threads that answer clicks.
#[cfg(target_os = "linux")]
pub fn lower_thread_priority() {
    use thread_priority::{
        NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy,
        set_thread_priority_and_policy, thread_native_id,
    };
    // `nice` is not enough: a waking thread can wait milliseconds for a niced thread's slice to
    // end. `SCHED_IDLE` threads are preempted at once.
    let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
    let result = set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, idle);
    if let Err(why) = result {
        tracing::debug!("long work is done as eagerly as everything else: {why:?}");
    }
}

/// Does nothing: thread priorities are only set on Linux.
#[cfg(not(target_os = "linux"))]
pub fn lower_thread_priority() {}
