//! Answers that a program gets from its surroundings and that a search does not vary: assumptions to be named.
//!
//! They are found where they are given. The row of a native says that its answer is fixed (`natives/effect.rs`); for answers
//! that the class library has taken before the program began, or that it makes itself, `NOTED` names the methods that hand
//! them out. Whenever one of these runs after the program has begun, the answer is named, whichever code asked for it: the
//! program's own code, reflection, a method handle, a library in between. Silence needs a reason: `ABSORBING` lists the parts
//! of the class library that ask for themselves, and why no program can tell what they were told.

use crate::interp::TraceLine;
use crate::known::ThreadMethod;
use crate::natives::effect::PinnedAnswer;
use crate::program::{ClassId, Kind, MethodId, ObjId, ThreadId};
use crate::vm::Vm;
use std::collections::BTreeMap;

/// A method of the class library that hands out a fixed answer.
struct NotedMethod {
    class: &'static str,
    name: &'static str,
    /// None stands for all of this name.
    descriptor: Option<&'static str>,
    answer: PinnedAnswer,
}

const fn noted(class: &'static str, name: &'static str, answer: PinnedAnswer) -> NotedMethod {
    NotedMethod { class, name, descriptor: None, answer }
}

const fn noted_as(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    answer: PinnedAnswer,
) -> NotedMethod {
    NotedMethod { class, name, descriptor: Some(descriptor), answer }
}

const NOTED: &[NotedMethod] = &[
    // Seeded once, perhaps by who needs no random number.
    noted("java/util/concurrent/ThreadLocalRandom", "current", PinnedAnswer::Random),
    noted_as("java/util/SplittableRandom", "<init>", "()V", PinnedAnswer::Random),
    noted("java/security/SecureRandom", "<init>", PinnedAnswer::Random),
    noted("java/lang/Math", "random", PinnedAnswer::Random),
    noted_as("java/util/Collections", "shuffle", "(Ljava/util/List;)V", PinnedAnswer::Random),
    // Read once, when the class is initialized.
    noted("java/lang/ProcessEnvironment", "getenv", PinnedAnswer::Environment),
    noted("java/lang/ProcessEnvironment", "environment", PinnedAnswer::Environment),
    // The common pool, or what stands for it on few processors.
    noted("java/util/concurrent/ForkJoinPool", "commonPool", PinnedAnswer::Processors),
    noted("java/util/concurrent/ForkJoinPool", "getCommonPoolParallelism", PinnedAnswer::Processors),
    noted("java/util/concurrent/ForkJoinTask", "fork", PinnedAnswer::Processors),
    noted("java/util/concurrent/CompletableFuture", "defaultExecutor", PinnedAnswer::Processors),
    noted_as(
        "java/util/concurrent/CompletableFuture",
        "supplyAsync",
        "(Ljava/util/function/Supplier;)Ljava/util/concurrent/CompletableFuture;",
        PinnedAnswer::Processors,
    ),
    noted_as(
        "java/util/concurrent/CompletableFuture",
        "runAsync",
        "(Ljava/lang/Runnable;)Ljava/util/concurrent/CompletableFuture;",
        PinnedAnswer::Processors,
    ),
    // Salted while the class library starts. Only the order shows.
    noted("java/util/ImmutableCollections$Set12", "iterator", PinnedAnswer::Order),
    noted("java/util/ImmutableCollections$Set12", "toArray", PinnedAnswer::Order),
    noted("java/util/ImmutableCollections$Set12", "forEach", PinnedAnswer::Order),
    noted("java/util/ImmutableCollections$Set12", "spliterator", PinnedAnswer::Order),
    noted("java/util/ImmutableCollections$SetN", "toArray", PinnedAnswer::Order),
    noted("java/util/ImmutableCollections$SetN$SetNIterator", "<init>", PinnedAnswer::Order),
    noted("java/util/ImmutableCollections$MapN$MapNIterator", "<init>", PinnedAnswer::Order),
    // The virtual machine may list them in any order.
    noted("java/lang/Class", "getMethods", PinnedAnswer::Members),
    noted("java/lang/Class", "getDeclaredMethods", PinnedAnswer::Members),
    noted("java/lang/Class", "getFields", PinnedAnswer::Members),
    noted("java/lang/Class", "getDeclaredFields", PinnedAnswer::Members),
    noted("java/lang/Class", "getConstructors", PinnedAnswer::Members),
    noted("java/lang/Class", "getDeclaredConstructors", PinnedAnswer::Members),
    // Read while the class library starts.
    noted("java/lang/System", "getProperty", PinnedAnswer::Host),
    noted("java/lang/System", "getProperties", PinnedAnswer::Host),
    // What a relative name means: the directory that the program runs in.
    noted_as("java/io/UnixFileSystem", "resolve", "(Ljava/io/File;)Ljava/lang/String;", PinnedAnswer::Host),
    noted_as("sun/nio/fs/UnixPath", "toAbsolutePath", "()Lsun/nio/fs/UnixPath;", PinnedAnswer::Host),
    noted("java/util/Locale", "getDefault", PinnedAnswer::Region),
    noted("java/util/TimeZone", "getDefault", PinnedAnswer::Region),
    noted("java/util/TimeZone", "getDefaultRef", PinnedAnswer::Region),
    noted("java/nio/charset/Charset", "defaultCharset", PinnedAnswer::Region),
    // What is cleared some time, or never.
    noted("java/lang/ref/WeakReference", "<init>", PinnedAnswer::Garbage),
    noted("java/lang/ref/SoftReference", "<init>", PinnedAnswer::Garbage),
    noted("java/lang/ref/PhantomReference", "<init>", PinnedAnswer::Garbage),
    noted("java/lang/ref/Cleaner", "create", PinnedAnswer::Garbage),
    noted("java/lang/ref/Cleaner", "register", PinnedAnswer::Garbage),
    noted("java/util/WeakHashMap", "<init>", PinnedAnswer::Garbage),
];

/// System properties that tell of the host (`System.getProperties`), whichever code asks for them.
const HOST: &[&str] = &[
    "file.encoding",
    "file.separator",
    "java.class.version",
    "java.home",
    "java.io.tmpdir",
    "java.library.path",
    "java.runtime.name",
    "java.runtime.version",
    "java.specification.version",
    "java.vendor",
    "java.vendor.version",
    "java.version",
    "java.version.date",
    "java.vm.info",
    "java.vm.name",
    "java.vm.vendor",
    "java.vm.version",
    "line.separator",
    "native.encoding",
    "os.arch",
    "os.name",
    "os.version",
    "path.separator",
    "stdout.encoding",
    "stderr.encoding",
    "sun.arch.data.model",
    "sun.jnu.encoding",
    "user.country",
    "user.dir",
    "user.home",
    "user.language",
    "user.name",
];

/// What the names of properties begin with that the virtual machine or its host sets, or may set: those that the program's own
/// code asks for. The class library asks for many that nothing sets. Others are not set unless the command line does it, which
/// is the same here.
const SET_OUTSIDE: &[&str] = &[
    "awt.", "file.", "ftp.", "http.", "https.", "java.", "jdk.", "line.", "native.", "os.", "path.", "socks", "std",
    "sun.", "user.",
];

/// A part of the class library that asks for something, while no program can tell what it was told.
struct Absorbing {
    /// A class and those that are nested in it, or a package and those below it if a slash ends it.
    class: &'static str,
    /// None stands for all methods.
    name: Option<&'static str>,
    answers: &'static [PinnedAnswer],
}

const fn absorbing(class: &'static str, answers: &'static [PinnedAnswer]) -> Absorbing {
    Absorbing { class, name: None, answers }
}

const fn absorbing_in(class: &'static str, name: &'static str, answers: &'static [PinnedAnswer]) -> Absorbing {
    Absorbing { class, name: Some(name), answers }
}

/// What the linking of method handles asks for.
const LINKING: &[PinnedAnswer] = &[PinnedAnswer::Garbage, PinnedAnswer::Identity, PinnedAnswer::Order];

const ABSORBING: &[Absorbing] = &[
    // The number of processors decides how long they spin before they block, and over how many cells they spread a count;
    // where a thread counts is drawn at random. What they answer is the same.
    absorbing("java/util/concurrent/ConcurrentHashMap", &[PinnedAnswer::Processors, PinnedAnswer::Random]),
    absorbing("java/util/concurrent/atomic/Striped64", &[PinnedAnswer::Processors, PinnedAnswer::Random]),
    absorbing("java/util/concurrent/ConcurrentSkipListMap", &[PinnedAnswer::Random]),
    absorbing("java/util/concurrent/Exchanger", &[PinnedAnswer::Processors, PinnedAnswer::Random, PinnedAnswer::Clock]),
    absorbing("java/util/concurrent/LinkedTransferQueue", &[PinnedAnswer::Processors, PinnedAnswer::Clock]),
    absorbing(
        "java/util/concurrent/SynchronousQueue",
        &[PinnedAnswer::Processors, PinnedAnswer::Random, PinnedAnswer::Clock],
    ),
    absorbing("java/util/concurrent/Phaser", &[PinnedAnswer::Processors, PinnedAnswer::Clock]),
    absorbing("java/util/concurrent/locks/StampedLock", &[PinnedAnswer::Processors, PinnedAnswer::Clock]),
    // They make the common pool, or ask for it; who uses it comes by a method that is noted.
    absorbing_in("java/util/concurrent/CompletableFuture", "<clinit>", &[PinnedAnswer::Processors]),
    absorbing_in("java/util/concurrent/ForkJoinPool", "<clinit>", &[PinnedAnswer::Processors]),
    // The clock tells them when to stop waiting. That timed waits expire at any moment is an assumption of its own.
    absorbing("java/util/concurrent/locks/AbstractQueuedSynchronizer", &[PinnedAnswer::Clock]),
    absorbing("java/util/concurrent/locks/AbstractQueuedLongSynchronizer", &[PinnedAnswer::Clock]),
    absorbing("java/util/concurrent/CompletableFuture", &[PinnedAnswer::Clock]),
    absorbing("java/util/concurrent/ForkJoinPool", &[PinnedAnswer::Clock, PinnedAnswer::Random]),
    absorbing("java/util/concurrent/ForkJoinTask", &[PinnedAnswer::Clock]),
    absorbing("java/util/concurrent/FutureTask", &[PinnedAnswer::Clock]),
    absorbing("java/util/concurrent/ThreadPoolExecutor", &[PinnedAnswer::Clock]),
    absorbing("java/util/concurrent/AbstractExecutorService", &[PinnedAnswer::Clock]),
    absorbing_in("java/lang/Thread", "join", &[PinnedAnswer::Clock]),
    absorbing_in("java/lang/Thread", "sleep", &[PinnedAnswer::Clock]),
    // They seed generators of random numbers, which are named as such.
    absorbing("java/util/Random", &[PinnedAnswer::Clock]),
    absorbing("java/util/SplittableRandom", &[PinnedAnswer::Clock]),
    absorbing("java/util/concurrent/ThreadLocalRandom", &[PinnedAnswer::Clock]),
    absorbing("jdk/internal/util/random/RandomSupport", &[PinnedAnswer::Clock]),
    // Makes the only instance; who wants a number comes by a method that is noted.
    absorbing_in("java/util/concurrent/ThreadLocalRandom", "<clinit>", &[PinnedAnswer::Random]),
    // Has that instance made before a thread with a small stack needs it.
    absorbing("java/lang/ProcessHandleImpl", &[PinnedAnswer::Random]),
    // Names of variables as bytes: the variables are named as such.
    absorbing("java/lang/ProcessEnvironment", &[PinnedAnswer::Region]),
    // How the class library reads its own settings, which are not the program's.
    absorbing("sun/security/action/", &[PinnedAnswer::Host]),
    // Where classes of the program and of the platform are: what is on the class path is part of the program.
    absorbing(
        "jdk/internal/loader/",
        &[PinnedAnswer::Files, PinnedAnswer::Host, PinnedAnswer::Order, PinnedAnswer::Identity, PinnedAnswer::Garbage],
    ),
    absorbing(
        "jdk/internal/module/",
        &[PinnedAnswer::Files, PinnedAnswer::Host, PinnedAnswer::Order, PinnedAnswer::Identity, PinnedAnswer::Garbage],
    ),
    // Pools go through their workers to interrupt them all, or any; hooks are started one after the other, and who is
    // started first may still act last.
    absorbing("java/util/concurrent/ThreadPoolExecutor", &[PinnedAnswer::Identity]),
    absorbing("java/lang/ApplicationShutdownHooks", &[PinnedAnswer::Identity]),
    // Makes what others register with, and those are noted.
    absorbing("jdk/internal/ref/CleanerFactory", &[PinnedAnswer::Garbage]),
    // Switches for debugging, flags of a class, and caches of handles, forms and types. None of these calls what a handle
    // is for.
    absorbing("java/lang/invoke/MethodHandleStatics", &[PinnedAnswer::Host]),
    absorbing("java/lang/invoke/MethodHandles", LINKING),
    absorbing("java/lang/invoke/MethodHandleNatives", LINKING),
    absorbing("java/lang/invoke/DirectMethodHandle", LINKING),
    absorbing("java/lang/invoke/BoundMethodHandle", LINKING),
    absorbing("java/lang/invoke/ClassSpecializer", LINKING),
    absorbing("java/lang/invoke/InvokerBytecodeGenerator", LINKING),
    absorbing("java/lang/invoke/InnerClassLambdaMetafactory", LINKING),
    absorbing("java/lang/invoke/LambdaFormEditor", LINKING),
    absorbing("java/lang/invoke/LambdaFormBuffer", LINKING),
    absorbing("java/lang/invoke/StringConcatFactory", LINKING),
    absorbing("java/lang/invoke/VarHandles", LINKING),
    // The platform's lists of pools and threads, for dumps.
    absorbing("jdk/internal/vm/", &[PinnedAnswer::Garbage, PinnedAnswer::Identity]),
    // They look for members that have a name or an annotation, or sort them.
    absorbing("java/io/", &[PinnedAnswer::Members]),
    absorbing("java/lang/invoke/", &[PinnedAnswer::Members]),
    absorbing("java/lang/reflect/", &[PinnedAnswer::Members]),
    absorbing("java/util/", &[PinnedAnswer::Members]),
    absorbing("jdk/", &[PinnedAnswer::Members]),
    absorbing("sun/", &[PinnedAnswer::Members]),
    // Caches that make anew what is not there any more, and tables that no program goes through.
    absorbing("java/security/Permissions", &[PinnedAnswer::Identity]),
    absorbing("java/lang/ThreadLocal", &[PinnedAnswer::Garbage]),
    absorbing("java/lang/Class", &[PinnedAnswer::Garbage, PinnedAnswer::Identity]),
    absorbing("java/lang/reflect/AccessibleObject", &[PinnedAnswer::Garbage]),
    absorbing("java/lang/ClassValue", &[PinnedAnswer::Garbage, PinnedAnswer::Identity]),
    absorbing("java/lang/invoke/MethodType", LINKING),
    absorbing("java/lang/invoke/MethodTypeForm", LINKING),
];

impl Absorbing {
    fn covers(&self, class: &str, name: &str, fixed: PinnedAnswer) -> bool {
        let nested = |rest: &str| rest.is_empty() || rest.starts_with('$') || self.class.ends_with('/');
        self.answers.contains(&fixed)
            && class.strip_prefix(self.class).is_some_and(nested)
            && self.name.is_none_or(|only| only == name)
    }
}

/// The methods that are noted, for a test that they exist.
pub fn noted_methods() -> impl Iterator<Item = (&'static str, &'static str)> {
    NOTED.iter().map(|noted| (noted.class, noted.name))
}

/// What a program has been told that is fixed.
#[derive(Default, Debug)]
pub struct Asked {
    /// Where it was asked first: the innermost line of the program's own.
    first: BTreeMap<PinnedAnswer, Option<TraceLine>>,
    /// The same as a set.
    set: u32,
}

impl Vm {
    /// What has been asked for that has one fixed answer here, and where first.
    pub fn pinned_answers(&self) -> BTreeMap<PinnedAnswer, Option<TraceLine>> {
        let mut all = self.observed.asked.first.clone();
        let seen = [
            (self.observed.copied_parts, PinnedAnswer::Copies),
            (self.observed.left_daemons, PinnedAnswer::Daemons),
            (self.has_finalizers(), PinnedAnswer::Garbage),
        ];
        for (_, fixed) in seen.into_iter().filter(|&(is, _)| is) {
            all.entry(fixed).or_insert(None);
        }
        all
    }

    /// Whether there have been objects of a class of the program's own that has a finalizer, which never runs here. A
    /// constructor that has been called has code.
    fn has_finalizers(&self) -> bool {
        (0..self.program.classes.len()).map(ClassId::new).any(|class| {
            let c = self.program.class(class);
            let made = |&method: &MethodId| {
                let m = self.program.method(method);
                self.program.name(m.name) == "<init>" && m.code().is_some()
            };
            !c.is_library()
                && self.program.declared_method(class, "finalize", "()V").is_some()
                && c.methods.iter().any(made)
        })
    }

    /// A thread is given a fixed answer.
    pub(crate) fn ask(&mut self, tid: ThreadId, fixed: PinnedAnswer) {
        let bit = 1 << fixed as u32;
        if self.known.first_program_object.is_null()
            || self.observed.asked.set & bit != 0
            || self.is_absorbed(tid, fixed)
        {
            return;
        }
        self.observed.asked.set |= bit;
        let line = self.user_line(tid).filter(|line| self.is_users(line.method));
        self.observed.asked.first.insert(fixed, line);
    }

    /// Whether a part of the class library asks that keeps the answer to itself.
    fn is_absorbed(&self, tid: ThreadId, fixed: PinnedAnswer) -> bool {
        let methods = self.state.thread(tid).frames.iter().rev().map(|frame| frame.method);
        methods.take_while(|&method| !self.is_users(method)).any(|method| {
            let m = self.program.method(method);
            let (class, name) = (self.program.class_name(m.class), self.program.name(m.name));
            ABSORBING.iter().any(|absorbing| absorbing.covers(class, name, fixed))
        })
    }

    fn noted(&self, method: MethodId) -> Option<PinnedAnswer> {
        let m = self.program.method(method);
        let (class, name, descriptor) =
            (self.program.class_name(m.class), self.program.name(m.name), self.program.name(m.descriptor));
        let is = |noted: &&NotedMethod| {
            noted.class == class && noted.name == name && noted.descriptor.is_none_or(|only| only == descriptor)
        };
        NOTED.iter().find(is).map(|noted| noted.answer)
    }

    /// Whether calls of a method hand out a fixed answer.
    pub(crate) fn is_noted(&self, method: MethodId) -> bool {
        if self.program.modelled.contains_key(&method) || self.thread_method(method) == Some(ThreadMethod::Join) {
            return true;
        }
        self.program.class(self.program.method(method).class).is_library()
            && (self.noted(method).is_some() || self.is_noted_for_steps(method))
    }

    /// A method is called whose calls are noted; its frame is on top.
    pub(crate) fn note_call(&mut self, tid: ThreadId, method: MethodId) {
        if let Some(modelled) = self.program.modelled.get(&method) {
            // What is only tried has not been called.
            if !self.run.attempts.is_trial() {
                *self.observed.model_calls.entry(modelled.clone()).or_insert(0) += 1;
            }
            return;
        }
        if self.thread_method(method) == Some(ThreadMethod::Join) {
            let has_limit = self.program.method(method).params.first() == Some(&Kind::Long);
            self.run.ends_show |= has_limit && self.state.thread(tid).register(1) as i64 > 0;
            return;
        }
        let Some(fixed) = self.noted(method) else {
            self.note_call_for_steps(tid, method);
            return;
        };
        if fixed == PinnedAnswer::Host && self.names_absolute_path(tid, method) {
            return;
        }
        let by_key = self.program.name(self.program.method(method).descriptor).starts_with("(Ljava/lang/String;");
        if fixed == PinnedAnswer::Host && by_key {
            let key = ObjId(self.state.thread(tid).register(0) as u32);
            let key = if key.is_null() { None } else { self.text(key) };
            let given = |key: &String| self.config.properties.iter().any(|(known, _)| known == key);
            let caller = self.state.thread(tid).frames.iter().nth_back(1).map(|frame| frame.method);
            let own = caller.is_some_and(|method| self.is_users(method));
            let of_host = |key: &String| {
                HOST.contains(&key.as_str()) || own && SET_OUTSIDE.iter().any(|prefix| key.starts_with(prefix))
            };
            if key.is_none_or(|key| !of_host(&key) || given(&key)) {
                return;
            }
        }
        if fixed == PinnedAnswer::Order && self.has_one_order(tid, method) {
            return;
        }
        self.ask(tid, fixed);
    }

    /// Whether the file or path that a method is about, its last reference, is an absolute one.
    fn names_absolute_path(&self, tid: ThreadId, method: MethodId) -> bool {
        let m = self.program.method(method);
        let file = ObjId(self.state.thread(tid).register(m.arg_slots.saturating_sub(1)) as u32);
        if m.arg_slots == 0 || file.is_null() {
            return false;
        }
        let heap = &self.state.heap;
        let Some(path) = self.program.find_field(heap.class_of(file), "path") else { return false };
        let path = ObjId(heap.field(file, self.program.field(path).slot) as u32);
        match self.program.class_name(heap.class_of(path)) {
            "[B" => heap.array_len(path) > 0 && heap.byte_at(path, 0) == b'/',
            _ => self.text(path).is_some_and(|path| path.starts_with('/')),
        }
    }

    /// Whether the immutable set or map that a method goes through has no more than one element.
    fn has_one_order(&mut self, tid: ThreadId, method: MethodId) -> bool {
        const COLLECTIONS: &str = "java/util/ImmutableCollections";
        let of = usize::from(self.program.name(self.program.method(method).name) == "<init>");
        let set = ObjId(self.state.thread(tid).register(of as u16) as u32);
        if set.is_null() {
            return true;
        }
        let class = self.state.heap.class_of(set);
        let field = |name: &str| {
            let field = self.program.find_field(class, name)?;
            Some(self.state.heap.field(set, self.program.field(field).slot) as u32)
        };
        let (size, second) = (field("size"), field("e1"));
        let Ok(collections) = self.class(COLLECTIONS) else { return false };
        let empty = self.static_field(collections, "EMPTY").map(|empty| empty as u32).ok();
        size.is_some_and(|size| size < 2) || second.is_some() && second == empty
    }
}
