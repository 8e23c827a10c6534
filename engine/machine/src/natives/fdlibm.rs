//! Functions of `StrictMath` whose results are fixed to the bit: those of fdlibm (netlib, 5.3), which JDK 17 calls natively.
//!
//! The libm crate follows later revisions, which evaluate the same polynomials in another order; where that shows, the
//! original is written out here. Steps and constants are fdlibm's; comments there say why they are what they are.

const LN2_HI: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
const LN2_LO: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);
const TWO54: f64 = f64::from_bits(0x4350_0000_0000_0000);

/// Zero by zero, as processors of the x86 family give it.
const NOT_A_NUMBER: f64 = f64::from_bits(0xfff8_0000_0000_0000);

fn high(x: f64) -> i32 {
    (x.to_bits() >> 32) as i32
}

fn with_high(x: f64, high: i32) -> f64 {
    f64::from_bits((x.to_bits() & 0xffff_ffff) | u64::from(high as u32) << 32)
}

/// `e_log.c`
pub(super) fn log(mut x: f64) -> f64 {
    const LG: [f64; 7] = [
        f64::from_bits(0x3fe5_5555_5555_5593),
        f64::from_bits(0x3fd9_9999_9997_fa04),
        f64::from_bits(0x3fd2_4924_9422_9359),
        f64::from_bits(0x3fcc_71c5_1d8e_78af),
        f64::from_bits(0x3fc7_4664_96cb_03de),
        f64::from_bits(0x3fc3_9a09_d078_c69f),
        f64::from_bits(0x3fc2_f112_df3e_5244),
    ];
    let mut k = 0;
    let mut hx = high(x);
    if hx < 0x0010_0000 {
        if x == 0.0 {
            return f64::NEG_INFINITY;
        }
        if hx < 0 {
            return NOT_A_NUMBER;
        }
        k -= 54;
        x *= TWO54;
        hx = high(x);
    }
    if hx >= 0x7ff0_0000 {
        return x + x;
    }
    k += (hx >> 20) - 1023;
    hx &= 0x000f_ffff;
    let i = (hx + 0x95f64) & 0x10_0000;
    x = with_high(x, hx | (i ^ 0x3ff0_0000));
    k += i >> 20;
    let dk = f64::from(k);
    let f = x - 1.0;
    if 0x000f_ffff & (2 + hx) < 3 {
        if f == 0.0 {
            return if k == 0 { 0.0 } else { dk * LN2_HI + dk * LN2_LO };
        }
        let r = f * f * (0.5 - 0.333_333_333_333_333_3 * f);
        return if k == 0 { f - r } else { dk * LN2_HI - ((r - dk * LN2_LO) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let t1 = w * (LG[1] + w * (LG[3] + w * LG[5]));
    let t2 = z * (LG[0] + w * (LG[2] + w * (LG[4] + w * LG[6])));
    let r = t2 + t1;
    if (hx - 0x6147a) | (0x6b851 - hx) > 0 {
        let hfsq = 0.5 * f * f;
        return if k == 0 {
            f - (hfsq - s * (hfsq + r))
        } else {
            dk * LN2_HI - ((hfsq - (s * (hfsq + r) + dk * LN2_LO)) - f)
        };
    }
    if k == 0 { f - s * (f - r) } else { dk * LN2_HI - ((s * (f - r) - dk * LN2_LO) - f) }
}

/// `e_log10.c`
pub(super) fn log10(mut x: f64) -> f64 {
    const IVLN10: f64 = f64::from_bits(0x3fdb_cb7b_1526_e50e);
    const LOG10_2_HI: f64 = f64::from_bits(0x3fd3_4413_509f_6000);
    const LOG10_2_LO: f64 = f64::from_bits(0x3d59_fef3_11f1_2b36);
    let mut k = 0;
    let mut hx = high(x);
    if hx < 0x0010_0000 {
        if x == 0.0 {
            return f64::NEG_INFINITY;
        }
        if hx < 0 {
            return NOT_A_NUMBER;
        }
        k -= 54;
        x *= TWO54;
        hx = high(x);
    }
    if hx >= 0x7ff0_0000 {
        return x + x;
    }
    k += (hx >> 20) - 1023;
    let i = i32::from(k < 0);
    hx = (hx & 0x000f_ffff) | ((0x3ff - i) << 20);
    let y = f64::from(k + i);
    let z = y * LOG10_2_LO + IVLN10 * log(with_high(x, hx));
    z + y * LOG10_2_HI
}

/// `e_sinh.c`
pub(super) fn sinh(x: f64) -> f64 {
    if !x.is_finite() {
        return x + x;
    }
    let (ax, h) = (x.abs(), if x < 0.0 { -0.5 } else { 0.5 });
    if ax < 22.0 {
        if high(ax) < 0x3e30_0000 {
            return x;
        }
        let t = libm::expm1(ax);
        return if high(ax) < 0x3ff0_0000 { h * (2.0 * t - t * t / (t + 1.0)) } else { h * (t + t / (t + 1.0)) };
    }
    large(ax, h)
}

/// `e_cosh.c`
pub(super) fn cosh(x: f64) -> f64 {
    if !x.is_finite() {
        return x * x;
    }
    let ax = x.abs();
    let ix = high(ax);
    if ix < 0x3fd6_2e43 {
        let t = libm::expm1(ax);
        let w = 1.0 + t;
        return if ix < 0x3c80_0000 { w } else { 1.0 + (t * t) / (w + w) };
    }
    if ix < 0x4036_0000 {
        let t = libm::exp(ax);
        return 0.5 * t + 0.5 / t;
    }
    large(ax, 0.5)
}

/// What hyperbolic sine and cosine have in common where they are alike.
fn large(ax: f64, h: f64) -> f64 {
    if high(ax) < 0x4086_2e42 {
        return h * libm::exp(ax);
    }
    if ax.to_bits() <= 0x4086_33ce_8fb9_f87d {
        let w = libm::exp(0.5 * ax);
        return (h * w) * w;
    }
    h * f64::INFINITY
}

/// `s_tanh.c`
pub(super) fn tanh(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    let ax = x.abs();
    let ix = high(ax);
    let z = if ix < 0x4036_0000 {
        if ix < 0x3c80_0000 {
            return x * (1.0 + x);
        }
        if ix >= 0x3ff0_0000 {
            1.0 - 2.0 / (libm::expm1(2.0 * ax) + 2.0)
        } else {
            let t = libm::expm1(-2.0 * ax);
            -t / (t + 2.0)
        }
    } else {
        1.0
    };
    if x < 0.0 { -z } else { z }
}

/// `s_sin.c`
pub(super) fn sin(x: f64) -> f64 {
    if high(x.abs()) <= 0x3fe9_21fb {
        return kernel_sin(x, None);
    }
    match reduce(x) {
        None => libm::sin(x),
        Some((0, y, tail)) => kernel_sin(y, Some(tail)),
        Some((1, y, tail)) => kernel_cos(y, tail),
        Some((2, y, tail)) => -kernel_sin(y, Some(tail)),
        Some((_, y, tail)) => -kernel_cos(y, tail),
    }
}

/// `s_cos.c`
pub(super) fn cos(x: f64) -> f64 {
    if high(x.abs()) <= 0x3fe9_21fb {
        return kernel_cos(x, 0.0);
    }
    match reduce(x) {
        None => libm::cos(x),
        Some((0, y, tail)) => kernel_cos(y, tail),
        Some((1, y, tail)) => -kernel_sin(y, Some(tail)),
        Some((2, y, tail)) => -kernel_cos(y, tail),
        Some((_, y, tail)) => kernel_sin(y, Some(tail)),
    }
}

/// `k_sin.c`; the argument is the sum of both, each in its own precision.
fn kernel_sin(x: f64, tail: Option<f64>) -> f64 {
    const S: [f64; 6] = [
        f64::from_bits(0xbfc5_5555_5555_5549),
        f64::from_bits(0x3f81_1111_1110_f8a6),
        f64::from_bits(0xbf2a_01a0_19c1_61d5),
        f64::from_bits(0x3ec7_1de3_57b1_fe7d),
        f64::from_bits(0xbe5a_e5e6_8a2b_9ceb),
        f64::from_bits(0x3de5_d93a_5acf_d57c),
    ];
    if high(x.abs()) < 0x3e40_0000 {
        return x;
    }
    let z = x * x;
    let v = z * x;
    let r = S[1] + z * (S[2] + z * (S[3] + z * (S[4] + z * S[5])));
    match tail {
        None => x + v * (S[0] + z * r),
        Some(y) => x - ((z * (0.5 * y - v * r) - y) - v * S[0]),
    }
}

/// `k_cos.c`
fn kernel_cos(x: f64, y: f64) -> f64 {
    const C: [f64; 6] = [
        f64::from_bits(0x3fa5_5555_5555_554c),
        f64::from_bits(0xbf56_c16c_16c1_5177),
        f64::from_bits(0x3efa_01a0_19cb_1590),
        f64::from_bits(0xbe92_7e4f_809c_52ad),
        f64::from_bits(0x3e21_ee9e_bdb4_b1c4),
        f64::from_bits(0xbda8_fae9_be88_38d4),
    ];
    let ix = high(x.abs());
    if ix < 0x3e40_0000 {
        return 1.0;
    }
    let z = x * x;
    let r = z * (C[0] + z * (C[1] + z * (C[2] + z * (C[3] + z * (C[4] + z * C[5])))));
    if ix < 0x3fd3_3333 {
        return 1.0 - (0.5 * z - (z * r - x * y));
    }
    let qx = if ix > 0x3fe9_0000 { 0.28125 } else { with_high(0.0, ix - 0x0020_0000) };
    let hz = 0.5 * z - qx;
    (1.0 - qx) - (hz - (z * r - x * y))
}

/// `e_rem_pio2.c` for arguments below 2^19 π/2: the quadrant, and what is left in two parts.
fn reduce(x: f64) -> Option<(i32, f64, f64)> {
    const PIO2_1: f64 = f64::from_bits(0x3ff9_21fb_5440_0000);
    const PIO2_1T: f64 = f64::from_bits(0x3dd0_b461_1a62_6331);
    const PIO2_2: f64 = f64::from_bits(0x3dd0_b461_1a60_0000);
    const PIO2_2T: f64 = f64::from_bits(0x3ba3_198a_2e03_7073);
    const PIO2_3: f64 = f64::from_bits(0x3ba3_198a_2e00_0000);
    const PIO2_3T: f64 = f64::from_bits(0x397b_839a_2520_49c1);
    const INVPIO2: f64 = f64::from_bits(0x3fe4_5f30_6dc9_c883);
    let ax = x.abs();
    let ix = high(ax);
    if ix > 0x4139_21fb {
        return None;
    }
    let sign = if x < 0.0 { -1.0 } else { 1.0 };
    let quadrant = |n: i32| if x < 0.0 { -n & 3 } else { n & 3 };
    if ix < 0x4002_d97c {
        let mut z = ax - PIO2_1;
        let tail = if ix == 0x3ff9_21fb {
            z -= PIO2_2;
            PIO2_2T
        } else {
            PIO2_1T
        };
        let y = z - tail;
        return Some((quadrant(1), sign * y, sign * ((z - y) - tail)));
    }
    let n = (ax * INVPIO2 + 0.5) as i32;
    let times = f64::from(n);
    let mut r = ax - times * PIO2_1;
    let mut w = times * PIO2_1T;
    let mut y = r - w;
    let near = n >= 32 || ix == high(times * std::f64::consts::FRAC_PI_2);
    let lost = |y: f64| (ix >> 20) - (high(y) >> 20 & 0x7ff);
    if near && lost(y) > 16 {
        let t = r;
        w = times * PIO2_2;
        r = t - w;
        w = times * PIO2_2T - ((t - r) - w);
        y = r - w;
        if lost(y) > 49 {
            let t = r;
            w = times * PIO2_3;
            r = t - w;
            w = times * PIO2_3T - ((t - r) - w);
            y = r - w;
        }
    }
    Some((quadrant(n), sign * y, sign * ((r - y) - w)))
}
