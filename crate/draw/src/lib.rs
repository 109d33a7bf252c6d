//! Pictures of loop nests.
//!
//! A picture is made in two steps. [`scene`] turns a nest into shapes whose colours are tokens
//! (depth 2, tag 4, highlighter) and says what lies under the pointer; it knows text widths from
//! a table and draws nothing. [`paint`] takes the shapes through plotters, either to a flat
//! display list that the page replays on a canvas or to an SVG file.
//!
//! Both steps are pure: no font, window or clock is asked, so the same nest gives the same bytes
//! in the browser and outside.

pub mod scene;
pub mod paint;
