//! Locks and other synchronizers of `java.util.concurrent`.

use super::super::{PLAIN, Writer};
use super::{LOCK, READ_WRITE, SEMAPHORE, STAMPED};

impl Writer {
    /// Something under a lock that is taken and given back by statements.
    fn bracket(&mut self, rank: usize, depth: usize, enter: &str, exit: &str) {
        if depth >= 3 {
            return self.access();
        }
        self.line(enter);
        self.line("try {");
        self.left = self.left.max(1);
        self.under(rank, depth);
        self.line("} finally {");
        self.line(exit);
        self.line("}");
        if enter.ends_with('{') {
            // Who was refused leaves a trace.
            self.line("} else { b = 2; }");
        }
    }

    /// Whether a lock that knows no owner may be waited for here.
    fn may_take_anew(&self, rank: usize) -> bool {
        self.profile.deadlocks() || self.held.iter().all(|&held| held < rank)
    }

    pub(super) fn locks(&mut self, depth: usize) {
        let tries = ["if (K.tryLock()) {", "if (K.tryLock(1, TimeUnit.SECONDS)) {"];
        let waits = ["K.lock();", "K.lock();", "K.lockInterruptibly();"];
        match self.random.below(8) {
            0..3 if self.may_take(LOCK) => {
                let enter = self.random.pick(&waits);
                self.bracket(LOCK, depth, enter, "K.unlock();");
            }
            0..5 => {
                let enter = self.random.pick(&tries);
                self.bracket(LOCK, depth, enter, "K.unlock();");
            }
            5 | 6 if self.held.contains(&LOCK) => match self.profile.waits() {
                true => self.one_of(&["KC.await();", "KC.signal();", "KC.signalAll();", "while (v == 0) KC.await();"]),
                false => {
                    self.one_of(&["KC.awaitNanos(1);", "KC.signal();", "r = KC.await(1, TimeUnit.SECONDS) ? 1 : 2;"])
                }
            },
            5 => self.one_of(&["r = K.isLocked() ? 1 : 2;", "r = K.isHeldByCurrentThread() ? 1 : 2;"]),
            6 => self.line("r = K.hasQueuedThreads() ? 1 : 2;"),
            _ => self.access(),
        }
    }

    pub(super) fn semaphores(&mut self, depth: usize) {
        let tries = ["if (S.tryAcquire()) {", "if (S.tryAcquire(1, TimeUnit.SECONDS)) {"];
        match self.random.below(8) {
            0..3 if self.may_take_anew(SEMAPHORE) => {
                let enter = self.random.pick(&["S.acquire();", "S.acquireUninterruptibly();"]);
                self.bracket(SEMAPHORE, depth, enter, "S.release();");
            }
            0..5 => {
                let enter = self.random.pick(&tries);
                self.bracket(SEMAPHORE, depth, enter, "S.release();");
            }
            5 => self.line("r = S.availablePermits() & 3;"),
            6 if self.profile.waits() => self.one_of(&["S.acquire();", "r = S.drainPermits() & 3;"]),
            6 => self.line("S.release();"),
            _ => self.access(),
        }
    }

    pub(super) fn latches(&mut self) {
        match self.random.below(7) {
            0..2 => self.line("C.countDown();"),
            2 | 3 if self.profile.waits() => self.line("C.await();"),
            2 | 3 => self.line("r = C.await(1, TimeUnit.SECONDS) ? 1 : 2;"),
            4 if self.profile.waits() => {
                self.line("try { r = B.await(); } catch (BrokenBarrierException e) { r = 3; }");
            }
            5 => self.line("r = (int) C.getCount();"),
            _ => self.access(),
        }
    }

    pub(super) fn read_write(&mut self, depth: usize) {
        let side = self.random.pick(&["read", "write"]);
        let lock = format!("W.{side}Lock()");
        let exit = format!("{lock}.unlock();");
        match self.random.below(6) {
            0..3 if self.may_take_anew(READ_WRITE) => {
                self.bracket(READ_WRITE, depth, &format!("{lock}.lock();"), &exit);
            }
            0..5 => {
                let time = self.random.pick(&["", "1, TimeUnit.SECONDS"]);
                self.bracket(READ_WRITE, depth, &format!("if ({lock}.tryLock({time})) {{"), &exit);
            }
            _ => self.one_of(&["r = W.getReadLockCount();", "r = W.isWriteLocked() ? 1 : 2;"]),
        }
    }

    pub(super) fn stamped(&mut self, depth: usize) {
        let n = self.fresh();
        let (take, back) = self.random.pick(&[("readLock", "unlockRead"), ("writeLock", "unlockWrite")]);
        let exit = format!("Z.{back}(s{n});");
        match self.random.below(6) {
            0..3 if self.may_take_anew(STAMPED) => {
                self.bracket(STAMPED, depth, &format!("long s{n} = Z.{take}();"), &exit);
            }
            0..4 => {
                let tried = if take == "readLock" { "tryReadLock" } else { "tryWriteLock" };
                self.line(&format!("long s{n} = Z.{tried}();"));
                self.bracket(STAMPED, depth, &format!("if (s{n} != 0) {{"), &exit);
            }
            _ => {
                let x = self.random.pick(&PLAIN);
                self.line(&format!("long s{n} = Z.tryOptimisticRead();"));
                self.line(&format!("r = {x};"));
                self.line(&format!("if (!Z.validate(s{n})) r = 3;"));
            }
        }
    }
}
