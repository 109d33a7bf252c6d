//! Rows as bars of single calls: what computes, what is in calls, what waits.

use loopscope_core::timeline::Call;

use super::frame::{Frame, Role};
use super::words;
use crate::scene::{measure, Anchor, Area, Font, Hit, HitKind, Ink, Scene};

/// A call that is narrower answers to no pointer of its own.
const LEAST_HIT: f64 = 3.0;
/// From this width on a call has words, if they fit.
const LEAST_WORDS: f64 = 24.0;
/// Calls that are narrower are not set apart from their neighbours.
const LEAST_APART: f64 = 3.0;
/// No row has more calls in a picture.
const MOST: usize = 20_000;

/// Words above a call or in the head of a box, which are written when all lines are drawn.
pub(super) struct Label {
    pub(super) at: (f64, f64),
    /// What they stand on.
    pub(super) ground: Ink,
    pub(super) letters: (Font, Ink),
    pub(super) text: String,
}

impl Label {
    /// Writes it on a patch of the ground.
    pub(super) fn write(self, scene: &mut Scene) {
        let (x, y) = self.at;
        let width = measure::width(self.letters.0, &self.text);
        let patch = Area::between(x - 1.0, y - 10.0, x + width + 1.0, y + 2.0);
        scene.rect(patch, 0.0, Some(self.ground), None);
        scene.text(self.at, Anchor::Start, self.letters, self.text);
    }
}

/// Draws all rows. Returns the width of a call on average, in pixels, and the words that belong above calls.
pub(super) fn draw(scene: &mut Scene, frame: &Frame<'_>, rows_top: f64) -> (f64, Vec<Label>) {
    let source = (frame.source.trace, frame.source.clocks());
    let (mut drawn, mut wide) = (0usize, 0.0);
    let mut labels = Vec::new();
    for (row, &place) in frame.places.iter().enumerate() {
        let calls = frame.source.timeline.calls(source, place, frame.window.visible, MOST);
        let top = frame.bar_top(rows_top, row);
        let mut bars = Bars { top, bottom: top + frame.bar, ..Bars::default() };
        // What is before the first call and after the last counts as computing, as where times are added up.
        let timed = frame.source.timeline.span(place).is_some();
        let (mut last, end) = if timed { frame.in_run() } else { (0, 0) };
        for call in &calls {
            bars.add(Ink::Work, frame, (last, call.enter));
            bars.add(Ink::Wait, frame, (call.enter, call.waited));
            bars.add(Ink::Call, frame, (call.waited, call.leave));
            last = last.max(call.leave);
        }
        bars.add(Ink::Work, frame, (last, end));
        bars.draw(scene);
        if frame.role == Role::Calls {
            separate(scene, frame, &calls, (top, top + frame.bar));
        }
        drawn += calls.len();
        wide += frame.right - frame.left;
        label(scene, frame, (place, &calls), (top, top + frame.bar), &mut labels);
    }
    (wide / drawn.max(1) as f64, labels)
}

/// Draws a line between two calls that follow each other at once, where both are wide enough.
fn separate(scene: &mut Scene, frame: &Frame<'_>, calls: &[Call], (top, bottom): (f64, f64)) {
    let width = |call: &Call| frame.clipped_x(call.leave) - frame.clipped_x(call.enter);
    for pair in calls.windows(2) {
        let [before, after] = pair else { continue };
        let x = frame.x(after.enter);
        let close = x - frame.x(before.leave) < 0.5;
        if close && width(before) >= LEAST_APART && width(after) >= LEAST_APART {
            scene.line(&[(x, top), (x, bottom)], frame.ground(), 0.75);
        }
    }
}

/// The bars of a row by ink; neighbours of one ink are one bar.
#[derive(Default)]
struct Bars {
    top: f64,
    bottom: f64,
    lists: [Vec<Area>; 3],
}

impl Bars {
    fn add(&mut self, ink: Ink, frame: &Frame<'_>, (from, to): (i64, i64)) {
        if to <= from {
            return;
        }
        let (left, right) = (frame.clipped_x(from), frame.clipped_x(to));
        if right - left < 0.06 {
            return;
        }
        let at = match ink {
            Ink::Work => 0,
            Ink::Call => 1,
            _ => 2,
        };
        let list = &mut self.lists[at];
        match list.last_mut() {
            Some(last) if left - last.right() < 0.13 => last.w = right - last.x,
            _ => list.push(Area::between(left, self.top, right, self.bottom)),
        }
    }

    fn draw(self, scene: &mut Scene) {
        let [work, calls, waits] = self.lists;
        let edged: Vec<Area> = waits.iter().copied().filter(|area| area.w >= 6.0).collect();
        scene.bars(self.bottom, waits.clone(), Ink::Canvas);
        scene.bars(self.bottom, waits, Ink::Wait);
        for area in edged {
            let inner = Area::between(area.x + 0.375, area.y + 0.375, area.right() - 0.375, area.bottom() - 0.375);
            scene.rect(inner, 0.0, None, Some((Ink::WaitLine, 0.75)));
        }
        scene.bars(self.bottom, calls, Ink::Call);
        scene.bars(self.bottom, work, Ink::Work);
    }
}

/// Finds words for the calls of a row, where there is room above their bars, and says them to the pointer.
fn label(
    scene: &mut Scene,
    frame: &Frame<'_>,
    (place, calls): (usize, &[Call]),
    (top, bottom): (f64, f64),
    labels: &mut Vec<Label>,
) {
    let mut free = f64::NEG_INFINITY;
    let of_chosen = frame.state.process == Some(frame.source.number(place));
    for call in calls {
        let (left, right) = (frame.clipped_x(call.enter), frame.clipped_x(call.leave));
        if of_chosen && frame.state.call == Some(call.number) {
            let around = Area::between(left - 1.0, top - 1.5, right + 1.0, bottom + 1.5);
            scene.rect(around, 2.0, None, Some((Ink::Highlight, 4.0)));
            scene.rect(around, 2.0, None, Some((Ink::Text, 1.5)));
        }
        if right - left < LEAST_HIT {
            continue;
        }
        let (title, detail) = words::call(frame.source, place, call);
        if frame.has_words() && right - left >= LEAST_WORDS && left >= free {
            let texts = words::labels(frame.source, call, right - left, frame.x(call.waited) - left);
            let room = right - left - 2.0;
            if let Some(text) = measure::first_fitting(Font::Caption, &texts, room) {
                let ground = frame.ground();
                labels.push(Label {
                    at: (left + 1.0, top - 4.0),
                    ground,
                    letters: (Font::Caption, Ink::secondary_on(ground)),
                    text: text.to_owned(),
                });
                free = left + 6.0 + measure::width(Font::Caption, text);
            }
        }
        scene.hits.push(Hit {
            area: Area::between(left, top - 2.0, right, bottom + 2.0),
            kind: HitKind::Event,
            strip: frame.index,
            item: Some(place),
            loop_id: 0,
            title,
            detail,
        });
    }
}
