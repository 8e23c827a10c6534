//! The table of native models names methods that exist: each row a method of JDK 17 or of JDK 25.

mod support;

use braid_engine::natives::all_rows;
use braid_jvm_front::jdk::Jdk;
use std::collections::BTreeSet;
use support::jdk::find_jdk;

#[test]
fn every_row_names_a_method_of_a_class_library() {
    let mut known = BTreeSet::new();
    for version in [17, 25] {
        let home = find_jdk(version).expect("every JDK of the tests is installed").home;
        let jdk = Jdk::find(Some(&home)).expect("an installed JDK");
        add_methods(&jdk, &mut known);
    }
    let is_library = |class: &str| ["java/", "jdk/", "sun/"].iter().any(|prefix| class.starts_with(prefix));
    let unknown: Vec<String> = all_rows()
        .filter(|row| is_library(row.class))
        .map(|row| format!("{}.{}{}", row.class, row.name, row.descriptor))
        .filter(|row| !known.contains(row))
        .collect();
    assert!(unknown.is_empty(), "rows that name no method of JDK 17 or 25:\n{}", unknown.join("\n"));
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
