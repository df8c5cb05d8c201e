//! The option tables of the guide say what the flags say.
use acute_cli::flags::Acute;
use clap::{Arg, CommandFactory};
use std::fmt::Write;
use std::path::Path;

/// Renders the option table of a subcommand, then a table of the values of each option that has a fixed set.
///
/// Columns: option, meaning (the help text), default.
fn tables(command: &str) -> String {
    let acute = Acute::command();
    let command = acute.find_subcommand(command).expect("a subcommand");
    let options: Vec<&Arg> = command.get_arguments().filter(|a| !a.is_hide_set()).collect();
    let mut text = String::from("| option | meaning | default |\n|---|---|---|\n");
    for option in &options {
        let help = option.get_help().map(ToString::to_string).unwrap_or_default();
        let default: Vec<_> = option.get_default_values().iter().map(|v| v.to_string_lossy()).collect();
        let default = if default.is_empty() { String::new() } else { format!("`{}`", default.join(" ")) };
        writeln!(text, "| `{}` | {help} | {default} |", name(option)).expect("text");
    }
    for option in options {
        let values = option.get_possible_values();
        if values.is_empty() || !option.get_action().takes_values() {
            continue;
        }
        writeln!(text, "\n| `{}` | meaning |\n|---|---|", name(option)).expect("text");
        for value in values {
            let help = value.get_help().map(ToString::to_string).unwrap_or_default();
            writeln!(text, "| `{}` | {help} |", value.get_name()).expect("text");
        }
    }
    text
}

/// The option as a user types it: `--time SECS`, `-p DIR`, `PATH`.
fn name(option: &Arg) -> String {
    let flag = match (option.get_long(), option.get_short()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some(short)) => format!("-{short}"),
        (None, None) if option.is_last_set() => "--".to_string(),
        (None, None) => String::new(),
    };
    let value = match option.get_action().takes_values() {
        true => option.get_value_names().unwrap_or_default().join(" "),
        false => String::new(),
    };
    format!("{flag} {value}").trim().to_string()
}

#[test]
fn the_option_tables_are_the_flags() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/src/options.md");
    let page = std::fs::read_to_string(page).expect("options.md");
    for command in ["test", "replay"] {
        let expected = tables(command);
        for table in expected.split("\n\n") {
            let table = table.trim_end();
            assert!(page.contains(table), "docs/guide/src/options.md should have:\n\n{expected}");
        }
    }
}
