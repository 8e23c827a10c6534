//! How long it takes to read `java.base`, on one core, and how much of that is input.
//!
//! `cargo bench -p braid-jvm-front --bench parse`. The image is memory-mapped, so input is looking every class up and touching
//! every page of it; with a warm page cache, as on the second run, that is page faults only.

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;
use std::time::{Duration, Instant};

use braid_jvm_front::classfile::{ClassFile, Decoded, decode_everything};
use braid_jvm_front::jdk::Jdk;
use braid_jvm_front::source::{ClassSource, Found};

/// One pass over `java.base`.
struct Pass {
    classes: usize,
    bytes: usize,
    open: Duration,
    list: Duration,
    input: Duration,
    parse: Duration,
    decode: Duration,
    decoded: Decoded,
}

fn pass(jdk: &Jdk) -> Pass {
    let mut clock = Instant::now();
    let mut lap = || std::mem::replace(&mut clock, Instant::now()).elapsed();

    let source = ClassSource::Image(jdk.image().expect("the JDK has lib/modules"));
    let open = lap();
    let list = source.list().expect("an image lists");
    let is_base_class = |name: &str, module: Option<&str>| name.ends_with(".class") && module == Some("java.base");
    let wanted: Vec<_> = list.iter().filter(|l| is_base_class(&l.name, l.module.as_deref())).collect();
    let listing = lap();
    let found: Vec<Found> =
        wanted.iter().map(|listed| source.read(listed).expect("reads").expect("what is listed is there")).collect();
    let touched: u64 = found.iter().flat_map(|found| found.bytes.iter().step_by(4096)).map(|&b| u64::from(b)).sum();
    black_box(touched);
    let input = lap();
    let classes: Vec<ClassFile> = found.iter().map(|found| found.parse().expect("the JDK's classes parse")).collect();
    let parse = lap();
    let mut decoded = Decoded::default();
    for class in &classes {
        decoded += decode_everything(class).expect("the JDK's classes decode");
    }
    let decode = lap();
    let bytes = found.iter().map(|found| found.bytes.len()).sum();
    Pass { classes: classes.len(), bytes, open, list: listing, input, parse, decode, decoded }
}

fn main() {
    for jdk in common::jdks() {
        // The best of ten: the rest is other people's work on the same machine.
        let best = (0..10).map(|_| pass(&jdk)).min_by_key(|p| p.open + p.input + p.parse).expect("ten passes");
        let Pass { classes, bytes, open, list, input, parse, decode, decoded } = best;
        let total = open + input + parse;
        let per_class = |time: Duration| time.as_secs_f64() * 1e6 / classes as f64;
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!("JDK {}, java.base: {classes} classes, {:.1} MB", jdk.version(), bytes as f64 / 1e6);
        println!("  open image       {:8.2} ms", ms(open));
        println!("  list all modules {:8.2} ms (not part of loading)", ms(list));
        println!("  input            {:8.2} ms {:6.2} µs/class", ms(input), per_class(input));
        println!("  parse            {:8.2} ms {:6.2} µs/class", ms(parse), per_class(parse));
        println!("  total            {:8.2} ms {:6.2} µs/class", ms(total), per_class(total));
        println!("  fraction of time in input: {:.0} %", 100.0 * (open + input).as_secs_f64() / total.as_secs_f64());
        println!(
            "  decode every attribute, instruction and frame: {:.1} ms, {:.2} µs/class",
            ms(decode),
            per_class(decode)
        );
        println!("  ({} instructions, {} frames)", decoded.instructions, decoded.frames);
    }
}
