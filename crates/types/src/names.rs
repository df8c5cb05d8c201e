//! "Did you mean": the name that looks most like one that does not exist.

/// The name nearest to `wanted`, when one is near enough to be a slip of the keyboard.
pub fn nearest<'a>(names: impl IntoIterator<Item = &'a str>, wanted: &str) -> Option<&'a str> {
    let limit = (wanted.chars().count() / 3).max(1);
    (names.into_iter())
        .map(|name| (distance(name, wanted), name))
        .filter(|(d, _)| *d <= limit)
        // The first of equals, whatever the order of the names: the answer must be repeatable.
        .min()
        .map(|(_, name)| name)
}

/// The number of letters to insert, delete, change or swap with their neighbour, upper and lower case being the same.
fn distance(a: &str, b: &str) -> usize {
    strsim::osa_distance(&a.to_ascii_lowercase(), &b.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_is_recognised_and_a_different_word_is_not() {
        let names = ["list_insert", "list_remove", "main", "f"];
        assert_eq!(nearest(names, "list_inser"), Some("list_insert"));
        assert_eq!(nearest(names, "lits_remove"), Some("list_remove"));
        assert_eq!(nearest(names, "mian"), Some("main"));
        assert_eq!(nearest(names, "List_Insert"), Some("list_insert"));
        assert_eq!(nearest(names, "quicksort"), None);
        assert_eq!(nearest([], "x"), None);
    }
}
