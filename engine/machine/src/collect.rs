//! When garbage is collected: between two instructions of a single run, when the heap has grown enough.
//!
//! The engine's own calls (`call_now`) keep references in variables of natives, so nothing is collected while one is
//! under way.

use crate::interp::{Raise, Res};
use crate::natives::effect::PinnedAnswer;
use crate::program::{Body, Facts, ObjId, ThreadId};
use crate::state::{Status, WeakReferences, Whole};
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
        if self.run.stop_depth.is_some() || !self.state.can_collect() || self.config.collect_after.is_none() {
            return false;
        }
        let roots = self.other_roots();
        let off_heap = &self.tables.off_heap;
        self.caches.inflating.retain(|inflating| off_heap.contains(&inflating.cell()));
        let values = self.live_registers();
        let mirrors = (self.known.class, self.known.class_slots);
        self.state.collect(&self.program, mirrors, &roots, &values);
        true
    }

    /// The objects that the machine itself refers to: the state besides its threads, and tables.
    pub fn lasting_roots(&self) -> Vec<ObjId> {
        let mut roots = self.other_roots();
        let Whole {
            heap,
            threads: _,
            monitors: _,
            init: _,
            mirrors,
            interned,
            instances,
            linked,
            scalars: _,
            // Without references.
            outside: _,
            // Nothing before a search, and then names.
            defined: _,
        } = self.state.whole();
        roots.extend(mirrors.iter().chain(interned.values()).chain(instances.values()));
        let linked = linked.values().filter_map(|&value| u32::try_from(value).ok());
        roots.extend(linked.map(ObjId).filter(|&obj| heap.is_live(obj)));
        roots.retain(|obj| !obj.is_null());
        roots
    }

    /// The objects that the machine itself refers to.
    fn other_roots(&self) -> Vec<ObjId> {
        let mut roots = vec![
            self.known.boot_module,
            self.known.app_loader,
            self.known.platform_loader,
            self.links.answers.root(),
            self.links.blocks,
            self.links.pending,
            self.known.reference_handler,
        ];
        roots.extend(self.tables.modules.values().chain(&self.tables.user_loaders).chain(&self.tables.off_heap));
        roots
    }

    /// The weak references of the program whose objects nothing else keeps: a collection would clear them.
    pub(crate) fn clearable_references(&mut self) -> Res<Vec<ObjId>> {
        let base = self.class("java/lang/ref/Reference")?;
        let soft = self.class("java/lang/ref/SoftReference")?;
        let weak = WeakReferences { base, soft, referent: self.slot(base, "referent") };
        let queue = self.slot(base, "queue");
        let (roots, values) = (self.other_roots(), self.live_registers());
        let mirrors = (self.known.class, self.known.class_slots);
        let reachable = self.state.reachable(&self.program, mirrors, &roots, &values, Some(&weak));
        let heap = &self.state.heap;
        let clearable = |&obj: &ObjId| {
            let referent = weak.slot_of(&self.program, heap.class_of(obj)).map(|slot| heap.field(obj, slot) as u32);
            referent.is_some_and(|referent| referent != 0 && !reachable[referent as usize])
        };
        // One without a queue is still in its constructor, whose rest commutes with a collection: it is cleared afterwards.
        let is_made = |&obj: &ObjId| heap.field(obj, queue) as u32 != 0;
        let own = (self.known.first_program_object.index()..heap.object_count()).map(ObjId::new);
        let alive = own.filter(|obj| reachable[obj.index()] && heap.is_live(*obj));
        Ok(alive.filter(clearable).filter(is_made).collect())
    }

    /// The values of all live registers that hold references. A native keeps its arguments.
    fn live_registers(&mut self) -> Vec<u64> {
        let mut values = Vec::new();
        for thread in self.state.threads().iter().filter(|t| !t.is_terminated()) {
            for (depth, frame) in thread.frames.iter().enumerate() {
                let registers = thread.registers(frame);
                if self.program.method(frame.method).code().is_none() {
                    values.extend_from_slice(registers);
                    continue;
                }
                let known = self.links.facts.entry(frame.method);
                let facts = known.or_insert_with(|| Facts::of(&self.program, frame.method));
                let references = facts.live_at_rest(thread.rest(depth)).filter(|&(_, is_ref)| is_ref);
                values.extend(references.map(|(register, _)| registers[register as usize]));
            }
        }
        values
    }

    /// Whether an instruction that found the heap full can be tried again because garbage was dropped.
    pub(crate) fn make_room(&mut self, raise: &Raise) -> bool {
        match raise {
            Raise::New { class: OUT_OF_MEMORY, message: Some(m) } if m == HEAP_SPACE && !self.run.made_room => {
                self.run.made_room = self.collect();
                if !self.run.made_room {
                    self.ask(self.run.current, PinnedAnswer::Memory);
                }
                self.run.made_room
            }
            Raise::New { class: OUT_OF_MEMORY, .. } => {
                // The program is told how much memory there is.
                self.ask(self.run.current, PinnedAnswer::Memory);
                self.run.made_room = false;
                false
            }
            Raise::New { .. }
            | Raise::NullPointer
            | Raise::Cast { .. }
            | Raise::Object(_)
            | Raise::Load { .. }
            | Raise::Unsupported(_)
            | Raise::Again => {
                self.run.made_room = false;
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
