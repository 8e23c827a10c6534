//! Classes that the checked program has defined during a search, as far as the present state has them.
//!
//! The program only grows, but whether there is a class of a name can differ from state to state. The machine says which
//! there are before each step. Whatever is resolved by way of one of them holds in such states only, so finding one is
//! noted.

use super::ids::{ClassId, Sym};
use super::loader::ClassLoaderKind;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Classes by name and the loader that has defined them, or was asked for them.
pub type Definitions = BTreeMap<(Sym, ClassLoaderKind), ClassId>;

/// One of them.
pub type Definition = ((Sym, ClassLoaderKind), ClassId);

/// The definitions of the present state, and which of them were used.
#[derive(Default, Debug)]
pub struct Present {
    definitions: Arc<Definitions>,
    used: Mutex<Vec<Definition>>,
}

impl Clone for Present {
    fn clone(&self) -> Self {
        Present { definitions: self.definitions.clone(), used: Mutex::default() }
    }
}

impl Present {
    /// What the present state has.
    pub fn definitions(&self) -> &Arc<Definitions> {
        &self.definitions
    }

    /// The state is another one.
    pub fn set(&mut self, definitions: Arc<Definitions>) {
        self.definitions = definitions;
    }

    /// Whether the present state has a definition.
    pub fn has(&self, &(name, class): &Definition) -> bool {
        self.definitions.get(&name) == Some(&class)
    }

    /// Whether there are any.
    pub fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }

    /// The class of a name. That it was found is noted.
    pub(super) fn find(&self, name: Sym, loader: ClassLoaderKind) -> Option<ClassId> {
        let found = *self.definitions.get(&(name, loader))?;
        self.note([((name, loader), found)]);
        Some(found)
    }

    /// Something rests on these definitions.
    pub fn note(&self, definitions: impl IntoIterator<Item = Definition>) {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).extend(definitions);
    }

    /// Which were used since this was asked last.
    pub fn take_used(&self) -> Vec<Definition> {
        if self.definitions.is_empty() {
            return Vec::new();
        }
        std::mem::take(&mut *self.used.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
