//! Guards over `cargo metadata`: licences, duplicate versions, unused and undocumented dependencies. No network.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// SPDX identifiers of the licences that a dependency may be under.
const PERMISSIVE: [&str; 10] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates that are there in more than one version: name and reason.
const DUPLICATES: [(&str, &str); 1] = [(
    "syn",
    "build time only: enumflags2 of landlock derives with version 2, clap and thiserror with version 3",
)];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The packages that a build on Linux needs, in the versions of Cargo.lock.
fn packages() -> Vec<Value> {
    let cargo = std::env::var("CARGO").unwrap_or("cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--offline", "--locked", "--format-version", "1"]);
    command.args(["--filter-platform", "x86_64-unknown-linux-gnu"]);
    let said = command.current_dir(root()).output().expect("cargo runs");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let all: Value = serde_json::from_slice(&said.stdout).expect("JSON");
    all["packages"].as_array().expect("packages").clone()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// The packages of this workspace: those that come from no registry.
fn members(packages: &[Value]) -> impl Iterator<Item = &Value> {
    packages.iter().filter(|p| p["source"].is_null())
}

/// The dependencies that Cargo.toml of a package names.
fn direct(package: &Value) -> impl Iterator<Item = &Value> {
    package["dependencies"].as_array().into_iter().flatten()
}

/// Whether every part of a conjunction of licences offers a permissive alternative. Parentheses around alternatives are
/// all that registries use, so they can be left out.
fn is_permissive(licence: &str) -> bool {
    let licence = licence.replace(['(', ')'], "").replace('/', " OR ");
    let part = |part: &str| part.split(" OR ").any(|one| PERMISSIVE.contains(&one.trim()));
    licence.split(" AND ").all(part)
}

#[test]
fn every_dependency_has_a_permissive_licence() {
    let packages = packages();
    let wrong: Vec<String> = packages
        .iter()
        .filter(|p| !is_permissive(text(p, "license")))
        .map(|p| format!("{} {}: `{}`", text(p, "name"), text(p, "version"), text(p, "license")))
        .collect();
    assert!(wrong.is_empty(), "not among the permissive licences: {wrong:#?}");
    assert!(!is_permissive("GPL-3.0-only") && !is_permissive("MIT AND GPL-2.0-only") && !is_permissive(""));
    assert!(is_permissive("GPL-2.0-only OR MIT") && is_permissive("(MIT OR Apache-2.0) AND Unicode-3.0"));
}

#[test]
fn no_crate_is_there_in_two_versions() {
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages() {
        versions.entry(text(&package, "name").into()).or_default().push(text(&package, "version").into());
    }
    let is_listed = |name: &str| DUPLICATES.iter().any(|(listed, _)| *listed == name);
    let twice: Vec<_> = versions.iter().filter(|(name, all)| all.len() > 1 && !is_listed(name)).collect();
    assert!(
        twice.is_empty(),
        "in several versions: {twice:?}; if unavoidable, add it to DUPLICATES with the reason"
    );
    let stale: Vec<_> =
        DUPLICATES.iter().filter(|(name, _)| versions.get(*name).is_none_or(|all| all.len() < 2)).collect();
    assert!(stale.is_empty(), "no longer in several versions, remove from DUPLICATES: {stale:?}");
}

/// All Rust files below a folder or the file itself, as one text.
fn rust_text(path: &Path) -> String {
    if path.is_file() {
        return std::fs::read_to_string(path).expect("a source file");
    }
    let Ok(entries) = std::fs::read_dir(path) else { return String::new() };
    let is_rust = |p: &PathBuf| p.is_dir() || p.extension().is_some_and(|e| e == "rs");
    entries.flatten().map(|e| e.path()).filter(is_rust).map(|p| rust_text(&p)).collect()
}

/// Whether a text names an identifier, not only as a part of another one.
fn names(text: &str, identifier: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(identifier).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + identifier.len()..].chars().next());
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[test]
fn every_direct_dependency_is_used() {
    let packages = packages();
    let mut unused = vec![];
    for package in members(&packages) {
        let folder = Path::new(text(package, "manifest_path")).parent().expect("a folder").to_owned();
        for dependency in direct(package) {
            let places: &[&str] = match text(dependency, "kind") {
                "build" => &["build.rs"],
                "dev" => &["src", "tests", "benches", "examples"],
                _ => &["src"],
            };
            let name = dependency["rename"].as_str().unwrap_or(text(dependency, "name")).replace('-', "_");
            if !places.iter().any(|place| names(&rust_text(&folder.join(place)), &name)) {
                unused.push(format!("{} of {}, in {}", name, text(package, "name"), places.join(", ")));
            }
        }
    }
    assert!(unused.is_empty(), "named in Cargo.toml, but not in the sources: {unused:#?}");
}

#[test]
fn every_workspace_dependency_has_a_user() {
    let packages = packages();
    let used: BTreeSet<&str> = members(&packages).flat_map(direct).map(|d| text(d, "name")).collect();
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml");
    let table = manifest.split("[workspace.dependencies]").nth(1).and_then(|t| t.split("\n[").next());
    let listed = table.unwrap_or("").lines().filter_map(|line| line.split([' ', '.', '=']).next());
    let stale: Vec<&str> = listed.filter(|name| !name.is_empty() && !used.contains(name)).collect();
    assert!(stale.is_empty(), "in [workspace.dependencies], but used by no crate: {stale:?}");
}

/// The names in the first column of the table below the heading "Dependencies" of ARCHITECTURE.md.
fn documented() -> BTreeSet<String> {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let section = page.split("\n## Dependencies").nth(1).and_then(|t| t.split("\n## ").next());
    let rows = section.expect("a section on dependencies").lines().filter_map(|l| l.strip_prefix('|'));
    let cells = rows.skip(2).filter_map(|row| row.split('|').next());
    let words = cells.flat_map(|cell| cell.split(',')).filter_map(|name| name.split_whitespace().next());
    words.map(|name| name.trim_matches('`').to_string()).collect()
}

#[test]
fn every_direct_dependency_is_documented() {
    let packages = packages();
    let ours: BTreeSet<&str> = members(&packages).map(|p| text(p, "name")).collect();
    let direct: BTreeSet<String> =
        members(&packages).flat_map(direct).map(|d| text(d, "name").to_string()).collect();
    let direct: BTreeSet<String> = direct.into_iter().filter(|d| !ours.contains(d.as_str())).collect();
    let documented = documented();
    let missing: Vec<_> = direct.difference(&documented).collect();
    assert!(missing.is_empty(), "not in the table of dependencies in ARCHITECTURE.md: {missing:?}");
    let stale: Vec<_> = documented.difference(&direct).collect();
    assert!(stale.is_empty(), "in the table of ARCHITECTURE.md, but no direct dependency: {stale:?}");
}
