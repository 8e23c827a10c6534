//! Class loaders: finding classes by name, and asking loaders of the program's own.

use super::{Arguments, Outcome, Row, rows};
use crate::interp::{Question, Raise, Res};
use crate::program::{ClassKind, ClassLoaderKind, ObjId, ThreadId};
use crate::vm::Vm;

fn for_name(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let name = vm.text(args.non_null(0)?).unwrap_or_default();
    let loader = args.obj(2);
    let not_found = Raise::new("java/lang/ClassNotFoundException", name.clone());
    if name.contains('/') || name.is_empty() {
        return Err(not_found);
    }
    let class = match vm.custom_loader(loader)? {
        Some(load) if !name.starts_with('[') => {
            let looked = vm.program.intern(&name.replace('.', "/"));
            vm.note_looked(looked)?;
            let text = vm.interned_text(&name);
            let mirror = ObjId(vm.call_now(load, &[u64::from(loader.0), u64::from(text.0)])? as u32);
            if mirror.is_null() {
                return Err(not_found);
            }
            vm.class_of_mirror(mirror)?
        }
        _ => {
            let kind = vm.loader_kind(loader)?;
            vm.load_by_name(&name, kind)?.ok_or(not_found)?
        }
    };
    if args.bool(1) {
        vm.ensure_init(tid, class)?;
    }
    Outcome::obj(vm.mirror(class))
}

impl Vm {
    /// Loads a class by the name that `Class.forName` takes; `None` when there is none.
    pub(crate) fn load_by_name(&mut self, name: &str, kind: ClassLoaderKind) -> Res<Option<crate::program::ClassId>> {
        if name.contains('/') {
            // That is how class files write it.
            return Ok(None);
        }
        let name = name.replace('.', "/");
        self.program.present.take_used();
        match self.loader.load_class(&mut self.program, &name, kind) {
            Ok(class) if matches!(self.program.class(class).kind, ClassKind::Primitive(_)) => Ok(None),
            Ok(class) => {
                self.note_found()?;
                Ok(Some(class))
            }
            Err(crate::program::LinkError::Throw { class: "java/lang/NoClassDefFoundError", .. }) => {
                let element = name.trim_start_matches('[');
                let element = element.strip_prefix('L').filter(|_| element != name).unwrap_or(element);
                let element = self.program.intern(element.trim_end_matches(';'));
                self.note_looked(element)?;
                Ok(None)
            }
            Err(other) => Err(other.into()),
        }
    }

    /// `loadClass` of a class loader that the program defines itself.
    fn custom_loader(&mut self, loader: ObjId) -> Res<Option<crate::program::MethodId>> {
        Ok(match self.loader_kind(loader)? {
            ClassLoaderKind::Boot | ClassLoaderKind::Platform | ClassLoaderKind::App => None,
            ClassLoaderKind::User(_) => {
                let class = self.state.heap.class_of(loader);
                self.program.find_method(class, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;")
            }
        })
    }

    /// Which of the loaders we tell apart a loader object is. Those of the program's own are numbered as they are met.
    pub(crate) fn loader_kind(&mut self, loader: ObjId) -> Res<ClassLoaderKind> {
        if loader.is_null() {
            return Ok(ClassLoaderKind::Boot);
        }
        Ok(match self.program.class_name(self.state.heap.class_of(loader)) {
            "jdk/internal/loader/ClassLoaders$BootClassLoader" => ClassLoaderKind::Boot,
            "jdk/internal/loader/ClassLoaders$PlatformClassLoader" => ClassLoaderKind::Platform,
            "jdk/internal/loader/ClassLoaders$AppClassLoader" => ClassLoaderKind::App,
            _ => {
                let known = self.tables.user_loaders.iter().position(|&known| known == loader);
                let number = match known {
                    Some(number) => number as u32,
                    None if self.is_searching() => self.number_in_search(loader)?,
                    None => {
                        let what = "loading classes with a class loader of the program's own";
                        let loaders = &mut self.change_tables(what)?.user_loaders;
                        loaders.push(loader);
                        loaders.len() as u32 - 1
                    }
                };
                ClassLoaderKind::User(number)
            }
        })
    }

    /// The number of a loader that was met during the search: the first that none has in this state. Which loader that is, is
    /// state.
    fn number_in_search(&mut self, loader: ObjId) -> Res<u32> {
        let mut number = self.tables.user_loaders.len() as u32;
        loop {
            let known = self.answer(Question::Loader(number));
            if known.is_null() {
                self.keep_answer(Question::Loader(number), loader)?;
            }
            if known.is_null() || known == loader {
                return Ok(number);
            }
            number += 1;
        }
    }

    /// The object of a loader; null for the boot loader.
    pub(crate) fn loader_object(&self, kind: ClassLoaderKind) -> ObjId {
        match kind {
            ClassLoaderKind::Boot => ObjId::NULL,
            ClassLoaderKind::Platform => self.known.platform_loader,
            ClassLoaderKind::App => self.known.app_loader,
            ClassLoaderKind::User(number) => match self.tables.user_loaders.get(number as usize) {
                Some(&loader) => loader,
                None => self.answer(Question::Loader(number)),
            },
        }
    }

    /// Lets a loader of the program's own load a class (JVMS 5.3.2) and remembers the answer.
    pub(crate) fn ask_loader(&mut self, tid: ThreadId, name: &str, kind: ClassLoaderKind) -> Res<()> {
        let loader = self.loader_object(kind);
        let load = self.custom_loader(loader);
        let load = load?.ok_or_else(|| Raise::Unsupported(format!("loading {name} without a loader to ask")))?;
        let load = self.select(loader, load)?;
        // It is asked in one go: no other thread may define the class.
        let looked = self.program.intern(name);
        self.note_looked(looked)?;
        let text = self.interned_text(&name.replace('/', "."));
        let answer = match self.call_now(load, &[u64::from(loader.0), u64::from(text.0)]) {
            Ok(mirror) => ObjId(mirror as u32),
            Err(Raise::Object(thrown)) => {
                let not_found = self.class("java/lang/ClassNotFoundException")?;
                if !self.program.is_subclass(self.state.heap.class_of(thrown), not_found) {
                    return Err(Raise::Object(thrown));
                }
                let error = self.make_throwable(tid, "java/lang/NoClassDefFoundError", Some(name.to_string()))?;
                let slot = self.slot(self.known.throwable, "cause");
                self.state.heap.set_field(error, slot, u64::from(thrown.0));
                return Err(Raise::Object(error));
            }
            Err(other) => return Err(other),
        };
        if answer.is_null() {
            return Err(Raise::new("java/lang/NoClassDefFoundError", name));
        }
        let class = self.class_of_mirror(answer)?;
        let sym = self.program.intern(name);
        if self.is_searching() {
            // What the loader has answered is state.
            self.state.define(sym, kind, class);
            self.meet_definitions();
        } else {
            self.program.alias_class(sym, kind, class);
        }
        Ok(())
    }
}

fn find_builtin(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let name = vm.text(args.non_null(1)?).unwrap_or_default();
    let kind = vm.loader_kind(args.obj(0))?;
    let class = vm.load_by_name(&name, kind)?;
    Outcome::obj(class.map_or(ObjId::NULL, |c| vm.mirror(c)))
}

/// The library would read the class file and define the class from its bytes, which a search cannot take back.
fn find_in_module(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let name = vm.text(args.non_null(2)?).unwrap_or_default();
    let kind = vm.loader_kind(args.obj(0))?;
    let class = vm.load_by_name(&name, kind)?;
    Outcome::obj(class.map_or(ObjId::NULL, |c| vm.mirror(c)))
}

fn find_bootstrap(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let name = vm.text(args.non_null(0)?).unwrap_or_default();
    let class = vm.load_by_name(&name, ClassLoaderKind::Boot)?;
    Outcome::obj(class.map_or(ObjId::NULL, |c| vm.mirror(c)))
}

/// The class of this name that a loader has loaded. Of the JDK's own loaders none counts as loaded: loading is no part of
/// the state, and what runs must not depend on what another execution has needed. They are asked to load it then.
fn find_loaded(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let name = vm.text(args.non_null(1)?).unwrap_or_default().replace('.', "/");
    let kind = vm.loader_kind(args.obj(0))?;
    let name = vm.program.find_name(&name);
    if !matches!(kind, ClassLoaderKind::User(_)) {
        // Those that the program has defined there during the search are loaded: that is state.
        let found = name.and_then(|name| vm.state.definitions().get(&(name, kind)).copied());
        return Outcome::obj(found.map_or(ObjId::NULL, |class| vm.mirror(class)));
    }
    let found = name.and_then(|sym| vm.program.find_class(sym, kind));
    match found {
        Some(class) if vm.mirror_loader(class) == args.obj(0) => Outcome::obj(vm.mirror(class)),
        _ => Outcome::obj(ObjId::NULL),
    }
}

impl Vm {
    fn mirror_loader(&mut self, class: crate::program::ClassId) -> ObjId {
        let mirror = self.mirror(class);
        let slot = self.slot(self.known.class, "classLoader");
        ObjId(self.state.heap.field(mirror, slot) as u32)
    }
}

pub(super) const ROWS: &[Row] = rows! {
    "java/lang/Class" {
        "forName0" "(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;" [Nothing, Computed] => for_name,
    }
    "java/lang/ClassLoader" {
        "findBootstrapClass" "(Ljava/lang/String;)Ljava/lang/Class;" [Nothing, Computed] => find_bootstrap,
        "findLoadedClass0" "(Ljava/lang/String;)Ljava/lang/Class;" [Classes, Computed] => find_loaded,
    }
    "jdk/internal/loader/BuiltinClassLoader" {
        "loadClassOrNull" "(Ljava/lang/String;Z)Ljava/lang/Class;" [Nothing, Computed] => find_builtin,
        "findClassInModuleOrNull" "(Ljdk/internal/loader/BuiltinClassLoader$LoadedModule;Ljava/lang/String;)Ljava/lang/Class;" [Nothing, Computed] => find_in_module,
    }
};
