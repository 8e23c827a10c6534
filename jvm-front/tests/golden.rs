//! Translation compared with golden files, and the textual form with itself.
//!
//! `BRAID_BLESS=1 cargo test --test golden` rewrites the files.

mod common;

use braid_engine::program::{Body, ClassId, ClassKind, ClassLoaderKind, Loader, MethodId, Program};
use braid_engine::text::{TextLoader, print_class, print_method};
use braid_jvm_front::Front;
use braid_jvm_front::source::ClassPath;
use std::path::Path;

fn translate_all(front: &mut Front, program: &mut Program, class: ClassId) {
    for method in program.class(class).methods.clone() {
        front.translate(program, method).expect("it translates");
    }
}

/// The first line in which two texts differ.
fn first_difference<'a>(a: &'a str, b: &'a str) -> Option<(usize, &'a str, &'a str)> {
    let mut lines = a.lines().chain(["(end)"]).zip(b.lines().chain(["(end)"])).enumerate();
    lines.find(|(_, (a, b))| a != b).map(|(at, (a, b))| (at + 1, a, b))
}

#[test]
fn translations_equal_the_golden_files() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let jdk = common::jdk(17);
    let compiled = jdk.compile(&[golden.join("Golden.java")], None).expect("it compiles");
    let mut program = Program::default();
    let app = ClassPath::from_paths([compiled.path().to_owned()], jdk.feature()).expect("the directory can be read");
    let mut front = Front::new(&mut program, jdk.boot_class_path().expect("a JDK"), app, jdk.feature());
    let class = front.load_class(&mut program, "Golden", ClassLoaderKind::App).expect("it links");
    translate_all(&mut front, &mut program, class);
    let methods: Vec<MethodId> = program.class(class).methods.clone();
    let mut compared = 0;
    for method in methods {
        let name = program.name(program.method(method).name).to_owned();
        if name.starts_with('<') || name.contains('$') {
            continue;
        }
        let text = print_method(&program, method, &|_| None);
        let file = golden.join(format!("{name}.braid"));
        if std::env::var_os("BRAID_BLESS").is_some() {
            std::fs::write(&file, &text).expect("the golden file can be written");
        }
        let wanted = std::fs::read_to_string(&file).unwrap_or_default();
        if let Some((line, got, want)) = first_difference(&text, &wanted) {
            panic!("{} line {line}: translated to {got:?}, the file has {want:?}; set BRAID_BLESS=1 to accept", name);
        }
        compared += 1;
    }
    assert!(compared >= 12, "{compared} golden methods");
}

/// All of `java.util` with everything it extends, printed, read and printed again.
#[test]
fn java_util_comes_back_from_text() {
    let jdk = common::jdk(25);
    let names = jdk.boot_class_path().and_then(|path| path.class_names()).expect("the image can be listed");
    let mut program = Program::default();
    let boot = jdk.boot_class_path().expect("a JDK");
    let mut front = Front::new(&mut program, boot, ClassPath::default(), jdk.feature());
    let in_package = |name: &&String| name.strip_prefix("java/util/").is_some_and(|rest| !rest.contains('/'));
    for name in names.iter().filter(in_package) {
        front.load_class(&mut program, name, ClassLoaderKind::Boot).expect("it links");
    }
    let is_printed = |program: &Program, class: ClassId| match program.class(class).kind {
        ClassKind::Instance | ClassKind::Interface => true,
        ClassKind::Array { .. } | ClassKind::Primitive(_) => false,
    };
    let classes: Vec<ClassId> =
        (0..program.classes.len()).map(ClassId::new).filter(|&class| is_printed(&program, class)).collect();
    let mut text = String::new();
    for &class in &classes {
        translate_all(&mut front, &mut program, class);
        text += &print_class(&program, class);
    }
    let mut again = Program::default();
    let mut loader = TextLoader::new(&mut again, &text).expect("it parses");
    let mut back = String::new();
    for name in loader.names().to_vec() {
        let class = loader.load_class(&mut again, &name, ClassLoaderKind::Boot).expect("it loads");
        for method in again.class(class).methods.clone() {
            loader.translate(&mut again, method).expect("its code can be read");
        }
        back += &print_class(&again, class);
    }
    let methods = again.methods.iter().filter(|method| matches!(method.body, Body::Code(_))).count();
    println!("{} classes, {methods} methods, {} lines of text came back", classes.len(), text.lines().count());
    assert_eq!(first_difference(&text, &back), None);
    assert!(methods > 4_000, "{methods} methods");
}
