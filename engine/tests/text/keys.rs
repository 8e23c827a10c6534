//! Keys of states: isomorphic heaps have equal keys, however they were built, by a traversal and step by step.

use crate::machine::machine;
use braid_engine::check::{Canon, Canonicalizer};
use braid_engine::vm::Vm;

/// Instructions of the longest body.
const LONGEST: usize = 12;

/// Runs `main` to its end after the first thread was started and ended; gives the key by both canonicalizers.
fn key(body: &str) -> (u128, u128) {
    // As many instructions whatever the body: where a thread is in its code counts.
    let body = format!("{body}{}", "\n  iconst r4, 0".repeat(LONGEST - body.lines().count()));
    let program = format!(
        "class Node extends java/lang/Object {{\n  field a LNode; flags 0x1\n  field b LNode; flags 0x1\n  field v I flags 0x1\n}}\n\
         shared root LNode;\nshared never I\nthread T {{\n}}\nmain {{\n  spawn r0, T\n{body}\n  iconst r0, 0\n  iconst r1, 0\n  iconst r2, 0\n\
         wait:\n  get r3, never\n  ifeqk r3, 0, wait\n  iconst r1, 0\n}}\n"
    );
    let mut vm = machine(&program);
    // What was there before `main` has a fixed identity.
    let mut full = Canonicalizer::new(&vm, Canon::Full);
    let mut steps = Canonicalizer::new(&vm, Canon::Incremental);
    let main = vm.run.current;
    let mut previous = vm.state.checkpoint();
    while !waits(&vm) {
        vm.run_thread(main, 1);
        steps.advance(&vm, &previous);
        previous = vm.state.checkpoint();
    }
    (full.key(&vm), steps.key(&vm))
}

/// Whether the main thread has come to the loop at its end.
fn waits(vm: &Vm) -> bool {
    let thread = vm.state.thread(vm.run.current);
    let at = thread.top().map(|frame| vm.program.code[frame.pc.index()]);
    thread.frames.len() == 1 && at.is_some_and(|op| op.mnemonic() == "ifeqk")
}

const TREE: &str = "  new r0, Node\n  new r1, Node\n  new r2, Node\n  put root, r0\n  putfield r0, r1, Node.a:LNode;\n  \
                    putfield r0, r2, Node.b:LNode;\n  iconst r4, 5\n  putfield r2, r4, Node.v:I";
const TREE_BACKWARDS: &str = "  new r2, Node\n  iconst r4, 5\n  putfield r2, r4, Node.v:I\n  new r1, Node\n  new r0, Node\n  \
                              putfield r0, r2, Node.b:LNode;\n  putfield r0, r1, Node.a:LNode;\n  put root, r0";
const TREE_WITH_GARBAGE: &str = "  new r0, Node\n  put root, r0\n  new r0, Node\n  new r1, Node\n  new r2, Node\n  \
                                 putfield r0, r1, Node.a:LNode;\n  putfield r0, r2, Node.b:LNode;\n  iconst r4, 5\n  \
                                 putfield r2, r4, Node.v:I\n  put root, r0";
const MIRRORED: &str = "  new r0, Node\n  new r1, Node\n  new r2, Node\n  put root, r0\n  putfield r0, r2, Node.a:LNode;\n  \
                        putfield r0, r1, Node.b:LNode;\n  iconst r4, 5\n  putfield r2, r4, Node.v:I";
const JOINED: &str = "  new r0, Node\n  new r1, Node\n  put root, r0\n  putfield r0, r1, Node.a:LNode;\n  \
                      putfield r0, r1, Node.b:LNode;\n  iconst r4, 5\n  putfield r1, r4, Node.v:I";
const CYCLE: &str = "  new r0, Node\n  new r1, Node\n  put root, r0\n  putfield r0, r1, Node.a:LNode;\n  \
                     putfield r1, r0, Node.a:LNode;";
const CYCLE_BACKWARDS: &str = "  new r1, Node\n  new r0, Node\n  putfield r1, r0, Node.a:LNode;\n  \
                               putfield r0, r1, Node.a:LNode;\n  put root, r0";

#[test]
fn isomorphic_heaps_have_equal_keys_and_others_do_not() {
    let tree = key(TREE);
    assert_eq!(key(TREE_BACKWARDS), tree, "built in the other order");
    assert_eq!(key(TREE_WITH_GARBAGE), tree, "with garbage beside it");
    assert_eq!(tree.0, tree.1, "by a traversal and step by step");
    let cycle = key(CYCLE);
    assert_eq!(key(CYCLE_BACKWARDS), cycle, "a cycle built in the other order");
    let all = [tree, cycle, key(MIRRORED), key(JOINED)];
    for (at, one) in all.iter().enumerate() {
        assert!(!all[..at].contains(one), "heap {at} has the key of another one");
    }
}
