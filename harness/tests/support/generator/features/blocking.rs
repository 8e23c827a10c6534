//! Threads that wait for a time or for each other, and what ends that: time, interrupts, permits.

use super::super::{LOCKS, Writer};

impl Writer {
    pub(super) fn interrupts(&mut self) {
        let t = self.some_thread();
        let k = self.random.below(2);
        let time = if self.profile.waits() { self.random.pick(&["", "1"]) } else { "1" };
        match self.random.below(10) {
            0..2 => self.line(&format!("{t}.interrupt();")),
            2 => self.line(&format!("if (v == {k}) {{ {t}.interrupt(); r = 3; }}")),
            3 => self.line(&format!("if ({t}.isInterrupted()) r = 1;")),
            4 => {
                // Whoever sees the variable may interrupt before the thread looks.
                if self.random.percent(60) {
                    self.line("v = 1;");
                }
                self.line("r = Thread.interrupted() ? 1 : 2;");
            }
            5..7 if self.may_take(2) => {
                // A wait that ends by a notification, by an interrupt or by time; which of them shows in the outcome.
                self.line("synchronized (N) {");
                self.line(&format!(
                    "try {{ N.wait({time}); Q[0] = 1; }} catch (InterruptedException e) {{ Q[0] = 2; }}"
                ));
                self.line("}");
            }
            7 | 8 if self.may_take(2) => {
                let (x, how) = (self.random.pick(&["v", "a"]), self.random.pick(&["notify", "notifyAll"]));
                self.line(&format!("synchronized (N) {{ {x} = 1; N.{how}(); }}"));
            }
            5..9 => self.line("try { Thread.sleep(1); } catch (InterruptedException e) { r = 2; }"),
            _ => match self.current {
                Some(_) => self.line("Thread.currentThread().interrupt();"),
                // Main has to join the others.
                None => self.access(),
            },
        }
    }

    pub(super) fn timed(&mut self) {
        let t = self.some_thread();
        let monitor = (!self.monitors.is_empty()).then(|| LOCKS[self.random.pick(&self.monitors.clone())]);
        match (self.random.below(6), monitor) {
            (0 | 1, Some(lock)) => self.line(&format!("{lock}.wait(1);")),
            (0, None) => self.line("Thread.sleep(1);"),
            (1, None) if self.may_take(2) => self.line("synchronized (N) { N.wait(1); }"),
            (2, _) => self.line(&format!("{t}.join(1);")),
            (3, _) => self.line(&format!("r = {t}.isAlive() ? 1 : 2;")),
            (4, _) if self.profile.spins() => self.line("while (v == 0) Thread.sleep(1);"),
            (_, _) => match self.joinable() {
                Some(t) => self.line(&format!("{t}.join();")),
                None => self.line("Thread.sleep(2);"),
            },
        }
    }

    pub(super) fn parking(&mut self) {
        let t = self.some_thread();
        match self.random.below(6) {
            0..3 => self.line(&format!("LockSupport.unpark({t});")),
            3 if self.profile.waits() => self.line("LockSupport.park();"),
            4 if self.profile.waits() => self.one_of(&["if (v == $k) LockSupport.park();", "LockSupport.park(N);"]),
            5 if self.profile.waits() => self.line("while (N.w == 0) LockSupport.park();"),
            _ => self.line("LockSupport.parkNanos(1);"),
        }
    }
}
