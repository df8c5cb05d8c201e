//! Random programs by csmith; `make check-all` and `make bench` run more of them.
use crate::common::csmith::{self, Checksum};

#[test]
fn random_programs_print_the_same_checksum() {
    let mut differ = vec![];
    for seed in 1..=crate::common::scaled(25) as u32 {
        if let Checksum::Differs(how) = csmith::checksum(seed) {
            differ.push(how);
        }
    }
    assert!(differ.is_empty(), "other checksums:\n{}", differ.join("\n"));
}

#[test]
fn every_branch_of_a_random_program_is_true_of_the_globals_it_was_given() {
    let (mut wrong, mut queries) = (vec![], 0);
    for seed in 1..=crate::common::scaled(10) as u32 {
        match csmith::explore(seed) {
            Ok(run) => queries += run.queries,
            Err(why) => wrong.push(why),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(queries > 0, "no branch was symbolic");
}
