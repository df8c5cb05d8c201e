//! `cutec`, as in the CUTE paper: see `cutec --help`.

fn main() -> std::process::ExitCode {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    acute_cli::entry::guarded(|| acute_cli::cute::compile(&arguments))
}
