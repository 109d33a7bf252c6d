//! The picture of a process as a file.

use loopscope_draw::paint::{self, Theme};
use loopscope_draw::scene::ribbon::{ribbon, RibbonState};
use loopscope_draw::scene::source::Source;
use loopscope_draw::scene::tuples::Tuples;

use super::tags::tag_slots;
use crate::analysis::{Analysis, ProcessNest};

/// Width of the picture in CSS pixels.
const WIDTH: f64 = 1_120.0;

/// The ribbon of a process as SVG in light colours: the whole trace, below it one iteration of its largest loop, and so
/// on. `name` is the name of the trace, for the title.
pub fn svg(name: &str, analysis: &Analysis, process: &ProcessNest) -> String {
    let tags = tag_slots(analysis);
    let tuples = process.tuples.as_ref();
    let source = Source {
        process: process.process.0,
        nest: &process.nest,
        symbols: &process.symbols,
        view: analysis.view,
        names: &process.names,
        tags: &tags,
        orders: Some(&process.orders),
        noun: analysis.noun().word(),
        tuples: tuples.map(|tuples| Tuples { nest: &tuples.nest, drawing: &tuples.drawing }),
    };
    let state = RibbonState { width: WIDTH, for_export: true, ..RibbonState::default() };
    let title = format!("Loops of process {} of {name}", process.process);
    paint::svg(&ribbon(&source, &state).scene, Theme::Light, &title)
}
