//! `--test`: the classes of `java-tests/testing` under the frameworks' own launchers, `braid run` and `braid check`.
//!
//! The frameworks come from Maven's repository by `mvn`, once per target directory.

mod support;

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;
use support::directives::{java_tests, test_classes};
use support::jdk::{Jdk, judged, tested};
use support::process::{Outcome, run_with_deadline};
use support::temp::TempDir;

const DEADLINE: Duration = Duration::from_secs(120);

/// The jars of the frameworks.
fn jars() -> &'static [PathBuf] {
    static JARS: OnceLock<Vec<PathBuf>> = OnceLock::new();
    JARS.get_or_init(|| {
        let pom = java_tests().join("testing/pom.xml");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("test-frameworks");
        let done = folder.join("pom.xml");
        let text = std::fs::read_to_string(&pom).expect("the frameworks' pom");
        if std::fs::read_to_string(&done).ok().as_ref() != Some(&text) {
            let mut mvn = Command::new("mvn");
            mvn.args(["-q", "-B", "-f"]).arg(&pom);
            mvn.arg("org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies");
            mvn.arg(format!("-DoutputDirectory={}", folder.display()));
            let outcome = run_with_deadline(&mut mvn, "", Duration::from_secs(600)).expect("mvn is installed");
            let said = String::from_utf8_lossy(&outcome.stdout).into_owned();
            assert_eq!(outcome.code, Some(0), "mvn cannot fetch the test frameworks:\n{said}");
            std::fs::write(&done, text).expect("the target directory can be written");
        }
        let entries = std::fs::read_dir(&folder).expect("mvn made the folder");
        let mut jars: Vec<PathBuf> = entries.map(|e| e.expect("a readable folder").path()).collect();
        jars.retain(|path| path.extension().is_some_and(|e| e == "jar"));
        jars.sort();
        assert!(!jars.is_empty(), "mvn left no jars");
        jars
    })
}

fn jar(name: &str) -> &'static Path {
    let found = jars().iter().find(|jar| jar.file_name().is_some_and(|f| f.to_string_lossy().starts_with(name)));
    found.unwrap_or_else(|| panic!("no {name} among the frameworks"))
}

/// The compiled test classes and a class path with the frameworks.
struct Classes {
    folder: TempDir,
    path: String,
    jdk: Jdk,
}

fn compiled(jdk: Jdk) -> Classes {
    let folder = TempDir::new("testing").expect("a temporary directory");
    let jars: Vec<String> = jars().iter().map(|jar| jar.display().to_string()).collect();
    let mut javac = Command::new(jdk.home.join("bin/javac"));
    javac.args(["-nowarn", "-Xlint:none", "-g", "-cp"]).arg(jars.join(":")).arg("-d").arg(folder.path());
    javac.args(test_classes().expect("java-tests/testing"));
    let outcome = run_with_deadline(&mut javac, "", DEADLINE).expect("javac ends");
    assert_eq!(outcome.code, Some(0), "{}", String::from_utf8_lossy(&outcome.stderr));
    let path = format!("{}:{}", folder.path().display(), jars.join(":"));
    Classes { folder, path, jdk }
}

impl Classes {
    fn braid(&self, command: &str, test: &str, more: &[&str]) -> Outcome {
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.arg(command).args(more).arg("--jdk").arg(&self.jdk.home);
        braid.args(["--classpath", &self.path, "--test", test]);
        run_with_deadline(&mut braid, "", DEADLINE).expect("braid ends")
    }

    /// Checks a class; the verdict of each test, by method, as `verified`, `inconclusive` or the kind of violation.
    fn verdicts(&self, class: &str) -> (Option<i32>, Vec<(String, String)>, Value) {
        let report = self.folder.path().join("report.json");
        let outcome = self.braid("check", class, &["--report", &format!("json={}", report.display())]);
        let text = std::fs::read_to_string(&report).expect("a report");
        let json: Value = serde_json::from_str(&text).expect("the report is JSON");
        let short = |test: &Value| {
            let name = test["test"].as_str().expect("the report names the test");
            let verdict = test["violation"]["kind"].as_str().or_else(|| test["verdict"].as_str());
            let method = name.rsplit('.').next().expect("a name has an end");
            (method.to_owned(), verdict.expect("a verdict").to_owned())
        };
        let mut tests: Vec<_> = json["tests"].as_array().expect("several tests").iter().map(short).collect();
        tests.sort();
        (outcome.code, tests, json)
    }
}

/// The lines that test classes print, which start with `> `; JUnit's text runner prints dots and letters before some.
fn prints(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let lines = text.lines().map(|line| line.trim_start_matches(['.', 'E', 'I']));
    lines.filter(|line| line.starts_with("> ") && !line.contains("but was")).map(str::to_owned).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn several_patterns_are_checked_as_one_and_each_has_to_match() {
    let classes = compiled(judged());
    let (code, alone, _) = classes.verdicts("junit4.Counter4");
    assert!(alone.len() > 1, "{alone:?}");
    // What two of them match is checked once.
    for both in ["junit4.Counter4#guarded,junit4.Counter4", "junit4.Counter4,junit4.Counter4#guarded"] {
        assert_eq!(classes.verdicts(both).1, alone, "{both}");
    }
    let report = classes.folder.path().join("several.json");
    let report = format!("json={}", report.display());
    let outcome =
        classes.braid("check", "junit4.Counter4", &["--test", "junit4.Counter4#guarded", "--report", &report]);
    assert_eq!(outcome.code, code);
    let text = std::fs::read_to_string(classes.folder.path().join("several.json")).expect("a report");
    let json: Value = serde_json::from_str(&text).expect("the report is JSON");
    assert_eq!(json["tests"].as_array().map(Vec::len), Some(alone.len()));
    let none = classes.braid("check", "junit4.Counter4#guarded", &["--test", "nothing.."]);
    assert_eq!(none.code, Some(3));
    let said = String::from_utf8_lossy(&none.stderr).into_owned();
    assert!(said.contains("no test matches nothing.."), "{said}");
    // All tests of a folder.
    let jars = classes.path.split_once(':').expect("a folder and jars").1;
    let check = |place: &str, more: &[&str]| {
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid
            .arg("check")
            .arg("--jdk")
            .arg(&classes.jdk.home)
            .args(["--classpath", jars, "--tests-in", place])
            .args(more);
        let outcome = run_with_deadline(&mut braid, "", DEADLINE).expect("braid ends");
        (outcome.code, String::from_utf8_lossy(&[outcome.stdout, outcome.stderr].concat()).into_owned())
    };
    let folder = classes.folder.path().display().to_string();
    let (found, said) = check(&folder, &["--test", "*.Counter4"]);
    assert_eq!(found, code, "{said}");
    let rows = said.lines().filter(|line| line.contains(" junit4.Counter4.") && !line.starts_with("test ")).count();
    assert!(rows >= alone.len() && said.contains("\nverified     junit4.Counter4.guarded\n"), "{said}");
    let (code, said) = check("nowhere", &[]);
    assert!(code == Some(3) && said.contains("--tests-in: nowhere: there is no such folder or jar"), "{said}");
    let (code, said) = check(&folder, &["--test", "nothing.."]);
    assert!(code == Some(3) && said.contains("no test matches nothing.."), "{said}");
    // A package and all below it.
    let list = |pattern: &str| {
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.arg("list-tests").arg("--jdk").arg(&classes.jdk.home).args(["--classpath", &classes.path, pattern]);
        let outcome = run_with_deadline(&mut braid, "", DEADLINE).expect("braid ends");
        assert_eq!(outcome.code, Some(0), "{pattern}");
        String::from_utf8_lossy(&outcome.stdout).into_owned()
    };
    assert!(list("junit4..").contains("junit4.Counter4"));
    assert_eq!(list("junit4.."), list("junit4.*"));
}

#[test]
fn runs_call_the_same_methods_in_the_same_order_as_the_launchers() {
    for jdk in tested() {
        let version = jdk.version;
        let classes = compiled(jdk);
        let compare = |class: &str, launcher: &mut Command, code: i32| {
            let expected = run_with_deadline(launcher, "", DEADLINE).expect("the launcher ends");
            let actual = classes.braid("run", class, &[]);
            let seen = prints(&actual.stdout);
            assert!(!seen.is_empty(), "{class} prints nothing:\n{}", text(&actual.stderr));
            assert_eq!(seen, prints(&expected.stdout), "{class} on JDK {version}");
            assert_eq!(actual.code, Some(code), "{class}:\n{}", text(&actual.stderr));
        };
        let java = || {
            let mut java = Command::new(classes.jdk.home.join("bin/java"));
            java.current_dir(classes.folder.path());
            java
        };
        for class in ["junit4.Lifecycle4", "junit4.BrokenSetUp4"] {
            compare(class, java().args(["-cp", &classes.path, "org.junit.runner.JUnitCore", class]), 1);
        }
        for (class, code) in [("jupiter.Lifecycle5", 1), ("jupiter.PerClass5", 0)] {
            let mut java = java();
            java.arg("-jar").arg(jar("junit-platform-console-standalone")).arg("execute");
            java.arg("-cp").arg(classes.folder.path()).args(["--select-class", class, "--details", "none"]);
            compare(class, &mut java, code);
        }
        // By the same launchers, as bytecode.
        for class in ["junit4.WithRule4", "junit4.WithRunner4", "junit4.Suite4", "junit4.Old3"] {
            compare(class, java().args(["-cp", &classes.path, "org.junit.runner.JUnitCore", class]), 0);
        }
        let mut java = java();
        java.args(["-cp", &classes.path, "org.testng.TestNG", "-usedefaultlisteners", "false", "-verbose", "0"]);
        compare("testng.LifecycleNg", java.args(["-testclass", "testng.LifecycleNg"]), 1);
    }
}

#[test]
fn failures_of_a_run_are_named_and_counted() {
    let classes = compiled(judged());
    let errors = text(&classes.braid("run", "junit4.Lifecycle4", &[]).stderr);
    for line in [
        "Exception in test junit4.Lifecycle4.fails org.junit.ComparisonFailure: expected:<two wor[]ds> but was:<two wor[l]ds>",
        "\tat junit4.Lifecycle4.fails(Lifecycle4.java:61)",
        "Exception in test junit4.Lifecycle4.throwsException java.lang.IllegalStateException: thrown by a test",
        "Exception in test junit4.Lifecycle4.throwsNothing java.lang.AssertionError: Expected exception: java.util.NoSuchElementException",
        "braid: junit4.Lifecycle4.isIgnored is disabled",
        "8 tests, 3 failed, 1 skipped",
    ] {
        assert!(errors.lines().any(|l| l == line), "no line {line:?} in\n{errors}");
    }
    let one = classes.braid("run", "junit4.Lifecycle4#passes", &[]);
    assert_eq!((one.code, text(&one.stderr).as_str()), (Some(0), "1 test, 0 failed, 0 skipped\n"));
    let partly = classes.braid("run", "jupiter.Mailbox5#takesParameters", &[]);
    assert_eq!((partly.code, text(&partly.stderr).as_str()), (Some(0), "2 tests, 0 failed, 0 skipped\n"));
}

#[test]
fn checks_find_what_depends_on_the_schedule_in_each_test() {
    for jdk in tested() {
        let version = jdk.version;
        let classes = compiled(jdk);
        let expect = |class: &str, expected: &[(&str, &str)], code: i32| {
            let (actual, tests, json) = classes.verdicts(class);
            let expected: Vec<_> = expected.iter().map(|(t, v)| (t.to_string(), v.to_string())).collect();
            assert_eq!(tests, expected, "{class} on JDK {version}");
            assert_eq!(actual, Some(code), "{class} on JDK {version}");
            json
        };
        let json = expect(
            "junit4.Counter4",
            &[
                ("crossed", "deadlock"),
                ("guarded", "verified"),
                ("leavesAThread", "verified"),
                ("unguarded", "assertion"),
            ],
            1,
        );
        let race =
            json["tests"].as_array().expect("several tests").iter().find(|t| t["violation"]["kind"] == "assertion");
        let race = &race.expect("a failing test")["violation"];
        assert_eq!(race["location"], "junit4.Counter4.unguarded(Counter4.java:43)", "the user's line, not JUnit's");
        expect(
            "jupiter.Mailbox5",
            &[
                ("doesNotWait", "assertion"),
                ("failsInAnotherThread", "assertion"),
                ("isRepeated", "verified"),
                ("takesParameters", "verified"),
                ("waitsForMail", "verified"),
            ],
            1,
        );
        expect(
            "testng.CellNg",
            &[("handsOver", "verified"), ("missesTheSignal", "deadlock"), ("takesParameters", "verified")],
            1,
        );
        expect("jupiter.PerClass5", &[("first", "verified"), ("second", "assertion"), ("third", "assertion")], 1);
    }
}

#[test]
fn what_only_a_launcher_knows_is_run_by_it() {
    // Other tests check with every JDK what takes a launcher.
    let classes = compiled(judged());
    let (code, tests, json) = classes.verdicts("jupiter.Launched5");
    let tests: Vec<_> = tests.iter().map(|(test, verdict)| (test.as_str(), verdict.as_str())).collect();
    let expected = [
        ("guarded", "verified"),
        ("inside", "verified"),
        ("made", "verified"),
        ("repeated", "verified"),
        ("unguarded[1]", "assertion"),
        ("writes", "verified"),
    ];
    assert_eq!((code, tests.as_slice()), (Some(1), &expected[..]));
    // What the launcher does on the way is no part of what a person is told.
    let tests = json["tests"].as_array().expect("several tests");
    let wrong = &tests.iter().find(|test| test["violation"].is_object()).expect("a failing test")["violation"];
    assert_eq!(wrong["location"], "jupiter.Launched5.unguarded(Launched5.java:65)");
    let trace = wrong["trace"].as_array().expect("a trace");
    assert!(trace.len() < 20, "{trace:#?}");
    assert!(trace.iter().all(|step| step["own"] != false || step["kind"] == "end"), "{trace:#?}");
}

#[test]
fn invocations_have_verdicts_of_their_own_where_not_all_are_verified() {
    let classes = compiled(judged());
    let expect = |class: &str, expected: &[(&str, &str)]| {
        let (code, tests, json) = classes.verdicts(class);
        let tests: Vec<_> = tests.iter().map(|(test, verdict)| (test.as_str(), verdict.as_str())).collect();
        assert_eq!((code, tests.as_slice()), (Some(1), expected), "{class}");
        json
    };
    let json = expect(
        "jupiter.Invocations5",
        &[
            ("given[1]", "verified"),
            ("given[2]", "assertion"),
            ("given[3]", "verified"),
            ("made[1]", "verified"),
            ("made[2]", "assertion"),
            // Each is right alone, and the second one is not behind the first.
            ("together", "assertion"),
            ("together[1]", "verified"),
            ("together[2]", "verified"),
        ],
    );
    let tests = json["tests"].as_array().expect("several tests");
    assert!(tests.iter().all(|test| test["frames"] != json!([]) && test["test"].is_string()), "{json:#}");
    let thrown = "uncaught java.lang.IllegalStateException";
    expect("jupiter.AfterAll5", &[("given[1]", thrown), ("given[2]", thrown)]);
    expect("junit4.Given4", &[("adds[1]", "verified"), ("adds[2]", "assertion")]);
    expect("testng.GivenTestNg", &[("adds[1]", "assertion"), ("adds[2]", "verified")]);
    for (test, code, says) in [
        ("jupiter.Invocations5#given[1]", 0, "verified"),
        ("jupiter.Invocations5#given[2]", 1, "--test 'jupiter.Invocations5#given[2]'"),
        ("jupiter.Invocations5#given[4]", 2, "the test has no such invocation"),
        ("jupiter.Invocations5#given[0]", 3, "has no test method given[0]"),
        ("jupiter.Mailbox5#waitsForMail[1]", 3, "jupiter.Mailbox5.waitsForMail has no invocations that differ"),
        ("jupiter.Mailbox5#isRepeated[1]", 3, "jupiter.Mailbox5.isRepeated has no invocations that differ"),
    ] {
        let outcome = classes.braid("check", test, &[]);
        let said = text(&outcome.stdout) + &text(&outcome.stderr);
        assert_eq!(outcome.code, Some(code), "{test}:\n{said}");
        assert!(said.contains(says), "{test} does not say {says:?}:\n{said}");
        // One that fails is seen again.
        if let Some(again) = said.lines().find_map(|line| line.trim().strip_prefix("braid replay ")) {
            let words = again.split(' ').map(|word| word.trim_matches('\''));
            let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
            let outcome = run_with_deadline(braid.arg("replay").args(words), "", DEADLINE).expect("braid ends");
            assert_eq!(outcome.code, Some(1), "{again}:\n{}", text(&outcome.stderr));
        }
    }
    let run = classes.braid("run", "jupiter.Invocations5#given[2]", &[]);
    assert!(text(&run.stderr).contains("1 test, "), "{}", text(&run.stderr));
}

#[test]
fn without_its_launcher_a_test_is_refused_by_name() {
    let classes = compiled(judged());
    let api = classes.folder.path().join("api");
    std::fs::create_dir(&api).expect("a folder");
    let mut tool = Command::new(classes.jdk.home.join("bin/jar"));
    tool.current_dir(&api).arg("xf").arg(jar("junit-platform-console-standalone"));
    tool.args(["org/junit/jupiter/api", "org/junit/jupiter/params", "org/junit/platform/commons", "org/opentest4j"]);
    assert_eq!(run_with_deadline(&mut tool, "", DEADLINE).expect("jar ends").code, Some(0));
    let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
    braid.args(["check", "--jdk"]).arg(&classes.jdk.home).arg("--classpath");
    braid.arg(format!("{}:{}", classes.folder.path().display(), api.display()));
    braid.args(["--test", "jupiter.Mailbox5#isRepeated"]);
    let outcome = run_with_deadline(&mut braid, "", DEADLINE).expect("braid ends");
    let said = text(&outcome.stdout);
    assert_eq!(outcome.code, Some(2), "{said}");
    let why = "@RepeatedTest needs org.junit.jupiter.engine.JupiterTestEngine, which is not on the class path";
    assert!(said.contains(why), "{said}");
}

#[test]
fn one_test_is_checked_alone_and_its_exit_code_is_its_verdict() {
    let classes = compiled(judged());
    for (test, code, says) in [
        ("junit4.Counter4#guarded", 0, "verified"),
        ("junit4.Counter4#unguarded", 1, "Counter4.java:43: error: assertion"),
        ("junit4.Lifecycle4#throwsExpected", 0, "verified"),
        ("junit4.Lifecycle4#throwsNothing", 1, "Expected exception: java.util.NoSuchElementException"),
        ("junit4.Lifecycle4#isAbandoned", 0, "verified"),
        ("jupiter.Lifecycle5$Inner#inner", 0, "verified"),
        ("jupiter.Mailbox5#isRepeated", 0, "verified"),
        ("junit4.WithRule4", 0, "verified"),
        ("junit4.WithRunner4", 0, "verified"),
        ("junit4.Suite4", 0, "verified"),
        ("junit4.Old3#testGuarded", 0, "verified"),
        ("junit4.Old3#testUnguarded", 1, "Old3.java:28: error: assertion"),
        ("jupiter.Launched5#writes", 0, "verified"),
        ("jupiter.Launched5$Extended#inside", 0, "verified"),
        ("junit4.Lifecycle4#isIgnored", 3, "junit4.Lifecycle4.isIgnored is disabled"),
        ("junit4.Base4", 3, "junit4.Base4 is abstract"),
        ("junit4.Counter4#nothing", 3, "junit4.Counter4 has no test method nothing"),
        ("junit4.Missing", 3, "there is no class junit4.Missing on the class path"),
        ("jupiter.Fast", 3, "jupiter.Fast has no test methods"),
    ] {
        let outcome = classes.braid("check", test, &[]);
        let said = text(&outcome.stdout) + &text(&outcome.stderr);
        assert_eq!(outcome.code, Some(code), "{test}:\n{said}");
        assert!(said.contains(says), "{test} does not say {says:?}:\n{said}");
    }
}

#[test]
fn a_failing_test_is_seen_again_as_the_report_says() {
    let classes = compiled(judged());
    for test in ["junit4.Counter4#unguarded", "junit4.Counter4", "jupiter.Launched5#unguarded"] {
        let said = text(&classes.braid("check", test, &[]).stdout);
        for line in said.lines().filter_map(|line| line.trim().strip_prefix("braid replay ")) {
            let words = line.split(' ').map(|word| word.trim_matches('\''));
            let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
            let outcome = run_with_deadline(braid.arg("replay").args(words), "", DEADLINE).expect("braid ends");
            assert_eq!(outcome.code, Some(1), "{line}:\n{}", text(&outcome.stderr));
        }
        let one = match test.starts_with("junit4") {
            true => "junit4.Counter4#unguarded",
            false => "'jupiter.Launched5#unguarded[1]'",
        };
        assert!(said.contains(&format!("--test {one}")), "{said}");
    }
}

#[test]
fn a_test_may_be_in_a_source_file_or_a_jar() {
    let classes = compiled(judged());
    let junit = jar("junit-4").display().to_string() + ":" + &jar("hamcrest").display().to_string();
    let tests = classes.folder.path().join("tests.jar");
    let mut tool = Command::new(classes.jdk.home.join("bin/jar"));
    tool.arg("cf").arg(&tests).arg("-C").arg(classes.folder.path()).arg("junit4");
    assert_eq!(run_with_deadline(&mut tool, "", DEADLINE).expect("jar ends").code, Some(0));
    for target in [java_tests().join("testing/junit4/Counter4.java"), tests] {
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.args(["check", "--classpath", &junit, "--test", "junit4.Counter4#guarded", "--jdk"]);
        braid.arg(&classes.jdk.home).arg(&target);
        let outcome = run_with_deadline(&mut braid, "", DEADLINE).expect("braid ends");
        assert_eq!(outcome.code, Some(0), "{}:\n{}", target.display(), text(&outcome.stderr));
    }
}

/// The list that `braid list-tests --json` writes, by id.
fn listed(classes: &Classes, words: &[&str]) -> BTreeMap<String, Value> {
    let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
    braid.args(["list-tests", "--json", "--jdk"]).arg(&classes.jdk.home).args(words);
    let outcome = run_with_deadline(&mut braid, "", DEADLINE).expect("braid ends");
    assert_eq!(outcome.code, Some(0), "{words:?}: {}", text(&outcome.stderr));
    let json: Value = serde_json::from_str(&text(&outcome.stdout)).expect("the list is JSON");
    assert_eq!(json["schema"], 1);
    let tests = json["tests"].as_array().expect("a list of tests").clone();
    tests.into_iter().map(|test| (test["id"].as_str().expect("an id").to_owned(), test)).collect()
}

#[test]
fn tests_are_listed_with_what_is_known_of_them() {
    let classes = compiled(judged());
    let all = listed(&classes, &["--classpath", &classes.path]);
    for (id, framework, disabled, refused) in [
        ("junit4.Counter4#guarded", "junit4", false, Value::Null),
        ("junit4.Lifecycle4#isIgnored", "junit4", true, Value::Null),
        ("jupiter.Mailbox5#isRepeated", "jupiter", false, Value::Null),
        ("jupiter.Lifecycle5$Inner#inner", "jupiter", false, Value::Null),
        ("testng.CellNg#handsOver", "testng", false, Value::Null),
    ] {
        let test = &all.get(id).unwrap_or_else(|| panic!("{id} is not listed: {:?}", all.keys()));
        assert_eq!(
            (&test["framework"], &test["disabled"], &test["refused"]),
            (&json!(framework), &json!(disabled), &refused)
        );
        assert_eq!(
            format!("{}#{}", test["class"].as_str().expect("a class"), test["method"].as_str().expect("a method")),
            id
        );
        assert!(test["line"].as_u64().is_some_and(|line| line > 0) && test["options"].is_object(), "{test}");
    }
    assert_eq!(all["junit4.WithRule4#test"]["launcher"], "@Rule folder");
    assert_eq!(all["jupiter.Mailbox5#isRepeated"]["launcher"], "@RepeatedTest");
    assert_eq!(all["junit4.Suite4"]["launcher"], "@RunWith org.junit.runners.Suite");
    assert_eq!(all["jupiter.Mailbox5#waitsForMail"]["launcher"], Value::Null);
    assert!(!all.keys().any(|id| id.starts_with("junit4.Base4")), "an abstract class is no test");
    assert!(!all.keys().any(|id| id.starts_with("org.")), "jars of the class path are libraries");
    // The same tests by other words: a directory, a jar, a pattern, a class, a name in any package, a source file.
    let folder = classes.folder.path().display().to_string();
    let only = |package: &str| all.keys().filter(|id| id.starts_with(package)).cloned().collect::<Vec<_>>();
    let ids = |words: &[&str]| listed(&classes, words).into_keys().collect::<Vec<_>>();
    assert_eq!(ids(&["--classpath", &classes.path, &folder]), only(""));
    let jar = classes.folder.path().join("listed.jar");
    let mut tool = Command::new(classes.jdk.home.join("bin/jar"));
    tool.arg("cf").arg(&jar).arg("-C").arg(classes.folder.path()).arg("junit4");
    assert_eq!(run_with_deadline(&mut tool, "", DEADLINE).expect("jar ends").code, Some(0));
    assert_eq!(ids(&["--classpath", &classes.path, &jar.display().to_string()]), only("junit4."));
    assert_eq!(ids(&["--classpath", &classes.path, "junit4.*", "junit4.Counter4"]), only("junit4."));
    assert_eq!(ids(&["--classpath", &classes.path, "CellNg"]), only("testng.CellNg#"));
    let source = java_tests().join("testing/junit4/Counter4.java").display().to_string();
    let of_source = listed(&classes, &["--classpath", &classes.path, &source]);
    assert_eq!(of_source.keys().cloned().collect::<Vec<_>>(), only("junit4.Counter4#"));
    assert_eq!(of_source["junit4.Counter4#guarded"]["file"], source);
    assert_eq!(ids(&["--classpath", &classes.path, "junit4.Counter4#guarded"]), ["junit4.Counter4#guarded"]);
    for (words, message) in [
        (&["nowhere.*"][..], "no test matches nowhere.*"),
        (&["Missing"], "there is no class Missing"),
        (&["junit4.Counter4#missing"], "junit4.Counter4 has no test method missing"),
        (&["Missing.java"], "Missing.java: there is no such file"),
    ] {
        let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
        braid.args(["list-tests", "--classpath", &classes.path, "--jdk"]).arg(&classes.jdk.home).args(words);
        let outcome = run_with_deadline(&mut braid, "", DEADLINE).expect("braid ends");
        assert_eq!(outcome.code, Some(3), "{words:?}");
        assert!(text(&outcome.stderr).contains(message), "{words:?}: {}", text(&outcome.stderr));
    }
}

#[test]
fn tests_are_checked_and_run_by_a_pattern_or_as_the_file_under_the_cursor() {
    let classes = compiled(judged());
    let (code, tests, _) = classes.verdicts("*Ng");
    let cell = [("handsOver", "verified"), ("missesTheSignal", "deadlock"), ("takesParameters", "verified")];
    assert_eq!(code, Some(1));
    for (method, verdict) in cell {
        assert!(tests.contains(&(method.to_owned(), verdict.to_owned())), "{method}: {tests:?}");
    }
    let (code, tests, json) = classes.verdicts("junit4.With*");
    assert_eq!((code, tests.len()), (Some(0), 2), "{json:#}");
    let run = classes.braid("run", "junit4.*Counter4#guarded", &[]);
    assert_eq!((run.code, text(&run.stderr).as_str()), (Some(0), "1 test, 0 failed, 0 skipped\n"));
    assert_eq!(classes.braid("run", "junit4.*", &[]).code, Some(1));
    assert_eq!(classes.braid("check", "nothing.*", &[]).code, Some(3));
    let junit = jar("junit-4").display().to_string() + ":" + &jar("hamcrest").display().to_string();
    let mut braid = Command::new(env!("CARGO_BIN_EXE_braid"));
    braid.args(["check", "--classpath", &junit, "--jdk"]).arg(&classes.jdk.home);
    braid.arg(java_tests().join("testing/junit4/Counter4.java"));
    let outcome = run_with_deadline(&mut braid, "", DEADLINE).expect("braid ends");
    assert_eq!(outcome.code, Some(1), "{}", text(&outcome.stderr));
    assert!(
        text(&outcome.stdout).contains("4 tests: 2 violated, 0 inconclusive, 2 verified"),
        "{}",
        text(&outcome.stdout)
    );
}
