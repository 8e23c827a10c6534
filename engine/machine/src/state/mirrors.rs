//! What classes and constants have come to: how far a class is initialized, its mirror, and objects that are made when they are
//! first asked for.

use super::{Change, Init, State};
use crate::program::{ClassId, ObjId, SiteId, StrId};
use rustc_hash::FxHashSet;
use std::rc::Rc;

impl State {
    fn grow_classes(&mut self, class: ClassId) {
        if self.init.len() <= class.index() {
            let len = (class.index() + 1).next_power_of_two().max(1024);
            self.init.resize(len, Init::Linked);
            self.mirrors.resize(len, ObjId::NULL);
            self.ready.resize(len, ObjId::NULL);
        }
    }

    /// How far a class is.
    pub fn init(&self, class: ClassId) -> Init {
        self.init.get(class.index()).copied().unwrap_or_default()
    }

    /// Moves a class on.
    pub fn set_init(&mut self, class: ClassId, init: Init) {
        self.grow_classes(class);
        let before = std::mem::replace(&mut self.init[class.index()], init);
        self.record(Change::Init(class, before));
        self.ready[class.index()] = if init == Init::Done { self.mirrors[class.index()] } else { ObjId::NULL };
    }

    /// The mirror of a class if the class is ready for use, else null.
    #[inline(always)]
    pub fn ready_mirror(&self, class: ClassId) -> ObjId {
        self.ready.get(class.index()).copied().unwrap_or(ObjId::NULL)
    }

    /// The mirror of a class, if it has been made.
    pub fn mirror(&self, class: ClassId) -> Option<ObjId> {
        self.mirrors.get(class.index()).copied().filter(|m| !m.is_null())
    }

    /// The class that a mirror object stands for.
    pub fn class_of_mirror(&self, mirror: ObjId) -> Option<ClassId> {
        self.mirror_class.get(&mirror).copied()
    }

    /// Sets the mirror of a class that has none.
    pub fn set_mirror(&mut self, class: ClassId, mirror: ObjId) {
        self.grow_classes(class);
        self.record(Change::Mirror(class));
        self.mirrors[class.index()] = mirror;
        self.mirror_class.insert(mirror, class);
    }

    /// The interned string with this content.
    pub fn interned(&self, text: &[u16]) -> Option<ObjId> {
        self.interned.get(text).copied()
    }

    /// Whether a string object is the interned one.
    pub fn is_interned(&self, obj: ObjId) -> bool {
        self.interned_objects.contains(&obj)
    }

    /// All interned string objects.
    pub fn interned_objects(&self) -> &FxHashSet<ObjId> {
        &self.interned_objects
    }

    /// Interns a string.
    pub fn intern(&mut self, text: Rc<[u16]>, obj: ObjId) {
        let before = self.interned.insert(text.clone(), obj);
        self.interned_objects.insert(obj);
        self.record(Change::Interned(text, before));
    }

    /// The string object of a constant, if it has been looked up before.
    #[inline(always)]
    pub fn literal(&self, id: StrId) -> ObjId {
        self.literals.get(id.index()).copied().unwrap_or(ObjId::NULL)
    }

    /// Remembers the interned string object of a constant.
    pub fn set_literal(&mut self, id: StrId, obj: ObjId) {
        if self.literals.len() <= id.index() {
            self.literals.resize((id.index() + 1).next_power_of_two(), ObjId::NULL);
        }
        self.literals[id.index()] = obj;
    }

    /// The one instance of a stateless class.
    pub fn instance(&self, class: ClassId) -> Option<ObjId> {
        self.instances.get(&class).copied()
    }

    /// Sets the one instance of a stateless class.
    pub fn set_instance(&mut self, class: ClassId, obj: ObjId) {
        self.record(Change::Instance(class));
        self.instances.insert(class, obj);
    }

    /// What a site was linked to: an object (a call site's target handle, a dynamic constant).
    pub fn linked(&self, site: SiteId) -> Option<u64> {
        self.linked.get(&site).copied()
    }

    /// Links a site.
    pub fn set_linked(&mut self, site: SiteId, value: u64) {
        self.record(Change::Linked(site));
        self.linked.insert(site, value);
    }

    /// How far each class is, by class.
    pub fn inits(&self) -> &[Init] {
        &self.init
    }
}
