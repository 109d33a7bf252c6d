//! Queries about the timeline: the picture of all processes over time, what is where in it, and the call at a time.

use loopscope_core::timeline::Share;
use loopscope_draw::scene::timeline::{OpenedTime, TimeStrip, TimelineState};

use crate::loaded::Loaded;
use crate::tasks::time::{timeline_call, timeline_sentence, KeptTimeline};
use crate::view::picture::{flat, theme};
use crate::wire::{OpenedIteration, Reply, TimeParts, TimelineLook, TimelineRow, TimelineStrip};

fn opened(time: OpenedTime) -> OpenedIteration {
    OpenedIteration { loop_id: time.row, iteration: time.iteration as f64 }
}

fn parts(share: Share) -> TimeParts {
    let Share { compute, calls, wait } = share;
    TimeParts { compute: compute as f64, calls: calls as f64, wait: wait as f64 }
}

/// The timeline as a picture, with its strips.
#[inline(never)] // of a part that a first visit does not need
pub(super) fn draw_timeline(loaded: &Loaded, kept: &KeptTimeline, look: &TimelineLook) -> Reply {
    let path = look.path.iter().map(|opened| OpenedTime { row: opened.loop_id, iteration: opened.iteration as u64 });
    let state = TimelineState {
        width: f64::from(look.width),
        height: f64::from(look.height),
        compact: look.compact,
        path: path.collect(),
        zoom: look.zoom.clone(),
        process: look.process,
        selected: look.selected,
        call: look.call.map(|call| call as u64),
        messages: look.messages,
        for_export: false,
    };
    let source = kept.source(loaded);
    kept.draw(&source, &state, |drawn| {
        let about = (look.about as usize).min(drawn.strips.len().saturating_sub(1));
        let shows = about.checked_sub(1).and_then(|above| drawn.path.get(above));
        let shows = shows.map(|time| (time.row, time.iteration));
        let sentence = drawn.strips.get(about).map(|strip| timeline_sentence(kept, &source, strip, shows));
        Reply::Timeline {
            strips: drawn.strips.iter().map(|it| strip(kept, it)).collect(),
            path: drawn.path.iter().copied().map(opened).collect(),
            picture: flat(&drawn.scene, theme(look.theme)),
            sentence: sentence.unwrap_or_default(),
        }
    })
}

fn strip(kept: &KeptTimeline, strip: &TimeStrip) -> TimelineStrip {
    let rows = strip.rows.iter().map(|row| TimelineRow {
        process: kept.number_of(row.place),
        top: row.top as f32,
        height: row.height as f32,
        parts: parts(row.share),
    });
    TimelineStrip {
        drawing: strip.drawing,
        title: strip.title.clone(),
        note: strip.note.clone(),
        left_out: strip.left_out.clone(),
        loop_id: strip.loop_id,
        top: strip.top as f32,
        height: strip.height as f32,
        plot_left: strip.plot_left as f32,
        plot_right: strip.plot_right as f32,
        range: strip.range,
        visible: strip.visible,
        opened: strip.opened.map(|(time, _)| opened(time)),
        iterations: strip.opened.map_or(0.0, |(_, count)| count as f64),
        mark: strip.mark,
        rows: rows.collect(),
    }
}

/// The call of a process by its number or at a time, and the loops around it.
#[inline(never)] // As above.
pub(super) fn find_call(loaded: &Loaded, kept: &KeptTimeline, process: u32, (call, time): (Option<f64>, f64)) -> Reply {
    let (call, path) = timeline_call(kept, &kept.source(loaded), process, (call.map(|call| call as u64), time));
    let path = path.into_iter().map(|at| OpenedIteration { loop_id: at.row, iteration: at.iteration as f64 });
    Reply::TimelineCall { call, path: path.collect() }
}
