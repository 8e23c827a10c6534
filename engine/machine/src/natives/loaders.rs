//! Class loaders: finding classes by name. Asking loaders of the program's own is in `asking`.

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
    let kind = vm.loader_kind(loader)?;
    let class = match kind {
        ClassLoaderKind::User(_) if !name.starts_with('[') => vm.find_or_ask(tid, &name, kind)?,
        ClassLoaderKind::User(_) | ClassLoaderKind::Boot | ClassLoaderKind::Platform | ClassLoaderKind::App => {
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
                self.note_looked(element, kind)?;
                Ok(None)
            }
            Err(other) => Err(other.into()),
        }
    }

    /// `loadClass` of a class loader that the program defines itself.
    pub(super) fn custom_loader(&mut self, loader: ObjId) -> Res<Option<crate::program::MethodId>> {
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

    /// The number of a loader that was met during the search: the first of those for the thread that has met it that none has in
    /// this state. Which loader that is, is state.
    fn number_in_search(&mut self, loader: ObjId) -> Res<u32> {
        let all = self.links.loader_numbers.len() as u32;
        let first = self.tables.user_loaders.len() as u32;
        for number in first..first + all {
            if self.answer(Question::Loader(number)) == loader {
                return Ok(number);
            }
        }
        let thread = self.state.thread(self.run.current).key;
        for position in 0.. {
            let next = first + self.links.loader_numbers.len() as u32;
            let number = *self.links.loader_numbers.entry((thread, position)).or_insert(next);
            let known = self.answer(Question::Loader(number));
            if known.is_null() {
                self.keep_answer(Question::Loader(number), loader)?;
            }
            if known.is_null() {
                return Ok(number);
            }
        }
        unreachable!("a thread has met as many loaders as there are numbers")
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
