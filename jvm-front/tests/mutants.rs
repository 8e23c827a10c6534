//! Broken class files, jars and images: an error with a place, no panic, no memory beyond measure.
//!
//! 20,000 mutants of classes in a test run; `BRAID_MUTANTS=100000` sets another number. The mutants are the same in every run.

mod common;
#[path = "common/image.rs"]
mod image;
#[path = "common/zip.rs"]
mod zip;

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use braid_jvm_front::classfile::{ClassFile, ParseError, ParseErrorKind, decode_everything};
use braid_jvm_front::source::{Archive, ClassSource, Image};
use common::Random;

/// What becomes of a mutant.
#[derive(Default, Debug)]
struct Outcomes {
    accepted: usize,
    refused_when_parsed: usize,
    refused_when_decoded: usize,
}

/// Classes of both JDKs, small and large, spread over `java.base` and other modules.
fn samples() -> Vec<Vec<u8>> {
    let mut samples = Vec::new();
    for jdk in common::jdks() {
        let source = ClassSource::Image(jdk.image().expect("the JDK has lib/modules"));
        let list = source.list().expect("an image lists");
        let classes: Vec<_> = list.iter().filter(|listed| listed.name.ends_with(".class")).collect();
        for listed in classes.iter().step_by(classes.len() / 300) {
            let found = source.read(listed).expect("reads").expect("what is listed is there");
            if found.bytes.len() < 30_000 {
                samples.push(found.bytes.to_vec());
            }
        }
        for name in ["java/lang/String", "java/util/HashMap", "java/lang/Deprecated", "java/util/concurrent/TimeUnit"] {
            samples.push(source.find(&format!("{name}.class")).expect("reads").expect("exists").bytes.to_vec());
        }
    }
    samples
}

/// One to three changes of the kinds that files suffer and attackers try. Most keep the length, and most are in the later
/// part of the file, so that many mutants get past the constant pool and the outer structure.
fn mutate(bytes: &mut Vec<u8>, donors: &[Vec<u8>], random: &mut Random) {
    for _ in 0..=random.below(3) {
        if bytes.is_empty() {
            return;
        }
        let at = random.below(bytes.len()).max(random.below(bytes.len()));
        match random.below(24) {
            0 => bytes.truncate(at),
            // A length or count that is far too large, zero, or just off.
            1..=4 => {
                let values = [0xFFFF_FFFF, 0x7FFF_FFFF, 0x4000_0000, 0x0000_FFFF, 0, 1];
                let value: u32 = values[random.below(values.len())];
                for (to, from) in bytes[at..].iter_mut().zip(value.to_be_bytes()) {
                    *to = from;
                }
            }
            5..=8 => {
                let end = (at + 2).min(bytes.len());
                let word = bytes[at..end].iter().fold(0, |acc: u16, &b| acc << 8 | u16::from(b));
                let off = word.wrapping_add([1, u16::MAX, 2, 256][random.below(4)]).to_be_bytes();
                bytes[at..end].copy_from_slice(&off[2 - (end - at)..]);
            }
            9 => {
                let end = (at + 1 + random.below(16)).min(bytes.len());
                bytes.drain(at..end);
            }
            10 => {
                let piece: Vec<u8> = bytes[at..].iter().copied().take(1 + random.below(32)).collect();
                bytes.splice(at..at, piece);
            }
            // A piece of another class over this one.
            11..=13 => {
                let donor = &donors[random.below(donors.len())];
                let from = random.below(donor.len());
                let piece = donor[from..].iter().take(1 + random.below(64));
                for (to, &from) in bytes[at..].iter_mut().zip(piece) {
                    *to = from;
                }
            }
            14..=18 => bytes[at] ^= 1 << random.below(8),
            _ => bytes[at] = random.next() as u8,
        }
    }
}

/// The most memory the process ever had, in megabytes, where the system tells.
fn peak_megabytes() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<usize>().ok()? / 1024)
}

fn check_place(error: &ParseError, len: usize) {
    assert!(error.offset() <= len, "offset outside the file: {error}");
    assert!(!error.what().is_empty());
}

#[test]
fn class_mutants() {
    let count = std::env::var("BRAID_MUTANTS").map_or(20_000, |n| n.parse().expect("BRAID_MUTANTS is a number"));
    let samples = samples();
    let before = peak_megabytes();
    let mut outcomes = Outcomes::default();
    for seed in 0..count {
        let mut random = Random::new(seed);
        let mut bytes = samples[random.below(samples.len())].clone();
        mutate(&mut bytes, &samples, &mut random);
        let outcome = catch_unwind(|| {
            let class = match ClassFile::parse(bytes.as_slice().into()) {
                Ok(class) => class,
                Err(error) => return Err((error, true)),
            };
            decode_everything(&class).map_err(|error| (error, false))
        });
        match outcome.unwrap_or_else(|_| panic!("mutant {seed} panics")) {
            Ok(_) => outcomes.accepted += 1,
            Err((error, parsing)) => {
                check_place(&error, bytes.len());
                match parsing {
                    true => outcomes.refused_when_parsed += 1,
                    false => {
                        assert!(error.class().is_some(), "no class named: {error}");
                        outcomes.refused_when_decoded += 1;
                    }
                }
            }
        }
    }
    println!("{count} mutants of {} classes: {outcomes:?}", samples.len());
    let each = count as usize / 10;
    assert!(outcomes.accepted > each && outcomes.refused_when_parsed > each && outcomes.refused_when_decoded > each);
    if let (Some(before), Some(after)) = (before, peak_megabytes()) {
        println!("peak memory {before} MB before, {after} MB after");
        assert!(after < before + 300, "mutants took {} MB", after - before);
    }
}

#[test]
fn every_truncation_of_a_class_is_refused() {
    let jdk = common::jdk(17);
    let source = ClassSource::Image(jdk.image().expect("the JDK has lib/modules"));
    let bytes = source.find("java/util/concurrent/TimeUnit.class").expect("reads").expect("exists").bytes;
    assert!(ClassFile::parse(bytes.clone()).is_ok());
    for len in 0..bytes.len() {
        let error = ClassFile::parse(bytes[..len].into()).expect_err("cut short");
        check_place(&error, len);
    }
    let mut longer = bytes.to_vec();
    longer.push(0);
    assert!(ClassFile::parse(longer.into()).is_err_and(|error| error.what().contains("1 bytes too many")));
}

#[test]
fn gigabyte_attribute_lengths_are_refused_with_class_and_offset() {
    let jdk = common::jdk(25);
    let source = ClassSource::Image(jdk.image().expect("the JDK has lib/modules"));
    let bytes = source.find("java/util/HashMap.class").expect("reads").expect("exists").bytes;
    let class = ClassFile::parse(bytes.clone()).expect("parses");
    let mut lengths: Vec<usize> = class.attributes().iter().map(|a| a.offset() - 4).collect();
    lengths.extend(class.methods().flat_map(|m| m.attributes().iter().map(|a| a.offset() - 4)));
    assert!(lengths.len() > 50);
    for at in lengths {
        let mut bent = bytes.to_vec();
        bent[at..at + 4].copy_from_slice(&0x4000_0000u32.to_be_bytes());
        let error = ClassFile::parse(bent.into()).expect_err("there is no gigabyte");
        assert_eq!((error.class(), error.offset()), (Some("java/util/HashMap"), at + 4), "{error}");
        assert_eq!(error.kind(), ParseErrorKind::Truncated);
    }
}

#[test]
fn versions() {
    let jdk = common::jdk(17);
    let source = ClassSource::Image(jdk.image().expect("the JDK has lib/modules"));
    let bytes = source.find("java/lang/Runnable.class").expect("reads").expect("exists").bytes;
    let parse = |major: u16, minor: u16| {
        let mut bent = bytes.to_vec();
        bent[4..6].copy_from_slice(&minor.to_be_bytes());
        bent[6..8].copy_from_slice(&major.to_be_bytes());
        ClassFile::parse(bent.into()).map(|class| class.is_preview())
    };
    let refused = |major, minor| parse(major, minor).is_err_and(|e| e.kind() == ParseErrorKind::Version);
    for major in 45..=69 {
        assert_eq!(parse(major, 0), Ok(false), "{major}");
    }
    assert!(refused(44, 0) && refused(70, 0) && refused(0xFFFF, 0));
    assert_eq!(parse(55, 7), Ok(false));
    assert!(refused(56, 7));
    assert_eq!(parse(69, 0xFFFF), Ok(true));
}

/// Opens, lists and reads everything; errors are fine.
fn use_source(source: &ClassSource) -> bool {
    let mut fine = source.problems().is_empty();
    match source.list() {
        Ok(list) => {
            for listed in list {
                fine &= matches!(source.read(&listed), Ok(Some(_)));
                fine &= source.find(&listed.name).is_ok();
            }
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            fine = false;
        }
    }
    fine
}

/// Mutants of a file, each written, opened and used completely.
fn file_mutants(name: &str, original: &[u8], count: u64, open: impl Fn(&Path) -> Option<ClassSource>) {
    let dir = tempfile::tempdir().expect("temporary directory");
    let before = peak_megabytes();
    let (mut refused, mut damaged, mut fine) = (0, 0, 0);
    for seed in 0..count {
        let mut random = Random::new(seed);
        let mut bytes = original.to_vec();
        mutate(&mut bytes, &[original.to_vec()], &mut random);
        // A file of its own for each, because an image stays mapped.
        let path = dir.path().join(format!("{seed}-{name}"));
        fs::write(&path, &bytes).expect("write");
        match open(&path) {
            None => refused += 1,
            Some(source) if use_source(&source) => fine += 1,
            Some(_) => damaged += 1,
        }
    }
    println!("{count} mutants of {name}: {refused} refused, {damaged} with damaged entries, {fine} fine");
    assert!(refused > 0 && damaged > 0 && fine > 0);
    if let (Some(before), Some(after)) = (before, peak_megabytes()) {
        assert!(after < before + 300, "mutants took {} MB", after - before);
    }
}

#[test]
fn jar_mutants() {
    let text = b"the quick brown fox jumps over the lazy dog ".repeat(20);
    let entries = [
        zip::Entry::deflated(
            "META-INF/MANIFEST.MF",
            b"Manifest-Version: 1.0\nMulti-Release: true\nClass-Path: a.jar\n",
        ),
        zip::Entry::deflated("a/B.class", &text),
        zip::Entry::stored("a/C.class", b"stored"),
        zip::Entry::deflated("META-INF/versions/11/a/B.class", &text[..50]),
    ];
    let open = |path: &Path| Archive::open_jar(path, 17).ok().map(ClassSource::Archive);
    file_mutants("m.jar", &zip::archive(&entries), 600, open);
}

#[test]
fn image_mutants() {
    let text = b"the quick brown fox ".repeat(30);
    let mut resources = vec![
        image::Resource::class("java.base", "java/lang", "Object", &text),
        image::Resource::class("java.base", "java/util", "List", b"list"),
        image::Resource::class("java.base", "", "module-info", b"descriptor"),
        image::Resource::class("java.sql", "java/sql", "Driver", &text),
    ];
    resources[3].compression = Some("zip");
    let open = |path: &Path| Image::open(path).ok().map(ClassSource::Image);
    file_mutants("modules", &image::image(resources, u32::to_ne_bytes), 600, open);
}
