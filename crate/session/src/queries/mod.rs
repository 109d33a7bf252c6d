//! Answers to the page's queries about what is loaded, or about the complete processes of what is being opened.

mod ask;
mod export;
mod flow;
mod model;
mod ribbon;
mod timeline;

use loopscope_formats::notes::Note;

use crate::analysis::ProcessNest;
use crate::lab::Opened;
use crate::loaded::{no_such_trace, Loaded, TraceHandle};
use crate::session::Session;
use crate::tasks::model::TraceModel;
use crate::view::{addresses, cards, items, other_methods, problem, sentence, suggest, summary, variants};
use crate::wire::{Reply, Request, TableColumns, VariantsReply};

/// For the lab, which takes what is opened as an input.
impl Opened for Session {
    fn opened(&self, handle: u32) -> Option<&Loaded> {
        self.shown(handle)
    }

    fn model(&self, handle: u32) -> Result<&TraceModel, Note> {
        self.model_of(handle).map(|model| &**model)
    }
}

impl Session {
    /// Answers a query. What cannot be answered is [refused](Reply::Refused) with the reason.
    pub fn handle(&self, request: &Request) -> Reply {
        self.answer(request).unwrap_or_else(|note| Reply::Refused { problem: problem(&note) })
    }

    fn answer(&self, request: &Request) -> Result<Reply, Note> {
        Ok(match request {
            Request::Summary { handle } => Reply::Summary { summary: Box::new(summary::of(self.trace(*handle)?)) },
            Request::Process { handle, process } => {
                let (loaded, process) = self.process(*handle, *process)?;
                describe(loaded, process)
            }
            Request::Others { handle, process } => {
                let (loaded, process) = self.process(*handle, *process)?;
                let (method, noun) = (&loaded.analysis.method, loaded.analysis.noun().word());
                let sentence = other_methods::sentence(process, method, noun);
                let (number, variants) = (process.process.0, variants_of(loaded, process));
                Reply::Others { process: number, sentence, variants }
            }
            Request::Ribbon { handle, process, look } => {
                let (loaded, process) = self.process(*handle, *process)?;
                ribbon::draw_ribbon(loaded, process, look)
            }
            Request::Addresses { handle, process, look, strip, field } => {
                let (loaded, process) = self.process(*handle, *process)?;
                let state = ribbon::state_of(look, false);
                addresses::of(loaded, process, &state, look, (*strip, *field))?
            }
            Request::Thumbnails { handle, process, theme, width, height, ids } => {
                let (loaded, process) = self.process(*handle, *process)?;
                ribbon::thumbnails(loaded, process, *theme, (*width, *height), ids)
            }
            Request::Aligned { handle, process, look } => {
                let loaded = self.trace(*handle)?;
                self.kept().comparisons.aligned(loaded, *process, look)?
            }
            Request::Items { handle, process, node, offset, limit } => {
                let (_, process) = self.process(*handle, *process)?;
                items::stretch(process, *node, *offset, *limit)
            }
            Request::Columns { file, head, fields } => Reply::Columns { table: Box::new(columns(file, head, fields)?) },
            Request::Model { handle, look } => self.model_figure(*handle, look)?,
            Request::ModelVariants { handle } => {
                Reply::ModelVariants { variants: self.model_of(*handle)?.program.variants() }
            }
            Request::ModelPart { handle, ids } => self.model_part(*handle, ids)?,
            Request::ModelFile { handle, what, look } => self.model_file(*handle, *what, look)?,
            Request::Iterations { handle, id, processes, from, to, columns } => {
                let range = *from as usize..*to as usize;
                let tracks = self.kept().time.tracks(*handle, *id, (processes, range), *columns)?;
                Reply::Iterations { id: *id, tracks }
            }
            Request::Timeline { handle, look } => {
                let loaded = self.trace(*handle)?;
                let kept = self.kept().time.timeline(*handle, &loaded.name)?;
                timeline::draw_timeline(loaded, kept, look)
            }
            Request::TimelineCall { handle, process, call, time } => {
                let loaded = self.trace(*handle)?;
                let kept = self.kept().time.timeline(*handle, &loaded.name)?;
                timeline::find_call(loaded, kept, *process, (*call, *time))
            }
            Request::Flow { handle, query } => {
                let kept = self.kept().flow_of(TraceHandle(*handle))?;
                flow::answer(self.trace(*handle)?, kept, query)?
            }
            Request::WhatIf { handle, query } => {
                let run = self.kept().whatif_of(TraceHandle(*handle))?;
                Reply::WhatIf { reply: Box::new(run.reply(query)?) }
            }
            Request::Ask(query) => self.ask(query)?,
            Request::Lab { query } => Reply::Lab { reply: Box::new(self.lab().answer(query, self)?) },
            Request::Export { handle, process, what, look } => {
                export::export(self.trace(*handle)?, *process, *what, look.as_ref())?
            }
        })
    }

    /// What can be shown under that handle.
    fn trace(&self, handle: u32) -> Result<&Loaded, Note> {
        self.shown(handle).ok_or_else(|| no_such_trace(TraceHandle(handle)))
    }

    fn process(&self, handle: u32, process: u32) -> Result<(&Loaded, &ProcessNest), Note> {
        let loaded = self.trace(handle)?;
        Ok((loaded, loaded.process(process)?))
    }
}

/// What the columns of a table are taken for.
#[inline(never)] // of a part that a first visit does not need
fn columns(file: &str, head: &str, fields: &[String]) -> Result<TableColumns, Note> {
    TableColumns::judged(file, head, fields).ok_or_else(|| {
        Note::error(file, "there is no table with a header")
            .found("other text")
            .expected("a line of titles, and rows below it")
    })
}

/// The process as a loop of several variants. The part of the engine that finds one is needed only where the main loop leaves
/// much out.
fn variants_of(loaded: &Loaded, process: &ProcessNest) -> Option<Box<VariantsReply>> {
    process.may_vary().then(|| variants::reply(loaded, process)).flatten()
}

fn describe(loaded: &Loaded, process: &ProcessNest) -> Reply {
    let noun = loaded.analysis.noun().word();
    let loops = cards::of(&loaded.analysis, process.process);
    let mut suggestions = Vec::new();
    if let (true, Some(trace), Some(options)) = (loops.is_empty(), &loaded.trace, &loaded.options) {
        if let Some(events) = trace.process(process.process) {
            suggestions = suggest::changes(trace, events, options, noun);
        }
    }
    let sentence = sentence::about(process, noun);
    let order = sentence::about_varying(process);
    Reply::Process { process: process.process.0, sentence, order, loops, suggestions }
}
