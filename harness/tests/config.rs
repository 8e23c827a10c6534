//! Where words come from, and what ends the command: files of arguments, and standard input as a lifeline.

mod support;

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use support::process::run_with_deadline;
use support::scene::{DEADLINE, Scene, text};

const ECHO: &str = "public class Echo { public static void main(String[] args) throws Exception {
    for (String arg : args) System.out.print(\"[\" + arg + \"]\");
    System.out.print(System.in.read()); } }";
/// Six threads with so many states that no search gets to the end.
const LARGE: &str = "public class Large {
    static volatile int x;
    public static void main(String[] args) {
        for (int i = 0; i < 6; i++) {
            final int k = i;
            new Thread(() -> { for (int j = 0; j < 9; j++) x = x * 31 + k; }).start();
        }
    }
}";
const ENDLESS: &str = "public class Endless { public static void main(String[] args) { for (;;) ; } }";
/// Starts the command that its arguments name, tells its number, and waits with it.
const PARENT: &str = "public class Parent { public static void main(String[] args) throws Exception {
    Process child = new ProcessBuilder(args).redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD).start();
    System.out.println(child.pid());
    child.waitFor(); } }";

#[test]
fn files_of_arguments_stand_for_their_words() {
    let scene = Scene::new(&[
        ("Echo.java", ECHO),
        ("all.args", "run # the command\n'Echo.java' \"a b\" @c 'd\\'e'\n"),
        ("some.args", "Echo.java\n  x#y"),
    ]);
    for (words, output) in [
        (&["@all.args", "f"][..], "[a b][@c][d'e][f]-1"),
        (&["run", "@some.args", "@@z", "@"], "[x#y][@z][@]-1"),
        (&["run", "Echo.java", "--", "@some.args"], "[--][@some.args]-1"),
    ] {
        let outcome = scene.run(words);
        assert_eq!((outcome.code, text(&outcome.stdout).as_str()), (Some(0), output), "{}", text(&outcome.stderr));
    }
    // A replay line is typed into the same command.
    let fails = "public class Fails { public static void main(String[] args) { assert args.length > 9; } }";
    scene.write("Fails.java", fails.as_bytes());
    let said = text(&scene.run(&["check", "Fails.java", "@@x"]).stdout);
    let again = said.lines().find_map(|line| line.trim().strip_prefix("braid replay ")).expect("a token");
    assert!(again.ends_with(" Fails.java @@x"), "{said}");
    scene.write("again.args", again.as_bytes());
    let replayed = scene.run(&["replay", again.split(' ').next().expect("a token"), "Fails.java", "@@x"]);
    assert_eq!(replayed.code, Some(1), "{}", text(&replayed.stderr));
}

#[test]
fn the_command_ends_with_its_standard_input() {
    let scene = Scene::new(&[("Large.java", LARGE), ("Endless.java", ENDLESS), ("Echo.java", ECHO)]);
    scene.compile("Large.java");
    scene.compile("Endless.java");
    scene.compile("Echo.java");
    for (command, main) in [("check", "Large"), ("run", "Endless")] {
        let words = [command, "--exit-with-stdin", "--classpath", "classes", "--main", main];
        // Its input ends after a few bytes.
        let outcome = run_with_deadline(&mut scene.braid(&words), "abc", DEADLINE).expect("the command ends");
        assert_eq!(outcome.code, Some(2), "{command}");
        assert!(text(&outcome.stderr).contains("standard input has ended"), "{}", text(&outcome.stderr));
    }
    // The program does not get what comes that way: the other end stays open while it reads.
    for command in ["run", "check"] {
        let mut braid = scene.braid(&["--exit-with-stdin", command, "--classpath", "classes", "--main", "Echo"]);
        let mut child = braid.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("braid starts");
        let input = child.stdin.take().expect("stdin is piped");
        let status = child.wait().expect("braid ends");
        assert_eq!(status.code(), Some(0), "{command}");
        drop(input);
    }
}

#[test]
fn the_command_ends_when_the_jvm_that_started_it_is_killed() {
    let scene = Scene::new(&[("Large.java", LARGE), ("Parent.java", PARENT)]);
    scene.compile("Large.java");
    scene.compile("Parent.java");
    let mut java = Command::new(scene.jdk.home.join("bin/java"));
    java.args(["-cp", "classes", "Parent", env!("CARGO_BIN_EXE_braid"), "check", "--exit-with-stdin"]);
    java.args(["--classpath", "classes", "--main", "Large"]).current_dir(scene.folder.path());
    java.env("JAVA_HOME", &scene.jdk.home).stdout(Stdio::piped());
    let mut parent = java.spawn().expect("java starts");
    let mut line = String::new();
    let mut output = BufReader::new(parent.stdout.take().expect("stdout is piped"));
    output.read_line(&mut line).expect("the parent tells the number of its child");
    let child = Path::new("/proc").join(line.trim());
    // It is at work, not just about to start.
    let started = Instant::now();
    while !std::fs::read_to_string(child.join("cmdline")).unwrap_or_default().contains("Large") {
        assert!(started.elapsed() < DEADLINE, "the check does not start");
        std::thread::sleep(Duration::from_millis(10));
    }
    parent.kill().expect("SIGKILL can be sent");
    parent.wait().expect("the parent ends");
    let killed = Instant::now();
    while is_alive(&child) {
        assert!(killed.elapsed() < DEADLINE, "the check goes on without its parent");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Whether there is such a process, and not just a record of one that no parent has asked for.
fn is_alive(process: &Path) -> bool {
    let stat = std::fs::read_to_string(process.join("stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
}
