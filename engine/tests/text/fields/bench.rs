//! A machine in a state with something of everything, and the keys of the states that changes make of it.

use super::{Change, UNCHANGED, counts, named};
use crate::machine::machine;
use braid_engine::check::{Canon, Canonicalizer, Exact, share};
use braid_engine::program::{ClassId, ObjId, SiteId, ThreadId};
use braid_engine::state::{Frame, Reading};
use braid_engine::vm::Vm;
use std::collections::BTreeMap;

const PROGRAM: &str = include_str!("fields.text");

/// Things to change a state with.
#[derive(Clone, Copy)]
pub struct Scene {
    /// Spins in a loop, with live registers.
    pub a: ThreadId,
    /// Likewise, in a method of the same code.
    pub b: ThreadId,
    /// Three nodes in a list that a static field refers to.
    pub nodes: [ObjId; 3],
    /// An array that a static field refers to.
    pub cells: ObjId,
    /// Objects that final static fields refer to.
    pub locks: [ObjId; 2],
    /// Two nodes that static fields refer to, each by one of its own.
    pub leaves: [ObjId; 2],
    /// Two nodes and a string that were there when the search started.
    pub old_nodes: [ObjId; 2],
    pub old_text: ObjId,
    /// Classes of the same layout.
    pub node: ClassId,
    pub twin: ClassId,
    /// Classes that are not initialized.
    pub lazy: ClassId,
    pub unused: ClassId,
    /// Sites with different keys.
    pub sites: [SiteId; 2],
    /// Slots of a node.
    pub next: u16,
    pub value: u16,
    /// Where the class of shared fields has its fields `top` and `any`.
    pub globals: ObjId,
    pub top: u16,
    pub any: u16,
}

pub const LIVE_REF: usize = 0;
pub const LIVE_VALUE: usize = 5;
pub const DEAD_VALUE: usize = 9;

pub struct Bench {
    pub vm: Vm,
    compact: Canonicalizer,
    exact: Exact,
    pub scene: Scene,
}

/// Whether a thread has come to its loop.
fn spins(vm: &Vm, thread: ThreadId) -> bool {
    let thread = vm.state.thread(thread);
    let at = thread.top().map(|frame| vm.program.code[frame.pc.index()]);
    thread.frames.len() == 1 && at.is_some_and(|op| op.mnemonic() == "ifeqk")
}

impl Bench {
    pub fn new() -> Self {
        let mut vm = machine(PROGRAM);
        let class = |vm: &mut Vm, name: &str| vm.class(name).expect("the program has the class");
        let [node, twin, lazy, unused, globals] = ["Node", "Twin", "Lazy", "Unused", "G"].map(|n| class(&mut vm, n));
        let (old_nodes, old_text) = ([vm.alloc(node), vm.alloc(node)], vm.new_string("old"));
        vm.state.heap.share_everything();
        let (mut compact, mut exact) = (Canonicalizer::new(&vm, Canon::Incremental), Exact::new(&vm));
        let start = vm.state.checkpoint();
        let main = vm.run.current;
        let mut threads = vec![main];
        while !threads.iter().all(|&thread| spins(&vm, thread)) || threads.len() < 3 {
            let running = threads.iter().copied().find(|&thread| !spins(&vm, thread));
            vm.run_thread(running.expect("invariant: main starts two threads before it spins"), 1);
            threads = vm.state.thread_ids().collect();
        }
        let [_, a, b] = threads[..] else { panic!("there are three threads") };
        vm.state.heap.share_everything();
        compact.advance(&vm, &start);
        exact.observe(&vm, &start);
        let held = |vm: &Vm, register: u16| ObjId(vm.state.thread(main).register(register) as u32);
        let mut sites = (0..vm.program.sites.len()).map(SiteId::new);
        let one = sites.next().expect("the program has sites");
        let another = sites.find(|&site| vm.program.site_key(site) != vm.program.site_key(one));
        let first = vm.known.class_slots;
        let scene = Scene {
            a,
            b,
            nodes: [0, 1, 2].map(|register| held(&vm, register)),
            cells: held(&vm, 10),
            locks: [6, 7].map(|register| held(&vm, register)),
            leaves: [11, 12].map(|register| held(&vm, register)),
            old_nodes,
            old_text,
            node,
            twin,
            lazy,
            unused,
            sites: [one, another.expect("the program has several sites")],
            next: vm.slot(node, "next"),
            value: vm.slot(node, "v"),
            globals: vm.state.mirror(globals).expect("the class is in use"),
            top: first + vm.slot(globals, "top"),
            any: first + vm.slot(globals, "any"),
        };
        Bench { vm, compact, exact, scene }
    }

    /// Makes each change in a setting, on its own; gives the keys of the states, and demands that undo leads back.
    fn keys(&mut self, setting: &dyn Fn(&mut Vm), changes: &[Change]) -> Vec<(u128, u32)> {
        let (mark, canon) = (self.vm.state.checkpoint(), self.compact.mark());
        let before = self.here();
        let keys = changes.iter().map(|change| {
            setting(&mut self.vm);
            (change.make)(&mut self.vm);
            self.compact.advance(&self.vm, &mark);
            self.exact.observe(&self.vm, &mark);
            let keys = self.here();
            self.vm.state.rollback(&mark);
            self.compact.rollback(&canon);
            assert_eq!(self.here(), before, "{} was undone", change.name);
            keys
        });
        keys.collect()
    }

    fn here(&mut self) -> (u128, u32) {
        (self.compact.key(&self.vm), self.exact.number(&self.vm, 0))
    }

    /// Demands that two changes give the same key, and the same exact number, exactly if they mean the same.
    pub fn tell_apart(&mut self, setting: impl Fn(&mut Vm), mut changes: Vec<Change>) {
        changes.extend(named(UNCHANGED, vec![counts(|_| {})]));
        let keys = self.keys(&setting, &changes);
        let mut wrong = Vec::new();
        let by_name: BTreeMap<&str, usize> = changes.iter().enumerate().map(|(i, c)| (c.name.as_str(), i)).collect();
        assert_eq!(by_name.len(), changes.len(), "two changes have the same name");
        for (i, change) in changes.iter().enumerate() {
            assert!(by_name.contains_key(change.means.as_str()), "{}: there is no {:?}", change.name, change.means);
            for (j, other) in changes.iter().enumerate().take(i) {
                let same = change.means == other.means;
                for (store, equal) in [("key", keys[i].0 == keys[j].0), ("number", keys[i].1 == keys[j].1)] {
                    if equal != same {
                        let is = if equal { "the same" } else { "another" };
                        wrong.push(format!("{is} {store}: {} and {}", other.name, change.name));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{} of {} changes:\n{}", wrong.len(), changes.len(), wrong.join("\n"));
    }
}

/// Refers to an object from a static field.
pub fn publish(vm: &mut Vm, scene: Scene, obj: ObjId) {
    share(&vm.program, &mut vm.state.heap, obj);
    vm.state.heap.set_field(scene.globals, scene.any, obj.0.into());
}

pub fn frame_of(vm: &mut Vm, thread: ThreadId) -> &mut Frame {
    vm.state.thread_mut(thread).frames.last_mut().expect("invariant: the thread has a frame")
}

pub fn set_register(vm: &mut Vm, thread: ThreadId, register: usize, value: u64) {
    let thread = vm.state.thread_mut(thread);
    let base = thread.frames.last().expect("invariant: the thread has a frame").base as usize;
    thread.stack[base + register] = value;
}

pub fn set_reading(vm: &mut Vm, thread: ThreadId, register: usize, reading: Option<Reading>) {
    let thread = vm.state.thread_mut(thread);
    let base = thread.frames.last().expect("invariant: the thread has a frame").base as usize;
    assert!(thread.core.readings.set(base + register, reading), "there is room for a reading");
}
