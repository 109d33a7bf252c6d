//! The pattern of addresses, with a row for each value in it.

use loopscope_core::affine::Affine;
use loopscope_draw::scene::ribbon::{addresses, RibbonState};
use loopscope_draw::scene::tuples::{reach_text, strides_text};
use loopscope_draw::scene::Ink;
use loopscope_formats::notes::Note;

use super::picture::{flat, theme};
use crate::analysis::ProcessNest;
use crate::error_note;
use crate::loaded::Loaded;
use crate::wire::{AddressRow, Reply, RibbonLook};

/// The most rows in one reply.
const MOST: usize = 60;

/// The pattern of a field in one strip of the ribbon.
pub(crate) fn of(
    loaded: &Loaded,
    process: &ProcessNest,
    state: &RibbonState,
    look: &RibbonLook,
    (strip, field): (u32, u32),
) -> Result<Reply, Note> {
    let Some(tuples) = &process.tuples else {
        return Err(error_note(
            &loaded.name,
            "there is no pattern of addresses",
            "items that are no functions of loop indices",
            "the view values with the method nlr",
            "choose them",
        ));
    };
    let (nest, fields) = (&tuples.nest, tuples.nest.fields());
    let field = (field as usize).min(fields.len().saturating_sub(1));
    let drawn = addresses(&loaded.source(process), state, strip as usize, field);
    let rows = drawn.values.iter().take(MOST).filter_map(|&symbol| {
        let (value, way) = tuples.drawing.value(symbol)?;
        let label = label(nest, value);
        Some(AddressRow {
            text: process.symbols.text(symbol).to_owned(),
            slot: match loaded.tags.ink_of(label) {
                Ink::Tag(slot) => i32::from(slot),
                _ => -1,
            },
            reach: reach_text(nest, way, value, field),
            strides: strides_text(nest, way, value, field),
            loop_id: way.last().map_or(0, |&node| nest.id(node)),
        })
    });
    Ok(Reply::Addresses {
        rows: rows.collect(),
        left_out: drawn.values.len().saturating_sub(MOST) as u32,
        title: drawn.title,
        strip: drawn.strip as u32,
        field: field as u32,
        fields: fields.iter().map(|field| field.name.to_string()).collect(),
        events: drawn.drawn.0 as f64,
        drawn: drawn.drawn.1 as f64,
        picture: flat(&drawn.scene, theme(look.theme)),
    })
}

fn label(nest: &Affine, value: u32) -> &str {
    match nest.node(value) {
        Some(loopscope_core::affine::Node::Value { label, .. }) => nest.label(*label),
        _ => "",
    }
}
