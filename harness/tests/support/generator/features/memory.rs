//! Variables in other ways than by plain and volatile fields: atomics, handles, copies, final fields.

use super::super::{LOCKS, Writer};

impl Writer {
    pub(super) fn atomics(&mut self) {
        self.one_of(&[
            "r = A.getAndIncrement() & 3;",
            "if (A.compareAndSet(r, r + 1)) r = 3;",
            "if (A.compareAndSet(0, $k)) a = 1;",
            "if (A.weakCompareAndSetVolatile(0, 1)) r = 2;",
            "if (A.weakCompareAndSetPlain($k, 2)) r = 1;",
            "r = A.get() & 3;",
            "A.set($k);",
            "A.lazySet($k);",
            "r = A.updateAndGet(x -> (x + 1) & 3);",
            "r = AA.addAndGet($i, 1) & 3;",
            "if (AA.compareAndSet($i, 0, 2)) r = 1;",
            "r = AA.get($i) & 3;",
            "AA.set($i, $k);",
            "r = AR.compareAndSet(null, N) ? 1 : 0;",
            "r = AR.getAndSet(null) == null ? 1 : 2;",
        ]);
    }

    pub(super) fn handles(&mut self) {
        self.one_of(&[
            "r = (int) H.getVolatile() & 3;",
            "H.setVolatile($k);",
            "r = H.compareAndSet(0, 1) ? 1 : 2;",
            "r = (int) H.getAndAdd(1) & 3;",
            "r = (int) H.getAcquire() & 3;",
            "H.setRelease($k);",
            "r = (int) H.getOpaque() & 3;",
            "H.setOpaque($k);",
            "r = H.weakCompareAndSet($k, 2) ? 1 : 2;",
            "h = $k;",
            "r = h & 3;",
            "r = QH.compareAndSet(Q, 0, 0, 1) ? 1 : 2;",
            "r = (int) QH.getVolatile(Q, $i) & 3;",
        ]);
    }

    pub(super) fn copies(&mut self) {
        let statement = self.random.pick(&[
            "System.arraycopy(Q, 0, P, 0, 2);",
            "System.arraycopy(P, 0, Q, 0, 2);",
            "System.arraycopy(Q, 0, Q, 1, 1);",
            "r = Q.clone()[0];",
            "r = P.clone()[1];",
            "r = P[0];",
            "P[1] = 2;",
            "java.util.Arrays.fill(P, 1);",
        ]);
        let lock = self.random.below(LOCKS.len());
        let lock = (self.random.percent(60) && self.may_take(lock)).then_some(lock);
        self.guarded(lock, statement);
    }

    pub(super) fn finals(&mut self) {
        let (n, holder) = (self.fresh(), self.random.pick(&["box", "safeBox"]));
        match self.random.below(6) {
            0..2 => self.one_of(&[&format!("{holder} = new Box($k);")]),
            2 if self.random.percent(40) => self.one_of(&["new Box($k, N);"]),
            3 => self.line(&format!("Box x{n} = {holder}; if (x{n} != null && x{n}.n != null) r = x{n}.n.c;")),
            _ => self.line(&format!("Box x{n} = {holder}; if (x{n} != null) r = x{n}.f;")),
        }
    }
}
