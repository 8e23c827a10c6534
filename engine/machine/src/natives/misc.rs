//! Properties, time, modules, class data sharing and what else the class library asks of its machine.

use super::{Arguments, Outcome, Row, nothing, one, rows, zero};
use crate::interp::{Question, Raise, Res, Watch};
use crate::program::{ClassId, ClassKind, ClassLoaderKind, ConstantValue, ObjId, ThreadId};
use crate::state::Init;
use crate::vm::Vm;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The platform's properties, at the positions that this class library expects them.
fn platform_properties(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    let class = vm.class("jdk/internal/util/SystemProps$Raw")?;
    let mut positions = Vec::new();
    for &field in &vm.program.class(class).fields.clone() {
        let f = vm.program.field(field);
        if let Some(ConstantValue::Int(at)) = f.constant {
            positions.push((vm.program.name(f.name).to_string(), at as u32));
        }
    }
    let len = positions.iter().map(|&(_, at)| at + 1).max().unwrap_or(0);
    // The `FIXED_LENGTH` constant is one of them; the array may be longer than needed, never shorter.
    let array = vm.new_array("[Ljava/lang/String;", len.max(64))?;
    for (name, at) in positions {
        let value = match name.trim_start_matches('_').trim_end_matches("_NDX") {
            "display_language" | "format_language" => "en",
            "file_encoding"
            | "native_encoding"
            | "sun_jnu_encoding"
            | "stdout_encoding"
            | "stderr_encoding"
            | "stdin_encoding"
            | "sun_stdout_encoding"
            | "sun_stderr_encoding" => "UTF-8",
            "file_separator" => "/",
            "path_separator" => ":",
            "line_separator" => "\n",
            "java_io_tmpdir" => "/tmp",
            "os_arch" => "amd64",
            "os_name" => "Linux",
            "os_version" => "6.0",
            "sun_arch_data_model" => "64",
            "sun_cpu_endian" => "little",
            "sun_io_unicode_encoding" => "UnicodeLittle",
            "user_dir" => &vm.config.directory.clone(),
            "user_home" => "/home/user",
            "user_name" => "user",
            _ => continue,
        };
        let text = vm.interned_text(value);
        vm.state.heap.set_ref_at(array, at, text);
    }
    Outcome::obj(array)
}

fn vm_properties(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    let home = vm.config.java_home.clone();
    let feature = vm.config.jdk_feature.to_string();
    let mut pairs: Vec<(String, String)> = vec![
        ("java.home".into(), home.clone()),
        ("java.vm.specification.name".into(), "Java Virtual Machine Specification".into()),
        ("java.vm.specification.vendor".into(), "Oracle Corporation".into()),
        ("java.vm.specification.version".into(), feature),
        ("java.vm.name".into(), "Braid".into()),
        ("java.vm.vendor".into(), "Braid".into()),
        ("java.vm.version".into(), "0.1".into()),
        ("java.vm.info".into(), "interpreted mode".into()),
        ("java.class.path".into(), vm.config.class_path.clone()),
        ("java.library.path".into(), "/usr/lib".into()),
        ("sun.boot.library.path".into(), format!("{home}/lib")),
        ("jdk.debug".into(), "release".into()),
        // Reflection through natives: method handles would only add frames between the caller and the method.
        ("jdk.reflect.useNativeAccessorOnly".into(), "true".into()),
        ("sun.reflect.inflationThreshold".into(), "2147483647".into()),
        // The index of an image of modules is mapped, not all of it.
        ("jdk.image.map.all".into(), "false".into()),
        ("java.util.concurrent.ForkJoinPool.common.parallelism".into(), vm.config.parallelism.to_string()),
    ];
    pairs.retain(|(k, v)| !(k.ends_with("common.parallelism") && v == "0"));
    pairs.extend(vm.config.properties.iter().cloned());
    let array = vm.new_array("[Ljava/lang/String;", pairs.len() as u32 * 2 + 2)?;
    for (i, (key, value)) in pairs.iter().enumerate() {
        let (key, value) = (vm.interned_text(key), vm.interned_text(value));
        vm.state.heap.set_ref_at(array, i as u32 * 2, key);
        vm.state.heap.set_ref_at(array, i as u32 * 2 + 1, value);
    }
    Outcome::obj(array)
}

/// The packages of the class library in which a class has been initialized. Loading is no part of the state.
fn system_packages(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    let classes = (0..vm.program.classes.len()).map(ClassId::new);
    let used = classes.filter(|&class| {
        let c = vm.program.class(class);
        c.loader == ClassLoaderKind::Boot && !c.synthetic && vm.state.init(class) == Init::Done
    });
    let packages = used.filter_map(|class| vm.program.class_name(class).rsplit_once('/').map(|(package, _)| package));
    let packages: BTreeSet<String> = packages.map(str::to_owned).collect();
    let array = vm.new_array("[Ljava/lang/String;", packages.len() as u32)?;
    for (index, package) in packages.iter().enumerate() {
        let text = vm.new_string(package);
        vm.state.heap.set_ref_at(array, index as u32, text);
    }
    Outcome::obj(array)
}

fn empty_strings(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    Outcome::obj(vm.new_array("[Ljava/lang/String;", 0)?)
}

impl Vm {
    fn set_class_field(&mut self, mirror: ObjId, field: &'static str, value: u64) {
        if self.program.declared_field(self.known.class, field).is_some() {
            let slot = self.slot(self.known.class, field);
            self.state.heap.set_field(mirror, slot, value);
        }
    }

    /// Sets loader, module and what else a mirror shows of its class.
    pub(crate) fn set_mirror_context(&mut self, class: ClassId, mirror: ObjId) {
        let loader = self.loader_object(self.program.class(class).loader);
        // Other threads can get at a mirror by name, and so at these.
        self.publish(mirror, loader);
        self.set_class_field(mirror, "classLoader", u64::from(loader.0));
        let module = self.module_of(class);
        self.publish(mirror, module);
        self.set_class_field(mirror, "module", u64::from(module.0));
        let c = self.program.class(class);
        let primitive = matches!(c.kind, ClassKind::Primitive(_));
        let flags = c.flags;
        self.set_class_field(mirror, "primitive", u64::from(primitive));
        self.set_class_field(mirror, "classFileAccessFlags", u64::from(flags));
        if self.program.declared_field(self.known.class, "modifiers").is_some() {
            let modifiers = self.class_modifiers(class);
            self.set_class_field(mirror, "modifiers", u64::from(modifiers));
        }
    }

    /// The module object of a class.
    fn module_of(&mut self, class: ClassId) -> ObjId {
        let mut at = class;
        while let ClassKind::Array { element, .. } = self.program.class(at).kind {
            at = element;
        }
        let c = self.program.class(at);
        let name = self.program.class_name(at);
        let package = match c.kind {
            ClassKind::Primitive(_) => "java/lang",
            _ => name.rfind('/').map_or("", |i| &name[..i]),
        };
        if let Some(module) = self.module_of_package(package) {
            return module;
        }
        match c.loader {
            ClassLoaderKind::Boot => self.known.boot_module,
            ClassLoaderKind::Platform | ClassLoaderKind::App | ClassLoaderKind::User(_) => {
                let loader = self.loader_object(c.loader);
                if loader.is_null() {
                    return ObjId::NULL;
                }
                let class = self.class("java/lang/ClassLoader").unwrap_or(self.known.object);
                let slot = self.slot(class, "unnamedModule");
                ObjId(self.state.heap.field(loader, slot) as u32)
            }
        }
    }

    /// The module that a package was defined in.
    fn module_of_package(&self, package: &str) -> Option<ObjId> {
        if let Some(&module) = self.tables.modules.get(package) {
            return Some(module);
        }
        let package = self.program.find_name(package)?;
        Some(self.answer(Question::Package(package))).filter(|module| !module.is_null())
    }

    /// The name of a class's module, if it is in a named one.
    pub(crate) fn module_name(&mut self, class: ClassId) -> Option<String> {
        let module = self.module_of(class);
        if module.is_null() {
            return (self.program.class(class).loader == ClassLoaderKind::Boot).then(|| "java.base".to_string());
        }
        let slot = self.slot(self.state.heap.class_of(module), "name");
        self.text(ObjId(self.state.heap.field(module, slot) as u32))
    }

    /// `module java.base of loader 'bootstrap'`, as cast messages put it.
    pub(crate) fn describe_module(&mut self, class: ClassId) -> String {
        let loader = match self.program.class(class).loader {
            ClassLoaderKind::Boot => "'bootstrap'".to_string(),
            ClassLoaderKind::Platform => "'platform'".to_string(),
            ClassLoaderKind::App => "'app'".to_string(),
            kind @ ClassLoaderKind::User(_) => {
                let object = self.loader_object(kind);
                let class = self.external_name(self.state.heap.class_of(object));
                format!("{class} @{:x}", self.identity_hash(self.run.current, object))
            }
        };
        match self.module_name(class) {
            Some(name) => format!("module {name} of loader {loader}"),
            None => format!("unnamed module of loader {loader}"),
        }
    }
}

fn define_module(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (module, packages) = (args.non_null(0)?, args.obj(4));
    if !packages.is_null() {
        for i in 0..vm.state.heap.array_len(packages) {
            if let Some(package) = vm.text(vm.state.heap.ref_at(packages, i)) {
                let package = package.replace('.', "/");
                match vm.change_tables("defining a module") {
                    Ok(tables) => {
                        tables.modules.insert(Rc::from(package), module);
                    }
                    Err(_) => {
                        let package = vm.program.intern(&package);
                        vm.keep_answer(Question::Package(package), module)?;
                    }
                }
            }
        }
    }
    let slot = vm.slot(vm.state.heap.class_of(module), "name");
    let name = vm.text(ObjId(vm.state.heap.field(module, slot) as u32)).unwrap_or_default();
    if name == "java.base" {
        // Mirrors made before there were modules.
        for index in 0..vm.program.classes.len() {
            let class = ClassId::new(index);
            if let Some(mirror) = vm.state.mirror(class) {
                let module = vm.module_of(class);
                vm.set_class_field(mirror, "module", u64::from(module.0));
            }
        }
    }
    Outcome::void()
}

/// Where a package of the boot loader comes from: a module of the run-time image.
fn package_location(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let package = vm.text(args.non_null(0)?).unwrap_or_default();
    let Some(module) = vm.module_of_package(&package) else { return Outcome::obj(ObjId::NULL) };
    let class = vm.state.heap.class_of(module);
    let (loader, name) = (vm.slot(class, "loader"), vm.slot(class, "name"));
    if vm.state.heap.field(module, loader) != 0 {
        return Outcome::obj(ObjId::NULL);
    }
    let name = vm.text(ObjId(vm.state.heap.field(module, name) as u32)).unwrap_or_default();
    Outcome::obj(vm.new_string(&format!("jrt:/{name}")))
}

/// A performance counter: a buffer that only the class library reads.
fn performance_counter(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    if args.long(4) != 0 {
        return Err(Raise::Unsupported("a performance counter that does not start at zero".into()));
    }
    let make = vm.static_method("java/nio/ByteBuffer", "allocate", "(I)Ljava/nio/ByteBuffer;")?;
    vm.init_now(vm.program.method(make).class)?;
    Ok(Outcome::Value(vm.call_now(make, &[8])?))
}

fn set_boot_module(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.known.boot_module = args.obj(0);
    Outcome::void()
}

/// In a search, classes that only want to know whether it is worth while to spin before they block are told that it is not:
/// what a thread sees that looks a hundred times, it also sees if its first look comes late. An exchanger also has as many
/// places to meet as that, of which no thread can choose one.
fn processors(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    let caller = vm.state.thread(tid).frames.iter().nth_back(1).map(|frame| vm.program.method(frame.method).class);
    let spins = caller.is_some_and(|class| vm.program.class_facts(class).spins);
    Outcome::int(if spins && vm.run.watch != Watch::Off { 1 } else { vm.config.processors })
}

fn max_memory(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    Outcome::long(vm.config.max_heap as i64)
}

fn time_zone(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    Outcome::obj(vm.interned_text("UTC"))
}

fn find_signal(_: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    Outcome::int(-1)
}

fn map_library_name(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let name = vm.text(args.non_null(0)?).unwrap_or_default();
    Outcome::obj(vm.new_string(&format!("lib{name}.so")))
}

/// Native libraries of the JDK itself: what they hold is modelled here, so loading one is nothing.
const PLATFORM_LIBRARIES: &[&str] =
    &["java", "net", "nio", "zip", "jimage", "extnet", "management", "management_ext", "prefs", "verify", "syslookup"];

/// A platform library counts as built in; any other is looked for in files.
fn find_builtin_library(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let file = vm.text(args.non_null(0)?).unwrap_or_default();
    let name = file.strip_prefix("lib").and_then(|n| n.strip_suffix(".so")).unwrap_or_default();
    // One that a host has counts as part of the machine, wherever it is: its natives are the host's to answer.
    let hosted = vm.world.host.as_ref().is_some_and(|host| host.has_library(&file));
    if hosted || PLATFORM_LIBRARIES.contains(&name) {
        Outcome::obj(vm.new_string(name))
    } else {
        Outcome::obj(ObjId::NULL)
    }
}

fn load_library(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let name = vm.text(args.non_null(1)?).unwrap_or_default();
    if !args.bool(2) {
        return Err(Raise::Unsupported(format!("loading the native library {name}; --native-library lets it answer")));
    }
    let library = args.non_null(0)?;
    let slot = vm.slot(vm.state.heap.class_of(library), "handle");
    vm.state.heap.set_field(library, slot, 1);
    Outcome::bool(true)
}

fn environment(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    let given = vm.config.environment.clone();
    let array = vm.new_array("[[B", 2 * given.len() as u32)?;
    for (at, text) in given.iter().flat_map(|(name, value)| [name, value]).enumerate() {
        let bytes = vm.bytes_object(text.as_bytes())?;
        vm.state.heap.set_ref_at(array, at as u32, bytes);
    }
    Outcome::obj(array)
}

impl Vm {
    /// What the machine's source of randomness gives next: one fixed sequence for every run.
    pub(super) fn random_bytes(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(count + 8);
        while bytes.len() < count {
            self.state.scalars.random_draws += 1;
            let drawn = crate::program::stable_key(&[b"random", &self.state.scalars.random_draws.to_le_bytes()]);
            bytes.extend_from_slice(&drawn.to_le_bytes());
        }
        bytes.truncate(count);
        bytes
    }
}

/// Seeds come from here: one fixed sequence, so that the same run twice is the same run.
fn seed(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    vm.state.scalars.random_draws += 1;
    let raw = crate::program::stable_key(&[b"seed", &vm.state.scalars.random_draws.to_le_bytes()]);
    Outcome::long(raw as i64)
}

fn privileged(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    let _ = vm;
    Outcome::obj(ObjId::NULL)
}

pub(super) const ROWS: &[Row] = rows! {
    "java/lang/System" {
        "mapLibraryName" "(Ljava/lang/String;)Ljava/lang/String;" [Nothing, Computed] => map_library_name,
    }
    "jdk/internal/util/SystemProps$Raw" {
        "platformProperties" "()[Ljava/lang/String;" [Nothing, Pinned(PinnedAnswer::Host)] => platform_properties,
        "vmProperties" "()[Ljava/lang/String;" [Nothing, Pinned(PinnedAnswer::Host)] => vm_properties,
    }
    "jdk/internal/misc/VM" {
        "initialize" "()V" [Nothing, Computed] => nothing,
        "getRuntimeArguments" "()[Ljava/lang/String;" [Nothing, Computed] => empty_strings,
        "latestUserDefinedLoader0" "()Ljava/lang/ClassLoader;" [Nothing, Computed] => |vm, _, _| Outcome::obj(vm.known.app_loader),
        // The reference JVM initializes java.lang.invoke while it starts.
        "isJavaLangInvokeInited" "()Z" [Nothing, Computed] => one,
        "getuid" "()J" [Nothing, Pinned(PinnedAnswer::Host)] => zero,
        "geteuid" "()J" [Nothing, Pinned(PinnedAnswer::Host)] => zero,
        "getgid" "()J" [Nothing, Pinned(PinnedAnswer::Host)] => zero,
        "getegid" "()J" [Nothing, Pinned(PinnedAnswer::Host)] => zero,
    }
    "jdk/internal/misc/CDS" {
        "isDumpingClassList0" "()Z" [Nothing, Computed] => zero,
        "isDumpingArchive0" "()Z" [Nothing, Computed] => zero,
        "isSharingEnabled0" "()Z" [Nothing, Computed] => zero,
        "getCDSConfigStatus" "()I" [Nothing, Computed] => zero,
        "getRandomSeedForDumping" "()J" [Nothing, Computed] => zero,
        "initializeFromArchive" "(Ljava/lang/Class;)V" [Nothing, Computed] => nothing,
        "defineArchivedModules" "(Ljava/lang/ClassLoader;Ljava/lang/ClassLoader;)V" [Nothing, Computed] => nothing,
        "logLambdaFormInvoker" "(Ljava/lang/String;)V" [Nothing, Computed] => nothing,
        "needsClassInitBarrier0" "(Ljava/lang/Class;)Z" [Nothing, Computed] => zero,
    }
    "jdk/internal/misc/PreviewFeatures" { "isPreviewEnabled" "()Z" [Nothing, Computed] => zero }
    "jdk/internal/vm/ContinuationSupport" { "isSupported0" "()Z" [Nothing, Computed] => zero }
    "jdk/internal/misc/Signal" {
        "findSignal0" "(Ljava/lang/String;)I" [Nothing, Computed] => find_signal,
        "handle0" "(IJ)J" [Nothing, Computed] => zero,
    }
    "java/lang/Runtime" {
        "availableProcessors" "()I" [Nothing, Pinned(PinnedAnswer::Processors)] => processors,
        "freeMemory" "()J" [Nothing, Pinned(PinnedAnswer::Memory)] => |vm, _, _| Outcome::long(vm.config.max_heap as i64 / 2),
        "totalMemory" "()J" [Nothing, Pinned(PinnedAnswer::Memory)] => max_memory,
        "maxMemory" "()J" [Nothing, Pinned(PinnedAnswer::Memory)] => max_memory,
    }
    "java/lang/Module" {
        "defineModule0" "(Ljava/lang/Module;ZLjava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V" [Classes, Computed] => define_module,
        "addReads0" "(Ljava/lang/Module;Ljava/lang/Module;)V" [Nothing, Computed] => nothing,
        "addExports0" "(Ljava/lang/Module;Ljava/lang/String;Ljava/lang/Module;)V" [Nothing, Computed] => nothing,
        "addExportsToAll0" "(Ljava/lang/Module;Ljava/lang/String;)V" [Nothing, Computed] => nothing,
        "addExportsToAllUnnamed0" "(Ljava/lang/Module;Ljava/lang/String;)V" [Nothing, Computed] => nothing,
    }
    "jdk/internal/loader/BootLoader" {
        "setBootLoaderUnnamedModule0" "(Ljava/lang/Module;)V" [Nothing, Computed] => set_boot_module,
        "loadLibrary" "(Ljava/lang/String;)V" [Nothing, Computed] => nothing,
        "getSystemPackageLocation" "(Ljava/lang/String;)Ljava/lang/String;" [Nothing, Computed] => package_location,
        "getSystemPackageNames" "()[Ljava/lang/String;" [Classes, Computed] => system_packages,
    }
    "java/security/AccessController" {
        "getStackAccessControlContext" "()Ljava/security/AccessControlContext;" [Nothing, Computed] => privileged,
        "getInheritedAccessControlContext" "()Ljava/security/AccessControlContext;" [Nothing, Computed] => privileged,
        "ensureMaterializedForStackWalk" "(Ljava/lang/Object;)V" [Nothing, Computed] => nothing,
        "getProtectionDomain" "(Ljava/lang/Class;)Ljava/security/ProtectionDomain;" [Nothing, Computed] => privileged,
    }
    "java/util/TimeZone" {
        "getSystemTimeZoneID" "(Ljava/lang/String;)Ljava/lang/String;" [Nothing, Pinned(PinnedAnswer::Region)] => time_zone,
        "getSystemGMTOffsetID" "()Ljava/lang/String;" [Nothing, Pinned(PinnedAnswer::Region)] => time_zone,
    }
    "java/lang/ProcessEnvironment" { "environ" "()[[B" [Nothing, Pinned(PinnedAnswer::Environment)] => environment }
    "java/util/concurrent/atomic/AtomicLong" { "VMSupportsCS8" "()Z" [Nothing, Computed] => one }
    "jdk/internal/util/random/RandomSupport" { "initialSeed" "()J" [Draw, Pinned(PinnedAnswer::Random)] => seed }
    "java/util/Random" { "seedUniquifier" "()J" [Draw, Pinned(PinnedAnswer::Random)] => seed }
    "jdk/internal/perf/Perf" {
        "createLong" "(Ljava/lang/String;IIJ)Ljava/nio/ByteBuffer;" [Nothing, Computed] => performance_counter,
        "highResCounter" "()J" [Clock(crate::state::Clock::Timer), Pinned(PinnedAnswer::Clock)] => super::clock::nano_time,
        "highResFrequency" "()J" [Nothing, Computed] => |_, _, _| Outcome::long(1_000_000_000),
    }
    "jdk/internal/loader/NativeLibraries" {
        "findBuiltinLib" "(Ljava/lang/String;)Ljava/lang/String;" [Nothing, Computed] => find_builtin_library,
        "load" "(Ljdk/internal/loader/NativeLibraries$NativeLibraryImpl;Ljava/lang/String;ZZ)Z" [Field { name: "handle", write: true }, Computed] => load_library,
        "load" "(Ljdk/internal/loader/NativeLibraries$NativeLibraryImpl;Ljava/lang/String;ZZZ)Z" [Field { name: "handle", write: true }, Computed] => load_library,
    }
    "java/lang/ProcessImpl" { "init" "()V" [Nothing, Computed] => nothing }
    // The process of a run is the first and only one of its world.
    "java/lang/ProcessHandleImpl" {
        "initNative" "()V" [Nothing, Computed] => nothing,
        "getCurrentPid0" "()J" [Nothing, Pinned(PinnedAnswer::Process)] => |_, _, _| Outcome::long(1),
        "isAlive0" "(J)J" [Nothing, Pinned(PinnedAnswer::Process)] => zero,
    }
};
