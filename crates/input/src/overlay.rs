//! Bytes that several members share, as variables: unions, and the storage of bit-fields.

/// Bytes by offset, from the first to behind the last.
pub(crate) type Span = (u64, u64);

/// Whether two spans have a byte in common.
pub(crate) fn overlaps(a: Span, b: Span) -> bool {
    a.0 < b.1 && b.0 < a.1
}

/// Cuts the bytes of `spans` that are not `taken` into pieces of 8, 4, 2 and 1 bytes, each aligned to
/// its size as seen from `start`: the way that a compiler reads them.
pub(crate) fn chunks(start: u64, spans: Vec<Span>, taken: &[Span]) -> Vec<(u64, u8)> {
    let end = spans.iter().map(|span| span.1).max().unwrap_or(start);
    let mut used = vec![false; end.saturating_sub(start) as usize];
    let mut mark = |span: &Span, value: bool| {
        for at in span.0.max(start)..span.1.min(end) {
            used[(at - start) as usize] = value;
        }
    };
    spans.iter().for_each(|span| mark(span, true));
    taken.iter().for_each(|span| mark(span, false));
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < used.len() {
        let fits = |n: &usize| at % n == 0 && used[at..].len() >= *n && used[at..at + n].iter().all(|b| *b);
        match [8, 4, 2, 1].into_iter().find(fits) {
            Some(bytes) => {
                pieces.push((start + at as u64, bytes as u8));
                at += bytes;
            }
            None => at += 1,
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_cut_into_aligned_pieces() {
        assert_eq!(chunks(0, vec![(0, 4)], &[]), [(0, 4)]);
        assert_eq!(chunks(16, vec![(17, 20)], &[]), [(17, 1), (18, 2)]);
        assert_eq!(chunks(1, vec![(1, 5)], &[]), [(1, 4)]);
        assert_eq!(chunks(0, vec![(0, 20), (4, 9)], &[]), [(0, 8), (8, 8), (16, 4)]);
        assert_eq!(chunks(0, vec![(0, 24)], &[(8, 16)]), [(0, 8), (16, 8)]);
        assert_eq!(chunks(0, vec![(0, 4), (8, 9)], &[]), [(0, 4), (8, 1)]);
        assert_eq!(chunks(8, vec![], &[(8, 16)]), []);
    }
}
