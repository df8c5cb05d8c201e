//! Guards over the shape of the sources: no file of control flow above 500 lines, no function above 80.
//!
//! The check is textual: it blanks strings and comments out and counts braces. What is above a limit is listed below with
//! the reason. The lists may only shrink: mend what you touch and remove its line.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Lines of a file, its own unit tests excepted.
const FILE: usize = 500;
/// Lines of a function, from `fn` to its closing brace.
const FUNCTION: usize = 80;

/// Files above the limit, with the reason.
const LONG_FILES: &[(&str, &str)] = &[];

/// Functions above the limit: file, name, reason.
const LONG_FUNCTIONS: &[(&str, &str, &str)] = &[
    ("crates/explore/src/strategy/mutate.rs", "change_bytes", "a table of mutations"),
    ("crates/export/tests/render.rs", "inputs_read_like_c", "a table of inputs and their C text"),
    ("crates/expr/tests/z3_proves_rules.rs", "table", "a table of rules"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace")
}

/// Every Rust file below crates/, as a path from the root, with its text.
fn sources() -> Vec<(String, String)> {
    let (mut all, mut folders) = (vec![], vec![root().join("crates")]);
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(&folder).expect("a folder").flatten().map(|e| e.path()) {
            if path.is_dir() && path.file_name().is_none_or(|name| name != "target") {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let name = path.strip_prefix(root()).expect("below the root").display().to_string();
                all.push((name, std::fs::read_to_string(&path).expect("text")));
            }
        }
    }
    all.sort();
    all
}

/// The text with comments, strings and characters replaced by spaces; lines stay where they are.
fn code(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut out, mut at) = (bytes.to_vec(), 0);
    while at < bytes.len() {
        let end = at + skipped(&text[at..], at.checked_sub(1).map(|before| bytes[before]));
        out[at..end].iter_mut().filter(|b| **b != b'\n').for_each(|b| *b = b' ');
        at = end;
        // The next character, which is code.
        at += text[at..].chars().next().filter(|_| end == at).map_or(0, char::len_utf8);
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// The length of the comment or literal that a text begins with; 0 if it begins with code.
fn skipped(text: &str, before: Option<u8>) -> usize {
    let to = |end: Option<usize>, more: usize| end.map_or(text.len(), |end| end + more);
    if text.starts_with("//") {
        return to(text.find('\n'), 0);
    }
    if text.starts_with("/*") {
        return block_comment(text);
    }
    let is_name = before.is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_');
    let raw = text.strip_prefix('r').or_else(|| text.strip_prefix("br")).filter(|_| !is_name);
    if let Some(rest) = raw {
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        if rest[hashes..].starts_with('"') {
            let begin = text.len() - rest.len() + hashes + 1;
            let end = format!("\"{}", "#".repeat(hashes));
            return to(text[begin..].find(&end).map(|n| n + begin), end.len());
        }
    }
    match text.as_bytes() {
        [b'"', ..] => quoted(text, b'"'),
        [b'\'', b'\\', ..] => quoted(text, b'\''),
        // A lifetime has no closing quote behind its first character.
        [b'\'', ..] => {
            let character = text[1..].chars().next().map_or(0, char::len_utf8);
            if text[1 + character..].starts_with('\'') { character + 2 } else { 0 }
        }
        _ => 0,
    }
}

/// The length of a literal with escapes.
fn quoted(text: &str, quote: u8) -> usize {
    let mut bytes = text.bytes().enumerate().skip(1);
    while let Some((n, byte)) = bytes.next() {
        if byte == b'\\' {
            bytes.next();
        } else if byte == quote {
            return n + 1;
        }
    }
    text.len()
}

/// The length of a block comment, which may hold others.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        match rest {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// Where the braces that open at or after `from` close again.
fn closing(code: &str, from: usize) -> usize {
    let mut depth = 0;
    for (n, byte) in code.bytes().enumerate().skip(from) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return n + 1;
        }
    }
    code.len()
}

/// Lines of a file without its unit tests.
fn file_lines(code: &str) -> usize {
    let mut lines = code.lines().count();
    for (at, attribute) in code.match_indices("#[cfg(test)]") {
        let rest = code[at + attribute.len()..].trim_start();
        // A module in a file of its own has no braces here.
        if rest.starts_with("mod ") && rest.find('{') < rest.find(';').or(Some(usize::MAX)) {
            lines -= code[at..closing(code, at)].lines().count();
        }
    }
    lines
}

/// The functions of a file: name and lines.
fn functions(code: &str) -> Vec<(String, usize)> {
    let mut all = vec![];
    for (at, word) in code.match_indices("fn ") {
        let is_word = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let rest = &code[at + word.len()..];
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        // A declaration ends in a semicolon; the one in `[u8; 4]` is within brackets.
        let mut depth = 0;
        let body = rest.bytes().position(|b| {
            depth += matches!(b, b'(' | b'[') as i32 - matches!(b, b')' | b']') as i32;
            depth == 0 && matches!(b, b'{' | b';')
        });
        let Some(body) = body.filter(|body| is_word && !name.is_empty() && rest.as_bytes()[*body] == b'{')
        else {
            continue;
        };
        let end = closing(code, at + word.len() + body);
        all.push((name, code[at..end].lines().count()));
    }
    all
}

/// Reports entries of an allow list that are not needed: those of files that are gone fail.
fn check_stale(listed: BTreeSet<String>, found: &BTreeSet<String>) {
    for entry in listed.difference(found) {
        let file = entry.split(' ').next().unwrap_or(entry);
        assert!(
            root().join(file).is_file(),
            "{file} does not exist any more: remove it from the lists of style.rs"
        );
        println!("{entry} is within the limit now: remove it from the list of style.rs");
    }
}

#[test]
fn no_file_of_control_flow_is_above_500_lines() {
    let (mut wrong, mut found) = (vec![], BTreeSet::new());
    for (file, text) in sources() {
        let lines = file_lines(&code(&text));
        if lines > FILE {
            found.insert(file.clone());
            if !LONG_FILES.iter().any(|(listed, _)| *listed == file) {
                wrong.push(format!("{file}: {lines} lines"));
            }
        }
    }
    assert!(wrong.is_empty(), "above {FILE} lines; split by what changes together: {wrong:#?}");
    check_stale(LONG_FILES.iter().map(|(file, _)| file.to_string()).collect(), &found);
}

#[test]
fn no_function_is_above_80_lines() {
    let (mut wrong, mut found) = (vec![], BTreeSet::new());
    for (file, text) in sources() {
        for (name, lines) in functions(&code(&text)).into_iter().filter(|(_, lines)| *lines > FUNCTION) {
            found.insert(format!("{file} {name}"));
            if !LONG_FUNCTIONS.iter().any(|(f, n, _)| (*f, *n) == (&file, &name)) {
                wrong.push(format!("{file}: fn {name}, {lines} lines"));
            }
        }
    }
    assert!(wrong.is_empty(), "above {FUNCTION} lines; split into steps with names: {wrong:#?}");
    check_stale(LONG_FUNCTIONS.iter().map(|(file, name, _)| format!("{file} {name}")).collect(), &found);
}

#[test]
fn every_file_of_tests_is_part_of_the_program() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let program = std::fs::read_to_string(tests.join("all.rs")).expect("all.rs");
    for path in std::fs::read_dir(tests).expect("tests").flatten().map(|e| e.path()) {
        let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        if path.extension().is_some_and(|e| e == "rs") && name != "all" {
            assert!(
                program.lines().any(|line| line == format!("mod {name};")),
                "{name}.rs has no line in all.rs"
            );
        }
    }
}

#[test]
fn braces_in_literals_and_comments_do_not_count() {
    let text = "fn a<'x>(s: &'x str, t: [u8; 2]) -> char {\n    /* { /* { */ */ // {\n    let _ = (\"{\\\"\", r#\"\"{\"#, b\"{\");\n    \
                '{'\n}\nfn b();\nfn c() {\n    '\\''\n}\n#[cfg(test)]\nmod tests {\n    fn d() {}\n}\n";
    let code = code(text);
    assert_eq!(code.lines().count(), text.lines().count());
    let expected = [("a", 5), ("c", 3), ("d", 1)].map(|(name, lines)| (name.to_string(), lines));
    assert_eq!(functions(&code), expected);
    assert_eq!(file_lines(&code), 9);
}
