//! Collections of garbage that the program asks for, and the threads of the class library that follow up on them.
//!
//! A collection takes place or not. If it does, what only weak references refer to is gone, for all of them at once. Those
//! that have a queue become *pending*. The class library's reference handler puts them there, a thread like any other: so a
//! reference can be cleared and not be in its queue yet, and is there some time. It is started when it first has something to do.
//! So are the threads of cleaners, which run what was registered with them; until then they would do nothing but look at the
//! clock. In a run without a search the running thread puts references into their queues at once.
//!
//! A collection by one thread changes what another one finds although no other thread can reach it: references, and their
//! queues. So where garbage is collected these count as reachable by all threads.

use super::{Arguments, Outcome, Row, nothing, rows, zero};
use crate::interp::{Raise, Res};
use crate::program::{ClassId, ObjId, ThreadId};
use crate::state::{FrameExit, Status};
use crate::vm::Vm;

const REFERENCE: &str = "java/lang/ref/Reference";

/// The first of the references that are pending, and behind it the threads of cleaners that are idle.
const ROOM: u32 = 32;

impl Vm {
    /// Makes room for the first of the references that are pending, and for idle threads. Once, while the class library starts.
    pub(crate) fn prepare_references(&mut self) -> Res<()> {
        self.links.pending = self.new_array("[Ljava/lang/Object;", ROOM)?;
        Ok(())
    }

    /// The first of the references that are pending.
    fn pending(&self) -> ObjId {
        match self.links.pending {
            ObjId::NULL => ObjId::NULL,
            pending => self.state.heap.ref_at(pending, 0),
        }
    }

    /// Whether a collection may change objects of a class although only one thread can reach them.
    #[inline]
    pub(crate) fn is_changed_by_collections(&self, class: ClassId) -> bool {
        self.known.references.iter().any(|&base| self.program.is_subclass(class, base))
    }

    /// Garbage is collected: references and queues that are there already can be reached by all threads.
    pub fn share_references(&mut self) {
        for obj in (self.known.first_program_object.index()..self.state.heap.object_count()).map(ObjId::new) {
            if self.state.heap.is_live(obj) && self.is_changed_by_collections(self.state.heap.class_of(obj)) {
                crate::state::share(&self.program, &mut self.state.heap, obj);
            }
        }
    }

    /// Puts references among those that are pending, and lets the reference handler and cleaners follow up on them.
    fn follow_up(&mut self, tid: ThreadId, cleared: &[ObjId]) -> Res<()> {
        let class = self.class(REFERENCE)?;
        let (queue, next) = (self.slot(class, "queue"), self.slot(class, "discovered"));
        let queue_of = |vm: &Vm, reference: ObjId| ObjId(vm.state.heap.field(reference, queue) as u32);
        let mut first = self.pending();
        let mut queues = Vec::new();
        for &reference in cleared.iter().rev() {
            let queue = queue_of(self, reference);
            if self.program.class_name(self.state.heap.class_of(queue)) == "java/lang/ref/ReferenceQueue$Null" {
                continue;
            }
            queues.push(queue);
            crate::state::share(&self.program, &mut self.state.heap, reference);
            self.state.heap.set_field(reference, next, first.0.into());
            first = reference;
        }
        if queues.is_empty() {
            return Ok(());
        }
        self.state.heap.set_ref_at(self.links.pending, 0, first);
        let handler = self.known.reference_handler;
        match self.thread_of(handler) {
            Some(handler) if matches!(self.state.thread(handler).core.status, Status::Parked { .. }) => {
                self.unpark(handler);
            }
            Some(_) => {}
            None => self.start_thread(tid, handler)?,
        }
        self.start_cleaners(tid, &queues)
    }

    /// The thread of a cleaner has been started. It stays, with all that it refers to, but has nothing to do yet.
    pub(super) fn keep_idle(&mut self, thread: ObjId) -> Res<()> {
        let heap = &self.state.heap;
        let free = (1..ROOM).find(|&at| heap.ref_at(self.links.pending, at).is_null());
        let free = free.ok_or_else(|| Raise::Unsupported(format!("more than {} cleaners", ROOM - 1)))?;
        crate::state::share(&self.program, &mut self.state.heap, thread);
        self.state.heap.set_ref_at(self.links.pending, free, thread);
        Ok(())
    }

    /// Lets the threads of cleaners run that wait at these queues.
    fn start_cleaners(&mut self, tid: ThreadId, queues: &[ObjId]) -> Res<()> {
        for at in 1..ROOM {
            let thread = self.state.heap.ref_at(self.links.pending, at);
            let task = if thread.is_null() { None } else { self.cleaning_task(thread) };
            if task.and_then(|task| self.referent(task, "queue")).is_some_and(|queue| queues.contains(&queue)) {
                self.state.heap.set_ref_at(self.links.pending, at, ObjId::NULL);
                self.start_thread(tid, thread)?;
            }
        }
        Ok(())
    }
}

/// A collection takes place or not.
fn collect_garbage(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    let clearable = vm.clearable_references()?;
    if clearable.is_empty() || vm.is_searching() && vm.run.choose(2) == 0 {
        return Outcome::void();
    }
    let class = vm.class(REFERENCE)?;
    let slot = vm.slot(class, "referent");
    for &reference in &clearable {
        vm.state.heap.set_field(reference, slot, 0);
    }
    if vm.is_searching() {
        vm.follow_up(tid, &clearable)?;
        return Outcome::void();
    }
    let enqueue = vm.program.declared_method(class, "enqueueFromPending", "()V");
    let enqueue = enqueue.ok_or_else(|| Raise::Unsupported("Reference.enqueueFromPending is missing".into()))?;
    for &reference in clearable.iter().rev() {
        vm.push_call(tid, enqueue, &[u64::from(reference.0)], FrameExit::Again)?;
    }
    // When they are in their queues there is nothing left to clear.
    Err(Raise::Again)
}

fn clear(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = vm.class(REFERENCE)?;
    let slot = vm.slot(class, "referent");
    vm.state.heap.set_field(args.obj(0), slot, 0);
    Outcome::void()
}

fn refers_to(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let class = vm.class(REFERENCE)?;
    let slot = vm.slot(class, "referent");
    Outcome::bool(vm.state.heap.field(args.obj(0), slot) as u32 == args.obj(1).0)
}

fn is_pending(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    Outcome::bool(!vm.pending().is_null())
}

fn take_pending(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    let first = vm.pending();
    if !first.is_null() {
        vm.state.heap.set_ref_at(vm.links.pending, 0, ObjId::NULL);
    }
    Outcome::obj(first)
}

fn wait_for_pending(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    if vm.pending().is_null() {
        vm.park(tid, None)?;
        return Err(Raise::Again);
    }
    Outcome::void()
}

pub(super) const ROWS: &[Row] = rows! {
    "java/lang/Runtime" { "gc" "()V" [Collect, Pinned(PinnedAnswer::Garbage)] => collect_garbage }
    "java/lang/ref/Reference" {
        "clear0" "()V" [Field { name: "referent", write: true }, Computed] => clear,
        "refersTo0" "(Ljava/lang/Object;)Z" [Field { name: "referent", write: false }, Pinned(PinnedAnswer::Garbage)] => refers_to,
        "hasReferencePendingList" "()Z" [Collect, Pinned(PinnedAnswer::Garbage)] => is_pending,
        "getAndClearReferencePendingList" "()Ljava/lang/ref/Reference;" [Collect, Pinned(PinnedAnswer::Garbage)] => take_pending,
        "waitForReferencePendingList" "()V" [Park, Pinned(PinnedAnswer::Garbage)] => wait_for_pending,
    }
    "java/lang/ref/PhantomReference" {
        "clear0" "()V" [Field { name: "referent", write: true }, Computed] => clear,
        "refersTo0" "(Ljava/lang/Object;)Z" [Field { name: "referent", write: false }, Pinned(PinnedAnswer::Garbage)] => refers_to,
    }
    "java/lang/ref/Finalizer" {
        "isFinalizationEnabled" "()Z" [Nothing, Pinned(PinnedAnswer::Garbage)] => zero,
        "register" "(Ljava/lang/Object;)V" [Nothing, Pinned(PinnedAnswer::Garbage)] => nothing,
    }
};
