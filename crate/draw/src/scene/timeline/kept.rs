//! Strips are drawn again only if they show something else: a gesture moves one of them.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::frame::Frame;
use super::state::{Drawn, OpenedTime, TimeStrip, TimelineState};
use super::windows::Window;
use crate::scene::{Hit, Scene, Shape};

/// The last picture of a source, to make the next one from.
#[derive(Debug, Default)]
pub struct LastPicture {
    pub(super) drawn: Drawn,
    strips: Vec<Kept>,
}

/// What is known of a strip of the picture.
#[derive(Debug)]
struct Kept {
    inputs: Inputs,
    /// How many shapes of the picture come before it, after the strip above.
    before: usize,
    shapes: usize,
    hits: usize,
    /// The edges of the mark on the iteration that the next strip shows.
    mark: Option<(f64, f64)>,
}

/// All that a strip is drawn from, beside the source, as numbers.
type Inputs = [u64; 20];

fn inputs(frame: &Frame<'_>, top: f64, next: Option<&Window>) -> Inputs {
    // Paths and zooms are in the windows.
    let TimelineState { width, height, compact, path: _, zoom: _, process, selected, call, messages, for_export } =
        *frame.state;
    // Where there is none, the number is one that nothing has.
    let shown = |window: &Window| match window.shows {
        Some((OpenedTime { row, iteration }, count)) => [row.into(), iteration, count],
        None => [u64::MAX; 3],
    };
    let Window { range: (from, to), visible: (left, right), .. } = *frame.window;
    let [row, iteration, count] = shown(frame.window);
    let [next_row, next_iteration, next_count] = next.map_or([u64::MAX; 3], shown);
    let (next_from, next_to) = next.map_or((0, 0), |next| next.range);
    [
        width.to_bits(),
        height.to_bits(),
        top.to_bits(),
        u64::from(compact) + 2 * u64::from(messages) + 4 * u64::from(for_export),
        process.map_or(u64::MAX, u64::from),
        selected.into(),
        call.unwrap_or(u64::MAX),
        frame.index as u64,
        from as u64,
        to as u64,
        left as u64,
        right as u64,
        row,
        iteration,
        count,
        next_row,
        next_iteration,
        next_count,
        next_from as u64,
        next_to as u64,
    ]
}

/// A number for all that a strip is drawn from, which a page can hold exactly.
fn number(inputs: &Inputs) -> f64 {
    let mut hasher = FxHasher::default();
    inputs.hash(&mut hasher);
    (hasher.finish() >> 11) as f64
}

/// The strips of the picture before, one after the other.
pub(super) struct Before {
    kept: std::vec::IntoIter<Kept>,
    strips: std::vec::IntoIter<TimeStrip>,
    shapes: std::vec::IntoIter<Shape>,
    hits: std::vec::IntoIter<Hit>,
}

impl LastPicture {
    /// Takes the strips out, to be handed to [`LastPicture::strip`].
    pub(super) fn begin(&mut self) -> Before {
        let Drawn { scene, strips, .. } = std::mem::take(&mut self.drawn);
        Before {
            kept: std::mem::take(&mut self.strips).into_iter(),
            strips: strips.into_iter(),
            shapes: scene.shapes.into_iter(),
            hits: scene.hits.into_iter(),
        }
    }

    /// Adds the next strip to a picture, with its top edge at `top`: as it was before, if nothing has changed. Returns it, and the
    /// edges of its mark if that is visible. `drawn` shapes were in the picture after the strip above.
    pub(super) fn strip(
        &mut self,
        scene: &mut Scene,
        before: &mut Before,
        (frame, top, next): (&Frame<'_>, f64, Option<&Window>),
        drawn: usize,
    ) -> (TimeStrip, Option<(f64, f64)>) {
        let inputs = inputs(frame, top, next);
        let (shapes, hits) = (scene.shapes.len(), scene.hits.len());
        let mut same = None;
        if let (Some(kept), Some(strip)) = (before.kept.next(), before.strips.next()) {
            let old = before.shapes.by_ref().skip(kept.before).take(kept.shapes);
            let old_hits = before.hits.by_ref().take(kept.hits);
            if kept.inputs == inputs {
                scene.shapes.extend(old);
                scene.hits.extend(old_hits);
                same = Some((strip, kept.mark));
            } else {
                // What is over is dropped.
                old.for_each(drop);
                old_hits.for_each(drop);
            }
        }
        let (strip, mark) = same.unwrap_or_else(|| {
            let (mut strip, mark) = frame.draw(scene, top, next);
            strip.drawing = number(&inputs);
            (strip, mark)
        });
        let (shapes, hits) = (scene.shapes.len() - shapes, scene.hits.len() - hits);
        self.strips.push(Kept { inputs, before: drawn, shapes, hits, mark });
        (strip, mark)
    }
}
