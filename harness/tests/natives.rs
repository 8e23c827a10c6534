//! The table of native models names methods that exist: each row a method of JDK 17, of Java 21 or of JDK 25.

mod support;

use braid_engine::check::noted_methods;
use braid_engine::natives::all_rows;
use braid_jvm_front::jdk::Jdk;
use std::collections::BTreeSet;
use std::process::Command;
use support::jdk::{find_runtime, judged, tested};

/// The rows for methods that only Java 21 has. Where no runtime of it is there they are taken as they are.
const ONLY_21: [&str; 1] = ["java/lang/StackStreamFactory$AbstractStackWalker.callStackWalk(JI"];

#[test]
fn every_row_names_a_method_of_a_class_library() {
    let mut known = BTreeSet::new();
    for support::jdk::Jdk { home, .. } in tested() {
        let jdk = Jdk::find(Some(&home)).expect("an installed JDK");
        add_methods(&jdk, &mut known);
    }
    let unchecked = match find_runtime(21) {
        Some(runtime) => {
            add_methods(&Jdk::find(Some(&runtime.home)).expect("an installed runtime"), &mut known);
            &[][..]
        }
        None => &ONLY_21[..],
    };
    let is_library = |class: &str| ["java/", "jdk/", "sun/"].iter().any(|prefix| class.starts_with(prefix));
    let unknown: Vec<String> = all_rows()
        .filter(|row| is_library(row.class))
        .map(|row| format!("{}.{}{}", row.class, row.name, row.descriptor))
        .filter(|row| !known.contains(row) && !unchecked.iter().any(|start| row.starts_with(start)))
        .collect();
    assert!(unknown.is_empty(), "rows that name no method of JDK 17, 21 or 25:\n{}", unknown.join("\n"));
}

#[test]
fn methods_with_pinned_answers_exist() {
    let mut known = BTreeSet::new();
    for support::jdk::Jdk { home, .. } in tested() {
        let boot = Jdk::find(Some(&home)).expect("an installed JDK").boot_class_path().expect("an image");
        for (class, _) in noted_methods() {
            let Some(found) = boot.find_class(class).expect("the image can be read") else { continue };
            let file = found.parse().expect("classes of the JDK are well formed");
            known.extend(file.methods().map(|method| format!("{class}.{}", method.name())));
        }
    }
    let unknown = noted_methods().map(|(class, name)| format!("{class}.{name}")).filter(|name| !known.contains(name));
    let unknown: Vec<String> = unknown.collect();
    assert!(unknown.is_empty(), "no methods of JDK 17 or 25: {}", unknown.join(", "));
}

#[test]
fn the_list_tells_effects_and_answers() {
    let home = judged().home;
    let output = Command::new(env!("CARGO_BIN_EXE_braid")).arg("natives").arg("--jdk").arg(home).output();
    let text = String::from_utf8(output.expect("the command runs").stdout).expect("text");
    for line in [
        "java.lang.Object.wait(J)V  (native)  touches: waits; answer: computed",
        "jdk.internal.misc.Unsafe.getIntVolatile(Ljava/lang/Object;J)I  (native)  touches: volatile read of int; answer: computed",
        "jdk.internal.misc.Unsafe.shouldBeInitialized0(Ljava/lang/Class;)Z  (native)  touches: initialization of the class in slot 1; answer: computed",
        "java.lang.Runtime.availableProcessors()I  (native)  touches: nothing; answer: pinned: number of processors",
        "java.lang.System.identityHashCode(Ljava/lang/Object;)I  (native)  touches: identity hash of slot 0; answer: pinned: identity hash codes",
        "java.util.concurrent.locks.AbstractQueuedSynchronizer.release(I)Z  (instead of bytecode)  touches: releases; answer: computed",
    ] {
        assert!(text.lines().any(|told| told.trim() == line), "{line}\n{text}");
    }
}

#[test]
fn no_two_rows_are_for_the_same_method() {
    let mut seen = BTreeSet::new();
    for row in all_rows() {
        assert!(seen.insert((row.class, row.name, row.descriptor)), "two rows for {}.{}", row.class, row.name);
    }
}

/// Adds every method of the classes that the table speaks of.
fn add_methods(jdk: &Jdk, known: &mut BTreeSet<String>) {
    let boot = jdk.boot_class_path().expect("the JDK's image can be opened");
    let classes: BTreeSet<&str> = all_rows().map(|row| row.class).collect();
    for class in classes {
        let Some(found) = boot.find_class(class).expect("the image can be read") else { continue };
        let file = found.parse().expect("classes of the JDK are well formed");
        for method in file.methods() {
            known.insert(format!("{class}.{}{}", method.name(), method.descriptor()));
        }
    }
}
