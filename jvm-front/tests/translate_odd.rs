//! Code that no JDK class has: subroutines of old compilers, code that must be refused, mutants.

mod common;

use braid_engine::program::{
    Body, ClassId, ClassLoaderKind, LinkError, Loader, MethodId, Op, Program, Role, SiteId, SiteKind,
};
use braid_jvm_front::Front;
use braid_jvm_front::source::{ClassPath, ClassSource};
use common::Random;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A class file `T extends Object` with one static method `m(int): int` and this code.
fn class(major: u16, max_stack: u16, max_locals: u16, code: &[u8], handlers: &[[u16; 4]]) -> Vec<u8> {
    fn utf8(bytes: &mut Vec<u8>, text: &str) {
        bytes.push(1);
        bytes.extend((text.len() as u16).to_be_bytes());
        bytes.extend(text.as_bytes());
    }
    let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0];
    bytes.extend(major.to_be_bytes());
    bytes.extend(8u16.to_be_bytes());
    utf8(&mut bytes, "T");
    bytes.extend([7, 0, 1]);
    utf8(&mut bytes, "java/lang/Object");
    bytes.extend([7, 0, 3]);
    utf8(&mut bytes, "m");
    utf8(&mut bytes, "(I)I");
    utf8(&mut bytes, "Code");
    // Flags, this, super, no interfaces, no fields, one method: static m.
    bytes.extend([0, 0x21, 0, 2, 0, 4, 0, 0, 0, 0, 0, 1, 0, 8, 0, 5, 0, 6, 0, 1, 0, 7]);
    let mut body = Vec::new();
    body.extend(max_stack.to_be_bytes());
    body.extend(max_locals.to_be_bytes());
    body.extend((code.len() as u32).to_be_bytes());
    body.extend(code);
    body.extend((handlers.len() as u16).to_be_bytes());
    handlers.iter().flatten().for_each(|value| body.extend(value.to_be_bytes()));
    body.extend([0, 0]);
    bytes.extend((body.len() as u32).to_be_bytes());
    bytes.extend(body);
    bytes.extend([0, 0]);
    bytes
}

struct World {
    program: Program,
    front: Front,
}

impl World {
    fn new(feature: u16) -> World {
        let jdk = common::jdk(feature);
        let feature = jdk.feature();
        let mut program = Program::default();
        let boot = jdk.boot_class_path().expect("the image can be read");
        let front = Front::new(&mut program, boot, ClassPath::default(), feature);
        World { program, front }
    }

    fn define(&mut self, bytes: &[u8]) -> Result<ClassId, LinkError> {
        self.front.define_class(&mut self.program, bytes, ClassLoaderKind::App, true, None)
    }

    /// The one method of a class, translated.
    fn method(&mut self, bytes: &[u8]) -> Result<MethodId, LinkError> {
        let class = self.define(bytes)?;
        let method = self.program.class(class).methods[0];
        self.front.translate(&mut self.program, method)?;
        Ok(method)
    }

    /// Runs the few instructions that the subroutine tests need.
    fn run(&self, method: MethodId, argument: i32) -> Option<i32> {
        let code = self.program.method(method).code()?;
        let mut registers = vec![0i32; code.registers.into()];
        registers[0] = argument;
        let mut pc = code.start;
        for _ in 0..1000 {
            let op = self.program.code[pc.index()];
            pc.0 += 1;
            match op {
                Op::Move { d, s } => registers[usize::from(d.0)] = registers[usize::from(s.0)],
                Op::ConstI { d, v } => registers[usize::from(d.0)] = v,
                Op::IAddK { d, a, k } => registers[usize::from(d.0)] = registers[usize::from(a.0)].wrapping_add(k),
                Op::IMulK { d, a, k } => registers[usize::from(d.0)] = registers[usize::from(a.0)].wrapping_mul(k),
                Op::Goto { to } => pc = to,
                Op::IfEqK { a, k, to } if registers[usize::from(a.0)] == i32::from(k) => pc = to,
                Op::IfGtK { a, k, to } if registers[usize::from(a.0)] > i32::from(k) => pc = to,
                Op::IfEqK { .. } | Op::IfGtK { .. } => {}
                Op::ReturnV { a } => return Some(registers[usize::from(a.0)]),
                other => panic!("unexpected {other:?}"),
            }
        }
        None
    }
}

#[test]
fn subroutines_return_to_their_callers() {
    let mut world = World::new(17);
    // x = 2x + 1 twice: jsr 8; jsr 8; iload_0; ireturn; 8: astore_1; x += x... as iload_0, iconst_2, imul, istore_0, iinc; ret 1.
    let code = [
        0xa8, 0, 8, // 0: jsr 8
        0xa8, 0, 5, // 3: jsr 8
        0x1a, 0xac, // 6: iload_0, ireturn
        0x4c, // 8: astore_1
        0x1a, 0x05, 0x68, 0x3b, // iload_0, iconst_2, imul, istore_0
        0x84, 0, 1, // iinc 0 1
        0xa9, 1, // ret 1
    ];
    let method = world.method(&class(48, 2, 2, &code, &[])).expect("it translates");
    assert_eq!(world.run(method, 5), Some(23));

    // A subroutine that calls another: x = ((x + 10) * 3) + 10.
    let code = [
        0xa8, 0, 5, // 0: jsr 5
        0x1a, 0xac, // 3: iload_0, ireturn
        0x4c, // 5: astore_1
        0xa8, 0, 13, // 6: jsr 19
        0x1a, 0x06, 0x68, 0x3b, // 9: iload_0, iconst_3, imul, istore_0
        0xa8, 0, 6, // 13: jsr 19
        0xa9, 1,    // 16: ret 1
        0x00, // 18: nop
        0x4d, // 19: astore_2
        0x84, 0, 10, // 20: iinc 0 10
        0xa9, 2, // 23: ret 2
    ];
    let method = world.method(&class(48, 2, 3, &code, &[])).expect("it translates");
    assert_eq!(world.run(method, 1), Some(43));

    // A subroutine that is left by a jump and called again, as `finally { continue; }` was compiled.
    let code = [
        0x84, 0, 0xff, // 0: iinc 0 -1
        0xa8, 0, 5, // 3: jsr 8
        0x1a, 0xac, // 6: iload_0, ireturn
        0x4c, // 8: astore_1
        0x1a, 0x9d, 0xff, 0xf7, // 9: iload_0; 10: ifgt 1..., to 0 below
        0xa9, 1, // 13: ret 1
    ];
    let mut code = code;
    let back = (0i16 - 10).to_be_bytes();
    code[11..13].copy_from_slice(&back);
    let method = world.method(&class(48, 1, 2, &code, &[])).expect("it translates");
    assert_eq!(world.run(method, 3), Some(0));
}

#[test]
fn bad_code_is_refused_with_its_place() {
    let mut world = World::new(17);
    let cases: [(&str, u16, &[u8], u16, &str); 11] = [
        ("underflow", 2, &[0x60, 0xac], 0, "underflow"),
        ("overflow", 1, &[0x1a, 0x1a, 0x60, 0xac], 1, "overflow"),
        ("falls off", 1, &[0x1a, 0x57], 1, "falls through code end"),
        ("wrong type", 2, &[0x22, 0xac], 0, "Bad local variable type"),
        ("wrong return", 1, &[0x01, 0xb0], 1, "Wrong return type"),
        ("no int", 2, &[0x01, 0xac], 1, "Bad type on operand stack"),
        ("half a long", 4, &[0x09, 0x57, 0x1a, 0xac], 1, "half of a long"),
        ("height", 2, &[0x1a, 0x99, 0, 4, 0x1a, 0x1a, 0xac], 4, "Inconsistent stack height"),
        ("ret", 1, &[0xa9, 0], 0, "ret outside of a subroutine"),
        ("jump", 1, &[0xa7, 0, 2, 0x1a, 0xac], 0, "jumps"),
        ("uninitialized", 2, &[0xbb, 0, 2, 0xb0], 3, "Wrong return type"),
    ];
    for (name, max_stack, code, bci, what) in cases {
        match world.method(&class(48, max_stack, 1, code, &[])) {
            Err(LinkError::Throw { class: "java/lang/VerifyError", message }) => {
                assert!(message.contains(what), "{name}: {message}");
                let place = [format!("@{bci}"), format!("at {bci}")];
                assert!(place.iter().any(|place| message.contains(place)), "{name}: {message}");
                assert!(message.contains('m'), "{name}: {message}");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn frames_that_are_too_large_are_named() {
    let mut world = World::new(17);
    match world.method(&class(48, 10, 65_530, &[0x1a, 0xac], &[])) {
        Err(LinkError::Unsupported(what)) => assert!(what.contains("T") && what.contains(".m needs"), "{what}"),
        other => panic!("{other:?}"),
    }
    world.method(&class(48, 4, 65_530, &[0x1a, 0xac], &[])).expect("65,535 registers are enough");
}

/// What must hold of translated code whatever it was made from.
fn in_bounds(program: &Program, method: MethodId) -> bool {
    let Body::Code(code) = &program.method(method).body else { return true };
    (code.start.index()..code.end.index()).all(|pc| {
        let op = program.code[pc];
        let mut fits = op.target().is_none_or(|target| code.start <= target && target < code.end);
        op.registers(&mut |role, register| fits &= register < code.registers + u16::from(role == Role::Args));
        fits
    })
}

/// Mutants of real classes are linked, translated, explained; nothing panics and code stays in bounds.
#[test]
fn mutants_are_refused_or_translated() {
    let mutants = std::env::var("BRAID_MUTANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(6_000);
    let jdk = common::jdk(25);
    let source = ClassSource::Image(jdk.image().expect("the JDK has lib/modules"));
    let list = source.list().expect("an image lists");
    let in_base = list.iter().filter(|listed| listed.module.as_deref() == Some("java.base"));
    let classes: Vec<_> = in_base.filter(|listed| listed.class_name().is_some()).collect();
    let samples: Vec<Vec<u8>> = classes
        .iter()
        .step_by(classes.len() / 150)
        .map(|listed| source.read(listed).expect("reads").expect("what is listed is there").bytes.to_vec())
        .filter(|bytes| bytes.len() < 20_000)
        .collect();
    let mut world = World::new(25);
    let mut random = Random::new(358);
    let (mut linked, mut translated, mut refused) = (0, 0, 0);
    for _ in 0..mutants {
        let mut bytes = samples[random.below(samples.len())].clone();
        // The code comes late in a class file.
        for _ in 0..=random.below(2) {
            let at = random.below(bytes.len()).max(random.below(bytes.len()));
            bytes[at] = if random.below(2) == 0 { random.next() as u8 } else { bytes[at].wrapping_add(1) };
        }
        let result = catch_unwind(AssertUnwindSafe(|| {
            let before = world.program.sites.len();
            let Ok(class) = world.define(&bytes) else { return };
            linked += 1;
            for method in world.program.class(class).methods.clone() {
                match world.front.translate(&mut world.program, method) {
                    Ok(()) => translated += 1,
                    Err(_) => refused += 1,
                }
                assert!(in_bounds(&world.program, method), "{} is out of bounds", world.program.qualified_name(method));
                for bci in (0..200).step_by(7) {
                    let _ = world.front.null_pointer_message(&mut world.program, method, bci);
                }
            }
            for site in before..world.program.sites.len() {
                let site = SiteId::new(site);
                if let SiteKind::CallSite { .. } = world.program.sites[site.index()].kind {
                    let _ = world.front.resolve_dynamic(&mut world.program, site);
                }
            }
        }));
        assert!(result.is_ok(), "a mutant of {} bytes made the front-end panic", bytes.len());
    }
    println!("{mutants} mutants: {linked} linked, {translated} methods translated, {refused} refused");
    assert!(linked > mutants / 10 && translated > linked && refused > mutants / 100, "the mutants test too little");
}
