//! Scenes for two threads and main: what blocks a thread, what ends that, and an access by which others know how far one of
//! them is. Each shows by an outcome or a deadlock that some action does not move in one direction, which statements drawn one
//! by one would hardly ever do.
//!
//! The scene's variables are `s`, by which threads know of each other, and `p`, which tells how far the first thread came.

use super::super::Writer;

/// Who plays what.
#[derive(Clone, Copy)]
pub struct Scene {
    first: &'static str,
    second: &'static str,
    main: &'static str,
    /// Whether the first thread may wait for ever.
    waits: bool,
}

const WAITS: &str = "synchronized (N) { waits = true; \
    try { N.wait(); p = 1; } catch (InterruptedException e) { p = 2; } }";

const SCENES: [Scene; 9] = [
    // One who is given a permit goes on before the giver does.
    Scene { first: "LockSupport.park(); s = 1;", second: "LockSupport.unpark(t0); r = s;", main: "", waits: true },
    // Permits come one after the other to one who parks because they were announced.
    Scene {
        first: "if (s == 1) { LockSupport.park(); p = 1; LockSupport.park(); p = 2; }",
        second: "s = 1; LockSupport.unpark(t0); LockSupport.unpark(t0);",
        main: "",
        waits: true,
    },
    // Two permits come before the park that was announced, and are one.
    Scene {
        first: "s = 1; LockSupport.park();\nLockSupport.park(); p = 2;",
        second: "if (s == 1) { LockSupport.unpark(t0); LockSupport.unpark(t0); r = 3; }",
        main: "",
        waits: true,
    },
    // A second permit comes after the first is used up, and before the thread looks.
    Scene {
        first: "LockSupport.unpark(t0); LockSupport.park(); r = s; LockSupport.park(); p = 2;",
        second: "LockSupport.unpark(t0); s = 1;",
        main: "",
        waits: true,
    },
    // An interrupt comes between what the notifier writes and its notification.
    Scene {
        first: WAITS,
        second: "synchronized (N) { if (waits) { s = 1; N.notify(); } }",
        main: "if (s == 1) { t0.interrupt(); r = 3; }",
        waits: true,
    },
    // An interrupt comes between the notification and what the notifier reads.
    Scene {
        first: WAITS,
        second: "synchronized (N) { if (waits) { N.notifyAll(); r = 1 + s; } }",
        main: "t0.interrupt(); s = 1;",
        waits: true,
    },
    // A second interrupt comes before the sleep, and is swallowed with the first.
    Scene {
        first: "t0.interrupt(); s = 1; try { Thread.sleep(1); } catch (InterruptedException e) { p = 1; }",
        second: "if (s == 1) { t0.interrupt(); r = 3; }",
        main: "",
        waits: false,
    },
    // A second interrupt comes after the sleep, and before the thread looks.
    Scene {
        first: "t0.interrupt(); try { Thread.sleep(1); } catch (InterruptedException e) { } r = s;",
        second: "t0.interrupt(); s = 1;",
        main: "",
        waits: false,
    },
    // A permit comes after the time of a park is up, and before the thread looks.
    Scene {
        first: "LockSupport.parkNanos(1); r = s; if (r == 1) LockSupport.park(); p = 2;",
        second: "LockSupport.unpark(t0); s = 1;",
        main: "",
        waits: true,
    },
];

impl Writer {
    /// Chooses a scene if this program is to have one; they take turns.
    pub(in super::super) fn choose_scene(&mut self, seed: u64) {
        let turn = seed % SCENES.len() as u64;
        let scene = SCENES[usize::try_from(turn).expect("a small number")];
        let staged = self.features.first().is_some_and(|feature| feature.is_staged());
        if staged && (self.profile.waits() || !scene.waits) {
            self.scene = Some(scene);
            self.line("static volatile int s, p;");
            self.line("static boolean waits;");
        }
    }

    /// The part of whoever the statements are for.
    pub(in super::super) fn play(&mut self) {
        let part = match (self.scene, self.current) {
            (Some(scene), Some(0)) => scene.first,
            (Some(scene), Some(1)) => scene.second,
            (Some(scene), None) => scene.main,
            (Some(_), Some(_)) | (None, _) => "",
        };
        // Deadlocks are told apart by their lines.
        part.lines().for_each(|line| self.line(line));
    }

    /// How the scene went, and which interrupts no thread took note of.
    pub(in super::super) fn scene_outcome(&mut self) {
        self.line("outcome |= (t0.isInterrupted() ? 1 : 0) << 18 | (p & 3) << 20;");
    }
}
