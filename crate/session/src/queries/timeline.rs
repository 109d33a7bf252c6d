//! Queries about the timeline: the picture of all processes over time, and what is where in it.

use loopscope_draw::scene::timeline::{self, OpenedTime, TimelineState};

use crate::loaded::Loaded;
use crate::tasks::time::KeptTimeline;
use crate::view::picture::{flat, theme};
use crate::wire::{OpenedIteration, Reply, TimelineLook, TimelineStrip};

fn opened(time: OpenedTime) -> OpenedIteration {
    OpenedIteration { loop_id: time.row, iteration: time.iteration as f64 }
}

/// The timeline as a picture, with its strips.
pub(super) fn draw_timeline(loaded: &Loaded, kept: &KeptTimeline, look: &TimelineLook) -> Reply {
    let path = look
        .path
        .iter()
        .map(|opened| OpenedTime { row: opened.loop_id, iteration: opened.iteration as u64 });
    let state = TimelineState {
        width: f64::from(look.width),
        height: f64::from(look.height),
        compact: look.compact,
        path: path.collect(),
        zoom: look.zoom.clone(),
        process: look.process,
        messages: look.messages,
        for_export: false,
    };
    let drawn = timeline::timeline(&kept.source(loaded), &state);
    let strips = drawn.strips.into_iter().map(|strip| TimelineStrip {
        title: strip.title,
        note: strip.note,
        left_out: strip.left_out,
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
    });
    Reply::Timeline {
        strips: strips.collect(),
        path: drawn.path.into_iter().map(opened).collect(),
        picture: flat(&drawn.scene, theme(look.theme)),
    }
}
