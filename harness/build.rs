//! Names the sources that the command is built from: two builds of one version that differ are told apart by reports.

use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = vec![root.join("Cargo.lock")];
    let crates = ["engine", "engine/program", "engine/machine", "engine/explore", "jvm-front", "harness"];
    let sources = crates.map(|name| format!("{name}/src"));
    for folder in sources.iter().map(String::as_str).chain(["harness/java/api", "harness/java/models"]) {
        assert!(root.join(folder).is_dir(), "{folder} is gone: what is built is no longer named by its sources");
        collect(&root.join(folder), &mut files);
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
    }
    println!("cargo::rerun-if-changed={}", root.join("Cargo.lock").display());
    files.sort();
    let mut sum = Fnv::new();
    for file in files {
        let name = file.strip_prefix(&root).unwrap_or(&file);
        sum.add(name.to_string_lossy().as_bytes());
        sum.add(&fs::read(&file).unwrap_or_default());
    }
    println!("cargo::rustc-env=BRAID_BUILD={:032x}", sum.0);
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}

/// FNV-1a of 128 bits: no one has a reason to make two of our own builds collide.
struct Fnv(u128);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in (bytes.len() as u64).to_le_bytes().iter().chain(bytes) {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }
}
