//! What is left on a kernel whose Landlock is old or missing: the filter takes over.

use acute_sandbox::Settings;

use crate::Expect::{Gives, Trapped};
use crate::check;
use crate::yard::Yard;

fn yard_with_landlock(landlock_ceiling: u8) -> Yard {
    let mut yard = Yard::new();
    yard.settings = Settings { landlock_ceiling, ..Settings::default() };
    yard
}

#[test]
fn where_landlock_cannot_see_truncation_the_filter_does() {
    let yard = yard_with_landlock(2);
    for (name, call) in [("truncate", "truncate"), ("open_truncate", "openat")] {
        check(&yard, name, &yard.victim(), Trapped(call));
        yard.assert_unharmed(name);
    }
}

#[test]
fn every_abi_protects_the_victim() {
    let attempts = [
        "unlink",
        "overwrite",
        "append",
        "truncate",
        "open_truncate",
        "rename",
        "create",
        "mkdir",
        "symlink",
        "steal",
        "link",
        "chmod",
    ];
    for abi in 0..=7 {
        let yard = yard_with_landlock(abi);
        for name in attempts {
            yard.run(name, &yard.victim());
            yard.assert_unharmed(&format!("{name} with Landlock {abi}"));
        }
        check(&yard, "thread", "", Gives(42));
    }
}

#[test]
fn without_landlock_no_file_can_be_written_but_all_can_be_read() {
    let yard = yard_with_landlock(0);
    assert!(!yard.level().can_write_scratch());
    for (name, call) in [
        ("unlink", "unlink"),
        ("overwrite", "openat"),
        ("rename", "rename"),
        ("create", "openat"),
        ("mkdir", "mkdir"),
        ("link", "link"),
    ] {
        check(&yard, name, &yard.victim(), Trapped(call));
        yard.assert_unharmed(name);
    }
    check(&yard, "read", &yard.victim(), Gives(8));
}
