//! Messages of null pointers: what the JVM says is what we say, with and without variable names.

mod common;

use braid_engine::program::{Body, ClassLoaderKind, Loader, MethodId, Program};
use braid_jvm_front::Front;
use braid_jvm_front::jdk::Jdk;
use braid_jvm_front::source::ClassPath;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// All messages that a null pointer on this line of a method can have.
fn candidates(front: &mut Front, program: &mut Program, method: MethodId, line: u16) -> BTreeSet<String> {
    front.translate(program, method).expect("it translates");
    let Body::Code(code) = &program.method(method).body else { return BTreeSet::new() };
    let on_line: BTreeSet<u16> = (code.start.index()..code.end.index())
        .map(|pc| program.bci[pc])
        .filter(|&bci| code.line_of_bci(bci) == Some(line))
        .collect();
    on_line.into_iter().filter_map(|bci| front.null_pointer_message(program, method, bci)).collect()
}

fn check(jdk: &Jdk, debug: &str) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/npe/Nulls.java");
    let directory = tempfile::tempdir().expect("a temporary directory");
    let compiled = Command::new(jdk.tool("javac"))
        .args([debug, "-nowarn", "-d"])
        .args([directory.path(), &source])
        .status()
        .expect("javac runs");
    assert!(compiled.success());
    let said =
        Command::new(jdk.tool("java")).arg("-cp").arg(directory.path()).arg("Nulls").output().expect("java runs");
    let said = String::from_utf8(said.stdout).expect("text");
    let mut program = Program::default();
    let app = ClassPath::from_paths([directory.path().to_owned()], jdk.feature()).expect("a directory");
    let mut front = Front::new(&mut program, jdk.boot_class_path().expect("a JDK"), app, jdk.feature());
    let class = front.load_class(&mut program, "Nulls", ClassLoaderKind::App).expect("it links");
    let (mut compared, mut failures) = (0, Vec::new());
    for line in said.lines() {
        let [name, number, message] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let number = number.parse().expect("a line number");
        let methods: Vec<MethodId> = program.class(class).methods.clone();
        let named = methods.into_iter().filter(|&m| program.name(program.method(m).name) == name).collect::<Vec<_>>();
        let mut all = BTreeSet::new();
        for method in named {
            all.extend(candidates(&mut front, &mut program, method, number));
        }
        compared += 1;
        if !all.contains(message) {
            failures.push(format!("{name}: the JVM says {message:?}, we have {all:?}"));
        }
    }
    println!("JDK {} {debug}: {compared} messages compared", jdk.version());
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(compared > 45, "{compared} messages");
}

#[test]
fn messages_equal_those_of_the_jvm() {
    for jdk in common::jdks() {
        for debug in ["-g", "-g:lines"] {
            check(&jdk, debug);
        }
    }
}
