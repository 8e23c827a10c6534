//! The product of all options of `braid check` that must not change the verdict.

use std::fmt;

/// The options and their values.
const AXES: [(&str, &[&str]); 5] = [
    ("--reduction", &["none", "local", "transactions", "cycle"]),
    ("--search", &["dfs", "bfs"]),
    ("--store", &["compact", "exact"]),
    ("--canon", &["incremental", "full"]),
    ("--juc", &["model", "bytecode"]),
];

/// One value of each option.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Product([&'static str; AXES.len()]);

impl Product {
    /// All that `braid check` accepts.
    pub fn all() -> Vec<Product> {
        let mut all = vec![Product([""; AXES.len()])];
        for (axis, (_, values)) in AXES.iter().enumerate() {
            let with = |product: &Product| {
                let mut product = *product;
                values.iter().map(move |value| {
                    product.0[axis] = value;
                    product
                })
            };
            all = all.iter().flat_map(with).collect();
        }
        // Cycles are found on the stack of a search in depth.
        all.retain(|product| !(product.has("cycle") && product.has("bfs")));
        all
    }

    /// Whether some option has this value; values of different options have different names.
    pub fn has(self, value: &str) -> bool {
        self.0.contains(&value)
    }

    pub fn flags(self) -> Vec<&'static str> {
        AXES.iter().zip(self.0).flat_map(|((option, _), value)| [*option, value]).collect()
    }
}

impl fmt::Display for Product {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.join(" "))
    }
}
