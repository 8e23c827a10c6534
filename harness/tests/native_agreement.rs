//! Two hundred static methods of the class library, with random arguments: a host's JVM and Braid's own execution of the bytecode
//! come to the same, exceptions and changed arrays included.

mod support;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use braid_engine::program::split_descriptor;
use support::jdk::{Jdk, tested};
use support::process::run_with_deadline;
use support::temp::TempDir;

const BRAID: &str = env!("CARGO_BIN_EXE_braid");

/// Calls of each method.
const ROUNDS: u32 = 6;
/// Methods at least.
const METHODS: usize = 200;
/// Methods of one class at most: overloads of `Arrays` alone are more than all others.
const OF_ONE: usize = 48;

const CLASSES: [&str; 13] = [
    "java/lang/Math",
    "java/lang/StrictMath",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Boolean",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/String",
    "java/util/Arrays",
    "java/util/Objects",
];

/// Names of methods that are no functions of their arguments, or that ask for properties, or for which Braid says that its
/// answers differ from a JVM's in the last place.
const LEFT_OUT: [&str; 25] = [
    "random",
    "getInteger",
    "getLong",
    "getBoolean",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "exp",
    "expm1",
    "log",
    "log10",
    "log1p",
    "pow",
    "sinh",
    "cosh",
    "tanh",
    "cbrt",
    "hypot",
    "getName",
    "codePointOf",
    "format",
];

/// A method that is compared.
struct Compared {
    class: String,
    name: String,
    descriptor: String,
    throws: bool,
}

/// A type of Java that goes by value without more ado, if it is one.
fn java(descriptor: &str) -> Option<String> {
    let element = descriptor.trim_start_matches('[');
    let name = match element {
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        "Ljava/lang/String;" => "String",
        _ => return None,
    };
    let dimensions = descriptor.len() - element.len();
    (dimensions < 2).then(|| name.to_string() + &"[]".repeat(dimensions))
}

/// The methods of a JDK that are compared.
fn methods(jdk: &Jdk) -> Vec<Compared> {
    const PUBLIC_STATIC: u16 = 0x0001 | 0x0008;
    let library = braid_jvm_front::jdk::Jdk::open(&jdk.home).expect("a JDK");
    let library = library.boot_class_path().expect("it has a class library");
    let mut compared = Vec::new();
    for class in CLASSES {
        let found = library.find_class(class).expect("it can be read").expect("it is there");
        let file = found.parse().expect("it is a class file");
        let mut of_this = 0;
        for method in file.methods() {
            let (params, result) = split_descriptor(method.descriptor());
            let plain = params.iter().all(|param| java(param).is_some()) && (result == "V" || java(result).is_some());
            let shows = result != "V" || params.iter().any(|param| param.starts_with('['));
            let left_out = LEFT_OUT.contains(&method.name()) || method.name().starts_with("parallel");
            if method.access() & PUBLIC_STATIC == PUBLIC_STATIC && plain && shows && !left_out && of_this < OF_ONE {
                of_this += 1;
                compared.push(Compared {
                    class: class.to_string(),
                    name: method.name().to_string(),
                    descriptor: method.descriptor().to_string(),
                    throws: method.attributes().exceptions().is_ok_and(|thrown| !thrown.is_empty()),
                });
            }
        }
    }
    compared
}

/// The program, its class of native methods, and the models of these.
fn sources(compared: &[Compared]) -> [(&'static str, String); 3] {
    let mut natives = "class Hosted {\n".to_string();
    let mut models = "class Models {\n".to_string();
    let mut program = include_str!("native_host/Agreement.java").trim_end().trim_end_matches('}').to_string();
    let mut calls = String::new();
    for (number, method) in compared.iter().enumerate() {
        let (params, result) = split_descriptor(&method.descriptor);
        let types: Vec<String> = params.iter().filter_map(|param| java(param)).collect();
        let result = java(result).unwrap_or("void".to_string());
        let named: Vec<String> = types.iter().enumerate().map(|(at, kind)| format!("{kind} a{at}")).collect();
        let (named, names) =
            (named.join(", "), (0..types.len()).map(|at| format!("a{at}")).collect::<Vec<_>>().join(", "));
        let throws = if method.throws { " throws Exception" } else { "" };
        let real = format!("{}.{}({names})", method.class.replace('/', "."), method.name);
        writeln!(natives, "  static native {result} m{number}({named}){throws};").expect("a string");
        let target = format!("Hosted#m{number}{}", method.descriptor);
        let body = if result == "void" { format!("{real};") } else { format!("return {real};") };
        writeln!(models, "  @braid.HostModel(\"{target}\") static {result} m{number}({named}){throws} {{ {body} }}")
            .expect("a string");
        let casts: Vec<String> = types.iter().enumerate().map(|(at, kind)| format!("({kind}) a[{at}]")).collect();
        let casts = casts.join(", ");
        let call = |what: &str| match result.as_str() {
            "void" => format!("{{ {what}({casts}); return null; }}"),
            _ => format!("{{ return {what}({casts}); }}"),
        };
        let kinds: Vec<String> = types.iter().map(|kind| format!("\"{kind}\"")).collect();
        let direct = format!("{}.{}", method.class.replace('/', "."), method.name);
        writeln!(
            program,
            "  static Object h{number}(Object[] a) throws Throwable {}",
            call(&format!("Hosted.m{number}"))
        )
        .expect("a string");
        writeln!(program, "  static Object d{number}(Object[] a) throws Throwable {}", call(&direct))
            .expect("a string");
        writeln!(
            calls,
            "    compare(\"{direct}{}\", Agreement::h{number}, Agreement::d{number}, rounds{});",
            method.descriptor,
            kinds.iter().map(|kind| format!(", {kind}")).collect::<String>()
        )
        .expect("a string");
    }
    natives.push('}');
    models.push('}');
    writeln!(program, "  static void all(int rounds) {{\n{calls}  }}\n}}").expect("a string");
    [("Hosted.java", natives), ("Models.java", models), ("Agreement.java", program)]
}

fn compile(jdk: &Jdk, folder: &Path, sources: &[PathBuf], into: &str) {
    let javac = Command::new(jdk.home.join("bin/javac"))
        .args(["-nowarn", "-Xlint:none", "-XDsuppressNotes", "-encoding", "UTF-8", "-d"])
        .arg(folder.join(into))
        .arg("-cp")
        .arg(folder.join("program"))
        .args(sources)
        .output()
        .expect("javac starts");
    assert!(javac.status.success(), "{}", String::from_utf8_lossy(&javac.stderr));
}

#[test]
fn a_host_and_bytecode_come_to_the_same() {
    for jdk in tested() {
        let version = jdk.version;
        let compared = methods(&jdk);
        let distinct: BTreeSet<(&str, &str, &str)> =
            compared.iter().map(|m| (m.class.as_str(), m.name.as_str(), m.descriptor.as_str())).collect();
        assert!(distinct.len() >= METHODS, "only {} methods", distinct.len());
        let folder = TempDir::new("native-agreement").expect("a temporary folder");
        let mut files = Vec::new();
        for (name, text) in sources(&compared) {
            files.push(folder.path().join(name));
            fs::write(folder.path().join(name), text).expect("a source is written");
        }
        let api = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("java/api/braid/HostModel.java");
        compile(&jdk, folder.path(), &[files[0].clone(), files[2].clone()], "program");
        compile(&jdk, folder.path(), &[files[1].clone(), api], "models");
        let mut braid = Command::new(BRAID);
        braid.current_dir(folder.path()).env("JAVA_HOME", &jdk.home);
        braid.args(["run", "--native-models", "models", "--classpath", "program", "--main", "Agreement"]);
        braid.arg(ROUNDS.to_string());
        let outcome = run_with_deadline(&mut braid, "", Duration::from_secs(300)).expect("braid ends");
        let said = String::from_utf8_lossy(&outcome.stdout).into_owned();
        let complaints = String::from_utf8_lossy(&outcome.stderr).into_owned();
        assert_eq!(outcome.code, Some(0), "{said}{complaints}");
        let calls = distinct.len() as u32 * ROUNDS;
        assert_eq!(said, format!("{calls} calls, 0 differences\n"), "JDK {version}: {complaints}");
    }
}
