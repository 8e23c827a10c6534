//! When garbage is collected: between two instructions of a single run, when the heap has grown enough.
//!
//! The engine's own calls (`call_now`) keep references in variables of natives, so nothing is collected while one is
//! under way.

use crate::interp::Raise;
use crate::natives::effect::Fixed;
use crate::program::{Body, Facts, ObjId, Pc, ThreadId};
use crate::state::Status;
use crate::vm::Vm;

const OUT_OF_MEMORY: &str = "java/lang/OutOfMemoryError";
const HEAP_SPACE: &str = "Java heap space";

impl Vm {
    /// Collects if the heap asks for it.
    #[inline(always)]
    pub(crate) fn collect_if_due(&mut self) {
        if self.state.heap.wants_collection() {
            self.collect();
        }
    }

    /// Drops unreachable objects, if this is a moment for it.
    #[cold]
    fn collect(&mut self) -> bool {
        if self.stop_depth.is_some() || !self.state.can_collect() || self.config.collect_after.is_none() {
            return false;
        }
        let mut roots: Vec<ObjId> = vec![self.boot_module, self.app_loader, self.platform_loader];
        roots.extend(self.failed_initializers.values().chain(self.modules.values()));
        roots.extend(self.user_loaders.iter().chain(&self.outside));
        self.inflating.retain(|inflating| self.outside.contains(&inflating.cell()));
        let values = self.live_registers();
        let mirrors = (self.known.class, self.known.class_slots);
        self.state.collect(&self.program, mirrors, &roots, &values);
        true
    }

    /// The values of all live registers that hold references (the result of a call under way may be anything yet). In a frame that has called, what its handlers need counts as well: that is live
    /// before the call, not after it.
    fn live_registers(&mut self) -> Vec<u64> {
        let mut values = Vec::new();
        for thread in self.state.threads().iter().filter(|t| !t.is_terminated()) {
            for (at, frame) in thread.frames.iter().enumerate() {
                let registers = thread.registers(frame);
                let Some(code) = self.program.method(frame.method).code() else {
                    values.extend_from_slice(registers);
                    continue;
                };
                let known = self.facts.entry(frame.method);
                let facts = known.or_insert_with(|| Facts::of(&self.program, frame.method));
                let running = at + 1 == thread.frames.len();
                let before = (!running && frame.pc > code.start).then(|| Pc(frame.pc.0 - 1));
                let here = (frame.pc < code.end).then_some(frame.pc);
                for pc in before.into_iter().chain(here) {
                    let references = facts.live_registers(pc).filter(|&register| facts.is_ref(pc, register));
                    values.extend(references.map(|register| registers[register as usize]));
                }
            }
        }
        values
    }

    /// Whether an instruction that found the heap full can be tried again because garbage was dropped.
    pub(crate) fn make_room(&mut self, raise: &Raise) -> bool {
        match raise {
            Raise::New { class: OUT_OF_MEMORY, message: Some(m) } if m == HEAP_SPACE && !self.made_room => {
                self.made_room = self.collect();
                if !self.made_room {
                    self.ask(self.current, Fixed::Memory);
                }
                self.made_room
            }
            Raise::New { class: OUT_OF_MEMORY, .. } => {
                // The program is told how much memory there is.
                self.ask(self.current, Fixed::Memory);
                self.made_room = false;
                false
            }
            Raise::New { .. }
            | Raise::NullPointer
            | Raise::Cast { .. }
            | Raise::Object(_)
            | Raise::Load { .. }
            | Raise::Unsupported(_)
            | Raise::Again => {
                self.made_room = false;
                false
            }
        }
    }

    /// Small objects are not held against the limit one by one; a thread that runs while the heap is over the limit and
    /// stays so after a collection gets the error at its next instruction.
    pub(crate) fn enforce_limit(&mut self, tid: ThreadId) -> Result<(), String> {
        let over = |vm: &Vm| vm.state.heap.bytes() as u64 > vm.config.max_heap;
        if self.config.collect_after.is_none() || !over(self) {
            return Ok(());
        }
        self.collect();
        let thread = self.state.thread(tid);
        let runs = thread.core.status == Status::Runnable
            && thread.top().is_some_and(|f| matches!(self.program.method(f.method).body, Body::Code(_)));
        if over(self) && runs { self.raise(tid, Raise::new(OUT_OF_MEMORY, HEAP_SPACE)) } else { Ok(()) }
    }
}
