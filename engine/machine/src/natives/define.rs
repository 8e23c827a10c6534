//! Classes that the program defines from bytes.
//!
//! Before a search such a class is added to the program, and stays. During one, what is added stays as well, but whether there
//! is a class of that name is state (`state/defined.rs`). After backtracking the same bytes give the same class again, so
//! that a search does not add one for each path. Of hidden classes, which no code finds by name, there may be several of the
//! same bytes: the first is taken that has no mirror in the present state.

use super::Tally;
use crate::interp::{Raise, Res};
use crate::parts::{Frozen, HostTables};
use crate::program::{ClassId, ClassLoaderKind, LinkError, ObjId, Sym};
use crate::state::Mark;
use crate::vm::Vm;
use std::rc::Rc;

/// A class that was defined during the search.
pub(crate) struct Defined {
    bytes: Rc<[u8]>,
    loader: ClassLoaderKind,
    host: Option<ClassId>,
    class: ClassId,
}

/// Where the machine stood before a run that may be taken back.
pub struct TrialRun {
    mark: Mark,
    tables: Frozen<HostTables>,
    tally: Tally,
}

/// Who has looked for a class in vain, or defined it, during the search: on any path.
#[derive(Default, Debug)]
pub struct NameUse {
    /// Keys of threads that have found no class of the name, or one that another thread may have defined.
    looked: Vec<u64>,
    /// Keys of threads that have defined one.
    defined: Vec<u64>,
}

impl Vm {
    /// Makes a class from bytes.
    pub(super) fn define(&mut self, bytes: &[u8], loader: ObjId, hidden: bool, host: Option<ClassId>) -> Res<ClassId> {
        let kind = match host {
            Some(host) => self.program.class(host).loader,
            None => self.loader_kind(loader)?,
        };
        let class = match self.is_searching() {
            false => self.loader.define_class(&mut self.program, bytes, kind, hidden, host)?,
            true => self.define_in_search(bytes, kind, hidden, host)?,
        };
        let mirror = self.mirror(class);
        let slot = self.slot(self.known.class, "classLoader");
        self.publish(mirror, loader);
        self.state.heap.set_field(mirror, slot, u64::from(loader.0));
        Ok(class)
    }

    fn define_in_search(
        &mut self,
        bytes: &[u8],
        kind: ClassLoaderKind,
        hidden: bool,
        host: Option<ClassId>,
    ) -> Res<ClassId> {
        let known = self.links.defined.iter().filter(|known| {
            (known.loader, known.host) == (kind, host)
                && *known.bytes == *bytes
                && self.program.class(known.class).hidden == hidden
        });
        let known: Vec<ClassId> = known.map(|known| known.class).collect();
        for class in known {
            let free = !hidden || self.state.mirror(class).is_none();
            if free && self.has_same_supertypes(class, kind)? {
                return self.defined(class, hidden);
            }
        }
        let made = self.loader.define_class(&mut self.program, bytes, kind, hidden, host);
        if let Err(LinkError::Throw { class: "java/lang/LinkageError", message }) = &made
            && !matches!(kind, ClassLoaderKind::User(_))
            && !self.is_defined_as(message)
        {
            return Err(Raise::Unsupported(format!("{message} while schedules are explored")));
        }
        let class = made?;
        self.links.defined.push(Defined { bytes: bytes.into(), loader: kind, host, class });
        // From here on its name is found in states that have it.
        let name = self.program.class(class).name;
        self.program.forget_class(name, kind);
        if !hidden && !matches!(kind, ClassLoaderKind::User(_)) {
            self.refuse_shadowing(name, kind)?;
        }
        self.defined(class, hidden)
    }

    /// Whether a message on a duplicate speaks of a class that was defined during the search.
    fn is_defined_as(&self, message: &str) -> bool {
        let mut names = self.state.definitions().values().map(|&class| self.external_name(class));
        names.any(|name| message.ends_with(&format!(" {name}.")))
    }

    /// Whether a class is loaded from the class path is no part of a state, so none is defined in its place.
    fn refuse_shadowing(&mut self, name: Sym, kind: ClassLoaderKind) -> Res<()> {
        let name = self.program.shared_name(name);
        match self.loader.load_class(&mut self.program, &name, kind) {
            Ok(_) => Err(Raise::Unsupported(format!(
                "defining the class {}, which the class path has, while schedules are explored",
                name.replace('/', ".")
            ))),
            Err(_) => Ok(()),
        }
    }

    /// A class that is in the program has been defined in the present state.
    fn defined(&mut self, class: ClassId, hidden: bool) -> Res<ClassId> {
        if hidden {
            return Ok(class);
        }
        let (name, loader) = (self.program.class(class).name, self.program.class(class).loader);
        if self.program.find_class(name, loader).is_some() {
            let message = format!("loader attempted duplicate class definition for {}.", self.external_name(class));
            return Err(Raise::new("java/lang/LinkageError", message));
        }
        self.note_defined(name, loader)?;
        self.add_definition(class);
        Ok(class)
    }

    /// Whether the supertypes that a class was linked with are those that it would be linked with now.
    fn has_same_supertypes(&mut self, class: ClassId, loader: ClassLoaderKind) -> Res<bool> {
        let c = self.program.class(class);
        let supertypes: Vec<ClassId> = c.super_class.iter().chain(&c.interfaces).copied().collect();
        for supertype in supertypes {
            let name = self.program.shared_name(self.program.class(supertype).name);
            if self.loader.load_class(&mut self.program, &name, loader)? != supertype {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether something has been defined, or taken outside of the heap, that is state in a search and stays for good before one.
    pub fn has_defined(&self) -> bool {
        !self.state.definitions().is_empty()
            || !self.links.defined.is_empty()
            || !self.links.loader_numbers.is_empty()
            || self.links.answers.has_packages()
            || self.has_blocks()
    }

    /// Where a run begins that may be taken back.
    pub fn begin_trial_run(&mut self) -> TrialRun {
        let (tables, tally) = (self.tables.kept(), self.observed.tally.clone());
        TrialRun { mark: self.state.checkpoint(), tables, tally }
    }

    /// Takes a run back: nothing of it has happened.
    pub fn take_back(&mut self, to: &TrialRun) {
        let TrialRun { mark, tables, tally } = to;
        self.run.pruned = false;
        self.rollback(mark);
        self.tables = tables.kept();
        self.observed.tally = tally.clone();
        self.links.defined.clear();
        self.links.loader_numbers.clear();
        self.observed.names.clear();
    }

    pub(super) fn note_defined(&mut self, name: Sym, loader: ClassLoaderKind) -> Res<()> {
        let thread = self.state.thread(self.run.current).key;
        let name = (name, namespace(loader));
        let uses = self.observed.names.entry(name).or_default();
        if !uses.defined.contains(&thread) {
            uses.defined.push(thread);
        }
        self.check_names(name)
    }

    /// A thread has looked for a class by name and found none, or one that was defined during the search. Looking is nothing
    /// that other threads can see, so it must not depend on what they define.
    pub(crate) fn note_looked(&mut self, name: Sym, loader: ClassLoaderKind) -> Res<()> {
        if !self.is_searching() {
            return Ok(());
        }
        let thread = self.state.thread(self.run.current).key;
        let name = (name, namespace(loader));
        let uses = self.observed.names.entry(name).or_default();
        if !uses.looked.contains(&thread) {
            uses.looked.push(thread);
        }
        self.check_names(name)
    }

    /// Takes note of classes found by name that were defined during the search.
    pub(crate) fn note_found(&mut self) -> Res<()> {
        if self.program.present.is_empty() {
            return Ok(());
        }
        let used = self.program.present.take_used();
        used.into_iter().try_for_each(|((name, loader), _)| self.note_looked(name, loader))
    }

    fn check_names(&self, name: (Sym, ClassLoaderKind)) -> Res<()> {
        let Some(NameUse { looked, defined }) = self.observed.names.get(&name) else { return Ok(()) };
        match looked.iter().any(|looking| defined.iter().any(|defining| looking != defining)) {
            true => Err(Raise::Unsupported(format!(
                "looking for the class {}, which another thread defines, while schedules are explored",
                self.program.name(name.0).replace('/', ".")
            ))),
            false => Ok(()),
        }
    }
}

/// Where a loader's classes are looked for: a loader of the program's own has names of its own; what the others find, they find
/// in each other, too.
fn namespace(loader: ClassLoaderKind) -> ClassLoaderKind {
    match loader {
        ClassLoaderKind::User(_) => loader,
        ClassLoaderKind::Boot | ClassLoaderKind::Platform | ClassLoaderKind::App => ClassLoaderKind::App,
    }
}
