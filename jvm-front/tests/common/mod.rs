//! What several tests need.
#![allow(dead_code, reason = "each test uses a part")]

use std::path::{Path, PathBuf};

use braid_jvm_front::jdk::Jdk;

/// The JDKs the tests run on, 17 and 25: from `BRAID_JDK17` and `BRAID_JDK25`, else from where Linux distributions put them.
pub fn jdks() -> Vec<Jdk> {
    [17, 25].map(jdk).into()
}

/// The JDK of a feature version; a test must not pass because there is none.
pub fn jdk(feature: u16) -> Jdk {
    let variable = format!("BRAID_JDK{feature}");
    let is_wanted = |jdk: &Jdk| jdk.feature() == feature;
    if let Some(home) = std::env::var_os(&variable) {
        return Jdk::open(Path::new(&home))
            .ok()
            .filter(is_wanted)
            .unwrap_or_else(|| panic!("{variable}={} is not JDK {feature}", Path::new(&home).display()));
    }
    let mut homes: Vec<PathBuf> =
        std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    homes.sort();
    let found = homes.iter().filter_map(|home| Jdk::open(home).ok()).find(is_wanted);
    found.unwrap_or_else(|| panic!("no JDK {feature} in /usr/lib/jvm; set {variable}"))
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
