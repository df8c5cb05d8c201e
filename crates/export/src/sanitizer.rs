//! The sanitizers that see a finding which a plain run need not show: one row each.
//!
//! To add one: a variant and its row. A build uses those that its tests name.

/// A check of gcc's and clang's sanitizers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sanitizer {
    /// Accesses outside of objects and to freed memory.
    Address,
    /// Memory that is lost: LeakSanitizer, a part of AddressSanitizer.
    Leak,
    /// Indices outside of arrays, by the types of the arrays.
    Bounds,
    /// Amounts of shifts.
    Shift,
    /// Conversions from floating point to integers.
    FloatCast,
    /// Signed operations.
    SignedOverflow,
}

impl Sanitizer {
    /// Its name in `-fsanitize=`.
    pub fn flag(self) -> &'static str {
        match self {
            Sanitizer::Address | Sanitizer::Leak => "address",
            Sanitizer::Bounds => "bounds",
            Sanitizer::Shift => "shift-exponent",
            Sanitizer::FloatCast => "float-cast-overflow",
            Sanitizer::SignedOverflow => "signed-integer-overflow",
        }
    }

    /// The name of the tool.
    pub fn tool(self) -> &'static str {
        match self {
            Sanitizer::Address => "AddressSanitizer",
            Sanitizer::Leak => "LeakSanitizer",
            _ => "UndefinedBehaviorSanitizer",
        }
    }

    /// The words that its report contains.
    pub fn report(self) -> &'static str {
        match self {
            Sanitizer::Address => "ERROR: AddressSanitizer",
            Sanitizer::Leak => "ERROR: LeakSanitizer",
            Sanitizer::Bounds => "runtime error: index",
            Sanitizer::Shift => "runtime error: shift exponent",
            Sanitizer::FloatCast => "outside the range of representable values",
            Sanitizer::SignedOverflow => "runtime error: ",
        }
    }

    /// The flags of a build with these sanitizers: each of them ends the program.
    pub fn flags(all: impl IntoIterator<Item = Sanitizer>) -> Vec<String> {
        let mut all: Vec<Sanitizer> = all.into_iter().collect();
        all.sort_unstable();
        all.dedup_by_key(|s| s.flag());
        let list = |of: &[Sanitizer]| of.iter().map(|s| s.flag()).collect::<Vec<_>>().join(",");
        let address = Sanitizer::Address.flag();
        let undefined: Vec<Sanitizer> = all.iter().copied().filter(|s| s.flag() != address).collect();
        let flags = [("-fsanitize=", list(&all)), ("-fno-sanitize-recover=", list(&undefined))];
        let given = flags.into_iter().filter(|(_, list)| !list.is_empty());
        given.map(|(option, list)| format!("{option}{list}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_name_each_sanitizer_once() {
        assert!(Sanitizer::flags([]).is_empty());
        assert_eq!(Sanitizer::flags([Sanitizer::Address]), ["-fsanitize=address"]);
        assert_eq!(Sanitizer::flags([Sanitizer::Leak, Sanitizer::Address]), ["-fsanitize=address"]);
        let several = [Sanitizer::Shift, Sanitizer::Address, Sanitizer::Shift];
        assert_eq!(
            Sanitizer::flags(several),
            ["-fsanitize=address,shift-exponent", "-fno-sanitize-recover=shift-exponent"]
        );
    }
}
