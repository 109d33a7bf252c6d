//! Queries about the ribbon: the picture of one process, and what is where in it.

use loopscope_core::nest::Step;
use loopscope_draw::scene::ribbon::{self, Ribbon, RibbonState};
use loopscope_draw::scene::thumb::thumb;

use crate::analysis::ProcessNest;
use crate::loaded::Loaded;
use crate::view::picture::{flat, theme};
use crate::wire::{OpenedLoop, OpenedMark, PictureTheme, Reply, RibbonLook, RibbonStrip, Thumbnail};

/// The ribbon of a process, laid out; `for_export` without what only a pointer can use.
pub(super) fn ribbon_of(loaded: &Loaded, process: &ProcessNest, look: &RibbonLook, for_export: bool) -> Ribbon {
    ribbon::ribbon(&loaded.source(process), &state_of(look, for_export))
}

/// The state of a ribbon as the page describes it.
pub(super) fn state_of(look: &RibbonLook, for_export: bool) -> RibbonState {
    let path = look.path.iter().map(|opened| Step { item: opened.item as usize, iteration: opened.iteration as u64 });
    RibbonState {
        width: f64::from(look.width),
        compact: look.compact,
        path: path.collect(),
        zoom: look.zoom.clone(),
        selected: look.selected,
        for_export,
    }
}

/// The ribbon as a picture, with its strips.
pub(super) fn draw_ribbon(loaded: &Loaded, process: &ProcessNest, look: &RibbonLook) -> Reply {
    let ribbon = ribbon_of(loaded, process, look, false);
    let strips = ribbon.strips.iter().map(|strip| RibbonStrip {
        title: strip.title.clone(),
        note: strip.note.clone(),
        loop_id: strip.loop_id,
        top: strip.top as f32,
        height: strip.height as f32,
        plot_left: strip.plot_left as f32,
        plot_right: strip.plot_right as f32,
        length: strip.length as f64,
        from: strip.from,
        to: strip.to,
        origin: strip.origin as f64,
        opened: strip.opened.as_ref().map(|opened| OpenedMark {
            item: opened.item as u32,
            iteration: opened.iteration as f64,
            count: opened.count as f64,
            loop_id: opened.loop_id,
            start: opened.start as f64,
            period: opened.period as f64,
        }),
    });
    let path =
        ribbon.path.iter().map(|opened| OpenedLoop { item: opened.item as u32, iteration: opened.iteration as f64 });
    Reply::Ribbon { strips: strips.collect(), path: path.collect(), picture: flat(&ribbon.scene, theme(look.theme)) }
}

/// Pictures of loop bodies, of those loops that exist.
pub(super) fn thumbnails(
    loaded: &Loaded,
    process: &ProcessNest,
    colours: PictureTheme,
    (width, height): (f32, f32),
    ids: &[u32],
) -> Reply {
    let source = loaded.source(process);
    let (width, height) = (f64::from(width), f64::from(height));
    let draw = |&id: &u32| {
        let scene = thumb(&source, id, width, height);
        Thumbnail { id, picture: flat(&scene, theme(colours)) }
    };
    let known = ids.iter().filter(|&&id| process.names.get(id).is_some());
    Reply::Thumbnails { pictures: known.map(draw).collect() }
}
