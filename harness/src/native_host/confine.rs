//! What the helper may do: it limits itself before it loads anything.

use super::wire::Setup;
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetStatus,
};
use rustix::process::{Resource, Rlimit};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Folders and files that a JVM and what it links against need, to read.
const SYSTEM: [&str; 12] = [
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/etc/ld.so.cache",
    "/proc",
    "/sys/fs/cgroup",
    "/sys/devices/system",
    "/sys/kernel/mm",
    "/dev/null",
    "/dev/urandom",
    "/dev/random",
];

/// Ends this process when the one that started it ends, however that happens.
pub fn die_with_parent(setup: &Setup) -> Result<(), String> {
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))
        .map_err(|error| format!("the signal for the end of the parent: {error}"))?;
    // It may have ended before.
    let parent = rustix::process::getppid().map(|pid| pid.as_raw_nonzero().get().unsigned_abs());
    if parent != Some(setup.parent) {
        return Err("the process that started the helper has ended".into());
    }
    Ok(())
}

/// Limits memory and, where the kernel can, access to files and the network. Answers how far.
pub fn confine(setup: &Setup) -> Result<String, String> {
    let limit = |resource, most: u64, what: &str| {
        let most = Some(rustix::process::getrlimit(resource).maximum.map_or(most, |hard| hard.min(most)));
        rustix::process::setrlimit(resource, Rlimit { current: most, maximum: most })
            .map_err(|error| format!("the limit of {what}: {error}"))
    };
    limit(Resource::As, setup.address_space, "address space")?;
    limit(Resource::Core, 0, "core dumps")?;
    // Crash reports and what the JVM says are small.
    limit(Resource::Fsize, 64 << 20, "file size")?;
    let status = restrict_files(setup).map_err(|error| format!("the limits of file access: {error}"))?;
    Ok(match status {
        RulesetStatus::FullyEnforced => "files and network restricted",
        RulesetStatus::PartiallyEnforced => "files restricted",
        RulesetStatus::NotEnforced => "files not restricted: the kernel has no Landlock",
    }
    .to_string())
}

fn restrict_files(setup: &Setup) -> Result<RulesetStatus, landlock::RulesetError> {
    let abi = ABI::V5;
    let read = AccessFs::from_read(abi);
    let mut rules: Vec<(PathBuf, BitFlags<AccessFs>)> = Vec::new();
    rules.extend(SYSTEM.iter().map(|path| (PathBuf::from(path), read)));
    for path in [&setup.java_home].into_iter().chain(&setup.models).chain(&setup.libraries) {
        rules.push((path.clone(), read));
    }
    rules.extend(linked_from(&setup.java_home).into_iter().map(|path| (path, read)));
    rules.push((PathBuf::from("/dev/null"), read | AccessFs::WriteFile));
    rules.push((setup.folder.clone(), AccessFs::from_all(abi)));
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(abi))?
        .handle_access(AccessNet::from_all(abi))?
        .create()?;
    for (path, access) in rules {
        // What is not there needs no rule.
        let Ok(opened) = PathFd::new(&path) else { continue };
        let access = if path.is_dir() { access } else { access & AccessFs::from_file(abi) };
        ruleset = ruleset.add_rule(PathBeneath::new(opened, access))?;
    }
    Ok(ruleset.restrict_self()?.ruleset)
}

/// Where links within a JDK lead to: distributions keep its configuration elsewhere.
fn linked_from(home: &Path) -> BTreeSet<PathBuf> {
    /// Levels of folders that are looked at: `lib/security/cacerts`.
    const LEVELS: usize = 3;
    let mut found = BTreeSet::new();
    let mut open = vec![(home.to_path_buf(), 0)];
    while let Some((folder, level)) = open.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
            if kind.is_symlink() {
                found.extend(std::fs::canonicalize(&path).ok().filter(|target| !target.starts_with(home)));
            }
            if path.is_dir() && level + 1 < LEVELS {
                open.push((path, level + 1));
            }
        }
    }
    found
}
