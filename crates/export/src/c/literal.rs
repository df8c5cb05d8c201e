//! Scalars as C constants with exactly their value and type.

use acute_input::view::sign_extend;
use acute_types::{Int, TypeId, TypeKind, TypeTable};

/// The C constant for the bits of a scalar of type `ty`; `None` if the type is no scalar.
pub fn literal(types: &TypeTable, ty: TypeId, bits: u64) -> Option<String> {
    match types.stripped_kind(ty)? {
        TypeKind::Int(int) => integer(int, bits),
        TypeKind::Enum(e) => {
            let id = types.strip(ty)?;
            let value = if e.signed { sign_extend(bits, e.bytes) } else { bits as i64 };
            match e.enumerators.iter().find(|e| e.value == value) {
                Some(e) if !types.is_local(id) => Some(e.name.clone()),
                _ if e.signed => Some(signed(value, e.bytes)),
                _ => Some(unsigned(bits, e.bytes)),
            }
        }
        TypeKind::Float(f) if f.bytes == 4 => Some(float(bits as u32)),
        TypeKind::Float(f) if f.bytes == 8 => Some(double(bits)),
        _ => None,
    }
}

fn integer(int: &Int, bits: u64) -> Option<String> {
    if int.bytes > 8 {
        return None;
    }
    // `unsigned char` is mostly a number, plain `char` mostly a letter.
    if let Some(letter) = character(bits as u8).filter(|_| int.name == "char") {
        return Some(letter);
    }
    Some(if int.signed { signed(sign_extend(bits, int.bytes), int.bytes) } else { unsigned(bits, int.bytes) })
}

fn character(byte: u8) -> Option<String> {
    match byte {
        b'\n' => Some("'\\n'".to_owned()),
        b'\t' => Some("'\\t'".to_owned()),
        b'\'' | b'\\' => Some(format!("'\\{}'", char::from(byte))),
        b' '..=b'~' => Some(format!("'{}'", char::from(byte))),
        _ => None,
    }
}

/// A minus sign is an operator in C: the smallest value of a type has no constant of that type.
fn signed(value: i64, bytes: u8) -> String {
    match (value, bytes) {
        (i64::MIN, 8) => "(-9223372036854775807LL - 1)".to_owned(),
        (_, 8) => format!("{value}LL"),
        (-0x8000_0000, 4) => "(-2147483647 - 1)".to_owned(),
        _ => value.to_string(),
    }
}

fn unsigned(value: u64, bytes: u8) -> String {
    match bytes {
        8 => format!("{value}ULL"),
        4 => format!("{value}u"),
        // Narrower types become int before anything is done with them.
        _ => value.to_string(),
    }
}

// Rust prints the shortest decimal number that reads back as the same float, and so does C read it.
fn float(bits: u32) -> String {
    let value = f32::from_bits(bits);
    match value {
        _ if value.is_nan() => not_a_number("unsigned", "float", &format!("{bits:#x}u")),
        _ if value.is_infinite() => format!("{}__builtin_inff()", minus(value < 0.0)),
        _ => format!("{value:?}f"),
    }
}

fn double(bits: u64) -> String {
    let value = f64::from_bits(bits);
    match value {
        _ if value.is_nan() => not_a_number("unsigned long long", "double", &format!("{bits:#x}ULL")),
        _ if value.is_infinite() => format!("{}__builtin_inf()", minus(value < 0.0)),
        _ => format!("{value:?}"),
    }
}

fn minus(negative: bool) -> &'static str {
    if negative { "-" } else { "" }
}

/// C has no constant for a NaN with given bits.
fn not_a_number(int: &str, float: &str, bits: &str) -> String {
    format!("((union {{ {int} bits; {float} value; }}){{ .bits = {bits} }}).value")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smallest_values_are_written_without_overflow() {
        assert_eq!(signed(sign_extend(0x8000_0000, 4), 4), "(-2147483647 - 1)");
        assert_eq!(signed(i64::MIN, 8), "(-9223372036854775807LL - 1)");
        assert_eq!(signed(sign_extend(0x80, 1), 1), "-128");
        assert_eq!(signed(-5, 8), "-5LL");
        assert_eq!(unsigned(u64::MAX, 8), "18446744073709551615ULL");
        assert_eq!(unsigned(0xffff_ffff, 4), "4294967295u");
    }

    #[test]
    fn floats_are_exact_and_valid_c() {
        assert_eq!(float(0.1f32.to_bits()), "0.1f");
        assert_eq!(double((-0.0f64).to_bits()), "-0.0");
        assert_eq!(double(1e300f64.to_bits()), "1e300");
        assert_eq!(double(f64::NEG_INFINITY.to_bits()), "-__builtin_inf()");
        assert!(double(0x7ff8_0000_0000_0001).contains("0x7ff8000000000001ULL"));
    }

    #[test]
    fn characters_are_escaped() {
        let shown: Vec<_> =
            [b'a', b'\'', b'\\', b'\n', 0, 200].map(character).into_iter().flatten().collect();
        assert_eq!(shown, ["'a'", "'\\''", "'\\\\'", "'\\n'"]);
    }
}
