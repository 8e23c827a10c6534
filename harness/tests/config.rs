//! Where words come from, and what ends the command: files of arguments, `braid.toml`, and standard input as a lifeline.

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
    // So that it does not go on for ever if the test fails.
    java.args(["--time-limit", "300", "--classpath", "classes", "--main", "Large"]).current_dir(scene.folder.path());
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

/// Deadlocks with an argument, else not; asks for a property.
const ACCOUNT: &str = "package bank; public class Account {
    static final Object A = new Object(), B = new Object();
    public static void main(String[] args) {
        assert \"yes\".equals(System.getProperty(\"open\"));
        Object first = args.length > 0 ? B : A, second = args.length > 0 ? A : B;
        new Thread(() -> { synchronized (A) { synchronized (B) { } } }).start();
        synchronized (first) { synchronized (second) { } }
    }
}";
const BANK: &str = r#"
source = ["src"]
properties = { open = "yes" }
[options]
time-limit = 60
races = "off"
[targets.plain]
file = "src/bank/Account.java"
[targets.crossed]
main = "bank.Account"
classpath = ["classes"]
args = ["crossed"]
[targets.limited]
file = "src/bank/Account.java"
options = { max-states = 1, races = "warn" }
"#;

fn bank() -> Scene {
    let scene = Scene::new(&[("src/bank/Account.java", ACCOUNT), ("braid.toml", BANK), ("deep/down/x", "")]);
    scene.compile("src/bank/Account.java");
    scene
}

#[test]
fn a_configuration_file_names_what_is_checked() {
    let scene = bank();
    let outcome = scene.run(&["check", "--report", "json=report.json"]);
    let said = text(&outcome.stdout);
    assert_eq!(outcome.code, Some(1), "{said}{}", text(&outcome.stderr));
    assert!(said.ends_with("3 targets: 1 violated, 1 inconclusive, 1 verified\n"), "{said}");
    let order: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("target ")).collect();
    assert_eq!(order, ["plain:", "crossed:", "limited:"], "as in the file");
    let report = scene.report();
    let tests = report["tests"].as_array().expect("a report of each target");
    let verdicts: Vec<_> = tests.iter().map(|t| (t["test"].as_str(), t["verdict"].as_str())).collect();
    assert_eq!(
        verdicts,
        [
            (Some("plain"), Some("verified")),
            (Some("crossed"), Some("violated")),
            (Some("limited"), Some("inconclusive"))
        ]
    );
    assert_eq!(report["verdict"], "violated");
    // The replay line is short, and works from below, too.
    let again = said.lines().find_map(|line| line.trim().strip_prefix("braid replay ")).expect("a replay line");
    let words: Vec<&str> = std::iter::once("replay").chain(again.split(' ')).collect();
    assert_eq!(words[2..], ["--target", "crossed"]);
    for folder in ["", "deep/down"] {
        let mut braid = scene.braid(&words);
        let outcome = run_with_deadline(braid.current_dir(scene.path(folder)), "", DEADLINE).expect("the replay ends");
        assert_eq!(outcome.code, Some(1), "{folder}: {}", text(&outcome.stderr));
    }
}

#[test]
fn the_command_line_wins_over_the_file_and_a_target_over_what_is_for_all() {
    let scene = bank();
    let races_off = "data races are not looked for";
    for (words, code, says) in [
        (&["--target", "plain"][..], 0, races_off),
        (&["--target", "limited"], 2, "limit of 1 states"),
        // Its own word about races wins over the one for all.
        (&["--target", "limited", "--max-states", "100000"], 0, "sequential consistency loses nothing"),
        (&["--target", "plain", "--races", "warn"], 0, "sequential consistency loses nothing"),
        (&["--target", "plain", "--max-states", "1"], 2, "limit of 1 states"),
        (&["--target", "plain", "-D", "open=no"], 1, "Account.java:4: error: assertion failed"),
        // Words behind a target's name are the program's.
        (&["--target", "plain", "crossed"], 1, "deadlock"),
        (&["--target", "crossed", "--classpath", "nowhere"], 3, "on the class path nowhere"),
        // A target that the file does not name: its settings for all hold.
        (&["src/bank/Account.java"], 0, races_off),
        (&["--no-config", "src/bank/Account.java"], 1, "assertion failed"),
        (&["--config", "other.toml", "src/bank/Account.java"], 1, "assertion failed"),
        (&["--config", "other.toml"], 3, "no target: other.toml names none"),
        (&["--main", "bank.Account"], 3, "--main needs a class path"),
    ] {
        scene.write("other.toml", b"# nothing\n");
        let outcome = scene.run(&[&["check"], words].concat());
        let said = text(&outcome.stdout) + &text(&outcome.stderr);
        assert_eq!(outcome.code, Some(code), "{words:?}: {said}");
        assert!(said.contains(says), "{words:?}: {said}");
    }
    // The file is looked for upwards from the target, wherever the command runs.
    let elsewhere = Scene::new(&[]);
    let target = scene.path("src/bank/Account.java").display().to_string();
    let outcome = elsewhere.run(&["check", &target]);
    assert_eq!(outcome.code, Some(0), "{}", text(&outcome.stdout));
    assert!(text(&outcome.stdout).contains(races_off), "{}", text(&outcome.stdout));
    // `run` gets the property, too.
    assert_eq!(scene.run(&["run", "--ea", "--target", "plain"]).code, Some(0));
    assert_eq!(scene.run(&["run", "--ea", "--no-config", "src/bank/Account.java"]).code, Some(1));
}

#[test]
fn what_is_wrong_with_a_configuration_file_is_told_with_its_place() {
    let scene = Scene::new(&[("Fine.java", "public class Fine { public static void main(String[] args) { } }")]);
    for (file, message) in [
        ("[options]\ntime-limt = 3\n", "braid.toml:2:1: unknown key \"time-limt\": did you mean \"time-limit\"?"),
        ("[option]\n", "braid.toml:1:2: unknown key \"option\": did you mean \"options\"?"),
        (
            "zzz = 1\n",
            "braid.toml:1:1: unknown key \"zzz\"; there are jdk, classpath, source, models, steps, properties, options, native-models, native-library, native-timeout, verify-native-models, targets",
        ),
        (
            "[targets.a]\nfile = \"Fine.java\"\nagrs = []\n",
            "braid.toml:3:1: unknown key \"agrs\": did you mean \"args\"?",
        ),
        ("[options]\ntime-limit = \"3\"\n", "braid.toml:2:14: \"time-limit\" is a number, not a string"),
        ("[options]\nall = 1\n", "braid.toml:2:7: \"all\" is true or false, not an integer"),
        ("[options]\nraces = false\n", "braid.toml:2:9: \"races\" is a string, not true or false"),
        ("[options]\nraces = \"maybe\"\n", "braid.toml:2:9: invalid value 'maybe' for '--races <RACES>'"),
        ("[options]\ntime-limit = -1\n", "braid.toml:2:14: invalid value '-1'"),
        ("[options]\nmax-states = 1.5\n", "braid.toml:2:14: invalid value '1.5'"),
        ("options = 3\n", "braid.toml:1:11: a table is expected, not an integer"),
        ("classpath = \"a:b\"\n", "braid.toml:1:13: a list is expected, not a string"),
        ("source = [1]\n", "braid.toml:1:11: a string is expected, not an integer"),
        ("source = [\"ä\", \"no/such\"]\n", "braid.toml:1:11: ä: there is no such file or folder"),
        ("source = [\".\", \"no/such\"]\n", "braid.toml:1:16: no/such: there is no such file or folder"),
        ("classpath = [\"nowhere\"]\n", "braid.toml:1:14: nowhere: there is no such file or folder"),
        ("classpath = [\"libs/*\"]\n", "braid.toml:1:14: libs: there is no such file or folder"),
        ("jdk = \"nowhere\"\n", "braid.toml:1:7: nowhere: there is no such file or folder"),
        ("[targets.a]\n", "braid.toml:1:1: target \"a\" needs one of the keys \"file\", \"main\" and \"test\""),
        ("[targets.a]\nmain = \"A\"\ntest = \"B\"\n", "braid.toml:1:1: target \"a\" needs one of the keys"),
        ("[targets.a]\ntest = \"B\"\nargs = [\"x\"]\n", "braid.toml:3:8: tests take no arguments"),
        ("a = \n", "braid.toml:1:5: "),
        ("[options]\nraces = \"off\"\nraces = \"off\"\n", "braid.toml:3:1: duplicate key"),
        ("properties = { open = 1 }\n", "braid.toml:1:23: a string is expected, not an integer"),
    ] {
        scene.write("braid.toml", file.as_bytes());
        let outcome = scene.run(&["check", "Fine.java"]);
        let said = text(&outcome.stderr);
        assert_eq!(outcome.code, Some(3), "{file}: {said}");
        assert!(said.contains(message), "{file}: {said}");
        assert!(outcome.stdout.is_empty(), "{file}: {}", text(&outcome.stdout));
    }
    for (file, words, message) in [
        (
            "[targets.abc]\nfile = \"Fine.java\"\n",
            &["--target", "abd"][..],
            "braid.toml has no such target: did you mean \"abc\"?",
        ),
        ("", &["--target", "abd"], "braid.toml names no targets"),
        ("", &[], "no target: braid.toml names none"),
        ("[targets.a]\nfile = \"Gone.java\"\n", &[], "target a: braid.toml:2:8: Gone.java: there is no such file"),
        ("", &["--config", "gone.toml", "Fine.java"], "gone.toml: No such file"),
        ("", &["--config", "braid.toml", "--no-config", "Fine.java"], "cannot be used with"),
    ] {
        scene.write("braid.toml", file.as_bytes());
        let outcome = scene.run(&[&["check"], words].concat());
        assert_eq!(outcome.code, Some(3), "{words:?}: {}", text(&outcome.stderr));
        assert!(text(&outcome.stderr).contains(message), "{words:?}: {}", text(&outcome.stderr));
    }
    // The class path of the file is the one whose tests are listed.
    scene.compile("Fine.java");
    scene.write("braid.toml", b"classpath = [\"classes\"]\n");
    let outcome = scene.run(&["list-tests"]);
    assert_eq!(outcome.code, Some(3));
    assert!(text(&outcome.stderr).contains("no test matches *: searched classes"), "{}", text(&outcome.stderr));
    scene.write("braid.toml", b"\xff");
    assert_eq!(scene.run(&["check", "Fine.java"]).code, Some(3));
    std::fs::remove_file(scene.path("braid.toml")).expect("the file is there");
    let outcome = scene.run(&["check", "--target", "a"]);
    assert_eq!(outcome.code, Some(3));
    assert!(text(&outcome.stderr).contains("there is no braid.toml here or above"), "{}", text(&outcome.stderr));
}

#[test]
fn a_shell_completes_words_and_every_command_has_a_manual_page() {
    let scene = Scene::new(&[]);
    let script = scene.run(&["completions", "bash"]);
    assert_eq!(script.code, Some(0));
    scene.write("braid.bash", &script.stdout);
    for (words, expected) in [("braid check --time-l", "--time-limit"), ("braid list", "list-tests")] {
        let last = words.rsplit(' ').next().unwrap_or_default();
        let ask = format!(
            "source braid.bash; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _braid braid {last} check; echo \"${{COMPREPLY[@]}}\""
        );
        let mut bash = Command::new("bash");
        bash.args(["-c", &ask]).current_dir(scene.folder.path());
        let outcome = run_with_deadline(&mut bash, "", DEADLINE).expect("bash ends");
        assert_eq!(text(&outcome.stdout).trim(), expected, "{words}: {}", text(&outcome.stderr));
    }
    for shell in ["zsh", "fish"] {
        assert!(text(&scene.run(&["completions", shell]).stdout).contains("list-tests"), "{shell}");
    }
    assert_eq!(scene.run(&["man", "deep/man"]).code, Some(0));
    for page in ["braid", "braid-check", "braid-replay", "braid-run", "braid-list-tests", "braid-completions"] {
        let text = std::fs::read_to_string(scene.path(&format!("deep/man/{page}.1"))).expect("there is the page");
        assert!(text.contains(&format!(".TH {page} 1")), "{page}: {text}");
    }
    let check = std::fs::read_to_string(scene.path("deep/man/braid-check.1")).expect("there is the page");
    assert!(check.contains("0 verified, 1 violated, 2 inconclusive, 3 bad input"), "{check}");
}
