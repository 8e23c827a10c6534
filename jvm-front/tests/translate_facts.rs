//! The reference maps that the engine computes from transition code agree with the kinds inferred from bytecode: for every
//! live register at the start of every basic block of `java.base`.

mod common;

use braid_engine::program::{Body, ClassLoaderKind, Facts, Loader, MethodId, Pc, Program};
use braid_jvm_front::Front;
use braid_jvm_front::infer::{self, Kinds, Type};
use braid_jvm_front::source::ClassPath;

#[derive(Default)]
struct Counts {
    blocks: usize,
    registers: usize,
}

/// Whether the engine sees a register as the inference does.
fn agree(facts: &Facts, pc: Pc, register: u16, ty: Type, counts: &mut Counts) -> bool {
    if !facts.is_live(pc, register) {
        return true;
    }
    counts.registers += 1;
    ty != Type::Top && ty != Type::High && facts.is_ref(pc, register) == ty.is_reference()
}

fn check(program: &Program, method: MethodId, flow: &infer::Flow<'_>, counts: &mut Counts) -> Result<(), String> {
    let Body::Code(code) = &program.method(method).body else { return Ok(()) };
    let facts = Facts::of(program, method);
    let file = flow.decoded.code();
    // The stack starts behind the locals and, in some synchronized methods, the monitor.
    let base = code.registers - 1 - file.max_stack();
    for (at, block) in flow.blocks.iter().enumerate() {
        let bci = flow.decoded.instructions()[block.start].offset;
        let pc = (code.start.0..code.end.0).map(Pc).find(|&pc| program.bci_of(pc) >= bci);
        let next = flow.blocks.get(at + 1).map(|next| flow.decoded.instructions()[next.start].offset);
        // A block without instructions of its own cannot be told from the next one.
        let Some(pc) = pc.filter(|&pc| next.is_none_or(|next| program.bci_of(pc) < next)) else { continue };
        // The prologue of a synchronized method belongs to no block.
        if at == 0 {
            continue;
        }
        counts.blocks += 1;
        let locals = block.entry.locals.iter().enumerate().map(|(at, &ty)| (at as u16, ty));
        let stack = block.entry.stack.iter().enumerate().map(|(at, &ty)| (base + at as u16, ty));
        for (register, ty) in locals.chain(stack) {
            if !agree(&facts, pc, register, ty, counts) {
                let is_ref = facts.is_ref(pc, register);
                return Err(format!("@{bci}: r{register} is {ty:?}, but a reference for the engine: {is_ref}"));
            }
        }
    }
    Ok(())
}

#[test]
fn reference_maps_agree_with_the_inferred_kinds() {
    let jdk = common::jdk(25);
    let image = jdk.boot_class_path().expect("the image can be read");
    let listed = image.sources()[0].list().expect("the image can be listed");
    let in_base = listed.iter().filter(|listed| listed.module.as_deref() == Some("java.base"));
    let mut program = Program::default();
    let boot = jdk.boot_class_path().expect("the image can be read");
    let mut front = Front::new(&mut program, boot, ClassPath::default(), jdk.feature());
    let (mut counts, mut failures, mut methods) = (Counts::default(), Vec::new(), 0);
    for name in in_base.filter_map(|listed| listed.class_name()) {
        let class = front.load_class(&mut program, name, ClassLoaderKind::Boot).expect("it links");
        let file = image.find_class(name).expect("it can be read").expect("it was listed").parse().expect("it parses");
        for method in program.class(class).methods.clone() {
            let index = program.method(method).index;
            let Some(code) = file.method(index.into()).and_then(|file| file.code().expect("code parses")) else {
                continue;
            };
            front.translate(&mut program, method).expect("it translates");
            let decoded = code.decode().expect("it decodes");
            let flow = infer::infer(&decoded, &mut Kinds).expect("types can be inferred");
            methods += 1;
            if let Err(error) = check(&program, method, &flow, &mut counts) {
                failures.push(format!("{} {error}", program.qualified_name(method)));
            }
        }
    }
    println!(
        "{methods} methods, {} blocks, {} live registers compared; {} disagreements",
        counts.blocks,
        counts.registers,
        failures.len()
    );
    assert!(failures.is_empty(), "{} disagreements, first {:#?}", failures.len(), &failures[..failures.len().min(5)]);
    assert!(counts.registers > 500_000, "{} registers are too few", counts.registers);
}
