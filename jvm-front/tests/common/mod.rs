//! What several tests need.
#![allow(dead_code, reason = "each test uses a part")]

use std::path::{Path, PathBuf};

use braid_jvm_front::jdk::Jdk;

/// The JDKs the tests run on: 17 and 25, unless `BRAID_JDKS` has others. `BRAID_JDK17` and the like name their directories;
/// otherwise they are where Linux distributions put them, or in the folder that `BRAID_JVM_DIR` names. A test must not pass because
/// one is missing.
pub fn jdks() -> Vec<Jdk> {
    let versions = std::env::var("BRAID_JDKS").unwrap_or_else(|_| "17 25".to_owned());
    versions.split_whitespace().map(|version| installed(version.parse().expect("BRAID_JDKS has versions"))).collect()
}

/// The JDK of a feature version if it is tested, else the first that is.
pub fn jdk(feature: u16) -> Jdk {
    let mut jdks = jdks();
    let place = jdks.iter().position(|jdk| jdk.feature() == feature).unwrap_or(0);
    jdks.swap_remove(place)
}

/// The version of the tools that a JDK was lent, if it was put together (`scripts/jdk`) and has a part of the class library only.
pub fn lent_tools(jdk: &Jdk) -> Option<u16> {
    let text = std::fs::read_to_string(jdk.home().join("compiler")).ok()?;
    Some(text.trim().parse().expect("`compiler` has a version"))
}

/// At least so many are expected of a JDK that is whole; of one that was put together two thirds.
pub fn expected(jdk: &Jdk, of_whole: usize) -> usize {
    if lent_tools(jdk).is_some() { of_whole / 3 * 2 } else { of_whole }
}

fn installed(feature: u16) -> Jdk {
    let variable = format!("BRAID_JDK{feature}");
    let is_wanted = |jdk: &Jdk| jdk.feature() == feature;
    if let Some(home) = std::env::var_os(&variable) {
        return Jdk::open(Path::new(&home))
            .ok()
            .filter(is_wanted)
            .unwrap_or_else(|| panic!("{variable}={} is not JDK {feature}", Path::new(&home).display()));
    }
    let base = PathBuf::from(std::env::var_os("BRAID_JVM_DIR").unwrap_or_else(|| "/usr/lib/jvm".into()));
    let mut homes: Vec<PathBuf> =
        std::fs::read_dir(&base).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    homes.sort();
    let found = homes.iter().filter_map(|home| Jdk::open(home).ok()).find(is_wanted);
    found.unwrap_or_else(|| panic!("no JDK {feature} in {}; set {variable}", base.display()))
}

/// Numbers that look random and are the same in every run (xorshift64*).
pub struct Random(u64);

impl Random {
    /// Different seeds give different numbers.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Any number.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        ((self.next() >> 32) as usize) % end
    }
}
