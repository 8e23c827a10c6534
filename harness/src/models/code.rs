//! What the code of models asks for, as far as it is in the models themselves.
//!
//! From each model the calls are followed through classes of the models; what the class library does further on is not looked
//! into. A model must not name classes that it does not reach, nor call a native method that nothing answers; an action must not
//! call what waits.

use super::universe::{Known, Reference, Universe, Whose, references};
use super::{Kind, Model, Target, external, parameters};
use braid_engine::natives::{all_rows, is_registration_hook};
use braid_jvm_front::classfile::access;
use braid_jvm_front::models::{MethodName, is_boot_module};
use std::collections::{BTreeSet, HashSet, VecDeque};

/// The class that actions extend.
const ACTION: &str = "braid/Action";

/// Methods that let a thread wait, by class (or what it extends) and the beginning of their names.
const WAITING: &[(&str, &str)] = &[
    ("java/lang/Object", "wait"),
    ("java/lang/Thread", "sleep"),
    ("java/lang/Thread", "join"),
    ("java/lang/Thread", "start"),
    ("java/lang/Thread", "onSpinWait"),
    ("java/util/concurrent/locks/LockSupport", "park"),
    ("java/util/concurrent/locks/Condition", "await"),
    ("java/util/concurrent/CountDownLatch", "await"),
    ("java/util/concurrent/CyclicBarrier", "await"),
    ("java/util/concurrent/Phaser", "await"),
    ("java/util/concurrent/Semaphore", "acquire"),
    ("java/util/concurrent/BlockingQueue", "put"),
    ("java/util/concurrent/BlockingQueue", "take"),
    ("java/util/concurrent/Future", "get"),
    ("java/util/concurrent/CompletableFuture", "join"),
    ("java/util/concurrent/Exchanger", "exchange"),
    ("braid/Braid", "await"),
];

/// What is wrong with the code of models.
pub fn check(models: &[Model], universe: &Universe<'_>) -> Vec<String> {
    let mut walk = Walk { models, universe, found: BTreeSet::new(), order: Vec::new() };
    for model in models.iter().filter(|model| model.kind == Kind::Bytecode) {
        let Some(known) = universe.class(&model.class).filter(|known| known.whose == Whose::Models) else { continue };
        let of_program = match &model.target {
            Ok(Target::Type(target)) => universe.class(target).is_some_and(|known| known.whose == Whose::Program),
            Ok(Target::Method(_)) | Err(_) => false,
        };
        let roots: Vec<MethodName> = match &model.method {
            Some(method) => vec![named(&model.class, &method.name, &method.descriptor)],
            None => methods_of(&known),
        };
        let reach = Reach::Instances { of_program };
        walk.follow(roots, reach, |walk, from, reference| walk.judge(from, reference, of_program));
    }
    for class in universe.models().class_names().unwrap_or_default() {
        if class != ACTION && universe.extends(&class, ACTION) {
            let root = named(&class, "attempt", "()Z");
            walk.follow(vec![root], Reach::Calls, Walk::judge_attempt);
        }
    }
    walk.order
}

/// What is followed.
#[derive(Clone, Copy)]
enum Reach {
    /// Calls, and all methods of what instances are made of: of a class for the program, or of one for the class library.
    #[allow(missing_docs)]
    Instances { of_program: bool },
    /// Calls alone. An action may make an object that others wait with; where it waits itself, the search says so.
    Calls,
}

struct Walk<'a> {
    models: &'a [Model],
    universe: &'a Universe<'a>,
    found: BTreeSet<String>,
    order: Vec<String>,
}

impl Walk<'_> {
    /// Goes through methods of the models, and shows all that they refer to.
    fn follow(
        &mut self,
        roots: Vec<MethodName>,
        reach: Reach,
        mut see: impl FnMut(&mut Self, &MethodName, &Reference),
    ) {
        let mut been: HashSet<MethodName> = roots.iter().cloned().collect();
        let mut todo: VecDeque<MethodName> = roots.into();
        while let Some(at) = todo.pop_front() {
            let Some(known) = self.universe.declares(&at).filter(|known| known.whose == Whose::Models) else {
                continue;
            };
            let Some(method) = known.file.find_method(&at.name, &at.descriptor) else { continue };
            let at = MethodName { class: known.file.name().to_owned(), ..at };
            let of_program = matches!(reach, Reach::Instances { of_program: true });
            if method.access() & access::NATIVE != 0 && !of_program && self.nothing_answers(&at) {
                self.tell(&at, format!("is native, and nothing answers {}", text(&at)));
            }
            let mut next = vec![named(&at.class, "<clinit>", "()V")];
            for reference in references(method) {
                see(self, &at, &reference);
                match reference {
                    Reference::Call(called) => next.push(called),
                    Reference::Class { name, instance } => {
                        let known = self.universe.class(&name).filter(|known| known.whose == Whose::Models);
                        // Whatever is called on an instance, by whomever, is one of its methods.
                        let instance = instance && !matches!(reach, Reach::Calls);
                        next.extend(known.iter().filter(|_| instance).flat_map(methods_of));
                        next.push(named(&name, "<clinit>", "()V"));
                    }
                }
            }
            todo.extend(next.into_iter().filter(|method| been.insert(method.clone())));
        }
    }

    fn judge(&mut self, from: &MethodName, reference: &Reference, of_program: bool) {
        let class = match reference {
            Reference::Call(called) => &called.class,
            Reference::Class { name, .. } => name,
        };
        let element = class.trim_start_matches('[');
        let element = element.strip_prefix('L').filter(|_| class.starts_with('[')).unwrap_or(element);
        let element = element.trim_end_matches(';');
        if class.starts_with('[') && element.len() == 1 {
            return;
        }
        match self.universe.class(element) {
            None => self.tell(from, format!("names {}, which is no class of the JDK or the models", external(element))),
            Some(Known { whose: Whose::Program, .. }) if !of_program && !element.starts_with("braid/") => {
                self.tell(
                    from,
                    format!("names {}, a class of the program, which models do not reach", external(element)),
                );
            }
            Some(Known { whose: Whose::Library, module: Some(module), .. })
                if !of_program && !is_boot_module(&module) =>
            {
                let element = external(element);
                self.tell(from, format!("names {element} of the module {module}, which models do not reach"));
            }
            Some(_) => {}
        }
        if let Reference::Call(called) = reference
            && let Some(known) = self.universe.declares(called).filter(|known| known.whose == Whose::Library)
            && let Some(method) = known.file.find_method(&called.name, &called.descriptor)
            && method.access() & access::NATIVE != 0
        {
            let native = named(known.file.name(), method.name(), method.descriptor());
            if self.nothing_answers(&native) {
                self.tell(from, format!("calls the native method {}, which nothing answers", text(&native)));
            }
        }
    }

    fn judge_attempt(&mut self, from: &MethodName, reference: &Reference) {
        let Reference::Call(called) = reference else { return };
        let waits = WAITING.iter().any(|&(class, name)| {
            called.name.starts_with(name) && self.universe.extends(&called.class, class)
                // What every class inherits is meant only as such.
                && (class != "java/lang/Object" || called.descriptor.ends_with(")V"))
        });
        if waits {
            self.tell(from, format!("is part of an action and calls {}, which waits", text(called)));
        }
    }

    /// Whether neither a row nor a model answers a native method.
    fn nothing_answers(&self, native: &MethodName) -> bool {
        let row = |row: &&braid_engine::natives::Row| {
            row.class == native.class && row.name == native.name && row.descriptor == native.descriptor
        };
        let modelled = |model: &Model| match &model.target {
            Ok(Target::Method(method)) => method == native,
            Ok(Target::Type(class)) => *class == native.class,
            Err(_) => false,
        };
        // Signature-polymorphic methods are part of the language.
        let polymorphic =
            matches!(native.class.as_str(), "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle");
        !polymorphic
            && !is_registration_hook(&native.name)
            && !all_rows().any(|known| row(&known))
            && !self.models.iter().any(modelled)
    }

    fn tell(&mut self, at: &MethodName, what: String) {
        let found = self.universe.models().find_class(&at.class).ok().flatten();
        let file = found.map_or_else(String::new, |found| format!("{}: ", found.origin.source.display()));
        let problem = format!("{file}{}: {what}", text(at));
        if self.found.insert(problem.clone()) {
            self.order.push(problem);
        }
    }
}

fn named(class: &str, name: &str, descriptor: &str) -> MethodName {
    MethodName { class: class.to_owned(), name: name.to_owned(), descriptor: descriptor.to_owned() }
}

fn methods_of(known: &Known) -> Vec<MethodName> {
    let class = known.file.name();
    known.file.methods().map(|method| named(class, method.name(), method.descriptor())).collect()
}

fn text(method: &MethodName) -> String {
    match method.name.as_str() {
        "<clinit>" => format!("the initializer of {}", external(&method.class)),
        "<init>" => format!("the constructor {}({})", external(&method.class), parameters(&method.descriptor)),
        name => format!("{}.{name}({})", external(&method.class), parameters(&method.descriptor)),
    }
}
