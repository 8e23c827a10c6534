//! Finding the user's JDK, and compiling with it.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::source::{ClassPath, Image, SourceError};

/// The Java feature versions whose class libraries we run.
pub const SUPPORTED: [u16; 3] = [17, 21, 25];

/// An installed JDK.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    home: PathBuf,
    version: String,
    feature: u16,
}

/// No JDK, or one that cannot be used.
#[derive(Debug)]
pub struct JdkError(String);

impl fmt::Display for JdkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for JdkError {}

impl Jdk {
    /// The JDK the user means: the one given, else `JAVA_HOME`, else the one `java` on the `PATH` belongs to.
    pub fn find(given: Option<&Path>) -> Result<Self, JdkError> {
        if let Some(home) = given {
            return Self::open(home).map_err(|error| JdkError(format!("--jdk: {error}")));
        }
        if let Some(home) = env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
            return Self::open(Path::new(&home)).map_err(|error| JdkError(format!("JAVA_HOME: {error}")));
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let Some(java) = env::split_paths(&path).map(|dir| dir.join(exe("java"))).find(|java| java.is_file()) else {
            return Err(JdkError("no JDK found: give --jdk, set JAVA_HOME, or put java on the PATH".into()));
        };
        // Distributions link /usr/bin/java through several links to JDK/bin/java.
        let real = fs::canonicalize(&java).map_err(|error| JdkError(format!("{}: {error}", java.display())))?;
        let Some(home) = real.parent().and_then(Path::parent) else {
            return Err(JdkError(format!("{} is not in the bin directory of a JDK", real.display())));
        };
        Self::open(home).map_err(|error| JdkError(format!("java on the PATH: {error}")))
    }

    /// The JDK in a directory.
    pub fn open(home: &Path) -> Result<Self, JdkError> {
        let refuse = |what: &str| Err(JdkError(format!("{}: {what}", home.display())));
        let Ok(release) = fs::read_to_string(home.join("release")) else {
            return refuse("no JDK here: there is no release file");
        };
        let Some(version) = property(&release, "JAVA_VERSION") else {
            return refuse("the release file has no JAVA_VERSION");
        };
        let Some(feature) = feature_version(version) else {
            return refuse(&format!("the release file has JAVA_VERSION {version:?}, which is no version"));
        };
        if !SUPPORTED.contains(&feature) {
            return refuse(&format!("JDK {version} is not supported; 17, 21 and 25 are"));
        }
        Ok(Self { home: home.to_owned(), version: version.to_owned(), feature })
    }

    /// The directory.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// The full version, such as `17.0.15`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The feature version: 17, 21 or 25.
    pub fn feature(&self) -> u16 {
        self.feature
    }

    /// Opens the class library.
    pub fn image(&self) -> Result<Image, SourceError> {
        Image::open(&self.home.join("lib").join("modules"))
    }

    /// The class library as a class path.
    pub fn boot_class_path(&self) -> Result<ClassPath, SourceError> {
        Ok(ClassPath::boot(self.image()?))
    }

    /// A tool of the JDK, such as `javac`.
    pub fn tool(&self, name: &str) -> PathBuf {
        self.home.join("bin").join(exe(name))
    }

    /// Compiles source files with this JDK's javac, with debug information, into a directory that goes away with the result;
    /// those that they need and that are found on the class path, too. On failure the error is what javac said.
    pub fn compile(&self, files: &[PathBuf], class_path: Option<&str>) -> Result<TempDir, JdkError> {
        let fail = |what: String| JdkError(what);
        let javac = self.tool("javac");
        if !javac.is_file() {
            return Err(fail(format!("{} is missing; a JRE cannot compile", javac.display())));
        }
        let output =
            TempDir::with_prefix("braid-classes-").map_err(|error| fail(format!("temporary directory: {error}")))?;
        // A class file beside its source may be older.
        let mut arguments: Vec<OsString> =
            vec!["-g".into(), "-Xprefer:source".into(), "-encoding".into(), "UTF-8".into()];
        arguments.extend(["-d".into(), output.path().into()]);
        if let Some(class_path) = class_path {
            arguments.extend(["-cp".into(), class_path.into()]);
        }
        for file in files {
            // Absolute, so that no name can look like an option or an argument file.
            let file = std::path::absolute(file).map_err(|error| fail(format!("{}: {error}", file.display())))?;
            arguments.push(file.into());
        }
        // Names of files may have any characters, whatever the user's language is.
        let result = Command::new(&javac).args(arguments).env("LC_ALL", "C.UTF-8").output();
        let result = result.map_err(|error| fail(format!("{}: {error}", javac.display())))?;
        if !result.status.success() {
            let said = [result.stderr, result.stdout].concat();
            return Err(fail(format!(
                "javac failed ({}):\n{}",
                result.status,
                String::from_utf8_lossy(&said).trim_end()
            )));
        }
        Ok(output)
    }
}

fn exe(name: &str) -> String {
    format!("{name}{}", env::consts::EXE_SUFFIX)
}

/// A property of a `release` file: `NAME="value"`.
fn property<'a>(release: &'a str, name: &str) -> Option<&'a str> {
    let value = release.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='))?;
    Some(value.trim().trim_matches('"'))
}

/// `17.0.15` is 17, `25-ea` is 25, `1.8.0_392` is 8.
fn feature_version(version: &str) -> Option<u16> {
    let version = version.strip_prefix("1.").unwrap_or(version);
    let digits = version.find(|c: char| !c.is_ascii_digit()).unwrap_or(version.len());
    version[..digits].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feature_versions() {
        let cases = [("17.0.15", 17), ("25", 25), ("25-ea", 25), ("21.0.1+12", 21), ("1.8.0_392", 8), ("11.0.2", 11)];
        for (text, feature) in cases {
            assert_eq!(feature_version(text), Some(feature), "{text}");
        }
        assert_eq!(feature_version("x"), None);
    }

    #[test]
    fn only_supported_versions_open() {
        let dir = TempDir::new().expect("temporary directory");
        let open = |release: &str| {
            fs::write(dir.path().join("release"), release).expect("write");
            Jdk::open(dir.path()).map(|jdk| jdk.feature()).map_err(|error| error.to_string())
        };
        assert_eq!(open("IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"21.0.2\"\n"), Ok(21));
        assert!(open("JAVA_VERSION=\"11.0.2\"").is_err_and(|e| e.contains("11.0.2 is not supported; 17, 21 and 25")));
        assert!(open("").is_err_and(|e| e.contains("no JAVA_VERSION")));
        let missing = Jdk::open(&dir.path().join("absent")).map_err(|error| error.to_string());
        assert!(missing.is_err_and(|e| e.contains("no release file")));
    }
}
