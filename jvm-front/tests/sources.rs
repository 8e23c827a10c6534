//! Directories, jars, jmods, images and class paths, right and wrong.

mod common;
#[path = "common/image.rs"]
mod image;
#[path = "common/zip.rs"]
mod zip;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use braid_jvm_front::jdk::Jdk;
use braid_jvm_front::source::{Archive, ClassPath, ClassSource, Directory, Image};
use tempfile::TempDir;
use zip::Entry;

fn temp() -> TempDir {
    tempfile::tempdir().expect("temporary directory")
}

fn write(dir: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = dir.join(name);
    fs::create_dir_all(path.parent().expect("has a parent")).expect("makes directories");
    fs::write(&path, bytes).expect("writes");
    path
}

fn jar(dir: &Path, name: &str, entries: &[Entry]) -> PathBuf {
    write(dir, name, &zip::archive(entries))
}

fn open(path: &Path) -> Archive {
    Archive::open_jar(path, 17).unwrap_or_else(|error| panic!("{error}"))
}

/// The text found under a name, for sources whose classes are just texts.
fn text(class_path: &ClassPath, class: &str) -> Option<String> {
    let found = class_path.find_class(class).unwrap_or_else(|error| panic!("{error}"))?;
    Some(String::from_utf8(found.bytes.to_vec()).expect("text"))
}

fn run(jdk: &Jdk, tool: &str, arguments: &[&str]) {
    let output = Command::new(jdk.tool(tool)).args(arguments).output().expect("the JDK's tool runs");
    assert!(output.status.success(), "{tool} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn jars_are_read() {
    let dir = temp();
    let long = b"0123456789".repeat(1000);
    let path = jar(dir.path(), "a.jar", &[Entry::deflated("p/A.class", &long), Entry::stored("p/B.class", b"b")]);
    let archive = open(&path);
    assert_eq!(archive.find("p/A.class").expect("reads").as_deref(), Some(&long[..]));
    assert_eq!(archive.find("p/B.class").expect("reads").as_deref(), Some(&b"b"[..]));
    assert!(archive.find("p/C.class").expect("reads").is_none());
    assert_eq!(archive.problems().count(), 0);
    // Bytes before the archive, as in self-executing jars.
    let prefixed = [b"#!/bin/sh\n", &fs::read(&path).expect("reads")[..]].concat();
    let path = write(dir.path(), "sh.jar", &prefixed);
    assert_eq!(open(&path).find("p/B.class").expect("reads").as_deref(), Some(&b"b"[..]));
}

/// The error of reading one entry must name the file and the entry, and say this.
#[track_caller]
fn assert_refused(entries: &[Entry], name: &str, what: &str) {
    let dir = temp();
    let path = jar(dir.path(), "bad.jar", entries);
    let error = open(&path).find(name).expect_err("is refused");
    assert_eq!((error.path(), error.entry()), (&*path, Some(name)));
    assert!(error.to_string().contains(what), "{error}");
}

#[test]
fn bombs_and_lies_are_refused() {
    let zeros = vec![0; 1 << 20];
    let good = Entry::deflated("A.class", &zeros);
    let bent = |bend: fn(&mut Entry)| {
        let mut entry = good.clone();
        bend(&mut entry);
        [entry]
    };
    assert_refused(&bent(|e| e.size = u32::MAX), "A.class", "the limit is");
    assert_refused(&bent(|e| e.size = 200 << 20), "A.class", "cannot inflate to");
    assert_refused(&bent(|e| e.size = 1000), "A.class", "larger than its declared");
    assert_refused(&bent(|e| e.size += 1), "A.class", "another size");
    assert_refused(&bent(|e| e.crc ^= 1), "A.class", "checksum");
    assert_refused(&bent(|e| e.flags |= 1), "A.class", "encrypted");
    assert_refused(&bent(|e| e.method = 12), "A.class", "compression method 12");
    assert_refused(&bent(|e| e.method = 0), "A.class", "stored, but");
    assert_refused(&bent(|e| e.data[3] ^= 0x55), "A.class", "");
}

#[test]
fn duplicate_classes_are_refused_and_reported() {
    let twice = [Entry::stored("A.class", b"1"), Entry::stored("A.class", b"2")];
    assert_refused(&twice, "A.class", "several entries");
    let dir = temp();
    let path = jar(dir.path(), "d.jar", &[&twice[..], &[Entry::stored("r", b"1"), Entry::stored("r", b"2")]].concat());
    let archive = open(&path);
    assert_eq!(archive.problems().count(), 2);
    assert_eq!(archive.find("r").expect("the last resource counts").as_deref(), Some(&b"2"[..]));
}

#[test]
fn names_that_lead_elsewhere_are_left_out_and_reported() {
    let dir = temp();
    let names = ["/etc/A.class", "../A.class", "a/../../A.class", "C:/A.class", "..\\A.class", "A\0.class", ""];
    let mut entries: Vec<Entry> = names.iter().map(|name| Entry::stored(name, b"x")).collect();
    entries.push(Entry { name: b"\xFF.class".to_vec(), ..Entry::stored("", b"x") });
    entries.push(Entry::stored("fine/A.class", b"x"));
    let archive = open(&jar(dir.path(), "a.jar", &entries));
    assert_eq!(archive.names().collect::<Vec<_>>(), ["fine/A.class"]);
    let problems: Vec<String> = archive.problems().map(ToString::to_string).collect();
    assert_eq!(problems.len(), names.len() + 1, "{problems:#?}");
    assert!(problems.iter().all(|problem| problem.contains("a.jar, entry ")), "{problems:#?}");
    assert!(problems[1].contains("entry ../A.class: the entry's name leads out of the archive"), "{}", problems[1]);
}

#[test]
fn every_truncation_of_a_jar_is_refused() {
    let dir = temp();
    let bytes = zip::archive(&[Entry::deflated("A.class", b"a"), Entry::stored("B.class", b"b")]);
    for len in 0..bytes.len() {
        let path = write(dir.path(), "cut.jar", &bytes[..len]);
        let error = Archive::open_jar(&path, 17).map(drop).expect_err("cut short");
        assert!(error.to_string().contains("cut.jar"), "{error}");
    }
}

#[test]
fn multi_release_jars_follow_the_jdk() {
    let dir = temp();
    let entries = |manifest: &[u8]| {
        [
            Entry::deflated("META-INF/MANIFEST.MF", manifest),
            Entry::deflated("META-INF/versions/21/p/A.class", b"21"),
            Entry::deflated("p/A.class", b"base"),
            Entry::deflated("META-INF/versions/11/p/A.class", b"11"),
            Entry::deflated("META-INF/versions/8/p/A.class", b"8"),
        ]
    };
    let path = jar(dir.path(), "m.jar", &entries(b"Multi-Release: true\n"));
    for (feature, expected) in [(10, "base"), (11, "11"), (17, "11"), (21, "21"), (25, "21")] {
        let class_path = ClassPath::from_paths([path.clone()], feature).expect("opens");
        assert_eq!(text(&class_path, "p/A").as_deref(), Some(expected), "on {feature}");
    }
    let plain = jar(dir.path(), "plain.jar", &entries(b"Manifest-Version: 1.0\n"));
    let class_path = ClassPath::from_paths([plain], 25).expect("opens");
    assert_eq!(text(&class_path, "p/A").as_deref(), Some("base"));
    assert_eq!(class_path.class_names().expect("lists"), ["p/A"]);
    let origin =
        ClassPath::from_paths([path], 17).expect("opens").find_class("p/A").expect("reads").expect("is there").origin;
    assert_eq!(origin.entry, "META-INF/versions/11/p/A.class");
}

#[test]
fn the_jdks_own_tools_make_jars_and_jmods_we_read() {
    for jdk in common::jdks() {
        let dir = temp();
        let source = write(
            dir.path(),
            "src/p/Main.java",
            b"package p; public class Main { public static void main(String[] a) {} }",
        );
        let module = write(dir.path(), "src/module-info.java", b"module some.module { exports p; }");
        let classes = jdk.compile(&[source, module], None).expect("compiles");
        let classes = classes.path().display().to_string();
        let at = |name: &str| dir.path().join(name).display().to_string();
        run(&jdk, "jar", &["--create", "--file", &at("m.jar"), "--main-class", "p.Main", "-C", &classes, "."]);
        run(&jdk, "jmod", &["create", "--class-path", &classes, &at("m.jmod")]);
        let archive = open(&dir.path().join("m.jar"));
        assert_eq!((archive.main_class(), archive.module()), (Some("p.Main"), None));
        for (file, module) in [("m.jar", None), ("m.jmod", Some("some.module"))] {
            let class_path = ClassPath::from_paths([dir.path().join(file)], jdk.feature()).expect("opens");
            let found = class_path.find_class("p/Main").expect("reads").expect("is there");
            assert_eq!(found.origin.module.as_deref(), module);
            let class = found.parse().expect("parses");
            assert!(class.find_method("main", "([Ljava/lang/String;)V").is_some());
            assert_eq!(class_path.class_names().expect("lists"), ["p/Main"]);
        }
    }
}

#[test]
fn manifests_lead_to_other_jars_in_order_and_cycles_end() {
    let dir = temp();
    let with = |class_path: &str, class: &str| {
        let manifest = format!("Manifest-Version: 1.0\nClass-Path: {class_path}\n");
        [
            Entry::deflated("META-INF/MANIFEST.MF", manifest.as_bytes()),
            Entry::stored(class, b"x"),
            Entry::stored("r", class.as_bytes()),
        ]
    };
    jar(dir.path(), "a.jar", &with("lib/b.jar missing.jar classes/", "A.class"));
    jar(dir.path(), "lib/b.jar", &with("../a.jar c%20d.jar", "B.class"));
    jar(dir.path(), "lib/c d.jar", &with("b.jar", "C.class"));
    jar(dir.path(), "last.jar", &[Entry::stored("r", b"last")]);
    write(dir.path(), "classes/D.class", b"x");
    let spec = format!("{0}/a.jar:{0}/last.jar", dir.path().display());
    let class_path = ClassPath::open(&spec, 17).expect("opens");
    let files: Vec<_> = class_path.sources().iter().map(|s| s.path().file_name().expect("named").to_owned()).collect();
    assert_eq!(files, ["a.jar", "b.jar", "c d.jar", "classes", "last.jar"]);
    assert_eq!(class_path.class_names().expect("lists"), ["A", "B", "C", "D"]);
    let resources: Vec<_> =
        class_path.find_resource("r").expect("reads").iter().map(|found| found.bytes.to_vec()).collect();
    assert_eq!(resources, [&b"A.class"[..], b"B.class", b"C.class", b"last"]);
}

#[test]
fn class_path_syntax() {
    let dir = temp();
    jar(dir.path(), "lib/2.jar", &[Entry::stored("A.class", b"2"), Entry::stored("B.class", b"2")]);
    jar(dir.path(), "lib/1.JAR", &[Entry::stored("A.class", b"1")]);
    jar(dir.path(), "lib/nested/3.jar", &[Entry::stored("C.class", b"3")]);
    write(dir.path(), "lib/A.class", b"not by a wildcard");
    let at = dir.path().display();
    let class_path =
        ClassPath::open(&format!("{at}/absent:{at}/absent.jar:{at}/none/*:{at}/lib/*"), 17).expect("opens");
    assert_eq!(class_path.sources().len(), 2);
    assert_eq!((text(&class_path, "A").as_deref(), text(&class_path, "B").as_deref()), (Some("1"), Some("2")));
    assert_eq!(text(&class_path, "C"), None);
    // The test runs in the package's directory.
    for spec in ["", "/absent:", ":/absent"] {
        let class_path = ClassPath::open(spec, 17).expect("opens");
        assert!(class_path.find("Cargo.toml").expect("reads").is_some(), "{spec:?} means the current directory");
    }
    let broken = write(dir.path(), "broken.jar", b"no archive");
    let error = ClassPath::from_paths([broken.clone()], 17).map(drop).expect_err("is refused");
    assert_eq!(error.path(), broken);
}

#[test]
fn directories() {
    let dir = temp();
    write(dir.path(), "classes/p/A.class", b"a");
    write(dir.path(), "secret.class", b"s");
    fs::create_dir(dir.path().join("classes/Dir.class")).expect("makes a directory");
    let directory = Directory::new(&dir.path().join("classes"));
    assert!(directory.find("p/A.class").expect("reads").is_some());
    for outside in
        ["../secret.class", "p/../../secret.class", "/etc/passwd", "p//A.class", "./p/A.class", "", "Dir.class", "p\0"]
    {
        assert!(directory.find(outside).expect("reads").is_none(), "{outside:?}");
    }
    assert!(directory.find(&"x".repeat(5000)).expect("too long is absent").is_none());
    assert!(directory.find("p/A.class/B.class").expect("a file is no directory").is_none());
    #[cfg(unix)]
    std::os::unix::fs::symlink("..", dir.path().join("classes/p/loop")).expect("links");
    assert_eq!(directory.names().expect("a loop of links ends"), ["p/A.class"]);
}

#[test]
fn images_in_both_byte_orders() {
    let long = b"0123456789".repeat(100);
    let dir = temp();
    for order in [u32::to_le_bytes, u32::to_be_bytes] {
        let mut resources = vec![
            image::Resource::class("java.base", "java/lang", "Object", b"object"),
            image::Resource::class("java.base", "java/util", "List", b"list"),
            image::Resource::class("java.base", "", "module-info", b"base"),
            image::Resource::class("java.sql", "", "module-info", b"sql"),
            image::Resource::class("java.sql", "java/sql", "Driver", &long),
            image::Resource::class("java.sql", "java/sql", "Other", &long),
        ];
        resources[4].compression = Some("zip");
        resources[5].compression = Some("compact-cp");
        let path = write(dir.path(), "modules", &image::image(resources, order));
        let image = Image::open(&path).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(image.module_of_package("java/util"), Some("java.base"));
        assert_eq!(image.module_of_package("java/nothing"), None);
        assert_eq!(image.find("java.sql", "module-info.class").expect("reads").as_deref(), Some(&b"sql"[..]));
        assert_eq!(image.names().count(), 6);
        let source = ClassSource::Image(image);
        let found = source.find("java/lang/Object.class").expect("reads").expect("is there");
        assert_eq!((&*found.bytes, found.origin.module.as_deref()), (&b"object"[..], Some("java.base")));
        assert_eq!(&*source.find("java/sql/Driver.class").expect("inflates").expect("is there").bytes, &long[..]);
        let error = source.find("java/sql/Other.class").expect_err("is refused");
        assert_eq!(error.entry(), Some("/java.sql/java/sql/Other.class"));
        assert!(error.to_string().contains("compressed by \"compact-cp\""), "{error}");
        assert!(source.find("java/lang/Objec.class").expect("reads").is_none());
        fs::remove_file(path).expect("removes");
    }
}

#[test]
fn what_is_no_image_is_refused() {
    let dir = temp();
    let refused = |bytes: &[u8], what: &str| {
        let path = write(dir.path(), &format!("modules-{}", bytes.len()), bytes);
        let error = Image::open(&path).map(drop).expect_err("is refused").to_string();
        assert!(error.contains(what), "{error}");
    };
    refused(b"", "");
    refused(b"short", "too short");
    refused(&[0; 100], "magic number");
    let words = |words: [u32; 7]| words.into_iter().flat_map(u32::to_ne_bytes).collect::<Vec<u8>>();
    refused(&words([0xCAFE_DADA, 2 << 16, 0, 0, 0, 0, 0]), "version 2.0");
    refused(&[words([0xCAFE_DADA, 1 << 16, 0, 1, u32::MAX, u32::MAX, u32::MAX]), vec![0; 9]].concat(), "tables need");
}

#[test]
fn boot_classes_know_their_modules() {
    for jdk in common::jdks() {
        let boot = jdk.boot_class_path().expect("opens");
        for (class, module) in [
            ("java/lang/Object", "java.base"),
            ("java/util/concurrent/locks/ReentrantLock", "java.base"),
            ("java/sql/Driver", "java.sql"),
            ("java/util/logging/Logger", "java.logging"),
        ] {
            let found = boot.find_class(class).expect("reads").unwrap_or_else(|| panic!("no {class}"));
            assert_eq!(found.origin.module.as_deref(), Some(module));
            assert_eq!(found.parse().expect("parses").name(), class);
        }
        assert!(boot.find_class("java/lang/Nothing").expect("reads").is_none());
        assert!(boot.find_class("nothing/Nothing").expect("reads").is_none());
        assert!(boot.find_class("Nothing").expect("reads").is_none());
    }
}

#[test]
fn compiling_passes_on_what_javac_says() {
    let jdk = common::jdk(25);
    let dir = temp();
    let library =
        write(dir.path(), "lib/L.java", b"public class L { public static int f(String s) { return s.length(); } }");
    let library = jdk.compile(&[library], None).expect("compiles");
    let user = write(dir.path(), "U.java", b"class U { int g() { return L.f(\"x\"); } }");
    let class_path = library.path().display().to_string();
    let classes = jdk.compile(std::slice::from_ref(&user), Some(&class_path)).expect("compiles");
    let place = classes.path().to_owned();
    let class =
        ClassSource::Directory(Directory::new(&place)).find("U.class").expect("reads").expect("is there").parse();
    let class = class.expect("parses");
    let code = class.find_method("g", "()I").expect("has g").code().expect("decodes").expect("has code");
    assert_eq!(code.local_variables().expect("decodes")[0].name, "this", "compiled with debug information");
    drop(classes);
    assert!(!place.exists(), "the directory goes away with the result");
    let error = jdk.compile(&[user], None).expect_err("L is missing").to_string();
    assert!(error.contains("U.java:1: error: cannot find symbol") && error.contains("variable L"), "{error}");
}
