//! Escape: which objects other threads can reach.
//!
//! A sticky bit of each object, set for everything that is stored into a shared object, a static field or a started thread.
//! Debug builds check after every step that shared objects point to shared objects only.

use super::Heap;
use crate::program::{ClassKind, Kind, ObjId, Program};
use rustc_hash::FxHashSet;

/// Marks an object and what it points to as reachable by other threads.
pub fn share(program: &Program, heap: &mut Heap, obj: ObjId) {
    let mut work = vec![obj];
    let mut seen = FxHashSet::default();
    while let Some(obj) = work.pop() {
        if obj.is_null() || heap.is_shared(obj) || !seen.insert(obj) {
            continue;
        }
        heap.set_shared(obj);
        let class = program.class(heap.class_of(obj));
        match class.kind {
            ClassKind::Array { kind: Kind::Ref, .. } => {
                work.extend((0..heap.array_len(obj)).map(|i| heap.ref_at(obj, i)));
            }
            ClassKind::Array { .. } | ClassKind::Primitive(_) => {}
            ClassKind::Instance | ClassKind::Interface => {
                // Mirrors are shared from the start, so the statics behind their fields need no care here.
                work.extend(class.instance.refs.iter().map(|&slot| ObjId(heap.field(obj, slot) as u32)));
            }
        }
    }
}
