//! Queries that ask what the loops of a model hold.

use loopscope_core::system::{Construct, ConstructId};
use loopscope_formats::notes::Note;

use super::model::draw;
use crate::ask::places;
use crate::error::missing;
use crate::session::Session;
use crate::tasks::model::TraceModel;
use crate::wire::{AskQuery, AskReply, ModelLook};

impl Session {
    /// Answers a query, or does a slice of the work that its answer needs.
    ///
    /// # Errors
    /// There is no model, no such construct, or no answer.
    #[inline(never)] // It belongs to a part of the engine that a first visit does not need.
    pub(super) fn ask(&self, handle: u32, query: &AskQuery) -> Result<AskReply, Note> {
        let model = self.model_of(handle)?;
        match query {
            AskQuery::Places { id } => places::of_loop(&model.program, *id),
            AskQuery::Message { look, message } => {
                Ok(AskReply::Message { constructs: of_message(model, look, *message) })
            }
            AskQuery::Describe { construct, each } => {
                let construct = places::describe(model.program.model(), *construct, *each)?;
                Ok(AskReply::Describe { construct: Box::new(construct) })
            }
            AskQuery::Answer { .. }
            | AskQuery::Ranges { .. }
            | AskQuery::Rows { .. }
            | AskQuery::File { .. } => {
                let loaded = self.trace(handle)?;
                let trace = loaded.trace.as_ref().ok_or_else(|| {
                    missing("a file of nests has no data", handle, "the trace it was made from")
                })?;
                self.kept().ask.answer(&loaded.name, trace, model, query)
            }
        }
    }
}

/// The sends of a message of the picture, then its receives, in the body where it is drawn.
fn of_message(known: &TraceModel, look: &ModelLook, message: u32) -> Vec<u32> {
    let drawn = draw(known, look, true);
    let Some(line) = drawn.messages.get(message as usize) else { return Vec::new() };
    let model = known.program.model();
    let body = match line.inside.and_then(|id| model.as_loop(id)) {
        Some(node) => model.body(&node),
        None => model.root(),
    };
    let is_its = |id| {
        let channel = model.channel(id);
        (channel.src.0, channel.dst.0, channel.tag) == line.channel
    };
    let mut found: Vec<(bool, ConstructId)> = Vec::new();
    for &id in body {
        match model.construct(id) {
            Construct::Send(channel) if is_its(channel) => found.push((false, id)),
            Construct::Recv(channel) if is_its(channel) => found.push((true, id)),
            _ => {}
        }
    }
    let of = |receives: bool| found.iter().filter(move |&&(own, _)| own == receives);
    of(false).chain(of(true)).map(|(_, id)| id.index() as u32).collect()
}
