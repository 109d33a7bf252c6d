//! The stage of the lab: one step of an algorithm as bands below one another.
//!
//! 1. `stage.rs`: what a step shows, by its meaning. Each station makes one from its frames.
//! 2. `columns.rs`: what stands in the columns of a string: its letters, classes, loops, repetitions as arcs.
//! 3. `boxes.rs`: terms side by side, and lists.
//! 4. `graph.rs`: a graph in one column.
//! 5. `lanes.rs`: processes as rows of events and loops, channels; `times.rs`: processes over time.
//!
//! `repeats.rs`, `nest.rs`, `nlr.rs`, `merge.rs`, `flow.rs` and `whatif.rs` make the stages of the stations from their frames.
//!
//! Everything that can be pointed at is a hit with its words, so the page can say what the picture shows. O(what the stage holds).

mod boxes;
mod columns;
mod flow;
mod graph;
mod lanes;
mod merge;
mod nest;
mod nlr;
mod pen;
mod repeats;
mod stage;
mod times;
mod whatif;

pub use flow::flow_stage;
pub use merge::merge_stage;
pub use nest::nest_stage;
pub use nlr::{nlr_stage, prediction_stage};
pub use repeats::repeats_stage;
pub use stage::*;
pub use whatif::what_if_stage;

use pen::Pen;

use super::{picture_width, Anchor, Font, Ink, Scene};

/// The narrowest picture in CSS pixels.
const NARROWEST: f64 = 200.0;
/// From this width on the names of bands stand to the left of them.
const WIDE: f64 = 620.0;
/// The width of that column.
const NAMES: f64 = 134.0;
/// Between bands.
const GAP: f64 = 18.0;

/// Draws a stage.
pub fn lab(stage: &LabStage, state: &LabState<'_>) -> LabDrawn {
    let width = picture_width(state.width, NARROWEST);
    let mut scene = Scene::new(width, 0.0);
    let beside = width >= WIDE;
    let left = if beside { NAMES } else { 0.0 };
    let mut y = 4.0;
    if let Some(foot) = &state.foot {
        y = 44.0;
        let sentence = super::measure::fit(Font::Strong, foot.sentence, width - 2.0);
        scene.text((0.0, 20.0), Anchor::Start, (Font::Strong, Ink::Text), sentence);
    }
    for (strip, band) in stage.bands.iter().enumerate() {
        let top = if beside { y } else { name_above(&mut scene, band, y) };
        let mut pen = Pen::new(&mut scene, (left, width), stage.columns, strip);
        let bottom = match &band.content {
            LabContent::Letters(letters) => columns::letters(&mut pen, letters, top),
            LabContent::Spans(spans) => columns::spans(&mut pen, (spans, 0), top),
            LabContent::Boxes(known) => columns::boxes(&mut pen, known, top),
            LabContent::Dots(rows) => columns::dots(&mut pen, rows, top),
            LabContent::Arcs(arcs) => columns::arcs(&mut pen, arcs, top),
            LabContent::Terms(terms) => boxes::terms(&mut pen, terms, top),
            LabContent::Lines(lines) => boxes::lines(&mut pen, lines, top),
            LabContent::Lanes(known) => lanes::lanes(&mut pen, known, top),
            LabContent::Channels(known) => lanes::channels(&mut pen, known, top),
            LabContent::Times(known) => times::times(&mut pen, known, top),
            LabContent::Graph { nodes, edges, loops, room } => graph::graph(&mut pen, (nodes, edges, loops), room, top),
        };
        let bottom = if beside { bottom.max(name_beside(&mut scene, band, top)) } else { bottom };
        y = bottom + if is_row(band) { 6.0 } else { GAP };
    }
    if let Some(foot) = &state.foot {
        let code = super::measure::fit(Font::Mono, foot.code, width - 16.0);
        let area = super::Area { x: 0.0, y, w: width, h: 22.0 };
        scene.rect(area, 0.0, Some(Ink::Wash), None);
        scene.text((8.0, y + 15.0), Anchor::Start, (Font::Mono, Ink::Text), code);
        let source = super::measure::fit(Font::Caption, foot.source, width);
        scene.text((0.0, y + 40.0), Anchor::Start, (Font::Caption, Ink::Text3), source);
        y += 50.0;
    }
    scene.height = y.ceil();
    LabDrawn { scene }
}

/// Whether it is one row of boxes: such bands stand close together.
fn is_row(band: &LabBand) -> bool {
    match &band.content {
        LabContent::Spans(spans) => spans.iter().all(|span| span.row == 0),
        LabContent::Letters(_) => true,
        _ => false,
    }
}

/// The name of a band to the left of it; returns where it ends.
fn name_beside(scene: &mut Scene, band: &LabBand, top: f64) -> f64 {
    let (ink, second) = inks(band);
    let base = match &band.content {
        LabContent::Letters(_) => top + 34.0,
        _ => top + 14.0,
    };
    scene.text((0.0, base), Anchor::Start, (Font::Strong, ink), band.title.clone());
    let room = NAMES - 10.0;
    let note = super::measure::fit(Font::Caption, &band.note, room);
    let has_note = !note.is_empty();
    scene.text((0.0, base + 15.0), Anchor::Start, (Font::Caption, second), note);
    base + if has_note { 18.0 } else { 4.0 }
}

/// The name of a band above it; returns where the band begins.
fn name_above(scene: &mut Scene, band: &LabBand, top: f64) -> f64 {
    if band.title.is_empty() && band.note.is_empty() {
        return top;
    }
    let (ink, second) = inks(band);
    scene.text((0.0, top + 12.0), Anchor::Start, (Font::Strong, ink), band.title.clone());
    let after = super::measure::width(Font::Strong, &band.title) + 8.0;
    let note = super::measure::fit(Font::Caption, &band.note, scene.width - after);
    scene.text((after, top + 12.0), Anchor::Start, (Font::Caption, second), note);
    top + 18.0
}

fn inks(band: &LabBand) -> (Ink, Ink) {
    if band.pale {
        (Ink::Text3, Ink::Text3)
    } else {
        (Ink::Text, Ink::Text2)
    }
}
