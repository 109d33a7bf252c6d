//! Queries about the model of a trace: its picture, its matrix, its text, its files.

use loopscope_core::numbers::{counted, set_text};
use loopscope_core::system::{ConstructId, Model};
use loopscope_draw::paint;
use loopscope_draw::scene::model::{self as graph, ModelPicture, ModelSource, ModelState};
use loopscope_formats::notes::Note;

use super::{document, sentence, text, Program, Selection};
use crate::message::{
    MatrixCell, ModelFigure, ModelLook, ModelLoopFacts, ModelMessage, ModelRow, ModelSummary, Reply,
};
use crate::tasks::TraceModel;
use crate::view::picture::{flat, theme};
use crate::view::summary;
use crate::{answer, refusal, Session};

/// At most that many loops are listed,
const MOST_LOOPS: usize = 2_000;
/// and so many problems.
const MOST_PROBLEMS: usize = 200;
/// Lines of a loop's text.
const MOST_LINES: usize = 400;

impl Session {
    fn model_of(&self, handle: u32) -> Result<&TraceModel, Note> {
        let known = self.kept.model.as_deref().filter(|known| known.is_of(handle));
        known.ok_or_else(|| {
            refusal(
                "",
                "there is no model of this trace".to_owned(),
                format!("trace {handle}"),
                "a trace whose model was made".to_owned(),
                "make it again".to_owned(),
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
            ModelMessage { points, lines: message.lines, slot: message.slot, title, detail }
        });
        let rows = drawn.rows.iter().map(|row| ModelRow {
            label: row.label.clone(),
            y: row.y as f32,
            line: row.line,
            processes: row.processes.clone(),
        });
        let figure = ModelFigure {
            picture: flat(&drawn.scene, theme(&look.theme)),
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
            None => {
                (text::print_first(model, None, MOST_LINES), 1 + program.lines_of(model.root()))
            }
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
    pub(crate) fn model_file(
        &self,
        handle: u32,
        what: &str,
        look: &ModelLook,
    ) -> Result<Reply, Note> {
        let known = self.model_of(handle)?;
        let name = self.ask(handle).map_or("trace", |loaded| answer::base_name(&loaded.name));
        let (text, ending, mime) = match what {
            "svg" => {
                let drawn = draw(known, look, false);
                let title = format!("The loops of {name}");
                (paint::svg(&drawn.scene, theme(&look.theme), &title), "svg", "image/svg+xml")
            }
            "json" => (document::write(&known.program), "model.json", "application/json"),
            "csv" => {
                let whole = Selection::default().matrix(name, &known.program)?;
                (super::csv(&whole), "matrix.csv", "text/csv")
            }
            _ => (known.program.text(), "model.txt", "text/plain"),
        };
        let file_name = format!("{name}.{ending}");
        Ok(Reply::ModelFile { text, file_name, mime: mime.to_owned() })
    }
}

fn draw(known: &TraceModel, look: &ModelLook, window: bool) -> ModelPicture {
    let program = &known.program;
    let source =
        ModelSource { model: program.model(), tags: &known.tags, volumes: program.volumes() };
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

/// What a model is, for the page.
pub(crate) fn summary_of(name: &str, program: &Program) -> ModelSummary {
    let model = program.model();
    let all = model.events().max(1) as f64;
    let loops = model.loops().iter().take(MOST_LOOPS).filter_map(|named| {
        let node = model.as_loop(named.construct)?;
        let members = model.members(named.construct);
        Some(ModelLoopFacts {
            id: named.id,
            parent: model.parent(named.construct).map_or(0, |parent| model.loop_id(parent)),
            count: node.count as f64,
            entered: named.entered as f64,
            events: named.events as f64,
            share: named.events as f64 / all,
            members: members.len() as u32,
            processes: set_text(members.iter().map(|process| process.0)),
        })
    });
    let notes = program.notes(name);
    let mut problems: Vec<_> = notes.iter().take(MOST_PROBLEMS).map(summary::problem).collect();
    if let Some(more) = notes.len().checked_sub(MOST_PROBLEMS).filter(|&more| more > 0) {
        if let Some(last) = problems.last_mut() {
            last.what = format!("{}; and {} more", last.what, counted(more as u64, "problem"));
        }
    }
    ModelSummary {
        sentence: sentence::about(model),
        processes: model.processes().len() as u32,
        constructs: model.len() as f64,
        events: model.events() as f64,
        events_of: events_of(model, model.root()),
        messages: model.matrix().total() as f64,
        coverage: model.coverage(),
        shared_coverage: model.shared_coverage(),
        shared_messages: model.shared_messages(),
        // Its name alone: the K stands beside it.
        method: program.analysis.method.to_string(),
        k: summary::k(&program.analysis),
        loops: loops.collect(),
        loop_count: model.loops().len() as u32,
        problems,
    }
}

/// How many events each process has inside some constructs, all times that they are run.
fn events_of(model: &Model, constructs: &[ConstructId]) -> Vec<(u32, f64)> {
    let events = model.events_in_all(constructs).into_iter();
    events.map(|(process, events)| (process.0, events as f64)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        let says = |text: &str| {
            let model = text::parse(text).expect("a model");
            sentence::about(&model).iter().map(|part| part.text.as_str()).collect::<String>()
        };
        assert_eq!(
            says("processes 0,1\nfor i0 = 0 to 9\n  for i1 = 0 to 1\n    0 send 1 1\n    0 recv 1 1\n  done\n  1 send 0 1\n  1 recv 0 1\ndone\n"),
            "Both processes run one loop 10 times. Inside it, one loop runs 2 times, and 1 single message is sent. It holds 100 % of 60 events."
        );
        assert_eq!(
            says("processes 0,1\n0 local a\n"),
            "2 processes and no loop that they run together."
        );
        assert_eq!(says("processes 0\n0 local a\n"), "1 process and no loop.");
        let solve = "for i0 = 0 to 49\n  0,1 sync MPI_Barrier 0,1\ndone\n";
        assert_eq!(
            says(&format!("processes 0,1\n{solve}0 local a\n{solve}{solve}")),
            "Both processes run one loop three times, 50 iterations each. Each time, one collective is run. It holds 99.7 % of 301 events."
        );
        let again = format!("processes 0-2\nfor i0 = 0 to 1\n{solve}2 local a\ndone\n");
        assert_eq!(
            says(&again.replace("i0 = 0 to 49", "i1 = 0 to 49")),
            "2 of 3 processes run one loop twice, 50 iterations each. Each time, one collective is run. It holds 99.0 % of 202 events."
        );
    }
}
