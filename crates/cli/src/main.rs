//! `acute`: see `acute --help`.
use acute_cli::flags::{Acute, Verb};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    // A panic is an error of ours; a person gets one line and what to do, not a backtrace.
    std::panic::set_hook(Box::new(|info| {
        eprintln!("acute: an error of ours: {info}");
        eprintln!("please report it with the command you typed and the C file");
    }));
    // Whatever follows `cc` is the compiler's, down to the last dash.
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    if arguments.first().is_some_and(|a| a == "cc") {
        return match acute_cli::cc::run(&arguments[1..]) {
            Ok(code) => ExitCode::from(code),
            Err(e) => {
                eprintln!("{e}");
                ExitCode::from(e.exit_code())
            }
        };
    }
    let acute = match Acute::try_parse() {
        Ok(acute) => acute,
        Err(e) => {
            let _ = e.print();
            return ExitCode::from(if e.use_stderr() { 2 } else { 0 });
        }
    };
    let result = std::panic::catch_unwind(|| match acute.verb {
        Verb::Test(flags) => acute_cli::test::run(&flags),
        Verb::Replay(flags) => acute_cli::replay::run(&flags),
        Verb::Cc { arguments } => acute_cli::cc::run(&arguments),
    });
    match result {
        Ok(Ok(code)) => ExitCode::from(code),
        Ok(Err(e)) => {
            eprintln!("{}", e.to_string().trim_end());
            ExitCode::from(e.exit_code())
        }
        Err(_) => ExitCode::from(70),
    }
}
