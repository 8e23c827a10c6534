//! Bringing up a program that has no class library of a JDK.
//!
//! Such a program brings along the classes that the engine names (`Vm::new`, `known`), as small as it likes. There is no
//! `System.initPhase1`, no module system and no class loader object. What remains is the main thread, and the initializers
//! of the classes that the engine itself makes instances of: where it does so there is no room for initializers. Searches
//! rest on nothing else of the boot, so what they claim holds for such programs as for all others.

use crate::interp::Res;
use crate::program::ObjId;
use crate::state::Thread;
use crate::vm::{JVMTI_RUNNABLE, Vm};

impl Vm {
    /// Makes the main thread and initializes the classes that everything rests on.
    pub(crate) fn boot_lean(&mut self) -> Res<()> {
        let main = self.alloc(self.known.thread);
        self.run.current = self.state.add_thread(Thread::new(main, 1, false));
        let known = [self.known.object, self.known.string, self.known.class, self.known.throwable, self.known.thread];
        for class in known {
            self.init_now(class)?;
        }
        // A wait that is interrupted has forgotten the interrupt when it throws: it cannot begin again.
        for name in ["java/lang/StackOverflowError", "java/lang/OutOfMemoryError", "java/lang/InterruptedException"] {
            let class = self.class(name)?;
            self.init_now(class)?;
        }
        let name = self.interned_text("main");
        let slot = self.slot(self.known.thread, "name");
        self.state.heap.set_field(main, slot, u64::from(name.0));
        self.set_thread_status(main, JVMTI_RUNNABLE);
        self.prepare_answers()?;
        self.prepare_blocks()?;
        self.known.booted = true;
        self.known.first_program_object = ObjId::new(self.state.heap.object_count());
        Ok(())
    }
}
