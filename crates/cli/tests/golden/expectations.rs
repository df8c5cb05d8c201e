//! The comments of a unit that state what must be reported.

/// A comparison with a field of the summary: `paths=3`, `executions<=20`, `reason~depth`.
#[derive(Debug, Clone)]
pub struct Item {
    /// The line of the file, from 1.
    pub line: usize,
    /// A path into the summary.
    pub key: String,
    /// One of `=` `!=` `<=` `>=` `~`.
    pub op: &'static str,
    /// The value to compare with.
    pub value: String,
}

/// A finding stated at its line.
#[derive(Debug)]
pub struct Expected {
    /// The line of the file, from 1.
    pub line: usize,
    /// `bug`, `precondition`, `state` or `ignored`.
    pub confidence: String,
    /// The kind of the finding.
    pub kind: String,
    /// More about it.
    pub items: Vec<Item>,
}

/// All statements of a file.
#[derive(Debug, Default)]
pub struct Expectations {
    /// Flags for `acute test`.
    pub flags: Vec<String>,
    /// By function; a name may occur more than once.
    pub functions: Vec<(String, Vec<Item>)>,
    /// Of the whole command.
    pub file: Vec<Item>,
    /// Of the exported tests.
    pub exports: Vec<Item>,
    /// At their lines.
    pub findings: Vec<Expected>,
}

impl Expectations {
    /// Parses the comments of a unit's text.
    pub fn read(text: &str) -> Result<Expectations, String> {
        let mut all = Expectations::default();
        for (n, line) in (1..).zip(text.lines()) {
            for comment in line.split("//~").skip(1) {
                all.add(n, comment).map_err(|why| format!("line {n}: //~{comment}: {why}"))?;
            }
        }
        Ok(all)
    }

    fn add(&mut self, line: usize, comment: &str) -> Result<(), String> {
        let mut words = comment.split_whitespace();
        let first = words.next().unwrap_or_default();
        let mut name = |what: &str| words.next().map(str::to_string).ok_or(format!("no {what}"));
        match first {
            "FLAGS" => self.flags.extend(words.map(str::to_string)),
            "FILE" => self.file.extend(items(line, words)?),
            "EXPORTS" => self.exports.extend(items(line, words)?),
            "FUNCTION" => {
                let name = name("name")?;
                self.functions.push((name, items(line, words)?));
            }
            "BUG" | "PRECONDITION" | "STATE" | "IGNORED" => {
                let (confidence, kind) = (first.to_lowercase(), name("kind")?);
                self.findings.push(Expected { line, confidence, kind, items: items(line, words)? });
            }
            // Compared with brute force: weak_orders.rs.
            "ORDERS" | "BYTES" | "CHOICES" => {}
            other => return Err(format!("`{other}` is not known")),
        }
        Ok(())
    }
}

fn items<'a>(line: usize, words: impl Iterator<Item = &'a str>) -> Result<Vec<Item>, String> {
    words.map(|word| item(line, word)).collect()
}

/// Parses one comparison.
pub fn item(line: usize, word: &str) -> Result<Item, String> {
    for op in ["!=", "<=", ">=", "=", "~"] {
        if let Some((key, value)) = word.split_once(op) {
            return Ok(Item { line, key: key.into(), op, value: value.into() });
        }
    }
    Err(format!("`{word}` is no comparison"))
}

pub mod tests {
    use super::*;

    pub fn comments_are_parsed() {
        let text = "//~FLAGS --depth 3\n//~FUNCTION f outcome=complete executions<=4\n\
                    abort(); //~BUG abort executions_until<=5 //~PRECONDITION null-deref //~STATE abort\n";
        let all = Expectations::read(text).expect("it is well formed");
        assert_eq!(all.flags, ["--depth", "3"]);
        assert_eq!((all.functions[0].1[1].op, all.functions[0].1[1].line), ("<=", 2));
        let kinds: Vec<_> = all
            .findings
            .iter()
            .map(|f| (f.line, f.confidence.as_str(), f.kind.as_str(), f.items.len()))
            .collect();
        let expected =
            [(3, "bug", "abort", 1), (3, "precondition", "null-deref", 0), (3, "state", "abort", 0)];
        assert_eq!(kinds, expected);
        assert!(Expectations::read("x; //~BUGS abort").is_err());
        assert!(Expectations::read("//~FUNCTION f complete").is_err());
    }
}
