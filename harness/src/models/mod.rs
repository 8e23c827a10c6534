//! Models that users give: what stands for which methods and classes, and whether it fits.
//!
//! Every kind of model becomes a [`Model`]; the pre-flight check (`preflight`) judges them all together before anything is
//! searched, so that a mistake in a model is an error with its place and not a strange verdict. What is found to fit goes to the
//! linker.

mod code;
mod preflight;
mod reach;
pub mod shipped;
mod universe;

use braid_jvm_front::jdk::Jdk;
use braid_jvm_front::models::{Declaration, DeclaredMethod, MethodName, Models, declarations};
use braid_jvm_front::source::ClassPath;
use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};

pub use preflight::{check, clashes_between};
pub use reach::unanswered;
pub use universe::{Reference, Universe, Whose, references};

/// How a model runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// As bytecode that Braid executes.
    Bytecode,
    /// In a process of its own, on a virtual machine of the host.
    Host,
    /// As a row of the engine's table.
    Rust,
}

/// What a model stands for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Target {
    /// A method.
    Method(MethodName),
    /// A class, by internal name.
    Type(String),
}

/// A model, as it is declared.
#[derive(Clone, Debug)]
pub struct Model {
    /// How it runs.
    pub kind: Kind,
    /// The jar or folder it comes from.
    pub file: PathBuf,
    /// Its class, by internal name.
    pub class: String,
    /// The method; nothing if the whole class is a model.
    pub method: Option<DeclaredMethod>,
    /// What it stands for; if that is not said as it should be, what is wrong.
    pub target: Result<Target, String>,
    /// Whether it may take the place of a row.
    pub replace: bool,
}

impl fmt::Display for Model {
    /// Where it is: `models.jar: acme.Models.randomUuid()`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.name())
    }
}

impl Model {
    /// Its name: `acme.Models.randomUuid()`, or a class.
    pub fn name(&self) -> String {
        let class = external(&self.class);
        match &self.method {
            Some(method) => format!("{class}.{}({})", method.name, parameters(&method.descriptor)),
            None => class,
        }
    }

    fn declared(kind: Kind, declaration: Declaration) -> Model {
        let target = target_of(&declaration);
        let Declaration { ref origin, ref class, ref method, .. } = declaration;
        Model {
            kind,
            file: origin.source.to_path_buf(),
            class: class.clone(),
            method: method.clone(),
            target,
            replace: declaration.flag("replace"),
        }
    }
}

/// What an annotation says that its bearer stands for.
fn target_of(declaration: &Declaration) -> Result<Target, String> {
    let (value, class) = (declaration.text("value"), declaration.text("type"));
    match (&declaration.method, value, class) {
        (Some(_), Some(value), None) => method_named(value).map(Target::Method),
        (None, None, Some(class)) if is_class_name(class) => Ok(Target::Type(class.replace('.', "/"))),
        (None, None, Some(class)) => Err(format!("{class:?} is no name of a class such as \"java.net.Socket\"")),
        (Some(_), _, _) => {
            Err("@Model on a method names a method: @Model(\"java.util.UUID#randomUUID()Ljava/util/UUID;\")".into())
        }
        (None, _, _) => Err("@Model on a class names a class: @Model(type = \"java.net.Socket\")".into()),
    }
}

fn is_class_name(name: &str) -> bool {
    name.split(['.', '/']).all(|part| !part.is_empty() && !part.contains([';', '[', '(', ')', '#', ' ', '<', '>']))
}

/// A method that is named as `java.util.UUID#randomUUID()Ljava/util/UUID;`.
fn method_named(text: &str) -> Result<MethodName, String> {
    let wrong =
        |what: &str| format!("{text:?} {what}; it should look like \"java.util.UUID#randomUUID()Ljava/util/UUID;\"");
    let (class, method) = text.split_once('#').ok_or_else(|| wrong("has no # between class and method"))?;
    if !is_class_name(class) {
        return Err(wrong("does not begin with the name of a class"));
    }
    let (name, rest) = method.split_once('(').ok_or_else(|| wrong("has no descriptor behind the method's name"))?;
    let descriptor = format!("({rest}");
    if !is_descriptor(&descriptor) {
        return Err(wrong(&format!("ends with {descriptor:?}, which is no descriptor")));
    }
    if name.starts_with('<') {
        return Err(wrong("names a constructor or initializer, which only a model of the whole class can stand for"));
    }
    if name.is_empty() {
        return Err(wrong("has no name of a method"));
    }
    Ok(MethodName { class: class.replace('.', "/"), name: name.to_owned(), descriptor })
}

/// Whether a text is a method descriptor (JVMS 4.3.3).
fn is_descriptor(text: &str) -> bool {
    fn one(text: &str, void: bool) -> Option<&str> {
        let element = text.trim_start_matches('[');
        match element.as_bytes().first()? {
            b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => Some(&element[1..]),
            b'V' if void && element.len() == text.len() => Some(&element[1..]),
            b'L' => {
                let (name, rest) = element[1..].split_once(';')?;
                let named = !name.contains('.') && is_class_name(name);
                named.then_some(rest)
            }
            _ => None,
        }
    }
    let Some(mut rest) = text.strip_prefix('(') else { return false };
    while !rest.starts_with(')') {
        match one(rest, false) {
            Some(next) => rest = next,
            None => return false,
        }
    }
    one(&rest[1..], true) == Some("")
}

/// A class name as Java prints it.
pub(crate) fn external(internal: &str) -> String {
    internal.replace('/', ".")
}

/// The parameter types of a descriptor, by their simple names where that is enough to tell them apart.
pub(crate) fn parameters(descriptor: &str) -> String {
    let (types, _) = braid_engine::program::split_descriptor(descriptor);
    types.into_iter().map(external_type).collect::<Vec<_>>().join(", ")
}

/// A type as Java writes it.
pub(crate) fn external_type(descriptor: &str) -> String {
    match descriptor.as_bytes().first() {
        Some(b'[') => format!("{}[]", external_type(&descriptor[1..])),
        Some(b'L') => external(descriptor[1..].trim_end_matches(';')),
        _ => braid_engine::program::kind_of(descriptor).keyword().to_owned(),
    }
}

/// The models that are given, once they are known to fit a class library and a program: those that Braid executes, and those
/// for a host.
pub fn ready(
    paths: &[PathBuf],
    host_paths: &[PathBuf],
    jdk: &Jdk,
    app: &ClassPath,
) -> Result<(Vec<Model>, Vec<Model>), Box<dyn Error>> {
    if paths.is_empty() && host_paths.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let path = open(paths, jdk.feature())?;
    let bytecode = read(&path)?;
    if bytecode.is_empty() && !paths.is_empty() {
        let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        return Err(format!("--models: {}: no method or class has the annotation braid.Model", paths.join(", ")).into());
    }
    let hosted = read_hosted(&open_for("--native-models", host_paths, jdk.feature())?)?;
    if hosted.is_empty() && !host_paths.is_empty() {
        return Err("--native-models: there is no method with the annotation braid.HostModel".into());
    }
    let library = jdk.boot_class_path()?;
    let mut problems = check(&bytecode, &Universe::new(&library, &path, app));
    // Host models may have classes of the program beside them, which they take apart: what they stand for is the program's.
    let nothing = ClassPath::from_paths([], jdk.feature())?;
    problems.extend(check(&hosted, &Universe::new(&library, &nothing, app)));
    problems.extend(clashes_between(&bytecode, &hosted));
    match problems.as_slice() {
        [] => Ok((bytecode, hosted)),
        [one] => Err(format!("a model does not fit:\n  {one}").into()),
        some => Err(format!("{} things are wrong with models:\n  {}", some.len(), some.join("\n  ")).into()),
    }
}

/// Opens the jars and folders with models.
pub fn open(paths: &[PathBuf], feature: u16) -> Result<ClassPath, Box<dyn Error>> {
    open_for("--models", paths, feature)
}

/// The same for another option.
pub fn open_for(option: &str, paths: &[PathBuf], feature: u16) -> Result<ClassPath, Box<dyn Error>> {
    if let Some(missing) = paths.iter().find(|path| !path.exists()) {
        return Err(format!("{option}: {}: there is no such file or folder", missing.display()).into());
    }
    if let Some(other) = paths.iter().find(|path| !is_source(path)) {
        return Err(format!("{option}: {}: neither a jar nor a folder with classes", other.display()).into());
    }
    Ok(ClassPath::from_paths(paths.iter().cloned(), feature)?)
}

fn is_source(path: &Path) -> bool {
    path.is_dir() || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jar"))
}

/// The bytecode models that jars and folders declare.
pub fn read(path: &ClassPath) -> Result<Vec<Model>, Box<dyn Error>> {
    let all = declarations(path, "Lbraid/Model;")?;
    Ok(all.into_iter().map(|declaration| Model::declared(Kind::Bytecode, declaration)).collect())
}

/// The host models that jars and folders declare.
pub fn read_hosted(path: &ClassPath) -> Result<Vec<Model>, Box<dyn Error>> {
    let all = declarations(path, "Lbraid/HostModel;")?;
    Ok(all.into_iter().map(|declaration| Model::declared(Kind::Host, declaration)).collect())
}

/// What the linker needs to know of models that were found to fit.
pub fn for_linker(path: ClassPath, models: &[Model]) -> Models {
    let bytecode = || models.iter().filter(|model| model.kind == Kind::Bytecode);
    let methods = bytecode().filter_map(|model| {
        let (Ok(Target::Method(target)), Some(method)) = (&model.target, &model.method) else { return None };
        let DeclaredMethod { name, descriptor, .. } = method.clone();
        Some((target.clone(), MethodName { class: model.class.clone(), name, descriptor }))
    });
    let types = bytecode().filter_map(|model| match &model.target {
        Ok(Target::Type(target)) => Some((target.clone(), model.class.clone())),
        Ok(Target::Method(_)) | Err(_) => None,
    });
    Models::new(path, methods, types)
}
