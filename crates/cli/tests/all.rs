//! The tests of the whole tool, but for the golden ones: one program, so that they are linked once and run side by side.
//!
//! To add a file of tests: its `mod` line here. One file alone: `cargo test -p acute-cli --release --test all -- resume::`.
mod common;

mod bad_input;
mod brute_force;
mod cc;
mod coverage;
mod cute;
mod database;
mod debugger;
mod dependencies;
mod guide;
mod hostile;
mod hot_path;
mod interrupted;
mod isolation;
mod jobs;
mod killed;
mod models;
mod objects;
mod operations;
mod output;
mod overlaps;
mod pointers;
mod random;
mod readable;
mod readme;
mod resume;
mod runtime_symbols;
mod soundness;
mod structures;
mod style;
mod weak_orders;
