//! The machine: a program, a state, a loader and the table of natives, and how they are brought up.

use crate::host::{FileSystem, Kept};
use crate::interp::{Raise, Res};
use crate::known::{Known, ThreadFacts};
use crate::models::Models;
use crate::natives::NativeTable;
use crate::parts::{Caches, Frozen, HostTables, Links, Observations, Run, World};
use crate::program::{
    Assembler, Body, Class, ClassId, ClassKind, ClassLoaderKind, FieldId, Kind, Loader, Method, MethodId, ObjId, Op,
    Program, Shape, StrId, ThreadId, access, stable_key,
};
use crate::state::State;
use rustc_hash::FxHashMap;

/// `Thread.State` as the virtual machine encodes it in a thread's status field.
pub(crate) const JVMTI_RUNNABLE: i32 = 0x0001 | 0x0004;
pub(crate) const JVMTI_TERMINATED: i32 = 0x0002;

/// What a run is given from outside.
#[derive(Clone, Debug)]
pub struct Config {
    /// Feature version of the class library: 17, 21, 25.
    pub jdk_feature: u32,
    /// `java.home`.
    pub java_home: String,
    /// `java.class.path`.
    pub class_path: String,
    /// System properties set on the command line.
    pub properties: Vec<(String, String)>,
    /// Variables of the environment.
    pub environment: Vec<(String, String)>,
    /// Whether `assert` statements run.
    pub assertions: bool,
    /// Working directory.
    pub directory: String,
    /// Parallelism of the common pool; zero leaves it to the class library.
    pub parallelism: u32,
    /// Whether reading the clock moves it: on for a single run, off for a search.
    pub clock_ticks: bool,
    /// Whether the clock moves when a timed wait expires.
    pub virtual_time: bool,
    /// Whether a weak compare-and-set may fail for no reason.
    pub spurious: bool,
    /// Whether other threads may run before a thread fails, so that their failures are found as well.
    pub failures_wait: bool,
    /// Where an exception that nothing catches is a failure.
    pub uncaught: UncaughtIn,
    /// Standard input, as far as it is known.
    pub stdin: Vec<u8>,
    /// Heap limit in bytes: beyond it the program sees `OutOfMemoryError`.
    pub max_heap: u64,
    /// What `Runtime.availableProcessors` answers.
    pub processors: i32,
    /// Collect garbage after this many words of it at least; only possible where nothing is ever undone.
    pub collect_after: Option<usize>,
    /// Whether models stand for locks and conditions of `java.util.concurrent`; for searches.
    pub models: bool,
}

/// In which threads an exception that nothing catches is a failure. Elsewhere it ends its thread, as in a JVM.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum UncaughtIn {
    /// In all.
    #[default]
    All,
    /// In the main thread; a failed assertion in all.
    Test,
    /// In the main thread.
    Main,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            jdk_feature: 17,
            java_home: "/".into(),
            class_path: String::new(),
            properties: Vec::new(),
            environment: Vec::new(),
            assertions: false,
            directory: "/".into(),
            parallelism: 0,
            clock_ticks: false,
            virtual_time: false,
            spurious: false,
            failures_wait: false,
            uncaught: UncaughtIn::All,
            stdin: Vec::new(),
            max_heap: 1 << 30,
            processors: 2,
            collect_after: None,
            models: false,
        }
    }
}

/// A machine: everything that a step can read or change.
pub struct Vm {
    /// Classes and code.
    pub program: Program,
    /// The state: all that a program can observe and that backtracking undoes.
    pub state: State,
    /// Where classes come from.
    pub loader: Box<dyn Loader>,
    /// Given from outside.
    pub config: Config,
    /// What the engine knows of the class library.
    pub known: Known,
    /// Natives.
    pub(crate) natives: NativeTable,
    /// How the models of library classes fare.
    pub models: Models,
    /// The host: what answers from outside of the machine.
    pub world: World,
    /// What the program has opened or defined, which backtracking does not undo: frozen during a search.
    pub(crate) tables: Frozen<HostTables>,
    /// What is kept at hand, and could be made again from the state.
    pub(crate) caches: Caches,
    /// What was asked of the step that runs, and what it has to tell.
    pub run: Run,
    /// What has been observed of the program so far: it only grows, and is no part of the state.
    pub observed: Observations,
    /// What is derived from the program once.
    pub links: Links,
}

impl Vm {
    /// How the part outside the state is called that classes from loaders of the program's own make.
    pub const USER_LOADERS: &str = "a class loader of the program's own";

    /// What the machine keeps outside the state, and how much of it: nothing of that is undone. What is not here depends on
    /// the program alone (what is resolved, linked and translated).
    pub fn outside_the_state(&self) -> Vec<(&'static str, usize)> {
        vec![
            (Self::USER_LOADERS, self.tables.user_loaders.len()),
            ("defining a module", self.tables.modules.len()),
            ("memory outside the heap", self.tables.off_heap.len()),
        ]
    }

    /// A machine with the classes that everything rests on loaded; [`Vm::boot`] starts the class library.
    pub fn new(program: Program, loader: Box<dyn Loader>, files: Box<dyn FileSystem>, config: Config) -> Res<Vm> {
        let natives = NativeTable::new(config.models);
        Self::with_natives(program, loader, files, config, natives)
    }

    /// The same with rows of an embedding program's own in the table ([`NativeTable::with`]).
    pub fn with_natives(
        program: Program,
        loader: Box<dyn Loader>,
        files: Box<dyn FileSystem>,
        config: Config,
        natives: NativeTable,
    ) -> Res<Vm> {
        // A single run goes with the host's files as they change.
        let files = if config.clock_ticks { files } else { Box::new(Kept::new(files)) };
        let mut vm = Vm {
            program,
            state: State::new(),
            loader,
            config,
            known: Known::default(),
            natives,
            models: Models::default(),
            world: World { files, input: None, host: None },
            tables: Frozen::default(),
            caches: Caches::default(),
            run: Run::default(),
            observed: Observations::default(),
            links: Links::default(),
        };
        vm.known.object = vm.class("java/lang/Object")?;
        vm.known.class = vm.class("java/lang/Class")?;
        vm.known.string = vm.class("java/lang/String")?;
        vm.known.throwable = vm.class("java/lang/Throwable")?;
        vm.known.thread = vm.class("java/lang/Thread")?;
        vm.known.method_handle = Some(vm.class("java/lang/invoke/MethodHandle")?);
        vm.known.thread_holder = vm.class("java/lang/Thread$FieldHolder").ok();
        vm.known.thread_group = Some(vm.class("java/lang/ThreadGroup")?);
        vm.known.references = vec![vm.class("java/lang/ref/Reference")?, vm.class("java/lang/ref/ReferenceQueue")?];
        if vm.config.models {
            vm.know_synchronizers()?;
        }
        vm.known.threads = ThreadFacts::of(&vm.program, &vm.known);
        vm.known.class_slots = vm.program.class(vm.known.class).instance.slots;
        vm.known.string_value = vm.slot(vm.known.string, "value");
        vm.known.string_coder = vm.slot(vm.known.string, "coder");
        vm.add_engine_methods();
        Ok(vm)
    }

    /// Methods of the engine's own, in a class no program can name.
    fn add_engine_methods(&mut self) {
        let name = self.program.intern("<engine>");
        let class = self.program.add_class(Class {
            name,
            key: stable_key(&[b"<engine>"]),
            flags: access::FINAL,
            kind: ClassKind::Instance,
            loader: ClassLoaderKind::Boot,
            super_class: Some(self.known.object),
            interfaces: Vec::new(),
            depth: 1,
            supers: Vec::new(),
            all_interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            instance: Shape::default(),
            statics: Shape::default(),
            vtable: Vec::new(),
            itable: FxHashMap::default(),
            class_initializer: None,
            source_file: None,
            nest_host: None,
            synthetic: true,
            hidden: true,
            model: false,
            foreign: false,
        });
        let mut add = |name: &str, descriptor: &str, params: Vec<Kind>, body: Body| {
            let (name, descriptor) = (self.program.intern(name), self.program.intern(descriptor));
            self.program.add_method(Method {
                class,
                name,
                descriptor,
                key: 0,
                flags: access::STATIC,
                arg_slots: params.len() as u16,
                params,
                result: Kind::Void,
                vslot: None,
                body,
                polymorphic: false,
                hidden_frame: true,
                index: 0,
            })
        };
        let initialize = add("initialize", "(Ljava/lang/Class;)V", vec![Kind::Ref], Body::Native);
        let terminate = add("terminate", "(Ljava/lang/Thread;)V", vec![Kind::Ref], Body::Native);
        let write = vec![Kind::Ref, Kind::Ref, Kind::Int, Kind::Int];
        let write_file = add("writeFile", "(Ljava/lang/Object;[BII)V", write, Body::Native);
        let nothing = add("nothing", "()V", Vec::new(), Body::Untranslated);
        let mut code = Assembler::new();
        code.push(Op::Return {});
        code.finish(&mut self.program, nothing, 0);
        (self.known.initialize, self.known.terminate, self.known.nothing) = (initialize, terminate, nothing);
        self.known.write_file = write_file;
        self.add_asking_methods(class);
    }

    // ----- classes and fields by name -----

    /// A class of the class library (or array class of one).
    pub fn class(&mut self, name: &str) -> Res<ClassId> {
        if let Some(sym) = self.program.find_name(name)
            && let Some(class) = self.program.find_class(sym, ClassLoaderKind::Boot)
        {
            return Ok(class);
        }
        Ok(self.loader.load_class(&mut self.program, name, ClassLoaderKind::Boot)?)
    }

    /// The slot of an instance field; zero-cost after the first look-up.
    ///
    /// # Panics
    /// If the class library has no such field: the engine does not fit the library then.
    pub fn slot(&mut self, class: ClassId, name: &'static str) -> u16 {
        if let Some(&slot) = self.links.slots.get(&(class, name)) {
            return slot;
        }
        let field = self
            .program
            .find_field(class, name)
            .unwrap_or_else(|| panic!("invariant: class library field {}.{name}", self.program.class_name(class)));
        let slot = self.program.field(field).slot;
        self.links.slots.insert((class, name), slot);
        slot
    }

    /// A static field's value, by name.
    pub(crate) fn static_field(&mut self, class: ClassId, name: &'static str) -> Res<u64> {
        let field = self.find_static(class, name)?;
        let mirror = self.mirror(class);
        Ok(self.state.heap.field(mirror, self.known.class_slots + self.program.field(field).slot))
    }

    /// Sets a static field, by name.
    pub(crate) fn set_static_field(&mut self, class: ClassId, name: &'static str, value: u64) -> Res<()> {
        let field = self.find_static(class, name)?;
        let mirror = self.mirror(class);
        let slot = self.known.class_slots + self.program.field(field).slot;
        self.state.heap.set_field(mirror, slot, value);
        Ok(())
    }

    fn find_static(&self, class: ClassId, name: &str) -> Res<FieldId> {
        self.program.declared_field(class, name).ok_or_else(|| {
            Raise::Unsupported(format!("the class library has no {}.{name}", self.program.class_name(class)))
        })
    }

    /// A static method of the class library.
    pub(crate) fn static_method(&mut self, class: &str, name: &str, descriptor: &str) -> Res<MethodId> {
        let id = self.class(class)?;
        self.program
            .declared_method(id, name, descriptor)
            .ok_or_else(|| Raise::Unsupported(format!("the class library has no {class}.{name}{descriptor}")))
    }

    /// The array class with this component.
    pub fn array_of(&mut self, element: ClassId) -> Res<ClassId> {
        let class = self.program.class(element);
        let name = self.program.name(class.name);
        let array = match class.kind {
            ClassKind::Array { .. } => format!("[{name}"),
            ClassKind::Primitive(kind) => format!("[{}", kind.descriptor()),
            ClassKind::Instance | ClassKind::Interface => format!("[L{name};"),
        };
        let loader = class.loader;
        Ok(self.loader.load_class(&mut self.program, &array, loader)?)
    }

    /// The array class of a primitive kind.
    pub(crate) fn primitive_array(&mut self, kind: Kind) -> Res<ClassId> {
        self.class(match kind {
            Kind::Boolean => "[Z",
            Kind::Byte => "[B",
            Kind::Char => "[C",
            Kind::Short => "[S",
            Kind::Int => "[I",
            Kind::Long => "[J",
            Kind::Float => "[F",
            Kind::Double => "[D",
            Kind::Void | Kind::Ref => return Err(Raise::Unsupported("an array of no primitive".into())),
        })
    }

    /// `java.lang.String` for `java/lang/String`, arrays as `Class.getName` gives them.
    pub fn external_name(&self, class: ClassId) -> String {
        let name = self.program.class_name(class).replace('/', ".");
        if self.program.class(class).hidden
            && let Some((name, suffix)) = name.rsplit_once('+')
        {
            return format!("{name}/{suffix}");
        }
        name
    }

    /// `int f(String, int[])`, as linkage messages write a method.
    pub fn external_method(&self, method: MethodId) -> String {
        let m = self.program.method(method);
        let (params, result) = crate::program::split_descriptor(self.program.name(m.descriptor));
        let params: Vec<String> = params.into_iter().map(external_type).collect();
        let name = self.program.name(m.name);
        format!("{} {name}({})", external_type(result), params.join(", "))
    }

    // ----- objects -----

    /// A new object with zeroed fields. The class must be initialized.
    pub fn alloc(&mut self, class: ClassId) -> ObjId {
        let slots = self.program.class(class).instance.slots;
        let made = self.state.heap.alloc(class, u32::from(slots));
        if self.run.visibility.garbage_is_collected && self.is_changed_by_collections(class) {
            self.state.heap.set_shared(made);
        }
        made
    }

    /// A new array of the class with this descriptor.
    pub(crate) fn new_array(&mut self, descriptor: &str, len: u32) -> Res<ObjId> {
        let class = self.class(descriptor)?;
        let kind = self.program.class(class).array_kind().unwrap_or(Kind::Ref);
        Ok(self.state.heap.alloc_array(class, kind, len))
    }

    /// A new string object.
    pub fn new_string(&mut self, text: &str) -> ObjId {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.new_string_utf16(&units)
    }

    /// A new string object: Latin-1 when it can be, as compact strings are.
    pub fn new_string_utf16(&mut self, units: &[u16]) -> ObjId {
        let latin = units.iter().all(|&u| u < 256);
        let bytes_class = self.class("[B").unwrap_or(ClassId(0));
        let len = if latin { units.len() } else { units.len() * 2 } as u32;
        let value = self.state.heap.alloc_array(bytes_class, Kind::Byte, len);
        let out = self.state.heap.bytes_mut(value, 0, len as usize);
        if latin {
            out.iter_mut().zip(units).for_each(|(b, &u)| *b = u as u8);
        } else {
            out.chunks_exact_mut(2).zip(units).for_each(|(b, &u)| b.copy_from_slice(&u.to_le_bytes()));
        }
        let obj = self.alloc(self.known.string);
        self.state.heap.set_field(obj, self.known.string_value, u64::from(value.0));
        self.state.heap.set_field(obj, self.known.string_coder, u64::from(!latin));
        obj
    }

    /// The content of a string object.
    pub fn string_utf16(&self, obj: ObjId) -> Vec<u16> {
        let value = ObjId(self.state.heap.field(obj, self.known.string_value) as u32);
        let len = self.state.heap.array_len(value) as usize;
        let bytes = &self.state.heap.bytes_of(value)[..len];
        if self.state.heap.field(obj, self.known.string_coder) == 0 {
            bytes.iter().map(|&b| u16::from(b)).collect()
        } else {
            bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect()
        }
    }

    /// The content of a string object as text (`None` for null).
    pub fn text(&self, obj: ObjId) -> Option<String> {
        (!obj.is_null()).then(|| String::from_utf16_lossy(&self.string_utf16(obj)))
    }

    /// What `toString` gives for an object.
    pub(crate) fn text_of(&mut self, obj: ObjId) -> Res<String> {
        let class = self.state.heap.class_of(obj);
        let method = self.program.find_method(class, "toString", "()Ljava/lang/String;");
        let method = method.ok_or_else(|| Raise::Unsupported("toString is missing".into()))?;
        let text = ObjId(self.call_now(method, &[u64::from(obj.0)])? as u32);
        Ok(self.text(text).unwrap_or_default())
    }

    /// The interned string object of a constant.
    pub fn literal(&mut self, id: StrId) -> ObjId {
        let known = self.state.literal(id);
        if !known.is_null() {
            return known;
        }
        let obj = self.intern_utf16(&self.program.string(id));
        self.state.set_literal(id, obj);
        obj
    }

    /// The interned string with this text.
    pub(crate) fn interned_text(&mut self, text: &str) -> ObjId {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.intern_utf16(&units)
    }

    /// The interned string with this content.
    pub(crate) fn intern_utf16(&mut self, units: &[u16]) -> ObjId {
        if let Some(obj) = self.state.interned(units) {
            return obj;
        }
        let obj = self.new_string_utf16(units);
        self.state.intern(units.into(), obj);
        self.publish_to_all(obj);
        obj
    }

    /// A new object of a library class, made by running a constructor.
    pub(crate) fn construct_with(&mut self, class: &str, descriptor: &str, args: &[u64]) -> Res<ObjId> {
        let class = self.class(class)?;
        self.init_now(class)?;
        let init = self.program.declared_method(class, "<init>", descriptor);
        let init = init.ok_or_else(|| Raise::Unsupported(format!("a constructor {descriptor} is missing")))?;
        let obj = self.alloc(class);
        let args: Vec<u64> = [u64::from(obj.0)].into_iter().chain(args.iter().copied()).collect();
        self.call_now(init, &args)?;
        Ok(obj)
    }

    /// Calls the method that an object's class has under this name.
    pub(crate) fn call_on(&mut self, obj: ObjId, name: &str, descriptor: &str, args: &[u64]) -> Res<u64> {
        let method = self.program.find_method(self.state.heap.class_of(obj), name, descriptor);
        let method = method.ok_or_else(|| Raise::Unsupported(format!("{name}{descriptor} is missing")))?;
        let args: Vec<u64> = [u64::from(obj.0)].into_iter().chain(args.iter().copied()).collect();
        self.call_now(method, &args)
    }

    /// A new exception made by running its `(String)` constructor.
    pub(crate) fn construct(&mut self, tid: ThreadId, class: ClassId, message: &str) -> Res<ObjId> {
        let _ = tid;
        let obj = self.alloc(class);
        let text = self.new_string(message);
        let (descriptor, args): (_, Vec<u64>) =
            match self.program.declared_method(class, "<init>", "(Ljava/lang/String;)V") {
                Some(_) => ("(Ljava/lang/String;)V", vec![u64::from(obj.0), u64::from(text.0)]),
                None => ("()V", vec![u64::from(obj.0)]),
            };
        if let Some(init) = self.program.declared_method(class, "<init>", descriptor) {
            self.call_now(init, &args)?;
        }
        Ok(obj)
    }
}

/// `int[]` for `[I`, `java.lang.String` for `Ljava/lang/String;`.
pub(crate) fn external_type(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let dims = descriptor.len() - element.len();
    let name = match element.strip_prefix('L').and_then(|n| n.strip_suffix(';')) {
        Some(name) => name.replace('/', "."),
        None => crate::program::kind_of(element).keyword().to_string(),
    };
    name + &"[]".repeat(dims)
}
