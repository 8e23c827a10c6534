//! A 128-bit hash of words: two lanes mixed as in MurmurHash3, the same on every machine.

/// A 128-bit hash in the making.
#[derive(Clone, Copy)]
pub(crate) struct Hasher128 {
    a: u64,
    b: u64,
    count: u64,
}

impl Hasher128 {
    /// A hash whose first word tells what is hashed.
    pub(crate) fn new(tag: u64) -> Self {
        let mut hasher = Hasher128 { a: 0x9e37_79b9_7f4a_7c15, b: 0xc2b2_ae3d_27d4_eb4f, count: 0 };
        hasher.word(tag);
        hasher
    }

    /// Adds a word.
    #[inline]
    pub(crate) fn word(&mut self, word: u64) {
        let k = word.wrapping_mul(0x87c3_7b91_1142_53d5).rotate_left(31).wrapping_mul(0x4cf5_ad43_2745_937f);
        self.a = (self.a ^ k).rotate_left(27).wrapping_add(self.b).wrapping_mul(5).wrapping_add(0x52dc_e729);
        let k = word.wrapping_mul(0x4cf5_ad43_2745_937f).rotate_left(33).wrapping_mul(0x87c3_7b91_1142_53d5);
        self.b = (self.b ^ k).rotate_left(31).wrapping_add(self.a).wrapping_mul(5).wrapping_add(0x3849_5ab5);
        self.count += 1;
    }

    /// Adds a 128-bit value.
    #[inline]
    pub(crate) fn wide(&mut self, value: u128) {
        self.word(value as u64);
        self.word((value >> 64) as u64);
    }

    /// The hash.
    pub(crate) fn finish(self) -> u128 {
        let (mut a, mut b) = (self.a ^ self.count, self.b ^ self.count);
        a = a.wrapping_add(b);
        b = b.wrapping_add(a);
        a = spread(a);
        b = spread(b);
        a = a.wrapping_add(b);
        b = b.wrapping_add(a);
        u128::from(a) << 64 | u128::from(b)
    }
}

/// A 128-bit hash of a slot and what is in it: the term of a sum, where one slot changes at a time.
#[inline]
pub(crate) fn slot_hash(slot: u64, low: u64, high: u64) -> u128 {
    let a = spread(low ^ slot.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let b = spread(high.wrapping_add(a.rotate_left(29)).wrapping_add(slot).wrapping_mul(0xc2b2_ae3d_27d4_eb4f));
    let a = spread(a.wrapping_add(b).wrapping_mul(0x87c3_7b91_1142_53d5));
    u128::from(a) << 64 | u128::from(b.wrapping_add(a.rotate_left(32)))
}

fn spread(mut k: u64) -> u64 {
    k ^= k >> 33;
    k = k.wrapping_mul(0xff51_afd7_ed55_8ccd);
    k ^= k >> 33;
    k = k.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    k ^ (k >> 33)
}
