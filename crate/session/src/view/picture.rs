//! Pictures as messages.

use loopscope_draw::paint::{self, Theme};
use loopscope_draw::scene::{HitKind, Scene};

use crate::wire::{FlatPicture, PictureHit, PictureHitKind, PictureStyle, PictureTheme};

/// The colours to paint with.
pub(crate) fn theme(theme: PictureTheme) -> Theme {
    match theme {
        PictureTheme::Light => Theme::Light,
        PictureTheme::Dark => Theme::Dark,
        PictureTheme::Variables => Theme::Variables,
    }
}

/// A scene painted into a flat list, with the areas that answer to the pointer.
pub(crate) fn flat(scene: &Scene, theme: Theme) -> FlatPicture {
    let picture = paint::picture(scene, theme);
    let style = |style: &paint::Style| PictureStyle {
        fill: style.fill.clone(),
        stroke: style.stroke.clone(),
        line_width: style.line_width(),
        font: style.font.clone(),
    };
    let hits = scene.hits.iter().map(|hit| PictureHit {
        x: hit.area.x as f32,
        y: hit.area.y as f32,
        w: hit.area.w as f32,
        h: hit.area.h as f32,
        kind: kind(hit.kind),
        strip: hit.strip as u32,
        item: hit.item.map_or(-1, |item| item as i32),
        loop_id: hit.loop_id,
        title: hit.title.clone(),
        detail: hit.detail.clone(),
    });
    FlatPicture {
        width: picture.width,
        height: picture.height,
        styles: picture.styles.iter().map(style).collect(),
        hits: hits.collect(),
        numbers: picture.numbers,
        strings: picture.strings,
    }
}

fn kind(kind: HitKind) -> PictureHitKind {
    match kind {
        HitKind::Loop => PictureHitKind::Loop,
        HitKind::Event => PictureHitKind::Event,
        HitKind::Mark => PictureHitKind::Mark,
        HitKind::MarkOutOfSight => PictureHitKind::MarkOutOfSight,
        HitKind::Hatch => PictureHitKind::Hatch,
        HitKind::Line => PictureHitKind::Line,
    }
}
