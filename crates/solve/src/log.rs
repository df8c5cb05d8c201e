//! Queries and their answers as files, one SMT-LIB 2 script each, so that any other solver can check
//! them: `000042-order-unsat.smt2`.
//!
//! A script is the whole query, not its slice. The domains of pointers are not in it: `Unsat` is claimed only if
//! no values satisfy the query, and a model within the domains is a model without them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use acute_expr::{Pool, Printer};

use crate::{Answer, Query};

/// Number of files after which no more are written.
const LIMIT: u64 = 1_000_000;

/// A folder of queries, for one chain after the other.
#[derive(Debug)]
pub struct QueryLog {
    folder: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    written: u64,
    failed: Option<(PathBuf, io::Error)>,
}

impl QueryLog {
    /// Makes the folder and removes the queries that an earlier run logged there.
    pub fn new(folder: &Path) -> io::Result<QueryLog> {
        fs::create_dir_all(folder)?;
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_name().to_str().is_some_and(is_ours) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(QueryLog { folder: folder.to_owned(), state: Mutex::default() })
    }

    /// The file that could not be written, after which none was.
    pub fn failure(&self) -> Option<(PathBuf, io::Error)> {
        // a holder of the lock does nothing that can fail halfway
        self.state.lock().unwrap_or_else(|e| e.into_inner()).failed.take()
    }

    pub(crate) fn write(&self, pool: &Pool, query: &Query, answer: &Answer, layer: &str) {
        let mut state = self.state.lock().unwrap_or_else(|e| e.into_inner());
        if state.written >= LIMIT || state.failed.is_some() {
            return;
        }
        let status = match answer {
            Answer::Sat(_) => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown => "unknown",
        };
        let file = self.folder.join(format!("{:06}-{layer}-{status}.smt2", state.written));
        if let Err(e) = fs::write(&file, script(pool, query, status)) {
            state.failed = Some((file, e));
        }
        state.written += 1;
    }
}

/// Tells whether a file's name is one that a log writes.
fn is_ours(name: &str) -> bool {
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    digits == 6 && name[digits..].starts_with('-') && name.ends_with(".smt2")
}

fn script(pool: &Pool, query: &Query, status: &str) -> String {
    let mut printer = Printer::exact();
    for &lit in query.prefix.iter().chain([&query.goal]) {
        printer.assert(pool, lit);
    }
    let logic = if printer.any_float() { "QF_BVFP" } else { "QF_BV" };
    let note = if printer.is_exact() { "" } else { "; what fmod gives is bounded here, not defined\n" };
    let body = printer.text();
    format!("(set-logic {logic})\n(set-info :status {status})\n{note}{body}(check-sat)\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chain, NoPointers, Options};
    use acute_expr::Op;
    use std::sync::Arc;

    fn one_query(folder: &Path) -> Arc<QueryLog> {
        let log = Arc::new(QueryLog::new(folder).expect("a folder"));
        let mut pool = Pool::new();
        let (x, y) = (pool.var(0, 32), pool.var(1, 32));
        let less = pool.binary(Op::Slt, x, y);
        let query = Query { prefix: &[], goal: pool.literal(less, true), model: &[0, 0] };
        let mut chain = Chain::new(Options { log: Some(log.clone()), ..Options::default() });
        chain.solve(&mut pool, &query, &mut NoPointers);
        log
    }

    #[test]
    fn a_query_is_a_script_with_its_status() {
        let folder = std::env::temp_dir().join(format!("acute-log-{}", std::process::id()));
        one_query(&folder);
        let log = one_query(&folder);
        assert!(log.failure().is_none());
        let names: Vec<_> =
            fs::read_dir(&folder).expect("it is there").flatten().map(|e| e.file_name()).collect();
        assert_eq!(names, ["000000-order-sat.smt2"]);
        let text = fs::read_to_string(folder.join(&names[0])).expect("a file");
        let expected = "(set-logic QF_BV)\n(set-info :status sat)\n(declare-const v1 (_ BitVec 32))\n\
            (declare-const v0 (_ BitVec 32))\n(define-fun e2 () (_ BitVec 1) (ite (bvslt v0 v1) #b1 #b0))\n\
            (assert (= e2 #b1))\n(check-sat)\n";
        assert_eq!(text, expected);
        // a folder that is gone is an error, not a panic
        let log = Arc::new(QueryLog::new(&folder).expect("a folder"));
        fs::remove_dir_all(&folder).expect("it is ours");
        let mut pool = Pool::new();
        let x = pool.var(0, 1);
        let query = Query { prefix: &[], goal: pool.literal(x, true), model: &[0] };
        log.write(&pool, &query, &Answer::Unsat, "sat");
        assert!(log.failure().is_some());
    }
}
