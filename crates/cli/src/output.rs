//! The folder of `--out`. Only files that acute wrote, and that are unedited since, are replaced or removed.
//!
//! `manifest.jsonl` lists them, one JSON object a line: the file, a hash of its content, the C source it is for. The
//! line is appended before the file is written, so that a killed command leaves no unlisted file. A name may
//! have several lines until the command ends; the file is ours if its content matches one of them.
use crate::results::relative;
use crate::saved;
use acute_cfront::build::hash;
use acute_cfront::error::Error;
use rustix::fs::{FlockOperation, fcntl_lock};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Component, Path, PathBuf};

const MANIFEST: &str = "manifest.jsonl";
const LOCK: &str = ".lock";
/// A file is written under this name and renamed, so that it is there as a whole or not at all. A killed command may leave
/// one.
const PART: &str = ".acute.part";
/// The version of the manifest's format.
const VERSION: u64 = 1;
/// Suffixes `.new` that are tried for a file that may not be replaced.
const SUFFIXES: usize = 16;

/// The folder of `--out`, locked against other commands.
pub struct OutputFolder {
    root: PathBuf,
    // invariant: keys are relative, have normal components only and `/` between them
    files: BTreeMap<String, Listed>,
    /// Files that were edited and so written beside: the name, and the name that was used.
    beside: Vec<(String, String)>,
    /// The lock and the manifest, open for appending; `None` while the folder does not exist.
    open: Option<(File, File)>,
}

/// A file that acute wrote.
#[derive(Debug, Default)]
struct Listed {
    /// Hashes of the contents it may have; the last is the newest.
    hashes: Vec<u64>,
    /// The C source it is for, as a path from the folder.
    source: Option<String>,
    /// Whether this command wrote it.
    is_fresh: bool,
}

/// The state of a name in the folder.
#[derive(Debug, PartialEq, Eq)]
enum State {
    Absent,
    /// Written by acute and unchanged.
    Ours,
    /// Written by acute and changed, or not written by acute.
    Users,
}

impl OutputFolder {
    /// Opens the folder if it exists; refuses one that holds files of others but no manifest. A folder that does not
    /// exist is made by [`OutputFolder::create`].
    pub fn open(root: &Path) -> Result<OutputFolder, Error> {
        let mut folder =
            OutputFolder { root: root.to_owned(), files: BTreeMap::new(), beside: vec![], open: None };
        match std::fs::metadata(root) {
            Ok(about) if about.is_dir() => folder.acquire()?,
            Ok(_) => return Err(Error::Usage(format!("--out {}: this is not a folder", root.display()))),
            Err(e) if e.kind() == ErrorKind::NotFound => {}
            Err(e) => return Err(Error::Io(root.to_owned(), e)),
        }
        Ok(folder)
    }

    /// Makes the folder where it does not exist yet.
    pub fn create(&mut self) -> Result<(), Error> {
        let tests = self.root.join("tests");
        if self.open.is_none() {
            std::fs::create_dir_all(&self.root).map_err(Error::io(&self.root))?;
            self.acquire()?;
        }
        std::fs::create_dir_all(&tests).map_err(Error::io(&tests))
    }

    /// Locks the folder and reads its manifest, or adopts it.
    fn acquire(&mut self) -> Result<(), Error> {
        let manifest = self.root.join(MANIFEST);
        // Before the lock: nothing is written into a folder that is refused.
        let mut files = match read_manifest(&manifest)? {
            Some(files) => files,
            None => adopt(&self.root)?,
        };
        let path = self.root.join(LOCK);
        let lock = OpenOptions::new().create(true).append(true).open(&path).map_err(Error::io(&path))?;
        // A lock of the process alone: a child that a killed command was about to start does not hold it.
        match fcntl_lock(&lock, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {}
            Err(rustix::io::Errno::WOULDBLOCK | rustix::io::Errno::ACCESS) => {
                let root = self.root.display();
                return Err(Error::Usage(format!(
                    "--out {root}: another acute is writing there; wait for it, or name another folder"
                )));
            }
            // A file system without locks.
            Err(rustix::io::Errno::NOTSUP | rustix::io::Errno::NOLCK | rustix::io::Errno::NOSYS) => {}
            Err(e) => return Err(Error::Io(path, e.into())),
        }
        // What another command wrote until the lock was ours.
        let listed = read_manifest(&manifest)?;
        let is_new = listed.is_none();
        files = listed.unwrap_or(files);
        self.files = files;
        if is_new {
            self.write_manifest()?;
        }
        let mut log = OpenOptions::new().append(true).open(&manifest).map_err(Error::io(&manifest))?;
        // A killed command may have left half a line.
        log.write_all(b"\n").map_err(Error::io(&manifest))?;
        let _ = std::fs::remove_file(self.root.join(PART));
        self.open = Some((lock, log));
        Ok(())
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether a command has left anything here.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The name that the manifest gives to a C source.
    pub fn source_name(&self, source: &Path) -> String {
        relative(&self.root, source).to_string_lossy().into_owned()
    }

    /// The listed files below `tests` that end so, with the source they are for.
    pub fn tests(&self, ending: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
        let is_it = move |name: &str| name.starts_with("tests/") && name.ends_with(ending);
        self.files.iter().filter(move |(name, _)| is_it(name)).map(|(n, l)| (n.as_str(), l.source.as_deref()))
    }

    /// The newest version of a file that acute wrote: the file itself, or the one written beside an edited one.
    pub fn newest(&self, name: &str) -> PathBuf {
        let names =
            std::iter::successors(Some(name.to_string()), |n| Some(format!("{n}.new"))).take(SUFFIXES);
        let mut listed = names.filter(|n| self.state(n) == State::Ours);
        self.root.join(listed.next().as_deref().unwrap_or(name))
    }

    /// Whether a test of that name can be written for the source without being in the way of anything else.
    pub fn is_free(&self, name: &str, source: &str) -> bool {
        match self.files.get(name) {
            Some(listed) => listed.source.as_deref().is_none_or(|s| s == source),
            None => self.state(name) == State::Absent,
        }
    }

    /// Writes a file as a whole and lists it; where the name holds something else, beside it as NAME.new. Returns the name.
    pub fn write(&mut self, name: &str, source: Option<&str>, bytes: &[u8]) -> Result<String, Error> {
        let mut free = name.to_string();
        for _ in 0..SUFFIXES {
            if self.state(&free) != State::Users {
                break;
            }
            free.push_str(".new");
        }
        let path = self.root.join(&free);
        if self.state(&free) == State::Users {
            return Err(Error::Usage(format!("{}: too many edited files of this name", path.display())));
        }
        let listed = self.files.entry(free.clone()).or_default();
        let sum = hash(bytes, 0);
        listed.is_fresh = true;
        listed.source = source.map(str::to_string);
        if listed.hashes.last() != Some(&sum) {
            listed.hashes.push(sum);
        }
        let line = line(&free, sum, source);
        self.append(&line)?;
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(Error::io(folder))?;
        }
        let part = self.root.join(PART);
        std::fs::write(&part, bytes).map_err(Error::io(&part))?;
        std::fs::rename(&part, &path).map_err(Error::io(&path))?;
        if free != name && !self.beside.iter().any(|(edited, _)| edited == name) {
            self.beside.push((name.to_string(), free.clone()));
        }
        Ok(free)
    }

    /// Removes a file that acute wrote; one that was edited stays, and stays listed.
    pub fn remove(&mut self, name: &str) -> Result<(), Error> {
        let path = self.root.join(name);
        match self.state(name) {
            State::Users => return Ok(()),
            State::Ours => std::fs::remove_file(&path).map_err(Error::io(&path))?,
            State::Absent => {}
        }
        if self.files.remove(name).is_some() {
            self.append(&format!("{}\n", json!({"file": name, "removed": true})))?;
        }
        Ok(())
    }

    /// Removes what earlier commands wrote for these sources and this one did not write again.
    pub fn remove_stale(&mut self, sources: &[String]) -> Result<(), Error> {
        let is_stale = |l: &Listed| !l.is_fresh && l.source.as_ref().is_some_and(|s| sources.contains(s));
        let stale: Vec<String> =
            self.files.iter().filter(|(_, l)| is_stale(l)).map(|(name, _)| name.clone()).collect();
        stale.iter().try_for_each(|name| self.remove(name))
    }

    /// Writes the manifest as a whole, with one line a file.
    fn write_manifest(&self) -> Result<(), Error> {
        let mut text = header();
        for (name, listed) in &self.files {
            text.push_str(&listed.lines(name));
        }
        let (part, path) = (self.root.join(PART), self.root.join(MANIFEST));
        std::fs::write(&part, text).map_err(Error::io(&part))?;
        std::fs::rename(&part, &path).map_err(Error::io(&path))
    }

    /// Writes the manifest anew.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.write_manifest()?;
        let path = self.root.join(MANIFEST);
        let log = OpenOptions::new().append(true).open(&path).map_err(Error::io(&path))?;
        if let Some((_, open)) = &mut self.open {
            *open = log;
        }
        Ok(())
    }

    /// The edited files that stay, and the names of those written beside them.
    pub fn beside(&self) -> &[(String, String)] {
        &self.beside
    }

    fn append(&mut self, line: &str) -> Result<(), Error> {
        match &mut self.open {
            Some((_, log)) => log.write_all(line.as_bytes()).map_err(Error::io(self.root.join(MANIFEST))),
            None => Err(Error::Internal(format!("{} was not created", self.root.display()))),
        }
    }

    fn state(&self, name: &str) -> State {
        let path = self.root.join(name);
        match path.symlink_metadata() {
            Err(e) if e.kind() == ErrorKind::NotFound => return State::Absent,
            Ok(about) if about.is_file() => {}
            _ => return State::Users,
        }
        let Ok(bytes) = std::fs::read(&path) else { return State::Users };
        let is_ours = self.files.get(name).is_some_and(|l| l.hashes.contains(&hash(&bytes, 0)));
        if is_ours { State::Ours } else { State::Users }
    }
}

impl Listed {
    /// Its line in the manifest; without a content of its own it is listed as edited.
    fn lines(&self, name: &str) -> String {
        line(name, self.hashes.last().copied().unwrap_or_default(), self.source.as_deref())
    }
}

fn header() -> String {
    format!("{}\n", json!({"acute": env!("CARGO_PKG_VERSION"), "manifest": VERSION}))
}

fn line(name: &str, hash: u64, source: Option<&str>) -> String {
    let mut value = json!({"file": name, "hash": format!("{hash:016x}")});
    if let Some(source) = source {
        value["source"] = json!(source);
    }
    format!("{value}\n")
}

/// The files that a manifest lists; `None` if there is none. Lines that make no sense are passed over: what is not listed is
/// never touched.
fn read_manifest(path: &Path) -> Result<Option<BTreeMap<String, Listed>>, Error> {
    let text = match std::fs::read(path) {
        Ok(text) => String::from_utf8_lossy(&text).into_owned(),
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(Error::Io(path.to_owned(), e)),
    };
    let mut lines = text.lines().map(|l| serde_json::from_str::<Value>(l).unwrap_or_default());
    match &lines.next().unwrap_or_default()["manifest"] {
        version if *version == VERSION => {}
        Value::Number(version) => {
            let path = path.display();
            return Err(Error::Usage(format!(
                "{path} has version {version}, and this acute knows version {VERSION}; name another folder with --out"
            )));
        }
        _ => return Ok(None),
    }
    let mut files: BTreeMap<String, Listed> = BTreeMap::new();
    for line in lines {
        let Some(name) = line["file"].as_str().filter(|n| is_plain(n)) else { continue };
        if line["removed"] == true {
            files.remove(name);
            continue;
        }
        let Some(sum) = line["hash"].as_str().and_then(|h| u64::from_str_radix(h, 16).ok()) else { continue };
        let listed = files.entry(name.to_string()).or_default();
        listed.hashes.push(sum);
        listed.source = line["source"].as_str().map(str::to_string);
    }
    Ok(Some(files))
}

/// Whether a name stays inside the folder.
fn is_plain(name: &str) -> bool {
    let mut parts = Path::new(name).components().peekable();
    parts.peek().is_some() && parts.all(|p| matches!(p, Component::Normal(_)))
}

/// The files of a folder without a manifest: none if it is empty; those of a version before manifests if its
/// summary.json is one of acute's and names them all.
fn adopt(root: &Path) -> Result<BTreeMap<String, Listed>, Error> {
    let mut found = vec![];
    files_below(root, root, &mut found)?;
    let mut files = BTreeMap::new();
    if found.is_empty() {
        return Ok(files);
    }
    let summary = std::fs::read(root.join("summary.json")).unwrap_or_default();
    let summary: Value = serde_json::from_slice(&summary).unwrap_or_default();
    let is_summary =
        summary["version"] == 1 && summary["acute"].is_string() && summary["functions"].is_array();
    let rows = || summary["functions"].as_array().into_iter().flatten();
    let inputs: Vec<&str> =
        rows().flat_map(|r| r["inputs"].as_array().into_iter().flatten()).filter_map(Value::as_str).collect();
    // Of `unit.c` the tests were exported to `test_unit.c` and `findings_unit.c`, or `test_unit_2.c` and so on.
    let stems: Vec<&str> = rows().filter_map(|r| r["file"].as_str()?.strip_suffix(".c")).collect();
    let is_exported = |name: &str| {
        let rest = ["tests/test_", "tests/findings_"].iter().find_map(|start| name.strip_prefix(start));
        let rest = rest.and_then(|n| n.strip_suffix(".c"));
        rest.is_some_and(|n| {
            stems.contains(&n.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_'))
                || stems.contains(&n)
        })
    };
    let is_named = |n: &str| n == "summary.json" || inputs.contains(&n) || is_exported(n);
    let foreign: Vec<&String> = found.iter().filter(|n| !is_summary || !is_named(n)).collect();
    if let [first, more @ ..] = &foreign[..] {
        let more = if more.is_empty() { String::new() } else { format!(" (and {} more)", more.len()) };
        let root = root.display();
        return Err(Error::Usage(format!(
            "--out {root}: the folder holds files that acute did not write, such as {first}{more}; name a new or empty folder"
        )));
    }
    for name in found {
        let bytes = std::fs::read(root.join(&name)).unwrap_or_default();
        let mut listed = Listed::default();
        // Saved inputs have names that prove their content. A test file may have been edited, and stays.
        if !is_exported(&name) {
            listed.hashes.push(hash(&bytes, 0));
            listed.source = source_of_input(root, &bytes);
        }
        files.insert(name, listed);
    }
    Ok(files)
}

/// The source that a saved input is for, as the manifest names it.
fn source_of_input(root: &Path, bytes: &[u8]) -> Option<String> {
    let input: Value = serde_json::from_slice(bytes).ok()?;
    let files = saved::files(&input, &root.join("tests")).ok()?;
    let file = files.get(saved::which_file(&input).unwrap_or(0))?;
    Some(relative(root, &file.path).to_string_lossy().into_owned())
}

/// How many files are looked at before a folder is given up.
const MANY: usize = 100_000;

/// The files in a folder and in those below, named from `root`.
fn files_below(root: &Path, folder: &Path, found: &mut Vec<String>) -> Result<(), Error> {
    let mut entries: Vec<_> = std::fs::read_dir(folder).map_err(Error::io(folder))?.flatten().collect();
    entries.sort_by_key(|e| e.file_name());
    for entry in entries {
        let path = entry.path();
        if entry.file_type().is_ok_and(|t| t.is_dir()) {
            // One that may not be read holds something of others.
            if files_below(root, &path, found).is_err() {
                found.push(path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned());
            }
        } else if path != root.join(LOCK) && path != root.join(PART) {
            found.push(path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned());
        }
        if found.len() > MANY {
            break;
        }
    }
    Ok(())
}

/// Writes a file that the user named. One that exists must be a summary or no regular file, such as /dev/null.
pub fn write_named(path: &Path, text: &str) -> Result<(), Error> {
    check_named(path)?;
    std::fs::write(path, text).map_err(Error::io(path))
}

/// Refuses a file for `--json` that holds something else.
pub fn check_named(path: &Path) -> Result<(), Error> {
    let is_regular = std::fs::metadata(path).is_ok_and(|m| m.is_file() && m.len() > 0);
    if !is_regular {
        return Ok(());
    }
    let bytes = std::fs::read(path).map_err(Error::io(path))?;
    let root: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    if root["acute"].is_string() && root["functions"].is_array() {
        return Ok(());
    }
    let path = path.display();
    Err(Error::Usage(format!("--json {path}: the file exists and is not a summary of acute; name another")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> (tempfile::TempDir, OutputFolder) {
        let root = tempfile::tempdir().expect("a folder");
        let mut folder = OutputFolder::open(&root.path().join("out")).expect("it is new");
        folder.create().expect("it is created");
        (root, folder)
    }

    fn reopened(folder: OutputFolder) -> OutputFolder {
        let root = folder.root.clone();
        drop(folder);
        OutputFolder::open(&root).expect("it is ours")
    }

    fn text(folder: &OutputFolder, name: &str) -> String {
        std::fs::read_to_string(folder.root.join(name)).unwrap_or_else(|e| format!("{e}"))
    }

    #[test]
    fn an_unchanged_file_is_replaced_and_an_edited_one_stays() {
        let (_root, mut folder) = folder();
        folder.write("tests/a.c", Some("a.c"), b"one").expect("written");
        assert_eq!(folder.write("tests/a.c", Some("a.c"), b"two").expect("written"), "tests/a.c");
        let mut folder = reopened(folder);
        assert_eq!(folder.write("tests/a.c", Some("a.c"), b"three").expect("written"), "tests/a.c");
        std::fs::write(folder.root.join("tests/a.c"), "mine").expect("edited");
        assert_eq!(folder.write("tests/a.c", Some("a.c"), b"four").expect("written"), "tests/a.c.new");
        assert_eq!(folder.write("tests/a.c", Some("a.c"), b"five").expect("written"), "tests/a.c.new");
        assert_eq!(
            (text(&folder, "tests/a.c"), text(&folder, "tests/a.c.new")),
            ("mine".into(), "five".into())
        );
        assert_eq!(folder.beside(), [("tests/a.c".to_string(), "tests/a.c.new".to_string())]);
        assert_eq!(folder.newest("tests/a.c"), folder.root.join("tests/a.c.new"));
        folder.remove("tests/a.c").expect("it stays");
        assert_eq!(text(&folder, "tests/a.c"), "mine");
    }

    #[test]
    fn only_listed_files_of_the_same_source_are_stale() {
        let (_root, mut folder) = folder();
        for (name, source) in [("tests/1.json", "a.c"), ("tests/2.json", "a.c"), ("tests/3.json", "b.c")] {
            folder.write(name, Some(source), name.as_bytes()).expect("written");
        }
        folder.finish().expect("written");
        let mut folder = reopened(folder);
        std::fs::write(folder.root.join("tests/4.json"), "mine").expect("written");
        std::fs::write(folder.root.join("tests/1.json"), "mine").expect("written");
        folder.remove_stale(&["a.c".into()]).expect("removed");
        let there: Vec<bool> = (1..5).map(|n| folder.root.join(format!("tests/{n}.json")).exists()).collect();
        assert_eq!(there, [true, false, true, true]);
        assert!(!folder.is_free("tests/3.json", "a.c") && folder.is_free("tests/3.json", "b.c"));
        assert!(!folder.is_free("tests/4.json", "a.c") && folder.is_free("tests/5.json", "a.c"));
    }

    #[test]
    fn a_hostile_manifest_reaches_nothing_outside() {
        let (root, folder) = folder();
        let outside = root.path().join("outside");
        std::fs::write(&outside, "mine").expect("written");
        let sum = hash(b"mine", 0);
        let names = ["../outside", outside.to_str().unwrap_or_default(), "tests/../../outside", "", "."];
        let lines: String = names.iter().map(|n| line(n, sum, Some("a.c"))).collect();
        std::fs::write(folder.root.join(MANIFEST), header() + &lines + "{\"file\": 3\n\u{0}garbage")
            .expect("written");
        let mut folder = reopened(folder);
        assert!(folder.is_empty(), "{:?}", folder.files);
        folder.remove_stale(&["a.c".into()]).expect("nothing to remove");
        assert!(outside.exists());
    }

    #[test]
    fn a_link_is_never_written_through() {
        let (root, mut folder) = folder();
        let outside = root.path().join("outside");
        std::fs::write(&outside, "mine").expect("written");
        std::os::unix::fs::symlink(&outside, folder.root.join("summary.json")).expect("linked");
        assert_eq!(folder.write("summary.json", None, b"{}").expect("written"), "summary.json.new");
        assert_eq!(std::fs::read_to_string(outside).expect("it is there"), "mine");
    }

    #[test]
    fn a_line_that_was_cut_off_harms_none_of_the_others() {
        let (_root, mut folder) = folder();
        folder.write("tests/a.json", None, b"a").expect("written");
        folder.append("{\"file\": \"tests/b.js").expect("appended");
        let mut folder = reopened(folder);
        folder.write("tests/c.json", None, b"c").expect("written");
        let folder = reopened(folder);
        assert_eq!(folder.files.keys().collect::<Vec<_>>(), ["tests/a.json", "tests/c.json"]);
    }

    #[test]
    fn a_folder_that_a_killed_command_began_is_taken() {
        let root = tempfile::tempdir().expect("a folder");
        for name in [LOCK, PART] {
            std::fs::write(root.path().join(name), "{\"acute\": ").expect("written");
        }
        let folder = OutputFolder::open(root.path()).expect("it is empty");
        assert!(folder.is_empty() && !root.path().join(PART).exists());
        assert_eq!(text(&folder, MANIFEST).lines().next(), header().lines().next());
    }

    #[test]
    fn a_folder_of_others_is_refused_and_left_as_it_is() {
        let root = tempfile::tempdir().expect("a folder");
        for (name, content) in [("gcd.c", "int"), ("summary.json", "{\"version\": 1}")] {
            std::fs::write(root.path().join(name), content).expect("written");
            let Err(Error::Usage(text)) = OutputFolder::open(root.path()) else {
                panic!("{name} is accepted")
            };
            assert!(text.contains("gcd.c") && text.contains("did not write"), "{text}");
        }
        let names: Vec<_> = std::fs::read_dir(root.path()).expect("it is there").flatten().collect();
        assert_eq!(names.len(), 2);
    }
}
