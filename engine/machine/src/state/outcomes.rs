//! What executions record of themselves (`Braid.outcome`): lists of values, numbered.
//!
//! A state holds the number of its list. The table only grows and is never undone, so equal numbers are equal lists on
//! every path of a search, and the number can stand for the list in a key.

use rustc_hash::FxHashMap;
use std::rc::Rc;

/// All lists of values met so far.
#[derive(Default)]
pub struct Outcomes {
    /// A list is the list before its last value, and that value. Number zero is the empty list, which is not here.
    lists: Vec<(u32, Rc<str>)>,
    numbers: FxHashMap<(u32, Rc<str>), u32>,
}

impl Outcomes {
    /// The number of a list with one more value.
    pub fn longer(&mut self, list: u32, value: &str) -> u32 {
        let longer: (u32, Rc<str>) = (list, value.into());
        if let Some(&number) = self.numbers.get(&longer) {
            return number;
        }
        self.lists.push(longer.clone());
        let number = u32::try_from(self.lists.len()).expect("fewer than 2^32 lists of outcomes in one search");
        self.numbers.insert(longer, number);
        number
    }

    /// The values of a list, first to last.
    pub fn values(&self, list: u32) -> Vec<Rc<str>> {
        let mut values = Vec::new();
        let mut at = list;
        while let Some((before, value)) = at.checked_sub(1).and_then(|index| self.lists.get(index as usize)) {
            values.push(value.clone());
            at = *before;
        }
        values.reverse();
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lists_have_equal_numbers() {
        let mut outcomes = Outcomes::default();
        let a = outcomes.longer(0, "a");
        let ab = outcomes.longer(a, "b");
        let b = outcomes.longer(0, "b");
        let ba = outcomes.longer(b, "a");
        assert!(ab != ba && a != b && a != 0);
        assert_eq!(outcomes.longer(a, "b"), ab);
        assert_eq!(outcomes.values(ba).iter().map(|v| &**v).collect::<Vec<_>>(), ["b", "a"]);
        assert!(outcomes.values(0).is_empty());
    }
}
