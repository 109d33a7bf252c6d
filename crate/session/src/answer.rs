//! Questions of the page and their answers.

use loopscope_core::affine;
use loopscope_core::nest::{Node, Step};
use loopscope_core::symbols::Appearance;
use loopscope_core::trace::ProcessId;
use loopscope_draw::paint;
use loopscope_draw::scene::ribbon::{self, Ribbon, RibbonState};
use loopscope_draw::scene::source::Source;
use loopscope_draw::scene::tags::TagSlots;
use loopscope_draw::scene::thumb::thumb;
use loopscope_draw::scene::tuples::Tuples;
use loopscope_formats::notes::Note;

use crate::analyse::{Analysis, ProcessNest};
use crate::compare::others;
use crate::message::{
    OpenedLoop, OpenedMark, Reply, Request, RibbonLook, RibbonStrip, TableColumns, Thumbnail,
};
use crate::view::picture::{flat, theme};
use crate::view::{addresses, cards, items, sentence, suggest, summary, table, text};
use crate::{document, refusal, Loaded, Session};

/// The colours of an analysis' tags, by how many messages carry each.
pub(crate) fn tag_slots(analysis: &Analysis) -> TagSlots {
    if analysis.processes.iter().any(|process| process.tuples.is_some()) {
        return TagSlots::of_labels(analysis.processes.iter().flat_map(|p| label_counts(p)));
    }
    let mut counted = Vec::new();
    for process in &analysis.processes {
        let nest = &process.nest;
        for (id, times) in nest.ids().zip(cards::occurrences(nest)) {
            let Node::Symbol(symbol) = nest.node(id) else { continue };
            if let Some(tag) = Appearance::of(analysis.view, process.symbols.text(symbol)).tag {
                counted.push((tag, times));
            }
        }
    }
    TagSlots::new(counted)
}

/// The labels of the values of a process, each with the tuples that it stands for.
pub(crate) fn label_counts(process: &ProcessNest) -> Vec<(&str, u64)> {
    let Some(tuples) = &process.tuples else { return Vec::new() };
    let nest = &process.nest;
    let counted = nest.ids().zip(cards::occurrences(nest)).filter_map(|(id, times)| {
        let Node::Symbol(symbol) = nest.node(id) else { return None };
        match tuples.nest.node(tuples.drawing.value(symbol)?.0)? {
            affine::Node::Value { label, .. } => Some((tuples.nest.label(*label), times)),
            affine::Node::Loop { .. } => None,
        }
    });
    counted.collect()
}

impl Loaded {
    /// What pictures of one of its processes are made from.
    pub fn source<'a>(&'a self, process: &'a ProcessNest) -> Source<'a> {
        Source {
            process: process.process.0,
            nest: &process.nest,
            symbols: &process.symbols,
            view: self.analysis.view,
            names: &process.names,
            tags: &self.tags,
            noun: summary::noun(self),
            tuples: process
                .tuples
                .as_ref()
                .map(|tuples| Tuples { nest: &tuples.nest, drawing: &tuples.drawing }),
        }
    }
}

impl Session {
    /// Answers a question about what is loaded, or about the finished part of what is being opened.
    pub fn handle(&self, request: &Request) -> Reply {
        let answer = match request {
            Request::Summary { handle } => self
                .ask(*handle)
                .map(|loaded| Reply::Summary { summary: Box::new(summary::of(loaded)) }),
            Request::Process { handle, process } => {
                self.of(*handle, *process).map(|(loaded, process)| describe(loaded, process))
            }
            Request::Others { handle, process } => {
                self.of(*handle, *process).map(|(loaded, process)| Reply::Others {
                    process: process.process.0,
                    sentence: others::sentence(
                        process,
                        &loaded.analysis.method,
                        summary::noun(loaded),
                    ),
                })
            }
            Request::Ribbon { handle, process, look } => self
                .of(*handle, *process)
                .map(|(loaded, process)| draw_ribbon(loaded, process, look)),
            Request::Addresses { handle, process, look, strip, field } => {
                self.of(*handle, *process).and_then(|(loaded, process)| {
                    let state = state_of(look, false);
                    addresses::of(loaded, process, &state, look, (*strip, *field))
                })
            }
            Request::Thumbnails { handle, process, theme: name, width, height, ids } => {
                self.of(*handle, *process).map(|(loaded, process)| {
                    let source = loaded.source(process);
                    let (width, height) = (f64::from(*width), f64::from(*height));
                    let draw = |&id: &u32| {
                        let scene = thumb(&source, id, width, height);
                        Thumbnail { id, picture: flat(&scene, theme(name)) }
                    };
                    let known = ids.iter().filter(|&&id| process.names.get(id).is_some());
                    Reply::Thumbnails { pictures: known.map(draw).collect() }
                })
            }
            Request::Aligned { handle, process, look } => self
                .ask(*handle)
                .and_then(|loaded| self.kept.comparisons.aligned(loaded, *process, look)),
            Request::Items { handle, process, node, offset, limit } => self
                .of(*handle, *process)
                .map(|(_, process)| items::stretch(process, *node, *offset, *limit)),
            Request::Columns { file, head, fields } => TableColumns::judged(file, head, fields)
                .map(|table| Reply::Columns { table: Box::new(table) })
                .ok_or_else(|| {
                    Note::error(file, "there is no table with a header")
                        .found("other text")
                        .expected("a line of titles, and rows below it")
                }),
            Request::Model { handle, look } => self.model_figure(*handle, look),
            Request::ModelPart { handle, ids } => self.model_part(*handle, ids),
            Request::ModelFile { handle, what, look } => self.model_file(*handle, what, look),
            Request::Export { handle, process, what, look } => {
                self.ask(*handle).and_then(|loaded| export(loaded, *process, what, look.as_ref()))
            }
        };
        answer.unwrap_or_else(|note| Reply::Refused { problem: summary::problem(&note) })
    }

    pub(crate) fn ask(&self, handle: u32) -> Result<&Loaded, Note> {
        self.shown(handle).ok_or_else(|| no_such_trace(handle))
    }

    fn of(&self, handle: u32, process: u32) -> Result<(&Loaded, &ProcessNest), Note> {
        let loaded = self.ask(handle)?;
        Ok((loaded, process_of(loaded, process)?))
    }
}

pub(crate) fn no_such_trace(handle: u32) -> Note {
    missing("there is no such trace", handle, "a trace that is open")
}

fn missing(what: &str, number: u32, expected: &str) -> Note {
    refusal(
        "",
        what.to_owned(),
        number.to_string(),
        expected.to_owned(),
        "open the trace again".to_owned(),
    )
}

pub(crate) fn process_of(loaded: &Loaded, process: u32) -> Result<&ProcessNest, Note> {
    let found = loaded.analysis.process(ProcessId(process));
    found.map(|process| &**process).ok_or_else(|| {
        missing("there is no such process", process, "the number of a process in the trace")
    })
}

fn describe(loaded: &Loaded, process: &ProcessNest) -> Reply {
    let noun = summary::noun(loaded);
    let loops = cards::of(&loaded.analysis, process.process);
    let mut suggestions = Vec::new();
    if let (true, Some(trace), Some(options)) = (loops.is_empty(), &loaded.trace, &loaded.options) {
        if let Some(events) = trace.process(process.process) {
            suggestions = suggest::changes(trace, events, options, noun);
        }
    }
    let sentence = sentence::about(process, noun);
    Reply::Process { process: process.process.0, sentence, loops, suggestions }
}

fn ribbon_of(
    loaded: &Loaded,
    process: &ProcessNest,
    look: &RibbonLook,
    for_export: bool,
) -> Ribbon {
    ribbon::ribbon(&loaded.source(process), &state_of(look, for_export))
}

fn state_of(look: &RibbonLook, for_export: bool) -> RibbonState {
    let path = look
        .path
        .iter()
        .map(|opened| Step { item: opened.item as usize, iteration: opened.iteration as u64 });
    RibbonState {
        width: f64::from(look.width),
        compact: look.compact,
        path: path.collect(),
        zoom: look.zoom.clone(),
        selected: look.selected,
        for_export,
    }
}

fn draw_ribbon(loaded: &Loaded, process: &ProcessNest, look: &RibbonLook) -> Reply {
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
    let path = ribbon
        .path
        .iter()
        .map(|opened| OpenedLoop { item: opened.item as u32, iteration: opened.iteration as f64 });
    Reply::Ribbon {
        strips: strips.collect(),
        path: path.collect(),
        picture: flat(&ribbon.scene, theme(&look.theme)),
    }
}

fn export(
    loaded: &Loaded,
    process: Option<u32>,
    what: &str,
    look: Option<&RibbonLook>,
) -> Result<Reply, Note> {
    let base = base_name(&loaded.name);
    let file = |ending: &str| match process {
        Some(process) => format!("{base}-process-{process}.{ending}"),
        None => format!("{base}.{ending}"),
    };
    let mut analysis = loaded.analysis.clone();
    if let Some(process) = process {
        process_of(loaded, process)?;
        analysis.processes.retain(|known| known.process.0 == process);
    }
    let (text, file_name, mime) = match (what, process, look) {
        ("json", _, _) => (document::write(&analysis), file("nests.json"), "application/json"),
        ("text", _, _) => (text::of(&analysis), file("nest.txt"), "text/plain"),
        ("csv", _, _) => (table::csv(&analysis), file("csv"), "text/csv"),
        ("svg", Some(number), Some(look)) => {
            let process = process_of(loaded, number)?;
            let mut ribbon = ribbon_of(loaded, process, look, true);
            ribbon::legend(&mut ribbon.scene, &loaded.source(process));
            let title = format!("Loops of process {number} of {}", loaded.name);
            (paint::svg(&ribbon.scene, theme(&look.theme), &title), file("svg"), "image/svg+xml")
        }
        _ => {
            let (found, expected) =
                (format!("{what:?}"), "json, text, csv, or svg of one process".to_owned());
            return Err(refusal(
                &loaded.name,
                "cannot be exported so".to_owned(),
                found,
                expected,
                String::new(),
            ));
        }
    };
    Ok(Reply::Export { text, file_name, mime: mime.to_owned() })
}

/// A trace's name without what says how it was packed: `lu.A.16` of `lu.A.16.tar.zst`.
pub(crate) fn base_name(name: &str) -> &str {
    const PACKED: [&str; 8] = [".json", ".nests", ".zst", ".gz", ".tar", ".zip", ".trace", ".sym"];
    let mut base = name;
    while let Some(shorter) = PACKED.iter().find_map(|ending| base.strip_suffix(ending)) {
        base = shorter;
    }
    if base.is_empty() {
        "trace"
    } else {
        base
    }
}
