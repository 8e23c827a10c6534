//! What a search takes from the names of library classes: the one place where it does, looked up once a class.
//!
//! Each fact is about what the authors of the class library promise or rely on, which no class file says. A class of the
//! program's own has none of them, whatever its name; the only thing that is known of it is whether it belongs to a framework.

/// What is known of a class by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClassFacts {
    /// Its code only does what other code asks for: handles, reflection.
    pub is_means: bool,
    /// It is one that programs use to access memory in a mode of their choice, or to park.
    pub gives_access: bool,
    /// Its plain fields are published by the volatile ones beside them, or written again with what they hold.
    pub is_published: bool,
    /// It is not meant to be used by several threads without a lock: races on its fields, and on arrays that its code
    /// accesses, are the program's.
    pub is_unsafe_to_share: bool,
    /// It is such a map.
    pub is_map: bool,
    /// It looks at the clock to know how long it has waited, or when to go on, and does not hand the time on.
    pub waits: bool,
    /// It reads the clock only to seed generators of random numbers, or for counters that no program sees.
    pub seeds: bool,
    /// It asks whether a class is initialized, and asks again before it relies on it.
    pub asks_again: bool,
    /// It asks for the number of processors only to know whether it is worth while to spin before it blocks.
    pub spins: bool,
    /// It is a lock, or a part of one.
    pub is_lock: bool,
    /// It tells how threads wait, not what for.
    pub is_way_to_wait: bool,
    /// The number that its synchronizer holds means something to the program: permits, or what is left to count down.
    pub counts: bool,
    /// It boxes a primitive value.
    pub is_box: bool,
    /// It is the base of enums.
    pub is_enum_base: bool,
    /// It is what `assert` throws, and what test frameworks extend.
    pub is_assertion: bool,
    /// It is an exception that keeps what caused it in `target`.
    pub keeps_target: bool,
    /// It belongs to a test framework or a checker, which is no part of the program that is judged.
    pub is_framework: bool,
}

/// What a call does to a lock that does not know who holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LockUse {
    /// It takes the lock to read.
    TakesReading,
    /// It gives that back.
    GivesReading,
    /// It takes the lock to write.
    TakesAlone,
    /// It gives that back.
    GivesAlone,
    /// It takes permits.
    TakesPermits,
    /// It gives permits back, or new ones.
    GivesPermits,
    /// It gives back a stamp, whatever it is for.
    GivesAny,
    /// It turns a stamp into one of another kind.
    Converts,
}

/// What a method of a library class does to such a lock, if that is its purpose.
pub(super) fn lock_use(class: &str, method: &str) -> Option<LockUse> {
    Some(match class.strip_prefix("java/util/concurrent/")? {
        "locks/ReentrantReadWriteLock$ReadLock" => match method {
            "lock" | "lockInterruptibly" | "tryLock" => LockUse::TakesReading,
            "unlock" => LockUse::GivesReading,
            _ => return None,
        },
        "Semaphore" => match method {
            "acquire" | "acquireUninterruptibly" | "tryAcquire" | "drainPermits" => LockUse::TakesPermits,
            "release" => LockUse::GivesPermits,
            _ => return None,
        },
        "locks/StampedLock" => match method {
            "writeLock" | "writeLockInterruptibly" | "tryWriteLock" => LockUse::TakesAlone,
            "readLock" | "readLockInterruptibly" | "tryReadLock" => LockUse::TakesReading,
            "unlockWrite" | "tryUnlockWrite" => LockUse::GivesAlone,
            "unlockRead" | "tryUnlockRead" => LockUse::GivesReading,
            "unlock" => LockUse::GivesAny,
            "tryConvertToReadLock" | "tryConvertToWriteLock" | "tryConvertToOptimisticRead" => LockUse::Converts,
            _ => return None,
        },
        _ => return None,
    })
}

/// Handles and reflection.
const MEANS: [&str; 4] = ["java/lang/invoke/", "java/lang/reflect/", "jdk/internal/reflect/", "jdk/internal/misc/"];

/// Classes whose authors' proofs, not the order of a search, make plain fields right. What a program may do with the rest of
/// the library's objects is for the program to order.
const PUBLISHED: [&str; 8] = [
    "java/lang/String",
    "java/lang/Class",
    "java/lang/Thread",
    "java/lang/invoke/",
    "java/util/concurrent/",
    "jdk/internal/",
    "sun/",
    "java/security/",
];

/// Exceptions to that: fields whose documentation says that they are ordinary ones.
const ORDINARY: [(&str, &str); 3] = [
    ("java/lang/invoke/CallSite", "target"),
    ("java/util/concurrent/RecursiveTask", "result"),
    ("java/util/concurrent/locks/AbstractOwnableSynchronizer", "exclusiveOwnerThread"),
];

/// Classes of `java.util` whose plain fields are caches.
const CACHES: [&str; 6] = ["Locale", "ResourceBundle", "ServiceLoader", "Currency", "TimeZone", "Collections"];

/// Fields of maps with views: the thread that asks for one first makes it, and any is as good.
const VIEWS: [&str; 6] = ["keySet", "values", "entrySet", "navigableKeySet", "descendingMap", "descendingKeySet"];

/// Classes and packages that wait by themselves. That a wait of theirs may expire is a step of its own.
const WAITS: [&str; 6] = [
    "java/util/concurrent/",
    "java/util/Timer",
    "java/lang/Thread",
    "java/lang/VirtualThread",
    "java/lang/Object",
    "java/lang/ref/",
];

/// The last ones count how long it takes to open archives and to load classes (`jdk.internal.perf.PerfCounter`).
const SEEDED: [&str; 8] = [
    "java/util/Random",
    "java/util/SplittableRandom",
    "java/util/concurrent/ThreadLocalRandom",
    "jdk/internal/util/random/RandomSupport",
    "java/util/zip/ZipFile",
    "java/net/URLClassLoader",
    "java/lang/ClassLoader",
    "jdk/internal/perf/PerfCounter",
];

const ASKS_AGAIN: [&str; 2] = ["java/lang/invoke/", "jdk/internal/reflect/"];

const SPINNING: [&str; 4] = [
    "java/util/concurrent/Exchanger",
    "java/util/concurrent/LinkedTransferQueue",
    "java/util/concurrent/Phaser",
    "java/util/concurrent/SynchronousQueue",
];

const BOXES: [&str; 8] = ["Boolean", "Byte", "Character", "Double", "Float", "Integer", "Long", "Short"];

const WAYS_TO_WAIT: [&str; 3] = ["jdk/internal/", "java/util/concurrent/locks/", "java/util/concurrent/ForkJoinPool"];

const FRAMEWORKS: [&str; 7] =
    ["org/junit/", "org/opentest4j/", "org/testng/", "org/hamcrest/", "junit/", "gov/nasa/jpf/vm/", "braid/"];

impl ClassFacts {
    /// Those of a class that is none of the library.
    pub(super) fn of_others(name: &str) -> Self {
        let is_framework = FRAMEWORKS.iter().any(|prefix| name.starts_with(prefix));
        ClassFacts { is_framework, ..ClassFacts::default() }
    }

    /// Those of a model of a library class, which is code like the program's own: only what reports tell of a class.
    pub(super) fn of_model(name: &str) -> Self {
        let ClassFacts { is_way_to_wait, counts, .. } = ClassFacts::of(name);
        ClassFacts { is_way_to_wait, counts, ..ClassFacts::of_others(name) }
    }

    /// Those of a library class.
    pub(super) fn of(name: &str) -> Self {
        let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
        let (package, simple) = name.rsplit_once('/').unwrap_or(("", name));
        ClassFacts {
            is_means: starts(&MEANS),
            gives_access: package == "java/util/concurrent/atomic" || name == "java/util/concurrent/locks/LockSupport",
            is_published: starts(&PUBLISHED),
            is_unsafe_to_share: match package {
                "java/util" => !CACHES.iter().any(|prefix| simple.starts_with(prefix)),
                "java/util/regex" | "java/text" | "java/io" => true,
                "java/nio" => simple.contains("Buffer"),
                "java/lang" => matches!(simple, "AbstractStringBuilder" | "StringBuilder" | "StringBuffer"),
                _ => false,
            },
            is_map: package == "java/util" && simple.contains("Map"),
            waits: starts(&WAITS),
            seeds: SEEDED.contains(&name),
            asks_again: starts(&ASKS_AGAIN),
            spins: starts(&SPINNING),
            is_lock: package == "java/util/concurrent/locks",
            is_way_to_wait: starts(&WAYS_TO_WAIT),
            counts: package == "java/util/concurrent" && matches!(simple, "CountDownLatch" | "Semaphore"),
            is_box: package == "java/lang" && BOXES.contains(&simple),
            is_enum_base: name == "java/lang/Enum",
            is_assertion: name == "java/lang/AssertionError",
            keeps_target: name == "java/lang/reflect/InvocationTargetException",
            is_framework: false,
        }
    }
}

/// Whether the documentation of a published class says that a field is an ordinary one.
pub(super) fn is_ordinary(class: &str, field: &str) -> bool {
    ORDINARY.contains(&(class, field))
}

/// Whether a field of a map holds a view.
pub(super) fn is_view(field: &str) -> bool {
    VIEWS.contains(&field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_holds_for_its_classes_only() {
        let atomic = ClassFacts::of("java/util/concurrent/atomic/AtomicInteger");
        assert!(atomic.gives_access && atomic.is_published && !atomic.is_means && !atomic.is_unsafe_to_share);
        let list = ClassFacts::of("java/util/ArrayList");
        assert!(list.is_unsafe_to_share && !list.is_map && !list.is_published);
        assert!(ClassFacts::of("java/util/HashMap").is_map);
        assert!(!ClassFacts::of("java/util/LocaleISOData").is_unsafe_to_share);
        assert!(!ClassFacts::of("java/nio/Bits").is_unsafe_to_share);
        assert!(ClassFacts::of("java/util/Random").seeds && !ClassFacts::of("java/util/RandomX").seeds);
        assert!(ClassFacts::of("java/util/zip/ZipFile").seeds && !ClassFacts::of("java/util/zip/ZipEntry").seeds);
        assert_eq!(ClassFacts::of("Plain"), ClassFacts::default());
        assert_eq!(ClassFacts::of_others("java/util/concurrent/Semaphore"), ClassFacts::default());
        assert!(ClassFacts::of_others("org/junit/Assert").is_framework);
        let semaphore = ClassFacts::of("java/util/concurrent/Semaphore");
        assert!(semaphore.counts && !semaphore.is_lock && !semaphore.is_way_to_wait);
        assert!(ClassFacts::of("java/lang/Integer").is_box && !ClassFacts::of("java/lang/Number").is_box);
    }

    #[test]
    fn a_method_takes_or_gives_what_its_class_is_for() {
        assert_eq!(lock_use("java/util/concurrent/Semaphore", "release"), Some(LockUse::GivesPermits));
        assert_eq!(lock_use("java/util/concurrent/locks/StampedLock", "readLock"), Some(LockUse::TakesReading));
        assert_eq!(lock_use("java/util/concurrent/locks/StampedLock", "release"), None);
        assert_eq!(lock_use("Semaphore", "release"), None);
    }
}
