//! Every method of `java.base` translates.

mod common;

use braid_engine::program::{
    Body, ClassLoaderKind, DynamicTarget, Loader, MethodId, Op, Program, Role, SiteId, SiteKind,
};
use braid_jvm_front::Front;
use braid_jvm_front::source::ClassPath;

/// What must hold of every translated method: targets inside, registers in range, the end not reached.
fn check(program: &Program, method: MethodId) -> Result<(), String> {
    let code = program.method(method).code().ok_or("no code")?;
    let inside = |pc: braid_engine::program::Pc| code.start <= pc && pc < code.end;
    for pc in code.start.index()..code.end.index() {
        let op = program.code[pc];
        let mut bad = None;
        op.registers(&mut |role, register| {
            let limit = if role == Role::Args { code.registers + 1 } else { code.registers };
            if register >= limit {
                bad = Some(register);
            }
        });
        if let Some(register) = bad {
            return Err(format!("register {register} of {} in {op:?}", code.registers));
        }
        if let Some(target) = op.target()
            && !inside(target)
        {
            return Err(format!("{op:?} leaves the method"));
        }
        if let Op::Switch { table, .. } = op
            && !program.tables[table.index()].targets().into_iter().all(inside)
        {
            return Err(format!("{op:?} leaves the method"));
        }
    }
    let last = program.code[code.end.index() - 1];
    if !last.ends_block() {
        return Err(format!("falls off its end with {last:?}"));
    }
    for handler in &code.handlers {
        if !inside(handler.start) || !inside(handler.target) || handler.end > code.end || handler.start >= handler.end {
            return Err(format!("{handler:?} is misplaced"));
        }
    }
    Ok(())
}

/// Links every call site met so far; the result tells how many of each sort there are.
fn link_call_sites(front: &mut Front, program: &mut Program, failures: &mut Vec<String>) -> String {
    let mut counts = std::collections::BTreeMap::new();
    for site in 0..program.sites.len() {
        let site = SiteId::new(site);
        let SiteKind::CallSite { method, bci, .. } = program.sites[site.index()].kind else { continue };
        let sort = match front.resolve_dynamic(program, site) {
            Ok(DynamicTarget::Method(target)) => {
                let class = program.method(target).class;
                let methods = program.class(class).methods.clone();
                for method in methods {
                    if let Err(error) = check(program, method) {
                        failures.push(format!("{}: {error}", program.qualified_name(method)));
                    }
                }
                let name = program.name(program.method(target).name);
                name.split('$').next().unwrap_or(name).to_owned()
            }
            Ok(DynamicTarget::Bootstrap { .. }) => "general".to_owned(),
            Err(error) => {
                failures.push(format!("{} @{bci}: {error}", program.qualified_name(method)));
                "failed".to_owned()
            }
        };
        *counts.entry(sort).or_insert(0) += 1;
    }
    format!("{counts:?}")
}

#[test]
fn all_of_java_base_translates() {
    for jdk in common::jdks() {
        let mut program = Program::default();
        let image = jdk.boot_class_path().expect("the image can be read");
        let listed = image.sources()[0].list().expect("the image can be listed");
        let in_base = listed.iter().filter(|listed| listed.module.as_deref() == Some("java.base"));
        let names: Vec<&str> = in_base.filter_map(|listed| listed.class_name()).collect();
        let boot = jdk.boot_class_path().expect("the image can be read");
        let mut front = Front::new(&mut program, boot, ClassPath::default(), jdk.feature());
        for name in &names {
            front.load_class(&mut program, name, ClassLoaderKind::Boot).expect("it links");
        }
        let (mut translated, mut failures) = (0, Vec::new());
        for id in 0..program.methods.len() {
            let id = MethodId::new(id);
            if !matches!(program.method(id).body, Body::Untranslated) {
                continue;
            }
            let result = front.translate(&mut program, id).map_err(|error| error.to_string());
            match result.and_then(|()| check(&program, id)) {
                Ok(()) => translated += 1,
                Err(error) => failures.push(format!("{}: {error}", program.qualified_name(id))),
            }
        }
        let call_sites = link_call_sites(&mut front, &mut program, &mut failures);
        println!("JDK {}: call sites {call_sites}", jdk.version());
        let moves = program.code.iter().filter(|op| matches!(op, Op::Move { .. })).count();
        println!(
            "JDK {}: {} classes of java.base, {translated} methods translated into {} instructions, {moves} of them moves",
            jdk.version(),
            names.len(),
            program.code.len()
        );
        assert!(failures.is_empty(), "{} failures, first {:?}", failures.len(), &failures[..failures.len().min(5)]);
        assert!(translated > 50_000, "{translated} methods are too few for java.base");
    }
}
