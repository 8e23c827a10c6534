//! `braid dump` shows transition code with lines, types and liveness, and refuses what is not there.

use std::process::{Command, Output};

fn dump(target: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_braid")).args(["dump", target]).output().expect("braid runs")
}

#[test]
fn a_method_is_shown_with_its_facts() {
    let output = dump("java.util.ArrayList#isEmpty");
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(0));
    assert!(text.starts_with("class java/util/ArrayList extends java/util/AbstractList implements "), "{text}");
    assert!(text.contains("  method isEmpty ()Z flags 0x1 {\n"), "{text}");
    assert!(text.contains("getfield r1, r0, java/util/ArrayList.size:I # line "), "{text}");
    assert!(text.contains("live: r0 this Ljava/util/ArrayList;"), "{text}");
    assert!(!text.contains("method add "), "{text}");
}

#[test]
fn missing_classes_and_methods_are_named() {
    for (target, message) in [
        ("no.such.Thing", "braid: there is no class no.such.Thing\n"),
        ("java.lang.Object#fly", "braid: java.lang.Object#fly has no method fly\n"),
    ] {
        let output = dump(target);
        assert_eq!(output.status.code(), Some(3), "{target}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), message);
    }
}
