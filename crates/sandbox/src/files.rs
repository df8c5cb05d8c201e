//! The Landlock half: which files the unit may write and execute.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, Ruleset, RulesetAttr,
    RulesetCreatedAttr, Scope,
};

use crate::{SandboxError, elf};

/// The newest Landlock ABI whose rules we have tried out; a newer kernel is asked for this one.
pub const TESTED_ABI: u8 = 7;

/// The Landlock ABI of the running kernel, 0 when it has no Landlock or it is switched off.
pub fn landlock_abi() -> u8 {
    const VERSION: libc::c_int = 1;
    // SAFETY: asked for the version, the kernel reads no memory of ours.
    let abi =
        unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0usize, VERSION) };
    u8::try_from(abi.max(0)).unwrap_or(u8::MAX)
}

/// Builds the rules of a kernel with Landlock `abi`, `None` when that is 0. A `native` program may execute any file.
pub(crate) fn ruleset(
    exe: &Path,
    scratch: &Path,
    abi: u8,
    native: bool,
) -> Result<Option<OwnedFd>, SandboxError> {
    let loader = elf::interpreter(exe)?;
    if abi == 0 {
        return Ok(None);
    }
    let level = ABI::from(i32::from(abi));
    let mut read = AccessFs::ReadFile | AccessFs::ReadDir;
    if native {
        read |= AccessFs::Execute;
    }
    let write = AccessFs::from_write(level);
    let overwrite = write & (AccessFs::WriteFile | AccessFs::Truncate);

    // Everything asked for is in `abi`, so nothing is left out silently.
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(level))?;
    if level >= ABI::V4 {
        rules = rules.handle_access(AccessNet::from_all(level))?;
    }
    if level >= ABI::V6 {
        rules = rules.scope(Scope::from_all(level))?;
    }
    let mut rules = rules.create()?;
    let mut allow = |path: &Path, access: BitFlags<AccessFs>| -> Result<(), SandboxError> {
        let file = File::open(path).map_err(|source| SandboxError::Open { path: path.to_owned(), source })?;
        (&mut rules).add_rule(PathBeneath::new(file, access))?;
        Ok(())
    };
    allow(Path::new("/"), read)?;
    allow(scratch, read | write)?;
    allow(Path::new("/dev/null"), overwrite | AccessFs::ReadFile)?;
    allow(exe, AccessFs::ReadFile | AccessFs::Execute)?;
    if let Some(loader) = loader {
        allow(&loader, AccessFs::ReadFile | AccessFs::Execute)?;
    }
    Ok(rules.into())
}

impl From<landlock::RulesetError> for SandboxError {
    fn from(error: landlock::RulesetError) -> Self {
        Self::Landlock(error)
    }
}
