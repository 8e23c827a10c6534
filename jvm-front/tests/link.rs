//! Every class of every JDK links.

mod common;

use braid_engine::program::{ClassLoaderKind, Loader, Program};
use braid_jvm_front::Front;
use braid_jvm_front::source::ClassPath;

#[test]
fn all_classes_link() {
    for jdk in common::jdks() {
        let mut program = Program::default();
        let names = jdk.boot_class_path().and_then(|path| path.class_names()).expect("the image can be listed");
        let boot = jdk.boot_class_path().expect("the image can be read");
        let mut front = Front::new(&mut program, boot, ClassPath::default(), jdk.feature());
        let mut failures = Vec::new();
        for name in &names {
            if let Err(error) = front.load_class(&mut program, name, ClassLoaderKind::App) {
                failures.push(format!("{name}: {error}"));
            }
        }
        println!(
            "JDK {}: {} classes, {} methods, {} fields linked",
            jdk.version(),
            names.len(),
            program.methods.len(),
            program.fields.len()
        );
        assert!(failures.is_empty(), "{} failures, first {:?}", failures.len(), &failures[..failures.len().min(5)]);
        assert!(names.len() > common::expected(&jdk, 20_000), "{} classes are too few for a JDK", names.len());
    }
}
