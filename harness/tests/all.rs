//! `--all` finds every violation once: those of different kinds or at different places.

mod support;

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use support::jdk::find_jdk;
use support::process::run_with_deadline;
use support::temp::TempDir;

/// Two assertions that can fail and a deadlock; the exception at the end cannot be reached.
const PROGRAM: &str = r#"
public class Many {
    static int n;
    static final Object A = new Object(), B = new Object();
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            synchronized (A) {
                n = 1;
                synchronized (B) { }
            }
        });
        t.start();
        int seen = n;
        assert seen == 0;
        synchronized (B) {
            synchronized (A) { }
        }
        assert seen == 1;
        throw new IllegalStateException();
    }
}
"#;

#[test]
fn all_violations_are_found_once() {
    let jdk = find_jdk(17).expect("JDK 17 is installed");
    let scratch = TempDir::new("all").expect("a temporary directory");
    let (source, file) = (scratch.path().join("Many.java"), scratch.path().join("report.json"));
    std::fs::write(&source, PROGRAM.trim_start()).expect("a file can be written");
    for options in [&["--all"][..], &["--all", "--search", "bfs"], &["--all", "--reduction", "none"], &[]] {
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.arg("check").args(options).arg("--jdk").arg(&jdk.home);
        braid.arg("--report").arg(format!("json={}", file.display())).arg(&source);
        let outcome = run_with_deadline(&mut braid, "", Duration::from_secs(60)).expect("the check ends");
        let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
        assert_eq!(outcome.code, Some(1), "{options:?}: {text}");
        let json: Value = serde_json::from_str(&std::fs::read_to_string(&file).expect("a report")).expect("JSON");
        let violations = json["violations"].as_array().expect("a list of violations");
        assert_eq!(json["violation"], violations[0]);
        let found: BTreeSet<(String, u64)> = violations
            .iter()
            .map(|v| (v["kind"].as_str().unwrap_or_default().to_owned(), v["line"].as_u64().unwrap_or(0)))
            .collect();
        assert_eq!(found.len(), violations.len(), "{options:?}: a violation twice\n{text}");
        if options.is_empty() {
            assert_eq!(found.len(), 1);
            continue;
        }
        // Where the deadlock is reported depends on which of the two threads is named first.
        let kinds: Vec<(&str, u64)> =
            found.iter().map(|(k, l)| (k.as_str(), if k == "deadlock" { 0 } else { *l })).collect();
        assert_eq!(kinds, [("assertion", 13), ("assertion", 17), ("deadlock", 0)], "{options:?}\n{text}");
        assert!(text.contains("3 different violations"), "{text}");
    }
}
