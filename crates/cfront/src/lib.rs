//! The C front end: compiles and links C files into an instrumented unit, finds its functions and their inputs, and builds
//! native programs to run tests and bugs without the engine.
//!
//! | module | does |
//! |---|---|
//! | [`build`] | finds the C files of a unit, compiles each plainly, reads its types, lists the functions to test |
//! | [`database`] | reads compile_commands.json |
//! | [`link`] | compiles with the pass, links with the runtime and the library models |
//! | [`stubs`] | defines what nothing else defines |
//! | [`thunk`] | writes the C functions that the runtime calls |
//! | [`compat`] | supports the marks of Test-Comp and KLEE |
//! | [`ignore`] | reads comments that ask to ignore findings |
//! | [`inputs`] | completes the inputs by what only the linked program knows |
//! | [`native`], [`single`] | compile and run tests as a user would, under gdb too |
//! | [`cc`] | `acute cc`, a drop-in compiler |
//! | [`home`], [`scratch`], [`interrupt`] | installed parts, temporary folders, processes under way |
//!
//! **Invariant:** it never prints; errors are [`error::Error`].
//!
//! To add a front end for another language: a crate beside this one that gives `explore` a `Program` and an input space
//! for each function; nothing of `explore`, `solve` or `expr` changes.

pub mod assume;
pub mod build;
pub mod cc;
pub mod compat;
pub mod database;
pub mod error;
pub mod home;
pub mod ignore;
pub mod inputs;
pub mod interrupt;
pub mod link;
pub mod native;
pub mod scratch;
pub mod single;
pub mod stubs;
pub mod thunk;
