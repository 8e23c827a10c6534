//! The sink that adds the parts of a state up by entity. A reference into another entity adds nothing to the part: it is an
//! edge, whose label says from where in the part it leads to what in the other entity.

use super::super::super::hash::Hasher128;
use super::super::encode::{Held, Part, Sink, Slots};
use super::super::hashing::{boot_location, mirror_location, ref_term, tag, value_term};
use super::fixed::Fixed;
use super::found::{Found, Place};
use super::graph::{Entity, Graph, NOBODY};
use super::masks::{Mask, Masks};
use braid_machine::vm::Vm;
use braid_program::{ClassId, MethodId, ObjId, SiteId, ThreadId};

const SLOT: u64 = 41;
const REFERENCE: u64 = 42;
const INSIDE: u64 = 43;

/// Stands for a reference into another entity.
const ELSEWHERE: u128 = 2;

/// Who a thread is taken for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Standing {
    pub entity: Entity,
    /// What names of what it alone refers to begin with, and its parts.
    pub name: u64,
}

/// Adds up the parts of a state.
pub(super) struct Naming<'a> {
    vm: &'a Vm,
    fixed: &'a Fixed,
    masks: &'a mut Masks,
    found: &'a Found,
    threads: &'a [Standing],
    graph: &'a mut Graph,
    hasher: Hasher128,
    /// Of the content in the making.
    terms: u128,
    /// Who refers to what comes next.
    owner: Entity,
    /// From where in the entity.
    at: [u128; 2],
    mask: Mask,
    /// References of the part in the making.
    references: u64,
    /// Those of them that lead into other entities.
    foreign: Vec<(u64, Place)>,
}

/// Where a reference leads.
enum Leads {
    /// To something with this name, for whoever refers to it.
    To(u128),
    /// Into another entity.
    Elsewhere(Place),
}

impl<'a> Naming<'a> {
    pub fn new(
        vm: &'a Vm,
        (fixed, masks): (&'a Fixed, &'a mut Masks),
        found: &'a Found,
        threads: &'a [Standing],
        graph: &'a mut Graph,
    ) -> Self {
        Naming {
            vm,
            fixed,
            masks,
            found,
            threads,
            graph,
            hasher: Hasher128::new(0),
            terms: 0,
            owner: NOBODY,
            at: [0; 2],
            mask: Mask::Nothing,
            references: 0,
            foreign: Vec::new(),
        }
    }

    /// The name of an object that was found.
    pub fn name(&self, obj: ObjId) -> u128 {
        self.found.get(obj).expect("invariant: it was found").name
    }

    /// A thread is inside a transaction that is not complete.
    pub fn inside(&mut self, thread: ThreadId, phase: u64) {
        let Standing { entity, name } = self.threads[thread.index()];
        let mut hasher = Hasher128::new(INSIDE);
        hasher.word(name);
        hasher.word(phase);
        self.graph.add(entity, hasher.finish());
    }

    #[inline]
    fn leads(&self, obj: ObjId) -> Leads {
        if obj.is_null() {
            return Leads::To(0);
        }
        if self.fixed.is_fixed(obj) {
            return Leads::To(boot_location(obj));
        }
        match self.found.get(obj) {
            None => Leads::To(mirror_location(self.vm, obj).unwrap_or(0)),
            Some(place) if place.owner == NOBODY || place.owner == self.owner => Leads::To(place.name),
            Some(place) => Leads::Elsewhere(place),
        }
    }

    fn term(&mut self, slot: u32, held: Held) -> u128 {
        match held {
            Held::Value(value) => value_term(slot, value),
            Held::Ref(obj) => match self.leads(obj) {
                Leads::To(name) => ref_term(slot, name),
                Leads::Elsewhere(place) => {
                    let mut hasher = Hasher128::new(SLOT);
                    self.at.into_iter().for_each(|word| hasher.wide(word));
                    hasher.word(slot.into());
                    hasher.wide(place.name);
                    self.graph.refer(self.owner, hasher.finish(), place.owner);
                    0
                }
            },
        }
    }

    /// Says whose references come next, and from where.
    fn stand_at(&mut self, part: Part) {
        (self.owner, self.at[1], self.mask) = match part {
            Part::Object(obj) => {
                let place = self.found.get(obj).expect("invariant: it was found");
                (place.owner, place.name, self.masks.of(self.vm, obj))
            }
            Part::Changed(obj) => (NOBODY, obj.0.into(), self.masks.of(self.vm, obj)),
            Part::Frame(thread, depth) => (self.threads[thread.index()].entity, depth.into(), Mask::Nothing),
            Part::Thread(_)
            | Part::Holds(_)
            | Part::Waits(_)
            | Part::Awaits(_)
            | Part::Misses(_)
            | Part::Class(_)
            | Part::Reading(_)
            | Part::Outside
            | Part::Defined
            | Part::Scalars => {
                (part.thread().map_or(NOBODY, |thread| self.threads[thread.index()].entity), 0, Mask::Nothing)
            }
        };
        self.at[0] = tag(part).into();
    }
}

impl Slots for Naming<'_> {
    fn slot(&mut self, slot: u32, now: Held) {
        if !self.masks.hides(self.mask, slot) {
            let term = self.term(slot, now);
            self.terms = self.terms.wrapping_add(term);
        }
    }

    fn changed(&mut self, slot: u32, was: Held, now: Held) {
        if !self.masks.hides(self.mask, slot) {
            let (was, now) = (self.term(slot, was), self.term(slot, now));
            self.terms = self.terms.wrapping_sub(was).wrapping_add(now);
        }
    }
}

impl Sink for Naming<'_> {
    type Location = u128;
    type Content = u128;

    fn part(&mut self, part: Part, write: impl FnOnce(&mut Self)) {
        self.stand_at(part);
        self.hasher = Hasher128::new(tag(part));
        if let Some(thread) = part.thread() {
            self.hasher.word(self.threads[thread.index()].name);
        }
        if let Part::Frame(_, depth) = part {
            self.hasher.word(depth.into());
        }
        self.references = 0;
        write(self);
        let hash = self.hasher.finish();
        self.graph.add(self.owner, hash);
        for (number, place) in self.foreign.drain(..) {
            // Which part it is of: all that the part says besides.
            let mut hasher = Hasher128::new(REFERENCE);
            hasher.wide(hash);
            hasher.word(number);
            hasher.wide(place.name);
            self.graph.refer(self.owner, hasher.finish(), place.owner);
        }
    }

    fn gather(&mut self, part: Part, walk: impl FnOnce(&mut Self)) -> u128 {
        self.stand_at(part);
        self.terms = 0;
        walk(self);
        self.terms
    }

    #[inline]
    fn word(&mut self, word: u64) {
        self.hasher.word(word);
    }

    fn reference(&mut self, obj: ObjId) {
        self.references += 1;
        match self.leads(obj) {
            Leads::To(name) => self.hasher.wide(name),
            Leads::Elsewhere(place) => {
                self.hasher.wide(ELSEWHERE);
                self.foreign.push((self.references, place));
            }
        }
    }

    fn reaches(&mut self, _: ObjId) -> bool {
        unreachable!("invariant: the search that keeps histories numbers its states");
    }

    #[inline]
    fn location(&mut self, location: u128) {
        self.hasher.wide(location);
    }

    #[inline]
    fn content(&mut self, content: u128) {
        self.hasher.wide(content);
    }

    #[inline]
    fn class(&mut self, class: ClassId) {
        self.hasher.word(self.vm.program.class(class).key);
    }

    #[inline]
    fn method(&mut self, method: MethodId) {
        self.hasher.word(self.vm.program.method(method).key);
    }

    #[inline]
    fn site(&mut self, site: SiteId) {
        self.hasher.word(self.vm.program.site_key(site));
    }

    fn set<T>(&mut self, _: impl Iterator<Item = T>, _: impl FnMut(&mut Self, T)) {
        unreachable!("invariant: the search that keeps histories numbers its states");
    }
}
