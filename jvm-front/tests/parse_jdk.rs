//! Every class of every module of both JDKs is decoded completely.

mod common;

use std::collections::BTreeMap;

use braid_jvm_front::classfile::{Decoded, decode_everything};
use braid_jvm_front::jdk::Jdk;
use braid_jvm_front::source::ClassSource;

fn decode_all(jdk: &Jdk) {
    let source = ClassSource::Image(jdk.image().expect("the JDK has lib/modules"));
    assert_eq!(source.problems(), [""; 0]);
    let mut total = Decoded::default();
    let mut versions = BTreeMap::new();
    let mut modules = BTreeMap::new();
    let mut failures = Vec::new();
    for listed in source.list().expect("an image lists") {
        if !listed.name.ends_with(".class") {
            continue;
        }
        let found = source.read(&listed).expect("reads").expect("what is listed is there");
        let result = found.parse().and_then(|class| {
            *versions.entry(class.version()).or_insert(0) += 1;
            let is_descriptor = class.name() == "module-info";
            assert!(is_descriptor || listed.name == format!("{}.class", class.name()), "{listed:?}");
            decode_everything(&class).map_err(|error| found.origin.locate(error))
        });
        match result {
            Ok(decoded) => total += decoded,
            Err(error) => failures.push(error.to_string()),
        }
        *modules.entry(listed.module.clone()).or_insert(0) += 1;
        if let Some(name) = listed.class_name() {
            // The way a loader asks: the package leads to the module.
            let again = source.find(&listed.name).expect("reads").unwrap_or_else(|| panic!("{name} is not found"));
            assert_eq!(again.origin, found.origin);
        }
    }
    let classes: usize = modules.values().sum();
    println!("JDK {}: {classes} classes in {} modules, versions {versions:?}", jdk.version(), modules.len());
    println!("  {total:?}");
    assert!(failures.is_empty(), "{} failures, first: {:#?}", failures.len(), &failures[..failures.len().min(20)]);
    let is_whole = common::lent_tools(jdk).is_none();
    let (some, many) = if is_whole { (60, 25_000) } else { (30, 15_000) };
    assert!(
        classes > many && modules.len() > some,
        "a whole JDK was expected: {classes} classes, {} modules",
        modules.len()
    );
    assert!(modules[&Some("java.base".into())] > 6_000);
    assert!(
        total.instructions > 5_000_000
            && total.frames > common::expected(jdk, 300_000)
            && total.bootstrap_methods > common::expected(jdk, 10_000)
    );
}

#[test]
fn jdk_17() {
    decode_all(&common::jdk(17));
}

#[test]
fn jdk_25() {
    decode_all(&common::jdk(25));
}
