//! What is shown of an analysis: messages to the page, texts for the terminal, pictures. Each file makes one kind.

pub(crate) mod addresses;
pub(crate) mod bounded;
pub(crate) mod cards;
pub mod clock;
pub(crate) mod columns;
pub(crate) mod elided;
pub mod figure;
pub mod info;
pub mod info_json;
pub(crate) mod items;
mod kinds;
mod main_loop;
pub mod other_methods;
pub(crate) mod partners;
pub(crate) mod picture;
mod problem;
mod searched;
pub(crate) mod sentence;
pub(crate) mod suggest;
pub(crate) mod summary;
pub(crate) mod table;
mod table_columns;
pub(crate) mod tags;
pub mod text;
mod values;
pub mod variants;
mod varies;

pub use elided::step_tags;
pub(crate) use main_loop::main_loop;
pub use problem::problem;
pub use table_columns::mapping;
