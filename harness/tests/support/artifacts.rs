//! The Java artifacts with the command under test, in a Maven repository of the tests' own.

use super::process::run_with_deadline;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// The repository, with the artifacts of this version in it. What Maven fetches stays there between runs.
pub fn repository() -> &'static Path {
    static READY: OnceLock<PathBuf> = OnceLock::new();
    READY.get_or_init(|| {
        let repository = Path::new(env!("CARGO_TARGET_TMPDIR")).join("m2");
        let stamp = repository.join("braid.stamp");
        let now = fingerprint();
        if std::fs::read_to_string(&stamp).is_ok_and(|then| then == now) {
            return repository;
        }
        let install = |offline: &[&str]| {
            let mut install = Command::new(root().join("scripts/install"));
            install.args(["--maven", "--binary", env!("CARGO_BIN_EXE_braid"), "--repo"]).arg(&repository).args(offline);
            // The build of the artifacts is no part of the command's own.
            install.env("CARGO_TARGET_DIR", env!("CARGO_TARGET_TMPDIR"));
            run_with_deadline(&mut install, "", Duration::from_secs(900)).expect("scripts/install ends")
        };
        let mut outcome = install(&["--offline"]);
        if outcome.code != Some(0) {
            outcome = install(&[]);
        }
        let said = [&outcome.stdout[..], &outcome.stderr[..]].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        assert_eq!(outcome.code, Some(0), "scripts/install --maven:\n{}", said.join("\n"));
        std::fs::write(&stamp, now).expect("the repository can be written");
        repository
    })
}

/// The project's top folder.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the harness is in the project")
}

/// The jar of one of our artifacts.
pub fn jar(artifact: &str) -> PathBuf {
    let version = env!("CARGO_PKG_VERSION");
    repository().join(format!("dev/braid/{artifact}/{version}/{artifact}-{version}.jar"))
}

/// What the artifacts are made from: names, sizes and times of files.
fn fingerprint() -> String {
    let mut files = vec![PathBuf::from(env!("CARGO_BIN_EXE_braid")), root().join("scripts/install")];
    collect(&root().join("harness/java"), &mut files);
    files.sort();
    files.iter().fold(String::new(), |mut text, file| {
        let about = file.metadata().expect("the file is there");
        let time = about.modified().expect("files have times");
        writeln!(text, "{} {} {time:?}", file.display(), about.len()).expect("text can be added");
        text
    })
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        match path.is_dir() {
            true => collect(&path, files),
            false => files.push(path),
        }
    }
}

/// Copies a folder without what builds leave in it.
pub fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder can be made");
    for entry in std::fs::read_dir(from).expect("a readable folder") {
        let entry = entry.expect("a readable entry");
        let (path, name) = (entry.path(), entry.file_name());
        if ["target", "build", ".gradle"].iter().any(|left| name == *left) {
            continue;
        }
        match path.is_dir() {
            true => copy(&path, &to.join(name)),
            false => drop(std::fs::copy(&path, to.join(name)).expect("a file can be copied")),
        }
    }
}

/// The lines of a source file that are marked `//~ NAME`: the names with the lines' numbers.
pub fn markers(source: &Path) -> Vec<(String, usize)> {
    let text = std::fs::read_to_string(source).expect("the source file is there");
    let mark = |(at, line): (usize, &str)| Some((line.split_once("//~ ")?.1.trim().to_owned(), at + 1));
    text.lines().enumerate().filter_map(mark).collect()
}
