//! The set of kinds that a command looks for: `--checks +KIND,-KIND` changes the default.
use super::kinds::{Checked, Kind};
use acute_trace::unchecked;

/// Kinds that are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checks(u32);

const _: () = assert!(Kind::ALL.len() <= 32);

/// Kinds of undefined behaviour that `complete` does not speak of, because nothing detects them yet.
const WITHOUT_DETECTOR: [&str; 1] = ["uninitialized"];

impl Default for Checks {
    fn default() -> Checks {
        let is_on = |kind: &&Kind| kind.row().checked != Checked::Off;
        Checks(Kind::ALL.iter().filter(is_on).fold(0, |all, kind| all | bit(*kind)))
    }
}

impl Checks {
    /// Reads `+KIND` and `-KIND`, separated by commas.
    pub fn parse<'a>(changes: impl IntoIterator<Item = &'a str>) -> Result<Checks, String> {
        let mut checks = Checks::default();
        for change in changes.into_iter().flat_map(|text| text.split(',')).map(str::trim) {
            let (name, on) = match (change.strip_prefix('+'), change.strip_prefix('-')) {
                (Some(name), _) => (name, true),
                (_, Some(name)) => (name, false),
                _ => return Err(format!("`{change}`: write +{change} or -{change}")),
            };
            let kind = Kind::ALL.iter().find(|kind| kind.name() == name);
            let Some(kind) = kind.copied().filter(|kind| kind.row().checked != Checked::Always) else {
                return Err(complaint(name, kind.is_some()));
            };
            checks.set(kind, on);
        }
        Ok(checks)
    }

    /// Whether a kind is looked for.
    pub fn has(self, kind: Kind) -> bool {
        self.0 & bit(kind) != 0
    }

    /// Looks for a kind as well.
    #[must_use]
    pub fn with(mut self, kind: Kind) -> Checks {
        self.set(kind, true);
        self
    }

    fn set(&mut self, kind: Kind, on: bool) {
        self.0 = if on { self.0 | bit(kind) } else { self.0 & !bit(kind) };
    }

    /// The kinds that are not looked for.
    pub fn off(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.iter().copied().filter(move |kind| !self.has(*kind))
    }

    /// The names of all kinds that are not looked for, those without a detector included.
    pub fn not_checked(self) -> Vec<&'static str> {
        self.off().map(Kind::name).chain(WITHOUT_DETECTOR).collect()
    }

    /// The checks that clang inserts, as its option `-fsanitize=` names them.
    pub fn inserted(self) -> impl Iterator<Item = &'static str> {
        Kind::ALL.iter().filter(move |kind| self.has(**kind)).filter_map(|kind| match kind {
            Kind::OutOfBounds => Some("array-bounds"),
            Kind::Shift => Some("shift-exponent"),
            Kind::FloatToInt => Some("float-cast-overflow"),
            Kind::SignedOverflow => Some("signed-integer-overflow"),
            _ => None,
        })
    }

    /// The detectors of the runtime that are off, as bits of [`acute_trace::unchecked`].
    pub fn unchecked(self) -> u32 {
        self.off().fold(0, |all, kind| {
            all | match kind {
                Kind::OutOfBounds => unchecked::OUTSIDE,
                Kind::UseAfterFree => unchecked::FREED,
                Kind::UseAfterReturn => unchecked::DEAD,
                Kind::Overlap => unchecked::OVERLAP,
                Kind::Unterminated => unchecked::TEXT,
                Kind::Leak => unchecked::LEAK,
                _ => 0,
            }
        })
    }
}

const fn bit(kind: Kind) -> u32 {
    1 << kind as u32
}

fn complaint(name: &str, is_always: bool) -> String {
    if is_always {
        return format!("`{name}` cannot be switched: such a run fails by itself");
    }
    let names = Kind::ALL.iter().filter(|kind| kind.row().checked != Checked::Always);
    format!("no check `{name}`; there are {}", names.map(|kind| kind.name()).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_apply_in_order() {
        let checks = Checks::parse(["+signed-overflow,-shift", "+shift,-use-after-free"]).expect("valid");
        assert!(checks.has(Kind::SignedOverflow) && checks.has(Kind::Shift) && checks.has(Kind::Assertion));
        assert_eq!(checks.off().collect::<Vec<_>>(), [Kind::UseAfterFree]);
        assert_eq!(checks.unchecked(), unchecked::FREED);
    }

    #[test]
    fn signed_overflow_alone_is_off_by_default() {
        assert_eq!(Checks::default().off().collect::<Vec<_>>(), [Kind::SignedOverflow]);
        assert_eq!(Checks::default().unchecked(), 0);
        assert_eq!(Checks::default().not_checked(), ["signed-overflow", "uninitialized"]);
    }

    #[test]
    fn mistakes_are_explained() {
        assert_eq!(Checks::parse(["shift"]).expect_err("no sign"), "`shift`: write +shift or -shift");
        assert!(Checks::parse(["+assertion"]).expect_err("always").contains("cannot be switched"));
        assert!(
            Checks::parse(["-shfit"]).expect_err("unknown").contains("no check `shfit`; there are out-of-")
        );
    }
}
