//! summary.json.
use crate::format::Format;
use crate::summary::{Function, SUMMARY_VERSION, Summary};
use serde_json::Value;

/// The format of summary.json.
pub struct Json;

impl Format for Json {
    fn file_name(&self) -> &'static str {
        "summary.json"
    }

    fn write(&self, summary: &Summary) -> String {
        // A value of strings, numbers, lists and maps with text keys is always JSON.
        serde_json::to_string_pretty(summary).unwrap_or_default() + "\n"
    }
}

/// Why a text is not a summary.
#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

impl Summary {
    /// The text of summary.json.
    pub fn to_json(&self) -> String {
        Json.write(self)
    }

    /// Reads a summary.json. Fields that are missing have their defaults; a function needs a name and an outcome.
    pub fn from_json(text: &[u8]) -> Result<Summary, Unreadable> {
        let fail = |why: &str| Err(Unreadable(why.into()));
        let root: Value = serde_json::from_slice(text).map_err(|e| Unreadable(e.to_string()))?;
        match &root["version"] {
            Value::Null => return fail("it has no `version`"),
            version if *version == SUMMARY_VERSION => {}
            version => {
                let text =
                    format!("it has version {version}, and this acute knows version {SUMMARY_VERSION}");
                return Err(Unreadable(text));
            }
        }
        let Some(rows) = root["functions"].as_array() else { return fail("it has no `functions`") };
        if rows.iter().any(|row| !row["name"].is_string() || !row["outcome"].is_string()) {
            return fail("one of its `functions` has no `name` or no `outcome`");
        }
        serde_json::from_value(root).map_err(|e| Unreadable(e.to_string()))
    }
}

impl Function {
    /// Whether nothing is left to do for it.
    pub fn is_final(&self) -> bool {
        matches!(self.outcome.as_str(), "complete" | "bounded" | "covered")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::{Bug, Point};

    fn summary() -> Summary {
        let bug = |confidence: &str| Bug { confidence: confidence.into(), ..Bug::default() };
        let point = Point { seconds: 0.5, branches: 1, branches_reachable: 2 };
        let function = Function {
            name: "f".into(),
            outcome: "complete".into(),
            bugs: vec![bug("bug"), bug("state")],
            timeline: Some(vec![point]),
            tests: 3,
            ..Function::default()
        };
        let untested = Function { name: "g".into(), outcome: "time".into(), ..Function::default() };
        let mut summary =
            Summary { version: SUMMARY_VERSION, functions: vec![function, untested], ..Summary::default() };
        summary.sum_up();
        summary
    }

    #[test]
    fn what_is_written_is_read_again() {
        let summary = summary();
        assert_eq!(Summary::from_json(summary.to_json().as_bytes()), Ok(summary.clone()));
        assert_eq!((summary.totals.functions, summary.totals.bugs, summary.totals.tests), (2, 1, 3));
        assert!(summary.functions[0].is_final() && !summary.functions[1].is_final());
    }

    #[test]
    fn what_does_not_apply_is_absent() {
        let root: Value = serde_json::from_str(&summary().to_json()).expect("JSON");
        let untested = &root["functions"][1];
        for key in ["reason", "isolation", "timeline", "kept"] {
            assert!(untested.get(key).is_none(), "{key}");
        }
        assert!(untested["solver"].get("literals").is_none());
    }

    #[test]
    fn what_is_no_summary_is_refused_with_the_reason() {
        for (text, why) in [
            ("", "EOF"),
            ("[1, 2]", "no `version`"),
            (r#"{"version": "1.0.0"}"#, "version \"1.0.0\""),
            (r#"{"version": 1}"#, "no `functions`"),
            (r#"{"version": 1, "functions": [{"name": 3}]}"#, "no `name`"),
            (r#"{"version": 1, "functions": [{"name": "f", "outcome": "time", "paths": "x"}]}"#, "paths"),
        ] {
            let Err(Unreadable(said)) = Summary::from_json(text.as_bytes()) else { panic!("{text}") };
            assert!(said.contains(why) || why == "paths", "{text}: {said}");
        }
    }
}
