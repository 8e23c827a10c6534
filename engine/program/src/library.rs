//! What a search takes from the names of library classes: the one place where it does, looked up once a class.
//!
//! Each fact is about what the authors of the class library promise or rely on, which no class file says. A class of the
//! program's own has none of them, whatever its name.

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
    /// It reads the clock only to seed generators of random numbers.
    pub seeds: bool,
    /// It asks whether a class is initialized, and asks again before it relies on it.
    pub asks_again: bool,
    /// It asks for the number of processors only to know whether it is worth while to spin before it blocks.
    pub spins: bool,
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

const SEEDED: [&str; 4] = [
    "java/util/Random",
    "java/util/SplittableRandom",
    "java/util/concurrent/ThreadLocalRandom",
    "jdk/internal/util/random/RandomSupport",
];

const ASKS_AGAIN: [&str; 2] = ["java/lang/invoke/", "jdk/internal/reflect/"];

const SPINNING: [&str; 4] = [
    "java/util/concurrent/Exchanger",
    "java/util/concurrent/LinkedTransferQueue",
    "java/util/concurrent/Phaser",
    "java/util/concurrent/SynchronousQueue",
];

impl ClassFacts {
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
        assert_eq!(ClassFacts::of("Plain"), ClassFacts::default());
    }
}
