//! Many tasks at once: threads that take one after the other, each kept on a core of its own. What happens is told
//! in the order it happens; another order is the caller's to make.
//!
//! A panic in a task is its result, and the others go on. Release builds do not unwind (the runtime, which is linked
//! into units, cannot), so the thread ends where it panics, with all it holds, and another takes its place.
use crate::cores;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once};
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

/// Those who do the tasks.
pub trait Workers<T>: Send + Sync + 'static {
    /// One of them; made in a thread of its own.
    type Worker;
    /// What becomes of a task.
    type Done: Send + 'static;

    /// A new one.
    fn start_worker(&self) -> Self::Worker;

    /// Does a task; `left` have not been begun, this one among them.
    fn work(&self, worker: &mut Self::Worker, task: T, left: usize) -> Self::Done;

    /// Whether somebody without a task could help those who have one.
    fn needs_help(&self) -> bool {
        false
    }

    /// Helps one of them.
    fn help(&self, _worker: &mut Self::Worker) {}
}

struct Shared<T, C> {
    queue: Mutex<Queue<T>>,
    /// A task was done.
    changed: Condvar,
    workers: C,
    cores: Vec<usize>,
    halted: fn() -> bool,
}

struct Queue<T> {
    /// What nobody has begun, by number.
    tasks: VecDeque<(usize, T)>,
    /// How many are being done.
    busy: usize,
}

/// How often somebody without a task looks whether help is needed.
const LOOK: Duration = Duration::from_millis(100);

/// Does all tasks, `jobs` at a time; once `halted` says so, only those that were begun. `each` is told what happens, or
/// at least every `tick` that nothing does. Where it fails nothing more is begun.
pub fn run<T: Send + 'static, C: Workers<T>, E>(
    jobs: usize,
    tasks: Vec<T>,
    (tick, halted): (Duration, fn() -> bool),
    workers: C,
    mut each: impl FnMut(Event<C::Done>) -> Result<(), E>,
) -> Result<(), E> {
    catch_panics();
    let mut running = jobs.max(1);
    let queue = Mutex::new(Queue { tasks: tasks.into_iter().enumerate().collect(), busy: 0 });
    let shared =
        Arc::new(Shared { queue, changed: Condvar::new(), workers, cores: cores::allowed(), halted });
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
                done(&shared);
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
            lock(&shared.queue).tasks.clear();
        }
    }
    failed.map_or(Ok(()), Err)
}

fn start<T: Send + 'static, C: Workers<T>>(
    worker: usize,
    shared: Arc<Shared<T, C>>,
    sender: Sender<Message<C::Done>>,
) {
    std::thread::spawn(move || {
        // With more workers than cores each core has as many, or one more.
        if !shared.cores.is_empty() {
            cores::pin_to(shared.cores[worker % shared.cores.len()]);
        }
        let Shared { queue, changed, workers, halted, .. } = &*shared;
        let mut hand = None;
        loop {
            let mut now = lock(queue);
            let left = now.tasks.len();
            let next = if halted() { None } else { now.tasks.pop_front() };
            let Some((task, what)) = next else {
                if now.busy == 0 || halted() {
                    break;
                }
                if !workers.needs_help() {
                    let _ = changed.wait_timeout(now, LOOK);
                    continue;
                }
                drop(now);
                let gone = sender.clone();
                on_panic(move |_| {
                    let _ = gone.send(Message::Idle);
                });
                workers.help(hand.get_or_insert_with(|| workers.start_worker()));
                ON_PANIC.set(None);
                continue;
            };
            now.busy += 1;
            drop(now);
            let panicked = sender.clone();
            on_panic(move |words| {
                let _ = panicked.send(Message::Panicked { worker, task, words });
            });
            // Whoever waited for the answers is gone with the process.
            let _ = sender.send(Message::Begun(task));
            let result = workers.work(hand.get_or_insert_with(|| workers.start_worker()), what, left);
            ON_PANIC.set(None);
            let _ = sender.send(Message::Done(task, result));
            done(&shared);
        }
        let _ = sender.send(Message::Idle);
    });
}

/// A task that was begun is over.
fn done<T, C>(shared: &Shared<T, C>) {
    lock(&shared.queue).busy -= 1;
    shared.changed.notify_all();
}

fn on_panic(tell: impl Fn(String) + 'static) {
    ON_PANIC.set(Some(Box::new(tell)));
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

    struct Squares;

    impl Workers<u64> for Squares {
        type Worker = ();
        type Done = u64;

        fn start_worker(&self) {}

        fn work(&self, _: &mut (), n: u64, _: usize) -> u64 {
            assert!(n != 3, "three is not for me");
            n * n
        }
    }

    struct Sleepers;

    impl Workers<()> for Sleepers {
        type Worker = ();
        type Done = ();

        fn start_worker(&self) {}

        fn work(&self, _: &mut (), _: (), _: usize) {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn square(jobs: usize, tasks: Vec<u64>) -> Vec<(usize, Result<u64, String>)> {
        let mut done = vec![];
        run(jobs, tasks, (Duration::from_millis(5), || false), Squares, |event| {
            if let Event::Done(task, result) = event {
                done.push((task, result));
            }
            Ok::<(), ()>(())
        })
        .expect("it cannot fail");
        done.sort();
        done
    }

    /// In a process of its own: a thread that ends in the hook leaves it locked, and tests want to put theirs back.
    #[test]
    fn a_panic_is_the_result_of_its_task_and_the_others_are_done() {
        const CHILD: &str = "ACUTE_TEST_PANICS";
        if std::env::var_os(CHILD).is_none() {
            let test = "jobs::tests::a_panic_is_the_result_of_its_task_and_the_others_are_done";
            let mut command = std::process::Command::new(std::env::current_exe().expect("this test"));
            let status = command.args(["--exact", test]).env(CHILD, "1").status().expect("started");
            assert_eq!(status.code(), Some(77));
            return;
        }
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
        std::process::exit(77);
    }

    #[test]
    fn no_task_is_no_work() {
        assert!(square(4, vec![]).is_empty());
    }

    #[test]
    fn after_a_failure_nothing_is_begun() {
        let mut begun = 0;
        let done =
            run(2, vec![(); 50], (Duration::from_millis(5), || false), Sleepers, |event| match event {
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
