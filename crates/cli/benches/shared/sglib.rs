//! SGLIB, which is fetched and not kept.
use super::Scratch;
use std::path::PathBuf;
use std::process::Command;

/// SGLIB 1.0.3 as it lies in the source archive of corrfunc 2.5.3 on PyPI. Asks the index that pip asks, but not pip
/// itself, which would build the package.
const FETCH: &str = r##"
import os, re, subprocess, urllib.parse, urllib.request
from pip._internal.models.index import PyPI
said = subprocess.run(["python3", "-m", "pip", "config", "get", "global.index-url"], capture_output=True, text=True)
index = os.environ.get("PIP_INDEX_URL") or said.stdout.strip() or PyPI.simple_url
page = index.rstrip("/") + "/corrfunc/"
links = urllib.request.urlopen(page, timeout=60).read().decode()
link = re.search(r'href="([^"#]*/corrfunc-2\.5\.3\.tar\.gz)', links)[1]
with urllib.request.urlopen(urllib.parse.urljoin(page, link), timeout=120) as archive:
    open("archive", "wb").write(archive.read())
"##;
const ARCHIVE_SHA256: &str = "32836235e2389f55f028664231f0d6f5716ac0d4226c620c0bbac9407dc225a1";
const HEADER: &str = "corrfunc-2.5.3/utils/sglib.h";

/// Fetches SGLIB; the folder in which sglib.h lies now.
pub fn fetch(scratch: &Scratch) -> Result<PathBuf, String> {
    let folder = scratch.0.join("sglib");
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let script = format!(
        "python3 -c \"$0\" && echo '{ARCHIVE_SHA256}  archive' | sha256sum -c --quiet && \
         tar -xzOf archive {HEADER} >sglib.h"
    );
    let mut command = Command::new("sh");
    let said =
        command.args(["-c", &script, FETCH]).current_dir(&folder).output().map_err(|e| e.to_string())?;
    if said.status.success() {
        return Ok(folder);
    }
    let text = String::from_utf8_lossy(&said.stderr).into_owned();
    Err(text.lines().last().unwrap_or("it cannot be fetched").to_string())
}
