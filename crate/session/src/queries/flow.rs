//! Queries about flow graphs: the picture, a loop or a block of it, files to save, and how its loops and those of the nest belong
//! together.

use loopscope_draw::paint;
use loopscope_draw::scene::flow::{FlowBlock, FlowDrawn, FlowMark, FlowSpine, FlowState};
use loopscope_formats::notes::Note;

use crate::loaded::{without_endings, Loaded};
use crate::tasks::flow::{
    document, dot, flow_sentence, loops_csv, FlowShown, KeptFlow, Outline, Pictured, ProcessFlow,
};
use crate::view::picture::{flat, theme};
use crate::wire::{FlowFileKind, FlowLook, FlowQuery, FlowReply, FlowSpineInfo, Reply};

fn draw(kept: &KeptFlow, look: &FlowLook) -> Result<FlowDrawn, Note> {
    let place = kept.place_of(look.process)?;
    let shown = if look.kinds { FlowShown::KindsWith(place) } else { FlowShown::Process(place) };
    let mark = match (look.loop_id, look.block) {
        (0, None) => None,
        (_, Some(node)) => Some(FlowMark::Block { spine: 0, node }),
        (number, None) => Some(FlowMark::Loop { spine: 0, number }),
    };
    let (folded, runs) = (&look.folded[..], &look.runs[..]);
    let state = FlowState { width: f64::from(look.width), mark, folded, runs };
    Ok(Pictured::new(kept.flow(), shown).draw(&state))
}

/// Answers a query about flow graphs.
///
/// # Errors
/// The process has no graph, or is not there.
#[inline(never)] // of a part that a first visit does not need
pub(super) fn answer(loaded: &Loaded, kept: &KeptFlow, query: &FlowQuery) -> Result<Reply, Note> {
    let reply = match query {
        FlowQuery::Draw { look } => drawn(kept, look)?,
        FlowQuery::Part { look } => part(loaded, kept, look)?,
        FlowQuery::Links { process } => {
            let links = kept.links(loaded.process(*process)?, loaded.analysis.view)?;
            FlowReply::Links { links }
        }
        FlowQuery::Variants { process } => {
            let nest = loaded.process(*process)?;
            let found = nest.found_variants();
            let nest = (nest, loaded.analysis.view);
            let variants = found.map(|found| kept.variants(nest, &found.variants)).transpose()?;
            FlowReply::Variants { variants: variants.flatten().map(Box::new) }
        }
        FlowQuery::Text { process } => text(kept.of(*process)?),
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
        block_of: block_of(spine),
    });
    Ok(FlowReply::Drawn {
        spines: spines.collect(),
        columns: drawn.columns.clone(),
        sentence: flow_sentence(kept.flow(), kept.of(look.process)?, look.kinds),
        picture: flat(&drawn.scene, theme(look.theme)),
    })
}

/// The place of each node's block; of one that is not drawn the number of blocks.
fn block_of(spine: &FlowSpine) -> Vec<u32> {
    let nodes = spine.blocks.iter().flat_map(|block| &block.nodes).max();
    let none = spine.blocks.len() as u32;
    let mut places = vec![none; nodes.map_or(0, |&node| node as usize + 1)];
    for (at, block) in (0..).zip(&spine.blocks) {
        for &node in &block.nodes {
            places[node as usize] = at;
        }
    }
    places
}

/// The graph as text, a line for each loop and call.
#[inline(never)] // It belongs to a part of its own: few read it.
fn text(flow: &ProcessFlow) -> FlowReply {
    const MOST: usize = 500;
    let outline = Outline::new(flow);
    let all = outline.to_string();
    let mut lines = all.lines();
    let head = lines.next().unwrap_or("").to_owned();
    let lines = lines.take(MOST).map(|line| line.trim_start().to_owned()).collect();
    let places = Outline::places(flow).into_iter().take(MOST).flat_map(|place| {
        let number = place.inner.map_or(0, |id| flow.number(id));
        [place.depth as u32, number, place.node]
    });
    let left_out = outline.rows.len().saturating_sub(MOST) as u32;
    FlowReply::Text { head, lines, places: places.collect(), left_out }
}

/// A loop, or a block by a node in it.
fn part(loaded: &Loaded, kept: &KeptFlow, look: &FlowLook) -> Result<FlowReply, Note> {
    let part = match look.block {
        None => {
            let nest = (loaded.process(look.process)?, loaded.analysis.view);
            kept.loop_part(nest, look.loop_id)?
        }
        Some(node) => {
            let own = FlowLook { kinds: false, ..look.clone() };
            let drawn = draw(kept, &own)?;
            let mut blocks = drawn.spines.iter().take(1).flat_map(|spine| &spine.blocks);
            let block = blocks.find(|block| block.nodes.contains(&node));
            kept.block_part(look.process, block.map_or(&[], |block| &block.nodes))?
        }
    };
    Ok(FlowReply::Part { part: Box::new(part) })
}

/// The graphs as a file.
#[inline(never)] // Likewise.
fn file(loaded: &Loaded, kept: &KeptFlow, (what, look): (FlowFileKind, &FlowLook)) -> Result<FlowReply, Note> {
    let flow = kept.flow();
    let (text, ending, mime) = match what {
        FlowFileKind::Svg => {
            let drawn = draw(kept, look)?;
            let title = format!("Event flow graph of {}", loaded.name);
            (paint::svg(&drawn.scene, theme(look.theme), &title), "flow.svg", "image/svg+xml")
        }
        FlowFileKind::Json => (document(&loaded.name, flow), "flow.json", "application/json"),
        FlowFileKind::Dot => (dot(flow, true), "flow.dot", "text/plain"),
        FlowFileKind::Loops => (loops_csv(flow), "flow-loops.csv", "text/csv"),
        FlowFileKind::Iterations => {
            let text = kept.iterations_csv(look.process, look.loop_id)?;
            (text, "flow-iterations.csv", "text/csv")
        }
        FlowFileKind::Text => {
            let outlines = Outline::all(flow, false);
            (outlines.iter().map(Outline::to_string).collect(), "flow.txt", "text/plain")
        }
    };
    let file_name = format!("{}.{ending}", without_endings(&loaded.name));
    Ok(FlowReply::File { text, file_name, mime: mime.to_owned() })
}
