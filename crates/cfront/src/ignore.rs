//! Comments that ask to ignore findings: `/* acute: ignore KIND, KIND */` on the line of a finding or on the line above.
use crate::build::Source;
use acute_explore::{Ignored, Kind};
use std::collections::BTreeSet;
use std::path::Path;

/// What such a comment begins with.
const BEGINS: &str = "acute: ignore";

/// What the comments of a unit say.
#[derive(Default)]
pub struct Comments {
    /// What is ignored, and where.
    pub ignored: Vec<Ignored>,
    /// Kinds that do not exist, each with its place, in words.
    pub unknown: BTreeSet<String>,
}

/// Reads the comments of all files with functions of the unit, those of the system left out.
pub fn read(sources: &[Source]) -> Comments {
    let of_source = |s: &Source| {
        let functions = s.program.functions.iter().map(|f| f.file.clone());
        functions.chain([s.path.to_string_lossy().into_owned()]).collect::<Vec<_>>()
    };
    let files: BTreeSet<String> = sources.iter().flat_map(of_source).collect();
    let mut all = Comments::default();
    for file in files.iter().filter(|f| !f.starts_with("/usr/")) {
        // What was compiled a moment ago can be read; a file that is gone has no comments.
        if let Ok(bytes) = std::fs::read(Path::new(file)) {
            all.scan(file, &String::from_utf8_lossy(&bytes));
        }
    }
    all
}

impl Comments {
    fn scan(&mut self, file: &str, text: &str) {
        for (line, comment) in comments(text) {
            let Some(names) = comment.trim_start().strip_prefix(BEGINS) else { continue };
            let mut kinds = vec![];
            for name in names.split(',').map(str::trim) {
                match Kind::ALL.iter().find(|kind| kind.name() == name) {
                    Some(kind) => kinds.push(*kind),
                    None => _ = self.unknown.insert(unknown(file, line, name)),
                }
            }
            self.ignored.push(Ignored { file: file.to_string(), line, kinds });
        }
    }
}

fn unknown(file: &str, line: u32, name: &str) -> String {
    let names = || Kind::ALL.iter().map(|kind| kind.name());
    let known = match acute_types::nearest(names(), name) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
    };
    format!("{file}:{line}: `{BEGINS} {name}`: there is no such kind of finding; {known}")
}

/// The comments of a C text, without what begins and ends them, each with the line that it ends on.
fn comments(text: &str) -> Vec<(u32, &str)> {
    let (mut found, mut line, mut at) = (vec![], 1, 0);
    let lines = |part: &str| part.matches('\n').count() as u32;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let (comment, length) = if let Some(inside) = rest.strip_prefix("/*") {
            let end = inside.find("*/").unwrap_or(inside.len());
            (Some(&inside[..end]), (end + 4).min(rest.len()))
        } else if let Some(inside) = rest.strip_prefix("//") {
            let end = end_of_line(inside);
            (Some(&inside[..end]), end + 2)
        } else {
            (None, literal(rest).unwrap_or_else(|| rest.chars().next().map_or(1, char::len_utf8)))
        };
        line += lines(&rest[..length]);
        found.extend(comment.map(|comment| (line, comment)));
        at += length;
    }
    found
}

/// The length of a line; a backslash at its end continues it.
fn end_of_line(text: &str) -> usize {
    let is_end = |(at, _): &(usize, &str)| !text[..*at].trim_end_matches('\r').ends_with('\\');
    text.match_indices('\n').find(is_end).map_or(text.len(), |(at, _)| at)
}

/// The length of the string or character constant that a text begins with. One without an end ends with its line.
fn literal(text: &str) -> Option<usize> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if std::mem::take(&mut is_escaped) => {}
            '\\' => is_escaped = true,
            '\n' => return Some(at),
            _ if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    Some(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(text: &str) -> (Vec<(u32, Vec<&'static str>)>, Vec<String>) {
        let mut all = Comments::default();
        all.scan("f.c", text);
        let names = |i: &Ignored| (i.line, i.kinds.iter().map(|k| k.name()).collect());
        (all.ignored.iter().map(names).collect(), all.unknown.into_iter().collect())
    }

    #[test]
    fn comments_count_and_literals_do_not() {
        let text = "int a; /* acute: ignore abort */\n\
            char *s = \"/* acute: ignore abort */\", c = '\"', *t = \"\\\" /*\";\n\
            // acute: ignore null-deref, div-by-zero\n\
            /* another\n comment */ /* acute: ignore\n segfault */\n\
            // not \"acute: ignore abort\"\n\
            'x // acute: ignore abort\n\
            // continued \\\n acute: ignore abort\n";
        let (ignored, unknown) = scan(text);
        let expected = [(1, vec!["abort"]), (3, vec!["null-deref", "div-by-zero"]), (6, vec!["segfault"])];
        assert_eq!((ignored.as_slice(), unknown.len()), (&expected[..], 0));
    }

    #[test]
    fn a_kind_that_does_not_exist_is_told() {
        let (ignored, unknown) = scan("\n/* acute: ignore abrt, abort */\n/* acute: ignore */");
        assert_eq!(ignored, [(2, vec!["abort"]), (3, vec![])]);
        assert!(unknown[0].starts_with("f.c:2: `acute: ignore abrt`") && unknown[0].contains("`abort`?"));
        assert!(unknown[1].starts_with("f.c:3:") && unknown[1].contains("there are assertion, "));
    }

    #[test]
    fn a_text_that_breaks_off_is_read_to_its_end() {
        for text in ["/*", "/* acute: ignore abort", "//", "\"", "'\\", "\"\\", "/", "é/* ü"] {
            assert!(scan(text).1.is_empty(), "{text}");
        }
    }
}
