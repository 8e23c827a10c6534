//! Models in Java: that they answer, that mistakes in them are found before anything is searched, and that verdicts name them.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;
use support::jdk::{Jdk, tested};
use support::process::run_with_deadline;
use support::temp::TempDir;

const DEADLINE: Duration = Duration::from_secs(120);

/// The program and the models, compiled once with the older JDK.
struct Compiled {
    folder: TempDir,
    jdks: Vec<Jdk>,
}

fn compiled() -> &'static Compiled {
    static COMPILED: OnceLock<Compiled> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let jdks: Vec<Jdk> = tested();
        let folder = TempDir::new("models").expect("a temporary directory");
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let api = sources(&root.join("java/api/braid"));
        let models = root.join("tests/support/models");
        let program = folder.path().join("program");
        javac(&jdks[0], &sources(&models.join("program/app")), &program, None);
        for name in ["good", "bad", "racy"] {
            let all: Vec<PathBuf> = sources(&models.join(name).join("acme")).into_iter().chain(api.clone()).collect();
            javac(&jdks[0], &all, &folder.path().join(name), Some(&program));
        }
        Compiled { folder, jdks }
    })
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the sources are there");
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    all.retain(|path| path.extension().is_some_and(|extension| extension == "java"));
    all.sort();
    all
}

fn javac(jdk: &Jdk, sources: &[PathBuf], to: &Path, class_path: Option<&Path>) {
    let mut command = Command::new(jdk.home.join("bin/javac"));
    command.args(["-Xlint:none", "-XDsuppressNotes", "-g", "-d"]).arg(to);
    if let Some(path) = class_path {
        command.arg("-cp").arg(path);
    }
    let output = command.args(sources).output().expect("javac starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

impl Compiled {
    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }
}

/// Exit code, standard output and standard error of a command on the program.
fn braid(jdk: &Jdk, words: &[&str], models: &[&str], args: &[&str]) -> (Option<i32>, String, String) {
    let compiled = compiled();
    let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
    command.args(words).arg("--jdk").arg(&jdk.home);
    for model in models {
        let path = if model.starts_with('/') { (*model).to_owned() } else { compiled.path(model) };
        command.arg("--models").arg(path);
    }
    command.arg("--classpath").arg(compiled.path("program")).args(["--main", "app.Main"]).args(args);
    let outcome = run_with_deadline(&mut command, "", DEADLINE).expect("the command ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (outcome.code, text(outcome.stdout), text(outcome.stderr))
}

fn check(jdk: &Jdk, models: &[&str], args: &[&str]) -> (Option<i32>, Value) {
    let scratch = TempDir::new("models-report").expect("a temporary directory");
    let file = scratch.path().join("report.json");
    let report = format!("json={}", file.display());
    let (code, _, _) = braid(jdk, &["check", "--report", &report], models, args);
    let json = std::fs::read_to_string(file).expect("a report was written");
    (code, serde_json::from_str(&json).expect("a report is JSON"))
}

#[test]
fn models_answer_for_methods_and_classes() {
    for jdk in &compiled().jdks {
        let (code, out, err) = braid(jdk, &["run"], &["good"], &["all"]);
        let expected = "00000000-0000-0000-0000-000000000001 0 42\n\
                        1099511627778 9 device of app.Device\n\
                        2 parts in java.util.StringJoiner$Parts of acme/FakeJoiner\n\
                        made up 2 2\n\
                        1000 false 123\n\
                        00000000-0000-0000-0000-000000000002 java.util.UUID\n";
        assert_eq!((code, out.as_str()), (Some(0), expected), "JDK {}: {err}", jdk.version);
    }
}

#[test]
fn verdicts_name_the_models_that_were_asked() {
    for jdk in &compiled().jdks {
        let (code, report) = check(jdk, &["good"], &["all"]);
        assert_eq!(code, Some(0), "{report}");
        let models = report["models"].as_array().expect("a list of models");
        let asked =
            |target: &str| models.iter().find(|model| model["target"] == target).expect("a model that was asked");
        let random = asked("java.util.Random.nextInt(int)");
        // Three executions, since it chooses one of three.
        assert_eq!(random["calls"], 3, "{random}");
        assert_eq!((&random["kind"], &random["model"]), (&"bytecode".into(), &"acme.Models.nextInt".into()));
        assert_eq!(asked("app.Meter")["model"], "acme.FakeMeter");
        let assumptions = report["assumptions"].as_array().expect("a list of assumptions");
        assert!(
            assumptions.contains(&"java.util.Random.nextInt(int) is answered by acme.Models.nextInt, 3 calls".into())
        );
        for model in models {
            assert!(assumptions.contains(&model["text"]), "{model}");
        }
    }
}

#[test]
fn threads_interleave_inside_models() {
    for jdk in &compiled().jdks {
        let (code, report) = check(jdk, &["racy"], &["race"]);
        assert_eq!((code, report["violation"]["kind"].as_str()), (Some(1), Some("assertion")), "{report}");
        let (code, report) = check(jdk, &["good"], &["race"]);
        assert_eq!((code, report["verdict"].as_str()), (Some(0), Some("verified")), "{report}");
    }
}

#[test]
fn a_counterexample_with_models_is_shown_again() {
    let jdk = &compiled().jdks[0];
    let (code, report) = check(jdk, &["good"], &["failing"]);
    assert_eq!(code, Some(1), "{report}");
    let replay = report["violation"]["replay"].as_str().expect("a command");
    let words: Vec<&str> = replay.split_whitespace().skip(1).collect();
    let output = Command::new(env!("CARGO_BIN_EXE_braid")).args(&words).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(1), "{replay}\n{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_a_model_leaves_out_is_inconclusive_by_name() {
    let jdk = &compiled().jdks[0];
    let (code, report) = check(jdk, &["good"], &["left-out"]);
    assert_eq!(code, Some(2), "{report}");
    let reason = report["reason"].as_str().expect("a reason");
    assert!(reason.contains("no model of int app.Meter.reset(): acme.FakeMeter"), "{reason}");
}

#[test]
fn all_mistakes_are_told_before_anything_is_searched() {
    let expected = [
        "acme.Bad.noHash(): \"java.util.UUID.randomUUID()Ljava/util/UUID;\" has no # between class and method",
        "acme.Bad.noDescriptor(): \"java.util.UUID#randomUUID\" has no descriptor",
        "acme.Bad.brokenDescriptor(): \"java.util.UUID#randomUUID()Ljava/util/UUID\" ends with \"()Ljava/util/UUID\", which is no descriptor",
        "names a constructor or initializer",
        "acme.Bad.noClass(): there is no class java.utl.UUID: did you mean java.util.UUID?",
        "acme.Bad.noMethod(): java.util.UUID has no method randomUID()Ljava/util/UUID;: did you mean java.util.UUID#randomUUID()Ljava/util/UUID;?",
        "acme.Bad.otherResult(): java.util.UUID has no method randomUUID()V: did you mean java.util.UUID#randomUUID()Ljava/util/UUID;?",
        "java.util.UUID only inherits wait()V: did you mean java.lang.Object#wait()V?",
        "its model is static int noReceiver(java.util.UUID), not int noReceiver()",
        "acme.Bad.notStatic(): a model is a static method",
        "its model is static java.util.UUID wrongResult(byte[]), not java.lang.Object wrongResult(byte[])",
        "throws java.io.IOException, while java.util.UUID.timestamp() throws no checked exception",
        "java.util.List.size() is abstract",
        "acme.BadType: is final, while app.Meter is not",
        "acme.BadType: is not public, while app.Meter is",
        "acme.BadType: extends java.lang.Thread, while app.Meter extends java.lang.Object",
        "acme.BadType: value() should be not static, as in app.Meter",
        "acme.BadType: does not have toString(), which app.Meter overrides: a call would go to java.lang.Object",
        "acme.NoType: there is no class app.Metre: did you mean app.Meter?",
        "acme.Bad.one(java.util.UUID) stands for java.util.UUID.clockSequence() already",
        "Braid itself answers java.lang.System.nanoTime()J; with replace = true",
        "acme.Bad.helper(): names app.Device, a class of the program",
        "acme.Bad.unanswered(): is native, and nothing answers acme.Bad.unanswered()",
        "acme.Bad.rest(): is part of an action and calls java.lang.Thread.sleep(long), which waits",
    ];
    for jdk in &compiled().jdks {
        for command in ["check", "run"] {
            let (code, out, err) = braid(jdk, &[command], &["bad"], &["all"]);
            assert_eq!(code, Some(3), "{err}");
            assert_eq!(out, "", "nothing is run");
            let missing: Vec<&&str> = expected.iter().filter(|text| !err.contains(**text)).collect();
            assert!(missing.is_empty(), "JDK {}: {missing:#?} not in\n{err}", jdk.version);
            assert!(err.contains("25 things are wrong with models"), "{err}");
            let place = format!("{}: acme.Bad.", compiled().path("bad"));
            assert!(err.contains(&place), "{err}");
        }
    }
}

#[test]
fn models_that_fit_apart_may_clash() {
    let jdk = &compiled().jdks[0];
    let (code, _, err) = braid(jdk, &["check"], &["good", "racy"], &["all"]);
    assert_eq!(code, Some(3), "{err}");
    assert!(
        err.contains("acme.Racy.randomUuid(): ") && err.contains("stands for java.util.UUID.randomUUID() already"),
        "{err}"
    );
}

#[test]
fn bad_paths_are_bad_input() {
    let jdk = &compiled().jdks[0];
    let scratch = TempDir::new("models-bad").expect("a temporary directory");
    let file = |name: &str, content: &[u8]| {
        let path = scratch.path().join(name);
        std::fs::write(&path, content).expect("the folder can be written");
        path.display().to_string()
    };
    let cases = [
        ("/no/such/models.jar".to_string(), "there is no such file or folder"),
        (file("models.txt", b"text"), "neither a jar nor a folder"),
        (file("broken.jar", b"no archive"), "broken.jar"),
        (compiled().path("program"), "no method or class has the annotation braid.Model"),
    ];
    for (path, message) in cases {
        let (code, _, err) = braid(jdk, &["check"], &[&path], &["all"]);
        assert_eq!(code, Some(3), "{path}: {err}");
        assert!(err.contains(message), "{path}: {err}");
    }
}

#[test]
fn the_list_of_natives_tells_who_answers_and_what_a_program_may_reach() {
    let compiled = compiled();
    for jdk in &compiled.jdks {
        let list = |models: Option<&str>| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
            command.arg("natives").arg("--jdk").arg(&jdk.home);
            if let Some(models) = models {
                command.arg("--models").arg(compiled.path(models));
            }
            let outcome =
                run_with_deadline(command.arg(compiled.path("program")), "", DEADLINE).expect("the list ends");
            assert_eq!(outcome.code, Some(0), "{}", String::from_utf8_lossy(&outcome.stderr));
            String::from_utf8(outcome.stdout).expect("text")
        };
        let reaches = |text: &str, native: &str| {
            let (_, reached) =
                text.split_once("may reach and that nothing answers").expect("what the program may reach");
            reached.contains(native)
        };
        let device = "app.Device.read([BJ)J  called by app.Device.read";
        let without = list(None);
        assert!(reaches(&without, device) && reaches(&without, "app.Device.count()I"), "{without}");
        assert!(!without.contains("answered by models"), "{without}");
        let with = list(Some("good"));
        assert!(!reaches(&with, "app.Device"), "{with}");
        let lines = [
            "  java.util.StringJoiner  (all of the class)  by ",
            "  java.util.UUID.randomUUID()Ljava/util/UUID;  (instead of bytecode)  by ",
            "  java.lang.System.nanoTime()J  replaced by ",
            "answered by models: 9",
        ];
        for line in lines {
            assert!(with.contains(line), "{line} is not in\n{with}");
        }
    }
    let bad =
        Command::new(env!("CARGO_BIN_EXE_braid")).args(["natives", "/no/such.jar"]).output().expect("the list ends");
    assert_eq!(bad.status.code(), Some(3));
}

#[test]
fn a_configuration_file_names_models() {
    let compiled = compiled();
    let scratch = TempDir::new("models-config").expect("a temporary directory");
    let write = |models: &str| {
        let text = format!(
            "classpath = [{:?}]\nmodels = [{models:?}]\n[targets.all]\nmain = \"app.Main\"\nargs = [\"all\"]\n",
            compiled.path("program")
        );
        std::fs::write(scratch.path().join("braid.toml"), text).expect("the file can be written");
    };
    let check = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_braid"));
        command.current_dir(scratch.path()).args(["check", "--jdk"]).arg(&compiled.jdks[0].home);
        let outcome = run_with_deadline(&mut command, "", DEADLINE).expect("the check ends");
        let text = String::from_utf8_lossy(&outcome.stdout).into_owned() + &String::from_utf8_lossy(&outcome.stderr);
        (outcome.code, text)
    };
    write(&compiled.path("good"));
    let (code, text) = check();
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("app.Device.count() is answered by acme.Models.count, 3 calls"), "{text}");
    write("nowhere.jar");
    let (code, text) = check();
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("braid.toml:2:11: nowhere.jar: there is no such file or folder"), "{text}");
}
