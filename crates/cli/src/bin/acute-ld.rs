//! The linker that `acute cc` gives clang.
fn main() -> std::process::ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let error = acute_cfront::cc::link(&arguments);
    eprintln!("{error}");
    std::process::ExitCode::from(error.exit_code())
}
