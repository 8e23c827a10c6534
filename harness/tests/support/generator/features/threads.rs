//! Threads as objects: what they are made, what is seen of them, and threads that threads start.

use super::super::Writer;
use super::Feature;

impl Writer {
    /// What is done to a thread before it starts; whether it is a daemon.
    pub(in super::super) fn prepare_thread(&mut self, thread: usize) -> bool {
        if self.features.contains(&Feature::Catches) && self.random.percent(30) {
            self.line(&format!("t{thread}.setUncaughtExceptionHandler((t, e) -> {{ v = 2; }});"));
        }
        let daemon = self.features.contains(&Feature::Daemons) && self.random.percent(60);
        if daemon {
            self.line(&format!("t{thread}.setDaemon(true);"));
        }
        daemon
    }

    pub(super) fn looks(&mut self) {
        let t = self.some_thread();
        let states = ["NEW", "RUNNABLE", "BLOCKED", "WAITING", "TIMED_WAITING", "TERMINATED"];
        let state = self.random.pick(&states);
        match self.random.below(4) {
            0..3 => self.line(&format!("r = {t}.getState() == Thread.State.{state} ? 1 : 2;")),
            _ => self.one_of(&["r = Thread.holdsLock(L0) ? 1 : 2;", "r = t0.isAlive() ? 1 : 2;"]),
        }
    }

    pub(super) fn children(&mut self) {
        let nested = self.current.is_none() && !self.out.contains("static class X");
        let n = self.fresh();
        match self.random.below(3) {
            0 | 1 if self.current.is_some() || nested => {
                self.child_class(n);
                self.line(&format!("Thread x{n} = new X{n}();"));
                if self.random.percent(50) {
                    self.line(&format!("child = x{n};"));
                }
                self.line(&format!("x{n}.start();"));
                if self.left > 0 {
                    self.access();
                }
                if self.random.percent(50) && (self.held.is_empty() || self.profile.deadlocks()) {
                    self.line(&format!("x{n}.join();"));
                }
            }
            _ if self.held.is_empty() || self.profile.deadlocks() => {
                self.line(&format!("Thread x{n} = child;"));
                self.line(&format!("if (x{n} != null) x{n}.join();"));
            }
            _ => self.line("r = child == null ? 1 : 2;"),
        }
    }

    /// The class of a thread that does one or two things.
    fn child_class(&mut self, n: usize) {
        let out = std::mem::take(&mut self.out);
        let (held, monitors) = (std::mem::take(&mut self.held), std::mem::take(&mut self.monitors));
        let (indent, current, left) = (self.indent, self.current.take(), self.left);
        self.indent = 1;
        self.line(&format!("static class X{n} extends Thread {{"));
        self.line("public void run() {");
        self.line("int r = 0;");
        for _ in 0..1 + self.random.below(2) {
            self.left = 1;
            self.left -= 1;
            self.access();
        }
        self.line("}");
        self.line("}");
        let class = std::mem::replace(&mut self.out, out);
        self.aside.push_str(&class);
        (self.held, self.monitors, self.indent, self.current, self.left) = (held, monitors, indent, current, left);
    }
}
