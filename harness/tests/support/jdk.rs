//! Finding JDKs and compiling Java sources with them.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::directives::java_tests;

/// What is tested where nothing else is said.
const VERSIONS: [u32; 2] = [17, 25];

/// An installed JDK.
pub struct Jdk {
    pub version: u32,
    pub home: PathBuf,
    /// The Java version that its compiler compiles: an older one where another JDK lends a runtime its compiler.
    pub compiles: u32,
    /// It was installed as a whole, not put together. Numbers of states are compared on such JDKs only.
    pub is_whole: bool,
}

impl Jdk {
    fn at(version: u32, home: PathBuf) -> Jdk {
        let lent = std::fs::read_to_string(home.join("compiler")).ok();
        let is_whole = lent.is_none();
        let compiles = lent.map_or(version, |text| text.trim().parse().expect("`compiler` has a version"));
        Jdk { version, home, compiles, is_whole }
    }
}

/// The JDKs to be tested: 17 and 25, unless `BRAID_JDKS` has others. A missing one is a failure, never a skip: it is for
/// `scripts/test` to find out which there are, and to say which there are not.
pub fn tested() -> Vec<Jdk> {
    let versions = match std::env::var("BRAID_JDKS") {
        Ok(text) => text.split_whitespace().map(|word| word.parse().expect("BRAID_JDKS has versions")).collect(),
        Err(_) => VERSIONS.to_vec(),
    };
    let tested: Vec<Jdk> =
        versions.into_iter().map(|version| find_jdk(version).unwrap_or_else(|what| panic!("{what}"))).collect();
    assert!(!tested.is_empty(), "BRAID_JDKS names no version");
    tested
}

/// The JDK for what needs one only: the first that is tested.
pub fn judged() -> Jdk {
    tested().swap_remove(0)
}

/// The JDK of this version if it is tested, else the first that is.
pub fn preferably(version: u32) -> Jdk {
    let mut tested = tested();
    let place = tested.iter().position(|jdk| jdk.version == version).unwrap_or(0);
    tested.swap_remove(place)
}

/// `BRAID_JDK<version>` if set, else the first match under `/usr/lib/jvm` (or the folder that `BRAID_JVM_DIR` names) in
/// alphabetical order.
fn find_jdk(version: u32) -> Result<Jdk, String> {
    let variable = format!("BRAID_JDK{version}");
    if let Some(home) = std::env::var_os(&variable) {
        return Ok(Jdk::at(version, PathBuf::from(home)));
    }
    let base = PathBuf::from(std::env::var_os("BRAID_JVM_DIR").unwrap_or_else(|| "/usr/lib/jvm".into()));
    let mut homes: Vec<PathBuf> = std::fs::read_dir(&base)
        .map_err(|error| format!("{}: {error}; set {variable}", base.display()))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .collect();
    homes.sort();
    for home in homes {
        let release = std::fs::read_to_string(home.join("release")).unwrap_or_default();
        if feature_version(&release) == Some(version) && home.join("bin/javac").exists() {
            return Ok(Jdk::at(version, home));
        }
    }
    Err(format!("no JDK {version} under {}: install one or set {variable}", base.display()))
}

/// The runtime that `BRAID_JDK<version>` names. It need not have a compiler.
pub fn find_runtime(version: u32) -> Option<Jdk> {
    let home = PathBuf::from(std::env::var_os(format!("BRAID_JDK{version}"))?);
    Some(Jdk::at(version, home))
}

/// The feature version in a JDK's `release` file, e.g. 17 for `JAVA_VERSION="17.0.9"`.
fn feature_version(release: &str) -> Option<u32> {
    let line = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    let digits: String = line.trim_matches('"').chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// Compiles `sources` into `classes` with one javac run and adds the resources that programs look up there.
pub fn compile(jdk: &Jdk, sources: &[&Path], classes: &Path) -> Result<(), String> {
    compile_with(jdk, sources, &[], classes)
}

/// The same with these jars.
pub fn compile_with(jdk: &Jdk, sources: &[&Path], jars: &[PathBuf], classes: &Path) -> Result<(), String> {
    let jars: Vec<String> = jars.iter().map(|jar| jar.display().to_string()).collect();
    let output = Command::new(jdk.home.join("bin/javac"))
        // It ends before the second compiler has paid: half the processor time.
        .args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"])
        .args(["-nowarn", "-Xlint:none", "-XDsuppressNotes", "-XDignore.symbol.file", "-encoding", "UTF-8", "-d"])
        .arg(classes)
        .args(jars.first().map(|_| "-cp"))
        .args(jars.first().map(|_| jars.join(":")))
        .args(sources)
        .output()
        .map_err(|error| format!("cannot start javac of {}: {error}", jdk.home.display()))?;
    if !output.status.success() {
        return Err(format!("javac {} failed:\n{}", jdk.version, String::from_utf8_lossy(&output.stderr)));
    }
    let resources = java_tests().join("resources");
    if resources.exists() { copy_tree(&resources, classes) } else { Ok(()) }
}

fn copy_tree(from: &Path, to: &Path) -> Result<(), String> {
    let context = |error: std::io::Error| format!("copying {}: {error}", from.display());
    std::fs::create_dir_all(to).map_err(context)?;
    for entry in std::fs::read_dir(from).map_err(context)? {
        let entry = entry.map_err(context)?;
        let target = to.join(entry.file_name());
        if entry.file_type().map_err(context)?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), &target).map_err(context)?;
        }
    }
    Ok(())
}
