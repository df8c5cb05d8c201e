//! Parts of a function's inputs that keep a fixed value, and the reasons.

use rustc_hash::FxHashMap;

use crate::object::VarId;

/// The reasons why parts of an input keep a fixed value, numbered in the order they were met.
#[derive(Clone, Default, Debug)]
pub(super) struct Limits {
    texts: Vec<String>,
    // invariant: as long as `texts`; whether variables show that a run depends on the fixed value
    watched: Vec<bool>,
    // invariant: values are below `texts.len()`; the limit of each variable with a fixed value
    of_var: FxHashMap<VarId, usize>,
    /// Whether a pointer is among the parts with a fixed value.
    pub leaves_pointer: bool,
}

impl Limits {
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Adds a limit, also where one with the same text exists, and returns its number.
    pub fn push(&mut self, text: String, watched: bool) -> usize {
        self.texts.push(text);
        self.watched.push(watched);
        self.texts.len() - 1
    }

    /// Returns the number of the limit with that text, which is added if it is new. A limit counts
    /// as watched only if it was watched every time.
    pub fn add(&mut self, text: String, watched: bool) -> usize {
        match self.texts.iter().position(|known| *known == text) {
            Some(k) => {
                self.watched[k] &= watched;
                k
            }
            None => self.push(text, watched),
        }
    }

    /// Records the limit that fixes the value of a variable.
    pub fn fix(&mut self, v: VarId, limit: usize) {
        self.of_var.insert(v, limit);
    }

    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The limits without variables: no run shows that it depends on one of them.
    pub fn unwatched(&self) -> impl Iterator<Item = &str> {
        let pairs = self.texts.iter().zip(&self.watched);
        pairs.filter(|(_, watched)| !**watched).map(|(text, _)| text.as_str())
    }

    /// The reason why a variable has a fixed value, if it has one.
    pub fn of(&self, v: VarId) -> Option<&str> {
        self.of_var.get(&v).map(|limit| self.texts[*limit].as_str())
    }

    /// Whether any variable has a fixed value.
    pub fn fixes_any(&self) -> bool {
        !self.of_var.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_limits_are_one_and_unwatched_if_any_of_them_is() {
        let mut limits = Limits::default();
        assert_eq!(limits.add("a".into(), true), 0);
        assert_eq!(limits.add("b".into(), true), 1);
        assert_eq!(limits.add("a".into(), false), 0);
        assert_eq!(limits.add("b".into(), true), 1);
        assert_eq!(limits.texts(), ["a", "b"]);
        assert_eq!(limits.unwatched().collect::<Vec<_>>(), ["a"]);
    }

    #[test]
    fn a_fixed_variable_names_its_limit() {
        let mut limits = Limits::default();
        assert!(!limits.fixes_any());
        let number = limits.push("stays NULL".into(), true);
        limits.fix(7, number);
        assert_eq!((limits.of(7), limits.of(8)), (Some("stays NULL"), None));
        assert!(limits.fixes_any());
    }
}
