//! Tables of steps that users give, `braid refine`, and what steps leave as it is.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use support::check::{Answer, Target, ask};
use support::directives::{api_sources, java_tests};
use support::jdk::{Jdk, compile, judged, preferably};
use support::process::{Outcome, run_with_deadline};
use support::temp::TempDir;

/// A class of a library: a pair that can be seen half written, and one that cannot.
const PAIR: &str = "
package lib;

public class Pair {
    private volatile int left;
    private volatile int right;

    public void both() {
        left++;
        right++;
    }

    public int left() {
        return left;
    }

    public int right() {
        return right;
    }
}
";

/// A client of it whose two threads never look in between.
const CLIENT: &str = "
import braid.Braid;
import lib.Pair;

public class PairClient {
    public static void main(String[] args) throws Exception {
        Pair pair = new Pair();
        Thread thread = new Thread(pair::both);
        thread.start();
        pair.both();
        thread.join();
        Braid.outcome(pair.left() + pair.right());
    }
}
";

fn write(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file can be written");
    path
}

struct Library {
    folder: TempDir,
    jdk: Jdk,
}

impl Library {
    fn new() -> Library {
        let (folder, jdk) = (TempDir::new("steps").expect("a temporary directory"), judged());
        let sources = [("Pair.java", PAIR), ("PairClient.java", CLIENT)].map(|(name, text)| write(&folder, name, text));
        let api = api_sources().expect("the API is there");
        let all: Vec<&Path> = sources.iter().chain(&api).map(|path| path.as_path()).collect();
        compile(&jdk, &all, folder.path()).expect("the library compiles");
        Library { folder, jdk }
    }

    fn braid(&self, args: &[&str]) -> Outcome {
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.args(args).arg("--jdk").arg(&self.jdk.home).arg("--classpath").arg(self.folder.path());
        braid.current_dir(self.folder.path());
        run_with_deadline(&mut braid, "", Duration::from_secs(120)).expect("the command ends")
    }

    /// What a check with this table says on standard error, and its exit code.
    fn refused(&self, table: &str) -> (Option<i32>, String) {
        write(&self.folder, "pair.steps", table);
        let outcome = self.braid(&["check", "--juc", "steps", "--steps", "pair.steps", "--main", "PairClient"]);
        (outcome.code, String::from_utf8_lossy(&outcome.stderr).into_owned())
    }
}

#[test]
fn a_table_of_the_users_makes_fewer_states_and_is_named() {
    let library = Library::new();
    let table = write(&library.folder, "pair.steps", "steps lib.Pair both\n");
    let target =
        Target { jdk: &library.jdk, classes: library.folder.path(), main: "PairClient", flags: &[], args: &[] };
    let table = table.display().to_string();
    let without = ask(&target, &["--outcomes", "--juc", "steps"], Duration::from_secs(60)).expect("a check ends");
    let with = ask(&target, &["--outcomes", "--juc", "steps", "--steps", &table], Duration::from_secs(60))
        .expect("a check ends");
    assert_eq!((&without.answer, &with.answer), (&Answer::Verified, &Answer::Verified));
    assert!(with.states() < without.states(), "{} states with steps, {} without", with.states(), without.states());
    let named = |text: &str| text.contains("one step") && text.contains("lib.Pair");
    assert!(named(&with.text) && !named(&without.text), "{}", with.text);
    // `left++` of both threads at once loses a count, which steps hide.
    assert!(with.outcomes().is_subset(&without.outcomes()) && with.outcomes() != without.outcomes());
    write(&library.folder, "braid.toml", "steps = [\"pair.steps\"]\noptions.juc = \"steps\"\n");
    let toml = library.braid(&["check", "--main", "PairClient"]);
    assert!(named(&String::from_utf8_lossy(&toml.stdout)), "{}", String::from_utf8_lossy(&toml.stdout));
}

#[test]
fn what_is_wrong_with_a_table_is_told_with_its_place() {
    let library = Library::new();
    for (table, what) in [
        ("\nstep lib.Pair both", "pair.steps:2: `step` is none of"),
        ("steps lib.Pair both\nsteps lib.Pear both", "pair.steps:2: there is no class lib.Pear on the class path"),
        ("steps lib.Pair twice", "pair.steps:1: lib.Pair has no method twice"),
        ("steps lib.Pair both @middle", "pair.steps:1: lib.Pair has no field or method middle"),
        ("steps lib.Pair$* both", "pair.steps:1: no class nested in lib.Pair has a method both"),
        ("steps java.util.HashMap put", "pair.steps:1: java.util.HashMap is a class of the JDK"),
    ] {
        let (code, said) = library.refused(table);
        assert_eq!(code, Some(3), "{table}: {said}");
        assert!(said.contains(what), "{table}: {said}");
    }
    let outcome = library.braid(&["check", "--steps", "missing.steps", "--main", "PairClient"]);
    assert_eq!(outcome.code, Some(3));
    write(&library.folder, "pair.steps", "steps lib.Pair both");
    let outcome = library.braid(&["check", "--juc", "model", "--steps", "pair.steps", "--main", "PairClient"]);
    let said = String::from_utf8_lossy(&outcome.stderr).into_owned();
    assert!(outcome.code == Some(3) && said.contains("--steps goes with --juc steps"), "{said}");
}

#[test]
fn refine_finds_what_a_table_hides() {
    let library = Library::new();
    write(&library.folder, "wrong.steps", "steps lib.Pair both\n");
    write(&library.folder, "right.steps", "steps lib.Pair left right\n");
    let refine = |table: &str| {
        let outcome = library.braid(&["refine", "lib.Pair", "--clients", "8", "--steps", table]);
        (outcome.code, String::from_utf8_lossy(&outcome.stdout).into_owned())
    };
    let (code, said) = refine("wrong.steps");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("only without steps") && said.contains("object.both()"), "{said}");
    let (code, said) = refine("right.steps");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(" 0 do not"), "{said}");
    let outcome = library.braid(&["refine", "lib.Pear"]);
    let said = String::from_utf8_lossy(&outcome.stderr).into_owned();
    assert!(outcome.code == Some(3) && said.contains("there is no class lib.Pear"), "{said}");
}

/// A call of the library is one row of a short trace; `--trace full` has what happens in it.
#[test]
fn a_step_is_one_row_of_a_trace() {
    let (folder, jdk) = (TempDir::new("rows").expect("a temporary directory"), preferably(17));
    let program = write(
        &folder,
        "Rows.java",
        "import java.util.concurrent.*;
        public class Rows {
            static int ran;
            public static void main(String[] args) throws Exception {
                ExecutorService pool = Executors.newSingleThreadExecutor();
                Future<?> task = pool.submit(() -> ran++);
                pool.shutdown();
                assert ran == 0;
                task.get();
            }
        }",
    );
    compile(&jdk, &[&program], folder.path()).expect("the program compiles");
    let target = Target { jdk: &jdk, classes: folder.path(), main: "Rows", flags: &[], args: &[] };
    let rows = |words: &[&str]| {
        let report = ask(&target, words, Duration::from_secs(60)).expect("a check ends");
        assert_eq!(report.answer, Answer::Violated("assertion".into()), "{}", report.text);
        let trace = report.json["violation"]["trace"].as_array().cloned().unwrap_or_default();
        let of_submit = |row: &&serde_json::Value| {
            row["location"].as_str().unwrap_or_default().contains("Rows.java:6") && row["thread"] == "main"
        };
        (trace.iter().filter(of_submit).count(), trace.len())
    };
    let (short, all_short) = rows(&["--juc", "steps"]);
    let (_, all_full) = rows(&["--juc", "steps", "--trace", "full"]);
    assert!(short <= 2, "submit is told in {short} rows");
    assert!(all_full > 3 * all_short, "{all_full} rows in full, {all_short} in short");
}

/// Programs that use nothing of what has steps have the same states, transitions and instructions.
#[test]
fn steps_leave_other_programs_as_they_are() {
    let jdk = preferably(17);
    let folder = TempDir::new("others").expect("a temporary directory");
    let programs = ["deadlock/LockInversion", "deadlock/JoinCycle", "deadlock/InternedLocks"];
    for program in programs.map(|name| java_tests().join(format!("{name}.java"))) {
        compile(&jdk, &[&program], folder.path()).expect("the program compiles");
        let main = program.file_stem().and_then(|name| name.to_str()).expect("a name");
        let target = Target { jdk: &jdk, classes: folder.path(), main, flags: &[], args: &[] };
        let asked = |juc: &str| ask(&target, &["--juc", juc], Duration::from_secs(60)).expect("a check ends");
        let (with, without) = (asked("steps"), asked("model"));
        for count in ["states", "transitions", "instructions"] {
            assert_eq!(with.json["stats"][count], without.json["stats"][count], "{main}: {count}");
        }
    }
}

/// What rests on steps that may hide something is no plain *verified*.
#[test]
fn a_verdict_says_that_it_rests_on_steps_in_doubt() {
    let (folder, jdk) = (TempDir::new("doubt").expect("a temporary directory"), preferably(17));
    let program = write(
        &folder,
        "Doubt.java",
        "import java.util.concurrent.*;
        public class Doubt {
            public static void main(String[] args) throws Exception {
                ExecutorService pool = Executors.newSingleThreadExecutor();
                pool.submit(() -> 1).get();
                pool.shutdown();
            }
        }",
    );
    compile(&jdk, &[&program], folder.path()).expect("the program compiles");
    let target = Target { jdk: &jdk, classes: folder.path(), main: "Doubt", flags: &[], args: &[] };
    for (juc, headline) in [("wide", "verified in steps that may hide something only:"), ("model", "verified:")] {
        let report = ask(&target, &["--juc", juc], Duration::from_secs(60)).expect("a check ends");
        assert!(report.text.starts_with(headline), "--juc {juc}: {}", report.text);
        assert_eq!(report.json["steps_in_doubt"], juc == "wide", "--juc {juc}");
    }
}
