//! At every frame that a class file declares, the inferred types are assignable to the declared ones (JVMS 4.10.1.2). All
//! methods of all modules of both JDKs; zero disagreements.

mod common;

use braid_engine::program::{ClassId, ClassKind, ClassLoaderKind, Loader, Program};
use braid_jvm_front::Front;
use braid_jvm_front::classfile::{ClassFile, Frame, VerificationType};
use braid_jvm_front::infer::{self, Oracle, Type, TypeName};
use braid_jvm_front::source::ClassPath;
use std::collections::HashMap;

/// Answers from the linked classes.
struct Hierarchy {
    program: Program,
    front: Front,
    numbers: HashMap<String, TypeName>,
    classes: Vec<Option<ClassId>>,
    names: Vec<String>,
}

impl Hierarchy {
    fn object(&mut self) -> TypeName {
        self.class("java/lang/Object")
    }

    fn kind(&self, name: TypeName) -> Option<&ClassKind> {
        self.classes[name.0 as usize].map(|class| &self.program.class(class).kind)
    }

    fn of(&mut self, class: ClassId) -> TypeName {
        let name = self.program.class_name(class).to_owned();
        self.class(&name)
    }
}

impl Oracle for Hierarchy {
    fn class(&mut self, name: &str) -> TypeName {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = TypeName(self.classes.len() as u32);
        self.classes.push(self.front.load_class(&mut self.program, name, ClassLoaderKind::App).ok());
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    fn element(&mut self, array: TypeName) -> Option<Type> {
        match self.kind(array)? {
            &ClassKind::Array { element, .. } => {
                if matches!(self.program.class(element).kind, ClassKind::Primitive(_)) {
                    return None;
                }
                Some(Type::Ref(self.of(element)))
            }
            ClassKind::Instance | ClassKind::Interface | ClassKind::Primitive(_) => None,
        }
    }

    fn array_of(&mut self, component: TypeName) -> TypeName {
        let name = self.names[component.0 as usize].clone();
        let array = if name.starts_with('[') { format!("[{name}") } else { format!("[L{name};") };
        self.class(&array)
    }

    fn common(&mut self, a: TypeName, b: TypeName) -> TypeName {
        let object = self.object();
        match (self.element(a), self.element(b)) {
            (Some(Type::Ref(x)), Some(Type::Ref(y))) => {
                let component = if x == y { x } else { self.common(x, y) };
                self.array_of(component)
            }
            (None, None) => {
                let (Some(x), Some(y)) = (self.classes[a.0 as usize], self.classes[b.0 as usize]) else {
                    return object;
                };
                let (x, y) = (self.program.class(x), self.program.class(y));
                if x.kind != ClassKind::Instance || y.kind != ClassKind::Instance {
                    return object;
                }
                let shared = x.supers.iter().zip(&y.supers).take_while(|(x, y)| x == y).last();
                let shared = shared.map(|(&class, _)| class);
                shared.map_or(object, |class| self.of(class))
            }
            _ => object,
        }
    }

    fn assignable(&mut self, from: TypeName, to: TypeName) -> bool {
        if from == to || to == self.object() || matches!(self.kind(to), Some(ClassKind::Interface)) {
            return true;
        }
        if let (Some(Type::Ref(x)), Some(Type::Ref(y))) = (self.element(from), self.element(to)) {
            return self.assignable(x, y);
        }
        match (self.classes[from.0 as usize], self.classes[to.0 as usize]) {
            (Some(from), Some(to)) => self.program.is_subclass(from, to),
            // What is not there cannot be checked; the count below shows that this is rare.
            _ => true,
        }
    }
}

/// Whether an inferred type may stand where the declared one is.
fn fits(oracle: &mut Hierarchy, inferred: Type, declared: VerificationType<'_>) -> bool {
    match declared {
        VerificationType::Top => true,
        VerificationType::Integer => inferred == Type::Int,
        VerificationType::Float => inferred == Type::Float,
        VerificationType::Long => inferred == Type::Long,
        VerificationType::Double => inferred == Type::Double,
        VerificationType::Null => inferred == Type::Null,
        VerificationType::UninitializedThis => inferred == Type::UninitThis,
        VerificationType::Uninitialized(at) => inferred == Type::Uninit(at),
        VerificationType::Object(name) => match inferred {
            Type::Null => true,
            Type::Ref(from) => {
                let to = oracle.class(name);
                oracle.assignable(from, to)
            }
            _ => false,
        },
    }
}

#[derive(Default)]
struct Counts {
    methods: usize,
    frames: usize,
    types: usize,
    unreachable: usize,
}

fn check_frame(oracle: &mut Hierarchy, inferred: &infer::Frame, declared: &Frame<'_>, counts: &mut Counts) -> bool {
    let slots = |types: &[VerificationType<'_>]| types.iter().map(|ty| ty.slots()).sum::<usize>();
    if inferred.stack.len() != slots(&declared.stack) || inferred.locals.len() < slots(&declared.locals) {
        return false;
    }
    for (types, declared) in [(&inferred.locals, &declared.locals), (&inferred.stack, &declared.stack)] {
        let mut at = 0;
        for &ty in declared {
            counts.types += 1;
            if !fits(oracle, types[at], ty) {
                return false;
            }
            at += ty.slots();
        }
    }
    true
}

fn check_class(oracle: &mut Hierarchy, class: &ClassFile, counts: &mut Counts, failures: &mut Vec<String>) {
    for method in class.methods() {
        let Some(code) = method.code().expect("code parses").filter(|code| code.has_stack_map()) else { continue };
        counts.methods += 1;
        let at = |bci: u16| format!("{}.{}{} @{bci}", class.name(), method.name(), method.descriptor());
        let decoded = code.decode().expect("code decodes");
        let frames = code.stack_map().expect("frames parse");
        let offsets: Vec<u16> = frames.iter().map(|frame| frame.offset).collect();
        let flow = match infer::infer_split(&decoded, oracle, &offsets) {
            Ok(flow) => flow,
            Err(refusal) => {
                failures.push(format!("{}: {}", at(refusal.bci), refusal.what));
                continue;
            }
        };
        for frame in frames {
            let index = decoded.index_at(frame.offset).expect("frames are at instructions");
            let Some(block) = flow.blocks.iter().find(|block| block.start <= index && index < block.end) else {
                counts.unreachable += 1;
                continue;
            };
            assert_eq!(block.start, index, "blocks were asked to start at frames");
            counts.frames += 1;
            let entry = block.entry.clone();
            if !check_frame(oracle, &entry, &frame, counts) {
                failures.push(format!("{}: inferred {entry:?}, declared {frame:?}", at(frame.offset)));
            }
        }
    }
}

fn check_jdk(feature: u16) {
    let jdk = common::jdk(feature);
    let image = jdk.boot_class_path().expect("the image can be read");
    let names = image.class_names().expect("the image can be listed");
    let mut program = Program::default();
    let boot = jdk.boot_class_path().expect("the image can be read");
    let front = Front::new(&mut program, boot, ClassPath::default(), jdk.feature());
    let (numbers, classes) = (HashMap::new(), Vec::new());
    let mut oracle = Hierarchy { program, front, numbers, classes, names: Vec::new() };
    let (mut counts, mut failures) = (Counts::default(), Vec::new());
    for name in &names {
        let found = image.find_class(name).expect("it can be read").expect("it was listed");
        let class = found.parse().expect("it parses");
        check_class(&mut oracle, &class, &mut counts, &mut failures);
    }
    let unknown = oracle.classes.iter().filter(|class| class.is_none()).count();
    println!(
        "JDK {}: {} classes, {} methods with frames, {} frames, {} types compared, {} frames in unreachable code, {} of {} \
         classes named are missing; {} disagreements",
        jdk.version(),
        names.len(),
        counts.methods,
        counts.frames,
        counts.types,
        counts.unreachable,
        unknown,
        oracle.classes.len(),
        failures.len()
    );
    assert!(failures.is_empty(), "{} disagreements, first {:#?}", failures.len(), &failures[..failures.len().min(5)]);
    assert!(counts.frames > common::expected(&jdk, 300_000), "{} frames are too few for a JDK", counts.frames);
}

#[test]
fn frames_of_jdk_17_agree() {
    check_jdk(17);
}

#[test]
fn frames_of_jdk_25_agree() {
    check_jdk(25);
}
