//! The `Module` attribute (JVMS 4.7.25).

use super::attributes::optional;
use super::constant::ConstIndex;
use super::constants::ConstantPool;
use super::cursor::Cursor;
use super::error::ParseError;

/// A module's declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module<'a> {
    /// The module's name.
    pub name: &'a str,
    /// Open (0x20), synthetic (0x1000), mandated (0x8000).
    pub access: u16,
    /// The version, if given.
    pub version: Option<&'a str>,
    /// The modules it reads.
    pub requires: Vec<ModuleRequires<'a>>,
    /// The packages it exports.
    pub exports: Vec<ModuleExports<'a>>,
    /// The packages it opens to reflection.
    pub opens: Vec<ModuleExports<'a>>,
    /// The service interfaces it looks up.
    pub uses: Vec<&'a str>,
    /// The services it implements.
    pub provides: Vec<ModuleProvides<'a>>,
}

/// One module read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModuleRequires<'a> {
    /// The module's name.
    pub module: &'a str,
    /// Transitive (0x20), static (0x40), synthetic, mandated.
    pub access: u16,
    /// The version compiled against, if recorded.
    pub version: Option<&'a str>,
}

/// One package exported or opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleExports<'a> {
    /// The package in internal form.
    pub package: &'a str,
    /// Synthetic (0x1000), mandated (0x8000).
    pub access: u16,
    /// The modules it is exported to; empty for all.
    pub to: Vec<&'a str>,
}

/// One service implemented.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleProvides<'a> {
    /// The service interface.
    pub service: &'a str,
    /// The implementing classes.
    pub with: Vec<&'a str>,
}

impl<'a> Module<'a> {
    pub(super) fn read(c: &mut Cursor<'a>, constants: &'a ConstantPool) -> Result<Self, ParseError> {
        let module = |c: &mut Cursor<'a>| constants.module(ConstIndex(c.u16()?));
        let class = |c: &mut Cursor<'a>| constants.class_name(ConstIndex(c.u16()?));
        let exports = |c: &mut Cursor<'a>| {
            Ok(ModuleExports {
                package: constants.package(ConstIndex(c.u16()?))?,
                access: c.u16()?,
                to: c.table(2, module)?,
            })
        };
        Ok(Self {
            name: module(c)?,
            access: c.u16()?,
            version: optional(c, |index| constants.utf8(index))?,
            requires: c.table(6, |c| {
                Ok(ModuleRequires {
                    module: module(c)?,
                    access: c.u16()?,
                    version: optional(c, |index| constants.utf8(index))?,
                })
            })?,
            exports: c.table(6, exports)?,
            opens: c.table(6, exports)?,
            uses: c.table(2, class)?,
            provides: c.table(4, |c| Ok(ModuleProvides { service: class(c)?, with: c.table(2, class)? }))?,
        })
    }
}
