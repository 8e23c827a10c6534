//! Which states have been visited: stores, a file each.
//!
//! To add one, write a file with a [`Kind`] and a [`StateSet`], and name it in the list of [`stores`]. The command line, its help
//! and what reports tell of options are made from that list.

mod compact;
mod exact;

use super::assumptions::StateIdentity;

/// A store, as the command line and reports know it.
pub(super) trait Kind: Sync {
    /// Its word on the command line.
    fn name(&self) -> &'static str;

    /// How it stores states, in a line of help.
    fn help(&self) -> &'static str;

    /// Whether states have numbers for names, which do not rely on hashes (`canon/exact.rs`), instead of keys.
    fn numbers_states(&self) -> bool;

    /// What a verdict rests on that took so many states for different.
    fn identity(&self, states: u64) -> StateIdentity;

    /// A store without states.
    fn empty(&self) -> Box<dyn StateSet>;
}

/// Keys or numbers of states that were visited.
pub(super) trait StateSet {
    /// Adds a state; true if it is new.
    fn insert(&mut self, name: u128) -> bool;

    /// An empty set of the same kind.
    fn fresh(&self) -> Box<dyn StateSet>;

    /// Bytes that it takes to grow, on top of those in use, if that may be soon.
    fn growth(&self) -> u64;

    /// Bytes in use.
    fn bytes(&self) -> u64;
}

macro_rules! stores {
    ($($(#[$doc:meta])* $variant:ident in $module:ident;)*) => {
        /// How visited states are stored.
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        pub enum Store {
            $($(#[$doc])* $variant),*
        }

        impl Store {
            /// All stores.
            pub const ALL: &'static [Store] = &[$(Store::$variant),*];

            /// What kind it is.
            pub(super) fn kind(self) -> &'static dyn Kind {
                match self {
                    $(Store::$variant => &$module::KIND),*
                }
            }
        }
    };
}

stores! {
    /// As keys of 128 bits: two states with equal keys would be taken for one.
    #[default]
    Compact in compact;
    /// As trees of components that are stored once.
    Exact in exact;
}

impl Store {
    /// Its word on the command line.
    pub fn name(self) -> &'static str {
        self.kind().name()
    }

    /// How it stores states, in a line of help.
    pub fn help(self) -> &'static str {
        self.kind().help()
    }
}

#[cfg(test)]
mod tests {
    use super::Store;

    #[test]
    fn a_store_knows_what_was_put_in_and_forgets_it_when_it_is_fresh() {
        for &store in Store::ALL {
            let mut set = store.kind().empty();
            assert!(set.insert(2) && set.insert(64) && set.insert(3), "{}", store.name());
            assert!(!set.insert(64) && set.fresh().insert(64) && set.bytes() > 0, "{}", store.name());
            assert_eq!(Store::ALL.iter().filter(|other| other.name() == store.name()).count(), 1);
        }
    }
}
