//! Where a state holds values and references: slots of objects, live registers of frames, other roots of threads.

use braid_machine::state::{Heap, Thread};
use braid_machine::vm::Vm;
use braid_program::{ClassId, ClassKind, Facts, Kind, MethodId, ObjId, Program, ThreadId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A root of a thread that is no register.
pub(super) const THREAD_OBJECT: Root = Root { depth: u32::MAX, register: 0 };
/// The exception that a thread ends with.
pub(super) const THROWN: Root = Root { depth: u32::MAX, register: 1 };

/// Where a thread holds a reference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Root {
    pub depth: u32,
    pub register: u16,
}

/// How the words of an object are read.
pub(super) enum WordLayout<'a> {
    /// Two references a word.
    Refs,
    /// No references.
    Values,
    /// References in these slots, ascending.
    Fields(&'a [u16]),
}

/// Which slots of which classes hold references.
#[derive(Default)]
pub(super) struct Shapes {
    /// For mirrors: the slots of `Class`, then the static fields of the mirrored class.
    mirrors: FxHashMap<ClassId, Rc<[u16]>>,
}

impl Shapes {
    /// Calls with the shape of an object.
    pub fn with<R>(&mut self, vm: &Vm, heap: &Heap, obj: ObjId, use_it: impl FnOnce(WordLayout) -> R) -> R {
        let class_id = heap.class_of(obj);
        let class = vm.program.class(class_id);
        match class.kind {
            ClassKind::Array { kind: Kind::Ref, .. } => use_it(WordLayout::Refs),
            ClassKind::Array { .. } | ClassKind::Primitive(_) => use_it(WordLayout::Values),
            ClassKind::Instance | ClassKind::Interface if class_id == vm.known.class => {
                use_it(WordLayout::Fields(&self.mirror(vm, obj)))
            }
            ClassKind::Instance | ClassKind::Interface => use_it(WordLayout::Fields(&class.instance.refs)),
        }
    }

    fn mirror(&mut self, vm: &Vm, mirror: ObjId) -> Rc<[u16]> {
        let own = &vm.program.class(vm.known.class).instance.refs;
        let Some(mirrored) = vm.state.class_of_mirror(mirror) else { return own.as_slice().into() };
        let slots = self.mirrors.entry(mirrored).or_insert_with(|| {
            let first = vm.known.class_slots;
            own.iter().copied().chain(vm.program.class(mirrored).statics.refs.iter().map(|r| first + r)).collect()
        });
        slots.clone()
    }
}

/// Reports the slots of some words of an object: slot, value, whether it is a reference. `first` is the first word.
pub(super) fn for_each_slot(shape: &WordLayout, words: &[u64], first: usize, mut report: impl FnMut(u32, u64, bool)) {
    match shape {
        WordLayout::Refs => {
            for (i, &word) in words.iter().enumerate() {
                let slot = (first + i) as u32 * 2;
                report(slot, word & 0xffff_ffff, true);
                report(slot + 1, word >> 32, true);
            }
        }
        WordLayout::Values => words.iter().enumerate().for_each(|(i, &word)| report((first + i) as u32, word, false)),
        WordLayout::Fields(refs) => {
            let mut refs = refs.iter().skip_while(|&&r| usize::from(r) < first).peekable();
            for (i, &word) in words.iter().enumerate() {
                let slot = first + i;
                report(slot as u32, word, refs.next_if(|&&r| usize::from(r) == slot).is_some());
            }
        }
    }
}

/// Reports the references in an object, `null` left out.
pub(super) fn for_each_ref(vm: &Vm, heap: &Heap, obj: ObjId, shapes: &mut Shapes, mut report: impl FnMut(u32, ObjId)) {
    shapes.with(vm, heap, obj, |shape| match shape {
        WordLayout::Values => {}
        WordLayout::Refs => for_each_slot(&shape, heap.words_of(obj), 0, |slot, value, _| {
            if value != 0 {
                report(slot, ObjId(value as u32));
            }
        }),
        WordLayout::Fields(refs) => {
            for &slot in refs {
                let value = heap.field(obj, slot) as u32;
                if value != 0 {
                    report(u32::from(slot), ObjId(value));
                }
            }
        }
    });
}

/// The facts of methods, computed once.
#[derive(Default)]
pub(super) struct FactsTable {
    facts: Vec<Option<Rc<Facts>>>,
}

impl FactsTable {
    fn get(&mut self, program: &Program, method: MethodId) -> Rc<Facts> {
        if self.facts.len() <= method.index() {
            self.facts.resize(method.index() + 1, None);
        }
        self.facts[method.index()].get_or_insert_with(|| Rc::new(Facts::of(program, method))).clone()
    }

    /// Reports the live registers of a frame: register, value, whether it is a reference.
    pub fn for_each_live(&mut self, vm: &Vm, thread: &Thread, depth: usize, mut report: impl FnMut(u16, u64, bool)) {
        let frame = thread.frames[depth];
        let registers = thread.registers(&frame);
        let method = vm.program.method(frame.method);
        if method.code().is_none() {
            // A native keeps its arguments while it is blocked.
            let mut register = 0;
            if !method.is_static() {
                report(0, registers[0], true);
                register = 1;
            }
            for &kind in &method.params {
                report(register, registers[register as usize], kind == Kind::Ref);
                register += kind.slots();
            }
            return;
        }
        let facts = self.get(&vm.program, frame.method);
        for (register, is_ref) in facts.live_at_rest(thread.rest(depth)) {
            report(register, registers[register as usize], is_ref);
        }
    }
}

/// The roots of a thread that are no registers.
pub(super) fn other_roots(thread: &Thread) -> [(Root, ObjId); 2] {
    [(THREAD_OBJECT, thread.object), (THROWN, thread.core.thrown)]
}

/// Ids of the threads that are part of the state.
pub(super) fn live_threads(vm: &Vm) -> impl Iterator<Item = ThreadId> + '_ {
    vm.state.thread_ids().filter(|&id| !vm.state.thread(id).is_terminated())
}

/// Ids of all classes.
pub(super) fn all_classes(vm: &Vm) -> impl Iterator<Item = ClassId> + use<> {
    (0..vm.state.inits().len()).map(ClassId::new)
}
