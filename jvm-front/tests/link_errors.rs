//! Linkage errors: a program is compiled against some classes and linked with changed ones. The errors of resolution are those
//! that the JVM throws when it runs the program, word for word.

mod common;

use braid_engine::program::{ClassLoaderKind, HandleKind, LinkError, Loader, MethodId, Op, Program};
use braid_jvm_front::Front;
use braid_jvm_front::jdk::Jdk;
use braid_jvm_front::source::ClassPath;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn sources(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("sources are there").map(|entry| entry.expect("readable").path());
    let mut found: Vec<PathBuf> = Vec::new();
    for path in entries {
        if path.is_dir() {
            found.extend(sources(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// Compiles all sources of a directory over what is there already.
fn compile(jdk: &Jdk, from: &Path, to: &Path) {
    let javac = Command::new(jdk.tool("javac")).args(["-nowarn", "-d"]).arg(to).args(sources(from)).status();
    assert!(javac.expect("javac runs").success());
}

/// The error of an instruction's operand, as Java prints it.
fn resolve(front: &mut Front, program: &mut Program, op: Op) -> Result<(), LinkError> {
    match op {
        Op::New { site, .. } => front.resolve_class(program, site).map(drop),
        Op::GetField { site, .. } => front.resolve_field(program, site, false, false).map(drop),
        Op::PutField { site, .. } => front.resolve_field(program, site, false, true).map(drop),
        Op::GetStatic { site, .. } => front.resolve_field(program, site, true, false).map(drop),
        Op::PutStatic { site, .. } => front.resolve_field(program, site, true, true).map(drop),
        Op::InvokeStatic { site, .. } => front.resolve_method(program, site, HandleKind::InvokeStatic).map(drop),
        Op::InvokeSpecial { site, .. } => front.resolve_method(program, site, HandleKind::InvokeSpecial).map(drop),
        Op::InvokeVirtual { site, .. } => front.resolve_method(program, site, HandleKind::InvokeVirtual).map(drop),
        Op::InvokeInterface { site, .. } => front.resolve_method(program, site, HandleKind::InvokeInterface).map(drop),
        _ => Ok(()),
    }
}

fn check(jdk: &Jdk) {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/link");
    let classes = tempfile::tempdir().expect("a temporary directory");
    compile(jdk, &tests.join("before"), classes.path());
    let circular = std::fs::read(classes.path().join("Circ1.class")).expect("it was compiled");
    compile(jdk, &tests.join("after"), classes.path());
    std::fs::write(classes.path().join("Circ1.class"), circular).expect("it can be written");
    std::fs::remove_file(classes.path().join("Gone.class")).expect("it was compiled");
    let said = Command::new(jdk.tool("java")).arg("-cp").arg(classes.path()).arg("Main").output().expect("java runs");
    let said = String::from_utf8(said.stdout).expect("text");

    let mut program = Program::default();
    let app = ClassPath::from_paths([classes.path().to_owned()], jdk.feature()).expect("a directory");
    let mut front = Front::new(&mut program, jdk.boot_class_path().expect("a JDK"), app, jdk.feature());
    let main = front.load_class(&mut program, "Main", ClassLoaderKind::App).expect("it links");
    let methods: Vec<MethodId> = program.class(main).methods.clone();
    let mut errors = BTreeSet::new();
    for method in methods {
        front.translate(&mut program, method).expect("it translates");
        let code = program.method(method).code().expect("it was translated");
        for pc in code.start.index()..code.end.index() {
            let op = program.code[pc];
            if let Err(error) = resolve(&mut front, &mut program, op) {
                errors.insert(error.to_string());
            }
        }
    }
    let mut compared = 0;
    for line in said.lines() {
        let (name, error) = line.split_once(": ").expect("a name and an error");
        assert!(errors.contains(error), "{name}: the JVM says {error:?}, we have {errors:#?}");
        compared += 1;
    }
    println!("JDK {}: {compared} errors compared", jdk.version());
    assert!(compared >= 25, "{compared} errors");
}

#[test]
fn errors_equal_those_of_the_jvm() {
    for jdk in common::jdks() {
        check(&jdk);
    }
}
