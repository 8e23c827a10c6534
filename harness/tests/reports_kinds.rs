//! Reports for other programs: what each kind says of each verdict, whether SARIF is what its schema demands, and when an
//! earlier report still holds.

mod support;

use quick_junit::{NonSuccessKind, TestCaseStatus};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;
use support::jdk::compile;
use support::process::run_with_deadline;
use support::scene::{DEADLINE, Scene, text};
use support::schema;

const FINE: &str = "public class Fine { public static void main(String[] args) { new Thread(() -> { }).start(); } }";
const LOCKS: &str = "public class Locks {
    static final Object A = new Object(), B = new Object();
    public static void main(String[] args) {
        new Thread(() -> { synchronized (A) {
            synchronized (B) { } } }, \"first\").start();
        new Thread(() -> { synchronized (B) { synchronized (A) { } } }, \"second\").start();
    }
}
";
const DEEP: &str = "public class Deep {
    static int down(int n) { if (n == 0) throw new IllegalStateException(\"50% & <up>, a:b\\n::error::x\"); return down(n - 1); }
    public static void main(String[] args) { down(3); }
}
";
const RACY: &str = "public class Racy {
    static int n;
    public static void main(String[] args) { new Thread(() -> n = 1).start(); n = 2; }
}
";
const SPINS: &str = "public class Spins {
    static volatile boolean go;
    public static void main(String[] args) { while (!go) { } }
}
";

/// All kinds of reports, in files that are called like them.
const ALL: [&str; 12] = [
    "--report",
    "json=report.json",
    "--report",
    "sarif=sarif",
    "--report",
    "junit=junit",
    "--report",
    "html=html",
    "--report",
    "github=github",
    "--report",
    "gitlab=gitlab",
];

struct Reports {
    json: Value,
    sarif: Value,
    junit: quick_junit::Report,
    html: String,
    github: String,
    gitlab: Value,
}

/// Checks something and reads all reports.
fn reports(scene: &Scene, words: &[&str], code: i32) -> Reports {
    let outcome = scene.run(&[&["check"][..], &ALL, words].concat());
    assert_eq!(outcome.code, Some(code), "{words:?}: {}", text(&outcome.stderr));
    let read = |name: &str| std::fs::read_to_string(scene.path(name)).expect("a report");
    let json = |name: &str| serde_json::from_str(&read(name)).expect("the report is JSON");
    let junit = quick_junit::Report::deserialize_from_str(&read("junit")).expect("the report is JUnit XML");
    let reports = Reports {
        json: scene.report(),
        sarif: json("sarif"),
        junit,
        html: read("html"),
        github: read("github"),
        gitlab: json("gitlab"),
    };
    let rules = include_str!("data/sarif-2.1.0.json");
    let rules: Value = serde_json::from_str(rules).expect("the schema is JSON");
    assert_eq!(schema::problems(&rules, &reports.sarif), Vec::<String>::new(), "{words:?}");
    reports
}

impl Reports {
    fn results(&self) -> &Vec<Value> {
        self.sarif["runs"][0]["results"].as_array().expect("results")
    }

    /// The rules and levels of all results.
    fn rules(&self) -> Vec<String> {
        self.results().iter().map(|r| format!("{} {}", r["ruleId"], r["level"]).replace('"', "")).collect()
    }

    /// Names and outcomes of all test cases.
    fn cases(&self) -> Vec<String> {
        let cases = self.junit.test_suites.iter().flat_map(|suite| &suite.test_cases);
        let told = cases.map(|case| {
            let outcome = match &case.status {
                TestCaseStatus::Success { .. } => "passes",
                TestCaseStatus::NonSuccess { kind: NonSuccessKind::Failure, .. } => "failure",
                TestCaseStatus::NonSuccess { kind: NonSuccessKind::Error, .. } => "error",
                TestCaseStatus::Skipped { .. } => "skipped",
            };
            format!("{} {outcome}", case.name.as_str())
        });
        told.collect()
    }

    fn checks(&self) -> Vec<&str> {
        self.gitlab.as_array().expect("a list").iter().filter_map(|entry| entry["check_name"].as_str()).collect()
    }
}

#[test]
fn every_kind_tells_every_verdict() {
    let sources =
        [("Fine.java", FINE), ("Locks.java", LOCKS), ("Deep.java", DEEP), ("Racy.java", RACY), ("Spins.java", SPINS)];
    let scene = Scene::new(&sources);
    // A repository of its own: paths are relative to it.
    std::fs::create_dir(scene.path(".git")).expect("a folder can be made");
    for (words, code, rule, case, check) in [
        (&["Fine.java"][..], 0, "", "Fine passes", ""),
        (&["Locks.java"], 1, "deadlock error", "Locks failure", "braid/deadlock"),
        (&["Deep.java"], 1, "uncaught error", "Deep failure", "braid/uncaught"),
        (&["Racy.java"], 0, "race warning", "Racy passes", "braid/race"),
        (&["--races", "error", "Racy.java"], 1, "race error", "Racy failure", "braid/race"),
        (&["Spins.java"], 1, "livelock error", "Spins failure", "braid/livelock"),
        (&["--max-states", "2", "Locks.java"], 2, "inconclusive none", "Locks error", "braid/inconclusive"),
        // What cannot begin is reported, too.
        (&["Missing.java"], 3, "inconclusive none", "braid check error", "braid/inconclusive"),
        (&["--referee", "Locks.java"], 1, "deadlock error", "Locks failure", "braid/deadlock"),
    ] {
        let reports = reports(&scene, words, code);
        let expected = |what: &'static str| if what.is_empty() { Vec::new() } else { vec![what] };
        assert_eq!(reports.rules(), expected(rule), "{words:?}");
        assert_eq!(reports.cases(), [case], "{words:?}");
        assert_eq!(reports.checks(), expected(check), "{words:?}");
        let verdict = reports.json["verdict"].as_str().expect("a verdict");
        assert!(reports.html.contains(&format!("class=\"badge {verdict}\"")), "{words:?}");
        let [violated, unknown, verified] = ["violated", "inconclusive", "verified"].map(|v| u8::from(v == verdict));
        let summary =
            format!("::notice title=Braid::{violated} violated, {unknown} inconclusive, {verified} verified\n");
        assert!(reports.github.ends_with(&summary), "{words:?}: {}", reports.github);
        assert_eq!(
            reports.github.lines().count(),
            if rule.is_empty() { 1 } else { 2 },
            "{words:?}: {}",
            reports.github
        );
        let successful = code != 2 && code != 3;
        assert_eq!(reports.sarif["runs"][0]["invocations"][0]["executionSuccessful"], successful, "{words:?}");
    }
    // Line ends, percent signs and commas cannot end a command and begin another one.
    let deep = reports(&scene, &["Deep.java"], 1);
    let start = "::error file=Deep.java,line=2,title=uncaught exception in Deep::uncaught exception: \
                 java.lang.IllegalStateException: 50%25 & <up>, a:b at Deep.java:2";
    assert!(deep.github.starts_with(start), "{}", deep.github);
    assert!(!deep.github.contains("\n::error::x"), "{}", deep.github);
    assert_eq!(deep.gitlab[0]["location"], serde_json::json!({ "path": "Deep.java", "lines": { "begin": 2 } }));
    let violation = &deep.json["violation"];
    assert_eq!(violation["exception"]["class"], "java.lang.IllegalStateException");
    assert_eq!(violation["exception"]["message"], "50% & <up>, a:b\n::error::x");
    let frame = serde_json::json!({
        "class": "Deep", "method": "down", "file": "Deep.java", "line": 2, "own": true, "path": "Deep.java",
    });
    assert_eq!(violation["frames"][0], frame);
    assert_eq!(violation["frames"].as_array().map(Vec::len), violation["stack"].as_array().map(Vec::len));
}

#[test]
fn a_thread_flow_of_sarif_is_what_a_thread_does() {
    let scene = Scene::new(&[("src/Locks.java", LOCKS)]);
    std::fs::create_dir(scene.path(".git")).expect("a folder can be made");
    let reports = reports(&scene, &["src/Locks.java"], 1);
    let result = &reports.results()[0];
    let trace = reports.json["trace"].as_array().expect("a trace");
    let flows = result["codeFlows"][0]["threadFlows"].as_array().expect("thread flows");
    let names: Vec<&str> = flows.iter().filter_map(|flow| flow["id"].as_str()).collect();
    assert_eq!(names, ["main", "first", "second"]);
    let mut orders = BTreeSet::new();
    for flow in flows {
        let mut last = 0;
        for step in flow["locations"].as_array().expect("locations") {
            let order = step["executionOrder"].as_u64().expect("an order");
            let told = &trace[usize::try_from(order).expect("small") - 1];
            assert_eq!((&told["thread"], &told["action"]), (&flow["id"], &step["location"]["message"]["text"]));
            assert!(last < order && orders.insert(order));
            last = order;
        }
    }
    assert_eq!(orders.len(), trace.len());
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"], serde_json::json!({ "uri": "src/Locks.java", "uriBaseId": "SRCROOT" }));
    assert_eq!(place["region"]["startLine"], 5);
    assert_eq!(result["stacks"].as_array().map(Vec::len), Some(2));
}

#[test]
fn fingerprints_survive_a_blank_line_and_tell_violations_apart() {
    let scene = Scene::new(&[("Locks.java", LOCKS), ("Deep.java", DEEP), ("Spins.java", SPINS), ("Racy.java", RACY)]);
    let prints = |words: &[&str]| {
        let reports = reports(&scene, words, 1);
        let sarif = reports.results()[0]["partialFingerprints"]["braid/v1"].as_str().expect("a fingerprint").to_owned();
        let gitlab = reports.gitlab[0]["fingerprint"].as_str().expect("a fingerprint").to_owned();
        (sarif, gitlab, reports.json["violation"]["line"].as_u64())
    };
    let mut all = BTreeSet::new();
    for (file, source) in [("Locks.java", LOCKS), ("Deep.java", DEEP), ("Spins.java", SPINS), ("Racy.java", RACY)] {
        let words = ["--races", "error", file];
        let (sarif, gitlab, line) = prints(&words);
        scene.write(file, source.replacen('{', "{\n\n", 1).as_bytes());
        let (moved_sarif, moved_gitlab, moved_line) = prints(&words);
        assert_eq!((&sarif, &gitlab), (&moved_sarif, &moved_gitlab), "{file}");
        assert_eq!(moved_line, line.map(|line| line + 2), "{file}");
        assert!(all.insert(sarif) && all.insert(gitlab), "{file}");
    }
    // Two assertions in one method are two.
    let two = "public class Two { static volatile int x; public static void main(String[] args) throws Exception {
        new Thread(() -> x++).start();
        int y = x;
        assert y == 0;
        assert x == 0;
    } }";
    scene.write("Two.java", two.as_bytes());
    let reports = reports(&scene, &["--all", "Two.java"], 1);
    let prints: BTreeSet<&str> =
        reports.results().iter().filter_map(|r| r["partialFingerprints"]["braid/v1"].as_str()).collect();
    assert_eq!((reports.results().len(), prints.len()), (2, 2));
}

/// As JUnit 4 declares them: tests are found by the names of annotations.
const TEST: &str = "package org.junit; import java.lang.annotation.*;
    @Retention(RetentionPolicy.RUNTIME) public @interface Test { Class<? extends Throwable> expected() default None.class; long timeout() default 0;
    class None extends Throwable { } }";
const IGNORE: &str = "package org.junit; import java.lang.annotation.*;
    @Retention(RetentionPolicy.RUNTIME) public @interface Ignore { String value() default \"\"; }";
const TESTS: &str = "package p; import org.junit.*;
    public class Tests {
        @Test public void passes() { }
        @Test public void fails() { throw new IllegalStateException(\"no\"); }
        @Test public void waits() throws Exception { synchronized (this) { wait(); } }
        @Test @Ignore public void later() { }
    }";

#[test]
fn several_tests_are_in_one_report() {
    let sources = [("org/junit/Test.java", TEST), ("org/junit/Ignore.java", IGNORE), ("p/Tests.java", TESTS)];
    let scene = Scene::new(&sources);
    let files: Vec<_> = sources.iter().map(|(name, _)| scene.path(name)).collect();
    std::fs::create_dir(scene.path("classes")).expect("a folder can be made");
    let paths: Vec<_> = files.iter().map(|file| file.as_path()).collect();
    compile(&scene.jdk, &paths, &scene.path("classes")).expect("the tests compile");
    let words = ["--source", ".", "--classpath", "classes", "--test", "p.Tests"];
    let all = reports(&scene, &words, 1);
    let mut cases = all.cases();
    cases.sort();
    assert_eq!(cases, ["fails failure", "later skipped", "passes passes", "waits failure"]);
    assert_eq!(all.junit.test_suites[0].name.as_str(), "p.Tests");
    // The worst in front, all beside it.
    let tests = all.json["tests"].as_array().expect("tests");
    assert_eq!((tests.len(), all.json["verdict"].as_str()), (3, Some("violated")));
    let worst = tests.iter().find(|test| test["verdict"] == "violated").expect("a violation");
    assert_eq!((&all.json["test"], &all.json["violation"]), (&worst["test"], &worst["violation"]));
    assert_eq!(all.json["disabled"], serde_json::json!(["p.Tests.later"]));
    assert_eq!(all.rules().len(), 2);
    // A test that has not changed is given again, others are not.
    std::fs::copy(scene.path("report.json"), scene.path("earlier.json")).expect("a file can be copied");
    let again = scene.run(&[&["check", "--unchanged-since", "earlier.json"][..], &words].concat());
    let said = text(&again.stdout);
    assert_eq!(again.code, Some(1), "{said}");
    assert!(said.contains("test p.Tests.passes:\nunchanged since the earlier report"), "{said}");
    assert_eq!(said.matches("unchanged since").count(), 1, "{said}");
}

#[test]
fn reports_that_cannot_be_written_are_refused_before_the_search() {
    let scene = Scene::new(&[("Fine.java", FINE), ("Locks.java", LOCKS)]);
    for (words, told) in [
        (&["--report", "sarif=no/such/folder"][..], "no/such/folder: No such file"),
        (&["--report", "html=a", "--report", "junit=."], "--report: .: "),
        (&["--report", "html=a", "--report", "html=b"], "--report html=FILE: given twice"),
        (&["--report", "html=a", "--report", "json=a"], "--report json=a: the html report goes there"),
        (&["--report", "json=-", "--report", "github=-"], "--report github=-: the json report goes there"),
        (&["--report", "html"], "expected KIND=FILE"),
        (&["--report", "pdf=a"], "expected KIND=FILE"),
    ] {
        for command in [&["check"][..], &["replay"]] {
            let rest: &[&str] = if command == ["check"] { &["Fine.java"] } else { &["b1-x", "Fine.java"] };
            let outcome = scene.run(&[command, words, rest].concat());
            assert_eq!((outcome.code, text(&outcome.stdout).as_str()), (Some(3), ""), "{words:?}");
            assert!(text(&outcome.stderr).contains(told), "{words:?}: {}", text(&outcome.stderr));
        }
    }
    // Standard output is a file, too; with --quiet nothing else is written there.
    let outcome = scene.run(&["check", "--quiet", "--report", "json=-", "Locks.java"]);
    let report: Value = serde_json::from_slice(&outcome.stdout).expect("standard output is the report");
    assert_eq!((outcome.code, report["verdict"].as_str()), (Some(1), Some("violated")));
    // A replay writes them all, too.
    let token = report["violation"]["token"].as_str().expect("a token");
    let outcome = scene.run(&[&["replay", "--quiet"][..], &ALL, &[token, "Locks.java"]].concat());
    assert_eq!(outcome.code, Some(1), "{}", text(&outcome.stderr));
    assert_eq!(scene.report()["violation"]["one_line"], "deadlock: 2 threads wait for ever at Locks.java:5");
    assert_eq!(scene.report()["violation"]["trace"], report["violation"]["trace"]);
}

#[test]
fn an_earlier_report_holds_only_while_nothing_changes() {
    let main = "public class Main { public static void main(String[] args) throws Exception {
        String way = args.length > 0 ? args[0] : \"\";
        if (way.equals(\"input\")) { System.in.read(); }
        if (way.equals(\"file\")) { new java.io.File(\"x\").exists(); }
        if (way.equals(\"property\")) { System.getProperty(\"user.dir\"); }
        try { Class.forName(\"Absent\"); assert false; } catch (ClassNotFoundException e) { }
        Helper.help();
    } }";
    let helper = "public class Helper { static void help() { } }";
    let scene = Scene::new(&[("Main.java", main), ("Helper.java", helper), ("Idle.java", "public class Idle { }")]);
    let build = |names: &[&str], to: &str| {
        std::fs::create_dir_all(scene.path(to)).expect("a folder can be made");
        let mut javac = Command::new(scene.jdk.home.join("bin/javac"));
        javac.args(["-g", "-d", to]).args(names).current_dir(scene.folder.path());
        let outcome = run_with_deadline(&mut javac, "", DEADLINE).expect("javac ends");
        assert_eq!(outcome.code, Some(0), "{}", text(&outcome.stderr));
    };
    build(&["Main.java", "Helper.java", "Idle.java"], "classes");
    // Whether a check was skipped, and how it ended. The report takes the place of the earlier one.
    let check = |options: &[&str], path: &str, args: &[&str]| {
        let words = [&["check", "--unchanged-since", "report.json", "--report", "json=report.json"][..], options];
        let outcome = scene.run(&[&words.concat()[..], &["--classpath", path, "--main", "Main"], args].concat());
        let skipped = text(&outcome.stdout).starts_with("unchanged since the earlier report, so not checked again\n");
        if outcome.code != Some(3) {
            assert_eq!(scene.report()["unchanged"], skipped);
        }
        (skipped, outcome.code)
    };
    let (checked, skipped) = ((false, Some(0)), (true, Some(0)));
    assert_eq!(check(&[], "classes", &[]), checked);
    assert_eq!(check(&[], "classes", &[]), skipped);
    assert_eq!(check(&[], "classes", &[]), skipped);
    // Options, arguments, properties, the class path's words.
    for (options, path, args) in [
        (&["--spurious"][..], "classes", &[][..]),
        (&["--time-limit", "60"], "classes", &[]),
        (&["-D", "a=b"], "classes", &[]),
        (&["--env", "A=B"], "classes", &[]),
        (&["--uncaught", "main"], "classes", &[]),
        (&["--own", "com.example"], "classes", &[]),
        (&[], "classes", &["x"]),
        (&[], "./classes", &[]),
        (&[], "classes:nothing", &[]),
    ] {
        assert_eq!(check(options, path, args), checked, "{options:?} {path} {args:?}");
        assert_eq!(check(options, path, args), skipped, "{options:?} {path} {args:?}");
    }
    // A program that reads what is in no hash is always checked.
    for way in ["input", "file", "property"] {
        assert_eq!(check(&[], "classes", &[way]), checked);
        assert_eq!(check(&[], "classes", &[way]), checked, "{way}");
    }
    // A class that is not loaded may change.
    assert_eq!(check(&[], "classes", &[]), checked);
    scene.write("Idle.java", b"public class Idle { int changed; }");
    build(&["Idle.java"], "classes");
    assert_eq!(check(&[], "classes", &[]), skipped);
    // One that is loaded may not, nor a resource, nor a folder.
    scene.write("Helper.java", helper.replace("{ }", "{ int changed = 1; }").as_bytes());
    build(&["Helper.java"], "classes");
    assert_eq!(check(&[], "classes", &[]), checked);
    scene.write("classes/resource.txt", b"one");
    assert_eq!(check(&[], "classes", &[]), checked);
    scene.write("classes/resource.txt", b"two");
    assert_eq!(check(&[], "classes", &[]), checked);
    std::fs::create_dir(scene.path("classes/folder")).expect("a folder can be made");
    assert_eq!(check(&[], "classes", &[]), checked);
    assert_eq!(check(&[], "classes", &[]), skipped);
    // Another class of the same name may stand before it.
    std::fs::create_dir(scene.path("before")).expect("a folder can be made");
    assert_eq!(check(&[], "before:classes", &[]), checked);
    assert_eq!(check(&[], "before:classes", &[]), skipped);
    scene.write("Helper.java", helper.replace("{ }", "{ throw new IllegalStateException(); }").as_bytes());
    build(&["Helper.java"], "before");
    assert_eq!(check(&[], "before:classes", &[]), (false, Some(1)));
    // A violation is seen again.
    assert_eq!(check(&[], "before:classes", &[]), (false, Some(1)));
    // A class that was looked for in vain may be there now.
    assert_eq!(check(&[], "classes", &[]), checked);
    scene.write("Absent.java", b"public class Absent { }");
    build(&["Absent.java"], "classes");
    assert_eq!(check(&[], "classes", &[]), (false, Some(1)));
    std::fs::remove_file(scene.path("classes/Absent.class")).expect("a file can be removed");
    assert_eq!(check(&[], "classes", &[]), checked);
    // The build of Braid and the JDK count.
    for (field, inner) in [("tool", "build"), ("tool", "version"), ("jdk", "release"), ("jdk", "version")] {
        let mut report = scene.report();
        assert!(report[field][inner].is_string());
        report[field][inner] = Value::from("other");
        scene.write("report.json", report.to_string().as_bytes());
        assert_eq!(check(&[], "classes", &[]), checked, "{field} {inner}");
    }
    // None before the first check, an empty one after a check that was killed; what is none is an error.
    scene.write("report.json", b"");
    assert_eq!(check(&[], "classes", &[]), checked);
    for broken in ["{", "[]", "{\"verdict\": \"verified\"}"] {
        scene.write("report.json", broken.as_bytes());
        let outcome =
            scene.run(&["check", "--unchanged-since", "report.json", "--classpath", "classes", "--main", "Main"]);
        assert_eq!((outcome.code, text(&outcome.stdout).as_str()), (Some(3), ""), "{broken}");
        assert!(text(&outcome.stderr).contains("--unchanged-since: report.json: no JSON report: "), "{broken}");
    }
}
