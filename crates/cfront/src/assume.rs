//! Preconditions that a person states: C predicates over the parameters of a function. Inputs that violate one are
//! rejected before the function is called, and the search goes on with the others.
use crate::build::Target;
use crate::error::Error;
use std::path::Path;

/// One predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Precondition {
    /// The function that it is about; without one, each that has the parameters it names.
    pub function: Option<String>,
    /// The C expression.
    pub predicate: String,
}

/// Reads what was typed: `PREDICATE`, `FUNCTION: PREDICATE`, or `@FILE` with one of these a line. Lines of a file that
/// begin with `#` are comments.
pub fn parse<'a>(typed: impl Iterator<Item = &'a String>) -> Result<Vec<Precondition>, Error> {
    let mut all = vec![];
    for text in typed {
        match text.strip_prefix('@') {
            None => all.push(one(text)?),
            Some(file) => {
                let lines = std::fs::read_to_string(file).map_err(Error::io(Path::new(file)))?;
                let lines = lines.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
                for line in lines {
                    all.push(one(line)?);
                }
            }
        }
    }
    Ok(all)
}

fn one(text: &str) -> Result<Precondition, Error> {
    let is_name = |name: &str| !name.is_empty() && names(name).next() == Some(name);
    let (function, predicate) = match text.split_once(':') {
        Some((function, rest)) if is_name(function.trim()) => (Some(function.trim().to_string()), rest),
        _ => (None, text),
    };
    let predicate = predicate.trim().to_string();
    // It becomes the condition of one `if`.
    if predicate.is_empty() || predicate.contains([';', '{', '}', '\n']) {
        return Err(Error::Usage(format!("--assume `{text}`: a C expression is needed, as in `f: n > 0`")));
    }
    Ok(Precondition { function, predicate })
}

/// The identifiers of a C expression that may be variables: neither fields nor functions.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut rest = text;
    let mut before = "";
    std::iter::from_fn(move || {
        loop {
            let start = rest.find(is_part)?;
            let between = if start == 0 { before } else { rest[..start].trim_end() };
            let word = &rest[start..];
            let end = word.find(|c| !is_part(c)).unwrap_or(word.len());
            let (name, after) = word.split_at(end);
            let is_field = between.ends_with("->") || between.ends_with('.');
            (rest, before) = (after, "");
            if !is_field
                && !after.trim_start().starts_with('(')
                && !name.starts_with(|c: char| c.is_ascii_digit())
            {
                return Some(name);
            }
        }
    })
}

/// Gives each target the predicates that are about it. One that is about none is an error: it was mistyped.
pub fn apply(assumptions: &[Precondition], targets: &mut [Target]) -> Result<(), Error> {
    let has = |target: &Target, name: &str| target.function.params.iter().any(|p| p.name == name);
    for Precondition { function, predicate } in assumptions {
        let known: Vec<&str> = names(predicate).filter(|name| targets.iter().any(|t| has(t, name))).collect();
        let is_about = |target: &Target| match function {
            Some(name) => target.function.name == *name,
            None => !known.is_empty() && known.iter().all(|name| has(target, name)),
        };
        let about: Vec<usize> = (0..targets.len()).filter(|k| is_about(&targets[*k])).collect();
        if about.is_empty() {
            let text = match function {
                Some(name) => {
                    format!("--assume `{name}: {predicate}`: `{name}` is not among the functions tested")
                }
                None => format!("--assume `{predicate}`: no function tested has these parameters"),
            };
            return Err(Error::Usage(text));
        }
        about.into_iter().for_each(|k| targets[k].assumed.push(predicate.clone()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_variables_only() {
        let found: Vec<&str> = names("p && p->len <= cap(n) + 0x1f && q.x.y != len").collect();
        assert_eq!(found, ["p", "p", "n", "q", "len"]);
    }

    #[test]
    fn a_predicate_may_name_its_function() {
        let of = |text: &str| one(text).map(|a| (a.function, a.predicate)).map_err(|e| e.to_string());
        assert_eq!(of("f: n > 0"), Ok((Some("f".into()), "n > 0".into())));
        assert_eq!(of("n ? a : b"), Ok((None, "n ? a : b".into())));
        assert!(of("f:").is_err() && of("1; exit(0)").is_err());
    }
}
