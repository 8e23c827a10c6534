//! Other ways through the code: loops that look, atomic blocks, exceptions.

use super::super::{VOLATILE, Writer};

impl Writer {
    pub(super) fn spins(&mut self) {
        let (n, x) = (self.fresh(), self.random.pick(&["v", "N.w", "a"]));
        let body = self.random.pick(&["{ }", "Thread.onSpinWait();", "Thread.yield();", "r = v;"]);
        self.line(&format!("for (int i{n} = 0; {x} == 0 && i{n} < 2; i{n}++) {body}"));
    }

    pub(super) fn spin_for_ever(&mut self) {
        let (x, k) = (self.random.pick(&["v", "N.w", "a"]), self.random.below(3));
        let body = self.random.pick(&["{ }", "Thread.onSpinWait();", "Thread.yield();", "r = v;", "b = 1;"]);
        let (x, how) = if self.random.percent(80) { (x, "==") } else { (x, "!=") };
        self.line(&format!("while ({x} {how} {k}) {body}"));
    }

    pub(super) fn blocks(&mut self) {
        self.line("braid.Braid.beginAtomic();");
        self.line("try {");
        for _ in 0..1 + self.random.below(2) {
            self.access();
        }
        self.line("} finally {");
        self.line("braid.Braid.endAtomic();");
        self.line("}");
    }

    pub(super) fn catches(&mut self) {
        let x = self.random.pick(&VOLATILE);
        let k = self.random.below(3);
        let thrown = self.random.pick(&[
            "throw new IllegalStateException();",
            "throw new ArithmeticException();",
            "r = 1 / (r - r);",
            "r = Q[2];",
            "N.notify();",
        ]);
        self.line(&format!("try {{ if ({x} == {k}) {thrown} }} catch (RuntimeException e) {{ r = 2; }}"));
    }
}
