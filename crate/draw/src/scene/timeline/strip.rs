//! One strip: its title, the rows of its processes, and the mark on the iteration that is opened.

use loopscope_core::numbers::{duration, thousands};

use super::frame::{Frame, GUTTER, TITLE};
use super::state::{TimeRow, TimeStrip};
use super::windows::Window;
use super::{arrows, bars, boxes, columns, words};
use crate::scene::{loop_name, measure, Anchor, Area, Font, Hit, HitKind, Ink, Scene, Shape};

/// The narrowest mark.
const MARK: f64 = 3.5;
/// From this many pixels a call on, calls are drawn one by one.
const SINGLE: f64 = 2.5;
/// How the rows of a strip are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// Columns of shares.
    Columns,
    /// Calls one by one.
    Calls,
}

impl Frame<'_> {
    /// Whether calls are drawn one by one: where they are wide enough on average.
    fn detail(&self) -> Detail {
        let most = ((self.right - self.left) / SINGLE) as u64;
        let crowded = self
            .places
            .iter()
            .any(|&place| self.source.timeline.calls_at_most(place, self.window.visible) > most + 256);
        if crowded {
            Detail::Columns
        } else {
            Detail::Calls
        }
    }

    /// Draws the strip with its top edge at `top`. Returns it, and the edges of its mark if that is visible.
    pub(super) fn draw(&self, scene: &mut Scene, top: f64, next: Option<&Window>) -> (TimeStrip, Option<(f64, f64)>) {
        let rows_top = self.rows_top(top);
        let bottom = rows_top + self.places.len() as f64 * self.pitch + 4.0;
        if self.index > 0 {
            let whole = Area::between(0.0, top, self.width, bottom);
            scene.rect(whole, 0.0, Some(self.ground()), None);
        }
        let (title, note) = self.caption(scene, top);
        self.numbers(scene, rows_top);
        let plot = Area::between(self.left - 1.0, top + TITLE - 2.0, self.right + 1.0, bottom);
        scene.shapes.push(Shape::Layer { strip: self.index, area: plot });
        let mut labels = Vec::new();
        if self.has_boxes() {
            let mark = next.and_then(|next| self.mark_edges(next));
            labels = boxes::draw(scene, self, rows_top, mark);
        }
        let mut left_out = String::new();
        match self.detail() {
            Detail::Columns => columns::draw(scene, self, rows_top),
            Detail::Calls => {
                let (per_call, of_calls) = bars::draw(scene, self, rows_top);
                labels.extend(of_calls);
                if self.state.messages {
                    left_out = match per_call >= arrows::LEAST_CALL {
                        true => arrows::draw(scene, self, rows_top),
                        false => "Messages are drawn where calls are wider: zoom in".to_owned(),
                    };
                }
            }
        }
        for label in labels {
            label.write(scene);
        }
        let mark = next.and_then(|next| self.mark(scene, next, (top, bottom)));
        scene.shapes.push(Shape::EndLayer);
        let zero = self.source.run.0;
        let since = |(from, to): (i64, i64)| (from.saturating_sub(zero) as f64, to.saturating_sub(zero) as f64);
        let strip = TimeStrip {
            drawing: 0.0,
            title,
            note,
            left_out,
            loop_id: self.window.shows.map_or(0, |(shown, _)| shown.row),
            top,
            height: bottom - top,
            plot_left: self.left,
            plot_right: self.right,
            range: since(self.window.range),
            visible: since(self.window.visible),
            opened: next.and_then(|next| next.shows),
            mark: next.map(|next| since(next.range)),
            rows: self.rows(rows_top),
        };
        (strip, mark)
    }

    /// What each row does in the visible range.
    fn rows(&self, rows_top: f64) -> Vec<TimeRow> {
        let share = |place| {
            let shares = self.shares(place, self.window.visible, 1);
            shares.first().copied().unwrap_or_default()
        };
        let row = |(row, &place): (usize, &usize)| TimeRow {
            place,
            top: rows_top + row as f64 * self.pitch,
            height: self.pitch,
            share: share(place),
        };
        self.places.iter().enumerate().map(row).collect()
    }

    /// Writes the title on the left and the range on the right, without overlap. Returns their longest forms.
    fn caption(&self, scene: &mut Scene, top: f64) -> (String, String) {
        let (left, right) = (if self.index == 0 { 0.0 } else { 8.0 }, self.right);
        let titles = self.titles();
        let room = right - left;
        let shown = measure::first_fitting(Font::Strong, &titles, room)
            .map_or_else(|| measure::fit(Font::Strong, "…", room), str::to_owned);
        let rest = room - measure::width(Font::Strong, &shown) - 16.0;
        let notes = self.notes();
        let note = measure::first_fitting(Font::Caption, &notes, rest).unwrap_or("").to_owned();
        let ink = Ink::caption_on(self.ground());
        scene.text((left, top + 14.0), Anchor::Start, (Font::Strong, Ink::Text), shown);
        scene.text((right, top + 14.0), Anchor::End, (Font::Caption, ink), note);
        let mut texts = titles.into_iter().zip(notes);
        texts.next().unwrap_or_default()
    }

    /// What the strip shows, in fewer and fewer words.
    fn titles(&self) -> Vec<String> {
        let Some((shown, count)) = self.window.shows else {
            let part = self.window.visible != self.window.range;
            return vec![if part { "Part of the run" } else { "Whole run" }.to_owned()];
        };
        let name = loop_name(shown.row);
        let (number, count) = (thousands(shown.iteration + 1), thousands(count));
        let mut titles = vec![
            format!("One iteration of {name}: number {number} of {count}"),
            format!("{name}: {number} of {count}"),
            name,
        ];
        if self.state.compact {
            titles.remove(0);
        }
        // Where it runs on some processes only, the others are in other loops meanwhile.
        let runs = |place: &&usize| self.source.trees.get(**place).is_some_and(|tree| tree.period_of(shown.row) > 0);
        let (some, all) = (self.places.iter().filter(runs).count(), self.places.len());
        if some < all {
            titles.insert(0, format!("{}, on {some} of {all} processes", titles[0]));
        }
        titles
    }

    /// The visible range, in fewer and fewer words.
    fn notes(&self) -> Vec<String> {
        let (from, to) = self.window.visible;
        let length = duration(to.abs_diff(from));
        if self.window.visible == self.source.run {
            let pixel = duration(self.time_of(1.0).unsigned_abs());
            return vec![format!("{length} · one pixel is {pixel}"), length];
        }
        let zero = self.source.run.0;
        let range = words::range((from.saturating_sub(zero), to.saturating_sub(zero)));
        let hint = ", drag the mark for another";
        let dragged = self.index == 1 && !self.state.for_export && !self.state.compact;
        let whole = format!("{range}, {length}");
        // An iteration begins and ends on each process at another time.
        let several = self.window.shows.map(|_| format!("{whole} from the first process to the last"));
        let mut notes: Vec<String> = several.into_iter().chain([whole, range, length]).collect();
        if dragged {
            notes.insert(0, format!("{}{hint}", notes[0]));
        }
        notes
    }

    /// Writes the numbers of processes beside their rows, as many as have room.
    fn numbers(&self, scene: &mut Scene, rows_top: f64) {
        let every = (1..).find(|every| f64::from(*every) * self.pitch >= 13.0).unwrap_or(1);
        let widest = self.places.last().map_or(0, |&place| self.source.number(place));
        let font = Font::Caption;
        let fits = measure::width(font, &widest.to_string()) <= GUTTER - 4.0;
        let font = if fits { font } else { Font::Tiny };
        for (row, &place) in self.places.iter().enumerate().step_by(every as usize) {
            let number = self.source.number(place);
            let chosen = self.state.process == Some(number);
            let ink = if chosen { Ink::Text } else { Ink::secondary_on(self.ground()) };
            let y = self.bar_top(rows_top, row) + self.bar / 2.0 + 4.0;
            if chosen {
                let wash = Area::between(0.0, y - 11.0, self.left - 3.0, y + 3.0);
                scene.rect(wash, 2.0, Some(Ink::Wash), None);
            }
            scene.text((self.left - 6.0, y), Anchor::End, (font, ink), number.to_string());
        }
    }

    /// Where the mark on the iteration that the next strip shows is, if it is visible.
    fn mark_edges(&self, next: &Window) -> Option<(f64, f64)> {
        let (from, to) = next.range;
        let (left, right) = (self.x(from), self.x(to));
        if right <= self.left || left >= self.right {
            return None;
        }
        let (left, right) = (left.max(self.left), right.min(self.right));
        if right - left >= MARK {
            return Some((left, right));
        }
        let middle = ((left + right) / 2.0).clamp(self.left + 2.0, self.right - 2.0);
        Some((middle - MARK / 2.0, middle + MARK / 2.0))
    }

    /// Draws the mark on the iteration that the next strip shows. Returns its edges if it is visible.
    fn mark(&self, scene: &mut Scene, next: &Window, (top, bottom): (f64, f64)) -> Option<(f64, f64)> {
        let (shown, count) = next.shows?;
        let (left, right) = self.mark_edges(next)?;
        let area = Area::between(left, self.rows_top(top) - 3.0, right, bottom + 4.0);
        scene.rect(area, 2.0, None, Some((Ink::Text, 1.5)));
        let grip = Area::between(left - 4.0, area.y, right + 4.0, bottom);
        scene.hits.push(Hit {
            area: grip.clipped(0.0, self.width),
            kind: HitKind::Mark,
            strip: self.index,
            item: None,
            loop_id: shown.row,
            title: format!(
                "{}, iteration {} of {}",
                loop_name(shown.row),
                thousands(shown.iteration + 1),
                thousands(count)
            ),
            detail: "drag for another".to_owned(),
        });
        Some((left, right))
    }
}
