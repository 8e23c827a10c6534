//! Operators: families of instructions of which one is chosen by its operands.

use crate::classfile::ArrayType;
use braid_engine::program::{Dst, Kind, Op, Pc, Src};

pub(super) type Binary = fn(Dst, Src, Src) -> Op;
pub(super) type WithConstant = fn(Dst, Src, i32) -> Op;
pub(super) type Branch = fn(Src, Src, Pc) -> Op;
pub(super) type BranchConstant = fn(Src, i16, Pc) -> Op;

/// The comparison that holds when the operands of this one are exchanged.
pub(super) struct Comparison {
    pub(super) registers: Branch,
    pub(super) constant: BranchConstant,
    pub(super) exchanged: BranchConstant,
}

pub(super) const EQ: Comparison = Comparison {
    registers: |a, b, to| Op::IfEq { a, b, to },
    constant: |a, k, to| Op::IfEqK { a, k, to },
    exchanged: |a, k, to| Op::IfEqK { a, k, to },
};
pub(super) const NE: Comparison = Comparison {
    registers: |a, b, to| Op::IfNe { a, b, to },
    constant: |a, k, to| Op::IfNeK { a, k, to },
    exchanged: |a, k, to| Op::IfNeK { a, k, to },
};
pub(super) const LT: Comparison = Comparison {
    registers: |a, b, to| Op::IfLt { a, b, to },
    constant: |a, k, to| Op::IfLtK { a, k, to },
    exchanged: |a, k, to| Op::IfGtK { a, k, to },
};
pub(super) const GE: Comparison = Comparison {
    registers: |a, b, to| Op::IfGe { a, b, to },
    constant: |a, k, to| Op::IfGeK { a, k, to },
    exchanged: |a, k, to| Op::IfLeK { a, k, to },
};
pub(super) const GT: Comparison = Comparison {
    registers: |a, b, to| Op::IfGt { a, b, to },
    constant: |a, k, to| Op::IfGtK { a, k, to },
    exchanged: |a, k, to| Op::IfLtK { a, k, to },
};
pub(super) const LE: Comparison = Comparison {
    registers: |a, b, to| Op::IfLe { a, b, to },
    constant: |a, k, to| Op::IfLeK { a, k, to },
    exchanged: |a, k, to| Op::IfGeK { a, k, to },
};

pub(super) fn element_kind(ty: ArrayType) -> Kind {
    match ty {
        ArrayType::Boolean => Kind::Boolean,
        ArrayType::Char => Kind::Char,
        ArrayType::Float => Kind::Float,
        ArrayType::Double => Kind::Double,
        ArrayType::Byte => Kind::Byte,
        ArrayType::Short => Kind::Short,
        ArrayType::Int => Kind::Int,
        ArrayType::Long => Kind::Long,
    }
}
