//! A search that does not come to an end says where states arise and what may help; both are computed from what was explored.

mod support;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use support::jdk::{compile, judged};
use support::process::run_with_deadline;
use support::temp::TempDir;

const DEADLINE: Duration = Duration::from_secs(120);

const LARGE: &str = "public class Large {
    static volatile int x;
    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            int k = i;
            new Thread(() -> {
                for (int j = 0; j < 5; j++) {
                    x = x * 31 + k;
                }
            }).start();
        }
    }
}";

const POOL: &str = "import java.util.concurrent.*;
public class Pool {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 4; i++) pool.execute(() -> { });
        pool.shutdown();
    }
}";

const SLEEPS: &str = "public class Sleeps {
    static volatile int x;
    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            int k = i;
            new Thread(() -> {
                try {
                    for (int j = 0; j < 5; j++) {
                        Thread.sleep(10);
                        x = x * 31 + k;
                    }
                } catch (InterruptedException e) { }
            }).start();
        }
    }
}";

const SOCKET: &str = "public class Socket {
    public static void main(String[] args) throws Exception {
        new java.net.ServerSocket(0).close();
    }
}";

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = TempDir::new("inconclusive").expect("a temporary directory");
        let mut sources = Vec::new();
        for (name, text) in [("Large", LARGE), ("Pool", POOL), ("Sleeps", SLEEPS), ("Socket", SOCKET)] {
            let source = folder.path().join(format!("{name}.java"));
            std::fs::write(&source, text).expect("the program is written");
            sources.push(source);
        }
        let sources: Vec<&Path> = sources.iter().map(|path| path.as_path()).collect();
        compile(&judged(), &sources, folder.path()).expect("the programs compile");
        Folder(folder)
    }

    /// The report of a check that comes to no end, and the text.
    fn check(&self, options: &[&str], program: &str) -> (Value, String) {
        let report = self.0.path().join("report.json");
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.arg("check").current_dir(self.0.path()).args(options);
        braid.arg("--report").arg(format!("json={}", report.display())).arg("--jdk").arg(&judged().home);
        braid.args(["--classpath", ".", "--main", program]);
        let outcome = run_with_deadline(&mut braid, "", DEADLINE).expect("the check ends");
        let said = String::from_utf8_lossy(&outcome.stdout).into_owned();
        assert_eq!(outcome.code, Some(2), "{said}");
        let json = std::fs::read_to_string(&report).expect("there is a report");
        (serde_json::from_str(&json).expect("it is JSON"), said)
    }
}

fn advice(report: &Value) -> Vec<&str> {
    report["advice"].as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

#[test]
fn states_arise_in_the_lines_of_those_who_move() {
    let folder = Folder::new();
    let (report, said) = folder.check(&["--max-states", "2000", "--symmetry", "off"], "Large");
    let top = &report["hot"][0];
    assert_eq!((&top["text"], &top["threads"]), (&"Large.java:8".into(), &4.into()), "{said}");
    assert!(top["share"].as_u64().is_some_and(|share| share > 80), "{said}");
    let total: u64 = report["hot"].as_array().expect("a list").iter().filter_map(|hot| hot["share"].as_u64()).sum();
    assert!(total <= 100, "{said}");
    let wanted = ["fewer rounds or threads at Large.java:8: 4 threads make ", "--symmetry on: ", "--preemptions 2: "];
    for wanted in wanted {
        assert!(advice(&report).iter().any(|advice| advice.starts_with(wanted)), "no {wanted}: {said}");
    }
    assert!(said.contains("\nwhere states arise:\n") && said.contains(" % at Large.java:8 (4 threads)\n"), "{said}");
    assert!(said.contains("\nwhat may help:\n    fewer rounds"), "{said}");
}

#[test]
fn what_was_asked_for_is_no_advice() {
    let folder = Folder::new();
    let (report, said) = folder.check(&["--max-states", "300", "--preemptions", "3"], "Large");
    assert!(!advice(&report).iter().any(|advice| advice.contains("--preemptions")), "{said}");
    let (report, said) = folder.check(&["--max-states", "300", "--reduction", "none", "--spurious"], "Large");
    assert!(advice(&report)[0].starts_with("--reduction transactions: --reduction none stores"), "{said}");
    assert!(advice(&report).iter().any(|advice| advice.starts_with("no --spurious")), "{said}");
}

#[test]
fn advice_is_about_what_makes_the_states() {
    let folder = Folder::new();
    let (report, said) = folder.check(&["--max-states", "1500", "--juc", "bytecode"], "Pool");
    assert!(advice(&report).iter().any(|advice| advice.starts_with("fewer workers or tasks: ")), "{said}");
    assert!(advice(&report).iter().any(|advice| advice.starts_with("--juc steps: ")), "{said}");
    assert!(said.contains(", in threads of the class library ("), "{said}");
    let (report, said) = folder.check(&["--max-states", "1500", "--time", "free"], "Sleeps");
    let waits = advice(&report).iter().any(|advice| {
        advice.starts_with("--time patient: ") && advice.ends_with(" % of all moves are timed waits that expire")
    });
    assert!(waits, "{said}");
    let (report, said) = folder.check(&["--max-states", "100"], "Sleeps");
    assert!(!advice(&report).iter().any(|advice| advice.contains("--time")), "{said}");
}

#[test]
fn a_model_that_comes_along_is_named() {
    let folder = Folder::new();
    let (report, said) = folder.check(&[], "Socket");
    assert_eq!(advice(&report), ["--models net: a model that comes with Braid"], "{said}");
}
