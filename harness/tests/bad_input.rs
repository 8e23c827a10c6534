//! What goes wrong around a check: bad words on the command line, targets that are none, pipes that are closed, signals;
//! and what it shows on a terminal and in reports.
//! All of it ends with a message that says what and where, and with exit code 3, or 2 if a search was cut short.

mod support;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use support::jdk::compile;
use support::process::{Outcome, run_with_deadline};
use support::scene::{DEADLINE, Scene, text};

const FINE: &str = "public class Fine { public static void main(String[] args) { } }";
const FAILS: &str = "public class Fails { public static void main(String[] args) { assert args.length > 9; } }";
/// Six threads with so many states that waiting for the end is no option.
const LARGE: &str = "public class Large {
    static volatile int x;
    public static void main(String[] args) {
        for (int i = 0; i < 6; i++) {
            final int k = i;
            new Thread(() -> { for (int j = 0; j < 9; j++) x = x * 31 + k; }).start();
        }
    }
}";

#[test]
fn bad_words_and_bad_targets_are_told() {
    let scene = Scene::new(&[
        ("Fine.java", FINE),
        ("Fails.java", FAILS),
        ("Broken.java", "public class Broken { int x = \"text\"; }"),
        ("NoMain.java", "public class NoMain { }"),
        ("OddMain.java", "public class OddMain { static int main(String[] args) { return 0; } }"),
        ("nothing.jar", "no archive"),
        ("readme.txt", "text"),
        ("open.args", "--time free\n'Fine.java\n"),
        ("nested.args", "@inner.args"),
        ("inner.args", "Fine.java"),
    ]);
    scene.compile("Fine.java");
    let whole = std::fs::read(scene.path("classes/Fine.class")).expect("the class is there");
    scene.write("cut/Fine.class", &whole[..whole.len() / 2]);
    scene.write("other/Other.class", &whole);
    // Bytes 6 and 7 are the version.
    scene.write("newer/Fine.class", &[&whole[..7], &[69], &whole[8..]].concat());
    scene.write("preview/Fine.class", &[&whole[..4], &[255, 255, 0, 60], &whole[8..]].concat());
    let mut jar = Command::new(scene.jdk.home.join("bin/jar"));
    jar.args(["cf", "damaged.jar", "-C", "classes", "Fine.class"]).current_dir(scene.folder.path());
    assert_eq!(run_with_deadline(&mut jar, "", DEADLINE).expect("jar ends").code, Some(0));
    // The class is the last entry; the directory of the archive still tells of it.
    let mut damaged = std::fs::read(scene.path("damaged.jar")).expect("the archive is there");
    let entry = damaged.windows(4).rposition(|bytes| bytes == b"PK\x03\x04").expect("an archive has entries");
    damaged[entry] = 0;
    scene.write("damaged.jar", &damaged);
    let cases: &[(&[&str], &str)] = &[
        (&["check"], "no target"),
        (&["check", "--nope", "Fine.java"], "unexpected argument '--nope'"),
        (&["check", "--classpath", "classes", "--main", "Fine", "--nope"], "unexpected argument '--nope'"),
        (&["check", "--reduction", "some", "Fine.java"], "possible values: none, local, transactions, cycle"),
        (&["check", "--time-limit=-1", "Fine.java"], "--time-limit"),
        (&["check", "--time-limit", "nan", "Fine.java"], "--time-limit"),
        (&["check", "--time-limit", "1e300", "Fine.java"], "--time-limit"),
        (&["check", "--time-limit", "soon", "Fine.java"], "--time-limit"),
        (&["check", "--memory-limit", "99999999999999999", "Fine.java"], "--memory-limit"),
        (&["check", "--max-states", "many", "Fine.java"], "--max-states"),
        (&["check", "--report", "xml=x", "Fine.java"], "expected KIND=FILE, where KIND is one of json, sarif"),
        (&["check", "--report", "json=", "Fine.java"], "expected KIND=FILE, where KIND is one of json, sarif"),
        (&["check", "--report", "json=a", "--report", "json=b", "Fine.java"], "given twice"),
        (&["check", "--report", "json=no/such/folder", "Fine.java"], "no/such/folder: No such file"),
        (&["replay", "--report", "json=no/such/folder", "b1-x", "Fine.java"], "no/such/folder: No such file"),
        (&["check", "Missing.java"], "Missing.java: there is no such file"),
        (&["check", "classes"], "classes: neither a .java file nor a jar"),
        (&["check", "readme.txt"], "readme.txt: neither a .java file nor a jar"),
        (&["check", "nothing.jar"], "nothing.jar: not a zip archive"),
        (&["check", "Broken.java"], "Broken.java:1: error: incompatible types"),
        (&["check", "NoMain.java"], "class NoMain has no main method"),
        (&["check", "OddMain.java"], "one that is not public static void main(String[]) does not count"),
        (&["check", "--classpath", "classes", "Fine"], "for a class on the class path use --main Fine"),
        (&["check", "--classpath", "nowhere", "--main", "Fine"], "on the class path nowhere; nowhere does not exist"),
        (&["run", "NoMain.java"], "class NoMain has no main method"),
        (&["check", "--classpath", "classes", "--main", "Missing"], "no class Missing on the class path classes"),
        (&["check", "--classpath", "cut", "--main", "Fine"], "ClassFormatError: cut, entry Fine.class: offset"),
        (
            &["check", "--classpath", "newer", "--main", "Fine"],
            "UnsupportedClassVersionError: Fine has been compiled by",
        ),
        (
            &["check", "--classpath", "preview", "--main", "Fine"],
            "(class file version 60.65535) was compiled with preview",
        ),
        (&["check", "--classpath", "other", "--main", "Other"], "Other (wrong name: Fine)"),
        (&["check", "--classpath", "damaged.jar", "--main", "Fine"], "damaged.jar, entry Fine.class: cannot be read: "),
        (&["check", "--source", "no/such/folder", "Fine.java"], "--source: no/such/folder: there is no such file"),
        (&["check", "--classpath", "classes", "--test", "Fine#missing"], "Fine has no test method missing"),
        (&["check", "--classpath", "classes", "--test", "#missing"], "no class"),
        (&["check", "--jdk", "classes", "Fine.java"], "--jdk: classes: no JDK here"),
        (&["replay", "garbage", "Fine.java"], "\"garbage\" is no token"),
        (&["replay", "b0-CREGEFUsAAMADA", "Fine.java"], "a token of version b0"),
        (&["replay", "b1-CREGEFUsAAMADA", "Fine.java"], "the token is broken"),
        (&["classes", "missing"], "missing: there is no such file"),
        (&["dump", "Missing"], "there is no class Missing"),
        (&["dump", "java.lang.Object#missing"], "has no method missing"),
        (&["natives", "--jdk", "classes"], "no JDK here"),
        (&["completions", "tcsh"], "possible values: bash"),
        (&["man", "Fine.java"], "Fine.java: File exists"),
        (&["man", "Fine.java/man"], "Fine.java/man: Not a directory"),
        (&["list-tests"], "no target"),
        (&["list-tests", "Fine.java"], "Fine has no test methods"),
        (&["list-tests", "nothing.jar"], "nothing.jar: not a zip archive"),
        (&["list-tests", "classes"], "no test matches *: searched classes"),
        (&["list-tests", "--classpath", "classes", "Missing"], "there is no class Missing"),
        (&["check", "@missing.args"], "@missing.args: No such file"),
        (&["@missing.args"], "@missing.args: No such file"),
        (&["check", "@classes"], "@classes: Is a directory"),
        (&["check", "@open.args"], "open.args:2: a quote is never closed"),
        (&["check", "@classes/Fine.class"], "classes/Fine.class:1: no UTF-8 text"),
        (&["check", "@nested.args"], "@inner.args: there is no such file"),
    ];
    for (words, message) in cases {
        let Outcome { stdout, stderr, code } = scene.run(words);
        let (stdout, stderr) = (text(&stdout), text(&stderr));
        assert_eq!(code, Some(3), "{words:?}: {stdout}{stderr}");
        assert!(stderr.contains(message) && !stderr.contains("panicked"), "{words:?}: {stderr}");
        let nothing = words[0] == "classes" || stdout.is_empty();
        assert!(nothing, "{words:?}: {stdout}");
    }
    let mut lost = scene.braid(&["check", "Fine.java"]);
    let lost = run_with_deadline(lost.env_remove("JAVA_HOME").env("PATH", ""), "", DEADLINE).expect("the command ends");
    assert_eq!(lost.code, Some(3));
    assert!(text(&lost.stderr).contains("no JDK found"), "{}", text(&lost.stderr));
    // Arguments that are no text.
    use std::os::unix::ffi::OsStrExt as _;
    let mut strange = scene.braid(&["check", "Fine.java"]);
    strange.arg(std::ffi::OsStr::from_bytes(b"\xff"));
    assert_eq!(run_with_deadline(&mut strange, "", DEADLINE).expect("the command ends").code, Some(3));
}

#[test]
fn bad_input_is_reported_to_programs_too() {
    let scene = Scene::new(&[("NoMain.java", "public class NoMain { }"), ("Fails.java", FAILS), ("Fine.java", FINE)]);
    // What an earlier check has left there does not stay.
    scene.write("report.json", b"{ \"verdict\": \"verified\" }");
    assert_eq!(scene.run(&["check", "--report", "json=report.json", "NoMain.java"]).code, Some(3));
    assert_eq!(scene.report()["verdict"], "inconclusive");
    assert_eq!(scene.report()["reason"], "bad input: class NoMain has no main method");
    let failed = text(&scene.run(&["check", "Fails.java", "--", "-x", "a b", ""]).stdout);
    let again = failed.lines().find_map(|line| line.trim().strip_prefix("braid replay ")).expect("a token");
    let (token, target) = again.split_once(' ').expect("a token and a target");
    assert_eq!(target, "Fails.java -- -x 'a b' ''");
    for wrong in [&["Fine.java"][..], &["Fails.java"], &["Fails.java", "-x"]] {
        let words = [&["replay", "--report", "json=report.json", token][..], wrong].concat();
        let outcome = scene.run(&words);
        assert_eq!(outcome.code, Some(3), "{wrong:?}");
        assert!(text(&outcome.stderr).contains("another program or for other arguments"), "{wrong:?}");
        assert_eq!(scene.report()["verdict"], "inconclusive");
    }
    assert_eq!(scene.run(&["replay", token, "Fails.java", "--", "-x", "a b", ""]).code, Some(1));
}

#[test]
fn the_class_to_run_is_found_in_a_source_file() {
    let first = "class First { public static void main(String[] a) { System.out.print(\"first\"); } } class Second { }";
    let named = "class Helper { } record R(int x) { } public class Named {
        public static void main(String[] a) { System.out.print(new R(3) + System.getProperty(\"key\")); } }";
    let packed = "/*\npackage no;\n*/ // package no;\npackage a . b ; public class Packed {
        public static void main(String[] a) { System.out.print(Packed.class.getName() + a.length); } }";
    let scene = Scene::new(&[("any.java", first), ("Named.java", named), ("a b/a/b/Packed.java", packed)]);
    for (words, output) in [
        (&["run", "any.java"][..], "first"),
        (&["run", "-Dkey=value", "Named.java"], "R[x=3]value"),
        (&["run", "a b/a/b/Packed.java", "-x", "--jdk"], "a.b.Packed2"),
    ] {
        let outcome = scene.run(words);
        assert_eq!((outcome.code, text(&outcome.stdout).as_str()), (Some(0), output), "{}", text(&outcome.stderr));
        let check: Vec<&str> = std::iter::once("check").chain(words[1..].iter().copied()).collect();
        assert_eq!(scene.run(&check).code, Some(0), "{check:?}");
    }
}

#[test]
fn source_files_may_call_braid_without_a_jar() {
    let asks = "import braid.Braid; class Asks { public static void main(String[] a) { assert Braid.choose(3) < 2; } }";
    let scene = Scene::new(&[("Asks.java", asks)]);
    let outcome = scene.run(&["check", "Asks.java"]);
    assert_eq!(outcome.code, Some(1), "{}", text(&outcome.stderr));
    assert!(text(&outcome.stdout).contains("Asks.java:1: error: "), "{}", text(&outcome.stdout));
}

#[test]
fn other_source_files_are_found_by_their_packages() {
    let main = "package a.b; public class Main { public static void main(String[] args) throws Exception {
        Thread other = new Thread(Other::work); other.start(); other.join(); } }";
    let other = "package a.b;\nclass Other {\n    static void work() {\n        assert false;\n    }\n}\n";
    let scene = Scene::new(&[("src/a/b/Main.java", main), ("src/a/b/Other.java", other)]);
    // What an older version was compiled to does not count.
    scene.write("src/a/b/Other.class", b"");
    for (folder, file, place) in [
        ("", "src/a/b/Main.java", "src/a/b/Other.java:4: error: assertion failed"),
        ("src/a", "b/Main.java", "/src/a/b/Other.java:4: error: assertion failed"),
        ("src/a/b", "Main.java", "/src/a/b/Other.java:4: error: assertion failed"),
    ] {
        let mut braid = scene.braid(&["check", file]);
        let outcome = run_with_deadline(braid.current_dir(scene.path(folder)), "", DEADLINE).expect("the check ends");
        let said = text(&outcome.stdout);
        assert_eq!(outcome.code, Some(1), "{file}: {said}{}", text(&outcome.stderr));
        assert!(said.lines().next().is_some_and(|line| line.contains(place)), "{file}: {said}");
        assert!(said.contains("4 assert false;"), "{file}: {said}");
    }
}

#[test]
fn names_of_files_may_have_any_characters_in_every_language() {
    let program = "public class Größe { public static void main(String[] a) { System.out.print(\"ö\".length()); } }";
    let scene = Scene::new(&[("Größe.java", program)]);
    let mut braid = scene.braid(&["run", "Größe.java"]);
    let outcome = run_with_deadline(braid.env("LC_ALL", "C"), "", DEADLINE).expect("the run ends");
    assert_eq!((outcome.code, text(&outcome.stdout).as_str()), (Some(0), "1"), "{}", text(&outcome.stderr));
}

#[test]
fn what_was_printed_before_the_first_thread_stands_beside_no_line() {
    let program = "public class Early {\n    static volatile int x;\n    public static void main(String[] a) {
        System.out.println(\"early\");\n        new Thread(() -> x = 1).start();\n        assert x == 0;\n    }\n}\n";
    let scene = Scene::new(&[("Early.java", program)]);
    let outcome = scene.run(&["check", "Early.java"]);
    assert_eq!(outcome.code, Some(1), "{}", text(&outcome.stderr));
    let said = text(&outcome.stdout);
    let (prints, starts) = (said.find("prints \"early\""), said.find("5 new Thread"));
    assert!(prints.is_some() && prints < starts, "{said}");
}

#[test]
fn source_text_is_that_of_the_package() {
    let main = |package: &str, work: &str| {
        format!("{package}\npublic class Main {{\n    public static void main(String[] args) {{\n{work}\n    }}\n}}\n")
    };
    let (inner, outer) = (main("package a;", "assert args.length > 9;"), main("", "a.Main.main(args);"));
    let scene = Scene::new(&[("project/src/main/java/a/Main.java", &inner), ("Main.java", &outer)]);
    std::fs::create_dir_all(scene.path("project/build/classes")).expect("a folder can be made");
    compile(&scene.jdk, &[&scene.path("project/src/main/java/a/Main.java")], &scene.path("project/build/classes"))
        .expect("the program compiles");
    let own = "project/src/main/java/a/Main.java:4: error: assertion failed";
    for (folder, words) in [
        ("", &["check", "--classpath", "project/build/classes", "Main.java"][..]),
        // A project is found from inside what was built of it, too.
        ("project/build", &["check", "--classpath", "classes", "--main", "a.Main"]),
    ] {
        let mut braid = scene.braid(words);
        let outcome = run_with_deadline(braid.current_dir(scene.path(folder)), "", DEADLINE).expect("the check ends");
        let said = text(&outcome.stdout);
        assert_eq!(outcome.code, Some(1), "{words:?}: {said}{}", text(&outcome.stderr));
        assert!(said.lines().next().is_some_and(|line| line.contains(own)), "{words:?}: {said}");
        assert!(said.contains("4 assert args.length > 9;"), "{words:?}: {said}");
    }
}

#[test]
fn options_behind_the_target_are_told_to_be_the_programs() {
    let scene = Scene::new(&[("Fails.java", FAILS)]);
    scene.compile("Fails.java");
    for (words, told) in [
        (&["check", "Fails.java", "--all"][..], Some("--all")),
        (&["check", "Fails.java", "x", "--max-states=3"], Some("--max-states=3")),
        (&["check", "Fails.java", "--alls", "-D", "--=", "all"], None),
        (&["check", "Fails.java", "--", "--all"], None),
        (&["check", "--all", "Fails.java"], None),
        (&["check", "--classpath", "classes", "--main", "Fails", "x", "--all"], Some("--all")),
        (&["check", "--classpath", "classes", "--main", "Fails", "--", "--all"], None),
    ] {
        let outcome = scene.run(words);
        let expected = told.map(|word| format!("braid: {word} comes after the target, so it is passed to the program"));
        let said = text(&outcome.stderr);
        assert_eq!(outcome.code, Some(1), "{words:?}: {said}");
        assert_eq!(said.is_empty(), expected.is_none(), "{words:?}: {said}");
        assert!(expected.is_none_or(|expected| said.starts_with(&expected)), "{words:?}: {said}");
    }
}

#[test]
fn a_token_is_refused_when_the_program_has_changed() {
    let program = |work: &str| {
        format!(
            "public class Main {{ static volatile boolean go; static Object lock = new Object();
                static void work() {{ try {{ {work} }} catch (Exception e) {{ }} }}
                public static void main(String[] args) {{
                    new Thread(Main::work).start(); new Thread(Main::work).start(); }} }}"
        )
    };
    let (spins, waits, ends) =
        (program("while (!go) { }"), program("synchronized (lock) { lock.wait(); }"), program("lock.wait();"));
    let scene = Scene::new(&[]);
    let mut tokens = Vec::new();
    for program in [&spins, &waits] {
        scene.write("Main.java", program.as_bytes());
        let said = text(&scene.run(&["check", "Main.java"]).stdout);
        let token = said.split_whitespace().find(|word| word.starts_with("b1-")).expect("a token").to_owned();
        assert_eq!(scene.run(&["replay", &token, "Main.java"]).code, Some(1));
        tokens.push(token);
    }
    let alone = FINE.replace("Fine", "Main");
    for (program, tokens) in [(&waits, &tokens[..1]), (&spins, &tokens[1..]), (&ends, &tokens[..]), (&alone, &tokens)] {
        scene.write("Main.java", program.as_bytes());
        for token in tokens {
            let outcome = scene.run(&["replay", token, "Main.java"]);
            let said = text(&outcome.stderr);
            assert_eq!(outcome.code, Some(3), "{program}: {}{said}", text(&outcome.stdout));
            assert!(said.contains("has the program changed since?"), "{program}: {said}");
        }
    }
}

#[test]
fn nobody_has_to_read_what_is_told() {
    let scene = Scene::new(&[("Fails.java", FAILS), ("Fine.java", FINE)]);
    for (words, code) in [(&["check", "Fails.java"][..], 1), (&["check", "Fine.java"], 0), (&["run", "Fine.java"], 0)] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut braid = scene.braid(words);
        braid.stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped());
        let outcome = braid.output().expect("braid starts");
        assert_eq!(outcome.status.code(), Some(code), "{words:?}: {}", text(&outcome.stderr));
        assert!(outcome.stderr.is_empty(), "{words:?}: {}", text(&outcome.stderr));
    }
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has one");
    let outcome =
        scene.braid(&["check", "Fails.java"]).stdin(Stdio::null()).stdout(full).output().expect("braid starts");
    assert_eq!(outcome.status.code(), Some(1));
    assert!(text(&outcome.stderr).contains("standard output: No space left"), "{}", text(&outcome.stderr));
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let status = scene.braid(&["check", "Missing.java"]).stderr(writer).status().expect("braid starts");
    assert_eq!(status.code(), Some(3));
}

/// Waits for a child that has to end soon.
fn ends(child: &mut Child) -> Option<i32> {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the child can be waited for") {
            return status.code();
        }
        if began.elapsed() > DEADLINE {
            child.kill().expect("the child can be ended");
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn signals_end_a_search_with_what_it_knows() {
    let scene = Scene::new(&[("Large.java", LARGE)]);
    scene.compile("Large.java");
    for signal in ["INT", "TERM", "HUP"] {
        let words = ["check", "--report", "json=report.json", "--classpath", "classes", "--main", "Large"];
        let mut braid = scene.braid(&words);
        braid.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = braid.spawn().expect("braid starts");
        std::thread::sleep(Duration::from_secs(2));
        let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        assert_eq!(ends(&mut child), Some(2), "{signal}");
        let report = scene.report();
        assert_eq!(
            (report["verdict"].as_str(), report["reason"].as_str()),
            (Some("inconclusive"), Some("interrupted"))
        );
        let output = child.wait_with_output().expect("the child has ended");
        assert!(text(&output.stdout).starts_with("inconclusive: interrupted\n"), "{}", text(&output.stdout));
        // Nobody watches: no progress is shown.
        assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
    }
}

impl Scene {
    /// Runs the command on a terminal of so many columns.
    fn run_on_terminal(&self, columns: usize, words: &str) -> Outcome {
        let braid = env!("CARGO_BIN_EXE_braid");
        let line = format!("stty cols {columns} rows 40; '{braid}' {words} </dev/null");
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).current_dir(self.folder.path()).env("JAVA_HOME", &self.jdk.home);
        run_with_deadline(script.env_remove("COLUMNS"), "", DEADLINE).expect("the check ends")
    }
}

#[test]
fn a_terminal_shows_how_far_a_search_is() {
    let scene = Scene::new(&[("Large.java", LARGE)]);
    scene.compile("Large.java");
    let outcome = scene.run_on_terminal(200, "check --time-limit 2 --classpath classes --main Large");
    let shown = text(&outcome.stdout);
    assert_eq!(outcome.code, Some(2), "{shown}");
    assert!(shown.contains(" transitions/s, depth ") && shown.contains(" open, "), "{shown}");
    // The line is taken away before the verdict is told.
    let (before, _) = shown.split_once("inconclusive").expect("a verdict");
    assert!(without_escapes(before).ends_with('\r'), "{before:?}");
    assert!(without_escapes(&shown).contains("inconclusive: the time limit of 2 s is reached"), "{shown}");
    let quiet = scene.run_on_terminal(200, "check --quiet --time-limit 2 --classpath classes --main Large");
    assert_eq!((quiet.code, text(&quiet.stdout).as_str()), (Some(2), ""));
}

/// Text without what changes colours and clears lines on a terminal.
fn without_escapes(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    first + &parts.filter_map(|part| Some(part.split_once(|c: char| c.is_ascii_alphabetic())?.1)).collect::<String>()
}

#[test]
fn colours_are_for_terminals_and_change_no_text() {
    let scene = Scene::new(&[("Fails.java", FAILS), ("Fine.java", FINE)]);
    // The time that the check took is the last number of the last line.
    let told = |shown: &[u8]| {
        let text = without_escapes(&text(shown).replace("\r\n", "\n"));
        text.rsplit_once(", ").expect("figures").0.to_owned()
    };
    for (file, code) in [("Fails.java", 1), ("Fine.java", 0)] {
        let plain = scene.run(&["check", file]);
        assert_eq!(plain.code, Some(code));
        assert!(!text(&plain.stdout).contains('\x1b'), "{}", text(&plain.stdout));
        for (words, coloured) in [("", true), ("--color always", true), ("--color never", false)] {
            let shown = scene.run_on_terminal(120, &format!("check {words} {file}"));
            assert_eq!(text(&shown.stdout).contains("\x1b["), coloured, "{words}: {}", text(&shown.stdout));
            assert_eq!(told(&shown.stdout), told(&plain.stdout));
        }
        let mut piped = scene.braid(&["check", "--color", "always", file]);
        let piped = run_with_deadline(&mut piped, "", DEADLINE).expect("the check ends");
        assert!(text(&piped.stdout).contains("\x1b["));
        assert_eq!(told(&piped.stdout), told(&plain.stdout));
    }
    let mut no_color = Command::new("script");
    let line = format!("NO_COLOR=1 '{}' check Fails.java </dev/null", env!("CARGO_BIN_EXE_braid"));
    no_color.args(["-qec", &line, "/dev/null"]).current_dir(scene.folder.path()).env("JAVA_HOME", &scene.jdk.home);
    let shown = run_with_deadline(&mut no_color, "", DEADLINE).expect("the check ends");
    assert!(!text(&shown.stdout).contains('\x1b'), "{}", text(&shown.stdout));
}

#[test]
fn what_a_terminal_shows_fits_into_its_lines() {
    let wide = "public class Wide { static volatile int x; public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) { threads[i] = new Thread(() -> x++); threads[i].start(); }
        for (Thread thread : threads) { thread.join(); }
        assert x == threads.length : \"not so many\"; } }";
    let scene = Scene::new(&[("Large.java", LARGE), ("Wide.java", wide)]);
    scene.compile("Large.java");
    let shown = text(&scene.run_on_terminal(50, "check --time-limit 2 --classpath classes --main Large").stdout);
    let shown = without_escapes(&shown);
    let (shown, _) = shown.split_once("inconclusive").expect("a verdict");
    let progress = shown.split(['\r', '\n']).filter(|line| line.contains(" states, "));
    let longest = progress.map(|line| line.chars().count()).max();
    assert!(longest.is_some_and(|longest| longest <= 50), "{longest:?} characters: {shown}");
    for columns in [80, 100] {
        let outcome = scene.run_on_terminal(columns, "check Wide.java");
        let shown = text(&outcome.stdout);
        assert_eq!(outcome.code, Some(1), "{shown}");
        let (_, table) = shown.split_once("how it happens").expect("a table");
        let (table, _) = table.split_once("to see it again").expect("how to see it again");
        let table = without_escapes(table);
        let longest = table.lines().map(|line| line.trim_end().chars().count()).max();
        assert!(longest.is_some_and(|longest| longest <= columns), "{longest:?} of {columns}: {shown}");
    }
}

#[test]
fn standard_input_is_read_when_a_schedule_asks_for_it() {
    let reads = "public class Reads { public static void main(String[] a) throws Exception {
        new Thread(() -> { try { assert System.in.read() == 'x'; } catch (java.io.IOException e) { } }).start();
        if (a.length > 0) { assert System.in.available() > 0; }
    } }";
    let scene = Scene::new(&[("Fine.java", FINE), ("Reads.java", reads)]);
    // Left open by the process that has started Braid.
    let mut braid = scene.braid(&["check", "Fine.java"]);
    let mut child = braid.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("braid starts");
    let open = child.stdin.take();
    assert_eq!(ends(&mut child), Some(0));
    drop(open);
    for (words, input, code) in [
        (&["check", "Reads.java"][..], "x", 0),
        (&["check", "Reads.java"], "y", 1),
        (&["check", "Reads.java"], "", 1),
        (&["check", "Reads.java", "all"], "xy", 0),
        (&["check", "Reads.java", "all"], "x", 1),
    ] {
        let outcome = run_with_deadline(&mut scene.braid(words), input, DEADLINE).expect("the check ends");
        assert_eq!(outcome.code, Some(code), "{words:?} {input:?}: {}", text(&outcome.stdout));
    }
}

/// The words in backquotes in the first column of the rows of a table.
fn documented(schema: &str, header: &str) -> Vec<String> {
    let (_, table) = schema.split_once(header).expect("the table is there");
    let rows = table.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let names = rows.filter_map(|row| row.split('|').nth(1)).flat_map(quoted);
    names.collect()
}

fn quoted(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_string).collect()
}

#[test]
fn reports_have_the_documented_fields_whatever_the_verdict() {
    let scene = Scene::new(&[("Fine.java", FINE), ("Fails.java", FAILS), ("Large.java", LARGE)]);
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("report-schema.md");
    let schema = std::fs::read_to_string(schema).expect("the schema is described");
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    let fields = sorted(documented(&schema, "# The JSON report"));
    let of_violations = sorted(documented(&schema, "A violation:"));
    let row = schema.lines().find(|line| line.starts_with("| `stats`")).expect("statistics are described");
    let of_stats = sorted(quoted(row.rsplit('|').nth(1).unwrap_or_default()));
    let keys = |value: &Value| sorted(value.as_object().expect("an object").keys().cloned().collect());
    for (words, code, verdict) in [
        (&["Fine.java"][..], 0, "verified"),
        (&["Fails.java"], 1, "violated"),
        (&["--max-states", "9", "Large.java"], 2, "inconclusive"),
        (&["Missing.java"], 3, "inconclusive"),
    ] {
        let outcome = scene.run(&[&["check", "--report", "json=report.json"][..], words].concat());
        assert_eq!(outcome.code, Some(code), "{words:?}: {}", text(&outcome.stderr));
        let report = scene.report();
        assert_eq!(report["verdict"], verdict);
        assert_eq!(keys(&report), fields, "{words:?}");
        assert_eq!(keys(&report["stats"]), of_stats, "{words:?}");
        for name in ["violation", "schedule", "trace"] {
            assert_eq!(report[name].is_null(), verdict != "violated", "{words:?}: {name}");
        }
        if verdict == "violated" {
            assert_eq!(keys(&report["violation"]), of_violations);
            assert_eq!(report["violation"]["thread"], "main");
            assert_eq!(report["violation"]["location"], "Fails.main(Fails.java:1)");
        }
        assert_eq!(report["reason"].is_null(), verdict != "inconclusive", "{words:?}");
    }
}
