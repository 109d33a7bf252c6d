//! Rows as columns of shares: where a pixel holds several calls.

use loopscope_core::numbers::percent;
use loopscope_core::timeline::Share;

use super::frame::Frame;
use super::words;
use crate::scene::{Area, Hit, HitKind, Ink, Scene};

/// Draws all rows. A column is a pixel wide and as high as a bar: at its foot what the process computes, above that its
/// calls, on top its waits. Each reaches from the foot up, behind what is below it: so neighbours of one height are one bar more
/// often, and no ground shows between two. All rows have their waits first, then their calls: few layers of many bars.
pub(super) fn draw(scene: &mut Scene, frame: &Frame<'_>, rows_top: f64) {
    let count = (frame.right - frame.left).floor().max(1.0) as usize;
    let pixel = (frame.right - frame.left) / count as f64;
    // Columns fill whole pixels: where two of them meet there is no seam.
    let left = frame.left.floor();
    let mut rows = Vec::with_capacity(frame.places.len());
    for (row, &place) in frame.places.iter().enumerate() {
        let shares = frame.shares(place, frame.window.visible, count);
        let top = frame.bar_top(rows_top, row);
        let bottom = top + frame.bar;
        let mut stacks = Stacks { bottom, height: frame.bar, ..Stacks::default() };
        let length = frame.window.visible.1.abs_diff(frame.window.visible.0) as f64 / count as f64;
        for (column, share) in shares.iter().enumerate() {
            stacks.add(left + column as f64 * pixel, pixel, share, length);
        }
        rows.push(stacks);
        hit(scene, frame, place, &shares, (top, bottom));
    }
    let layers: [(Ink, TakeBars); 4] = [
        (Ink::Canvas, |row| row.waits.clone()),
        (Ink::Wait, |row| std::mem::take(&mut row.waits)),
        (Ink::Call, |row| std::mem::take(&mut row.calls)),
        (Ink::Work, |row| std::mem::take(&mut row.work)),
    ];
    for (ink, bars) in layers {
        for row in &mut rows {
            scene.bars(row.bottom, bars(row), ink);
        }
    }
}

/// Takes the bars of one layer from a row.
type TakeBars = fn(&mut Stacks) -> Vec<Area>;

/// The columns of a row, by what they show.
#[derive(Default)]
struct Stacks {
    bottom: f64,
    height: f64,
    work: Vec<Area>,
    calls: Vec<Area>,
    waits: Vec<Area>,
}

impl Stacks {
    fn add(&mut self, x: f64, width: f64, share: &Share, length: f64) {
        let part = |time: u64| self.height * (time as f64 / length.max(1.0)).min(1.0);
        let (work, calls) = (part(share.compute), part(share.calls));
        // Eighths of a pixel are lost in rounding: a full column is full.
        let all = part(share.time());
        let all = if all > self.height - 0.3 { self.height } else { all };
        let rise = |list: &mut Vec<Area>, below: f64, h: f64| {
            if h - below < 0.12 {
                return;
            }
            let top = self.bottom - h;
            // Columns of one height are one bar.
            match list.last_mut() {
                Some(last) if (last.right() - x).abs() < 0.01 && (last.y - top).abs() < 0.25 => {
                    last.w += width;
                }
                _ => list.push(Area { x, y: top, w: width, h }),
            }
        };
        rise(&mut self.work, 0.0, work);
        rise(&mut self.calls, work, (work + calls).min(all));
        rise(&mut self.waits, (work + calls).min(all), all);
    }
}

/// The whole row answers to the pointer with its shares.
fn hit(scene: &mut Scene, frame: &Frame<'_>, place: usize, shares: &[Share], (top, bottom): (f64, f64)) {
    let sum = |part: fn(&Share) -> u64| shares.iter().map(part).fold(0, u64::saturating_add);
    let (compute, calls) = (sum(|share| share.compute), sum(|share| share.calls));
    let wait = sum(|share| share.wait);
    let all = (compute.saturating_add(calls).saturating_add(wait)).max(1) as f64;
    let of = |time: u64| percent(time as f64 / all);
    scene.hits.push(Hit {
        area: Area::between(frame.left, top, frame.right, bottom),
        kind: HitKind::Hatch,
        strip: frame.index,
        item: Some(place),
        loop_id: 0,
        title: words::process(frame.source.number(place)),
        detail: format!(
            "computes {}, in calls {}, waits {} of what is shown; zoom in for single calls",
            of(compute),
            of(calls),
            of(wait)
        ),
    });
}
