//! Pictures of loop nests and of models.
//!
//! A picture is made in two steps. [`scene`] turns a nest or a model into shapes whose colours are tokens (depth 2, tag
//! 4, highlighter), and records what lies under the pointer; it knows text widths from a table and draws nothing.
//! [`paint`] draws the shapes through plotters, either into a flat display list that the page replays on a canvas or
//! into an SVG file.
//!
//! Both steps are pure: they use no font, window or clock, so the same nest gives the same bytes in the browser and
//! outside.
//!
//! # Adding a picture
//!
//! A picture is one folder below `scene/` (or one file, if it is small) and one line, `pub mod NAME;`, in
//! `scene/mod.rs`: no other file of this crate changes, and pictures do not use each other. Start with `scene/matrix.rs`
//! (one file) or `scene/model` (a folder). A folder has
//!
//! - `state.rs`: what to draw (`NAMESource`) and what the reader wants to see of it (`NAMEState`),
//! - `picture.rs`: what comes back beside the [`Scene`](scene::Scene), if anything does,
//! - `mod.rs`: a head that lists the steps, and the one function that runs them,
//! - a file for each step; no two of them use each other.
//!
//! Two files of tests get a few lines each: `tests/golden.rs` (pictures as files) and `tests/geometry.rs` (nothing
//! overlaps, nothing leaves the picture).

pub mod scene;
pub mod paint;
