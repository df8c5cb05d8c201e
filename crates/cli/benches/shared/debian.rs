//! Source packages of the Debian this machine runs, from where it takes its binary packages. Lists and
//! downloads stay in a folder of ours: the machine's own apt is only read.
use super::Outcome;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The archive, as far as apt wants to know it.
pub struct Debian {
    folder: PathBuf,
}

/// An unpacked source package.
pub struct Source {
    /// Where it is.
    pub folder: PathBuf,
    /// Upstream's version with Debian's revision.
    pub version: String,
}

impl Debian {
    /// Fetches the lists of sources.
    pub fn open(folder: &Path) -> Outcome<Debian> {
        let debian = Debian { folder: folder.to_owned() };
        std::fs::create_dir_all(folder.join("lists/partial"))?;
        // Security updates are left out: they come into the stable suite in time, and not every mirror has
        // their sources.
        let targets = output(Command::new("apt-get").args([
            "indextargets",
            "--format",
            "$(REPO_URI) $(RELEASE) $(COMPONENT)",
            "Created-By: Packages",
            "Origin: Debian",
        ]))?;
        let mut lines: Vec<String> = targets.lines().map(|l| format!("deb-src {l}\n")).collect();
        lines.retain(|l| !l.contains("-security "));
        lines.sort();
        lines.dedup();
        if lines.is_empty() {
            return Err("apt-get knows no Debian archive: type `apt-get update` as root".into());
        }
        std::fs::write(folder.join("sources.list"), lines.concat())?;
        output(debian.apt().arg("update"))?;
        Ok(debian)
    }

    /// Downloads and unpacks one.
    pub fn source(&self, package: &str) -> Outcome<Source> {
        let to = self.folder.join(package);
        std::fs::create_dir_all(&to)?;
        output(self.apt().current_dir(&to).args(["source", "--download-only", "--only-source", package]))?;
        let dsc = std::fs::read_dir(&to)?
            .filter_map(|e| Some(e.ok()?.path()))
            .find(|p| p.extension().is_some_and(|e| e == "dsc"))
            .ok_or_else(|| format!("{package}: nothing came"))?;
        let text = std::fs::read_to_string(&dsc)?;
        let version = text.lines().find_map(|l| l.strip_prefix("Version: ")).unwrap_or("?").to_string();
        let folder = to.join("source");
        // apt has checked the files against the signed lists.
        output(Command::new("dpkg-source").args(["--no-check", "-x"]).arg(&dsc).arg(&folder))?;
        Ok(Source { folder, version })
    }

    fn apt(&self) -> Command {
        let mut apt = Command::new("apt-get");
        apt.arg("-q").arg("-o").arg(format!("Dir::Etc::sourcelist={}/sources.list", self.folder.display()));
        apt.args(["-o", "Dir::Etc::sourceparts=-", "-o"]);
        apt.arg(format!("Dir::State::lists={}/lists", self.folder.display()));
        // The index of packages is the machine's own; ours would be another.
        apt.args(["-o", "Dir::Cache::pkgcache=", "-o", "Dir::Cache::srcpkgcache="]);
        // Our folder is not for apt's own user.
        apt.args(["-o", "APT::Sandbox::User=root"]);
        apt
    }
}

/// What a command prints; its messages if it fails.
fn output(command: &mut Command) -> Outcome<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let said = command.stdin(Stdio::null()).output().map_err(|e| format!("{name}: {e}"))?;
    if !said.status.success() {
        let words = String::from_utf8_lossy(&said.stderr).into_owned();
        return Err(format!("{name} {}: {words}", said.status).into());
    }
    Ok(String::from_utf8_lossy(&said.stdout).into_owned())
}
