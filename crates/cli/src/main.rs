//! `acute`: see `acute --help`.

fn main() -> std::process::ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    acute_cli::entry::acute(&arguments)
}
