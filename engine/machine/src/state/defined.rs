//! Which classes a program has defined during a search.
//!
//! The program only grows: a class that was defined stays in it when the search goes back. Whether there is a class of a name,
//! and which, is state, for a program can find out. Classes from before the search are not here: they are there in every
//! state. Neither are hidden classes, which nobody finds by name.

use super::{Change, State};
use crate::program::{ClassId, ClassLoaderKind, Sym};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Classes by name and defining loader.
pub type Definitions = BTreeMap<(Sym, ClassLoaderKind), ClassId>;

impl State {
    /// The classes that the program has defined during the search.
    pub fn definitions(&self) -> &Rc<Definitions> {
        &self.defined
    }

    /// The program defines a class.
    pub fn define(&mut self, name: Sym, loader: ClassLoaderKind, class: ClassId) {
        self.record(Change::Defined(self.defined.clone()));
        Rc::make_mut(&mut self.defined).insert((name, loader), class);
    }
}
