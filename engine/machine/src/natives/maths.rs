//! The functions of `java.lang.Math` that the reference JVM replaces by code of its own, even when it interprets.
//!
//! The library's own code for them is that of `StrictMath`, which errs by up to one unit in the last place. The JVM's
//! errs by hardly more than half a unit, so it gives the nearest number in all but a few cases of a thousand; so does
//! what is called here, which makes the results agree in all but a few of a thousand (before: one in ten for `exp`).

use super::{Arguments, Outcome, Row, rows};
use crate::interp::Res;

fn one(function: fn(f64) -> f64, args: Arguments) -> Res<Outcome> {
    Ok(Outcome::Value(canonical(function(args.double(0)))))
}

/// A result that is no number has one form, whatever the sign that comes out.
fn canonical(value: f64) -> u64 {
    if value.is_nan() { f64::NAN.to_bits() & !(1 << 63) } else { value.to_bits() }
}

/// `Math.pow`: unlike in C, one to the power of what is no number, or infinite, is no number.
fn pow(x: f64, y: f64) -> f64 {
    if y == 0.0 {
        1.0
    } else if x.is_nan() || y.is_nan() || (y.is_infinite() && x.abs() == 1.0) {
        f64::NAN
    } else {
        pxfm::f_pow(x, y)
    }
}

pub(super) const ROWS: &[Row] = rows! {
    "java/lang/Math" {
        "sqrt" "(D)D" [Nothing, Computed] => |_, _, args| one(f64::sqrt, args),
        "exp" "(D)D" [Nothing, Computed] => |_, _, args| one(pxfm::f_exp, args),
        "log" "(D)D" [Nothing, Computed] => |_, _, args| one(pxfm::f_log, args),
        "log10" "(D)D" [Nothing, Computed] => |_, _, args| one(pxfm::f_log10, args),
        "sin" "(D)D" [Nothing, Computed] => |_, _, args| one(pxfm::f_sin, args),
        "cos" "(D)D" [Nothing, Computed] => |_, _, args| one(pxfm::f_cos, args),
        "tan" "(D)D" [Nothing, Computed] => |_, _, args| one(pxfm::f_tan, args),
        "pow" "(DD)D" [Nothing, Computed] => |_, _, args| Ok(Outcome::Value(canonical(pow(args.double(0), args.double(2))))),
    }
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pow_follows_java_where_c_differs() {
        assert!(pow(1.0, f64::NAN).is_nan() && pow(-1.0, f64::INFINITY).is_nan() && pow(f64::NAN, 1.0).is_nan());
        assert_eq!((pow(f64::NAN, 0.0), pow(2.0, f64::NEG_INFINITY), pow(0.5, f64::INFINITY)), (1.0, 0.0, 0.0));
        assert_eq!((pow(-2.0, 3.0), pow(-0.0, -3.0), pow(-8.0, 1.0 / 3.0).is_nan()), (-8.0, f64::NEG_INFINITY, true));
    }
}
