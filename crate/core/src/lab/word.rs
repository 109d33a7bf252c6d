//! The texts of frames.

use std::sync::Arc;

/// A short text that many frames share: a letter, a word, a term.
pub type Word = Arc<str>;
