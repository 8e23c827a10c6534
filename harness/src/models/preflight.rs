//! The check of models before they are used.

use super::{Model, Universe};

/// What is wrong with models; all of it at once.
pub fn check(models: &[Model], _universe: &Universe<'_>) -> Vec<String> {
    models.iter().filter_map(|model| Some(format!("{model}: {}", model.target.as_ref().err()?))).collect()
}
