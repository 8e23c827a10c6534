//! The check of models before they are used: whatever is wrong with them is told at once, with its place.
//!
//! Each model is matched against the class library or the program: what it stands for must be there, and it must be of the same
//! form. Then all of them together: no two for one thing, none that hides what Braid knows by itself unless it says so. At last
//! what their code asks for, as far as it is in the models themselves (`code`).

use super::code;
use super::universe::{Universe, Whose};
use super::{Kind, Model, Target, external, external_type, parameters};
use braid_engine::natives::{Row, all_rows, is_closed_class, model_rows};
use braid_engine::program::split_descriptor;
use braid_jvm_front::classfile::{ClassFile, Method, access};
use braid_jvm_front::models::{DeclaredMethod, MethodName};
use braid_jvm_front::source::ClassPath;
use std::collections::BTreeMap;

/// What is wrong with models; all of it at once, in the order of the models.
pub fn check(models: &[Model], universe: &Universe<'_>) -> Vec<String> {
    let mut problems = Vec::new();
    for model in models {
        let found = match &model.target {
            Err(wrong) => vec![wrong.clone()],
            Ok(Target::Method(target)) => check_method(model, target, models, universe),
            Ok(Target::Type(target)) => check_type(model, target, universe),
        };
        problems.extend(found.into_iter().map(|what| format!("{model}: {what}")));
    }
    problems.extend(duplicates(models));
    problems.extend(shadowed(models));
    problems.extend(clashes(universe));
    problems.extend(code::check(models, universe));
    problems
}

/// A model of one method.
fn check_method(model: &Model, target: &MethodName, models: &[Model], universe: &Universe<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    let MethodName { class, name, descriptor } = target;
    let Some(known) = universe.class(class) else {
        return vec![format!("there is no class {}{}", external(class), nearest_class(class, universe))];
    };
    if known.whose == Whose::Models {
        return vec![format!("{} is a class of the models themselves", external(class))];
    }
    let Some(method) = known.file.find_method(name, descriptor) else {
        return vec![no_method(target, &known.file, universe)];
    };
    if method.access() & access::ABSTRACT != 0 {
        wrong.push(format!("{} is abstract: model the methods that implement it", text(target)));
    }
    let Some(declared) = &model.method else { return wrong };
    match model.kind {
        Kind::Bytecode | Kind::Host => {}
        // Its form is for the table to check.
        Kind::Rust => return wrong,
    }
    if declared.access & access::STATIC == 0 {
        wrong.push("a model is a static method".into());
    }
    wrong.extend(check_signature(declared, target, method, models));
    wrong.extend(check_thrown(declared, target, method, universe));
    wrong
}

/// Parameters and result: those of the target, behind the receiver if it has one.
fn check_signature(
    declared: &DeclaredMethod,
    target: &MethodName,
    method: Method<'_>,
    models: &[Model],
) -> Option<String> {
    let receiver = format!("L{};", target.class);
    let (params, result) = split_descriptor(&target.descriptor);
    let receiver = (!method.is_static()).then_some(receiver.as_str());
    let expected: Vec<&str> = receiver.into_iter().chain(params).collect();
    let (given, gives) = split_descriptor(&declared.descriptor);
    // A class that stands for a type is that type.
    let is = |given: &str, expected: &str| {
        given == expected
            || models.iter().any(|model| match &model.target {
                Ok(Target::Type(of)) => given.replace(&format!("L{};", model.class), &format!("L{of};")) == expected,
                Ok(Target::Method(_)) | Err(_) => false,
            })
    };
    let any = |given: &str, expected: &str| {
        given == "Ljava/lang/Object;" && (expected.starts_with('L') || expected.starts_with('['))
    };
    let fits = given.len() == expected.len()
        && given.iter().zip(&expected).all(|(given, expected)| is(given, expected) || any(given, expected))
        && is(gives, result);
    if fits {
        return None;
    }
    let types: Vec<String> = expected.iter().map(|expected| external_type(expected)).collect();
    let kind = if method.is_static() { "is static" } else { "is called on a receiver, which comes first" };
    let (name, types) = (&declared.name, types.join(", "));
    Some(format!(
        "{} {kind}: its model is static {} {name}({types}), not {} {name}({})",
        text(target),
        external_type(result),
        external_type(gives),
        parameters(&declared.descriptor),
    ))
}

/// Checked exceptions: only what callers of the target expect.
fn check_thrown(
    declared: &DeclaredMethod,
    target: &MethodName,
    method: Method<'_>,
    universe: &Universe<'_>,
) -> Vec<String> {
    let allowed: Vec<&str> = method.attributes().exceptions().unwrap_or_default();
    let unchecked = ["java/lang/RuntimeException", "java/lang/Error"];
    let unexpected = declared.throws.iter().filter(|thrown| {
        let mut known = allowed.iter().copied().chain(unchecked);
        !known.any(|known| universe.extends(thrown, known))
    });
    unexpected
        .map(|thrown| {
            let may = match allowed.as_slice() {
                [] => "no checked exception".to_string(),
                some => some.iter().map(|class| external(class)).collect::<Vec<_>>().join(", "),
            };
            format!("throws {}, while {} throws {may}", external(thrown), text(target))
        })
        .collect()
}

/// A model of a whole class.
fn check_type(model: &Model, target: &str, universe: &Universe<'_>) -> Vec<String> {
    let Some(known) = universe.class(target) else {
        return vec![format!("there is no class {}{}", external(target), nearest_class(target, universe))];
    };
    if known.whose == Whose::Models {
        return vec![format!("{} is a class of the models themselves", external(target))];
    }
    let Some(own) = universe.class(&model.class) else { return Vec::new() };
    let (own, target_file) = (&*own.file, &*known.file);
    let mut wrong = Vec::new();
    if !model.class.contains('/') {
        wrong.push("a class that stands for another one is in a named package".to_string());
    }
    if target == "java/lang/Object" {
        wrong.push("nothing can stand for java.lang.Object".into());
    }
    let sort = |file: &ClassFile| if file.is_interface() { "an interface" } else { "a class" };
    if own.is_interface() != target_file.is_interface() {
        wrong.push(format!("is {}, while {} is {}", sort(own), external(target), sort(target_file)));
    }
    for (flag, word) in [(access::FINAL, "final"), (access::ABSTRACT, "abstract")] {
        if own.access() & flag != 0 && target_file.access() & flag == 0 {
            wrong.push(format!("is {word}, while {} is not", external(target)));
        }
    }
    if target_file.access() & access::PUBLIC != 0 && own.access() & access::PUBLIC == 0 {
        wrong.push(format!("is not public, while {} is", external(target)));
    }
    let renamed = |name: &str| if name == model.class { target.to_owned() } else { name.to_owned() };
    if own.super_name().map(renamed) != target_file.super_name().map(renamed) {
        let name = |file: &ClassFile| external(file.super_name().unwrap_or("nothing"));
        wrong.push(format!("extends {}, while {} extends {}", name(own), external(target), name(target_file)));
    }
    for interface in target_file.interfaces() {
        if !own.interfaces().any(|own| own == interface) {
            wrong.push(format!("does not implement {}, as {} does", external(interface), external(target)));
        }
    }
    wrong.extend(check_members(model, target, own, target_file, universe));
    wrong
}

/// Methods that both have must agree; one that the model leaves out must not be found somewhere else.
fn check_members(
    model: &Model,
    target: &str,
    own: &ClassFile,
    target_file: &ClassFile,
    universe: &Universe<'_>,
) -> Vec<String> {
    let mut wrong = Vec::new();
    let visible = access::PUBLIC | access::PROTECTED;
    let to_model = |descriptor: &str| descriptor.replace(&format!("L{target};"), &format!("L{};", model.class));
    for method in target_file.methods().filter(|method| !method.name().starts_with('<')) {
        let descriptor = to_model(method.descriptor());
        let found = own.find_method(method.name(), &descriptor).or(own.find_method(method.name(), method.descriptor()));
        let named = format!("{}({})", method.name(), parameters(method.descriptor()));
        match found {
            Some(found) if found.is_static() != method.is_static() => {
                let how = if method.is_static() { "static" } else { "not static" };
                wrong.push(format!("{named} should be {how}, as in {}", external(target)));
            }
            Some(found) if method.access() & visible != 0 && found.access() & visible != method.access() & visible => {
                wrong.push(format!("{named} is not as visible as in {}", external(target)));
            }
            Some(_) => {}
            None if method.access() & access::PRIVATE == 0 && !method.is_static() => {
                let name = || (method.name().to_owned(), method.descriptor().to_owned());
                let supertypes = target_file.super_name().into_iter().chain(target_file.interfaces());
                let inherited = supertypes.map(str::to_owned).find_map(|class| {
                    let (name, descriptor) = name();
                    let known = universe.declares(&MethodName { class, name, descriptor })?;
                    let method = known.file.find_method(method.name(), method.descriptor())?;
                    (method.access() & access::ABSTRACT == 0).then(|| external(known.file.name()))
                });
                if let Some(inherited) = inherited {
                    wrong.push(format!(
                        "does not have {named}, which {} overrides: a call would go to {inherited}",
                        external(target)
                    ));
                }
            }
            None => {}
        }
    }
    wrong
}

/// Models for the same thing that are run in different ways.
pub fn clashes_between(bytecode: &[Model], hosted: &[Model]) -> Vec<String> {
    let mut wrong = Vec::new();
    for host in hosted {
        let Ok(Target::Method(method)) = &host.target else { continue };
        let same = |other: &&Model| match &other.target {
            Ok(Target::Method(target)) => target == method,
            Ok(Target::Type(class)) => *class == method.class,
            Err(_) => false,
        };
        if let Some(other) = bytecode.iter().find(same) {
            wrong.push(format!("{host}: {other} stands for {} already", text(method)));
        }
    }
    wrong
}

/// More than one model for the same thing, or a model of a method of a class that another one stands for.
fn duplicates(models: &[Model]) -> Vec<String> {
    let mut by_target: BTreeMap<&Target, Vec<&Model>> = BTreeMap::new();
    for model in models {
        if let Ok(target) = &model.target {
            by_target.entry(target).or_default().push(model);
        }
    }
    let mut wrong = Vec::new();
    for (target, all) in &by_target {
        if let [first, others @ ..] = all.as_slice() {
            for other in others {
                wrong.push(format!("{other}: {first} stands for {} already", target_text(target)));
            }
            if let Target::Method(method) = target
                && let Some(whole) = by_target.get(&Target::Type(method.class.clone()))
            {
                let whole = whole.first().map(ToString::to_string).unwrap_or_default();
                wrong.push(format!("{first}: {whole} stands for all of {} already", external(&method.class)));
            }
        }
    }
    wrong
}

/// Models of what Braid itself answers, without saying that they replace it.
fn shadowed(models: &[Model]) -> Vec<String> {
    let covers = |row: &&Row, target: &Target| match target {
        Target::Method(method) => {
            row.class == method.class && row.name == method.name && row.descriptor == method.descriptor
        }
        Target::Type(class) => row.class == class,
    };
    let rust = |model: &Model| model.kind == Kind::Rust;
    let hidden = models.iter().filter(|model| !model.replace && !rust(model)).filter_map(|model| {
        let target = model.target.as_ref().ok()?;
        let row = all_rows().chain(model_rows()).find(|row| covers(row, target));
        let class = match target {
            Target::Method(method) => &method.class,
            Target::Type(class) => class,
        };
        let what = match row {
            Some(row) => format!("Braid itself answers {}.{}{}", external(row.class), row.name, row.descriptor),
            None if is_closed_class(class) => format!("Braid itself answers for {}", external(class)),
            None => return None,
        };
        Some(format!("{model}: {what}; with replace = true the model takes its place"))
    });
    hidden.collect()
}

/// Classes of the models that are somewhere else as well, so that one of the two could never be loaded. What Braid offers to Java
/// programs may come with either.
fn clashes(universe: &Universe<'_>) -> Vec<String> {
    let names = universe.models().class_names().unwrap_or_default();
    let others = names.iter().filter(|name| name.strip_prefix("braid/").is_none_or(|rest| rest.contains('/')));
    let clash = others.filter_map(|name| {
        let found = |path: &ClassPath| path.find_class(name).ok().flatten();
        let own = found(universe.models())?;
        let place = format!("{}: {}", own.origin.source.display(), external(name));
        if found(universe.library()).is_some() {
            let advice = "name another class, with @Model(type = …)";
            return Some(format!("{place}: the JDK has a class of that name; to stand for it, {advice}"));
        }
        let other = found(universe.program()).filter(|other| other.bytes[..] != own.bytes[..])?;
        Some(format!("{place}: {} has another class of that name", other.origin.source.display()))
    });
    clash.collect()
}

fn text(target: &MethodName) -> String {
    format!("{}.{}({})", external(&target.class), target.name, parameters(&target.descriptor))
}

fn target_text(target: &Target) -> String {
    match target {
        Target::Method(method) => text(method),
        Target::Type(class) => external(class),
    }
}

/// That a class has no such method, and what was perhaps meant.
fn no_method(target: &MethodName, file: &ClassFile, universe: &Universe<'_>) -> String {
    let class = external(&target.class);
    let wanted = format!("{}{}", target.name, target.descriptor);
    if let Some(known) = universe.declares(target) {
        let declarer = external(known.file.name());
        return format!("{class} only inherits {wanted}: did you mean {declarer}#{wanted}?");
    }
    let candidates = file.methods().filter(|method| !method.name().starts_with('<'));
    let all: Vec<(String, String)> =
        candidates.map(|method| (method.name().to_owned(), method.descriptor().to_owned())).collect();
    let same: Vec<String> =
        all.iter().filter(|(name, _)| *name == target.name).map(|(n, d)| format!("{n}{d}")).collect();
    let near = match same.as_slice() {
        [] => nearest(&wanted, all.iter().map(|(name, descriptor)| format!("{name}{descriptor}"))),
        [one] => Some(one.clone()),
        several => nearest(&wanted, several.iter().cloned()).or_else(|| several.first().cloned()),
    };
    let advice = near.map_or_else(String::new, |near| format!(": did you mean {class}#{near}?"));
    format!("{class} has no method {wanted}{advice}")
}

/// The class that was perhaps meant: one of that simple name in another package, or one that is written alike.
fn nearest_class(class: &str, universe: &Universe<'_>) -> String {
    let paths = [universe.program(), universe.library()];
    let names: Vec<String> = paths.iter().flat_map(|path| path.class_names().unwrap_or_default()).collect();
    let simple = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
    let wanted = simple(class);
    let same = names.iter().filter(|name| simple(name) == wanted).min_by_key(|name| name.len());
    let near = same.cloned().or_else(|| nearest(class, names.iter().cloned()));
    near.map_or_else(String::new, |near| format!(": did you mean {}?", external(&near)))
}

/// What is written most alike, if it is alike at all.
fn nearest(wanted: &str, candidates: impl Iterator<Item = String>) -> Option<String> {
    let near = candidates.map(|name| (strsim::damerau_levenshtein(wanted, &name), name)).min()?;
    (near.0 <= 2 + wanted.chars().count() / 4).then_some(near.1)
}
