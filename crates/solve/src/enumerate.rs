//! Trying out all values where there are few: a condition on one byte, as lexers are full of, is
//! decided in 256 evaluations, satisfiable or not.

use acute_expr::mask;

use crate::Verdict;
use crate::domain::Domains;
use crate::program::Program;
use crate::slice::Slice;

/// Variables of so many bits together are tried out.
const BITS: u32 = 9;

/// Decides the slice if its variables have few bits; nearby values are tried first.
pub(crate) fn solve(slice: &Slice, program: &mut Program, domains: &Domains, values: &mut [u64]) -> Verdict {
    let places = 0..slice.vars.len();
    let bits: u32 = places.clone().map(|place| u32::from(program.var_width(place))).sum();
    if bits > BITS || places.clone().any(|place| domains.of(place).is_some()) {
        return Verdict::Pass;
    }
    program.run();
    // all variables side by side are one number, counted up from the present one
    for offset in 0..1u64 << bits {
        let mut rest = offset;
        let mut cost = 0;
        for place in places.clone() {
            let width = program.var_width(place);
            let value = slice.values[place].wrapping_add(rest & mask(width)) & mask(width);
            if value != program.var_value(place) || place + 1 == slice.vars.len() {
                cost = program.set(place, value);
            }
            rest >>= width;
        }
        if cost == 0 {
            for place in places.clone() {
                values[place] = program.var_value(place);
            }
            return Verdict::Sat;
        }
    }
    Verdict::Unsat
}
