//! Which classes a program has defined during a search.
//!
//! The program only grows: a class that was defined stays in it when the search goes back. Whether there is a class of a name,
//! and which, is state, for a program can find out. Classes from before the search are not here: they are there in every
//! state. Neither are hidden classes, which no code finds by name.

use super::{Change, State};
use crate::program::{ClassId, ClassLoaderKind, Definitions, Sym};
use std::sync::Arc;

impl State {
    /// The classes that the program has defined during the search.
    pub fn definitions(&self) -> &Arc<Definitions> {
        &self.defined
    }

    /// The program defines a class.
    pub fn define(&mut self, name: Sym, loader: ClassLoaderKind, class: ClassId) {
        self.record(Change::Defined(self.defined.clone()));
        Arc::make_mut(&mut self.defined).insert((name, loader), class);
    }
}
