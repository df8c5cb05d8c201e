//! The symbols of the runtime's archive against the tables in `acute_trace`: hooks, slots, replaced functions.
use acute_trace::library::{self, Fact};
use acute_trace::{Hook, Slot, TRUSTED_SYMBOL};
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSymbol};
use std::collections::BTreeSet;
use std::path::Path;

/// Symbols that the linker or the runtime's own assembly names.
const OWN: [&str; 11] = [
    "__acute_main",
    "__acute_unchecked_word",
    "__acute_enter",
    "__acute_leave",
    "__acute_trusted_call",
    "__acute_sigreturn",
    "__acute_cover_range",
    "__acute_headers",
    "__acute_activation",
    "__acute_ranges",
    "__acute_watch",
];

#[test]
fn the_runtime_exports_what_the_tables_list_and_nothing_else() {
    let path = Path::new(env!("CARGO_BIN_EXE_acute")).with_file_name("libacute_runtime.a");
    let bytes = std::fs::read(&path).expect("the runtime; `make build` makes it");
    let mut exported = BTreeSet::new();
    for member in ArchiveFile::parse(&*bytes).expect("an archive").members() {
        let data = member.and_then(|m| m.data(&*bytes)).expect("a member");
        let Ok(file) = object::File::parse(data) else { continue };
        for symbol in file.symbols().filter(|s| s.is_global() && !s.is_undefined()) {
            let name = symbol.name().expect("a name");
            if name.starts_with("__acute_") {
                assert!(exported.insert(name.to_string()), "{name} is defined twice");
            }
        }
    }
    let hooks = Hook::ALL.iter().map(|h| h.symbol());
    let slots = Slot::ALL.iter().map(|s| s.symbol());
    let own = OWN.into_iter().chain([TRUSTED_SYMBOL]);
    let mut listed: BTreeSet<String> = hooks.chain(slots).chain(own).map(str::to_string).collect();
    let replaced = library::all(Fact::Heap).chain(library::all(Fact::Exit));
    listed.extend(replaced.map(|f| format!("__acute_{f}")));
    assert_eq!(exported, listed);
}
