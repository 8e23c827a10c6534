//! Natives that a helper process answers: what goes there and comes back, what is refused, and what happens when the helper
//! crashes, hangs, ends or talks nonsense.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use support::jdk::{Jdk, tested};
use support::process::{Outcome, run_with_deadline};
use support::temp::TempDir;

const BRAID: &str = env!("CARGO_BIN_EXE_braid");
const DEADLINE: Duration = Duration::from_secs(300);

fn harness() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn jdks() -> Vec<Jdk> {
    tested()
}

/// A folder with compiled programs, models and libraries.
struct Workshop {
    jdk: Jdk,
    folder: TempDir,
}

impl Workshop {
    fn new(jdk: Jdk) -> Workshop {
        Workshop { jdk, folder: TempDir::new("native-host").expect("a temporary folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Compiles sources into a folder.
    fn compile(&self, sources: &[PathBuf], into: &str) -> &Self {
        let javac = Command::new(self.jdk.home.join("bin/javac"))
            .args(["-g", "-nowarn", "-Xlint:none", "-encoding", "UTF-8", "-d"])
            .arg(self.path(into))
            .args(sources)
            .output()
            .expect("javac starts");
        assert!(javac.status.success(), "{}", text(&javac.stderr));
        self
    }

    /// The models and the program of these tests. The models' folder has the program's classes, too: its enums and records.
    fn with_models(self) -> Workshop {
        let own = harness().join("tests/native_host");
        let api = harness().join("java/api/braid");
        self.compile(&[own.join("Natives.java")], "program");
        self.compile(&[own.join("Natives.java"), own.join("Models.java"), api.join("HostModel.java")], "models");
        self
    }

    /// Compiles a library; nothing, and loudly so, if there is no compiler.
    fn library(&self, source: &Path, name: &str) -> Option<PathBuf> {
        let library = self.path(&format!("lib{name}.so"));
        let include = self.jdk.home.join("include");
        let compiler = Command::new("cc")
            .args(["-shared", "-fPIC", "-pthread", "-Wall", "-o"])
            .arg(&library)
            .arg(format!("-I{}", include.display()))
            .arg(format!("-I{}", include.join("linux").display()))
            .arg(source)
            .output();
        match compiler {
            Ok(output) => {
                assert!(output.status.success(), "{}", text(&output.stderr));
                Some(library)
            }
            Err(error) => {
                assert!(std::env::var_os("CI").is_none(), "there is no C compiler on the CI machine: {error}");
                eprintln!("NOT TESTED: there is no C compiler (cc): {error}");
                None
            }
        }
    }

    fn braid(&self, words: &[&str]) -> Outcome {
        let mut command = Command::new(BRAID);
        command.current_dir(self.folder.path()).env("JAVA_HOME", &self.jdk.home).args(words);
        run_with_deadline(&mut command, "", DEADLINE).expect("braid ends")
    }

    /// A command on the program of these tests with its models.
    fn natives(&self, command: &str, options: &[&str], args: &[&str]) -> Outcome {
        let common = ["--native-models", "models", "--classpath", "program", "--main", "Natives"];
        self.braid(&[&[command], options, &common[..], args].concat())
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// An inconclusive end with all of these words.
fn assert_inconclusive(outcome: &Outcome, words: &[&str]) {
    let said = text(&outcome.stdout);
    assert_eq!(outcome.code, Some(2), "{said}{}", text(&outcome.stderr));
    assert!(said.starts_with("inconclusive: unsupported: the call "), "{said}");
    for word in words {
        assert!(said.contains(word), "{word} is missing in\n{said}");
    }
}

#[test]
fn values_go_there_and_back() {
    let expected = "1.09951162777625E12
nothing
java.lang.String t
java.lang.Integer 1
java.lang.Character c
java.lang.Double 2.5
java.math.BigInteger -5
java.math.BigDecimal 123456789012345678901.5
java.util.UUID 00000000-0000-0003-0000-000000000004
java.util.concurrent.TimeUnit HOURS
Natives$Color$1 GREEN
[[Ljava.lang.String; [[x], null]
[Ljava.lang.Object; [1, two, []]
java.lang.Boolean true
java.lang.Byte -1
java.lang.Character x
java.lang.Short -2
java.lang.Integer 3
java.lang.Long -4
java.lang.Float 5.5
java.lang.Double -6.5
java.lang.String a?b\0c
null
java.util.concurrent.TimeUnit DAYS
java.math.BigInteger -123456789012345678901234567890
java.math.BigInteger 0
java.math.BigDecimal -1.50
java.util.UUID ffffffff-ffff-ffff-0000-000000000002
Natives$Color RED
Natives$Point 1p7
[[I [[1], [], null]
[Ljava.lang.String; [s]
true
5 55296
true 1 true
true
10
[-7, -7, -7]-21
";
    for jdk in jdks() {
        let version = jdk.version;
        let shop = Workshop::new(jdk).with_models();
        let run = shop.natives("run", &[], &["values"]);
        assert_eq!(text(&run.stdout), expected, "{}", text(&run.stderr));
        assert_eq!(run.code, Some(0));
        if version > 17 {
            // The initializer of its BigDecimal is longer than an atomic part of a search may be.
            continue;
        }
        // Asked twice, each answer is the same.
        let check = shop.natives("check", &["--verify-native-models"], &["values"]);
        assert_eq!(check.code, Some(0), "{}{}", text(&check.stdout), text(&check.stderr));
    }
}

#[test]
fn what_a_model_throws_arrives_with_its_stack() {
    for jdk in jdks() {
        let version = jdk.version;
        let shop = Workshop::new(jdk).with_models();
        let run = shop.natives("run", &[], &["fails"]);
        let said = text(&run.stdout);
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines[0], "java.lang.IllegalStateException: code 0 java.lang.ArithmeticException", "{said}");
        assert!(lines[1].starts_with("Models.fails(Models.java:"), "{said}");
        assert_eq!(lines[2], "Natives.fails(Native Method)", "{said}");
        assert!(lines[3].starts_with("Natives.failures(Natives.java:"), "{said}");
        assert_eq!(lines[5], "ownnull", "{said}");
        assert!(
            lines[6].contains("because \"<parameter1>\" is null") || lines[6].contains("null"),
            "{version}: {said}"
        );
        assert_inconclusive(
            &shop.natives("check", &[], &["rich"]),
            &["Natives.fails(2)", "Models.fails(int)", "throws Natives$Rich, which has fields of its own"],
        );
    }
}

#[test]
fn writes_of_a_model_are_the_calling_threads() {
    for jdk in jdks() {
        let shop = Workshop::new(jdk).with_models();
        let report = shop.path("report.json");
        let report_option = format!("json={}", report.display());
        let locked = shop.natives("check", &["--races", "error", "--report", &report_option], &["locked"]);
        let said = text(&locked.stdout);
        assert_eq!(locked.code, Some(0), "{said}{}", text(&locked.stderr));
        assert!(
            said.contains("Natives.fill is answered by the host model Models.fill(int[], int), which looks at"),
            "{said}"
        );
        let json: Value = serde_json::from_slice(&fs::read(&report).expect("a report")).expect("JSON");
        let hosted = json["models"].as_array().expect("what was hosted is listed");
        let methods: Vec<&str> = hosted.iter().filter_map(|hosted| hosted["target"].as_str()).collect();
        assert!(hosted.iter().all(|hosted| hosted["kind"] == "host"), "{hosted:?}");
        assert_eq!(methods, ["Natives.fill", "Natives.total"]);
        assert!(hosted.iter().all(|hosted| hosted["calls"].as_u64() > Some(1)), "{hosted:?}");

        let racy = shop.natives("check", &["--races", "error"], &["racy"]);
        let said = text(&racy.stdout);
        assert_eq!(racy.code, Some(1), "{said}");
        assert!(said.contains("data race") && said.contains("at Natives.fill(Native Method)"), "{said}");
        let again = said.lines().find_map(|line| line.trim().strip_prefix("braid replay ")).expect("a replay line");
        assert!(again.contains("--native-models models"), "{again}");
        let words: Vec<&str> = ["replay"].into_iter().chain(again.split(' ')).collect();
        assert_eq!(shop.braid(&words).code, Some(1));

        let readers = shop.natives("check", &["--races", "error"], &["readers"]);
        assert_eq!(readers.code, Some(0), "{}", text(&readers.stdout));
    }
}

#[test]
fn every_search_agrees_on_what_models_do() {
    let shop = Workshop::new(jdks().remove(0)).with_models();
    let ways: [&[&str]; 7] = [
        &[],
        &["--reduction", "none"],
        &["--reduction", "cycle"],
        &["--search", "bfs"],
        &["--canon", "full"],
        &["--store", "exact"],
        &["--referee"],
    ];
    for way in ways {
        for (args, code) in [("locked", 0), ("readers", 0)] {
            let checked = shop.natives("check", way, &[args]);
            assert_eq!(checked.code, Some(code), "{way:?} {args}: {}", text(&checked.stdout));
        }
    }
}

#[test]
fn what_has_no_value_is_refused_by_name() {
    for jdk in jdks() {
        let shop = Workshop::new(jdk).with_models();
        assert_inconclusive(
            &shop.natives("check", &[], &["takes"]),
            &["Natives.takes(", "Models.takes(", "parameter 1 leads to an object of java.lang.StringBuilder"],
        );
        assert_inconclusive(
            &shop.natives("check", &[], &["thing"]),
            &["Natives.thing()", "an object of java.lang.Object, which does not come back by value"],
        );
        let run = shop.natives("run", &[], &["thing"]);
        assert_eq!(run.code, Some(2));
        assert!(text(&run.stderr).contains("which does not come back by value"), "{}", text(&run.stderr));
    }
}

#[test]
fn a_model_that_fails_ends_the_check() {
    for jdk in jdks() {
        let shop = Workshop::new(jdk).with_models();
        let cases: [(&[&str], &[&str]); 8] = [
            (&["exit"], &["Natives.exit(4)", "Models.exit(int)", "ended with exit code 4"]),
            (&["halt"], &["Natives.halt(5)", "ended with exit code 5"]),
            (&["hang"], &["Natives.hang()", "no answer within 1 s (--native-timeout)"]),
            (&["deep"], &["Natives.deep(0)", "it throws java.lang.StackOverflowError"]),
            (&["bytes", "1073741824"], &["Natives.bytes(1073741824)", "it throws java.lang.OutOfMemoryError"]),
            (&["bytes", "40000000"], &["Natives.bytes(40000000)", "the answer has more than 32 MB"]),
            (&["linked"], &["Natives.linked()", "it throws java.lang.NoClassDefFoundError: some/Other"]),
            (&["takes"], &["Natives.takes("]),
        ];
        for (args, words) in cases {
            assert_inconclusive(&shop.natives("check", &["--native-timeout", "1"], args), words);
        }
        assert_inconclusive(
            &shop.natives("check", &["--verify-native-models"], &["count"]),
            &["Natives.count()", "Models.count()", "asked twice and gave two answers"],
        );
        // Without that an answer is taken for a function of the arguments, and so it is the same each time.
        assert_eq!(shop.natives("check", &[], &["count"]).code, Some(0));
    }
}

#[test]
fn the_helper_is_started_again_for_the_next_check() {
    let shop = Workshop::new(jdks().remove(0)).with_models();
    let config = "classpath = [\"program\"]\nnative-models = [\"models\"]\nnative-timeout = 60\n
[targets.bad]\nmain = \"Natives\"\nargs = [\"exit\"]\n[targets.good]\nmain = \"Natives\"\nargs = [\"values\"]
verify-native-models = true\n";
    fs::write(shop.path("braid.toml"), config).expect("the configuration is written");
    let checked = shop.braid(&["check"]);
    let said = text(&checked.stdout);
    assert_eq!(checked.code, Some(2), "{said}{}", text(&checked.stderr));
    assert!(said.contains("2 targets: 0 violated, 1 inconclusive, 1 verified"), "{said}");
    for (wrong, place) in [
        ("native-models = [\"nowhere\"]", "braid.toml:1:18: nowhere"),
        ("native-library = [\"no/where\"]", "braid.toml:1:19: no/where"),
        ("native-timeout = -1", "braid.toml:1:18: a number of seconds"),
        ("verify-native-models = 1", "braid.toml:1:24: \"verify-native-models\" is true or false"),
        ("native-model = 1", "did you mean \"native-models\""),
    ] {
        fs::write(shop.path("braid.toml"), wrong).expect("the configuration is written");
        let checked = shop.braid(&["check", "--classpath", "program", "--main", "Natives", "values"]);
        let said = text(&checked.stderr);
        assert!(checked.code == Some(3) && said.contains(place), "{wrong}: {said}");
    }
}

#[test]
fn a_hundred_thousand_calls_are_answered() {
    let shop = Workshop::new(jdks().remove(0)).with_models();
    let run = shop.natives("run", &[], &["many", "100000"]);
    assert_eq!(text(&run.stdout), "done\n", "{}", text(&run.stderr));
}

#[test]
fn bad_input_is_told_with_its_place() {
    let shop = Workshop::new(jdks().remove(0)).with_models();
    fs::write(shop.path("text.so"), "no library").expect("a file is written");
    let on = ["--classpath", "program", "--main", "Natives", "values"];
    for (options, words) in [
        (&["--native-models", "nowhere"][..], "--native-models: nowhere: there is no such file"),
        (&["--native-models", "text.so"], "--native-models: text.so: neither a jar nor a folder"),
        (&["--native-models", "program"], "no method with the annotation braid.HostModel"),
        (&["--native-library", "nowhere"], "--native-library: nowhere: there is no such file"),
        (&["--native-library", "text.so"], "--native-library: text.so: that is no shared library"),
        (&["--native-library", "x", "-D", "java.library.path=/a"], "java.library.path (/a) has no such library"),
        (&["--native-timeout", "0"], "a number of seconds"),
        (&["--native-timeout", "x"], "a number of seconds"),
        (&["--verify-native-models=maybe"], "maybe"),
    ] {
        for command in ["check", "run"] {
            let outcome = shop.braid(&[&[command], options, &on[..]].concat());
            let said = text(&outcome.stderr);
            assert!(outcome.code == Some(3) && said.contains(words), "{options:?}: {:?} {said}", outcome.code);
        }
    }
    // A row that Braid has itself is not shadowed.
    let shadow = "public class Shadow {
        @braid.HostModel(\"java.lang.StrictMath#sqrt(D)D\") static double sqrt(double d) { return d; }
 }";
    fs::write(shop.path("Shadow.java"), shadow).expect("a source is written");
    let api = harness().join("java/api/braid/HostModel.java");
    shop.compile(&[shop.path("Shadow.java"), api], "shadow");
    let outcome = shop.braid(&[&["check", "--native-models", "shadow"], &on[..]].concat());
    let said = text(&outcome.stderr);
    assert!(outcome.code == Some(3) && said.contains("java.lang.StrictMath"), "{said}");
}

#[test]
fn nothing_starts_without_an_option() {
    let shop = Workshop::new(jdks().remove(0)).with_models();
    let checked = shop.braid(&["check", "--classpath", "program", "--main", "Natives", "exit"]);
    let said = text(&checked.stdout);
    assert!(checked.code == Some(2) && said.contains("unsupported: native method Natives.exit(I)I"), "{said}");
    // And not before a native is called: no helper could load this library.
    fs::write(shop.path("libbroken.so"), b"\x7fELF").expect("a file is written");
    let broken = ["--native-library", "libbroken.so"];
    let idle = shop.natives("check", &broken, &["idle"]);
    let said = text(&idle.stdout);
    assert!(idle.code == Some(0) && !said.contains("answered by"), "{said}{}", text(&idle.stderr));
    assert_inconclusive(&shop.natives("check", &broken, &["exit"]), &["libbroken.so cannot be loaded"]);
}

#[test]
fn the_helper_is_confined() {
    let shop = Workshop::new(jdks().remove(0)).with_models();
    let look = |what: &str| {
        let run = shop.natives("run", &[], &["look", what]);
        assert_eq!(run.code, Some(0), "{what}: {}", text(&run.stderr));
        text(&run.stdout)
    };
    assert_eq!(look("environment"), "[LC_ALL, MALLOC_ARENA_MAX, TZ]\n");
    assert_eq!(look("folder"), "[]\n");
    assert!(look("/proc/self/limits").lines().any(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.starts_with(&["Max", "address", "space", "4294967296"])
    }));
    // Where the kernel has Landlock; `scripts/test` runs where it does and where it does not.
    let secret = shop.path("secret");
    fs::write(&secret, "secret").expect("a file is written");
    let restricted = fs::read_to_string("/sys/kernel/security/lsm").is_ok_and(|all| all.contains("landlock"));
    let seen = look(&secret.display().to_string());
    assert!(seen == "denied\n" || !restricted && seen == "secret\n", "{seen}");
    // A descriptor that braid itself was born with.
    let secret = secret.display();
    let words = "exec \"$0\" run --native-models models --classpath program --main Natives look descriptors 9<\"$1\"";
    let mut shell = Command::new("sh");
    shell.current_dir(shop.folder.path()).env("JAVA_HOME", &shop.jdk.home);
    shell.args(["-c", words, BRAID, &secret.to_string()]);
    let outcome = run_with_deadline(&mut shell, "", DEADLINE).expect("braid ends");
    let links = text(&outcome.stdout);
    assert!(outcome.code == Some(0) && links.contains("pipe:"), "{links}{}", text(&outcome.stderr));
    assert!(!links.contains("secret"), "{links}");
    assert_eq!(links.matches("pipe:").count(), 2, "{links}");
}

/// The processes that a process has started.
fn children(of: u32) -> Vec<u32> {
    let all = fs::read_dir("/proc").expect("there are processes").flatten();
    let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_child = |number: &u32| {
        let stat = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        let behind_name = stat.rsplit(')').next().unwrap_or_default();
        behind_name.split_whitespace().nth(1).and_then(|parent| parent.parse().ok()) == Some(of)
    };
    numbers.filter(is_child).collect()
}

/// Waits for something that is bound to come.
fn eventually<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(began.elapsed() < DEADLINE / 3, "it does not come");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn the_helper_ends_with_the_command() {
    let shop = Workshop::new(jdks().remove(0)).with_models();
    let gone = |number: u32| {
        let status = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        (status.is_empty() || status.contains(") Z ")).then_some(())
    };
    for signal in ["KILL", "INT"] {
        let mut braid = Command::new(BRAID)
            .current_dir(shop.folder.path())
            .env("JAVA_HOME", &shop.jdk.home)
            .args(["check", "--native-timeout", "3600", "--native-models", "models", "--classpath", "program"])
            .args(["--main", "Natives", "hang"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("braid starts");
        // The model hangs as soon as the JVM has loaded it: it then takes time.
        let helper = eventually(|| children(braid.id()).first().copied());
        eventually(|| {
            let stat = fs::read_to_string(format!("/proc/{helper}/stat")).ok()?;
            let ticks: u64 = stat.rsplit(')').next()?.split_whitespace().nth(11)?.parse().ok()?;
            (ticks > 50).then_some(())
        });
        let kill = Command::new("sh").args(["-c", &format!("kill -{signal} {}", braid.id())]).status();
        assert!(kill.expect("sh starts").success());
        let status = braid.wait().expect("braid ends");
        if signal == "INT" {
            assert_eq!(status.code(), Some(2), "Ctrl-C ends a check as inconclusive");
        }
        eventually(|| gone(helper));
    }
}

#[test]
fn the_binary_does_not_link_against_a_jvm() {
    let bytes = fs::read(BRAID).expect("the binary can be read");
    let needed = needed(&bytes);
    assert!(needed.iter().any(|name| name.starts_with("libc.so")), "{needed:?}");
    assert!(!needed.iter().any(|name| name.contains("jvm") || name.contains("java")), "{needed:?}");
}

/// The libraries that an ELF file of 64 bits, least byte first, says it needs.
fn needed(elf: &[u8]) -> Vec<String> {
    let number = |at: usize, size: usize| -> usize {
        elf[at..at + size].iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
    };
    assert_eq!(&elf[..6], b"\x7fELF\x02\x01");
    let (at, size, count) = (number(32, 8), number(54, 2), number(56, 2));
    let headers: Vec<usize> = (0..count).map(|header| at + header * size).collect();
    // Where an address of the process is in the file.
    let place = |address: usize| {
        let holds = |&&header: &&usize| {
            let (start, length) = (number(header + 16, 8), number(header + 32, 8));
            number(header, 4) == 1 && (start..start + length).contains(&address)
        };
        headers.iter().find(holds).map(|&header| number(header + 8, 8) + address - number(header + 16, 8))
    };
    let dynamic = headers.iter().find(|&&header| number(header, 4) == 2).expect("it is linked dynamically");
    let (start, length) = (number(dynamic + 8, 8), number(dynamic + 32, 8));
    let entries: Vec<(usize, usize)> =
        (start..start + length).step_by(16).map(|at| (number(at, 8), number(at + 8, 8))).collect();
    let strings = entries.iter().find(|(tag, _)| *tag == 5).and_then(|&(_, address)| place(address));
    let strings = strings.expect("it has a table of strings");
    let name = |&(_, offset): &(usize, usize)| {
        let bytes = &elf[strings + offset..];
        text(&bytes[..bytes.iter().position(|&byte| byte == 0).expect("strings end")])
    };
    entries.iter().filter(|(tag, _)| *tag == 1).map(name).collect()
}

#[test]
fn the_sample_library_answers() {
    for jdk in jdks() {
        let shop = Workshop::new(jdk);
        let sample = harness().join("samples/jni");
        let Some(_) = shop.library(&sample.join("codec.c"), "codec") else { return };
        shop.compile(&[sample.join("Codec.java"), sample.join("Mixers.java")], "sample");
        let on = ["--classpath", "sample", "--main", "Mixers"];
        let by_file: &[&str] = &["--native-library", "libcodec.so"];
        let path = format!("java.library.path={}", shop.folder.path().display());
        let by_name: &[&str] = &["--native-library", "codec", "-D", &path];
        for library in [by_file, by_name] {
            let run = shop.braid(&[&["run", "--enable-assertions"], library, &on[..]].concat());
            assert_eq!(run.code, Some(0), "{}", text(&run.stderr));
            let checked = shop.braid(&[&["check", "--races", "error"], library, &on[..]].concat());
            let said = text(&checked.stdout);
            assert_eq!(checked.code, Some(0), "{said}{}", text(&checked.stderr));
            assert!(said.contains("Codec.mix is answered by libcodec.so, which"), "{said}");
            assert!(said.contains("native libraries that are given are there before"), "{said}");
        }
        let racy = shop.braid(&[&["check"], by_file, &on[..], &["without a lock"]].concat());
        let said = text(&racy.stdout);
        assert_eq!(racy.code, Some(1), "{said}");
        assert!(said.contains("somebody else has changed the buffer") && said.contains(".mix(byte[]@1, 2)"), "{said}");
        // As on a JVM.
        let mut java = Command::new(shop.jdk.home.join("bin/java"));
        java.current_dir(shop.folder.path()).args(["-ea", &format!("-D{path}"), "-cp", "sample", "Mixers"]);
        let real = run_with_deadline(&mut java, "", DEADLINE).expect("java ends");
        assert_eq!(real.code, Some(0), "{}", text(&real.stderr));
    }
}

#[test]
fn a_library_that_fails_or_does_more_ends_the_check() {
    for jdk in jdks() {
        let shop = Workshop::new(jdk);
        let own = harness().join("tests/native_host");
        let Some(_) = shop.library(&own.join("faults.c"), "faults") else { return };
        shop.compile(&[own.join("Faults.java")], "faults");
        let check = |which: &str, options: &[&str]| {
            let on = ["--native-library", "libfaults.so", "--classpath", "faults", "--main", "Faults", which];
            shop.braid(&[&["check"], options, &on[..]].concat())
        };
        let cases: [(&str, &[&str]); 15] = [
            ("crash", &["SIGSEGV", "libfaults.so", "Java_Faults_crash"]),
            ("exit", &["Faults.exit(7)", "the helper process "]),
            ("hang", &["no answer within 1 s"]),
            ("garbage", &["wrote no answer"]),
            ("huge", &["a frame of 1073741824 bytes"]),
            ("silent", &["closed its pipes"]),
            ("callback", &["calls back into Java: GetStaticMethodID is not supported"]),
            ("makes", &["calls back into Java: NewObject is not supported"]),
            ("finds", &["FindClass(some/Other) is not supported"]),
            ("global", &["keeps a global reference: NewGlobalRef is not supported"]),
            ("critical", &["enters a critical section: GetPrimitiveArrayCritical is not supported"]),
            ("field", &["accesses a field: GetFieldID is not supported"]),
            ("thread", &["brings in a thread of its own: AttachCurrentThread is not supported"]),
            ("missing", &["Faults.missing()", "no library that is given has a function for it"]),
            ("object", &["parameter 1 leads to an object of Faults"]),
        ];
        for (which, words) in cases {
            let words: Vec<&str> = [&["answered by libfaults.so"], words].concat();
            assert_inconclusive(&check(which, &["--native-timeout", "1"]), &words);
        }
        assert_inconclusive(&check("counts", &["--verify-native-models"]), &["asked twice and gave two answers"]);
        assert_eq!(check("receiver", &[]).code, Some(0), "a receiver is there, and says nothing");
    }
}
