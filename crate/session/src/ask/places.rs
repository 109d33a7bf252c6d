//! What can be asked of the constructs of a model, and which of them a loop holds.

use loopscope_core::extract::positions::Positions;
use loopscope_core::extract::query::{attributes, loops_around};
use loopscope_core::numbers::set_text;
use loopscope_core::system::{text, Construct, ConstructId, Model};
use loopscope_formats::notes::Note;

use crate::error::missing;
use crate::tasks::model::Program;
use crate::tasks::time::error_of_loop;
use crate::wire::{AskConstruct, AskLoop, AskPlace, AskReply};

/// The most lines of a loop that are listed.
const MOST_LINES: usize = 400;

/// Other places of an event that are listed.
const MOST_SAME: usize = 50;

/// The construct of that number.
///
/// # Errors
/// There is none.
pub(super) fn construct_of(model: &Model, number: u32) -> Result<ConstructId, Note> {
    let found = model.ids().nth(number as usize);
    found.ok_or_else(|| missing("there is no such construct", number, "one of the model"))
}

/// A construct as a line of the model's text, a loop as its name.
pub(super) fn words(model: &Model, id: ConstructId) -> String {
    match model.loop_id(id) {
        0 => text::print_first(model, Some(id), 1).concat().trim().to_owned(),
        named => format!("L{named}"),
    }
}

/// The places of the first lines of a loop's text, or of the whole program's.
///
/// # Errors
/// There is no such loop.
pub(crate) fn of_loop(program: &Program, id: u32) -> Result<AskReply, Note> {
    let model = program.model();
    let named = model.loop_named(id).map(|named| named.construct);
    if id > 0 && named.is_none() {
        return Err(error_of_loop(id));
    }
    let items = named.as_ref().map_or(model.root(), std::slice::from_ref);
    let skipped = usize::from(named.is_none());
    let lines = text::print_first(model, named, MOST_LINES + skipped);
    let mut lines = lines.iter().skip(skipped);
    let mut places = Vec::new();
    let mut rest = items.iter();
    let mut open = Vec::new();
    while places.len() < MOST_LINES {
        let (construct, ends) = match rest.next() {
            Some(&id) => (id, false),
            None => match open.pop() {
                Some((id, after)) => {
                    rest = after;
                    (id, true)
                }
                None => break,
            },
        };
        let Some(line) = lines.next() else { break };
        let line = line.split("  # ").next().unwrap_or(line);
        places.push(AskPlace {
            construct: construct.index() as u32,
            text: line.trim().to_owned(),
            depth: open.len() as u32,
            loop_id: model.loop_id(construct),
            ends,
        });
        if let (Construct::Loop(node), false) = (model.construct(construct), ends) {
            open.push((construct, std::mem::replace(&mut rest, model.body(&node).iter())));
        }
    }
    Ok(AskReply::Places { places, lines_in_all: program.lines_of(items) as f64 })
}

/// What can be asked of a construct.
///
/// # Errors
/// There is no such construct.
pub(crate) fn describe(model: &Model, number: u32, each: bool) -> Result<AskReply, Note> {
    let id = construct_of(model, number)?;
    let construct = model.construct(id);
    let is_loop = matches!(construct, Construct::Loop(_));
    let loops = loops_around(model, id, each && is_loop);
    let kind = match construct {
        Construct::Loop(_) => "loop",
        Construct::Send(_) => "send",
        Construct::Recv(_) => "receive",
        Construct::Sync { .. } => "collective",
        Construct::Local { .. } => "local",
    };
    let same: Vec<ConstructId> = match is_loop {
        true => Vec::new(),
        false => model.ids().filter(|&other| other != id && model.construct(other) == construct).collect(),
    };
    let around = |id: ConstructId| model.parent(id).map_or(0, |outer| model.loop_id(outer));
    let construct = AskConstruct {
        construct: number,
        words: words(model, id),
        kind: kind.to_owned(),
        loops: loops
            .iter()
            .filter_map(|&id| {
                let count = model.as_loop(id)?.count as f64;
                Some(AskLoop { id: model.loop_id(id), construct: id.index() as u32, count })
            })
            .collect(),
        members: model.members(id).iter().map(|member| member.0).collect(),
        attributes: attributes(construct).iter().map(|it| it.name().to_owned()).collect(),
        positions: positions(model, id, each && is_loop),
        same_count: same.len() as f64,
        same: same.into_iter().take(MOST_SAME).map(|id| (id.index() as u32, around(id))).collect(),
    };
    Ok(AskReply::Describe { construct: Box::new(construct) })
}

/// Where a construct stands among the events of its processes, those together that have the same function.
fn positions(model: &Model, id: ConstructId, each: bool) -> Vec<(String, String)> {
    let positions = Positions::new(model);
    let mut found: Vec<(String, Vec<u32>)> = Vec::new();
    for &member in model.members(id) {
        let Some(mut formula) = positions.absolute(id, member) else { continue };
        if each {
            formula.strides.extend(positions.period(id, member));
        }
        let formula = formula.to_string();
        match found.iter_mut().find(|(known, _)| *known == formula) {
            Some((_, processes)) => processes.push(member.0),
            None => found.push((formula, vec![member.0])),
        }
    }
    found.into_iter().map(|(formula, processes)| (set_text(processes), formula)).collect()
}
