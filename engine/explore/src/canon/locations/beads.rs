//! Lists that move as a whole.
//!
//! Locations are paths, so a node in front of a list would give every node behind it another location. But many objects need
//! none of their own. A *bead* is an object
//!
//! * that nothing refers to but one object of its own class, by one slot;
//! * whose other slots refer to nothing that was made during the search.
//!
//! Both are properties of the graph. Beads that follow each other are a *strand*, which hangs from its *anchor*: the object,
//! no bead, that refers to the first. By the second property all of them refer to the next by the same slot, and only the
//! last may refer to something else, its *successor*. So a strand is known by where the anchor is, the slot, and the
//! sequence of the beads' contents, and that is what it adds to the key (`strands`); a bead adds nothing by itself. What
//! refers to a bead, which is the anchor or the bead before, counts it as [`ON_STRAND`].
//!
//! The depth of a bead is that of the anchor and how many-th it is. Its location, which the successor's is made of, is the
//! anchor's with that number. Neither is on record, so a strand that moves costs the same however long it is.
//!
//! Every change of an edge looks at both ends. What is a bead no longer becomes an ordinary object at once, before locations
//! are settled; what could be one now joins a strand after that, since only then it is known what is still there. Joining
//! changes the location of the successor, which is settled again; nothing comes or goes by that.
//!
//! A cycle of nothing but beads would have no anchor; nothing could reach it, so it is garbage and not held.

use super::super::encode;
use super::super::hashing::{Hashing, ON_STRAND, bead_location, strand_hash};
use super::super::slots::{Shapes, for_each_ref};
use super::super::strands::{Side, StrandId};
use super::{Locations, NO_DEPTH, Referrer};
use braid_machine::vm::Vm;
use braid_program::{ClassKind, ObjId};

impl Locations {
    /// The depth of an object, bead or not.
    pub(super) fn depth(&self, obj: ObjId) -> u32 {
        let node = &self.nodes[self.at(obj)];
        match node.place {
            None => node.depth,
            Some(place) => {
                let (anchor, _) = self.strands.anchor(place.strand);
                self.nodes[self.at(anchor)].depth.saturating_add(self.strands.position(place) + 1)
            }
        }
    }

    /// The location that those of what an object refers to are made from.
    pub(super) fn origin(&self, vm: &Vm, obj: ObjId) -> u128 {
        let place = if obj < self.first_search_object { None } else { self.nodes[self.at(obj)].place };
        match place {
            None => self.recorded(obj),
            Some(place) => {
                let (anchor, slot) = self.strands.anchor(place.strand);
                bead_location(vm, self.recorded(anchor), slot, obj, self.strands.position(place))
            }
        }
    }

    /// Whether an object is a bead.
    pub(super) fn is_bead(&self, obj: ObjId) -> bool {
        obj >= self.first_search_object && self.nodes[self.at(obj)].place.is_some()
    }

    /// Reports what has its depth and location from an object, and how many steps away: what it refers to, with strands
    /// passed over. And the strands that hang from it.
    pub(super) fn for_each_next(
        &self,
        vm: &Vm,
        obj: ObjId,
        shapes: &mut Shapes,
        mut report: impl FnMut(ObjId, u32),
        mut passed: impl FnMut(StrandId),
    ) {
        for_each_ref(vm, &vm.state.heap, obj, shapes, |_, target| {
            if target < self.first_search_object {
                return;
            }
            let Some(place) = self.nodes[self.at(target)].place else { return report(target, 1) };
            passed(place.strand);
            if let Some(next) = self.successor(vm, place.strand) {
                report(next, 1 + self.strands.len(place.strand));
            }
        });
    }

    /// What the last bead of a strand refers to, if that was made during the search.
    fn successor(&self, vm: &Vm, strand: StrandId) -> Option<ObjId> {
        let (_, slot) = self.strands.anchor(strand);
        let next = ObjId(vm.state.heap.field(self.strands.end(strand, Side::Back)?, slot as u16) as u32);
        (!next.is_null() && next >= self.first_search_object).then_some(next)
    }

    /// What a bead hangs from and by which slot, if an object is fit to be one.
    fn hangs_from(&self, vm: &Vm, obj: ObjId) -> Option<(ObjId, u32)> {
        let node = &self.nodes[self.at(obj)];
        let [Referrer::Object(from, slot)] = self.referrers[self.at(obj)][..] else { return None };
        let heap = &vm.state.heap;
        let alike = from >= self.first_search_object && from != obj && heap.class_of(from) == heap.class_of(obj);
        (node.held && alike && may_be_bead(vm, obj, slot, self.first_search_object)).then_some((from, slot))
    }

    /// What an object refers to has changed.
    pub(super) fn slots_changed(&mut self, vm: &Vm, obj: ObjId) {
        self.candidates.push(obj);
        if self.is_bead(obj) && self.hangs_from(vm, obj).is_none() {
            self.loosen(vm, obj);
        }
    }

    /// Makes an ordinary object of a bead. Its location is found when locations are settled.
    pub(super) fn loosen(&mut self, vm: &Vm, obj: ObjId) {
        let Some(place) = self.nodes[self.at(obj)].place else { return };
        let depth = self.depth(obj);
        self.touched.extend(self.successor(vm, place.strand));
        let (anchor, slot) = self.strands.anchor(place.strand);
        let before = self.strands.position(place);
        let behind = self.strands.len(place.strand) - 1 - before;
        if before <= behind {
            let part = (before > 0).then(|| self.strands.take(anchor, slot));
            self.shift(before, place.strand, Side::Front, part);
            self.unhang(obj, Side::Front);
            self.strands.set_anchor(place.strand, obj);
        } else {
            let part = (behind > 0).then(|| self.strands.take(obj, slot));
            self.shift(behind, place.strand, Side::Back, part);
            self.unhang(obj, Side::Back);
        }
        if self.strands.len(place.strand) == 0 {
            self.strands.free(place.strand);
        }
        self.node_mut(obj).depth = depth;
        self.mark_dirty(obj);
        self.touched.push(obj);
        self.candidates.push(obj);
        if depth == NO_DEPTH {
            self.dropped.push(obj);
        }
    }

    /// Moves beads from one end of a strand to the other end of another one.
    fn shift(&mut self, count: u32, from: StrandId, side: Side, to: Option<StrandId>) {
        let Some(to) = to else { return };
        for _ in 0..count {
            let obj = self.strands.end(from, side).expect("invariant: the strand has that many beads");
            let digit = self.nodes[self.at(obj)].hash;
            self.strands.pop(from, side, digit);
            let other = match side {
                Side::Front => Side::Back,
                Side::Back => Side::Front,
            };
            let place = self.strands.push(to, other, obj, digit);
            self.node_mut(obj).place = Some(place);
        }
    }

    /// Takes the bead at one end off its strand.
    fn unhang(&mut self, obj: ObjId, side: Side) {
        let node = self.node_mut(obj);
        let (place, digit) = (node.place.take(), std::mem::take(&mut node.hash));
        let place = place.expect("invariant: a bead has a place");
        self.strands.pop(place.strand, side, digit);
    }

    /// Makes beads of what has become fit for it. What comes behind them has to be settled again.
    pub(super) fn join(&mut self, vm: &Vm) {
        let candidates = std::mem::take(&mut self.candidates);
        for &obj in &candidates {
            if self.nodes[self.at(obj)].place.is_none()
                && let Some((from, slot)) = self.hangs_from(vm, obj)
            {
                self.hang(vm, obj, from, slot);
            }
        }
        for &obj in &candidates {
            if let Some(place) = self.nodes[self.at(obj)].place {
                self.touched.extend(self.successor(vm, place.strand));
            }
        }
        self.candidates = candidates;
        self.candidates.clear();
    }

    /// Makes a bead of an object.
    fn hang(&mut self, vm: &Vm, obj: ObjId, from: ObjId, slot: u32) {
        let location = self.nodes[self.at(obj)].location;
        if location != ON_STRAND {
            self.announce(obj, location, ON_STRAND);
        }
        let node = self.node_mut(obj);
        node.location = ON_STRAND;
        let hash = std::mem::take(&mut node.hash);
        self.difference = self.difference.wrapping_sub(hash);
        self.mark_dirty(obj);
        let strand_at = |locations: &Locations, obj: ObjId| {
            (!obj.is_null() && locations.is_bead(obj))
                .then(|| locations.nodes[locations.at(obj)].place.expect("just asked").strand)
        };
        let before = strand_at(self, from);
        let behind = strand_at(self, ObjId(vm.state.heap.field(obj, slot as u16) as u32));
        let place = match (before, behind) {
            (None, Some(behind)) => {
                self.strands.set_anchor(behind, from);
                self.strands.push(behind, Side::Front, obj, 0)
            }
            (before, _) => {
                let strand = before.unwrap_or_else(|| self.strands.take(from, slot));
                self.strands.push(strand, Side::Back, obj, 0)
            }
        };
        self.node_mut(obj).place = Some(place);
        let (Some(before), Some(behind)) = (before, behind) else { return };
        let (fewer, more) = (self.strands.len(before), self.strands.len(behind));
        if fewer < more {
            let (anchor, _) = self.strands.anchor(before);
            self.shift(fewer, before, Side::Back, Some(behind));
            self.strands.set_anchor(behind, anchor);
            self.strands.free(before);
        } else {
            self.shift(more, behind, Side::Front, Some(before));
            self.strands.free(behind);
        }
    }

    /// Computes the hashes of what has changed again; returns by how much that changes the sum.
    pub fn rehash(&mut self, vm: &Vm) -> u128 {
        let mut difference = std::mem::take(&mut self.difference);
        let dirty = std::mem::take(&mut self.dirty);
        for &obj in &dirty {
            let node = *self.node(obj);
            let now = match node.held {
                true => Hashing::of(vm, self, |sink| encode::object(sink, vm, obj, node.location, node.content)),
                false => 0,
            };
            if now == node.hash {
                continue;
            }
            self.node_mut(obj).hash = now;
            match node.place {
                Some(place) => self.strands.change(place, node.hash, now),
                None => difference = difference.wrapping_sub(node.hash).wrapping_add(now),
            }
        }
        self.dirty = dirty;
        let strands = self.strands.take_dirty();
        for &strand in &strands {
            let now = match self.strands.end(strand, Side::Front) {
                None => 0,
                Some(bead) => {
                    let (anchor, slot) = self.strands.anchor(strand);
                    let (number, len) = (self.strands.number(strand), self.strands.len(strand));
                    strand_hash(vm, self.recorded(anchor), slot, bead, len, number)
                }
            };
            let before = self.strands.set_hash(strand, now);
            difference = difference.wrapping_sub(before).wrapping_add(now);
        }
        self.strands.give_back(strands);
        difference
    }
}

/// Whether an object that is referred to by a slot of an object of its class, and by nothing else, is a bead: whether it
/// leads nowhere but by the same slot.
pub(in super::super) fn may_be_bead(vm: &Vm, obj: ObjId, slot: u32, first_search_object: ObjId) -> bool {
    let heap = &vm.state.heap;
    let class_id = heap.class_of(obj);
    let class = vm.program.class(class_id);
    let leads_on = |&at: &u16| u32::from(at) != slot && heap.field(obj, at) as u32 >= first_search_object.0;
    match class.kind {
        ClassKind::Instance => class_id != vm.known.class && !class.instance.refs.iter().any(leads_on),
        ClassKind::Array { .. } | ClassKind::Primitive(_) | ClassKind::Interface => false,
    }
}
