//! Queries about the model of a trace: its picture, its matrix, its text, its files.

use std::sync::Arc;

use loopscope_core::system::ConstructId;
use loopscope_draw::paint;
use loopscope_draw::scene::model::{self as graph, ModelPicture, ModelSource, ModelState};
use loopscope_formats::notes::Note;

use crate::error_note;
use crate::files;
use crate::loaded::{without_endings, TraceHandle};
use crate::session::Session;
use crate::tasks::model::{csv, events_of, text, Selection, TraceModel};
use crate::view::picture::{flat, theme};
use crate::wire::{MatrixCell, MimeType, ModelFigure, ModelFileKind, ModelLook, ModelMessage, ModelRow, Reply};

/// The most lines of a loop's text in one reply.
const MOST_LINES: usize = 400;

impl Session {
    pub(super) fn model_of(&self, handle: u32) -> Result<&Arc<TraceModel>, Note> {
        let known = self.kept().model.as_ref();
        let known = known.filter(|known| known.is_of(TraceHandle(handle)));
        known.ok_or_else(|| {
            error_note(
                "",
                "there is no model of this trace",
                format!("trace {handle}"),
                "a trace whose model was made",
                "make it again",
            )
        })
    }

    /// The picture of the model.
    pub(crate) fn model_figure(&self, handle: u32, look: &ModelLook) -> Result<Reply, Note> {
        let known = self.model_of(handle)?;
        let drawn = draw(known, look, true);
        let messages = drawn.messages.iter().map(|message| {
            let points = message.points.iter().flat_map(|&(x, y)| [x as f32, y as f32]).collect();
            let (title, detail) = (message.title.clone(), message.detail.clone());
            let number = |end: Option<ConstructId>| end.map_or(-1, |id| id.index() as i32);
            let ends = (number(message.ends.0), number(message.ends.1));
            ModelMessage { points, lines: message.lines, slot: message.slot, ends, title, detail }
        });
        let rows = drawn.rows.iter().map(|row| ModelRow {
            label: row.label.clone(),
            y: row.y as f32,
            line: row.line,
            processes: row.processes.clone(),
        });
        let figure = ModelFigure {
            picture: flat(&drawn.scene, theme(look.theme)),
            messages: messages.collect(),
            length: drawn.length,
            from: drawn.from,
            to: drawn.to,
            plot_left: drawn.plot_left as f32,
            plot_right: drawn.plot_right as f32,
            hidden: drawn.hidden_in_words(),
            rows: rows.collect(),
            folded: drawn.folded,
            rows_left_out: drawn.rows_left_out as u32,
        };
        Ok(Reply::Model { figure: Box::new(figure) })
    }

    /// The matrix of some loops of the model, or of all of it, and the text of the first.
    pub(crate) fn model_part(&self, handle: u32, ids: &[u32]) -> Result<Reply, Note> {
        let program = &self.model_of(handle)?.program;
        let model = program.model();
        let named = ids.iter().filter_map(|&id| Some(model.loop_named(id)?.construct));
        let chosen: Vec<ConstructId> = match ids {
            [] => model.root().to_vec(),
            _ => named.collect(),
        };
        let matrix = model.matrix_in_all(&chosen, program.volumes());
        let cells: Vec<MatrixCell> = matrix
            .cells()
            .iter()
            .map(|cell| MatrixCell {
                from: cell.src.0,
                to: cell.dst.0,
                messages: cell.messages as f64,
                bytes: cell.bytes.map(|bytes| bytes as f64),
            })
            .collect();
        let messages = cells.iter().map(|cell| cell.messages).sum();
        let (lines, lines_in_all) = match ids.first() {
            None => (text::print_first(model, None, MOST_LINES), 1 + program.lines_of(model.root())),
            Some(&id) => {
                let named = model.loop_named(id).map(|named| named.construct);
                let lines = named.map(|id| text::print_first(model, Some(id), MOST_LINES));
                (lines.unwrap_or_default(), program.lines_of(named.as_slice()))
            }
        };
        let lines_in_all = u32::try_from(lines_in_all).unwrap_or(u32::MAX);
        let events = events_of(model, &chosen);
        Ok(Reply::ModelPart { ids: ids.to_vec(), cells, messages, events, lines, lines_in_all })
    }

    /// The model as a file.
    #[inline(never)] // of a part that a first visit does not need
    pub(crate) fn model_file(&self, handle: u32, what: ModelFileKind, look: &ModelLook) -> Result<Reply, Note> {
        let known = self.model_of(handle)?;
        let name = self.shown(handle).map_or("trace", |loaded| without_endings(&loaded.name));
        let (text, ending, mime) = match what {
            ModelFileKind::Svg => {
                let drawn = draw(known, look, false);
                let title = format!("The loops of {name}");
                (paint::svg(&drawn.scene, theme(look.theme), &title), "svg", MimeType::Svg)
            }
            ModelFileKind::Json => (files::model::write(&known.program), "model.json", MimeType::Json),
            ModelFileKind::Csv => {
                let whole = Selection::default().matrix(name, &known.program)?;
                (csv(&whole), "matrix.csv", MimeType::Csv)
            }
            ModelFileKind::Text => (known.program.text(), "model.txt", MimeType::Text),
        };
        let file_name = format!("{name}.{ending}");
        Ok(Reply::ModelFile { text, file_name, mime })
    }
}

pub(super) fn draw(known: &TraceModel, look: &ModelLook, window: bool) -> ModelPicture {
    let program = &known.program;
    let source = ModelSource { model: program.model(), tags: &known.tags, volumes: program.volumes() };
    let state = ModelState {
        width: f64::from(look.width),
        height: f64::from(look.height),
        compact: look.compact && window,
        whole: look.whole,
        folded: look.folded,
        zoom: look.zoom.filter(|_| window),
        selected: look.selected,
        closed: look.closed.clone(),
        process: look.process,
        card: look.card,
        opened: look.opened.clone(),
    };
    graph::model(&source, &state)
}
