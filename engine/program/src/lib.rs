//! Programs: linked classes and transition code.
//!
//! A [`Program`] only ever grows: classes are added when they are first needed, code when a method is first called,
//! sites are resolved when they are first executed. None of that is part of a state, and none of it may be visible in a
//! state's key: identifiers depend on the order in which a search came upon things, so keys hash the stable `key` of a class,
//! field or method, which is made from its name.
//!
//! Whoever produces programs (a class-file front-end, the textual form) implements [`Loader`].

mod asm;
mod class;
mod facts;
mod ids;
mod library;
mod loader;
mod op;
mod present;
pub mod text;
mod types;

pub use asm::{Assembler, Label};
pub use class::{
    Body, Class, ClassKind, Code, Field, FieldFlags, Handler, LocalName, Method, Shape, SwitchTable, access,
};
pub use facts::{Facts, Rest};
pub use ids::{Args, ClassId, Dst, FieldId, MethodId, ObjId, Pc, SiteId, Slot, Src, StrId, Sym, TableId, ThreadId};
pub use library::{ClassFacts, LockUse};
pub use loader::{
    ClassLoaderKind, ConstantValue, DynamicTarget, HandleKind, InnerClass, LinkError, Loader, MemberReflection,
    PoolConstant, RecordComponent, Reflection, Site, SiteKind,
};
pub use op::{AnyOperand, Op, Operand, OperandKind, OperandSink, OperandSource, ReadOperand, Role};
pub use present::{Definition, Definitions, Present};
pub use types::{Kind, class_of_descriptor, kind_of, slot_kinds, split_descriptor};

use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A method or class that a model written in Java stands for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ModelledMethod {
    /// What is modelled, as reports name it: `java.util.UUID.randomUUID()`, or a class.
    pub target: String,
    /// What answers: `acme.Models.randomUuid`, or a class.
    pub model: String,
}

/// Everything known of the checked program so far.
#[derive(Clone, Default)]
pub struct Program {
    /// Classes in the order they were added.
    pub classes: Vec<Class>,
    /// What is known of each by its name.
    class_facts: Vec<ClassFacts>,
    /// Declared fields of all classes.
    pub fields: Vec<Field>,
    /// Methods of all classes.
    pub methods: Vec<Method>,
    /// The code of all translated methods, one after the other.
    pub code: Vec<Op>,
    /// For each instruction, the index of the bytecode it came from.
    pub bci: Vec<u16>,
    /// Operands that are resolved on first use.
    pub sites: Vec<Site>,
    /// Jump tables.
    pub tables: Vec<SwitchTable>,
    /// Methods that models answer, by method: which models those are.
    pub modelled: FxHashMap<MethodId, Arc<ModelledMethod>>,
    /// String constants.
    strings: Vec<Arc<[u16]>>,
    string_ids: FxHashMap<Arc<[u16]>, StrId>,
    names: Vec<Arc<str>>,
    name_ids: FxHashMap<Arc<str>, Sym>,
    class_ids: FxHashMap<(Sym, ClassLoaderKind), ClassId>,
    /// Further classes, which come and go with the states of a search.
    pub present: Present,
    method_keys: FxHashMap<u64, MethodId>,
}

/// Machines of one process may each have a copy of a program and run in threads of their own.
const _: () = {
    const fn can_be_shared<T: Send + Sync>() {}
    can_be_shared::<Program>();
};

impl Program {
    /// Interns a name.
    pub fn intern(&mut self, name: &str) -> Sym {
        if let Some(&sym) = self.name_ids.get(name) {
            return sym;
        }
        let sym = Sym::new(self.names.len());
        let name: Arc<str> = name.into();
        self.names.push(name.clone());
        self.name_ids.insert(name, sym);
        sym
    }

    /// The symbol of a name that was interned before.
    pub fn find_name(&self, name: &str) -> Option<Sym> {
        self.name_ids.get(name).copied()
    }

    /// The text of a name.
    pub fn name(&self, sym: Sym) -> &str {
        &self.names[sym.index()]
    }

    /// The text of a name, shared.
    pub fn shared_name(&self, sym: Sym) -> Arc<str> {
        self.names[sym.index()].clone()
    }

    /// Interns a string constant.
    pub fn intern_string(&mut self, content: &[u16]) -> StrId {
        if let Some(&id) = self.string_ids.get(content) {
            return id;
        }
        let id = StrId::new(self.strings.len());
        let content: Arc<[u16]> = content.into();
        self.strings.push(content.clone());
        self.string_ids.insert(content, id);
        id
    }

    /// Interns a string constant given as text.
    pub fn intern_text(&mut self, text: &str) -> StrId {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.intern_string(&units)
    }

    /// The UTF-16 content of a string constant.
    pub fn string(&self, id: StrId) -> Arc<[u16]> {
        self.strings[id.index()].clone()
    }

    /// A class that has been added under this name and defining loader.
    pub fn find_class(&self, name: Sym, loader: ClassLoaderKind) -> Option<ClassId> {
        self.present.find(name, loader).or_else(|| self.class_ids.get(&(name, loader)).copied())
    }

    /// Adds a class; its members are added with [`Program::add_field`] and [`Program::add_method`].
    pub fn add_class(&mut self, class: Class) -> ClassId {
        let id = ClassId::new(self.classes.len());
        self.class_ids.insert((class.name, class.loader), id);
        let of_library = class.is_library();
        let name = self.name(class.name);
        let facts = match (of_library, class.model) {
            (true, _) => ClassFacts::of(name),
            (false, true) => ClassFacts::of_model(name),
            (false, false) => ClassFacts::of_others(name),
        };
        self.class_facts.push(facts);
        self.classes.push(class);
        id
    }

    /// What is known of a class by its name.
    pub fn class_facts(&self, class: ClassId) -> ClassFacts {
        self.class_facts[class.index()]
    }

    /// What a method of the class library, or of a model of it, does to a lock that does not know who holds it.
    pub fn lock_use(&self, method: MethodId) -> Option<LockUse> {
        let m = self.method(method);
        let class = self.class(m.class);
        let counts = class.model || class.is_library();
        counts.then(|| library::lock_use(self.name(class.name), self.name(m.name))).flatten()
    }

    /// Whether the authors of a library class see to it that a plain field of it is ordered like a volatile one.
    pub fn is_published(&self, field: FieldId) -> bool {
        let f = self.field(field);
        self.class_facts(f.class).is_published && !library::is_ordinary(self.class_name(f.class), self.name(f.name))
    }

    /// Whether a race on a field is one to report.
    pub fn field_may_race(&self, field: FieldId) -> bool {
        let f = self.field(field);
        let is_view = || self.class_facts(f.class).is_map && library::is_view(self.name(f.name));
        !f.flags.is_volatile() && self.code_may_race(f.class) && !is_view()
    }

    /// Whether a race on an array that the code of a class accesses is one to report.
    pub fn code_may_race(&self, class: ClassId) -> bool {
        !self.class(class).is_library() || self.class_facts(class).is_unsafe_to_share
    }

    /// Makes a class findable under the name of a further loader that delegates to its defining one.
    pub fn alias_class(&mut self, name: Sym, initiating: ClassLoaderKind, class: ClassId) {
        self.class_ids.insert((name, initiating), class);
    }

    /// Takes a class out of the name table: it turned out not to link.
    pub fn forget_class(&mut self, name: Sym, loader: ClassLoaderKind) {
        self.class_ids.remove(&(name, loader));
    }

    /// Adds a field to a class.
    pub fn add_field(&mut self, field: Field) -> FieldId {
        let id = FieldId::new(self.fields.len());
        self.classes[field.class.index()].fields.push(id);
        self.fields.push(field);
        id
    }

    /// Adds a method to a class.
    pub fn add_method(&mut self, mut method: Method) -> MethodId {
        let id = MethodId::new(self.methods.len());
        let class = &mut self.classes[method.class.index()];
        method.key = stable_key(&[
            &class.key.to_le_bytes(),
            self.names[method.name.index()].as_bytes(),
            self.names[method.descriptor.index()].as_bytes(),
        ]);
        class.methods.push(id);
        self.method_keys.insert(method.key, id);
        self.methods.push(method);
        id
    }

    /// The method whose stable key this is.
    pub fn method_by_key(&self, key: u64) -> Option<MethodId> {
        self.method_keys.get(&key).copied()
    }

    /// Adds a site.
    pub fn add_site(&mut self, holder: ClassId, kind: SiteKind) -> SiteId {
        let id = SiteId::new(self.sites.len());
        self.sites.push(Site { holder, kind });
        id
    }

    /// The class with this id.
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.index()]
    }

    /// The method with this id.
    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.index()]
    }

    /// The field with this id.
    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.index()]
    }

    /// The internal name (`java/lang/String`) of a class.
    pub fn class_name(&self, id: ClassId) -> &str {
        self.name(self.class(id).name)
    }

    /// A method declared by exactly this class.
    pub fn declared_method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let (name, descriptor) = (self.find_name(name)?, self.find_name(descriptor)?);
        self.class(class).methods.iter().copied().find(|&m| {
            let method = self.method(m);
            method.name == name && method.descriptor == descriptor
        })
    }

    /// A method of this class or the nearest superclass that declares it.
    pub fn find_method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let mut at = Some(class);
        while let Some(c) = at {
            if let Some(m) = self.declared_method(c, name, descriptor) {
                return Some(m);
            }
            at = self.class(c).super_class;
        }
        None
    }

    /// A field declared by exactly this class, by name alone.
    pub fn declared_field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let name = self.find_name(name)?;
        self.class(class).fields.iter().copied().find(|&f| self.field(f).name == name)
    }

    /// A field of this class or the nearest superclass that declares it, by name alone.
    pub fn find_field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let name = self.find_name(name)?;
        let mut at = Some(class);
        while let Some(c) = at {
            if let Some(&f) = self.class(c).fields.iter().find(|&&f| self.field(f).name == name) {
                return Some(f);
            }
            at = self.class(c).super_class;
        }
        None
    }

    /// Whether values of class `sub` can be assigned to `sup` (JVMS 6.5 `checkcast`).
    pub fn is_subclass(&self, sub: ClassId, sup: ClassId) -> bool {
        if sub == sup {
            return true;
        }
        let (s, t) = (self.class(sub), self.class(sup));
        match (&s.kind, &t.kind) {
            (ClassKind::Array { element: se, .. }, ClassKind::Array { element: te, .. }) => {
                let (sc, tc) = (self.class(*se), self.class(*te));
                !matches!(sc.kind, ClassKind::Primitive(_))
                    && !matches!(tc.kind, ClassKind::Primitive(_))
                    && self.is_subclass(*se, *te)
            }
            (_, ClassKind::Interface) => s.all_interfaces.binary_search(&sup).is_ok(),
            _ => s.supers.get(t.depth as usize).is_some_and(|&c| c == sup),
        }
    }

    /// The index of the bytecode that an instruction was made from.
    pub fn bci_of(&self, pc: Pc) -> u16 {
        self.bci[pc.index()]
    }

    /// The source line of a position in a method, if the class file has line numbers.
    pub fn line_of(&self, method: MethodId, pc: Pc) -> Option<u16> {
        match &self.method(method).body {
            Body::Code(code) => code.line_of_bci(self.bci_of(pc)),
            Body::Abstract | Body::Native | Body::Untranslated => None,
        }
    }

    /// `pkg.Class.method`, as stack traces print it.
    pub fn qualified_name(&self, method: MethodId) -> String {
        let m = self.method(method);
        format!("{}.{}", self.class_name(m.class).replace('/', "."), self.name(m.name))
    }
}

impl Program {
    /// A stable key of a call site or dynamic constant.
    pub fn site_key(&self, site: SiteId) -> u64 {
        let Site { holder, kind } = &self.sites[site.index()];
        let holder = self.class(*holder).key.to_le_bytes();
        match kind {
            SiteKind::CallSite { method, bci, .. } => {
                stable_key(&[&holder, b"call site", &self.method(*method).key.to_le_bytes(), &bci.to_le_bytes()])
            }
            SiteKind::Dynamic { constant, .. } => stable_key(&[&holder, b"constant", &constant.to_le_bytes()]),
            SiteKind::Class(_)
            | SiteKind::Field { .. }
            | SiteKind::Method { .. }
            | SiteKind::Handle { .. }
            | SiteKind::MethodType(_) => stable_key(&[&holder, format!("{kind:?}").as_bytes()]),
        }
    }
}

/// A 64-bit hash that depends on the content alone: the same in every run, on every machine.
pub fn stable_key(parts: &[&[u8]]) -> u64 {
    // FNV-1a over the parts with a separator, then a finalizer to spread the low entropy of short names.
    let mut h: u64 = 0xcbf2_9ce4_8422_2325;
    for part in parts {
        for &b in *part {
            h = (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        h = (h ^ 0x1ff).wrapping_mul(0x0000_0100_0000_01b3);
    }
    h ^= h >> 32;
    h = h.wrapping_mul(0xd6e8_feb8_6659_fd93);
    h ^ (h >> 32)
}
