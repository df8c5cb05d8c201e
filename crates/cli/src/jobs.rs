//! Many tasks at once: threads that take one after the other, each kept on a core of its own. What happens is told
//! in the order it happens; another order is the caller's to make.
//!
//! A panic in a task is its result, and the others go on. Release builds do not unwind (the runtime, which is linked
//! into units, cannot), so the thread ends where it panics, with all it holds, and another takes its place.
use crate::cores;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, Once};
use std::time::Duration;

/// What happens to a task.
pub enum Event<R> {
    /// Somebody begins it: its number.
    Begun(usize),
    /// It is done, or ended in a panic with these words.
    Done(usize, Result<R, String>),
    /// Nothing, for a while.
    Quiet,
}

enum Message<R> {
    Begun(usize),
    Done(usize, R),
    /// This worker panicked in this task.
    Panicked {
        worker: usize,
        task: usize,
        words: String,
    },
    /// A worker found nothing to do any more.
    Idle,
}

struct Shared<T, M> {
    /// What nobody has begun, by number.
    tasks: Mutex<VecDeque<(usize, T)>>,
    make: M,
    cores: Vec<usize>,
    halted: fn() -> bool,
}

/// Does all tasks, `jobs` at a time; once `halted` says so, only those that were begun. `make` is called by each
/// worker, with its number, for the function that does its tasks; that is also told how many tasks nobody has begun,
/// its own among them. `each` is told what happens, or at least every `tick` that nothing does. Where it fails
/// nothing more is begun.
pub fn run<T, R, W, E>(
    jobs: usize,
    tasks: Vec<T>,
    (tick, halted): (Duration, fn() -> bool),
    make: impl Fn(usize) -> W + Send + Sync + 'static,
    mut each: impl FnMut(Event<R>) -> Result<(), E>,
) -> Result<(), E>
where
    T: Send + 'static,
    R: Send + 'static,
    W: FnMut(T, usize) -> R,
{
    catch_panics();
    let mut running = jobs.clamp(1, tasks.len().max(1));
    let tasks = Mutex::new(tasks.into_iter().enumerate().collect());
    let shared = Arc::new(Shared { tasks, make, cores: cores::allowed(), halted });
    let (sender, receiver) = channel();
    for worker in 0..running {
        start(worker, shared.clone(), sender.clone());
    }
    let mut failed = None;
    while running > 0 {
        let event = match receiver.recv_timeout(tick) {
            Ok(Message::Begun(task)) => Event::Begun(task),
            Ok(Message::Done(task, done)) => Event::Done(task, Ok(done)),
            Ok(Message::Panicked { worker, task, words }) => {
                start(worker, shared.clone(), sender.clone());
                Event::Done(task, Err(words))
            }
            Ok(Message::Idle) => {
                running -= 1;
                continue;
            }
            // We hold a sender ourselves.
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Event::Quiet,
        };
        if failed.is_none()
            && let Err(e) = each(event)
        {
            failed = Some(e);
            lock(&shared.tasks).clear();
        }
    }
    failed.map_or(Ok(()), Err)
}

fn start<T, R, W, M>(worker: usize, shared: Arc<Shared<T, M>>, sender: Sender<Message<R>>)
where
    T: Send + 'static,
    R: Send + 'static,
    W: FnMut(T, usize) -> R,
    M: Fn(usize) -> W + Send + Sync + 'static,
{
    std::thread::spawn(move || {
        // With more workers than cores each core has as many, or one more.
        if !shared.cores.is_empty() {
            cores::pin_to(shared.cores[worker % shared.cores.len()]);
        }
        let mut work = None;
        loop {
            let (left, next) = {
                let mut tasks = lock(&shared.tasks);
                (tasks.len(), if (shared.halted)() { None } else { tasks.pop_front() })
            };
            let Some((task, what)) = next else { break };
            let panicked = sender.clone();
            ON_PANIC.set(Some(Box::new(move |words| {
                let _ = panicked.send(Message::Panicked { worker, task, words });
            })));
            // Whoever waited for the answers is gone with the process.
            let _ = sender.send(Message::Begun(task));
            let done = work.get_or_insert_with(|| (shared.make)(worker))(what, left);
            ON_PANIC.set(None);
            let _ = sender.send(Message::Done(task, done));
        }
        let _ = sender.send(Message::Idle);
    });
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing that can fail is done with it in hand.
    mutex.lock().unwrap_or_else(|e| e.into_inner())
}

type Teller = Box<dyn Fn(String)>;

thread_local! {
    /// Tells of a panic in the task of this thread.
    static ON_PANIC: RefCell<Option<Teller>> = const { RefCell::new(None) };
}

/// Threads that have a task tell of their panic and end; what was done about others stays as it was.
fn catch_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let Some(tell) = ON_PANIC.with(|t| t.try_borrow_mut().ok()?.take()) else { return before(info) };
            tell(info.to_string().replace('\n', " "));
            // SAFETY: ends this thread alone. Nothing it holds is dropped, so what others borrow stays.
            // Its units are killed: they die with the thread that started them.
            unsafe { libc::syscall(libc::SYS_exit, 0) };
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(jobs: usize, tasks: Vec<u64>) -> Vec<(usize, Result<u64, String>)> {
        let mut done = vec![];
        let make = |_| {
            |n: u64, _| {
                assert!(n != 3, "three is not for me");
                n * n
            }
        };
        run(jobs, tasks, (Duration::from_millis(5), || false), make, |event| {
            if let Event::Done(task, result) = event {
                done.push((task, result));
            }
            Ok::<(), ()>(())
        })
        .expect("it cannot fail");
        done.sort();
        done
    }

    #[test]
    fn a_panic_is_the_result_of_its_task_and_the_others_are_done() {
        for jobs in [1, 2, 7] {
            let done = square(jobs, (0..20).collect());
            assert_eq!(done.len(), 20);
            for (task, result) in done {
                match result {
                    Ok(n) => assert_eq!(n, (task * task) as u64),
                    Err(words) => {
                        assert!(task == 3 && words.contains("three is not for me"), "{task} {words}")
                    }
                }
            }
        }
    }

    #[test]
    fn no_task_is_no_work() {
        assert!(square(4, vec![]).is_empty());
    }

    #[test]
    fn after_a_failure_nothing_is_begun() {
        let mut begun = 0;
        let make = |_| |(), _| std::thread::sleep(Duration::from_millis(20));
        let done = run(2, vec![(); 50], (Duration::from_millis(5), || false), make, |event| match event {
            Event::Begun(_) => {
                begun += 1;
                Ok(())
            }
            Event::Done(..) => Err("full"),
            Event::Quiet => Ok(()),
        });
        assert_eq!(done, Err("full"));
        assert!(begun <= 3, "{begun}");
    }
}
