//! Queries about flow graphs: the picture, a loop or a block of it, files to save, and how its loops and those of the nest belong
//! together.

use loopscope_draw::paint;
use loopscope_draw::scene::flow::{FlowBlock, FlowDrawn, FlowMark, FlowState};
use loopscope_formats::notes::Note;

use super::export::without_endings;
use crate::loaded::Loaded;
use crate::tasks::flow::{
    document, dot, flow_sentence, table, FlowShown, KeptFlow, Outline, Pictured, TableKind,
};
use crate::view::picture::{flat, theme};
use crate::wire::{FlowFileKind, FlowLook, FlowQuery, FlowReply, FlowSpineInfo, Reply};

fn draw(kept: &KeptFlow, look: &FlowLook) -> Result<FlowDrawn, Note> {
    let place = kept.place_of(look.process)?;
    let shown = if look.kinds { FlowShown::KindsWith(place) } else { FlowShown::Process(place) };
    let mark = match (look.loop_id, look.block) {
        (0, None) => None,
        (_, Some(block)) => Some(FlowMark::Block { spine: 0, block: block as usize }),
        (number, None) => Some(FlowMark::Loop { spine: 0, number }),
    };
    let state = FlowState { width: f64::from(look.width), mark };
    Ok(Pictured::new(kept.flow(), shown).draw(&state))
}

/// Answers a query about flow graphs.
///
/// # Errors
/// The process has no graph, or is not there.
#[inline(never)] // It belongs to a part of the engine that a first visit does not need.
pub(super) fn answer(loaded: &Loaded, kept: &KeptFlow, query: &FlowQuery) -> Result<Reply, Note> {
    let reply = match query {
        FlowQuery::Draw { look } => drawn(kept, look)?,
        FlowQuery::Part { look } => part(loaded, kept, look)?,
        FlowQuery::Links { process } => {
            let links = kept.links(loaded.process(*process)?, loaded.analysis.view)?;
            FlowReply::Links { links }
        }
        FlowQuery::File { what, look } => file(loaded, kept, (*what, look))?,
    };
    Ok(Reply::Flow { reply: Box::new(reply) })
}

/// The picture, with what is where in it.
fn drawn(kept: &KeptFlow, look: &FlowLook) -> Result<FlowReply, Note> {
    let drawn = draw(kept, look)?;
    let first = |block: &FlowBlock| block.nodes.first().copied().unwrap_or(0);
    let spines = drawn.spines.iter().map(|spine| FlowSpineInfo {
        process: spine.process,
        blocks: spine.blocks.iter().map(first).collect(),
    });
    Ok(FlowReply::Drawn {
        spines: spines.collect(),
        columns: drawn.columns.clone(),
        sentence: flow_sentence(kept.flow(), kept.of(look.process)?, look.kinds),
        picture: flat(&drawn.scene, theme(look.theme)),
    })
}

/// A loop, or a block by its index in the picture.
fn part(loaded: &Loaded, kept: &KeptFlow, look: &FlowLook) -> Result<FlowReply, Note> {
    let part = match look.block {
        None => {
            let nest = (loaded.process(look.process)?, loaded.analysis.view);
            kept.loop_part(nest, look.loop_id)?
        }
        Some(block) => {
            let own = FlowLook { kinds: false, ..look.clone() };
            let drawn = draw(kept, &own)?;
            let spine = drawn.spines.first();
            let nodes = spine.and_then(|spine| spine.blocks.get(block as usize));
            kept.block_part(look.process, nodes.map_or(&[], |block| &block.nodes))?
        }
    };
    Ok(FlowReply::Part { part: Box::new(part) })
}

/// The graphs as a file.
fn file(
    loaded: &Loaded,
    kept: &KeptFlow,
    (what, look): (FlowFileKind, &FlowLook),
) -> Result<FlowReply, Note> {
    let flow = kept.flow();
    let (text, ending, mime) = match what {
        FlowFileKind::Svg => {
            let drawn = draw(kept, look)?;
            let title = format!("Event flow graph of {}", loaded.name);
            (paint::svg(&drawn.scene, theme(look.theme), &title), "flow.svg", "image/svg+xml")
        }
        FlowFileKind::Json => (document(&loaded.name, flow), "flow.json", "application/json"),
        FlowFileKind::Dot => (dot(flow, true), "flow.dot", "text/plain"),
        FlowFileKind::Loops => (table(flow, TableKind::Loops), "flow-loops.txt", "text/plain"),
        FlowFileKind::Text => {
            let outlines = Outline::all(flow, false);
            (outlines.iter().map(Outline::to_string).collect(), "flow.txt", "text/plain")
        }
    };
    let file_name = format!("{}.{ending}", without_endings(&loaded.name));
    Ok(FlowReply::File { text, file_name, mime: mime.to_owned() })
}
