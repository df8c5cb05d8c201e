//! Reads the map of branches as an instrumenter writes it; the format stands at [`acute_trace::MAP_SECTION`].
use super::{Branch, Cell, Given, Map, Successor, Use};

impl Map {
    /// Reads what the instrumenter wrote. None where it did not write that.
    pub fn parse(text: &str) -> Option<Map> {
        let mut map = Map::default();
        let (mut base, mut end, mut modules) = (0u32, 0u32, 0usize);
        for line in text.lines().map(|l| l.trim_matches('\0')).filter(|l| !l.is_empty()) {
            let mut fields = line.split('\t');
            let kind = fields.next()?;
            let mut field = || fields.next();
            match kind {
                "M" => {
                    if map.cells.len() != end as usize {
                        return None;
                    }
                    base = end;
                    modules += 1;
                    end = base.checked_add(field()?.parse().ok()?)?;
                }
                "F" => {
                    let name = field()?.to_string();
                    map.functions.push((name, way(base, &mut field)?));
                }
                "G" => {
                    let name = field()?.to_string();
                    let (local, how) = (field()? == "L", field()?);
                    let keeps = match how {
                        "T" => Some("it is a thread's own"),
                        "C" => Some("a constructor may set it"),
                        _ => None,
                    };
                    let mut names =
                        || Some(field()?.split(',').filter(|u| !u.is_empty()).map(str::to_string).collect());
                    let (users, writers) = (names()?, names()?);
                    let module = modules.checked_sub(1)?;
                    let (written, open) = (!matches!(how, "R" | "O"), how == "O");
                    map.globals.push(Use { module, name, local, written, open, keeps, users, writers });
                }
                "T" => {
                    let text = bytes(field()?)?;
                    let users = field()?.split(',').filter(|u| !u.is_empty()).map(str::to_string).collect();
                    map.texts.push((text, users));
                }
                "A" => {
                    let function = map.functions.last()?.0.clone();
                    let (line, text, operations) =
                        (field()?.parse().ok()?, bytes(field()?)?, field()?.parse().ok()?);
                    let numbers = field()?.split(',').filter(|n| !n.is_empty());
                    let numbers = numbers.map(|n| n.parse().ok()).collect::<Option<_>>()?;
                    let flags = field()?;
                    let [reads, calls, after_write] = ['R', 'C', 'W'].map(|flag| flags.contains(flag));
                    map.given.push(Given {
                        function,
                        line,
                        text,
                        operations,
                        numbers,
                        reads,
                        calls,
                        after_write,
                    });
                }
                "C" => {
                    let function = map.functions.last()?.0.clone();
                    let (file, line, column) =
                        (field()?.to_string(), field()?.parse().ok()?, field()?.parse().ok()?);
                    map.cells.push(Cell { function, file, line, column, way: way(base, &mut field)? });
                }
                "B" => {
                    let function = map.functions.last()?.0.clone();
                    let (file, line, column) =
                        (field()?.to_string(), field()?.parse().ok()?, field()?.parse().ok()?);
                    let taken = field()? == "T";
                    let cells = ranges(base, end, field()?)?;
                    map.branches.push(Branch { function, file, line, column, taken, cells });
                }
                _ => return None,
            }
        }
        (map.cells.len() == end as usize).then_some(map)
    }
}

fn way<'a>(base: u32, field: &mut impl FnMut() -> Option<&'a str>) -> Option<Successor> {
    let number = |text: &str| Some(base + text.parse::<u32>().ok()?);
    let next = field()?;
    let next = if next.is_empty() { None } else { Some(number(next)?) };
    let calls = field()?.split(',').filter(|c| !c.is_empty()).map(str::to_string).collect();
    let choices = field()?.split(',').filter(|c| !c.is_empty()).map(number).collect::<Option<_>>()?;
    Some(Successor { next, calls, choices })
}

/// `6b6579`
fn bytes(digits: &str) -> Option<Vec<u8>> {
    let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    (0..digits.len()).step_by(2).map(byte).collect()
}

/// `3-5,9`
fn ranges(base: u32, end: u32, text: &str) -> Option<Vec<u32>> {
    let mut cells = vec![];
    for range in text.split(',').filter(|r| !r.is_empty()) {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
        if first > last || base.checked_add(last)? >= end {
            return None;
        }
        cells.extend(base + first..=base + last);
    }
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_from_the_first_cell_of_a_module() {
        let text = "M\t2\nF\tf\t0\t\t\nC\ta.c\t3\t5\t\tg,*\t\nC\ta.c\t3\t5\t0\t\t\n\
                    B\ta.c\t3\t5\tT\t0\nB\ta.c\t3\t5\tF\t1\n\
                    M\t3\nG\tn\tL\tW\tg,h\th\nT\t6b6579\tf,*\nT\t6b6579\tg\nT\t6f6e\tg\nF\tg\t1\t\t0\nC\tb.c\t1\t1\t\t\t\nC\tb.c\t1\t1\t\t\t\nC\tb.c\t0\t0\t\t\t\n\
                    B\tb.c\t1\t1\tT\t0-1\n\0";
        let map = Map::parse(text).expect("well-formed");
        assert_eq!(map.cells.len(), 5);
        assert_eq!(map.cells[0].way.calls, ["g", "*"]);
        assert_eq!(map.cells[1].way.next, Some(0));
        assert_eq!(map.functions[1].1, Successor { next: Some(3), calls: vec![], choices: vec![2] });
        assert_eq!(map.branches[2].cells, [2, 3]);
        let (users, writers) = (vec!["g".into(), "h".into()], vec!["h".into()]);
        let (name, keeps) = ("n".into(), None);
        let count = Use { module: 1, name, local: true, written: true, open: false, keeps, users, writers };
        assert_eq!(map.globals, [count]);
        assert_eq!(map.texts_of(&["f"]), [b"key"]);
        assert_eq!(map.texts_of(&["g"]), [&b"key"[..], b"on"]);
        assert!(map.branches[2].is_covered(&[false, false, false, true, false]));
        assert_eq!(map.branches_of(1).count(), 1);
    }

    #[test]
    fn what_is_no_map_is_refused() {
        for text in [
            "X",
            "M\t0\nT\t6\tf",
            "M\t0\nT\txx\tf",
            "C\ta\t1\t1\t\t\t",
            "M\t1\n",
            "M\t1\nF\tf\t\t\t\nC\ta\t1\t1\t\t\t\nB\ta\t1\t1\tT\t7",
        ] {
            assert_eq!(Map::parse(text), None, "{text}");
        }
    }
}
