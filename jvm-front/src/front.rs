//! The loader: classes and code on demand, from a JDK and a class path.

use crate::classfile::{ConstIndex, Constant};
use crate::link::ClassData;
use crate::models::Models;
use crate::source::{ClassPath, ClassSource};
use crate::translate;
use braid_engine::program::{
    Body, ClassId, ClassLoaderKind, DynamicTarget, FieldId, HandleKind, LinkError, Loader, MethodId, PoolConstant,
    Program, Reflection, SiteId, SiteKind, Sym,
};
use rustc_hash::FxHashMap;
use std::path::PathBuf;
use std::rc::Rc;

/// Produces programs from class files.
pub struct Front {
    pub(crate) jdk: ClassPath,
    pub(crate) app: ClassPath,
    /// The JDK's feature version; some messages depend on it.
    pub(crate) feature: u16,
    /// By class; classes that no class file made have nothing.
    pub(crate) classes: Vec<Option<Rc<ClassData>>>,
    pub(crate) methods: FxHashMap<(ClassId, Sym, Sym), MethodId>,
    pub(crate) fields: FxHashMap<(ClassId, Sym, Sym), FieldId>,
    /// Classes whose supertypes are being loaded.
    pub(crate) loading: Vec<(Sym, ClassLoaderKind)>,
    pub(crate) nest_hosts: FxHashMap<ClassId, ClassId>,
    /// The classes that hold the synthesized methods of others, by those: two may share a name.
    pub(crate) helpers: FxHashMap<ClassId, ClassId>,
    /// Hidden classes made so far, by name.
    pub(crate) hidden: FxHashMap<String, u32>,
    /// What stands for methods and classes of others, if the user gives models.
    pub(crate) models: Option<Rc<Models>>,
    own: Own,
}

/// Which classes of the class path are the program's own, for reports. The others belong to libraries that it uses.
#[derive(Clone, Default, Debug)]
pub enum Own {
    /// All.
    #[default]
    All,
    /// Those of directories, of these archives, and those that the program has made of bytes with a source.
    Archives(Vec<PathBuf>),
    /// Those of these packages and below, `com.example`.
    Packages(Vec<String>),
}

impl Front {
    /// A loader for the classes of a JDK and of a class path; adds the primitive classes to the program.
    pub fn new(program: &mut Program, jdk: ClassPath, app: ClassPath, feature: u16) -> Self {
        let mut front = Front {
            jdk,
            app,
            feature,
            classes: Vec::new(),
            methods: FxHashMap::default(),
            fields: FxHashMap::default(),
            loading: Vec::new(),
            nest_hosts: FxHashMap::default(),
            helpers: FxHashMap::default(),
            hidden: FxHashMap::default(),
            models: None,
            own: Own::All,
        };
        front.add_primitives(program);
        front
    }

    /// Lets models stand for methods and classes. To be called before anything is loaded that they stand for.
    pub fn use_models(&mut self, models: Models) {
        self.models = Some(Rc::new(models));
    }

    /// Says which classes are the program's own.
    pub fn use_own(&mut self, own: Own) {
        self.own = own;
    }

    /// Whether a class belongs to a library that the program uses.
    pub(crate) fn is_foreign(&self, data: &ClassData) -> bool {
        match (&self.own, &data.origin) {
            (Own::All, _) => false,
            (Own::Packages(packages), _) => {
                let name = data.file.name();
                let is_below = |package: &String| {
                    let rest = name.strip_prefix(&*package.replace('.', "/"));
                    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '$']))
                };
                !packages.iter().any(is_below)
            }
            (Own::Archives(archives), Some(origin)) => {
                let is_own = |source: &ClassSource| match source {
                    ClassSource::Directory(_) => true,
                    ClassSource::Archive(archive) => archives.iter().any(|own| own == archive.path()),
                    ClassSource::Image(_) => false,
                };
                let mut sources = self.app.sources().iter().filter(|source| source.path() == &*origin.source);
                !sources.any(is_own)
            }
            // What was generated has no source.
            (Own::Archives(_), None) => !matches!(data.file.attributes().source_file(), Ok(Some(_))),
        }
    }

    /// What is kept of a class's file.
    pub(crate) fn data(&self, class: ClassId) -> Option<Rc<ClassData>> {
        self.classes.get(class.index()).cloned().flatten()
    }

    /// The class path of the application.
    pub fn class_path(&self) -> &ClassPath {
        &self.app
    }
}

impl Loader for Front {
    fn load_class(&mut self, program: &mut Program, name: &str, loader: ClassLoaderKind) -> Result<ClassId, LinkError> {
        self.load(program, name, loader)
    }

    fn define_class(
        &mut self,
        program: &mut Program,
        bytes: &[u8],
        loader: ClassLoaderKind,
        hidden: bool,
        host: Option<ClassId>,
    ) -> Result<ClassId, LinkError> {
        self.define_bytes(program, bytes, loader, hidden, host)
    }

    fn translate(&mut self, program: &mut Program, method: MethodId) -> Result<(), LinkError> {
        match program.method(method).body {
            Body::Untranslated => {}
            Body::Abstract | Body::Native | Body::Code(_) => return Ok(()),
        }
        let class = program.method(method).class;
        let index = program.method(method).index;
        let name = || format!("{} has no code", program.qualified_name(method));
        if let Some(model) = self.model_of(program, method) {
            return self.answer_by_model(program, method, &model);
        }
        let data = self.data(class).ok_or_else(|| LinkError::Unsupported(name()))?;
        let file = data.file.method(index.into()).ok_or_else(|| LinkError::Unsupported(name()))?;
        let code = file.code().map_err(|error| LinkError::throw("java/lang/ClassFormatError", error.to_string()))?;
        let Some(code) = code else {
            let message = format!(
                "Absent Code attribute in method that is not native or abstract in class file {}",
                data.file.name()
            );
            return Err(LinkError::throw("java/lang/ClassFormatError", message));
        };
        translate::translate(program, &data.sites, class, method, code)
    }

    fn resolve_class(&mut self, program: &mut Program, site: SiteId) -> Result<ClassId, LinkError> {
        let site = &program.sites[site.index()];
        match site.kind {
            SiteKind::Class(name) => self.class_at(program, site.holder, name),
            ref other => Err(LinkError::Unsupported(format!("{other:?} resolved as a class"))),
        }
    }

    fn resolve_field(
        &mut self,
        program: &mut Program,
        site: SiteId,
        statically: bool,
        write: bool,
    ) -> Result<FieldId, LinkError> {
        self.field_at(program, site, statically, write)
    }

    fn resolve_method(&mut self, program: &mut Program, site: SiteId, how: HandleKind) -> Result<MethodId, LinkError> {
        self.method_at(program, site, how)
    }

    fn resolve_dynamic(&mut self, program: &mut Program, site: SiteId) -> Result<DynamicTarget, LinkError> {
        self.dynamic(program, site)
    }

    fn select_interface_method(
        &mut self,
        program: &mut Program,
        class: ClassId,
        method: MethodId,
    ) -> Result<MethodId, LinkError> {
        self.select(program, class, method)
    }

    fn null_pointer_message(&mut self, program: &mut Program, method: MethodId, bci: u16) -> Option<String> {
        let data = self.data(program.method(method).class)?;
        let code = data.file.method(program.method(method).index.into())?.code().ok()??;
        crate::npe::message(code, bci)
    }

    fn reflective_adapter(&mut self, program: &mut Program, method: MethodId) -> Result<MethodId, LinkError> {
        self.adapter(program, method)
    }

    fn reflection(&mut self, program: &mut Program, class: ClassId) -> Result<Reflection, LinkError> {
        self.reflect(program, class)
    }

    fn pool_constant(&mut self, _program: &mut Program, class: ClassId, index: u16) -> Option<PoolConstant> {
        let data = self.data(class)?;
        let pool = data.file.constants();
        let index = ConstIndex(index);
        pool.tag(index)?;
        if let Ok(text) = pool.utf8(index) {
            return Some(PoolConstant::Utf8(text.to_owned()));
        }
        Some(match pool.get(index).ok()? {
            Constant::String(_) => PoolConstant::String(String::from_utf16_lossy(&pool.string_utf16(index).ok()?)),
            Constant::Integer(value) => PoolConstant::Int(value),
            Constant::Long(value) => PoolConstant::Long(value),
            Constant::Float(value) => PoolConstant::Float(value.to_bits()),
            Constant::Double(value) => PoolConstant::Double(value.to_bits()),
            _ => PoolConstant::Other,
        })
    }

    fn resources(&mut self, name: &str) -> Vec<(String, Vec<u8>)> {
        if let Some((module, name)) = name.strip_prefix('/').and_then(|rest| rest.split_once('/')) {
            return self.module_resource(module, name).into_iter().collect();
        }
        let mut resources = Vec::new();
        for path in [&self.jdk, &self.app] {
            for found in path.find_resource(name).unwrap_or_default() {
                resources.push((url(&found.origin), found.bytes.to_vec()));
            }
        }
        resources
    }
}

impl Front {
    /// A resource of a module of the JDK, whatever its package.
    fn module_resource(&self, module: &str, name: &str) -> Option<(String, Vec<u8>)> {
        self.jdk.sources().iter().find_map(|source| match source {
            crate::source::ClassSource::Image(image) => {
                let bytes = image.find(module, name).ok()??;
                Some((format!("jrt:/{module}/{name}"), bytes.to_vec()))
            }
            crate::source::ClassSource::Directory(_) | crate::source::ClassSource::Archive(_) => None,
        })
    }
}

/// The URL of a resource, as the JDK's loaders give it.
fn url(origin: &crate::source::Origin) -> String {
    let path = origin.source.display();
    match &origin.module {
        Some(module) => {
            format!("jrt:/{module}{}", origin.entry.strip_prefix(&format!("/{module}")).unwrap_or(&origin.entry))
        }
        None if origin.source.is_dir() => format!("file:{path}/{}", origin.entry),
        None => format!("jar:file:{path}!/{}", origin.entry),
    }
}
