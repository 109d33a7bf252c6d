//! Answers to the page: each module makes one kind of them from an analysis.

pub(crate) mod addresses;
pub(crate) mod cards;
pub mod clock;
mod columns;
pub mod figure;
pub mod info;
pub mod info_json;
pub(crate) mod items;
mod kinds;
pub(crate) mod picture;
pub(crate) mod sentence;
pub(crate) mod suggest;
pub(crate) mod summary;
pub(crate) mod table;
pub mod text;
mod values;

pub use summary::problem;
