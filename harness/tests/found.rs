//! The bugs of libraries that Braid has found (`java-tests/found/libraries`, `java-tests/found/plain`): it finds them in the versions that
//! have them, with steps and without, and a plain JVM shows them.
//!
//! The libraries come from Maven Central, so this is for the night: `BRAID_LIBRARIES=1`.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use support::check::{Answer, Target, ask};
use support::directives::{java_tests, programs_in};
use support::jdk::{compile_with, judged};
use support::process::run_with_deadline;
use support::temp::TempDir;

#[test]
fn bugs_that_were_found_are_found_again_and_real() {
    if std::env::var_os("BRAID_LIBRARIES").is_none() {
        println!("not tested: BRAID_LIBRARIES=1 fetches the libraries");
        return;
    }
    let jdk = judged();
    let jars = jars();
    let folder = TempDir::new("found").expect("a temporary directory");
    let found = java_tests().join("found");
    let (checked, plain) = (programs(&found.join("libraries")), programs(&found.join("plain")));
    let sources: Vec<&Path> = checked.iter().chain(&plain).map(PathBuf::as_path).collect();
    compile_with(&jdk, &sources, &jars, folder.path()).expect("the programs compile");
    let path = [&[folder.path().to_path_buf()], &jars[..]].concat();
    let path = path.iter().map(|entry| entry.display().to_string()).collect::<Vec<_>>().join(":");
    assert_eq!((checked.len(), plain.len()), (2, 3));
    for program in &checked {
        for juc in ["wide", "steps", "model"] {
            let main = name(program);
            let target = Target { jdk: &jdk, classes: Path::new(&path), main, flags: &[], args: &[] };
            let report = ask(&target, &["--juc", juc], Duration::from_secs(120)).expect("a check ends");
            assert_eq!(report.answer, Answer::Violated("assertion".into()), "{main}, --juc {juc}:\n{}", report.text);
        }
    }
    for program in &plain {
        let shows = (0..5).any(|_| {
            let mut java = Command::new(jdk.home.join("bin/java"));
            java.args(["-cp", &path, name(program)]);
            let ended = run_with_deadline(&mut java, "", Duration::from_secs(120));
            ended.is_ok_and(|ended| ended.code == Some(1))
        });
        assert!(shows, "{} shows nothing", program.display());
    }
}

fn programs(folder: &Path) -> Vec<PathBuf> {
    programs_in(folder).expect("the programs are there")
}

fn name(program: &Path) -> &str {
    program.file_stem().and_then(|name| name.to_str()).expect("a program has a name")
}

/// The libraries, which stay there between runs.
fn jars() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("found-libraries");
    let mut mvn = Command::new("mvn");
    mvn.args(["-q", "-B", "-f"]).arg(java_tests().join("found/libraries/pom.xml"));
    mvn.arg("org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies");
    mvn.arg(format!("-DoutputDirectory={}", folder.display()));
    let outcome = run_with_deadline(&mut mvn, "", Duration::from_secs(600)).expect("mvn is installed");
    assert_eq!(outcome.code, Some(0), "mvn cannot fetch the libraries:\n{}", String::from_utf8_lossy(&outcome.stdout));
    let entries = std::fs::read_dir(&folder).expect("mvn made the folder");
    let mut jars: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    jars.retain(|path| path.extension().is_some_and(|extension| extension == "jar"));
    jars
}
