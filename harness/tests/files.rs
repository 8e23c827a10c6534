//! Files of the host: what `run --write` does to the disk, files that change while a check runs, and where source files are.

mod support;

use serde_json::Value;
use std::io::Write as _;
use std::process::{Command, Stdio};
use support::process::run_with_deadline;
use support::scene::{DEADLINE, Scene, text};

const WRITES: &str = "import java.nio.file.*;
public class Writes {
    public static void main(String[] args) throws Exception {
        Path folder = Files.createDirectories(Path.of(\"made/inside\"));
        Files.writeString(folder.resolve(\"new.txt\"), \"text\");
        Files.writeString(Path.of(\"kept.txt\"), \" and more\", StandardOpenOption.APPEND);
        Files.delete(Path.of(\"old/file.txt\"));
        Files.delete(Path.of(\"old\"));
        Files.writeString(Path.of(\"old\"), \"a file now\");
        Files.writeString(Path.of(\"passing.txt\"), \"x\");
        Files.move(Path.of(\"passing.txt\"), Path.of(\"moved.txt\"));
        if (args.length > 0) {
            System.exit(Integer.parseInt(args[0]));
        }
    }
}";

#[test]
fn only_with_write_does_a_run_write_to_the_disk() {
    let before: &[(&str, &str)] = &[("Writes.java", WRITES), ("kept.txt", "text"), ("old/file.txt", "old")];
    for (words, code) in [(&["run", "Writes.java"][..], 0), (&["check", "Writes.java"], 0)] {
        let scene = Scene::new(before);
        let outcome = scene.run(words);
        let said = text(&outcome.stderr);
        assert_eq!(outcome.code, Some(code), "{said}");
        assert!(!scene.path("made").exists() && !scene.path("moved.txt").exists(), "{words:?}");
        assert!(scene.path("old/file.txt").is_file(), "{words:?}");
        assert_eq!(std::fs::read_to_string(scene.path("kept.txt")).expect("it is there"), "text");
        assert_eq!(said.contains("the disk is as it was, for want of --write"), words[0] == "run", "{said}");
    }
    // However the program ends.
    for code in ["0", "7"] {
        let scene = Scene::new(before);
        let outcome = scene.run(&["run", "--write", "Writes.java", code]);
        assert_eq!(outcome.code.map(|code| code.to_string()).as_deref(), Some(code), "{}", text(&outcome.stderr));
        let content = |name: &str| std::fs::read_to_string(scene.path(name)).expect("it was written");
        assert_eq!(content("made/inside/new.txt"), "text");
        assert_eq!(content("kept.txt"), "text and more");
        assert_eq!(content("old"), "a file now");
        assert_eq!(content("moved.txt"), "x");
        assert!(!scene.path("passing.txt").exists());
    }
    // What cannot be done is told.
    let scene = Scene::new(&[(
        "Writes.java",
        "import java.nio.file.*;
        public class Writes {
            public static void main(String[] args) throws Exception {
                Files.writeString(Path.of(\"/proc/none\"), \"x\");
            }
        }",
    )]);
    let outcome = scene.run(&["run", "--write", "Writes.java"]);
    assert_ne!(outcome.code, Some(0));
    assert!(text(&outcome.stderr).contains("/proc/none"), "{}", text(&outcome.stderr));
}

/// Reads a file, then all of standard input, before there is a second thread.
const READS: &str = "import java.nio.file.*;
public class Reads {
    public static void main(String[] args) throws Exception {
        boolean isFilled = Files.readString(Path.of(\"data.txt\")).length() > 0;
        byte[] bytes = new byte[1 << 16];
        while (System.in.read(bytes) >= 0) { }
        Thread other = new Thread(() -> { assert isFilled; });
        other.start();
        other.join();
    }
}";

#[test]
fn a_file_that_changes_while_a_check_runs_is_named() {
    type Change = fn(&Scene);
    let cases: [(Change, i32, &str); 6] = [
        (|_| {}, 0, "verified"),
        (|scene| scene.write("data.txt", b"other"), 2, "data.txt has changed while the check ran"),
        (|scene| std::fs::remove_file(scene.path("data.txt")).expect("removed"), 2, "data.txt has vanished while"),
        (|scene| scene.write("classes/Reads.class", b"other"), 2, "Reads.class has changed while the check ran"),
        (
            |scene| std::fs::remove_file(scene.path("classes/Reads.class")).expect("removed"),
            2,
            "Reads.class has vanished",
        ),
        // A class that the program does not load.
        (|scene| scene.write("classes/Unused.class", b"other"), 0, "verified"),
    ];
    for (change, code, says) in cases {
        let scene = Scene::new(&[("Reads.java", READS), ("data.txt", "text")]);
        scene.compile("Reads.java");
        scene.write("classes/Unused.class", b"no class");
        let mut check = scene.braid(&["check", "--classpath", "classes", "--main", "Reads"]);
        let mut child =
            check.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut input = child.stdin.take().expect("a pipe");
        // More than a pipe takes: once it is written, the program has read the file and asked for its input.
        input.write_all(&vec![b'x'; 1 << 20]).expect("the check reads its input");
        change(&scene);
        drop(input);
        let output = child.wait_with_output().expect("it ends");
        let said = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{says}: {said}");
        assert!(said.contains(says), "{says}: {said}");
    }
}

const MAIN: &str = "package app;
public class Main {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> lib.Box.add());
        other.start();
        lib.Box.add();
        other.join();
        assert lib.Box.sum == 2;
    }
}";

const BOX: &str = "package lib;
public class Box {
    public static int sum;
    public static void add() {
        sum++;
    }
}";

/// The steps of the trace: where, whether it is the program's own, and the text of the line.
fn steps(scene: &Scene) -> Vec<(String, bool, String)> {
    let report: Value = scene.report();
    let steps = report["trace"].as_array().expect("a trace").iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    steps
        .map(|step| (text(&step["location"]), step["own"].as_bool().expect("own or not"), text(&step["source"])))
        .collect()
}

#[test]
fn what_is_own_is_what_the_user_says_and_sources_are_found_in_several_places() {
    let scene = Scene::new(&[("src/app/Main.java", MAIN), ("other/lib/Box.java", BOX)]);
    let tool = |name: &str, words: &[&str]| {
        let mut tool = Command::new(scene.jdk.home.join("bin").join(name));
        tool.current_dir(scene.folder.path()).args(words);
        let outcome = run_with_deadline(&mut tool, "", DEADLINE).expect("it ends");
        assert_eq!(outcome.code, Some(0), "{name}: {}", text(&outcome.stderr));
    };
    tool("javac", &["-g", "-d", "box", "other/lib/Box.java"]);
    tool("javac", &["-g", "-d", "main", "-cp", "box", "src/app/Main.java"]);
    tool("jar", &["cf", "box.jar", "-C", "box", "lib"]);
    tool("jar", &["cf", "box-sources.jar", "-C", "other", "lib"]);
    std::fs::remove_dir_all(scene.path("other")).expect("the sources are in the jar alone");
    let check = |words: &[&str]| {
        let mut all =
            vec!["check", "--classpath", "main:box.jar", "--main", "app.Main", "--report", "json=report.json"];
        all.extend(words);
        let outcome = scene.run(&all);
        assert_eq!(outcome.code, Some(1), "{}", text(&outcome.stderr));
        steps(&scene)
    };
    let is_box = |place: &str| place.contains("Box.java");
    // What is in a jar that the program uses is not its own: it is told at the program's lines.
    let told = check(&["--source", "src"]);
    assert!(told.iter().all(|(place, ..)| !is_box(place)), "{told:#?}");
    assert!(told.iter().any(|(_, own, text)| *own && text.contains("lib.Box.add()")), "{told:#?}");
    assert!(told.iter().filter(|(_, own, _)| *own).count() * 2 >= told.len(), "{told:#?}");
    // With --own it is, and the main class is not.
    for source in [&["--source", "src:box-sources.jar"][..], &["--source", "src", "--source", "box-sources.jar"]] {
        let words: Vec<&str> = ["--own", "lib"].into_iter().chain(source.iter().copied()).collect();
        let told = check(&words);
        assert!(told.iter().any(|(place, own, text)| is_box(place) && *own && text == "sum++;"), "{told:#?}");
        assert!(told.iter().all(|(place, own, _)| !place.contains("Main.java") || !own), "{told:#?}");
    }
    let both = check(&["--own", "lib", "--own", "app", "--source", "src:box-sources.jar"]);
    for file in ["Main.java", "Box.java"] {
        assert!(both.iter().any(|(place, own, text)| place.contains(file) && *own && !text.is_empty()), "{both:#?}");
    }
    let missing = scene.run(&["check", "--source", "src:nowhere", "--classpath", "main:box.jar", "--main", "app.Main"]);
    assert_eq!(missing.code, Some(3));
    assert!(text(&missing.stderr).contains("--source: nowhere: there is no such file"), "{}", text(&missing.stderr));
}
