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

/// The number of letters to insert, delete, change or swap with their neighbour (Damerau's
/// distance, restricted form) to turn `a` into `b`, upper and lower case being the same.
fn distance(a: &str, b: &str) -> usize {
    let fold = |s: &str| s.chars().map(|c| c.to_ascii_lowercase()).collect::<Vec<_>>();
    let (a, b) = (fold(a), fold(b));
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = change.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
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
