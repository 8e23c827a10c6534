//! Monitors that the code does not name: those of methods, those that data chooses, those of class initialization.

use super::super::Writer;
use super::CLASS;

impl Writer {
    pub(super) fn methods(&mut self) {
        match self.random.below(3) {
            0 if self.may_take(CLASS) => self.line("add();"),
            1 if self.may_take(CLASS) => self.line("r = get();"),
            // Whoever holds the class or a lock behind it may not take a monitor of an object, except this one.
            _ => self.one_of(&["O.bump();", "r = O.look();", "O.c = $k;"]),
        }
    }

    pub(super) fn chosen(&mut self, depth: usize) {
        if self.random.percent(25) {
            return self.one_of(&["M = L0;", "M = L1;"]);
        }
        if depth >= 3 || !(self.may_take(0) && self.may_take(1)) {
            return self.access();
        }
        let lock = self.random.pick(&["M", "r == 0 ? L0 : L1", "v == 0 ? L0 : L1"]);
        self.line(&format!("synchronized ({lock}) {{"));
        self.left = self.left.max(1);
        self.under(1, depth);
        self.line("}");
    }

    pub(super) fn initializers(&mut self) {
        self.one_of(&["r = I0.x & 3;", "r = I1.x & 3;", "I0.x = $k;", "I1.x = $k;"]);
    }
}
