//! Which native methods a program can come to: a call graph over class files.
//!
//! From all methods of the given jars on, calls are followed through the class library. A call may go to every method of that name
//! and descriptor of a class of which an instance is made somewhere on the way (rapid type analysis, without asking for the type of
//! the receiver). So more is found than any execution can come to; what is only called by reflection, by name or by the virtual
//! machine itself is not found. Where a row or a model answers a method, its own code is not looked into.

use super::universe::{Reference, Universe, references};
use super::{Kind, Model, Target};
use braid_engine::natives::{all_rows, is_registration_hook};
use braid_jvm_front::classfile::access;
use braid_jvm_front::models::MethodName;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Classes of which the virtual machine itself makes instances.
const MADE: [&str; 6] = [
    "java/lang/Class",
    "java/lang/String",
    "java/lang/Thread",
    "java/lang/ThreadGroup",
    "java/lang/NullPointerException",
    "java/lang/ClassCastException",
];

type Signature = (String, String);

/// The call graph so far.
struct Graph<'a> {
    universe: &'a Universe<'a>,
    rows: HashSet<(&'static str, &'static str, &'static str)>,
    /// The method that answers for another one.
    answers: HashMap<MethodName, MethodName>,
    /// Classes for which others stand.
    types: HashMap<String, String>,
    reached: HashSet<MethodName>,
    todo: Vec<MethodName>,
    made: HashSet<String>,
    /// Methods of classes of which instances are made.
    methods: HashMap<Signature, Vec<MethodName>>,
    /// Who was seen to call a method of that name and descriptor.
    called: HashMap<Signature, MethodName>,
    unanswered: BTreeMap<MethodName, MethodName>,
}

/// The native methods that the classes of some jars can come to and that nothing answers, each with a method that calls it.
pub fn unanswered(classes: &[String], models: &[Model], universe: &Universe<'_>) -> BTreeMap<MethodName, MethodName> {
    let mut graph = Graph {
        universe,
        rows: all_rows().map(|row| (row.class, row.name, row.descriptor)).collect(),
        answers: HashMap::new(),
        types: HashMap::new(),
        reached: HashSet::new(),
        todo: Vec::new(),
        made: HashSet::new(),
        methods: HashMap::new(),
        called: HashMap::new(),
        unanswered: BTreeMap::new(),
    };
    for model in models {
        match (&model.target, &model.method) {
            (Ok(Target::Method(target)), Some(method)) => {
                let answer = MethodName {
                    class: model.class.clone(),
                    name: method.name.clone(),
                    descriptor: method.descriptor.clone(),
                };
                graph.answers.insert(target.clone(), answer);
            }
            (Ok(Target::Type(target)), None) if model.kind == Kind::Bytecode => {
                graph.types.insert(target.clone(), model.class.clone());
            }
            (Ok(_) | Err(_), _) => {}
        }
    }
    MADE.iter().for_each(|class| graph.make(class));
    for class in classes {
        let Some(known) = universe.class(class) else { continue };
        if known.file.access() & (access::ABSTRACT | access::INTERFACE) == 0 {
            graph.make(class);
        }
        for method in known.file.methods() {
            let root = name(class, method.name(), method.descriptor());
            graph.reach(root.clone(), &root);
        }
    }
    while let Some(method) = graph.todo.pop() {
        graph.follow(&method);
    }
    graph.unanswered
}

impl Graph<'_> {
    fn reach(&mut self, method: MethodName, caller: &MethodName) {
        if !self.reached.insert(method.clone()) {
            return;
        }
        if let Some(answer) = self.answers.get(&method).cloned() {
            return self.reach(answer, &method);
        }
        let row = (method.class.as_str(), method.name.as_str(), method.descriptor.as_str());
        if self.rows.contains(&row) {
            return;
        }
        let known = self.universe.class(&method.class);
        let native = known.as_ref().and_then(|known| known.file.find_method(&method.name, &method.descriptor));
        if native.is_some_and(|method| method.access() & access::NATIVE != 0) {
            let polymorphic =
                matches!(method.class.as_str(), "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle");
            if !is_registration_hook(&method.name) && !polymorphic {
                self.unanswered.insert(method, caller.clone());
            }
            return;
        }
        self.todo.push(method);
    }

    /// The class that is meant by a name: the one that stands for it, if there is one.
    fn meant<'n>(&'n self, class: &'n str) -> &'n str {
        self.types.get(class).map_or(class, String::as_str)
    }

    fn follow(&mut self, method: &MethodName) {
        let Some(known) = self.universe.class(&method.class) else { return };
        let Some(file) = known.file.find_method(&method.name, &method.descriptor) else { return };
        for reference in references(file) {
            match reference {
                Reference::Class { name, instance } => {
                    let class = self.meant(&name).to_owned();
                    self.initialize(&class, method);
                    if instance {
                        self.make(&class);
                    }
                }
                Reference::Call(called) => {
                    let called = MethodName { class: self.meant(&called.class).to_owned(), ..called };
                    self.initialize(&called.class, method);
                    self.call(&called, method);
                }
            }
        }
    }

    fn call(&mut self, called: &MethodName, caller: &MethodName) {
        if let Some(known) = self.universe.declares(called) {
            let declared = name(known.file.name(), &called.name, &called.descriptor);
            self.reach(declared, caller);
        }
        let signature = (called.name.clone(), called.descriptor.clone());
        if called.name.starts_with('<') || self.called.contains_key(&signature) {
            return;
        }
        self.called.insert(signature.clone(), caller.clone());
        for method in self.methods.get(&signature).cloned().unwrap_or_default() {
            self.reach(method, caller);
        }
    }

    fn initialize(&mut self, class: &str, by: &MethodName) {
        let initializer = name(class, "<clinit>", "()V");
        let has = |known: super::universe::Known| known.file.find_method("<clinit>", "()V").is_some();
        if !self.reached.contains(&initializer) && self.universe.class(class).is_some_and(has) {
            self.reach(initializer, by);
        }
    }

    /// An instance of a class is made: its methods, and those that it inherits, may be called.
    fn make(&mut self, class: &str) {
        if !self.made.insert(class.to_owned()) {
            return;
        }
        let Some(known) = self.universe.class(class) else { return };
        for method in known.file.methods().filter(|method| !method.is_static() && !method.name().starts_with('<')) {
            let signature = (method.name().to_owned(), method.descriptor().to_owned());
            let own = name(class, method.name(), method.descriptor());
            self.methods.entry(signature.clone()).or_default().push(own.clone());
            if let Some(caller) = self.called.get(&signature).cloned() {
                self.reach(own, &caller);
            }
        }
        let supertypes = known.file.super_name().into_iter().chain(known.file.interfaces());
        supertypes.map(str::to_owned).collect::<Vec<_>>().iter().for_each(|supertype| self.make(supertype));
    }
}

fn name(class: &str, name: &str, descriptor: &str) -> MethodName {
    MethodName { class: class.to_owned(), name: name.to_owned(), descriptor: descriptor.to_owned() }
}
