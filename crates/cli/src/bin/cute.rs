//! `cute`, as in the CUTE paper: see `cute --help`.

fn main() -> std::process::ExitCode {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    acute_cli::cute::run(&arguments)
}
